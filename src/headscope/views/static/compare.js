//#region node_modules/d3-array/dist/d3-array.mjs
function e(e, t) {
	return e == null || t == null ? NaN : e < t ? -1 : e > t ? 1 : e >= t ? 0 : NaN;
}
function t(e, t) {
	return e == null || t == null ? NaN : t < e ? -1 : t > e ? 1 : t >= e ? 0 : NaN;
}
function n(n) {
	let i, a, o;
	n.length === 2 ? (i = n === e || n === t ? n : r, a = n, o = n) : (i = e, a = (t, r) => e(n(t), r), o = (e, t) => n(e) - t);
	function s(e, t, n = 0, r = e.length) {
		if (n < r) {
			if (i(t, t) !== 0) return r;
			do {
				let i = n + r >>> 1;
				a(e[i], t) < 0 ? n = i + 1 : r = i;
			} while (n < r);
		}
		return n;
	}
	function c(e, t, n = 0, r = e.length) {
		if (n < r) {
			if (i(t, t) !== 0) return r;
			do {
				let i = n + r >>> 1;
				a(e[i], t) <= 0 ? n = i + 1 : r = i;
			} while (n < r);
		}
		return n;
	}
	function l(e, t, n = 0, r = e.length) {
		let i = s(e, t, n, r - 1);
		return i > n && o(e[i - 1], t) > -o(e[i], t) ? i - 1 : i;
	}
	return {
		left: s,
		center: l,
		right: c
	};
}
function r() {
	return 0;
}
function i(e) {
	return e === null ? NaN : +e;
}
var a = n(e), o = a.right;
a.left, n(i).center, Array.prototype.slice;
var s = Math.sqrt(50), c = Math.sqrt(10), l = Math.sqrt(2);
function u(e, t, n) {
	let r = (t - e) / Math.max(0, n), i = Math.floor(Math.log10(r)), a = r / 10 ** i, o = a >= s ? 10 : a >= c ? 5 : a >= l ? 2 : 1, d, f, p;
	return i < 0 ? (p = 10 ** -i / o, d = Math.round(e * p), f = Math.round(t * p), d / p < e && ++d, f / p > t && --f, p = -p) : (p = 10 ** i * o, d = Math.round(e / p), f = Math.round(t / p), d * p < e && ++d, f * p > t && --f), f < d && .5 <= n && n < 2 ? u(e, t, n * 2) : [
		d,
		f,
		p
	];
}
function d(e, t, n) {
	if (t = +t, e = +e, n = +n, !(n > 0)) return [];
	if (e === t) return [e];
	let r = t < e, [i, a, o] = r ? u(t, e, n) : u(e, t, n);
	if (!(a >= i)) return [];
	let s = a - i + 1, c = Array(s);
	if (r) {
		if (o < 0) for (let e = 0; e < s; ++e) c[e] = (a - e) / -o;
		else for (let e = 0; e < s; ++e) c[e] = (a - e) * o;
	} else if (o < 0) for (let e = 0; e < s; ++e) c[e] = (i + e) / -o;
	else for (let e = 0; e < s; ++e) c[e] = (i + e) * o;
	return c;
}
function f(e, t, n) {
	return t = +t, e = +e, n = +n, u(e, t, n)[2];
}
function p(e, t, n) {
	let r;
	for (;;) {
		let i = f(e, t, n);
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
function m(e, t) {
	let n;
	if (t === void 0) for (let t of e) t != null && (n < t || n === void 0 && t >= t) && (n = t);
	else {
		let r = -1;
		for (let i of e) (i = t(i, ++r, e)) != null && (n < i || n === void 0 && i >= i) && (n = i);
	}
	return n;
}
function h(e, t) {
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
function g({ id: e, measure: t }, n) {
	let r = n.get(t);
	if (!r) throw Error(`score ${e} is of an unknown measure, ${t}`);
	return r;
}
function _(e) {
	let t = `${e.measure} ${e.key}`;
	return e.direction === null ? t : `${t}, ${e.direction}`;
}
function v(e) {
	return e.flat().filter((e) => e !== null);
}
//#endregion
//#region src/heads.ts
function y(e) {
	return `${e.layer + 1}-${e.head + 1}`;
}
function b(e, t) {
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
function x(e, t) {
	let n = e.stacks.find((e) => e.name === t);
	if (!n) throw Error(`there is no stack named ${t}`);
	return n;
}
function S(e, t) {
	if (e.stack !== t.stack) return null;
	let n = e.value[t.layer]?.[t.head] ?? null;
	return n === null ? null : {
		value: n,
		low: e.low[t.layer]?.[t.head] ?? null,
		high: e.high[t.layer]?.[t.head] ?? null
	};
}
var te = /* @__PURE__ */ new WeakMap();
function ne(e, t) {
	let n = te.get(e);
	return n || te.set(e, n = Float64Array.from(v(e.value)).sort()), {
		rank: n.length - o(n, t) + 1,
		of: n.length
	};
}
function re(e, t) {
	let n = y(e);
	return t.stacks.length > 1 ? `head=${encodeURIComponent(e.stack)}/${n}` : `head=${n}`;
}
function ie(e, t) {
	let n = /^#?head=(?:(.+)\/)?(\d+)-(\d+)$/.exec(e);
	if (!n) return null;
	let r = n[1] === void 0 ? t.stacks[0] : t.stacks.find(({ name: e }) => e === ae(n[1])), i = Number(n[2]) - 1, a = Number(n[3]) - 1;
	return !r || i < 0 || a < 0 || i >= r.layers || a >= r.heads ? null : {
		stack: r.name,
		layer: i,
		head: a
	};
}
function ae(e) {
	try {
		return decodeURIComponent(e);
	} catch {
		return e;
	}
}
//#endregion
//#region src/digits.ts
var C = 4, oe = 2;
function w(e, t) {
	if (e === null || t === null) return oe;
	let n = Math.abs(t - e) / 2;
	return n === 0 ? C : Math.min(C, Math.max(0, -Math.floor(Math.log10(n) + 1e-9)));
}
function T(e, t) {
	let n = Math.abs(e).toFixed(t);
	return e < 0 && Number(n) !== 0 ? `−${n}` : n;
}
function se({ value: e, low: t, high: n }) {
	return T(e, w(t, n));
}
function E(e, t = "") {
	let { low: n, high: r } = e, i = t === "" ? se(e) : `${se(e)} ${t}`;
	if (n === null || r === null) return i;
	let a = w(n, r), o = n < 0 || r < 0 ? " to " : "–";
	return `${i} (${T(n, a)}${o}${T(r, a)})`;
}
function D(e) {
	if (e === 0) return "0";
	let t = 1 - Math.floor(Math.log10(Math.abs(e))), n = T(e, Math.min(C, Math.max(0, t)));
	return n.includes(".") ? n.replace(/\.?0+$/, "") : n;
}
function ce({ name: e, unit: t }) {
	return t || e;
}
function le(e, t) {
	let n = S(e, t);
	return n === null ? "not measured" : E(n, e.quantity.unit);
}
function ue(e, t) {
	let n = S(e, t);
	return le(e, t) + (n === null ? "" : `, ${de(e, n)}`);
}
function de(e, { value: t }) {
	let { rank: n, of: r } = ne(e, t);
	return `rank ${n} of ${r}`;
}
//#endregion
//#region src/dom.ts
function fe(e, t, n) {
	for (let [n, r] of Object.entries(t)) e.setAttribute(n, String(r));
	return e.append(...n), e;
}
function O(e, t = {}, ...n) {
	return fe(document.createElement(e), t, n);
}
function k(e, t = {}, ...n) {
	return fe(document.createElementNS("http://www.w3.org/2000/svg", e), t, n);
}
function A(e, t, n, ...r) {
	return k("svg", {
		width: e,
		height: t,
		viewBox: `0 0 ${e} ${t}`,
		...n
	}, ...r);
}
//#endregion
//#region src/query/language.ts
var j = {
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
};
j.limits, new Set(j.reserved), j.examples, [
	"space",
	"quoted",
	"sign",
	"word"
].map((e) => ({
	kind: e,
	pattern: new RegExp(j.tokens[e], "uy")
})), RegExp(`^(?:${j.tokens.word})$`, "u"), new Map(Object.entries(j.slots).map(([e, t]) => [e, {
	...t,
	pattern: RegExp(`^(?:${t.pattern})$`, "u")
}]));
var [pe, me] = j.brackets;
//#endregion
//#region src/find.ts
function he(e, t, n) {
	let r = k("g", {
		class: "found-frames",
		"aria-hidden": "true"
	});
	e.append(r);
	let i = null;
	return n.listen(({ found: a }) => {
		if (a === i) return;
		i = a, e.classList.toggle("searched", a !== null);
		let o = t.filter(({ head: e }) => n.finds(e));
		for (let { element: e } of t) e.classList.remove("found"), e.removeAttribute("aria-description");
		for (let { element: e } of o) e.classList.add("found"), e.setAttribute("aria-description", "found");
		r.replaceChildren(...o.map(({ element: e }) => {
			let [t, n, r, i] = [
				"x",
				"y",
				"width",
				"height"
			].map((t) => Number(e.getAttribute(t)));
			return k("rect", {
				x: t + 2,
				y: n + 2,
				width: r - 4,
				height: i - 4
			});
		}));
	});
}
//#endregion
//#region src/marks.ts
function ge(e, { marks: t, highlight: n, move: r, locate: i, show: a }) {
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
	let l = new Map(t.map((e) => [y(e.head), e])), u = (e) => e === null || e.stack !== t[0]?.head.stack ? null : l.get(y(e)) ?? null, d = null;
	return n.listen(({ pointed: e, selected: t }) => {
		let n = u(t);
		n !== d && (d?.element.setAttribute("aria-selected", "false"), n?.element.setAttribute("aria-selected", "true"), d = n), a(u(e), n);
	});
}
function _e(e, t, n, r) {
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
var ve = {
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
}, M = {
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
}, ye = 256;
function be(e) {
	return e <= .04045 ? e / 12.92 : ((e + .055) / 1.055) ** 2.4;
}
function xe(e) {
	return e <= .0031308 ? e * 12.92 : 1.055 * e ** (1 / 2.4) - .055;
}
function N(e) {
	let t = (t) => be(parseInt(e.slice(t, t + 2), 16) / 255), [n, r, i] = [
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
function Se([e, t, n]) {
	let r = (e + .3963377774 * t + .2158037573 * n) ** 3, i = (e - .1055613458 * t - .0638541728 * n) ** 3, a = (e - .0894841775 * t - 1.291485548 * n) ** 3;
	return `#${[
		4.0767416621 * r - 3.3077115913 * i + .2309699292 * a,
		-1.2684380046 * r + 2.6097574011 * i - .3413193965 * a,
		-.0041960863 * r - .7034186147 * i + 1.707614701 * a
	].map((e) => Math.round(255 * Math.min(1, Math.max(0, xe(e))))).map((e) => e.toString(16).padStart(2, "0")).join("")}`;
}
function Ce([e, t, n], r) {
	let i = 1 - r, a = (a) => i * i * e[a] + 2 * i * r * t[a] + r * r * n[a];
	return [
		a(0),
		a(1),
		a(2)
	];
}
function we(e, t) {
	return Math.hypot(e[0] - t[0], e[1] - t[1], e[2] - t[2]);
}
function P([e, t, n]) {
	let r = [
		N(e),
		N(t),
		N(n)
	], i = Array.from({ length: 4097 }, (e, t) => Ce(r, t / 4096)), a = [0];
	for (let e = 1; e < i.length; e++) a.push(a[e - 1] + we(i[e - 1], i[e]));
	let o = a[a.length - 1], s = 0;
	return Array.from({ length: ye }, (e, t) => {
		for (; s < i.length - 1 && a[s] < o * t / 255;) s++;
		return Se(i[s]);
	});
}
var Te = {
	light: P(ve.light),
	dark: P(ve.dark)
}, Ee = {
	light: {
		below: P(M.light.below),
		above: P(M.light.above)
	},
	dark: {
		below: P(M.dark.below),
		above: P(M.dark.above)
	}
};
function De(e, t) {
	let n = Math.round(Math.min(1, Math.max(0, t)) * 255);
	return Te[e][n];
}
function Oe(e, t) {
	e.style.setProperty("--light", De("light", t)), e.style.setProperty("--dark", De("dark", t));
}
function ke(e, t) {
	let n = t < 0 ? Ee[e].below : Ee[e].above;
	return n[Math.round(Math.min(1, Math.abs(t)) * (n.length - 1))];
}
function Ae(e, t) {
	e.style.setProperty("--light", ke("light", t)), e.style.setProperty("--dark", ke("dark", t));
}
//#endregion
//#region src/scale.ts
function je(e, t, n = !1) {
	return {
		low: e,
		high: t,
		diverging: n,
		fraction: (n) => Math.min(1, Math.max(0, (n - e) / (t - e))),
		ticks: (n) => d(e, t, n)
	};
}
function Me(e, t = []) {
	let { low: n = 0, high: r = null, diverging: i = !1 } = e[0]?.quantity ?? {}, a = [...t, ...e.flatMap(({ value: e, baseline: t }) => [...v(e), ...t === null ? [] : [t.value]])], o = [...a, ...e.flatMap(({ low: e, high: t }) => [...v(e), ...v(t)])], s = n !== null && n > 0 ? n : 0, [c, l] = [(m(a) ?? 0) <= (r ?? Infinity), (h(a) ?? 0) >= (n ?? -Infinity)];
	if (i) return Ne(o, c && l ? Math.max(r ?? Infinity, -(n ?? -Infinity)) : Infinity);
	let u = n !== null && n >= 0 && l ? s : Math.min(s, h(o) ?? s), d = Math.max(s, m(o) ?? s), [f, g] = d === u ? [u, u + 1] : p(u, d, 5);
	return je(l ? Math.max(f, n ?? f) : f, c ? Math.min(g, r ?? g) : g);
}
function Ne(e, t = Infinity) {
	let n = m(e, Math.abs) ?? 0, r = Math.min(t, n === 0 ? 1 : p(0, n, 4)[1]);
	return je(-r, r, !0);
}
function F(e, t = !1) {
	let n = (e) => t ? [
		e.value,
		e.low,
		e.high
	] : [e.value];
	return Ne(e.flatMap((e) => n(e).flatMap(v)));
}
function I(e, t, n) {
	t.diverging ? Ae(e, 2 * t.fraction(n) - 1) : Oe(e, t.fraction(n));
}
function L(e) {
	let t = e.length > 1 ? Math.abs(e[1] - e[0]) : 1, n = Math.max(0, -Math.floor(Math.log10(t) + 1e-9));
	return e.map((e) => e === 0 ? "0" : T(e, n));
}
//#endregion
//#region src/grid.ts
var R = (e, t, n) => Math.max(e, Math.min(n, Math.floor(t)));
function Pe({ layers: e, heads: t }, n) {
	return {
		cellWidth: R(14, Math.min(480, n - 32 - 92) / t, 56),
		cellHeight: R(14, 400 / e, 44),
		font: 13,
		left: 40,
		top: 24,
		right: 52
	};
}
function Fe({ layers: e, heads: t }) {
	return {
		cellWidth: R(6, 104 / t, 14),
		cellHeight: R(6, 136 / e, 17),
		font: 11,
		left: 22,
		top: 16,
		right: 6
	};
}
function Ie(e, t, n) {
	let r = [
		1,
		4,
		8,
		16,
		32
	].find((e) => e * t >= n) ?? 64;
	return Array.from({ length: e }, (e, t) => t + 1).filter((e) => e === 1 || e % r === 0);
}
function Le(e, t, n, r, i) {
	let { cellWidth: a, cellHeight: o, left: s, top: c } = r, l = r.right > 10, u = A(s + t.heads * a + r.right, c + t.layers * o + 2, {
		class: l ? "grid large" : "grid",
		role: "grid",
		"aria-label": e,
		"font-size": r.font
	}), d = k("g", {
		class: "labels",
		"aria-hidden": "true"
	}), f = (e, t, n, r) => d.append(k("text", {
		x: e,
		y: t,
		"text-anchor": n
	}, r));
	for (let e of Ie(t.heads, a, r.font * (t.heads > 9 ? 1.5 : 1))) f(s + (e - .5) * a, c - 5, "middle", String(e));
	for (let e of Ie(t.layers, o, r.font)) f(s - 5, c + (e - .5) * o + r.font * .35, "end", String(e));
	l && (f(s - 5, c - 5, "end", "layer"), f(s + t.heads * a + 6, c - 5, "start", "← head")), u.append(d);
	let p = ee(t), m = [], h = p.map((e) => {
		let t = i(e), [n, l] = [s + e.head * a, c + e.layer * o], u = k("rect", {
			x: n,
			y: l,
			width: a,
			height: o,
			class: t.missing ? "cell missing" : "cell",
			role: "gridcell",
			"aria-selected": "false",
			"aria-label": t.spoken
		});
		return t.paint(u), m.push(...t.write?.(n + a / 2, l + o / 2, r) ?? []), {
			head: e,
			element: u
		};
	});
	for (let e = 0; e < t.layers; e++) {
		let n = h.slice(e * t.heads, (e + 1) * t.heads);
		u.append(k("g", { role: "row" }, ...n.map(({ element: e }) => e)));
	}
	m.length > 0 && u.append(k("g", {
		class: "written",
		"aria-hidden": "true"
	}, ...m));
	let g = (e) => k("rect", {
		class: `frame ${e}`,
		width: a,
		height: o,
		visibility: "hidden"
	}), _ = {
		selected: g("selected"),
		pointed: g("pointed")
	};
	u.append(k("g", { "aria-hidden": "true" }, _.selected, _.pointed));
	let v = (e, t) => {
		if (e.setAttribute("visibility", t === null ? "hidden" : "visible"), t !== null) for (let n of ["x", "y"]) e.setAttribute(n, t.element.getAttribute(n));
	}, y = new Map(h.map(({ element: e }, t) => [e, t])), b = ge(u, {
		marks: h,
		highlight: n,
		move: (e, n) => _e(t.layers, t.heads, e, n),
		locate: (e) => y.get(e.target) ?? null,
		show: (e, t) => {
			v(_.pointed, e), v(_.selected, t);
		}
	}), x = l ? he(u, h, n) : () => {};
	return {
		element: u,
		release: () => {
			b(), x();
		}
	};
}
//#endregion
//#region src/legend.ts
var z = 240, B = 10, V = 14, Re = 6.6;
function H(e, t, n) {
	let r = n === null ? 2 : 18, i = (t) => V + e.fraction(t) * z, a = e.ticks(5), o = Math.max(...L(a).map((e) => e.length)) > 4 ? e.ticks(2) : a, s = L(o), c = A(276 + Re * Math.min(16, t.length), r + B + 18, {
		class: "legend",
		role: "img",
		"aria-label": `Colour from ${s[0]} to ${s[s.length - 1]} ${t}` + (n ? `; ${n.name} is ${D(n.value)}` : "")
	}), l = z / 2;
	for (let t = 0; t < l; t++) {
		let n = k("rect", {
			class: "step",
			x: V + t * 2,
			y: r,
			width: t === 119 ? 2 : 2.5,
			height: B
		});
		I(n, e, e.low + (e.high - e.low) * t / 119), c.append(n);
	}
	if (c.append(k("rect", {
		class: "edge",
		x: V,
		y: r,
		width: z,
		height: B
	})), o.forEach((e, t) => {
		c.append(k("line", {
			class: "tick",
			x1: i(e),
			x2: i(e),
			y1: r + B,
			y2: r + B + 3
		})), c.append(k("text", {
			x: i(e),
			y: r + B + 14,
			"text-anchor": "middle"
		}, s[t]));
	}), c.append(k("text", {
		x: 272,
		y: r + B + 14
	}, t)), n !== null) {
		let t = i(n.value), a = e.fraction(n.value) < .6;
		c.append(k("line", {
			class: "baseline",
			x1: t,
			x2: t,
			y1: 4,
			y2: r + B
		}));
		let o = {
			class: "quiet",
			x: t + (a ? 4 : -4),
			y: 13,
			"text-anchor": a ? "start" : "end"
		};
		c.append(k("text", o, `${n.name} ${D(n.value)}`));
	}
	return c;
}
//#endregion
//#region src/section.ts
function U(e) {
	return `score=${e}`;
}
function W(e) {
	return `#${encodeURIComponent(e).replace("%3D", "=")}`;
}
function ze(e) {
	return `measure=${e.name}`;
}
//#endregion
//#region src/compare/payload.ts
function Be(e) {
	let t = JSON.parse(e), n = new Map(t.measures.map(({ name: e, quantity: t }) => [e, t])), r = /* @__PURE__ */ new Set();
	for (let e of t.scores) {
		if (r.has(e.id)) throw Error(`two scores have the id ${e.id}`);
		r.add(e.id);
		let i = t.stacks.find(({ name: t }) => t === e.stack);
		if (!i) throw Error(`score ${e.id} is of an unknown stack, ${e.stack}`);
		e.quantity = g(e, n);
		for (let t of [
			"value",
			"low",
			"high",
			"first",
			"second",
			"p",
			"sure"
		]) {
			let n = e[t];
			if (n.length !== i.layers || n.some((e) => e.length !== i.heads)) throw Error(`score ${e.id}: expected ${i.layers} × ${i.heads} in "${t}", got another shape`);
		}
	}
	return t;
}
function G(e, t) {
	let n = S(e, t), r = e.first[t.layer]?.[t.head] ?? null, i = e.second[t.layer]?.[t.head] ?? null;
	if (n === null || r === null || i === null) return null;
	let a = e.spread > 0 ? n.value / e.spread : null, o = e.p[t.layer][t.head] ?? null;
	return {
		score: e,
		head: t,
		first: r,
		second: i,
		difference: n.value,
		low: n.low,
		high: n.high,
		effect: a,
		p: o,
		sure: e.sure[t.layer][t.head]
	};
}
function K(e, t) {
	let n = t.partners?.[e.stack]?.[e.layer]?.[e.head];
	return n === void 0 || n === y(e) ? y(e) : `${y(e)} and ${n}`;
}
function Ve({ score: e, first: t, second: n, low: r, high: i }) {
	let a = w(r, i);
	return `${T(t, a)} → ${T(n, a)} ${e.quantity.unit}`.trimEnd();
}
function He(e) {
	if (e === null) return "not measured";
	let t = e.p === null ? "" : e.sure ? ", significant" : ", not significant";
	return `${Ve(e)}, ${q(e)}${t}`;
}
function q({ difference: e, low: t, high: n }) {
	return `${e > 0 ? "+" : ""}${E({
		value: e,
		low: t,
		high: n
	})}`;
}
function J(e, t) {
	return Number(t.sure) - Number(e.sure) || Math.abs(t.effect ?? 0) - Math.abs(e.effect ?? 0);
}
function Ue(e) {
	return e.value.flatMap((t, n) => t.flatMap((t, r) => G(e, {
		stack: e.stack,
		layer: n,
		head: r
	}) ?? [])).sort(J)[0] ?? null;
}
//#endregion
//#region src/compare/figure.ts
function We(e, t, n, r, i, a) {
	return Le(`${e.words}, second run less first: layers down, heads across`, t, r, i, (t) => {
		let r = G(e, t);
		return {
			spoken: `Head ${K(t, a)}, ${e.words}: ${He(r)}`,
			missing: r === null,
			paint: (e) => r !== null && I(e, n, r.difference),
			write: (e, t) => r?.sure ? [k("circle", {
				class: "dot",
				cx: e,
				cy: t,
				r: Ge(i)
			})] : []
		};
	});
}
var Ge = ({ cellWidth: e, cellHeight: t }) => Math.max(1.5, Math.min(3.5, e / 6, t / 6));
function Ke(e, t, n) {
	let r = O("b"), i = O("span"), a = O("p", { class: "readout" }, r, i), o = Ue(e);
	return {
		element: a,
		release: t.listen(({ current: t }) => {
			let s = t !== null && t.stack === e.stack ? t : null, c = s ?? o?.head ?? null, l = c === null ? null : G(e, c);
			r.textContent = c === null ? "" : `${s ? "Head" : "Largest: head"} ${K(c, n)}`, i.textContent = ` ${He(l)}`, a.classList.toggle("live", s !== null);
		})
	};
}
//#endregion
//#region src/compare/overview.ts
var qe = 5;
function Je(e, t) {
	let n = e.scores.filter((e) => e.stack === t.name);
	return Array.from({ length: t.layers }, (e, r) => Array.from({ length: t.heads }, (e, t) => n.filter((e) => e.sure[r][t]).length));
}
function Ye(e, t, n, r) {
	let i = Je(e, t), a = e.scores.filter((e) => e.stack === t.name).length, o = Me([], [...i.flat(), qe]), s = (t) => `Head ${K(t, e)} changed significantly in ${i[t.layer][t.head]} of ${a} scores`, c = Le("In how many scores each head changed: layers down, heads across", t, n, Pe(t, r), (e) => ({
		spoken: s(e),
		paint: (t) => I(t, o, i[e.layer][e.head])
	})), l = O("p", { class: "readout" }), u = n.listen(({ current: e }) => {
		let n = e !== null && e.stack === t.name ? e : null;
		l.textContent = n === null ? `Of ${a} scores; point at a head.` : s(n), l.classList.toggle("live", n !== null);
	});
	return {
		parts: [
			O("div", { class: "scroll" }, c.element),
			O("div", { class: "scroll" }, H(o, "", null)),
			l
		],
		release: () => {
			c.release(), u();
		}
	};
}
function Xe(e, t) {
	let n = O("select", { id: "colour-by" });
	for (let t of e.stacks) {
		let r = e.stacks.length > 1 ? `, ${t.name}` : "";
		n.append(O("option", { value: `count ${t.name}` }, `in how many scores a head changed significantly${r}`));
	}
	for (let t of e.measures) {
		let r = O("optgroup", { label: t.title });
		for (let n of e.scores.filter((e) => e.measure === t.name)) r.append(O("option", { value: n.id }, `${n.words} · ${_(n)}`));
		n.append(r);
	}
	let r = O("div"), i = () => {}, a = 0, o = () => {
		i(), a = document.documentElement.clientWidth;
		let o = e.scores.find(({ id: e }) => e === n.value);
		if (!o) {
			let o = Ye(e, e.stacks.find(({ name: e }) => n.value === `count ${e}`) ?? e.stacks[0], t, a);
			i = o.release, r.replaceChildren(...o.parts);
			return;
		}
		let s = x(e, o.stack), c = F([o]), l = We(o, s, c, t, Pe(s, a), e), u = Ke(o, t, e);
		i = () => {
			l.release(), u.release();
		};
		let d = O("div", { class: "scroll" }, H(c, ce(o.quantity), null));
		r.replaceChildren(O("div", { class: "scroll" }, l.element), d, u.element);
	};
	return n.addEventListener("change", o), window.addEventListener("resize", () => {
		let e = document.documentElement.clientWidth;
		Math.min(a, e) < 620 && a !== e && o();
	}), o(), O("section", {
		class: "map",
		"aria-label": "All heads"
	}, O("h2", {}, "Which heads changed"), O("p", { class: "choose" }, O("label", { for: "colour-by" }, "Colour by "), n), r, O("p", { class: "hint" }, "A head is named layer-head, both counted from 1. Point at one to see it in every figure; click it, or press Enter on it, for all its scores."));
}
function Ze(e, t) {
	let n = e.findings.map(({ text: t, score: n }) => O("li", {}, t, ...e.scores.some((e) => e.id === n && e.drawn) ? [" ", O("a", {
		href: W(U(n)),
		"aria-label": `see the chart of ${n}`
	}, "see ↓")] : [])), r = e.measures.map((e) => O("li", {}, O("a", { href: W(ze(e)) }, e.title)));
	r.push(O("li", {}, O("a", { href: "#heads" }, "All differences as a table")), O("li", {}, O("a", { href: "#run" }, "What was compared")));
	let i = [
		O("section", { "aria-label": "Findings" }, O("h2", {}, "What changed"), O("ol", {}, ...n), ...e.compared.map((e) => O("p", {}, e))),
		O("section", { class: "reading" }, O("h2", {}, "How to read this"), ...e.reading.map((e) => O("p", {}, e)), O("p", { class: "caveat" }, e.caveat)),
		O("nav", { "aria-label": "On this page" }, O("h2", {}, "On this page"), O("ul", {}, ...r))
	];
	return [O("header", {}, O("h1", {}, e.title), O("p", { class: "summary" }, ...e.summary.map((e) => O("span", {}, e)))), O("div", { class: "overview" }, Xe(e, t), O("div", { class: "findings" }, ...i))];
}
//#endregion
//#region src/strip.ts
var Qe = 236, Y = 6, X = 9;
function $e(e, t, n) {
	let r = (e) => Y + n.fraction(e) * 224, i = S(e, t), a = A(Qe, 32, {
		class: "strip",
		role: "img",
		"aria-label": `${e.words}: head ${y(t)} among all heads, ${ue(e, t)}`
	});
	a.append(k("line", {
		class: "zero",
		x1: Y,
		x2: 230,
		y1: X,
		y2: X
	}));
	for (let t of v(e.value)) a.append(k("line", {
		class: "other",
		x1: r(t),
		x2: r(t),
		y1: 4,
		y2: 14
	}));
	if (e.baseline !== null) {
		let t = r(e.baseline.value);
		a.append(k("line", {
			class: "baseline",
			x1: t,
			x2: t,
			y1: 0,
			y2: 18
		}));
	}
	let [o, s] = L([n.low, n.high]);
	if (a.append(k("text", {
		x: Y,
		y: 30,
		"text-anchor": "start"
	}, o)), a.append(k("text", {
		x: 230,
		y: 30,
		"text-anchor": "end"
	}, s)), i === null) return a;
	let c = k("g", { class: "emphasis selected" });
	return i.low !== null && i.high !== null && c.append(k("line", {
		class: "interval",
		x1: r(i.low),
		x2: r(i.high),
		y1: X,
		y2: X
	})), c.append(k("circle", {
		cx: r(i.value),
		cy: X,
		r: 4
	})), a.append(c), a;
}
//#endregion
//#region src/compare/panel.ts
var Z = 60;
function et(e) {
	let { score: t, head: n } = e, r = `${t.words} · ${t.id}`;
	return O("li", {}, t.drawn ? O("a", { href: W(U(t.id)) }, r) : r, $e(t, n, F([t], !0)), O("span", { class: "numbers" }, `${Ve(e)} `, O("b", {}, q(e)), e.sure ? " significant" : ""));
}
function tt(e, t) {
	let n = O("h2", {
		id: "panel-title",
		tabindex: -1
	}), r = O("button", { type: "button" }, "Close (Esc)"), i = O("ul", { class: "strips" }), a = O("p", { class: "quiet" }), o = O("aside", {
		class: "panel",
		"aria-labelledby": "panel-title",
		hidden: ""
	}, O("div", { class: "bar" }, n, a, r), i), s = null, c = null;
	t.listen(({ selected: t }) => {
		if (t === c || (c = t, o.hidden = t === null, document.documentElement.classList.toggle("with-panel", t !== null), t === null)) return;
		n.textContent = `Head ${K(t, e)}${e.stacks.length > 1 ? ` of the ${t.stack}` : ""}`;
		let r = e.scores.flatMap((e) => G(e, t) ?? []).sort(J), s = r.length > Z ? `, ${Z} of ${r.length} scores` : "";
		a.textContent = `Significant and large changes first${s}. Each tick is a head’s difference, the circle with its interval this one’s.`, i.replaceChildren(...r.slice(0, Z).map(et)), i.scrollTop = 0, nt(`#${re(t, e)}`);
	});
	let l = () => {
		t.selected !== null && (t.select(null), nt(location.pathname + location.search), (s instanceof SVGElement || s instanceof HTMLElement) && s.isConnected && s.focus(), s = null);
	};
	r.addEventListener("click", l), document.addEventListener("keydown", (e) => {
		e.key === "Escape" && l();
	}), document.addEventListener("headscope:open", () => {
		s = document.activeElement, n.focus({ preventScroll: !0 });
	});
	let u = () => {
		let n = ie(location.hash, e);
		(n !== null || location.hash === "") && t.select(n);
	};
	return window.addEventListener("hashchange", u), window.addEventListener("popstate", u), u(), o;
}
function nt(e) {
	if (!(e.startsWith("#") ? location.hash === e : location.hash === "")) try {
		history.pushState(null, "", e);
	} catch {
		return;
	}
}
//#endregion
//#region src/compare/section.ts
function rt(e) {
	let t = e.sure.flat(), n = t.filter(Boolean).length;
	return n === 0 ? "no head changed significantly" : `${n} of ${t.length} heads changed significantly`;
}
function it(e) {
	return e.charAt(0).toUpperCase() + e.slice(1);
}
function at(e, t, n) {
	let r = t.scores.filter((t) => t.measure === e.name), i = r.filter(({ drawn: e }) => e), a = r[0];
	if (!a) return null;
	let o = F(i), s = i.map((e) => {
		let r = x(t, e.stack), i = [...t.stacks.length > 1 ? [e.stack] : [], e.corpus].join(", ");
		return O("figure", {
			id: U(e.id),
			tabindex: -1
		}, O("h3", {}, `${it(e.words)}: ${rt(e)}`), O("div", { class: "scroll" }, We(e, r, o, n, Fe(r), t).element), Ke(e, n, t).element, O("figcaption", {}, `${_(e)}; ${i}`));
	}), c = r.length - i.length, l = `No head changed significantly in ${i.length > 0 ? "the other " : ""}${c} ${c === 1 ? "score" : "scores"} of this measure; `;
	return O("section", {
		id: ze(e),
		class: "measure"
	}, O("h2", {}, e.title), O("div", { class: "about" }, O("div", {}, O("p", {}, e.read), O("p", { class: "formula" }, e.formula)), ...i.length > 0 ? [O("div", { class: "scroll" }, H(o, ce(a.quantity), null))] : []), O("div", { class: "figures small" }, ...s), ...c > 0 ? [O("p", { class: "quiet" }, l, O("a", { href: W("heads") }, c === 1 ? "it is in the table." : "they are in the table."))] : []);
}
//#endregion
//#region src/csv.ts
function ot(e) {
	return /[",\r\n]/.test(e) ? `"${e.replaceAll("\"", "\"\"")}"` : e;
}
function st(e, t = "heads") {
	let n = O("button", { type: "button" }, "Copy as CSV"), r = O("span", {
		class: "quiet",
		role: "status"
	}), i = O("span", { class: "copy" }, n, r);
	return n.addEventListener("click", () => {
		let n = e(), a = () => {
			let e = O("textarea", {
				readonly: "",
				rows: 4,
				"aria-label": "The table as CSV"
			});
			e.value = n, i.querySelector("textarea")?.remove(), i.append(e), e.select(), r.textContent = " This browser keeps its clipboard: press Ctrl or ⌘ and C.";
		};
		if (!navigator.clipboard) return a();
		navigator.clipboard.writeText(n).then(() => r.textContent = ` Copied, ${n.split("\n").length - 2} ${t}.`, a);
	}), i;
}
//#endregion
//#region src/compare/table.ts
var ct = 100, Q = (e) => (t, n) => {
	let [r, i] = [e(t), e(n)];
	return r === null || i === null ? Number(r === null) - Number(i === null) : i - r;
}, lt = (e, t) => T(t, w(e.low, e.high));
function ut(e) {
	let t = (e) => 1e4 * e.head.layer + e.head.head;
	return [
		{
			name: "score",
			text: ({ score: e }) => e.id,
			order: (t, n) => e.scores.indexOf(t.score) - e.scores.indexOf(n.score),
			rising: !0,
			number: !1
		},
		{
			name: "head",
			text: ({ head: t }) => K(t, e),
			order: (e, n) => t(e) - t(n),
			rising: !0,
			number: !1
		},
		{
			name: "first",
			text: (e) => lt(e, e.first),
			order: Q(({ first: e }) => e),
			rising: !1,
			number: !0
		},
		{
			name: "second",
			text: (e) => lt(e, e.second),
			order: Q(({ second: e }) => e),
			rising: !1,
			number: !0
		},
		{
			name: "difference",
			text: q,
			order: Q(({ difference: e }) => Math.abs(e)),
			rising: !1,
			number: !0
		},
		{
			name: "effect",
			text: ({ effect: e }) => e === null ? "–" : `${e > 0 ? "+" : ""}${T(e, 2)}`,
			order: Q(({ effect: e }) => e === null ? null : Math.abs(e)),
			rising: !1,
			number: !0
		},
		{
			name: "p",
			text: ({ p: e }) => e === null ? "–" : D(e),
			order: Q(({ p: e }) => e === null ? null : -e),
			rising: !0,
			number: !0
		},
		{
			name: "significant",
			text: ({ sure: e }) => e ? "yes" : "",
			order: J,
			rising: !1,
			number: !1
		}
	];
}
function dt(e, t) {
	return [[
		"stack",
		"head",
		"matched",
		"measure",
		"key",
		"direction",
		"corpus",
		"first",
		"second",
		"difference",
		"low",
		"high",
		"effect",
		"p",
		"sure"
	], ...e.map(({ score: e, head: n, ...r }) => [
		n.stack,
		y(n),
		t.partners?.[n.stack]?.[n.layer]?.[n.head] ?? y(n),
		e.measure,
		e.key,
		e.direction ?? "",
		e.corpus,
		...[
			r.first,
			r.second,
			r.difference,
			r.low,
			r.high,
			r.effect,
			r.p
		].map((e) => e === null ? "" : String(e)),
		r.sure ? "yes" : "no"
	])].map((e) => e.map(ot).join(",") + "\n").join("");
}
function ft(e, t) {
	let n = new Map(e.stacks.map((e) => [e.name, ee(e)])), r = e.scores.flatMap((e) => n.get(e.stack).flatMap((t) => G(e, t) ?? [])), i = ut(e), a = O("select", { id: "table-measure" }, O("option", { value: "" }, "all measures"));
	for (let { name: t } of e.measures) a.append(O("option", { value: t }, t));
	let o = O("input", {
		type: "checkbox",
		id: "table-sure"
	});
	o.checked = r.some(({ sure: e }) => e);
	let s = O("tbody"), c = O("p", {
		class: "quiet",
		role: "status"
	}), l = O("button", { type: "button" }, `Show ${ct} more`), u = {
		column: i[i.length - 1],
		backwards: !1
	}, d = [], f = /* @__PURE__ */ new Map(), p = (e) => {
		let n = O("tr");
		for (let r of i) {
			if (r.name !== "head") {
				n.append(O("td", r.number ? {} : { class: "words" }, r.text(e)));
				continue;
			}
			let i = O("button", {
				type: "button",
				"aria-label": `Open head ${y(e.head)}`
			}, r.text(e));
			i.addEventListener("click", (n) => {
				t.select(e.head), n.detail === 0 && i.dispatchEvent(new CustomEvent("headscope:open", { bubbles: !0 }));
			}), n.append(O("th", { scope: "row" }, i));
		}
		return n.addEventListener("pointerenter", () => t.point(e.head)), n.addEventListener("pointerleave", () => t.point(null)), n;
	}, m = () => {
		for (let [e, n] of f) e.classList.toggle("pointed", b(n.head, t.pointed)), e.classList.toggle("selected", b(n.head, t.selected));
	}, h = () => {
		let e = d.slice(f.size, f.size + ct).map((e) => [p(e), e]);
		for (let [t, n] of e) f.set(t, n);
		s.append(...e.map(([e]) => e)), l.hidden = f.size >= d.length, c.textContent = `${f.size.toLocaleString("en-GB")} of ${d.length.toLocaleString("en-GB")} shown, sorted by ${u.column.name}.`, m();
	}, g = () => {
		d = r.filter((e) => (a.value === "" || e.score.measure === a.value) && (!o.checked || e.sure)), d.sort(u.column.order), u.backwards && d.reverse(), f = /* @__PURE__ */ new Map(), s.replaceChildren(), i.forEach((e, t) => {
			let n = e === u.column ? u.backwards === e.rising ? "descending" : "ascending" : "none";
			_[t].setAttribute("aria-sort", n);
		}), h();
	}, _ = i.map((e) => {
		let t = O("button", {
			type: "button",
			"aria-label": `Sort by ${e.name}`
		}, e.name);
		return t.addEventListener("click", () => {
			u = {
				column: e,
				backwards: u.column === e && !u.backwards
			}, g();
		}), O("th", {
			scope: "col",
			class: e.number ? "" : "words"
		}, t);
	});
	a.addEventListener("change", g), o.addEventListener("change", g), l.addEventListener("click", h), g(), t.listen(m);
	let v = O("span", { class: "filters" }, a, " ", O("label", {}, o, " significant ones only"));
	return O("section", { id: "heads" }, O("h2", {}, "All differences"), O("div", { class: "bar" }, v, st(() => dt(d, e), "rows"), c), O("div", {
		class: "scroll tall",
		tabindex: 0,
		role: "region",
		"aria-label": "Differences of all heads"
	}, O("table", { class: "changes" }, O("thead", {}, O("tr", {}, ..._)), s)), l);
}
//#endregion
//#region src/highlight.ts
var pt = class {
	pointed = null;
	selected = null;
	found = null;
	#e = /* @__PURE__ */ new Set();
	get current() {
		return this.pointed ?? this.selected;
	}
	point(e) {
		b(e, this.pointed) || (this.pointed = e, this.#t());
	}
	select(e) {
		b(e, this.selected) || (this.selected = e, this.#t());
	}
	find(e) {
		let t = e && new Set(e.map((e) => `${e.stack}/${y(e)}`));
		(t === null || this.found === null ? t === this.found : String([...t].sort()) === String([...this.found].sort())) || (this.found = t, this.#t());
	}
	finds(e) {
		return this.found?.has(`${e.stack}/${y(e)}`) ?? !1;
	}
	listen(e) {
		return this.#e.add(e), e(this), () => this.#e.delete(e);
	}
	#t() {
		for (let e of this.#e) e(this);
	}
};
//#endregion
//#region src/compare.ts
function mt(e) {
	let t = e.facts.map(({ name: e, first: t, second: n, same: r }) => r ? O("tr", { class: "quiet" }, O("th", { scope: "row" }, e), O("td", { colspan: 2 }, t)) : O("tr", {}, O("th", { scope: "row" }, e), O("td", {}, t), O("td", {}, n))), n = O("table", { class: "facts" }, O("thead", {}, O("tr", {}, O("td"), O("th", { scope: "col" }, "first run"), O("th", { scope: "col" }, "second run"))), O("tbody", {}, ...t));
	return O("section", { id: "run" }, O("h2", {}, "What was compared"), O("div", { class: "scroll" }, n));
}
function ht(e, t) {
	let n = new pt(), r = t.measures.flatMap((e) => at(e, t, n) ?? []);
	e.replaceChildren(...Ze(t, n), O("div", { class: "measures" }, ...r), ft(t, n), mt(t), tt(t, n)), document.getElementById(ae(location.hash.slice(1)))?.scrollIntoView();
}
var gt = document.getElementById("payload"), $ = document.getElementById("report");
if (gt && $) try {
	ht($, Be(gt.textContent ?? ""));
} catch (e) {
	let t = e instanceof Error ? e.message : String(e);
	throw $.replaceChildren(O("p", { role: "alert" }, `This page’s data could not be drawn: ${t}.`)), e;
}
//#endregion
export { ht as mount };
