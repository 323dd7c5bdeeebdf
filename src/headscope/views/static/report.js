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
function r(e, t, r, ...i) {
	return n("svg", {
		width: e,
		height: t,
		viewBox: `0 0 ${e} ${t}`,
		...r
	}, ...i);
}
//#endregion
//#region src/fold.ts
function i(e, ...n) {
	return t("details", { class: "fold" }, t("summary", {}, e), ...n);
}
function a(e) {
	let t = e.querySelector(":scope > details.fold");
	t && (t.open = !0);
	for (let t = e.closest("details"); t; t = t.parentElement?.closest("details") ?? null) t.open = !0;
}
function o(e) {
	let t = [], n = () => {
		let n = [...e.querySelectorAll("details.fold:not([open])")];
		for (let e of n) e.open = !0;
		t.push(...n);
	}, r = () => {
		for (let e of t) e.open = !1;
		t = [];
	};
	window.addEventListener("beforeprint", n), window.addEventListener("afterprint", r), window.matchMedia("print").addEventListener?.("change", ({ matches: e }) => e ? n() : r());
}
//#endregion
//#region node_modules/d3-array/dist/d3-array.mjs
function s(e, t) {
	return e == null || t == null ? NaN : e < t ? -1 : e > t ? 1 : e >= t ? 0 : NaN;
}
function c(e, t) {
	return e == null || t == null ? NaN : t < e ? -1 : t > e ? 1 : t >= e ? 0 : NaN;
}
function l(e) {
	let t, n, r;
	e.length === 2 ? (t = e === s || e === c ? e : u, n = e, r = e) : (t = s, n = (t, n) => s(e(t), n), r = (t, n) => e(t) - n);
	function i(e, r, i = 0, a = e.length) {
		if (i < a) {
			if (t(r, r) !== 0) return a;
			do {
				let t = i + a >>> 1;
				n(e[t], r) < 0 ? i = t + 1 : a = t;
			} while (i < a);
		}
		return i;
	}
	function a(e, r, i = 0, a = e.length) {
		if (i < a) {
			if (t(r, r) !== 0) return a;
			do {
				let t = i + a >>> 1;
				n(e[t], r) <= 0 ? i = t + 1 : a = t;
			} while (i < a);
		}
		return i;
	}
	function o(e, t, n = 0, a = e.length) {
		let o = i(e, t, n, a - 1);
		return o > n && r(e[o - 1], t) > -r(e[o], t) ? o - 1 : o;
	}
	return {
		left: i,
		center: o,
		right: a
	};
}
function u() {
	return 0;
}
function d(e) {
	return e === null ? NaN : +e;
}
var f = l(s), p = f.right;
f.left, l(d).center;
function m(e, t) {
	let n, r;
	if (t === void 0) for (let t of e) t != null && (n === void 0 ? t >= t && (n = r = t) : (n > t && (n = t), r < t && (r = t)));
	else {
		let i = -1;
		for (let a of e) (a = t(a, ++i, e)) != null && (n === void 0 ? a >= a && (n = r = a) : (n > a && (n = a), r < a && (r = a)));
	}
	return [n, r];
}
Array.prototype.slice;
var h = Math.sqrt(50), g = Math.sqrt(10), _ = Math.sqrt(2);
function v(e, t, n) {
	let r = (t - e) / Math.max(0, n), i = Math.floor(Math.log10(r)), a = r / 10 ** i, o = a >= h ? 10 : a >= g ? 5 : a >= _ ? 2 : 1, s, c, l;
	return i < 0 ? (l = 10 ** -i / o, s = Math.round(e * l), c = Math.round(t * l), s / l < e && ++s, c / l > t && --c, l = -l) : (l = 10 ** i * o, s = Math.round(e / l), c = Math.round(t / l), s * l < e && ++s, c * l > t && --c), c < s && .5 <= n && n < 2 ? v(e, t, n * 2) : [
		s,
		c,
		l
	];
}
function y(e, t, n) {
	if (t = +t, e = +e, n = +n, !(n > 0)) return [];
	if (e === t) return [e];
	let r = t < e, [i, a, o] = r ? v(t, e, n) : v(e, t, n);
	if (!(a >= i)) return [];
	let s = a - i + 1, c = Array(s);
	if (r) {
		if (o < 0) for (let e = 0; e < s; ++e) c[e] = (a - e) / -o;
		else for (let e = 0; e < s; ++e) c[e] = (a - e) * o;
	} else if (o < 0) for (let e = 0; e < s; ++e) c[e] = (i + e) / -o;
	else for (let e = 0; e < s; ++e) c[e] = (i + e) * o;
	return c;
}
function b(e, t, n) {
	return t = +t, e = +e, n = +n, v(e, t, n)[2];
}
function x(e, t, n) {
	let r;
	for (;;) {
		let i = b(e, t, n);
		if (i === r || i === 0 || !isFinite(i)) return [e, t];
		if (i > 0) {
			let n = Math.ceil(e / i), r = Math.floor(t / i);
			e = (n - (n * i > e)) * i, t = (r + (r * i < t)) * i;
		} else if (i < 0) {
			let n = -i, r = Math.ceil(e * n), a = Math.floor(t * n);
			e = (r - (r / n > e)) / n, t = (a + (a / n < t)) / n;
		}
		r = i;
	}
}
function S(e, t) {
	let n;
	if (t === void 0) for (let t of e) t != null && (n < t || n === void 0 && t >= t) && (n = t);
	else {
		let r = -1;
		for (let i of e) (i = t(i, ++r, e)) != null && (n < i || n === void 0 && i >= i) && (n = i);
	}
	return n;
}
function C(e, t) {
	let n;
	if (t === void 0) for (let t of e) t != null && (n > t || n === void 0 && t >= t) && (n = t);
	else {
		let r = -1;
		for (let i of e) (i = t(i, ++r, e)) != null && (n > i || n === void 0 && i >= i) && (n = i);
	}
	return n;
}
function w(e, t) {
	let n = 0, r = 0;
	if (t === void 0) for (let t of e) t != null && (t = +t) >= t && (++n, r += t);
	else {
		let i = -1;
		for (let a of e) (a = t(a, ++i, e)) != null && (a = +a) >= a && (++n, r += a);
	}
	if (n) return r / n;
}
//#endregion
//#region src/payload.ts
var T = {
	verdict: null,
	relations: [],
	special: {},
	behaviours: [],
	labels: [],
	patterns: [],
	label_names: {
		behaviour: [],
		pattern: []
	},
	cards: [],
	texts: {},
	pictures: {},
	absent: []
};
function E(e) {
	let t = {
		...T,
		...JSON.parse(e)
	}, n = new Map(t.stacks.map((e) => [e.name, e])), r = new Map(t.measures.map(({ name: e, quantity: t }) => [e, t])), i = new Set(t.behaviours.map(({ name: e }) => e));
	for (let { label: e } of t.labels) if (!i.has(e)) throw Error(`a head has the label ${e}, which nothing describes`);
	let a = /* @__PURE__ */ new Set();
	for (let e of D(t)) {
		if (a.has(e.id)) throw Error(`two scores have the id ${e.id}`);
		a.add(e.id), e.quantity = ee(e, r);
		let t = n.get(e.stack);
		if (!t) throw Error(`score ${e.id} is of an unknown stack, ${e.stack}`);
		for (let n of [
			"value",
			"low",
			"high"
		]) {
			let r = e[n];
			if (r.length !== t.layers || r.some((e) => e.length !== t.heads)) throw Error(`score ${e.id}: expected ${t.layers} × ${t.heads} in "${n}", got another shape`);
		}
	}
	return t;
}
function ee({ id: e, measure: t }, n) {
	let r = n.get(t);
	if (!r) throw Error(`score ${e} is of an unknown measure, ${t}`);
	return r;
}
function D(e) {
	return [...e.scores, ...e.relations];
}
function te(e) {
	let t = `${e.measure} ${e.key}`;
	return e.direction === null ? t : `${t}, ${e.direction}`;
}
function ne(e, t) {
	let n = [];
	return t.some((t) => t.stack !== e.stack) && n.push(e.stack), t.some((t) => t.corpus !== e.corpus) && n.push(e.corpus), n.join(", ");
}
function re(e, t) {
	let n = ne(e, t);
	return n === "" ? e.words : `${e.words} (${n})`;
}
function O(e) {
	return e.flat().filter((e) => e !== null);
}
function ie(e, t) {
	return e.measures.flatMap(({ name: n }) => e.scores.filter((e) => e.measure === n && e.stack === t));
}
//#endregion
//#region src/heads.ts
function k(e) {
	return `${e.layer + 1}-${e.head + 1}`;
}
function A(e, t) {
	return e === null || t === null ? e === t : e.stack === t.stack && e.layer === t.layer && e.head === t.head;
}
function j(e) {
	let t = [];
	for (let n = 0; n < e.layers; n++) for (let r = 0; r < e.heads; r++) t.push({
		stack: e.name,
		layer: n,
		head: r
	});
	return t;
}
function M(e, t) {
	let n = e.stacks.find((e) => e.name === t);
	if (!n) throw Error(`there is no stack named ${t}`);
	return n;
}
function N(e, t) {
	if (e.stack !== t.stack) return null;
	let n = e.value[t.layer]?.[t.head] ?? null;
	return n === null ? null : {
		value: n,
		low: e.low[t.layer]?.[t.head] ?? null,
		high: e.high[t.layer]?.[t.head] ?? null
	};
}
var ae = /* @__PURE__ */ new WeakMap();
function oe(e, t) {
	let n = ae.get(e);
	return n || ae.set(e, n = Float64Array.from(O(e.value)).sort()), {
		rank: n.length - p(n, t) + 1,
		of: n.length
	};
}
function se(e) {
	let t = null, n = -Infinity;
	return e.value.forEach((r, i) => r.forEach((r, a) => {
		r !== null && r > n && (n = r, t = {
			stack: e.stack,
			layer: i,
			head: a
		});
	})), t;
}
function ce(e, t) {
	return t.stacks.length > 1 ? `${e.stack}/${k(e)}` : k(e);
}
function le(e, t) {
	let n = /^(?:(.+)\/)?(\d+)-(\d+)$/su.exec(e);
	if (!n) return null;
	let r = n[1] === void 0 ? t.stacks[0] : t.stacks.find(({ name: e }) => e === n[1]), i = Number(n[2]) - 1, a = Number(n[3]) - 1;
	return !r || i < 0 || a < 0 || i >= r.layers || a >= r.heads ? null : {
		stack: r.name,
		layer: i,
		head: a
	};
}
function ue(e, t) {
	return `There is no head ${e} here: the model has ${t.stacks.map(({ name: e, layers: n, heads: r }) => `${n} layers of ${r} heads${t.stacks.length > 1 ? ` in the ${e}` : ""}`).join(", ")}.`;
}
function de(e, t) {
	let n = k(e);
	return t.stacks.length > 1 ? `head=${encodeURIComponent(e.stack)}/${n}` : `head=${n}`;
}
function fe(e, t) {
	let n = /^#?head=(.+)$/su.exec(e);
	return n && le(pe(n[1]), t);
}
function pe(e) {
	try {
		return decodeURIComponent(e);
	} catch {
		return e;
	}
}
//#endregion
//#region src/highlight.ts
function me(e) {
	return e && new Set(e.map((e) => `${e.stack}/${k(e)}`));
}
function he(e, t) {
	return e === null || t === null ? e ?? t : new Set([...e].filter((e) => t.has(e)));
}
function ge(e, t) {
	return e === null || t === null ? e === t : e.size === t.size && [...e].every((e) => t.has(e));
}
var _e = class e {
	#e;
	#t;
	#n = /* @__PURE__ */ new Set();
	constructor(e) {
		this.#t = e ?? this, this.#e = e ? e.#e : {
			pointed: null,
			selected: null,
			found: null,
			searched: null,
			kept: null
		};
	}
	get pointed() {
		return this.#e.pointed;
	}
	get selected() {
		return this.#e.selected;
	}
	get found() {
		return this.#e.found;
	}
	get current() {
		return this.pointed ?? this.selected;
	}
	point(e) {
		A(e, this.pointed) || (this.#e.pointed = e, this.#t.tell());
	}
	select(e) {
		A(e, this.selected) || (this.#e.selected = e, this.#t.tell());
	}
	find(e) {
		this.#e.searched = me(e), this.#r();
	}
	keep(e) {
		this.#e.kept = me(e), this.#r();
	}
	#r() {
		let e = he(this.#e.searched, this.#e.kept);
		ge(e, this.found) || (this.#e.found = e, this.#t.tell());
	}
	finds(e) {
		return this.found?.has(`${e.stack}/${k(e)}`) ?? !1;
	}
	listen(e) {
		return this.#n.add(e), e(this), () => this.#n.delete(e);
	}
	tell() {
		for (let e of this.#n) e(this);
	}
	inside(t) {
		let n = new e(this.#t), r = !0, i = !1;
		return new IntersectionObserver((e) => {
			r = e.at(-1).isIntersecting, r && i && n.tell(), i &&= !r;
		}, { rootMargin: "50%" }).observe(t), this.#t.listen(() => {
			r ? n.tell() : i = !0;
		}), n;
	}
};
//#endregion
//#region src/copy.ts
function ve(e, n, r, i) {
	let a = t("button", { type: "button" }, e), o = t("span", {
		class: "quiet",
		role: "status"
	}), s = t("span", { class: "copy" }, a, o);
	return a.addEventListener("click", () => {
		let e = r(), a = () => {
			let r = t("textarea", {
				readonly: "",
				rows: 4,
				"aria-label": n
			});
			r.value = e, s.querySelector("textarea")?.remove(), s.append(r), r.select(), o.textContent = " This browser keeps its clipboard: press Ctrl or ⌘ and C.";
		};
		if (!navigator.clipboard) return a();
		navigator.clipboard.writeText(e).then(() => o.textContent = ` ${i(e)}`, a);
	}), s;
}
//#endregion
//#region src/link.ts
var ye = [
	"at",
	"head",
	"pin",
	"find",
	"filter",
	"colour",
	"stack",
	"sort"
];
function be(e) {
	return encodeURIComponent(e).replace(/%(2B|2C|2F|3A|3D)/gu, (e) => decodeURIComponent(e));
}
function xe(e) {
	let t = /* @__PURE__ */ new Map();
	for (let n of e.replace(/^#/u, "").split("&")) {
		if (n === "") continue;
		let e = n.indexOf("="), r = ye.find((t) => t !== "at" && t === n.slice(0, Math.max(e, 0)));
		t.set(r ?? "at", pe(r ? n.slice(e + 1) : n));
	}
	return t;
}
function Se(e) {
	return ye.flatMap((t) => {
		let n = e.get(t);
		return n === void 0 ? [] : [t === "at" ? be(n) : `${t}=${be(n)}`];
	}).join("&");
}
var Ce = class {
	#e = xe(location.hash);
	#t = /* @__PURE__ */ new Map();
	#n = /* @__PURE__ */ new Map();
	#r = /* @__PURE__ */ new Set();
	#i = "";
	constructor() {
		document.addEventListener("click", (e) => {
			let t = e.target?.closest?.("a[href^=\"#\"]");
			this.#i = t?.getAttribute("href") ?? "";
		}, !0);
		let e = () => {
			let e = xe(location.hash), t = this.#i !== "" && pe(this.#i) === pe(location.hash);
			if (this.#i = "", t) {
				for (let [t, n] of this.#e) t !== "at" && !e.has(t) && e.set(t, n);
				this.#a(e, "replaceState");
			}
			this.#o(e, t);
		};
		window.addEventListener("hashchange", e), window.addEventListener("popstate", e);
	}
	get(e) {
		return this.#e.get(e) ?? null;
	}
	set(e, t = "same") {
		let n = new Map(this.#e);
		for (let [t, r] of Object.entries(e)) r === null || r === "" ? n.delete(t) : n.set(t, r);
		e.head && n.delete("at"), Se(n) !== Se(this.#e) && (this.#a(n, t === "new" ? "pushState" : "replaceState"), this.#o(n));
	}
	listen(e, t) {
		let n = this.#t.get(e) ?? /* @__PURE__ */ new Set();
		return this.#t.set(e, n.add(t)), t(this.get(e), !1), () => n.delete(t);
	}
	refuse(e, t) {
		this.#n.set(e, t);
		for (let e of this.#r) e();
	}
	get refused() {
		return ye.flatMap((e) => this.#n.get(e) ?? []);
	}
	watch(e) {
		this.#r.add(e), e();
	}
	get address() {
		let e = Se(this.#e);
		return location.href.replace(/#.*$/su, "") + (e === "" ? "" : `#${e}`);
	}
	#a(e, t) {
		let n = Se(e);
		try {
			history[t](history.state, "", n === "" ? location.pathname + location.search : `#${n}`);
		} catch {
			return;
		}
	}
	#o(e, t = !1) {
		let n = this.#e;
		this.#e = e;
		let r = ye.filter((t) => n.get(t) !== e.get(t) || t === "at" && e.has("at"));
		for (let e of r) this.#n.delete(e);
		for (let e of r) for (let n of [...this.#t.get(e) ?? []]) n(this.get(e), t);
		for (let e of this.#r) e();
	}
};
function we(e) {
	let n = t("p", {
		class: "wrong",
		role: "alert"
	});
	return e.watch(() => {
		n.textContent = e.refused.join(" "), n.hidden = e.refused.length === 0;
	}), t("div", { class: "link" }, ve("Copy link", "The link to this page as it is now", () => e.address, () => "Copied."), n);
}
//#endregion
//#region src/digits.ts
var Te = 4, Ee = 2;
function De(e, t) {
	if (e === null || t === null) return Ee;
	let n = Math.abs(t - e) / 2;
	return n === 0 ? Te : Math.min(Te, Math.max(0, -Math.floor(Math.log10(n) + 1e-9)));
}
function P(e, t) {
	let n = Math.abs(e).toFixed(t);
	return e < 0 && Number(n) !== 0 ? `−${n}` : n;
}
function Oe(e) {
	return e.replace(/(^| )-(?=\d)/gu, "$1−");
}
function ke({ value: e, low: t, high: n }) {
	return P(e, De(t, n));
}
function Ae(e, t = "") {
	let { low: n, high: r } = e, i = t === "" ? ke(e) : `${ke(e)} ${t}`;
	if (n === null || r === null) return i;
	let a = De(n, r), o = n < 0 || r < 0 ? " to " : "–";
	return `${i} (${P(n, a)}${o}${P(r, a)})`;
}
function F(e) {
	if (e === 0) return "0";
	let t = 1 - Math.floor(Math.log10(Math.abs(e))), n = P(e, Math.min(Te, Math.max(0, t)));
	return n.includes(".") ? n.replace(/\.?0+$/, "") : n;
}
function je({ name: e, unit: t }) {
	return t || e;
}
function Me(e, t) {
	let n = N(e, t);
	return n === null ? "not measured" : Ae(n, e.quantity.unit);
}
function Ne(e, t) {
	let n = N(e, t);
	return Me(e, t) + (n === null ? "" : `, ${Pe(e, n)}`);
}
function Pe(e, { value: t }) {
	let { rank: n, of: r } = oe(e, t);
	return `rank ${n} of ${r}`;
}
//#endregion
//#region src/query/facts.ts
function Fe({ words: e = "", short: t = "" }) {
	return t === "" ? e : `${e} ${t}`;
}
function Ie(e) {
	return {
		stacks: e.stacks,
		scores: D(e),
		labels: {
			behaviour: e.labels,
			pattern: e.patterns
		},
		names: e.label_names,
		second: e.measures.flatMap(({ name: e, second: t }) => t ? [e] : []),
		words: Object.fromEntries(e.behaviours.map(({ name: e, words: t }) => [e, t]))
	};
}
//#endregion
//#region src/query/language.ts
var I = {
	about: "The query language, written once: query/*.py and web/src/query/*.ts read it. A grammar's quoted parts are words as they stand (one of several, between bars), the others are slots; a part in brackets may be left out. An alias is read as the word that it stands for.",
	limits: {
		characters: 1e3,
		depth: 50,
		listed: 8,
		near: 3,
		likeness: .6,
		decimals: 6,
		bare: 5,
		repairs: 3,
		letters: 4
	},
	tokens: {
		space: "[ \\t\\r\\n\\u00a0]+",
		quoted: "\"[^\"]*\"|'[^']*'",
		sign: "<=|>=|==|=<|=>|[<>=()≤≥]",
		word: "[^ \\t\\r\\n\\u00a0\"'<>=()≤≥]+"
	},
	aliases: {
		layers: "layer",
		heads: "head",
		labels: "label",
		stacks: "stack",
		highest: "top",
		lowest: "bottom",
		"==": "=",
		"=<": "<=",
		"=>": ">=",
		"≤": "<=",
		"≥": ">=",
		"&": "and",
		"&&": "and",
		"|": "or",
		"||": "or"
	},
	joints: ["or", "and"],
	prefix: "not",
	brackets: ["(", ")"],
	terms: {
		layer: ["layer", ["'to|-|–'", "layer"]],
		head: ["head"],
		label: ["label"],
		stack: ["stack"]
	},
	tests: {
		"<": ["number"],
		"<=": ["number"],
		">": ["number"],
		">=": ["number"],
		"=": ["number"],
		top: ["count"],
		bottom: ["count"],
		between: [
			"number",
			"'and'",
			"number"
		]
	},
	ends: ["top", "bottom"],
	filler: "by",
	reserved: [
		"or",
		"and",
		"not",
		"to",
		"layer",
		"head",
		"label",
		"stack",
		"top",
		"bottom",
		"between",
		"by"
	],
	rising: [
		"<",
		"<=",
		"bottom"
	],
	slots: {
		number: {
			pattern: "[+-]?(?:[0-9]{1,15}(?:\\.[0-9]*)?|\\.[0-9]+)(?:[eE][+-]?[0-9]{1,2})?%?",
			expected: "a number, such as 0.6 or 60%"
		},
		count: {
			pattern: "[1-9][0-9]{0,8}",
			expected: "how many heads, such as 5"
		},
		layer: {
			pattern: "[1-9][0-9]{0,8}",
			expected: "a layer counted from 1, as in layer 4 or layer 4 to 6"
		},
		head: {
			pattern: "(?:[^/]+/)?[1-9][0-9]{0,8}-[1-9][0-9]{0,8}",
			expected: "a head as layer-head, both counted from 1, such as 3-5"
		},
		label: {
			pattern: "[\\s\\S]+",
			expected: "a label, such as sep"
		},
		stack: {
			pattern: "[\\s\\S]+",
			expected: "a stack, such as encoder"
		}
	},
	range: "([1-9][0-9]{0,8})[-–]([1-9][0-9]{0,8})",
	slip: "[lh]?[.:#]?([1-9][0-9]{0,8})(?:[^0-9a-z]{1,2}h?|h)[.:#]?([1-9][0-9]{0,8})",
	filled: {
		number: "0.5",
		count: "5",
		layer: "1",
		head: "1-1"
	},
	directions: {
		"to-head": "dependent-to-head",
		"to-dependent": "head-to-dependent",
		"both-ways": "both",
		"dependent-to-head": "dependent-to-head",
		"head-to-dependent": "head-to-dependent"
	},
	whole: "all",
	messages: {
		long: "A query has at most {most} characters, this one has {count}. Ask for less at once.",
		deep: "A query may be nested {most} deep, and this goes deeper. Take brackets or 'not' away.",
		nothing: "Nothing is asked for.",
		quote: "This quotation mark is never closed. Add another one behind the name.",
		bracket: "This bracket is never closed. Add ')' where it ends.",
		term: "Expected a head, a score, a label, {words} or '(', found {found}.",
		reserved: "Expected a head, a score, a label, {words} or '(', found {found}. A score of that name goes in quotes.",
		slot: "Expected {expected}, found {found}.",
		word: "Expected '{word}', found {found}.",
		after: "Expected 'and', 'or' or the end, found {found}.",
		inside: "Expected 'and', 'or' or ')', found {found}.",
		unknown: "There is no score '{name}' here.",
		unheard: "There is no head, score or label '{name}' here.",
		measures: "{name} is a key of several measures. Say which: {known}.",
		keys: "{name} has several keys. Say which: {known}.",
		corpora: "{name} was measured on several corpora. Say which: {known}.",
		elsewhere: "{name} was not measured on '{corpus}', but on {known}.",
		undirected: "{name} has no directions. Leave '{direction}' out.",
		direction: "{name} was not measured '{direction}'. Leave it out.",
		layers: "There is no layer {layer}: the model has {count}.",
		falling: "A range rises: first the lower, then the higher one.",
		heads: "There is no head {head}: the model has {known}.",
		shape: "{layers} layers of {heads} heads",
		unlabelled: "No head has a label here: no measure of this run tells one.",
		label: "There is no label '{label}' here. Labels: {known}.",
		stack: "There is no stack '{stack}' here. Stacks: {known}.",
		try: "Try:",
		read: "{query}, read as: {read}",
		word_found: "'{text}'",
		end_found: "the end",
		more: "{known} and {count} more"
	}
}, L = I.limits, Le = /* @__PURE__ */ new Set([...I.reserved, ...Object.keys(I.aliases)]), R = class extends Error {
	code;
	start;
	end;
	known;
	suggestions;
	constructor(e, t, n, r, i = [], a = []) {
		super(t), this.code = e, this.start = n, this.end = r, this.known = i, this.suggestions = a;
	}
};
function z(e, t) {
	return Object.hasOwn(e, t);
}
function B(e, t = {}) {
	return I.messages[e].replace(/\{(\w+)\}/g, (e, n) => String(t[n]));
}
function V(e) {
	let t = [...e], n = t.slice(0, L.listed).join(", ");
	return t.length > L.listed ? B("more", {
		known: n,
		count: t.length - L.listed
	}) : n;
}
function Re(e, t) {
	let n = 0, r = 0, i = 0, a = [];
	if (e.forEach((e, o) => {
		let s = [];
		t.forEach((t, c) => {
			if (t !== e) return;
			let l = (c > 0 ? a[c - 1] ?? 0 : 0) + 1;
			s[c] = l, l > n && ([n, r, i] = [
				l,
				o - l + 1,
				c - l + 1
			]);
		}), a = s;
	}), n === 0) return 0;
	let o = Re(e.slice(0, r), t.slice(0, i));
	return n + o + Re(e.slice(r + n), t.slice(i + n));
}
function ze(e, t) {
	let [n, r] = [[...e.toLowerCase()], [...t.toLowerCase()]], i = n.length + r.length;
	return i === 0 ? 1 : 2 * Re(n, r) / i;
}
//#endregion
//#region src/query/tokens.ts
var Be = [
	"space",
	"quoted",
	"sign",
	"word"
].map((e) => ({
	kind: e,
	pattern: new RegExp(I.tokens[e], "uy")
})), Ve = RegExp(`^(?:${I.tokens.word})$`, "u");
function H(e) {
	let t = e.kind === "word" || e.kind === "sign" ? e.text.toLowerCase() : "";
	return z(I.aliases, t) ? I.aliases[t] : t;
}
function He({ kind: e, text: t }) {
	return e === "quoted" ? t.includes("\"") ? `'${t}'` : `"${t}"` : t;
}
function U(e) {
	return e.kind === "end" ? B("end_found") : B("word_found", { text: e.text });
}
function Ue(e) {
	return Ve.test(e);
}
function We(e) {
	let t = [...e].length, n = L.characters;
	if (t > n) throw new R("long", B("long", {
		most: n,
		count: t
	}), n, n + 1);
	let r = [], i = 0, a = 0;
	for (; i < e.length;) {
		let t = Be.flatMap(({ kind: t, pattern: n }) => {
			n.lastIndex = i;
			let r = n.exec(e)?.[0];
			return r === void 0 ? [] : [{
				kind: t,
				text: r
			}];
		})[0];
		if (!t) throw new R("quote", B("quote"), a, a + 1);
		let n = a + [...t.text].length;
		t.kind !== "space" && r.push({
			kind: t.kind,
			text: t.kind === "quoted" ? t.text.slice(1, -1) : t.text,
			start: a,
			end: n
		}), i += t.text.length, a = n;
	}
	return [...r, {
		kind: "end",
		text: "",
		start: a,
		end: a
	}];
}
//#endregion
//#region src/query/grammar.ts
var Ge = new Map(Object.entries(I.slots).map(([e, t]) => [e, {
	...t,
	pattern: RegExp(`^(?:${t.pattern})$`, "u")
}])), [Ke, qe] = I.brackets, [Je, Ye] = [I.range, I.slip].map((e) => RegExp(`^(?:${e})$`, "u"));
function Xe(e) {
	let t = Ye.exec(e.toLowerCase().replaceAll("head", "h").replaceAll("layer", "l").replaceAll(" ", ""));
	return t && `${t[1]}-${t[2]}`;
}
function Ze(e, t) {
	return z(I.filled, e) ? [
		t.replaceAll(",", "."),
		Xe(t),
		I.filled[e]
	].filter((t) => t !== null && t !== "" && Ge.get(e).pattern.test(t)) : [];
}
function Qe(e) {
	return e.slice(1, -1).split("|");
}
function $e(e) {
	let t = We(e).reverse(), n = () => t.at(-1), r = () => t.pop(), i = 0, a = (e, { start: t, end: n }, r = {}, i = []) => new R(e, B(e, r), t, n, i), o = (e, t, n = null, r = null, i = "") => ({
		kind: "term",
		what: e,
		slots: t,
		name: n,
		direction: r,
		test: i
	});
	function s(e = 0) {
		let t = I.joints[e];
		if (t === void 0) return c();
		let i = [s(e + 1)];
		for (; H(n()) === t;) r(), i.push(s(e + 1));
		return i.length === 1 ? i[0] : {
			kind: "joined",
			joint: t,
			parts: i
		};
	}
	function c() {
		let e = n(), t = H(e);
		if (t === I.prefix || t === Ke) {
			if (r(), i += 1, i > L.depth) throw a("deep", e, { most: L.depth });
			let n = t === Ke ? u(e) : {
				kind: "not",
				part: c()
			};
			return --i, n;
		}
		if (z(I.terms, t)) return r(), t === "layer" ? f() : o(t, p(I.terms[t]));
		if (I.ends.includes(t)) {
			r();
			let e = p(I.tests[t]);
			return H(n()) === I.filler && r(), o(t, e, ...l());
		}
		return e.kind === "word" && Ge.get("head").pattern.test(e.text) ? o("head", [r()]) : d();
	}
	function l() {
		let e = n(), t = H(e);
		if (e.kind === "end" || e.kind === "sign" || Le.has(t)) {
			let n = V([...Object.keys(I.terms), I.prefix].map((e) => `'${e}'`));
			throw a(Le.has(t) ? "reserved" : "term", e, {
				words: n,
				found: U(e)
			});
		}
		return [r(), z(I.directions, H(n())) ? r() : null];
	}
	function u(e) {
		let t = s();
		if (n().kind === "end") throw a("bracket", e);
		if (H(n()) !== qe) throw a("inside", n(), { found: U(n()) });
		return r(), t;
	}
	function d() {
		let [e, t] = l(), i = H(n());
		return z(I.tests, i) ? (r(), o(i, p(I.tests[i]), e, t)) : o("bare", [], e, t);
	}
	function f() {
		let e = n(), t = H(e), i = z(I.tests, t) ? I.tests[t] : [];
		if (i.includes("number")) return r(), o("layer", p(i.map((e) => e === "number" ? "layer" : e)), null, null, t);
		let a = e.kind === "word" ? Je.exec(e.text) : null;
		if (!a) return o("layer", p(I.terms.layer));
		r();
		let [s, c] = [a[1], a[2]];
		return o("layer", [{
			kind: "word",
			text: s,
			start: e.start,
			end: e.start + s.length
		}, {
			kind: "word",
			text: c,
			start: e.end - c.length,
			end: e.end
		}]);
	}
	function p(e) {
		return e.flatMap((e) => {
			if (Array.isArray(e)) return Qe(e[0]).includes(H(n())) ? p(e) : [];
			if (e.startsWith("'")) {
				let t = Qe(e);
				if (!t.includes(H(n()))) throw a("word", n(), {
					word: t[0],
					found: U(n())
				});
				return r(), [];
			}
			let { pattern: t, expected: i } = Ge.get(e), { kind: o, text: s } = n();
			if (o === "end" || o === "sign" || !t.test(s)) throw a("slot", n(), {
				expected: i,
				found: U(n())
			}, Ze(e, s));
			return [r()];
		});
	}
	if (n().kind === "end") throw a("nothing", n());
	let m = s();
	if (n().kind !== "end") throw a("after", n(), { found: U(n()) });
	return m;
}
//#endregion
//#region src/query/names.ts
var W = class extends Error {
	code;
	known;
	constructor(e, t, n = []) {
		super(B(e, {
			...t,
			known: V(n)
		})), this.code = e, this.known = n;
	}
}, et = ({ measure: e, key: t }) => `${e}.${t}`, G = (e) => [...new Set(e)];
function K(e) {
	return Ue(e) && !Le.has(e.toLowerCase()) ? e : e.includes("\"") ? `'${e}'` : `"${e}"`;
}
function tt(e) {
	let t = e.split("@");
	return t.slice(1).map((e, n) => {
		let r = t.length - 1 - n;
		return {
			base: t.slice(0, r).join("@"),
			corpus: t.slice(r).join("@")
		};
	});
}
function q(e, t, n) {
	let r = [...t], i = r.filter((t) => n(t) === e);
	return i.length > 0 ? i : r.filter((t) => n(t).toLowerCase() === e.toLowerCase());
}
function nt(e, t, n, r = "") {
	let i = (t) => {
		let n = G(t.map(et));
		if (n.length > 1) throw new W("measures", { name: K(e) }, n.map((e) => K(e + r)));
		return t;
	}, a = q(e, t, et);
	if (a.length > 0) return i(a);
	let o = q(e, t, ({ measure: e }) => e);
	if (o.length > 0) {
		let t = G(o.map(({ key: e }) => e));
		if (t.length === 1) return o;
		if (t.includes(I.whole)) return o.filter(({ key: e }) => e === I.whole);
		throw new W("keys", { name: K(e) }, G(o.map(et)).map((e) => K(e + r)));
	}
	let s = q(e, t, ({ key: e }) => e), c = s.filter(({ measure: e }) => !n.includes(e));
	return i(c.length > 0 ? c : s);
}
function rt(e, t, n) {
	for (let { base: r, corpus: i } of tt(e)) {
		let e = [];
		try {
			e = nt(r, t, n);
		} catch (e) {
			if (!(e instanceof W)) throw e;
		}
		if (e.length !== 0) return new W("elsewhere", {
			name: K(r),
			corpus: i
		}, G(e.map((e) => K(`${r}@${e.corpus}`))));
	}
	return new W("unknown", { name: e });
}
function it(e, t, n = []) {
	let r = [...new Map(t.map(({ measure: e, key: t, corpus: n }) => [JSON.stringify([
		e,
		t,
		n
	]), {
		measure: e,
		key: t,
		corpus: n
	}])).values()], i = nt(e, r, n);
	if (i.length > 0) {
		let t = G(i.map(({ corpus: e }) => e));
		if (t.length === 1) return i[0];
		throw new W("corpora", { name: K(e) }, t.map((t) => K(`${e}@${t}`)));
	}
	for (let { base: t, corpus: i } of tt(e)) {
		let e = nt(t, r.filter((e) => e.corpus === i), n, `@${i}`);
		if (e.length > 0) return e[0];
	}
	throw rt(e, r, n);
}
//#endregion
//#region src/query/evaluate.ts
var at = ["behaviour", "pattern"];
function ot(e) {
	let t = e.endsWith("%"), [n, r = "0"] = (t ? e.slice(0, -1) : e).toLowerCase().split("e"), i = Number(r) - (t ? 2 : 0), a = (n.split(".")[1] ?? "").length;
	return {
		value: Number(`${n}e${i}`),
		half: Number(`5e${i - a - 1}`)
	};
}
function st(e) {
	let t = e * 10 ** L.decimals, n = Math.floor(t);
	return t - n === .5 && n % 2 == 0 ? n : Math.round(t);
}
function ct(e, t, n) {
	return [...t].sort((t, r) => {
		let [i, a] = [e[t], e[r]];
		return i === null || a === null ? Number(i === null) - Number(a === null) : n ? st(i) - st(a) : st(a) - st(i);
	});
}
function lt(e, t) {
	let n = e.stacks.flatMap(j), r = /* @__PURE__ */ new Map(), i = [], a = [], o = (e, { start: t, end: n }, r = {}, i = []) => new R(e, B(e, r), t, n, i);
	function s(t, i) {
		let a;
		try {
			a = it(t.text, e.scores, e.second);
		} catch (e) {
			throw e instanceof W ? new R(e.code, e.message, t.start, t.end, e.known) : e;
		}
		let s = i === null ? "" : I.directions[H(i)], c = JSON.stringify([a, s]), l = r.get(c);
		if (l) return l;
		let u = e.scores.filter((e) => e.measure === a.measure && e.key === a.key && e.corpus === a.corpus);
		if (i !== null) {
			let e = {
				name: K(t.text),
				direction: i.text
			};
			if (!u.some((e) => e.direction)) throw o("undirected", i, e);
			if (u = u.filter((e) => e.direction === s), u.length === 0) throw o("direction", i, e);
		}
		let d = {
			name: a,
			direction: s,
			value: n.map(() => null),
			scores: n.map(() => null)
		};
		return n.forEach((e, t) => {
			for (let n of u) {
				let r = n.stack === e.stack ? n.value[e.layer]?.[e.head] ?? null : null;
				r === null || r <= (d.value[t] ?? -Infinity) || (d.value[t] = r, d.scores[t] = n);
			}
		}), r.set(c, d), d;
	}
	function c(e, t, r) {
		let i = n.flatMap((t, n) => e[n] === null ? [] : [n]), a = new Set(ct(e, i, r === "bottom").slice(0, t));
		return n.map((e, t) => a.has(t));
	}
	function l(e, t) {
		let n = t === null ? _() : /* @__PURE__ */ new Map(), r = q(e.text, n.keys(), String)[0], l = r === void 0 ? null : v(...n.get(r));
		if (l?.includes(!0)) return a.push({
			token: e,
			text: `label ${K(r)}`
		}), l;
		let u;
		try {
			({value: u} = s(e, t));
		} catch (n) {
			if (!(n instanceof R) || n.code !== "unknown" || t !== null) throw n;
			let r = q(e.text, h, String);
			if (l === null && r.length === 0) throw o("unheard", e, { name: e.text });
			return a.push({
				token: e,
				text: l === null ? `stack ${K(r[0])}` : `label ${K(e.text)}`
			}), l ?? g(e);
		}
		return i.push(!1), a.push({
			token: t ?? e,
			text: `${He(t ?? e)} top ${L.bare}`
		}), c(u, L.bare, "top");
	}
	function u(e, t, n, r) {
		let { value: a } = s(n, r);
		if (i.push(I.rising.includes(e)), I.ends.includes(e)) return c(a, Number(t[0].text), e);
		if (e === "=") {
			let { value: e, half: n } = ot(t[0].text);
			return a.map((t) => t !== null && Math.abs(t - e) <= n);
		}
		return d(e, a, t.map(({ text: e }) => ot(e).value), t);
	}
	function d(e, t, [n, r], i) {
		if (e === "between" && n > r) throw o("falling", i[1], {}, [i[0].text]);
		let a = {
			"<": (e) => e < n,
			"<=": (e) => e <= n,
			">": (e) => e > n,
			">=": (e) => e >= n,
			"=": (e) => e === n,
			between: (e) => e >= n && e <= r
		};
		return t.map((t) => t !== null && a[e](t));
	}
	let f = (...e) => p("between", [e[0], e.at(-1)]);
	function p(t, r) {
		let i = Math.max(...e.stacks.map((e) => e.layers));
		for (let e of r) if (Number(e.text) > i) throw o("layers", e, {
			layer: e.text,
			count: i
		}, [String(i)]);
		return d(t, n.map((e) => e.layer + 1), r.map(({ text: e }) => Number(e)), r);
	}
	function m(t) {
		let r = t.text.lastIndexOf("/"), [i, a] = [t.text.slice(0, Math.max(r, 0)).toLowerCase(), t.text.slice(r + 1)], s = n.map((e) => k(e) === a && (i === "" || i === e.stack.toLowerCase()));
		if (s.includes(!0)) return s;
		let c = new Set(e.stacks.map(({ layers: e, heads: t }) => B("shape", {
			layers: e,
			heads: t
		}))), [l, u] = [a.split("-").map(Number), e.stacks[0]], d = `${Math.min(l[0], u.layers)}-${Math.min(l[1], u.heads)}`;
		throw o("heads", t, {
			head: t.text,
			known: V(c)
		}, [d]);
	}
	let h = e.stacks.map(({ name: e }) => e);
	function g(e) {
		let t = q(e.text, h, String)[0];
		if (t === void 0) throw o("stack", e, {
			stack: e.text,
			known: V(h)
		});
		return n.map((e) => e.stack === t);
	}
	function _() {
		let t = at.filter((t) => e.labels[t].length > 0).flatMap((t) => e.names[t].map((e) => [t, e])), n = [...t].reverse().map((e) => [e[1], e]);
		return new Map([...n, ...t.map((e) => [e.join("."), e])]);
	}
	function v(t, r) {
		let i = e.labels[t].filter((e) => e.label === r), a = new Set(i.map((e) => `${e.stack}/${k(e)}`));
		return n.map((e) => a.has(`${e.stack}/${k(e)}`));
	}
	function y(t) {
		let n = _();
		if (n.size === 0) throw o("unlabelled", t);
		let r = q(t.text, n.keys(), String)[0];
		if (r !== void 0) return v(...n.get(r));
		let i = new Set(at.flatMap((t) => e.names[t]).filter((e) => n.has(e)));
		throw o("label", t, {
			label: t.text,
			known: V([...i].map(K))
		});
	}
	let b = {
		layer: f,
		head: (e) => m(e),
		label: (e) => y(e),
		stack: (e) => g(e)
	};
	function x(e) {
		if (e.kind === "not") return x(e.part).map((e) => !e);
		if (e.kind === "joined") {
			let t = e.parts.map(x);
			return n.map((n, r) => e.joint === "and" ? t.every((e) => e[r]) : t.some((e) => e[r]));
		}
		return e.name !== null && e.what === "bare" ? l(e.name, e.direction) : e.name === null ? e.test === "" ? b[e.what](...e.slots) : p(e.test, e.slots) : u(e.what, e.slots, e.name, e.direction);
	}
	let S = x($e(t)), C = [...r.values()], w = n.flatMap((e, t) => S[t] ? [t] : []), T = C[0] ? ct(C[0].value, w, i[0]) : w, E = [...t];
	for (let { token: e, text: t } of a.sort((e, t) => t.token.start - e.token.start)) E.splice(e.start, e.end - e.start, t);
	return {
		read: E.join(""),
		heads: T.map((e) => n[e]),
		places: T,
		columns: C
	};
}
//#endregion
//#region src/query/suggest.ts
var ut = /[\p{C}\p{Z}]/u, dt = ["behaviour", "pattern"];
function ft(e, t) {
	try {
		return lt(e, t);
	} catch (n) {
		throw n instanceof R ? new R(n.code, n.message, n.start, n.end, [], mt(e, t, n)) : n;
	}
}
var J = (e) => e.replace(/^[ \t\r\n\u00a0]+|[ \t\r\n\u00a0]+$/gu, "");
function pt(e, t) {
	try {
		return lt(e, t);
	} catch (e) {
		if (e instanceof R) return e;
		throw e;
	}
}
function mt(e, t, n) {
	let r = [...t].slice(0, n.code === "long" ? L.characters + 1 : void 0).join(""), i = ht(e, J(r), gt(e, r, n, L.repairs));
	return i.length > 0 ? i : ht(e, J(r), vt(e, r, n));
}
function ht(e, t, n) {
	let r = [];
	for (let i of n) if (!(i === t || r.includes(i) || ut.test(i.replaceAll(" ", ""))) && (pt(e, i) instanceof R || r.push(i), r.length === L.near)) break;
	return r;
}
function* gt(e, t, n, r) {
	for (let i of [...new Set(_t(e, t, n))].slice(0, L.listed)) {
		let t = pt(e, i);
		if (!(t instanceof R)) yield i;
		else if (r > 1) {
			let [n] = [...gt(e, i, t, r - 1)];
			n !== void 0 && (yield n);
		}
	}
}
function* _t(e, t, { code: n, start: r, end: i, known: a }) {
	let o = [...t], s = (e, t) => o.slice(e, t).join(""), c = s(r, i), l = (e) => [
		s(0, r),
		e,
		s(i)
	].map(J).filter(Boolean).join(" "), u = c.replace(/^["']+|["']+$/gu, "");
	if (n === "falling") {
		let e = a[0], t = s(0, r), n = t.lastIndexOf(e);
		yield t.slice(0, n) + c + t.slice(n + e.length) + e + s(i);
	} else yield* a.map(l);
	if (n === "unknown" || n === "unheard") {
		let t = Xe(u);
		t !== null && (yield l(t)), yield* yt(e, u).map(l);
	}
	(n === "label" || n === "unheard") && (yield* bt(e, u).map(l)), n === "label" && (yield* e.names.behaviour.map(K).map(l));
	let d = e.stacks.map(({ name: e }) => e);
	n === "slot" && (yield* a.map((e) => l(`${e} ${c}`))), n === "slot" && a.length === 0 && (yield* [...e.names.behaviour, ...d].map(K).map(l)), n === "stack" && (yield* [...d].sort((e, t) => ze(t, u) - ze(e, u)).map(l)), (n === "undirected" || n === "direction") && (yield l("")), n === "word" && (yield* [l("and"), l(`and ${c}`)]), n === "quote" && (yield t + o[r]), n === "bracket" && (yield `${t})`), (n === "after" || n === "inside") && (Ge.get("number").pattern.test(c) && (yield l(`> ${c}`)), yield* [...I.joints, ...Object.keys(I.tests)].filter((e) => ze(e, c) >= L.likeness).map(l), yield* [...I.joints].reverse().map((e) => l(`${e} ${c}`)), n === "inside" && (yield l(`) ${c}`))), (n === "term" || n === "reserved") && Le.has(c.toLowerCase()) && (yield l(`"${c}"`)), (n === "term" || n === "reserved" || n === "after") && (yield l(""));
}
function* vt(e, t, { start: n, end: r }) {
	let i = [...t], [a, o, s] = [
		[0, n],
		[n, r],
		[r, void 0]
	].map(([e, t]) => J(i.slice(e, t).join("")));
	yield* [
		J(`${a} ${s}`),
		a,
		s,
		o
	];
	for (let e of I.joints) yield J(a.endsWith(e) ? a.slice(0, -e.length) : a), yield J(s.startsWith(e) ? s.slice(e.length) : s);
	let c = e.scores.map(({ measure: e, key: t }) => `${K(`${e}.${t}`)} top ${L.bare}`), l = dt.flatMap((t) => e.labels[t].map(({ label: e }) => `label ${K(e)}`));
	yield* [
		...c.slice(0, 1),
		...l.slice(0, 1),
		"layer 1",
		...c,
		...l
	];
}
function yt(e, t) {
	let n = [...e.scores].reverse();
	return t.includes(".") ? xt(t, new Map(n.map(({ measure: e, key: t }) => [`${e}.${t}`, ""]))) : xt(t, new Map([...n.map(({ measure: e }) => [e, ""]), ...n.map((e) => [e.key, Fe(e)])]));
}
function bt(e, t) {
	let n = dt.filter((t) => e.labels[t].length > 0).flatMap((t) => e.names[t].map((e) => ({
		kind: t,
		label: e
	})));
	if (t.includes(".")) return xt(t, new Map(n.map(({ kind: e, label: t }) => [`${e}.${t}`, ""])));
	let r = new Map(Object.entries(e.words ?? {}));
	return xt(t, new Map([...n].reverse().map(({ label: e }) => [e, r.get(e) ?? ""])));
}
function xt(e, t) {
	let n = St(e), r = [...t.keys()].reverse(), i = (e) => t.get(e).split(" ").length, a = r.filter((e) => {
		let r = new Set(St(t.get(e)));
		return n.length > 0 && n.every((e) => r.has(e));
	}).sort((e, t) => i(e) - i(t) || [...e].length - [...t].length), o = new Map(r.map((t) => [t, ze(t, e)])), s = r.filter((e) => o.get(e) >= L.likeness).sort((e, t) => o.get(t) - o.get(e));
	return [.../* @__PURE__ */ new Set([...a, ...s])].map(K);
}
function St(e) {
	return (e.toLowerCase().match(/[a-z]+/gu) ?? []).map((e) => e.replace(/s$/u, "")).filter((e) => e.length >= L.letters);
}
//#endregion
//#region src/find.ts
var Ct = 200, wt = 24, Tt = 3, Et = {
	"dependent-to-head": " to head",
	"head-to-dependent": " to dependent",
	both: " both ways"
};
function Dt(e, t) {
	try {
		return ft(e, t);
	} catch (e) {
		if (e instanceof R) return e;
		throw e;
	}
}
function Ot({ scores: e, labels: t }) {
	let n = ({ measure: e, key: t }) => [.../^\p{L}/u.test(t) ? [t] : [], `${e}.${t}`].flatMap((e) => [e, `"${e}"`]), r = (e) => Math.max(...O(e.value)), i = e.filter(({ quantity: e }) => e.percent), a = (e) => [...e].sort((e, t) => r(t) - r(e)), o = i.filter(({ direction: e }) => e !== null), s = Math.max(0, ...o.map(({ segments: e }) => e)) / 10, c = a(o.filter(({ segments: e }) => e > s)), l = [...e].sort((e, t) => Number(e.quantity.percent) - Number(t.quantity.percent)).map(({ measure: e }) => e), u = t.behaviour.find(({ layer: e, label: t }) => e > 0 && t !== "mixed")?.label;
	return [
		c.slice(0, Tt).flatMap((e) => n(e).map((t) => `${t} > ${Math.floor(10 * r(e) - 1) / 10}`)),
		[...new Set(l)].map((e) => `${e} top 5`),
		a(i.filter((e) => e.direction === null && r(e) > .5)).flatMap((e) => n(e).map((e) => `${e} > 50%`)),
		u === void 0 ? [] : [`label ${u}`, `label "${u}"`],
		["layer 1"]
	];
}
function kt(e) {
	let t = e.stacks.reduce((e, { layers: t, heads: n }) => e + t * n, 0), n = (n) => {
		let r = Dt(e, n);
		return !(r instanceof R) && r.heads.length > 0 && r.heads.length < t;
	};
	return Ot(e).flatMap((e) => e.find(n) ?? []).slice(0, Tt);
}
function At({ heads: e, columns: t }) {
	return e.length === 1 && t.length === 0;
}
function jt({ heads: e, columns: t, read: n }, r, i) {
	let a = i.stacks.reduce((e, { layers: t, heads: n }) => e + t * n, 0), o = t[0], s = o && e.length > 1 ? `, by ${o.name.measure}.${o.name.key}` : "", c = At({
		heads: e,
		columns: t
	}) ? ". Press Enter for its card" : "";
	return `${e.length} of ${a} heads${s}${n === r ? "" : `, read as: ${n}`}${c}`;
}
function Mt(e, { start: n, end: r }) {
	let i = [...e], a = (e, t) => i.slice(e, t).join("");
	return t("code", {}, a(0, n), t("mark", {}, a(n, r) || "\xA0"), a(Math.max(n, r)));
}
function Nt(e, n, r) {
	let i = t("ul", { "aria-label": "Heads found" }), [a] = e.columns, o = (e, i) => {
		let o = n.stacks.length > 1 ? `${e.stack} ${k(e)}` : k(e), s = t("a", { href: `#${de(e, n)}` }, o);
		for (let t of ["pointerenter", "focus"]) s.addEventListener(t, () => r.point(e));
		for (let e of ["pointerleave", "blur"]) s.addEventListener(e, () => r.point(null));
		let c = a?.scores[i], l = t("li", {}, s), u = a?.direction === "" ? Et[c?.direction ?? ""] ?? "" : "";
		return c && l.append(" ", t("span", { class: "quiet" }, Me(c, e) + u)), l;
	};
	return i.append(...e.heads.slice(0, wt).map((t, n) => o(t, e.places[n]))), e.heads.length > wt && i.append(t("li", { class: "quiet" }, `and ${e.heads.length - wt} more, marked in the map`)), i;
}
function Pt(e, n, r) {
	let i = Ie(e), a = kt(i), o = t("input", {
		id: "find",
		type: "search",
		autocomplete: "off",
		autocapitalize: "off",
		spellcheck: "false",
		placeholder: a[0] ?? "",
		"aria-describedby": "find-said"
	}), s = t("p", {
		id: "find-said",
		class: "said",
		role: "status",
		"aria-live": "polite"
	}), c = t("div", { class: "shown" }), l = 0, u = null, d = null;
	function f(e) {
		let t = e?.columns[0]?.scores[e.places[0] ?? -1]?.id ?? null, n = r.get("colour");
		(u === null || n !== u) && (d = n);
		let i = t ?? (n === u ? d : n);
		u = t, r.set({ colour: i });
	}
	function p(t = !0) {
		clearTimeout(l);
		let a = o.value.trim(), u = a === "" ? null : Dt(i, a), d = u instanceof R;
		r.set({ find: a === "" ? null : a }), t && f(d ? null : u);
		let p = d && u.start >= [...a].length;
		o.setAttribute("aria-invalid", String(d && !p)), s.classList.toggle("wrong", d && !p), n.find(u === null || d ? null : u.heads), s.textContent = u === null ? "" : d ? u.message : jt(u, a, i);
		let h = d ? [Mt(a, u), m(u.suggestions)] : u === null ? [] : [Nt(u, e, n)];
		c.replaceChildren(...h);
	}
	function m(e) {
		return t("p", { class: "tries" }, "Try ", ...e.map((e) => {
			let n = t("button", { type: "button" }, e);
			return n.addEventListener("click", () => {
				o.value = e, p(), o.focus();
			}), n;
		}));
	}
	o.addEventListener("input", () => {
		clearTimeout(l), l = window.setTimeout(p, Ct);
	});
	let h = t("form", {
		class: "find",
		role: "search"
	}, t("label", { for: "find" }, "Find heads "), o);
	return h.addEventListener("submit", (e) => {
		e.preventDefault(), p();
		let t = Dt(i, o.value);
		t instanceof R || !At(t) || (n.select(t.heads[0]), o.dispatchEvent(new CustomEvent("headscope:open", { bubbles: !0 })));
	}), a.length > 0 && h.append(m(a)), h.append(s, c), r.listen("find", (e) => {
		(e ?? "") !== o.value.trim() && (o.value = e ?? "", p(r.get("colour") === null));
	}), h;
}
function Ft(e, t, r) {
	let i = n("g", {
		class: "found-frames",
		"aria-hidden": "true"
	});
	e.append(i);
	let a = null;
	return r.listen(({ found: o }) => {
		if (o === a) return;
		a = o, e.classList.toggle("searched", o !== null);
		let s = t.filter(({ head: e }) => r.finds(e));
		for (let { element: e } of t) e.classList.remove("found"), e.removeAttribute("aria-description");
		for (let { element: e } of s) e.classList.add("found"), e.setAttribute("aria-description", "found");
		i.replaceChildren(...s.map(({ element: e }) => {
			let [t, r, i, a] = [
				"x",
				"y",
				"width",
				"height"
			].map((t) => Number(e.getAttribute(t)));
			return n("rect", {
				x: t + 2,
				y: r + 2,
				width: i - 4,
				height: a - 4
			});
		}));
	});
}
//#endregion
//#region src/behaviour.ts
var It = {
	name: "",
	words: "no label",
	sign: "",
	light: null,
	dark: null
}, Lt = class {
	#e;
	#t;
	#n = /* @__PURE__ */ new Map();
	#r = /* @__PURE__ */ new Map();
	#i = /* @__PURE__ */ new Map();
	constructor(e) {
		this.#e = new Map(e.behaviours.map((e) => [e.name, e])), this.#t = e.behaviours.find(({ light: e }) => e === null) ?? It;
		for (let t of e.labels) this.#n.set(Rt(t), t), this.#i.set(t.label, Math.max(this.#i.get(t.label) ?? 0, t.margin ?? 0));
		for (let t of e.cards) this.#r.set(Rt(t), t);
	}
	of(e) {
		let t = this.#n.get(Rt(e)), n = this.#r.get(Rt(e))?.claims ?? [], r = (t && this.#e.get(t.label)) ?? this.#t, i = this.#i.get(r.name) ?? 0;
		return {
			behaviour: r,
			sure: t?.sure ?? !1,
			strength: i > 0 ? (t?.margin ?? 0) / i : 0,
			claims: n
		};
	}
	card(e) {
		return this.#r.get(Rt(e));
	}
	counts(e) {
		let t = e.map((e) => this.of(e));
		return [.../* @__PURE__ */ new Set([...this.#e.values(), this.#t])].map((e) => {
			let n = t.filter((t) => t.behaviour === e);
			return {
				behaviour: e,
				count: n.length,
				unsure: n.filter(Y).length
			};
		}).filter(({ count: e }) => e > 0);
	}
};
function Y({ behaviour: e, sure: t }) {
	return !t && e.light !== null;
}
function Rt({ stack: e, layer: t, head: n }) {
	return `${e}/${t}/${n}`;
}
var zt = {
	light: "#ffffff",
	dark: "#111316"
}, Bt = ["#16181c", "#ffffff"];
function Vt(e, t, n) {
	let r = (e, t) => parseInt(e.slice(t, t + 2), 16);
	return `#${[
		1,
		3,
		5
	].map((i) => Math.round(n * r(e, i) + (1 - n) * r(t, i))).map((e) => e.toString(16).padStart(2, "0")).join("")}`;
}
function Ht({ sure: e, strength: t }) {
	return e ? .6 + .4 * Math.min(1, Math.max(0, t)) : .3;
}
function Ut(e, t) {
	let n = e.behaviour.light, r = n === null ? zt[t] : Vt(n, zt[t], Ht(e));
	return {
		fill: r,
		ink: Kt(r)
	};
}
var Wt = {
	light: {
		ground: "#ffffff",
		deep: "#23272d"
	},
	dark: {
		ground: "#191b1f",
		deep: "#f1f2f4"
	}
};
function Gt(e, t) {
	let n = t === "light" ? e.behaviour.light : e.behaviour.dark ?? e.behaviour.light;
	if (n === null) return Wt[t];
	let { ground: r, deep: i } = Wt[t];
	return {
		ground: Vt(n, r, e.sure ? .26 : .1),
		deep: Vt(n, i, .5)
	};
}
function Kt(e) {
	return Bt.reduce((t, n) => qt(n, e) > qt(t, e) ? n : t);
}
function qt(e, t) {
	let [n, r] = [Jt(e), Jt(t)].sort((e, t) => e - t);
	return (r + .05) / (n + .05);
}
function Jt(e) {
	let t = [
		1,
		3,
		5
	].map((t) => {
		let n = parseInt(e.slice(t, t + 2), 16) / 255;
		return n <= .04045 ? n / 12.92 : ((n + .055) / 1.055) ** 2.4;
	});
	return .2126 * t[0] + .7152 * t[1] + .0722 * t[2];
}
//#endregion
//#region src/marks.ts
function Yt(e, { marks: t, highlight: n, move: r, locate: i, show: a }) {
	let o = new Map(t.map(({ element: e }, t) => [e, t]));
	e.setAttribute("tabindex", "-1");
	let s = 0;
	t.forEach(({ element: e }, t) => e.setAttribute("tabindex", t === s ? "0" : "-1"));
	function c(e) {
		t[s]?.element.setAttribute("tabindex", "-1"), s = e, t[e]?.element.setAttribute("tabindex", "0");
	}
	e.addEventListener("pointermove", (e) => {
		let r = i(e);
		n.point(r === null ? null : t[r].head);
	}), e.addEventListener("pointerleave", () => n.point(null)), e.addEventListener("click", (e) => {
		let r = i(e);
		r !== null && (c(r), n.select(t[r].head));
	}), e.addEventListener("focusin", (e) => {
		let r = o.get(e.target);
		r !== void 0 && (c(r), n.point(t[r].head));
	}), e.addEventListener("focusout", () => n.point(null)), e.addEventListener("keydown", (i) => {
		let a = o.get(i.target);
		if (a === void 0 || i.ctrlKey || i.altKey || i.metaKey) return;
		if (i.key === "Enter" || i.key === " ") {
			i.preventDefault(), n.select(t[a].head), e.dispatchEvent(new CustomEvent("headscope:open", { bubbles: !0 }));
			return;
		}
		let s = r(a, i.key);
		s !== null && (i.preventDefault(), t[s].element.focus());
	});
	let l = new Map(t.map((e) => [k(e.head), e])), u = (e) => e === null || e.stack !== t[0]?.head.stack ? null : l.get(k(e)) ?? null, d = null;
	return n.listen(({ pointed: e, selected: t }) => {
		let n = u(t);
		n !== d && (d?.element.setAttribute("aria-selected", "false"), n?.element.setAttribute("aria-selected", "true"), d = n), a(u(e), n);
	});
}
function Xt(e, t, n, r) {
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
//#region src/colour.ts
var Zt = {
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
}, Qt = {
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
}, $t = 256;
function en(e) {
	return e <= .04045 ? e / 12.92 : ((e + .055) / 1.055) ** 2.4;
}
function tn(e) {
	return e <= .0031308 ? e * 12.92 : 1.055 * e ** (1 / 2.4) - .055;
}
function nn(e) {
	let t = (t) => en(parseInt(e.slice(t, t + 2), 16) / 255), [n, r, i] = [
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
function rn([e, t, n]) {
	let r = (e + .3963377774 * t + .2158037573 * n) ** 3, i = (e - .1055613458 * t - .0638541728 * n) ** 3, a = (e - .0894841775 * t - 1.291485548 * n) ** 3;
	return `#${[
		4.0767416621 * r - 3.3077115913 * i + .2309699292 * a,
		-1.2684380046 * r + 2.6097574011 * i - .3413193965 * a,
		-.0041960863 * r - .7034186147 * i + 1.707614701 * a
	].map((e) => Math.round(255 * Math.min(1, Math.max(0, tn(e))))).map((e) => e.toString(16).padStart(2, "0")).join("")}`;
}
function an([e, t, n], r) {
	let i = 1 - r, a = (a) => i * i * e[a] + 2 * i * r * t[a] + r * r * n[a];
	return [
		a(0),
		a(1),
		a(2)
	];
}
function on(e, t) {
	return Math.hypot(e[0] - t[0], e[1] - t[1], e[2] - t[2]);
}
function X([e, t, n]) {
	let r = [
		nn(e),
		nn(t),
		nn(n)
	], i = Array.from({ length: 4097 }, (e, t) => an(r, t / 4096)), a = [0];
	for (let e = 1; e < i.length; e++) a.push(a[e - 1] + on(i[e - 1], i[e]));
	let o = a[a.length - 1], s = 0;
	return Array.from({ length: $t }, (e, t) => {
		for (; s < i.length - 1 && a[s] < o * t / 255;) s++;
		return rn(i[s]);
	});
}
var sn = {
	light: X(Zt.light),
	dark: X(Zt.dark)
}, cn = {
	light: {
		below: X(Qt.light.below),
		above: X(Qt.light.above)
	},
	dark: {
		below: X(Qt.dark.below),
		above: X(Qt.dark.above)
	}
};
function ln(e, t) {
	let n = Math.round(Math.min(1, Math.max(0, t)) * 255);
	return sn[e][n];
}
function un(e, t) {
	e.style.setProperty("--light", ln("light", t)), e.style.setProperty("--dark", ln("dark", t));
}
function dn(e, t) {
	let n = t < 0 ? cn[e].below : cn[e].above;
	return n[Math.round(Math.min(1, Math.abs(t)) * (n.length - 1))];
}
function fn(e, t) {
	e.style.setProperty("--light", dn("light", t)), e.style.setProperty("--dark", dn("dark", t));
}
//#endregion
//#region src/scale.ts
function pn(e, t, n = !1) {
	return {
		low: e,
		high: t,
		diverging: n,
		fraction: (n) => Math.min(1, Math.max(0, (n - e) / (t - e))),
		ticks: (n) => {
			let r = y(e, t, n);
			return r.length > 1 ? r : [.../* @__PURE__ */ new Set([
				e,
				...r,
				t
			])];
		}
	};
}
function mn(e, t = []) {
	let { low: n = 0, high: r = null, diverging: i = !1 } = e[0]?.quantity ?? {}, a = [...t, ...e.flatMap(({ value: e, baseline: t }) => [...O(e), ...t === null ? [] : [t.value]])], o = [...a, ...e.flatMap(({ low: e, high: t }) => [...O(e), ...O(t)])], s = n !== null && n > 0 ? n : 0, [c, l] = [(S(a) ?? 0) <= (r ?? Infinity), (C(a) ?? 0) >= (n ?? -Infinity)];
	if (i) return hn(o, c && l ? Math.max(r ?? Infinity, -(n ?? -Infinity)) : Infinity);
	let u = n !== null && n >= 0 && l ? s : Math.min(s, C(o) ?? s), d = Math.max(s, S(o) ?? s), [f, p] = d === u ? [u, u + 1] : x(u, d, 5);
	return pn(l ? Math.max(f, n ?? f) : f, c ? Math.min(p, r ?? p) : p);
}
function hn(e, t = Infinity) {
	let n = S(e, Math.abs) ?? 0, r = Math.min(t, n === 0 ? 1 : x(0, n, 4)[1]);
	return pn(-r, r, !0);
}
function gn(e, t, n) {
	t.diverging ? fn(e, 2 * t.fraction(n) - 1) : un(e, t.fraction(n));
}
var _n = 8;
function vn(e) {
	let t = e.length > 1 ? Math.abs(e[1] - e[0]) : 1, n = Math.max(0, -Math.floor(Math.log10(t) + 1e-9));
	for (; n < _n && e.some((e) => Math.abs(Number(e.toFixed(n)) - e) > t / 100);) n++;
	return e.map((e) => e === 0 ? "0" : P(e, n));
}
//#endregion
//#region src/grid.ts
var yn = 7, bn = 1e3, xn = 128, Sn = (e, t, n) => Math.max(e, Math.min(n, Math.floor(t)));
function Cn({ layers: e, heads: t }, n, r, i = 1, a = 1) {
	let o = n < bn, s = o ? 12 : 52, c = (o ? n - 32 : Math.min(.54 * n, n - 520)) - 40 - s, l = o ? Infinity : Math.max(420, r - 390) / e, u = Sn(14, Math.min(c / t, l), xn), d = Math.round((u - 2) / a) * a + 2, f = d > .9 * u && d < 1.06 * u && d * t <= c, p = Math.min(xn, i * (f ? d : u));
	return {
		cellWidth: p,
		cellHeight: p,
		font: 13,
		left: 40,
		top: 24,
		right: s
	};
}
function wn({ layers: e, heads: t }) {
	return {
		cellWidth: Sn(6, 104 / t, 14),
		cellHeight: Sn(6, 136 / e, 17),
		font: 11,
		left: 22,
		top: 16,
		right: 6
	};
}
function Tn(e, t, n) {
	let r = [
		1,
		4,
		8,
		16,
		32
	].find((e) => e * t >= n) ?? 64;
	return Array.from({ length: e }, (e, t) => t + 1).filter((e) => e === 1 || e % r === 0);
}
function En(e, t, n, r, i) {
	return An(`${e.words}: layers down, heads across`, t, r, i, (t) => {
		let r = N(e, t);
		return {
			spoken: `Head ${k(t)}, ${e.words}: ${Ne(e, t)}`,
			missing: r === null,
			paint: (e) => r !== null && gn(e, n, r.value),
			...r === null ? {} : { write: On(r, n) }
		};
	});
}
function Dn(e, t) {
	let [n, r] = [ke(e), F(e.value)], i = r.length < n.length ? r : n;
	return t < 21 || i.length * yn > t - 4 ? null : i;
}
function On(e, t) {
	return (r, i, { cellWidth: a }) => {
		let o = Dn(e, a);
		if (o === null) return [];
		let s = n("text", {
			x: r,
			y: i + 4,
			"text-anchor": "middle",
			"font-size": 12
		}, o), c = n("g");
		gn(c, t, e.value);
		for (let e of ["--light", "--dark"]) s.style.setProperty(e, Kt(c.style.getPropertyValue(e)));
		return [s];
	};
}
function kn(e, { cellWidth: t, cellHeight: r, font: i, left: a, top: o, right: s }, c) {
	let l = (e, t, r, i) => n("g", {
		class: "labels",
		"aria-hidden": "true"
	}, n("rect", {
		class: "ground",
		x: e,
		y: t,
		width: r,
		height: i
	})), u = (e, t, r, i, a) => e.append(n("text", {
		x: t,
		y: r,
		"text-anchor": i
	}, a)), [d, f] = [e.heads * t, e.layers * r], p = l(a, 0, d + s, o - 1), m = l(0, o, a - 1, f), h = l(0, 0, a - 1, o - 1);
	for (let n of Tn(e.heads, t, i * (e.heads > 9 ? 1.5 : 1))) u(p, a + (n - .5) * t, o - 5, "middle", String(n));
	for (let t of Tn(e.layers, r, i)) u(m, a - 5, o + (t - .5) * r + i * .35, "end", String(t));
	return c && u(h, a - 5, o - 5, "end", "layer"), s > 40 && u(p, a + d + 6, o - 5, "start", "← head"), {
		across: p,
		down: m,
		corner: h
	};
}
function An(e, t, i, a, o) {
	let { cellWidth: s, cellHeight: c, left: l, top: u } = a, d = a.right > 10, f = r(l + t.heads * s + a.right, u + t.layers * c + 2, {
		class: d ? "grid large" : "grid",
		role: "grid",
		"aria-label": e,
		"font-size": a.font
	}), { across: p, down: m, corner: h } = kn(t, a, d), g = j(t), _ = [], v = g.map((e) => {
		let t = o(e), [r, i] = [l + e.head * s, u + e.layer * c], d = n("rect", {
			x: r,
			y: i,
			width: s,
			height: c,
			class: t.missing ? "cell missing" : "cell",
			role: "gridcell",
			"aria-selected": "false",
			"aria-label": t.spoken
		});
		return t.paint(d), _.push(...t.write?.(r + s / 2, i + c / 2, a) ?? []), {
			head: e,
			element: d
		};
	});
	for (let e = 0; e < t.layers; e++) {
		let r = v.slice(e * t.heads, (e + 1) * t.heads);
		f.append(n("g", { role: "row" }, ...r.map(({ element: e }) => e)));
	}
	let y = n("g", {
		class: "written",
		"aria-hidden": "true"
	}, ..._);
	_.length > 0 && v[0]?.element.classList.contains("pictured") ? f.prepend(y) : _.length > 0 && f.append(y);
	let b = (e) => n("rect", {
		class: `frame ${e}`,
		width: s,
		height: c,
		visibility: "hidden"
	}), x = {
		selected: b("selected"),
		pointed: b("pointed")
	};
	f.append(n("g", { "aria-hidden": "true" }, x.selected, x.pointed), m, p, h);
	let S = (e, t) => {
		if (e.setAttribute("visibility", t === null ? "hidden" : "visible"), t !== null) for (let n of ["x", "y"]) e.setAttribute(n, t.element.getAttribute(n));
	}, C = new Map(v.map(({ element: e }, t) => [e, t])), w = Yt(f, {
		marks: v,
		highlight: i,
		move: (e, n) => Xt(t.layers, t.heads, e, n),
		locate: (e) => C.get(e.target) ?? null,
		show: (e, t) => {
			S(x.pointed, e), S(x.selected, t);
		}
	}), T = d ? Ft(f, v, i) : () => {};
	return {
		element: f,
		scrolled: (e, t) => {
			p.setAttribute("transform", `translate(0 ${t})`), m.setAttribute("transform", `translate(${e} 0)`), h.setAttribute("transform", `translate(${e} ${t})`);
		},
		focus: (e) => v[e.layer * t.heads + e.head]?.element.focus(),
		release: () => {
			w(), T();
		}
	};
}
var jn = 12.6, Mn = .61 * jn, Nn = {
	" ": "␣",
	"\n": "↵",
	"	": "⇥"
}, Pn = "‍", Fn = /^[\p{C}\p{Z}\u115f\u1160\u3164\uffa0\u2800]$/u, In = /^(?=\p{Cn})[\u{1f000}-\u{1faff}]$/u, Ln = /(?:[\p{So}↔]|(?=\p{Cn})[\u{1f000}-\u{1faff}])[\u{1f3fb}-\u{1f3ff}]?\ufe0f*$/u, Rn = /^(?:[\p{So}↔]|(?=\p{Cn})[\u{1f000}-\u{1faff}])/u, zn = /^\p{M}/u, Bn = /^\p{Regional_Indicator}$/u, Vn = /^[\u{1f3fb}-\u{1f3ff}]$/u, Hn = /^[\p{Mn}\p{Me}\u200d\u{1f3fb}-\u{1f3ff}]$/u, Un = /* @__PURE__ */ RegExp("^(?!\\p{Regional_Indicator})(?:\\p{Emoji_Presentation}|[\\u1100-\\u115f\\u2329\\u232a\\u2e80-\\u303e\\u3041-\\u3247\\u3250-\\u4dbf\\u4e00-\\ua4cf\\ua960-\\ua97c\\uac00-\\ud7a3\\uf900-\\ufaff\\ufe10-\\ufe19\\ufe30-\\ufe6b\\uff01-\\uff60\\uffe0-\\uffe6\\u{16fe0}-\\u{18dff}\\u{1aff0}-\\u{1b2fb}\\u{1f200}-\\u{1f265}\\u{20000}-\\u{3fffd}])$", "u");
function Z(e) {
	let t = [...e], n = t.map((e, n) => e === Pn && Wn(t, n) || !Fn.test(e) || In.test(e) ? e : Nn[e] ?? `‹${e.codePointAt(0).toString(16).toUpperCase().padStart(2, "0")}›`).join("");
	return zn.test(n) ? `◌${n}` : n || "‹empty›";
}
function Wn(e, t) {
	return Ln.test(e.slice(0, t).join("")) && Rn.test(e[t + 1] ?? "");
}
function Gn(e) {
	let t = 0, n = "";
	for (let r of e) n !== Pn && !Hn.test(r) && (t += Un.test(r) || In.test(r) ? 2 : 1), n = r;
	return t;
}
function Kn(e) {
	let t = [];
	for (let n of e) {
		let e = t.at(-1) ?? "", r = Bn.test(e) && Bn.test(n), i = zn.test(n) || n === Pn || Vn.test(n) || e.endsWith(Pn) || r;
		e !== "" && i ? t[t.length - 1] = e + n : t.push(n);
	}
	return t;
}
var qn = (e) => [...e].length;
function Jn(e, t) {
	let n = Z(e);
	if (Gn(n) <= t && qn(n) <= 2 * t) return n;
	let r = "";
	for (let e of Kn(n)) {
		let n = [...e].slice(0, t).join("");
		if (Gn(r + n) > t - 1 || qn(r + n) > 2 * t) break;
		r += n;
	}
	return `${r}…`;
}
//#endregion
//#region src/views/columns.ts
var Yn = 12.6, Xn = 4.4 * Mn, Zn = 36, Qn = .26, $n = 380, er = 24;
function tr(e) {
	let t = 0;
	return e.map((n, r) => (r > 0 && n !== e[r - 1] && (t += Yn), t + (r + .5) * 18));
}
function nr(e, t, n) {
	let r = Math.max(3, Math.floor((n - 2 * Xn - Math.max(Zn, Qn * n) - 8) / 2 / Mn)), i = 1;
	for (let n of [e, t]) for (let e of n.texts) i = Math.max(i, Gn(Z(e)));
	let a = Math.min(r, i, er), o = a * Mn + 4, s = Math.max(140, Math.min(n, 2 * (Xn + o) + $n)), [c, l] = [tr(e.segments), tr(t.segments)], u = Math.max(c.at(-1) ?? 0, l.at(-1) ?? 0) + 9;
	return {
		queries: c,
		keys: l,
		left: Xn + o,
		right: s - Xn - o,
		width: s,
		height: u,
		column: o,
		characters: a
	};
}
//#endregion
//#region src/views/decode.ts
var rr = Float32Array.from({ length: 256 }, (e, t) => (t / 255) ** 2), ir = 1 << 20;
function* ar(e) {
	let t = e.trim(), n = Uint8Array.fromBase64;
	if (n) yield n(t);
	else for (let e = 0; e < t.length; e += ir) {
		let n = atob(t.slice(e, e + ir)), r = new Uint8Array(n.length);
		for (let e = 0; e < r.length; e++) r[e] = n.charCodeAt(e);
		yield r;
	}
}
//#endregion
//#region src/views/draw.ts
var or = "ui-monospace, \"SF Mono\", Menlo, Consolas, \"DejaVu Sans Mono\", \"Liberation Mono\", monospace", sr = /\p{L}/u, cr = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}\u07c0-\u085f]/u;
function lr(e) {
	let t = sr.exec(e)?.[0] ?? "";
	return cr.test(t) ? "rtl" : "ltr";
}
var Q = (e) => String(Math.round(e * 100) / 100), ur = class {
	into;
	paths = /* @__PURE__ */ new Map();
	start = "";
	constructor(e) {
		this.into = e;
	}
	line(e, t, r, i, { colour: a, alpha: o, width: s, dash: c }) {
		let l = `M${Q(e)} ${Q(t)}`;
		l !== this.start && this.paths.clear(), this.start = l;
		let u = Q(Math.min(1, o)), d = `${a} ${u} ${c.join()}`, f = this.paths.get(d);
		f || (f = n("path", {
			d: "",
			fill: "none",
			stroke: a,
			"stroke-opacity": u,
			"stroke-width": Q(s)
		}), c.length > 0 && f.setAttribute("stroke-dasharray", c.join(" ")), this.paths.set(d, f), this.into.append(f)), f.setAttribute("d", `${f.getAttribute("d")}${l}L${Q(r)} ${Q(i)}`);
	}
	box(e, t, r, i, a, o) {
		let s = {
			x: Q(e),
			y: Q(t),
			width: Q(r),
			height: Q(i)
		};
		this.into.append(n("rect", {
			...s,
			fill: a,
			"fill-opacity": Q(Math.min(1, o))
		}));
	}
	frame(e, t, r, i, a) {
		let o = {
			x: Q(e),
			y: Q(t),
			width: Q(r),
			height: Q(i)
		};
		this.into.append(n("rect", {
			...o,
			fill: "none",
			stroke: a,
			"stroke-width": 1.25
		}));
	}
	text(e, t, r, { colour: i, size: a, anchor: o, font: s, strong: c, turned: l }) {
		let u = lr(r), d = n("text", {
			x: Q(l ? e + a * .35 : e),
			y: Q(l ? t : t + a * .35),
			fill: i,
			"font-size": Q(a),
			"font-family": s,
			"text-anchor": u === "rtl" ? {
				start: "end",
				middle: "middle",
				end: "start"
			}[o] : o,
			direction: u,
			"unicode-bidi": "isolate",
			"xml:space": "preserve"
		});
		c && d.setAttribute("font-weight", "600"), l && d.setAttribute("transform", `rotate(-90 ${Q(e + a * .35)} ${Q(t)})`), d.append(r), this.into.append(d);
	}
	picture(e, t, r, i, a) {
		let o = n("image", {
			x: Q(t),
			y: Q(r),
			width: Q(i),
			height: Q(a),
			href: e.toDataURL("image/png"),
			preserveAspectRatio: "none"
		});
		e.width <= i * 2 && o.setAttribute("image-rendering", "pixelated"), this.into.append(o);
	}
}, dr = [
	[],
	[9, 4],
	[2, 4],
	[
		12,
		3,
		2,
		3
	]
];
function fr(e, t) {
	let n = t >> 1, r = 2 * (n % (e.hues.length / 2)) + (t & 1);
	return {
		colour: e.hues[r],
		dash: dr[n % dr.length]
	};
}
function pr(e, t) {
	return t.length === 1 ? [{
		colour: e.hues[0],
		dash: []
	}] : t.map((t) => fr(e, t));
}
//#endregion
//#region src/views/units.ts
function mr(e, t, n) {
	return {
		rows: t,
		columns: n,
		values: e,
		read: (e) => rr[e],
		least: (e) => 255 * Math.sqrt(e) - 1e-9
	};
}
function hr(e, t, n) {
	return {
		rows: t,
		columns: n,
		values: e,
		read: (e) => e,
		least: (e) => e
	};
}
function gr(e, t, n, r) {
	let i = n.unit.length;
	if (t.parts.length === t.unit.length && n.parts.length === i) return mr(e, t.parts.length, i);
	let a = n.parts.length, o = new Float32Array(t.parts.length * a), s = new Float64Array(a);
	return t.parts.forEach((t, c) => {
		for (let l of t) {
			s.fill(0);
			let u = 0;
			for (let t = 0; t < i; t++) {
				let r = n.unit[t];
				if (r < 0) continue;
				let a = rr[e[l * i + t]];
				s[r] += a, u += a;
			}
			let d = (r && u > 0 ? 1 / u : 1) / t.length;
			for (let e = 0; e < a; e++) o[c * a + e] += s[e] * d;
		}
	}), hr(o, t.parts.length, a);
}
function _r(e, t, n) {
	return e === "all" || e === `${t === 0 ? "A" : "B"}-${n === 0 ? "A" : "B"}`;
}
function vr(e, t, n, { rows: r, columns: i, filter: a }) {
	let o = t ? i.parts.length : r.parts.length;
	return e.map((e) => {
		let s = new Float64Array(o);
		for (let c of n) for (let n = 0; n < o; n++) {
			let [o, l] = t ? [c, n] : [n, c];
			_r(a, r.segments[o], i.segments[l]) && (s[n] += e.read(e.values[o * e.columns + l]));
		}
		return s;
	});
}
//#endregion
//#region src/views/lines.ts
var yr = .004, br = 64;
function xr(e, t, n) {
	let r = e.findIndex((e) => e + 9 > t);
	if (r < 0) return [e.length, e.length];
	let i = r;
	for (; i < e.length && e[i] - 9 < n;) i++;
	return [r, i];
}
var Sr = class e {
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
		let { scene: o } = this, { left: s, right: c, queries: l, keys: u } = o.place, d = pr(t, o.heads);
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
function Cr(e, t, n) {
	let r = Array.from({ length: 65 }, () => []), [i, a] = xr(e.place.queries, t, n), [o, s] = xr(e.place.keys, t, n), c = Math.max(e.threshold, yr);
	return e.maps.forEach((t, n) => {
		let l = t.least(c);
		for (let c = 0; c < t.rows; c++) {
			let [u, d] = c >= i && c < a ? [0, t.columns] : [o, s];
			for (let i = u; i < d; i++) {
				let a = t.values[c * t.columns + i];
				if (a < l || !_r(e.filter, e.rows.segments[c], e.keys.segments[i])) continue;
				let o = br - Math.round(br * Math.min(1, t.read(a)));
				r[o].push((n * t.rows + c) * t.columns + i);
			}
		}
	}), new Sr(e, r);
}
function wr({ left: e, right: t }, n, r) {
	return n === "left" ? {
		x: e - r + 1,
		width: r - 2
	} : {
		x: t + 1,
		width: r - 2
	};
}
function Tr(e, t, n, r, i, [a, o]) {
	let { left: s, right: c, queries: l, keys: u } = n.place, d = r.side === "left", [f, p] = d ? [l, u] : [u, l], m = wr(n.place, d ? "right" : "left", n.place.column), h = m.width / Math.max(1, n.heads.length), [g, _] = xr(p, a, o), v = pr(t, n.heads);
	n.maps.forEach((t, a) => {
		let { colour: o, dash: f } = v[a];
		for (let t = g; t < _; t++) {
			let n = r.sums[a][t];
			n > yr && e.box(m.x + a * h, p[t] - i - 9 + 1, h, 16, o, .8 * n);
		}
		let y = t.least(Math.max(n.threshold, yr));
		for (let a of r.units) for (let r = 0; r < p.length; r++) {
			let [p, m] = d ? [a, r] : [r, a], h = t.values[p * t.columns + m];
			if (h < y || !_r(n.filter, n.rows.segments[p], n.keys.segments[m])) continue;
			let g = t.read(h);
			e.line(s, l[p] - i, c, u[m] - i, {
				colour: o,
				dash: f,
				alpha: g,
				width: .5 + 2.5 * g
			});
		}
	});
	let y = d ? n.rows : n.keys;
	for (let a of r.units) {
		let o = Gn(Jn(y.texts[a], n.place.characters)) * Mn + 8, s = wr(n.place, r.side, o);
		e.frame(s.x, f[a] - i - 9 + 1, s.width, 16, t.ink);
	}
}
//#endregion
//#region src/card/sentence.ts
function Er(e) {
	return {
		...Object.fromEntries([
			"background",
			"ink",
			"quiet",
			"line",
			"faint",
			"accent",
			"negative",
			"positive"
		].map((e) => [e, `var(--${e})`])),
		hues: [e]
	};
}
var Dr = Er("var(--attention)"), Or = Er("var(--other-attention)"), kr = .02;
function Ar(e) {
	let t = [...ar(e)], n = new Uint8Array(t.reduce((e, t) => e + t.length, 0)), r = 0;
	for (let e of t) n.set(e, r), r += e.length;
	return n;
}
function jr({ texts: e, special: t, segments: n }) {
	return {
		texts: e,
		special: t,
		segments: n,
		parts: e.map((e, t) => [t]),
		unit: Int32Array.from(e.keys())
	};
}
function Mr(e, t, n, r) {
	let [i, a] = [jr(e), jr(t)];
	if (n.length !== i.texts.length * a.texts.length) throw Error("a map does not have the size of its text");
	return {
		place: nr(i, a, r),
		rows: i,
		keys: a,
		heads: [0],
		maps: [gr(n, i, a, !1)],
		filter: "all",
		threshold: kr
	};
}
function Nr(e, { place: t, rows: n, keys: r }, i) {
	for (let a of ["left", "right"]) {
		let o = a === "left", [s, c] = o ? [n, t.queries] : [r, t.keys];
		s.texts.forEach((n, r) => {
			e.text(o ? t.left - 4 : t.right + 4, c[r], Jn(n, t.characters), {
				colour: s.special[r] ? Dr.quiet : Dr.ink,
				size: jn,
				anchor: o ? "end" : "start",
				font: or,
				strong: i[a].has(r)
			});
		});
	}
}
var Pr = {
	left: /* @__PURE__ */ new Set(),
	right: /* @__PURE__ */ new Set()
};
function Fr(e, t, n, { layer: i, head: a }, o) {
	let s = e.queries.texts.length * e.keys.texts.length, c = (i * n.heads + a) * s, l = Mr(e.queries, e.keys, t.subarray(c, c + s), o), u = `What each token attends to in: ${e.queries.texts.map(Z).join(" ")}`, d = r(l.place.width, l.place.height, {
		class: "head-view",
		role: "img",
		"aria-label": u
	}), f = new ur(d);
	return Cr(l, 0, l.place.height).byToken().draw(f, Dr, 0, [0, 0], () => !0), Nr(f, l, Pr), d;
}
function Ir(e, t, r, i) {
	let a = e + i * Math.min(30, 9 + .2 * Math.abs(r - t)) * 1.33;
	return [n("path", {
		class: "gold",
		d: `M${e} ${t}C${a} ${t} ${a} ${r} ${e} ${r}`
	}), n("circle", {
		class: "gold-end",
		cx: e,
		cy: r,
		r: 2.5
	})];
}
function Lr({ left: e, right: t, column: n }, r) {
	return r ? e - n - 2 : t + n + 2;
}
function Rr(e, [t, , n, r, i]) {
	let [a, o] = [Z(e.words[t]), Z(e.words[n])], s = r.includes(n), c = r.map((t) => Z(e.words[t])).join(" or ");
	return `${a} → ${o}, ${s ? "right" : `wrong${c === "" ? "" : `, it is ${c}`}`} (${i.toFixed(2)})`;
}
function zr({ special: e }, t, i, a) {
	let o = t.words.length, s = t.words.map(() => !1), c = Mr({
		texts: t.words,
		special: s,
		segments: t.words.map(() => 0)
	}, {
		texts: [
			e.cls ?? "",
			...t.words,
			e.sep ?? ""
		],
		special: [
			!0,
			...s,
			!0
		],
		segments: Array.from({ length: o + 2 }, () => 0)
	}, Ar(t.map), a), { place: l } = c, u = i !== "head-to-dependent", d = (e, t) => t ? l.queries[e] : l.keys[e + 1], f = t.answers.map((e) => Rr(t, e)).join("; "), p = r(l.width, l.height, {
		class: "head-view",
		role: "img",
		"aria-label": f
	}), m = new ur(p);
	Cr(c, 0, l.height).byToken().draw(m, Or, 0, [0, 0], () => !0);
	let h = t.answers.map(([, e]) => u ? e : e + 1), g = vr(c.maps, u, h, {
		rows: c.rows,
		columns: c.keys,
		filter: "all"
	});
	Tr(m, Dr, c, {
		side: u ? "left" : "right",
		units: h,
		sums: g.map((e) => e.fill(0))
	}, 0, [0, l.height]);
	let _ = new Set(h);
	Nr(m, c, u ? {
		left: _,
		right: /* @__PURE__ */ new Set()
	} : {
		left: /* @__PURE__ */ new Set(),
		right: _
	});
	let v = Lr(l, !u);
	for (let e of t.answers) {
		let [r, i, a, o, s] = e;
		for (let e of o) p.append(...Ir(v, d(r, !u), d(e, !u), u ? 1 : -1));
		let c = o.includes(a), f = n("text", {
			class: c ? "verdict right" : "verdict wrong",
			x: Lr(l, u) + (u ? -1 : 1),
			y: d(i, u) + 4,
			"text-anchor": u ? "end" : "start"
		}, `${c ? "✓" : "✗"}${s.toFixed(2).replace(/^0/, "")}`);
		f.append(n("title", {}, Rr(t, e))), p.append(f);
	}
	return p;
}
function Br(e, n, r) {
	let i = n[0];
	if (!i) return null;
	let a = D(e).find(({ id: e }) => e === i.score), o = a?.direction ?? null, s = n.map((n) => {
		let i = n.answers.filter(([, , e, t]) => t.includes(e)).length;
		return t("figure", { class: "sentence" }, t("h4", {}, `${n.kind === "most right" ? "Among its best" : "Among its worst"}: ${i} of ${n.answers.length} right`), t("div", { class: "scroll" }, zr(e, n, o, r)), t("figcaption", {}, n.place));
	}), c = o === "head-to-dependent" ? "right, with the attention they get" : "left, with the attention they give";
	return t("section", {}, t("h3", {}, `Sentences where it is most typical${a ? `: it ${a.words}` : ""}`), t("p", { class: "quiet" }, `The words on the left attend to those on the right. In bold, on the ${c}, are the words that it is asked about: ✓ right or ✗ wrong, and the weight behind the answer. Orange arcs: what is annotated, the dot at the governor.`), ...s);
}
var Vr = /* @__PURE__ */ new WeakMap();
function Hr(e, n, r, i, a) {
	let o = e.texts[n.name];
	if (!o) return null;
	let s = Vr.get(o);
	s || Vr.set(o, s = Ar(o.maps));
	let c = t("details", { class: "text" }, t("summary", {}, "One text under this head"));
	c.open = a;
	let l = () => {
		c.open && !c.querySelector("svg") && c.append(t("div", { class: "scroll" }, Fr(o, s, n, r, i)));
	};
	return c.addEventListener("toggle", l), l(), c;
}
//#endregion
//#region src/pictures.ts
var Ur = 3072, Wr = 1;
function Gr(e, t) {
	let n = e.texts[t.name], r = e.pictures[t.name] ?? (n && {
		rows: n.queries.texts.length,
		columns: n.keys.texts.length,
		maps: n.maps
	});
	if (!r) return null;
	let { rows: i, columns: a } = r, o = Ar(r.maps), s = i * a;
	if (o.length !== s * t.layers * t.heads) throw Error(`the maps of the ${t.name} do not have the size of their text`);
	return {
		rows: i,
		columns: a,
		of: ({ layer: e, head: n }) => o.subarray((e * t.heads + n) * s, (e * t.heads + n + 1) * s)
	};
}
function Kr(e, t) {
	let { ground: n, deep: r } = Gt(e, t), i = (e) => [
		1,
		3,
		5
	].map((t) => parseInt(e.slice(t, t + 2), 16)), [a, o] = [i(n), i(r)];
	return Uint32Array.from({ length: 256 }, (e, t) => {
		let [n, r, i] = a.map((e, n) => Math.round(e + (o[n] - e) * t / 255));
		return (255 << 24 | i << 16 | r << 8 | n) >>> 0;
	});
}
function qr(e, n) {
	let [r, i] = [e.heads * n.cellWidth, e.layers * n.cellHeight], a = Math.min(window.devicePixelRatio || 1, Ur / Math.max(r, i)), o = t("canvas", {
		class: "pictures",
		width: Math.round(r * a),
		height: Math.round(i * a),
		"aria-hidden": "true"
	});
	return Object.assign(o.style, {
		left: `${n.left}px`,
		top: `${n.top}px`,
		width: `${r}px`,
		height: `${i}px`
	}), o;
}
function Jr(e, n, r, i, a, o) {
	let s = e.getContext("2d"), c = t("canvas", {
		width: n.columns,
		height: n.rows
	}), l = c.getContext("2d");
	if (!s || !l) return;
	let u = l.createImageData(n.columns, n.rows), d = new Uint32Array(u.data.buffer), [f, p] = [e.width / i.heads, e.height / i.layers], m = Wr * e.width / parseFloat(e.style.width), h = (f - 2 * m) / n.columns;
	s.imageSmoothingEnabled = h < 4 && Math.abs(h - Math.round(h)) > .01, s.imageSmoothingQuality = "high";
	for (let e of r) {
		let t = Kr(a(e), o);
		n.of(e).forEach((e, n) => d[n] = t[e]), l.putImageData(u, 0, 0), s.drawImage(c, e.head * f + m, e.layer * p + m, f - 2 * m, p - 2 * m);
	}
}
//#endregion
//#region src/behaviour_grid.ts
var Yr = 6, Xr = 14, Zr = ["light", "dark"];
function Qr(e, t) {
	let [n, r] = e.split(":");
	return [
		e,
		r,
		n
	].find((e) => e !== void 0 && e.length * Yr <= t - 4) ?? null;
}
function $r(e) {
	let t = e.claims.map(({ key: e }) => e).join(", ");
	return e.behaviour.words + (Y(e) ? ", uncertain" : "") + (t === "" ? "" : ` (${t})`);
}
var ei = (e) => e.behaviour.sign + (Y(e) ? "?" : "");
function ti(e, t) {
	for (let n of Zr) e.style.setProperty(`--${n}`, t(n));
	return e;
}
function ni(e) {
	return (t, r, { cellWidth: i, cellHeight: a }) => {
		let o = e.claims[0] && a >= 26 ? Qr(e.claims[0].key, i) : null, s = (i, a, o) => ti(n("text", {
			x: t,
			y: r + i + a * .35,
			"text-anchor": "middle",
			"font-size": a
		}, o), (t) => Ut(e, t).ink), c = Math.min(14, a * .55);
		return o === null ? [s(0, c, ei(e))] : [s(-a * .2, Math.min(12, c), ei(e)), s(a * .22, 11, o)];
	};
}
function ri(e) {
	let t = e.behaviour.light, r = (e) => t ?? (e === "light" ? "#5f6670" : "#a0a6ae");
	return (i, a, { cellWidth: o, cellHeight: s }) => {
		let [c, l] = [i - o / 2 + 1, a - s / 2 + 1], u = (e, t, i, a) => [ti(n("rect", {
			class: "chip",
			x: e,
			y: t,
			width: i,
			height: Xr
		}), r), ti(n("text", {
			x: e + i / 2,
			y: t + 11,
			"text-anchor": "middle",
			"font-size": 11
		}, a), (e) => Kt(r(e)))], d = ei(e), f = t === null ? [] : u(c, l, d.length > 1 ? 22 : Xr, d), p = e.claims[0] && s >= 36 ? Qr(e.claims[0].key, o) : null;
		if (p === null) return f;
		let m = Math.min(o - 2, p.length * Yr + 8);
		return [...f, ...u(c, l + s - 2 - Xr, m, p)];
	};
}
function ii() {
	return !window.matchMedia("print").matches && window.matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}
function ai(e, t, n, r, i) {
	let a = n !== null && i.cellWidth >= 20 ? n : null, o = An("What each head does: layers down, heads across", t, r, i, (t) => {
		let n = e.of(t);
		return {
			spoken: `Head ${k(t)}: ${$r(n)}`,
			paint: (e) => {
				ti(e, (e) => Ut(n, e).fill), e.classList.toggle("pictured", a !== null), e.classList.toggle("unsure", Y(n));
			},
			write: a === null ? ni(n) : ri(n)
		};
	});
	if (a === null) return {
		...o,
		canvas: null
	};
	let s = qr(t, i), c = j(t), l = () => Jr(s, a, c, t, (t) => e.of(t), ii());
	l();
	let u = ["print", "(prefers-color-scheme: dark)"].map((e) => window.matchMedia(e));
	for (let e of u) e.addEventListener?.("change", l);
	return {
		...o,
		canvas: s,
		release: () => {
			o.release();
			for (let e of u) e.removeEventListener?.("change", l);
		}
	};
}
var oi = "The fainter a cell, the less there is behind its colour; with “?”, its interval does not support it.";
function si(e, n, r) {
	let i = t("p", { class: "readout" }), a = (t) => e.card(t)?.summary || `Head ${k(t)}: ${$r(e.of(t))}.`;
	return {
		element: i,
		release: r.listen(({ current: e }) => {
			let t = e !== null && e.stack === n.name ? e : null;
			i.textContent = t === null ? oi : a(t), i.classList.toggle("live", t !== null);
		})
	};
}
//#endregion
//#region src/behaviour_legend.ts
function ci(e) {
	let n = t("span", {
		class: "swatch",
		"aria-hidden": "true"
	}, e.sign);
	for (let t of ["light", "dark"]) {
		let { fill: r, ink: i } = Ut({
			behaviour: e,
			sure: !0,
			strength: 1,
			claims: []
		}, t);
		n.style.setProperty(`--${t}`, r), n.style.setProperty(`--${t}-ink`, i);
	}
	return n;
}
function li(e, n, r) {
	let i = t("ul", {
		class: "behaviours",
		"aria-label": "What heads do, and how many: press to show only these"
	}), a = () => new Set(ui(r.get("filter"))), o = e.counts(n).map(({ behaviour: e, count: n, unsure: i }) => {
		let o = `${n} ${e.words}${i > 0 ? ` (${i} uncertain)` : ""}`, s = t("button", {
			type: "button",
			"aria-pressed": String(a().has(e.name))
		}, ci(e), ` ${o}`);
		return s.addEventListener("click", () => {
			let t = a();
			t.delete(e.name) || t.add(e.name), r.set({ filter: [...t].join(",") || null });
		}), {
			name: e.name,
			button: s
		};
	}), s = t("button", {
		type: "button",
		class: "all"
	}, "Show all");
	s.addEventListener("click", () => {
		r.set({ filter: null }), o[0]?.button.focus();
	});
	let c = t("li", {}, s);
	return i.append(...o.map(({ button: e }) => t("li", {}, e)), c), {
		element: i,
		release: r.listen("filter", () => {
			let e = a();
			for (let { name: t, button: n } of o) n.setAttribute("aria-pressed", String(e.has(t)));
			c.hidden = e.size === 0;
		})
	};
}
function ui(e) {
	return (e ?? "").split(",").filter((e) => e !== "");
}
function di(e, t, n, r) {
	let i = e.stacks.flatMap(j), a = new Set(i.map((e) => t.of(e).behaviour.name));
	r.listen("filter", (e) => {
		let o = ui(e), s = o.filter((e) => !a.has(e));
		s.length > 0 && r.refuse("filter", `No head of this page is called ${s.map((e) => `“${e}”`).join(" or ")}.`);
		let c = new Set(o.filter((e) => a.has(e)));
		n.keep(c.size === 0 ? null : i.filter((e) => c.has(t.of(e).behaviour.name)));
	});
}
//#endregion
//#region src/choices.ts
var fi = "behaviour", pi = 10;
function mi({ value: e, baseline: t, quantity: n }) {
	let r = O(e);
	if (r.length === 0) return -Infinity;
	let [i, a] = [Math.max(...r), Math.min(...r)], o = n.low !== null && n.high !== null ? n.high - n.low : Math.max(i, 0) - Math.min(a, 0);
	return o === 0 ? 0 : (i - (t?.value ?? a)) / o;
}
function hi(e, t) {
	let n = D(e).filter((e) => e.stack === t.name), r = e.findings.flatMap(({ score: e }) => n.filter(({ id: t }) => t === e)), i = [...n].sort((e, t) => mi(t) - mi(e)), a = /* @__PURE__ */ new Map();
	for (let e of [...r, ...i]) {
		let t = `${e.measure}.${e.key}`;
		a.has(t) || a.set(t, e);
	}
	return [...a.values()].slice(0, pi);
}
function gi(e, t) {
	let n = D(e).filter((e) => e.stack === t.name), r = new Set(n.map(({ corpus: e, measure: t, key: n, direction: r }) => [
		t,
		n,
		r,
		e
	].join())), i = new Set(n.map(({ measure: e, key: t, direction: n }) => [
		e,
		t,
		n
	].join())), a = (e) => {
		let t = te(e) + (r.size > i.size ? `, ${e.corpus}` : "");
		return {
			id: e.id,
			text: e.words,
			detail: t
		};
	};
	return [
		{
			title: "",
			choices: e.labels.some((e) => e.stack === t.name) ? [{
				id: fi,
				text: "what they do",
				detail: "behaviour, with each head’s picture"
			}] : []
		},
		{
			title: "Most telling",
			choices: hi(e, t).map(a)
		},
		...e.measures.map(({ name: e, title: t }) => ({
			title: t,
			choices: n.filter(({ measure: t }) => t === e).map(a)
		}))
	].filter(({ choices: e }) => e.length > 0);
}
function _i(e, t) {
	let n = t.toLowerCase().split(/\s+/).filter((e) => e !== "");
	if (n.length === 0) return e;
	let r = /* @__PURE__ */ new Set();
	return e.flatMap(({ title: e, choices: t }) => {
		let i = t.filter(({ id: t, text: i, detail: a }) => {
			let o = `${i} ${a} ${e}`.toLowerCase();
			return !r.has(t) && n.every((e) => o.includes(e));
		});
		for (let { id: e } of i) r.add(e);
		return i.length > 0 ? [{
			title: e,
			choices: i
		}] : [];
	});
}
function vi(e, t, n) {
	let r = D(e).find((e) => e.id === t);
	if (!r) return null;
	let i = (e) => e.measure === r.measure && e.key === r.key && e.direction === r.direction, a = D(e).filter((e) => e.stack === n.name && i(e));
	return (a.find(({ corpus: e }) => e === r.corpus) ?? a[0])?.id ?? null;
}
//#endregion
//#region src/colour_by.ts
var yi = "colour-options";
function bi(e) {
	let n = t("input", {
		id: "colour-by",
		type: "text",
		role: "combobox",
		autocomplete: "off",
		autocapitalize: "off",
		spellcheck: "false",
		"aria-autocomplete": "list",
		"aria-expanded": "false",
		"aria-controls": yi
	}), r = t("div", {
		id: yi,
		class: "options",
		role: "listbox",
		"aria-label": "What to colour by",
		hidden: ""
	}), i = t("span", {
		class: "unseen",
		role: "status"
	}), a = t("div", { class: "colour-by" }, t("label", { for: "colour-by" }, "Colour by"), t("div", { class: "combo" }, n, r), i), o = [], s = "", c = [], l = -1, u = (e) => o.flatMap(({ choices: e }) => e).find((t) => t.id === e)?.text ?? "";
	function d(e) {
		c[l]?.element.classList.remove("active"), l = e;
		let t = c[e]?.element;
		if (t?.classList.add("active"), t ? n.setAttribute("aria-activedescendant", t.id) : n.removeAttribute("aria-activedescendant"), !t) return;
		let [i, a] = [t.offsetTop - 28, t.offsetTop + t.offsetHeight];
		i < r.scrollTop ? r.scrollTop = i : a > r.scrollTop + r.clientHeight && (r.scrollTop = a - r.clientHeight);
	}
	function f(e) {
		c = [];
		let n = _i(o, e).map(({ title: e, choices: n }, r) => {
			let i = n.map((e) => {
				let n = t("div", {
					id: `${yi}-${c.length}`,
					role: "option",
					"aria-selected": String(e.id === s)
				}, t("span", {}, e.text), " ", t("span", { class: "quiet" }, e.detail));
				return c.push({
					choice: e,
					element: n
				}), n;
			});
			if (e === "") return t("div", { role: "presentation" }, ...i);
			let a = t("div", {
				id: `${yi}-group-${r}`,
				class: "group",
				role: "presentation"
			}, e);
			return t("div", {
				role: "group",
				"aria-labelledby": a.id
			}, a, ...i);
		});
		r.replaceChildren(...n.length > 0 ? n : [t("div", {
			class: "quiet none",
			role: "presentation"
		}, `Nothing here is called “${e}”.`)]), d(e === "" ? c.findIndex(({ choice: e }) => e.id === s) : c.length > 0 ? 0 : -1), i.textContent = e === "" ? "" : `${c.length} found`;
	}
	function p(e = "") {
		r.hidden = !1, n.setAttribute("aria-expanded", "true"), f(e);
	}
	function m() {
		r.hidden = !0, n.setAttribute("aria-expanded", "false"), n.removeAttribute("aria-activedescendant"), n.value = u(s), i.textContent = "";
	}
	function h(t) {
		let r = c[t]?.choice;
		r && (s = r.id, m(), n.select(), e(r.id));
	}
	return n.addEventListener("focus", () => n.select()), n.addEventListener("click", () => r.hidden && p()), n.addEventListener("input", () => p(n.value)), n.addEventListener("blur", m), r.addEventListener("pointerdown", (e) => e.preventDefault()), r.addEventListener("mousedown", (e) => e.preventDefault()), r.addEventListener("click", (e) => h(c.findIndex((t) => t.element.contains(e.target)))), n.addEventListener("keydown", (e) => {
		let t = {
			ArrowDown: 1,
			ArrowUp: -1,
			PageDown: 10,
			PageUp: -10
		}[e.key];
		t === void 0 ? e.key === "Enter" && !r.hidden ? (e.preventDefault(), h(l)) : e.key === "Escape" && !r.hidden && (e.stopPropagation(), m(), n.select()) : (e.preventDefault(), r.hidden ? p() : d(Math.max(0, Math.min(c.length - 1, l + t))));
	}), {
		element: a,
		show: (e, t) => {
			o = e, s = t, r.hidden ? n.value = u(t) : f(n.value);
		}
	};
}
//#endregion
//#region src/legend.ts
var xi = 240, $ = 10, Si = 14, Ci = 6.6;
function wi(e, t, i) {
	let a = i === null ? 2 : 18, o = (t) => Si + e.fraction(t) * xi, s = e.ticks(5), c = Math.max(...vn(s).map((e) => e.length)) > 4 ? e.ticks(2) : s, l = vn(c), u = r(276 + Ci * Math.min(16, t.length), a + $ + 18, {
		class: "legend",
		role: "img",
		"aria-label": `Colour from ${l[0]} to ${l[l.length - 1]} ${t}` + (i ? `; ${i.name} is ${F(i.value)}` : "")
	}), d = xi / 2;
	for (let t = 0; t < d; t++) {
		let r = n("rect", {
			class: "step",
			x: Si + t * 2,
			y: a,
			width: t === 119 ? 2 : 2.5,
			height: $
		});
		gn(r, e, e.low + (e.high - e.low) * t / 119), u.append(r);
	}
	if (u.append(n("rect", {
		class: "edge",
		x: Si,
		y: a,
		width: xi,
		height: $
	})), c.forEach((e, t) => {
		u.append(n("line", {
			class: "tick",
			x1: o(e),
			x2: o(e),
			y1: a + $,
			y2: a + $ + 3
		})), u.append(n("text", {
			x: o(e),
			y: a + $ + 14,
			"text-anchor": "middle"
		}, l[t]));
	}), u.append(n("text", {
		x: 272,
		y: a + $ + 14
	}, t)), i !== null) {
		let t = o(i.value), r = e.fraction(i.value) < .6;
		u.append(n("line", {
			class: "baseline",
			x1: t,
			x2: t,
			y1: 4,
			y2: a + $
		}));
		let s = {
			class: "quiet",
			x: t + (r ? 4 : -4),
			y: 13,
			"text-anchor": r ? "start" : "end"
		};
		u.append(n("text", s, `${i.name} ${F(i.value)}`));
	}
	return u;
}
//#endregion
//#region src/readout.ts
function Ti(e, n) {
	let r = t("b"), i = t("span"), a = t("p", { class: "readout" }, r, i), o = se(e);
	return {
		element: a,
		release: n.listen(({ current: t }) => {
			let n = t !== null && t.stack === e.stack ? t : null, s = n ?? o;
			r.textContent = s === null ? "" : `${n ? "Head" : "Highest: head"} ${k(s)}`, i.textContent = s === null ? "No head was measured." : ` ${n ? Ne(e, s) : Me(e, s)}`, a.classList.toggle("live", n !== null);
		})
	};
}
//#endregion
//#region src/stacks.ts
function Ei({ stacks: e }, n) {
	let r = t("span", {
		class: "stacks",
		role: "group",
		"aria-label": "Stack"
	}), i = e.map((e) => {
		let r = t("button", {
			type: "button",
			"aria-pressed": "false"
		}, e.name);
		return r.addEventListener("click", () => n(e)), r;
	});
	return r.append(...i), r.hidden = e.length < 2, {
		element: r,
		show: (t) => e.forEach((e, n) => i[n].setAttribute("aria-pressed", String(e === t))),
		press: n
	};
}
//#endregion
//#region src/zoom.ts
var Di = [
	1,
	2,
	4
], Oi = 40;
function ki(e) {
	let n = 0, r = t("button", { type: "button" }, "Zoom in"), i = t("button", { type: "button" }, "Zoom out"), a = t("span", {
		class: "zoom",
		role: "group",
		"aria-label": "Size of the cells"
	}, r, i), o = () => {
		r.setAttribute("aria-disabled", String(n === Di.length - 1)), i.setAttribute("aria-disabled", String(n === 0));
	}, s = (t) => {
		a.hidden || Di[n + t] === void 0 || (n += t, o(), e());
	};
	return r.addEventListener("click", () => s(1)), i.addEventListener("click", () => s(-1)), o(), {
		element: a,
		get factor() {
			return Di[n];
		},
		step: s,
		fit: (e) => {
			a.hidden = e >= Oi, a.hidden && (n = 0), o();
		}
	};
}
//#endregion
//#region src/map.ts
var Ai = 9;
function ji(e) {
	let t = e.findings.find(({ score: t }) => e.scores.some(({ id: e }) => e === t));
	return e.scores.find(({ id: e }) => e === t?.score) ?? D(e)[0];
}
function Mi(e, t, n) {
	let r = ji(e), i = M(e, e.labels.length > 0 ? e.labels[0].stack : r.stack), a = e.stacks.find(({ name: e }) => e === n), o = D(e).find(({ id: e }) => e === t), s = t !== null && t !== "behaviour" && !o ? `There is no score “${t}” here to colour by.` : "";
	if (o) return {
		stack: M(e, o.stack),
		score: o,
		wrong: s
	};
	let c = a ?? i;
	if (e.labels.some((e) => e.stack === c.name)) return {
		stack: c,
		score: null,
		wrong: s
	};
	let l = D(e).find((e) => e.stack === c.name);
	return {
		stack: c,
		score: r.stack === c.name ? r : l ?? r,
		wrong: s
	};
}
function Ni(e, t, n, r) {
	let i = e.relations.length > 0 ? ", a word is a relation that it finds significantly better than a fixed rule" : "", a = e.texts[t.name]?.queries;
	if (n === null) return `Each cell is a head: its sign and colour say what it mostly attends to${i}.`;
	let o = a?.texts.filter((e, t) => !a.special[t]).map(Z) ?? [], s = o.length === 0 ? "one text" : `“${o.slice(0, Ai).join(" ")}${o.length > Ai ? " …" : ""}”`;
	return r ? `Each cell is a head: its sign and colour say what it mostly does. Zoom in for its attention on ${s}.` : `Each cell is a head’s attention on ${s}, a row for each token; sign and colour say what the head mostly does${i}.`;
}
function Pi(e, n, r) {
	let i = t("section", {
		class: "map",
		"aria-labelledby": "map-title"
	}, t("h2", { id: "map-title" }, "What its heads do"));
	if (!ji(e)) return i.append(t("p", {}, "Nothing was measured; the run’s notes below say why.")), i;
	let a = new Lt(e), o = /* @__PURE__ */ new Map(), s = (t) => (o.has(t.name) || o.set(t.name, Gr(e, t)), o.get(t.name)), c = Mi(e, r.get("colour"), r.get("stack")), l = bi((t) => r.set({
		colour: t === "behaviour" && e.labels.length > 0 ? null : t,
		stack: u(c.stack)
	})), u = ({ name: t }) => t === e.stacks[0].name ? null : t, d = Ei(e, (t) => {
		let n = c.score && vi(e, c.score.id, t);
		r.set({
			stack: u(t),
			colour: n
		});
	}), f = t("p", { class: "lead" }), p = t("div"), m = ki(() => y()), h = () => {}, g = null;
	n.listen(({ current: e }) => g = e ?? g);
	function _(e) {
		let { stack: i, score: o } = c;
		if (o !== null) {
			let r = mn([o]), a = En(o, i, r, n, e), s = Ti(o, n);
			return {
				figure: a,
				canvas: null,
				below: [t("div", { class: "scroll" }, wi(r, je(o.quantity), o.baseline)), s.element],
				stop: s.release
			};
		}
		let l = ai(a, i, s(i), n, e), u = si(a, i, n), d = li(a, j(i), r);
		return {
			figure: l,
			canvas: l.canvas,
			below: [d.element, u.element],
			stop: () => {
				u.release(), d.release();
			}
		};
	}
	let v = "";
	function y() {
		let [n, r] = [document.documentElement.clientWidth, window.innerHeight], a = s(c.stack)?.columns ?? 1, o = Cn(c.stack, n, r, 1, a);
		m.fit(o.cellWidth);
		let u = Cn(c.stack, n, r, m.factor, a);
		i.style.maxWidth = `max(${o.left + c.stack.heads * o.cellWidth + o.right}px, 560px)`;
		let y = p.contains(document.activeElement);
		h();
		let { figure: b, canvas: x, below: S, stop: C } = _(u);
		h = () => {
			b.release(), C();
		};
		let w = t("div", { class: "scroll view" }, t("div", { class: "sheet" }, ...x ? [x] : [], b.element));
		m.factor > 1 && (w.style.maxHeight = `${o.top + c.stack.layers * o.cellHeight + 16}px`, w.style.maxWidth = `${o.left + c.stack.heads * o.cellWidth + o.right}px`), w.addEventListener("scroll", () => b.scrolled(w.scrollLeft, w.scrollTop)), w.addEventListener("keydown", ({ key: e }) => {
			(e === "+" || e === "=") && m.step(1), e === "-" && m.step(-1);
		}), p.replaceChildren(w, ...S), g?.stack === c.stack.name && m.factor > 1 && w.scrollTo(u.left + (g.head + .5) * u.cellWidth - w.clientWidth / 2, u.top + (g.layer + .5) * u.cellHeight - w.clientHeight / 2), y && g && b.focus(g), l.show(gi(e, c.stack), c.score?.id ?? "behaviour"), d.show(c.stack), f.textContent = c.score === null ? Ni(e, c.stack, s(c.stack), u.cellWidth < 20) : `Each cell is a head, and its number: ${c.score.words}.`, v = `${n}×${r}`;
	}
	let b = () => {
		let t = Mi(e, r.get("colour"), r.get("stack"));
		t.wrong !== "" && r.refuse("colour", t.wrong);
		let n = v !== "" && t.score === c.score && t.stack === c.stack;
		c = t, n || y();
	};
	r.listen("colour", b), r.listen("stack", b), di(e, a, n, r);
	let x = null;
	return n.listen(({ selected: t }) => {
		A(t, x) || (x = t, t && t.stack !== c.stack.name && d.press(M(e, t.stack)));
	}), window.addEventListener("resize", () => {
		v !== `${document.documentElement.clientWidth}×${window.innerHeight}` && y();
	}), i.append(f, t("div", { class: "choose" }, d.element, l.element, m.element), p, t("p", { class: "hint" }, "A head is named layer-head, both counted from 1: 2-3 is head 3 of layer 2. Point at one to see it in every figure; click it, or walk there with Tab and the arrow keys and press Enter, for its card.")), i;
}
//#endregion
//#region src/section.ts
function Fi(e) {
	return `score=${e}`;
}
function Ii(e) {
	return `#${encodeURIComponent(e).replace("%3D", "=")}`;
}
function Li(e) {
	return `measure=${e.name}`;
}
//#endregion
//#region src/layers.ts
var Ri = {
	left: 28,
	right: 48,
	top: 18,
	bottom: 20
}, zi = 132, Bi = 14;
function Vi(e, t, n, r = Bi) {
	let i = null, a = r;
	return e.forEach((e, r) => {
		let o = Math.hypot(e.x - t, e.y - n);
		o <= a && (a = o, i = r);
	}), i;
}
function Hi(e, t, n) {
	let r = e[t], i = {
		ArrowLeft: -1,
		ArrowRight: 1,
		ArrowUp: -1,
		ArrowDown: 1
	}[n];
	if (i === void 0) return null;
	let a = e.map((e, t) => t);
	if (n === "ArrowLeft" || n === "ArrowRight") {
		let t = a.filter((t) => e[t].head.layer === r.head.layer + i), n = (t) => Math.abs(e[t].y - r.y);
		return t.sort((e, t) => n(e) - n(t))[0] ?? null;
	}
	let o = a.filter((t) => e[t].head.layer === r.head.layer).sort((t, n) => e[t].y - e[n].y || t - n);
	return o[o.indexOf(t) + i] ?? null;
}
function Ui(e, t, i, a, o = []) {
	let s = i.ticks(4), c = vn(s), l = {
		...Ri,
		left: Math.max(Ri.left, 4 + 6.1 * Math.max(...c.map((e) => e.length)))
	}, u = Math.max(174, t.layers * 7), d = l.left + u + l.right, f = l.top + zi + l.bottom, p = u / t.layers, m = (e) => l.left + (e + .5) * p, h = (e) => l.top + (1 - i.fraction(e)) * zi, g = (e) => m(e.layer) + ((e.head + .5) / t.heads - .5) * p * .7, _ = r(d, f, {
		class: "layers",
		role: "listbox",
		"aria-label": `${e.words}: value by layer, one point per head`
	}), v = n("g", {
		class: "axes",
		"aria-hidden": "true"
	}), y = (e, t, r, i, a = "") => v.append(n("text", {
		x: e,
		y: t,
		"text-anchor": r,
		class: a
	}, i));
	c.forEach((e, t) => {
		let r = h(s[t]), i = s[t] === 0 ? "zero" : "rule";
		v.append(n("line", {
			class: i,
			x1: l.left,
			x2: l.left + u,
			y1: r,
			y2: r
		})), y(l.left - 4, r + 4, "end", e);
	});
	for (let e of Tn(t.layers, p, t.layers > 9 ? 16 : 11)) y(m(e - 1), f - 6, "middle", String(e));
	if (y(l.left + u + 10, f - 6, "start", "layer"), y(2, 9, "start", je(e.quantity)), e.baseline !== null) {
		let t = h(e.baseline.value);
		v.append(n("line", {
			class: "baseline",
			x1: l.left,
			x2: l.left + u,
			y1: t,
			y2: t
		}));
		let r = Math.min(l.top + zi - 10, Math.max(l.top, t - 3));
		e.baseline.name.length > 7 ? y(d - 1, r, "end", e.baseline.name, "quiet") : y(l.left + u + 4, r, "start", e.baseline.name, "quiet"), y(l.left + u + 4, r + 12, "start", F(e.baseline.value), "quiet");
	}
	_.append(v);
	let b = o.flatMap((e, t) => e === null ? [] : [`${(l.left + (t + .5) / o.length * u).toFixed(1)},${h(e).toFixed(1)}`]);
	b.length > 0 && v.append(n("polyline", {
		class: "reference",
		points: b.join(" ")
	}));
	let x = n("polyline", {
		class: "mean",
		points: e.value.map((e) => w(e, (e) => e ?? void 0)).flatMap((e, t) => e === void 0 ? [] : [`${m(t).toFixed(1)},${h(e).toFixed(1)}`]).join(" "),
		"aria-hidden": "true"
	}), S = p < 12 ? 1.6 : 2.2, C = j(t).flatMap((t) => {
		let r = N(e, t);
		if (r === null) return [];
		let i = g(t), a = h(r.value);
		return [{
			head: t,
			element: n("circle", {
				cx: i.toFixed(1),
				cy: a.toFixed(1),
				r: S,
				class: "point",
				role: "option",
				"aria-selected": "false",
				"aria-label": `Head ${k(t)}: ${Ne(e, t)}`
			}),
			x: i,
			y: a
		}];
	}), T = {
		selected: n("g", { class: "emphasis selected" }),
		pointed: n("g", { class: "emphasis pointed" })
	};
	_.append(...C.map(({ element: e }) => e), x, n("g", { "aria-hidden": "true" }, T.selected, T.pointed));
	let E = (t, r) => {
		t.replaceChildren();
		let i = C.find((e) => e === r), a = r && N(e, r.head);
		i && a && (a.low !== null && a.high !== null && t.append(n("line", {
			class: "interval",
			x1: i.x,
			x2: i.x,
			y1: h(a.low),
			y2: h(a.high)
		})), t.append(n("circle", {
			cx: i.x,
			cy: i.y,
			r: S + 2
		})));
	};
	return Yt(_, {
		marks: C,
		highlight: a,
		move: (e, t) => Hi(C, e, t),
		locate: (e) => {
			let t = _.getBoundingClientRect();
			return Vi(C, e.clientX - t.left, e.clientY - t.top);
		},
		show: (e, t) => {
			E(T.pointed, e), E(T.selected, t);
		}
	}), _;
}
//#endregion
//#region src/sections/measure.ts
var Wi = {
	sentence: "words",
	window: "mentions"
};
function Gi(e, t) {
	let n = ne(e, t.scores), r = t.measures.find(({ name: t }) => t === e.measure)?.unit ?? "", i = `${e.segments.toLocaleString("en-GB")} ${Wi[r] ?? "segments"}`;
	return `${e.words} (${te(e)}), ${n === "" ? "" : `${n}, `}${i}.`;
}
function Ki(e, t) {
	let n = [...new Set(e.flatMap(({ baseline: e }) => e?.name ?? []))], r = e.flatMap((e) => t[`${e.measure}.${e.key}`]?.length ?? [])[0];
	return [
		"One number per head, as a cell’s colour and as a point’s height. Line: mean of the layer.",
		...n.length > 0 ? [` Dashes: ${n.join(", ")}.`] : [],
		...r === void 0 ? [] : [` Dotted: BERT-base, in the paper, its ${r} layers over the same width.`]
	].join("");
}
function qi(e, n, r, i, a, o) {
	let s = M(r, e.stack), c = a[`${e.measure}.${e.key}`];
	return t("figure", {
		id: Fi(e.id),
		tabindex: -1
	}, ...o === null ? [] : [t(o, {}, e.finding)], t("div", { class: "pair" }, t("div", { class: "scroll" }, En(e, s, n, i, wn(s)).element), t("div", { class: "scroll" }, Ui(e, s, n, i, c))), Ti(e, i).element, t("figcaption", {}, Gi(e, r)));
}
function Ji(e, t) {
	return [...t.scores, ...t.relations ?? []].filter((t) => t.measure === e && t.direction === null);
}
var Yi = (e) => e.replace(/\.$/, "");
function Xi(e, t, n) {
	let r = e.flatMap((e) => Ji(e, n));
	return r.find(({ finding: e }) => Yi(e) === Yi(t)) ?? r[0] ?? null;
}
function Zi(e, n, r, i = {}) {
	let { references: a = {}, alone: o = !1, lead: s = null } = i, c = Ji(e.name, n);
	if (c.length === 0) return null;
	let l = mn(c, c.flatMap((e) => a[`${e.measure}.${e.key}`] ?? []).filter((e) => e !== null)), u = t("div", { class: "about" });
	o || u.append(t("div", {}, t("h3", {}, e.title), t("p", {}, e.read), t("p", { class: "formula" }, e.formula))), u.append(t("div", {}, t("div", { class: "scroll" }, wi(l, je(e.quantity), null)), t("p", { class: "key" }, Ki(c, a))));
	let d = o ? "h3" : "h4", f = t("div", {
		id: Li(e),
		class: "measure"
	}, u, ...n.stacks.flatMap(({ name: e }) => {
		let i = c.filter((t) => t.stack === e && t !== s?.score);
		if (i.length === 0) return [];
		let o = t("div", { class: "figures" }, ...i.map((e) => qi(e, l, n, r, a, d)));
		return n.stacks.length > 1 ? [t("p", { class: "stack" }, e), o] : [o];
	}));
	if (!s || !c.includes(s.score)) return {
		block: f,
		lead: null
	};
	let p = Yi(s.claim) === Yi(s.score.finding);
	return {
		block: f,
		lead: qi(s.score, l, n, s.highlight, a, p ? null : "h3")
	};
}
//#endregion
//#region src/sections/dots.ts
var Qi = 20, $i = 22, ea = 14, ta = 5, na = 6.6;
function ra(e, t) {
	return e.head === "" ? null : fe(t.stacks.length > 1 ? `head=${e.stack}/${e.head}` : `head=${e.head}`, t);
}
function ia(e, t) {
	return n("polygon", {
		class: "published",
		points: [
			`${e},${t - ta}`,
			`${e + ta},${t}`,
			`${e},${t + ta}`,
			`${e - ta},${t}`
		].join(" ")
	});
}
function aa(e, t) {
	return n("line", {
		class: "rival",
		x1: e,
		x2: e,
		y1: t - 7,
		y2: t + 7
	});
}
function oa(e) {
	let i = (e, i) => {
		let a = r(20, 16, { "aria-hidden": "true" });
		return e === "value" ? a.append(n("line", {
			class: "interval",
			x1: 1,
			x2: 19,
			y1: 8,
			y2: 8
		}), n("circle", {
			class: "dot",
			cx: 10,
			cy: 8,
			r: 4
		})) : a.append(e === "rival" ? aa(10, 8) : ia(10, 8)), t("span", {}, a, i);
	};
	return t("p", { class: "signs" }, ...Object.entries(e.legend).filter(([, e]) => e !== "").map(([e, t]) => i(e, t)));
}
function sa(e, i, a) {
	let o = e.groups.flatMap((e) => e.lines), s = o.flatMap(({ value: e, low: t, high: n, rival: r, published: i }) => [
		e,
		t,
		n,
		r,
		i
	].filter((e) => e !== null)), c = e.unit === "percent" ? 100 : 1, [l, u] = x(Math.min(0, (C(s) ?? 0) * c), Math.max(0, (S(s) ?? 0) * c) || 1, 5), d = Math.min(580, Math.max(330, document.documentElement.clientWidth - 34)), f = Math.max(...o.map(({ label: e, head: t }) => e.length + (t === "" ? 0 : t.length + 2))), p = Math.min(d * .5, 12 + f * na), m = (e) => p + (e * c - l) / (u - l) * (d - p - ea), h = e.groups.filter(({ name: e }) => e !== "").length, g = $i + (o.length + h) * Qi + 6, _ = r(d, g, {
		class: "dots",
		role: "listbox",
		"aria-label": e.title
	}), v = n("g", {
		class: "axes",
		"aria-hidden": "true"
	}), b = y(l, u, d - p < 240 ? 2 : 5);
	vn(b).forEach((e, t) => {
		let r = m(b[t] / c);
		v.append(n("line", {
			class: b[t] === 0 ? "zero" : "rule",
			x1: r,
			x2: r,
			y1: 16,
			y2: g - 4
		}));
		let i = t === b.length - 1;
		v.append(n("text", {
			x: i ? r + 8 : r,
			y: 11,
			"text-anchor": i ? "end" : "middle"
		}, i && c === 100 ? `${e}%` : e));
	}), _.append(v);
	let w = [], T = 0;
	for (let t of e.groups) {
		t.name !== "" && (_.append(n("text", {
			class: "group",
			x: 0,
			y: $i + (T + .5) * Qi + 4
		}, t.name)), T += 1);
		for (let e of t.lines) {
			let r = $i + (T + .5) * Qi;
			T += 1;
			let a = ra(e, i), o = n("g", {
				class: e.sure ? "line" : "line unsure",
				role: "option",
				"aria-selected": "false",
				"aria-label": e.text
			});
			o.append(n("rect", {
				class: "hit",
				x: 0,
				y: r - Qi / 2,
				width: d,
				height: Qi
			})), e.published !== null && o.append(ia(m(e.published), r)), e.rival !== null && o.append(aa(m(e.rival), r)), e.low !== null && e.high !== null && o.append(n("line", {
				class: "interval",
				x1: m(e.low),
				x2: m(e.high),
				y1: r,
				y2: r
			})), o.append(n("circle", {
				class: "dot",
				cx: m(e.value),
				cy: r,
				r: 4
			}));
			let s = n("g", {
				class: "names",
				"aria-hidden": "true"
			}, n("text", {
				x: t.name === "" ? 0 : 10,
				y: r + 4
			}, e.label));
			e.head !== "" && !e.label.includes(e.head) && s.append(n("text", {
				class: "quiet",
				x: p - 8,
				y: r + 4,
				"text-anchor": "end"
			}, e.head)), _.append(o, s), a === null ? o.setAttribute("aria-disabled", "true") : w.push({
				head: a,
				element: o
			});
		}
	}
	return w.length > 0 && Yt(_, {
		marks: w,
		highlight: a,
		move: (e, t) => {
			let n = e + ({
				ArrowUp: -1,
				ArrowDown: 1
			}[t] ?? Infinity);
			return {
				Home: 0,
				End: w.length - 1
			}[t] ?? (w[n] ? n : null);
		},
		locate: (e) => {
			let t = w.findIndex(({ element: t }) => t.contains(e.target));
			return t < 0 ? null : t;
		},
		show: (e, t) => {
			for (let { head: n, element: r } of w) r.classList.toggle("pointed", e !== null && A(n, e.head)), r.classList.toggle("selected", t !== null && A(n, t.head));
		}
	}), t("figure", { class: "chart" }, t("h3", {}, e.title), t("div", {}, oa(e), t("div", { class: "scroll" }, _)), t("figcaption", {}, e.caption));
}
//#endregion
//#region src/sections/drawing.ts
var ca = /* @__PURE__ */ new Set([
	"g",
	"text",
	"tspan",
	"title",
	"line",
	"polyline",
	"polygon",
	"path",
	"circle",
	"rect"
]), la = new Set("class color x y x1 y1 x2 y2 cx cy r rx ry width height d points transform opacity fill-opacity stroke-opacity stroke-width stroke-dasharray text-anchor font-size".split(" "));
function ua([e, t, ...r]) {
	if (!ca.has(e)) throw Error(`a drawing has an element that is none of ours: ${e}`);
	for (let e of Object.keys(t)) if (!la.has(e)) throw Error(`a drawing has an attribute that is none of ours: ${e}`);
	return n(e, t, ...r.map((e) => typeof e == "string" ? e : ua(e)));
}
function da(e, r = "h3") {
	let i = n("svg", {
		class: "headscope",
		viewBox: `0 0 ${e.width} ${e.height}`,
		role: "img",
		"aria-label": e.title
	}, ...e.nodes.map(ua));
	return t("figure", {
		class: e.wide ? "drawn wide" : "drawn",
		id: `drawing=${e.name}`
	}, ...r === null ? [] : [t(r, {}, e.title)], t("div", {
		class: "scroll",
		tabindex: 0,
		role: "region",
		"aria-label": `Drawing: ${e.title}`
	}, i), t("figcaption", {}, e.caption));
}
//#endregion
//#region src/sections/map.ts
var fa = 284;
function pa(e, { light: t, dark: n }) {
	e.style.setProperty("--light", t ?? "var(--quiet)"), e.style.setProperty("--dark", n ?? "var(--quiet)");
}
function ma(e, t, n) {
	let r = {
		ArrowLeft: [-1, 0],
		ArrowRight: [1, 0],
		ArrowUp: [0, -1],
		ArrowDown: [0, 1]
	}[n];
	if (!r) return null;
	let [i, a] = r, o = e[t], s = null, c = Infinity;
	return e.forEach(({ x: e, y: t }, n) => {
		let r = (e - o.x) * i + (t - o.y) * a, l = Math.abs((e - o.x) * a) + Math.abs((t - o.y) * i);
		r <= 0 || l > r || r + l >= c || (c = r + l, s = n);
	}), s;
}
function ha(e, i, a, o, s) {
	let c = M(i, e.stack).layers, [l = 0, u = 0] = m(e.points, ({ x: e }) => e), [d = 0, f = 0] = m(e.points, ({ y: e }) => e), p = 248 / (Math.max(u - l, f - d) || 1), h = s ? "By layer (the number)" : "By what they do", g = r(fa, 306, {
		class: "heads-map",
		role: "listbox",
		"aria-label": `${e.title}, ${h.toLowerCase()}`
	});
	g.append(n("rect", {
		class: "edge",
		x: .5,
		y: .5,
		width: 283,
		height: 283
	}));
	let _ = e.points.map(({ layer: t, head: r, x: i, y: o }) => {
		let m = {
			x: fa / 2 + (i - (l + u) / 2) * p,
			y: fa / 2 - (o - (d + f) / 2) * p
		}, h = {
			stack: e.stack,
			layer: t,
			head: r
		}, g = a.of(h), { behaviour: _ } = g, v = !Y(g), y = n("text", {
			x: m.x,
			y: m.y + 4,
			"text-anchor": "middle"
		}, s ? String(t + 1) : _.sign);
		return s ? un(y, .4 + .6 * t / Math.max(1, c - 1)) : pa(y, _), {
			head: h,
			element: n("g", {
				class: s || v ? "head" : "head unsure",
				role: "option",
				"aria-selected": "false",
				"aria-label": `Head ${k(h)}: ${_.words}${v ? "" : ", uncertain"}`
			}, n("circle", {
				cx: m.x,
				cy: m.y,
				r: 9
			}), y),
			...m
		};
	});
	if (g.append(..._.map(({ element: e }) => e)), !s) {
		let t = e.bar * p;
		g.append(n("line", {
			class: "zero",
			x1: 282,
			x2: 282 - t,
			y1: 296,
			y2: 296
		}), n("text", {
			class: "quiet",
			x: 276 - t,
			y: 300,
			"text-anchor": "end"
		}, `${e.bar} nats`));
	}
	return Yt(g, {
		marks: _,
		highlight: o,
		move: (e, t) => ma(_, e, t),
		locate: (e) => {
			let t = g.getBoundingClientRect();
			return Vi(_, e.clientX - t.left, e.clientY - t.top);
		},
		show: (e, t) => {
			for (let n of _) n.element.classList.toggle("pointed", n === e), n.element.classList.toggle("selected", n === t);
		}
	}), t("div", {}, t("p", { class: "quiet" }, h), t("div", { class: "scroll" }, g));
}
function ga(e, n, r) {
	let i = new Lt(n), a = i.counts(e.points.map(({ layer: t, head: n }) => ({
		stack: e.stack,
		layer: t,
		head: n
	}))).map(({ behaviour: e, count: n }) => {
		let r = t("b", { "aria-hidden": "true" }, e.sign);
		return pa(r, e), t("span", {}, r, ` ${e.words} ${n}`);
	}), o = [ha(e, n, i, r, !1), ha(e, n, i, r, !0)];
	return t("figure", { class: "chart maps" }, t("h3", {}, e.title), t("div", {}, t("p", { class: "signs" }, ...a), t("div", { class: "pair" }, ...o)), t("figcaption", {}, e.caption));
}
//#endregion
//#region src/csv.ts
function _a(e) {
	return /[",\r\n]/.test(e) ? `"${e.replaceAll("\"", "\"\"")}"` : e;
}
function va(e, t) {
	return [[
		"stack",
		"layer",
		"head",
		...t.flatMap(({ id: e }) => [
			e,
			`${e} low`,
			`${e} high`
		])
	], ...e.map((e) => {
		let n = t.flatMap((t) => {
			let n = N(t, e);
			return [
				n?.value,
				n?.low,
				n?.high
			].map((e) => e == null ? "" : String(e));
		});
		return [
			e.stack,
			String(e.layer + 1),
			String(e.head + 1),
			...n
		];
	})].map((e) => e.map(_a).join(",") + "\n").join("");
}
function ya(e, t = "heads") {
	return ve("Copy as CSV", "The table as CSV", e, (e) => `Copied, ${e.split("\n").length - 2} ${t}.`);
}
//#endregion
//#region src/table.ts
function ba(e, { score: t, descending: n }) {
	if (t === null) return n ? [...e].reverse() : [...e];
	let r = (e) => N(t, e)?.value ?? null;
	return [...e].sort((e, t) => {
		let i = r(e), a = r(t);
		return i === null || a === null ? Number(i === null) - Number(a === null) : n ? a - i : i - a;
	});
}
function xa(e) {
	let t = e.map((e) => e.includes(".") ? e.length - e.indexOf(".") - 1 : 0), n = Math.max(0, ...t);
	return t.map((e) => (n > 0 && e === 0 ? " " : "") + " ".repeat(n - e));
}
function Sa({ score: e, descending: t }, n) {
	return e === null ? `Sorted by head, ${t ? "last" : "first"} layer first.` : `Sorted by “${re(e, n)}”, ${t ? "highest" : "lowest"} first.`;
}
var Ca = {
	score: null,
	descending: !1
}, wa = ",reversed";
function Ta({ score: e, descending: t }) {
	return e === null ? t ? `head${wa}` : null : e.id + (t ? "" : wa);
}
function Ea(e, t) {
	let n = e?.endsWith(wa) ?? !1, r = n ? e.slice(0, -9) : e;
	if (r === null || r === "head") return {
		score: null,
		descending: n
	};
	let i = t.find(({ id: e }) => e === r);
	return i ? {
		score: i,
		descending: !n
	} : null;
}
function Da(e, n) {
	let r = t("button", {
		type: "button",
		"aria-label": `Open head ${k(e)}`
	}, k(e));
	return r.addEventListener("click", (t) => {
		n.select(e), t.detail === 0 && r.dispatchEvent(new CustomEvent("headscope:open", { bubbles: !0 }));
	}), t("th", { scope: "row" }, r);
}
function Oa(e, n, r) {
	let i = t("tr", { class: "quiet" }, t("th", { scope: "row" }, "baseline")), a = e.map((e) => {
		let n = t("tr", {}, Da(e, r));
		return n.addEventListener("pointerenter", () => r.point(e)), n.addEventListener("pointerleave", () => r.point(null)), n.addEventListener("focusin", () => r.point(e)), n.addEventListener("focusout", () => r.point(null)), n;
	});
	for (let r of n) {
		let n = se(r), o = e.map((e) => {
			let t = N(r, e);
			return t === null ? "–" : ke(t);
		});
		o.push(r.baseline === null ? "" : F(r.baseline.value));
		let s = xa(o);
		e.forEach((e, r) => {
			let i = o[r];
			a[r].append(t("td", {}, A(e, n) ? t("b", {}, i) : i, s[r]));
		}), i.append(t("td", {}, o[e.length] + s[e.length]));
	}
	return {
		rows: a,
		foot: i
	};
}
function ka(e, n, r) {
	let i = /* @__PURE__ */ new Map(), a = (e, n, a) => {
		let o = t("button", {
			type: "button",
			"aria-label": a
		}, n);
		o.addEventListener("click", () => r(e));
		let s = t("th", { scope: "col" }, o);
		return i.set(e, s), s;
	}, o = t("tr", {}, t("td"));
	for (let { name: r, quantity: i } of e.measures) {
		let e = n.filter(({ measure: e }) => e === r);
		if (e.length === 0) continue;
		let a = i.unit === "" ? "" : `, ${i.unit}`;
		o.append(t("th", {
			scope: "colgroup",
			colspan: e.length
		}, r + a));
	}
	let s = t("tr", {}, a(null, "head", "Sort by head"));
	for (let e of n) {
		let t = e.direction === null ? e.key : `${e.key} ${e.direction}`;
		s.append(a(e, t, `${t}: sort by “${re(e, n)}”`));
	}
	return {
		rows: [o, s],
		cells: i
	};
}
function Aa(e, n, r, i) {
	let a = ie(n, e.name), o = j(e), s = Oa(o, a, r), c = new Map(o.map((e, t) => [e, s.rows[t]])), l = t("tbody"), u = t("p", {
		class: "quiet",
		role: "status"
	}), d = Ca, f = () => {
		l.replaceChildren(...ba(o, d).map((e) => c.get(e)));
		for (let [e, t] of p.cells) t.setAttribute("aria-sort", e === d.score ? d.descending ? "descending" : "ascending" : "none");
		u.textContent = `${Sa(d, a)} The highest of a column is bold.`;
	}, p = ka(n, a, (e) => {
		i.set({ sort: Ta({
			score: e,
			descending: d.score === e ? !d.descending : e !== null
		}) });
	});
	return i.listen("sort", (e) => {
		d = Ea(e, a) ?? Ca, Ea(e, n.scores) === null && i.refuse("sort", `There is no score “${e}” here to sort by.`), f();
	}), r.listen(({ pointed: e, selected: t }) => {
		for (let [n, r] of c) r.classList.toggle("pointed", A(n, e)), r.classList.toggle("selected", A(n, t));
	}), t("div", { class: "heads" }, t("div", { class: "bar" }, ya(() => va(ba(o, d), a)), u), t("div", {
		class: "scroll tall",
		tabindex: 0,
		role: "region",
		"aria-label": `Scores of all heads, ${e.name}`
	}, t("table", {}, t("thead", {}, ...p.rows), l, t("tfoot", {}, s.foot))));
}
//#endregion
//#region src/sections/cells.ts
function ja(e) {
	return e.columns.flatMap((e, t) => e.shown ? [{
		...e,
		at: t
	}] : []);
}
function Ma(e, t, n) {
	return (String(e ?? "").match(/\d+-\d+/g) ?? []).flatMap((e) => fe(t === null ? `head=${e}` : `head=${encodeURIComponent(t)}/${e}`, n) ?? []);
}
function Na(e, n, r, i) {
	let a = e, o = [];
	for (let e of n) {
		let [n, ...s] = a.split(k(e));
		if (s.length === 0) continue;
		let c = t("a", {
			href: `#${de(e, r)}`,
			"aria-label": `Head ${k(e)}`
		}, k(e));
		c.addEventListener("click", (t) => {
			i.select(e), t.detail === 0 && c.dispatchEvent(new CustomEvent("headscope:open", { bubbles: !0 }));
		}), o.push(n, c), a = s.join(k(e));
	}
	return [...o, a];
}
function Pa(e) {
	let n = /^(\S+) (\([^)]*\))(.*)$/.exec(e);
	return n ? [
		n[1],
		" ",
		t("span", { class: "quiet" }, n[2]),
		n[3]
	] : [e];
}
function Fa(e, t) {
	let n = e.columns.findIndex(({ name: e }) => e === "stack");
	return n < 0 ? null : String(t[n]);
}
function Ia(e, t, n) {
	let r = Fa(e, t);
	return e.columns.flatMap(({ kind: e }, i) => e === "head" ? Ma(t[i], r, n) : [])[0] ?? null;
}
function La(e) {
	let t = ja(e).filter(({ kind: t, at: n }) => t === "number" && !e.texts.some((e) => e[n]?.includes(" ")));
	return new Map(t.map(({ at: t }) => [t, xa(e.texts.map((e) => e[t] ?? ""))]));
}
function Ra(e, n, r) {
	let i = /* @__PURE__ */ new Map(), a = ja(e), o = La(e);
	return {
		elements: e.rows.map((s, c) => {
			let l = t("tr", { class: [["strong", e.strong], ["faint", e.faint]].flatMap(([e, t]) => t.includes(c) ? [e] : []).join(" ") });
			a.forEach(({ at: i, kind: a, published: u }, d) => {
				let f = e.texts[c][i] ?? "", p = a === "number" ? f.replace(/(?<!\d)-(?=\d)/g, "−") : f, m = a === "head" ? Ma(s[i], Fa(e, s), n) : [], h = m.length > 0 ? Na(f, m, n, r) : Pa(p), g = [a, ...u ? ["published"] : []].join(" "), _ = d === 0 ? t("th", {
					scope: "row",
					class: g
				}) : t("td", { class: g });
				_.append(...d === 0 ? [t("span", { class: "name" }, ...h)] : h, o.get(i)?.[c] ?? ""), l.append(_);
			});
			let u = Ia(e, s, n);
			return u !== null && (i.set(u, l), l.addEventListener("pointerenter", () => r.point(u)), l.addEventListener("pointerleave", () => r.point(null)), l.addEventListener("focusin", () => r.point(u)), l.addEventListener("focusout", () => r.point(null))), l;
		}),
		owners: i
	};
}
//#endregion
//#region src/sections/export.ts
function za(e, t) {
	let n = (e) => e.map((e) => _a(e === null ? "" : String(e))).join(",") + "\n";
	return n(e.columns.map(({ name: e }) => e)) + t.map(n).join("");
}
function Ba(e, n) {
	let r = t("button", {
		type: "button",
		"aria-label": `Download ${e.id}.csv`
	}, "Download");
	return r.addEventListener("click", () => {
		let r = URL.createObjectURL(new Blob([za(e, n())], { type: "text/csv" }));
		t("a", {
			href: r,
			download: `${e.id}.csv`
		}).click(), setTimeout(() => URL.revokeObjectURL(r), 6e4);
	}), t("span", { class: "export" }, ya(() => za(e, n()), "rows"), r);
}
var Va = 150, Ha = 6, Ua = 66;
function Wa(e, t, { column: n, descending: r }) {
	if (n === null) return t;
	let i = r ? -1 : 1;
	return [...t].sort((t, r) => {
		let [a, o] = [e[t][n], e[r][n]];
		return a === null || o === null ? Number(a === null) - Number(o === null) : typeof a == "number" && typeof o == "number" ? i * (a - o) : i * String(a).localeCompare(String(o), "en", { numeric: !0 });
	});
}
function Ga(e, t) {
	let n = (e) => Math.max(0, ...e.map((e) => e.length));
	return t.reduce((t, { at: r, title: i }) => t + n([...i.split(" "), ...e.texts.map((e) => e[r] ?? "")]), 0);
}
function Ka(e, n, r) {
	let i = ja(e), a = e.rows.map((e, t) => t).filter((t) => !e.foot.includes(t)), { elements: o, owners: s } = Ra(e, n, r);
	r.listen(({ pointed: e, selected: t }) => {
		for (let [n, r] of s) r.classList.toggle("pointed", A(n, e)), r.classList.toggle("selected", A(n, t));
	});
	let c = {
		column: null,
		descending: !1
	}, l = a.length <= 18, u = t("tbody"), d = t("span", {
		class: "quiet",
		role: "status"
	}), f = i.map(({ at: e, title: n, kind: r, published: i }, a) => {
		let o = t("button", {
			type: "button",
			"aria-label": `${n}: sort by it`
		}, n), s = t("th", {
			scope: "col",
			class: [r, ...i ? ["published"] : []].join(" "),
			"aria-sort": "none"
		}, o);
		return o.addEventListener("click", () => {
			c = {
				column: e,
				descending: c.column === e ? !c.descending : r === "number" && a > 0
			}, p(), d.textContent = `Sorted by ${n}, ${c.descending ? "highest first" : "lowest first"}.`;
		}), {
			at: e,
			cell: s
		};
	}), p = () => {
		u.replaceChildren(...Wa(e.rows, a, c).map((e) => o[e])), [...u.children].forEach((e, t) => e.classList.toggle("beyond", t >= 15));
		for (let { at: e, cell: t } of f) t.setAttribute("aria-sort", e === c.column ? c.descending ? "descending" : "ascending" : "none");
	};
	p();
	let m = () => [...Wa(e.rows, a, c), ...e.foot].map((t) => e.rows[t]), h = t("table", { class: "data" }, t("thead", {}, t("tr", {}, ...f.map(({ cell: e }) => e))), u);
	e.foot.length > 0 && h.append(t("tfoot", {}, ...e.foot.map((e) => o[e])));
	let g = t("div", {
		class: i.length > Ha || Ga(e, i) > Ua ? "table wide" : "table",
		id: `table=${e.id}`
	}, t("h3", {}, e.title));
	g.append(t("div", {
		class: "scroll",
		tabindex: 0,
		role: "region",
		"aria-label": e.title
	}, h));
	let _ = t("div", { class: "bar" }, Ba(e, m), d);
	if (!l) {
		let e = t("button", {
			type: "button",
			"aria-expanded": "false"
		}), n = () => {
			h.classList.toggle("short", !l), e.textContent = l ? "Show the first 15 rows" : `Show all ${a.length} rows`, e.setAttribute("aria-expanded", String(l));
		};
		e.addEventListener("click", () => {
			l = !l, n();
		}), n(), _.prepend(e), a.length > Va && (h.classList.add("long"), h.after(t("p", { class: "on-paper" }, `The first 15 of ${a.length} rows; the rest is on the screen and in its CSV.`)));
	}
	return g.append(_, ...e.notes.map((e) => t("p", { class: "note" }, e))), g;
}
//#endregion
//#region src/sections/section.ts
function qa(e, { title: t, measures: n }, r, i) {
	return e.kind === "dots" ? sa(e, r, i) : e.kind === "map" ? ga(e, r, i) : e.title === t ? da(e, null) : da(e, e.measure !== "" && n.length > 1 ? "h4" : "h3");
}
function Ja(e) {
	return e.kind === "drawing" ? e.measure : "";
}
function Ya(e) {
	return t("dl", { class: "formulas" }, ...e.formulas.map(([e, n]) => t("div", {}, t("dt", {}, e), t("dd", {}, n))));
}
function Xa(e, t) {
	let n = (e, t) => e === 0 ? [] : [`${e} ${t}${e === 1 ? "" : "s"}`];
	return [
		"How to read it",
		...n(e, "more chart"),
		...n(t, "table")
	].join(", ");
}
function Za(e, n, r, i) {
	let [a = null, ...o] = e.charts.filter((e) => Ja(e) === ""), s = (t) => qa(t, e, n, i), c = a === null ? Xi(e.measures, e.title, n) : null, l = a && qa(a, e, n, r), u = e.measures.flatMap((t) => {
		let a = n.measures.find((e) => e.name === t), o = {
			references: e.references,
			alone: e.measures.length === 1,
			lead: c && {
				score: c,
				highlight: r,
				claim: e.title
			}
		}, u = a && Zi(a, n, i, o);
		return u ? (l ??= u.lead, [u.block, ...e.charts.filter((e) => Ja(e) === t).map(s)]) : [];
	}), d = [...o.map(s), ...e.tables.map((e) => Ka(e, n, i))], f = [
		...d.length > 0 ? [t("div", { class: "charts" }, ...d)] : [],
		...u,
		...e.after.length > 0 ? [t("div", { class: "charts" }, ...e.after.map(s))] : []
	];
	return {
		picture: l,
		rest: f
	};
}
function Qa(e, n, r, a) {
	let o = t("div", { class: "claim" }, t("h2", {}, t("span", { class: "number" }, `${n}`), ` ${e.name}`));
	e.title !== "" && o.append(t("p", { class: "finding" }, e.title));
	let [s, c] = [t("div", { class: "above" }, o), t("div", { class: "below" })], { picture: l, rest: u } = Za(e, r, a.inside(s), a.inside(c));
	l && s.append(t("div", { class: "picture" }, l)), c.append(t("p", { class: "read" }, e.read), ...u), e.formulas.length > 0 && c.append(Ya(e)), c.append(t("p", { class: "caveat" }, e.caveat)), e.notes.length > 0 && c.append(t("ul", { class: "notes" }, ...e.notes.map((e) => t("li", {}, e))));
	let d = Xa(c.querySelectorAll("figure").length, c.querySelectorAll("table").length);
	return t("section", {
		id: e.id,
		class: "part"
	}, s, i(d, c));
}
//#endregion
//#region src/sections/index.ts
function $a(e) {
	let t = e.sections ?? [], n = new Set(t.flatMap(({ measures: e }) => e)), r = new Set(t.map(({ id: e }) => e));
	return e.measures.filter(({ name: t, section: i }) => !n.has(t) && !r.has(i) && Ji(t, e).length > 0);
}
function eo({ name: e, title: t, read: n, formula: r }) {
	return {
		id: `part=${e}`,
		name: t,
		title: "",
		read: n,
		formulas: [[e, r]],
		measures: [e],
		caveat: "",
		charts: [],
		tables: [],
		after: [],
		references: {},
		notes: []
	};
}
function to(e) {
	return [...e.sections ?? [], ...$a(e).map(eo)];
}
function no(e, t) {
	return to(e).map((n, r) => Qa(n, r + 1, e, t));
}
function ro(e) {
	return to(e).map(({ id: e, name: t }) => [Ii(e), t]);
}
//#endregion
//#region src/overview.ts
function io(e, n, r) {
	let i = n.map(k), a = i.map((e) => `(?<![\\d.–-])${e}(?![\\d–-])`), o = RegExp(`(${[...a, "\\([\\d.]+–[\\d.]+\\)"].join("|")})`, "g");
	return e.split(o).map((e) => {
		let a = n[i.indexOf(e)];
		return a ? t("a", { href: `#${de(a, r)}` }, e) : e.startsWith("(") && e.includes("–") ? t("span", { class: "whole" }, e) : e;
	});
}
function ao({ score: e, heads: n = [] }, r) {
	if (n.length === 1) return t("a", {
		href: `#${de(n[0], r)}`,
		"aria-label": `see the card of head ${k(n[0])}`
	}, "see →");
	let i = r.scores.find(({ id: t }) => t === e);
	return i ? t("a", {
		href: Ii(Fi(i.id)),
		"aria-label": `see ↓ the chart: ${i.finding}`
	}, "see ↓") : null;
}
function oo(e) {
	let n = t("section", { "aria-labelledby": "findings-title" }, t("h2", { id: "findings-title" }, "Findings"));
	e.verdict === null ? e.findings.length === 0 && n.append(t("p", {}, "No head stands out beyond what its interval supports.")) : n.append(t("p", { class: "verdict" }, e.verdict));
	let r = t("ol");
	for (let n of e.findings) {
		let i = t("li", {}, ...io(n.text, n.heads ?? [], e)), a = ao(n, e);
		a && i.append(" ", a), r.append(i);
	}
	if (e.findings.length > 0 && n.append(r), D(e).some((e) => e.low.flat().some((e) => e !== null))) {
		let r = e.relations.length > 0 ? " What is said of relations was picked on one half of the documents and scored on the other." : "";
		n.append(t("p", { class: "sure" }, t("b", {}, "How sure?"), ` Intervals, in brackets, are 95%, over documents.${r}`));
	}
	return n.append(t("p", { class: "caveat" }, e.caveat)), n;
}
function so(e) {
	let n = [["#heads", "All heads as a table"], ["#run", "About this run"]], r = [...ro(e), ...n].map(([e, n]) => t("li", {}, t("a", { href: e }, n)));
	return t("nav", { "aria-label": "On this page" }, t("h2", {}, "On this page"), t("ul", {}, ...r));
}
function co(e, n, r) {
	let i = e.summary.map((e) => t("span", {}, e));
	return [
		t("header", {}, t("h1", {}, e.title), t("p", { class: "summary" }, ...i), we(r)),
		...D(e).length > 0 ? [Pt(e, n, r)] : [],
		t("div", { class: "overview" }, Pi(e, n, r), t("div", { class: "findings" }, oo(e), so(e)))
	];
}
//#endregion
//#region src/strip.ts
var lo = 236, uo = 6, fo = 9;
function po(e, t, i) {
	let a = (e) => uo + i.fraction(e) * 224, o = N(e, t), s = r(lo, 32, {
		class: "strip",
		role: "img",
		"aria-label": `${e.words}: head ${k(t)} among all heads, ${Ne(e, t)}`
	});
	s.append(n("line", {
		class: "zero",
		x1: uo,
		x2: 230,
		y1: fo,
		y2: fo
	}));
	for (let t of O(e.value)) s.append(n("line", {
		class: "other",
		x1: a(t),
		x2: a(t),
		y1: 4,
		y2: 14
	}));
	if (e.baseline !== null) {
		let t = a(e.baseline.value);
		s.append(n("line", {
			class: "baseline",
			x1: t,
			x2: t,
			y1: 0,
			y2: 18
		}));
	}
	let [c, l] = vn([i.low, i.high]);
	if (s.append(n("text", {
		x: uo,
		y: 30,
		"text-anchor": "start"
	}, c)), s.append(n("text", {
		x: 230,
		y: 30,
		"text-anchor": "end"
	}, l)), o === null) return s;
	let u = n("g", { class: "emphasis selected" });
	return o.low !== null && o.high !== null && u.append(n("line", {
		class: "interval",
		x1: a(o.low),
		x2: a(o.high),
		y1: fo,
		y2: fo
	})), u.append(n("circle", {
		cx: a(o.value),
		cy: fo,
		r: 4
	})), s.append(u), s;
}
//#endregion
//#region src/card/bars.ts
var mo = 180, ho = 16, go = 3;
function _o(e) {
	let t = e.flatMap(({ reading: e, baseline: t }) => [
		e?.value ?? 0,
		e?.high ?? 0,
		t?.value ?? 0
	]);
	return Math.max(0, ...t);
}
function vo({ label: e, reading: t, baseline: i }, a, o) {
	let s = (e) => go + Math.min(Math.max(0, e), a) / (a || 1) * 174, c = i === null ? "" : `; ${i.name} ${F(i.value)}`, l = r(mo, ho, {
		class: "bar-figure",
		role: "img",
		"aria-label": `${e}: ${t === null ? "not measured" : Ae(t, o)}${c}`
	});
	if (t !== null && (l.append(n("rect", {
		class: "fill",
		x: go,
		y: 3,
		width: Math.max(0, s(t.value) - go),
		height: 10
	})), t.low !== null && t.high !== null)) {
		let [e, r, i] = [
			s(t.low),
			s(t.high),
			ho / 2
		];
		l.append(n("path", {
			class: "whisker",
			d: `M${e} ${i - 3}v6M${e} ${i}H${r}M${r} ${i - 3}v6`
		}));
	}
	if (l.append(n("line", {
		class: "zero",
		x1: go,
		x2: go,
		y1: 0,
		y2: ho
	})), i !== null) {
		let e = s(i.value);
		l.append(n("line", {
			class: "baseline",
			x1: e,
			x2: e,
			y1: 0,
			y2: ho
		}));
	}
	return l;
}
function yo(e, { unit: n, high: r }) {
	let i = r ?? _o(e), a = t("ul", { class: "bars" });
	for (let r of e) {
		let e = r.href === void 0 ? r.label : t("a", { href: r.href }, r.label), o = r.reading === null ? "not measured" : Ae(r.reading, n), s = r.baseline === null ? "" : ` ${Oe(r.baseline.name)} ${F(r.baseline.value)}`;
		a.append(t("li", {}, t("span", { class: "label" }, e), vo(r, i, n), t("span", { class: "numbers" }, t("b", {}, o), t("span", { class: "quiet" }, s), r.note ? t("span", { class: "note" }, r.note) : "")));
	}
	return a;
}
//#endregion
//#region src/card/relations.ts
var bo = 6, xo = 3, So = 100;
function Co(e, t, n) {
	let r = D(e).filter((e) => e.measure === t.name && N(e, n) !== null), i = r.filter(({ key: e, segments: n }) => n >= So && !t.keywords.includes(e) && !wo(e)), a = (i.length > 0 ? i : r).map((e) => ({
		score: e,
		lead: N(e, n).value - (e.baseline?.value ?? 0)
	}));
	return a.sort((e, t) => t.lead - e.lead), a.filter(({ score: e }, t) => !a.slice(0, t).some((t) => To(t.score, e)));
}
function wo(e) {
	return /(:\*| \(own word\))$/.test(e);
}
function To(e, t) {
	return e.corpus === t.corpus && e.measure === t.measure && e.key === t.key;
}
function Eo(e, n, r, i) {
	let a = Co(e, n, r);
	if (a.length === 0) return [];
	let o = new Map((i?.claims ?? []).map((e) => [e.score, e])), s = D(e).filter(({ id: e, measure: t }) => t === n.name && o.has(e)), c = a.filter(({ score: e }) => !s.some((t) => To(t, e))), l = a.length <= bo ? c : c.filter(({ lead: e }, t) => e > 0 || t + s.length < xo), u = [...s, ...l.map(({ score: e }) => e)].slice(0, bo), d = u.map((e) => {
		let t = o.get(e.id), i = t && Ae(t, n.quantity.unit);
		return {
			label: e.words,
			reading: N(e, r),
			baseline: e.baseline,
			...i ? { note: `★ best of all heads; held out ${i}` } : {}
		};
	});
	return [t("p", { class: "quiet" }, `How often it is right. ${a.length > u.length ? `Of ${a.length} scores, the ${u.length} in which it leads ${n.counts} (dashes) furthest. ` : ""}The highest of many numbers is partly luck; a star marks what stood up on other documents.`), yo(d, n.quantity)];
}
function Do(e, n, r) {
	if (!r || r.neighbours.length === 0) return null;
	let i = t("ol", { class: "neighbours" });
	for (let { value: a, ...o } of r.neighbours) {
		let r = {
			stack: n.stack,
			...o
		};
		i.append(t("li", {}, t("a", { href: `#${de(r, e)}` }, `head ${k(r)}`), ` ${P(a, 3)} nats`));
	}
	return t("section", {}, t("h3", {}, "Heads most like it"), t("p", { class: "quiet" }, "By the mean Jensen–Shannon divergence between their rows; 0 is the same, 0.693 nothing in common."), i);
}
//#endregion
//#region src/card/measures.ts
var Oo = 12, ko = 6, Ao = "Each tick is a head, the circle with its interval is this one, and grey dashes are the baseline.";
function jo(e, t) {
	let n = new Map((e.sections ?? []).map(({ id: e, name: t }) => [e, t])), r = e.measures.filter(({ name: n }) => D(e).some((e) => e.measure === n && N(e, t) !== null));
	return [.../* @__PURE__ */ new Set([...n.keys(), ...r.map(({ section: e }) => e)])].flatMap((e) => {
		let t = r.filter(({ section: t }) => t === e);
		return t.length === 0 ? [] : [{
			name: n.get(e) ?? t[0].title,
			measures: t
		}];
	});
}
function Mo(e, n, r, i) {
	let a = N(e, n), o = e.baseline === null ? "" : `; ${e.baseline.name} ${F(e.baseline.value)}`, s = r.some((t) => t.words === e.words && t.direction !== e.direction), c = re(e, r) + (s ? `, ${e.direction}` : "");
	return t("li", {}, i ? t("a", { href: Ii(Fi(e.id)) }, c) : c, po(e, n, mn([e])), t("span", { class: "numbers" }, t("b", {}, Me(e, n)), t("span", { class: "quiet" }, ` ${Pe(e, a)}${o}`)));
}
function No(e, n, r) {
	let i = D(e).filter((e) => e.measure === n.name && N(e, r) !== null), a = (e) => oe(e, N(e, r).value).rank, o = i.length <= Oo ? i : [...i].sort((e, t) => a(e) - a(t)).slice(0, ko), s = new Set(Ji(n.name, e)), c = `${o.length} of ${i.length} scores: those in which it ranks highest.`;
	return [...o.length < i.length ? [t("p", { class: "quiet" }, c)] : [], t("ul", { class: "strips" }, ...o.map((e) => Mo(e, r, i, s.has(e))))];
}
function Po(e, { name: t, rest: n, quantity: r }, i) {
	let a = D(e).filter((e) => e.measure === t && N(e, i) !== null);
	if (n === "" || r.high === null || a.length === 0) return [];
	let o = r.high, s = a.filter(({ corpus: e }) => e === a[0].corpus).map((t) => {
		let n = e.behaviours.find((e) => e.name === t.key)?.light ?? null;
		return {
			name: t.short ?? t.key,
			share: N(t, i).value / o,
			colour: n
		};
	}), c = Math.max(0, 1 - s.reduce((e, { share: t }) => e + t, 0));
	return [...s, {
		name: n,
		share: c,
		colour: null
	}];
}
function Fo(e, i) {
	let [a, o] = [360, 22], s = (e) => `${Math.round(100 * e)}%`, c = r(a, o, {
		class: "stacked",
		role: "img",
		"aria-label": `${i}: ${e.map(({ name: e, share: t }) => `${e} ${s(t)}`).join(", ")}`
	}), l = t("ul", { class: "parts" }), u = 0;
	for (let { name: r, share: i, colour: d } of e) {
		let e = (e) => (d === null || (e.style.setProperty("--part", d), e.style.setProperty("--part-ink", Kt(d))), e);
		if (c.append(e(n("rect", {
			x: u,
			y: 0,
			width: Math.max(0, i * a - 1),
			height: o
		}))), i * a > 34) {
			let t = {
				x: u + i * a / 2,
				y: o / 2 + 4,
				"text-anchor": "middle"
			};
			c.append(e(n("text", t, s(i))));
		}
		l.append(t("li", {}, e(t("span", {
			class: "swatch",
			"aria-hidden": "true"
		})), ` ${r} ${s(i)}`)), u += i * a;
	}
	return t("div", {}, t("div", { class: "scroll" }, c), l);
}
function Io(e, n, r, i) {
	if (n.counts !== "") return Eo(e, n, r, i);
	let a = Po(e, n, r), o = i?.notes[n.name];
	return [
		...o === void 0 ? [] : [t("p", {}, o)],
		...a.length > 0 ? [Fo(a, n.title)] : [],
		...No(e, n, r)
	];
}
function Lo(e, n, r) {
	let i = jo(e, n).map(({ name: i, measures: a }) => {
		let o = t("section", {}, t("h3", {}, i));
		for (let s of a) a.length > 1 && s.title !== i && o.append(t("h4", {}, s.title)), o.append(...Io(e, s, n, r));
		return {
			box: o,
			right: a.some(({ counts: e }) => e !== "")
		};
	}), a = i.filter(({ right: e }) => !e).map(({ box: e }) => e);
	return a[0]?.firstElementChild.after(t("p", { class: "quiet" }, Ao)), {
		right: i.filter(({ right: e }) => e).map(({ box: e }) => e),
		others: a
	};
}
//#endregion
//#region src/card/card.ts
var Ro = "(max-width: 859px)", zo = "(min-width: 1600px)";
function Bo(e, n, r) {
	let i = e.cards.find((e) => A(e, n)), a = Br(e, i?.sentences ?? [], r), { right: o, others: s } = Lo(e, n, i);
	return [
		i ? t("p", { class: "said" }, i.summary) : null,
		...o,
		a,
		Hr(e, M(e, n.stack), n, r, a === null),
		Do(e, n, i),
		...s
	].filter((e) => e !== null);
}
function Vo(e, t, n) {
	let r = e.stacks.flatMap(j);
	return r[r.findIndex((e) => A(e, t)) + n] ?? null;
}
function Ho(e, n, r) {
	let i = t("h2", {
		id: "card-title",
		tabindex: -1
	}), a = t("button", {
		type: "button",
		class: "close"
	}, "Close (Esc)"), o = [-1, 1].map((e) => {
		let n = t("button", { type: "button" });
		return n.addEventListener("click", () => p(e)), {
			step: e,
			button: n
		};
	}), s = t("div", { class: "bar" }, i, ...o.map(({ button: e }) => e), a), c = t("div", { class: "body" }), l = t("aside", {
		class: "card",
		"aria-labelledby": "card-title",
		hidden: ""
	}, s, c), u = null, d = null;
	n.listen(({ selected: t }) => {
		if (t !== d && (d = t, l.hidden = t === null, document.documentElement.classList.toggle("with-card", t !== null), f(), t !== null)) {
			i.textContent = `Head ${k(t)}${e.stacks.length > 1 ? ` of the ${t.stack}` : ""}`;
			for (let { step: n, button: r } of o) {
				let i = Vo(e, t, n);
				r.disabled = i === null;
				let a = i === null ? n < 0 ? "first" : "last" : k(i);
				r.textContent = n < 0 ? `← ${a}` : `${a} →`, r.setAttribute("aria-label", i === null ? `No ${n < 0 ? "earlier" : "later"} head` : `Go to head ${k(i)}`);
			}
			l.scrollTop = 0, c.replaceChildren(...Bo(e, t, Math.max(280, Math.min(560, c.clientWidth)))), r.set({ head: ce(t, e) }, "new");
		}
	});
	function f() {
		let e = d !== null && window.matchMedia(Ro).matches;
		for (let t of l.parentElement?.children ?? []) t !== l && (t.inert = e);
		e && !l.contains(document.activeElement) && (u ??= document.activeElement, i.focus({ preventScroll: !0 }));
	}
	window.matchMedia(Ro).addEventListener?.("change", f);
	function p(t) {
		let r = d && Vo(e, d, t);
		r && n.select(r);
	}
	let m = () => {
		n.selected !== null && (n.select(null), r.set({ head: null }, "new"), (u instanceof SVGElement || u instanceof HTMLElement) && u.isConnected && u.focus(), u = null);
	};
	return a.addEventListener("click", m), document.addEventListener("keydown", (e) => {
		if (d === null || e.ctrlKey || e.altKey || e.metaKey) return;
		e.key === "Escape" && m();
		let t = {
			ArrowLeft: -1,
			ArrowRight: 1
		}[e.key];
		t !== void 0 && l.contains(document.activeElement) && (e.preventDefault(), p(t));
	}), document.addEventListener("headscope:open", () => {
		l.contains(document.activeElement) || (u = document.activeElement), i.focus({ preventScroll: !0 });
	}), document.addEventListener("click", (e) => {
		let t = e.target.closest?.("a[href^=\"#head=\"]");
		t && (l.contains(t) || (u = t), setTimeout(() => i.focus({ preventScroll: !0 })));
	}), {
		element: l,
		follow: () => {
			r.listen("head", (t) => {
				let i = t === null ? null : le(t, e);
				t !== null && i === null && r.refuse("head", ue(t, e)), n.select(i);
			}), r.listen("at", (e, t) => {
				e !== null && t && !window.matchMedia(zo).matches && r.set({ head: null });
			});
		}
	};
}
//#endregion
//#region src/report.ts
function Uo(e, n, r) {
	let a = t("div", { class: "below" }), o = n.inside(a);
	for (let n of e.stacks) e.stacks.length > 1 && a.append(t("h3", {}, n.name)), a.append(Aa(n, e, o, r));
	let s = e.stacks.map((t) => `${t.layers * t.heads} heads × ${ie(e, t.name).length} scores`).join(", ");
	return t("section", { id: "heads" }, t("h2", {}, "All heads"), i(`A table: ${s}`, a));
}
function Wo({ absent: e }) {
	if (e.length === 0) return [];
	let n = e.map(({ name: e, missing: n, command: r }) => t("li", {}, t("b", {}, e), `. ${n} It would take: `, t("code", {}, r)));
	return [t("h3", {}, "Not in this run"), t("ul", {}, ...n)];
}
function Go(e) {
	let n = t("dl");
	for (let [r, i] of e.facts) n.append(t("div", {}, t("dt", {}, r), t("dd", {}, i)));
	let r = t("div", { class: "below" }, n);
	e.notes.length > 0 && r.append(t("h3", {}, "Notes"), t("ul", {}, ...e.notes.map((e) => t("li", {}, e)))), r.append(...Wo(e));
	let a = [
		["Model, corpus, options and versions", !0],
		["notes", e.notes.length > 0],
		["what is not in it", e.absent.length > 0]
	].flatMap(([e, t]) => t ? [e] : []).join("; ");
	return t("section", { id: "run" }, t("h2", {}, "About this run"), i(a, r), t("p", { class: "caveat" }, e.caveat));
}
function Ko(e, n) {
	let r = new _e(), i = new Ce(), s = Ho(n, r, i);
	e.replaceChildren(...co(n, r, i), t("div", { class: "parts-of-page" }, ...no(n, r)), Uo(n, r, i), Go(n), s.element), s.follow(), o(e);
	let c = (e) => {
		let t = e === null ? null : document.getElementById(e);
		return e !== null && !t && i.refuse("at", `There is no “${e}” on this page.`), t && a(t), t;
	};
	c(i.get("at"))?.scrollIntoView(), i.listen("at", (e) => void c(e)?.scrollIntoView());
}
var qo = document.getElementById("payload"), Jo = document.getElementById("report");
if (qo && Jo) try {
	Ko(Jo, E(qo.textContent ?? ""));
} catch (e) {
	let n = e instanceof Error ? e.message : String(e);
	throw Jo.replaceChildren(t("p", { role: "alert" }, `This page’s data could not be drawn: ${n}.`)), e;
}
//#endregion
export { Ko as mount };
