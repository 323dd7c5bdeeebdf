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
var l = o(i);
l.right, l.left, o(c).center, Array.prototype.slice;
var u = Math.sqrt(50), d = Math.sqrt(10), f = Math.sqrt(2);
function p(e, t, n) {
	let r = (t - e) / Math.max(0, n), i = Math.floor(Math.log10(r)), a = r / 10 ** i, o = a >= u ? 10 : a >= d ? 5 : a >= f ? 2 : 1, s, c, l;
	return i < 0 ? (l = 10 ** -i / o, s = Math.round(e * l), c = Math.round(t * l), s / l < e && ++s, c / l > t && --c, l = -l) : (l = 10 ** i * o, s = Math.round(e / l), c = Math.round(t / l), s * l < e && ++s, c * l > t && --c), c < s && .5 <= n && n < 2 ? p(e, t, n * 2) : [
		s,
		c,
		l
	];
}
function m(e, t, n) {
	if (t = +t, e = +e, n = +n, !(n > 0)) return [];
	if (e === t) return [e];
	let r = t < e, [i, a, o] = r ? p(t, e, n) : p(e, t, n);
	if (!(a >= i)) return [];
	let s = a - i + 1, c = Array(s);
	if (r) {
		if (o < 0) for (let e = 0; e < s; ++e) c[e] = (a - e) / -o;
		else for (let e = 0; e < s; ++e) c[e] = (a - e) * o;
	} else if (o < 0) for (let e = 0; e < s; ++e) c[e] = (i + e) / -o;
	else for (let e = 0; e < s; ++e) c[e] = (i + e) * o;
	return c;
}
function h(e, t, n) {
	return t = +t, e = +e, n = +n, p(e, t, n)[2];
}
function g(e, t, n) {
	let r;
	for (;;) {
		let i = h(e, t, n);
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
function _(e, t) {
	let n;
	if (t === void 0) for (let t of e) t != null && (n < t || n === void 0 && t >= t) && (n = t);
	else {
		let r = -1;
		for (let i of e) (i = t(i, ++r, e)) != null && (n < i || n === void 0 && i >= i) && (n = i);
	}
	return n;
}
function v(e, t) {
	let n;
	if (t === void 0) for (let t of e) t != null && (n > t || n === void 0 && t >= t) && (n = t);
	else {
		let r = -1;
		for (let i of e) (i = t(i, ++r, e)) != null && (n > i || n === void 0 && i >= i) && (n = i);
	}
	return n;
}
//#endregion
//#region src/payload.ts
function y({ times: e = 1, plus: t = 0, ...n }) {
	let r = (n) => n === null ? null : e * n + t;
	return {
		...n,
		low: r(n.low),
		high: r(n.high)
	};
}
function b(e) {
	return e.flat().filter((e) => e !== null);
}
//#endregion
//#region src/heads.ts
function x(e) {
	return `${e.layer + 1}-${e.head + 1}`;
}
function S(e, t) {
	return e === null || t === null ? e === t : e.stack === t.stack && e.layer === t.layer && e.head === t.head;
}
function ee(e) {
	let t = [];
	for (let n = 0; n < e.layers; n++) for (let r = 0; r < e.heads; r++) t.push({
		stack: e.name,
		layer: n,
		head: r
	});
	return t;
}
function C(e, t) {
	let n = e.stacks.find((e) => e.name === t);
	if (!n) throw Error(`there is no stack named ${t}`);
	return n;
}
function w(e, t) {
	return t.stacks.length > 1 ? `${e.stack}/${x(e)}` : x(e);
}
function te(e, t) {
	let n = /^(?:(.+)\/)?(\d+)-(\d+)$/su.exec(e);
	if (!n) return null;
	let r = n[1] === void 0 ? t.stacks[0] : t.stacks.find(({ name: e }) => e === n[1]), i = Number(n[2]) - 1, a = Number(n[3]) - 1;
	return !r || i < 0 || a < 0 || i >= r.layers || a >= r.heads ? null : {
		stack: r.name,
		layer: i,
		head: a
	};
}
function ne(e, t) {
	return `There is no head ${e} here: the model has ${t.stacks.map(({ name: e, layers: n, heads: r }) => `${n} layers of ${r} heads${t.stacks.length > 1 ? ` in the ${e}` : ""}`).join(", ")}.`;
}
function T(e) {
	try {
		return decodeURIComponent(e);
	} catch {
		return e;
	}
}
//#endregion
//#region src/highlight.ts
function re(e) {
	return e && new Set(e.map((e) => `${e.stack}/${x(e)}`));
}
function ie(e, t) {
	return e === null || t === null ? e ?? t : new Set([...e].filter((e) => t.has(e)));
}
function ae(e, t) {
	return e === null || t === null ? e === t : e.size === t.size && [...e].every((e) => t.has(e));
}
var oe = class e {
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
		S(e, this.pointed) || (this.#e.pointed = e, this.#t.tell());
	}
	select(e) {
		S(e, this.selected) || (this.#e.selected = e, this.#t.tell());
	}
	find(e) {
		this.#e.searched = re(e), this.#r();
	}
	keep(e) {
		this.#e.kept = re(e), this.#r();
	}
	#r() {
		let e = ie(this.#e.searched, this.#e.kept);
		ae(e, this.found) || (this.#e.found = e, this.#t.tell());
	}
	finds(e) {
		return this.found?.has(`${e.stack}/${x(e)}`) ?? !1;
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
function se(e, n, r, i) {
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
var E = [
	"at",
	"weights",
	"head",
	"pin",
	"find",
	"filter",
	"colour",
	"stack",
	"sort",
	"run",
	"history"
];
function ce(e) {
	return encodeURIComponent(e).replace(/%(2B|2C|2F|3A|3D)/gu, (e) => decodeURIComponent(e));
}
function le(e) {
	let t = /* @__PURE__ */ new Map();
	for (let n of e.replace(/^#/u, "").split("&")) {
		if (n === "") continue;
		let e = n.indexOf("="), r = E.find((t) => t !== "at" && t === n.slice(0, Math.max(e, 0)));
		t.set(r ?? "at", T(r ? n.slice(e + 1) : n));
	}
	return t;
}
function D(e) {
	return E.flatMap((t) => {
		let n = e.get(t);
		return n === void 0 ? [] : [t === "at" ? ce(n) : `${t}=${ce(n)}`];
	}).join("&");
}
var ue = class {
	#e = le(location.hash);
	#t = /* @__PURE__ */ new Map();
	#n = /* @__PURE__ */ new Map();
	#r = /* @__PURE__ */ new Set();
	#i = "";
	#a = new AbortController();
	constructor() {
		document.addEventListener("click", (e) => {
			let t = e.target?.closest?.("a[href^=\"#\"]");
			this.#i = t?.getAttribute("href") ?? "";
		}, !0);
		let e = () => {
			let e = le(location.hash), t = this.#i !== "" && T(this.#i) === T(location.hash);
			if (this.#i = "", t) {
				for (let [t, n] of this.#e) t !== "at" && !e.has(t) && e.set(t, n);
				this.#o(e, "replaceState");
			}
			this.#s(e, t);
		};
		window.addEventListener("hashchange", e), window.addEventListener("popstate", e);
	}
	get(e) {
		return this.#e.get(e) ?? null;
	}
	set(e, t = "same") {
		let n = new Map(this.#e);
		for (let [t, r] of Object.entries(e)) r === null || r === "" ? n.delete(t) : n.set(t, r);
		e.head && n.delete("at"), D(n) !== D(this.#e) && (this.#o(n, t === "new" ? "pushState" : "replaceState"), this.#s(n));
	}
	listen(e, t) {
		let n = this.#t.get(e) ?? /* @__PURE__ */ new Set();
		return this.#t.set(e, n.add(t)), t(this.get(e), !1), () => n.delete(t);
	}
	get life() {
		return this.#a.signal;
	}
	renew() {
		this.#a.abort(), this.#a = new AbortController(), this.#t.clear(), this.#r.clear(), this.#n.clear();
	}
	refuse(e, t) {
		this.#n.set(e, t);
		for (let e of this.#r) e();
	}
	get refused() {
		return E.flatMap((e) => this.#n.get(e) ?? []);
	}
	watch(e) {
		this.#r.add(e), e();
	}
	get address() {
		let e = D(this.#e);
		return location.href.replace(/#.*$/su, "") + (e === "" ? "" : `#${e}`);
	}
	#o(e, t) {
		let n = D(e);
		try {
			history[t](history.state, "", n === "" ? location.pathname + location.search : `#${n}`);
		} catch {
			return;
		}
	}
	#s(e, t = !1) {
		let n = this.#e;
		this.#e = e;
		let r = E.filter((t) => n.get(t) !== e.get(t) || t === "at" && e.has("at"));
		for (let e of r) this.#n.delete(e);
		for (let e of r) for (let n of [...this.#t.get(e) ?? []]) n(this.get(e), t);
		for (let e of this.#r) e();
	}
};
function de(e) {
	let n = t("p", {
		class: "wrong",
		role: "alert"
	});
	return e.watch(() => {
		n.textContent = e.refused.join(" "), n.hidden = e.refused.length === 0;
	}), t("div", { class: "link" }, se("Copy link", "The link to this page as it is now", () => e.address, () => "Copied."), n);
}
//#endregion
//#region src/behaviour.ts
var fe = {
	light: "#ffffff",
	dark: "#111316"
}, pe = ["#16181c", "#ffffff"];
function me(e, t, n) {
	let r = (e, t) => parseInt(e.slice(t, t + 2), 16);
	return `#${[
		1,
		3,
		5
	].map((i) => Math.round(n * r(e, i) + (1 - n) * r(t, i))).map((e) => e.toString(16).padStart(2, "0")).join("")}`;
}
function he({ sure: e, strength: t }) {
	return e ? .6 + .4 * Math.min(1, Math.max(0, t)) : .3;
}
function O(e, t) {
	let n = e.behaviour.light, r = n === null ? fe[t] : me(n, fe[t], he(e));
	return {
		fill: r,
		ink: ge(r)
	};
}
function ge(e) {
	return pe.reduce((t, n) => _e(n, e) > _e(t, e) ? n : t);
}
function _e(e, t) {
	let [n, r] = [ve(e), ve(t)].sort((e, t) => e - t);
	return (r + .05) / (n + .05);
}
function ve(e) {
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
var k = 4, ye = 2;
function be(e, t) {
	if (e === null || t === null) return ye;
	let n = Math.abs(t - e) / 2;
	return n === 0 ? k : Math.min(k, Math.max(0, -Math.floor(Math.log10(n) + 1e-9)));
}
function A(e, t) {
	let n = Math.abs(e).toFixed(t);
	return e < 0 && Number(n) !== 0 ? `−${n}` : n;
}
function xe(e) {
	return e.replace(/(^| )-(?=\d)/gu, "$1−");
}
function j({ value: e, low: t, high: n }) {
	return A(e, be(t, n));
}
function Se(e, t = "") {
	let { low: n, high: r } = e, i = t === "" ? j(e) : `${j(e)} ${t}`;
	if (n === null || r === null) return i;
	let a = be(n, r), o = n < 0 || r < 0 ? " to " : "–";
	return `${i} (${A(n, a)}${o}${A(r, a)})`;
}
function M(e) {
	if (e === 0) return "0";
	let t = 1 - Math.floor(Math.log10(Math.abs(e))), n = A(e, Math.min(k, Math.max(0, t)));
	return n.includes(".") ? n.replace(/\.?0+$/, "") : n;
}
function Ce({ name: e, unit: t }) {
	return t || e;
}
//#endregion
//#region src/query/language.ts
var N = {
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
};
N.limits, [...N.reserved, ...Object.keys(N.aliases)], [
	"space",
	"quoted",
	"sign",
	"word"
].map((e) => ({
	kind: e,
	pattern: new RegExp(N.tokens[e], "uy")
})), RegExp(`^(?:${N.tokens.word})$`, "u"), new Map(Object.entries(N.slots).map(([e, t]) => [e, {
	...t,
	pattern: RegExp(`^(?:${t.pattern})$`, "u")
}]));
var [we, Te] = N.brackets, [Ee, De] = [N.range, N.slip].map((e) => RegExp(`^(?:${e})$`, "u"));
//#endregion
//#region src/find.ts
function Oe(e, t, r) {
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
function ke(e, { marks: t, highlight: n, move: r, locate: i, show: a }) {
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
	let l = new Map(t.map((e) => [x(e.head), e])), u = (e) => e === null || e.stack !== t[0]?.head.stack ? null : l.get(x(e)) ?? null, d = null;
	return n.listen(({ pointed: e, selected: t }) => {
		let n = u(t);
		n !== d && (d?.element.setAttribute("aria-selected", "false"), n?.element.setAttribute("aria-selected", "true"), d = n), a(u(e), n);
	});
}
function Ae(e, t, n, r) {
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
var je = {
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
}, P = {
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
}, Me = 256;
function Ne(e) {
	return e <= .04045 ? e / 12.92 : ((e + .055) / 1.055) ** 2.4;
}
function Pe(e) {
	return e <= .0031308 ? e * 12.92 : 1.055 * e ** (1 / 2.4) - .055;
}
function F(e) {
	let t = (t) => Ne(parseInt(e.slice(t, t + 2), 16) / 255), [n, r, i] = [
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
	].map((e) => Math.round(255 * Math.min(1, Math.max(0, Pe(e))))).map((e) => e.toString(16).padStart(2, "0")).join("")}`;
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
function I([e, t, n]) {
	let r = [
		F(e),
		F(t),
		F(n)
	], i = Array.from({ length: 4097 }, (e, t) => Ie(r, t / 4096)), a = [0];
	for (let e = 1; e < i.length; e++) a.push(a[e - 1] + Le(i[e - 1], i[e]));
	let o = a[a.length - 1], s = 0;
	return Array.from({ length: Me }, (e, t) => {
		for (; s < i.length - 1 && a[s] < o * t / 255;) s++;
		return Fe(i[s]);
	});
}
var Re = {
	light: I(je.light),
	dark: I(je.dark)
}, ze = {
	light: {
		below: I(P.light.below),
		above: I(P.light.above)
	},
	dark: {
		below: I(P.dark.below),
		above: I(P.dark.above)
	}
};
function Be(e, t) {
	let n = Math.round(Math.min(1, Math.max(0, t)) * 255);
	return Re[e][n];
}
function Ve(e, t) {
	e.style.setProperty("--light", Be("light", t)), e.style.setProperty("--dark", Be("dark", t));
}
function He(e, t) {
	let n = t < 0 ? ze[e].below : ze[e].above;
	return n[Math.round(Math.min(1, Math.abs(t)) * (n.length - 1))];
}
function Ue(e, t) {
	e.style.setProperty("--light", He("light", t)), e.style.setProperty("--dark", He("dark", t));
}
//#endregion
//#region src/scale.ts
function We(e, t, n = !1) {
	return {
		low: e,
		high: t,
		diverging: n,
		fraction: (n) => Math.min(1, Math.max(0, (n - e) / (t - e))),
		ticks: (n) => {
			let r = m(e, t, n);
			return r.length > 1 ? r : [.../* @__PURE__ */ new Set([
				e,
				...r,
				t
			])];
		}
	};
}
function Ge(e, t = []) {
	let { low: n = 0, high: r = null, diverging: i = !1 } = e[0]?.quantity ?? {}, a = [...t, ...e.flatMap(({ value: e, baseline: t }) => [...b(e), ...t === null ? [] : [t.value]])], o = [...a, ...e.flatMap(({ low: e, high: t }) => [...b(e), ...b(t)])], s = n !== null && n > 0 ? n : 0, [c, l] = [(_(a) ?? 0) <= (r ?? Infinity), (v(a) ?? 0) >= (n ?? -Infinity)];
	if (i) return Ke(o, c && l ? Math.max(r ?? Infinity, -(n ?? -Infinity)) : Infinity);
	let u = n !== null && n >= 0 && l ? s : Math.min(s, v(o) ?? s), d = Math.max(s, _(o) ?? s), [f, p] = d === u ? [u, u + 1] : g(u, d, 5);
	return We(l ? Math.max(f, n ?? f) : f, c ? Math.min(p, r ?? p) : p);
}
function Ke(e, t = Infinity) {
	let n = _(e, Math.abs) ?? 0, r = Math.min(t, n === 0 ? 1 : g(0, n, 4)[1]);
	return We(-r, r, !0);
}
function qe(e, t, n) {
	t.diverging ? Ue(e, 2 * t.fraction(n) - 1) : Ve(e, t.fraction(n));
}
var Je = 8;
function L(e) {
	let t = e.length > 1 ? Math.abs(e[1] - e[0]) : 1, n = Math.max(0, -Math.floor(Math.log10(t) + 1e-9));
	for (; n < Je && e.some((e) => Math.abs(Number(e.toFixed(n)) - e) > t / 100);) n++;
	return e.map((e) => e === 0 ? "0" : A(e, n));
}
//#endregion
//#region src/grid.ts
var Ye = (e, t, n) => Math.max(e, Math.min(n, Math.floor(t)));
function Xe({ layers: e, heads: t }, n) {
	return {
		cellWidth: Ye(14, Math.min(480, n - 32 - 92) / t, 56),
		cellHeight: Ye(14, 400 / e, 44),
		font: 13,
		left: 40,
		top: 24,
		right: 52
	};
}
function Ze(e, t, n) {
	let r = [
		1,
		4,
		8,
		16,
		32
	].find((e) => e * t >= n) ?? 64;
	return Array.from({ length: e }, (e, t) => t + 1).filter((e) => e === 1 || e % r === 0);
}
function Qe(e, { cellWidth: t, cellHeight: r, font: i, left: a, top: o, right: s }, c) {
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
	for (let n of Ze(e.heads, t, i * (e.heads > 9 ? 1.5 : 1))) u(p, a + (n - .5) * t, o - 5, "middle", String(n));
	for (let t of Ze(e.layers, r, i)) u(m, a - 5, o + (t - .5) * r + i * .35, "end", String(t));
	return c && u(h, a - 5, o - 5, "end", "layer"), s > 40 && u(p, a + d + 6, o - 5, "start", "← head"), {
		across: p,
		down: m,
		corner: h
	};
}
function $e(e, t, i, a, o) {
	let { cellWidth: s, cellHeight: c, left: l, top: u } = a, d = a.right > 10, f = r(l + t.heads * s + a.right, u + t.layers * c + 2, {
		class: d ? "grid large" : "grid",
		role: "grid",
		"aria-label": e,
		"font-size": a.font
	}), { across: p, down: m, corner: h } = Qe(t, a, d), g = ee(t), _ = [], v = g.map((e) => {
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
	}, C = new Map(v.map(({ element: e }, t) => [e, t])), w = ke(f, {
		marks: v,
		highlight: i,
		move: (e, n) => Ae(t.layers, t.heads, e, n),
		locate: (e) => C.get(e.target) ?? null,
		show: (e, t) => {
			S(x.pointed, e), S(x.selected, t);
		}
	}), te = d ? Oe(f, v, i) : () => {};
	return {
		element: f,
		scrolled: (e, t) => {
			p.setAttribute("transform", `translate(0 ${t})`), m.setAttribute("transform", `translate(${e} 0)`), h.setAttribute("transform", `translate(${e} ${t})`);
		},
		focus: (e) => v[e.layer * t.heads + e.head]?.element.focus(),
		release: () => {
			w(), te();
		}
	};
}
//#endregion
//#region src/views/palette.ts
var et = {
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
}, tt = 8192;
function nt(e, t) {
	return `${e.normalize("NFKD").replace(/[^\p{L}\p{N}]+/gu, "-").slice(0, 61).replace(/^-+|-+$/gu, "") || "headscope"}.${t}`;
}
function rt(e, n) {
	let r = URL.createObjectURL(e);
	t("a", {
		href: r,
		download: n
	}).click(), setTimeout(() => URL.revokeObjectURL(r), 1e4);
}
//#endregion
//#region src/save/light.ts
var it = /* @__PURE__ */ new WeakMap();
function* at(e) {
	for (let t of e) t instanceof CSSMediaRule && (t.media.mediaText.includes("prefers-color-scheme: dark") ? yield t : yield* at(t.cssRules));
}
function ot(e) {
	let t = /* @__PURE__ */ new Set();
	for (let n of e) for (let e = n.closest("details:not([open])"); e; e = e.parentElement?.closest("details:not([open])") ?? null) t.add(e);
	return [...t];
}
function st(e, t) {
	let n = [...document.styleSheets].flatMap((e) => [...at(e.cssRules)]).map((e) => [e, e.media.mediaText]), r = window.matchMedia("(prefers-color-scheme: dark)").matches ? e.flatMap((e) => [...e.querySelectorAll("canvas")]).flatMap((e) => it.get(e) ?? []) : [], i = ot(e);
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
//#region src/save/snapshot.ts
var ct = {
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
}, lt = /* @__PURE__ */ new Set([
	"font-family",
	"font-size",
	"font-weight",
	"font-style",
	"text-anchor"
]), ut = new Set("svg g text tspan title line polyline polygon path circle ellipse rect image".split(" ")), dt = "button:not(.behaviours button), input, select, textarea, .save, .readout, [hidden]", ft = "rgba(0, 0, 0, 0)", pt = .8, R = (e) => String(Math.round(e * 100) / 100);
function mt(e) {
	return e === "font-family" ? getComputedStyle(document.body).fontFamily : "";
}
function ht(e) {
	if (!ut.has(e.tagName)) return null;
	let t = getComputedStyle(e);
	if (t.display === "none" || t.visibility === "hidden" && e.childElementCount === 0) return null;
	let n = e.cloneNode(!1);
	for (let { name: e } of [...n.attributes]) /^(class|style|role|id|tabindex|color|data-.*|aria-.*)$/.test(e) && n.removeAttribute(e);
	let r = e.tagName === "text" || e.tagName === "tspan", i = e.tagName === "g" || e.tagName === "svg";
	for (let [e, a] of Object.entries(ct)) {
		if (n.removeAttribute(e), i ? e !== "opacity" : lt.has(e) && !r) continue;
		let o = t.getPropertyValue(e);
		o !== (a || mt(e)) && o !== "" && n.setAttribute(e, o);
	}
	for (let t of e.childNodes) {
		let e = t instanceof SVGElement ? ht(t) : null;
		e ? n.append(e) : t.nodeType === Node.TEXT_NODE && n.append(t.textContent ?? "");
	}
	return n;
}
function gt(e) {
	let [t, n] = [ht(e), e.getBoundingClientRect()];
	if (!t || n.width === 0) return null;
	for (let [e, r] of Object.entries({
		width: n.width,
		height: n.height
	})) t.setAttribute(e, R(r));
	return t.setAttribute("overflow", "visible"), {
		element: t,
		box: n
	};
}
function _t(e) {
	let t = e.getBoundingClientRect();
	if (t.width === 0 || e.width === 0) return null;
	let r = n("image", {
		width: R(t.width),
		height: R(t.height),
		href: e.toDataURL("image/png"),
		preserveAspectRatio: "none",
		"image-rendering": "pixelated"
	}), { opacity: i } = getComputedStyle(e);
	return i !== "1" && r.setAttribute("opacity", i), {
		element: r,
		box: t
	};
}
function vt(e) {
	let [t, r] = [getComputedStyle(e), e.getBoundingClientRect()], i = t.borderTopStyle !== "none" && t.borderBottomStyle !== "none" ? parseFloat(t.borderTopWidth) : 0, a = t.backgroundColor !== ft;
	if (!a && i === 0 || r.width === 0) return null;
	let o = n("rect", {
		width: R(r.width),
		height: R(r.height),
		fill: a ? t.backgroundColor : "none"
	});
	if (i > 0) for (let [e, n] of [["stroke", t.borderTopColor], ["stroke-width", R(i)]]) o.setAttribute(e, n);
	return {
		element: o,
		box: r
	};
}
function* yt(e) {
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
function bt(e) {
	let t = getComputedStyle(e.parentElement), r = [];
	for (let t of yt(e)) {
		let e = r.at(-1);
		e && Math.abs(e.box.top - t.box.top) < 2 ? (e.text += t.text, e.box = new DOMRect(e.box.left, e.box.top, t.box.right - e.box.left, e.box.height)) : r.push({ ...t });
	}
	return r.map(({ text: e, box: r }) => {
		let i = n("text", {
			fill: t.color,
			"font-size": t.fontSize,
			"font-weight": t.fontWeight,
			dy: R(pt * r.height)
		}, e.trim());
		return t.fontFamily !== mt("font-family") && i.setAttribute("font-family", t.fontFamily), {
			element: i,
			box: r
		};
	});
}
function* xt(e) {
	if (!e.matches(dt)) {
		if (e instanceof SVGSVGElement) return yield* z(gt(e));
		if (e instanceof HTMLCanvasElement) return yield* z(_t(e));
		if (e instanceof HTMLElement && getComputedStyle(e).visibility !== "hidden") {
			yield* z(vt(e));
			for (let t of e.childNodes) t instanceof Text ? yield* bt(t) : t instanceof Element && (yield* xt(t));
		}
	}
}
function* z(e) {
	e && (yield e);
}
function St(e) {
	let t = [...xt(e)];
	if (t.length === 0) return {
		element: n("g"),
		width: 0,
		height: 0
	};
	let [r, i] = [Math.min(...t.map(({ box: e }) => e.left)), Math.min(...t.map(({ box: e }) => e.top))], a = n("g");
	for (let { element: e, box: n } of t) e.setAttribute("x", R(n.left - r)), e.setAttribute("y", R(n.top - i)), a.append(e);
	return {
		element: a,
		width: Math.max(0, ...t.map(({ box: e }) => e.right - r)),
		height: Math.max(0, ...t.map(({ box: e }) => e.bottom - i))
	};
}
//#endregion
//#region src/save/save.ts
var B = 12, Ct = 20, wt = 7.6, Tt = 240;
function Et(e, t) {
	let n = [];
	for (let r of e.split(/\s+/u)) {
		let e = n.length === 0 ? r : `${n.at(-1)} ${r}`;
		n.length === 0 || e.length > t ? n.push(r) : n[n.length - 1] = e;
	}
	return n;
}
function Dt(e, t, r = t) {
	let i = st(e, () => e.map(St).filter(({ width: e }) => e > 0)), a = Math.ceil(Math.max(Tt, ...i.map((e) => e.width)) + 24), o = e.some((e) => [...e.querySelectorAll("h2, h3, h4")].some(({ textContent: e }) => e === r)) ? [] : Et(r, Math.floor((a - 24) / wt)), s = getComputedStyle(document.body).fontFamily || "system-ui, -apple-system, \"Segoe UI\", Roboto, \"Noto Sans\", sans-serif", c = {
		fill: et.light.ink,
		"font-size": 14,
		"font-weight": 600
	}, l = B, u = o.map((e) => n("text", {
		x: B,
		y: (l += Ct) - 6,
		...c
	}, e));
	o.length > 0 && (l += 4);
	for (let e of i) e.element.setAttribute("transform", `translate(${B} ${l})`), u.push(e.element), l += Math.ceil(e.height) + B;
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
		fill: et.light.background
	}), ...u), {
		text: new XMLSerializer().serializeToString(f),
		...d
	};
}
async function Ot({ text: e, width: n, height: r }) {
	let i = new Image();
	i.src = `data:image/svg+xml,${encodeURIComponent(e)}`, await i.decode();
	let a = Math.min(3, tt / Math.max(n, r)), o = t("canvas", {
		width: Math.ceil(n * a),
		height: Math.ceil(r * a)
	});
	return o.getContext("2d").drawImage(i, 0, 0, o.width, o.height), new Promise((e, t) => {
		o.toBlob((n) => n ? e(n) : t(/* @__PURE__ */ Error("the browser made no PNG of this size")), "image/png");
	});
}
function kt({ title: e, svg: n, png: r }) {
	let i = t("span", { role: "status" }), a = (t) => nt(`${document.title.split(" ")[0]} ${e()}`, t), o = (e, n) => {
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
	}, "Save ", o("SVG", async () => rt(new Blob([n()], { type: "image/svg+xml" }), a("svg"))), " ", o("PNG", async () => rt(await r(), a("png"))), i);
}
function At(e, t, n = {}) {
	let r = () => Dt([n.of?.() ?? e, ...n.with?.() ?? []], t(), n.heading?.());
	return e.append(kt({
		title: t,
		svg: () => r().text,
		png: () => Ot(r())
	})), e;
}
//#endregion
//#region src/track/payload.ts
var jt = 65535;
function Mt(e) {
	let t = JSON.parse(e), n = new Map(t.measures.map(({ name: e, quantity: t }) => [e, t]));
	t.scores.forEach((e, r) => {
		let i = e.own_quantity ?? n.get(e.measure);
		if (!i) throw Error(`score ${e.id} is of an unknown measure, ${e.measure}`);
		let { times: a = 1, plus: o = 0 } = i, s = (e) => a * e + o;
		e.range = [s(e.range[0]), s(e.range[1])], e.bar !== null && (e.bar = s(e.bar));
		for (let { baselines: e } of t.histories) e[r] = e[r].map((e) => e === null ? null : s(e));
		if (e.quantity = y(i), e.place = r, !t.stacks.some(({ name: t }) => t === e.stack)) throw Error(`score ${e.id} is of an unknown stack, ${e.stack}`);
	});
	for (let { name: e, lines: n } of t.histories) if (n.length !== t.scores.length) throw Error(`history ${e} has ${n.length} lines for ${t.scores.length} scores`);
	return t;
}
var Nt = class {
	runs;
	heads;
	#e;
	#t;
	constructor(e, t, n) {
		let r = Uint8Array.from(atob(e.lines[t.place]), (e) => e.charCodeAt(0));
		if (this.#e = new Uint16Array(r.buffer), this.runs = e.runs.length, this.heads = n.layers * n.heads, this.#e.length !== 3 * this.runs * this.heads) throw Error(`score ${t.id} has numbers for another shape`);
		this.#t = t.range;
	}
	at(e, t) {
		let n = this.#n(0, e, t);
		return n === null ? null : {
			value: n,
			low: this.#n(1, e, t),
			high: this.#n(2, e, t)
		};
	}
	#n(e, t, n) {
		let r = this.#e[(e * this.runs + t) * this.heads + n], [i, a] = this.#t;
		return r === jt ? null : i + r / 65534 * (a - i);
	}
}, Pt = /* @__PURE__ */ new WeakMap();
function V(e, t, n) {
	let r = Pt.get(t);
	r || Pt.set(t, r = /* @__PURE__ */ new Map());
	let i = r.get(n.place);
	if (!i) {
		let a = e.stacks.find(({ name: e }) => e === n.stack);
		r.set(n.place, i = new Nt(t, n, a));
	}
	return i;
}
function H(e, t) {
	return e.layer * t.heads + e.head;
}
function Ft(e, t, n, r) {
	let i = t.partners === null ? r : t.partners[n]?.indexOf(r) ?? -1;
	return i < 0 ? null : e.partners === null ? i : e.partners[n]?.[i] ?? null;
}
function U(e) {
	return e.histories.every(({ runs: e }) => e.length < 2);
}
function W(e, t) {
	return e.along === "training step" ? t === "final" ? "at the final step" : `at step ${t}` : e.along === "run" ? `in ${t}` : `at ${t} parameters`;
}
//#endregion
//#region src/track/chart.ts
function G(e, t) {
	let n = e.histories.flatMap(({ baselines: e }) => e[t.place].filter((e) => e !== null)), r = Math.min(0, t.range[0], v(n) ?? 0), i = Math.max(t.range[1], _(n) ?? 0), [a, o] = g(r, i > r ? i : r + 1, 4), s = t.quantity.high;
	return {
		low: a,
		high: s !== null && i <= s ? Math.min(o, s) : o
	};
}
var K = (e, t) => `${e.toFixed(1)} ${t.toFixed(1)}`;
function q({ x: e, y: t, width: n, height: r }, i, { low: a, high: o }) {
	let s = i > 1 ? n / (i - 1) : 0;
	return {
		across: (t) => i > 1 ? e + t * s : e + n / 2,
		up: (e) => t + r - (e - a) / (o - a) * r
	};
}
function J(e, t, n) {
	let r = "M";
	return Array.from({ length: e }, (e, i) => {
		let a = n(i), o = a === null ? "" : `${r}${K(t(i), a)}`;
		return r = a === null ? "M" : "L", o;
	}).join("");
}
function It(e, t, { across: n, up: r }) {
	let i = Array.from({ length: e.runs }, (e, t) => t).filter((n) => (e.at(n, t)?.low ?? null) !== null), a = (a) => i.map((i) => K(n(i), r(e.at(i, t)[a])));
	return i.length < 2 ? "" : `M${[...a("high"), ...a("low").reverse()].join("L")}Z`;
}
function Lt(e, t, r, i, a, o, s) {
	let c = o.width / e.histories.length, { up: l } = q(o, 1, s);
	return e.histories.flatMap((s, u) => {
		let d = s === t ? a : Ft(s, t, i.name, a), f = d === null ? null : V(e, s, r).at(0, d), p = o.x + c * (u + .5), m = s.baselines[r.place][0] ?? null, h = Math.min(8, c / 2 - 1), g = m === null ? [] : [n("path", {
			class: "line level",
			d: `M${K(p - h, l(m))}L${K(p + h, l(m))}`
		})];
		if (f === null) return g;
		let _ = s === t ? "own" : "other";
		return f.low !== null && f.high !== null && g.push(n("path", {
			class: `line ${_}`,
			d: `M${K(p, l(f.low))}L${K(p, l(f.high))}`
		})), g.push(n("circle", {
			class: `line now ${_ === "own" ? "" : "beside"}`.trim(),
			cx: p,
			cy: l(f.value),
			r: 2.5
		})), g;
	});
}
function Rt(e, t, r, i, a, o, s, c) {
	if (U(e)) return Lt(e, t, r, i, a, o, s);
	let l = V(e, t, r), u = q(o, l.runs, s), d = [], f = t.baselines[r.place];
	f.some((e) => e !== null) && d.push(n("path", {
		class: "line baseline",
		d: J(l.runs, u.across, (e) => f[e] == null ? null : u.up(f[e]))
	}));
	for (let c of e.histories) {
		let l = c === t ? null : Ft(c, t, i.name, a);
		if (l === null || c.runs.length < 2) continue;
		let u = V(e, c, r), { across: f, up: p } = q(o, u.runs, s), m = (e) => u.at(e, l)?.value ?? null;
		d.push(n("path", {
			class: "line other",
			d: J(u.runs, f, (e) => m(e) === null ? null : p(m(e)))
		}));
	}
	let p = (e) => l.at(e, a)?.value ?? null;
	d.push(n("path", {
		class: "line band",
		d: It(l, a, u)
	})), d.push(n("path", {
		class: "line own",
		d: J(l.runs, u.across, (e) => p(e) === null ? null : u.up(p(e)))
	})), l.runs === 1 && p(0) !== null && d.push(n("circle", {
		class: "line now",
		cx: u.across(0),
		cy: u.up(p(0)),
		r: 2.5
	}));
	let m = t.onsets[r.place][a];
	if (m > 0) {
		let [e, t] = [u.across(m), o.y + o.height];
		d.push(n("path", {
			class: "line onset",
			d: `M${K(e - 4, t + 1)}L${K(e + 4, t + 1)}L${K(e, t - 6)}Z`
		}));
	}
	return c !== null && p(c) !== null && l.runs > 1 && d.push(n("circle", {
		class: "line now",
		cx: u.across(c),
		cy: u.up(p(c)),
		r: 2.5
	})), d;
}
//#endregion
//#region src/track/words.ts
function zt(e, t, n, r, i, a) {
	let o = V(e, t, n).at(a, H(i, r));
	return `${o === null ? "not measured" : (n.quantity.sign ? `${n.quantity.sign} = ` : "") + Se(o, n.quantity.unit)} ${W(e, t.runs[a])}`;
}
function Bt(e, t, n, r, i) {
	let a = t.onsets[n.place][H(i, r)];
	return n.against === "" ? "has no baseline" : t.runs.length < 2 ? `${a === 0 ? "above" : "not above"} ${n.against}` : a < 0 ? `does not rise above ${n.against} to stay` : a === 0 ? `is above ${n.against} from the start` : `rises above ${n.against} ${W(e, t.runs[a])}`;
}
function Y(e, t, n, r, i, a) {
	return `Head ${x(i)}: ${zt(e, t, n, r, i, a)}; ${Bt(e, t, n, r, i)}.`;
}
//#endregion
//#region src/track/multiples.ts
var Vt = 4;
function Ht(e, t) {
	let n = e.findings.map(({ score: t }) => e.scores.find(({ id: e }) => e === t)).find((e) => e !== void 0);
	return t.score ?? n ?? e.scores[0];
}
function Ut(e, t, n) {
	let r = Math.min(n - 48, 1400) - 46, i = Math.max(54, Math.min(150, Math.floor(r / t)));
	return {
		cellWidth: i,
		cellHeight: Math.max(38, Math.min(84, Math.round(i * .62), Math.floor(720 / e) + 14)),
		font: 12,
		left: 40,
		top: 20,
		right: 12
	};
}
function Wt(e, n, r) {
	let i = t("h2"), a = t("p", { class: "hint" }), o = t("div", {
		class: "scroll",
		tabindex: 0,
		role: "region",
		"aria-label": "A line for every head"
	}), s = r.inside(o), c = () => {}, l = "", u = (t) => {
		let n = Ht(e, t), r = C(e, n.stack), u = document.documentElement.clientWidth, d = `${t.history.name}\n${n.id}\n${u}\n${t.run}`;
		if (d === l) return;
		l = d, c();
		let f = G(e, n), p = Ut(r.layers, r.heads, u), m = $e(`${n.words}: a line for every head, layers down, heads across`, r, s, p, (i) => ({
			spoken: Y(e, t.history, n, r, i, t.run),
			paint: (e) => e.classList.add("pane"),
			write: (a, o, { cellWidth: s, cellHeight: c }) => {
				let l = {
					x: a - s / 2 + Vt,
					y: o - c / 2 + Vt + 2,
					width: s - 8,
					height: c - 8 - 4
				};
				return Rt(e, t.history, n, r, H(i, r), l, f, t.run);
			}
		}));
		c = m.release, o.replaceChildren(m.element);
		let h = e.across === null ? "" : `, ${e.across} ${t.history.name}`;
		i.textContent = `Every head: ${n.words}${h}`;
		let [g, _] = L([f.low, f.high]), v = t.history.runs, y = `Every pane goes from ${g} to ${_}${n.quantity.unit ? ` ${n.quantity.unit}` : ""}.`, b = `From left to right: ${e.across} ${e.histories.map(({ name: e }) => e).join(", ")}. ${y} ${n.against === "" ? "" : "The dash is the baseline there. "}` + (e.across === "seed" ? "Of other seeds, the matched head." : ""), x = `From left to right: ${e.along} ${v[0]} to ${v.at(-1)}. ${y} ${n.against === "" ? "" : `Dashed: ${n.against}. `}A triangle marks where a line rises above it to stay.` + (e.across === "seed" && e.histories.length > 1 ? " Thin: the matched heads of the other seeds." : "");
		a.textContent = U(e) ? b.trim() : x;
	};
	return n.listen(u), window.addEventListener("resize", () => u(n.shown)), t("section", {
		id: "lines",
		class: "lines"
	}, i, a, At(t("div", {}, o), () => i.textContent ?? "", { of: () => o }));
}
function Gt(e, t, r, i, a = 180, o = 46) {
	let s = C(e, r.stack), c = {
		x: 4,
		y: 4,
		width: a - 8,
		height: o - 10
	}, l = n("svg", {
		width: a,
		height: o,
		viewBox: `0 0 ${a} ${o}`,
		class: "one-line",
		"aria-hidden": "true"
	});
	return l.append(...Rt(e, t.history, r, s, i, c, G(e, r), t.run)), l;
}
//#endregion
//#region src/fold.ts
function Kt(e, ...n) {
	return t("details", { class: "fold" }, t("summary", {}, e), ...n);
}
function qt(e) {
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
//#region src/legend.ts
var X = 240, Z = 10, Q = 14, Jt = 6.6;
function Yt(e, t, i) {
	let a = i === null ? 2 : 18, o = (t) => Q + e.fraction(t) * X, s = e.ticks(5), c = Math.max(...L(s).map((e) => e.length)) > 4 ? e.ticks(2) : s, l = L(c), u = r(276 + Jt * Math.min(16, t.length), a + Z + 18, {
		class: "legend",
		role: "img",
		"aria-label": `Colour from ${l[0]} to ${l[l.length - 1]} ${t}` + (i ? `; ${i.name} is ${M(i.value)}` : "")
	}), d = X / 2;
	for (let t = 0; t < d; t++) {
		let r = n("rect", {
			class: "step",
			x: Q + t * 2,
			y: a,
			width: t === 119 ? 2 : 2.5,
			height: Z
		});
		qe(r, e, e.low + (e.high - e.low) * t / 119), u.append(r);
	}
	if (u.append(n("rect", {
		class: "edge",
		x: Q,
		y: a,
		width: X,
		height: Z
	})), c.forEach((e, t) => {
		u.append(n("line", {
			class: "tick",
			x1: o(e),
			x2: o(e),
			y1: a + Z,
			y2: a + Z + 3
		})), u.append(n("text", {
			x: o(e),
			y: a + Z + 14,
			"text-anchor": "middle"
		}, l[t]));
	}), u.append(n("text", {
		x: 272,
		y: a + Z + 14
	}, t)), i !== null) {
		let t = o(i.value), r = e.fraction(i.value) < .6;
		u.append(n("line", {
			class: "baseline",
			x1: t,
			x2: t,
			y1: 4,
			y2: a + Z
		}));
		let s = {
			class: "quiet",
			x: t + (r ? 4 : -4),
			y: 13,
			"text-anchor": r ? "start" : "end"
		};
		u.append(n("text", s, `${i.name} ${M(i.value)}`));
	}
	return u;
}
//#endregion
//#region src/track/film.ts
var Xt = 700;
function $(e, { history: t, run: n }, r, i) {
	let a = t.labels[n]?.[r.name]?.[H(i, r)] ?? null, o = e.behaviours.find(({ light: e }) => e === null) ?? e.behaviours[0];
	return a === null ? {
		behaviour: o,
		sure: !1,
		strength: 0,
		claims: []
	} : {
		behaviour: e.behaviours[a < 0 ? -1 - a : a] ?? o,
		sure: a >= 0,
		strength: 1,
		claims: []
	};
}
function Zt(e) {
	return e.behaviour.words + (e.sure || e.behaviour.light === null ? "" : ", uncertain");
}
function Qt(e, t, r, i, a, o) {
	let { score: s, history: c, run: l } = t, u = Xe(r, a);
	return $e(`${s === null ? "What each head does" : s.words} ${W(e, c.runs[l])}: layers down, heads across`, r, i, u, (i) => {
		if (s === null || o === null) {
			let a = $(e, t, r, i), o = a.behaviour.sign + (a.sure || a.behaviour.light === null ? "" : "?");
			return {
				spoken: `Head ${x(i)}: ${Zt(a)}`,
				paint: (e) => {
					for (let t of ["light", "dark"]) e.style.setProperty(`--${t}`, O(a, t).fill);
				},
				write: (e, t, { cellHeight: r }) => {
					let i = Math.min(14, r * .55), s = n("text", {
						x: e,
						y: t + i * .35,
						"text-anchor": "middle",
						"font-size": i
					}, o);
					for (let e of ["light", "dark"]) s.style.setProperty(`--${e}`, O(a, e).ink);
					return [s];
				}
			};
		}
		let a = V(e, c, s).at(l, H(i, r));
		return {
			spoken: Y(e, c, s, r, i, l),
			missing: a === null,
			paint: (e) => a !== null && qe(e, o, a.value)
		};
	});
}
function $t(e, n, r) {
	let i = Array.from({ length: r.layers * r.heads }, (t, i) => $(e, n, r, {
		stack: r.name,
		layer: Math.floor(i / r.heads),
		head: i % r.heads
	}));
	return t("ul", { class: "behaviours" }, ...e.behaviours.flatMap((e) => {
		let n = i.filter((t) => t.behaviour === e).length;
		if (n === 0) return [];
		let r = t("span", {
			class: "swatch",
			"aria-hidden": "true"
		}, e.sign);
		for (let t of ["light", "dark"]) {
			let { fill: n, ink: i } = O({
				behaviour: e,
				sure: !0,
				strength: 1,
				claims: []
			}, t);
			r.style.setProperty(`--${t}`, n), r.style.setProperty(`--${t}-ink`, i);
		}
		return [t("li", {}, r, ` ${n} ${e.words}`)];
	}));
}
function en(e, n, r) {
	let i = t("div"), a = t("input", {
		type: "range",
		min: 0,
		step: 1,
		"aria-label": e.along,
		id: "film-run"
	}), o = t("output", {
		for: "film-run",
		class: "frame-name"
	}), s = t("button", { type: "button" }, "Play"), c = t("p", { class: "readout" }), l = Math.max(...e.histories.map(({ runs: e }) => e.length)), u = t("div", { class: "scrub" }, s, a, o);
	u.hidden = l < 2;
	let d = [], f, p = ({ score: t }) => e.stacks.filter(({ name: e }) => t === null || t.stack === e), m = () => {
		let t = n.shown, i = r.current, a = i && p(t).find(({ name: e }) => e === i.stack);
		c.classList.toggle("live", !!a), !i || !a ? c.textContent = "Point at a head to read its number; click it for all its lines." : t.score ? c.textContent = Y(e, t.history, t.score, a, i, t.run) : c.textContent = `Head ${x(i)} ${W(e, t.history.runs[t.run])}: ${Zt($(e, t, a, i))}.`;
	}, h = (n) => {
		for (let e of d) e.release();
		d = [];
		let s = document.documentElement.clientWidth, c = n.score && G(e, n.score), l = c && Ge([], [c.low, c.high]), u = p(n).flatMap((i) => {
			let a = Qt(e, n, i, r, s, l);
			return d.push(a), [
				...e.stacks.length > 1 ? [t("h3", {}, i.name)] : [],
				t("div", { class: "scroll" }, a.element),
				...n.score ? [] : [$t(e, n, i)]
			];
		});
		n.score && l && u.push(t("div", { class: "scroll" }, Yt(l, Ce(n.score.quantity), null))), i.replaceChildren(...u), a.max = String(n.history.runs.length - 1), a.value = String(n.run);
		let f = n.history.runs[n.run];
		a.setAttribute("aria-valuetext", W(e, f)), o.textContent = e.along === "training step" ? f === "final" ? "final step" : `step ${f}` : f, m();
	}, g = () => {
		clearInterval(f), f = void 0, s.textContent = "Play";
	};
	a.addEventListener("input", () => {
		g(), n.choose({ run: Number(a.value) });
	}), s.addEventListener("click", () => {
		if (f !== void 0) return g();
		let { run: e, history: t } = n.shown;
		e === t.runs.length - 1 && n.choose({ run: 0 }), s.textContent = "Pause", f = setInterval(() => {
			let e = n.shown;
			if (e.run >= e.history.runs.length - 1) return g();
			n.choose({ run: e.run + 1 });
		}, Xt);
	}), n.listen(h), r.listen(m);
	let _ = document.documentElement.clientWidth;
	return window.addEventListener("resize", () => {
		let e = document.documentElement.clientWidth;
		Math.min(_, e) < 620 && _ !== e && h(n.shown), _ = e;
	}), t("div", {}, u, At(t("div", {}, i), () => {
		let { score: t, history: r, run: i } = n.shown;
		return `${t?.words ?? "What each head does"} ${W(e, r.runs[i])}`;
	}, { of: () => i }), c);
}
//#endregion
//#region src/track/overview.ts
function tn(e, n) {
	let r = t("select", { id: "colour-by" }, t("option", { value: "" }, "what each head does"));
	for (let n of e.measures) {
		let i = t("optgroup", { label: n.title });
		for (let r of e.scores.filter((e) => e.measure === n.name)) i.append(t("option", { value: r.id }, `${r.words} · ${xe(r.id)}`));
		r.append(i);
	}
	let i = t("select", {
		id: "history",
		"aria-label": e.across ?? "history"
	}, ...e.histories.map(({ name: n }) => t("option", { value: n }, `${e.across ?? ""} ${n}`.trim())));
	r.addEventListener("change", () => n.choose({ score: r.value || null })), i.addEventListener("change", () => n.choose({ history: i.value })), n.listen((e) => {
		r.value = e.score?.id ?? "", i.value = e.history.name;
	});
	let a = e.histories.length > 1 ? [" of ", i] : [];
	return t("p", { class: "choose" }, t("label", { for: "colour-by" }, "Show "), r, ...a);
}
function nn(e, n, r, { text: i, score: a, heads: o }) {
	let s = t("li", {}, i), c = e.scores.find(({ id: e }) => e === a);
	if (c) {
		let e = t("button", {
			type: "button",
			class: "as-link",
			"aria-label": `see the lines of ${c.id}`
		}, "see ↓");
		e.addEventListener("click", () => {
			n.choose({ score: c.id }), document.getElementById("lines")?.scrollIntoView({ block: "nearest" });
		}), s.append(" ", e);
	}
	let l = o?.[0];
	return l && (s.addEventListener("pointerenter", () => r.point(l)), s.addEventListener("pointerleave", () => r.point(null)), s.dataset.head = x(l)), s;
}
function rn(e) {
	if (e.agreements.length === 0) return [];
	let n = (e) => e === null ? "–" : `${Math.round(100 * e)}%`, r = e.agreements.map(({ first: e, second: r, share: i, chance: a }) => t("tr", {}, t("th", { scope: "row" }, `${e} and ${r}`), t("td", {}, n(i)), t("td", { class: "quiet" }, n(a)))), i = t("tr", {}, t("th", { scope: "col" }, `${e.across}s`), t("th", { scope: "col" }, "scores that agree"), t("th", { scope: "col" }, "paired blindly"));
	return [t("section", { id: "agree" }, t("h2", {}, `How ${e.across}s agree`), t("div", { class: "scroll" }, t("table", { class: "changes" }, t("thead", {}, i), t("tbody", {}, ...r))))];
}
function an(e, n, r, i) {
	let a = [
		t("section", { "aria-label": "Findings" }, t("h2", {}, U(e) ? "What was found" : "What happens"), t("ol", {}, ...e.findings.map((t) => nn(e, n, r, t)))),
		...rn(e),
		t("section", { class: "reading" }, Kt("How to read this", ...e.reading.map((e) => t("p", {}, e))), t("p", { class: "caveat" }, e.caveat))
	];
	for (let e of a) qt(e);
	return [t("header", {}, t("h1", {}, e.title), t("p", { class: "summary" }, ...e.summary.map((e) => t("span", {}, e))), de(i)), t("div", { class: "overview" }, t("section", {
		class: "map",
		"aria-label": "All heads"
	}, t("h2", {}, U(e) ? "All heads" : "All heads, run by run"), tn(e, n), en(e, n, r)), t("div", { class: "findings" }, ...a))];
}
//#endregion
//#region src/track/panel.ts
var on = 60;
function sn(e, t, n, r) {
	let i = t.onsets[n.place][r], a = t.becomes[n.place]?.[r] ?? -1, o = V(e, t, n).at(t.runs.length - 1, r)?.value ?? 0, s = n.range[1] - n.range[0] || 1, c = Math.abs(o - (t.baselines[n.place].at(-1) ?? o)) / s;
	return [a > 0 ? 0 : i > 0 ? 1 : i === 0 ? 2 : 3, -c];
}
function cn(e, n, r, i, a) {
	let o = C(e, r.stack), s = H(i, o), { history: c } = n, [l, u] = [c.becomes[r.place]?.[s] ?? -1, c.onsets[r.place][s]], d = e.behaviours.find(({ name: e }) => e === r.label)?.words ?? r.label, f = [...l > 0 ? [`${d} head ${W(e, c.runs[l])}`] : [], ...u > 0 ? [`rises ${W(e, c.runs[u])}`] : u === 0 && c.runs.length > 1 ? ["above the baseline from the start"] : []], p = t("button", {
		type: "button",
		class: "as-link",
		title: "Show this score for all heads"
	}, r.words);
	return p.addEventListener("click", () => a.choose({ score: r.id })), t("li", {}, Gt(e, n, r, s), t("p", {}, p, t("span", { class: "quiet" }, ` ${r.id}`)), t("p", {}, zt(e, c, r, o, i, n.run), ...f.length > 0 ? [t("b", {}, `; ${f.join("; ")}`)] : []));
}
function ln(e, n, r, i) {
	let a = t("h2", {
		id: "panel-title",
		tabindex: -1
	}), o = t("button", { type: "button" }, "Close (Esc)"), s = t("p", { class: "quiet" }), c = t("ul", { class: "one-lines" }), l = t("aside", {
		class: "panel",
		"aria-labelledby": "panel-title",
		hidden: ""
	}, t("div", { class: "bar" }, a, s, o), c), u = null, d = "", f = () => {
		let t = r.selected;
		if (l.hidden = t === null, document.documentElement.classList.toggle("with-panel", t !== null), t === null) return void (d = "");
		let i = n.shown, o = `${w(t, e)} ${i.history.name} ${i.run}`;
		if (o === d) return;
		d = o;
		let u = C(e, t.stack), f = e.across === null ? "" : `, ${e.across} ${i.history.name}`;
		a.textContent = `Head ${x(t)}${e.stacks.length > 1 ? ` of the ${t.stack}` : ""}${f}`;
		let p = e.scores.filter((e) => e.stack === t.stack), m = p.map((n) => ({
			score: n,
			at: sn(e, i.history, n, H(t, u))
		}));
		m.sort((e, t) => e.at[0] - t.at[0] || e.at[1] - t.at[1]), s.textContent = `${U(e) ? "Scores above their baseline" : "Lines that rise"} first${p.length > on ? `; ${on} of ${p.length}` : ""}. Each on its own scale, the same for all heads.`, c.replaceChildren(...m.slice(0, on).map(({ score: r }) => cn(e, i, r, t, n)));
	};
	r.listen(({ selected: t }) => {
		f(), (t !== null || i.get("head") !== null) && i.set({ head: t === null ? null : w(t, e) }, t === null ? "same" : "new");
	}), n.listen(f);
	let p = () => {
		r.selected !== null && (r.select(null), (u instanceof SVGElement || u instanceof HTMLElement) && u.isConnected && u.focus(), u = null);
	};
	return o.addEventListener("click", p), document.addEventListener("keydown", (e) => e.key === "Escape" && p()), document.addEventListener("headscope:open", () => {
		u = document.activeElement, a.focus({ preventScroll: !0 });
	}), l;
}
function un(e, t, n) {
	n.listen("head", (r) => {
		let i = r === null ? null : te(r, e);
		if (r !== null && i === null) return n.refuse("head", ne(r, e));
		S(i, t.selected) || t.select(i);
	});
}
//#endregion
//#region src/track/state.ts
var dn = "behaviour";
function fn(e) {
	let t = e.behaviours.findIndex(({ light: e }) => e === null);
	return e.histories.some(({ labels: e }) => e.some((e) => Object.values(e).some((e) => e.some((e) => e !== t)))) ? null : e.findings.map(({ score: t }) => e.scores.find(({ id: e }) => e === t)).find((e) => e !== void 0) ?? null;
}
var pn = class {
	#e;
	#t;
	#n;
	#r = /* @__PURE__ */ new Set();
	#i = "";
	constructor(e, t) {
		this.#t = e, this.#n = t, this.#e = fn(e);
		for (let e of [
			"history",
			"colour",
			"run"
		]) t.listen(e, () => this.#a());
	}
	get shown() {
		let e = this.#t.histories.find(({ name: e }) => e === this.#n.get("history")) ?? this.#t.histories[0], t = this.#n.get("colour"), n = t === dn ? null : this.#t.scores.find(({ id: e }) => e === t) ?? this.#e, r = e.runs.indexOf(this.#n.get("run") ?? "");
		return {
			history: e,
			score: n,
			run: r < 0 ? e.runs.length - 1 : r
		};
	}
	choose(e) {
		let { history: t } = this.shown;
		this.#n.set({
			...e.history === void 0 ? {} : { history: e.history },
			...e.score === void 0 ? {} : { colour: e.score ?? (this.#e === null ? null : dn) },
			...e.run === void 0 ? {} : { run: e.run === t.runs.length - 1 ? null : t.runs[e.run] }
		});
	}
	listen(e) {
		this.#r.add(e), e(this.shown);
	}
	#a() {
		let { history: e, score: t, run: n } = this.shown, r = `${e.name}\n${t?.id}\n${n}`;
		if (r !== this.#i) {
			this.#i = r;
			for (let e of this.#r) e(this.shown);
		}
	}
};
//#endregion
//#region src/csv.ts
function mn(e) {
	return /[",\r\n]/.test(e) ? `"${e.replaceAll("\"", "\"\"")}"` : e;
}
function hn(e, t = "heads") {
	return se("Copy as CSV", "The table as CSV", e, (e) => `Copied, ${e.split("\n").length - 2} ${t}.`);
}
//#endregion
//#region src/track/table.ts
var gn = 100;
function _n(e) {
	let t = [];
	for (let n of e.histories) for (let r of e.scores) {
		let i = C(e, r.stack), a = [[e.behaviours.find(({ name: e }) => e === r.label)?.words ?? r.label, n.becomes[r.place] ?? null], [null, n.onsets[r.place]]];
		for (let [o, s] of a) {
			if (!s?.some((e) => e > 0)) continue;
			let a = V(e, n, r);
			for (let e of ee(i)) {
				let c = H(e, i), l = s[c];
				if (l <= 0) continue;
				let u = (e) => {
					let t = a.at(e, c);
					return t === null ? "" : j(t);
				}, d = o === null ? n.baselines[r.place][l] ?? NaN : r.bar;
				t.push({
					history: n,
					score: r,
					head: e,
					run: l,
					label: o,
					level: d,
					before: u(l - 1),
					value: u(l),
					last: u(n.runs.length - 1)
				});
			}
		}
	}
	let n = (e) => Number(e.last.replace("−", "-")) - e.level;
	return t.sort((e, t) => Number(e.label === null) - Number(t.label === null) || e.run - t.run || n(t) - n(e));
}
function vn(e) {
	return [[
		"history",
		"stack",
		"head",
		"measure",
		"key",
		"direction",
		"corpus",
		"becomes",
		"before",
		"at",
		"level",
		"value_before",
		"value",
		"last"
	], ...e.map(({ history: e, score: t, head: n, run: r, label: i, level: a, before: o, value: s, last: c }) => [
		e.name,
		n.stack,
		x(n),
		t.measure,
		t.key,
		t.direction ?? "",
		t.corpus,
		i ?? "",
		e.runs[r - 1],
		e.runs[r],
		String(a),
		...[
			o,
			s,
			c
		].map((e) => e.replace("−", "-"))
	])].map((e) => e.map(mn).join(",") + "\n").join("");
}
function yn(e, n) {
	let r = _n(e), i = t("select", { "aria-label": "Measure" }, t("option", { value: "" }, "all measures"));
	for (let { name: n } of e.measures) i.append(t("option", { value: n }, n));
	let a = t("input", {
		type: "checkbox",
		id: "table-labels"
	}), o = t("tbody"), s = t("p", {
		class: "quiet",
		role: "status"
	}), c = t("button", { type: "button" }, `Show ${gn} more`), l = e.across !== null, u = r.some(({ label: e }) => e !== null);
	a.checked = u;
	let d = [], f = 0, p = () => {
		for (let e of d.slice(f, f + gn)) {
			let r = t("button", {
				type: "button",
				class: "as-link"
			}, x(e.head));
			r.addEventListener("click", () => n.select(e.head));
			let i = [
				e.history.runs[e.run - 1],
				e.history.runs[e.run],
				M(e.level),
				e.before,
				e.value,
				e.last
			];
			o.append(t("tr", {}, t("th", { scope: "row" }, r), ...l ? [t("td", { class: "words" }, e.history.name)] : [], ...u ? [t("td", { class: "words" }, e.label ?? "")] : [], t("td", { class: "words" }, e.score.id), ...i.map((e) => t("td", {}, e))));
		}
		f = Math.min(d.length, f + gn), c.hidden = f >= d.length, s.textContent = `${f.toLocaleString("en-GB")} of ${d.length.toLocaleString("en-GB")} shown, the earliest first.`;
	}, m = () => {
		d = r.filter((e) => (i.value === "" || e.score.measure === i.value) && (!a.checked || e.label !== null)), f = 0, o.replaceChildren(), p();
	};
	i.addEventListener("change", m), a.addEventListener("change", m), c.addEventListener("click", p), m();
	let h = [...[
		"head",
		...l ? [e.across] : [],
		...u ? ["becomes"] : [],
		"score"
	].map((e) => t("th", {
		scope: "col",
		class: "words"
	}, e)), ...[
		"before",
		"at",
		"level",
		"value before",
		"value",
		"last"
	].map((e) => t("th", { scope: "col" }, e))];
	return t("section", { id: "heads" }, t("h2", {}, "When lines rise"), t("p", { class: "hint" }, `“at” is the first ${e.along} from which on the whole interval is above the level, “before” the one before it. The level is the threshold of the label, or the baseline.`), t("div", { class: "bar" }, t("span", { class: "filters" }, i, " ", ...u ? [t("label", {}, a, " labels only")] : []), hn(() => vn(d), "rows"), s), t("div", {
		class: "scroll tall",
		tabindex: 0,
		role: "region",
		"aria-label": "Lines that rise"
	}, t("table", { class: "changes" }, t("thead", {}, t("tr", {}, ...h)), o)), c);
}
//#endregion
//#region src/track.ts
function bn(e) {
	return t("section", { id: "run" }, t("h2", {}, "What was followed"), t("ul", { class: "plain" }, ...e.followed.map((e) => t("li", {}, e))));
}
function xn(e, t) {
	let n = new oe(), r = new ue(), i = new pn(t, r);
	un(t, n, r), e.replaceChildren(...an(t, i, n, r), Wt(t, i, n), ...U(t) ? [] : [yn(t, n)], bn(t), ln(t, i, n, r));
}
var Sn = document.getElementById("payload"), Cn = document.getElementById("report");
if (Sn && Cn) try {
	xn(Cn, Mt(Sn.textContent ?? ""));
} catch (e) {
	let n = e instanceof Error ? e.message : String(e);
	throw Cn.replaceChildren(t("p", { role: "alert" }, `This page’s data could not be drawn: ${n}.`)), e;
}
//#endregion
export { xn as mount };
