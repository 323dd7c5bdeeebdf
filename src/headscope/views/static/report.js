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
	let n = 0, r, i = 0, a = 0;
	if (t === void 0) for (let t of e) t != null && (t = +t) >= t && (r = t - i, i += r / ++n, a += r * (t - i));
	else {
		let o = -1;
		for (let s of e) (s = t(s, ++o, e)) != null && (s = +s) >= s && (r = s - i, i += r / ++n, a += r * (s - i));
	}
	if (n > 1) return a / (n - 1);
}
function h(e, t) {
	let n = m(e, t);
	return n && Math.sqrt(n);
}
function g(e, t) {
	let n, r;
	if (t === void 0) for (let t of e) t != null && (n === void 0 ? t >= t && (n = r = t) : (n > t && (n = t), r < t && (r = t)));
	else {
		let i = -1;
		for (let a of e) (a = t(a, ++i, e)) != null && (n === void 0 ? a >= a && (n = r = a) : (n > a && (n = a), r < a && (r = a)));
	}
	return [n, r];
}
Array.prototype.slice;
var _ = Math.sqrt(50), v = Math.sqrt(10), y = Math.sqrt(2);
function b(e, t, n) {
	let r = (t - e) / Math.max(0, n), i = Math.floor(Math.log10(r)), a = r / 10 ** i, o = a >= _ ? 10 : a >= v ? 5 : a >= y ? 2 : 1, s, c, l;
	return i < 0 ? (l = 10 ** -i / o, s = Math.round(e * l), c = Math.round(t * l), s / l < e && ++s, c / l > t && --c, l = -l) : (l = 10 ** i * o, s = Math.round(e / l), c = Math.round(t / l), s * l < e && ++s, c * l > t && --c), c < s && .5 <= n && n < 2 ? b(e, t, n * 2) : [
		s,
		c,
		l
	];
}
function x(e, t, n) {
	if (t = +t, e = +e, n = +n, !(n > 0)) return [];
	if (e === t) return [e];
	let r = t < e, [i, a, o] = r ? b(t, e, n) : b(e, t, n);
	if (!(a >= i)) return [];
	let s = a - i + 1, c = Array(s);
	if (r) {
		if (o < 0) for (let e = 0; e < s; ++e) c[e] = (a - e) / -o;
		else for (let e = 0; e < s; ++e) c[e] = (a - e) * o;
	} else if (o < 0) for (let e = 0; e < s; ++e) c[e] = (i + e) / -o;
	else for (let e = 0; e < s; ++e) c[e] = (i + e) * o;
	return c;
}
function S(e, t, n) {
	return t = +t, e = +e, n = +n, b(e, t, n)[2];
}
function C(e, t, n) {
	let r;
	for (;;) {
		let i = S(e, t, n);
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
function w(e, t) {
	let n;
	if (t === void 0) for (let t of e) t != null && (n < t || n === void 0 && t >= t) && (n = t);
	else {
		let r = -1;
		for (let i of e) (i = t(i, ++r, e)) != null && (n < i || n === void 0 && i >= i) && (n = i);
	}
	return n;
}
function T(e, t) {
	let n;
	if (t === void 0) for (let t of e) t != null && (n > t || n === void 0 && t >= t) && (n = t);
	else {
		let r = -1;
		for (let i of e) (i = t(i, ++r, e)) != null && (n > i || n === void 0 && i >= i) && (n = i);
	}
	return n;
}
function ee(e, t) {
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
var te = {
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
function ne(e) {
	let t = {
		...te,
		...JSON.parse(e)
	}, n = new Map(t.stacks.map((e) => [e.name, e])), r = new Map(t.measures.map(({ name: e, quantity: t }) => [e, t])), i = new Set(t.behaviours.map(({ name: e }) => e));
	for (let { label: e } of t.labels) if (!i.has(e)) throw Error(`a head has the label ${e}, which nothing describes`);
	let a = /* @__PURE__ */ new Set();
	for (let e of D(t)) {
		if (a.has(e.id)) throw Error(`two scores have the id ${e.id}`);
		a.add(e.id), e.quantity = E(e, r);
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
function E({ id: e, measure: t }, n) {
	let r = n.get(t);
	if (!r) throw Error(`score ${e} is of an unknown measure, ${t}`);
	return r;
}
function D(e) {
	return [...e.scores, ...e.relations];
}
function re(e) {
	let t = `${e.measure} ${e.key}`;
	return e.direction === null ? t : `${t}, ${e.direction}`;
}
function ie(e, t) {
	let n = [];
	return t.some((t) => t.stack !== e.stack) && n.push(e.stack), t.some((t) => t.corpus !== e.corpus) && n.push(e.corpus), n.join(", ");
}
function ae(e, t) {
	let n = ie(e, t);
	return n === "" ? e.words : `${e.words} (${n})`;
}
function O(e) {
	return e.flat().filter((e) => e !== null);
}
function oe(e, t) {
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
var se = /* @__PURE__ */ new WeakMap();
function ce(e, t) {
	let n = se.get(e);
	return n || se.set(e, n = Float64Array.from(O(e.value)).sort()), {
		rank: n.length - p(n, t) + 1,
		of: n.length
	};
}
function le(e) {
	let t = null, n = -Infinity;
	return e.value.forEach((r, i) => r.forEach((r, a) => {
		r !== null && r > n && (n = r, t = {
			stack: e.stack,
			layer: i,
			head: a
		});
	})), t;
}
function ue(e, t) {
	return t.stacks.length > 1 ? `${e.stack}/${k(e)}` : k(e);
}
function de(e, t) {
	let n = /^(?:(.+)\/)?(\d+)-(\d+)$/su.exec(e);
	if (!n) return null;
	let r = n[1] === void 0 ? t.stacks[0] : t.stacks.find(({ name: e }) => e === n[1]), i = Number(n[2]) - 1, a = Number(n[3]) - 1;
	return !r || i < 0 || a < 0 || i >= r.layers || a >= r.heads ? null : {
		stack: r.name,
		layer: i,
		head: a
	};
}
function fe(e, t) {
	return `There is no head ${e} here: the model has ${t.stacks.map(({ name: e, layers: n, heads: r }) => `${n} layers of ${r} heads${t.stacks.length > 1 ? ` in the ${e}` : ""}`).join(", ")}.`;
}
function P(e, t) {
	let n = k(e);
	return t.stacks.length > 1 ? `head=${encodeURIComponent(e.stack)}/${n}` : `head=${n}`;
}
function pe(e, t) {
	let n = /^#?head=(.+)$/su.exec(e);
	return n && de(me(n[1]), t);
}
function me(e) {
	try {
		return decodeURIComponent(e);
	} catch {
		return e;
	}
}
//#endregion
//#region src/highlight.ts
function he(e) {
	return e && new Set(e.map((e) => `${e.stack}/${k(e)}`));
}
function ge(e, t) {
	return e === null || t === null ? e ?? t : new Set([...e].filter((e) => t.has(e)));
}
function _e(e, t) {
	return e === null || t === null ? e === t : e.size === t.size && [...e].every((e) => t.has(e));
}
var ve = class e {
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
		this.#e.searched = he(e), this.#r();
	}
	keep(e) {
		this.#e.kept = he(e), this.#r();
	}
	#r() {
		let e = ge(this.#e.searched, this.#e.kept);
		_e(e, this.found) || (this.#e.found = e, this.#t.tell());
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
function ye(e, n, r, i) {
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
var be = [
	"at",
	"head",
	"pin",
	"find",
	"filter",
	"colour",
	"stack",
	"sort"
];
function xe(e) {
	return encodeURIComponent(e).replace(/%(2B|2C|2F|3A|3D)/gu, (e) => decodeURIComponent(e));
}
function Se(e) {
	let t = /* @__PURE__ */ new Map();
	for (let n of e.replace(/^#/u, "").split("&")) {
		if (n === "") continue;
		let e = n.indexOf("="), r = be.find((t) => t !== "at" && t === n.slice(0, Math.max(e, 0)));
		t.set(r ?? "at", me(r ? n.slice(e + 1) : n));
	}
	return t;
}
function Ce(e) {
	return be.flatMap((t) => {
		let n = e.get(t);
		return n === void 0 ? [] : [t === "at" ? xe(n) : `${t}=${xe(n)}`];
	}).join("&");
}
var we = class {
	#e = Se(location.hash);
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
			let e = Se(location.hash), t = this.#i !== "" && me(this.#i) === me(location.hash);
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
		e.head && n.delete("at"), Ce(n) !== Ce(this.#e) && (this.#a(n, t === "new" ? "pushState" : "replaceState"), this.#o(n));
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
		return be.flatMap((e) => this.#n.get(e) ?? []);
	}
	watch(e) {
		this.#r.add(e), e();
	}
	get address() {
		let e = Ce(this.#e);
		return location.href.replace(/#.*$/su, "") + (e === "" ? "" : `#${e}`);
	}
	#a(e, t) {
		let n = Ce(e);
		try {
			history[t](history.state, "", n === "" ? location.pathname + location.search : `#${n}`);
		} catch {
			return;
		}
	}
	#o(e, t = !1) {
		let n = this.#e;
		this.#e = e;
		let r = be.filter((t) => n.get(t) !== e.get(t) || t === "at" && e.has("at"));
		for (let e of r) this.#n.delete(e);
		for (let e of r) for (let n of [...this.#t.get(e) ?? []]) n(this.get(e), t);
		for (let e of this.#r) e();
	}
};
function Te(e) {
	let n = t("p", {
		class: "wrong",
		role: "alert"
	});
	return e.watch(() => {
		n.textContent = e.refused.join(" "), n.hidden = e.refused.length === 0;
	}), t("div", { class: "link" }, ye("Copy link", "The link to this page as it is now", () => e.address, () => "Copied."), n);
}
//#endregion
//#region src/digits.ts
var Ee = 4, De = 2;
function Oe(e, t) {
	if (e === null || t === null) return De;
	let n = Math.abs(t - e) / 2;
	return n === 0 ? Ee : Math.min(Ee, Math.max(0, -Math.floor(Math.log10(n) + 1e-9)));
}
function F(e, t) {
	let n = Math.abs(e).toFixed(t);
	return e < 0 && Number(n) !== 0 ? `−${n}` : n;
}
function ke(e) {
	return e.replace(/(^| )-(?=\d)/gu, "$1−");
}
function Ae({ value: e, low: t, high: n }) {
	return F(e, Oe(t, n));
}
function je(e, t = "") {
	let { low: n, high: r } = e, i = t === "" ? Ae(e) : `${Ae(e)} ${t}`;
	if (n === null || r === null) return i;
	let a = Oe(n, r), o = n < 0 || r < 0 ? " to " : "–";
	return `${i} (${F(n, a)}${o}${F(r, a)})`;
}
function I(e) {
	if (e === 0) return "0";
	let t = 1 - Math.floor(Math.log10(Math.abs(e))), n = F(e, Math.min(Ee, Math.max(0, t)));
	return n.includes(".") ? n.replace(/\.?0+$/, "") : n;
}
function Me({ name: e, unit: t }) {
	return t || e;
}
function Ne(e, t) {
	let n = N(e, t);
	return n === null ? "not measured" : je(n, e.quantity.unit);
}
function Pe(e, t) {
	let n = N(e, t);
	return Ne(e, t) + (n === null ? "" : `, ${Fe(e, n)}`);
}
function Fe(e, { value: t }) {
	let { rank: n, of: r } = ce(e, t);
	return `rank ${n} of ${r}`;
}
//#endregion
//#region src/query/facts.ts
function Ie({ words: e = "", short: t = "" }) {
	return t === "" ? e : `${e} ${t}`;
}
function Le(e) {
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
var L = {
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
}, R = L.limits, Re = /* @__PURE__ */ new Set([...L.reserved, ...Object.keys(L.aliases)]), z = class extends Error {
	code;
	start;
	end;
	known;
	suggestions;
	constructor(e, t, n, r, i = [], a = []) {
		super(t), this.code = e, this.start = n, this.end = r, this.known = i, this.suggestions = a;
	}
};
function B(e, t) {
	return Object.hasOwn(e, t);
}
function V(e, t = {}) {
	return L.messages[e].replace(/\{(\w+)\}/g, (e, n) => String(t[n]));
}
function ze(e) {
	let t = [...e], n = t.slice(0, R.listed).join(", ");
	return t.length > R.listed ? V("more", {
		known: n,
		count: t.length - R.listed
	}) : n;
}
function Be(e, t) {
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
	let o = Be(e.slice(0, r), t.slice(0, i));
	return n + o + Be(e.slice(r + n), t.slice(i + n));
}
function Ve(e, t) {
	let [n, r] = [[...e.toLowerCase()], [...t.toLowerCase()]], i = n.length + r.length;
	return i === 0 ? 1 : 2 * Be(n, r) / i;
}
//#endregion
//#region src/query/tokens.ts
var He = [
	"space",
	"quoted",
	"sign",
	"word"
].map((e) => ({
	kind: e,
	pattern: new RegExp(L.tokens[e], "uy")
})), Ue = RegExp(`^(?:${L.tokens.word})$`, "u");
function H(e) {
	let t = e.kind === "word" || e.kind === "sign" ? e.text.toLowerCase() : "";
	return B(L.aliases, t) ? L.aliases[t] : t;
}
function We({ kind: e, text: t }) {
	return e === "quoted" ? t.includes("\"") ? `'${t}'` : `"${t}"` : t;
}
function Ge(e) {
	return e.kind === "end" ? V("end_found") : V("word_found", { text: e.text });
}
function Ke(e) {
	return Ue.test(e);
}
function qe(e) {
	let t = [...e].length, n = R.characters;
	if (t > n) throw new z("long", V("long", {
		most: n,
		count: t
	}), n, n + 1);
	let r = [], i = 0, a = 0;
	for (; i < e.length;) {
		let t = He.flatMap(({ kind: t, pattern: n }) => {
			n.lastIndex = i;
			let r = n.exec(e)?.[0];
			return r === void 0 ? [] : [{
				kind: t,
				text: r
			}];
		})[0];
		if (!t) throw new z("quote", V("quote"), a, a + 1);
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
var Je = new Map(Object.entries(L.slots).map(([e, t]) => [e, {
	...t,
	pattern: RegExp(`^(?:${t.pattern})$`, "u")
}])), [Ye, Xe] = L.brackets, [Ze, Qe] = [L.range, L.slip].map((e) => RegExp(`^(?:${e})$`, "u"));
function $e(e) {
	let t = Qe.exec(e.toLowerCase().replaceAll("head", "h").replaceAll("layer", "l").replaceAll(" ", ""));
	return t && `${t[1]}-${t[2]}`;
}
function et(e, t) {
	return B(L.filled, e) ? [
		t.replaceAll(",", "."),
		$e(t),
		L.filled[e]
	].filter((t) => t !== null && t !== "" && Je.get(e).pattern.test(t)) : [];
}
function tt(e) {
	return e.slice(1, -1).split("|");
}
function nt(e) {
	let t = qe(e).reverse(), n = () => t.at(-1), r = () => t.pop(), i = 0, a = (e, { start: t, end: n }, r = {}, i = []) => new z(e, V(e, r), t, n, i), o = (e, t, n = null, r = null, i = "") => ({
		kind: "term",
		what: e,
		slots: t,
		name: n,
		direction: r,
		test: i
	});
	function s(e = 0) {
		let t = L.joints[e];
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
		if (t === L.prefix || t === Ye) {
			if (r(), i += 1, i > R.depth) throw a("deep", e, { most: R.depth });
			let n = t === Ye ? u(e) : {
				kind: "not",
				part: c()
			};
			return --i, n;
		}
		if (B(L.terms, t)) return r(), t === "layer" ? f() : o(t, p(L.terms[t]));
		if (L.ends.includes(t)) {
			r();
			let e = p(L.tests[t]);
			return H(n()) === L.filler && r(), o(t, e, ...l());
		}
		return e.kind === "word" && Je.get("head").pattern.test(e.text) ? o("head", [r()]) : d();
	}
	function l() {
		let e = n(), t = H(e);
		if (e.kind === "end" || e.kind === "sign" || Re.has(t)) {
			let n = ze([...Object.keys(L.terms), L.prefix].map((e) => `'${e}'`));
			throw a(Re.has(t) ? "reserved" : "term", e, {
				words: n,
				found: Ge(e)
			});
		}
		return [r(), B(L.directions, H(n())) ? r() : null];
	}
	function u(e) {
		let t = s();
		if (n().kind === "end") throw a("bracket", e);
		if (H(n()) !== Xe) throw a("inside", n(), { found: Ge(n()) });
		return r(), t;
	}
	function d() {
		let [e, t] = l(), i = H(n());
		return B(L.tests, i) ? (r(), o(i, p(L.tests[i]), e, t)) : o("bare", [], e, t);
	}
	function f() {
		let e = n(), t = H(e), i = B(L.tests, t) ? L.tests[t] : [];
		if (i.includes("number")) return r(), o("layer", p(i.map((e) => e === "number" ? "layer" : e)), null, null, t);
		let a = e.kind === "word" ? Ze.exec(e.text) : null;
		if (!a) return o("layer", p(L.terms.layer));
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
			if (Array.isArray(e)) return tt(e[0]).includes(H(n())) ? p(e) : [];
			if (e.startsWith("'")) {
				let t = tt(e);
				if (!t.includes(H(n()))) throw a("word", n(), {
					word: t[0],
					found: Ge(n())
				});
				return r(), [];
			}
			let { pattern: t, expected: i } = Je.get(e), { kind: o, text: s } = n();
			if (o === "end" || o === "sign" || !t.test(s)) throw a("slot", n(), {
				expected: i,
				found: Ge(n())
			}, et(e, s));
			return [r()];
		});
	}
	if (n().kind === "end") throw a("nothing", n());
	let m = s();
	if (n().kind !== "end") throw a("after", n(), { found: Ge(n()) });
	return m;
}
//#endregion
//#region src/query/names.ts
var U = class extends Error {
	code;
	known;
	constructor(e, t, n = []) {
		super(V(e, {
			...t,
			known: ze(n)
		})), this.code = e, this.known = n;
	}
}, rt = ({ measure: e, key: t }) => `${e}.${t}`, it = (e) => [...new Set(e)];
function W(e) {
	return Ke(e) && !Re.has(e.toLowerCase()) ? e : e.includes("\"") ? `'${e}'` : `"${e}"`;
}
function at(e) {
	let t = e.split("@");
	return t.slice(1).map((e, n) => {
		let r = t.length - 1 - n;
		return {
			base: t.slice(0, r).join("@"),
			corpus: t.slice(r).join("@")
		};
	});
}
function G(e, t, n) {
	let r = [...t], i = r.filter((t) => n(t) === e);
	return i.length > 0 ? i : r.filter((t) => n(t).toLowerCase() === e.toLowerCase());
}
function ot(e, t, n, r = "") {
	let i = (t) => {
		let n = it(t.map(rt));
		if (n.length > 1) throw new U("measures", { name: W(e) }, n.map((e) => W(e + r)));
		return t;
	}, a = G(e, t, rt);
	if (a.length > 0) return i(a);
	let o = G(e, t, ({ measure: e }) => e);
	if (o.length > 0) {
		let t = it(o.map(({ key: e }) => e));
		if (t.length === 1) return o;
		if (t.includes(L.whole)) return o.filter(({ key: e }) => e === L.whole);
		throw new U("keys", { name: W(e) }, it(o.map(rt)).map((e) => W(e + r)));
	}
	let s = G(e, t, ({ key: e }) => e), c = s.filter(({ measure: e }) => !n.includes(e));
	return i(c.length > 0 ? c : s);
}
function st(e, t, n) {
	for (let { base: r, corpus: i } of at(e)) {
		let e = [];
		try {
			e = ot(r, t, n);
		} catch (e) {
			if (!(e instanceof U)) throw e;
		}
		if (e.length !== 0) return new U("elsewhere", {
			name: W(r),
			corpus: i
		}, it(e.map((e) => W(`${r}@${e.corpus}`))));
	}
	return new U("unknown", { name: e });
}
function ct(e, t, n = []) {
	let r = [...new Map(t.map(({ measure: e, key: t, corpus: n }) => [JSON.stringify([
		e,
		t,
		n
	]), {
		measure: e,
		key: t,
		corpus: n
	}])).values()], i = ot(e, r, n);
	if (i.length > 0) {
		let t = it(i.map(({ corpus: e }) => e));
		if (t.length === 1) return i[0];
		throw new U("corpora", { name: W(e) }, t.map((t) => W(`${e}@${t}`)));
	}
	for (let { base: t, corpus: i } of at(e)) {
		let e = ot(t, r.filter((e) => e.corpus === i), n, `@${i}`);
		if (e.length > 0) return e[0];
	}
	throw st(e, r, n);
}
//#endregion
//#region src/query/evaluate.ts
var lt = ["behaviour", "pattern"];
function ut(e) {
	let t = e.endsWith("%"), [n, r = "0"] = (t ? e.slice(0, -1) : e).toLowerCase().split("e"), i = Number(r) - (t ? 2 : 0), a = (n.split(".")[1] ?? "").length;
	return {
		value: Number(`${n}e${i}`),
		half: Number(`5e${i - a - 1}`)
	};
}
function dt(e) {
	let t = e * 10 ** R.decimals, n = Math.floor(t);
	return t - n === .5 && n % 2 == 0 ? n : Math.round(t);
}
function ft(e, t, n) {
	return [...t].sort((t, r) => {
		let [i, a] = [e[t], e[r]];
		return i === null || a === null ? Number(i === null) - Number(a === null) : n ? dt(i) - dt(a) : dt(a) - dt(i);
	});
}
function pt(e, t) {
	let n = e.stacks.flatMap(j), r = /* @__PURE__ */ new Map(), i = [], a = [], o = (e, { start: t, end: n }, r = {}, i = []) => new z(e, V(e, r), t, n, i);
	function s(t, i) {
		let a;
		try {
			a = ct(t.text, e.scores, e.second);
		} catch (e) {
			throw e instanceof U ? new z(e.code, e.message, t.start, t.end, e.known) : e;
		}
		let s = i === null ? "" : L.directions[H(i)], c = JSON.stringify([a, s]), l = r.get(c);
		if (l) return l;
		let u = e.scores.filter((e) => e.measure === a.measure && e.key === a.key && e.corpus === a.corpus);
		if (i !== null) {
			let e = {
				name: W(t.text),
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
		let i = n.flatMap((t, n) => e[n] === null ? [] : [n]), a = new Set(ft(e, i, r === "bottom").slice(0, t));
		return n.map((e, t) => a.has(t));
	}
	function l(e, t) {
		let n = t === null ? _() : /* @__PURE__ */ new Map(), r = G(e.text, n.keys(), String)[0], l = r === void 0 ? null : v(...n.get(r));
		if (l?.includes(!0)) return a.push({
			token: e,
			text: `label ${W(r)}`
		}), l;
		let u;
		try {
			({value: u} = s(e, t));
		} catch (n) {
			if (!(n instanceof z) || n.code !== "unknown" || t !== null) throw n;
			let r = G(e.text, h, String);
			if (l === null && r.length === 0) throw o("unheard", e, { name: e.text });
			return a.push({
				token: e,
				text: l === null ? `stack ${W(r[0])}` : `label ${W(e.text)}`
			}), l ?? g(e);
		}
		return i.push(!1), a.push({
			token: t ?? e,
			text: `${We(t ?? e)} top ${R.bare}`
		}), c(u, R.bare, "top");
	}
	function u(e, t, n, r) {
		let { value: a } = s(n, r);
		if (i.push(L.rising.includes(e)), L.ends.includes(e)) return c(a, Number(t[0].text), e);
		if (e === "=") {
			let { value: e, half: n } = ut(t[0].text);
			return a.map((t) => t !== null && Math.abs(t - e) <= n);
		}
		return d(e, a, t.map(({ text: e }) => ut(e).value), t);
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
		let c = new Set(e.stacks.map(({ layers: e, heads: t }) => V("shape", {
			layers: e,
			heads: t
		}))), [l, u] = [a.split("-").map(Number), e.stacks[0]], d = `${Math.min(l[0], u.layers)}-${Math.min(l[1], u.heads)}`;
		throw o("heads", t, {
			head: t.text,
			known: ze(c)
		}, [d]);
	}
	let h = e.stacks.map(({ name: e }) => e);
	function g(e) {
		let t = G(e.text, h, String)[0];
		if (t === void 0) throw o("stack", e, {
			stack: e.text,
			known: ze(h)
		});
		return n.map((e) => e.stack === t);
	}
	function _() {
		let t = lt.filter((t) => e.labels[t].length > 0).flatMap((t) => e.names[t].map((e) => [t, e])), n = [...t].reverse().map((e) => [e[1], e]);
		return new Map([...n, ...t.map((e) => [e.join("."), e])]);
	}
	function v(t, r) {
		let i = e.labels[t].filter((e) => e.label === r), a = new Set(i.map((e) => `${e.stack}/${k(e)}`));
		return n.map((e) => a.has(`${e.stack}/${k(e)}`));
	}
	function y(t) {
		let n = _();
		if (n.size === 0) throw o("unlabelled", t);
		let r = G(t.text, n.keys(), String)[0];
		if (r !== void 0) return v(...n.get(r));
		let i = new Set(lt.flatMap((t) => e.names[t]).filter((e) => n.has(e)));
		throw o("label", t, {
			label: t.text,
			known: ze([...i].map(W))
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
	let S = x(nt(t)), C = [...r.values()], w = n.flatMap((e, t) => S[t] ? [t] : []), T = C[0] ? ft(C[0].value, w, i[0]) : w, ee = [...t];
	for (let { token: e, text: t } of a.sort((e, t) => t.token.start - e.token.start)) ee.splice(e.start, e.end - e.start, t);
	return {
		read: ee.join(""),
		heads: T.map((e) => n[e]),
		places: T,
		columns: C
	};
}
//#endregion
//#region src/query/suggest.ts
var mt = /[\p{C}\p{Z}]/u, ht = ["behaviour", "pattern"];
function gt(e, t) {
	try {
		return pt(e, t);
	} catch (n) {
		throw n instanceof z ? new z(n.code, n.message, n.start, n.end, [], vt(e, t, n)) : n;
	}
}
var K = (e) => e.replace(/^[ \t\r\n\u00a0]+|[ \t\r\n\u00a0]+$/gu, "");
function _t(e, t) {
	try {
		return pt(e, t);
	} catch (e) {
		if (e instanceof z) return e;
		throw e;
	}
}
function vt(e, t, n) {
	let r = [...t].slice(0, n.code === "long" ? R.characters + 1 : void 0).join(""), i = yt(e, K(r), bt(e, r, n, R.repairs));
	return i.length > 0 ? i : yt(e, K(r), St(e, r, n));
}
function yt(e, t, n) {
	let r = [];
	for (let i of n) if (!(i === t || r.includes(i) || mt.test(i.replaceAll(" ", ""))) && (_t(e, i) instanceof z || r.push(i), r.length === R.near)) break;
	return r;
}
function* bt(e, t, n, r) {
	for (let i of [...new Set(xt(e, t, n))].slice(0, R.listed)) {
		let t = _t(e, i);
		if (!(t instanceof z)) yield i;
		else if (r > 1) {
			let [n] = [...bt(e, i, t, r - 1)];
			n !== void 0 && (yield n);
		}
	}
}
function* xt(e, t, { code: n, start: r, end: i, known: a }) {
	let o = [...t], s = (e, t) => o.slice(e, t).join(""), c = s(r, i), l = (e) => [
		s(0, r),
		e,
		s(i)
	].map(K).filter(Boolean).join(" "), u = c.replace(/^["']+|["']+$/gu, "");
	if (n === "falling") {
		let e = a[0], t = s(0, r), n = t.lastIndexOf(e);
		yield t.slice(0, n) + c + t.slice(n + e.length) + e + s(i);
	} else yield* a.map(l);
	if (n === "unknown" || n === "unheard") {
		let t = $e(u);
		t !== null && (yield l(t)), yield* Ct(e, u).map(l);
	}
	(n === "label" || n === "unheard") && (yield* wt(e, u).map(l)), n === "label" && (yield* e.names.behaviour.map(W).map(l));
	let d = e.stacks.map(({ name: e }) => e);
	n === "slot" && (yield* a.map((e) => l(`${e} ${c}`))), n === "slot" && a.length === 0 && (yield* [...e.names.behaviour, ...d].map(W).map(l)), n === "stack" && (yield* [...d].sort((e, t) => Ve(t, u) - Ve(e, u)).map(l)), (n === "undirected" || n === "direction") && (yield l("")), n === "word" && (yield* [l("and"), l(`and ${c}`)]), n === "quote" && (yield t + o[r]), n === "bracket" && (yield `${t})`), (n === "after" || n === "inside") && (Je.get("number").pattern.test(c) && (yield l(`> ${c}`)), yield* [...L.joints, ...Object.keys(L.tests)].filter((e) => Ve(e, c) >= R.likeness).map(l), yield* [...L.joints].reverse().map((e) => l(`${e} ${c}`)), n === "inside" && (yield l(`) ${c}`))), (n === "term" || n === "reserved") && Re.has(c.toLowerCase()) && (yield l(`"${c}"`)), (n === "term" || n === "reserved" || n === "after") && (yield l(""));
}
function* St(e, t, { start: n, end: r }) {
	let i = [...t], [a, o, s] = [
		[0, n],
		[n, r],
		[r, void 0]
	].map(([e, t]) => K(i.slice(e, t).join("")));
	yield* [
		K(`${a} ${s}`),
		a,
		s,
		o
	];
	for (let e of L.joints) yield K(a.endsWith(e) ? a.slice(0, -e.length) : a), yield K(s.startsWith(e) ? s.slice(e.length) : s);
	let c = e.scores.map(({ measure: e, key: t }) => `${W(`${e}.${t}`)} top ${R.bare}`), l = ht.flatMap((t) => e.labels[t].map(({ label: e }) => `label ${W(e)}`));
	yield* [
		...c.slice(0, 1),
		...l.slice(0, 1),
		"layer 1",
		...c,
		...l
	];
}
function Ct(e, t) {
	let n = [...e.scores].reverse();
	return t.includes(".") ? Tt(t, new Map(n.map(({ measure: e, key: t }) => [`${e}.${t}`, ""]))) : Tt(t, new Map([...n.map(({ measure: e }) => [e, ""]), ...n.map((e) => [e.key, Ie(e)])]));
}
function wt(e, t) {
	let n = ht.filter((t) => e.labels[t].length > 0).flatMap((t) => e.names[t].map((e) => ({
		kind: t,
		label: e
	})));
	if (t.includes(".")) return Tt(t, new Map(n.map(({ kind: e, label: t }) => [`${e}.${t}`, ""])));
	let r = new Map(Object.entries(e.words ?? {}));
	return Tt(t, new Map([...n].reverse().map(({ label: e }) => [e, r.get(e) ?? ""])));
}
function Tt(e, t) {
	let n = Et(e), r = [...t.keys()].reverse(), i = (e) => t.get(e).split(" ").length, a = r.filter((e) => {
		let r = new Set(Et(t.get(e)));
		return n.length > 0 && n.every((e) => r.has(e));
	}).sort((e, t) => i(e) - i(t) || [...e].length - [...t].length), o = new Map(r.map((t) => [t, Ve(t, e)])), s = r.filter((e) => o.get(e) >= R.likeness).sort((e, t) => o.get(t) - o.get(e));
	return [.../* @__PURE__ */ new Set([...a, ...s])].map(W);
}
function Et(e) {
	return (e.toLowerCase().match(/[a-z]+/gu) ?? []).map((e) => e.replace(/s$/u, "")).filter((e) => e.length >= R.letters);
}
//#endregion
//#region src/find.ts
var Dt = 200, Ot = 24, kt = 3, At = {
	"dependent-to-head": " to head",
	"head-to-dependent": " to dependent",
	both: " both ways"
};
function jt(e, t) {
	try {
		return gt(e, t);
	} catch (e) {
		if (e instanceof z) return e;
		throw e;
	}
}
function Mt({ scores: e, labels: t }) {
	let n = ({ measure: e, key: t }) => [.../^\p{L}/u.test(t) ? [t] : [], `${e}.${t}`].flatMap((e) => [e, `"${e}"`]), r = (e) => Math.max(...O(e.value)), i = e.filter(({ quantity: e }) => e.percent), a = (e) => [...e].sort((e, t) => r(t) - r(e)), o = i.filter(({ direction: e }) => e !== null), s = Math.max(0, ...o.map(({ segments: e }) => e)) / 10, c = a(o.filter(({ segments: e }) => e > s)), l = [...e].sort((e, t) => Number(e.quantity.percent) - Number(t.quantity.percent)).map(({ measure: e }) => e), u = t.behaviour.find(({ layer: e, label: t }) => e > 0 && t !== "mixed")?.label;
	return [
		c.slice(0, kt).flatMap((e) => n(e).map((t) => `${t} > ${Math.floor(10 * r(e) - 1) / 10}`)),
		[...new Set(l)].map((e) => `${e} top 5`),
		a(i.filter((e) => e.direction === null && r(e) > .5)).flatMap((e) => n(e).map((e) => `${e} > 50%`)),
		u === void 0 ? [] : [`label ${u}`, `label "${u}"`],
		["layer 1"]
	];
}
function Nt(e) {
	let t = e.stacks.reduce((e, { layers: t, heads: n }) => e + t * n, 0), n = (n) => {
		let r = jt(e, n);
		return !(r instanceof z) && r.heads.length > 0 && r.heads.length < t;
	};
	return Mt(e).flatMap((e) => e.find(n) ?? []).slice(0, kt);
}
function Pt({ heads: e, columns: t }) {
	return e.length === 1 && t.length === 0;
}
function Ft({ heads: e, columns: t, read: n }, r, i) {
	let a = i.stacks.reduce((e, { layers: t, heads: n }) => e + t * n, 0), o = t[0], s = o && e.length > 1 ? `, by ${o.name.measure}.${o.name.key}` : "", c = Pt({
		heads: e,
		columns: t
	}) ? ". Press Enter for its card" : "";
	return `${e.length} of ${a} heads${s}${n === r ? "" : `, read as: ${n}`}${c}`;
}
function It(e, { start: n, end: r }) {
	let i = [...e], a = (e, t) => i.slice(e, t).join("");
	return t("code", {}, a(0, n), t("mark", {}, a(n, r) || "\xA0"), a(Math.max(n, r)));
}
function Lt(e, n, r) {
	let i = t("ul", { "aria-label": "Heads found" }), [a] = e.columns, o = (e, i) => {
		let o = n.stacks.length > 1 ? `${e.stack} ${k(e)}` : k(e), s = t("a", { href: `#${P(e, n)}` }, o);
		for (let t of ["pointerenter", "focus"]) s.addEventListener(t, () => r.point(e));
		for (let e of ["pointerleave", "blur"]) s.addEventListener(e, () => r.point(null));
		let c = a?.scores[i], l = t("li", {}, s), u = a?.direction === "" ? At[c?.direction ?? ""] ?? "" : "";
		return c && l.append(" ", t("span", { class: "quiet" }, Ne(c, e) + u)), l;
	};
	return i.append(...e.heads.slice(0, Ot).map((t, n) => o(t, e.places[n]))), e.heads.length > Ot && i.append(t("li", { class: "quiet" }, `and ${e.heads.length - Ot} more, marked in the map`)), i;
}
function Rt(e, n, r) {
	let i = Le(e), a = Nt(i), o = t("input", {
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
		let a = o.value.trim(), u = a === "" ? null : jt(i, a), d = u instanceof z;
		r.set({ find: a === "" ? null : a }), t && f(d ? null : u);
		let p = d && u.start >= [...a].length;
		o.setAttribute("aria-invalid", String(d && !p)), s.classList.toggle("wrong", d && !p), n.find(u === null || d ? null : u.heads), s.textContent = u === null ? "" : d ? u.message : Ft(u, a, i);
		let h = d ? [It(a, u), m(u.suggestions)] : u === null ? [] : [Lt(u, e, n)];
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
		clearTimeout(l), l = window.setTimeout(p, Dt);
	});
	let h = t("form", {
		class: "find",
		role: "search"
	}, t("label", { for: "find" }, "Find heads "), o);
	return h.addEventListener("submit", (e) => {
		e.preventDefault(), p();
		let t = jt(i, o.value);
		t instanceof z || !Pt(t) || (n.select(t.heads[0]), o.dispatchEvent(new CustomEvent("headscope:open", { bubbles: !0 })));
	}), a.length > 0 && h.append(m(a)), h.append(s, c), r.listen("find", (e) => {
		(e ?? "") !== o.value.trim() && (o.value = e ?? "", p(r.get("colour") === null));
	}), h;
}
function zt(e, t, r) {
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
var Bt = {
	name: "",
	words: "no label",
	sign: "",
	light: null,
	dark: null
}, Vt = class {
	#e;
	#t;
	#n = /* @__PURE__ */ new Map();
	#r = /* @__PURE__ */ new Map();
	#i = /* @__PURE__ */ new Map();
	constructor(e) {
		this.#e = new Map(e.behaviours.map((e) => [e.name, e])), this.#t = e.behaviours.find(({ light: e }) => e === null) ?? Bt;
		for (let t of e.labels) this.#n.set(Ut(t), t), this.#i.set(t.label, Math.max(this.#i.get(t.label) ?? 0, t.margin ?? 0));
		for (let t of e.cards) this.#r.set(Ut(t), t);
	}
	of(e) {
		let t = this.#n.get(Ut(e)), n = this.#r.get(Ut(e))?.claims ?? [], r = (t && this.#e.get(t.label)) ?? this.#t, i = this.#i.get(r.name) ?? 0;
		return {
			behaviour: r,
			sure: t?.sure ?? !1,
			strength: i > 0 ? (t?.margin ?? 0) / i : 0,
			claims: n
		};
	}
	card(e) {
		return this.#r.get(Ut(e));
	}
	counts(e) {
		let t = e.map((e) => this.of(e));
		return [.../* @__PURE__ */ new Set([...this.#e.values(), this.#t])].map((e) => {
			let n = t.filter((t) => t.behaviour === e);
			return {
				behaviour: e,
				count: n.length,
				unsure: n.filter(Ht).length
			};
		}).filter(({ count: e }) => e > 0);
	}
};
function Ht({ behaviour: e, sure: t }) {
	return !t && e.light !== null;
}
function Ut({ stack: e, layer: t, head: n }) {
	return `${e}/${t}/${n}`;
}
var Wt = {
	light: "#ffffff",
	dark: "#111316"
}, Gt = ["#16181c", "#ffffff"];
function Kt(e, t, n) {
	let r = (e, t) => parseInt(e.slice(t, t + 2), 16);
	return `#${[
		1,
		3,
		5
	].map((i) => Math.round(n * r(e, i) + (1 - n) * r(t, i))).map((e) => e.toString(16).padStart(2, "0")).join("")}`;
}
function qt({ sure: e, strength: t }) {
	return e ? .6 + .4 * Math.min(1, Math.max(0, t)) : .3;
}
function Jt(e, t) {
	let n = e.behaviour.light, r = n === null ? Wt[t] : Kt(n, Wt[t], qt(e));
	return {
		fill: r,
		ink: Zt(r)
	};
}
var Yt = {
	light: {
		ground: "#ffffff",
		deep: "#23272d"
	},
	dark: {
		ground: "#191b1f",
		deep: "#f1f2f4"
	}
};
function Xt(e, t) {
	let n = t === "light" ? e.behaviour.light : e.behaviour.dark ?? e.behaviour.light;
	if (n === null) return Yt[t];
	let { ground: r, deep: i } = Yt[t];
	return {
		ground: Kt(n, r, e.sure ? .26 : .1),
		deep: Kt(n, i, .5)
	};
}
function Zt(e) {
	return Gt.reduce((t, n) => Qt(n, e) > Qt(t, e) ? n : t);
}
function Qt(e, t) {
	let [n, r] = [$t(e), $t(t)].sort((e, t) => e - t);
	return (r + .05) / (n + .05);
}
function $t(e) {
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
function en(e, { marks: t, highlight: n, move: r, locate: i, show: a }) {
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
function tn(e, t, n, r) {
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
var nn = {
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
}, rn = {
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
}, an = 256;
function on(e) {
	return e <= .04045 ? e / 12.92 : ((e + .055) / 1.055) ** 2.4;
}
function sn(e) {
	return e <= .0031308 ? e * 12.92 : 1.055 * e ** (1 / 2.4) - .055;
}
function cn(e) {
	let t = (t) => on(parseInt(e.slice(t, t + 2), 16) / 255), [n, r, i] = [
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
function ln([e, t, n]) {
	let r = (e + .3963377774 * t + .2158037573 * n) ** 3, i = (e - .1055613458 * t - .0638541728 * n) ** 3, a = (e - .0894841775 * t - 1.291485548 * n) ** 3;
	return `#${[
		4.0767416621 * r - 3.3077115913 * i + .2309699292 * a,
		-1.2684380046 * r + 2.6097574011 * i - .3413193965 * a,
		-.0041960863 * r - .7034186147 * i + 1.707614701 * a
	].map((e) => Math.round(255 * Math.min(1, Math.max(0, sn(e))))).map((e) => e.toString(16).padStart(2, "0")).join("")}`;
}
function un([e, t, n], r) {
	let i = 1 - r, a = (a) => i * i * e[a] + 2 * i * r * t[a] + r * r * n[a];
	return [
		a(0),
		a(1),
		a(2)
	];
}
function dn(e, t) {
	return Math.hypot(e[0] - t[0], e[1] - t[1], e[2] - t[2]);
}
function q([e, t, n]) {
	let r = [
		cn(e),
		cn(t),
		cn(n)
	], i = Array.from({ length: 4097 }, (e, t) => un(r, t / 4096)), a = [0];
	for (let e = 1; e < i.length; e++) a.push(a[e - 1] + dn(i[e - 1], i[e]));
	let o = a[a.length - 1], s = 0;
	return Array.from({ length: an }, (e, t) => {
		for (; s < i.length - 1 && a[s] < o * t / 255;) s++;
		return ln(i[s]);
	});
}
var fn = {
	light: q(nn.light),
	dark: q(nn.dark)
}, pn = {
	light: {
		below: q(rn.light.below),
		above: q(rn.light.above)
	},
	dark: {
		below: q(rn.dark.below),
		above: q(rn.dark.above)
	}
};
function mn(e, t) {
	let n = Math.round(Math.min(1, Math.max(0, t)) * 255);
	return fn[e][n];
}
function hn(e, t) {
	e.style.setProperty("--light", mn("light", t)), e.style.setProperty("--dark", mn("dark", t));
}
function gn(e, t) {
	let n = t < 0 ? pn[e].below : pn[e].above;
	return n[Math.round(Math.min(1, Math.abs(t)) * (n.length - 1))];
}
function _n(e, t) {
	e.style.setProperty("--light", gn("light", t)), e.style.setProperty("--dark", gn("dark", t));
}
//#endregion
//#region src/scale.ts
function vn(e, t, n = !1) {
	return {
		low: e,
		high: t,
		diverging: n,
		fraction: (n) => Math.min(1, Math.max(0, (n - e) / (t - e))),
		ticks: (n) => {
			let r = x(e, t, n);
			return r.length > 1 ? r : [.../* @__PURE__ */ new Set([
				e,
				...r,
				t
			])];
		}
	};
}
function yn(e, t = []) {
	let { low: n = 0, high: r = null, diverging: i = !1 } = e[0]?.quantity ?? {}, a = [...t, ...e.flatMap(({ value: e, baseline: t }) => [...O(e), ...t === null ? [] : [t.value]])], o = [...a, ...e.flatMap(({ low: e, high: t }) => [...O(e), ...O(t)])], s = n !== null && n > 0 ? n : 0, [c, l] = [(w(a) ?? 0) <= (r ?? Infinity), (T(a) ?? 0) >= (n ?? -Infinity)];
	if (i) return bn(o, c && l ? Math.max(r ?? Infinity, -(n ?? -Infinity)) : Infinity);
	let u = n !== null && n >= 0 && l ? s : Math.min(s, T(o) ?? s), d = Math.max(s, w(o) ?? s), [f, p] = d === u ? [u, u + 1] : C(u, d, 5);
	return vn(l ? Math.max(f, n ?? f) : f, c ? Math.min(p, r ?? p) : p);
}
function bn(e, t = Infinity) {
	let n = w(e, Math.abs) ?? 0, r = Math.min(t, n === 0 ? 1 : C(0, n, 4)[1]);
	return vn(-r, r, !0);
}
function xn(e, t, n) {
	t.diverging ? _n(e, 2 * t.fraction(n) - 1) : hn(e, t.fraction(n));
}
var Sn = 8;
function Cn(e) {
	let t = e.length > 1 ? Math.abs(e[1] - e[0]) : 1, n = Math.max(0, -Math.floor(Math.log10(t) + 1e-9));
	for (; n < Sn && e.some((e) => Math.abs(Number(e.toFixed(n)) - e) > t / 100);) n++;
	return e.map((e) => e === 0 ? "0" : F(e, n));
}
//#endregion
//#region src/grid.ts
var wn = 7, Tn = 1e3, En = 128, Dn = (e, t, n) => Math.max(e, Math.min(n, Math.floor(t)));
function On({ layers: e, heads: t }, n, r, i = 1, a = 1) {
	let o = n < Tn, s = o ? 12 : 52, c = (o ? n - 32 : Math.min(.54 * n, n - 520)) - 40 - s, l = o ? Infinity : Math.max(420, r - 390) / e, u = Dn(14, Math.min(c / t, l), En), d = Math.round((u - 2) / a) * a + 2, f = d > .9 * u && d < 1.06 * u && d * t <= c, p = Math.min(En, i * (f ? d : u));
	return {
		cellWidth: p,
		cellHeight: p,
		font: 13,
		left: 40,
		top: 24,
		right: s
	};
}
function kn({ layers: e, heads: t }) {
	return {
		cellWidth: Dn(6, 104 / t, 14),
		cellHeight: Dn(6, 136 / e, 17),
		font: 11,
		left: 22,
		top: 16,
		right: 6
	};
}
function An(e, t, n) {
	let r = [
		1,
		4,
		8,
		16,
		32
	].find((e) => e * t >= n) ?? 64;
	return Array.from({ length: e }, (e, t) => t + 1).filter((e) => e === 1 || e % r === 0);
}
function jn(e, t, n, r, i) {
	return Fn(`${e.words}: layers down, heads across`, t, r, i, (t) => {
		let r = N(e, t);
		return {
			spoken: `Head ${k(t)}, ${e.words}: ${Pe(e, t)}`,
			missing: r === null,
			paint: (e) => r !== null && xn(e, n, r.value),
			...r === null ? {} : { write: Nn(r, n) }
		};
	});
}
function Mn(e, t) {
	let [n, r] = [Ae(e), I(e.value)], i = r.length < n.length ? r : n;
	return t < 21 || i.length * wn > t - 4 ? null : i;
}
function Nn(e, t) {
	return (r, i, { cellWidth: a }) => {
		let o = Mn(e, a);
		if (o === null) return [];
		let s = n("text", {
			x: r,
			y: i + 4,
			"text-anchor": "middle",
			"font-size": 12
		}, o), c = n("g");
		xn(c, t, e.value);
		for (let e of ["--light", "--dark"]) s.style.setProperty(e, Zt(c.style.getPropertyValue(e)));
		return [s];
	};
}
function Pn(e, { cellWidth: t, cellHeight: r, font: i, left: a, top: o, right: s }, c) {
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
	for (let n of An(e.heads, t, i * (e.heads > 9 ? 1.5 : 1))) u(p, a + (n - .5) * t, o - 5, "middle", String(n));
	for (let t of An(e.layers, r, i)) u(m, a - 5, o + (t - .5) * r + i * .35, "end", String(t));
	return c && u(h, a - 5, o - 5, "end", "layer"), s > 40 && u(p, a + d + 6, o - 5, "start", "← head"), {
		across: p,
		down: m,
		corner: h
	};
}
function Fn(e, t, i, a, o) {
	let { cellWidth: s, cellHeight: c, left: l, top: u } = a, d = a.right > 10, f = r(l + t.heads * s + a.right, u + t.layers * c + 2, {
		class: d ? "grid large" : "grid",
		role: "grid",
		"aria-label": e,
		"font-size": a.font
	}), { across: p, down: m, corner: h } = Pn(t, a, d), g = j(t), _ = [], v = g.map((e) => {
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
	}, C = new Map(v.map(({ element: e }, t) => [e, t])), w = en(f, {
		marks: v,
		highlight: i,
		move: (e, n) => tn(t.layers, t.heads, e, n),
		locate: (e) => C.get(e.target) ?? null,
		show: (e, t) => {
			S(x.pointed, e), S(x.selected, t);
		}
	}), T = d ? zt(f, v, i) : () => {};
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
//#endregion
//#region src/save/light.ts
var In = /* @__PURE__ */ new WeakMap();
function Ln(e, t) {
	In.set(e, t);
}
function* Rn(e) {
	for (let t of e) t instanceof CSSMediaRule && (t.media.mediaText.includes("prefers-color-scheme: dark") ? yield t : yield* Rn(t.cssRules));
}
function zn(e) {
	let t = /* @__PURE__ */ new Set();
	for (let n of e) for (let e = n.closest("details:not([open])"); e; e = e.parentElement?.closest("details:not([open])") ?? null) t.add(e);
	return [...t];
}
function Bn(e, t) {
	let n = [...document.styleSheets].flatMap((e) => [...Rn(e.cssRules)]).map((e) => [e, e.media.mediaText]), r = window.matchMedia("(prefers-color-scheme: dark)").matches ? e.flatMap((e) => [...e.querySelectorAll("canvas")]).flatMap((e) => In.get(e) ?? []) : [], i = zn(e);
	try {
		for (let e of i) e.open = !0;
		for (let [e] of n) e.media.mediaText = "not all";
		for (let e of r) e("light");
		for (let t of e) t.classList.add("saving");
		return t();
	} finally {
		for (let e of i) e.open = !1;
		for (let [e, t] of n) e.media.mediaText = t;
		for (let e of r) e("dark");
		for (let t of e) t.classList.remove("saving");
	}
}
//#endregion
//#region src/views/decode.ts
var Vn = Float32Array.from({ length: 256 }, (e, t) => (t / 255) ** 2), Hn = 1 << 20;
function* Un(e) {
	let t = e.trim(), n = Uint8Array.fromBase64;
	if (n) yield n(t);
	else for (let e = 0; e < t.length; e += Hn) {
		let n = atob(t.slice(e, e + Hn)), r = new Uint8Array(n.length);
		for (let e = 0; e < r.length; e++) r[e] = n.charCodeAt(e);
		yield r;
	}
}
var Wn = class {
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
}, Gn = 12.6, Kn = .61 * Gn, qn = {
	" ": "␣",
	"\n": "↵",
	"	": "⇥"
}, Jn = "‍", Yn = /^[\p{C}\p{Z}\u115f\u1160\u3164\uffa0\u2800]$/u, Xn = /^(?=\p{Cn})[\u{1f000}-\u{1faff}]$/u, Zn = /(?:[\p{So}↔]|(?=\p{Cn})[\u{1f000}-\u{1faff}])[\u{1f3fb}-\u{1f3ff}]?\ufe0f*$/u, Qn = /^(?:[\p{So}↔]|(?=\p{Cn})[\u{1f000}-\u{1faff}])/u, $n = /^\p{M}/u, er = /^\p{Regional_Indicator}$/u, tr = /^[\u{1f3fb}-\u{1f3ff}]$/u, nr = /^[\p{Mn}\p{Me}\u200d\u{1f3fb}-\u{1f3ff}]$/u, rr = /* @__PURE__ */ RegExp("^(?!\\p{Regional_Indicator})(?:\\p{Emoji_Presentation}|[\\u1100-\\u115f\\u2329\\u232a\\u2e80-\\u303e\\u3041-\\u3247\\u3250-\\u4dbf\\u4e00-\\ua4cf\\ua960-\\ua97c\\uac00-\\ud7a3\\uf900-\\ufaff\\ufe10-\\ufe19\\ufe30-\\ufe6b\\uff01-\\uff60\\uffe0-\\uffe6\\u{16fe0}-\\u{18dff}\\u{1aff0}-\\u{1b2fb}\\u{1f200}-\\u{1f265}\\u{20000}-\\u{3fffd}])$", "u");
function J(e) {
	let t = [...e], n = t.map((e, n) => e === Jn && ir(t, n) || !Yn.test(e) || Xn.test(e) ? e : qn[e] ?? `‹${e.codePointAt(0).toString(16).toUpperCase().padStart(2, "0")}›`).join("");
	return $n.test(n) ? `◌${n}` : n || "‹empty›";
}
function ir(e, t) {
	return Zn.test(e.slice(0, t).join("")) && Qn.test(e[t + 1] ?? "");
}
function ar(e) {
	return e.split(" ").map((e) => e === "" ? "" : J(e)).join(" ");
}
function or(e) {
	let t = 0, n = "";
	for (let r of e) n !== Jn && !nr.test(r) && (t += rr.test(r) || Xn.test(r) ? 2 : 1), n = r;
	return t;
}
function sr(e) {
	let t = [];
	for (let n of e) {
		let e = t.at(-1) ?? "", r = er.test(e) && er.test(n), i = $n.test(n) || n === Jn || tr.test(n) || e.endsWith(Jn) || r;
		e !== "" && i ? t[t.length - 1] = e + n : t.push(n);
	}
	return t;
}
var cr = (e) => [...e].length;
function lr(e, t) {
	let n = J(e);
	if (or(n) <= t && cr(n) <= 2 * t) return n;
	let r = "";
	for (let e of sr(n)) {
		let n = [...e].slice(0, t).join("");
		if (or(r + n) > t - 1 || cr(r + n) > 2 * t) break;
		r += n;
	}
	return `${r}…`;
}
//#endregion
//#region src/card/sentence.ts
function ur(e) {
	let t = [...Un(e)];
	if (t.length === 1) return t[0];
	let n = new Uint8Array(t.reduce((e, t) => e + t.length, 0)), r = 0;
	for (let e of t) n.set(e, r), r += e.length;
	return n;
}
var dr = /* @__PURE__ */ new WeakMap();
function fr(e, { name: t, layers: n, heads: r }) {
	let i = e.texts[t];
	if (!i) return null;
	let a = dr.get(i);
	return a || dr.set(i, a = {
		layers: n,
		heads: r,
		queries: i.queries,
		keys: i.keys,
		maps: ur(i.maps)
	}), a;
}
function pr({ words: e }, [t, , n, r, i]) {
	let [a, o] = [J(e[t]), J(e[n])], s = r.map((t) => J(e[t])).join(" or ");
	return `${a} → ${o} ${r.includes(n) ? "✓" : `✗${s === "" ? "" : ` (it is ${s})`}`} ${i.toFixed(2)}`;
}
function mr(e, t, n) {
	let { words: r, answers: i } = t, a = {
		texts: r,
		special: r.map(() => !1),
		segments: r.map(() => 0)
	}, o = {
		texts: [
			e.special.cls ?? "",
			...r,
			e.special.sep ?? ""
		],
		special: [
			!0,
			...a.special,
			!0
		],
		segments: [
			0,
			...a.segments,
			0
		]
	}, s = D(e).find(({ id: e }) => e === t.score), c = s?.direction !== "head-to-dependent";
	return {
		name: `${n} (${i.filter(([, , e, t]) => t.includes(e)).length} of ${i.length} right)`,
		about: `${s ? `Where it ${s.words}: ` : ""}${t.place}. Press an answer to see it.`,
		given: {
			layers: 1,
			heads: 1,
			queries: a,
			keys: o,
			maps: ur(t.map)
		},
		layer: 0,
		head: 0,
		answers: i.map((e) => ({
			side: c ? "left" : "right",
			token: c ? e[1] : e[1] + 1,
			words: pr(t, e),
			right: e[3].includes(e[2])
		}))
	};
}
function hr(e, t) {
	let n = e.cards.find((e) => e.stack === t.stack && e.layer === t.layer && e.head === t.head), r = fr(e, M(e, t.stack)), i = r && {
		name: "Sample text",
		about: "",
		given: r,
		layer: t.layer,
		head: t.head,
		answers: []
	}, a = ["most right", "least right"].flatMap((t) => {
		let r = (n?.sentences ?? []).filter((e) => e.kind === t), i = t === "most right" ? "Best case" : "Worst case";
		return r.map((t, n) => mr(e, t, r.length > 1 ? `${i} ${n + 1}` : i));
	});
	return (n?.claims.length ?? 0) > 0 ? [...a, ...i ? [i] : []] : [...i ? [i] : [], ...a];
}
//#endregion
//#region src/pictures.ts
var gr = 3072, _r = 1;
function vr(e, t) {
	let n = e.texts[t.name], r = e.pictures[t.name] ?? (n && {
		rows: n.queries.texts.length,
		columns: n.keys.texts.length,
		maps: n.maps
	});
	if (!r) return null;
	let { rows: i, columns: a } = r, o = ur(r.maps), s = i * a;
	if (o.length !== s * t.layers * t.heads) throw Error(`the maps of the ${t.name} do not have the size of their text`);
	return {
		rows: i,
		columns: a,
		of: ({ layer: e, head: n }) => o.subarray((e * t.heads + n) * s, (e * t.heads + n + 1) * s)
	};
}
function yr(e, t) {
	let { ground: n, deep: r } = Xt(e, t), i = (e) => [
		1,
		3,
		5
	].map((t) => parseInt(e.slice(t, t + 2), 16)), [a, o] = [i(n), i(r)];
	return Uint32Array.from({ length: 256 }, (e, t) => {
		let [n, r, i] = a.map((e, n) => Math.round(e + (o[n] - e) * t / 255));
		return (255 << 24 | i << 16 | r << 8 | n) >>> 0;
	});
}
function br(e, n) {
	let [r, i] = [e.heads * n.cellWidth, e.layers * n.cellHeight], a = Math.min(window.devicePixelRatio || 1, gr / Math.max(r, i)), o = t("canvas", {
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
function xr(e, n, r, i, a, o) {
	let s = e.getContext("2d"), c = t("canvas", {
		width: n.columns,
		height: n.rows
	}), l = c.getContext("2d");
	if (!s || !l) return;
	let u = l.createImageData(n.columns, n.rows), d = new Uint32Array(u.data.buffer), [f, p] = [e.width / i.heads, e.height / i.layers], m = _r * e.width / parseFloat(e.style.width), h = (f - 2 * m) / n.columns;
	s.imageSmoothingEnabled = h < 4 && Math.abs(h - Math.round(h)) > .01, s.imageSmoothingQuality = "high";
	for (let e of r) {
		let t = yr(a(e), o);
		n.of(e).forEach((e, n) => d[n] = t[e]), l.putImageData(u, 0, 0), s.drawImage(c, e.head * f + m, e.layer * p + m, f - 2 * m, p - 2 * m);
	}
}
//#endregion
//#region src/behaviour_grid.ts
var Sr = 6, Cr = 14, wr = ["light", "dark"];
function Tr(e, t) {
	let [n, r] = e.split(":");
	return [
		e,
		r,
		n
	].find((e) => e !== void 0 && e.length * Sr <= t - 4) ?? null;
}
function Er(e) {
	let t = e.claims.map(({ key: e }) => e).join(", ");
	return e.behaviour.words + (Ht(e) ? ", uncertain" : "") + (t === "" ? "" : ` (${t})`);
}
var Dr = (e) => e.behaviour.sign + (Ht(e) ? "?" : "");
function Or(e, t) {
	for (let n of wr) e.style.setProperty(`--${n}`, t(n));
	return e;
}
function kr(e) {
	return (t, r, { cellWidth: i, cellHeight: a }) => {
		let o = e.claims[0] && a >= 26 ? Tr(e.claims[0].key, i) : null, s = (i, a, o) => Or(n("text", {
			x: t,
			y: r + i + a * .35,
			"text-anchor": "middle",
			"font-size": a
		}, o), (t) => Jt(e, t).ink), c = Math.min(14, a * .55);
		return o === null ? [s(0, c, Dr(e))] : [s(-a * .2, Math.min(12, c), Dr(e)), s(a * .22, 11, o)];
	};
}
function Ar(e) {
	let t = e.behaviour.light, r = (e) => t ?? (e === "light" ? "#5f6670" : "#a0a6ae");
	return (i, a, { cellWidth: o, cellHeight: s }) => {
		let [c, l] = [i - o / 2 + 1, a - s / 2 + 1], u = (e, t, i, a) => [Or(n("rect", {
			class: "chip",
			x: e,
			y: t,
			width: i,
			height: Cr
		}), r), Or(n("text", {
			x: e + i / 2,
			y: t + 11,
			"text-anchor": "middle",
			"font-size": 11
		}, a), (e) => Zt(r(e)))], d = Dr(e), f = t === null ? [] : u(c, l, d.length > 1 ? 22 : Cr, d), p = e.claims[0] && s >= 36 ? Tr(e.claims[0].key, o) : null;
		if (p === null) return f;
		let m = Math.min(o - 2, p.length * Sr + 8);
		return [...f, ...u(c, l + s - 2 - Cr, m, p)];
	};
}
function jr() {
	return !window.matchMedia("print").matches && window.matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}
function Mr(e, t, n, r, i) {
	let a = n !== null && i.cellWidth >= 20 ? n : null, o = Fn("What each head does: layers down, heads across", t, r, i, (t) => {
		let n = e.of(t);
		return {
			spoken: `Head ${k(t)}: ${Er(n)}`,
			paint: (e) => {
				Or(e, (e) => Jt(n, e).fill), e.classList.toggle("pictured", a !== null), e.classList.toggle("unsure", Ht(n));
			},
			write: a === null ? kr(n) : Ar(n)
		};
	});
	if (a === null) return {
		...o,
		canvas: null
	};
	let s = br(t, i), c = j(t), l = (n) => xr(s, a, c, t, (t) => e.of(t), n), u = () => l(jr());
	Ln(s, l), u();
	let d = ["print", "(prefers-color-scheme: dark)"].map((e) => window.matchMedia(e));
	for (let e of d) e.addEventListener?.("change", u);
	return {
		...o,
		canvas: s,
		release: () => {
			o.release();
			for (let e of d) e.removeEventListener?.("change", u);
		}
	};
}
var Nr = "The fainter a cell, the less there is behind its colour; with “?”, its interval does not support it.";
function Pr(e, n, r) {
	let i = t("p", { class: "readout" }), a = (t) => e.card(t)?.summary || `Head ${k(t)}: ${Er(e.of(t))}.`;
	return {
		element: i,
		release: r.listen(({ current: e }) => {
			let t = e !== null && e.stack === n.name ? e : null;
			i.textContent = t === null ? Nr : a(t), i.classList.toggle("live", t !== null);
		})
	};
}
//#endregion
//#region src/behaviour_legend.ts
function Fr(e) {
	let n = t("span", {
		class: "swatch",
		"aria-hidden": "true"
	}, e.sign);
	for (let t of ["light", "dark"]) {
		let { fill: r, ink: i } = Jt({
			behaviour: e,
			sure: !0,
			strength: 1,
			claims: []
		}, t);
		n.style.setProperty(`--${t}`, r), n.style.setProperty(`--${t}-ink`, i);
	}
	return n;
}
function Ir(e, n, r) {
	let i = t("ul", {
		class: "behaviours",
		"aria-label": "What heads do, and how many: press to show only these"
	}), a = () => new Set(Lr(r.get("filter"))), o = e.counts(n).map(({ behaviour: e, count: n, unsure: i }) => {
		let o = `${n} ${e.words}${i > 0 ? ` (${i} uncertain)` : ""}`, s = t("button", {
			type: "button",
			"aria-pressed": String(a().has(e.name))
		}, Fr(e), ` ${o}`);
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
function Lr(e) {
	return (e ?? "").split(",").filter((e) => e !== "");
}
function Rr(e, t, n, r) {
	let i = e.stacks.flatMap(j), a = new Set(i.map((e) => t.of(e).behaviour.name));
	r.listen("filter", (e) => {
		let o = Lr(e), s = o.filter((e) => !a.has(e));
		s.length > 0 && r.refuse("filter", `No head of this page is called ${s.map((e) => `“${e}”`).join(" or ")}.`);
		let c = new Set(o.filter((e) => a.has(e)));
		n.keep(c.size === 0 ? null : i.filter((e) => c.has(t.of(e).behaviour.name)));
	});
}
//#endregion
//#region src/choices.ts
var zr = "behaviour", Br = 10;
function Vr({ value: e, baseline: t, quantity: n }) {
	let r = O(e);
	if (r.length === 0) return -Infinity;
	let [i, a] = [Math.max(...r), Math.min(...r)], o = n.low !== null && n.high !== null ? n.high - n.low : Math.max(i, 0) - Math.min(a, 0);
	return o === 0 ? 0 : (i - (t?.value ?? a)) / o;
}
function Hr(e, t) {
	let n = D(e).filter((e) => e.stack === t.name), r = e.findings.flatMap(({ score: e }) => n.filter(({ id: t }) => t === e)), i = [...n].sort((e, t) => Vr(t) - Vr(e)), a = /* @__PURE__ */ new Map();
	for (let e of [...r, ...i]) {
		let t = `${e.measure}.${e.key}`;
		a.has(t) || a.set(t, e);
	}
	return [...a.values()].slice(0, Br);
}
function Ur(e, t) {
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
		let t = re(e) + (r.size > i.size ? `, ${e.corpus}` : "");
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
				id: zr,
				text: "what they do",
				detail: "behaviour, with each head’s picture"
			}] : []
		},
		{
			title: "Most telling",
			choices: Hr(e, t).map(a)
		},
		...e.measures.map(({ name: e, title: t }) => ({
			title: t,
			choices: n.filter(({ measure: t }) => t === e).map(a)
		}))
	].filter(({ choices: e }) => e.length > 0);
}
function Wr(e, t) {
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
function Gr(e, t, n) {
	let r = D(e).find((e) => e.id === t);
	if (!r) return null;
	let i = (e) => e.measure === r.measure && e.key === r.key && e.direction === r.direction, a = D(e).filter((e) => e.stack === n.name && i(e));
	return (a.find(({ corpus: e }) => e === r.corpus) ?? a[0])?.id ?? null;
}
//#endregion
//#region src/colour_by.ts
var Kr = "colour-options";
function qr(e) {
	let n = t("input", {
		id: "colour-by",
		type: "text",
		role: "combobox",
		autocomplete: "off",
		autocapitalize: "off",
		spellcheck: "false",
		"aria-autocomplete": "list",
		"aria-expanded": "false",
		"aria-controls": Kr
	}), r = t("div", {
		id: Kr,
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
		let n = Wr(o, e).map(({ title: e, choices: n }, r) => {
			let i = n.map((e) => {
				let n = t("div", {
					id: `${Kr}-${c.length}`,
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
				id: `${Kr}-group-${r}`,
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
var Jr = 240, Y = 10, Yr = 14, Xr = 6.6;
function Zr(e, t, i) {
	let a = i === null ? 2 : 18, o = (t) => Yr + e.fraction(t) * Jr, s = e.ticks(5), c = Math.max(...Cn(s).map((e) => e.length)) > 4 ? e.ticks(2) : s, l = Cn(c), u = r(276 + Xr * Math.min(16, t.length), a + Y + 18, {
		class: "legend",
		role: "img",
		"aria-label": `Colour from ${l[0]} to ${l[l.length - 1]} ${t}` + (i ? `; ${i.name} is ${I(i.value)}` : "")
	}), d = Jr / 2;
	for (let t = 0; t < d; t++) {
		let r = n("rect", {
			class: "step",
			x: Yr + t * 2,
			y: a,
			width: t === 119 ? 2 : 2.5,
			height: Y
		});
		xn(r, e, e.low + (e.high - e.low) * t / 119), u.append(r);
	}
	if (u.append(n("rect", {
		class: "edge",
		x: Yr,
		y: a,
		width: Jr,
		height: Y
	})), c.forEach((e, t) => {
		u.append(n("line", {
			class: "tick",
			x1: o(e),
			x2: o(e),
			y1: a + Y,
			y2: a + Y + 3
		})), u.append(n("text", {
			x: o(e),
			y: a + Y + 14,
			"text-anchor": "middle"
		}, l[t]));
	}), u.append(n("text", {
		x: 272,
		y: a + Y + 14
	}, t)), i !== null) {
		let t = o(i.value), r = e.fraction(i.value) < .6;
		u.append(n("line", {
			class: "baseline",
			x1: t,
			x2: t,
			y1: 4,
			y2: a + Y
		}));
		let s = {
			class: "quiet",
			x: t + (r ? 4 : -4),
			y: 13,
			"text-anchor": r ? "start" : "end"
		};
		u.append(n("text", s, `${i.name} ${I(i.value)}`));
	}
	return u;
}
//#endregion
//#region src/readout.ts
function Qr(e, n) {
	let r = t("b"), i = t("span"), a = t("p", { class: "readout" }, r, i), o = le(e);
	return {
		element: a,
		release: n.listen(({ current: t }) => {
			let n = t !== null && t.stack === e.stack ? t : null, s = n ?? o;
			r.textContent = s === null ? "" : `${n ? "Head" : "Highest: head"} ${k(s)}`, i.textContent = s === null ? "No head was measured." : ` ${n ? Pe(e, s) : Ne(e, s)}`, a.classList.toggle("live", n !== null);
		})
	};
}
//#endregion
//#region src/views/draw.ts
var $r = "ui-monospace, \"SF Mono\", Menlo, Consolas, \"DejaVu Sans Mono\", \"Liberation Mono\", monospace", ei = "system-ui, -apple-system, \"Segoe UI\", Roboto, \"Noto Sans\", sans-serif", ti = /\p{L}/u, ni = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}\u07c0-\u085f]/u;
function ri(e) {
	let t = ti.exec(e)?.[0] ?? "";
	return ni.test(t) ? "rtl" : "ltr";
}
var ii = class {
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
	text(e, t, n, { colour: r, size: i, anchor: a, font: o, strong: s, turned: c }) {
		let { context: l } = this;
		c ? (l.save(), l.translate(e, t), l.rotate(-Math.PI / 2), this.text(0, 0, n, {
			colour: r,
			size: i,
			anchor: a,
			font: o,
			...s ? { strong: s } : {}
		}), l.restore()) : (l.globalAlpha = 1, l.fillStyle = r, l.font = `${s ? "600 " : ""}${i}px ${o}`, l.textAlign = a === "middle" ? "center" : a === "end" ? "right" : "left", l.textBaseline = "alphabetic", l.direction = ri(n), l.fillText(n, e, t + i * .35));
	}
	picture(e, t, n, r, i) {
		this.context.globalAlpha = 1, this.context.imageSmoothingEnabled = e.width > r * 2, this.context.drawImage(e, t, n, r, i);
	}
}, X = (e) => String(Math.round(e * 100) / 100), ai = class {
	into;
	paths = /* @__PURE__ */ new Map();
	start = "";
	constructor(e) {
		this.into = e;
	}
	line(e, t, r, i, { colour: a, alpha: o, width: s, dash: c }) {
		let l = `M${X(e)} ${X(t)}`;
		l !== this.start && this.paths.clear(), this.start = l;
		let u = X(Math.min(1, o)), d = `${a} ${u} ${c.join()}`, f = this.paths.get(d);
		f || (f = n("path", {
			d: "",
			fill: "none",
			stroke: a,
			"stroke-opacity": u,
			"stroke-width": X(s)
		}), c.length > 0 && f.setAttribute("stroke-dasharray", c.join(" ")), this.paths.set(d, f), this.into.append(f)), f.setAttribute("d", `${f.getAttribute("d")}${l}L${X(r)} ${X(i)}`);
	}
	box(e, t, r, i, a, o) {
		let s = {
			x: X(e),
			y: X(t),
			width: X(r),
			height: X(i)
		};
		this.into.append(n("rect", {
			...s,
			fill: a,
			"fill-opacity": X(Math.min(1, o))
		}));
	}
	frame(e, t, r, i, a) {
		let o = {
			x: X(e),
			y: X(t),
			width: X(r),
			height: X(i)
		};
		this.into.append(n("rect", {
			...o,
			fill: "none",
			stroke: a,
			"stroke-width": 1.25
		}));
	}
	text(e, t, r, { colour: i, size: a, anchor: o, font: s, strong: c, turned: l }) {
		let u = ri(r), d = n("text", {
			x: X(l ? e + a * .35 : e),
			y: X(l ? t : t + a * .35),
			fill: i,
			"font-size": X(a),
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
		c && d.setAttribute("font-weight", "600"), l && d.setAttribute("transform", `rotate(-90 ${X(e + a * .35)} ${X(t)})`), d.append(r), this.into.append(d);
	}
	picture(e, t, r, i, a) {
		let o = n("image", {
			x: X(t),
			y: X(r),
			width: X(i),
			height: X(a),
			href: e.toDataURL("image/png"),
			preserveAspectRatio: "none"
		});
		e.width <= i * 2 && o.setAttribute("image-rendering", "pixelated"), this.into.append(o);
	}
};
function oi(e, t, n) {
	let r = Math.min(2, window.devicePixelRatio || 1), [i, a] = [Math.max(1, Math.round(t * r)), Math.max(1, Math.round(n * r))];
	(e.width !== i || e.height !== a) && (e.width = i, e.height = a, e.style.width = `${t}px`, e.style.height = `${n}px`);
	let o = e.getContext("2d");
	return o?.setTransform(1, 0, 0, 1, 0, 0), o?.clearRect(0, 0, i, a), o?.setTransform(r, 0, 0, r, 0, 0), o;
}
//#endregion
//#region src/views/palette.ts
var Z = {
	light: {
		background: "#ffffff",
		ink: "#16181c",
		quiet: "#5f6670",
		line: "#d5d9de",
		faint: "#eceef1",
		accent: "#c2185b",
		hues: [
			"#0a4ba0",
			"#d17f26",
			"#901c2f",
			"#03a9b6",
			"#016123",
			"#d46ea1",
			"#702c84",
			"#989d1d",
			"#734301",
			"#9584e5"
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
			"#427fd8",
			"#ffc38f",
			"#ca545d",
			"#2eebfc",
			"#2e9848",
			"#febad9",
			"#a55fb9",
			"#d3da66",
			"#b66c02",
			"#d0c9ff"
		],
		negative: "#f2935c",
		positive: "#7ab4fe"
	}
}, si = [
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
function ci(e, t) {
	let n = t >> 1, r = 2 * (n % (e.hues.length / 2)) + (t & 1);
	return {
		colour: e.hues[r],
		dash: si[n % si.length]
	};
}
function li(e, t) {
	return t.length === 1 ? [{
		colour: e.hues[0],
		dash: []
	}] : t.map((t) => ci(e, t));
}
var ui = "(prefers-color-scheme: dark)";
function di() {
	let { dataset: e, classList: t } = document.body, n = e.jpThemeLight ?? e.vscodeThemeKind;
	return n === "false" || n === "vscode-dark" || n === "vscode-high-contrast" ? "dark" : n !== void 0 || t.contains("vscode-light") ? "light" : t.contains("vscode-dark") ? "dark" : null;
}
function fi() {
	return di() ?? (window.matchMedia(ui).matches ? "dark" : "light");
}
function pi(e) {
	let t = window.matchMedia(ui), n = new MutationObserver(e);
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
var mi = 12, hi = 28, gi = 8192;
function _i(e, t) {
	e.text(mi, 16, t, {
		colour: Z.light.ink,
		size: 14,
		anchor: "start",
		font: ei,
		strong: !0
	});
}
function vi({ width: e, height: t }) {
	return {
		width: e + 24,
		height: t + hi + mi
	};
}
function yi(e) {
	let { width: t, height: r } = vi(e), i = n("svg", {
		xmlns: "http://www.w3.org/2000/svg",
		width: t,
		height: r,
		viewBox: `0 0 ${t} ${r}`,
		role: "img"
	});
	i.append(n("title", {}, e.title), n("rect", {
		width: t,
		height: r,
		fill: Z.light.background
	})), _i(new ai(i), e.title);
	let a = n("svg", {
		x: mi,
		y: hi,
		width: e.width,
		height: e.height,
		overflow: "hidden"
	});
	return e.draw(new ai(a), Z.light, "light"), i.append(a), new XMLSerializer().serializeToString(i);
}
async function bi(e) {
	let { width: n, height: r } = vi(e), i = Math.min(3, gi / Math.max(n, r)), a = t("canvas", {
		width: Math.ceil(n * i),
		height: Math.ceil(r * i)
	}), o = a.getContext("2d");
	o.scale(i, i);
	let s = new ii(o);
	return s.box(0, 0, n, r, Z.light.background, 1), _i(s, e.title), o.translate(mi, hi), o.beginPath(), o.rect(0, 0, e.width, e.height), o.clip(), e.draw(s, Z.light, "light"), new Promise((e, t) => {
		a.toBlob((n) => n ? e(n) : t(/* @__PURE__ */ Error("the browser made no PNG of this size")), "image/png");
	});
}
function xi(e, t) {
	return `${e.normalize("NFKD").replace(/[^\p{L}\p{N}]+/gu, "-").slice(0, 61).replace(/^-+|-+$/gu, "") || "headscope"}.${t}`;
}
function Si(e, n) {
	let r = URL.createObjectURL(e);
	t("a", {
		href: r,
		download: n
	}).click(), setTimeout(() => URL.revokeObjectURL(r), 1e4);
}
//#endregion
//#region src/save/snapshot.ts
var Ci = {
	fill: "rgb(0, 0, 0)",
	"fill-opacity": "1",
	stroke: "none",
	"stroke-width": "1px",
	"stroke-opacity": "1",
	"stroke-dasharray": "none",
	"stroke-linecap": "butt",
	"stroke-linejoin": "miter",
	opacity: "1",
	"font-family": "",
	"font-size": "",
	"font-weight": "400",
	"font-style": "normal",
	"text-anchor": "start",
	"paint-order": "normal",
	"image-rendering": "auto"
}, wi = /* @__PURE__ */ new Set([
	"font-family",
	"font-size",
	"font-weight",
	"font-style",
	"text-anchor"
]), Ti = new Set("svg g text tspan title line polyline polygon path circle ellipse rect image".split(" ")), Ei = "button:not(.behaviours button), input, select, textarea, .save, .readout, [hidden]", Di = "rgba(0, 0, 0, 0)", Oi = .8, Q = (e) => String(Math.round(e * 100) / 100);
function ki(e) {
	return e === "font-family" ? getComputedStyle(document.body).fontFamily : "";
}
function Ai(e) {
	if (!Ti.has(e.tagName)) return null;
	let t = getComputedStyle(e);
	if (t.display === "none" || t.visibility === "hidden" && e.childElementCount === 0) return null;
	let n = e.cloneNode(!1);
	for (let { name: e } of [...n.attributes]) /^(class|style|role|id|tabindex|color|data-.*|aria-.*)$/.test(e) && n.removeAttribute(e);
	let r = e.tagName === "text" || e.tagName === "tspan", i = e.tagName === "g" || e.tagName === "svg";
	for (let [e, a] of Object.entries(Ci)) {
		if (n.removeAttribute(e), i ? e !== "opacity" : wi.has(e) && !r) continue;
		let o = t.getPropertyValue(e);
		o !== (a || ki(e)) && o !== "" && n.setAttribute(e, o);
	}
	for (let t of e.childNodes) {
		let e = t instanceof SVGElement ? Ai(t) : null;
		e ? n.append(e) : t.nodeType === Node.TEXT_NODE && n.append(t.textContent ?? "");
	}
	return n;
}
function ji(e) {
	let [t, n] = [Ai(e), e.getBoundingClientRect()];
	if (!t || n.width === 0) return null;
	for (let [e, r] of Object.entries({
		width: n.width,
		height: n.height
	})) t.setAttribute(e, Q(r));
	return t.setAttribute("overflow", "visible"), {
		element: t,
		box: n
	};
}
function Mi(e) {
	let t = e.getBoundingClientRect();
	if (t.width === 0 || e.width === 0) return null;
	let r = n("image", {
		width: Q(t.width),
		height: Q(t.height),
		href: e.toDataURL("image/png"),
		preserveAspectRatio: "none",
		"image-rendering": "pixelated"
	}), { opacity: i } = getComputedStyle(e);
	return i !== "1" && r.setAttribute("opacity", i), {
		element: r,
		box: t
	};
}
function Ni(e) {
	let [t, r] = [getComputedStyle(e), e.getBoundingClientRect()], i = t.borderTopStyle !== "none" && t.borderBottomStyle !== "none" ? parseFloat(t.borderTopWidth) : 0, a = t.backgroundColor !== Di;
	if (!a && i === 0 || r.width === 0) return null;
	let o = n("rect", {
		width: Q(r.width),
		height: Q(r.height),
		fill: a ? t.backgroundColor : "none"
	});
	if (i > 0) for (let [e, n] of [["stroke", t.borderTopColor], ["stroke-width", Q(i)]]) o.setAttribute(e, n);
	return {
		element: o,
		box: r
	};
}
function* Pi(e) {
	let t = document.createRange(), n = (n, r) => (t.setStart(e, n), t.setEnd(e, n + r), [...t.getClientRects()].filter(({ width: e }) => e > 0));
	for (let { 0: t, index: r } of e.data.matchAll(/\S+/gu)) {
		let e = r > 0 ? " " : "", [i, ...a] = n(r, t.length);
		if (i) {
			if (a.length === 0) yield {
				text: e + t,
				box: i
			};
			else {
				let i = r;
				for (let a of t) {
					let [t] = n(i, a.length);
					t && (yield {
						text: (i === r ? e : "") + a,
						box: t
					}), i += a.length;
				}
			}
		}
	}
}
function Fi(e) {
	let t = getComputedStyle(e.parentElement), r = [];
	for (let t of Pi(e)) {
		let e = r.at(-1);
		e && Math.abs(e.box.top - t.box.top) < 2 ? (e.text += t.text, e.box = new DOMRect(e.box.left, e.box.top, t.box.right - e.box.left, e.box.height)) : r.push({ ...t });
	}
	return r.map(({ text: e, box: r }) => {
		let i = n("text", {
			fill: t.color,
			"font-size": t.fontSize,
			"font-weight": t.fontWeight,
			dy: Q(Oi * r.height)
		}, e.trim());
		return t.fontFamily !== ki("font-family") && i.setAttribute("font-family", t.fontFamily), {
			element: i,
			box: r
		};
	});
}
function* Ii(e) {
	if (!e.matches(Ei)) {
		if (e instanceof SVGSVGElement) return yield* Li(ji(e));
		if (e instanceof HTMLCanvasElement) return yield* Li(Mi(e));
		if (e instanceof HTMLElement && getComputedStyle(e).visibility !== "hidden") {
			yield* Li(Ni(e));
			for (let t of e.childNodes) t instanceof Text ? yield* Fi(t) : t instanceof Element && (yield* Ii(t));
		}
	}
}
function* Li(e) {
	e && (yield e);
}
function Ri(e) {
	let t = [...Ii(e)];
	if (t.length === 0) return {
		element: n("g"),
		width: 0,
		height: 0
	};
	let [r, i] = [Math.min(...t.map(({ box: e }) => e.left)), Math.min(...t.map(({ box: e }) => e.top))], a = n("g");
	for (let { element: e, box: n } of t) e.setAttribute("x", Q(n.left - r)), e.setAttribute("y", Q(n.top - i)), a.append(e);
	return {
		element: a,
		width: Math.max(0, ...t.map(({ box: e }) => e.right - r)),
		height: Math.max(0, ...t.map(({ box: e }) => e.bottom - i))
	};
}
//#endregion
//#region src/save/save.ts
var zi = 12, Bi = 20, Vi = 7.6, Hi = 240;
function Ui(e, t) {
	let n = [];
	for (let r of e.split(/\s+/u)) {
		let e = n.length === 0 ? r : `${n.at(-1)} ${r}`;
		n.length === 0 || e.length > t ? n.push(r) : n[n.length - 1] = e;
	}
	return n;
}
function Wi(e, t, r = t) {
	let i = Bn(e, () => e.map(Ri).filter(({ width: e }) => e > 0)), a = Math.ceil(Math.max(Hi, ...i.map((e) => e.width)) + 24), o = e.some((e) => [...e.querySelectorAll("h2, h3, h4")].some(({ textContent: e }) => e === r)) ? [] : Ui(r, Math.floor((a - 24) / Vi)), s = getComputedStyle(document.body).fontFamily || "system-ui, -apple-system, \"Segoe UI\", Roboto, \"Noto Sans\", sans-serif", c = {
		fill: Z.light.ink,
		"font-size": 14,
		"font-weight": 600
	}, l = zi, u = o.map((e) => n("text", {
		x: zi,
		y: (l += Bi) - 6,
		...c
	}, e));
	o.length > 0 && (l += 4);
	for (let e of i) e.element.setAttribute("transform", `translate(${zi} ${l})`), u.push(e.element), l += Math.ceil(e.height) + zi;
	let d = {
		width: a,
		height: l
	}, f = n("svg", {
		xmlns: "http://www.w3.org/2000/svg",
		...d,
		viewBox: `0 0 ${a} ${l}`,
		role: "img",
		"font-family": s
	});
	return f.append(n("title", {}, t), n("rect", {
		...d,
		fill: Z.light.background
	}), ...u), {
		text: new XMLSerializer().serializeToString(f),
		...d
	};
}
async function Gi({ text: e, width: n, height: r }) {
	let i = new Image();
	i.src = `data:image/svg+xml,${encodeURIComponent(e)}`, await i.decode();
	let a = Math.min(3, gi / Math.max(n, r)), o = t("canvas", {
		width: Math.ceil(n * a),
		height: Math.ceil(r * a)
	});
	return o.getContext("2d").drawImage(i, 0, 0, o.width, o.height), new Promise((e, t) => {
		o.toBlob((n) => n ? e(n) : t(/* @__PURE__ */ Error("the browser made no PNG of this size")), "image/png");
	});
}
function Ki({ title: e, svg: n, png: r }) {
	let i = t("span", { role: "status" }), a = (t) => xi(`${document.title.split(" ")[0]} ${e()}`, t), o = (e, n) => {
		let r = t("button", {
			type: "button",
			title: `Save this picture as ${e}`
		}, e);
		return r.addEventListener("click", () => {
			i.textContent = "", n().catch((t) => i.textContent = ` No ${e}: ${t instanceof Error ? t.message : String(t)}.`);
		}), r;
	};
	return t("span", {
		class: "save",
		role: "group",
		"aria-label": "Save this picture"
	}, "Save ", o("SVG", async () => Si(new Blob([n()], { type: "image/svg+xml" }), a("svg"))), " ", o("PNG", async () => Si(await r(), a("png"))), i);
}
function qi(e, t, n = {}) {
	let r = () => Wi([n.of?.() ?? e, ...n.with?.() ?? []], t(), n.heading?.());
	return e.append(Ki({
		title: t,
		svg: () => r().text,
		png: () => Gi(r())
	})), e;
}
//#endregion
//#region src/stacks.ts
function Ji({ stacks: e }, n) {
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
var Yi = [
	1,
	2,
	4
], Xi = 40;
function Zi(e) {
	let n = 0, r = t("button", { type: "button" }, "Zoom in"), i = t("button", { type: "button" }, "Zoom out"), a = t("span", {
		class: "zoom",
		role: "group",
		"aria-label": "Size of the cells"
	}, r, i), o = () => {
		r.setAttribute("aria-disabled", String(n === Yi.length - 1)), i.setAttribute("aria-disabled", String(n === 0));
	}, s = (t) => {
		a.hidden || Yi[n + t] === void 0 || (n += t, o(), e());
	};
	return r.addEventListener("click", () => s(1)), i.addEventListener("click", () => s(-1)), o(), {
		element: a,
		get factor() {
			return Yi[n];
		},
		step: s,
		fit: (e) => {
			a.hidden = e >= Xi, a.hidden && (n = 0), o();
		}
	};
}
//#endregion
//#region src/map.ts
var Qi = 9;
function $i(e) {
	let t = e.findings.find(({ score: t }) => e.scores.some(({ id: e }) => e === t));
	return e.scores.find(({ id: e }) => e === t?.score) ?? D(e)[0];
}
function ea(e, t, n) {
	let r = $i(e), i = M(e, e.labels.length > 0 ? e.labels[0].stack : r.stack), a = e.stacks.find(({ name: e }) => e === n), o = D(e).find(({ id: e }) => e === t), s = t !== null && t !== "behaviour" && !o ? `There is no score “${t}” here to colour by.` : "";
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
function ta(e, t, n, r) {
	let i = e.relations.length > 0 ? ", a word is a relation that it finds significantly better than a fixed rule" : "", a = e.texts[t.name]?.queries;
	if (n === null) return `Each cell is a head: its sign and colour say what it mostly attends to${i}.`;
	let o = a?.texts.filter((e, t) => !a.special[t]).map((e) => lr(e, 16)) ?? [], s = o.length === 0 ? "one text" : `“${o.slice(0, Qi).join(" ")}${o.length > Qi ? " …" : ""}”`;
	return r ? `Each cell is a head: its sign and colour say what it mostly does. Zoom in for its attention on ${s}.` : `Each cell is a head’s attention on ${s}, a row for each token; sign and colour say what the head mostly does${i}.`;
}
function na(e, n, r) {
	let i = t("section", {
		class: "map",
		"aria-labelledby": "map-title"
	}, t("h2", { id: "map-title" }, "What its heads do"));
	if (!$i(e)) return i.append(t("p", {}, "Nothing was measured; the run’s notes below say why.")), i;
	let a = new Vt(e), o = /* @__PURE__ */ new Map(), s = (t) => (o.has(t.name) || o.set(t.name, vr(e, t)), o.get(t.name)), c = ea(e, r.get("colour"), r.get("stack")), l = qr((t) => r.set({
		colour: t === "behaviour" && e.labels.length > 0 ? null : t,
		stack: u(c.stack)
	})), u = ({ name: t }) => t === e.stacks[0].name ? null : t, d = Ji(e, (t) => {
		let n = c.score && Gr(e, c.score.id, t);
		r.set({
			stack: u(t),
			colour: n
		});
	}), f = t("p", { class: "lead" }), p = t("div"), m = Zi(() => y()), h = () => {}, g = null;
	n.listen(({ current: e }) => g = e ?? g);
	function _(e) {
		let { stack: i, score: o } = c;
		if (o !== null) {
			let r = yn([o]), a = jn(o, i, r, n, e), s = Qr(o, n);
			return {
				figure: a,
				canvas: null,
				below: [t("div", { class: "scroll" }, Zr(r, Me(o.quantity), o.baseline)), s.element],
				stop: s.release
			};
		}
		let l = Mr(a, i, s(i), n, e), u = Pr(a, i, n), d = Ir(a, j(i), r);
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
		let [n, r] = [document.documentElement.clientWidth, window.innerHeight], a = s(c.stack)?.columns ?? 1, o = On(c.stack, n, r, 1, a);
		m.fit(o.cellWidth);
		let u = On(c.stack, n, r, m.factor, a);
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
		}), p.replaceChildren(w, ...S), g?.stack === c.stack.name && m.factor > 1 && w.scrollTo(u.left + (g.head + .5) * u.cellWidth - w.clientWidth / 2, u.top + (g.layer + .5) * u.cellHeight - w.clientHeight / 2), y && g && b.focus(g), l.show(Ur(e, c.stack), c.score?.id ?? "behaviour"), d.show(c.stack), f.textContent = c.score === null ? ta(e, c.stack, s(c.stack), u.cellWidth < 20) : `Each cell is a head, and its number: ${c.score.words}.`, v = `${n}×${r}`;
	}
	let b = () => {
		let t = ea(e, r.get("colour"), r.get("stack"));
		t.wrong !== "" && r.refuse("colour", t.wrong);
		let n = v !== "" && t.score === c.score && t.stack === c.stack;
		c = t, n || y();
	};
	r.listen("colour", b), r.listen("stack", b), Rr(e, a, n, r);
	let x = null;
	return n.listen(({ selected: t }) => {
		A(t, x) || (x = t, t && t.stack !== c.stack.name && d.press(M(e, t.stack)));
	}), window.addEventListener("resize", () => {
		v !== `${document.documentElement.clientWidth}×${window.innerHeight}` && y();
	}), i.append(f, t("div", { class: "choose" }, d.element, l.element, m.element), qi(t("div", {}, p), () => `What the heads do: ${c.score?.words ?? "attention on the sample text, by behaviour"}`, { of: () => p }), t("p", { class: "hint" }, "A head is named layer-head, both counted from 1: 2-3 is head 3 of layer 2. Point at one to see it in every figure; click it, or walk there with Tab and the arrow keys and press Enter, for its card.")), i;
}
//#endregion
//#region src/section.ts
function ra(e) {
	return `score=${e}`;
}
function ia(e) {
	return `#${encodeURIComponent(e).replace("%3D", "=")}`;
}
function aa(e) {
	return `measure=${e.name}`;
}
//#endregion
//#region src/layers.ts
var oa = {
	left: 28,
	right: 48,
	top: 18,
	bottom: 20
}, sa = 132, ca = 14;
function la(e, t, n, r = ca) {
	let i = null, a = r;
	return e.forEach((e, r) => {
		let o = Math.hypot(e.x - t, e.y - n);
		o <= a && (a = o, i = r);
	}), i;
}
function ua(e, t, n) {
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
function da(e, t, i, a, o = []) {
	let s = i.ticks(4), c = Cn(s), l = {
		...oa,
		left: Math.max(oa.left, 4 + 6.1 * Math.max(...c.map((e) => e.length)))
	}, u = Math.max(174, t.layers * 7), d = l.left + u + l.right, f = l.top + sa + l.bottom, p = u / t.layers, m = (e) => l.left + (e + .5) * p, h = (e) => l.top + (1 - i.fraction(e)) * sa, g = (e) => m(e.layer) + ((e.head + .5) / t.heads - .5) * p * .7, _ = r(d, f, {
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
	for (let e of An(t.layers, p, t.layers > 9 ? 16 : 11)) y(m(e - 1), f - 6, "middle", String(e));
	if (y(l.left + u + 10, f - 6, "start", "layer"), y(2, 9, "start", Me(e.quantity)), e.baseline !== null) {
		let t = h(e.baseline.value);
		v.append(n("line", {
			class: "baseline",
			x1: l.left,
			x2: l.left + u,
			y1: t,
			y2: t
		}));
		let r = Math.min(l.top + sa - 10, Math.max(l.top, t - 3));
		e.baseline.name.length > 7 ? y(d - 1, r, "end", e.baseline.name, "quiet") : y(l.left + u + 4, r, "start", e.baseline.name, "quiet"), y(l.left + u + 4, r + 12, "start", I(e.baseline.value), "quiet");
	}
	_.append(v);
	let b = o.flatMap((e, t) => e === null ? [] : [`${(l.left + (t + .5) / o.length * u).toFixed(1)},${h(e).toFixed(1)}`]);
	b.length > 0 && v.append(n("polyline", {
		class: "reference",
		points: b.join(" ")
	}));
	let x = n("polyline", {
		class: "mean",
		points: e.value.map((e) => ee(e, (e) => e ?? void 0)).flatMap((e, t) => e === void 0 ? [] : [`${m(t).toFixed(1)},${h(e).toFixed(1)}`]).join(" "),
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
				"aria-label": `Head ${k(t)}: ${Pe(e, t)}`
			}),
			x: i,
			y: a
		}];
	}), w = {
		selected: n("g", { class: "emphasis selected" }),
		pointed: n("g", { class: "emphasis pointed" })
	};
	_.append(...C.map(({ element: e }) => e), x, n("g", { "aria-hidden": "true" }, w.selected, w.pointed));
	let T = (t, r) => {
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
	return en(_, {
		marks: C,
		highlight: a,
		move: (e, t) => ua(C, e, t),
		locate: (e) => {
			let t = _.getBoundingClientRect();
			return la(C, e.clientX - t.left, e.clientY - t.top);
		},
		show: (e, t) => {
			T(w.pointed, e), T(w.selected, t);
		}
	}), _;
}
//#endregion
//#region src/sections/measure.ts
var fa = {
	sentence: "words",
	window: "mentions"
};
function pa(e, t) {
	let n = ie(e, t.scores), r = t.measures.find(({ name: t }) => t === e.measure)?.unit ?? "", i = `${e.segments.toLocaleString("en-GB")} ${fa[r] ?? "segments"}`;
	return `${e.words} (${re(e)}), ${n === "" ? "" : `${n}, `}${i}.`;
}
function ma(e, t) {
	let n = [...new Set(e.flatMap(({ baseline: e }) => e?.name ?? []))], r = e.flatMap((e) => t[`${e.measure}.${e.key}`]?.length ?? [])[0];
	return [
		"One number per head, as a cell’s colour and as a point’s height. Line: mean of the layer.",
		...n.length > 0 ? [` Dashes: ${n.join(", ")}.`] : [],
		...r === void 0 ? [] : [` Dotted: BERT-base, in the paper, its ${r} layers over the same width.`]
	].join("");
}
function ha(e, n, r, i, a, o) {
	let s = M(r, e.stack), c = a[`${e.measure}.${e.key}`];
	return t("figure", {
		id: ra(e.id),
		tabindex: -1
	}, ...o === null ? [] : [t(o, {}, e.finding)], t("div", { class: "pair" }, t("div", { class: "scroll" }, jn(e, s, n, i, kn(s)).element), t("div", { class: "scroll" }, da(e, s, n, i, c))), Qr(e, i).element, t("figcaption", {}, pa(e, r)));
}
function ga(e, t) {
	return [...t.scores, ...t.relations ?? []].filter((t) => t.measure === e && t.direction === null);
}
var _a = (e) => e.replace(/\.$/, "");
function va(e, t, n) {
	let r = e.flatMap((e) => ga(e, n));
	return r.find(({ finding: e }) => _a(e) === _a(t)) ?? r[0] ?? null;
}
function ya(e, n, r, i = {}) {
	let { references: a = {}, alone: o = !1, lead: s = null } = i, c = ga(e.name, n);
	if (c.length === 0) return null;
	let l = yn(c, c.flatMap((e) => a[`${e.measure}.${e.key}`] ?? []).filter((e) => e !== null)), u = t("div", { class: "about" });
	o || u.append(t("div", {}, t("h3", {}, e.title), t("p", {}, e.read), t("p", { class: "formula" }, e.formula))), u.append(t("div", {}, t("div", { class: "scroll" }, Zr(l, Me(e.quantity), null)), t("p", { class: "key" }, ma(c, a))));
	let d = o ? "h3" : "h4", f = t("div", {
		id: aa(e),
		class: "measure"
	}, u, ...n.stacks.flatMap(({ name: e }) => {
		let i = c.filter((t) => t.stack === e && t !== s?.score);
		if (i.length === 0) return [];
		let o = t("div", { class: "figures" }, ...i.map((e) => ha(e, l, n, r, a, d)));
		return n.stacks.length > 1 ? [t("p", { class: "stack" }, e), o] : [o];
	}));
	if (!s || !c.includes(s.score)) return {
		block: f,
		lead: null
	};
	let p = _a(s.claim) === _a(s.score.finding);
	return {
		block: f,
		lead: ha(s.score, l, n, s.highlight, a, p ? null : "h3")
	};
}
//#endregion
//#region src/sections/dots.ts
var ba = 20, xa = 22, Sa = 14, Ca = 5, wa = 6.6;
function Ta(e, t) {
	return e.head === "" ? null : pe(t.stacks.length > 1 ? `head=${e.stack}/${e.head}` : `head=${e.head}`, t);
}
function Ea(e, t) {
	return n("polygon", {
		class: "published",
		points: [
			`${e},${t - Ca}`,
			`${e + Ca},${t}`,
			`${e},${t + Ca}`,
			`${e - Ca},${t}`
		].join(" ")
	});
}
function Da(e, t) {
	return n("line", {
		class: "rival",
		x1: e,
		x2: e,
		y1: t - 7,
		y2: t + 7
	});
}
function Oa(e) {
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
		})) : a.append(e === "rival" ? Da(10, 8) : Ea(10, 8)), t("span", {}, a, i);
	};
	return t("p", { class: "signs" }, ...Object.entries(e.legend).filter(([, e]) => e !== "").map(([e, t]) => i(e, t)));
}
function ka(e, i, a) {
	let o = e.groups.flatMap((e) => e.lines), s = o.flatMap(({ value: e, low: t, high: n, rival: r, published: i }) => [
		e,
		t,
		n,
		r,
		i
	].filter((e) => e !== null)), c = e.unit === "percent" ? 100 : 1, [l, u] = C(Math.min(0, (T(s) ?? 0) * c), Math.max(0, (w(s) ?? 0) * c) || 1, 5), d = Math.min(580, Math.max(330, document.documentElement.clientWidth - 34)), f = Math.max(...o.map(({ label: e, head: t }) => e.length + (t === "" ? 0 : t.length + 2))), p = Math.min(d * .5, 12 + f * wa), m = (e) => p + (e * c - l) / (u - l) * (d - p - Sa), h = e.groups.filter(({ name: e }) => e !== "").length, g = xa + (o.length + h) * ba + 6, _ = r(d, g, {
		class: "dots",
		role: "listbox",
		"aria-label": e.title
	}), v = n("g", {
		class: "axes",
		"aria-hidden": "true"
	}), y = x(l, u, d - p < 240 ? 2 : 5);
	Cn(y).forEach((e, t) => {
		let r = m(y[t] / c);
		v.append(n("line", {
			class: y[t] === 0 ? "zero" : "rule",
			x1: r,
			x2: r,
			y1: 16,
			y2: g - 4
		}));
		let i = t === y.length - 1;
		v.append(n("text", {
			x: i ? r + 8 : r,
			y: 11,
			"text-anchor": i ? "end" : "middle"
		}, i && c === 100 ? `${e}%` : e));
	}), _.append(v);
	let b = [], S = 0;
	for (let t of e.groups) {
		t.name !== "" && (_.append(n("text", {
			class: "group",
			x: 0,
			y: xa + (S + .5) * ba + 4
		}, t.name)), S += 1);
		for (let e of t.lines) {
			let r = xa + (S + .5) * ba;
			S += 1;
			let a = Ta(e, i), o = n("g", {
				class: e.sure ? "line" : "line unsure",
				role: "option",
				"aria-selected": "false",
				"aria-label": e.text
			});
			o.append(n("rect", {
				class: "hit",
				x: 0,
				y: r - ba / 2,
				width: d,
				height: ba
			})), e.published !== null && o.append(Ea(m(e.published), r)), e.rival !== null && o.append(Da(m(e.rival), r)), e.low !== null && e.high !== null && o.append(n("line", {
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
			}, e.head)), _.append(o, s), a === null ? o.setAttribute("aria-disabled", "true") : b.push({
				head: a,
				element: o
			});
		}
	}
	return b.length > 0 && en(_, {
		marks: b,
		highlight: a,
		move: (e, t) => {
			let n = e + ({
				ArrowUp: -1,
				ArrowDown: 1
			}[t] ?? Infinity);
			return {
				Home: 0,
				End: b.length - 1
			}[t] ?? (b[n] ? n : null);
		},
		locate: (e) => {
			let t = b.findIndex(({ element: t }) => t.contains(e.target));
			return t < 0 ? null : t;
		},
		show: (e, t) => {
			for (let { head: n, element: r } of b) r.classList.toggle("pointed", e !== null && A(n, e.head)), r.classList.toggle("selected", t !== null && A(n, t.head));
		}
	}), t("figure", { class: "chart" }, t("h3", {}, e.title), t("div", {}, Oa(e), t("div", { class: "scroll" }, _)), t("figcaption", {}, e.caption));
}
//#endregion
//#region src/sections/drawing.ts
var Aa = /* @__PURE__ */ new Set([
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
]), ja = new Set("class color x y x1 y1 x2 y2 cx cy r rx ry width height d points transform opacity fill-opacity stroke-opacity stroke-width stroke-dasharray text-anchor font-size".split(" "));
function Ma([e, t, ...r]) {
	if (!Aa.has(e)) throw Error(`a drawing has an element that is none of ours: ${e}`);
	for (let e of Object.keys(t)) if (!ja.has(e)) throw Error(`a drawing has an attribute that is none of ours: ${e}`);
	return n(e, t, ...r.map((e) => typeof e == "string" ? e : Ma(e)));
}
function Na(e, r = "h3") {
	let i = n("svg", {
		class: "headscope",
		viewBox: `0 0 ${e.width} ${e.height}`,
		role: "img",
		"aria-label": e.title
	}, ...e.nodes.map(Ma));
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
var Pa = 284;
function Fa(e, { light: t, dark: n }) {
	e.style.setProperty("--light", t ?? "var(--quiet)"), e.style.setProperty("--dark", n ?? "var(--quiet)");
}
function Ia(e, t, n) {
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
function La(e, i, a, o, s) {
	let c = M(i, e.stack).layers, [l = 0, u = 0] = g(e.points, ({ x: e }) => e), [d = 0, f = 0] = g(e.points, ({ y: e }) => e), p = 248 / (Math.max(u - l, f - d) || 1), m = s ? "By layer (the number)" : "By what they do", h = r(Pa, 306, {
		class: "heads-map",
		role: "listbox",
		"aria-label": `${e.title}, ${m.toLowerCase()}`
	});
	h.append(n("rect", {
		class: "edge",
		x: .5,
		y: .5,
		width: 283,
		height: 283
	}));
	let _ = e.points.map(({ layer: t, head: r, x: i, y: o }) => {
		let m = {
			x: Pa / 2 + (i - (l + u) / 2) * p,
			y: Pa / 2 - (o - (d + f) / 2) * p
		}, h = {
			stack: e.stack,
			layer: t,
			head: r
		}, g = a.of(h), { behaviour: _ } = g, v = !Ht(g), y = n("text", {
			x: m.x,
			y: m.y + 4,
			"text-anchor": "middle"
		}, s ? String(t + 1) : _.sign);
		return s ? hn(y, .4 + .6 * t / Math.max(1, c - 1)) : Fa(y, _), {
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
	if (h.append(..._.map(({ element: e }) => e)), !s) {
		let t = e.bar * p;
		h.append(n("line", {
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
	return en(h, {
		marks: _,
		highlight: o,
		move: (e, t) => Ia(_, e, t),
		locate: (e) => {
			let t = h.getBoundingClientRect();
			return la(_, e.clientX - t.left, e.clientY - t.top);
		},
		show: (e, t) => {
			for (let n of _) n.element.classList.toggle("pointed", n === e), n.element.classList.toggle("selected", n === t);
		}
	}), t("div", {}, t("p", { class: "quiet" }, m), t("div", { class: "scroll" }, h));
}
function Ra(e, n, r) {
	let i = new Vt(n), a = i.counts(e.points.map(({ layer: t, head: n }) => ({
		stack: e.stack,
		layer: t,
		head: n
	}))).map(({ behaviour: e, count: n }) => {
		let r = t("b", { "aria-hidden": "true" }, e.sign);
		return Fa(r, e), t("span", {}, r, ` ${e.words} ${n}`);
	}), o = [La(e, n, i, r, !1), La(e, n, i, r, !0)];
	return t("figure", { class: "chart maps" }, t("h3", {}, e.title), t("div", {}, t("p", { class: "signs" }, ...a), t("div", { class: "pair" }, ...o)), t("figcaption", {}, e.caption));
}
//#endregion
//#region src/csv.ts
function za(e) {
	return /[",\r\n]/.test(e) ? `"${e.replaceAll("\"", "\"\"")}"` : e;
}
function Ba(e, t) {
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
	})].map((e) => e.map(za).join(",") + "\n").join("");
}
function Va(e, t = "heads") {
	return ye("Copy as CSV", "The table as CSV", e, (e) => `Copied, ${e.split("\n").length - 2} ${t}.`);
}
//#endregion
//#region src/table.ts
function Ha(e, { score: t, descending: n }) {
	if (t === null) return n ? [...e].reverse() : [...e];
	let r = (e) => N(t, e)?.value ?? null;
	return [...e].sort((e, t) => {
		let i = r(e), a = r(t);
		return i === null || a === null ? Number(i === null) - Number(a === null) : n ? a - i : i - a;
	});
}
function Ua(e) {
	let t = e.map((e) => e.includes(".") ? e.length - e.indexOf(".") - 1 : 0), n = Math.max(0, ...t);
	return t.map((e) => (n > 0 && e === 0 ? " " : "") + " ".repeat(n - e));
}
function Wa({ score: e, descending: t }, n) {
	return e === null ? `Sorted by head, ${t ? "last" : "first"} layer first.` : `Sorted by “${ae(e, n)}”, ${t ? "highest" : "lowest"} first.`;
}
var Ga = {
	score: null,
	descending: !1
}, Ka = ",reversed";
function qa({ score: e, descending: t }) {
	return e === null ? t ? `head${Ka}` : null : e.id + (t ? "" : Ka);
}
function Ja(e, t) {
	let n = e?.endsWith(Ka) ?? !1, r = n ? e.slice(0, -9) : e;
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
function Ya(e, n) {
	let r = t("button", {
		type: "button",
		"aria-label": `Open head ${k(e)}`
	}, k(e));
	return r.addEventListener("click", (t) => {
		n.select(e), t.detail === 0 && r.dispatchEvent(new CustomEvent("headscope:open", { bubbles: !0 }));
	}), t("th", { scope: "row" }, r);
}
function Xa(e, n, r) {
	let i = t("tr", { class: "quiet" }, t("th", { scope: "row" }, "baseline")), a = e.map((e) => {
		let n = t("tr", {}, Ya(e, r));
		return n.addEventListener("pointerenter", () => r.point(e)), n.addEventListener("pointerleave", () => r.point(null)), n.addEventListener("focusin", () => r.point(e)), n.addEventListener("focusout", () => r.point(null)), n;
	});
	for (let r of n) {
		let n = le(r), o = e.map((e) => {
			let t = N(r, e);
			return t === null ? "–" : Ae(t);
		});
		o.push(r.baseline === null ? "" : I(r.baseline.value));
		let s = Ua(o);
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
function Za(e, n, r) {
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
		s.append(a(e, t, `${t}: sort by “${ae(e, n)}”`));
	}
	return {
		rows: [o, s],
		cells: i
	};
}
function Qa(e, n, r, i) {
	let a = oe(n, e.name), o = j(e), s = Xa(o, a, r), c = new Map(o.map((e, t) => [e, s.rows[t]])), l = t("tbody"), u = t("p", {
		class: "quiet",
		role: "status"
	}), d = Ga, f = () => {
		l.replaceChildren(...Ha(o, d).map((e) => c.get(e)));
		for (let [e, t] of p.cells) t.setAttribute("aria-sort", e === d.score ? d.descending ? "descending" : "ascending" : "none");
		u.textContent = `${Wa(d, a)} The highest of a column is bold.`;
	}, p = Za(n, a, (e) => {
		i.set({ sort: qa({
			score: e,
			descending: d.score === e ? !d.descending : e !== null
		}) });
	});
	return i.listen("sort", (e) => {
		d = Ja(e, a) ?? Ga, Ja(e, n.scores) === null && i.refuse("sort", `There is no score “${e}” here to sort by.`), f();
	}), r.listen(({ pointed: e, selected: t }) => {
		for (let [n, r] of c) r.classList.toggle("pointed", A(n, e)), r.classList.toggle("selected", A(n, t));
	}), t("div", { class: "heads" }, t("div", { class: "bar" }, Va(() => Ba(Ha(o, d), a)), u), t("div", {
		class: "scroll tall",
		tabindex: 0,
		role: "region",
		"aria-label": `Scores of all heads, ${e.name}`
	}, t("table", {}, t("thead", {}, ...p.rows), l, t("tfoot", {}, s.foot))));
}
//#endregion
//#region src/sections/cells.ts
function $a(e) {
	return e.columns.flatMap((e, t) => e.shown ? [{
		...e,
		at: t
	}] : []);
}
function eo(e, t, n) {
	return (String(e ?? "").match(/\d+-\d+/g) ?? []).flatMap((e) => pe(t === null ? `head=${e}` : `head=${encodeURIComponent(t)}/${e}`, n) ?? []);
}
function to(e, n, r, i) {
	let a = e, o = [];
	for (let e of n) {
		let [n, ...s] = a.split(k(e));
		if (s.length === 0) continue;
		let c = t("a", {
			href: `#${P(e, r)}`,
			"aria-label": `Head ${k(e)}`
		}, k(e));
		c.addEventListener("click", (t) => {
			i.select(e), t.detail === 0 && c.dispatchEvent(new CustomEvent("headscope:open", { bubbles: !0 }));
		}), o.push(n, c), a = s.join(k(e));
	}
	return [...o, a];
}
function no(e) {
	let n = /^(\S+) (\([^)]*\))(.*)$/.exec(e);
	return n ? [
		n[1],
		" ",
		t("span", { class: "quiet" }, n[2]),
		n[3]
	] : [e];
}
function ro(e, t) {
	let n = e.columns.findIndex(({ name: e }) => e === "stack");
	return n < 0 ? null : String(t[n]);
}
function io(e, t, n) {
	let r = ro(e, t);
	return e.columns.flatMap(({ kind: e }, i) => e === "head" ? eo(t[i], r, n) : [])[0] ?? null;
}
function ao(e) {
	let t = $a(e).filter(({ kind: t, at: n }) => t === "number" && !e.texts.some((e) => e[n]?.includes(" ")));
	return new Map(t.map(({ at: t }) => [t, Ua(e.texts.map((e) => e[t] ?? ""))]));
}
function oo(e, n, r) {
	let i = /* @__PURE__ */ new Map(), a = $a(e), o = ao(e);
	return {
		elements: e.rows.map((s, c) => {
			let l = t("tr", { class: [["strong", e.strong], ["faint", e.faint]].flatMap(([e, t]) => t.includes(c) ? [e] : []).join(" ") });
			a.forEach(({ at: i, kind: a, published: u }, d) => {
				let f = e.texts[c][i] ?? "", p = a === "number" ? f.replace(/(?<!\d)-(?=\d)/g, "−") : f, m = a === "head" ? eo(s[i], ro(e, s), n) : [], h = m.length > 0 ? to(f, m, n, r) : no(p), g = [a, ...u ? ["published"] : []].join(" "), _ = d === 0 ? t("th", {
					scope: "row",
					class: g
				}) : t("td", { class: g });
				_.append(...d === 0 ? [t("span", { class: "name" }, ...h)] : h, o.get(i)?.[c] ?? ""), l.append(_);
			});
			let u = io(e, s, n);
			return u !== null && (i.set(u, l), l.addEventListener("pointerenter", () => r.point(u)), l.addEventListener("pointerleave", () => r.point(null)), l.addEventListener("focusin", () => r.point(u)), l.addEventListener("focusout", () => r.point(null))), l;
		}),
		owners: i
	};
}
//#endregion
//#region src/sections/export.ts
function so(e, t) {
	let n = (e) => e.map((e) => za(e === null ? "" : String(e))).join(",") + "\n";
	return n(e.columns.map(({ name: e }) => e)) + t.map(n).join("");
}
function co(e, n) {
	let r = t("button", {
		type: "button",
		"aria-label": `Download ${e.id}.csv`
	}, "Download");
	return r.addEventListener("click", () => {
		let r = URL.createObjectURL(new Blob([so(e, n())], { type: "text/csv" }));
		t("a", {
			href: r,
			download: `${e.id}.csv`
		}).click(), setTimeout(() => URL.revokeObjectURL(r), 6e4);
	}), t("span", { class: "export" }, Va(() => so(e, n()), "rows"), r);
}
var lo = 150, uo = 6, fo = 66;
function po(e, t, { column: n, descending: r }) {
	if (n === null) return t;
	let i = r ? -1 : 1;
	return [...t].sort((t, r) => {
		let [a, o] = [e[t][n], e[r][n]];
		return a === null || o === null ? Number(a === null) - Number(o === null) : typeof a == "number" && typeof o == "number" ? i * (a - o) : i * String(a).localeCompare(String(o), "en", { numeric: !0 });
	});
}
function mo(e, t) {
	let n = (e) => Math.max(0, ...e.map((e) => e.length));
	return t.reduce((t, { at: r, title: i }) => t + n([...i.split(" "), ...e.texts.map((e) => e[r] ?? "")]), 0);
}
function ho(e, n, r) {
	let i = $a(e), a = e.rows.map((e, t) => t).filter((t) => !e.foot.includes(t)), { elements: o, owners: s } = oo(e, n, r);
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
		u.replaceChildren(...po(e.rows, a, c).map((e) => o[e])), [...u.children].forEach((e, t) => e.classList.toggle("beyond", t >= 15));
		for (let { at: e, cell: t } of f) t.setAttribute("aria-sort", e === c.column ? c.descending ? "descending" : "ascending" : "none");
	};
	p();
	let m = () => [...po(e.rows, a, c), ...e.foot].map((t) => e.rows[t]), h = t("table", { class: "data" }, t("thead", {}, t("tr", {}, ...f.map(({ cell: e }) => e))), u);
	e.foot.length > 0 && h.append(t("tfoot", {}, ...e.foot.map((e) => o[e])));
	let g = t("div", {
		class: i.length > uo || mo(e, i) > fo ? "table wide" : "table",
		id: `table=${e.id}`
	}, t("h3", {}, e.title));
	g.append(t("div", {
		class: "scroll",
		tabindex: 0,
		role: "region",
		"aria-label": e.title
	}, h));
	let _ = t("div", { class: "bar" }, co(e, m), d);
	if (!l) {
		let e = t("button", {
			type: "button",
			"aria-expanded": "false"
		}), n = () => {
			h.classList.toggle("short", !l), e.textContent = l ? "Show the first 15 rows" : `Show all ${a.length} rows`, e.setAttribute("aria-expanded", String(l));
		};
		e.addEventListener("click", () => {
			l = !l, n();
		}), n(), _.prepend(e), a.length > lo && (h.classList.add("long"), h.after(t("p", { class: "on-paper" }, `The first 15 of ${a.length} rows; the rest is on the screen and in its CSV.`)));
	}
	return g.append(_, ...e.notes.map((e) => t("p", { class: "note" }, e))), g;
}
//#endregion
//#region src/sections/section.ts
function go(e, { title: t, measures: n }, r, i) {
	return e.kind === "dots" ? ka(e, r, i) : e.kind === "map" ? Ra(e, r, i) : e.title === t ? Na(e, null) : Na(e, e.measure !== "" && n.length > 1 ? "h4" : "h3");
}
function _o(e) {
	return e.kind === "drawing" ? e.measure : "";
}
function vo(e) {
	return t("dl", { class: "formulas" }, ...e.formulas.map(([e, n]) => t("div", {}, t("dt", {}, e), t("dd", {}, n))));
}
function yo(e, t) {
	let n = (e, t) => e === 0 ? [] : [`${e} ${t}${e === 1 ? "" : "s"}`];
	return [
		"How to read it",
		...n(e, "more chart"),
		...n(t, "table")
	].join(", ");
}
function bo(e, n, r, i) {
	let [a = null, ...o] = e.charts.filter((e) => _o(e) === ""), s = (t) => go(t, e, n, i), c = a === null ? va(e.measures, e.title, n) : null, l = a && go(a, e, n, r), u = e.measures.flatMap((t) => {
		let a = n.measures.find((e) => e.name === t), o = {
			references: e.references,
			alone: e.measures.length === 1,
			lead: c && {
				score: c,
				highlight: r,
				claim: e.title
			}
		}, u = a && ya(a, n, i, o);
		return u ? (l ??= u.lead, [u.block, ...e.charts.filter((e) => _o(e) === t).map(s)]) : [];
	}), d = [...o.map(s), ...e.tables.map((e) => ho(e, n, i))], f = [
		...d.length > 0 ? [t("div", { class: "charts" }, ...d)] : [],
		...u,
		...e.after.length > 0 ? [t("div", { class: "charts" }, ...e.after.map(s))] : []
	];
	return {
		picture: l,
		rest: f
	};
}
function xo(e, n, r, a) {
	let o = t("div", { class: "claim" }, t("h2", {}, t("span", { class: "number" }, `${n}`), ` ${e.name}`));
	e.title !== "" && o.append(t("p", { class: "finding" }, e.title));
	let [s, c] = [t("div", { class: "above" }, o), t("div", { class: "below" })], { picture: l, rest: u } = bo(e, r, a.inside(s), a.inside(c));
	l && s.append(t("div", { class: "picture" }, l)), c.append(t("p", { class: "read" }, e.read), ...u), e.formulas.length > 0 && c.append(vo(e)), c.append(t("p", { class: "caveat" }, e.caveat)), e.notes.length > 0 && c.append(t("ul", { class: "notes" }, ...e.notes.map((e) => t("li", {}, e))));
	let d = yo(c.querySelectorAll("figure").length, c.querySelectorAll("table").length);
	return t("section", {
		id: e.id,
		class: "part"
	}, s, i(d, c));
}
//#endregion
//#region src/sections/index.ts
function So(e) {
	let t = e.sections ?? [], n = new Set(t.flatMap(({ measures: e }) => e)), r = new Set(t.map(({ id: e }) => e));
	return e.measures.filter(({ name: t, section: i }) => !n.has(t) && !r.has(i) && ga(t, e).length > 0);
}
function Co({ name: e, title: t, read: n, formula: r }) {
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
function wo(e) {
	return [...e.sections ?? [], ...So(e).map(Co)];
}
function To(e, t) {
	return wo(e).map((n, r) => xo(n, r + 1, e, t));
}
function Eo(e) {
	return wo(e).map(({ id: e, name: t }) => [ia(e), t]);
}
//#endregion
//#region src/overview.ts
function Do(e, n, r) {
	let i = n.map(k), a = i.map((e) => `(?<![\\d.–-])${e}(?![\\d–-])`), o = RegExp(`(${[...a, "\\([\\d.]+–[\\d.]+\\)"].join("|")})`, "g");
	return e.split(o).map((e) => {
		let a = n[i.indexOf(e)];
		return a ? t("a", { href: `#${P(a, r)}` }, e) : e.startsWith("(") && e.includes("–") ? t("span", { class: "whole" }, e) : e;
	});
}
function Oo({ score: e, heads: n = [] }, r) {
	if (n.length === 1) return t("a", {
		href: `#${P(n[0], r)}`,
		"aria-label": `see the card of head ${k(n[0])}`
	}, "see →");
	let i = r.scores.find(({ id: t }) => t === e);
	return i ? t("a", {
		href: ia(ra(i.id)),
		"aria-label": `see ↓ the chart: ${i.finding}`
	}, "see ↓") : null;
}
function ko(e) {
	let n = t("section", { "aria-labelledby": "findings-title" }, t("h2", { id: "findings-title" }, "Findings"));
	e.verdict === null ? e.findings.length === 0 && n.append(t("p", {}, "No head stands out beyond what its interval supports.")) : n.append(t("p", { class: "verdict" }, e.verdict));
	let r = t("ol");
	for (let n of e.findings) {
		let i = t("li", {}, ...Do(n.text, n.heads ?? [], e)), a = Oo(n, e);
		a && i.append(" ", a), r.append(i);
	}
	if (e.findings.length > 0 && n.append(r), D(e).some((e) => e.low.flat().some((e) => e !== null))) {
		let r = e.relations.length > 0 ? " What is said of relations was picked on one half of the documents and scored on the other." : "";
		n.append(t("p", { class: "sure" }, t("b", {}, "How sure?"), ` Intervals, in brackets, are 95%, over documents.${r}`));
	}
	return n.append(t("p", { class: "caveat" }, e.caveat)), n;
}
function Ao(e) {
	let n = [["#heads", "All heads as a table"], ["#run", "About this run"]], r = [...Eo(e), ...n].map(([e, n]) => t("li", {}, t("a", { href: e }, n)));
	return t("nav", { "aria-label": "On this page" }, t("h2", {}, "On this page"), t("ul", {}, ...r));
}
function jo(e, n, r) {
	let i = e.summary.map((e) => t("span", {}, e));
	return [
		t("header", {}, t("h1", {}, e.title), t("p", { class: "summary" }, ...i), Te(r)),
		...D(e).length > 0 ? [Rt(e, n, r)] : [],
		t("div", { class: "overview" }, na(e, n, r), t("div", { class: "findings" }, ko(e), Ao(e)))
	];
}
//#endregion
//#region src/strip.ts
var Mo = 236, No = 6, Po = 9;
function Fo(e, t, i) {
	let a = (e) => No + i.fraction(e) * 224, o = N(e, t), s = r(Mo, 32, {
		class: "strip",
		role: "img",
		"aria-label": `${e.words}: head ${k(t)} among all heads, ${Pe(e, t)}`
	});
	s.append(n("line", {
		class: "zero",
		x1: No,
		x2: 230,
		y1: Po,
		y2: Po
	}));
	let c = O(e.value).map((e) => `M${a(e).toFixed(1)} 4v10`);
	if (s.append(n("path", {
		class: "other",
		d: c.join("")
	})), e.baseline !== null) {
		let t = a(e.baseline.value);
		s.append(n("line", {
			class: "baseline",
			x1: t,
			x2: t,
			y1: 0,
			y2: 18
		}));
	}
	let [l, u] = Cn([i.low, i.high]);
	if (s.append(n("text", {
		x: No,
		y: 30,
		"text-anchor": "start"
	}, l)), s.append(n("text", {
		x: 230,
		y: 30,
		"text-anchor": "end"
	}, u)), o === null) return s;
	let d = n("g", { class: "emphasis selected" });
	return o.low !== null && o.high !== null && d.append(n("line", {
		class: "interval",
		x1: a(o.low),
		x2: a(o.high),
		y1: Po,
		y2: Po
	})), d.append(n("circle", {
		cx: a(o.value),
		cy: Po,
		r: 4
	})), s.append(d), s;
}
//#endregion
//#region src/card/bars.ts
var Io = 180, Lo = 16, Ro = 3;
function zo(e) {
	let t = e.flatMap(({ reading: e, baseline: t }) => [
		e?.value ?? 0,
		e?.high ?? 0,
		t?.value ?? 0
	]);
	return Math.max(0, ...t);
}
function Bo({ label: e, reading: t, baseline: i }, a, o) {
	let s = (e) => Ro + Math.min(Math.max(0, e), a) / (a || 1) * 174, c = i === null ? "" : `; ${i.name} ${I(i.value)}`, l = r(Io, Lo, {
		class: "bar-figure",
		role: "img",
		"aria-label": `${e}: ${t === null ? "not measured" : je(t, o)}${c}`
	});
	if (t !== null && (l.append(n("rect", {
		class: "fill",
		x: Ro,
		y: 3,
		width: Math.max(0, s(t.value) - Ro),
		height: 10
	})), t.low !== null && t.high !== null)) {
		let [e, r, i] = [
			s(t.low),
			s(t.high),
			Lo / 2
		];
		l.append(n("path", {
			class: "whisker",
			d: `M${e} ${i - 3}v6M${e} ${i}H${r}M${r} ${i - 3}v6`
		}));
	}
	if (l.append(n("line", {
		class: "zero",
		x1: Ro,
		x2: Ro,
		y1: 0,
		y2: Lo
	})), i !== null) {
		let e = s(i.value);
		l.append(n("line", {
			class: "baseline",
			x1: e,
			x2: e,
			y1: 0,
			y2: Lo
		}));
	}
	return l;
}
function Vo(e, { unit: n, high: r }) {
	let i = r ?? zo(e), a = t("ul", { class: "bars" });
	for (let r of e) {
		let e = r.href === void 0 ? r.label : t("a", { href: r.href }, r.label), o = r.reading === null ? "not measured" : je(r.reading, n), s = r.baseline === null ? "" : ` ${ke(r.baseline.name)} ${I(r.baseline.value)}`;
		a.append(t("li", {}, t("span", { class: "label" }, e), Bo(r, i, n), t("span", { class: "numbers" }, t("b", {}, o), t("span", { class: "quiet" }, s), r.note ? t("span", { class: "note" }, r.note) : "")));
	}
	return a;
}
function Ho(e, t) {
	return e.length === 0 ? null : e.map((e) => ue(e, t)).join(",");
}
function Uo(e, t) {
	let n = [], r = [];
	for (let i of (e ?? "").split(",").filter((e) => e !== "")) {
		let e = de(i, t);
		if (e === null) n.push(fe(i, t));
		else if (r.some((t) => A(t, e))) continue;
		else r[0] && r[0].stack !== e.stack ? n.push(`Head ${k(e)} of the ${e.stack} reads another text than one of the ${r[0].stack}.`) : r.length === 4 ? n.push(`4 heads are compared at most, not ${i} too.`) : r.push(e);
	}
	return {
		heads: r,
		wrong: n.join(" ")
	};
}
var Wo = class {
	payload;
	link;
	#e = [];
	#t = /* @__PURE__ */ new Set();
	constructor(e, t) {
		this.payload = e, this.link = t;
	}
	get heads() {
		return this.#e;
	}
	has(e) {
		return this.#e.some((t) => A(t, e));
	}
	takes(e) {
		return !this.has(e) && this.#e.length < 4 && this.#e.every(({ stack: t }) => t === e.stack);
	}
	set(e, t = null) {
		let n = t === null ? null : ue(t, this.payload);
		this.link.set({
			pin: Ho([...e], this.payload),
			head: n
		}, "new");
	}
	listen(e) {
		this.#t.add(e);
	}
	follow() {
		this.link.listen("pin", (e) => {
			let { heads: t, wrong: n } = Uo(e, this.payload);
			n !== "" && this.link.refuse("pin", n), this.#e = t;
			for (let e of this.#t) e();
		});
	}
}, Go = 6, Ko = 3, qo = 100;
function Jo(e, t, n) {
	let r = D(e).filter((e) => e.measure === t.name && N(e, n) !== null), i = r.filter(({ key: e, segments: n }) => n >= qo && !t.keywords.includes(e) && !Yo(e)), a = (i.length > 0 ? i : r).map((e) => ({
		score: e,
		lead: N(e, n).value - (e.baseline?.value ?? 0)
	}));
	return a.sort((e, t) => t.lead - e.lead), a.filter(({ score: e }, t) => !a.slice(0, t).some((t) => Xo(t.score, e)));
}
function Yo(e) {
	return /(:\*| \(own word\))$/.test(e);
}
function Xo(e, t) {
	return e.corpus === t.corpus && e.measure === t.measure && e.key === t.key;
}
function Zo(e, n, r, i) {
	let a = Jo(e, n, r);
	if (a.length === 0) return [];
	let o = new Map((i?.claims ?? []).map((e) => [e.score, e])), s = D(e).filter(({ id: e, measure: t }) => t === n.name && o.has(e)), c = a.filter(({ score: e }) => !s.some((t) => Xo(t, e))), l = a.length <= Go ? c : c.filter(({ lead: e }, t) => e > 0 || t + s.length < Ko), u = [...s, ...l.map(({ score: e }) => e)].slice(0, Go), d = u.map((e) => {
		let t = o.get(e.id), i = t && je(t, n.quantity.unit);
		return {
			label: e.words,
			reading: N(e, r),
			baseline: e.baseline,
			...i ? { note: `★ best of all heads; held out ${i}` } : {}
		};
	});
	return [t("p", { class: "quiet" }, `How often it is right. ${a.length > u.length ? `Of ${a.length} scores, the ${u.length} in which it leads ${n.counts} (dashes) furthest. ` : ""}The highest of many numbers is partly luck; a star marks what stood up on other documents.`), Vo(d, n.quantity)];
}
function Qo(e, n, r, i) {
	if (!r || r.neighbours.length === 0) return null;
	let a = t("ol", { class: "neighbours" });
	for (let { value: o, ...s } of r.neighbours) {
		let r = {
			stack: n.stack,
			...s
		}, c = t("a", {
			href: `#pin=${Ho([n, r], e)}`,
			"aria-label": `compare with head ${k(r)}`
		}, "compare");
		c.addEventListener("click", (e) => {
			e.ctrlKey || e.metaKey || e.shiftKey || (e.preventDefault(), i(r));
		}), a.append(t("li", {}, t("a", { href: `#${P(r, e)}` }, `head ${k(r)}`), ` ${F(o, 3)} nats, `, c));
	}
	return t("section", {}, t("h3", {}, "Heads most like it"), t("p", { class: "quiet" }, "By the mean Jensen–Shannon divergence between their rows; 0 is the same, 0.693 nothing in common."), a);
}
//#endregion
//#region src/card/measures.ts
var $o = 12, es = 6, ts = "Each tick is a head, the circle with its interval is this one, and grey dashes are the baseline.";
function ns(e, t) {
	let n = new Map((e.sections ?? []).map(({ id: e, name: t }) => [e, t])), r = e.measures.filter(({ name: n }) => D(e).some((e) => e.measure === n && N(e, t) !== null));
	return [.../* @__PURE__ */ new Set([...n.keys(), ...r.map(({ section: e }) => e)])].flatMap((e) => {
		let t = r.filter(({ section: t }) => t === e);
		return t.length === 0 ? [] : [{
			name: n.get(e) ?? t[0].title,
			measures: t
		}];
	});
}
function rs(e, n, r, i) {
	let a = N(e, n), o = e.baseline === null ? "" : `; ${e.baseline.name} ${I(e.baseline.value)}`, s = r.some((t) => t.words === e.words && t.direction !== e.direction), c = ae(e, r) + (s ? `, ${e.direction}` : "");
	return t("li", {}, i ? t("a", { href: ia(ra(e.id)) }, c) : c, Fo(e, n, yn([e])), t("span", { class: "numbers" }, t("b", {}, Ne(e, n)), t("span", { class: "quiet" }, ` ${Fe(e, a)}${o}`)));
}
function is(e, n, r) {
	let i = D(e).filter((e) => e.measure === n.name && N(e, r) !== null), a = (e) => ce(e, N(e, r).value).rank, o = i.length <= $o ? i : [...i].sort((e, t) => a(e) - a(t)).slice(0, es), s = new Set(ga(n.name, e)), c = `${o.length} of ${i.length} scores: those in which it ranks highest.`;
	return [...o.length < i.length ? [t("p", { class: "quiet" }, c)] : [], t("ul", { class: "strips" }, ...o.map((e) => rs(e, r, i, s.has(e))))];
}
function as(e, { name: t, rest: n, quantity: r }, i) {
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
function os(e, i) {
	let [a, o] = [360, 22], s = (e) => `${Math.round(100 * e)}%`, c = r(a, o, {
		class: "stacked",
		role: "img",
		"aria-label": `${i}: ${e.map(({ name: e, share: t }) => `${e} ${s(t)}`).join(", ")}`
	}), l = t("ul", { class: "parts" }), u = 0;
	for (let { name: r, share: i, colour: d } of e) {
		let e = (e) => (d === null || (e.style.setProperty("--part", d), e.style.setProperty("--part-ink", Zt(d))), e);
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
function ss(e, n, r, i) {
	if (n.counts !== "") return Zo(e, n, r, i);
	let a = as(e, n, r), o = i?.notes[n.name];
	return [
		...o === void 0 ? [] : [t("p", {}, o)],
		...a.length > 0 ? [os(a, n.title)] : [],
		...is(e, n, r)
	];
}
function cs(e, n, r) {
	let i = ns(e, n).map(({ name: i, measures: a }) => {
		let o = t("section", {}, t("h3", {}, i));
		for (let s of a) a.length > 1 && s.title !== i && o.append(t("h4", {}, s.title)), o.append(...ss(e, s, n, r));
		return qi(o, () => `Head ${k(n)}: ${i}`, { heading: () => `Head ${k(n)}` }), {
			box: o,
			right: a.some(({ counts: e }) => e !== "")
		};
	}), a = i.filter(({ right: e }) => !e).map(({ box: e }) => e);
	return a[0]?.firstElementChild.after(t("p", { class: "quiet" }, ts)), {
		right: i.filter(({ right: e }) => e).map(({ box: e }) => e),
		others: a
	};
}
//#endregion
//#region src/views/columns.ts
var ls = 12.6, us = 4.4 * Kn, ds = 36, fs = .26, ps = 380, ms = 24, hs = {
	left: "from",
	right: "attends to"
};
function gs(e) {
	let t = 0;
	return e.map((n, r) => (r > 0 && n !== e[r - 1] && (t += ls), t + (r + .5) * 18));
}
function _s(e, t, n) {
	let r = Math.max(3, Math.floor((n - 2 * us - Math.max(ds, fs * n) - 8) / 2 / Kn)), i = 1;
	for (let n of [e, t]) for (let e of n.texts) i = Math.max(i, or(J(e)));
	let a = Math.min(r, i, ms), o = a * Kn + 4, s = Math.max(140, Math.min(n, 2 * (us + o) + ps)), [c, l] = [gs(e.segments), gs(t.segments)], u = Math.max(c.at(-1) ?? 0, l.at(-1) ?? 0) + 9;
	return {
		queries: c,
		keys: l,
		left: us + o,
		right: s - us - o,
		width: s,
		height: u,
		column: o,
		characters: a
	};
}
//#endregion
//#region src/views/controls.ts
var vs = class {
	elements;
	at = 0;
	constructor(e) {
		this.elements = e, e.forEach((e, t) => e.tabIndex = t === 0 ? 0 : -1);
	}
	to(e, t = !0) {
		let n = this.elements[e];
		n && (this.elements[this.at].tabIndex = -1, this.at = e, n.tabIndex = 0, t && n.focus());
	}
}, ys = class {
	side;
	element;
	options = [];
	numbers = [];
	numbered = [];
	rover = new vs([]);
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
	fill(e, n, r = []) {
		let i = this.side === "left" ? n.queries : n.keys, a = this.side === "left" ? n.left - n.column : n.right;
		this.numbers = [], this.numbered = [];
		let o = [];
		this.options = e.texts.map((s, c) => {
			let [l, u] = [J(s), lr(s, n.characters)], d = t("span", { class: "hs-weight" });
			this.numbers.push(d);
			let f = t("div", {
				class: "hs-token",
				role: "option",
				"aria-selected": "false",
				"data-at": c,
				"aria-label": `${l}, ${c + 1}`
			}, t("bdi", { dir: "auto" }, u));
			(u !== l || l !== s) && (f.title = l), f.classList.toggle("hs-special", e.special[c]), f.classList.toggle("hs-marked", e.parts[c].some((e) => r.includes(e)));
			let p = t("div", {
				class: "hs-beside",
				"aria-hidden": "true"
			}, d);
			o.push(p);
			for (let { style: e } of [f, p]) e.top = `${i[c] - 9}px`, e.left = `${a}px`, e.width = `${n.column}px`;
			return f;
		}), this.element.replaceChildren(...this.options, ...o), this.rover = new vs(this.options);
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
}, bs = 20;
function xs(e, t, { point: n, act: r }) {
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
				PageUp: o - bs,
				PageDown: o + bs,
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
function Ss(e, { hide: t, words: n }) {
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
function Cs(e, t, n) {
	return {
		rows: t,
		columns: n,
		values: e,
		read: (e) => Vn[e],
		least: (e) => 255 * Math.sqrt(e) - 1e-9
	};
}
function ws(e, t, n) {
	return {
		rows: t,
		columns: n,
		values: e,
		read: (e) => e,
		least: (e) => e
	};
}
function Ts(e, t, n, r) {
	let i = n.unit.length;
	if (t.parts.length === t.unit.length && n.parts.length === i) return Cs(e, t.parts.length, i);
	let a = n.parts.length, o = new Float32Array(t.parts.length * a), s = new Float64Array(a);
	return t.parts.forEach((t, c) => {
		for (let l of t) {
			s.fill(0);
			let u = 0;
			for (let t = 0; t < i; t++) {
				let r = n.unit[t];
				if (r < 0) continue;
				let a = Vn[e[l * i + t]];
				s[r] += a, u += a;
			}
			let d = (r && u > 0 ? 1 / u : 1) / t.length;
			for (let e = 0; e < a; e++) o[c * a + e] += s[e] * d;
		}
	}), ws(o, t.parts.length, a);
}
function Es(e, t, n) {
	return e === "all" || e === `${t === 0 ? "A" : "B"}-${n === 0 ? "A" : "B"}`;
}
function Ds(e, t, n, { rows: r, columns: i, filter: a }) {
	let o = t ? i.parts.length : r.parts.length;
	return e.map((e) => {
		let s = new Float64Array(o);
		for (let c of n) for (let n = 0; n < o; n++) {
			let [o, l] = t ? [c, n] : [n, c];
			Es(a, r.segments[o], i.segments[l]) && (s[n] += e.read(e.values[o * e.columns + l]));
		}
		return s;
	});
}
//#endregion
//#region src/views/lines.ts
var Os = .004, ks = 64;
function $(e, t, n) {
	let r = e.findIndex((e) => e + 9 > t);
	if (r < 0) return [e.length, e.length];
	let i = r;
	for (; i < e.length && e[i] - 9 < n;) i++;
	return [r, i];
}
var As = class e {
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
		let { scene: o } = this, { left: s, right: c, queries: l, keys: u } = o.place, d = li(t, o.heads);
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
function js(e, t, n) {
	let r = Array.from({ length: 65 }, () => []), [i, a] = $(e.place.queries, t, n), [o, s] = $(e.place.keys, t, n), c = Math.max(e.threshold, Os);
	return e.maps.forEach((t, n) => {
		let l = t.least(c);
		for (let c = 0; c < t.rows; c++) {
			let [u, d] = c >= i && c < a ? [0, t.columns] : [o, s];
			for (let i = u; i < d; i++) {
				let a = t.values[c * t.columns + i];
				if (a < l || !Es(e.filter, e.rows.segments[c], e.keys.segments[i])) continue;
				let o = ks - Math.round(ks * Math.min(1, t.read(a)));
				r[o].push((n * t.rows + c) * t.columns + i);
			}
		}
	}), new As(e, r);
}
function Ms({ left: e, right: t }, n, r) {
	return n === "left" ? {
		x: e - r + 1,
		width: r - 2
	} : {
		x: t + 1,
		width: r - 2
	};
}
function Ns(e, t, n, r, i, [a, o]) {
	let { left: s, right: c, queries: l, keys: u } = n.place, d = r.side === "left", [f, p] = d ? [l, u] : [u, l], m = Ms(n.place, d ? "right" : "left", n.place.column), h = m.width / Math.max(1, n.heads.length), [g, _] = $(p, a, o), v = li(t, n.heads);
	n.maps.forEach((t, a) => {
		let { colour: o, dash: f } = v[a];
		for (let t = g; t < _; t++) {
			let n = r.sums[a][t];
			n > Os && e.box(m.x + a * h, p[t] - i - 9 + 1, h, 16, o, .8 * n);
		}
		let y = t.least(Math.max(n.threshold, Os));
		for (let a of r.units) for (let r = 0; r < p.length; r++) {
			let [p, m] = d ? [a, r] : [r, a], h = t.values[p * t.columns + m];
			if (h < y || !Es(n.filter, n.rows.segments[p], n.keys.segments[m])) continue;
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
		let o = or(lr(y.texts[a], n.place.characters)) * Kn + 8, s = Ms(n.place, r.side, o);
		e.frame(s.x, f[a] - i - 9 + 1, s.width, 16, t.ink);
	}
}
function Ps(e) {
	let t = new Float64Array(e[0]?.length ?? 0);
	for (let n of e) for (let r = 0; r < t.length; r++) t[r] += n[r] / e.length;
	return t;
}
//#endregion
//#region src/views/head_picture.ts
var Fs = 22, Is = 28;
function Ls(e, t, n, r, i) {
	let a = Math.min(40, (r - 48) / n.length);
	e.box(0, i - Is / 2, r, Is, t.background, 1), e.text(0, i, "heads", {
		colour: t.quiet,
		size: 12,
		anchor: "start",
		font: ei
	}), n.forEach((n, r) => {
		let o = 48 + r * a;
		e.line(o, i, o + a * .4, i, {
			...ci(t, n),
			alpha: 1,
			width: 3
		}), e.text(o + a * .5, i, String(n + 1), {
			colour: t.ink,
			size: 12,
			anchor: "start",
			font: ei
		});
	});
}
function Rs(e, t, n, r, i) {
	let { place: a, rows: o, keys: s } = t, c = [i, i + r], l = i - Fs;
	return {
		title: e,
		width: a.width,
		height: Fs + r + (t.heads.length > 1 ? Is : 0),
		draw: (e, i) => {
			n ? Ns(e, i, t, n, l, c) : js(t, ...c).byToken().draw(e, i, l, [0, 0], () => !0);
			let u = n && Ps(n.sums);
			for (let t of ["left", "right"]) {
				let r = t === "left", [d, f] = r ? [o, a.queries] : [s, a.keys], [p, m] = $(f, ...c), h = {
					colour: i.quiet,
					size: 12,
					font: ei,
					anchor: r ? "end" : "start"
				};
				e.box(0, 0, a.width, r ? 18 : 0, i.background, 1), e.text(r ? a.left - 4 : a.right + 4, 8, hs[t], h);
				for (let o = p; o < m; o++) {
					let s = f[o] - l, c = n?.side === t && n.units.includes(o), p = {
						colour: d.special[o] ? i.quiet : i.ink,
						size: Gn,
						font: $r,
						strong: c
					}, m = r ? a.left - 4 : a.right + 4;
					if (e.text(m, s, lr(d.texts[o], a.characters), {
						...p,
						anchor: r ? "end" : "start"
					}), !u || n.side === t || u[o] < .01) continue;
					let h = r ? a.left - a.column - 4 : a.right + a.column + 4, g = {
						colour: i.quiet,
						size: Gn * .92,
						font: $r
					};
					e.text(h, s, u[o].toFixed(2), {
						...g,
						anchor: r ? "end" : "start"
					});
				}
			}
			t.heads.length > 1 && Ls(e, i, t.heads, a.width, Fs + r + Is / 2);
		}
	};
}
//#endregion
//#region src/views/view.ts
function zs(e, t) {
	let n = {
		hide: t.hide,
		words: t.words
	};
	return {
		rows: Ss(e.queries, n),
		keys: Ss(e.keys, n)
	};
}
function Bs({ data: e }, t, n, r, i, a, o) {
	return Ts(e.map(t, r, i), a, o, n.hide && n.renormalise);
}
function Vs(e, t) {
	return `${e + 1}-${t + 1}`;
}
//#endregion
//#region src/views/readout.ts
var Hs = 5;
function Us({ behaviours: e }, t) {
	let n = e.find(({ name: e }) => e === t);
	return {
		words: n ? ar(n.words) : J(t),
		mark: n ? ar(n.sign) : [...J(t)][0]
	};
}
function Ws(e, t, n, r) {
	return e.labels.find((e) => e.stack === t.name && e.layer === n && e.head === r)?.label ?? null;
}
function Gs(e, t, { layer: n, heads: r }) {
	let i = e.stacks.length > 1 ? ` of the ${J(t.name)}` : "";
	if (r.length === 0) return `Layer ${n + 1}${i}, no head shown`;
	if (r.length === 1) {
		let a = Ws(e, t, n, r[0]);
		return `Head ${Vs(n, r[0])}${i}${a === null ? "" : `: ${Us(e, a).words}`}`;
	}
	let a = r.map((e) => e + 1), o = a.length > 2 && a.at(-1) - a[0] === a.length - 1 ? `${a[0]} to ${a.at(-1)}` : `${a.slice(0, -1).join(", ")} and ${a.at(-1)}`;
	return `Layer ${n + 1}${i}, heads ${o}`;
}
var Ks = (e) => t("bdi", { class: "hs-quoted" }, J(e).slice(0, 40));
function qs({ rows: e, keys: t, heads: n }, r, i) {
	if (n.length === 0) return ["No head is shown: choose one above."];
	if (!r || !i) return ["Point at a token to see its weights."];
	let [a, o] = r.side === "left" ? [e, t] : [t, e], s = [];
	r.units.slice(0, Hs).forEach((e, t) => s.push(t > 0 ? " + " : "", Ks(a.texts[e]))), r.units.length > Hs && s.push(` and ${r.units.length - Hs} more`);
	let c = r.units.length === 1;
	s.push(r.side === "left" ? c ? " attends to " : " attend to " : c ? " is attended to by " : " are attended to by ");
	let l = Array.from(i.keys()).filter((e) => i[e] >= .01).sort((e, t) => i[t] - i[e]).slice(0, Hs);
	l.length === 0 && s.push("nothing above 1%"), l.forEach((e, t) => s.push(t > 0 ? ", " : "", Ks(o.texts[e]), ` ${i[e].toFixed(2)}`));
	let u = [...c ? [] : ["summed"], ...n.length === 1 ? [] : [`mean of ${n.length} heads`]];
	return s.push(u.length > 0 ? ` (${u.join(", ")}).` : "."), s;
}
//#endregion
//#region src/views/state.ts
var Js = .01, Ys = [
	"head",
	"model",
	"neuron"
];
function Xs(e) {
	return Array.from({ length: e.heads }, (e, t) => t);
}
function Zs(e, t) {
	return typeof e == "number" && Number.isInteger(e) && e >= 0 && e < t;
}
function Qs({ layers: e, heads: t, vectors: n }) {
	let r = {
		head: !0,
		model: e * t > 1,
		neuron: n !== null
	};
	return Ys.filter((e) => r[e]);
}
function $s(e, t) {
	return Qs(e).find((e) => e === t) ?? "head";
}
function ec(e) {
	let { layer: t, head: n } = e.telling ?? {};
	return !Zs(t, e.layers) || !Zs(n, e.heads) ? {
		layer: 0,
		heads: Xs(e)
	} : {
		layer: t,
		heads: [n]
	};
}
function tc(e) {
	let t = e.stacks[0], n = e.start, r = n?.heads?.filter((e) => Zs(e, t.heads)) ?? [], i = Zs(n?.layer, t.layers) ? n.layer : r.length > 0 ? 0 : null, a = r.length > 0 ? r : Xs(t), o = n?.token;
	return {
		view: $s(t, e.kind),
		stack: 0,
		...i === null ? ec(t) : {
			layer: i,
			heads: a
		},
		side: "left",
		tokens: Zs(o, t.queries.texts.length) ? [o] : [],
		filter: "all",
		hide: !1,
		renormalise: !1,
		words: !1,
		threshold: Js,
		sort: null,
		dimensions: !1
	};
}
function nc(e, t) {
	return Object.keys(e).every((n) => n === "tokens" || n === "side" || e[n] === t[n]);
}
var rc = class {
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
}, ic = 12;
function ac(e, { most: n, moved: r, marked: i = [], pointed: a }) {
	let { store: o } = e, s = e.meta.stacks[o.state.stack], [c, l] = [new ys("left"), new ys("right")], u = t("canvas", {
		class: "hs-base",
		"aria-hidden": "true"
	}), d = t("canvas", { "aria-hidden": "true" }), f = t("div", { class: "hs-plot" }, t("div", { class: "hs-stage" }, u, d), c.element, l.element), p = t("div", { class: "hs-scroller" }, f), [m, h] = [t("span", {}, hs.left), t("span", {}, hs.right)], g = t("div", { class: "hs-columns" }, t("div", {
		class: "hs-names",
		"aria-hidden": "true"
	}, m, h), p), _ = t("p", {
		class: "hs-readout",
		"aria-live": "polite"
	}), v, y = null, b = null, [x, S] = [0, 0], C = !0, w = null, T = null, ee = 0, te = () => Math.max(v.rows.texts.length, v.keys.texts.length) > n, ne = () => [p.scrollTop, p.scrollTop + E()], E = () => te() ? Math.min(n * 18, Math.max(360, window.innerHeight - 220)) : v.place.height;
	function D(t) {
		let n = o.state, { rows: r, keys: a } = zs(s, n), u = _s(r, a, t), d = n.heads.map((t) => Bs(e, s, n, n.layer, t, r, a)), g = v;
		v = {
			place: u,
			rows: r,
			keys: a,
			heads: n.heads,
			maps: d,
			filter: n.filter,
			threshold: n.threshold
		}, (!(g && g.place.width === u.width && g.rows.texts.join("\n") === r.texts.join("\n")) || g.keys.texts.join("\n") !== a.texts.join("\n")) && (f.style.width = `${u.width}px`, f.style.height = `${u.height}px`, m.style.width = `${u.left - 4}px`, h.style.left = `${u.right + 4}px`, c.fill(r, u, i), l.fill(a, u), y = null), p.style.height = te() ? `${E()}px` : "", p.classList.toggle("hs-long", te());
	}
	function re() {
		let { tokens: e, side: t } = o.state, n = [...new Set(e.map((e) => (t === "left" ? v.rows : v.keys).unit[e]))].filter((e) => e >= 0), r = n.length > 0 ? {
			side: t,
			units: n
		} : y && {
			side: y.side,
			units: [y.unit]
		};
		b = r && {
			...r,
			sums: Ds(v.maps, r.side === "left", r.units, {
				rows: v.rows,
				columns: v.keys,
				filter: v.filter
			})
		}, c.mark(b?.side === "left" ? b.units : [], n.length > 0), l.mark(b?.side === "right" ? b.units : [], n.length > 0), ie(!1);
	}
	function ie(e) {
		C ||= e, x === 0 && (x = requestAnimationFrame(ae));
	}
	function ae() {
		x = 0, C && O(), C = !1, k(), r?.();
	}
	function O() {
		cancelAnimationFrame(S);
		let [e, t] = ne();
		ee = e, oi(u, v.place.width, E()), g.setAttribute("aria-busy", "true"), T = {
			strokes: js(v, e, t),
			from: [0, 0]
		}, oe();
	}
	function oe() {
		let t = u.getContext("2d");
		if (!T || !t) return;
		let n = performance.now() + ic, r = T.strokes.draw(new ii(t), Z[e.theme()], ee, T.from, () => performance.now() < n);
		T = r && {
			strokes: T.strokes,
			from: r
		}, r ? S = requestAnimationFrame(oe) : g.removeAttribute("aria-busy");
	}
	function k() {
		let t = ne(), n = oi(d, v.place.width, E());
		u.classList.toggle("hs-dim", b !== null);
		let r = b && Ps(b.sums);
		b && n && Ns(new ii(n), Z[e.theme()], v, b, t[0], t), c.write(b?.side === "right" ? r : null, ...$(v.place.queries, ...t)), l.write(b?.side === "left" ? r : null, ...$(v.place.keys, ...t)), _.replaceChildren(...qs(v, b, r));
	}
	function A(e, t, n) {
		let { rows: r, keys: i } = v, a = (e === "left" ? r : i).parts[t][0], s = o.state, c = s.side === e && s.tokens.includes(a), l = s.side === e && n ? s.tokens.filter((e) => e !== a) : [];
		o.set({
			side: e,
			tokens: c && (n || s.tokens.length === 1) ? l : [...l, a].sort((e, t) => e - t)
		});
	}
	function j(e, t) {
		(t === null ? y === null : y?.side === e && y.unit === t) || (y = t === null ? null : {
			side: e,
			unit: t
		}, re(), a?.(e, t));
	}
	xs(c, l, {
		point: j,
		act: A
	}), g.addEventListener("keydown", (e) => {
		e.key === "Escape" && o.state.tokens.length !== 0 && (o.set({ tokens: [] }), e.stopPropagation());
	}), p.addEventListener("scroll", () => ie(!0), { passive: !0 });
	function M(e, t) {
		let n = w !== null && w.state !== e && w.width === t && nc(w.state, e);
		if (w = {
			state: e,
			width: t
		}, n) return re();
		D(t), re(), ie(!0);
	}
	return {
		element: g,
		readout: _,
		update: M,
		scene: () => v,
		scrolls: te,
		seen: () => {
			let e = (e) => $(e, ...ne()).map((t) => t / e.length);
			return {
				rows: e(v.place.queries),
				keys: e(v.place.keys)
			};
		},
		scrollTo: (e) => p.scrollTop = e * v.place.height - p.clientHeight / 2,
		point: j,
		picture: () => Rs(Gs(e.meta, s, o.state), v, b, E(), p.scrollTop),
		destroy: () => {
			cancelAnimationFrame(x), cancelAnimationFrame(S);
		}
	};
}
//#endregion
//#region src/views/embed.ts
function oc({ layers: e, heads: t, queries: n, keys: r, maps: i }) {
	let a = (e) => ({
		...e,
		words: e.words ?? e.texts.map((e, t) => t)
	}), o = [
		e,
		t,
		n.texts.length,
		r.texts.length
	], s = o.reduce((e, t) => e * t, 1);
	if (i.length !== s) throw Error(`expected ${s} weights (${o.join(" × ")}), got ${i.length}`);
	return {
		version: 1,
		kind: "head",
		title: "",
		stacks: [{
			name: "",
			layers: e,
			heads: t,
			queries: a(n),
			keys: a(r),
			maps: {
				at: 0,
				shape: o
			},
			vectors: null
		}],
		error: 0,
		scores: [],
		labels: [],
		behaviours: [],
		start: null
	};
}
function sc(e, n, r) {
	let i = oc(n), a = new rc({
		...tc(i),
		layer: r.layer,
		heads: r.heads,
		tokens: r.tokens ?? []
	}), o = fi(), s = ac({
		meta: i,
		data: new Wn(n.maps, n.maps.length),
		store: a,
		theme: () => o
	}, {
		most: r.lines ?? 60,
		...r.marked ? { marked: r.marked } : {},
		pointed: (e, t) => r.pointed?.(e === "left" ? t : null)
	}), c = t("div", { class: "headscope-view hs-embedded" }, s.element, s.readout);
	r.label && (c.setAttribute("role", "group"), c.setAttribute("aria-label", r.label)), e.replaceChildren(c);
	let l = 0, u = () => s.update(a.state, Math.max(200, c.clientWidth || 400)), d = new ResizeObserver(() => {
		c.clientWidth !== l && (l = c.clientWidth, u());
	});
	d.observe(c);
	let f = [a.listen((e) => {
		u(), r.changed?.(e);
	}), pi(() => {
		o !== fi() && (o = fi(), s.update({ ...a.state }, c.clientWidth));
	})];
	return u(), {
		set: (e) => a.set(e),
		point: (e) => s.point("left", e),
		picture: s.picture,
		destroy: () => {
			f.forEach((e) => e()), d.disconnect(), s.destroy(), c.remove();
		}
	};
}
//#endregion
//#region src/card/picture.ts
var cc = 40;
function lc(e, t) {
	let n = () => ({
		...e().picture(),
		title: t()
	});
	return Ki({
		title: t,
		svg: () => yi(n()),
		png: () => bi(n())
	});
}
function uc(e, n) {
	let r = hr(e, n);
	if (r.length === 0) return null;
	let i = t("div"), a = t("ul", {
		class: "answers",
		"aria-label": "What the head is asked about here"
	}), o = t("figcaption"), s = null, c = "", l = r.map((e) => {
		let n = t("button", {
			type: "button",
			"aria-pressed": "false"
		}, e.name);
		return n.addEventListener("click", () => u(e)), n;
	});
	function u(e) {
		s?.destroy(), c = `Head ${k(n)}: ${e.name.toLowerCase()}`, l.forEach((t, n) => t.setAttribute("aria-pressed", String(r[n] === e))), s = sc(i, e.given, {
			layer: e.layer,
			heads: [e.head],
			lines: cc,
			label: c
		});
		let u = e.answers[0];
		u && s.set({
			side: u.side,
			tokens: [u.token]
		}), a.replaceChildren(...e.answers.map(({ side: e, token: n, words: r, right: i }) => {
			let a = t("button", {
				type: "button",
				class: i ? "right" : "wrong"
			}, r);
			return a.addEventListener("click", () => s?.set({
				side: e,
				tokens: [n]
			})), t("li", {}, a);
		})), a.hidden = e.answers.length === 0, o.textContent = e.about === "" ? "The words on the left attend to those on the right." : e.about;
	}
	let d = t("figure", { class: "alive" }, ...r.length > 1 ? [t("div", {
		class: "texts",
		role: "group",
		"aria-label": "Text"
	}, ...l)] : [], a, i, o, lc(() => s, () => c));
	return u(r[0]), {
		element: d,
		destroy: () => s?.destroy()
	};
}
//#endregion
//#region src/card/differ.ts
function dc({ layers: e, heads: t, queries: n, keys: r, maps: i }, { layer: a, head: o }, s) {
	if (a >= e || o >= t) return null;
	let [c, l] = [n.texts.length, r.texts.length], u = ((a * t + o) * c + s) * l, d = Float64Array.from(i.subarray(u, u + l), (e) => Vn[e]), f = d.reduce((e, t) => e + t, 0);
	return f > 0 ? d.map((e) => e / f) : null;
}
function fc(e) {
	let t = 0;
	for (let n of e) n > 0 && (t -= n * Math.log(n));
	return t;
}
function pc(e) {
	let t = new Float64Array(e[0].length);
	for (let n of e) n.forEach((n, r) => t[r] += n / e.length);
	let n = e.reduce((e, t) => e + fc(t), 0) / e.length;
	return Math.max(0, fc(t) - n);
}
function mc(e, t, n) {
	let r = e.queries.texts.flatMap((n, r) => {
		let i = t.map((t) => dc(e, t, r));
		if (i.some((e) => e === null)) return [];
		let a = i.map((e) => {
			let t = Math.max(...e);
			return {
				key: e.indexOf(t),
				weight: t
			};
		});
		return [{
			token: r,
			value: Math.round(1e6 * pc(i)) / 1e6,
			most: a
		}];
	}), i = ({ token: t }) => Number(e.queries.special[t]);
	return r.filter(({ value: e }) => e > 0).sort((e, t) => i(e) - i(t) || t.value - e.value || e.token - t.token).slice(0, n);
}
function hc(e, t, n) {
	let r = D(e).flatMap((e) => {
		let n = t.map((t) => N(e, t)?.value), r = h(O(e.value)) ?? 0;
		return n.some((e) => e === void 0) || r === 0 ? [] : [{
			score: e,
			apart: (Math.max(...n) - Math.min(...n)) / r
		}];
	});
	r.sort((e, t) => t.apart - e.apart);
	let i = /* @__PURE__ */ new Set();
	return r.filter(({ score: { measure: e, key: t, words: n } }) => {
		let r = [`${e} ${t}`, n], a = r.some((e) => i.has(e));
		for (let e of r) i.add(e);
		return !a;
	}).slice(0, n).map(({ score: e }) => e);
}
//#endregion
//#region src/card/pinned.ts
var gc = 40, _c = 5, vc = 8;
function yc(e) {
	let t = e.map(k);
	return t.length < 2 ? t.join("") : `${t.slice(0, -1).join(", ")} and ${t.at(-1)}`;
}
function bc(e, n) {
	let r = hc(e, n, vc);
	if (r.length === 0) return null;
	let i = r.map((e) => {
		let i = n.map((t) => N(e, t).value), a = n.map((n, r) => t("td", i[r] === Math.max(...i) ? { class: "best" } : {}, Ne(e, n)));
		return t("tr", {}, t("th", { scope: "row" }, ae(e, r)), ...a);
	}), a = n.map((e) => t("th", { scope: "col" }, k(e)));
	return t("section", {}, t("h3", {}, "Scores in which they are furthest apart"), t("div", {
		class: "scroll",
		tabindex: 0,
		role: "region",
		"aria-label": "Scores of these heads"
	}, t("table", { class: "apart" }, t("thead", {}, t("tr", {}, t("td"), ...a)), t("tbody", {}, ...i))), t("p", { class: "quiet" }, "In standard deviations over all heads; intervals are 95%."));
}
function xc(e, n) {
	let r = t("h2", {
		id: "pinned-title",
		tabindex: -1
	}), i = t("button", {
		type: "button",
		class: "close"
	}, "Close", t("span", { class: "key" }, " (Esc)")), a = t("input", {
		id: "pin-more",
		size: 6,
		autocomplete: "off",
		spellcheck: "false",
		placeholder: "3-5"
	}), o = t("span", {
		class: "wrong",
		role: "alert"
	}), s = t("form", { class: "more" }, t("label", { for: "pin-more" }, "Add head "), a, " ", t("button", { type: "submit" }, "Add"), o), c = t("div", { class: "body" }), l = t("aside", {
		class: "drawer pinned",
		"aria-labelledby": "pinned-title",
		hidden: ""
	}, t("div", { class: "bar" }, r, s, i), c), u = t("div", {
		class: "tray",
		role: "status"
	});
	i.addEventListener("click", () => n.set([])), s.addEventListener("submit", (t) => {
		t.preventDefault();
		let r = de(a.value.trim(), e), i = n.heads[0];
		o.textContent = r === null ? ` ${fe(a.value.trim(), e)}` : n.has(r) ? " It is here already." : r.stack === i.stack ? "" : ` Only heads of the ${i.stack} have read this text.`, o.textContent === "" && r !== null && (a.value = "", n.set([...n.heads, r]));
	});
	let d = [], f = [];
	function p(r) {
		let i = fr(e, M(e, r[0].stack)), a = i ? mc(i, r, _c) : [], o = r.map(() => t("div")), s = !1, c = (e) => {
			s ||= (s = !0, d.forEach(e), !1);
		}, l = r.map((r, a) => {
			let s = t("button", {
				type: "button",
				"aria-label": `Unpin head ${k(r)}`
			}, "Unpin");
			s.addEventListener("click", () => n.set(n.heads.filter((e) => !A(e, r))));
			let c = e.cards.find((e) => A(e, r))?.summary ?? "", l = t("h3", {}, t("a", { href: `#${P(r, e)}` }, `Head ${k(r)}`)), u = i ? [lc(() => d[a], () => `Head ${k(r)}: sample text`)] : [];
			return t("section", { class: "pin" }, t("div", { class: "name" }, l, s), t("p", { class: "said" }, c), t("figure", { class: "alive" }, o[a], ...u));
		});
		if (i) {
			let e = {
				lines: gc,
				marked: a.map(({ token: e }) => e)
			};
			d = r.map((t, n) => sc(o[n], i, {
				...e,
				layer: t.layer,
				heads: [t.head],
				label: `Head ${k(t)} on the sample text`,
				changed: ({ side: e, tokens: t }) => c((r) => r !== d[n] && r.set({
					side: e,
					tokens: t
				})),
				pointed: (e) => c((t) => t !== d[n] && t.point(e))
			}));
		}
		let u = a.map(({ token: e, most: n }) => {
			let a = n.map(({ key: e, weight: t }, n) => `${k(r[n])} → ${J(i.keys.texts[e])} ${t.toFixed(2)}`), o = t("button", { type: "button" }, t("b", {}, J(i.queries.texts[e])), ` ${a.join(", ")}`);
			return o.addEventListener("click", () => c((t) => t.set({
				side: "left",
				tokens: [e]
			}))), t("li", {}, o);
		}), f = t("section", { class: "differ" }, t("h3", {}, "Where they differ most"), t("ul", {}, ...u), t("p", { class: "quiet" }, "By the Jensen–Shannon divergence of what they attend to from a token; these tokens are underlined below. Press one to see it in all of them."));
		return {
			columns: l,
			differ: u.length > 0 ? f : null
		};
	}
	function m(n) {
		for (let e of d) e.destroy();
		if (d = [], f = n, c.replaceChildren(), n.length < 2) return;
		r.textContent = `Heads ${yc(n)}, side by side`, s.hidden = n.length >= 4, o.textContent = "";
		let { columns: i, differ: a } = p(n), u = t("div", { class: "columns" }, ...i);
		u.style.setProperty("--heads", String(n.length));
		let m = bc(e, n);
		c.append(...a ? [a] : [], u, ...m ? [m] : []), l.scrollTop = 0;
	}
	function h() {
		let { heads: e } = n, r = e.length === f.length && e.every((e, t) => A(e, f[t])), i = e.length > 1;
		if (l.hidden = !i, r || m(e), u.hidden = e.length !== 1, e.length === 1) {
			let r = t("button", { type: "button" }, "Unpin");
			r.addEventListener("click", () => n.set([])), u.replaceChildren(`Head ${k(e[0])} is pinned. Open another and press “Compare”. `, r);
		}
		return i;
	}
	return {
		elements: [l, u],
		update: h,
		focus: () => r.focus({ preventScroll: !0 })
	};
}
//#endregion
//#region src/card/card.ts
var Sc = "(max-width: 859px)", Cc = "(min-width: 1600px)";
function wc(e, t, n) {
	let r = e.stacks.flatMap(j);
	return r[r.findIndex((e) => A(e, t)) + n] ?? null;
}
function Tc(e, n, r) {
	let i = new Wo(e, r), a = xc(e, i), o = t("h2", {
		id: "card-title",
		tabindex: -1
	}), s = t("button", {
		type: "button",
		class: "close"
	}, "Close", t("span", { class: "key" }, " (Esc)")), c = [-1, 1].map((e) => {
		let n = t("button", { type: "button" });
		return n.addEventListener("click", () => C(e)), {
			step: e,
			button: n
		};
	}), l = t("button", { type: "button" }), u = t("div", { class: "bar" }, o, ...c.map(({ button: e }) => e), l, s), d = t("div", { class: "body" }), f = t("aside", {
		class: "drawer card",
		"aria-labelledby": "card-title",
		hidden: ""
	}, u, d), p = [f, ...a.elements], m = null, h = null, g = !1, _ = () => {};
	function v(n) {
		let r = e.cards.find((e) => A(e, n)), a = uc(e, n), { right: o, others: s } = cs(e, n, r), c = Qo(e, n, r, (e) => i.set([n, e])), l = r ? t("p", { class: "said" }, r.summary) : null;
		d.replaceChildren(...[
			l,
			a?.element ?? null,
			c,
			...o,
			...s
		].filter((e) => e !== null)), _ = a?.destroy ?? (() => {});
	}
	n.listen(({ selected: t }) => {
		if (t !== h && (h = t, _(), _ = () => {}, f.hidden = t === null, document.documentElement.classList.toggle("with-card", t !== null), b(), t !== null)) {
			o.textContent = `Head ${k(t)}${e.stacks.length > 1 ? ` of the ${t.stack}` : ""}`;
			for (let { step: n, button: r } of c) {
				let i = wc(e, t, n);
				r.disabled = i === null;
				let a = i === null ? n < 0 ? "first" : "last" : k(i);
				r.textContent = n < 0 ? `← ${a}` : `${a} →`, r.setAttribute("aria-label", i === null ? `No ${n < 0 ? "earlier" : "later"} head` : `Go to head ${k(i)}`);
			}
			f.scrollTop = 0, y(), v(t), r.set({ head: ue(t, e) }, "new");
		}
	});
	function y() {
		if (h === null) return;
		let e = i.heads;
		l.hidden = !i.has(h) && !i.takes(h), l.textContent = i.has(h) ? "Unpin" : e.length === 0 ? "Pin" : `Compare with ${yc(e)}`;
	}
	l.addEventListener("click", () => {
		if (h === null) return;
		let [e, t] = [h, i.heads];
		i.has(e) ? i.set(t.filter((t) => !A(t, e)), e) : t.length === 0 ? i.set([e], e) : i.set([...t, e]);
	});
	function b() {
		let e = h !== null && window.matchMedia(Sc).matches, t = (t) => e ? t !== f : g && !p.includes(t);
		for (let e of f.parentElement?.children ?? []) e.inert = t(e);
		document.documentElement.classList.toggle("covered", e || g), e && !f.contains(document.activeElement) && x(o);
	}
	window.matchMedia(Sc).addEventListener?.("change", b);
	function x(e) {
		p.some((e) => e.contains(document.activeElement)) || (m ??= document.activeElement), e.focus({ preventScroll: !0 });
	}
	function S() {
		if (g) return a.focus();
		(m instanceof SVGElement || m instanceof HTMLElement) && m.isConnected && m.focus(), m = null;
	}
	function C(t) {
		let r = h && wc(e, h, t);
		r && n.select(r);
	}
	let w = () => {
		n.selected !== null && (n.select(null), r.set({ head: null }, "new"), S());
	};
	return s.addEventListener("click", w), document.addEventListener("keydown", (e) => {
		if (e.ctrlKey || e.altKey || e.metaKey) return;
		if (e.key === "Escape") return h === null ? g && i.set([]) : w();
		let t = {
			ArrowLeft: -1,
			ArrowRight: 1
		}[e.key], n = document.activeElement;
		h !== null && t !== void 0 && f.contains(n) && !n?.closest("[role=option], input") && (e.preventDefault(), C(t));
	}), i.listen(() => {
		let e = g;
		g = a.update(), y(), b(), g && !e && h === null ? (p.some((e) => e.contains(document.activeElement)) || (m ??= document.activeElement), a.focus()) : e && !g && h === null && S();
	}), document.addEventListener("headscope:open", () => {
		f.contains(document.activeElement) || (m = document.activeElement), o.focus({ preventScroll: !0 });
	}), document.addEventListener("click", (e) => {
		let t = e.target.closest?.("a[href^=\"#head=\"]");
		t && (p.some((e) => e.contains(t)) || (m = t), setTimeout(() => o.focus({ preventScroll: !0 })));
	}), {
		elements: p,
		follow: () => {
			r.listen("head", (t) => {
				let i = t === null ? null : de(t, e);
				t !== null && i === null && r.refuse("head", fe(t, e)), n.select(i);
			}), i.follow(), r.listen("at", (e, t) => {
				e !== null && t && (g || !window.matchMedia(Cc).matches) && r.set({
					head: null,
					pin: null
				});
			});
		}
	};
}
//#endregion
//#region src/save/figures.ts
function Ec(e, t, n) {
	let r = new Map(D(n).map(({ id: e, measure: t }) => [ra(e), aa({ name: t })]));
	for (let n of e.querySelectorAll("figure")) {
		let i = n.querySelector("h3, h4")?.textContent ?? t, a = [...e.querySelectorAll(".measure")].find(({ id: e }) => e === r.get(n.id))?.querySelector(".about .scroll");
		qi(n, () => i, a ? { with: () => [a] } : {});
	}
}
//#endregion
//#region src/report.ts
function Dc(e, n, r) {
	let a = t("div", { class: "below" }), o = n.inside(a);
	for (let n of e.stacks) e.stacks.length > 1 && a.append(t("h3", {}, n.name)), a.append(Qa(n, e, o, r));
	let s = e.stacks.map((t) => `${t.layers * t.heads} heads × ${oe(e, t.name).length} scores`).join(", ");
	return t("section", { id: "heads" }, t("h2", {}, "All heads"), i(`A table: ${s}`, a));
}
function Oc({ absent: e }) {
	if (e.length === 0) return [];
	let n = e.map(({ name: e, missing: n, command: r }) => t("li", {}, t("b", {}, e), `. ${n} It would take: `, t("code", {}, r)));
	return [t("h3", {}, "Not in this run"), t("ul", {}, ...n)];
}
function kc(e) {
	let n = t("dl");
	for (let [r, i] of e.facts) n.append(t("div", {}, t("dt", {}, r), t("dd", {}, i)));
	let r = t("div", { class: "below" }, n);
	e.notes.length > 0 && r.append(t("h3", {}, "Notes"), t("ul", {}, ...e.notes.map((e) => t("li", {}, e)))), r.append(...Oc(e));
	let a = [
		["Model, corpus, options and versions", !0],
		["notes", e.notes.length > 0],
		["what is not in it", e.absent.length > 0]
	].flatMap(([e, t]) => t ? [e] : []).join("; ");
	return t("section", { id: "run" }, t("h2", {}, "About this run"), i(a, r), t("p", { class: "caveat" }, e.caveat));
}
function Ac(e, n) {
	let r = new ve(), i = new we(), s = Tc(n, r, i);
	e.replaceChildren(...jo(n, r, i), t("div", { class: "parts-of-page" }, ...To(n, r)), Dc(n, r, i), kc(n), ...s.elements);
	for (let t of e.querySelectorAll(".part")) Ec(t, t.querySelector(".finding")?.textContent ?? "", n);
	s.follow(), o(e);
	let c = (e) => {
		let t = e === null ? null : document.getElementById(e);
		return e !== null && !t && i.refuse("at", `There is no “${e}” on this page.`), t && a(t), t;
	};
	c(i.get("at"))?.scrollIntoView(), i.listen("at", (e) => void c(e)?.scrollIntoView());
}
var jc = document.getElementById("payload"), Mc = document.getElementById("report");
if (jc && Mc) try {
	Ac(Mc, ne(jc.textContent ?? ""));
} catch (e) {
	let n = e instanceof Error ? e.message : String(e);
	throw Mc.replaceChildren(t("p", { role: "alert" }, `This page’s data could not be drawn: ${n}.`)), e;
}
//#endregion
export { Ac as mount };
