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
//#region src/views/controls.ts
function r(e, n, r) {
	let i = t("select", { "aria-label": e }, ...n.map(([e, n]) => t("option", { value: e }, n)));
	return i.addEventListener("change", () => r(i.value)), {
		element: t("label", { class: "hs-field" }, `${e} `, i),
		show: (e) => {
			i.value = e;
		}
	};
}
function i(e, n) {
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
function a(e, n, r, i) {
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
function o(e, n, r = {}) {
	let i = t("button", {
		type: "button",
		...r
	}, e);
	return i.addEventListener("click", n), i;
}
function s(e, n, r) {
	let i = n.map(([e, t]) => o(t, () => r(e), { "data-value": e }));
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
var c = class {
	elements;
	at = 0;
	constructor(e) {
		this.elements = e, e.forEach((e, t) => e.tabIndex = t === 0 ? 0 : -1);
	}
	to(e, t = !0) {
		let n = this.elements[e];
		n && (this.elements[this.at].tabIndex = -1, this.at = e, n.tabIndex = 0, t && n.focus());
	}
}, l = Float32Array.from({ length: 256 }, (e, t) => (t / 255) ** 2), u = 1 << 20;
function* d(e) {
	let t = e.trim(), n = Uint8Array.fromBase64;
	if (n) yield n(t);
	else for (let e = 0; e < t.length; e += u) {
		let n = atob(t.slice(e, e + u)), r = new Uint8Array(n.length);
		for (let e = 0; e < r.length; e++) r[e] = n.charCodeAt(e);
		yield r;
	}
}
async function f(e, t) {
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
var p = class {
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
}, m = "ui-monospace, \"SF Mono\", Menlo, Consolas, \"DejaVu Sans Mono\", \"Liberation Mono\", monospace", h = "system-ui, -apple-system, \"Segoe UI\", Roboto, \"Noto Sans\", sans-serif", g = class {
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
}, _ = (e) => String(Math.round(e * 100) / 100), v = class {
	into;
	paths = /* @__PURE__ */ new Map();
	start = "";
	constructor(e) {
		this.into = e;
	}
	line(e, t, r, i, { colour: a, alpha: o, width: s, dash: c }) {
		let l = `M${_(e)} ${_(t)}`;
		l !== this.start && this.paths.clear(), this.start = l;
		let u = _(Math.min(1, o)), d = `${a} ${u} ${c.join()}`, f = this.paths.get(d);
		f || (f = n("path", {
			d: "",
			fill: "none",
			stroke: a,
			"stroke-opacity": u,
			"stroke-width": _(s)
		}), c.length > 0 && f.setAttribute("stroke-dasharray", c.join(" ")), this.paths.set(d, f), this.into.append(f)), f.setAttribute("d", `${f.getAttribute("d")}${l}L${_(r)} ${_(i)}`);
	}
	box(e, t, r, i, a, o) {
		let s = {
			x: _(e),
			y: _(t),
			width: _(r),
			height: _(i)
		};
		this.into.append(n("rect", {
			...s,
			fill: a,
			"fill-opacity": _(Math.min(1, o))
		}));
	}
	frame(e, t, r, i, a) {
		let o = {
			x: _(e),
			y: _(t),
			width: _(r),
			height: _(i)
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
			x: _(e),
			y: _(t + a * .35),
			fill: i,
			"font-size": _(a),
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
			x: _(t),
			y: _(r),
			width: _(i),
			height: _(a),
			href: e.toDataURL("image/png"),
			preserveAspectRatio: "none"
		});
		e.width <= i * 2 && o.setAttribute("image-rendering", "pixelated"), this.into.append(o);
	}
};
function y(e, t, n) {
	let r = Math.min(2, window.devicePixelRatio || 1), [i, a] = [Math.max(1, Math.round(t * r)), Math.max(1, Math.round(n * r))];
	(e.width !== i || e.height !== a) && (e.width = i, e.height = a, e.style.width = `${t}px`, e.style.height = `${n}px`);
	let o = e.getContext("2d");
	return o?.setTransform(1, 0, 0, 1, 0, 0), o?.clearRect(0, 0, i, a), o?.setTransform(r, 0, 0, r, 0, 0), o;
}
//#endregion
//#region src/views/palette.ts
var b = {
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
}, x = [
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
function S(e, t) {
	let n = Math.floor(t / e.hues.length) % x.length;
	return {
		colour: e.hues[t % e.hues.length],
		dash: x[n]
	};
}
var C = "(prefers-color-scheme: dark)";
function w() {
	return window.matchMedia(C).matches ? "dark" : "light";
}
function T(e) {
	let t = window.matchMedia(C);
	return t.addEventListener("change", e), () => t.removeEventListener("change", e);
}
//#endregion
//#region src/views/export.ts
var E = 12, D = 28, O = 3, k = 8192;
function A(e, t) {
	e.text(E, 16, t, {
		colour: b.light.ink,
		size: 14,
		anchor: "start",
		font: h,
		strong: !0
	});
}
function j({ width: e, height: t }) {
	return {
		width: e + 24,
		height: t + D + E
	};
}
function M(e) {
	let { width: t, height: r } = j(e), i = n("svg", {
		xmlns: "http://www.w3.org/2000/svg",
		width: t,
		height: r,
		viewBox: `0 0 ${t} ${r}`,
		role: "img"
	});
	i.append(n("title", {}, e.title), n("rect", {
		width: t,
		height: r,
		fill: b.light.background
	})), A(new v(i), e.title);
	let a = n("svg", {
		x: E,
		y: D,
		width: e.width,
		height: e.height,
		overflow: "hidden"
	});
	return e.draw(new v(a), b.light, "light"), i.append(a), new XMLSerializer().serializeToString(i);
}
async function N(e) {
	let { width: n, height: r } = j(e), i = Math.min(O, k / Math.max(n, r)), a = t("canvas", {
		width: Math.ceil(n * i),
		height: Math.ceil(r * i)
	}), o = a.getContext("2d");
	o.scale(i, i);
	let s = new g(o);
	return s.box(0, 0, n, r, b.light.background, 1), A(s, e.title), o.translate(E, D), o.beginPath(), o.rect(0, 0, e.width, e.height), o.clip(), e.draw(s, b.light, "light"), new Promise((e, t) => {
		a.toBlob((n) => n ? e(n) : t(/* @__PURE__ */ Error("the browser made no PNG of this size")), "image/png");
	});
}
function P(e, t) {
	return `${e.normalize("NFKD").replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-+|-+$/gu, "").slice(0, 60) || "headscope"}.${t}`;
}
function F(e, n) {
	let r = URL.createObjectURL(e);
	t("a", {
		href: r,
		download: n
	}).click(), setTimeout(() => URL.revokeObjectURL(r), 1e4);
}
var I = 12.6, L = .61 * I, R = {
	" ": "␣",
	"\n": "↵",
	"	": "⇥"
}, ee = /[\p{C}\p{Z}\u115f\u1160\u3164\uffa0\u2800]/gu, z = /(?<=\p{Extended_Pictographic}\p{M}*\p{Emoji_Modifier}?)\u200d(?=\p{Extended_Pictographic})/gu, B = /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}|\p{Emoji_Presentation}|[\u3001-\u303e\uff01-\uff60\uffe0-\uffe6]/u, V = /^[\p{M}\u200d]$/u;
function H(e) {
	return e.replace(/\ue000/gu, "‹E000›").replace(z, "").replace(ee, (e) => e === "" ? "‍" : R[e] ?? `‹${e.codePointAt(0).toString(16).toUpperCase().padStart(2, "0")}›`) || "‹empty›";
}
function U(e) {
	return e.split(" ").map((e) => e === "" ? "" : H(e)).join(" ");
}
function W(e) {
	let t = 0;
	for (let n of e) t += V.test(n) ? 0 : B.test(n) ? 2 : 1;
	return t;
}
var te = new Intl.Segmenter("und", { granularity: "grapheme" });
function G(e, t) {
	let n = H(e);
	if (W(n) <= t && n.length <= 2 * t + 8) return n;
	let r = "";
	for (let { segment: e } of te.segment(n)) {
		if (W(r + e) > t - 1 || r.length + e.length > 2 * t) break;
		r += e;
	}
	return `${r}…`;
}
//#endregion
//#region src/views/columns.ts
var ne = 12.6, re = 4.4 * L, ie = 36, ae = .26, oe = 380, se = 24;
function ce(e) {
	let t = 0;
	return e.map((n, r) => (r > 0 && n !== e[r - 1] && (t += ne), t + (r + .5) * 18));
}
function le(e, t, n) {
	let r = Math.max(3, Math.floor((n - 2 * re - Math.max(ie, ae * n) - 8) / 2 / L)), i = 1;
	for (let n of [e, t]) for (let e of n.texts) i = Math.max(i, W(H(e)));
	let a = Math.min(r, i, se), o = a * L + 4, s = Math.max(140, Math.min(n, 2 * (re + o) + oe)), [c, l] = [ce(e.segments), ce(t.segments)], u = Math.max(c.at(-1) ?? 0, l.at(-1) ?? 0) + 9;
	return {
		queries: c,
		keys: l,
		left: re + o,
		right: s - re - o,
		width: s,
		height: u,
		column: o,
		characters: a
	};
}
//#endregion
//#region src/views/column.ts
var ue = class {
	side;
	element;
	options = [];
	numbers = [];
	numbered = [];
	rover = new c([]);
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
			let [s, c] = [H(a), G(a, n.characters)], l = t("span", {
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
		}), this.element.replaceChildren(...this.options), this.rover = new c(this.options);
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
}, de = 20;
function fe(e, t, { point: n, act: r }) {
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
				PageUp: o - de,
				PageDown: o + de,
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
var pe = [
	"all",
	"A-A",
	"A-B",
	"B-A",
	"B-B"
];
function me(e, { hide: t, words: n }) {
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
function he(e, t, n) {
	return {
		rows: t,
		columns: n,
		values: e,
		read: (e) => l[e],
		least: (e) => 255 * Math.sqrt(e) - 1e-9
	};
}
function ge(e, t, n) {
	return {
		rows: t,
		columns: n,
		values: e,
		read: (e) => e,
		least: (e) => e
	};
}
function _e(e, t, n, r) {
	let i = n.unit.length;
	if (t.parts.length === t.unit.length && n.parts.length === i) return he(e, t.parts.length, i);
	let a = n.parts.length, o = new Float32Array(t.parts.length * a), s = new Float64Array(a);
	return t.parts.forEach((t, c) => {
		for (let u of t) {
			s.fill(0);
			let d = 0;
			for (let t = 0; t < i; t++) {
				let r = n.unit[t];
				if (r < 0) continue;
				let a = l[e[u * i + t]];
				s[r] += a, d += a;
			}
			let f = (r && d > 0 ? 1 / d : 1) / t.length;
			for (let e = 0; e < a; e++) o[c * a + e] += s[e] * f;
		}
	}), ge(o, t.parts.length, a);
}
function ve(e, t, n) {
	return e === "all" || e === `${t === 0 ? "A" : "B"}-${n === 0 ? "A" : "B"}`;
}
function ye(e, t, n, { rows: r, columns: i, filter: a }) {
	let o = t ? i.parts.length : r.parts.length;
	return e.map((e) => {
		let s = new Float64Array(o);
		for (let c of n) for (let n = 0; n < o; n++) {
			let [o, l] = t ? [c, n] : [n, c];
			ve(a, r.segments[o], i.segments[l]) && (s[n] += e.read(e.values[o * e.columns + l]));
		}
		return s;
	});
}
//#endregion
//#region src/views/lines.ts
var be = .004, xe = 64;
function K(e, t, n) {
	let r = e.findIndex((e) => e + 9 > t);
	if (r < 0) return [e.length, e.length];
	let i = r;
	for (; i < e.length && e[i] - 9 < n;) i++;
	return [r, i];
}
var Se = class e {
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
		let { scene: o } = this, { left: s, right: c, queries: l, keys: u } = o.place, d = o.heads.map((e) => S(t, e));
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
function Ce(e, t, n) {
	let r = Array.from({ length: 65 }, () => []), [i, a] = K(e.place.queries, t, n), [o, s] = K(e.place.keys, t, n), c = Math.max(e.threshold, be);
	return e.maps.forEach((t, n) => {
		let l = t.least(c);
		for (let c = 0; c < t.rows; c++) {
			let [u, d] = c >= i && c < a ? [0, t.columns] : [o, s];
			for (let i = u; i < d; i++) {
				let a = t.values[c * t.columns + i];
				if (a < l || !ve(e.filter, e.rows.segments[c], e.keys.segments[i])) continue;
				let o = xe - Math.round(xe * Math.min(1, t.read(a)));
				r[o].push((n * t.rows + c) * t.columns + i);
			}
		}
	}), new Se(e, r);
}
function we({ left: e, right: t }, n, r) {
	return n === "left" ? {
		x: e - r + 1,
		width: r - 2
	} : {
		x: t + 1,
		width: r - 2
	};
}
function Te(e, t, n, r, i, [a, o]) {
	let { left: s, right: c, queries: l, keys: u } = n.place, d = r.side === "left", [f, p] = d ? [l, u] : [u, l], m = we(n.place, d ? "right" : "left", n.place.column), h = m.width / Math.max(1, n.heads.length), [g, _] = K(p, a, o);
	n.maps.forEach((a, o) => {
		let { colour: f, dash: v } = S(t, n.heads[o]);
		for (let t = g; t < _; t++) {
			let n = r.sums[o][t];
			n > be && e.box(m.x + o * h, p[t] - i - 9 + 1, h, 16, f, .8 * n);
		}
		let y = a.least(Math.max(n.threshold, be));
		for (let t of r.units) for (let r = 0; r < p.length; r++) {
			let [o, p] = d ? [t, r] : [r, t], m = a.values[o * a.columns + p];
			if (m < y || !ve(n.filter, n.rows.segments[o], n.keys.segments[p])) continue;
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
		let o = W(G(v.texts[a], n.place.characters)) * L + 8, s = we(n.place, r.side, o);
		e.frame(s.x, f[a] - i - 9 + 1, s.width, 16, t.ink);
	}
}
function Ee(e) {
	let t = new Float64Array(e[0]?.length ?? 0);
	for (let n of e) for (let r = 0; r < t.length; r++) t[r] += n[r] / e.length;
	return t;
}
//#endregion
//#region src/views/head_picture.ts
var De = 28;
function Oe(e, t, n, r, i) {
	let a = Math.min(40, (r - 48) / n.length);
	e.box(0, i - De / 2, r, De, t.background, 1), e.text(0, i, "heads", {
		colour: t.quiet,
		size: 12,
		anchor: "start",
		font: h
	}), n.forEach((n, r) => {
		let o = 48 + r * a;
		e.line(o, i, o + a * .4, i, {
			...S(t, n),
			alpha: 1,
			width: 3
		}), e.text(o + a * .5, i, String(n + 1), {
			colour: t.ink,
			size: 12,
			anchor: "start",
			font: h
		});
	});
}
function ke(e, t, n, r, i) {
	let { place: a, rows: o, keys: s } = t, c = [i, i + r];
	return {
		title: e,
		width: a.width,
		height: r + (t.heads.length > 1 ? De : 0),
		draw: (e, l) => {
			n ? Te(e, l, t, n, i, c) : Ce(t, ...c).byToken().draw(e, l, i, [0, 0], () => !0);
			let u = n && Ee(n.sums);
			for (let t of ["left", "right"]) {
				let r = t === "left", [d, f] = r ? [o, a.queries] : [s, a.keys], [p, h] = K(f, ...c);
				for (let o = p; o < h; o++) {
					let s = f[o] - i, c = n?.side === t && n.units.includes(o), p = {
						colour: d.special[o] ? l.quiet : l.ink,
						size: I,
						font: m,
						strong: c
					}, h = r ? a.left - 4 : a.right + 4;
					if (e.text(h, s, G(d.texts[o], a.characters), {
						...p,
						anchor: r ? "end" : "start"
					}), !u || n.side === t || u[o] < .01) continue;
					let g = r ? a.left - a.column - 4 : a.right + a.column + 4, _ = {
						colour: l.quiet,
						size: I * .92,
						font: m
					};
					e.text(g, s, u[o].toFixed(2), {
						..._,
						anchor: r ? "end" : "start"
					});
				}
			}
			t.heads.length > 1 && Oe(e, l, t.heads, a.width, r + De / 2);
		}
	};
}
//#endregion
//#region src/colour.ts
var Ae = {
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
}, je = 256;
function Me(e) {
	return e <= .04045 ? e / 12.92 : ((e + .055) / 1.055) ** 2.4;
}
function Ne(e) {
	return e <= .0031308 ? e * 12.92 : 1.055 * e ** (1 / 2.4) - .055;
}
function Pe(e) {
	let t = (t) => Me(parseInt(e.slice(t, t + 2), 16) / 255), [n, r, i] = [
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
function Fe([e, t, n]) {
	let r = (e + .3963377774 * t + .2158037573 * n) ** 3, i = (e - .1055613458 * t - .0638541728 * n) ** 3, a = (e - .0894841775 * t - 1.291485548 * n) ** 3;
	return `#${[
		4.0767416621 * r - 3.3077115913 * i + .2309699292 * a,
		-1.2684380046 * r + 2.6097574011 * i - .3413193965 * a,
		-.0041960863 * r - .7034186147 * i + 1.707614701 * a
	].map((e) => Math.round(255 * Math.min(1, Math.max(0, Ne(e))))).map((e) => e.toString(16).padStart(2, "0")).join("")}`;
}
function Ie([e, t, n], r) {
	let i = 1 - r, a = (a) => i * i * e[a] + 2 * i * r * t[a] + r * r * n[a];
	return [
		a(0),
		a(1),
		a(2)
	];
}
function Le(e, t) {
	return Math.hypot(e[0] - t[0], e[1] - t[1], e[2] - t[2]);
}
function Re(e) {
	let [t, n, r] = Ae[e], i = [
		Pe(t),
		Pe(n),
		Pe(r)
	], a = Array.from({ length: 4097 }, (e, t) => Ie(i, t / 4096)), o = [0];
	for (let e = 1; e < a.length; e++) o.push(o[e - 1] + Le(a[e - 1], a[e]));
	let s = o[o.length - 1], c = 0;
	return Array.from({ length: je }, (e, t) => {
		for (; c < a.length - 1 && o[c] < s * t / 255;) c++;
		return Fe(a[c]);
	});
}
var ze = {
	light: Re("light"),
	dark: Re("dark")
};
function Be(e, t) {
	let n = Math.round(Math.min(1, Math.max(0, t)) * 255);
	return ze[e][n];
}
//#endregion
//#region src/views/maps.ts
function Ve(e) {
	return Uint32Array.from({ length: 256 }, (t, n) => {
		let r = parseInt(Be(e, n / 255).slice(1), 16);
		return (255 << 24 | (r & 255) << 16 | r & 65280 | r >> 16) >>> 0;
	});
}
var He = {
	light: Ve("light"),
	dark: Ve("dark")
};
function Ue(e, t) {
	return Int32Array.from({ length: e }, (n, r) => Math.floor(r * t / e));
}
function We(e, t, n, r, i, a) {
	let o = new Uint8Array(i * a), s = Ue(n.parts.length, i), c = Ue(t.parts.length, a);
	for (let { columns: a, values: l } of e) {
		let e = l instanceof Uint8Array ? null : 255;
		for (let u = 0; u < c.length; u++) {
			let d = c[u] * i;
			for (let i = 0; i < a; i++) {
				let c = l[u * a + i], f = e === null ? c : Math.round(e * Math.sqrt(Math.min(1, c))), p = d + s[i];
				f > o[p] && (r === "all" || ve(r, t.segments[u], n.segments[i])) && (o[p] = f);
			}
		}
	}
	return o;
}
function Ge(e, n, r, i, a, o) {
	let [s, c] = [Math.max(1, Math.min(a, r.parts.length)), Math.max(1, Math.min(a, n.parts.length))], l = t("canvas", {
		width: s,
		height: c
	}), u = l.getContext("2d");
	if (!u) return l;
	let d = u.createImageData(s, c), f = new Uint32Array(d.data.buffer), p = He[o];
	return We(e, n, r, i, s, c).forEach((e, t) => f[t] = p[e]), u.putImageData(d, 0, 0), l;
}
//#endregion
//#region src/views/minimap.ts
var Ke = class {
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
			let n = Math.min(2, window.devicePixelRatio || 1), r = Ge(e.maps, e.rows, e.keys, e.filter, Math.round(this.side * n), t);
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
function qe({ store: e }, t) {
	let n = r("layer", Array.from({ length: t.layers }, (e, t) => [String(t), String(t + 1)]), (t) => e.set({ layer: Number(t) }));
	return {
		element: n.element,
		show: ({ layer: e }) => n.show(String(e))
	};
}
var Je = ({ segments: e }) => e.some((t) => t !== e[0]), Ye = ({ words: e }) => e.some((t, n) => t >= 0 && t === e[n - 1]);
function Xe({ store: e }, n, r) {
	let o = t("div", { class: "hs-bar" }), c = [], l = [n.queries, n.keys];
	if (l.some(Je)) {
		let n = s("From which text to which", pe.map((e) => [e, e === "all" ? "all" : e.replace("-", "→")]), (t) => e.set({ filter: t }));
		o.append(t("div", { class: "hs-field" }, t("span", {}, "texts "), n.element)), c.push(({ filter: e }) => n.show(e));
	}
	if (l.some(({ special: e }) => e.includes(!0))) {
		let t = i("hide special tokens", (t) => e.set({ hide: t })), n = i("and renormalise", (t) => e.set({ renormalise: t }));
		o.append(t.element, n.element), c.push((e) => {
			t.show(e.hide), n.show(e.renormalise), n.enable(e.hide);
		});
	}
	if (l.some(Ye)) {
		let t = i("words instead of tokens", (t) => e.set({ words: t }));
		o.append(t.element), c.push((e) => t.show(e.words));
	}
	if (r) {
		let t = a("weights from", .5, .005, (t) => e.set({ threshold: t }));
		o.append(t.element), c.push((e) => t.show(e.threshold));
	}
	return {
		element: o,
		show: (e) => c.forEach((t) => t(e))
	};
}
//#endregion
//#region src/views/state.ts
var Ze = .01, Qe = [
	"head",
	"model",
	"neuron"
];
function q(e) {
	return Array.from({ length: e.heads }, (e, t) => t);
}
function $e(e, t) {
	return typeof e == "number" && Number.isInteger(e) && e >= 0 && e < t;
}
function et(e) {
	let t = e.stacks[0], n = e.start, r = n?.heads?.filter((e) => $e(e, t.heads)) ?? [], i = n?.token;
	return {
		view: Qe.includes(e.kind) ? e.kind : "head",
		stack: 0,
		layer: $e(n?.layer, t.layers) ? n.layer : 0,
		heads: r.length > 0 ? r : q(t),
		side: "left",
		tokens: $e(i, t.queries.texts.length) ? [i] : [],
		filter: "all",
		hide: !1,
		renormalise: !1,
		words: !1,
		threshold: Ze,
		sort: null,
		dimensions: !1
	};
}
function tt(e) {
	return encodeURIComponent(e).replace(/%(2B|2C|3A)/gu, (e) => decodeURIComponent(e));
}
function nt(e, t) {
	let n = t.stacks[e.stack], r = [
		["view", e.view],
		["stack", n.name],
		["layer", String(e.layer + 1)],
		["heads", e.heads.length === n.heads ? "all" : e.heads.map((e) => e + 1).join(",")]
	];
	return e.tokens.length > 0 && r.push(["token", `${e.side}:${e.tokens.join(",")}`]), e.filter !== "all" && r.push(["filter", e.filter]), e.hide && r.push(["special", "hide"]), e.renormalise && r.push(["renormalise", "1"]), e.words && r.push(["words", "1"]), e.threshold !== .01 && r.push(["threshold", String(e.threshold)]), e.sort !== null && r.push(["sort", e.sort]), e.dimensions && r.push(["dimensions", "contribution"]), r.map(([e, t]) => `${e}=${tt(t)}`).join("&");
}
function rt(e) {
	let t = /* @__PURE__ */ new Map();
	for (let n of e.replace(/^#/u, "").split("&")) {
		let e = n.indexOf("=");
		if (!(e < 0)) try {
			t.set(n.slice(0, e), decodeURIComponent(n.slice(e + 1)));
		} catch {}
	}
	return t;
}
function it(e, t, n) {
	let r = e.split(",").filter((e) => /^\d+$/u.test(e)).map((e) => Number(e) - t);
	return [...new Set(r.filter((e) => $e(e, n)))].sort((e, t) => e - t);
}
function at(e, t) {
	let n = et(t), r = rt(e), i = Qe.find((e) => e === r.get("view"));
	i && (n.view = i);
	let a = t.stacks.findIndex(({ name: e }) => e === r.get("stack"));
	a > 0 && Object.assign(n, ot(n, t, a));
	let o = t.stacks[n.stack], s = it(r.get("layer") ?? "", 1, o.layers)[0];
	s !== void 0 && (n.layer = s);
	let c = r.get("heads");
	c === "all" ? n.heads = q(o) : c !== void 0 && (n.heads = it(c, 1, o.heads));
	let l = /^(left|right):([\d,]+)$/u.exec(r.get("token") ?? "");
	l ? (n.side = l[1], n.tokens = it(l[2], 0, (n.side === "left" ? o.queries : o.keys).texts.length)) : r.size > 0 && (n.tokens = []);
	let u = pe.find((e) => e === r.get("filter"));
	u && (n.filter = u), n.hide = r.get("special") === "hide", n.renormalise = r.get("renormalise") === "1", n.words = r.get("words") === "1";
	let d = Number(r.get("threshold") ?? .01);
	d >= 0 && d <= 1 && (n.threshold = d);
	let f = r.get("sort");
	return t.scores.some((e) => e.id === f && e.stack === o.name) && (n.sort = f), n.dimensions = r.get("dimensions") === "contribution", n;
}
function ot(e, t, n) {
	let [r, i] = [t.stacks[e.stack], t.stacks[n]], a = e.heads.length === r.heads ? q(i) : e.heads.filter((e) => e < i.heads);
	return {
		stack: n,
		layer: Math.min(e.layer, i.layers - 1),
		heads: a.length > 0 ? a : q(i),
		tokens: [],
		sort: null
	};
}
function st(e, t) {
	return Object.keys(e).every((n) => n === "tokens" || n === "side" || e[n] === t[n]);
}
var ct = class {
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
function lt(e, n, r) {
	let i = q(e).map((e) => {
		let t = o(String(e + 1), () => a(e), {
			class: "hs-patch",
			title: "Double-click: this head alone"
		});
		return t.style.setProperty("--light", S(b.light, e).colour), t.style.setProperty("--dark", S(b.dark, e).colour), t.classList.toggle("hs-dashed", S(b.light, e).dash.length > 0), t.addEventListener("dblclick", () => r([e])), t;
	});
	function a(e) {
		let t = n();
		r(t.includes(e) ? t.filter((t) => t !== e) : [...t, e].sort((e, t) => e - t));
	}
	let s = new c(i), l = t("div", {
		class: "hs-patches",
		role: "group",
		"aria-label": "Heads shown"
	}, ...i);
	l.addEventListener("keydown", (e) => {
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
		if (n !== void 0) s.to(n);
		else if (e.key === "Enter" && e.shiftKey) r([t]);
		else return;
		e.preventDefault();
	}), l.addEventListener("focusin", (e) => s.to(i.indexOf(e.target), !1));
	let u = o("all", () => r(q(e)), { "aria-label": "Show all heads" }), d = o("none", () => r([]), { "aria-label": "Show no head" });
	return {
		element: t("div", { class: "hs-field" }, t("span", {}, "heads "), l, u, d),
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
function ut(e, t) {
	let n = {
		hide: t.hide,
		words: t.words
	};
	return {
		rows: me(e.queries, n),
		keys: me(e.keys, n)
	};
}
function dt({ data: e }, t, n, r, i, a, o) {
	return _e(e.map(t, r, i), a, o, n.hide && n.renormalise);
}
function J(e, t) {
	return `${e + 1}-${t + 1}`;
}
//#endregion
//#region src/views/readout.ts
var ft = 5, pt = {
	next: "next token",
	previous: "previous token",
	broad: "broad",
	sep: "[SEP]",
	cls: "[CLS]",
	punct: "punctuation",
	same: "same word",
	syntax: "syntax",
	coreference: "coreference",
	mixed: "mixed"
}, mt = {
	next: "▶",
	previous: "◀",
	broad: "▲",
	sep: "S",
	cls: "C",
	punct: ",",
	same: "=",
	syntax: "○",
	coreference: "◆",
	mixed: ""
};
function Y(e) {
	return {
		words: Object.hasOwn(pt, e) ? pt[e] : H(e),
		mark: Object.hasOwn(mt, e) ? mt[e] : [...H(e)][0]
	};
}
function X(e, t, n, r) {
	return e.labels.find((e) => e.stack === t.name && e.layer === n && e.head === r)?.label ?? null;
}
function ht(e, t, { layer: n, heads: r }) {
	let i = e.stacks.length > 1 ? ` of the ${H(t.name)}` : "";
	if (r.length === 0) return `Layer ${n + 1}${i}, no head shown`;
	if (r.length === 1) {
		let a = X(e, t, n, r[0]);
		return `Head ${J(n, r[0])}${i}${a === null ? "" : `: ${Y(a).words}`}`;
	}
	let a = r.map((e) => e + 1), o = a.length > 2 && a.at(-1) - a[0] === a.length - 1 ? `${a[0]} to ${a.at(-1)}` : `${a.slice(0, -1).join(", ")} and ${a.at(-1)}`;
	return `Layer ${n + 1}${i}, heads ${o}`;
}
var gt = (e) => t("bdi", { class: "hs-quoted" }, H(e).slice(0, 40));
function _t({ rows: e, keys: t, heads: n }, r, i) {
	if (n.length === 0) return ["No head is shown: choose one above."];
	if (!r || !i) return ["Point at a token to see its weights."];
	let [a, o] = r.side === "left" ? [e, t] : [t, e], s = [];
	r.units.slice(0, ft).forEach((e, t) => s.push(t > 0 ? " + " : "", gt(a.texts[e]))), r.units.length > ft && s.push(` and ${r.units.length - ft} more`);
	let c = r.units.length === 1;
	s.push(r.side === "left" ? c ? " attends to " : " attend to " : c ? " is attended to by " : " are attended to by ");
	let l = Array.from(i.keys()).filter((e) => i[e] >= .01).sort((e, t) => i[t] - i[e]).slice(0, ft);
	l.length === 0 && s.push("nothing above 1%"), l.forEach((e, t) => s.push(t > 0 ? ", " : "", gt(o.texts[e]), ` ${i[e].toFixed(2)}`));
	let u = [...c ? [] : ["summed"], ...n.length === 1 ? [] : [`mean of ${n.length} heads`]];
	return s.push(u.length > 0 ? ` (${u.join(", ")}).` : "."), s;
}
//#endregion
//#region src/views/head_view.ts
var vt = 60, yt = 12;
function bt(e) {
	let { store: n } = e, r = e.meta.stacks[n.state.stack], i = qe(e, r), a = lt(r, () => n.state.heads, (e) => n.set({ heads: e })), o = Xe(e, r, !0), [s, c] = [new ue("left"), new ue("right")], l = t("canvas", {
		class: "hs-base",
		"aria-hidden": "true"
	}), u = t("canvas", { "aria-hidden": "true" }), d = t("div", { class: "hs-plot" }, t("div", { class: "hs-stage" }, l, u), s.element, c.element), f = t("div", { class: "hs-scroller" }, d), p = new Ke((e) => f.scrollTop = e * x.place.height - f.clientHeight / 2), m = t("h3", {}), h = t("p", {
		class: "hs-readout",
		"aria-live": "polite"
	}), _ = t("div", { class: "hs-figure" }, f, p.element), v = t("div", { class: "hs-head" }, t("div", { class: "hs-bar" }, i.element, a.element), o.element, m, h, _, t("p", { class: "hs-hint" }, "A stroke leads from the position being updated (left) to the one attended to (right); stronger means more weight. Point at a token for its weights; click keeps it, shift and click adds another and sums; Escape lets go. By key: arrows, Enter, shift and Enter.")), x, S = null, C = null, [w, T] = [0, 0], E = !0, D = null, O = null, k = 0, A = () => Math.max(x.rows.texts.length, x.keys.texts.length) > vt, j = () => [f.scrollTop, f.scrollTop + M()], M = () => A() ? Math.min(vt * 18, Math.max(360, window.innerHeight - 220)) : x.place.height;
	function N() {
		let t = n.state, { rows: i, keys: a } = ut(r, t), o = Math.max(200, _.clientWidth || 640), l = Math.max(i.texts.length, a.texts.length) > vt, u = o > 1040 ? 340 : o > 600 ? 168 : 112, m = le(i, a, l ? o > 600 ? o - u - 48 : o - 16 : o), h = t.heads.map((n) => dt(e, r, t, t.layer, n, i, a)), g = x;
		x = {
			place: m,
			rows: i,
			keys: a,
			heads: t.heads,
			maps: h,
			filter: t.filter,
			threshold: t.threshold
		}, (!(g && g.place.width === m.width && g.rows.texts.join("\n") === i.texts.join("\n")) || g.keys.texts.join("\n") !== a.texts.join("\n")) && (d.style.width = `${m.width}px`, d.style.height = `${m.height}px`, s.fill(i, m), c.fill(a, m), S = null), f.style.height = A() ? `${M()}px` : "", f.classList.toggle("hs-long", A()), p.element.hidden = !A(), A() && p.draw(x, e.theme(), u);
	}
	function P() {
		let { tokens: e, side: t } = n.state, r = [...new Set(e.map((e) => (t === "left" ? x.rows : x.keys).unit[e]))].filter((e) => e >= 0), i = r.length > 0 ? {
			side: t,
			units: r
		} : S && {
			side: S.side,
			units: [S.unit]
		};
		C = i && {
			...i,
			sums: ye(x.maps, i.side === "left", i.units, {
				rows: x.rows,
				columns: x.keys,
				filter: x.filter
			})
		}, s.mark(C?.side === "left" ? C.units : [], r.length > 0), c.mark(C?.side === "right" ? C.units : [], r.length > 0), F(!1);
	}
	function F(e) {
		E ||= e, w === 0 && (w = requestAnimationFrame(I));
	}
	function I() {
		w = 0, E && L(), E = !1, ee();
	}
	function L() {
		cancelAnimationFrame(T);
		let [e, t] = j();
		k = e, y(l, x.place.width, M()), v.setAttribute("aria-busy", "true"), O = {
			strokes: Ce(x, e, t),
			from: [0, 0]
		}, R();
	}
	function R() {
		let t = l.getContext("2d");
		if (!O || !t) return;
		let n = performance.now() + yt, r = O.strokes.draw(new g(t), b[e.theme()], k, O.from, () => performance.now() < n);
		O = r && {
			strokes: O.strokes,
			from: r
		}, r ? T = requestAnimationFrame(R) : v.removeAttribute("aria-busy");
	}
	function ee() {
		let t = j(), n = y(u, x.place.width, M());
		l.classList.toggle("hs-dim", C !== null);
		let r = C && Ee(C.sums);
		if (C && n && Te(new g(n), b[e.theme()], x, C, t[0], t), s.write(C?.side === "right" ? r : null, ...K(x.place.queries, ...t)), c.write(C?.side === "left" ? r : null, ...K(x.place.keys, ...t)), h.replaceChildren(..._t(x, C, r)), A()) {
			let e = (e) => K(e, ...t).map((t) => t / e.length);
			p.show(e(x.place.queries), e(x.place.keys));
		}
	}
	function z(e, t, r) {
		let { rows: i, keys: a } = x, o = (e === "left" ? i : a).parts[t][0], s = n.state, c = s.side === e && s.tokens.includes(o), l = s.side === e && r ? s.tokens.filter((e) => e !== o) : [];
		n.set({
			side: e,
			tokens: c && (r || s.tokens.length === 1) ? l : [...l, o].sort((e, t) => e - t)
		});
	}
	function B(e, t) {
		(t === null ? S === null : S?.side === e && S.unit === t) || (S = t === null ? null : {
			side: e,
			unit: t
		}, P());
	}
	fe(s, c, {
		point: B,
		act: z
	}), v.addEventListener("keydown", (e) => {
		e.key === "Escape" && n.state.tokens.length > 0 && n.set({ tokens: [] });
	}), f.addEventListener("scroll", () => F(!0), { passive: !0 });
	let V = 0, H = new ResizeObserver(() => {
		_.clientWidth !== V && (V = _.clientWidth, U(n.state));
	});
	H.observe(_);
	function U(t) {
		let n = D !== null && D !== t && st(D, t);
		if (D = t, n) return P();
		i.show(t), a.show(t.heads), o.show(t), N(), m.textContent = ht(e.meta, r, t), P(), F(!0);
	}
	return {
		element: v,
		update: U,
		picture: () => ke(m.textContent ?? "", x, C, M(), f.scrollTop),
		destroy: () => {
			cancelAnimationFrame(w), cancelAnimationFrame(T), H.disconnect(), p.destroy();
		}
	};
}
//#endregion
//#region src/views/meta.ts
function xt({ shape: e }) {
	return e.reduce((e, t) => e * t, 1);
}
function St(e) {
	let t = e.stacks.flatMap(({ maps: e, vectors: t }) => [e.at + xt(e), ...t ? [t.query.at + 4 * xt(t.query), t.key.at + 4 * xt(t.key)] : []]);
	return Math.max(0, ...t);
}
function Ct(e, t) {
	for (let n of [
		"special",
		"segments",
		"words"
	]) if (t[n].length !== t.texts.length) throw Error(`${e}: expected ${t.texts.length} in "${n}", as many as there are tokens, got ${t[n].length}`);
}
function wt(e, { shape: t }, n) {
	if (t.length !== n.length || t.some((e, t) => n[t] !== null && e !== n[t])) throw Error(`${e}: expected the shape ${n.map((e) => e ?? "any").join(" × ")}, got ${t.join(" × ")}`);
}
function Tt(e) {
	if (e.version !== 1) throw Error(`this page reads version 1 of the data, got version ${e.version}`);
	if (e.stacks.length === 0) throw Error("expected at least one stack of layers, got none");
	for (let { name: t, layers: n, heads: r, queries: i, keys: a, maps: o, vectors: s } of e.stacks) Ct(`${t}, queries`, i), Ct(`${t}, keys`, a), wt(`${t}, maps`, o, [
		n,
		r,
		i.texts.length,
		a.texts.length
	]), s && (wt(`${t}, query vectors`, s.query, [
		n,
		r,
		i.texts.length,
		null
	]), wt(`${t}, key vectors`, s.key, [
		n,
		r,
		a.texts.length,
		s.query.shape[3]
	]));
	return e;
}
//#endregion
//#region src/marks.ts
function Et(e, t, n, r) {
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
var [Dt, Ot, Z, kt, At] = [
	20,
	72,
	4,
	28,
	20
], jt = 18;
function Mt(e, t) {
	let n = Array.from({ length: e.layers * e.heads }, (t, n) => ({
		layer: Math.floor(n / e.heads),
		head: n % e.heads
	})), r = ({ layer: e, head: n }) => t.value[e]?.[n] ?? -Infinity;
	return n.sort((e, t) => r(t) === r(e) ? 0 : r(t) - r(e));
}
function Nt(e, t, n) {
	if (t) return Pt(e, t, n);
	let r = Math.max(Dt, Math.min(Ot, Math.floor((n - kt) / e.heads) - Z)), i = (e) => kt + e * (r + Z), a = (e) => At + e * (r + Z), o = [], s = [];
	for (let t = 0; t < e.heads; t++) s.push({
		x: i(t) + r / 2,
		y: At / 2,
		text: String(t + 1),
		anchor: "middle"
	});
	for (let t = 0; t < e.layers; t++) {
		s.push({
			x: kt - 6,
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
function Pt(e, t, n) {
	let r = Ot, i = Math.max(1, Math.floor((n + Z) / (r + Z))), a = [], o = [];
	Mt(e, t).forEach(({ layer: e, head: n }, s) => {
		let [c, l] = [s % i * (r + Z), Math.floor(s / i) * (r + jt + Z)], u = t.value[e]?.[n];
		a.push({
			layer: e,
			head: n,
			x: c,
			y: l
		}), o.push({
			x: c,
			y: l + r + jt / 2,
			text: J(e, n),
			anchor: "start"
		}), o.push({
			x: c + r,
			y: l + r + jt / 2,
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
		height: s * (r + jt + Z)
	};
}
//#endregion
//#region src/views/preview.ts
var Q = 280, Ft = 11, It = class {
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
		let o = Q / Math.max(1, n.texts.length), s = o >= Ft, c = Math.min(12, Math.max(1, ...n.texts.map((e) => W(G(e, 12))))), l = s ? c * L * .8 + 6 : 0, u = y(this.canvas, l + Q + 2, 282);
		if (!u) return;
		let d = b[a], f = new g(u);
		f.picture(Ge([t], n, r, i, 2 * Q, a), l, 1, Q, Q), f.frame(l, 1, Q, Q, d.line), s && n.texts.forEach((e, t) => {
			let r = n.special[t] ? d.quiet : d.ink;
			f.text(l - 4, 1 + (t + .5) * o, G(e, 12), {
				colour: r,
				size: 10,
				anchor: "end",
				font: m
			});
		});
	}
}, Lt = 14;
function Rt(e) {
	let { meta: n, store: i } = e, a = n.stacks[i.state.stack], s = n.scores.filter((e) => e.stack === a.name), l = r("order", [["", "layers and heads"], ...s.map((e) => [e.id, U(e.words)])], (e) => i.set({ sort: e === "" ? null : e })), u = Xe(e, a, !1), d = t("canvas", { "aria-hidden": "true" }), f = t("div", {
		class: "hs-cells",
		role: "grid",
		"aria-label": "All heads"
	}), p = t("div", { class: "hs-board" }, d, f), m = t("div", { class: "hs-wide" }, p), _ = new It(), v = t("div", { class: "hs-figure" }, m, _.element), x = t("h3", {}), S = t("p", {
		class: "hs-readout",
		"aria-live": "polite"
	}), C = t("div", { class: "hs-model" }, t("div", { class: "hs-bar" }, l.element), u.element, x, S, v, t("p", { class: "hs-hint" }, "Rows of a map are the positions being updated, columns those attended to, colour the square root of the weight. Enter or a click opens a head.")), w, T = 0, E = [], D = [], O = "", k = 1, A = (e) => s.find(({ id: t }) => t === e.sort) ?? null;
	function j({ layer: e, head: t }) {
		let r = A(i.state), o = r?.value[e]?.[t], s = X(n, a, e, t), c = [`Head ${J(e, t)}`];
		return s !== null && c.push(Y(s).words), r && c.push(`${U(r.words)}: ${typeof o == "number" ? o.toFixed(2) : "not measured"}`), c.join(", ");
	}
	function M({ layer: e, head: t }) {
		i.set({
			view: "head",
			layer: e,
			heads: [t]
		});
	}
	function N() {
		let e = v.clientWidth || 900;
		return e > 1e3 ? e - 400 : e;
	}
	function P({ layer: t, head: n }) {
		if (N() === v.clientWidth) return;
		let r = i.state, { rows: o, keys: s } = ut(a, r);
		_.show(`Head ${J(t, n)}`, dt(e, a, r, t, n, o, s), o, s, r.filter, e.theme());
	}
	function F(e) {
		let r = A(e);
		w = Nt(a, r, Math.max(240, N())), k = w.columns, p.classList.toggle("hs-small", w.side < 44), p.style.width = `${w.width}px`, p.style.height = `${w.height}px`;
		let i = w.cells.map((e) => {
			let r = o("", () => M(e), {
				class: "hs-cell",
				role: "gridcell",
				"aria-label": j(e),
				title: j(e)
			}), i = X(n, a, e.layer, e.head);
			return i !== null && r.append(t("span", {
				class: "hs-mark",
				"aria-hidden": "true"
			}, Y(i).mark)), r.style.left = `${e.x}px`, r.style.top = `${e.y}px`, r.style.width = `${w.side}px`, r.style.height = `${w.side}px`, r;
		}), s = new c(i), l = [];
		for (let e = 0; e < i.length; e += k) l.push(t("div", { role: "row" }, ...i.slice(e, e + k)));
		f.replaceChildren(...l), f.onkeydown = (e) => {
			let t = i.indexOf(e.target);
			if (t < 0 || e.ctrlKey || e.altKey || e.metaKey) return;
			let n = Et(Math.ceil(i.length / k), k, t, e.key);
			n !== null && (e.preventDefault(), s.to(Math.min(n, i.length - 1)));
		}, I = (e) => {
			let t = i.indexOf(e.target.closest("button"));
			t < 0 || (e.type === "focusin" && s.to(t, !1), S.textContent = `${j(w.cells[t])}.`, P(w.cells[t]));
		};
	}
	let I = () => void 0;
	f.addEventListener("pointerover", (e) => I(e)), f.addEventListener("focusin", (e) => I(e));
	function L(e, t) {
		let n = {
			colour: t.quiet,
			size: Math.min(13, Math.max(9, w.side * .3)),
			font: h
		};
		for (let { x: t, y: r, text: i, anchor: a } of w.names) e.text(t, r, i, {
			...n,
			anchor: a
		});
	}
	function R() {
		let t = y(d, w.width, w.height);
		if (!t) return;
		let n = b[e.theme()];
		L(new g(t), n), C.setAttribute("aria-busy", "true");
		let r = i.state, a = JSON.stringify([
			w.side,
			e.theme(),
			r.filter,
			r.hide,
			r.renormalise,
			r.words
		]), o = new Map(a === O ? E.map((e) => [J(e.cell.layer, e.cell.head), e.made]) : []);
		O = a, E = [], D = [...w.cells].reverse(), cancelAnimationFrame(T), ee(o);
	}
	function ee(t) {
		let n = new g(d.getContext("2d")), r = b[e.theme()], i = performance.now() + Lt;
		for (; D.length > 0 && performance.now() < i;) {
			let i = D.pop(), a = t.get(J(i.layer, i.head)) ?? z(i, Math.min(2, window.devicePixelRatio || 1), e.theme());
			E.push({
				cell: i,
				made: a
			}), n.picture(a, i.x, i.y, w.side, w.side), n.frame(i.x, i.y, w.side, w.side, r.line);
		}
		D.length > 0 ? T = requestAnimationFrame(() => ee(t)) : C.removeAttribute("aria-busy");
	}
	function z({ layer: t, head: n }, r, o) {
		let s = i.state, { rows: c, keys: l } = ut(a, s);
		return Ge([dt(e, a, s, t, n, c, l)], c, l, s.filter, Math.round(w.side * r), o);
	}
	function B(e) {
		l.show(e.sort ?? ""), u.show(e);
		let t = A(e);
		x.textContent = t ? `All heads, by how much each ${U(t.words)}` : `All ${a.layers} × ${a.heads} heads, layer by layer`, S.textContent = "Point at a head for its name; click to open it.", _.hide(), F(e), R();
	}
	let V = 0, H = new ResizeObserver(() => {
		v.clientWidth !== V && (V = v.clientWidth, B(i.state));
	});
	return H.observe(v), {
		element: C,
		update: B,
		picture: () => ({
			title: x.textContent ?? "",
			width: w.width,
			height: w.height,
			draw: (e, t, r) => {
				L(e, t);
				for (let i of w.cells) {
					e.picture(z(i, 3, r), i.x, i.y, w.side, w.side), e.frame(i.x, i.y, w.side, w.side, t.line);
					let o = X(n, a, i.layer, i.head), s = o === null ? "" : Y(o).mark;
					if (s === "") continue;
					let c = w.side < 44 ? 8 : 10, [l, u] = [i.x + w.side - c / 2 - 2, i.y + c / 2 + 2];
					e.box(l - c / 2 - 1, u - c / 2 - 1, c + 2, c + 2, t.background, 1), e.text(l, u, s, {
						colour: t.ink,
						size: c,
						anchor: "middle",
						font: h
					});
				}
			}
		}),
		destroy: () => {
			cancelAnimationFrame(T), H.disconnect();
		}
	};
}
//#endregion
//#region src/views/neuron.ts
function zt(e, t, n) {
	let r = t.queries.texts.length;
	if (r < 2 || r !== t.keys.texts.length) return !1;
	for (let i = 0; i < t.heads; i++) {
		let a = e.map(t, n, i);
		for (let e = 0; e < r; e++) for (let t = e + 1; t < r; t++) if (a[e * r + t] !== 0) return !1;
	}
	return !0;
}
function Bt(e, t) {
	let n = e.reduce((e, n, r) => t[r] ? e : Math.max(e, n), -Infinity), r = e.map((e, r) => t[r] ? 0 : Math.exp(e - n)), i = r.reduce((e, t) => e + t, 0);
	return r.map((e) => i > 0 ? e / i : 0);
}
function Vt(e, t, n, r, i, a) {
	let { query: o, key: s, scaling: c } = t.vectors, u = o.shape[3], d = t.keys.texts.length, f = e.vectors(o, n, r).subarray(i * u, (i + 1) * u), p = e.vectors(s, n, r), m = p.map((e, t) => e * f[t % u]), h = new Float64Array(d);
	m.forEach((e, t) => h[Math.floor(t / u)] += e);
	let g = h.map((e) => e * c), _ = Uint8Array.from({ length: d }, (e, t) => a && t > i ? 1 : 0), v = Bt(g, _), y = e.map(t, n, r), b = Float64Array.from({ length: d }, (e, t) => l[y[i * d + t]]);
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
function Ht({ dimensions: e, products: t, dots: n }, r) {
	if (r !== null) return Float64Array.from(t.subarray(r * e, (r + 1) * e));
	let i = new Float64Array(e);
	return t.forEach((t, r) => i[r % e] += Math.abs(t) / n.length), i;
}
function Ut(e, t, n) {
	let r = Array.from({ length: e.dimensions }, (e, t) => t), i = Ht(e, n);
	return t ? r.sort((e, t) => i[t] - i[e] || e - t) : r;
}
//#endregion
//#region src/views/neuron_picture.ts
var Wt = 20, $ = 72, Gt = 6.4 * L;
function Kt(e, t) {
	let n = Math.max(2, Math.min(24, Math.floor(240 / t))), r = e.right + e.column + Wt, i = r + n * t + Wt, a = i + n * t + Wt, o = a + $ + Gt + Wt, s = o + $ + Gt + Wt;
	return {
		cell: n,
		key: r,
		product: i,
		dot: a,
		softmax: o,
		model: s,
		width: s + 5 * L + 4
	};
}
var qt = (e) => Array.prototype.reduce.call(e, (e, t) => Math.max(e, Math.abs(t)), 1e-9);
function Jt(e, t, { working: n, order: r, places: i, key: a, place: o }) {
	let s = {
		colour: t.quiet,
		size: 13,
		anchor: "start",
		font: h
	}, c = [
		[i.key, "query, and keys below"],
		[i.product, a === null ? "query × key" : "query × chosen key"],
		[i.dot, "sum × scaling"],
		[i.softmax, "softmax"],
		[i.model, "model"]
	];
	for (let [t, n] of c) e.text(t, 10, n, s);
	e.text(o.left, 10, "from", {
		...s,
		anchor: "end"
	}), e.text(o.right, 10, "to", s);
	let { dimensions: l } = n;
	Yt(e, t, r.map((e) => n.query[e]), i.key, i.cell), a !== null && Yt(e, t, r.map((e) => n.products[a * l + e]), i.product, i.cell);
}
function Yt(e, t, n, r, i) {
	let [a, o] = [50, 28], s = qt(n);
	e.box(r, a, i * n.length, 1, t.line, 1), n.forEach((n, c) => {
		let l = Math.abs(n) / s * o;
		e.box(r + c * i, n < 0 ? a : a - l, Math.max(1, i - 1), l, n < 0 ? t.negative : t.positive, 1);
	});
}
function Xt(e, t, n, r, i) {
	let { working: a, order: o, place: s, places: c, token: l, key: u } = n, { dimensions: d } = a, f = {
		key: qt(a.keys),
		product: qt(a.products),
		dot: qt(a.scaled)
	}, [p, h] = K(s.keys, ...i), g = {
		colour: t.ink,
		size: I * .92,
		anchor: "end",
		font: m
	};
	for (let n = p; n < h; n++) {
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
		let m = a.masked[n] === 1, h = a.scaled[n], _ = $ / 2, v = Math.abs(h) / f.dot * _;
		e.box(c.dot + _ + (h < 0 ? -v : 0), i - 5, v, 10, h < 0 ? t.negative : t.positive, m ? .25 : 1), e.text(c.dot + $ + Gt, i, h.toFixed(2).replace("-", "−"), {
			...g,
			colour: m ? t.quiet : t.ink
		}), e.box(c.softmax, i - 5, p * $, 10, t.positive, 1), e.text(c.softmax + $ + Gt, i, m ? "masked" : p.toFixed(2), m ? {
			...g,
			colour: t.quiet
		} : g), e.text(c.model + 4.4 * L, i, a.weights[n].toFixed(2), {
			...g,
			colour: t.quiet
		});
	}
}
//#endregion
//#region src/views/neuron_view.ts
var Zt = 60;
function Qt(e) {
	let { meta: n, data: a, store: o } = e, s = n.stacks[o.state.stack], c = qe(e, s), l = r("head", q(s).map((e) => [String(e), String(e + 1)]), (e) => o.set({ heads: [Number(e)] })), u = i("dimensions by contribution", (e) => o.set({ dimensions: e })), [d, f] = [new ue("left"), new ue("right")], p = t("canvas", { "aria-hidden": "true" }), h = t("canvas", { "aria-hidden": "true" }), _ = t("div", { class: "hs-plot" }, t("div", { class: "hs-stage" }, h), d.element, f.element), v = t("div", { class: "hs-scroller" }, _), x = t("div", { class: "hs-wide" }, p, v), S = t("h3", {}), C = t("p", {
		class: "hs-readout",
		"aria-live": "polite"
	}), w = t("p", { class: "hs-hint" }), T = t("div", { class: "hs-neuron" }, t("div", { class: "hs-bar" }, c.element, l.element, u.element), S, C, x, w, t("p", { class: "hs-hint" }, "Blue is above zero, orange below, paler is nearer to it. Choose the token being updated on the left; on the right, choose a key to see its product as bars and to sort by it; again, or Escape, lets it go.")), E = {
		hide: !1,
		words: !1
	}, [D, O] = [me(s.queries, E), me(s.keys, E)], k = /* @__PURE__ */ new Map(), A, j = null, M = null, N = 0, P = Math.max(D.texts.length, O.texts.length) > Zt, F = () => P ? Math.min(Zt * 18, Math.max(288, window.innerHeight - 240)) : A.place.height;
	function L(e) {
		let t = e.heads[0] ?? 0, r = e.side === "left" ? e.tokens[0] ?? 0 : 0;
		c.show(e), l.show(String(t)), u.show(e.dimensions), k.has(e.layer) || k.set(e.layer, zt(a, s, e.layer));
		let i = Vt(a, s, e.layer, t, r, k.get(e.layer)), o = A === void 0, p = o ? R() : A.place, m = Kt(p, i.dimensions);
		A = {
			working: i,
			order: Ut(i, e.dimensions, j),
			place: p,
			places: m,
			token: r,
			key: j
		}, o && (_.style.width = `${m.width}px`, _.style.height = `${p.height}px`, v.style.width = `${m.width + (P ? 16 : 0)}px`, v.style.height = P ? `${F()}px` : "", v.classList.toggle("hs-long", P), d.fill(D, p), f.fill(O, p));
		let h = X(n, s, e.layer, t);
		S.textContent = `Head ${J(e.layer, t)}${h === null ? "" : `: ${Y(h).words}`}`, w.textContent = ee(), d.mark([r], !0), f.mark(j === null ? [] : [j], !0), z(), B();
	}
	function R() {
		let e = x.clientWidth < 640, t = le(D, O, e ? 260 : 400), n = t.column + 4;
		return {
			...t,
			left: n,
			right: n + (e ? 32 : 72)
		};
	}
	function ee() {
		let { apart: e } = A.working, t = `The sum is multiplied by ${s.vectors.scaling.toPrecision(3)}. `;
		return e <= n.error + .005 ? `${t}The softmax of these is what the model had.` : `${t}${`The softmax of these differs from what the model had by up to ${e.toFixed(2)}: `}it adds something of its own before, such as a mask or a position’s bias.`;
	}
	function z() {
		let { working: e, token: n } = A, r = (e) => t("bdi", { class: "hs-quoted" }, H(e).slice(0, 40)), i = M ?? j;
		if (i === null) {
			C.replaceChildren("The query of ", r(D.texts[n]), " with every key. Point at a key for its sum.");
			return;
		}
		let a = Ht(e, i), o = Ut(e, !0, i).slice(0, 3), s = (e) => `${e < 0 ? "−" : "+"}${Math.abs(e).toFixed(2)}`;
		C.replaceChildren(r(D.texts[n]), " · ", r(O.texts[i]), ` = ${s(e.dots[i])}, scaled ${s(e.scaled[i])}, softmax ${e.softmax[i].toFixed(2)}. `, `Most from dimensions ${o.map((e) => `${e + 1} (${s(a[e])})`).join(", ")}.`);
	}
	function B() {
		N === 0 && (N = requestAnimationFrame(V));
	}
	function V() {
		N = 0;
		let t = b[e.theme()], [n, r] = [y(p, A.places.width, 84), y(h, A.places.width, F())];
		n && Jt(new g(n), t, A), r && Xt(new g(r), t, A, v.scrollTop, [v.scrollTop, v.scrollTop + F()]);
	}
	function U(e) {
		j = j === e ? null : e, L(o.state);
	}
	return fe(d, f, {
		act: (e, t) => e === "left" ? o.set({
			side: e,
			tokens: [t]
		}) : U(t),
		point: (e, t) => {
			e !== "left" && t !== M && (M = t, z());
		}
	}), T.addEventListener("keydown", (e) => {
		e.key === "Escape" && j !== null && U(null);
	}), v.addEventListener("scroll", B, { passive: !0 }), {
		element: T,
		update: L,
		picture: () => {
			let [e, t] = [v.scrollTop, F()], { place: n, places: r, token: i } = A;
			return {
				title: `${S.textContent}, from ${H(D.texts[i])}`,
				width: r.width,
				height: 84 + t,
				draw: (r, a) => {
					Jt(r, a, A), Xt(r, a, A, e - 84, [e, e + t]);
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
								size: I,
								font: m,
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
function $t() {
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
//#region src/views/views.ts
var en = "Attention shows where a head reads, not why the model answers.";
function tn(e, t) {
	return t === "model" ? Rt(e) : t === "head" ? bt(e) : e.meta.stacks[e.store.state.stack].vectors ? Qt(e) : $t();
}
function nn(e, n, i, a) {
	let c = new ct(a.hash && location.hash.length > 1 ? at(location.hash, n) : et(n)), l = w(), u = {
		meta: n,
		data: i,
		store: c,
		theme: () => l
	}, d = s("View", [
		["head", "Head"],
		["model", "Model"],
		["neuron", "Neuron"]
	], (e) => c.set({ view: e })), f = r("attention", n.stacks.map(({ name: e }, t) => [String(t), H(e)]), (e) => c.set(ot(c.state, n, Number(e))));
	f.element.hidden = n.stacks.length < 2;
	let p = t("p", { role: "alert" }), m = () => `${n.title} ${b.picture().title}`, h = o("Save SVG", () => F(new Blob([M(b.picture())], { type: "image/svg+xml" }), P(m(), "svg"))), g = o("Save PNG", () => {
		N(b.picture()).then((e) => F(e, P(m(), "png"))).catch((e) => p.textContent = `No PNG: ${e instanceof Error ? e.message : String(e)}.`);
	}), _ = t("div", { class: "hs-header" }, t("h2", {}, t("bdi", {}, U(n.title))), d.element, f.element, t("div", { class: "hs-choices hs-save" }, h, g)), v = t("div", {}), y = `A weight is shown to within ${n.error.toFixed(4)}. ${en}`;
	e.replaceChildren(_, p, v, t("p", { class: "hs-hint" }, y));
	let b;
	function x(t, r) {
		d.show(t.view), f.show(String(t.stack));
		let i = r === null || r.view !== t.view || r.stack !== t.stack;
		if (i) {
			r && b.destroy(), b = tn(u, t.view), v.replaceChildren(b.element);
			let e = t.view === "neuron" && !n.stacks[t.stack].vectors;
			h.disabled = g.disabled = e;
		}
		b.update(t), i && r && e.getRootNode() instanceof Document && document.activeElement === document.body && d.element.querySelector("[aria-pressed=true]")?.focus();
	}
	let S = "";
	function C(e) {
		S = `#${nt(e, n)}`;
		try {
			history.replaceState(history.state, "", S);
		} catch {}
	}
	function E() {
		location.hash !== S && c.set(at(location.hash, n));
	}
	x(c.state, null);
	let D = [c.listen(x), T(() => {
		l = w(), b.update(c.state);
	})];
	return a.hash && (D.push(c.listen(C)), window.addEventListener("hashchange", E), D.push(() => window.removeEventListener("hashchange", E))), () => {
		D.forEach((e) => e()), b.destroy();
	};
}
function rn(e, n) {
	let r = n instanceof Error ? n.message : String(n);
	e.replaceChildren(t("p", { role: "alert" }, `This view could not be drawn: ${r}.`)), console.error(n);
}
function an(e, n, r, i = {}) {
	let a = t("div", {
		class: "headscope-view",
		"data-lm-suppress-shortcuts": "true"
	});
	e.replaceChildren(a);
	let o = r instanceof ArrayBuffer ? new Uint8Array(r) : new Uint8Array(r.buffer, r.byteOffset, r.byteLength), s = () => void 0;
	try {
		s = nn(a, Tt(n), new p(o, St(n)), i);
	} catch (e) {
		rn(a, e);
	}
	return { destroy: () => {
		s(), a.remove();
	} };
}
var on = document.getElementById("headscope-meta"), sn = document.getElementById("headscope-data"), cn = document.getElementById("headscope-view");
if (on && sn && cn) {
	let e = t("div", { class: "headscope-view" }, t("p", {}, "Reading the data …"));
	cn.replaceChildren(e);
	let n = sn.textContent ?? "";
	sn.remove(), (async () => {
		let e = Tt(JSON.parse(on.textContent ?? ""));
		an(cn, e, await f(d(n), St(e)), { hash: !0 });
	})().catch((t) => rn(e, t));
}
//#endregion
export { an as mount };
