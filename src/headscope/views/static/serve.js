//#region src/dom.ts
function e(e, t, n) {
	for (let [n, r] of Object.entries(t)) e.setAttribute(n, String(r));
	return e.append(...n), e;
}
function t(t, n = {}, ...r) {
	return e(document.createElement(t), n, r);
}
function n(t, n = {}, ...r) {
	return e(document.createElementNS("http://www.w3.org/2000/svg", t), n, r);
}
//#endregion
//#region src/views/decode.ts
var r = Float32Array.from({ length: 256 }, (e, t) => (t / 255) ** 2);
async function i(e, t) {
	let n = new DecompressionStream("deflate-raw"), r = n.writable.getWriter(), i = (async () => {
		for (let t of e) await r.write(t);
		await r.close();
	})();
	i.catch(() => void 0);
	let a = new Uint8Array(t), o = n.readable.getReader(), s = 0;
	for (let e = await o.read(); !e.done; e = await o.read()) {
		if (s + e.value.length > t) throw Error(`expected ${t} bytes of data, got more`);
		a.set(e.value, s), s += e.value.length;
	}
	if (await i, s !== t) throw Error(`expected ${t} bytes of data, got ${s}`);
	return a;
}
var a = class {
	bytes;
	constructor(e, t) {
		if (this.bytes = e, e.length < t) throw Error(`expected ${t} bytes of data, got ${e.length}`);
	}
	map(e, t, n) {
		let r = e.queries.texts.length * e.keys.texts.length, i = e.maps.at + (t * e.heads + n) * r;
		return this.bytes.subarray(i, i + r);
	}
	vectors({ at: e, shape: t }, n, r) {
		let [, i, a, o] = t, s = a * o, c = e + 4 * (n * i + r) * s;
		return new Float32Array(this.bytes.slice(c, c + 4 * s).buffer);
	}
};
//#endregion
//#region src/views/meta.ts
function o({ shape: e }) {
	return e.reduce((e, t) => e * t, 1);
}
function s(e) {
	let t = e.stacks.flatMap(({ maps: e, vectors: t }) => [e.at + o(e), ...t ? [t.query.at + 4 * o(t.query), t.key.at + 4 * o(t.key)] : []]);
	return Math.max(0, ...t);
}
function c(e, t) {
	for (let n of [
		"special",
		"segments",
		"words"
	]) if (t[n].length !== t.texts.length) throw Error(`${e}: expected ${t.texts.length} in "${n}", as many as there are tokens, got ${t[n].length}`);
}
function l(e, { shape: t }, n) {
	if (t.length !== n.length || t.some((e, t) => n[t] !== null && e !== n[t])) throw Error(`${e}: expected the shape ${n.map((e) => e ?? "any").join(" × ")}, got ${t.join(" × ")}`);
}
function u(e) {
	if (e.version !== 1) throw Error(`this page reads version 1 of the data, got version ${e.version}`);
	if (e.stacks.length === 0) throw Error("expected at least one stack of layers, got none");
	for (let { name: t, layers: n, heads: r, queries: i, keys: a, maps: o, vectors: s } of e.stacks) c(`${t}, queries`, i), c(`${t}, keys`, a), l(`${t}, maps`, o, [
		n,
		r,
		i.texts.length,
		a.texts.length
	]), s && (l(`${t}, query vectors`, s.query, [
		n,
		r,
		i.texts.length,
		null
	]), l(`${t}, key vectors`, s.key, [
		n,
		r,
		a.texts.length,
		s.query.shape[3]
	]));
	return e;
}
//#endregion
//#region src/views/controls.ts
function d(e, n, r) {
	let i = t("select", { "aria-label": e }, ...n.map(([e, n]) => t("option", { value: e }, n)));
	return i.addEventListener("change", () => r(i.value)), {
		element: t("label", { class: "hs-field" }, `${e} `, i),
		show: (e) => {
			i.value = e;
		}
	};
}
function f(e, n) {
	let r = t("input", { type: "checkbox" });
	return r.addEventListener("change", () => n(r.checked)), {
		element: t("label", { class: "hs-field" }, r, ` ${e}`),
		show: (e) => {
			r.checked = e;
		},
		enable: (e) => {
			r.disabled = !e;
		}
	};
}
function p(e, n, r, i) {
	let a = t("input", {
		type: "range",
		min: 0,
		max: n,
		step: r,
		"aria-label": e
	}), o = t("output", { class: "hs-number" });
	return a.addEventListener("input", () => i(Number(a.value))), {
		element: t("label", { class: "hs-field" }, `${e} `, a, o),
		show: (e) => {
			a.value = String(e), o.textContent = `${Math.round(e * 1e3) / 10}%`, a.setAttribute("aria-valuetext", o.textContent);
		}
	};
}
function m(e, n, r = {}) {
	let i = t("button", {
		type: "button",
		...r
	}, e);
	return i.addEventListener("click", n), i;
}
function h(e, n, r) {
	let i = n.map(([e, t]) => m(t, () => r(e), { "data-value": e }));
	return {
		element: t("div", {
			class: "hs-choices",
			role: "group",
			"aria-label": e
		}, ...i),
		show: (e) => {
			for (let t of i) t.setAttribute("aria-pressed", String(t.dataset.value === e));
		}
	};
}
var g = class {
	elements;
	at = 0;
	constructor(e) {
		this.elements = e, e.forEach((e, t) => e.tabIndex = t === 0 ? 0 : -1);
	}
	to(e, t = !0) {
		let n = this.elements[e];
		n && (this.elements[this.at].tabIndex = -1, this.at = e, n.tabIndex = 0, t && n.focus());
	}
}, _ = "ui-monospace, \"SF Mono\", Menlo, Consolas, \"DejaVu Sans Mono\", \"Liberation Mono\", monospace", v = "system-ui, -apple-system, \"Segoe UI\", Roboto, \"Noto Sans\", sans-serif", y = class {
	context;
	constructor(e) {
		this.context = e;
	}
	line(e, t, n, r, { colour: i, alpha: a, width: o, dash: s }) {
		let { context: c } = this;
		c.globalAlpha = Math.min(1, a), c.strokeStyle = i, c.lineWidth = o, c.setLineDash(s), c.beginPath(), c.moveTo(e, t), c.lineTo(n, r), c.stroke();
	}
	box(e, t, n, r, i, a) {
		this.context.globalAlpha = Math.min(1, a), this.context.fillStyle = i, this.context.fillRect(e, t, n, r);
	}
	frame(e, t, n, r, i) {
		this.context.globalAlpha = 1, this.context.strokeStyle = i, this.context.lineWidth = 1.25, this.context.setLineDash([]), this.context.strokeRect(e, t, n, r);
	}
	text(e, t, n, { colour: r, size: i, anchor: a, font: o, strong: s }) {
		let { context: c } = this;
		c.globalAlpha = 1, c.fillStyle = r, c.font = `${s ? "600 " : ""}${i}px ${o}`, c.textAlign = a === "middle" ? "center" : a === "end" ? "right" : "left", c.textBaseline = "alphabetic", c.direction = "ltr", c.fillText(n, e, t + i * .35);
	}
	picture(e, t, n, r, i) {
		this.context.globalAlpha = 1, this.context.imageSmoothingEnabled = e.width > r * 2, this.context.drawImage(e, t, n, r, i);
	}
}, b = (e) => String(Math.round(e * 100) / 100), x = class {
	into;
	paths = /* @__PURE__ */ new Map();
	start = "";
	constructor(e) {
		this.into = e;
	}
	line(e, t, r, i, { colour: a, alpha: o, width: s, dash: c }) {
		let l = `M${b(e)} ${b(t)}`;
		l !== this.start && this.paths.clear(), this.start = l;
		let u = b(Math.min(1, o)), d = `${a} ${u} ${c.join()}`, f = this.paths.get(d);
		f || (f = n("path", {
			d: "",
			fill: "none",
			stroke: a,
			"stroke-opacity": u,
			"stroke-width": b(s)
		}), c.length > 0 && f.setAttribute("stroke-dasharray", c.join(" ")), this.paths.set(d, f), this.into.append(f)), f.setAttribute("d", `${f.getAttribute("d")}${l}L${b(r)} ${b(i)}`);
	}
	box(e, t, r, i, a, o) {
		let s = {
			x: b(e),
			y: b(t),
			width: b(r),
			height: b(i)
		};
		this.into.append(n("rect", {
			...s,
			fill: a,
			"fill-opacity": b(Math.min(1, o))
		}));
	}
	frame(e, t, r, i, a) {
		let o = {
			x: b(e),
			y: b(t),
			width: b(r),
			height: b(i)
		};
		this.into.append(n("rect", {
			...o,
			fill: "none",
			stroke: a,
			"stroke-width": 1.25
		}));
	}
	text(e, t, r, { colour: i, size: a, anchor: o, font: s, strong: c }) {
		let l = n("text", {
			x: b(e),
			y: b(t + a * .35),
			fill: i,
			"font-size": b(a),
			"font-family": s,
			"text-anchor": o,
			direction: "ltr",
			"unicode-bidi": "isolate",
			"xml:space": "preserve"
		});
		c && l.setAttribute("font-weight", "600"), l.append(r), this.into.append(l);
	}
	picture(e, t, r, i, a) {
		let o = n("image", {
			x: b(t),
			y: b(r),
			width: b(i),
			height: b(a),
			href: e.toDataURL("image/png"),
			preserveAspectRatio: "none"
		});
		e.width <= i * 2 && o.setAttribute("image-rendering", "pixelated"), this.into.append(o);
	}
};
function S(e, t, n) {
	let r = Math.min(2, window.devicePixelRatio || 1), [i, a] = [Math.max(1, Math.round(t * r)), Math.max(1, Math.round(n * r))];
	(e.width !== i || e.height !== a) && (e.width = i, e.height = a, e.style.width = `${t}px`, e.style.height = `${n}px`);
	let o = e.getContext("2d");
	return o?.setTransform(1, 0, 0, 1, 0, 0), o?.clearRect(0, 0, i, a), o?.setTransform(r, 0, 0, r, 0, 0), o;
}
//#endregion
//#region src/views/palette.ts
var C = {
	light: {
		background: "#ffffff",
		ink: "#16181c",
		quiet: "#5f6670",
		line: "#d5d9de",
		faint: "#eceef1",
		accent: "#c2185b",
		hues: [
			"#2b7ad6",
			"#c34971",
			"#7e8005",
			"#0588a4",
			"#aa52ab",
			"#a46e01",
			"#088e80",
			"#7d64d0",
			"#c65026",
			"#1e923b"
		],
		negative: "#b2450e",
		positive: "#1f66b8"
	},
	dark: {
		background: "#111316",
		ink: "#e9eaec",
		quiet: "#a0a6ae",
		line: "#383d44",
		faint: "#24282d",
		accent: "#ff6fae",
		hues: [
			"#7ab4fe",
			"#f989a8",
			"#b5b942",
			"#0dc5eb",
			"#e090df",
			"#e4a339",
			"#0dccb9",
			"#b2a1fe",
			"#fb906c",
			"#6fc97b"
		],
		negative: "#f2935c",
		positive: "#7ab4fe"
	}
}, w = [
	[],
	[6, 3],
	[2, 3],
	[
		9,
		3,
		2,
		3
	]
];
function T(e, t) {
	let n = Math.floor(t / e.hues.length) % w.length;
	return {
		colour: e.hues[t % e.hues.length],
		dash: w[n]
	};
}
var E = "(prefers-color-scheme: dark)";
function D() {
	let { dataset: e, classList: t } = document.body, n = e.jpThemeLight ?? e.vscodeThemeKind;
	return n === "false" || n === "vscode-dark" || n === "vscode-high-contrast" ? "dark" : n !== void 0 || t.contains("vscode-light") ? "light" : t.contains("vscode-dark") ? "dark" : null;
}
function O() {
	return D() ?? (window.matchMedia(E).matches ? "dark" : "light");
}
function k(e) {
	let t = window.matchMedia(E), n = new MutationObserver(e);
	return t.addEventListener("change", e), n.observe(document.body, { attributeFilter: [
		"data-jp-theme-light",
		"data-vscode-theme-kind",
		"class"
	] }), () => {
		t.removeEventListener("change", e), n.disconnect();
	};
}
//#endregion
//#region src/views/export.ts
var A = 12, j = 28, M = 8192;
function N(e, t) {
	e.text(A, 16, t, {
		colour: C.light.ink,
		size: 14,
		anchor: "start",
		font: v,
		strong: !0
	});
}
function P({ width: e, height: t }) {
	return {
		width: e + 24,
		height: t + j + A
	};
}
function F(e) {
	let { width: t, height: r } = P(e), i = n("svg", {
		xmlns: "http://www.w3.org/2000/svg",
		width: t,
		height: r,
		viewBox: `0 0 ${t} ${r}`,
		role: "img"
	});
	i.append(n("title", {}, e.title), n("rect", {
		width: t,
		height: r,
		fill: C.light.background
	})), N(new x(i), e.title);
	let a = n("svg", {
		x: A,
		y: j,
		width: e.width,
		height: e.height,
		overflow: "hidden"
	});
	return e.draw(new x(a), C.light, "light"), i.append(a), new XMLSerializer().serializeToString(i);
}
async function I(e) {
	let { width: n, height: r } = P(e), i = Math.min(3, M / Math.max(n, r)), a = t("canvas", {
		width: Math.ceil(n * i),
		height: Math.ceil(r * i)
	}), o = a.getContext("2d");
	o.scale(i, i);
	let s = new y(o);
	return s.box(0, 0, n, r, C.light.background, 1), N(s, e.title), o.translate(A, j), o.beginPath(), o.rect(0, 0, e.width, e.height), o.clip(), e.draw(s, C.light, "light"), new Promise((e, t) => {
		a.toBlob((n) => n ? e(n) : t(/* @__PURE__ */ Error("the browser made no PNG of this size")), "image/png");
	});
}
function ee(e, t) {
	return `${e.normalize("NFKD").replace(/[^\p{L}\p{N}]+/gu, "-").slice(0, 61).replace(/^-+|-+$/gu, "") || "headscope"}.${t}`;
}
function L(e, n) {
	let r = URL.createObjectURL(e);
	t("a", {
		href: r,
		download: n
	}).click(), setTimeout(() => URL.revokeObjectURL(r), 1e4);
}
var R = 12.6, z = .61 * R, B = {
	" ": "␣",
	"\n": "↵",
	"	": "⇥"
}, V = "‍", H = /^[\p{C}\p{Z}\u115f\u1160\u3164\uffa0\u2800]$/u, te = /^(?=\p{Cn})[\u{1f000}-\u{1faff}]$/u, ne = /(?:[\p{So}↔]|(?=\p{Cn})[\u{1f000}-\u{1faff}])[\u{1f3fb}-\u{1f3ff}]?\ufe0f*$/u, re = /^(?:[\p{So}↔]|(?=\p{Cn})[\u{1f000}-\u{1faff}])/u, ie = /^\p{M}/u, ae = /^\p{Regional_Indicator}$/u, oe = /^[\u{1f3fb}-\u{1f3ff}]$/u, se = /^[\p{Mn}\p{Me}\u200d\u{1f3fb}-\u{1f3ff}]$/u, ce = /* @__PURE__ */ RegExp("^(?!\\p{Regional_Indicator})(?:\\p{Emoji_Presentation}|[\\u1100-\\u115f\\u2329\\u232a\\u2e80-\\u303e\\u3041-\\u3247\\u3250-\\u4dbf\\u4e00-\\ua4cf\\ua960-\\ua97c\\uac00-\\ud7a3\\uf900-\\ufaff\\ufe10-\\ufe19\\ufe30-\\ufe6b\\uff01-\\uff60\\uffe0-\\uffe6\\u{16fe0}-\\u{18dff}\\u{1aff0}-\\u{1b2fb}\\u{1f200}-\\u{1f265}\\u{20000}-\\u{3fffd}])$", "u");
function U(e) {
	let t = [...e], n = t.map((e, n) => e === V && le(t, n) || !H.test(e) || te.test(e) ? e : B[e] ?? `‹${e.codePointAt(0).toString(16).toUpperCase().padStart(2, "0")}›`).join("");
	return ie.test(n) ? `◌${n}` : n || "‹empty›";
}
function le(e, t) {
	return ne.test(e.slice(0, t).join("")) && re.test(e[t + 1] ?? "");
}
function W(e) {
	return e.split(" ").map((e) => e === "" ? "" : U(e)).join(" ");
}
function ue(e) {
	let t = 0, n = "";
	for (let r of e) n !== V && !se.test(r) && (t += ce.test(r) || te.test(r) ? 2 : 1), n = r;
	return t;
}
function de(e) {
	let t = [];
	for (let n of e) {
		let e = t.at(-1) ?? "", r = ae.test(e) && ae.test(n), i = ie.test(n) || n === V || oe.test(n) || e.endsWith(V) || r;
		e !== "" && i ? t[t.length - 1] = e + n : t.push(n);
	}
	return t;
}
var fe = (e) => [...e].length;
function G(e, t) {
	let n = U(e);
	if (ue(n) <= t && fe(n) <= 2 * t) return n;
	let r = "";
	for (let e of de(n)) {
		let n = [...e].slice(0, t).join("");
		if (ue(r + n) > t - 1 || fe(r + n) > 2 * t) break;
		r += n;
	}
	return `${r}…`;
}
//#endregion
//#region src/views/columns.ts
var pe = 12.6, me = 4.4 * z, he = 36, ge = .26, _e = 380, ve = 24, ye = {
	left: "from",
	right: "attends to"
};
function be(e) {
	let t = 0;
	return e.map((n, r) => (r > 0 && n !== e[r - 1] && (t += pe), t + (r + .5) * 18));
}
function xe(e, t, n) {
	let r = Math.max(3, Math.floor((n - 2 * me - Math.max(he, ge * n) - 8) / 2 / z)), i = 1;
	for (let n of [e, t]) for (let e of n.texts) i = Math.max(i, ue(U(e)));
	let a = Math.min(r, i, ve), o = a * z + 4, s = Math.max(140, Math.min(n, 2 * (me + o) + _e)), [c, l] = [be(e.segments), be(t.segments)], u = Math.max(c.at(-1) ?? 0, l.at(-1) ?? 0) + 9;
	return {
		queries: c,
		keys: l,
		left: me + o,
		right: s - me - o,
		width: s,
		height: u,
		column: o,
		characters: a
	};
}
//#endregion
//#region src/views/column.ts
var Se = class {
	side;
	element;
	options = [];
	numbers = [];
	numbered = [];
	rover = new g([]);
	constructor(e) {
		this.side = e;
		let n = e === "left" ? "Tokens being updated" : "Tokens attended to";
		this.element = t("div", {
			class: `hs-column hs-${e}`,
			role: "listbox",
			"aria-multiselectable": "true",
			"aria-label": n
		});
	}
	fill(e, n) {
		let r = this.side === "left" ? n.queries : n.keys, i = this.side === "left" ? n.left - n.column : n.right;
		this.numbers = [], this.numbered = [], this.options = e.texts.map((a, o) => {
			let [s, c] = [U(a), G(a, n.characters)], l = t("span", {
				class: "hs-weight",
				"aria-hidden": "true"
			});
			this.numbers.push(l);
			let u = t("div", {
				class: "hs-token",
				role: "option",
				"aria-selected": "false",
				"data-at": o,
				"aria-label": `${s}, ${o + 1}`
			}, t("bdi", { dir: "auto" }, c), l);
			return (c !== s || s !== a) && (u.title = s), u.classList.toggle("hs-special", e.special[o]), u.style.top = `${r[o] - 9}px`, u.style.left = `${i}px`, u.style.width = `${n.column}px`, u;
		}), this.element.replaceChildren(...this.options), this.rover = new g(this.options);
	}
	find(e) {
		let t = e.target.closest?.("[data-at]");
		return t && this.element.contains(t) ? Number(t.dataset.at) : null;
	}
	get length() {
		return this.options.length;
	}
	focus(e) {
		this.rover.to(Math.max(0, Math.min(this.options.length - 1, e)));
	}
	reach(e) {
		this.rover.to(e, !1);
	}
	mark(e, t) {
		for (let e of this.element.querySelectorAll(".hs-chosen")) e.classList.remove("hs-chosen"), e.setAttribute("aria-selected", "false");
		for (let n of e) this.options[n]?.classList.add("hs-chosen"), this.options[n]?.setAttribute("aria-selected", String(t));
	}
	write(e, t, n) {
		for (let e of this.numbered) this.numbers[e].textContent = "";
		if (this.numbered = [], e) for (let r = t; r < n; r++) e[r] < .01 || (this.numbers[r].textContent = e[r].toFixed(2), this.numbered.push(r));
	}
}, Ce = 20;
function we(e, t, { point: n, act: r }) {
	for (let i of [e, t]) {
		let { side: a, element: o } = i;
		o.addEventListener("pointerover", (e) => n(a, i.find(e))), o.addEventListener("pointerleave", () => n(a, null)), o.addEventListener("focusin", (e) => {
			let t = i.find(e);
			t !== null && (i.reach(t), n(a, t));
		}), o.addEventListener("focusout", () => n(a, null)), o.addEventListener("click", (e) => {
			let t = i.find(e);
			t !== null && r(a, t, e.shiftKey);
		}), o.addEventListener("keydown", (n) => {
			let o = i.find(n);
			if (o === null || n.ctrlKey || n.altKey || n.metaKey) return;
			let s = {
				ArrowUp: o - 1,
				ArrowDown: o + 1,
				PageUp: o - Ce,
				PageDown: o + Ce,
				Home: 0,
				End: i.length - 1
			}[n.key];
			if (s !== void 0) i.focus(s);
			else if (n.key === "ArrowLeft") e.focus(o);
			else if (n.key === "ArrowRight") t.focus(o);
			else if (n.key === "Enter" || n.key === " ") r(a, o, n.shiftKey);
			else return;
			n.preventDefault();
		});
	}
}
//#endregion
//#region src/views/units.ts
var Te = [
	"all",
	"A-A",
	"A-B",
	"B-A",
	"B-B"
];
function Ee(e, { hide: t, words: n }) {
	let r = {
		texts: [],
		special: [],
		segments: [],
		parts: [],
		unit: new Int32Array(e.texts.length).fill(-1)
	};
	return e.texts.forEach((i, a) => {
		if (t && e.special[a]) return;
		let o = r.parts.length - 1, s = r.parts[o]?.at(-1);
		n && s !== void 0 && s === a - 1 && e.words[a] >= 0 && e.words[a] === e.words[s] && e.segments[a] === e.segments[s] ? (r.texts[o] += i.replace(/^##/u, ""), r.parts[o].push(a)) : (r.texts.push(i), r.special.push(e.special[a]), r.segments.push(e.segments[a]), r.parts.push([a])), r.unit[a] = r.parts.length - 1;
	}), r;
}
function De(e, t, n) {
	return {
		rows: t,
		columns: n,
		values: e,
		read: (e) => r[e],
		least: (e) => 255 * Math.sqrt(e) - 1e-9
	};
}
function Oe(e, t, n) {
	return {
		rows: t,
		columns: n,
		values: e,
		read: (e) => e,
		least: (e) => e
	};
}
function ke(e, t, n, i) {
	let a = n.unit.length;
	if (t.parts.length === t.unit.length && n.parts.length === a) return De(e, t.parts.length, a);
	let o = n.parts.length, s = new Float32Array(t.parts.length * o), c = new Float64Array(o);
	return t.parts.forEach((t, l) => {
		for (let u of t) {
			c.fill(0);
			let d = 0;
			for (let t = 0; t < a; t++) {
				let i = n.unit[t];
				if (i < 0) continue;
				let o = r[e[u * a + t]];
				c[i] += o, d += o;
			}
			let f = (i && d > 0 ? 1 / d : 1) / t.length;
			for (let e = 0; e < o; e++) s[l * o + e] += c[e] * f;
		}
	}), Oe(s, t.parts.length, o);
}
function Ae(e, t, n) {
	return e === "all" || e === `${t === 0 ? "A" : "B"}-${n === 0 ? "A" : "B"}`;
}
function je(e, t, n, { rows: r, columns: i, filter: a }) {
	let o = t ? i.parts.length : r.parts.length;
	return e.map((e) => {
		let s = new Float64Array(o);
		for (let c of n) for (let n = 0; n < o; n++) {
			let [o, l] = t ? [c, n] : [n, c];
			Ae(a, r.segments[o], i.segments[l]) && (s[n] += e.read(e.values[o * e.columns + l]));
		}
		return s;
	});
}
//#endregion
//#region src/views/lines.ts
var Me = .004, Ne = 64;
function K(e, t, n) {
	let r = e.findIndex((e) => e + 9 > t);
	if (r < 0) return [e.length, e.length];
	let i = r;
	for (; i < e.length && e[i] - 9 < n;) i++;
	return [r, i];
}
var Pe = class e {
	scene;
	steps;
	constructor(e, t) {
		this.scene = e, this.steps = t;
	}
	get count() {
		return this.steps.reduce((e, t) => e + t.length, 0);
	}
	byToken() {
		return new e(this.scene, [this.steps.flat().sort((e, t) => e - t)]);
	}
	draw(e, t, n, [r, i], a) {
		let { scene: o } = this, { left: s, right: c, queries: l, keys: u } = o.place, d = o.heads.map((e) => T(t, e));
		for (; r < this.steps.length; r++, i = 0) {
			let t = this.steps[r];
			for (; i < t.length; i++) {
				if ((i & 63) == 63 && !a()) return [r, i];
				let f = t[i], { columns: p, rows: m } = o.maps[0], h = f % p, g = Math.floor(f / p) % m, _ = Math.floor(f / (p * m)), v = o.maps[_], y = v.read(v.values[g * p + h]), { colour: b, dash: x } = d[_];
				e.line(s, l[g] - n, c, u[h] - n, {
					colour: b,
					dash: x,
					alpha: y,
					width: .5 + 2.5 * y
				});
			}
		}
		return null;
	}
};
function Fe(e, t, n) {
	let r = Array.from({ length: 65 }, () => []), [i, a] = K(e.place.queries, t, n), [o, s] = K(e.place.keys, t, n), c = Math.max(e.threshold, Me);
	return e.maps.forEach((t, n) => {
		let l = t.least(c);
		for (let c = 0; c < t.rows; c++) {
			let [u, d] = c >= i && c < a ? [0, t.columns] : [o, s];
			for (let i = u; i < d; i++) {
				let a = t.values[c * t.columns + i];
				if (a < l || !Ae(e.filter, e.rows.segments[c], e.keys.segments[i])) continue;
				let o = Ne - Math.round(Ne * Math.min(1, t.read(a)));
				r[o].push((n * t.rows + c) * t.columns + i);
			}
		}
	}), new Pe(e, r);
}
function Ie({ left: e, right: t }, n, r) {
	return n === "left" ? {
		x: e - r + 1,
		width: r - 2
	} : {
		x: t + 1,
		width: r - 2
	};
}
function Le(e, t, n, r, i, [a, o]) {
	let { left: s, right: c, queries: l, keys: u } = n.place, d = r.side === "left", [f, p] = d ? [l, u] : [u, l], m = Ie(n.place, d ? "right" : "left", n.place.column), h = m.width / Math.max(1, n.heads.length), [g, _] = K(p, a, o);
	n.maps.forEach((a, o) => {
		let { colour: f, dash: v } = T(t, n.heads[o]);
		for (let t = g; t < _; t++) {
			let n = r.sums[o][t];
			n > Me && e.box(m.x + o * h, p[t] - i - 9 + 1, h, 16, f, .8 * n);
		}
		let y = a.least(Math.max(n.threshold, Me));
		for (let t of r.units) for (let r = 0; r < p.length; r++) {
			let [o, p] = d ? [t, r] : [r, t], m = a.values[o * a.columns + p];
			if (m < y || !Ae(n.filter, n.rows.segments[o], n.keys.segments[p])) continue;
			let h = a.read(m);
			e.line(s, l[o] - i, c, u[p] - i, {
				colour: f,
				dash: v,
				alpha: h,
				width: .5 + 2.5 * h
			});
		}
	});
	let v = d ? n.rows : n.keys;
	for (let a of r.units) {
		let o = ue(G(v.texts[a], n.place.characters)) * z + 8, s = Ie(n.place, r.side, o);
		e.frame(s.x, f[a] - i - 9 + 1, s.width, 16, t.ink);
	}
}
function Re(e) {
	let t = new Float64Array(e[0]?.length ?? 0);
	for (let n of e) for (let r = 0; r < t.length; r++) t[r] += n[r] / e.length;
	return t;
}
//#endregion
//#region src/views/head_picture.ts
var ze = 22, Be = 28;
function Ve(e, t, n, r, i) {
	let a = Math.min(40, (r - 48) / n.length);
	e.box(0, i - Be / 2, r, Be, t.background, 1), e.text(0, i, "heads", {
		colour: t.quiet,
		size: 12,
		anchor: "start",
		font: v
	}), n.forEach((n, r) => {
		let o = 48 + r * a;
		e.line(o, i, o + a * .4, i, {
			...T(t, n),
			alpha: 1,
			width: 3
		}), e.text(o + a * .5, i, String(n + 1), {
			colour: t.ink,
			size: 12,
			anchor: "start",
			font: v
		});
	});
}
function He(e, t, n, r, i) {
	let { place: a, rows: o, keys: s } = t, c = [i, i + r], l = i - ze;
	return {
		title: e,
		width: a.width,
		height: ze + r + (t.heads.length > 1 ? Be : 0),
		draw: (e, i) => {
			n ? Le(e, i, t, n, l, c) : Fe(t, ...c).byToken().draw(e, i, l, [0, 0], () => !0);
			let u = n && Re(n.sums);
			for (let t of ["left", "right"]) {
				let r = t === "left", [d, f] = r ? [o, a.queries] : [s, a.keys], [p, m] = K(f, ...c), h = {
					colour: i.quiet,
					size: 12,
					font: v,
					anchor: r ? "end" : "start"
				};
				e.box(0, 0, a.width, r ? 18 : 0, i.background, 1), e.text(r ? a.left - 4 : a.right + 4, 8, ye[t], h);
				for (let o = p; o < m; o++) {
					let s = f[o] - l, c = n?.side === t && n.units.includes(o), p = {
						colour: d.special[o] ? i.quiet : i.ink,
						size: R,
						font: _,
						strong: c
					}, m = r ? a.left - 4 : a.right + 4;
					if (e.text(m, s, G(d.texts[o], a.characters), {
						...p,
						anchor: r ? "end" : "start"
					}), !u || n.side === t || u[o] < .01) continue;
					let h = r ? a.left - a.column - 4 : a.right + a.column + 4, g = {
						colour: i.quiet,
						size: R * .92,
						font: _
					};
					e.text(h, s, u[o].toFixed(2), {
						...g,
						anchor: r ? "end" : "start"
					});
				}
			}
			t.heads.length > 1 && Ve(e, i, t.heads, a.width, ze + r + Be / 2);
		}
	};
}
//#endregion
//#region src/colour.ts
var Ue = {
	light: [
		"#ffffff",
		"#52a6f0",
		"#08285c"
	],
	dark: [
		"#191b1f",
		"#a85d3e",
		"#fff3a6"
	]
}, We = {
	light: {
		below: [
			"#ffffff",
			"#f2a25c",
			"#8f3606"
		],
		above: [
			"#ffffff",
			"#6fb0f0",
			"#0f4a91"
		]
	},
	dark: {
		below: [
			"#111316",
			"#a8561c",
			"#ffc79c"
		],
		above: [
			"#111316",
			"#2f6bb0",
			"#b4d6ff"
		]
	}
}, Ge = 256;
function Ke(e) {
	return e <= .04045 ? e / 12.92 : ((e + .055) / 1.055) ** 2.4;
}
function qe(e) {
	return e <= .0031308 ? e * 12.92 : 1.055 * e ** (1 / 2.4) - .055;
}
function Je(e) {
	let t = (t) => Ke(parseInt(e.slice(t, t + 2), 16) / 255), [n, r, i] = [
		t(1),
		t(3),
		t(5)
	], a = Math.cbrt(.4122214708 * n + .5363325363 * r + .0514459929 * i), o = Math.cbrt(.2119034982 * n + .6806995451 * r + .1073969566 * i), s = Math.cbrt(.0883024619 * n + .2817188376 * r + .6299787005 * i);
	return [
		.2104542553 * a + .793617785 * o - .0040720468 * s,
		1.9779984951 * a - 2.428592205 * o + .4505937099 * s,
		.0259040371 * a + .7827717662 * o - .808675766 * s
	];
}
function Ye([e, t, n]) {
	let r = (e + .3963377774 * t + .2158037573 * n) ** 3, i = (e - .1055613458 * t - .0638541728 * n) ** 3, a = (e - .0894841775 * t - 1.291485548 * n) ** 3;
	return `#${[
		4.0767416621 * r - 3.3077115913 * i + .2309699292 * a,
		-1.2684380046 * r + 2.6097574011 * i - .3413193965 * a,
		-.0041960863 * r - .7034186147 * i + 1.707614701 * a
	].map((e) => Math.round(255 * Math.min(1, Math.max(0, qe(e))))).map((e) => e.toString(16).padStart(2, "0")).join("")}`;
}
function Xe([e, t, n], r) {
	let i = 1 - r, a = (a) => i * i * e[a] + 2 * i * r * t[a] + r * r * n[a];
	return [
		a(0),
		a(1),
		a(2)
	];
}
function Ze(e, t) {
	return Math.hypot(e[0] - t[0], e[1] - t[1], e[2] - t[2]);
}
function q([e, t, n]) {
	let r = [
		Je(e),
		Je(t),
		Je(n)
	], i = Array.from({ length: 4097 }, (e, t) => Xe(r, t / 4096)), a = [0];
	for (let e = 1; e < i.length; e++) a.push(a[e - 1] + Ze(i[e - 1], i[e]));
	let o = a[a.length - 1], s = 0;
	return Array.from({ length: Ge }, (e, t) => {
		for (; s < i.length - 1 && a[s] < o * t / 255;) s++;
		return Ye(i[s]);
	});
}
var Qe = {
	light: q(Ue.light),
	dark: q(Ue.dark)
};
q(We.light.below), q(We.light.above), q(We.dark.below), q(We.dark.above);
function $e(e, t) {
	let n = Math.round(Math.min(1, Math.max(0, t)) * 255);
	return Qe[e][n];
}
//#endregion
//#region src/views/maps.ts
function et(e) {
	return Uint32Array.from({ length: 256 }, (t, n) => {
		let r = parseInt($e(e, n / 255).slice(1), 16);
		return (255 << 24 | (r & 255) << 16 | r & 65280 | r >> 16) >>> 0;
	});
}
var tt = {
	light: et("light"),
	dark: et("dark")
};
function nt(e, t) {
	return Int32Array.from({ length: e }, (n, r) => Math.floor(r * t / e));
}
function rt(e, t, n, r, i, a) {
	let o = new Uint8Array(i * a), s = nt(n.parts.length, i), c = nt(t.parts.length, a);
	for (let { columns: a, values: l } of e) {
		let e = l instanceof Uint8Array ? null : 255;
		for (let u = 0; u < c.length; u++) {
			let d = c[u] * i;
			for (let i = 0; i < a; i++) {
				let c = l[u * a + i], f = e === null ? c : Math.round(e * Math.sqrt(Math.min(1, c))), p = d + s[i];
				f > o[p] && (r === "all" || Ae(r, t.segments[u], n.segments[i])) && (o[p] = f);
			}
		}
	}
	return o;
}
function it(e, n, r, i, a, o) {
	let [s, c] = [Math.max(1, Math.min(a, r.parts.length)), Math.max(1, Math.min(a, n.parts.length))], l = t("canvas", {
		width: s,
		height: c
	}), u = l.getContext("2d");
	if (!u) return l;
	let d = u.createImageData(s, c), f = new Uint32Array(d.data.buffer), p = tt[o];
	return rt(e, n, r, i, s, c).forEach((e, t) => f[t] = p[e]), u.putImageData(d, 0, 0), l;
}
//#endregion
//#region src/views/minimap.ts
var at = class {
	scrollTo;
	element;
	canvas = t("canvas", {});
	frame = t("div", { class: "hs-frame" });
	side = 168;
	height = 168;
	waiting = 0;
	constructor(e) {
		this.scrollTo = e;
		let n = t("div", {
			class: "hs-map",
			role: "img",
			"aria-label": "Map of all weights, rows by columns; the frame is what the columns show"
		}, this.canvas, this.frame), r = (e) => {
			let { top: t, height: r } = n.getBoundingClientRect();
			this.scrollTo((e.clientY - t) / r);
		};
		n.addEventListener("pointerdown", (e) => {
			n.setPointerCapture(e.pointerId), r(e);
		}), n.addEventListener("pointermove", (e) => {
			e.buttons & 1 && r(e);
		}), this.element = t("div", { class: "hs-minimap" }, n, t("p", { class: "hs-hint" }, "All weights: from (rows) to (columns). Click to go there."));
	}
	draw(e, t, n) {
		this.side = n, clearTimeout(this.waiting), this.waiting = window.setTimeout(() => {
			let n = Math.min(2, window.devicePixelRatio || 1), r = it(e.maps, e.rows, e.keys, e.filter, Math.round(this.side * n), t);
			this.canvas.width = r.width, this.canvas.height = r.height, this.canvas.getContext("2d")?.drawImage(r, 0, 0);
		}, 30);
		let [r, i] = [e.rows.texts.length, e.keys.texts.length];
		this.height = Math.max(24, this.side * Math.min(1, r / i)), this.canvas.style.width = `${this.side * Math.min(1, i / r)}px`, this.canvas.style.height = `${this.height}px`;
	}
	show([e, t], [n, r]) {
		let i = parseFloat(this.canvas.style.width);
		this.frame.style.top = `${e * this.height}px`, this.frame.style.height = `${Math.max(2, (t - e) * this.height)}px`, this.frame.style.left = `${n * i}px`, this.frame.style.width = `${Math.max(2, (r - n) * i)}px`;
	}
	destroy() {
		clearTimeout(this.waiting);
	}
};
//#endregion
//#region src/views/options.ts
function ot({ store: e }, t) {
	let n = d("layer", Array.from({ length: t.layers }, (e, t) => [String(t), String(t + 1)]), (t) => e.set({ layer: Number(t) }));
	return {
		element: n.element,
		show: ({ layer: e }) => n.show(String(e))
	};
}
var st = ({ segments: e }) => e.some((t) => t !== e[0]), ct = ({ words: e }) => e.some((t, n) => t >= 0 && t === e[n - 1]);
function lt({ store: e }, n, r) {
	let i = t("div", { class: "hs-bar" }), a = [], o = [n.queries, n.keys];
	if (o.some(st)) {
		let n = h("From which text to which", Te.map((e) => [e, e === "all" ? "all" : e.replace("-", "→")]), (t) => e.set({ filter: t }));
		i.append(t("div", { class: "hs-field" }, t("span", {}, "texts "), n.element)), a.push(({ filter: e }) => n.show(e));
	}
	if (o.some(({ special: e }) => e.includes(!0))) {
		let t = f("hide special tokens", (t) => e.set({ hide: t })), n = f("and renormalise", (t) => e.set({ renormalise: t }));
		i.append(t.element, n.element), a.push((e) => {
			t.show(e.hide), n.show(e.renormalise), n.enable(e.hide);
		});
	}
	if (o.some(ct)) {
		let t = f("words instead of tokens", (t) => e.set({ words: t }));
		i.append(t.element), a.push((e) => t.show(e.words));
	}
	if (r) {
		let t = p("weights from", .5, .005, (t) => e.set({ threshold: t }));
		i.append(t.element), a.push((e) => t.show(e.threshold));
	}
	return {
		element: i,
		show: (e) => a.forEach((t) => t(e))
	};
}
//#endregion
//#region src/views/state.ts
var ut = .01, dt = [
	"head",
	"model",
	"neuron"
];
function J(e) {
	return Array.from({ length: e.heads }, (e, t) => t);
}
function ft(e, t) {
	return typeof e == "number" && Number.isInteger(e) && e >= 0 && e < t;
}
function pt(e) {
	let t = e.stacks[0], n = e.start, r = n?.heads?.filter((e) => ft(e, t.heads)) ?? [], i = n?.token;
	return {
		view: dt.includes(e.kind) ? e.kind : "head",
		stack: 0,
		layer: ft(n?.layer, t.layers) ? n.layer : 0,
		heads: r.length > 0 ? r : J(t),
		side: "left",
		tokens: ft(i, t.queries.texts.length) ? [i] : [],
		filter: "all",
		hide: !1,
		renormalise: !1,
		words: !1,
		threshold: ut,
		sort: null,
		dimensions: !1
	};
}
function mt(e) {
	return encodeURIComponent(e).replace(/%(2B|2C|3A)/gu, (e) => decodeURIComponent(e));
}
function ht(e, t) {
	let n = t.stacks[e.stack], r = [
		["view", e.view],
		["stack", n.name],
		["layer", String(e.layer + 1)],
		["heads", e.heads.length === n.heads ? "all" : e.heads.map((e) => e + 1).join(",")]
	];
	return e.tokens.length > 0 && r.push(["token", `${e.side}:${e.tokens.join(",")}`]), e.filter !== "all" && r.push(["filter", e.filter]), e.hide && r.push(["special", "hide"]), e.renormalise && r.push(["renormalise", "1"]), e.words && r.push(["words", "1"]), e.threshold !== .01 && r.push(["threshold", String(e.threshold)]), e.sort !== null && r.push(["sort", e.sort]), e.dimensions && r.push(["dimensions", "contribution"]), r.map(([e, t]) => `${e}=${mt(t)}`).join("&");
}
function gt(e) {
	let t = /* @__PURE__ */ new Map();
	for (let n of e.replace(/^#/u, "").split("&")) {
		let e = n.indexOf("=");
		if (!(e < 0)) try {
			t.set(n.slice(0, e), decodeURIComponent(n.slice(e + 1)));
		} catch {}
	}
	return t;
}
function _t(e, t, n) {
	let r = e.split(",").filter((e) => /^\d+$/u.test(e)).map((e) => Number(e) - t);
	return [...new Set(r.filter((e) => ft(e, n)))].sort((e, t) => e - t);
}
function vt(e, t) {
	let n = pt(t), r = gt(e), i = dt.find((e) => e === r.get("view"));
	i && (n.view = i);
	let a = t.stacks.findIndex(({ name: e }) => e === r.get("stack"));
	a > 0 && Object.assign(n, yt(n, t, a));
	let o = t.stacks[n.stack], s = _t(r.get("layer") ?? "", 1, o.layers)[0];
	s !== void 0 && (n.layer = s);
	let c = r.get("heads");
	c === "all" ? n.heads = J(o) : c !== void 0 && (n.heads = _t(c, 1, o.heads));
	let l = /^(left|right):([\d,]+)$/u.exec(r.get("token") ?? "");
	l ? (n.side = l[1], n.tokens = _t(l[2], 0, (n.side === "left" ? o.queries : o.keys).texts.length)) : r.size > 0 && (n.tokens = []);
	let u = Te.find((e) => e === r.get("filter"));
	u && (n.filter = u), n.hide = r.get("special") === "hide", n.renormalise = r.get("renormalise") === "1", n.words = r.get("words") === "1";
	let d = Number(r.get("threshold") ?? .01);
	d >= 0 && d <= 1 && (n.threshold = d);
	let f = r.get("sort");
	return t.scores.some((e) => e.id === f && e.stack === o.name) && (n.sort = f), n.dimensions = r.get("dimensions") === "contribution", n;
}
function yt(e, t, n) {
	let [r, i] = [t.stacks[e.stack], t.stacks[n]], a = e.heads.length === r.heads ? J(i) : e.heads.filter((e) => e < i.heads);
	return {
		stack: n,
		layer: Math.min(e.layer, i.layers - 1),
		heads: a.length > 0 ? a : J(i),
		tokens: [],
		sort: null
	};
}
function bt(e, t) {
	return Object.keys(e).every((n) => n === "tokens" || n === "side" || e[n] === t[n]);
}
var xt = class {
	current;
	listeners = /* @__PURE__ */ new Set();
	constructor(e) {
		this.current = e;
	}
	get state() {
		return this.current;
	}
	set(e) {
		let t = this.current;
		this.current = {
			...t,
			...e
		};
		for (let e of [...this.listeners]) e(this.current, t);
	}
	listen(e) {
		return this.listeners.add(e), () => this.listeners.delete(e);
	}
};
//#endregion
//#region src/views/patches.ts
function St(e, n, r) {
	let i = J(e).map((e) => {
		let t = m(String(e + 1), () => a(e), {
			class: "hs-patch",
			title: "Double-click: this head alone"
		});
		return t.style.setProperty("--light", T(C.light, e).colour), t.style.setProperty("--dark", T(C.dark, e).colour), t.classList.toggle("hs-dashed", T(C.light, e).dash.length > 0), t.addEventListener("dblclick", () => r([e])), t;
	});
	function a(e) {
		let t = n();
		r(t.includes(e) ? t.filter((t) => t !== e) : [...t, e].sort((e, t) => e - t));
	}
	let o = new g(i), s = t("div", {
		class: "hs-patches",
		role: "group",
		"aria-label": "Heads shown"
	}, ...i);
	s.addEventListener("keydown", (e) => {
		let t = i.indexOf(e.target);
		if (t < 0 || e.ctrlKey || e.altKey || e.metaKey) return;
		let n = {
			ArrowRight: t + 1,
			ArrowDown: t + 1,
			ArrowLeft: t - 1,
			ArrowUp: t - 1,
			Home: 0,
			End: i.length - 1
		}[e.key];
		if (n !== void 0) o.to(n);
		else if (e.key === "Enter" && e.shiftKey) r([t]);
		else return;
		e.preventDefault();
	}), s.addEventListener("focusin", (e) => o.to(i.indexOf(e.target), !1));
	let c = m("all", () => r(J(e)), { "aria-label": "Show all heads" }), l = m("none", () => r([]), { "aria-label": "Show no head" });
	return {
		element: t("div", { class: "hs-field" }, t("span", {}, "heads "), s, c, l),
		show: (e) => {
			let t = new Set(e);
			i.forEach((e, n) => {
				e.setAttribute("aria-pressed", String(t.has(n))), e.setAttribute("aria-label", `Head ${n + 1}`);
			});
		}
	};
}
//#endregion
//#region src/views/view.ts
function Ct(e, t) {
	let n = {
		hide: t.hide,
		words: t.words
	};
	return {
		rows: Ee(e.queries, n),
		keys: Ee(e.keys, n)
	};
}
function wt({ data: e }, t, n, r, i, a, o) {
	return ke(e.map(t, r, i), a, o, n.hide && n.renormalise);
}
function Y(e, t) {
	return `${e + 1}-${t + 1}`;
}
//#endregion
//#region src/views/readout.ts
var Tt = 5;
function X({ behaviours: e }, t) {
	let n = e.find(({ name: e }) => e === t);
	return {
		words: n ? W(n.words) : U(t),
		mark: n ? W(n.sign) : [...U(t)][0]
	};
}
function Et(e, t, n, r) {
	return e.labels.find((e) => e.stack === t.name && e.layer === n && e.head === r)?.label ?? null;
}
function Dt(e, t, { layer: n, heads: r }) {
	let i = e.stacks.length > 1 ? ` of the ${U(t.name)}` : "";
	if (r.length === 0) return `Layer ${n + 1}${i}, no head shown`;
	if (r.length === 1) {
		let a = Et(e, t, n, r[0]);
		return `Head ${Y(n, r[0])}${i}${a === null ? "" : `: ${X(e, a).words}`}`;
	}
	let a = r.map((e) => e + 1), o = a.length > 2 && a.at(-1) - a[0] === a.length - 1 ? `${a[0]} to ${a.at(-1)}` : `${a.slice(0, -1).join(", ")} and ${a.at(-1)}`;
	return `Layer ${n + 1}${i}, heads ${o}`;
}
var Ot = (e) => t("bdi", { class: "hs-quoted" }, U(e).slice(0, 40));
function kt({ rows: e, keys: t, heads: n }, r, i) {
	if (n.length === 0) return ["No head is shown: choose one above."];
	if (!r || !i) return ["Point at a token to see its weights."];
	let [a, o] = r.side === "left" ? [e, t] : [t, e], s = [];
	r.units.slice(0, Tt).forEach((e, t) => s.push(t > 0 ? " + " : "", Ot(a.texts[e]))), r.units.length > Tt && s.push(` and ${r.units.length - Tt} more`);
	let c = r.units.length === 1;
	s.push(r.side === "left" ? c ? " attends to " : " attend to " : c ? " is attended to by " : " are attended to by ");
	let l = Array.from(i.keys()).filter((e) => i[e] >= .01).sort((e, t) => i[t] - i[e]).slice(0, Tt);
	l.length === 0 && s.push("nothing above 1%"), l.forEach((e, t) => s.push(t > 0 ? ", " : "", Ot(o.texts[e]), ` ${i[e].toFixed(2)}`));
	let u = [...c ? [] : ["summed"], ...n.length === 1 ? [] : [`mean of ${n.length} heads`]];
	return s.push(u.length > 0 ? ` (${u.join(", ")}).` : "."), s;
}
//#endregion
//#region src/views/head_view.ts
var At = 60, jt = 12;
function Mt(e) {
	let { store: n } = e, r = e.meta.stacks[n.state.stack], i = ot(e, r), a = St(r, () => n.state.heads, (e) => n.set({ heads: e })), o = lt(e, r, !0), [s, c] = [new Se("left"), new Se("right")], l = t("canvas", {
		class: "hs-base",
		"aria-hidden": "true"
	}), u = t("canvas", { "aria-hidden": "true" }), d = t("div", { class: "hs-plot" }, t("div", { class: "hs-stage" }, l, u), s.element, c.element), f = t("div", { class: "hs-scroller" }, d), [p, m] = [t("span", {}, ye.left), t("span", {}, ye.right)], h = t("div", { class: "hs-columns" }, t("div", {
		class: "hs-names",
		"aria-hidden": "true"
	}, p, m), f), g = new at((e) => f.scrollTop = e * T.place.height - f.clientHeight / 2), _ = [r.queries, r.keys].some(st), v = t("h3", {}), b = t("p", {
		class: "hs-readout",
		"aria-live": "polite"
	}), x = t("div", { class: "hs-figure" }, h, g.element), w = t("div", { class: "hs-head" }, t("div", { class: "hs-bar" }, i.element, a.element), o.element, v, b, x, t("p", { class: "hs-hint" }, "A stroke leads from the position being updated (left) to the one attended to (right); stronger means more weight. Point at a token for its weights; click keeps it, shift and click adds another and sums; Escape lets go. By key: arrows, Enter, shift and Enter." + (_ ? " A is the first text, B the second." : ""))), T, E = null, D = null, [O, k] = [0, 0], A = !0, j = null, M = null, N = 0, P = () => Math.max(T.rows.texts.length, T.keys.texts.length) > At, F = () => [f.scrollTop, f.scrollTop + I()], I = () => P() ? Math.min(At * 18, Math.max(360, window.innerHeight - 220)) : T.place.height;
	function ee() {
		let t = n.state, { rows: i, keys: a } = Ct(r, t), o = Math.max(200, x.clientWidth || 640), l = Math.max(i.texts.length, a.texts.length) > At, u = o > 1040 ? 340 : o > 600 ? 168 : 112, h = xe(i, a, l ? o > 600 ? o - u - 48 : o - 16 : o), _ = t.heads.map((n) => wt(e, r, t, t.layer, n, i, a)), v = T;
		T = {
			place: h,
			rows: i,
			keys: a,
			heads: t.heads,
			maps: _,
			filter: t.filter,
			threshold: t.threshold
		}, (!(v && v.place.width === h.width && v.rows.texts.join("\n") === i.texts.join("\n")) || v.keys.texts.join("\n") !== a.texts.join("\n")) && (d.style.width = `${h.width}px`, d.style.height = `${h.height}px`, p.style.width = `${h.left - 4}px`, m.style.left = `${h.right + 4}px`, s.fill(i, h), c.fill(a, h), E = null), f.style.height = P() ? `${I()}px` : "", f.classList.toggle("hs-long", P()), g.element.hidden = !P(), P() && g.draw(T, e.theme(), u);
	}
	function L() {
		let { tokens: e, side: t } = n.state, r = [...new Set(e.map((e) => (t === "left" ? T.rows : T.keys).unit[e]))].filter((e) => e >= 0), i = r.length > 0 ? {
			side: t,
			units: r
		} : E && {
			side: E.side,
			units: [E.unit]
		};
		D = i && {
			...i,
			sums: je(T.maps, i.side === "left", i.units, {
				rows: T.rows,
				columns: T.keys,
				filter: T.filter
			})
		}, s.mark(D?.side === "left" ? D.units : [], r.length > 0), c.mark(D?.side === "right" ? D.units : [], r.length > 0), R(!1);
	}
	function R(e) {
		A ||= e, O === 0 && (O = requestAnimationFrame(z));
	}
	function z() {
		O = 0, A && B(), A = !1, H();
	}
	function B() {
		cancelAnimationFrame(k);
		let [e, t] = F();
		N = e, S(l, T.place.width, I()), w.setAttribute("aria-busy", "true"), M = {
			strokes: Fe(T, e, t),
			from: [0, 0]
		}, V();
	}
	function V() {
		let t = l.getContext("2d");
		if (!M || !t) return;
		let n = performance.now() + jt, r = M.strokes.draw(new y(t), C[e.theme()], N, M.from, () => performance.now() < n);
		M = r && {
			strokes: M.strokes,
			from: r
		}, r ? k = requestAnimationFrame(V) : w.removeAttribute("aria-busy");
	}
	function H() {
		let t = F(), n = S(u, T.place.width, I());
		l.classList.toggle("hs-dim", D !== null);
		let r = D && Re(D.sums);
		if (D && n && Le(new y(n), C[e.theme()], T, D, t[0], t), s.write(D?.side === "right" ? r : null, ...K(T.place.queries, ...t)), c.write(D?.side === "left" ? r : null, ...K(T.place.keys, ...t)), b.replaceChildren(...kt(T, D, r)), P()) {
			let e = (e) => K(e, ...t).map((t) => t / e.length);
			g.show(e(T.place.queries), e(T.place.keys));
		}
	}
	function te(e, t, r) {
		let { rows: i, keys: a } = T, o = (e === "left" ? i : a).parts[t][0], s = n.state, c = s.side === e && s.tokens.includes(o), l = s.side === e && r ? s.tokens.filter((e) => e !== o) : [];
		n.set({
			side: e,
			tokens: c && (r || s.tokens.length === 1) ? l : [...l, o].sort((e, t) => e - t)
		});
	}
	function ne(e, t) {
		(t === null ? E === null : E?.side === e && E.unit === t) || (E = t === null ? null : {
			side: e,
			unit: t
		}, L());
	}
	we(s, c, {
		point: ne,
		act: te
	}), w.addEventListener("keydown", (e) => {
		e.key === "Escape" && n.state.tokens.length > 0 && n.set({ tokens: [] });
	}), f.addEventListener("scroll", () => R(!0), { passive: !0 });
	let re = 0, ie = new ResizeObserver(() => {
		x.clientWidth !== re && (re = x.clientWidth, ae(n.state));
	});
	ie.observe(x);
	function ae(t) {
		let n = j !== null && j !== t && bt(j, t);
		if (j = t, n) return L();
		i.show(t), a.show(t.heads), o.show(t), ee(), v.textContent = Dt(e.meta, r, t), L(), R(!0);
	}
	return {
		element: w,
		update: ae,
		picture: () => He(v.textContent ?? "", T, D, I(), f.scrollTop),
		destroy: () => {
			cancelAnimationFrame(O), cancelAnimationFrame(k), ie.disconnect(), g.destroy();
		}
	};
}
//#endregion
//#region src/marks.ts
function Nt(e, t, n, r) {
	let i = Math.floor(n / t), a = n % t, o = {
		ArrowLeft: [i, a - 1],
		ArrowRight: [i, a + 1],
		ArrowUp: [i - 1, a],
		ArrowDown: [i + 1, a],
		Home: [i, 0],
		End: [i, t - 1],
		PageUp: [0, a],
		PageDown: [e - 1, a]
	}[r];
	if (!o) return null;
	let [s, c] = o;
	return s < 0 || s >= e || c < 0 || c >= t ? null : s * t + c;
}
//#endregion
//#region src/views/grid.ts
var [Pt, Ft, Z, It, Lt] = [
	20,
	72,
	4,
	28,
	20
], Rt = 18;
function zt(e, t) {
	let n = Array.from({ length: e.layers * e.heads }, (t, n) => ({
		layer: Math.floor(n / e.heads),
		head: n % e.heads
	})), r = ({ layer: e, head: n }) => t.value[e]?.[n] ?? -Infinity;
	return n.sort((e, t) => r(t) === r(e) ? 0 : r(t) - r(e));
}
function Bt(e, t, n) {
	if (t) return Vt(e, t, n);
	let r = Math.max(Pt, Math.min(Ft, Math.floor((n - It) / e.heads) - Z)), i = (e) => It + e * (r + Z), a = (e) => Lt + e * (r + Z), o = [], s = [];
	for (let t = 0; t < e.heads; t++) s.push({
		x: i(t) + r / 2,
		y: Lt / 2,
		text: String(t + 1),
		anchor: "middle"
	});
	for (let t = 0; t < e.layers; t++) {
		s.push({
			x: It - 6,
			y: a(t) + r / 2,
			text: String(t + 1),
			anchor: "end"
		});
		for (let n = 0; n < e.heads; n++) o.push({
			layer: t,
			head: n,
			x: i(n),
			y: a(t)
		});
	}
	return {
		cells: o,
		names: s,
		columns: e.heads,
		side: r,
		width: i(e.heads),
		height: a(e.layers)
	};
}
function Vt(e, t, n) {
	let r = Ft, i = Math.max(1, Math.floor((n + Z) / (r + Z))), a = [], o = [];
	zt(e, t).forEach(({ layer: e, head: n }, s) => {
		let [c, l] = [s % i * (r + Z), Math.floor(s / i) * (r + Rt + Z)], u = t.value[e]?.[n];
		a.push({
			layer: e,
			head: n,
			x: c,
			y: l
		}), o.push({
			x: c,
			y: l + r + Rt / 2,
			text: Y(e, n),
			anchor: "start"
		}), o.push({
			x: c + r,
			y: l + r + Rt / 2,
			text: typeof u == "number" ? u.toFixed(2) : "–",
			anchor: "end"
		});
	});
	let s = Math.ceil(a.length / i);
	return {
		cells: a,
		names: o,
		columns: i,
		side: r,
		width: i * (r + Z),
		height: s * (r + Rt + Z)
	};
}
//#endregion
//#region src/views/preview.ts
var Q = 280, Ht = 11, Ut = class {
	element;
	canvas = t("canvas", {});
	name = t("p", {});
	constructor() {
		this.element = t("div", {
			class: "hs-preview",
			"aria-hidden": "true"
		}, this.name, this.canvas), this.element.hidden = !0;
	}
	hide() {
		this.element.hidden = !0;
	}
	show(e, t, n, r, i, a) {
		this.element.hidden = !1, this.name.textContent = e;
		let o = Q / Math.max(1, n.texts.length), s = o >= Ht, c = Math.min(12, Math.max(1, ...n.texts.map((e) => ue(G(e, 12))))), l = s ? c * z * .8 + 6 : 0, u = S(this.canvas, l + Q + 2, 282);
		if (!u) return;
		let d = C[a], f = new y(u);
		f.picture(it([t], n, r, i, 2 * Q, a), l, 1, Q, Q), f.frame(l, 1, Q, Q, d.line), s && n.texts.forEach((e, t) => {
			let r = n.special[t] ? d.quiet : d.ink;
			f.text(l - 4, 1 + (t + .5) * o, G(e, 12), {
				colour: r,
				size: 10,
				anchor: "end",
				font: _
			});
		});
	}
}, Wt = 14;
function Gt(e) {
	let { meta: n, store: r } = e, i = n.stacks[r.state.stack], a = n.scores.filter((e) => e.stack === i.name), o = d("order", [["", "layers and heads"], ...a.map((e) => [e.id, W(e.words)])], (e) => r.set({ sort: e === "" ? null : e })), s = lt(e, i, !1), c = t("canvas", { "aria-hidden": "true" }), l = t("div", {
		class: "hs-cells",
		role: "grid",
		"aria-label": "All heads"
	}), u = t("div", { class: "hs-board" }, c, l), f = t("div", { class: "hs-wide" }, u), p = new Ut(), h = t("div", { class: "hs-figure" }, f, p.element), _ = t("h3", {}), b = t("p", {
		class: "hs-readout",
		"aria-live": "polite"
	}), x = "Each square is one head’s map: rows are the positions being updated, columns those attended to, and the stronger the colour, the larger the weight (its square root). Enter or a click opens a head.", w = [...new Map(n.labels.filter((e) => e.stack === i.name).map(({ label: e }) => X(n, e)).filter(({ mark: e }) => e !== "").map(({ mark: e, words: t }) => [e, t]))].map(([e, t]) => `${e} ${t}`).join(" · "), T = t("div", { class: "hs-model" }, t("div", { class: "hs-bar" }, o.element), s.element, _, b, h, t("p", { class: "hs-hint" }, w === "" ? x : `${x} A sign says what a head mostly does: ${w}.`)), E, D = 0, O = [], k = [], A = "", j = 1, M = (e) => a.find(({ id: t }) => t === e.sort) ?? null;
	function N({ layer: e, head: t }) {
		let a = M(r.state), o = a?.value[e]?.[t], s = Et(n, i, e, t), c = [`Head ${Y(e, t)}`];
		return s !== null && c.push(X(n, s).words), a && c.push(`${W(a.words)}: ${typeof o == "number" ? o.toFixed(2) : "not measured"}`), c.join(", ");
	}
	function P({ layer: e, head: t }) {
		r.set({
			view: "head",
			layer: e,
			heads: [t]
		});
	}
	function F() {
		let e = h.clientWidth || 900;
		return e > 1e3 ? e - 400 : e;
	}
	function I({ layer: t, head: n }) {
		if (F() === h.clientWidth) return;
		let a = r.state, { rows: o, keys: s } = Ct(i, a);
		p.show(`Head ${Y(t, n)}`, wt(e, i, a, t, n, o, s), o, s, a.filter, e.theme());
	}
	function ee(e) {
		let r = M(e);
		E = Bt(i, r, Math.max(240, F())), j = E.columns, u.classList.toggle("hs-small", E.side < 44), u.style.width = `${E.width}px`, u.style.height = `${E.height}px`;
		let a = E.cells.map((e) => {
			let r = m("", () => P(e), {
				class: "hs-cell",
				role: "gridcell",
				"aria-label": N(e),
				title: N(e)
			}), a = Et(n, i, e.layer, e.head);
			return a !== null && r.append(t("span", {
				class: "hs-mark",
				"aria-hidden": "true"
			}, X(n, a).mark)), r.style.left = `${e.x}px`, r.style.top = `${e.y}px`, r.style.width = `${E.side}px`, r.style.height = `${E.side}px`, r;
		}), o = new g(a), s = [];
		for (let e = 0; e < a.length; e += j) s.push(t("div", { role: "row" }, ...a.slice(e, e + j)));
		l.replaceChildren(...s), l.onkeydown = (e) => {
			let t = a.indexOf(e.target);
			if (t < 0 || e.ctrlKey || e.altKey || e.metaKey) return;
			let n = Nt(Math.ceil(a.length / j), j, t, e.key);
			n !== null && (e.preventDefault(), o.to(Math.min(n, a.length - 1)));
		}, L = (e) => {
			let t = a.indexOf(e.target.closest("button"));
			t < 0 || (e.type === "focusin" && o.to(t, !1), b.textContent = `${N(E.cells[t])}.`, I(E.cells[t]));
		};
	}
	let L = () => void 0;
	l.addEventListener("pointerover", (e) => L(e)), l.addEventListener("focusin", (e) => L(e));
	function R(e, t) {
		let n = {
			colour: t.quiet,
			size: Math.min(13, Math.max(9, E.side * .3)),
			font: v
		};
		for (let { x: t, y: r, text: i, anchor: a } of E.names) e.text(t, r, i, {
			...n,
			anchor: a
		});
	}
	function z() {
		let t = S(c, E.width, E.height);
		if (!t) return;
		let n = C[e.theme()];
		R(new y(t), n), T.setAttribute("aria-busy", "true");
		let i = r.state, a = JSON.stringify([
			E.side,
			e.theme(),
			i.filter,
			i.hide,
			i.renormalise,
			i.words
		]), o = new Map(a === A ? O.map((e) => [Y(e.cell.layer, e.cell.head), e.made]) : []);
		A = a, O = [], k = [...E.cells].reverse(), cancelAnimationFrame(D), B(o);
	}
	function B(t) {
		let n = new y(c.getContext("2d")), r = C[e.theme()], i = performance.now() + Wt;
		for (; k.length > 0 && performance.now() < i;) {
			let i = k.pop(), a = t.get(Y(i.layer, i.head)) ?? V(i, Math.min(2, window.devicePixelRatio || 1), e.theme());
			O.push({
				cell: i,
				made: a
			}), n.picture(a, i.x, i.y, E.side, E.side), n.frame(i.x, i.y, E.side, E.side, r.line);
		}
		k.length > 0 ? D = requestAnimationFrame(() => B(t)) : T.removeAttribute("aria-busy");
	}
	function V({ layer: t, head: n }, a, o) {
		let s = r.state, { rows: c, keys: l } = Ct(i, s);
		return it([wt(e, i, s, t, n, c, l)], c, l, s.filter, Math.round(E.side * a), o);
	}
	function H(e) {
		o.show(e.sort ?? ""), s.show(e);
		let t = M(e);
		_.textContent = t ? `All heads, by how much each ${W(t.words)}` : `All ${i.layers} × ${i.heads} heads: a row for each layer, a column for each head`, b.textContent = "Point at a head for its name; click to open it.", p.hide(), ee(e), z();
	}
	let te = 0, ne = new ResizeObserver(() => {
		h.clientWidth !== te && (te = h.clientWidth, H(r.state));
	});
	return ne.observe(h), {
		element: T,
		update: H,
		picture: () => ({
			title: _.textContent ?? "",
			width: E.width,
			height: E.height,
			draw: (e, t, r) => {
				R(e, t);
				for (let a of E.cells) {
					e.picture(V(a, 3, r), a.x, a.y, E.side, E.side), e.frame(a.x, a.y, E.side, E.side, t.line);
					let o = Et(n, i, a.layer, a.head), s = o === null ? "" : X(n, o).mark;
					if (s === "") continue;
					let c = E.side < 44 ? 8 : 10, [l, u] = [a.x + E.side - c / 2 - 2, a.y + c / 2 + 2];
					e.box(l - c / 2 - 1, u - c / 2 - 1, c + 2, c + 2, t.background, 1), e.text(l, u, s, {
						colour: t.ink,
						size: c,
						anchor: "middle",
						font: v
					});
				}
			}
		}),
		destroy: () => {
			cancelAnimationFrame(D), ne.disconnect();
		}
	};
}
//#endregion
//#region src/views/neuron.ts
function Kt(e, t, n) {
	let r = t.queries.texts.length;
	if (r < 2 || r !== t.keys.texts.length) return !1;
	for (let i = 0; i < t.heads; i++) {
		let a = e.map(t, n, i);
		for (let e = 0; e < r; e++) for (let t = e + 1; t < r; t++) if (a[e * r + t] !== 0) return !1;
	}
	return !0;
}
function qt(e, t) {
	let n = e.reduce((e, n, r) => t[r] ? e : Math.max(e, n), -Infinity), r = e.map((e, r) => t[r] ? 0 : Math.exp(e - n)), i = r.reduce((e, t) => e + t, 0);
	return r.map((e) => i > 0 ? e / i : 0);
}
function Jt(e, t, n, i, a, o) {
	let { query: s, key: c, scaling: l } = t.vectors, u = s.shape[3], d = t.keys.texts.length, f = e.vectors(s, n, i).subarray(a * u, (a + 1) * u), p = e.vectors(c, n, i), m = p.map((e, t) => e * f[t % u]), h = new Float64Array(d);
	m.forEach((e, t) => h[Math.floor(t / u)] += e);
	let g = h.map((e) => e * l), _ = Uint8Array.from({ length: d }, (e, t) => o && t > a ? 1 : 0), v = qt(g, _), y = e.map(t, n, i), b = Float64Array.from({ length: d }, (e, t) => r[y[a * d + t]]);
	return {
		dimensions: u,
		query: f,
		keys: p,
		products: m,
		dots: h,
		scaled: g,
		softmax: v,
		weights: b,
		masked: _,
		apart: b.reduce((e, t, n) => Math.max(e, Math.abs(t - v[n])), 0)
	};
}
function Yt({ dimensions: e, products: t, dots: n }, r) {
	if (r !== null) return Float64Array.from(t.subarray(r * e, (r + 1) * e));
	let i = new Float64Array(e);
	return t.forEach((t, r) => i[r % e] += Math.abs(t) / n.length), i;
}
function Xt(e, t, n) {
	let r = Array.from({ length: e.dimensions }, (e, t) => t), i = Yt(e, n);
	return t ? r.sort((e, t) => i[t] - i[e] || e - t) : r;
}
//#endregion
//#region src/views/neuron_picture.ts
var Zt = 20, $ = 72, Qt = 6.4 * z;
function $t(e, t) {
	let n = Math.max(2, Math.min(24, Math.floor(240 / t))), r = e.right + e.column + Zt, i = r + n * t + Zt, a = i + n * t + Zt, o = a + $ + Qt + Zt, s = o + $ + Qt + Zt;
	return {
		cell: n,
		key: r,
		product: i,
		dot: a,
		softmax: o,
		model: s,
		width: s + 5 * z + 4
	};
}
var en = (e) => Array.prototype.reduce.call(e, (e, t) => Math.max(e, Math.abs(t)), 1e-9);
function tn(e, t, { working: n, order: r, places: i, key: a, place: o }) {
	let s = {
		colour: t.quiet,
		size: 13,
		anchor: "start",
		font: v
	}, c = [
		[i.key, "query, and keys below"],
		[i.product, a === null ? "query × key" : "query × chosen key"],
		[i.dot, "sum × scaling"],
		[i.softmax, "softmax"],
		[i.model, "model"]
	];
	for (let [t, n] of c) e.text(t, 10, n, s);
	e.text(o.left - 4, 10, ye.left, {
		...s,
		anchor: "end"
	}), e.text(o.right + 4, 10, "to", s);
	let { dimensions: l } = n;
	nn(e, t, r.map((e) => n.query[e]), i.key, i.cell), a !== null && nn(e, t, r.map((e) => n.products[a * l + e]), i.product, i.cell);
}
function nn(e, t, n, r, i) {
	let [a, o] = [50, 28], s = en(n);
	e.box(r, a, i * n.length, 1, t.line, 1), n.forEach((n, c) => {
		let l = Math.abs(n) / s * o;
		e.box(r + c * i, n < 0 ? a : a - l, Math.max(1, i - 1), l, n < 0 ? t.negative : t.positive, 1);
	});
}
function rn(e, t, n, r, i) {
	let { working: a, order: o, place: s, places: c, token: l, key: u } = n, { dimensions: d } = a, f = {
		key: en(a.keys),
		product: en(a.products),
		dot: en(a.scaled)
	}, [p, m] = K(s.keys, ...i), h = {
		colour: t.ink,
		size: R * .92,
		anchor: "end",
		font: _
	};
	for (let n = p; n < m; n++) {
		let i = s.keys[n] - r, p = a.softmax[n];
		n === u && e.frame(s.right + 1, i - 9 + 1, c.width - s.right - 2, 16, t.ink), e.line(s.left, s.queries[l] - r, s.right, i, {
			colour: t.positive,
			alpha: p,
			width: .5 + 2.5 * p,
			dash: []
		}), o.forEach((r, o) => {
			let [s, l] = [a.keys[n * d + r], a.products[n * d + r]], u = (n, r, a) => e.box(n + o * c.cell, i - 7, c.cell, 14, r < 0 ? t.negative : t.positive, Math.abs(r) / a);
			u(c.key, s, f.key), u(c.product, l, f.product);
		});
		let m = a.masked[n] === 1, g = a.scaled[n], _ = $ / 2, v = Math.abs(g) / f.dot * _;
		e.box(c.dot + _ + (g < 0 ? -v : 0), i - 5, v, 10, g < 0 ? t.negative : t.positive, m ? .25 : 1), e.text(c.dot + $ + Qt, i, g.toFixed(2).replace("-", "−"), {
			...h,
			colour: m ? t.quiet : t.ink
		}), e.box(c.softmax, i - 5, p * $, 10, t.positive, 1), e.text(c.softmax + $ + Qt, i, m ? "masked" : p.toFixed(2), m ? {
			...h,
			colour: t.quiet
		} : h), e.text(c.model + 4.4 * z, i, a.weights[n].toFixed(2), {
			...h,
			colour: t.quiet
		});
	}
}
//#endregion
//#region src/views/neuron_view.ts
var an = 60, on = " On a narrow screen, scroll sideways for products, sums and weights.";
function sn(e) {
	let { meta: n, data: r, store: i } = e, a = n.stacks[i.state.stack], o = ot(e, a), s = d("head", J(a).map((e) => [String(e), String(e + 1)]), (e) => i.set({ heads: [Number(e)] })), c = f("dimensions by contribution", (e) => i.set({ dimensions: e })), [l, u] = [new Se("left"), new Se("right")], p = t("canvas", { "aria-hidden": "true" }), m = t("canvas", { "aria-hidden": "true" }), h = t("div", { class: "hs-plot" }, t("div", { class: "hs-stage" }, m), l.element, u.element), g = t("div", { class: "hs-scroller" }, h), v = t("div", { class: "hs-wide" }, p, g), b = t("h3", {}), x = t("p", {
		class: "hs-readout",
		"aria-live": "polite"
	}), w = t("p", { class: "hs-hint" }), T = t("div", { class: "hs-neuron" }, t("div", { class: "hs-bar" }, o.element, s.element, c.element), b, x, v, w, t("p", { class: "hs-hint" }, "Blue is above zero, orange below, paler is nearer to it. Choose the token being updated on the left; on the right, choose a key to see its product as bars and to sort by it; again, or Escape, lets it go.")), E = {
		hide: !1,
		words: !1
	}, [D, O] = [Ee(a.queries, E), Ee(a.keys, E)], k = /* @__PURE__ */ new Map(), A, j = null, M = null, N = 0, P = Math.max(D.texts.length, O.texts.length) > an, F = () => P ? Math.min(an * 18, Math.max(288, window.innerHeight - 240)) : A.place.height;
	function I(e) {
		let t = e.heads[0] ?? 0, i = e.side === "left" ? e.tokens[0] ?? 0 : 0;
		o.show(e), s.show(String(t)), c.show(e.dimensions), k.has(e.layer) || k.set(e.layer, a.causal ?? Kt(r, a, e.layer));
		let d = Jt(r, a, e.layer, t, i, k.get(e.layer)), f = A === void 0, p = f ? ee() : A.place, m = $t(p, d.dimensions);
		A = {
			working: d,
			order: Xt(d, e.dimensions, j),
			place: p,
			places: m,
			token: i,
			key: j
		}, f && (h.style.width = `${m.width}px`, h.style.height = `${p.height}px`, g.style.width = `${m.width + (P ? 16 : 0)}px`, g.style.height = P ? `${F()}px` : "", g.classList.toggle("hs-long", P), l.fill(D, p), u.fill(O, p));
		let _ = Et(n, a, e.layer, t);
		b.textContent = `Head ${Y(e.layer, t)}${_ === null ? "" : `: ${X(n, _).words}`}`, w.textContent = L() + (m.width > v.clientWidth && v.clientWidth > 0 ? on : ""), l.mark([i], !0), u.mark(j === null ? [] : [j], !0), z(), B();
	}
	function ee() {
		let e = v.clientWidth < 640, t = xe(D, O, e ? 260 : 400), n = t.column + 4;
		return {
			...t,
			left: n,
			right: n + (e ? 32 : 72)
		};
	}
	function L() {
		let { apart: e } = A.working, t = `The sum is multiplied by ${a.vectors.scaling.toPrecision(3)}. `;
		return e <= n.error + .005 ? `${t}The softmax of these is what the model had.` : `${t}${`The softmax of these differs from what the model had by up to ${e.toFixed(2)}: `}it adds something of its own before, such as a mask or a position’s bias.`;
	}
	function z() {
		let { working: e, token: n } = A, r = (e) => t("bdi", { class: "hs-quoted" }, U(e).slice(0, 40)), i = M ?? j;
		if (i === null) {
			x.replaceChildren("The query of ", r(D.texts[n]), " with every key. Point at a key for its sum.");
			return;
		}
		let a = Yt(e, i), o = Xt(e, !0, i).slice(0, 3), s = (e) => `${e < 0 ? "−" : "+"}${Math.abs(e).toFixed(2)}`;
		x.replaceChildren(r(D.texts[n]), " · ", r(O.texts[i]), ` = ${s(e.dots[i])}, scaled ${s(e.scaled[i])}, softmax ${e.softmax[i].toFixed(2)}. `, `Most from dimensions ${o.map((e) => `${e + 1} (${s(a[e])})`).join(", ")}.`);
	}
	function B() {
		N === 0 && (N = requestAnimationFrame(V));
	}
	function V() {
		N = 0;
		let t = C[e.theme()], [n, r] = [S(p, A.places.width, 84), S(m, A.places.width, F())];
		n && tn(new y(n), t, A), r && rn(new y(r), t, A, g.scrollTop, [g.scrollTop, g.scrollTop + F()]);
	}
	function H(e) {
		j = j === e ? null : e, I(i.state);
	}
	return we(l, u, {
		act: (e, t) => e === "left" ? i.set({
			side: e,
			tokens: [t]
		}) : H(t),
		point: (e, t) => {
			e !== "left" && t !== M && (M = t, z());
		}
	}), T.addEventListener("keydown", (e) => {
		e.key === "Escape" && j !== null && H(null);
	}), g.addEventListener("scroll", B, { passive: !0 }), {
		element: T,
		update: I,
		picture: () => {
			let [e, t] = [g.scrollTop, F()], { place: n, places: r, token: i } = A;
			return {
				title: `${b.textContent}, from ${U(D.texts[i])}`,
				width: r.width,
				height: 84 + t,
				draw: (r, a) => {
					tn(r, a, A), rn(r, a, A, e - 84, [e, e + t]);
					for (let [o, s, c, l] of [[
						D,
						n.queries,
						n.left - 4,
						"end"
					], [
						O,
						n.keys,
						n.right + 4,
						"start"
					]]) {
						let [u, d] = K(s, e, e + t);
						for (let t = u; t < d; t++) {
							let u = {
								colour: o.special[t] ? a.quiet : a.ink,
								size: R,
								font: _,
								anchor: l,
								strong: o === D && t === i
							};
							r.text(c, s[t] - e + 84, G(o.texts[t], n.characters), u);
						}
					}
				}
			};
		},
		destroy: () => cancelAnimationFrame(N)
	};
}
function cn() {
	return {
		element: t("div", { class: "hs-neuron" }, t("p", {}, "This data holds no query and key vectors, so how the weights came about can’t be shown. Ask for a neuron view to have them included.")),
		update: () => void 0,
		picture: () => ({
			title: "No vectors",
			width: 10,
			height: 10,
			draw: () => void 0
		}),
		destroy: () => void 0
	};
}
//#endregion
//#region src/views/mount.ts
var ln = "Attention shows where a head reads, not why the model answers.";
function un(e, t) {
	return t === "model" ? Gt(e) : t === "head" ? Mt(e) : e.meta.stacks[e.store.state.stack].vectors ? sn(e) : cn();
}
function dn(e, n, r, i) {
	let a = new xt(i.hash && location.hash.length > 1 ? vt(location.hash, n) : pt(n)), o = O(), s = () => D() ? e.dataset.theme = o : delete e.dataset.theme;
	s();
	let c = {
		meta: n,
		data: r,
		store: a,
		theme: () => o
	}, l = h("View", [
		["head", "Head"],
		["model", "Model"],
		["neuron", "Neuron"]
	], (e) => a.set({ view: e })), u = d("attention", n.stacks.map(({ name: e }, t) => [String(t), U(e)]), (e) => a.set(yt(a.state, n, Number(e))));
	u.element.hidden = n.stacks.length < 2;
	let f = t("p", { role: "alert" }), p = () => `${n.title} ${x.picture().title}`, g = m("Save SVG", () => L(new Blob([F(x.picture())], { type: "image/svg+xml" }), ee(p(), "svg"))), _ = m("Save PNG", () => {
		I(x.picture()).then((e) => L(e, ee(p(), "png"))).catch((e) => f.textContent = `No PNG: ${e instanceof Error ? e.message : String(e)}.`);
	}), v = t("div", { class: "hs-header" }, t("h2", {}, t("bdi", {}, W(n.title))), l.element, u.element, t("div", { class: "hs-choices hs-save" }, g, _)), y = t("div", {}), b = `A weight is shown to within ${n.error.toFixed(4)}. ${ln}`;
	e.replaceChildren(v, f, y, t("p", { class: "hs-hint" }, b));
	let x;
	function S(t, r) {
		l.show(t.view), u.show(String(t.stack));
		let i = r === null || r.view !== t.view || r.stack !== t.stack;
		if (i) {
			r && x.destroy(), x = un(c, t.view), y.replaceChildren(x.element);
			let e = t.view === "neuron" && !n.stacks[t.stack].vectors;
			g.disabled = _.disabled = e;
		}
		x.update(t), i && r && e.getRootNode() instanceof Document && document.activeElement === document.body && l.element.querySelector("[aria-pressed=true]")?.focus();
	}
	let C = "";
	function w(e) {
		C = `#${ht(e, n)}`;
		try {
			history.replaceState(history.state, "", C);
		} catch {}
	}
	function T() {
		location.hash !== C && a.set(vt(location.hash, n));
	}
	S(a.state, null);
	let E = [a.listen(S), k(() => {
		o !== O() && (o = O(), s(), x.update(a.state));
	})];
	return i.hash && (E.push(a.listen(w)), window.addEventListener("hashchange", T), E.push(() => window.removeEventListener("hashchange", T))), () => {
		E.forEach((e) => e()), x.destroy();
	};
}
function fn(e, n) {
	let r = n instanceof Error ? n.message : String(n);
	e.replaceChildren(t("p", { role: "alert" }, `This view could not be drawn: ${r}.`)), console.error(n);
}
function pn(e, n, r, i = {}) {
	let o = t("div", {
		class: "headscope-view",
		"data-lm-suppress-shortcuts": "true"
	});
	e.replaceChildren(o);
	let c = r instanceof ArrayBuffer ? new Uint8Array(r) : new Uint8Array(r.buffer, r.byteOffset, r.byteLength), l = () => void 0;
	try {
		l = dn(o, u(n), new a(c, s(n)), i);
	} catch (e) {
		fn(o, e);
	}
	return { destroy: () => {
		l(), o.remove();
	} };
}
//#endregion
//#region src/views/serve.ts
var mn = "The old king watered his tomatoes before breakfast.", hn = 500, gn = 2e4;
async function _n(e) {
	let t = new DataView(e).getUint32(0, !0), n = u(JSON.parse(new TextDecoder().decode(new Uint8Array(e, 4, t))));
	return {
		meta: n,
		data: await i([new Uint8Array(e, 4 + t)], s(n))
	};
}
async function vn(e) {
	if (e.ok) return e;
	let t = `The server answered ${e.status}.`, n = await e.json().catch(() => ({}));
	throw Error(n.error ?? t);
}
async function yn(e, t = {}) {
	let n = await fetch(e, t).catch(() => null);
	if (!n) throw Error("The server can't be reached. Is it still running?");
	return vn(n);
}
function bn(e) {
	let n = (e) => t("textarea", {
		rows: 2,
		maxlength: gn,
		spellcheck: "false",
		"aria-label": e
	}), [r, i] = [n("Text"), n("Second text, if any")];
	r.value = mn;
	let a = t("select", { "aria-label": "Model" }), o = t("output", { role: "status" }), s = t("form", {
		class: "headscope-ask",
		"aria-label": "What to look at"
	}, t("label", { class: "wide" }, "Text", r), t("label", { class: "wide" }, "Second text, if any", i), t("label", {}, "Model ", a), t("button", { type: "submit" }, "Show"), o), c = t("div", {});
	e.before(s), e.replaceChildren(c);
	let l = null, [u, d, f] = [
		!1,
		!1,
		0
	];
	function p(e, t = !1) {
		o.textContent = e, o.classList.toggle("wrong", t);
	}
	async function m() {
		let e = {
			model: a.value,
			text: r.value,
			second: i.value.trim() === "" ? null : i.value
		}, { meta: t, data: n } = await _n(await (await yn("/attend", {
			method: "POST",
			headers: { "content-type": "application/json" },
			body: JSON.stringify(e)
		})).arrayBuffer());
		l?.destroy(), l = pn(c, t, n, { hash: !0 });
		let { queries: o } = t.stacks[0];
		p(`${o.texts.length} tokens. What you type is shown at once; it stays on this machine.`);
	}
	async function h() {
		if (clearTimeout(f), d = u, !u) {
			u = !0, s.setAttribute("aria-busy", "true");
			try {
				do
					d = !1, await m().catch((e) => p(e instanceof Error ? e.message : String(e), !0));
				while (d);
			} finally {
				u = !1, s.removeAttribute("aria-busy");
			}
		}
	}
	s.addEventListener("submit", (e) => {
		e.preventDefault(), h();
	}), a.addEventListener("change", () => void h());
	for (let e of [r, i]) e.addEventListener("input", () => {
		clearTimeout(f), f = window.setTimeout(() => void h(), hn);
	}), e.addEventListener("keydown", (e) => {
		e.key === "Enter" && (e.ctrlKey || e.metaKey) && h();
	});
	(async () => {
		let { models: e } = await (await yn("/models")).json();
		a.append(...e.map((e) => t("option", { value: e }, e))), await h();
	})().catch((e) => p(e instanceof Error ? e.message : String(e), !0));
}
var xn = document.getElementById("headscope-live");
xn && bn(xn);
//#endregion
export { bn as live, _n as readAnswer };
