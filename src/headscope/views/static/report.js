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
//#region node_modules/d3-array/dist/d3-array.mjs
function i(e, t) {
	return e == null || t == null ? NaN : e < t ? -1 : e > t ? 1 : e >= t ? 0 : NaN;
}
function a(e, t) {
	return e == null || t == null ? NaN : t < e ? -1 : t > e ? 1 : t >= e ? 0 : NaN;
}
function o(e) {
	let t, n, r;
	e.length === 2 ? (t = e === i || e === a ? e : s, n = e, r = e) : (t = i, n = (t, n) => i(e(t), n), r = (t, n) => e(t) - n);
	function o(e, r, i = 0, a = e.length) {
		if (i < a) {
			if (t(r, r) !== 0) return a;
			do {
				let t = i + a >>> 1;
				n(e[t], r) < 0 ? i = t + 1 : a = t;
			} while (i < a);
		}
		return i;
	}
	function c(e, r, i = 0, a = e.length) {
		if (i < a) {
			if (t(r, r) !== 0) return a;
			do {
				let t = i + a >>> 1;
				n(e[t], r) <= 0 ? i = t + 1 : a = t;
			} while (i < a);
		}
		return i;
	}
	function l(e, t, n = 0, i = e.length) {
		let a = o(e, t, n, i - 1);
		return a > n && r(e[a - 1], t) > -r(e[a], t) ? a - 1 : a;
	}
	return {
		left: o,
		center: l,
		right: c
	};
}
function s() {
	return 0;
}
function c(e) {
	return e === null ? NaN : +e;
}
var l = o(i), u = l.right;
l.left, o(c).center;
function d(e, t) {
	let n, r;
	if (t === void 0) for (let t of e) t != null && (n === void 0 ? t >= t && (n = r = t) : (n > t && (n = t), r < t && (r = t)));
	else {
		let i = -1;
		for (let a of e) (a = t(a, ++i, e)) != null && (n === void 0 ? a >= a && (n = r = a) : (n > a && (n = a), r < a && (r = a)));
	}
	return [n, r];
}
Array.prototype.slice;
var f = Math.sqrt(50), p = Math.sqrt(10), m = Math.sqrt(2);
function h(e, t, n) {
	let r = (t - e) / Math.max(0, n), i = Math.floor(Math.log10(r)), a = r / 10 ** i, o = a >= f ? 10 : a >= p ? 5 : a >= m ? 2 : 1, s, c, l;
	return i < 0 ? (l = 10 ** -i / o, s = Math.round(e * l), c = Math.round(t * l), s / l < e && ++s, c / l > t && --c, l = -l) : (l = 10 ** i * o, s = Math.round(e / l), c = Math.round(t / l), s * l < e && ++s, c * l > t && --c), c < s && .5 <= n && n < 2 ? h(e, t, n * 2) : [
		s,
		c,
		l
	];
}
function g(e, t, n) {
	if (t = +t, e = +e, n = +n, !(n > 0)) return [];
	if (e === t) return [e];
	let r = t < e, [i, a, o] = r ? h(t, e, n) : h(e, t, n);
	if (!(a >= i)) return [];
	let s = a - i + 1, c = Array(s);
	if (r) {
		if (o < 0) for (let e = 0; e < s; ++e) c[e] = (a - e) / -o;
		else for (let e = 0; e < s; ++e) c[e] = (a - e) * o;
	} else if (o < 0) for (let e = 0; e < s; ++e) c[e] = (i + e) / -o;
	else for (let e = 0; e < s; ++e) c[e] = (i + e) * o;
	return c;
}
function _(e, t, n) {
	return t = +t, e = +e, n = +n, h(e, t, n)[2];
}
function v(e, t, n) {
	let r;
	for (;;) {
		let i = _(e, t, n);
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
function y(e, t) {
	let n;
	if (t === void 0) for (let t of e) t != null && (n < t || n === void 0 && t >= t) && (n = t);
	else {
		let r = -1;
		for (let i of e) (i = t(i, ++r, e)) != null && (n < i || n === void 0 && i >= i) && (n = i);
	}
	return n;
}
function b(e, t) {
	let n;
	if (t === void 0) for (let t of e) t != null && (n > t || n === void 0 && t >= t) && (n = t);
	else {
		let r = -1;
		for (let i of e) (i = t(i, ++r, e)) != null && (n > i || n === void 0 && i >= i) && (n = i);
	}
	return n;
}
function x(e, t) {
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
var S = {
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
	texts: {}
};
function C(e) {
	let t = {
		...S,
		...JSON.parse(e)
	}, n = new Map(t.stacks.map((e) => [e.name, e])), r = new Map(t.measures.map(({ name: e, quantity: t }) => [e, t])), i = new Set(t.behaviours.map(({ name: e }) => e));
	for (let { label: e } of t.labels) if (!i.has(e)) throw Error(`a head has the label ${e}, which nothing describes`);
	let a = /* @__PURE__ */ new Set();
	for (let e of T(t)) {
		if (a.has(e.id)) throw Error(`two scores have the id ${e.id}`);
		a.add(e.id), e.quantity = w(e, r);
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
function w({ id: e, measure: t }, n) {
	let r = n.get(t);
	if (!r) throw Error(`score ${e} is of an unknown measure, ${t}`);
	return r;
}
function T(e) {
	return [...e.scores, ...e.relations];
}
function ee(e) {
	let t = `${e.measure} ${e.key}`;
	return e.direction === null ? t : `${t}, ${e.direction}`;
}
function te(e, t) {
	let n = [];
	return t.some((t) => t.stack !== e.stack) && n.push(e.stack), t.some((t) => t.corpus !== e.corpus) && n.push(e.corpus), n.join(", ");
}
function ne(e, t) {
	let n = te(e, t);
	return n === "" ? e.words : `${e.words} (${n})`;
}
function E(e) {
	return e.flat().filter((e) => e !== null);
}
function re(e, t) {
	return e.measures.flatMap(({ name: n }) => e.scores.filter((e) => e.measure === n && e.stack === t));
}
//#endregion
//#region src/heads.ts
function D(e) {
	return `${e.layer + 1}-${e.head + 1}`;
}
function O(e, t) {
	return e === null || t === null ? e === t : e.stack === t.stack && e.layer === t.layer && e.head === t.head;
}
function k(e) {
	let t = [];
	for (let n = 0; n < e.layers; n++) for (let r = 0; r < e.heads; r++) t.push({
		stack: e.name,
		layer: n,
		head: r
	});
	return t;
}
function ie(e, t) {
	let n = e.stacks.find((e) => e.name === t);
	if (!n) throw Error(`there is no stack named ${t}`);
	return n;
}
function A(e, t) {
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
	return n || ae.set(e, n = Float64Array.from(E(e.value)).sort()), {
		rank: n.length - u(n, t) + 1,
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
function j(e, t) {
	let n = D(e);
	return t.stacks.length > 1 ? `head=${encodeURIComponent(e.stack)}/${n}` : `head=${n}`;
}
function ce(e, t) {
	let n = /^#?head=(?:(.+)\/)?(\d+)-(\d+)$/.exec(e);
	if (!n) return null;
	let r = n[1] === void 0 ? t.stacks[0] : t.stacks.find(({ name: e }) => e === le(n[1])), i = Number(n[2]) - 1, a = Number(n[3]) - 1;
	return !r || i < 0 || a < 0 || i >= r.layers || a >= r.heads ? null : {
		stack: r.name,
		layer: i,
		head: a
	};
}
function le(e) {
	try {
		return decodeURIComponent(e);
	} catch {
		return e;
	}
}
//#endregion
//#region src/highlight.ts
var ue = class {
	pointed = null;
	selected = null;
	found = null;
	#e = /* @__PURE__ */ new Set();
	get current() {
		return this.pointed ?? this.selected;
	}
	point(e) {
		O(e, this.pointed) || (this.pointed = e, this.#t());
	}
	select(e) {
		O(e, this.selected) || (this.selected = e, this.#t());
	}
	find(e) {
		let t = e && new Set(e.map((e) => `${e.stack}/${D(e)}`));
		(t === null || this.found === null ? t === this.found : String([...t].sort()) === String([...this.found].sort())) || (this.found = t, this.#t());
	}
	finds(e) {
		return this.found?.has(`${e.stack}/${D(e)}`) ?? !1;
	}
	listen(e) {
		return this.#e.add(e), e(this), () => this.#e.delete(e);
	}
	#t() {
		for (let e of this.#e) e(this);
	}
}, de = {
	name: "",
	words: "no label",
	sign: "",
	light: null,
	dark: null
}, fe = class {
	#e;
	#t;
	#n = /* @__PURE__ */ new Map();
	#r = /* @__PURE__ */ new Map();
	#i = /* @__PURE__ */ new Map();
	constructor(e) {
		this.#e = new Map(e.behaviours.map((e) => [e.name, e])), this.#t = e.behaviours.find(({ light: e }) => e === null) ?? de;
		for (let t of e.labels) this.#n.set(N(t), t), this.#i.set(t.label, Math.max(this.#i.get(t.label) ?? 0, t.margin ?? 0));
		for (let t of e.cards) this.#r.set(N(t), t);
	}
	of(e) {
		let t = this.#n.get(N(e)), n = this.#r.get(N(e))?.claims ?? [], r = (t && this.#e.get(t.label)) ?? this.#t, i = this.#i.get(r.name) ?? 0;
		return {
			behaviour: r,
			sure: t?.sure ?? !1,
			strength: i > 0 ? (t?.margin ?? 0) / i : 0,
			claims: n
		};
	}
	card(e) {
		return this.#r.get(N(e));
	}
	counts(e) {
		let t = e.map((e) => this.of(e));
		return [.../* @__PURE__ */ new Set([...this.#e.values(), this.#t])].map((e) => {
			let n = t.filter((t) => t.behaviour === e);
			return {
				behaviour: e,
				count: n.length,
				unsure: n.filter(M).length
			};
		}).filter(({ count: e }) => e > 0);
	}
};
function M({ behaviour: e, sure: t }) {
	return !t && e.light !== null;
}
function N({ stack: e, layer: t, head: n }) {
	return `${e}/${t}/${n}`;
}
var pe = {
	light: "#ffffff",
	dark: "#111316"
}, me = ["#16181c", "#ffffff"];
function he(e, t, n) {
	let r = (e, t) => parseInt(e.slice(t, t + 2), 16);
	return `#${[
		1,
		3,
		5
	].map((i) => Math.round(n * r(e, i) + (1 - n) * r(t, i))).map((e) => e.toString(16).padStart(2, "0")).join("")}`;
}
function ge({ sure: e, strength: t }) {
	return e ? .6 + .4 * Math.min(1, Math.max(0, t)) : .3;
}
function _e(e, t) {
	let n = e.behaviour.light, r = n === null ? pe[t] : he(n, pe[t], ge(e));
	return {
		fill: r,
		ink: ve(r)
	};
}
function ve(e) {
	return me.reduce((t, n) => ye(n, e) > ye(t, e) ? n : t);
}
function ye(e, t) {
	let [n, r] = [be(e), be(t)].sort((e, t) => e - t);
	return (r + .05) / (n + .05);
}
function be(e) {
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
//#region src/digits.ts
var xe = 4, Se = 2;
function Ce(e, t) {
	if (e === null || t === null) return Se;
	let n = Math.abs(t - e) / 2;
	return n === 0 ? xe : Math.min(xe, Math.max(0, -Math.floor(Math.log10(n) + 1e-9)));
}
function P(e, t) {
	let n = Math.abs(e).toFixed(t);
	return e < 0 && Number(n) !== 0 ? `−${n}` : n;
}
function we(e) {
	return e.replace(/(^| )-(?=\d)/gu, "$1−");
}
function Te({ value: e, low: t, high: n }) {
	return P(e, Ce(t, n));
}
function Ee(e, t = "") {
	let { low: n, high: r } = e, i = t === "" ? Te(e) : `${Te(e)} ${t}`;
	if (n === null || r === null) return i;
	let a = Ce(n, r), o = n < 0 || r < 0 ? " to " : "–";
	return `${i} (${P(n, a)}${o}${P(r, a)})`;
}
function F(e) {
	if (e === 0) return "0";
	let t = 1 - Math.floor(Math.log10(Math.abs(e))), n = P(e, Math.min(xe, Math.max(0, t)));
	return n.includes(".") ? n.replace(/\.?0+$/, "") : n;
}
function De({ name: e, unit: t }) {
	return t || e;
}
function Oe(e, t) {
	let n = A(e, t);
	return n === null ? "not measured" : Ee(n, e.quantity.unit);
}
function ke(e, t) {
	let n = A(e, t);
	return Oe(e, t) + (n === null ? "" : `, ${Ae(e, n)}`);
}
function Ae(e, { value: t }) {
	let { rank: n, of: r } = oe(e, t);
	return `rank ${n} of ${r}`;
}
//#endregion
//#region src/query/language.ts
var I = {
	about: "The query language, written once: query/*.py and web/src/query/*.ts read it. A grammar's quoted parts are words as they stand, the others are slots; a part in brackets may be left out.",
	limits: {
		characters: 1e3,
		depth: 50,
		listed: 8,
		near: 3,
		likeness: .6,
		decimals: 6
	},
	tokens: {
		space: "[ \\t\\r\\n\\u00a0]+",
		quoted: "\"[^\"]*\"|'[^']*'",
		sign: "<=|>=|[<>=()]",
		word: "[^ \\t\\r\\n\\u00a0\"'<>=()]+"
	},
	joints: ["or", "and"],
	prefix: "not",
	brackets: ["(", ")"],
	terms: {
		layer: ["layer", ["'to'", "layer"]],
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
		"between"
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
			pattern: "[1-9][0-9]{0,8}-[1-9][0-9]{0,8}",
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
	directions: {
		"to-head": "dependent-to-head",
		"to-dependent": "head-to-dependent",
		"both-ways": "both",
		"dependent-to-head": "dependent-to-head",
		"head-to-dependent": "head-to-dependent"
	},
	whole: "all",
	examples: [
		"sep > 0.6",
		"entropy top 5",
		"layer 4 and not label mixed"
	],
	messages: {
		long: "A query has at most {most} characters, this one has {count}. Ask for less at once.",
		deep: "A query may be nested {most} deep, and this goes deeper. Take brackets or 'not' away.",
		nothing: "Nothing is asked for. Try {examples}.",
		quote: "This quotation mark is never closed. Add another one behind the name.",
		bracket: "This bracket is never closed. Add ')' where it ends.",
		term: "Expected a score, {words} or '(', found {found}.",
		reserved: "Expected a score, {words} or '(', found {found}. A score of that name goes in quotes.",
		test: "Expected a comparison after {name}, found {found}. Try {name} > 0.5 or {name} top 5; there are {words}.",
		slot: "Expected {expected}, found {found}.",
		word: "Expected '{word}', found {found}.",
		after: "Expected 'and', 'or' or the end, found {found}.",
		inside: "Expected 'and', 'or' or ')', found {found}.",
		unknown: "There is no score '{name}' here.{hint}",
		known: " A score is written measure.key; measures here: {known}.",
		measures: "{name} is a key of several measures. Say which: {known}.",
		keys: "{name} has several keys. Say which: {known}.",
		corpora: "{name} was measured on several corpora. Say which: {known}.",
		elsewhere: "{name} was not measured on '{corpus}'. Try {known}.",
		undirected: "{name} has no directions. Leave '{direction}' out.",
		direction: "{name} was not measured '{direction}'. Leave it out.",
		layers: "There is no layer {layer}: the model has {count}.",
		falling: "A range rises: first the lower, then the higher one.",
		heads: "There is no head {head}: the model has {known}.",
		shape: "{layers} layers of {heads} heads",
		unlabelled: "No head has a label here: no measure of this run tells one.",
		label: "There is no label '{label}' here.{hint} Labels: {known}.",
		stack: "There is no stack '{stack}' here.{hint} Stacks: {known}.",
		hint: " Did you mean {known}?",
		word_found: "'{text}'",
		end_found: "the end",
		more: "{known} and {count} more"
	}
}, L = I.limits, je = new Set(I.reserved);
I.examples;
var R = class extends Error {
	start;
	end;
	constructor(e, t, n) {
		super(e), this.start = t, this.end = n;
	}
};
function Me(e, t) {
	return Object.hasOwn(e, t);
}
function z(e, t = {}) {
	return I.messages[e].replace(/\{(\w+)\}/g, (e, n) => String(t[n]));
}
function B(e) {
	let t = [...e], n = t.slice(0, L.listed).join(", ");
	return t.length > L.listed ? z("more", {
		known: n,
		count: t.length - L.listed
	}) : n;
}
function Ne(e, t) {
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
	let o = Ne(e.slice(0, r), t.slice(0, i));
	return n + o + Ne(e.slice(r + n), t.slice(i + n));
}
function Pe(e, t) {
	let [n, r] = [[...e], [...t]], i = n.length + r.length;
	return i === 0 ? 1 : 2 * Ne(n, r) / i;
}
function Fe(e, t) {
	let n = [...new Set(t)].map((t) => ({
		name: t,
		likeness: Pe(t, e)
	})).filter((e) => e.likeness >= L.likeness).sort((e, t) => t.likeness - e.likeness).slice(0, L.near).map(({ name: e }) => e);
	return n.length === 0 ? "" : z("hint", { known: [n.slice(0, -1).join(", "), n.at(-1)].filter(Boolean).join(" or ") });
}
//#endregion
//#region src/query/tokens.ts
var Ie = [
	"space",
	"quoted",
	"sign",
	"word"
].map((e) => ({
	kind: e,
	pattern: new RegExp(I.tokens[e], "uy")
})), Le = RegExp(`^(?:${I.tokens.word})$`, "u");
function V(e) {
	return e.kind === "word" || e.kind === "sign" ? e.text.toLowerCase() : "";
}
function H(e) {
	return e.kind === "end" ? z("end_found") : z("word_found", { text: e.text });
}
function Re(e) {
	return Le.test(e);
}
function ze(e) {
	let t = [...e].length, n = L.characters;
	if (t > n) throw new R(z("long", {
		most: n,
		count: t
	}), n, n + 1);
	let r = [], i = 0, a = 0;
	for (; i < e.length;) {
		let t = Ie.flatMap(({ kind: t, pattern: n }) => {
			n.lastIndex = i;
			let r = n.exec(e)?.[0];
			return r === void 0 ? [] : [{
				kind: t,
				text: r
			}];
		})[0];
		if (!t) throw new R(z("quote"), a, a + 1);
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
var Be = new Map(Object.entries(I.slots).map(([e, t]) => [e, {
	...t,
	pattern: RegExp(`^(?:${t.pattern})$`, "u")
}])), [Ve, He] = I.brackets;
function Ue(e) {
	let t = ze(e).reverse(), n = () => t.at(-1), r = () => t.pop(), i = 0, a = (e, { start: t, end: n }, r = {}) => new R(z(e, r), t, n);
	function o(e = 0) {
		let t = I.joints[e];
		if (t === void 0) return s();
		let i = [o(e + 1)];
		for (; V(n()) === t;) r(), i.push(o(e + 1));
		return i.length === 1 ? i[0] : {
			kind: "joined",
			joint: t,
			parts: i
		};
	}
	function s() {
		let e = n(), t = V(e);
		if (t === I.prefix || t === Ve) {
			if (r(), i += 1, i > L.depth) throw a("deep", e, { most: L.depth });
			let n = t === Ve ? c(e) : {
				kind: "not",
				part: s()
			};
			return --i, n;
		}
		if (Me(I.terms, t)) return r(), {
			kind: "term",
			what: t,
			slots: u(I.terms[t]),
			name: null,
			direction: null
		};
		if (e.kind === "end" || e.kind === "sign" || je.has(t)) {
			let n = B([...Object.keys(I.terms), I.prefix].map((e) => `'${e}'`));
			throw a(je.has(t) ? "reserved" : "term", e, {
				words: n,
				found: H(e)
			});
		}
		return l();
	}
	function c(e) {
		let t = o();
		if (n().kind === "end") throw a("bracket", e);
		if (V(n()) !== He) throw a("inside", n(), { found: H(n()) });
		return r(), t;
	}
	function l() {
		let t = r(), i = Me(I.directions, V(n())) ? r() : null, o = n(), s = V(o);
		if (!Me(I.tests, s)) {
			let n = [...e].slice(t.start, t.end).join("");
			throw a("test", o, {
				name: n,
				found: H(o),
				words: B(Object.keys(I.tests))
			});
		}
		return r(), {
			kind: "term",
			what: s,
			slots: u(I.tests[s]),
			name: t,
			direction: i
		};
	}
	function u(e) {
		return e.flatMap((e) => {
			if (Array.isArray(e)) return V(n()) === e[0].slice(1, -1) ? u(e) : [];
			if (e.startsWith("'")) {
				let t = e.slice(1, -1);
				if (V(n()) !== t) throw a("word", n(), {
					word: t,
					found: H(n())
				});
				return r(), [];
			}
			let { pattern: t, expected: i } = Be.get(e), { kind: o, text: s } = n();
			if (o === "end" || o === "sign" || !t.test(s)) throw a("slot", n(), {
				expected: i,
				found: H(n())
			});
			return [r()];
		});
	}
	if (n().kind === "end") throw a("nothing", n(), { examples: B(I.examples) });
	let d = o();
	if (n().kind !== "end") throw a("after", n(), { found: H(n()) });
	return d;
}
//#endregion
//#region src/query/names.ts
var U = class extends Error {}, We = ({ measure: e, key: t }) => `${e}.${t}`, W = (e) => [...new Set(e)];
function G(e) {
	return Re(e) && !je.has(e.toLowerCase()) ? e : e.includes("\"") ? `'${e}'` : `"${e}"`;
}
function Ge(e) {
	let t = e.split("@");
	return t.slice(1).map((e, n) => {
		let r = t.length - 1 - n;
		return {
			base: t.slice(0, r).join("@"),
			corpus: t.slice(r).join("@")
		};
	});
}
function Ke(e, t, n, r = "") {
	let i = t.filter((t) => We(t) === e);
	if (i.length > 0) return i;
	let a = t.filter(({ measure: t }) => t === e);
	if (a.length > 0) {
		let t = W(a.map(({ key: e }) => e));
		if (t.length === 1) return a;
		if (t.includes(I.whole)) return a.filter(({ key: e }) => e === I.whole);
		throw new U(z("keys", {
			name: G(e),
			known: B(t.map((t) => G(`${e}.${t}${r}`)))
		}));
	}
	let o = t.filter(({ key: t }) => t === e), s = o.filter(({ measure: e }) => !n.includes(e)), c = s.length > 0 ? s : o, l = W(c.map(({ measure: e }) => e));
	if (l.length > 1) throw new U(z("measures", {
		name: G(e),
		known: B(l.map((t) => G(`${t}.${e}${r}`)))
	}));
	return c;
}
function qe(e, t, n) {
	for (let { base: r, corpus: i } of Ge(e)) {
		let e = [];
		try {
			e = Ke(r, t, n);
		} catch (e) {
			if (!(e instanceof U)) throw e;
		}
		if (e.length === 0) continue;
		let a = W(e.map((e) => G(`${r}@${e.corpus}`)));
		return new U(z("elsewhere", {
			name: G(r),
			corpus: i,
			known: B(a)
		}));
	}
	let r = W(t.map(({ measure: e }) => e));
	return new U(z("unknown", {
		name: e,
		hint: Fe(e, (e.includes(".") ? t.map(We) : [...t.map(({ key: e }) => e), ...r]).map(G)) || z("known", { known: B(r) })
	}));
}
function Je(e, t, n = []) {
	let r = [...new Map(t.map(({ measure: e, key: t, corpus: n }) => [JSON.stringify([
		e,
		t,
		n
	]), {
		measure: e,
		key: t,
		corpus: n
	}])).values()], i = Ke(e, r, n);
	if (i.length > 0) {
		let t = W(i.map(({ corpus: e }) => e));
		if (t.length === 1) return i[0];
		throw new U(z("corpora", {
			name: G(e),
			known: B(t.map((t) => G(`${e}@${t}`)))
		}));
	}
	for (let { base: t, corpus: i } of Ge(e)) {
		let e = Ke(t, r.filter((e) => e.corpus === i), n, `@${i}`);
		if (e.length > 0) return e[0];
	}
	throw qe(e, r, n);
}
//#endregion
//#region src/query/evaluate.ts
function Ye(e) {
	let t = e.endsWith("%"), [n, r = "0"] = (t ? e.slice(0, -1) : e).toLowerCase().split("e"), i = Number(r) - (t ? 2 : 0), a = (n.split(".")[1] ?? "").length;
	return {
		value: Number(`${n}e${i}`),
		half: Number(`5e${i - a - 1}`)
	};
}
function Xe(e) {
	let t = e * 10 ** L.decimals, n = Math.floor(t);
	return t - n === .5 && n % 2 == 0 ? n : Math.round(t);
}
function Ze(e, t, n) {
	return [...t].sort((t, r) => {
		let [i, a] = [e[t], e[r]];
		return i === null || a === null ? Number(i === null) - Number(a === null) : n ? Xe(i) - Xe(a) : Xe(a) - Xe(i);
	});
}
function Qe(e, t) {
	let n = e.stacks.flatMap(k), r = /* @__PURE__ */ new Map(), i = [], a = (e, { start: t, end: n }, r = {}) => new R(z(e, r), t, n);
	function o(t, i) {
		let o;
		try {
			o = Je(t.text, e.scores, e.second);
		} catch (e) {
			throw e instanceof U ? new R(e.message, t.start, t.end) : e;
		}
		let s = i === null ? "" : I.directions[V(i)], c = JSON.stringify([o, s]), l = r.get(c);
		if (l) return l;
		let u = e.scores.filter((e) => e.measure === o.measure && e.key === o.key && e.corpus === o.corpus);
		if (i !== null) {
			let e = {
				name: G(t.text),
				direction: i.text
			};
			if (!u.some((e) => e.direction)) throw a("undirected", i, e);
			if (u = u.filter((e) => e.direction === s), u.length === 0) throw a("direction", i, e);
		}
		let d = {
			name: o,
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
	function s(e, t, r, s) {
		let { value: c } = o(r, s);
		i.push(I.rising.includes(e));
		let { value: l, half: u } = Ye(t[0].text);
		if (e === "top" || e === "bottom") {
			let t = n.flatMap((e, t) => c[t] === null ? [] : [t]), r = new Set(Ze(c, t, e === "bottom").slice(0, l));
			return n.map((e, t) => r.has(t));
		}
		let d = Infinity;
		if (e === "between" && (d = Ye(t[1].text).value, l > d)) throw a("falling", t[1]);
		let f = {
			"<": (e) => e < l,
			"<=": (e) => e <= l,
			">": (e) => e > l,
			">=": (e) => e >= l,
			"=": (e) => Math.abs(e - l) <= u,
			between: (e) => e >= l && e <= d
		};
		return c.map((t) => t !== null && f[e](t));
	}
	function c(t, r) {
		let i = Math.max(...e.stacks.map(({ layers: e }) => e));
		for (let e of r ? [t, r] : [t]) if (Number(e.text) > i) throw a("layers", e, {
			layer: e.text,
			count: i
		});
		let [o, s] = [Number(t.text), Number((r ?? t).text)];
		if (r && o > s) throw a("falling", r);
		return n.map((e) => o <= e.layer + 1 && e.layer + 1 <= s);
	}
	function l(t) {
		let r = n.map((e) => D(e) === t.text);
		if (r.includes(!0)) return r;
		let i = new Set(e.stacks.map(({ layers: e, heads: t }) => z("shape", {
			layers: e,
			heads: t
		})));
		throw a("heads", t, {
			head: t.text,
			known: B(i)
		});
	}
	function u(t) {
		let r = e.stacks.map(({ name: e }) => e);
		if (r.includes(t.text)) return n.map((e) => e.stack === t.text);
		throw a("stack", t, {
			stack: t.text,
			hint: Fe(t.text, r),
			known: B(r)
		});
	}
	function d(t) {
		let r = ["behaviour", "pattern"].filter((t) => e.labels[t].length > 0), i = new Map(r.flatMap((t) => e.names[t].map((e) => [`${t}.${e}`, {
			kind: t,
			name: e
		}])));
		if (i.size === 0) throw a("unlabelled", t);
		let o = new Map([...i.values()].reverse().map((e) => [e.name, e])), s = [...new Set([...i.values()].map(({ name: e }) => e))], c = i.get(t.text) ?? o.get(t.text);
		if (!c) {
			let e = Fe(t.text, [...s, ...i.keys()].map(G));
			throw a("label", t, {
				label: t.text,
				hint: e,
				known: B(s.map(G))
			});
		}
		let l = e.labels[c.kind].filter((e) => e.label === c.name), u = new Set(l.map((e) => `${e.stack}/${D(e)}`));
		return n.map((e) => u.has(`${e.stack}/${D(e)}`));
	}
	let f = {
		layer: c,
		head: l,
		label: d,
		stack: u
	};
	function p(e) {
		if (e.kind === "not") return p(e.part).map((e) => !e);
		if (e.kind === "joined") {
			let t = e.parts.map(p);
			return n.map((n, r) => e.joint === "and" ? t.every((e) => e[r]) : t.some((e) => e[r]));
		}
		return e.name === null ? f[e.what](e.slots[0], e.slots[1]) : s(e.what, e.slots, e.name, e.direction);
	}
	let m = p(Ue(t)), h = [...r.values()], g = n.flatMap((e, t) => m[t] ? [t] : []), _ = h[0] ? Ze(h[0].value, g, i[0]) : g;
	return {
		heads: _.map((e) => n[e]),
		places: _,
		columns: h
	};
}
//#endregion
//#region src/query/facts.ts
function $e(e) {
	return {
		stacks: e.stacks,
		scores: T(e),
		labels: {
			behaviour: e.labels,
			pattern: e.patterns
		},
		names: e.label_names,
		second: e.measures.flatMap(({ name: e, second: t }) => t ? [e] : [])
	};
}
//#endregion
//#region src/find.ts
var et = 200, tt = 24, nt = 3, rt = {
	"dependent-to-head": " to head",
	"head-to-dependent": " to dependent",
	both: " both ways"
};
function it(e, t) {
	try {
		return Qe(e, t);
	} catch (e) {
		if (e instanceof R) return e;
		throw e;
	}
}
function at({ scores: e, labels: t }) {
	let n = ({ measure: e, key: t }) => [.../^\p{L}/u.test(t) ? [t] : [], `${e}.${t}`].flatMap((e) => [e, `"${e}"`]), r = (e) => Math.max(...E(e.value)), i = e.filter(({ quantity: e }) => e.percent), a = (e) => [...e].sort((e, t) => r(t) - r(e)), o = i.filter(({ direction: e }) => e !== null), s = Math.max(0, ...o.map(({ segments: e }) => e)) / 10, c = a(o.filter(({ segments: e }) => e > s)), l = [...e].sort((e, t) => Number(e.quantity.percent) - Number(t.quantity.percent)).map(({ measure: e }) => e), u = t.behaviour.find(({ layer: e, label: t }) => e > 0 && t !== "mixed")?.label;
	return [
		c.slice(0, nt).flatMap((e) => n(e).map((t) => `${t} > ${Math.floor(10 * r(e) - 1) / 10}`)),
		[...new Set(l)].map((e) => `${e} top 5`),
		a(i.filter((e) => e.direction === null && r(e) > .5)).flatMap((e) => n(e).map((e) => `${e} > 50%`)),
		u === void 0 ? [] : [`label ${u}`, `label "${u}"`],
		["layer 1"]
	];
}
function ot(e) {
	let t = e.stacks.reduce((e, { layers: t, heads: n }) => e + t * n, 0), n = (n) => {
		let r = it(e, n);
		return !(r instanceof R) && r.heads.length > 0 && r.heads.length < t;
	};
	return at(e).flatMap((e) => e.find(n) ?? []).slice(0, nt);
}
function st({ heads: e, columns: t }, n) {
	let r = n.stacks.reduce((e, { layers: t, heads: n }) => e + t * n, 0), i = t[0], a = i && e.length > 1 ? `, by ${i.name.measure}.${i.name.key}` : "";
	return `${e.length} of ${r} heads${a}`;
}
function ct(e, { start: n, end: r }) {
	let i = [...e], a = (e, t) => i.slice(e, t).join("");
	return t("code", {}, a(0, n), t("mark", {}, a(n, r) || "\xA0"), a(Math.max(n, r)));
}
function lt(e, n, r) {
	let i = t("ul", { "aria-label": "Heads found" }), [a] = e.columns, o = (e, i) => {
		let o = n.stacks.length > 1 ? `${e.stack} ${D(e)}` : D(e), s = t("a", { href: `#${j(e, n)}` }, o);
		for (let t of ["pointerenter", "focus"]) s.addEventListener(t, () => r.point(e));
		for (let e of ["pointerleave", "blur"]) s.addEventListener(e, () => r.point(null));
		let c = a?.scores[i], l = t("li", {}, s), u = a?.direction === "" ? rt[c?.direction ?? ""] ?? "" : "";
		return c && l.append(" ", t("span", { class: "quiet" }, Oe(c, e) + u)), l;
	};
	return i.append(...e.heads.slice(0, tt).map((t, n) => o(t, e.places[n]))), e.heads.length > tt && i.append(t("li", { class: "quiet" }, `and ${e.heads.length - tt} more, marked in the map`)), i;
}
function ut(e, n) {
	let r = $e(e), i = ot(r), a = t("input", {
		id: "find",
		type: "search",
		autocomplete: "off",
		autocapitalize: "off",
		spellcheck: "false",
		placeholder: i[0] ?? "",
		"aria-describedby": "find-said"
	}), o = t("p", {
		id: "find-said",
		class: "said",
		role: "status",
		"aria-live": "polite"
	}), s = t("div", { class: "shown" }), c = 0;
	function l() {
		clearTimeout(c);
		let t = a.value, i = t.trim() === "" ? null : it(r, t), l = i instanceof R, u = l && i.start >= [...t.trimEnd()].length;
		a.setAttribute("aria-invalid", String(l && !u)), o.classList.toggle("wrong", l && !u), n.find(i === null || l ? null : i.heads), o.textContent = i === null ? "" : l ? i.message : st(i, r), s.replaceChildren(...i === null ? [] : [l ? ct(t, i) : lt(i, e, n)]);
	}
	a.addEventListener("input", () => {
		clearTimeout(c), c = window.setTimeout(l, et);
	});
	let u = t("form", {
		class: "find",
		role: "search"
	}, t("label", { for: "find" }, "Find heads "), a);
	if (u.addEventListener("submit", (e) => {
		e.preventDefault(), l();
	}), i.length > 0) {
		let e = i.map((e) => {
			let n = t("button", { type: "button" }, e);
			return n.addEventListener("click", () => {
				a.value = e, l(), a.focus();
			}), n;
		});
		u.append(t("p", { class: "tries" }, "Try ", ...e));
	}
	return u.append(o, s), u;
}
function dt(e, t, r) {
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
//#region src/marks.ts
function ft(e, { marks: t, highlight: n, move: r, locate: i, show: a }) {
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
	let l = new Map(t.map((e) => [D(e.head), e])), u = (e) => e === null || e.stack !== t[0]?.head.stack ? null : l.get(D(e)) ?? null, d = null;
	return n.listen(({ pointed: e, selected: t }) => {
		let n = u(t);
		n !== d && (d?.element.setAttribute("aria-selected", "false"), n?.element.setAttribute("aria-selected", "true"), d = n), a(u(e), n);
	});
}
function pt(e, t, n, r) {
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
var mt = {
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
}, ht = {
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
}, gt = 256;
function _t(e) {
	return e <= .04045 ? e / 12.92 : ((e + .055) / 1.055) ** 2.4;
}
function vt(e) {
	return e <= .0031308 ? e * 12.92 : 1.055 * e ** (1 / 2.4) - .055;
}
function yt(e) {
	let t = (t) => _t(parseInt(e.slice(t, t + 2), 16) / 255), [n, r, i] = [
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
function bt([e, t, n]) {
	let r = (e + .3963377774 * t + .2158037573 * n) ** 3, i = (e - .1055613458 * t - .0638541728 * n) ** 3, a = (e - .0894841775 * t - 1.291485548 * n) ** 3;
	return `#${[
		4.0767416621 * r - 3.3077115913 * i + .2309699292 * a,
		-1.2684380046 * r + 2.6097574011 * i - .3413193965 * a,
		-.0041960863 * r - .7034186147 * i + 1.707614701 * a
	].map((e) => Math.round(255 * Math.min(1, Math.max(0, vt(e))))).map((e) => e.toString(16).padStart(2, "0")).join("")}`;
}
function xt([e, t, n], r) {
	let i = 1 - r, a = (a) => i * i * e[a] + 2 * i * r * t[a] + r * r * n[a];
	return [
		a(0),
		a(1),
		a(2)
	];
}
function St(e, t) {
	return Math.hypot(e[0] - t[0], e[1] - t[1], e[2] - t[2]);
}
function K([e, t, n]) {
	let r = [
		yt(e),
		yt(t),
		yt(n)
	], i = Array.from({ length: 4097 }, (e, t) => xt(r, t / 4096)), a = [0];
	for (let e = 1; e < i.length; e++) a.push(a[e - 1] + St(i[e - 1], i[e]));
	let o = a[a.length - 1], s = 0;
	return Array.from({ length: gt }, (e, t) => {
		for (; s < i.length - 1 && a[s] < o * t / 255;) s++;
		return bt(i[s]);
	});
}
var Ct = {
	light: K(mt.light),
	dark: K(mt.dark)
}, wt = {
	light: {
		below: K(ht.light.below),
		above: K(ht.light.above)
	},
	dark: {
		below: K(ht.dark.below),
		above: K(ht.dark.above)
	}
};
function Tt(e, t) {
	let n = Math.round(Math.min(1, Math.max(0, t)) * 255);
	return Ct[e][n];
}
function Et(e, t) {
	e.style.setProperty("--light", Tt("light", t)), e.style.setProperty("--dark", Tt("dark", t));
}
function Dt(e, t) {
	let n = t < 0 ? wt[e].below : wt[e].above;
	return n[Math.round(Math.min(1, Math.abs(t)) * (n.length - 1))];
}
function Ot(e, t) {
	e.style.setProperty("--light", Dt("light", t)), e.style.setProperty("--dark", Dt("dark", t));
}
//#endregion
//#region src/scale.ts
function kt(e, t, n = !1) {
	return {
		low: e,
		high: t,
		diverging: n,
		fraction: (n) => Math.min(1, Math.max(0, (n - e) / (t - e))),
		ticks: (n) => {
			let r = g(e, t, n);
			return r.length > 1 ? r : [.../* @__PURE__ */ new Set([
				e,
				...r,
				t
			])];
		}
	};
}
function At(e, t = []) {
	let { low: n = 0, high: r = null, diverging: i = !1 } = e[0]?.quantity ?? {}, a = [...t, ...e.flatMap(({ value: e, baseline: t }) => [...E(e), ...t === null ? [] : [t.value]])], o = [...a, ...e.flatMap(({ low: e, high: t }) => [...E(e), ...E(t)])], s = n !== null && n > 0 ? n : 0, [c, l] = [(y(a) ?? 0) <= (r ?? Infinity), (b(a) ?? 0) >= (n ?? -Infinity)];
	if (i) return jt(o, c && l ? Math.max(r ?? Infinity, -(n ?? -Infinity)) : Infinity);
	let u = n !== null && n >= 0 && l ? s : Math.min(s, b(o) ?? s), d = Math.max(s, y(o) ?? s), [f, p] = d === u ? [u, u + 1] : v(u, d, 5);
	return kt(l ? Math.max(f, n ?? f) : f, c ? Math.min(p, r ?? p) : p);
}
function jt(e, t = Infinity) {
	let n = y(e, Math.abs) ?? 0, r = Math.min(t, n === 0 ? 1 : v(0, n, 4)[1]);
	return kt(-r, r, !0);
}
function Mt(e, t, n) {
	t.diverging ? Ot(e, 2 * t.fraction(n) - 1) : Et(e, t.fraction(n));
}
var Nt = 8;
function q(e) {
	let t = e.length > 1 ? Math.abs(e[1] - e[0]) : 1, n = Math.max(0, -Math.floor(Math.log10(t) + 1e-9));
	for (; n < Nt && e.some((e) => Math.abs(Number(e.toFixed(n)) - e) > t / 100);) n++;
	return e.map((e) => e === 0 ? "0" : P(e, n));
}
//#endregion
//#region src/grid.ts
var Pt = (e, t, n) => Math.max(e, Math.min(n, Math.floor(t)));
function Ft({ layers: e, heads: t }, n) {
	return {
		cellWidth: Pt(14, Math.min(480, n - 32 - 92) / t, 56),
		cellHeight: Pt(14, 400 / e, 44),
		font: 13,
		left: 40,
		top: 24,
		right: 52
	};
}
function It({ layers: e, heads: t }) {
	return {
		cellWidth: Pt(6, 104 / t, 14),
		cellHeight: Pt(6, 136 / e, 17),
		font: 11,
		left: 22,
		top: 16,
		right: 6
	};
}
function Lt(e, t, n) {
	let r = [
		1,
		4,
		8,
		16,
		32
	].find((e) => e * t >= n) ?? 64;
	return Array.from({ length: e }, (e, t) => t + 1).filter((e) => e === 1 || e % r === 0);
}
function Rt(e, t, n, r, i) {
	return zt(`${e.words}: layers down, heads across`, t, r, i, (t) => {
		let r = A(e, t);
		return {
			spoken: `Head ${D(t)}, ${e.words}: ${ke(e, t)}`,
			missing: r === null,
			paint: (e) => r !== null && Mt(e, n, r.value)
		};
	});
}
function zt(e, t, i, a, o) {
	let { cellWidth: s, cellHeight: c, left: l, top: u } = a, d = a.right > 10, f = r(l + t.heads * s + a.right, u + t.layers * c + 2, {
		class: d ? "grid large" : "grid",
		role: "grid",
		"aria-label": e,
		"font-size": a.font
	}), p = n("g", {
		class: "labels",
		"aria-hidden": "true"
	}), m = (e, t, r, i) => p.append(n("text", {
		x: e,
		y: t,
		"text-anchor": r
	}, i));
	for (let e of Lt(t.heads, s, a.font * (t.heads > 9 ? 1.5 : 1))) m(l + (e - .5) * s, u - 5, "middle", String(e));
	for (let e of Lt(t.layers, c, a.font)) m(l - 5, u + (e - .5) * c + a.font * .35, "end", String(e));
	d && (m(l - 5, u - 5, "end", "layer"), m(l + t.heads * s + 6, u - 5, "start", "← head")), f.append(p);
	let h = k(t), g = [], _ = h.map((e) => {
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
		return t.paint(d), g.push(...t.write?.(r + s / 2, i + c / 2, a) ?? []), {
			head: e,
			element: d
		};
	});
	for (let e = 0; e < t.layers; e++) {
		let r = _.slice(e * t.heads, (e + 1) * t.heads);
		f.append(n("g", { role: "row" }, ...r.map(({ element: e }) => e)));
	}
	g.length > 0 && f.append(n("g", {
		class: "written",
		"aria-hidden": "true"
	}, ...g));
	let v = (e) => n("rect", {
		class: `frame ${e}`,
		width: s,
		height: c,
		visibility: "hidden"
	}), y = {
		selected: v("selected"),
		pointed: v("pointed")
	};
	f.append(n("g", { "aria-hidden": "true" }, y.selected, y.pointed));
	let b = (e, t) => {
		if (e.setAttribute("visibility", t === null ? "hidden" : "visible"), t !== null) for (let n of ["x", "y"]) e.setAttribute(n, t.element.getAttribute(n));
	}, x = new Map(_.map(({ element: e }, t) => [e, t])), S = ft(f, {
		marks: _,
		highlight: i,
		move: (e, n) => pt(t.layers, t.heads, e, n),
		locate: (e) => x.get(e.target) ?? null,
		show: (e, t) => {
			b(y.pointed, e), b(y.selected, t);
		}
	}), C = d ? dt(f, _, i) : () => {};
	return {
		element: f,
		release: () => {
			S(), C();
		}
	};
}
//#endregion
//#region src/legend.ts
var Bt = 240, J = 10, Vt = 14, Ht = 6.6;
function Ut(e, t, i) {
	let a = i === null ? 2 : 18, o = (t) => Vt + e.fraction(t) * Bt, s = e.ticks(5), c = Math.max(...q(s).map((e) => e.length)) > 4 ? e.ticks(2) : s, l = q(c), u = r(276 + Ht * Math.min(16, t.length), a + J + 18, {
		class: "legend",
		role: "img",
		"aria-label": `Colour from ${l[0]} to ${l[l.length - 1]} ${t}` + (i ? `; ${i.name} is ${F(i.value)}` : "")
	}), d = Bt / 2;
	for (let t = 0; t < d; t++) {
		let r = n("rect", {
			class: "step",
			x: Vt + t * 2,
			y: a,
			width: t === 119 ? 2 : 2.5,
			height: J
		});
		Mt(r, e, e.low + (e.high - e.low) * t / 119), u.append(r);
	}
	if (u.append(n("rect", {
		class: "edge",
		x: Vt,
		y: a,
		width: Bt,
		height: J
	})), c.forEach((e, t) => {
		u.append(n("line", {
			class: "tick",
			x1: o(e),
			x2: o(e),
			y1: a + J,
			y2: a + J + 3
		})), u.append(n("text", {
			x: o(e),
			y: a + J + 14,
			"text-anchor": "middle"
		}, l[t]));
	}), u.append(n("text", {
		x: 272,
		y: a + J + 14
	}, t)), i !== null) {
		let t = o(i.value), r = e.fraction(i.value) < .6;
		u.append(n("line", {
			class: "baseline",
			x1: t,
			x2: t,
			y1: 4,
			y2: a + J
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
function Wt(e, n) {
	let r = t("b"), i = t("span"), a = t("p", { class: "readout" }, r, i), o = se(e);
	return {
		element: a,
		release: n.listen(({ current: t }) => {
			let n = t !== null && t.stack === e.stack ? t : null, s = n ?? o;
			r.textContent = s === null ? "" : `${n ? "Head" : "Highest: head"} ${D(s)}`, i.textContent = s === null ? "No head was measured." : ` ${n ? ke(e, s) : Oe(e, s)}`, a.classList.toggle("live", n !== null);
		})
	};
}
//#endregion
//#region src/map.ts
var Gt = "behaviour", Kt = "The fainter a cell, the less there is behind its colour; with “?”, its interval does not support it.", qt = 6;
function Jt(e) {
	let t = e.findings.find(({ score: t }) => e.scores.some(({ id: e }) => e === t));
	return e.scores.find(({ id: e }) => e === t?.score) ?? T(e)[0];
}
function Yt(e) {
	return e.stacks.filter(({ name: t }) => e.labels.some(({ stack: e }) => e === t));
}
function Xt(e) {
	let n = t("select", { id: "colour-by" }), r = Yt(e);
	for (let { name: i } of r) {
		let r = e.stacks.length > 1 ? `behaviour (${i})` : "behaviour";
		n.append(t("option", { value: `${Gt}/${i}` }, r));
	}
	let i = T(e);
	for (let r of e.measures) {
		let e = i.filter((e) => e.measure === r.name);
		if (e.length === 0) continue;
		let a = t("optgroup", { label: r.title });
		for (let n of e) a.append(t("option", { value: n.id }, `${ne(n, e)} · ${ee(n)}`));
		n.append(a);
	}
	return n.value = r[0] ? `${Gt}/${r[0].name}` : Jt(e)?.id ?? "", n;
}
function Zt(e, t) {
	let [n, r] = e.split(":");
	return [
		e,
		r,
		n
	].find((e) => e !== void 0 && e.length * qt <= t - 4) ?? null;
}
function Qt(e) {
	return (t, r, { cellWidth: i, cellHeight: a }) => {
		let o = e.claims[0] && a >= 26 ? Zt(e.claims[0].key, i) : null, [s, c] = [_e(e, "light").ink, _e(e, "dark").ink], l = (e, i, a) => {
			let o = n("text", {
				x: t,
				y: r + e + i * .35,
				"text-anchor": "middle",
				"font-size": i
			}, a);
			return o.style.setProperty("--light", s), o.style.setProperty("--dark", c), o;
		}, u = e.behaviour.sign + (M(e) ? "?" : ""), d = Math.min(14, a * .55);
		return o === null ? [l(0, d, u)] : [l(-a * .2, Math.min(12, d), u), l(a * .22, 11, o)];
	};
}
function $t(e) {
	let t = e.claims.map(({ key: e }) => e).join(", ");
	return e.behaviour.words + (M(e) ? ", uncertain" : "") + (t === "" ? "" : ` (${t})`);
}
function en(e, n) {
	let r = t("ul", {
		class: "behaviours",
		"aria-label": "What the signs mean, and how many heads do it"
	});
	for (let { behaviour: i, count: a, unsure: o } of e.counts(n)) {
		let e = t("span", {
			class: "swatch",
			"aria-hidden": "true"
		}, i.sign);
		for (let t of ["light", "dark"]) {
			let { fill: n, ink: r } = _e({
				behaviour: i,
				sure: !0,
				strength: 1,
				claims: []
			}, t);
			e.style.setProperty(`--${t}`, n), e.style.setProperty(`--${t}-ink`, r);
		}
		r.append(t("li", {}, e, ` ${a} ${i.words}${o > 0 ? ` (${o} uncertain)` : ""}`));
	}
	return r;
}
function tn(e, n, r, i) {
	let a = k(n), o = zt("What each head does: layers down, heads across", n, r, i, (t) => {
		let n = e.of(t);
		return {
			spoken: `Head ${D(t)}: ${$t(n)}`,
			paint: (e) => {
				for (let t of ["light", "dark"]) e.style.setProperty(`--${t}`, _e(n, t).fill);
				e.classList.toggle("unsure", M(n));
			},
			write: Qt(n)
		};
	}), s = t("p", { class: "readout" }), c = r.listen(({ current: t }) => {
		let r = t !== null && t.stack === n.name ? t : null, i = r === null ? "" : e.card(r)?.summary || `Head ${D(r)}: ${$t(e.of(r))}.`;
		s.textContent = r === null ? Kt : i, s.classList.toggle("live", r !== null);
	});
	return {
		element: o.element,
		legend: en(e, a),
		readout: s,
		release: () => {
			o.release(), c();
		}
	};
}
function nn(e, t, n, r) {
	let i = At([e]), a = Rt(e, t, i, n, r), o = Wt(e, n);
	return {
		element: a.element,
		legend: Ut(i, De(e.quantity), e.baseline),
		readout: o.element,
		release: () => {
			a.release(), o.release();
		}
	};
}
function rn(e, n) {
	let r = t("section", {
		class: "map",
		"aria-labelledby": "map-title"
	}, t("h2", { id: "map-title" }, "What its heads do")), i = Jt(e);
	if (!i) return r.append(t("p", {}, "Nothing was measured; the run’s notes below say why.")), r;
	let a = new fe(e), o = Xt(e), s = t("div"), c = () => {}, l = 0, u = () => {
		c(), l = document.documentElement.clientWidth;
		let [r, u] = o.value.split("/"), d = T(e).find(({ id: e }) => e === o.value) ?? i, f = ie(e, r === Gt && u ? u : d.stack), p = Ft(f, l), m = r === Gt ? tn(a, f, n, p) : nn(d, f, n, p);
		c = m.release, s.replaceChildren(t("div", { class: "scroll" }, m.element), t("div", { class: "scroll" }, m.legend), m.readout);
	};
	if (o.addEventListener("change", u), window.addEventListener("resize", () => {
		Math.min(l, document.documentElement.clientWidth) < 620 && l !== document.documentElement.clientWidth && u();
	}), u(), e.labels.length > 0) {
		let n = e.relations.length > 0 ? ", a word in it is the relation that it finds significantly better than a fixed rule" : "";
		r.append(t("p", { class: "lead" }, `Each cell is a head: its sign and colour say what it mostly attends to${n}.`));
	}
	return r.append(t("p", { class: "choose" }, t("label", { for: "colour-by" }, "Colour by "), o), s, ut(e, n), t("p", { class: "hint" }, "A head is named layer-head, both counted from 1: 2-3 is head 3 of layer 2. Point at one to see it in every figure; click it, or walk there with Tab and the arrow keys and press Enter, for its card.")), r;
}
//#endregion
//#region src/section.ts
function an(e) {
	return `score=${e}`;
}
function on(e) {
	return `#${encodeURIComponent(e).replace("%3D", "=")}`;
}
function sn(e) {
	return `measure=${e.name}`;
}
//#endregion
//#region src/layers.ts
var cn = {
	left: 28,
	right: 48,
	top: 18,
	bottom: 20
}, ln = 132, un = 14;
function dn(e, t, n, r = un) {
	let i = null, a = r;
	return e.forEach((e, r) => {
		let o = Math.hypot(e.x - t, e.y - n);
		o <= a && (a = o, i = r);
	}), i;
}
function fn(e, t, n) {
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
function pn(e, t, i, a, o = []) {
	let s = i.ticks(4), c = q(s), l = {
		...cn,
		left: Math.max(cn.left, 4 + 6.1 * Math.max(...c.map((e) => e.length)))
	}, u = Math.max(174, t.layers * 7), d = l.left + u + l.right, f = l.top + ln + l.bottom, p = u / t.layers, m = (e) => l.left + (e + .5) * p, h = (e) => l.top + (1 - i.fraction(e)) * ln, g = (e) => m(e.layer) + ((e.head + .5) / t.heads - .5) * p * .7, _ = r(d, f, {
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
	for (let e of Lt(t.layers, p, t.layers > 9 ? 16 : 11)) y(m(e - 1), f - 6, "middle", String(e));
	if (y(l.left + u + 10, f - 6, "start", "layer"), y(2, 9, "start", De(e.quantity)), e.baseline !== null) {
		let t = h(e.baseline.value);
		v.append(n("line", {
			class: "baseline",
			x1: l.left,
			x2: l.left + u,
			y1: t,
			y2: t
		}));
		let r = Math.min(l.top + ln - 10, Math.max(l.top, t - 3));
		e.baseline.name.length > 7 ? y(d - 1, r, "end", e.baseline.name, "quiet") : y(l.left + u + 4, r, "start", e.baseline.name, "quiet"), y(l.left + u + 4, r + 12, "start", F(e.baseline.value), "quiet");
	}
	_.append(v);
	let b = o.flatMap((e, t) => e === null ? [] : [`${(l.left + (t + .5) / o.length * u).toFixed(1)},${h(e).toFixed(1)}`]);
	b.length > 0 && v.append(n("polyline", {
		class: "reference",
		points: b.join(" ")
	}));
	let S = n("polyline", {
		class: "mean",
		points: e.value.map((e) => x(e, (e) => e ?? void 0)).flatMap((e, t) => e === void 0 ? [] : [`${m(t).toFixed(1)},${h(e).toFixed(1)}`]).join(" "),
		"aria-hidden": "true"
	}), C = p < 12 ? 1.6 : 2.2, w = k(t).flatMap((t) => {
		let r = A(e, t);
		if (r === null) return [];
		let i = g(t), a = h(r.value);
		return [{
			head: t,
			element: n("circle", {
				cx: i.toFixed(1),
				cy: a.toFixed(1),
				r: C,
				class: "point",
				role: "option",
				"aria-selected": "false",
				"aria-label": `Head ${D(t)}: ${ke(e, t)}`
			}),
			x: i,
			y: a
		}];
	}), T = {
		selected: n("g", { class: "emphasis selected" }),
		pointed: n("g", { class: "emphasis pointed" })
	};
	_.append(...w.map(({ element: e }) => e), S, n("g", { "aria-hidden": "true" }, T.selected, T.pointed));
	let ee = (t, r) => {
		t.replaceChildren();
		let i = w.find((e) => e === r), a = r && A(e, r.head);
		i && a && (a.low !== null && a.high !== null && t.append(n("line", {
			class: "interval",
			x1: i.x,
			x2: i.x,
			y1: h(a.low),
			y2: h(a.high)
		})), t.append(n("circle", {
			cx: i.x,
			cy: i.y,
			r: C + 2
		})));
	};
	return ft(_, {
		marks: w,
		highlight: a,
		move: (e, t) => fn(w, e, t),
		locate: (e) => {
			let t = _.getBoundingClientRect();
			return dn(w, e.clientX - t.left, e.clientY - t.top);
		},
		show: (e, t) => {
			ee(T.pointed, e), ee(T.selected, t);
		}
	}), _;
}
//#endregion
//#region src/sections/measure.ts
var mn = {
	sentence: "words",
	window: "mentions"
};
function hn(e, t) {
	let n = te(e, t.scores), r = t.measures.find(({ name: t }) => t === e.measure)?.unit ?? "", i = `${e.segments.toLocaleString("en-GB")} ${mn[r] ?? "segments"}`;
	return `${e.words} (${ee(e)}), ${n === "" ? "" : `${n}, `}${i}.`;
}
function gn(e, t) {
	let n = [...new Set(e.flatMap(({ baseline: e }) => e?.name ?? []))], r = e.flatMap((e) => t[`${e.measure}.${e.key}`]?.length ?? [])[0];
	return [
		"One number per head, as a cell’s colour and as a point’s height. Line: mean of the layer.",
		...n.length > 0 ? [` Dashes: ${n.join(", ")}.`] : [],
		...r === void 0 ? [] : [` Dotted: BERT-base, in the paper, its ${r} layers over the same width.`]
	].join("");
}
function _n(e, n, r, i, a, o) {
	let s = ie(r, e.stack), c = a[`${e.measure}.${e.key}`];
	return t("figure", {
		id: an(e.id),
		tabindex: -1
	}, t(o, {}, e.finding), t("div", { class: "pair" }, t("div", { class: "scroll" }, Rt(e, s, n, i, It(s)).element), t("div", { class: "scroll" }, pn(e, s, n, i, c))), Wt(e, i).element, t("figcaption", {}, hn(e, r)));
}
function vn(e, t) {
	return [...t.scores, ...t.relations ?? []].filter((t) => t.measure === e && t.direction === null);
}
function yn(e, n, r, i = {}, a = !1) {
	let o = vn(e.name, n);
	if (!o[0]) return null;
	let s = At(o, o.flatMap((e) => i[`${e.measure}.${e.key}`] ?? []).filter((e) => e !== null)), c = t("div", { class: "about" });
	return a || c.append(t("div", {}, t("h3", {}, e.title), t("p", {}, e.read), t("p", { class: "formula" }, e.formula))), c.append(t("div", {}, t("div", { class: "scroll" }, Ut(s, De(e.quantity), null)), t("p", { class: "key" }, gn(o, i)))), t("div", {
		id: sn(e),
		class: "measure"
	}, c, ...n.stacks.flatMap(({ name: e }) => {
		let c = o.filter((t) => t.stack === e);
		if (c.length === 0) return [];
		let l = a ? "h3" : "h4", u = t("div", { class: "figures" }, ...c.map((e) => _n(e, s, n, r, i, l)));
		return n.stacks.length > 1 ? [t("p", { class: "stack" }, e), u] : [u];
	}));
}
//#endregion
//#region src/sections/dots.ts
var Y = 20, bn = 22, xn = 14, Sn = 5, Cn = 6.6;
function wn(e, t) {
	return e.head === "" ? null : ce(t.stacks.length > 1 ? `head=${e.stack}/${e.head}` : `head=${e.head}`, t);
}
function Tn(e, t) {
	return n("polygon", {
		class: "published",
		points: [
			`${e},${t - Sn}`,
			`${e + Sn},${t}`,
			`${e},${t + Sn}`,
			`${e - Sn},${t}`
		].join(" ")
	});
}
function En(e, t) {
	return n("line", {
		class: "rival",
		x1: e,
		x2: e,
		y1: t - 7,
		y2: t + 7
	});
}
function Dn(e) {
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
		})) : a.append(e === "rival" ? En(10, 8) : Tn(10, 8)), t("span", {}, a, i);
	};
	return t("p", { class: "signs" }, ...Object.entries(e.legend).filter(([, e]) => e !== "").map(([e, t]) => i(e, t)));
}
function On(e, i, a) {
	let o = e.groups.flatMap((e) => e.lines), s = o.flatMap(({ value: e, low: t, high: n, rival: r, published: i }) => [
		e,
		t,
		n,
		r,
		i
	].filter((e) => e !== null)), c = e.unit === "percent" ? 100 : 1, [l, u] = v(Math.min(0, (b(s) ?? 0) * c), Math.max(0, (y(s) ?? 0) * c) || 1, 5), d = Math.min(580, Math.max(330, document.documentElement.clientWidth - 34)), f = Math.max(...o.map(({ label: e, head: t }) => e.length + (t === "" ? 0 : t.length + 2))), p = Math.min(d * .5, 12 + f * Cn), m = (e) => p + (e * c - l) / (u - l) * (d - p - xn), h = e.groups.filter(({ name: e }) => e !== "").length, _ = bn + (o.length + h) * Y + 6, x = r(d, _, {
		class: "dots",
		role: "listbox",
		"aria-label": e.title
	}), S = n("g", {
		class: "axes",
		"aria-hidden": "true"
	}), C = g(l, u, d - p < 240 ? 2 : 5);
	q(C).forEach((e, t) => {
		let r = m(C[t] / c);
		S.append(n("line", {
			class: C[t] === 0 ? "zero" : "rule",
			x1: r,
			x2: r,
			y1: 16,
			y2: _ - 4
		}));
		let i = t === C.length - 1;
		S.append(n("text", {
			x: i ? r + 8 : r,
			y: 11,
			"text-anchor": i ? "end" : "middle"
		}, i && c === 100 ? `${e}%` : e));
	}), x.append(S);
	let w = [], T = 0;
	for (let t of e.groups) {
		t.name !== "" && (x.append(n("text", {
			class: "group",
			x: 0,
			y: bn + (T + .5) * Y + 4
		}, t.name)), T += 1);
		for (let e of t.lines) {
			let r = bn + (T + .5) * Y;
			T += 1;
			let a = wn(e, i), o = n("g", {
				class: e.sure ? "line" : "line unsure",
				role: "option",
				"aria-selected": "false",
				"aria-label": e.text
			});
			o.append(n("rect", {
				class: "hit",
				x: 0,
				y: r - Y / 2,
				width: d,
				height: Y
			})), e.published !== null && o.append(Tn(m(e.published), r)), e.rival !== null && o.append(En(m(e.rival), r)), e.low !== null && e.high !== null && o.append(n("line", {
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
			}, e.head)), x.append(o, s), a === null ? o.setAttribute("aria-disabled", "true") : w.push({
				head: a,
				element: o
			});
		}
	}
	return w.length > 0 && ft(x, {
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
			for (let { head: n, element: r } of w) r.classList.toggle("pointed", e !== null && O(n, e.head)), r.classList.toggle("selected", t !== null && O(n, t.head));
		}
	}), t("figure", { class: "chart" }, t("h3", {}, e.title), t("div", {}, Dn(e), t("div", { class: "scroll" }, x)), t("figcaption", {}, e.caption));
}
//#endregion
//#region src/sections/drawing.ts
var kn = /* @__PURE__ */ new Set([
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
]), An = new Set("class color x y x1 y1 x2 y2 cx cy r rx ry width height d points transform opacity fill-opacity stroke-opacity stroke-width stroke-dasharray text-anchor font-size".split(" "));
function jn([e, t, ...r]) {
	if (!kn.has(e)) throw Error(`a drawing has an element that is none of ours: ${e}`);
	for (let e of Object.keys(t)) if (!An.has(e)) throw Error(`a drawing has an attribute that is none of ours: ${e}`);
	return n(e, t, ...r.map((e) => typeof e == "string" ? e : jn(e)));
}
function Mn(e, r = "h3") {
	let i = n("svg", {
		class: "headscope",
		viewBox: `0 0 ${e.width} ${e.height}`,
		role: "img",
		"aria-label": e.title
	}, ...e.nodes.map(jn));
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
var Nn = 284;
function Pn(e, { light: t, dark: n }) {
	e.style.setProperty("--light", t ?? "var(--quiet)"), e.style.setProperty("--dark", n ?? "var(--quiet)");
}
function Fn(e, t, n) {
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
function In(e, i, a, o, s) {
	let c = ie(i, e.stack).layers, [l = 0, u = 0] = d(e.points, ({ x: e }) => e), [f = 0, p = 0] = d(e.points, ({ y: e }) => e), m = 248 / (Math.max(u - l, p - f) || 1), h = s ? "By layer (the number)" : "By what they do", g = r(Nn, 306, {
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
		let d = {
			x: Nn / 2 + (i - (l + u) / 2) * m,
			y: Nn / 2 - (o - (f + p) / 2) * m
		}, h = {
			stack: e.stack,
			layer: t,
			head: r
		}, g = a.of(h), { behaviour: _ } = g, v = !M(g), y = n("text", {
			x: d.x,
			y: d.y + 4,
			"text-anchor": "middle"
		}, s ? String(t + 1) : _.sign);
		return s ? Et(y, .4 + .6 * t / Math.max(1, c - 1)) : Pn(y, _), {
			head: h,
			element: n("g", {
				class: s || v ? "head" : "head unsure",
				role: "option",
				"aria-selected": "false",
				"aria-label": `Head ${D(h)}: ${_.words}${v ? "" : ", uncertain"}`
			}, n("circle", {
				cx: d.x,
				cy: d.y,
				r: 9
			}), y),
			...d
		};
	});
	if (g.append(..._.map(({ element: e }) => e)), !s) {
		let t = e.bar * m;
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
	return ft(g, {
		marks: _,
		highlight: o,
		move: (e, t) => Fn(_, e, t),
		locate: (e) => {
			let t = g.getBoundingClientRect();
			return dn(_, e.clientX - t.left, e.clientY - t.top);
		},
		show: (e, t) => {
			for (let n of _) n.element.classList.toggle("pointed", n === e), n.element.classList.toggle("selected", n === t);
		}
	}), t("div", {}, t("p", { class: "quiet" }, h), t("div", { class: "scroll" }, g));
}
function Ln(e, n, r) {
	let i = new fe(n), a = i.counts(e.points.map(({ layer: t, head: n }) => ({
		stack: e.stack,
		layer: t,
		head: n
	}))).map(({ behaviour: e, count: n }) => {
		let r = t("b", { "aria-hidden": "true" }, e.sign);
		return Pn(r, e), t("span", {}, r, ` ${e.words} ${n}`);
	}), o = [In(e, n, i, r, !1), In(e, n, i, r, !0)];
	return t("figure", { class: "chart maps" }, t("h3", {}, e.title), t("div", {}, t("p", { class: "signs" }, ...a), t("div", { class: "pair" }, ...o)), t("figcaption", {}, e.caption));
}
//#endregion
//#region src/csv.ts
function Rn(e) {
	return /[",\r\n]/.test(e) ? `"${e.replaceAll("\"", "\"\"")}"` : e;
}
function zn(e, t) {
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
			let n = A(t, e);
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
	})].map((e) => e.map(Rn).join(",") + "\n").join("");
}
function Bn(e, n = "heads") {
	let r = t("button", { type: "button" }, "Copy as CSV"), i = t("span", {
		class: "quiet",
		role: "status"
	}), a = t("span", { class: "copy" }, r, i);
	return r.addEventListener("click", () => {
		let r = e(), o = () => {
			let e = t("textarea", {
				readonly: "",
				rows: 4,
				"aria-label": "The table as CSV"
			});
			e.value = r, a.querySelector("textarea")?.remove(), a.append(e), e.select(), i.textContent = " This browser keeps its clipboard: press Ctrl or ⌘ and C.";
		};
		if (!navigator.clipboard) return o();
		navigator.clipboard.writeText(r).then(() => i.textContent = ` Copied, ${r.split("\n").length - 2} ${n}.`, o);
	}), a;
}
//#endregion
//#region src/table.ts
function Vn(e, { score: t, descending: n }) {
	if (t === null) return n ? [...e].reverse() : [...e];
	let r = (e) => A(t, e)?.value ?? null;
	return [...e].sort((e, t) => {
		let i = r(e), a = r(t);
		return i === null || a === null ? Number(i === null) - Number(a === null) : n ? a - i : i - a;
	});
}
function Hn(e) {
	let t = e.map((e) => e.includes(".") ? e.length - e.indexOf(".") - 1 : 0), n = Math.max(0, ...t);
	return t.map((e) => (n > 0 && e === 0 ? " " : "") + " ".repeat(n - e));
}
function Un({ score: e, descending: t }, n) {
	return e === null ? `Sorted by head, ${t ? "last" : "first"} layer first.` : `Sorted by “${ne(e, n)}”, ${t ? "highest" : "lowest"} first.`;
}
function Wn(e, n) {
	let r = t("button", {
		type: "button",
		"aria-label": `Open head ${D(e)}`
	}, D(e));
	return r.addEventListener("click", (t) => {
		n.select(e), t.detail === 0 && r.dispatchEvent(new CustomEvent("headscope:open", { bubbles: !0 }));
	}), t("th", { scope: "row" }, r);
}
function Gn(e, n, r) {
	let i = t("tr", { class: "quiet" }, t("th", { scope: "row" }, "baseline")), a = e.map((e) => {
		let n = t("tr", {}, Wn(e, r));
		return n.addEventListener("pointerenter", () => r.point(e)), n.addEventListener("pointerleave", () => r.point(null)), n.addEventListener("focusin", () => r.point(e)), n.addEventListener("focusout", () => r.point(null)), n;
	});
	for (let r of n) {
		let n = se(r), o = e.map((e) => {
			let t = A(r, e);
			return t === null ? "–" : Te(t);
		});
		o.push(r.baseline === null ? "" : F(r.baseline.value));
		let s = Hn(o);
		e.forEach((e, r) => {
			let i = o[r];
			a[r].append(t("td", {}, O(e, n) ? t("b", {}, i) : i, s[r]));
		}), i.append(t("td", {}, o[e.length] + s[e.length]));
	}
	return {
		rows: a,
		foot: i
	};
}
function Kn(e, n, r) {
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
		s.append(a(e, t, `${t}: sort by “${ne(e, n)}”`));
	}
	return {
		rows: [o, s],
		cells: i
	};
}
function qn(e, n, r) {
	let i = re(n, e.name), a = k(e), o = Gn(a, i, r), s = new Map(a.map((e, t) => [e, o.rows[t]])), c = t("tbody"), l = t("p", {
		class: "quiet",
		role: "status"
	}), u = {
		score: null,
		descending: !1
	}, d = () => {
		c.replaceChildren(...Vn(a, u).map((e) => s.get(e)));
		for (let [e, t] of f.cells) t.setAttribute("aria-sort", e === u.score ? u.descending ? "descending" : "ascending" : "none");
		l.textContent = `${Un(u, i)} The highest of a column is bold.`;
	}, f = Kn(n, i, (e) => {
		u = {
			score: e,
			descending: u.score === e ? !u.descending : e !== null
		}, d();
	});
	return d(), r.listen(({ pointed: e, selected: t }) => {
		for (let [n, r] of s) r.classList.toggle("pointed", O(n, e)), r.classList.toggle("selected", O(n, t));
	}), t("div", { class: "heads" }, t("div", { class: "bar" }, Bn(() => zn(Vn(a, u), i)), l), t("div", {
		class: "scroll tall",
		tabindex: 0,
		role: "region",
		"aria-label": `Scores of all heads, ${e.name}`
	}, t("table", {}, t("thead", {}, ...f.rows), c, t("tfoot", {}, o.foot))));
}
//#endregion
//#region src/sections/cells.ts
function Jn(e) {
	return e.columns.flatMap((e, t) => e.shown ? [{
		...e,
		at: t
	}] : []);
}
function Yn(e, t, n) {
	return (String(e ?? "").match(/\d+-\d+/g) ?? []).flatMap((e) => ce(t === null ? `head=${e}` : `head=${encodeURIComponent(t)}/${e}`, n) ?? []);
}
function Xn(e, n, r, i) {
	let a = e, o = [];
	for (let e of n) {
		let [n, ...s] = a.split(D(e));
		if (s.length === 0) continue;
		let c = t("a", {
			href: `#${j(e, r)}`,
			"aria-label": `Head ${D(e)}`
		}, D(e));
		c.addEventListener("click", (t) => {
			i.select(e), t.detail === 0 && c.dispatchEvent(new CustomEvent("headscope:open", { bubbles: !0 }));
		}), o.push(n, c), a = s.join(D(e));
	}
	return [...o, a];
}
function Zn(e) {
	let n = /^(\S+) (\([^)]*\))(.*)$/.exec(e);
	return n ? [
		n[1],
		" ",
		t("span", { class: "quiet" }, n[2]),
		n[3]
	] : [e];
}
function Qn(e, t) {
	let n = e.columns.findIndex(({ name: e }) => e === "stack");
	return n < 0 ? null : String(t[n]);
}
function $n(e, t, n) {
	let r = Qn(e, t);
	return e.columns.flatMap(({ kind: e }, i) => e === "head" ? Yn(t[i], r, n) : [])[0] ?? null;
}
function er(e) {
	let t = Jn(e).filter(({ kind: t, at: n }) => t === "number" && !e.texts.some((e) => e[n]?.includes(" ")));
	return new Map(t.map(({ at: t }) => [t, Hn(e.texts.map((e) => e[t] ?? ""))]));
}
function tr(e, n, r) {
	let i = /* @__PURE__ */ new Map(), a = Jn(e), o = er(e);
	return {
		elements: e.rows.map((s, c) => {
			let l = t("tr", { class: [["strong", e.strong], ["faint", e.faint]].flatMap(([e, t]) => t.includes(c) ? [e] : []).join(" ") });
			a.forEach(({ at: i, kind: a, published: u }, d) => {
				let f = e.texts[c][i] ?? "", p = a === "number" ? f.replace(/(?<!\d)-(?=\d)/g, "−") : f, m = a === "head" ? Yn(s[i], Qn(e, s), n) : [], h = m.length > 0 ? Xn(f, m, n, r) : Zn(p), g = [a, ...u ? ["published"] : []].join(" "), _ = d === 0 ? t("th", {
					scope: "row",
					class: g
				}) : t("td", { class: g });
				_.append(...d === 0 ? [t("span", { class: "name" }, ...h)] : h, o.get(i)?.[c] ?? ""), l.append(_);
			});
			let u = $n(e, s, n);
			return u !== null && (i.set(u, l), l.addEventListener("pointerenter", () => r.point(u)), l.addEventListener("pointerleave", () => r.point(null)), l.addEventListener("focusin", () => r.point(u)), l.addEventListener("focusout", () => r.point(null))), l;
		}),
		owners: i
	};
}
//#endregion
//#region src/sections/export.ts
function nr(e, t) {
	let n = (e) => e.map((e) => Rn(e === null ? "" : String(e))).join(",") + "\n";
	return n(e.columns.map(({ name: e }) => e)) + t.map(n).join("");
}
function rr(e, n) {
	let r = t("button", {
		type: "button",
		"aria-label": `Download ${e.id}.csv`
	}, "Download");
	return r.addEventListener("click", () => {
		let r = URL.createObjectURL(new Blob([nr(e, n())], { type: "text/csv" }));
		t("a", {
			href: r,
			download: `${e.id}.csv`
		}).click(), setTimeout(() => URL.revokeObjectURL(r), 6e4);
	}), t("span", { class: "export" }, Bn(() => nr(e, n()), "rows"), r);
}
var ir = 150, ar = 6, or = 66;
function sr(e, t, { column: n, descending: r }) {
	if (n === null) return t;
	let i = r ? -1 : 1;
	return [...t].sort((t, r) => {
		let [a, o] = [e[t][n], e[r][n]];
		return a === null || o === null ? Number(a === null) - Number(o === null) : typeof a == "number" && typeof o == "number" ? i * (a - o) : i * String(a).localeCompare(String(o), "en", { numeric: !0 });
	});
}
function cr(e, t) {
	let n = (e) => Math.max(0, ...e.map((e) => e.length));
	return t.reduce((t, { at: r, title: i }) => t + n([...i.split(" "), ...e.texts.map((e) => e[r] ?? "")]), 0);
}
function lr(e, n, r) {
	let i = Jn(e), a = e.rows.map((e, t) => t).filter((t) => !e.foot.includes(t)), { elements: o, owners: s } = tr(e, n, r);
	r.listen(({ pointed: e, selected: t }) => {
		for (let [n, r] of s) r.classList.toggle("pointed", O(n, e)), r.classList.toggle("selected", O(n, t));
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
		u.replaceChildren(...sr(e.rows, a, c).map((e) => o[e])), [...u.children].forEach((e, t) => e.classList.toggle("beyond", t >= 15));
		for (let { at: e, cell: t } of f) t.setAttribute("aria-sort", e === c.column ? c.descending ? "descending" : "ascending" : "none");
	};
	p();
	let m = () => [...sr(e.rows, a, c), ...e.foot].map((t) => e.rows[t]), h = t("table", { class: "data" }, t("thead", {}, t("tr", {}, ...f.map(({ cell: e }) => e))), u);
	e.foot.length > 0 && h.append(t("tfoot", {}, ...e.foot.map((e) => o[e])));
	let g = t("div", {
		class: i.length > ar || cr(e, i) > or ? "table wide" : "table",
		id: `table=${e.id}`
	}, t("h3", {}, e.title));
	g.append(t("div", {
		class: "scroll",
		tabindex: 0,
		role: "region",
		"aria-label": e.title
	}, h));
	let _ = t("div", { class: "bar" }, rr(e, m), d);
	if (!l) {
		let e = t("button", {
			type: "button",
			"aria-expanded": "false"
		}), n = () => {
			h.classList.toggle("short", !l), e.textContent = l ? "Show the first 15 rows" : `Show all ${a.length} rows`, e.setAttribute("aria-expanded", String(l));
		};
		e.addEventListener("click", () => {
			l = !l, n();
		}), n(), _.prepend(e), a.length > ir && (h.classList.add("long"), h.after(t("p", { class: "on-paper" }, `The first 15 of ${a.length} rows; the rest is on the screen and in its CSV.`)));
	}
	return g.append(_, ...e.notes.map((e) => t("p", { class: "note" }, e))), g;
}
//#endregion
//#region src/sections/section.ts
function ur(e, { title: t, measures: n }, r, i) {
	return e.kind === "dots" ? On(e, r, i) : e.kind === "map" ? Ln(e, r, i) : e.title === t ? Mn(e, null) : Mn(e, e.measure !== "" && n.length > 1 ? "h4" : "h3");
}
function dr(e) {
	return e.kind === "drawing" ? e.measure : "";
}
function fr(e) {
	return t("dl", { class: "formulas" }, ...e.formulas.map(([e, n]) => t("div", {}, t("dt", {}, e), t("dd", {}, n))));
}
function pr(e, n, r, i) {
	let a = t("section", {
		id: e.id,
		class: "part"
	}, t("h2", {}, t("span", { class: "number" }, `${n}`), ` ${e.name}`));
	if (e.missing !== "") return a.append(t("p", { class: "missing" }, `${e.missing} `, "It would take: ", t("code", {}, e.command))), a;
	e.title !== "" && a.append(t("p", { class: "finding" }, e.title)), a.append(t("p", { class: "read" }, e.read));
	let o = (t) => ur(t, e, r, i), s = e.charts.filter((e) => dr(e) === "").map(o), c = e.tables.map((e) => lr(e, r, i)), l = e.measures.flatMap((t) => {
		let n = r.measures.find((e) => e.name === t), a = n && yn(n, r, i, e.references, e.measures.length === 1);
		return a ? [a, ...e.charts.filter((e) => dr(e) === t).map(o)] : [];
	});
	return s.length + c.length > 0 && a.append(t("div", { class: "charts" }, ...s, ...c)), a.append(...l), e.after.length > 0 && a.append(t("div", { class: "charts" }, ...e.after.map(o))), e.formulas.length > 0 && a.append(fr(e)), a.append(t("p", { class: "caveat" }, e.caveat)), e.notes.length > 0 && a.append(t("ul", { class: "notes" }, ...e.notes.map((e) => t("li", {}, e)))), a;
}
//#endregion
//#region src/sections/index.ts
function mr(e) {
	let t = new Set((e.sections ?? []).flatMap(({ measures: e }) => e));
	return e.measures.filter(({ name: n }) => !t.has(n) && vn(n, e).length > 0);
}
function hr(e, n) {
	let r = (e.sections ?? []).map((t, r) => pr(t, r + 1, e, n)), i = mr(e).flatMap((t) => yn(t, e, n) ?? []);
	return [...r, ...i.map((e) => t("section", { class: "part" }, e))];
}
function gr(e) {
	return [...(e.sections ?? []).map(({ id: e, name: t }) => [on(e), t]), ...mr(e).map((e) => [on(sn(e)), e.title])];
}
//#endregion
//#region src/overview.ts
function _r(e, n, r) {
	let i = n.map(D), a = i.map((e) => `(?<![\\d.–-])${e}(?![\\d–-])`), o = RegExp(`(${[...a, "\\([\\d.]+–[\\d.]+\\)"].join("|")})`, "g");
	return e.split(o).map((e) => {
		let a = n[i.indexOf(e)];
		return a ? t("a", { href: `#${j(a, r)}` }, e) : e.startsWith("(") && e.includes("–") ? t("span", { class: "whole" }, e) : e;
	});
}
function vr({ score: e, heads: n = [] }, r) {
	if (n.length === 1) return t("a", {
		href: `#${j(n[0], r)}`,
		"aria-label": `see the card of head ${D(n[0])}`
	}, "see →");
	let i = r.scores.find(({ id: t }) => t === e);
	return i ? t("a", {
		href: on(an(i.id)),
		"aria-label": `see ↓ the chart: ${i.finding}`
	}, "see ↓") : null;
}
function yr(e) {
	let n = t("section", { "aria-labelledby": "findings-title" }, t("h2", { id: "findings-title" }, "Findings"));
	e.verdict === null ? e.findings.length === 0 && n.append(t("p", {}, "No head stands out beyond what its interval supports.")) : n.append(t("p", { class: "verdict" }, e.verdict));
	let r = t("ol");
	for (let n of e.findings) {
		let i = t("li", {}, ..._r(n.text, n.heads ?? [], e)), a = vr(n, e);
		a && i.append(" ", a), r.append(i);
	}
	if (e.findings.length > 0 && n.append(r), T(e).some((e) => e.low.flat().some((e) => e !== null))) {
		let r = e.relations.length > 0 ? " What is said of relations was picked on one half of the documents and scored on the other." : "";
		n.append(t("p", { class: "sure" }, t("b", {}, "How sure?"), ` Intervals, in brackets, are 95%, over documents.${r}`));
	}
	return n.append(t("p", { class: "caveat" }, e.caveat)), n;
}
function br(e) {
	let n = [["#heads", "All heads as a table"], ["#run", "About this run"]], r = [...gr(e), ...n].map(([e, n]) => t("li", {}, t("a", { href: e }, n)));
	return t("nav", { "aria-label": "On this page" }, t("h2", {}, "On this page"), t("ul", {}, ...r));
}
function xr(e, n) {
	let r = e.summary.map((e) => t("span", {}, e));
	return [t("header", {}, t("h1", {}, e.title), t("p", { class: "summary" }, ...r)), t("div", { class: "overview" }, rn(e, n), t("div", { class: "findings" }, yr(e), br(e)))];
}
//#endregion
//#region src/strip.ts
var Sr = 236, Cr = 6, X = 9;
function wr(e, t, i) {
	let a = (e) => Cr + i.fraction(e) * 224, o = A(e, t), s = r(Sr, 32, {
		class: "strip",
		role: "img",
		"aria-label": `${e.words}: head ${D(t)} among all heads, ${ke(e, t)}`
	});
	s.append(n("line", {
		class: "zero",
		x1: Cr,
		x2: 230,
		y1: X,
		y2: X
	}));
	for (let t of E(e.value)) s.append(n("line", {
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
	let [c, l] = q([i.low, i.high]);
	if (s.append(n("text", {
		x: Cr,
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
		y1: X,
		y2: X
	})), u.append(n("circle", {
		cx: a(o.value),
		cy: X,
		r: 4
	})), s.append(u), s;
}
//#endregion
//#region src/card/bars.ts
var Tr = 180, Er = 16, Z = 3;
function Dr(e) {
	let t = e.flatMap(({ reading: e, baseline: t }) => [
		e?.value ?? 0,
		e?.high ?? 0,
		t?.value ?? 0
	]);
	return Math.max(0, ...t);
}
function Or({ label: e, reading: t, baseline: i }, a, o) {
	let s = (e) => Z + Math.min(Math.max(0, e), a) / (a || 1) * 174, c = i === null ? "" : `; ${i.name} ${F(i.value)}`, l = r(Tr, Er, {
		class: "bar-figure",
		role: "img",
		"aria-label": `${e}: ${t === null ? "not measured" : Ee(t, o)}${c}`
	});
	if (t !== null && (l.append(n("rect", {
		class: "fill",
		x: Z,
		y: 3,
		width: Math.max(0, s(t.value) - Z),
		height: 10
	})), t.low !== null && t.high !== null)) {
		let [e, r, i] = [
			s(t.low),
			s(t.high),
			Er / 2
		];
		l.append(n("path", {
			class: "whisker",
			d: `M${e} ${i - 3}v6M${e} ${i}H${r}M${r} ${i - 3}v6`
		}));
	}
	if (l.append(n("line", {
		class: "zero",
		x1: Z,
		x2: Z,
		y1: 0,
		y2: Er
	})), i !== null) {
		let e = s(i.value);
		l.append(n("line", {
			class: "baseline",
			x1: e,
			x2: e,
			y1: 0,
			y2: Er
		}));
	}
	return l;
}
function kr(e, { unit: n, high: r }) {
	let i = r ?? Dr(e), a = t("ul", { class: "bars" });
	for (let r of e) {
		let e = r.href === void 0 ? r.label : t("a", { href: r.href }, r.label), o = r.reading === null ? "not measured" : Ee(r.reading, n), s = r.baseline === null ? "" : ` ${we(r.baseline.name)} ${F(r.baseline.value)}`;
		a.append(t("li", {}, t("span", { class: "label" }, e), Or(r, i, n), t("span", { class: "numbers" }, t("b", {}, o), t("span", { class: "quiet" }, s), r.note ? t("span", { class: "note" }, r.note) : "")));
	}
	return a;
}
//#endregion
//#region src/card/relations.ts
var Ar = 6, jr = 3, Mr = 100;
function Nr(e, t, n) {
	let r = T(e).filter((e) => e.measure === t.name && A(e, n) !== null), i = r.filter(({ key: e, segments: n }) => n >= Mr && !t.keywords.includes(e) && !Pr(e)), a = (i.length > 0 ? i : r).map((e) => ({
		score: e,
		lead: A(e, n).value - (e.baseline?.value ?? 0)
	}));
	return a.sort((e, t) => t.lead - e.lead), a.filter(({ score: e }, t) => !a.slice(0, t).some((t) => Fr(t.score, e)));
}
function Pr(e) {
	return /(:\*| \(own word\))$/.test(e);
}
function Fr(e, t) {
	return e.corpus === t.corpus && e.measure === t.measure && e.key === t.key;
}
function Ir(e, n, r, i) {
	let a = Nr(e, n, r);
	if (a.length === 0) return [];
	let o = new Map((i?.claims ?? []).map((e) => [e.score, e])), s = T(e).filter(({ id: e, measure: t }) => t === n.name && o.has(e)), c = a.filter(({ score: e }) => !s.some((t) => Fr(t, e))), l = a.length <= Ar ? c : c.filter(({ lead: e }, t) => e > 0 || t + s.length < jr), u = [...s, ...l.map(({ score: e }) => e)].slice(0, Ar), d = u.map((e) => {
		let t = o.get(e.id), i = t && Ee(t, n.quantity.unit);
		return {
			label: e.words,
			reading: A(e, r),
			baseline: e.baseline,
			...i ? { note: `★ best of all heads; held out ${i}` } : {}
		};
	});
	return [t("p", { class: "quiet" }, `How often it is right. ${a.length > u.length ? `Of ${a.length} scores, the ${u.length} in which it leads ${n.counts} (dashes) furthest. ` : ""}The highest of many numbers is partly luck; a star marks what stood up on other documents.`), kr(d, n.quantity)];
}
function Lr(e, n, r) {
	if (!r || r.neighbours.length === 0) return null;
	let i = t("ol", { class: "neighbours" });
	for (let { value: a, ...o } of r.neighbours) {
		let r = {
			stack: n.stack,
			...o
		};
		i.append(t("li", {}, t("a", { href: `#${j(r, e)}` }, `head ${D(r)}`), ` ${P(a, 3)} nats`));
	}
	return t("section", {}, t("h3", {}, "Heads most like it"), t("p", { class: "quiet" }, "By the mean Jensen–Shannon divergence between their rows; 0 is the same, 0.693 nothing in common."), i);
}
//#endregion
//#region src/card/measures.ts
var Rr = 12, zr = 6, Br = "Each tick is a head, the circle with its interval is this one, and grey dashes are the baseline.";
function Vr(e, t) {
	let n = new Map((e.sections ?? []).map(({ id: e, name: t }) => [e, t])), r = e.measures.filter(({ name: n }) => T(e).some((e) => e.measure === n && A(e, t) !== null));
	return [.../* @__PURE__ */ new Set([...n.keys(), ...r.map(({ section: e }) => e)])].flatMap((e) => {
		let t = r.filter(({ section: t }) => t === e);
		return t.length === 0 ? [] : [{
			name: n.get(e) ?? t[0].title,
			measures: t
		}];
	});
}
function Hr(e, n, r, i) {
	let a = A(e, n), o = e.baseline === null ? "" : `; ${e.baseline.name} ${F(e.baseline.value)}`, s = r.some((t) => t.words === e.words && t.direction !== e.direction), c = ne(e, r) + (s ? `, ${e.direction}` : "");
	return t("li", {}, i ? t("a", { href: on(an(e.id)) }, c) : c, wr(e, n, At([e])), t("span", { class: "numbers" }, t("b", {}, Oe(e, n)), t("span", { class: "quiet" }, ` ${Ae(e, a)}${o}`)));
}
function Ur(e, n, r) {
	let i = T(e).filter((e) => e.measure === n.name && A(e, r) !== null), a = (e) => oe(e, A(e, r).value).rank, o = i.length <= Rr ? i : [...i].sort((e, t) => a(e) - a(t)).slice(0, zr), s = new Set(vn(n.name, e)), c = `${o.length} of ${i.length} scores: those in which it ranks highest.`;
	return [...o.length < i.length ? [t("p", { class: "quiet" }, c)] : [], t("ul", { class: "strips" }, ...o.map((e) => Hr(e, r, i, s.has(e))))];
}
function Wr(e, { name: t, rest: n, quantity: r }, i) {
	let a = T(e).filter((e) => e.measure === t && A(e, i) !== null);
	if (n === "" || r.high === null || a.length === 0) return [];
	let o = r.high, s = a.filter(({ corpus: e }) => e === a[0].corpus).map((t) => {
		let n = e.behaviours.find((e) => e.name === t.key)?.light ?? null;
		return {
			name: t.short ?? t.key,
			share: A(t, i).value / o,
			colour: n
		};
	}), c = Math.max(0, 1 - s.reduce((e, { share: t }) => e + t, 0));
	return [...s, {
		name: n,
		share: c,
		colour: null
	}];
}
function Gr(e, i) {
	let [a, o] = [360, 22], s = (e) => `${Math.round(100 * e)}%`, c = r(a, o, {
		class: "stacked",
		role: "img",
		"aria-label": `${i}: ${e.map(({ name: e, share: t }) => `${e} ${s(t)}`).join(", ")}`
	}), l = t("ul", { class: "parts" }), u = 0;
	for (let { name: r, share: i, colour: d } of e) {
		let e = (e) => (d === null || (e.style.setProperty("--part", d), e.style.setProperty("--part-ink", ve(d))), e);
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
function Kr(e, n, r, i) {
	if (n.counts !== "") return Ir(e, n, r, i);
	let a = Wr(e, n, r), o = i?.notes[n.name];
	return [
		...o === void 0 ? [] : [t("p", {}, o)],
		...a.length > 0 ? [Gr(a, n.title)] : [],
		...Ur(e, n, r)
	];
}
function qr(e, n, r) {
	let i = Vr(e, n).map(({ name: i, measures: a }) => {
		let o = t("section", {}, t("h3", {}, i));
		for (let s of a) a.length > 1 && s.title !== i && o.append(t("h4", {}, s.title)), o.append(...Kr(e, s, n, r));
		return {
			box: o,
			right: a.some(({ counts: e }) => e !== "")
		};
	}), a = i.filter(({ right: e }) => !e).map(({ box: e }) => e);
	return a[0]?.firstElementChild.after(t("p", { class: "quiet" }, Br)), {
		right: i.filter(({ right: e }) => e).map(({ box: e }) => e),
		others: a
	};
}
var Jr = 12.6, Yr = .61 * Jr, Xr = {
	" ": "␣",
	"\n": "↵",
	"	": "⇥"
}, Zr = "‍", Qr = /^[\p{C}\p{Z}\u115f\u1160\u3164\uffa0\u2800]$/u, $r = /^(?=\p{Cn})[\u{1f000}-\u{1faff}]$/u, ei = /(?:[\p{So}↔]|(?=\p{Cn})[\u{1f000}-\u{1faff}])[\u{1f3fb}-\u{1f3ff}]?\ufe0f*$/u, ti = /^(?:[\p{So}↔]|(?=\p{Cn})[\u{1f000}-\u{1faff}])/u, ni = /^\p{M}/u, ri = /^\p{Regional_Indicator}$/u, ii = /^[\u{1f3fb}-\u{1f3ff}]$/u, ai = /^[\p{Mn}\p{Me}\u200d\u{1f3fb}-\u{1f3ff}]$/u, oi = /* @__PURE__ */ RegExp("^(?!\\p{Regional_Indicator})(?:\\p{Emoji_Presentation}|[\\u1100-\\u115f\\u2329\\u232a\\u2e80-\\u303e\\u3041-\\u3247\\u3250-\\u4dbf\\u4e00-\\ua4cf\\ua960-\\ua97c\\uac00-\\ud7a3\\uf900-\\ufaff\\ufe10-\\ufe19\\ufe30-\\ufe6b\\uff01-\\uff60\\uffe0-\\uffe6\\u{16fe0}-\\u{18dff}\\u{1aff0}-\\u{1b2fb}\\u{1f200}-\\u{1f265}\\u{20000}-\\u{3fffd}])$", "u");
function Q(e) {
	let t = [...e], n = t.map((e, n) => e === Zr && si(t, n) || !Qr.test(e) || $r.test(e) ? e : Xr[e] ?? `‹${e.codePointAt(0).toString(16).toUpperCase().padStart(2, "0")}›`).join("");
	return ni.test(n) ? `◌${n}` : n || "‹empty›";
}
function si(e, t) {
	return ei.test(e.slice(0, t).join("")) && ti.test(e[t + 1] ?? "");
}
function ci(e) {
	let t = 0, n = "";
	for (let r of e) n !== Zr && !ai.test(r) && (t += oi.test(r) || $r.test(r) ? 2 : 1), n = r;
	return t;
}
function li(e) {
	let t = [];
	for (let n of e) {
		let e = t.at(-1) ?? "", r = ri.test(e) && ri.test(n), i = ni.test(n) || n === Zr || ii.test(n) || e.endsWith(Zr) || r;
		e !== "" && i ? t[t.length - 1] = e + n : t.push(n);
	}
	return t;
}
var ui = (e) => [...e].length;
function di(e, t) {
	let n = Q(e);
	if (ci(n) <= t && ui(n) <= 2 * t) return n;
	let r = "";
	for (let e of li(n)) {
		let n = [...e].slice(0, t).join("");
		if (ci(r + n) > t - 1 || ui(r + n) > 2 * t) break;
		r += n;
	}
	return `${r}…`;
}
//#endregion
//#region src/views/columns.ts
var fi = 12.6, pi = 4.4 * Yr, mi = 36, hi = .26, gi = 380, _i = 24;
function vi(e) {
	let t = 0;
	return e.map((n, r) => (r > 0 && n !== e[r - 1] && (t += fi), t + (r + .5) * 18));
}
function yi(e, t, n) {
	let r = Math.max(3, Math.floor((n - 2 * pi - Math.max(mi, hi * n) - 8) / 2 / Yr)), i = 1;
	for (let n of [e, t]) for (let e of n.texts) i = Math.max(i, ci(Q(e)));
	let a = Math.min(r, i, _i), o = a * Yr + 4, s = Math.max(140, Math.min(n, 2 * (pi + o) + gi)), [c, l] = [vi(e.segments), vi(t.segments)], u = Math.max(c.at(-1) ?? 0, l.at(-1) ?? 0) + 9;
	return {
		queries: c,
		keys: l,
		left: pi + o,
		right: s - pi - o,
		width: s,
		height: u,
		column: o,
		characters: a
	};
}
//#endregion
//#region src/views/decode.ts
var bi = Float32Array.from({ length: 256 }, (e, t) => (t / 255) ** 2), xi = 1 << 20;
function* Si(e) {
	let t = e.trim(), n = Uint8Array.fromBase64;
	if (n) yield n(t);
	else for (let e = 0; e < t.length; e += xi) {
		let n = atob(t.slice(e, e + xi)), r = new Uint8Array(n.length);
		for (let e = 0; e < r.length; e++) r[e] = n.charCodeAt(e);
		yield r;
	}
}
//#endregion
//#region src/views/draw.ts
var Ci = "ui-monospace, \"SF Mono\", Menlo, Consolas, \"DejaVu Sans Mono\", \"Liberation Mono\", monospace", wi = /\p{L}/u, Ti = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}\u07c0-\u085f]/u;
function Ei(e) {
	let t = wi.exec(e)?.[0] ?? "";
	return Ti.test(t) ? "rtl" : "ltr";
}
var $ = (e) => String(Math.round(e * 100) / 100), Di = class {
	into;
	paths = /* @__PURE__ */ new Map();
	start = "";
	constructor(e) {
		this.into = e;
	}
	line(e, t, r, i, { colour: a, alpha: o, width: s, dash: c }) {
		let l = `M${$(e)} ${$(t)}`;
		l !== this.start && this.paths.clear(), this.start = l;
		let u = $(Math.min(1, o)), d = `${a} ${u} ${c.join()}`, f = this.paths.get(d);
		f || (f = n("path", {
			d: "",
			fill: "none",
			stroke: a,
			"stroke-opacity": u,
			"stroke-width": $(s)
		}), c.length > 0 && f.setAttribute("stroke-dasharray", c.join(" ")), this.paths.set(d, f), this.into.append(f)), f.setAttribute("d", `${f.getAttribute("d")}${l}L${$(r)} ${$(i)}`);
	}
	box(e, t, r, i, a, o) {
		let s = {
			x: $(e),
			y: $(t),
			width: $(r),
			height: $(i)
		};
		this.into.append(n("rect", {
			...s,
			fill: a,
			"fill-opacity": $(Math.min(1, o))
		}));
	}
	frame(e, t, r, i, a) {
		let o = {
			x: $(e),
			y: $(t),
			width: $(r),
			height: $(i)
		};
		this.into.append(n("rect", {
			...o,
			fill: "none",
			stroke: a,
			"stroke-width": 1.25
		}));
	}
	text(e, t, r, { colour: i, size: a, anchor: o, font: s, strong: c, turned: l }) {
		let u = Ei(r), d = n("text", {
			x: $(l ? e + a * .35 : e),
			y: $(l ? t : t + a * .35),
			fill: i,
			"font-size": $(a),
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
		c && d.setAttribute("font-weight", "600"), l && d.setAttribute("transform", `rotate(-90 ${$(e + a * .35)} ${$(t)})`), d.append(r), this.into.append(d);
	}
	picture(e, t, r, i, a) {
		let o = n("image", {
			x: $(t),
			y: $(r),
			width: $(i),
			height: $(a),
			href: e.toDataURL("image/png"),
			preserveAspectRatio: "none"
		});
		e.width <= i * 2 && o.setAttribute("image-rendering", "pixelated"), this.into.append(o);
	}
}, Oi = [
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
function ki(e, t) {
	let n = t >> 1, r = 2 * (n % (e.hues.length / 2)) + (t & 1);
	return {
		colour: e.hues[r],
		dash: Oi[n % Oi.length]
	};
}
function Ai(e, t) {
	return t.length === 1 ? [{
		colour: e.hues[0],
		dash: []
	}] : t.map((t) => ki(e, t));
}
//#endregion
//#region src/views/units.ts
function ji(e, t, n) {
	return {
		rows: t,
		columns: n,
		values: e,
		read: (e) => bi[e],
		least: (e) => 255 * Math.sqrt(e) - 1e-9
	};
}
function Mi(e, t, n) {
	return {
		rows: t,
		columns: n,
		values: e,
		read: (e) => e,
		least: (e) => e
	};
}
function Ni(e, t, n, r) {
	let i = n.unit.length;
	if (t.parts.length === t.unit.length && n.parts.length === i) return ji(e, t.parts.length, i);
	let a = n.parts.length, o = new Float32Array(t.parts.length * a), s = new Float64Array(a);
	return t.parts.forEach((t, c) => {
		for (let l of t) {
			s.fill(0);
			let u = 0;
			for (let t = 0; t < i; t++) {
				let r = n.unit[t];
				if (r < 0) continue;
				let a = bi[e[l * i + t]];
				s[r] += a, u += a;
			}
			let d = (r && u > 0 ? 1 / u : 1) / t.length;
			for (let e = 0; e < a; e++) o[c * a + e] += s[e] * d;
		}
	}), Mi(o, t.parts.length, a);
}
function Pi(e, t, n) {
	return e === "all" || e === `${t === 0 ? "A" : "B"}-${n === 0 ? "A" : "B"}`;
}
function Fi(e, t, n, { rows: r, columns: i, filter: a }) {
	let o = t ? i.parts.length : r.parts.length;
	return e.map((e) => {
		let s = new Float64Array(o);
		for (let c of n) for (let n = 0; n < o; n++) {
			let [o, l] = t ? [c, n] : [n, c];
			Pi(a, r.segments[o], i.segments[l]) && (s[n] += e.read(e.values[o * e.columns + l]));
		}
		return s;
	});
}
//#endregion
//#region src/views/lines.ts
var Ii = .004, Li = 64;
function Ri(e, t, n) {
	let r = e.findIndex((e) => e + 9 > t);
	if (r < 0) return [e.length, e.length];
	let i = r;
	for (; i < e.length && e[i] - 9 < n;) i++;
	return [r, i];
}
var zi = class e {
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
		let { scene: o } = this, { left: s, right: c, queries: l, keys: u } = o.place, d = Ai(t, o.heads);
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
function Bi(e, t, n) {
	let r = Array.from({ length: 65 }, () => []), [i, a] = Ri(e.place.queries, t, n), [o, s] = Ri(e.place.keys, t, n), c = Math.max(e.threshold, Ii);
	return e.maps.forEach((t, n) => {
		let l = t.least(c);
		for (let c = 0; c < t.rows; c++) {
			let [u, d] = c >= i && c < a ? [0, t.columns] : [o, s];
			for (let i = u; i < d; i++) {
				let a = t.values[c * t.columns + i];
				if (a < l || !Pi(e.filter, e.rows.segments[c], e.keys.segments[i])) continue;
				let o = Li - Math.round(Li * Math.min(1, t.read(a)));
				r[o].push((n * t.rows + c) * t.columns + i);
			}
		}
	}), new zi(e, r);
}
function Vi({ left: e, right: t }, n, r) {
	return n === "left" ? {
		x: e - r + 1,
		width: r - 2
	} : {
		x: t + 1,
		width: r - 2
	};
}
function Hi(e, t, n, r, i, [a, o]) {
	let { left: s, right: c, queries: l, keys: u } = n.place, d = r.side === "left", [f, p] = d ? [l, u] : [u, l], m = Vi(n.place, d ? "right" : "left", n.place.column), h = m.width / Math.max(1, n.heads.length), [g, _] = Ri(p, a, o), v = Ai(t, n.heads);
	n.maps.forEach((t, a) => {
		let { colour: o, dash: f } = v[a];
		for (let t = g; t < _; t++) {
			let n = r.sums[a][t];
			n > Ii && e.box(m.x + a * h, p[t] - i - 9 + 1, h, 16, o, .8 * n);
		}
		let y = t.least(Math.max(n.threshold, Ii));
		for (let a of r.units) for (let r = 0; r < p.length; r++) {
			let [p, m] = d ? [a, r] : [r, a], h = t.values[p * t.columns + m];
			if (h < y || !Pi(n.filter, n.rows.segments[p], n.keys.segments[m])) continue;
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
		let o = ci(di(y.texts[a], n.place.characters)) * Yr + 8, s = Vi(n.place, r.side, o);
		e.frame(s.x, f[a] - i - 9 + 1, s.width, 16, t.ink);
	}
}
//#endregion
//#region src/card/sentence.ts
function Ui(e) {
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
var Wi = Ui("var(--attention)"), Gi = Ui("var(--other-attention)"), Ki = .02;
function qi(e) {
	let t = [...Si(e)], n = new Uint8Array(t.reduce((e, t) => e + t.length, 0)), r = 0;
	for (let e of t) n.set(e, r), r += e.length;
	return n;
}
function Ji({ texts: e, special: t, segments: n }) {
	return {
		texts: e,
		special: t,
		segments: n,
		parts: e.map((e, t) => [t]),
		unit: Int32Array.from(e.keys())
	};
}
function Yi(e, t, n, r) {
	let [i, a] = [Ji(e), Ji(t)];
	if (n.length !== i.texts.length * a.texts.length) throw Error("a map does not have the size of its text");
	return {
		place: yi(i, a, r),
		rows: i,
		keys: a,
		heads: [0],
		maps: [Ni(n, i, a, !1)],
		filter: "all",
		threshold: Ki
	};
}
function Xi(e, { place: t, rows: n, keys: r }, i) {
	for (let a of ["left", "right"]) {
		let o = a === "left", [s, c] = o ? [n, t.queries] : [r, t.keys];
		s.texts.forEach((n, r) => {
			e.text(o ? t.left - 4 : t.right + 4, c[r], di(n, t.characters), {
				colour: s.special[r] ? Wi.quiet : Wi.ink,
				size: Jr,
				anchor: o ? "end" : "start",
				font: Ci,
				strong: i[a].has(r)
			});
		});
	}
}
var Zi = {
	left: /* @__PURE__ */ new Set(),
	right: /* @__PURE__ */ new Set()
};
function Qi(e, t, n, { layer: i, head: a }, o) {
	let s = e.queries.texts.length * e.keys.texts.length, c = (i * n.heads + a) * s, l = Yi(e.queries, e.keys, t.subarray(c, c + s), o), u = `What each token attends to in: ${e.queries.texts.map(Q).join(" ")}`, d = r(l.place.width, l.place.height, {
		class: "head-view",
		role: "img",
		"aria-label": u
	}), f = new Di(d);
	return Bi(l, 0, l.place.height).byToken().draw(f, Wi, 0, [0, 0], () => !0), Xi(f, l, Zi), d;
}
function $i(e, t, r, i) {
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
function ea({ left: e, right: t, column: n }, r) {
	return r ? e - n - 2 : t + n + 2;
}
function ta(e, [t, , n, r, i]) {
	let [a, o] = [Q(e.words[t]), Q(e.words[n])], s = r.includes(n), c = r.map((t) => Q(e.words[t])).join(" or ");
	return `${a} → ${o}, ${s ? "right" : `wrong${c === "" ? "" : `, it is ${c}`}`} (${i.toFixed(2)})`;
}
function na({ special: e }, t, i, a) {
	let o = t.words.length, s = t.words.map(() => !1), c = Yi({
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
	}, qi(t.map), a), { place: l } = c, u = i !== "head-to-dependent", d = (e, t) => t ? l.queries[e] : l.keys[e + 1], f = t.answers.map((e) => ta(t, e)).join("; "), p = r(l.width, l.height, {
		class: "head-view",
		role: "img",
		"aria-label": f
	}), m = new Di(p);
	Bi(c, 0, l.height).byToken().draw(m, Gi, 0, [0, 0], () => !0);
	let h = t.answers.map(([, e]) => u ? e : e + 1), g = Fi(c.maps, u, h, {
		rows: c.rows,
		columns: c.keys,
		filter: "all"
	});
	Hi(m, Wi, c, {
		side: u ? "left" : "right",
		units: h,
		sums: g.map((e) => e.fill(0))
	}, 0, [0, l.height]);
	let _ = new Set(h);
	Xi(m, c, u ? {
		left: _,
		right: /* @__PURE__ */ new Set()
	} : {
		left: /* @__PURE__ */ new Set(),
		right: _
	});
	let v = ea(l, !u);
	for (let e of t.answers) {
		let [r, i, a, o, s] = e;
		for (let e of o) p.append(...$i(v, d(r, !u), d(e, !u), u ? 1 : -1));
		let c = o.includes(a), f = n("text", {
			class: c ? "verdict right" : "verdict wrong",
			x: ea(l, u) + (u ? -1 : 1),
			y: d(i, u) + 4,
			"text-anchor": u ? "end" : "start"
		}, `${c ? "✓" : "✗"}${s.toFixed(2).replace(/^0/, "")}`);
		f.append(n("title", {}, ta(t, e))), p.append(f);
	}
	return p;
}
function ra(e, n, r) {
	let i = n[0];
	if (!i) return null;
	let a = T(e).find(({ id: e }) => e === i.score), o = a?.direction ?? null, s = n.map((n) => {
		let i = n.answers.filter(([, , e, t]) => t.includes(e)).length;
		return t("figure", { class: "sentence" }, t("h4", {}, `${n.kind === "most right" ? "Among its best" : "Among its worst"}: ${i} of ${n.answers.length} right`), t("div", { class: "scroll" }, na(e, n, o, r)), t("figcaption", {}, n.place));
	}), c = o === "head-to-dependent" ? "right, with the attention they get" : "left, with the attention they give";
	return t("section", {}, t("h3", {}, `Sentences where it is most typical${a ? `: it ${a.words}` : ""}`), t("p", { class: "quiet" }, `The words on the left attend to those on the right. In bold, on the ${c}, are the words that it is asked about: ✓ right or ✗ wrong, and the weight behind the answer. Orange arcs: what is annotated, the dot at the governor.`), ...s);
}
var ia = /* @__PURE__ */ new WeakMap();
function aa(e, n, r, i, a) {
	let o = e.texts[n.name];
	if (!o) return null;
	let s = ia.get(o);
	s || ia.set(o, s = qi(o.maps));
	let c = t("details", { class: "text" }, t("summary", {}, "One text under this head"));
	c.open = a;
	let l = () => {
		c.open && !c.querySelector("svg") && c.append(t("div", { class: "scroll" }, Qi(o, s, n, r, i)));
	};
	return c.addEventListener("toggle", l), l(), c;
}
//#endregion
//#region src/card/card.ts
var oa = "(max-width: 859px)", sa = "(min-width: 1600px)";
function ca(e, n, r) {
	let i = e.cards.find((e) => O(e, n)), a = ra(e, i?.sentences ?? [], r), { right: o, others: s } = qr(e, n, i);
	return [
		i ? t("p", { class: "said" }, i.summary) : null,
		...o,
		a,
		aa(e, ie(e, n.stack), n, r, a === null),
		Lr(e, n, i),
		...s
	].filter((e) => e !== null);
}
function la(e, t, n) {
	let r = e.stacks.flatMap(k);
	return r[r.findIndex((e) => O(e, t)) + n] ?? null;
}
function ua(e, n) {
	let r = t("h2", {
		id: "card-title",
		tabindex: -1
	}), i = t("button", {
		type: "button",
		class: "close"
	}, "Close (Esc)"), a = [-1, 1].map((e) => {
		let n = t("button", { type: "button" });
		return n.addEventListener("click", () => f(e)), {
			step: e,
			button: n
		};
	}), o = t("div", { class: "bar" }, r, ...a.map(({ button: e }) => e), i), s = t("div", { class: "body" }), c = t("aside", {
		class: "card",
		"aria-labelledby": "card-title",
		hidden: ""
	}, o, s), l = null, u = null;
	n.listen(({ selected: t }) => {
		if (t !== u && (u = t, c.hidden = t === null, document.documentElement.classList.toggle("with-card", t !== null), d(), t !== null)) {
			r.textContent = `Head ${D(t)}${e.stacks.length > 1 ? ` of the ${t.stack}` : ""}`;
			for (let { step: n, button: r } of a) {
				let i = la(e, t, n);
				r.disabled = i === null;
				let a = i === null ? n < 0 ? "first" : "last" : D(i);
				r.textContent = n < 0 ? `← ${a}` : `${a} →`, r.setAttribute("aria-label", i === null ? `No ${n < 0 ? "earlier" : "later"} head` : `Go to head ${D(i)}`);
			}
			c.scrollTop = 0, s.replaceChildren(...ca(e, t, Math.max(280, Math.min(560, s.clientWidth)))), da(`#${j(t, e)}`);
		}
	});
	function d() {
		let e = u !== null && window.matchMedia(oa).matches;
		for (let t of c.parentElement?.children ?? []) t !== c && (t.inert = e);
		e && !c.contains(document.activeElement) && (l ??= document.activeElement, r.focus({ preventScroll: !0 }));
	}
	window.matchMedia(oa).addEventListener?.("change", d);
	function f(t) {
		let r = u && la(e, u, t);
		r && n.select(r);
	}
	let p = () => {
		n.selected !== null && (n.select(null), da(location.pathname + location.search), (l instanceof SVGElement || l instanceof HTMLElement) && l.isConnected && l.focus(), l = null);
	};
	i.addEventListener("click", p), document.addEventListener("keydown", (e) => {
		if (u === null || e.ctrlKey || e.altKey || e.metaKey) return;
		e.key === "Escape" && p();
		let t = {
			ArrowLeft: -1,
			ArrowRight: 1
		}[e.key];
		t !== void 0 && c.contains(document.activeElement) && (e.preventDefault(), f(t));
	}), document.addEventListener("headscope:open", () => {
		c.contains(document.activeElement) || (l = document.activeElement), r.focus({ preventScroll: !0 });
	}), document.addEventListener("click", (e) => {
		let t = e.target.closest?.("a[href^=\"#head=\"]");
		t && (c.contains(t) || (l = t), setTimeout(() => r.focus({ preventScroll: !0 })));
	});
	let m = () => {
		let t = ce(location.hash, e);
		(t !== null || location.hash === "" || !window.matchMedia(sa).matches) && n.select(t);
	};
	return window.addEventListener("hashchange", m), window.addEventListener("popstate", m), {
		element: c,
		follow: m
	};
}
function da(e) {
	if (!(e.startsWith("#") ? location.hash === e : location.hash === "")) try {
		history.pushState(null, "", e);
	} catch {
		return;
	}
}
//#endregion
//#region src/report.ts
function fa(e, n) {
	let r = t("section", { id: "heads" }, t("h2", {}, "All heads"));
	for (let i of e.stacks) e.stacks.length > 1 && r.append(t("h3", {}, i.name)), r.append(qn(i, e, n));
	return r;
}
function pa(e) {
	let n = t("section", { id: "run" }, t("h2", {}, "About this run")), r = t("dl");
	for (let [n, i] of e.facts) r.append(t("div", {}, t("dt", {}, n), t("dd", {}, i)));
	return n.append(r), e.notes.length > 0 && n.append(t("h3", {}, "Notes"), t("ul", {}, ...e.notes.map((e) => t("li", {}, e)))), n.append(t("p", { class: "caveat" }, e.caveat)), n;
}
function ma(e, n) {
	let r = new ue(), i = ua(n, r);
	e.replaceChildren(...xr(n, r), t("div", { class: "parts-of-page" }, ...hr(n, r)), fa(n, r), pa(n), i.element), i.follow(), document.getElementById(le(location.hash.slice(1)))?.scrollIntoView();
}
var ha = document.getElementById("payload"), ga = document.getElementById("report");
if (ha && ga) try {
	ma(ga, C(ha.textContent ?? ""));
} catch (e) {
	let n = e instanceof Error ? e.message : String(e);
	throw ga.replaceChildren(t("p", { role: "alert" }, `This page’s data could not be drawn: ${n}.`)), e;
}
//#endregion
export { ma as mount };
