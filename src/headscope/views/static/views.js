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
var r = Float32Array.from({ length: 256 }, (e, t) => (t / 255) ** 2), i = 1 << 20;
function* a(e) {
	let t = e.trim(), n = Uint8Array.fromBase64;
	if (n) yield n(t);
	else for (let e = 0; e < t.length; e += i) {
		let n = atob(t.slice(e, e + i)), r = new Uint8Array(n.length);
		for (let e = 0; e < r.length; e++) r[e] = n.charCodeAt(e);
		yield r;
	}
}
async function o(e, t) {
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
var s = class {
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
function c({ shape: e }) {
	return e.reduce((e, t) => e * t, 1);
}
function l(e) {
	let t = e.stacks.flatMap(({ maps: e, vectors: t }) => [e.at + c(e), ...t ? [t.query.at + 4 * c(t.query), t.key.at + 4 * c(t.key)] : []]);
	return Math.max(0, ...t);
}
function u(e, t) {
	for (let n of [
		"special",
		"segments",
		"words"
	]) if (t[n].length !== t.texts.length) throw Error(`${e}: expected ${t.texts.length} in "${n}", as many as there are tokens, got ${t[n].length}`);
}
function d(e, { shape: t }, n) {
	if (t.length !== n.length || t.some((e, t) => n[t] !== null && e !== n[t])) throw Error(`${e}: expected the shape ${n.map((e) => e ?? "any").join(" × ")}, got ${t.join(" × ")}`);
}
function f(e) {
	if (e.version !== 1) throw Error(`this page reads version 1 of the data, got version ${e.version}`);
	if (e.stacks.length === 0) throw Error("expected at least one stack of layers, got none");
	for (let { name: t, layers: n, heads: r, queries: i, keys: a, maps: o, vectors: s } of e.stacks) u(`${t}, queries`, i), u(`${t}, keys`, a), d(`${t}, maps`, o, [
		n,
		r,
		i.texts.length,
		a.texts.length
	]), s && (d(`${t}, query vectors`, s.query, [
		n,
		r,
		i.texts.length,
		null
	]), d(`${t}, key vectors`, s.key, [
		n,
		r,
		a.texts.length,
		s.query.shape[3]
	]));
	return e;
}
//#endregion
//#region src/views/controls.ts
function p(e, n, r) {
	let i = t("select", { "aria-label": e }, ...n.map(([e, n]) => t("option", { value: e }, n)));
	return i.addEventListener("change", () => r(i.value)), {
		element: t("label", { class: "hs-field" }, `${e} `, i),
		show: (e) => {
			i.value = e;
		}
	};
}
function m(e, n) {
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
function h(e, n, r, i) {
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
function g(e, n, r = {}) {
	let i = t("button", {
		type: "button",
		...r
	}, e);
	return i.addEventListener("click", n), i;
}
function _(e, n, r) {
	let i = n.map(([e, t]) => g(t, () => r(e), { "data-value": e }));
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
var v = class {
	elements;
	at = 0;
	constructor(e) {
		this.elements = e, e.forEach((e, t) => e.tabIndex = t === 0 ? 0 : -1);
	}
	to(e, t = !0) {
		let n = this.elements[e];
		n && (this.elements[this.at].tabIndex = -1, this.at = e, n.tabIndex = 0, t && n.focus());
	}
}, y = "ui-monospace, \"SF Mono\", Menlo, Consolas, \"DejaVu Sans Mono\", \"Liberation Mono\", monospace", b = "system-ui, -apple-system, \"Segoe UI\", Roboto, \"Noto Sans\", sans-serif", x = class {
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
}, S = (e) => String(Math.round(e * 100) / 100), C = class {
	into;
	paths = /* @__PURE__ */ new Map();
	start = "";
	constructor(e) {
		this.into = e;
	}
	line(e, t, r, i, { colour: a, alpha: o, width: s, dash: c }) {
		let l = `M${S(e)} ${S(t)}`;
		l !== this.start && this.paths.clear(), this.start = l;
		let u = S(Math.min(1, o)), d = `${a} ${u} ${c.join()}`, f = this.paths.get(d);
		f || (f = n("path", {
			d: "",
			fill: "none",
			stroke: a,
			"stroke-opacity": u,
			"stroke-width": S(s)
		}), c.length > 0 && f.setAttribute("stroke-dasharray", c.join(" ")), this.paths.set(d, f), this.into.append(f)), f.setAttribute("d", `${f.getAttribute("d")}${l}L${S(r)} ${S(i)}`);
	}
	box(e, t, r, i, a, o) {
		let s = {
			x: S(e),
			y: S(t),
			width: S(r),
			height: S(i)
		};
		this.into.append(n("rect", {
			...s,
			fill: a,
			"fill-opacity": S(Math.min(1, o))
		}));
	}
	frame(e, t, r, i, a) {
		let o = {
			x: S(e),
			y: S(t),
			width: S(r),
			height: S(i)
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
			x: S(e),
			y: S(t + a * .35),
			fill: i,
			"font-size": S(a),
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
			x: S(t),
			y: S(r),
			width: S(i),
			height: S(a),
			href: e.toDataURL("image/png"),
			preserveAspectRatio: "none"
		});
		e.width <= i * 2 && o.setAttribute("image-rendering", "pixelated"), this.into.append(o);
	}
};
function w(e, t, n) {
	let r = Math.min(2, window.devicePixelRatio || 1), [i, a] = [Math.max(1, Math.round(t * r)), Math.max(1, Math.round(n * r))];
	(e.width !== i || e.height !== a) && (e.width = i, e.height = a, e.style.width = `${t}px`, e.style.height = `${n}px`);
	let o = e.getContext("2d");
	return o?.setTransform(1, 0, 0, 1, 0, 0), o?.clearRect(0, 0, i, a), o?.setTransform(r, 0, 0, r, 0, 0), o;
}
//#endregion
//#region src/views/palette.ts
var T = {
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
}, E = [
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
function D(e, t) {
	let n = Math.floor(t / e.hues.length) % E.length;
	return {
		colour: e.hues[t % e.hues.length],
		dash: E[n]
	};
}
var O = "(prefers-color-scheme: dark)";
function k() {
	let { dataset: e, classList: t } = document.body, n = e.jpThemeLight ?? e.vscodeThemeKind;
	return n === "false" || n === "vscode-dark" || n === "vscode-high-contrast" ? "dark" : n !== void 0 || t.contains("vscode-light") ? "light" : t.contains("vscode-dark") ? "dark" : null;
}
function A() {
	return k() ?? (window.matchMedia(O).matches ? "dark" : "light");
}
function j(e) {
	let t = window.matchMedia(O), n = new MutationObserver(e);
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
var M = 12, N = 28, P = 8192;
function F(e, t) {
	e.text(M, 16, t, {
		colour: T.light.ink,
		size: 14,
		anchor: "start",
		font: b,
		strong: !0
	});
}
function I({ width: e, height: t }) {
	return {
		width: e + 24,
		height: t + N + M
	};
}
function ee(e) {
	let { width: t, height: r } = I(e), i = n("svg", {
		xmlns: "http://www.w3.org/2000/svg",
		width: t,
		height: r,
		viewBox: `0 0 ${t} ${r}`,
		role: "img"
	});
	i.append(n("title", {}, e.title), n("rect", {
		width: t,
		height: r,
		fill: T.light.background
	})), F(new C(i), e.title);
	let a = n("svg", {
		x: M,
		y: N,
		width: e.width,
		height: e.height,
		overflow: "hidden"
	});
	return e.draw(new C(a), T.light, "light"), i.append(a), new XMLSerializer().serializeToString(i);
}
async function L(e) {
	let { width: n, height: r } = I(e), i = Math.min(3, P / Math.max(n, r)), a = t("canvas", {
		width: Math.ceil(n * i),
		height: Math.ceil(r * i)
	}), o = a.getContext("2d");
	o.scale(i, i);
	let s = new x(o);
	return s.box(0, 0, n, r, T.light.background, 1), F(s, e.title), o.translate(M, N), o.beginPath(), o.rect(0, 0, e.width, e.height), o.clip(), e.draw(s, T.light, "light"), new Promise((e, t) => {
		a.toBlob((n) => n ? e(n) : t(/* @__PURE__ */ Error("the browser made no PNG of this size")), "image/png");
	});
}
function R(e, t) {
	return `${e.normalize("NFKD").replace(/[^\p{L}\p{N}]+/gu, "-").slice(0, 61).replace(/^-+|-+$/gu, "") || "headscope"}.${t}`;
}
function te(e, n) {
	let r = URL.createObjectURL(e);
	t("a", {
		href: r,
		download: n
	}).click(), setTimeout(() => URL.revokeObjectURL(r), 1e4);
}
var z = 12.6, B = .61 * z, V = {
	" ": "␣",
	"\n": "↵",
	"	": "⇥"
}, H = "‍", ne = /^[\p{C}\p{Z}\u115f\u1160\u3164\uffa0\u2800]$/u, re = /^(?=\p{Cn})[\u{1f000}-\u{1faff}]$/u, ie = /(?:[\p{So}↔]|(?=\p{Cn})[\u{1f000}-\u{1faff}])[\u{1f3fb}-\u{1f3ff}]?\ufe0f*$/u, ae = /^(?:[\p{So}↔]|(?=\p{Cn})[\u{1f000}-\u{1faff}])/u, oe = /^\p{M}/u, se = /^\p{Regional_Indicator}$/u, ce = /^[\u{1f3fb}-\u{1f3ff}]$/u, le = /^[\p{Mn}\p{Me}\u200d\u{1f3fb}-\u{1f3ff}]$/u, ue = /* @__PURE__ */ RegExp("^(?!\\p{Regional_Indicator})(?:\\p{Emoji_Presentation}|[\\u1100-\\u115f\\u2329\\u232a\\u2e80-\\u303e\\u3041-\\u3247\\u3250-\\u4dbf\\u4e00-\\ua4cf\\ua960-\\ua97c\\uac00-\\ud7a3\\uf900-\\ufaff\\ufe10-\\ufe19\\ufe30-\\ufe6b\\uff01-\\uff60\\uffe0-\\uffe6\\u{16fe0}-\\u{18dff}\\u{1aff0}-\\u{1b2fb}\\u{1f200}-\\u{1f265}\\u{20000}-\\u{3fffd}])$", "u");
function U(e) {
	let t = [...e], n = t.map((e, n) => e === H && de(t, n) || !ne.test(e) || re.test(e) ? e : V[e] ?? `‹${e.codePointAt(0).toString(16).toUpperCase().padStart(2, "0")}›`).join("");
	return oe.test(n) ? `◌${n}` : n || "‹empty›";
}
function de(e, t) {
	return ie.test(e.slice(0, t).join("")) && ae.test(e[t + 1] ?? "");
}
function W(e) {
	return e.split(" ").map((e) => e === "" ? "" : U(e)).join(" ");
}
function fe(e) {
	let t = 0, n = "";
	for (let r of e) n !== H && !le.test(r) && (t += ue.test(r) || re.test(r) ? 2 : 1), n = r;
	return t;
}
function pe(e) {
	let t = [];
	for (let n of e) {
		let e = t.at(-1) ?? "", r = se.test(e) && se.test(n), i = oe.test(n) || n === H || ce.test(n) || e.endsWith(H) || r;
		e !== "" && i ? t[t.length - 1] = e + n : t.push(n);
	}
	return t;
}
var me = (e) => [...e].length;
function G(e, t) {
	let n = U(e);
	if (fe(n) <= t && me(n) <= 2 * t) return n;
	let r = "";
	for (let e of pe(n)) {
		let n = [...e].slice(0, t).join("");
		if (fe(r + n) > t - 1 || me(r + n) > 2 * t) break;
		r += n;
	}
	return `${r}…`;
}
//#endregion
//#region src/views/columns.ts
var he = 12.6, ge = 4.4 * B, _e = 36, ve = .26, ye = 380, be = 24, xe = {
	left: "from",
	right: "attends to"
};
function Se(e) {
	let t = 0;
	return e.map((n, r) => (r > 0 && n !== e[r - 1] && (t += he), t + (r + .5) * 18));
}
function Ce(e, t, n) {
	let r = Math.max(3, Math.floor((n - 2 * ge - Math.max(_e, ve * n) - 8) / 2 / B)), i = 1;
	for (let n of [e, t]) for (let e of n.texts) i = Math.max(i, fe(U(e)));
	let a = Math.min(r, i, be), o = a * B + 4, s = Math.max(140, Math.min(n, 2 * (ge + o) + ye)), [c, l] = [Se(e.segments), Se(t.segments)], u = Math.max(c.at(-1) ?? 0, l.at(-1) ?? 0) + 9;
	return {
		queries: c,
		keys: l,
		left: ge + o,
		right: s - ge - o,
		width: s,
		height: u,
		column: o,
		characters: a
	};
}
//#endregion
//#region src/views/column.ts
var we = class {
	side;
	element;
	options = [];
	numbers = [];
	numbered = [];
	rover = new v([]);
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
		}), this.element.replaceChildren(...this.options), this.rover = new v(this.options);
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
}, Te = 20;
function Ee(e, t, { point: n, act: r }) {
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
				PageUp: o - Te,
				PageDown: o + Te,
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
var De = [
	"all",
	"A-A",
	"A-B",
	"B-A",
	"B-B"
];
function Oe(e, { hide: t, words: n }) {
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
function ke(e, t, n) {
	return {
		rows: t,
		columns: n,
		values: e,
		read: (e) => r[e],
		least: (e) => 255 * Math.sqrt(e) - 1e-9
	};
}
function Ae(e, t, n) {
	return {
		rows: t,
		columns: n,
		values: e,
		read: (e) => e,
		least: (e) => e
	};
}
function je(e, t, n, i) {
	let a = n.unit.length;
	if (t.parts.length === t.unit.length && n.parts.length === a) return ke(e, t.parts.length, a);
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
	}), Ae(s, t.parts.length, o);
}
function Me(e, t, n) {
	return e === "all" || e === `${t === 0 ? "A" : "B"}-${n === 0 ? "A" : "B"}`;
}
function Ne(e, t, n, { rows: r, columns: i, filter: a }) {
	let o = t ? i.parts.length : r.parts.length;
	return e.map((e) => {
		let s = new Float64Array(o);
		for (let c of n) for (let n = 0; n < o; n++) {
			let [o, l] = t ? [c, n] : [n, c];
			Me(a, r.segments[o], i.segments[l]) && (s[n] += e.read(e.values[o * e.columns + l]));
		}
		return s;
	});
}
//#endregion
//#region src/views/lines.ts
var Pe = .004, Fe = 64;
function K(e, t, n) {
	let r = e.findIndex((e) => e + 9 > t);
	if (r < 0) return [e.length, e.length];
	let i = r;
	for (; i < e.length && e[i] - 9 < n;) i++;
	return [r, i];
}
var Ie = class e {
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
		let { scene: o } = this, { left: s, right: c, queries: l, keys: u } = o.place, d = o.heads.map((e) => D(t, e));
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
function Le(e, t, n) {
	let r = Array.from({ length: 65 }, () => []), [i, a] = K(e.place.queries, t, n), [o, s] = K(e.place.keys, t, n), c = Math.max(e.threshold, Pe);
	return e.maps.forEach((t, n) => {
		let l = t.least(c);
		for (let c = 0; c < t.rows; c++) {
			let [u, d] = c >= i && c < a ? [0, t.columns] : [o, s];
			for (let i = u; i < d; i++) {
				let a = t.values[c * t.columns + i];
				if (a < l || !Me(e.filter, e.rows.segments[c], e.keys.segments[i])) continue;
				let o = Fe - Math.round(Fe * Math.min(1, t.read(a)));
				r[o].push((n * t.rows + c) * t.columns + i);
			}
		}
	}), new Ie(e, r);
}
function Re({ left: e, right: t }, n, r) {
	return n === "left" ? {
		x: e - r + 1,
		width: r - 2
	} : {
		x: t + 1,
		width: r - 2
	};
}
function ze(e, t, n, r, i, [a, o]) {
	let { left: s, right: c, queries: l, keys: u } = n.place, d = r.side === "left", [f, p] = d ? [l, u] : [u, l], m = Re(n.place, d ? "right" : "left", n.place.column), h = m.width / Math.max(1, n.heads.length), [g, _] = K(p, a, o);
	n.maps.forEach((a, o) => {
		let { colour: f, dash: v } = D(t, n.heads[o]);
		for (let t = g; t < _; t++) {
			let n = r.sums[o][t];
			n > Pe && e.box(m.x + o * h, p[t] - i - 9 + 1, h, 16, f, .8 * n);
		}
		let y = a.least(Math.max(n.threshold, Pe));
		for (let t of r.units) for (let r = 0; r < p.length; r++) {
			let [o, p] = d ? [t, r] : [r, t], m = a.values[o * a.columns + p];
			if (m < y || !Me(n.filter, n.rows.segments[o], n.keys.segments[p])) continue;
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
		let o = fe(G(v.texts[a], n.place.characters)) * B + 8, s = Re(n.place, r.side, o);
		e.frame(s.x, f[a] - i - 9 + 1, s.width, 16, t.ink);
	}
}
function Be(e) {
	let t = new Float64Array(e[0]?.length ?? 0);
	for (let n of e) for (let r = 0; r < t.length; r++) t[r] += n[r] / e.length;
	return t;
}
//#endregion
//#region src/views/head_picture.ts
var Ve = 22, He = 28;
function Ue(e, t, n, r, i) {
	let a = Math.min(40, (r - 48) / n.length);
	e.box(0, i - He / 2, r, He, t.background, 1), e.text(0, i, "heads", {
		colour: t.quiet,
		size: 12,
		anchor: "start",
		font: b
	}), n.forEach((n, r) => {
		let o = 48 + r * a;
		e.line(o, i, o + a * .4, i, {
			...D(t, n),
			alpha: 1,
			width: 3
		}), e.text(o + a * .5, i, String(n + 1), {
			colour: t.ink,
			size: 12,
			anchor: "start",
			font: b
		});
	});
}
function We(e, t, n, r, i) {
	let { place: a, rows: o, keys: s } = t, c = [i, i + r], l = i - Ve;
	return {
		title: e,
		width: a.width,
		height: Ve + r + (t.heads.length > 1 ? He : 0),
		draw: (e, i) => {
			n ? ze(e, i, t, n, l, c) : Le(t, ...c).byToken().draw(e, i, l, [0, 0], () => !0);
			let u = n && Be(n.sums);
			for (let t of ["left", "right"]) {
				let r = t === "left", [d, f] = r ? [o, a.queries] : [s, a.keys], [p, m] = K(f, ...c), h = {
					colour: i.quiet,
					size: 12,
					font: b,
					anchor: r ? "end" : "start"
				};
				e.box(0, 0, a.width, r ? 18 : 0, i.background, 1), e.text(r ? a.left - 4 : a.right + 4, 8, xe[t], h);
				for (let o = p; o < m; o++) {
					let s = f[o] - l, c = n?.side === t && n.units.includes(o), p = {
						colour: d.special[o] ? i.quiet : i.ink,
						size: z,
						font: y,
						strong: c
					}, m = r ? a.left - 4 : a.right + 4;
					if (e.text(m, s, G(d.texts[o], a.characters), {
						...p,
						anchor: r ? "end" : "start"
					}), !u || n.side === t || u[o] < .01) continue;
					let h = r ? a.left - a.column - 4 : a.right + a.column + 4, g = {
						colour: i.quiet,
						size: z * .92,
						font: y
					};
					e.text(h, s, u[o].toFixed(2), {
						...g,
						anchor: r ? "end" : "start"
					});
				}
			}
			t.heads.length > 1 && Ue(e, i, t.heads, a.width, Ve + r + He / 2);
		}
	};
}
//#endregion
//#region src/colour.ts
var Ge = {
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
}, Ke = {
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
}, qe = 256;
function Je(e) {
	return e <= .04045 ? e / 12.92 : ((e + .055) / 1.055) ** 2.4;
}
function Ye(e) {
	return e <= .0031308 ? e * 12.92 : 1.055 * e ** (1 / 2.4) - .055;
}
function Xe(e) {
	let t = (t) => Je(parseInt(e.slice(t, t + 2), 16) / 255), [n, r, i] = [
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
function Ze([e, t, n]) {
	let r = (e + .3963377774 * t + .2158037573 * n) ** 3, i = (e - .1055613458 * t - .0638541728 * n) ** 3, a = (e - .0894841775 * t - 1.291485548 * n) ** 3;
	return `#${[
		4.0767416621 * r - 3.3077115913 * i + .2309699292 * a,
		-1.2684380046 * r + 2.6097574011 * i - .3413193965 * a,
		-.0041960863 * r - .7034186147 * i + 1.707614701 * a
	].map((e) => Math.round(255 * Math.min(1, Math.max(0, Ye(e))))).map((e) => e.toString(16).padStart(2, "0")).join("")}`;
}
function Qe([e, t, n], r) {
	let i = 1 - r, a = (a) => i * i * e[a] + 2 * i * r * t[a] + r * r * n[a];
	return [
		a(0),
		a(1),
		a(2)
	];
}
function $e(e, t) {
	return Math.hypot(e[0] - t[0], e[1] - t[1], e[2] - t[2]);
}
function q([e, t, n]) {
	let r = [
		Xe(e),
		Xe(t),
		Xe(n)
	], i = Array.from({ length: 4097 }, (e, t) => Qe(r, t / 4096)), a = [0];
	for (let e = 1; e < i.length; e++) a.push(a[e - 1] + $e(i[e - 1], i[e]));
	let o = a[a.length - 1], s = 0;
	return Array.from({ length: qe }, (e, t) => {
		for (; s < i.length - 1 && a[s] < o * t / 255;) s++;
		return Ze(i[s]);
	});
}
var et = {
	light: q(Ge.light),
	dark: q(Ge.dark)
};
q(Ke.light.below), q(Ke.light.above), q(Ke.dark.below), q(Ke.dark.above);
function tt(e, t) {
	let n = Math.round(Math.min(1, Math.max(0, t)) * 255);
	return et[e][n];
}
//#endregion
//#region src/views/maps.ts
function nt(e) {
	return Uint32Array.from({ length: 256 }, (t, n) => {
		let r = parseInt(tt(e, n / 255).slice(1), 16);
		return (255 << 24 | (r & 255) << 16 | r & 65280 | r >> 16) >>> 0;
	});
}
var rt = {
	light: nt("light"),
	dark: nt("dark")
};
function it(e, t) {
	return Int32Array.from({ length: e }, (n, r) => Math.floor(r * t / e));
}
function at(e, t, n, r, i, a) {
	let o = new Uint8Array(i * a), s = it(n.parts.length, i), c = it(t.parts.length, a);
	for (let { columns: a, values: l } of e) {
		let e = l instanceof Uint8Array ? null : 255;
		for (let u = 0; u < c.length; u++) {
			let d = c[u] * i;
			for (let i = 0; i < a; i++) {
				let c = l[u * a + i], f = e === null ? c : Math.round(e * Math.sqrt(Math.min(1, c))), p = d + s[i];
				f > o[p] && (r === "all" || Me(r, t.segments[u], n.segments[i])) && (o[p] = f);
			}
		}
	}
	return o;
}
function ot(e, n, r, i, a, o) {
	let [s, c] = [Math.max(1, Math.min(a, r.parts.length)), Math.max(1, Math.min(a, n.parts.length))], l = t("canvas", {
		width: s,
		height: c
	}), u = l.getContext("2d");
	if (!u) return l;
	let d = u.createImageData(s, c), f = new Uint32Array(d.data.buffer), p = rt[o];
	return at(e, n, r, i, s, c).forEach((e, t) => f[t] = p[e]), u.putImageData(d, 0, 0), l;
}
//#endregion
//#region src/views/minimap.ts
var st = class {
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
			let n = Math.min(2, window.devicePixelRatio || 1), r = ot(e.maps, e.rows, e.keys, e.filter, Math.round(this.side * n), t);
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
function ct({ store: e }, t) {
	let n = p("layer", Array.from({ length: t.layers }, (e, t) => [String(t), String(t + 1)]), (t) => e.set({ layer: Number(t) }));
	return {
		element: n.element,
		show: ({ layer: e }) => n.show(String(e))
	};
}
var lt = ({ segments: e }) => e.some((t) => t !== e[0]), ut = ({ words: e }) => e.some((t, n) => t >= 0 && t === e[n - 1]);
function dt({ store: e }, n, r) {
	let i = t("div", { class: "hs-bar" }), a = [], o = [n.queries, n.keys];
	if (o.some(lt)) {
		let n = _("From which text to which", De.map((e) => [e, e === "all" ? "all" : e.replace("-", "→")]), (t) => e.set({ filter: t }));
		i.append(t("div", { class: "hs-field" }, t("span", {}, "texts "), n.element)), a.push(({ filter: e }) => n.show(e));
	}
	if (o.some(({ special: e }) => e.includes(!0))) {
		let t = m("hide special tokens", (t) => e.set({ hide: t })), n = m("and renormalise", (t) => e.set({ renormalise: t }));
		i.append(t.element, n.element), a.push((e) => {
			t.show(e.hide), n.show(e.renormalise), n.enable(e.hide);
		});
	}
	if (o.some(ut)) {
		let t = m("words instead of tokens", (t) => e.set({ words: t }));
		i.append(t.element), a.push((e) => t.show(e.words));
	}
	if (r) {
		let t = h("weights from", .5, .005, (t) => e.set({ threshold: t }));
		i.append(t.element), a.push((e) => t.show(e.threshold));
	}
	return {
		element: i,
		show: (e) => a.forEach((t) => t(e))
	};
}
//#endregion
//#region src/views/state.ts
var ft = .01, pt = [
	"head",
	"model",
	"neuron"
];
function J(e) {
	return Array.from({ length: e.heads }, (e, t) => t);
}
function mt(e, t) {
	return typeof e == "number" && Number.isInteger(e) && e >= 0 && e < t;
}
function ht(e) {
	let t = e.stacks[0], n = e.start, r = n?.heads?.filter((e) => mt(e, t.heads)) ?? [], i = n?.token;
	return {
		view: pt.includes(e.kind) ? e.kind : "head",
		stack: 0,
		layer: mt(n?.layer, t.layers) ? n.layer : 0,
		heads: r.length > 0 ? r : J(t),
		side: "left",
		tokens: mt(i, t.queries.texts.length) ? [i] : [],
		filter: "all",
		hide: !1,
		renormalise: !1,
		words: !1,
		threshold: ft,
		sort: null,
		dimensions: !1
	};
}
function gt(e) {
	return encodeURIComponent(e).replace(/%(2B|2C|3A)/gu, (e) => decodeURIComponent(e));
}
function _t(e, t) {
	let n = t.stacks[e.stack], r = [
		["view", e.view],
		["stack", n.name],
		["layer", String(e.layer + 1)],
		["heads", e.heads.length === n.heads ? "all" : e.heads.map((e) => e + 1).join(",")]
	];
	return e.tokens.length > 0 && r.push(["token", `${e.side}:${e.tokens.join(",")}`]), e.filter !== "all" && r.push(["filter", e.filter]), e.hide && r.push(["special", "hide"]), e.renormalise && r.push(["renormalise", "1"]), e.words && r.push(["words", "1"]), e.threshold !== .01 && r.push(["threshold", String(e.threshold)]), e.sort !== null && r.push(["sort", e.sort]), e.dimensions && r.push(["dimensions", "contribution"]), r.map(([e, t]) => `${e}=${gt(t)}`).join("&");
}
function vt(e) {
	let t = /* @__PURE__ */ new Map();
	for (let n of e.replace(/^#/u, "").split("&")) {
		let e = n.indexOf("=");
		if (!(e < 0)) try {
			t.set(n.slice(0, e), decodeURIComponent(n.slice(e + 1)));
		} catch {}
	}
	return t;
}
function yt(e, t, n) {
	let r = e.split(",").filter((e) => /^\d+$/u.test(e)).map((e) => Number(e) - t);
	return [...new Set(r.filter((e) => mt(e, n)))].sort((e, t) => e - t);
}
function bt(e, t) {
	let n = ht(t), r = vt(e), i = pt.find((e) => e === r.get("view"));
	i && (n.view = i);
	let a = t.stacks.findIndex(({ name: e }) => e === r.get("stack"));
	a > 0 && Object.assign(n, xt(n, t, a));
	let o = t.stacks[n.stack], s = yt(r.get("layer") ?? "", 1, o.layers)[0];
	s !== void 0 && (n.layer = s);
	let c = r.get("heads");
	c === "all" ? n.heads = J(o) : c !== void 0 && (n.heads = yt(c, 1, o.heads));
	let l = /^(left|right):([\d,]+)$/u.exec(r.get("token") ?? "");
	l ? (n.side = l[1], n.tokens = yt(l[2], 0, (n.side === "left" ? o.queries : o.keys).texts.length)) : r.size > 0 && (n.tokens = []);
	let u = De.find((e) => e === r.get("filter"));
	u && (n.filter = u), n.hide = r.get("special") === "hide", n.renormalise = r.get("renormalise") === "1", n.words = r.get("words") === "1";
	let d = Number(r.get("threshold") ?? .01);
	d >= 0 && d <= 1 && (n.threshold = d);
	let f = r.get("sort");
	return t.scores.some((e) => e.id === f && e.stack === o.name) && (n.sort = f), n.dimensions = r.get("dimensions") === "contribution", n;
}
function xt(e, t, n) {
	let [r, i] = [t.stacks[e.stack], t.stacks[n]], a = e.heads.length === r.heads ? J(i) : e.heads.filter((e) => e < i.heads);
	return {
		stack: n,
		layer: Math.min(e.layer, i.layers - 1),
		heads: a.length > 0 ? a : J(i),
		tokens: [],
		sort: null
	};
}
function St(e, t) {
	return Object.keys(e).every((n) => n === "tokens" || n === "side" || e[n] === t[n]);
}
var Ct = class {
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
function wt(e, n, r) {
	let i = J(e).map((e) => {
		let t = g(String(e + 1), () => a(e), {
			class: "hs-patch",
			title: "Double-click: this head alone"
		});
		return t.style.setProperty("--light", D(T.light, e).colour), t.style.setProperty("--dark", D(T.dark, e).colour), t.classList.toggle("hs-dashed", D(T.light, e).dash.length > 0), t.addEventListener("dblclick", () => r([e])), t;
	});
	function a(e) {
		let t = n();
		r(t.includes(e) ? t.filter((t) => t !== e) : [...t, e].sort((e, t) => e - t));
	}
	let o = new v(i), s = t("div", {
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
	let c = g("all", () => r(J(e)), { "aria-label": "Show all heads" }), l = g("none", () => r([]), { "aria-label": "Show no head" });
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
function Tt(e, t) {
	let n = {
		hide: t.hide,
		words: t.words
	};
	return {
		rows: Oe(e.queries, n),
		keys: Oe(e.keys, n)
	};
}
function Et({ data: e }, t, n, r, i, a, o) {
	return je(e.map(t, r, i), a, o, n.hide && n.renormalise);
}
function Y(e, t) {
	return `${e + 1}-${t + 1}`;
}
//#endregion
//#region src/views/readout.ts
var Dt = 5;
function X({ behaviours: e }, t) {
	let n = e.find(({ name: e }) => e === t);
	return {
		words: n ? W(n.words) : U(t),
		mark: n ? W(n.sign) : [...U(t)][0]
	};
}
function Ot(e, t, n, r) {
	return e.labels.find((e) => e.stack === t.name && e.layer === n && e.head === r)?.label ?? null;
}
function kt(e, t, { layer: n, heads: r }) {
	let i = e.stacks.length > 1 ? ` of the ${U(t.name)}` : "";
	if (r.length === 0) return `Layer ${n + 1}${i}, no head shown`;
	if (r.length === 1) {
		let a = Ot(e, t, n, r[0]);
		return `Head ${Y(n, r[0])}${i}${a === null ? "" : `: ${X(e, a).words}`}`;
	}
	let a = r.map((e) => e + 1), o = a.length > 2 && a.at(-1) - a[0] === a.length - 1 ? `${a[0]} to ${a.at(-1)}` : `${a.slice(0, -1).join(", ")} and ${a.at(-1)}`;
	return `Layer ${n + 1}${i}, heads ${o}`;
}
var At = (e) => t("bdi", { class: "hs-quoted" }, U(e).slice(0, 40));
function jt({ rows: e, keys: t, heads: n }, r, i) {
	if (n.length === 0) return ["No head is shown: choose one above."];
	if (!r || !i) return ["Point at a token to see its weights."];
	let [a, o] = r.side === "left" ? [e, t] : [t, e], s = [];
	r.units.slice(0, Dt).forEach((e, t) => s.push(t > 0 ? " + " : "", At(a.texts[e]))), r.units.length > Dt && s.push(` and ${r.units.length - Dt} more`);
	let c = r.units.length === 1;
	s.push(r.side === "left" ? c ? " attends to " : " attend to " : c ? " is attended to by " : " are attended to by ");
	let l = Array.from(i.keys()).filter((e) => i[e] >= .01).sort((e, t) => i[t] - i[e]).slice(0, Dt);
	l.length === 0 && s.push("nothing above 1%"), l.forEach((e, t) => s.push(t > 0 ? ", " : "", At(o.texts[e]), ` ${i[e].toFixed(2)}`));
	let u = [...c ? [] : ["summed"], ...n.length === 1 ? [] : [`mean of ${n.length} heads`]];
	return s.push(u.length > 0 ? ` (${u.join(", ")}).` : "."), s;
}
//#endregion
//#region src/views/head_view.ts
var Mt = 60, Nt = 12;
function Pt(e) {
	let { store: n } = e, r = e.meta.stacks[n.state.stack], i = ct(e, r), a = wt(r, () => n.state.heads, (e) => n.set({ heads: e })), o = dt(e, r, !0), [s, c] = [new we("left"), new we("right")], l = t("canvas", {
		class: "hs-base",
		"aria-hidden": "true"
	}), u = t("canvas", { "aria-hidden": "true" }), d = t("div", { class: "hs-plot" }, t("div", { class: "hs-stage" }, l, u), s.element, c.element), f = t("div", { class: "hs-scroller" }, d), [p, m] = [t("span", {}, xe.left), t("span", {}, xe.right)], h = t("div", { class: "hs-columns" }, t("div", {
		class: "hs-names",
		"aria-hidden": "true"
	}, p, m), f), g = new st((e) => f.scrollTop = e * C.place.height - f.clientHeight / 2), _ = [r.queries, r.keys].some(lt), v = t("h3", {}), y = t("p", {
		class: "hs-readout",
		"aria-live": "polite"
	}), b = t("div", { class: "hs-figure" }, h, g.element), S = t("div", { class: "hs-head" }, t("div", { class: "hs-bar" }, i.element, a.element), o.element, v, y, b, t("p", { class: "hs-hint" }, "A stroke leads from the position being updated (left) to the one attended to (right); stronger means more weight. Point at a token for its weights; click keeps it, shift and click adds another and sums; Escape lets go. By key: arrows, Enter, shift and Enter." + (_ ? " A is the first text, B the second." : ""))), C, E = null, D = null, [O, k] = [0, 0], A = !0, j = null, M = null, N = 0, P = () => Math.max(C.rows.texts.length, C.keys.texts.length) > Mt, F = () => [f.scrollTop, f.scrollTop + I()], I = () => P() ? Math.min(Mt * 18, Math.max(360, window.innerHeight - 220)) : C.place.height;
	function ee() {
		let t = n.state, { rows: i, keys: a } = Tt(r, t), o = Math.max(200, b.clientWidth || 640), l = Math.max(i.texts.length, a.texts.length) > Mt, u = o > 1040 ? 340 : o > 600 ? 168 : 112, h = Ce(i, a, l ? o > 600 ? o - u - 48 : o - 16 : o), _ = t.heads.map((n) => Et(e, r, t, t.layer, n, i, a)), v = C;
		C = {
			place: h,
			rows: i,
			keys: a,
			heads: t.heads,
			maps: _,
			filter: t.filter,
			threshold: t.threshold
		}, (!(v && v.place.width === h.width && v.rows.texts.join("\n") === i.texts.join("\n")) || v.keys.texts.join("\n") !== a.texts.join("\n")) && (d.style.width = `${h.width}px`, d.style.height = `${h.height}px`, p.style.width = `${h.left - 4}px`, m.style.left = `${h.right + 4}px`, s.fill(i, h), c.fill(a, h), E = null), f.style.height = P() ? `${I()}px` : "", f.classList.toggle("hs-long", P()), g.element.hidden = !P(), P() && g.draw(C, e.theme(), u);
	}
	function L() {
		let { tokens: e, side: t } = n.state, r = [...new Set(e.map((e) => (t === "left" ? C.rows : C.keys).unit[e]))].filter((e) => e >= 0), i = r.length > 0 ? {
			side: t,
			units: r
		} : E && {
			side: E.side,
			units: [E.unit]
		};
		D = i && {
			...i,
			sums: Ne(C.maps, i.side === "left", i.units, {
				rows: C.rows,
				columns: C.keys,
				filter: C.filter
			})
		}, s.mark(D?.side === "left" ? D.units : [], r.length > 0), c.mark(D?.side === "right" ? D.units : [], r.length > 0), R(!1);
	}
	function R(e) {
		A ||= e, O === 0 && (O = requestAnimationFrame(te));
	}
	function te() {
		O = 0, A && z(), A = !1, V();
	}
	function z() {
		cancelAnimationFrame(k);
		let [e, t] = F();
		N = e, w(l, C.place.width, I()), S.setAttribute("aria-busy", "true"), M = {
			strokes: Le(C, e, t),
			from: [0, 0]
		}, B();
	}
	function B() {
		let t = l.getContext("2d");
		if (!M || !t) return;
		let n = performance.now() + Nt, r = M.strokes.draw(new x(t), T[e.theme()], N, M.from, () => performance.now() < n);
		M = r && {
			strokes: M.strokes,
			from: r
		}, r ? k = requestAnimationFrame(B) : S.removeAttribute("aria-busy");
	}
	function V() {
		let t = F(), n = w(u, C.place.width, I());
		l.classList.toggle("hs-dim", D !== null);
		let r = D && Be(D.sums);
		if (D && n && ze(new x(n), T[e.theme()], C, D, t[0], t), s.write(D?.side === "right" ? r : null, ...K(C.place.queries, ...t)), c.write(D?.side === "left" ? r : null, ...K(C.place.keys, ...t)), y.replaceChildren(...jt(C, D, r)), P()) {
			let e = (e) => K(e, ...t).map((t) => t / e.length);
			g.show(e(C.place.queries), e(C.place.keys));
		}
	}
	function H(e, t, r) {
		let { rows: i, keys: a } = C, o = (e === "left" ? i : a).parts[t][0], s = n.state, c = s.side === e && s.tokens.includes(o), l = s.side === e && r ? s.tokens.filter((e) => e !== o) : [];
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
	Ee(s, c, {
		point: ne,
		act: H
	}), S.addEventListener("keydown", (e) => {
		e.key === "Escape" && n.state.tokens.length > 0 && n.set({ tokens: [] });
	}), f.addEventListener("scroll", () => R(!0), { passive: !0 });
	let re = 0, ie = new ResizeObserver(() => {
		b.clientWidth !== re && (re = b.clientWidth, ae(n.state));
	});
	ie.observe(b);
	function ae(t) {
		let n = j !== null && j !== t && St(j, t);
		if (j = t, n) return L();
		i.show(t), a.show(t.heads), o.show(t), ee(), v.textContent = kt(e.meta, r, t), L(), R(!0);
	}
	return {
		element: S,
		update: ae,
		picture: () => We(v.textContent ?? "", C, D, I(), f.scrollTop),
		destroy: () => {
			cancelAnimationFrame(O), cancelAnimationFrame(k), ie.disconnect(), g.destroy();
		}
	};
}
//#endregion
//#region src/marks.ts
function Ft(e, t, n, r) {
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
var [It, Lt, Z, Rt, zt] = [
	20,
	72,
	4,
	28,
	20
], Bt = 18;
function Vt(e, t) {
	let n = Array.from({ length: e.layers * e.heads }, (t, n) => ({
		layer: Math.floor(n / e.heads),
		head: n % e.heads
	})), r = ({ layer: e, head: n }) => t.value[e]?.[n] ?? -Infinity;
	return n.sort((e, t) => r(t) === r(e) ? 0 : r(t) - r(e));
}
function Ht(e, t, n) {
	if (t) return Ut(e, t, n);
	let r = Math.max(It, Math.min(Lt, Math.floor((n - Rt) / e.heads) - Z)), i = (e) => Rt + e * (r + Z), a = (e) => zt + e * (r + Z), o = [], s = [];
	for (let t = 0; t < e.heads; t++) s.push({
		x: i(t) + r / 2,
		y: zt / 2,
		text: String(t + 1),
		anchor: "middle"
	});
	for (let t = 0; t < e.layers; t++) {
		s.push({
			x: Rt - 6,
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
function Ut(e, t, n) {
	let r = Lt, i = Math.max(1, Math.floor((n + Z) / (r + Z))), a = [], o = [];
	Vt(e, t).forEach(({ layer: e, head: n }, s) => {
		let [c, l] = [s % i * (r + Z), Math.floor(s / i) * (r + Bt + Z)], u = t.value[e]?.[n];
		a.push({
			layer: e,
			head: n,
			x: c,
			y: l
		}), o.push({
			x: c,
			y: l + r + Bt / 2,
			text: Y(e, n),
			anchor: "start"
		}), o.push({
			x: c + r,
			y: l + r + Bt / 2,
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
		height: s * (r + Bt + Z)
	};
}
//#endregion
//#region src/views/preview.ts
var Q = 280, Wt = 11, Gt = class {
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
		let o = Q / Math.max(1, n.texts.length), s = o >= Wt, c = Math.min(12, Math.max(1, ...n.texts.map((e) => fe(G(e, 12))))), l = s ? c * B * .8 + 6 : 0, u = w(this.canvas, l + Q + 2, 282);
		if (!u) return;
		let d = T[a], f = new x(u);
		f.picture(ot([t], n, r, i, 2 * Q, a), l, 1, Q, Q), f.frame(l, 1, Q, Q, d.line), s && n.texts.forEach((e, t) => {
			let r = n.special[t] ? d.quiet : d.ink;
			f.text(l - 4, 1 + (t + .5) * o, G(e, 12), {
				colour: r,
				size: 10,
				anchor: "end",
				font: y
			});
		});
	}
}, Kt = 14;
function qt(e) {
	let { meta: n, store: r } = e, i = n.stacks[r.state.stack], a = n.scores.filter((e) => e.stack === i.name), o = p("order", [["", "layers and heads"], ...a.map((e) => [e.id, W(e.words)])], (e) => r.set({ sort: e === "" ? null : e })), s = dt(e, i, !1), c = t("canvas", { "aria-hidden": "true" }), l = t("div", {
		class: "hs-cells",
		role: "grid",
		"aria-label": "All heads"
	}), u = t("div", { class: "hs-board" }, c, l), d = t("div", { class: "hs-wide" }, u), f = new Gt(), m = t("div", { class: "hs-figure" }, d, f.element), h = t("h3", {}), _ = t("p", {
		class: "hs-readout",
		"aria-live": "polite"
	}), y = "Each square is one head’s map: rows are the positions being updated, columns those attended to, and the stronger the colour, the larger the weight (its square root). Enter or a click opens a head.", S = [...new Map(n.labels.filter((e) => e.stack === i.name).map(({ label: e }) => X(n, e)).filter(({ mark: e }) => e !== "").map(({ mark: e, words: t }) => [e, t]))].map(([e, t]) => `${e} ${t}`).join(" · "), C = t("div", { class: "hs-model" }, t("div", { class: "hs-bar" }, o.element), s.element, h, _, m, t("p", { class: "hs-hint" }, S === "" ? y : `${y} A sign says what a head mostly does: ${S}.`)), E, D = 0, O = [], k = [], A = "", j = 1, M = (e) => a.find(({ id: t }) => t === e.sort) ?? null;
	function N({ layer: e, head: t }) {
		let a = M(r.state), o = a?.value[e]?.[t], s = Ot(n, i, e, t), c = [`Head ${Y(e, t)}`];
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
		let e = m.clientWidth || 900;
		return e > 1e3 ? e - 400 : e;
	}
	function I({ layer: t, head: n }) {
		if (F() === m.clientWidth) return;
		let a = r.state, { rows: o, keys: s } = Tt(i, a);
		f.show(`Head ${Y(t, n)}`, Et(e, i, a, t, n, o, s), o, s, a.filter, e.theme());
	}
	function ee(e) {
		let r = M(e);
		E = Ht(i, r, Math.max(240, F())), j = E.columns, u.classList.toggle("hs-small", E.side < 44), u.style.width = `${E.width}px`, u.style.height = `${E.height}px`;
		let a = E.cells.map((e) => {
			let r = g("", () => P(e), {
				class: "hs-cell",
				role: "gridcell",
				"aria-label": N(e),
				title: N(e)
			}), a = Ot(n, i, e.layer, e.head);
			return a !== null && r.append(t("span", {
				class: "hs-mark",
				"aria-hidden": "true"
			}, X(n, a).mark)), r.style.left = `${e.x}px`, r.style.top = `${e.y}px`, r.style.width = `${E.side}px`, r.style.height = `${E.side}px`, r;
		}), o = new v(a), s = [];
		for (let e = 0; e < a.length; e += j) s.push(t("div", { role: "row" }, ...a.slice(e, e + j)));
		l.replaceChildren(...s), l.onkeydown = (e) => {
			let t = a.indexOf(e.target);
			if (t < 0 || e.ctrlKey || e.altKey || e.metaKey) return;
			let n = Ft(Math.ceil(a.length / j), j, t, e.key);
			n !== null && (e.preventDefault(), o.to(Math.min(n, a.length - 1)));
		}, L = (e) => {
			let t = a.indexOf(e.target.closest("button"));
			t < 0 || (e.type === "focusin" && o.to(t, !1), _.textContent = `${N(E.cells[t])}.`, I(E.cells[t]));
		};
	}
	let L = () => void 0;
	l.addEventListener("pointerover", (e) => L(e)), l.addEventListener("focusin", (e) => L(e));
	function R(e, t) {
		let n = {
			colour: t.quiet,
			size: Math.min(13, Math.max(9, E.side * .3)),
			font: b
		};
		for (let { x: t, y: r, text: i, anchor: a } of E.names) e.text(t, r, i, {
			...n,
			anchor: a
		});
	}
	function te() {
		let t = w(c, E.width, E.height);
		if (!t) return;
		let n = T[e.theme()];
		R(new x(t), n), C.setAttribute("aria-busy", "true");
		let i = r.state, a = JSON.stringify([
			E.side,
			e.theme(),
			i.filter,
			i.hide,
			i.renormalise,
			i.words
		]), o = new Map(a === A ? O.map((e) => [Y(e.cell.layer, e.cell.head), e.made]) : []);
		A = a, O = [], k = [...E.cells].reverse(), cancelAnimationFrame(D), z(o);
	}
	function z(t) {
		let n = new x(c.getContext("2d")), r = T[e.theme()], i = performance.now() + Kt;
		for (; k.length > 0 && performance.now() < i;) {
			let i = k.pop(), a = t.get(Y(i.layer, i.head)) ?? B(i, Math.min(2, window.devicePixelRatio || 1), e.theme());
			O.push({
				cell: i,
				made: a
			}), n.picture(a, i.x, i.y, E.side, E.side), n.frame(i.x, i.y, E.side, E.side, r.line);
		}
		k.length > 0 ? D = requestAnimationFrame(() => z(t)) : C.removeAttribute("aria-busy");
	}
	function B({ layer: t, head: n }, a, o) {
		let s = r.state, { rows: c, keys: l } = Tt(i, s);
		return ot([Et(e, i, s, t, n, c, l)], c, l, s.filter, Math.round(E.side * a), o);
	}
	function V(e) {
		o.show(e.sort ?? ""), s.show(e);
		let t = M(e);
		h.textContent = t ? `All heads, by how much each ${W(t.words)}` : `All ${i.layers} × ${i.heads} heads: a row for each layer, a column for each head`, _.textContent = "Point at a head for its name; click to open it.", f.hide(), ee(e), te();
	}
	let H = 0, ne = new ResizeObserver(() => {
		m.clientWidth !== H && (H = m.clientWidth, V(r.state));
	});
	return ne.observe(m), {
		element: C,
		update: V,
		picture: () => ({
			title: h.textContent ?? "",
			width: E.width,
			height: E.height,
			draw: (e, t, r) => {
				R(e, t);
				for (let a of E.cells) {
					e.picture(B(a, 3, r), a.x, a.y, E.side, E.side), e.frame(a.x, a.y, E.side, E.side, t.line);
					let o = Ot(n, i, a.layer, a.head), s = o === null ? "" : X(n, o).mark;
					if (s === "") continue;
					let c = E.side < 44 ? 8 : 10, [l, u] = [a.x + E.side - c / 2 - 2, a.y + c / 2 + 2];
					e.box(l - c / 2 - 1, u - c / 2 - 1, c + 2, c + 2, t.background, 1), e.text(l, u, s, {
						colour: t.ink,
						size: c,
						anchor: "middle",
						font: b
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
function Jt(e, t, n) {
	let r = t.queries.texts.length;
	if (r < 2 || r !== t.keys.texts.length) return !1;
	for (let i = 0; i < t.heads; i++) {
		let a = e.map(t, n, i);
		for (let e = 0; e < r; e++) for (let t = e + 1; t < r; t++) if (a[e * r + t] !== 0) return !1;
	}
	return !0;
}
function Yt(e, t) {
	let n = e.reduce((e, n, r) => t[r] ? e : Math.max(e, n), -Infinity), r = e.map((e, r) => t[r] ? 0 : Math.exp(e - n)), i = r.reduce((e, t) => e + t, 0);
	return r.map((e) => i > 0 ? e / i : 0);
}
function Xt(e, t, n, i, a, o) {
	let { query: s, key: c, scaling: l } = t.vectors, u = s.shape[3], d = t.keys.texts.length, f = e.vectors(s, n, i).subarray(a * u, (a + 1) * u), p = e.vectors(c, n, i), m = p.map((e, t) => e * f[t % u]), h = new Float64Array(d);
	m.forEach((e, t) => h[Math.floor(t / u)] += e);
	let g = h.map((e) => e * l), _ = Uint8Array.from({ length: d }, (e, t) => o && t > a ? 1 : 0), v = Yt(g, _), y = e.map(t, n, i), b = Float64Array.from({ length: d }, (e, t) => r[y[a * d + t]]);
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
function Zt({ dimensions: e, products: t, dots: n }, r) {
	if (r !== null) return Float64Array.from(t.subarray(r * e, (r + 1) * e));
	let i = new Float64Array(e);
	return t.forEach((t, r) => i[r % e] += Math.abs(t) / n.length), i;
}
function Qt(e, t, n) {
	let r = Array.from({ length: e.dimensions }, (e, t) => t), i = Zt(e, n);
	return t ? r.sort((e, t) => i[t] - i[e] || e - t) : r;
}
//#endregion
//#region src/views/neuron_picture.ts
var $t = 20, $ = 72, en = 6.4 * B;
function tn(e, t) {
	let n = Math.max(2, Math.min(24, Math.floor(240 / t))), r = e.right + e.column + $t, i = r + n * t + $t, a = i + n * t + $t, o = a + $ + en + $t, s = o + $ + en + $t;
	return {
		cell: n,
		key: r,
		product: i,
		dot: a,
		softmax: o,
		model: s,
		width: s + 5 * B + 4
	};
}
var nn = (e) => Array.prototype.reduce.call(e, (e, t) => Math.max(e, Math.abs(t)), 1e-9);
function rn(e, t, { working: n, order: r, places: i, key: a, place: o }) {
	let s = {
		colour: t.quiet,
		size: 13,
		anchor: "start",
		font: b
	}, c = [
		[i.key, "query, and keys below"],
		[i.product, a === null ? "query × key" : "query × chosen key"],
		[i.dot, "sum × scaling"],
		[i.softmax, "softmax"],
		[i.model, "model"]
	];
	for (let [t, n] of c) e.text(t, 10, n, s);
	e.text(o.left - 4, 10, xe.left, {
		...s,
		anchor: "end"
	}), e.text(o.right + 4, 10, "to", s);
	let { dimensions: l } = n;
	an(e, t, r.map((e) => n.query[e]), i.key, i.cell), a !== null && an(e, t, r.map((e) => n.products[a * l + e]), i.product, i.cell);
}
function an(e, t, n, r, i) {
	let [a, o] = [50, 28], s = nn(n);
	e.box(r, a, i * n.length, 1, t.line, 1), n.forEach((n, c) => {
		let l = Math.abs(n) / s * o;
		e.box(r + c * i, n < 0 ? a : a - l, Math.max(1, i - 1), l, n < 0 ? t.negative : t.positive, 1);
	});
}
function on(e, t, n, r, i) {
	let { working: a, order: o, place: s, places: c, token: l, key: u } = n, { dimensions: d } = a, f = {
		key: nn(a.keys),
		product: nn(a.products),
		dot: nn(a.scaled)
	}, [p, m] = K(s.keys, ...i), h = {
		colour: t.ink,
		size: z * .92,
		anchor: "end",
		font: y
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
		e.box(c.dot + _ + (g < 0 ? -v : 0), i - 5, v, 10, g < 0 ? t.negative : t.positive, m ? .25 : 1), e.text(c.dot + $ + en, i, g.toFixed(2).replace("-", "−"), {
			...h,
			colour: m ? t.quiet : t.ink
		}), e.box(c.softmax, i - 5, p * $, 10, t.positive, 1), e.text(c.softmax + $ + en, i, m ? "masked" : p.toFixed(2), m ? {
			...h,
			colour: t.quiet
		} : h), e.text(c.model + 4.4 * B, i, a.weights[n].toFixed(2), {
			...h,
			colour: t.quiet
		});
	}
}
//#endregion
//#region src/views/neuron_view.ts
var sn = 60, cn = " On a narrow screen, scroll sideways for products, sums and weights.";
function ln(e) {
	let { meta: n, data: r, store: i } = e, a = n.stacks[i.state.stack], o = ct(e, a), s = p("head", J(a).map((e) => [String(e), String(e + 1)]), (e) => i.set({ heads: [Number(e)] })), c = m("dimensions by contribution", (e) => i.set({ dimensions: e })), [l, u] = [new we("left"), new we("right")], d = t("canvas", { "aria-hidden": "true" }), f = t("canvas", { "aria-hidden": "true" }), h = t("div", { class: "hs-plot" }, t("div", { class: "hs-stage" }, f), l.element, u.element), g = t("div", { class: "hs-scroller" }, h), _ = t("div", { class: "hs-wide" }, d, g), v = t("h3", {}), b = t("p", {
		class: "hs-readout",
		"aria-live": "polite"
	}), S = t("p", { class: "hs-hint" }), C = t("div", { class: "hs-neuron" }, t("div", { class: "hs-bar" }, o.element, s.element, c.element), v, b, _, S, t("p", { class: "hs-hint" }, "Blue is above zero, orange below, paler is nearer to it. Choose the token being updated on the left; on the right, choose a key to see its product as bars and to sort by it; again, or Escape, lets it go.")), E = {
		hide: !1,
		words: !1
	}, [D, O] = [Oe(a.queries, E), Oe(a.keys, E)], k = /* @__PURE__ */ new Map(), A, j = null, M = null, N = 0, P = Math.max(D.texts.length, O.texts.length) > sn, F = () => P ? Math.min(sn * 18, Math.max(288, window.innerHeight - 240)) : A.place.height;
	function I(e) {
		let t = e.heads[0] ?? 0, i = e.side === "left" ? e.tokens[0] ?? 0 : 0;
		o.show(e), s.show(String(t)), c.show(e.dimensions), k.has(e.layer) || k.set(e.layer, a.causal ?? Jt(r, a, e.layer));
		let d = Xt(r, a, e.layer, t, i, k.get(e.layer)), f = A === void 0, p = f ? ee() : A.place, m = tn(p, d.dimensions);
		A = {
			working: d,
			order: Qt(d, e.dimensions, j),
			place: p,
			places: m,
			token: i,
			key: j
		}, f && (h.style.width = `${m.width}px`, h.style.height = `${p.height}px`, g.style.width = `${m.width + (P ? 16 : 0)}px`, g.style.height = P ? `${F()}px` : "", g.classList.toggle("hs-long", P), l.fill(D, p), u.fill(O, p));
		let y = Ot(n, a, e.layer, t);
		v.textContent = `Head ${Y(e.layer, t)}${y === null ? "" : `: ${X(n, y).words}`}`, S.textContent = L() + (m.width > _.clientWidth && _.clientWidth > 0 ? cn : ""), l.mark([i], !0), u.mark(j === null ? [] : [j], !0), R(), te();
	}
	function ee() {
		let e = _.clientWidth < 640, t = Ce(D, O, e ? 260 : 400), n = t.column + 4;
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
	function R() {
		let { working: e, token: n } = A, r = (e) => t("bdi", { class: "hs-quoted" }, U(e).slice(0, 40)), i = M ?? j;
		if (i === null) {
			b.replaceChildren("The query of ", r(D.texts[n]), " with every key. Point at a key for its sum.");
			return;
		}
		let a = Zt(e, i), o = Qt(e, !0, i).slice(0, 3), s = (e) => `${e < 0 ? "−" : "+"}${Math.abs(e).toFixed(2)}`;
		b.replaceChildren(r(D.texts[n]), " · ", r(O.texts[i]), ` = ${s(e.dots[i])}, scaled ${s(e.scaled[i])}, softmax ${e.softmax[i].toFixed(2)}. `, `Most from dimensions ${o.map((e) => `${e + 1} (${s(a[e])})`).join(", ")}.`);
	}
	function te() {
		N === 0 && (N = requestAnimationFrame(B));
	}
	function B() {
		N = 0;
		let t = T[e.theme()], [n, r] = [w(d, A.places.width, 84), w(f, A.places.width, F())];
		n && rn(new x(n), t, A), r && on(new x(r), t, A, g.scrollTop, [g.scrollTop, g.scrollTop + F()]);
	}
	function V(e) {
		j = j === e ? null : e, I(i.state);
	}
	return Ee(l, u, {
		act: (e, t) => e === "left" ? i.set({
			side: e,
			tokens: [t]
		}) : V(t),
		point: (e, t) => {
			e !== "left" && t !== M && (M = t, R());
		}
	}), C.addEventListener("keydown", (e) => {
		e.key === "Escape" && j !== null && V(null);
	}), g.addEventListener("scroll", te, { passive: !0 }), {
		element: C,
		update: I,
		picture: () => {
			let [e, t] = [g.scrollTop, F()], { place: n, places: r, token: i } = A;
			return {
				title: `${v.textContent}, from ${U(D.texts[i])}`,
				width: r.width,
				height: 84 + t,
				draw: (r, a) => {
					rn(r, a, A), on(r, a, A, e - 84, [e, e + t]);
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
								size: z,
								font: y,
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
function un() {
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
var dn = "Attention shows where a head reads, not why the model answers.";
function fn(e, t) {
	return t === "model" ? qt(e) : t === "head" ? Pt(e) : e.meta.stacks[e.store.state.stack].vectors ? ln(e) : un();
}
function pn(e, n, r, i) {
	let a = new Ct(i.hash && location.hash.length > 1 ? bt(location.hash, n) : ht(n)), o = A(), s = () => k() ? e.dataset.theme = o : delete e.dataset.theme;
	s();
	let c = {
		meta: n,
		data: r,
		store: a,
		theme: () => o
	}, l = _("View", [
		["head", "Head"],
		["model", "Model"],
		["neuron", "Neuron"]
	], (e) => a.set({ view: e })), u = p("attention", n.stacks.map(({ name: e }, t) => [String(t), U(e)]), (e) => a.set(xt(a.state, n, Number(e))));
	u.element.hidden = n.stacks.length < 2;
	let d = t("p", { role: "alert" }), f = () => `${n.title} ${x.picture().title}`, m = g("Save SVG", () => te(new Blob([ee(x.picture())], { type: "image/svg+xml" }), R(f(), "svg"))), h = g("Save PNG", () => {
		L(x.picture()).then((e) => te(e, R(f(), "png"))).catch((e) => d.textContent = `No PNG: ${e instanceof Error ? e.message : String(e)}.`);
	}), v = t("div", { class: "hs-header" }, t("h2", {}, t("bdi", {}, W(n.title))), l.element, u.element, t("div", { class: "hs-choices hs-save" }, m, h)), y = t("div", {}), b = `A weight is shown to within ${n.error.toFixed(4)}. ${dn}`;
	e.replaceChildren(v, d, y, t("p", { class: "hs-hint" }, b));
	let x;
	function S(t, r) {
		l.show(t.view), u.show(String(t.stack));
		let i = r === null || r.view !== t.view || r.stack !== t.stack;
		if (i) {
			r && x.destroy(), x = fn(c, t.view), y.replaceChildren(x.element);
			let e = t.view === "neuron" && !n.stacks[t.stack].vectors;
			m.disabled = h.disabled = e;
		}
		x.update(t), i && r && e.getRootNode() instanceof Document && document.activeElement === document.body && l.element.querySelector("[aria-pressed=true]")?.focus();
	}
	let C = "";
	function w(e) {
		C = `#${_t(e, n)}`;
		try {
			history.replaceState(history.state, "", C);
		} catch {}
	}
	function T() {
		location.hash !== C && a.set(bt(location.hash, n));
	}
	S(a.state, null);
	let E = [a.listen(S), j(() => {
		o !== A() && (o = A(), s(), x.update(a.state));
	})];
	return i.hash && (E.push(a.listen(w)), window.addEventListener("hashchange", T), E.push(() => window.removeEventListener("hashchange", T))), () => {
		E.forEach((e) => e()), x.destroy();
	};
}
function mn(e, n) {
	let r = n instanceof Error ? n.message : String(n);
	e.replaceChildren(t("p", { role: "alert" }, `This view could not be drawn: ${r}.`)), console.error(n);
}
function hn(e, n, r, i = {}) {
	let a = t("div", {
		class: "headscope-view",
		"data-lm-suppress-shortcuts": "true"
	});
	e.replaceChildren(a);
	let o = r instanceof ArrayBuffer ? new Uint8Array(r) : new Uint8Array(r.buffer, r.byteOffset, r.byteLength), c = () => void 0;
	try {
		c = pn(a, f(n), new s(o, l(n)), i);
	} catch (e) {
		mn(a, e);
	}
	return { destroy: () => {
		c(), a.remove();
	} };
}
//#endregion
//#region src/views/widget.ts
function gn({ model: e, el: n }) {
	let r = t("div", { class: "headscope-view" }, t("p", {}, "Reading the data …")), i = t("div", { class: "headscope-widget" }, r);
	n.append(i);
	let a = !1, s = null;
	return (async () => {
		let [t, n] = [f(e.get("meta")), e.get("data")], r = await o([new Uint8Array(n.buffer, n.byteOffset, n.byteLength)], l(t));
		a || (s = hn(i, t, r, { hash: !1 }));
	})().catch((e) => mn(r, e)), () => {
		a = !0, s?.destroy(), i.remove();
	};
}
//#endregion
//#region src/views/views.ts
var _n = { render: gn }, vn = document.getElementById("headscope-meta"), yn = document.getElementById("headscope-data"), bn = document.getElementById("headscope-view");
if (vn && yn && bn) {
	let e = t("div", { class: "headscope-view" }, t("p", {}, "Reading the data …"));
	bn.replaceChildren(e);
	let n = yn.textContent ?? "";
	yn.remove(), (async () => {
		let e = f(JSON.parse(vn.textContent ?? ""));
		hn(bn, e, await o(a(n), l(e)), { hash: !0 });
	})().catch((t) => mn(e, t));
}
//#endregion
export { _n as default, hn as mount };
