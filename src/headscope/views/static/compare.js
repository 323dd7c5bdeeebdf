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
function g(e, t, n) {
	return t === 1 && n === 0 ? e : e.map((e) => e.map((e) => e === null ? null : t * e + n));
}
function _({ times: e = 1, plus: t = 0, ...n }) {
	let r = (n) => n === null ? null : e * n + t;
	return {
		...n,
		low: r(n.low),
		high: r(n.high)
	};
}
function v({ id: e, measure: t }, n) {
	let r = n.get(t);
	if (!r) throw Error(`score ${e} is of an unknown measure, ${t}`);
	return r;
}
function y(e) {
	let t = `${e.measure} ${e.key}`;
	return e.direction === null ? t : `${t}, ${e.direction}`;
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
function te(e, t) {
	let n = e.stacks.find((e) => e.name === t);
	if (!n) throw Error(`there is no stack named ${t}`);
	return n;
}
function C(e, t) {
	if (e.stack !== t.stack) return null;
	let n = e.value[t.layer]?.[t.head] ?? null;
	return n === null ? null : {
		value: n,
		low: e.low[t.layer]?.[t.head] ?? null,
		high: e.high[t.layer]?.[t.head] ?? null
	};
}
var ne = /* @__PURE__ */ new WeakMap();
function re(e, t) {
	let n = ne.get(e);
	return n || ne.set(e, n = Float64Array.from(b(e.value)).sort()), {
		rank: n.length - o(n, t) + 1,
		of: n.length
	};
}
function ie(e, t) {
	let n = /^(?:(.+)\/)?(\d+)-(\d+)$/su.exec(e);
	if (!n) return null;
	let r = n[1] === void 0 ? t.stacks[0] : t.stacks.find(({ name: e }) => e === n[1]), i = Number(n[2]) - 1, a = Number(n[3]) - 1;
	return !r || i < 0 || a < 0 || i >= r.layers || a >= r.heads ? null : {
		stack: r.name,
		layer: i,
		head: a
	};
}
function ae(e, t) {
	let n = x(e);
	return t.stacks.length > 1 ? `head=${encodeURIComponent(e.stack)}/${n}` : `head=${n}`;
}
function oe(e, t) {
	let n = /^#?head=(.+)$/su.exec(e);
	return n && ie(se(n[1]), t);
}
function se(e) {
	try {
		return decodeURIComponent(e);
	} catch {
		return e;
	}
}
//#endregion
//#region src/digits.ts
var ce = 4, le = 2;
function w(e, t) {
	if (e === null || t === null) return le;
	let n = Math.abs(t - e) / 2;
	return n === 0 ? ce : Math.min(ce, Math.max(0, -Math.floor(Math.log10(n) + 1e-9)));
}
function T(e, t) {
	let n = Math.abs(e).toFixed(t);
	return e < 0 && Number(n) !== 0 ? `−${n}` : n;
}
function ue(e) {
	return e.replace(/(^| )-(?=\d)/gu, "$1−");
}
function de({ value: e, low: t, high: n }) {
	return T(e, w(t, n));
}
function fe(e, t = "") {
	let { low: n, high: r } = e, i = t === "" ? de(e) : `${de(e)} ${t}`;
	if (n === null || r === null) return i;
	let a = w(n, r), o = n < 0 || r < 0 ? " to " : "–";
	return `${i} (${T(n, a)}${o}${T(r, a)})`;
}
function E(e) {
	if (e === 0) return "0";
	let t = 1 - Math.floor(Math.log10(Math.abs(e))), n = T(e, Math.min(ce, Math.max(0, t)));
	return n.includes(".") ? n.replace(/\.?0+$/, "") : n;
}
function pe({ name: e, unit: t }) {
	return t || e;
}
function me(e, t) {
	let n = C(e, t);
	if (n === null) return "not measured";
	let { sign: r = "", unit: i } = e.quantity;
	return (r && `${r} = `) + fe(n, i);
}
function he(e, t) {
	let n = C(e, t);
	return me(e, t) + (n === null ? "" : `, ${ge(e, n)}`);
}
function ge(e, { value: t }) {
	let { rank: n, of: r } = re(e, t);
	return `rank ${n} of ${r}`;
}
//#endregion
//#region src/dom.ts
function _e(e, t, n) {
	for (let [n, r] of Object.entries(t)) e.setAttribute(n, String(r));
	return e.append(...n), e;
}
function D(e, t = {}, ...n) {
	return _e(document.createElement(e), t, n);
}
function O(e, t = {}, ...n) {
	return _e(document.createElementNS("http://www.w3.org/2000/svg", e), t, n);
}
function k(e, t, n, ...r) {
	return O("svg", {
		width: e,
		height: t,
		viewBox: `0 0 ${e} ${t}`,
		...n
	}, ...r);
}
//#endregion
//#region src/query/language.ts
var A = {
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
A.limits, [...A.reserved, ...Object.keys(A.aliases)], [
	"space",
	"quoted",
	"sign",
	"word"
].map((e) => ({
	kind: e,
	pattern: new RegExp(A.tokens[e], "uy")
})), RegExp(`^(?:${A.tokens.word})$`, "u"), new Map(Object.entries(A.slots).map(([e, t]) => [e, {
	...t,
	pattern: RegExp(`^(?:${t.pattern})$`, "u")
}]));
var [ve, ye] = A.brackets, [be, xe] = [A.range, A.slip].map((e) => RegExp(`^(?:${e})$`, "u"));
//#endregion
//#region src/find.ts
function Se(e, t, n) {
	let r = O("g", {
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
			return O("rect", {
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
function Ce(e, { marks: t, highlight: n, move: r, locate: i, show: a }) {
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
function we(e, t, n, r) {
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
var Te = {
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
}, j = {
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
}, Ee = 256;
function De(e) {
	return e <= .04045 ? e / 12.92 : ((e + .055) / 1.055) ** 2.4;
}
function Oe(e) {
	return e <= .0031308 ? e * 12.92 : 1.055 * e ** (1 / 2.4) - .055;
}
function M(e) {
	let t = (t) => De(parseInt(e.slice(t, t + 2), 16) / 255), [n, r, i] = [
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
function ke([e, t, n]) {
	let r = (e + .3963377774 * t + .2158037573 * n) ** 3, i = (e - .1055613458 * t - .0638541728 * n) ** 3, a = (e - .0894841775 * t - 1.291485548 * n) ** 3;
	return `#${[
		4.0767416621 * r - 3.3077115913 * i + .2309699292 * a,
		-1.2684380046 * r + 2.6097574011 * i - .3413193965 * a,
		-.0041960863 * r - .7034186147 * i + 1.707614701 * a
	].map((e) => Math.round(255 * Math.min(1, Math.max(0, Oe(e))))).map((e) => e.toString(16).padStart(2, "0")).join("")}`;
}
function Ae([e, t, n], r) {
	let i = 1 - r, a = (a) => i * i * e[a] + 2 * i * r * t[a] + r * r * n[a];
	return [
		a(0),
		a(1),
		a(2)
	];
}
function je(e, t) {
	return Math.hypot(e[0] - t[0], e[1] - t[1], e[2] - t[2]);
}
function N([e, t, n]) {
	let r = [
		M(e),
		M(t),
		M(n)
	], i = Array.from({ length: 4097 }, (e, t) => Ae(r, t / 4096)), a = [0];
	for (let e = 1; e < i.length; e++) a.push(a[e - 1] + je(i[e - 1], i[e]));
	let o = a[a.length - 1], s = 0;
	return Array.from({ length: Ee }, (e, t) => {
		for (; s < i.length - 1 && a[s] < o * t / 255;) s++;
		return ke(i[s]);
	});
}
var Me = {
	light: N(Te.light),
	dark: N(Te.dark)
}, Ne = {
	light: {
		below: N(j.light.below),
		above: N(j.light.above)
	},
	dark: {
		below: N(j.dark.below),
		above: N(j.dark.above)
	}
};
function Pe(e, t) {
	let n = Math.round(Math.min(1, Math.max(0, t)) * 255);
	return Me[e][n];
}
function Fe(e, t) {
	e.style.setProperty("--light", Pe("light", t)), e.style.setProperty("--dark", Pe("dark", t));
}
function Ie(e, t) {
	let n = t < 0 ? Ne[e].below : Ne[e].above;
	return n[Math.round(Math.min(1, Math.abs(t)) * (n.length - 1))];
}
function Le(e, t) {
	e.style.setProperty("--light", Ie("light", t)), e.style.setProperty("--dark", Ie("dark", t));
}
//#endregion
//#region src/scale.ts
function Re(e, t, n = !1) {
	return {
		low: e,
		high: t,
		diverging: n,
		fraction: (n) => Math.min(1, Math.max(0, (n - e) / (t - e))),
		ticks: (n) => {
			let r = d(e, t, n);
			return r.length > 1 ? r : [.../* @__PURE__ */ new Set([
				e,
				...r,
				t
			])];
		}
	};
}
function ze(e, t = []) {
	let { low: n = 0, high: r = null, diverging: i = !1 } = e[0]?.quantity ?? {}, a = [...t, ...e.flatMap(({ value: e, baseline: t }) => [...b(e), ...t === null ? [] : [t.value]])], o = [...a, ...e.flatMap(({ low: e, high: t }) => [...b(e), ...b(t)])], s = n !== null && n > 0 ? n : 0, [c, l] = [(m(a) ?? 0) <= (r ?? Infinity), (h(a) ?? 0) >= (n ?? -Infinity)];
	if (i) return Ve(o, c && l ? Math.max(r ?? Infinity, -(n ?? -Infinity)) : Infinity);
	let u = n !== null && n >= 0 && l ? s : Math.min(s, h(o) ?? s), d = Math.max(s, m(o) ?? s), [f, g] = d === u ? [u, u + 1] : p(u, d, 5);
	return Re(l ? Math.max(f, n ?? f) : f, c ? Math.min(g, r ?? g) : g);
}
function Be(e, t) {
	let n = /* @__PURE__ */ new Map();
	for (let r of new Set(e.map(({ quantity: e }) => e.name))) {
		let i = e.filter(({ quantity: e }) => e.name === r), a = {
			scale: t(i),
			quantity: i[0].quantity
		};
		for (let e of i) n.set(e, a);
	}
	return n;
}
function Ve(e, t = Infinity) {
	let n = m(e, Math.abs) ?? 0, r = Math.min(t, n === 0 ? 1 : p(0, n, 4)[1]);
	return Re(-r, r, !0);
}
function P(e, t = !1) {
	let n = (e) => t ? [
		e.value,
		e.low,
		e.high
	] : [e.value];
	return Ve(e.flatMap((e) => n(e).flatMap(b)));
}
function F(e, t, n) {
	t.diverging ? Le(e, 2 * t.fraction(n) - 1) : Fe(e, t.fraction(n));
}
var He = 8;
function I(e) {
	let t = e.length > 1 ? Math.abs(e[1] - e[0]) : 1, n = Math.max(0, -Math.floor(Math.log10(t) + 1e-9));
	for (; n < He && e.some((e) => Math.abs(Number(e.toFixed(n)) - e) > t / 100);) n++;
	return e.map((e) => e === 0 ? "0" : T(e, n));
}
//#endregion
//#region src/grid.ts
var L = (e, t, n) => Math.max(e, Math.min(n, Math.floor(t)));
function Ue({ layers: e, heads: t }, n) {
	return {
		cellWidth: L(14, Math.min(480, n - 32 - 92) / t, 56),
		cellHeight: L(14, 400 / e, 44),
		font: 13,
		left: 40,
		top: 24,
		right: 52
	};
}
function We({ layers: e, heads: t }) {
	return {
		cellWidth: L(6, 104 / t, 14),
		cellHeight: L(6, 136 / e, 17),
		font: 11,
		left: 22,
		top: 16,
		right: 6
	};
}
function Ge(e, t, n) {
	let r = [
		1,
		4,
		8,
		16,
		32
	].find((e) => e * t >= n) ?? 64;
	return Array.from({ length: e }, (e, t) => t + 1).filter((e) => e === 1 || e % r === 0);
}
function Ke(e, { cellWidth: t, cellHeight: n, font: r, left: i, top: a, right: o }, s) {
	let c = (e, t, n, r) => O("g", {
		class: "labels",
		"aria-hidden": "true"
	}, O("rect", {
		class: "ground",
		x: e,
		y: t,
		width: n,
		height: r
	})), l = (e, t, n, r, i) => e.append(O("text", {
		x: t,
		y: n,
		"text-anchor": r
	}, i)), [u, d] = [e.heads * t, e.layers * n], f = c(i, 0, u + o, a - 1), p = c(0, a, i - 1, d), m = c(0, 0, i - 1, a - 1);
	for (let n of Ge(e.heads, t, r * (e.heads > 9 ? 1.5 : 1))) l(f, i + (n - .5) * t, a - 5, "middle", String(n));
	for (let t of Ge(e.layers, n, r)) l(p, i - 5, a + (t - .5) * n + r * .35, "end", String(t));
	return s && l(m, i - 5, a - 5, "end", "layer"), o > 40 && l(f, i + u + 6, a - 5, "start", "← head"), {
		across: f,
		down: p,
		corner: m
	};
}
function qe(e, t, n, r, i) {
	let { cellWidth: a, cellHeight: o, left: s, top: c } = r, l = r.right > 10, u = k(s + t.heads * a + r.right, c + t.layers * o + 2, {
		class: l ? "grid large" : "grid",
		role: "grid",
		"aria-label": e,
		"font-size": r.font
	}), { across: d, down: f, corner: p } = Ke(t, r, l), m = ee(t), h = [], g = m.map((e) => {
		let t = i(e), [n, l] = [s + e.head * a, c + e.layer * o], u = O("rect", {
			x: n,
			y: l,
			width: a,
			height: o,
			class: t.missing ? "cell missing" : "cell",
			role: "gridcell",
			"aria-selected": "false",
			"aria-label": t.spoken
		});
		return t.paint(u), h.push(...t.write?.(n + a / 2, l + o / 2, r) ?? []), {
			head: e,
			element: u
		};
	});
	for (let e = 0; e < t.layers; e++) {
		let n = g.slice(e * t.heads, (e + 1) * t.heads);
		u.append(O("g", { role: "row" }, ...n.map(({ element: e }) => e)));
	}
	let _ = O("g", {
		class: "written",
		"aria-hidden": "true"
	}, ...h);
	h.length > 0 && g[0]?.element.classList.contains("pictured") ? u.prepend(_) : h.length > 0 && u.append(_);
	let v = (e) => O("rect", {
		class: `frame ${e}`,
		width: a,
		height: o,
		visibility: "hidden"
	}), y = {
		selected: v("selected"),
		pointed: v("pointed")
	};
	u.append(O("g", { "aria-hidden": "true" }, y.selected, y.pointed), f, d, p);
	let b = (e, t) => {
		if (e.setAttribute("visibility", t === null ? "hidden" : "visible"), t !== null) for (let n of ["x", "y"]) e.setAttribute(n, t.element.getAttribute(n));
	}, x = new Map(g.map(({ element: e }, t) => [e, t])), S = Ce(u, {
		marks: g,
		highlight: n,
		move: (e, n) => we(t.layers, t.heads, e, n),
		locate: (e) => x.get(e.target) ?? null,
		show: (e, t) => {
			b(y.pointed, e), b(y.selected, t);
		}
	}), te = l ? Se(u, g, n) : () => {};
	return {
		element: u,
		scrolled: (e, t) => {
			d.setAttribute("transform", `translate(0 ${t})`), f.setAttribute("transform", `translate(${e} 0)`), p.setAttribute("transform", `translate(${e} ${t})`);
		},
		focus: (e) => g[e.layer * t.heads + e.head]?.element.focus(),
		release: () => {
			S(), te();
		}
	};
}
//#endregion
//#region src/legend.ts
var R = 240, z = 10, B = 14, Je = 6.6;
function V(e, t, n) {
	let r = n === null ? 2 : 18, i = (t) => B + e.fraction(t) * R, a = e.ticks(5), o = Math.max(...I(a).map((e) => e.length)) > 4 ? e.ticks(2) : a, s = I(o), c = k(276 + Je * Math.min(16, t.length), r + z + 18, {
		class: "legend",
		role: "img",
		"aria-label": `Colour from ${s[0]} to ${s[s.length - 1]} ${t}` + (n ? `; ${n.name} is ${E(n.value)}` : "")
	}), l = R / 2;
	for (let t = 0; t < l; t++) {
		let n = O("rect", {
			class: "step",
			x: B + t * 2,
			y: r,
			width: t === 119 ? 2 : 2.5,
			height: z
		});
		F(n, e, e.low + (e.high - e.low) * t / 119), c.append(n);
	}
	if (c.append(O("rect", {
		class: "edge",
		x: B,
		y: r,
		width: R,
		height: z
	})), o.forEach((e, t) => {
		c.append(O("line", {
			class: "tick",
			x1: i(e),
			x2: i(e),
			y1: r + z,
			y2: r + z + 3
		})), c.append(O("text", {
			x: i(e),
			y: r + z + 14,
			"text-anchor": "middle"
		}, s[t]));
	}), c.append(O("text", {
		x: 272,
		y: r + z + 14
	}, t)), n !== null) {
		let t = i(n.value), a = e.fraction(n.value) < .6;
		c.append(O("line", {
			class: "baseline",
			x1: t,
			x2: t,
			y1: 4,
			y2: r + z
		}));
		let o = {
			class: "quiet",
			x: t + (a ? 4 : -4),
			y: 13,
			"text-anchor": a ? "start" : "end"
		};
		c.append(O("text", o, `${n.name} ${E(n.value)}`));
	}
	return c;
}
//#endregion
//#region src/views/palette.ts
var Ye = {
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
}, Xe = 8192;
function Ze(e, t) {
	return `${e.normalize("NFKD").replace(/[^\p{L}\p{N}]+/gu, "-").slice(0, 61).replace(/^-+|-+$/gu, "") || "headscope"}.${t}`;
}
function Qe(e, t) {
	let n = URL.createObjectURL(e);
	D("a", {
		href: n,
		download: t
	}).click(), setTimeout(() => URL.revokeObjectURL(n), 1e4);
}
//#endregion
//#region src/save/light.ts
var $e = /* @__PURE__ */ new WeakMap();
function* et(e) {
	for (let t of e) t instanceof CSSMediaRule && (t.media.mediaText.includes("prefers-color-scheme: dark") ? yield t : yield* et(t.cssRules));
}
function tt(e) {
	let t = /* @__PURE__ */ new Set();
	for (let n of e) for (let e = n.closest("details:not([open])"); e; e = e.parentElement?.closest("details:not([open])") ?? null) t.add(e);
	return [...t];
}
function nt(e, t) {
	let n = [...document.styleSheets].flatMap((e) => [...et(e.cssRules)]).map((e) => [e, e.media.mediaText]), r = window.matchMedia("(prefers-color-scheme: dark)").matches ? e.flatMap((e) => [...e.querySelectorAll("canvas")]).flatMap((e) => $e.get(e) ?? []) : [], i = tt(e);
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
var rt = {
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
}, it = /* @__PURE__ */ new Set([
	"font-family",
	"font-size",
	"font-weight",
	"font-style",
	"text-anchor"
]), at = new Set("svg g text tspan title line polyline polygon path circle ellipse rect image".split(" ")), ot = "button:not(.behaviours button), input, select, textarea, .save, .readout, [hidden]", st = "rgba(0, 0, 0, 0)", ct = .8, H = (e) => String(Math.round(e * 100) / 100);
function lt(e) {
	return e === "font-family" ? getComputedStyle(document.body).fontFamily : "";
}
function ut(e) {
	if (!at.has(e.tagName)) return null;
	let t = getComputedStyle(e);
	if (t.display === "none" || t.visibility === "hidden" && e.childElementCount === 0) return null;
	let n = e.cloneNode(!1);
	for (let { name: e } of [...n.attributes]) /^(class|style|role|id|tabindex|color|data-.*|aria-.*)$/.test(e) && n.removeAttribute(e);
	let r = e.tagName === "text" || e.tagName === "tspan", i = e.tagName === "g" || e.tagName === "svg";
	for (let [e, a] of Object.entries(rt)) {
		if (n.removeAttribute(e), i ? e !== "opacity" : it.has(e) && !r) continue;
		let o = t.getPropertyValue(e);
		o !== (a || lt(e)) && o !== "" && n.setAttribute(e, o);
	}
	for (let t of e.childNodes) {
		let e = t instanceof SVGElement ? ut(t) : null;
		e ? n.append(e) : t.nodeType === Node.TEXT_NODE && n.append(t.textContent ?? "");
	}
	return n;
}
function dt(e) {
	let [t, n] = [ut(e), e.getBoundingClientRect()];
	if (!t || n.width === 0) return null;
	for (let [e, r] of Object.entries({
		width: n.width,
		height: n.height
	})) t.setAttribute(e, H(r));
	return t.setAttribute("overflow", "visible"), {
		element: t,
		box: n
	};
}
function ft(e) {
	let t = e.getBoundingClientRect();
	if (t.width === 0 || e.width === 0) return null;
	let n = O("image", {
		width: H(t.width),
		height: H(t.height),
		href: e.toDataURL("image/png"),
		preserveAspectRatio: "none",
		"image-rendering": "pixelated"
	}), { opacity: r } = getComputedStyle(e);
	return r !== "1" && n.setAttribute("opacity", r), {
		element: n,
		box: t
	};
}
function pt(e) {
	let [t, n] = [getComputedStyle(e), e.getBoundingClientRect()], r = t.borderTopStyle !== "none" && t.borderBottomStyle !== "none" ? parseFloat(t.borderTopWidth) : 0, i = t.backgroundColor !== st;
	if (!i && r === 0 || n.width === 0) return null;
	let a = O("rect", {
		width: H(n.width),
		height: H(n.height),
		fill: i ? t.backgroundColor : "none"
	});
	if (r > 0) for (let [e, n] of [["stroke", t.borderTopColor], ["stroke-width", H(r)]]) a.setAttribute(e, n);
	return {
		element: a,
		box: n
	};
}
function* mt(e) {
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
function ht(e) {
	let t = getComputedStyle(e.parentElement), n = [];
	for (let t of mt(e)) {
		let e = n.at(-1);
		e && Math.abs(e.box.top - t.box.top) < 2 ? (e.text += t.text, e.box = new DOMRect(e.box.left, e.box.top, t.box.right - e.box.left, e.box.height)) : n.push({ ...t });
	}
	return n.map(({ text: e, box: n }) => {
		let r = O("text", {
			fill: t.color,
			"font-size": t.fontSize,
			"font-weight": t.fontWeight,
			dy: H(ct * n.height)
		}, e.trim());
		return t.fontFamily !== lt("font-family") && r.setAttribute("font-family", t.fontFamily), {
			element: r,
			box: n
		};
	});
}
function* gt(e) {
	if (!e.matches(ot)) {
		if (e instanceof SVGSVGElement) return yield* U(dt(e));
		if (e instanceof HTMLCanvasElement) return yield* U(ft(e));
		if (e instanceof HTMLElement && getComputedStyle(e).visibility !== "hidden") {
			yield* U(pt(e));
			for (let t of e.childNodes) t instanceof Text ? yield* ht(t) : t instanceof Element && (yield* gt(t));
		}
	}
}
function* U(e) {
	e && (yield e);
}
function _t(e) {
	let t = [...gt(e)];
	if (t.length === 0) return {
		element: O("g"),
		width: 0,
		height: 0
	};
	let [n, r] = [Math.min(...t.map(({ box: e }) => e.left)), Math.min(...t.map(({ box: e }) => e.top))], i = O("g");
	for (let { element: e, box: a } of t) e.setAttribute("x", H(a.left - n)), e.setAttribute("y", H(a.top - r)), i.append(e);
	return {
		element: i,
		width: Math.max(0, ...t.map(({ box: e }) => e.right - n)),
		height: Math.max(0, ...t.map(({ box: e }) => e.bottom - r))
	};
}
//#endregion
//#region src/save/save.ts
var W = 12, vt = 20, yt = 7.6, bt = 240;
function xt(e, t) {
	let n = [];
	for (let r of e.split(/\s+/u)) {
		let e = n.length === 0 ? r : `${n.at(-1)} ${r}`;
		n.length === 0 || e.length > t ? n.push(r) : n[n.length - 1] = e;
	}
	return n;
}
function St(e, t, n = t) {
	let r = nt(e, () => e.map(_t).filter(({ width: e }) => e > 0)), i = Math.ceil(Math.max(bt, ...r.map((e) => e.width)) + 24), a = e.some((e) => [...e.querySelectorAll("h2, h3, h4")].some(({ textContent: e }) => e === n)) ? [] : xt(n, Math.floor((i - 24) / yt)), o = getComputedStyle(document.body).fontFamily || "system-ui, -apple-system, \"Segoe UI\", Roboto, \"Noto Sans\", sans-serif", s = {
		fill: Ye.light.ink,
		"font-size": 14,
		"font-weight": 600
	}, c = W, l = a.map((e) => O("text", {
		x: W,
		y: (c += vt) - 6,
		...s
	}, e));
	a.length > 0 && (c += 4);
	for (let e of r) e.element.setAttribute("transform", `translate(${W} ${c})`), l.push(e.element), c += Math.ceil(e.height) + W;
	let u = {
		width: i,
		height: c
	}, d = O("svg", {
		xmlns: "http://www.w3.org/2000/svg",
		...u,
		viewBox: `0 0 ${i} ${c}`,
		role: "img",
		"font-family": o
	});
	return d.append(O("title", {}, t), O("rect", {
		...u,
		fill: Ye.light.background
	}), ...l), {
		text: new XMLSerializer().serializeToString(d),
		...u
	};
}
async function Ct({ text: e, width: t, height: n }) {
	let r = new Image();
	r.src = `data:image/svg+xml,${encodeURIComponent(e)}`, await r.decode();
	let i = Math.min(3, Xe / Math.max(t, n)), a = D("canvas", {
		width: Math.ceil(t * i),
		height: Math.ceil(n * i)
	});
	return a.getContext("2d").drawImage(r, 0, 0, a.width, a.height), new Promise((e, t) => {
		a.toBlob((n) => n ? e(n) : t(/* @__PURE__ */ Error("the browser made no PNG of this size")), "image/png");
	});
}
function wt({ title: e, svg: t, png: n }) {
	let r = D("span", { role: "status" }), i = (t) => Ze(`${document.title.split(" ")[0]} ${e()}`, t), a = (e, t) => {
		let n = D("button", {
			type: "button",
			title: `Save this picture as ${e}`
		}, e);
		return n.addEventListener("click", () => {
			r.textContent = "", t().catch((t) => r.textContent = ` No ${e}: ${t instanceof Error ? t.message : String(t)}.`);
		}), n;
	};
	return D("span", {
		class: "save",
		role: "group",
		"aria-label": "Save this picture"
	}, "Save ", a("SVG", async () => Qe(new Blob([t()], { type: "image/svg+xml" }), i("svg"))), " ", a("PNG", async () => Qe(await n(), i("png"))), r);
}
function Tt(e, t, n = {}) {
	let r = () => St([n.of?.() ?? e, ...n.with?.() ?? []], t(), n.heading?.());
	return e.append(wt({
		title: t,
		svg: () => r().text,
		png: () => Ct(r())
	})), e;
}
//#endregion
//#region src/section.ts
function G(e) {
	return `score=${e}`;
}
function K(e) {
	return `#${encodeURIComponent(e).replace("%3D", "=")}`;
}
function Et(e) {
	return `measure=${e.name}`;
}
//#endregion
//#region src/compare/payload.ts
function Dt(e) {
	let t = JSON.parse(e), n = new Map(t.measures.map(({ name: e, quantity: t }) => [e, t])), r = /* @__PURE__ */ new Set();
	for (let e of t.scores) {
		if (r.has(e.id)) throw Error(`two scores have the id ${e.id}`);
		r.add(e.id);
		let i = t.stacks.find(({ name: t }) => t === e.stack);
		if (!i) throw Error(`score ${e.id} is of an unknown stack, ${e.stack}`);
		e.quantity = e.own_quantity ?? v(e, n);
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
		let { times: a = 1, plus: o = 0 } = e.quantity;
		for (let t of [
			"value",
			"low",
			"high"
		]) e[t] = g(e[t], a, 0);
		for (let t of ["first", "second"]) e[t] = g(e[t], a, o);
		e.spread *= Math.abs(a), e.quantity = _(e.quantity);
	}
	return t;
}
function q(e, t) {
	let n = C(e, t), r = e.first[t.layer]?.[t.head] ?? null, i = e.second[t.layer]?.[t.head] ?? null;
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
function J(e, t) {
	let n = t.partners?.[e.stack]?.[e.layer]?.[e.head];
	return n === void 0 || n === x(e) ? x(e) : `${x(e)} and ${n}`;
}
function Ot({ score: e, first: t, second: n, low: r, high: i }) {
	let a = w(r, i);
	return `${T(t, a)} → ${T(n, a)} ${e.quantity.unit}`.trimEnd();
}
function kt(e) {
	if (e === null) return "not measured";
	let t = e.p === null ? "" : e.sure ? ", significant" : ", not significant";
	return `${Ot(e)}, ${Y(e)}${t}`;
}
function Y({ difference: e, low: t, high: n }) {
	return `${e > 0 ? "+" : ""}${fe({
		value: e,
		low: t,
		high: n
	})}`;
}
function X(e, t) {
	return Number(t.sure) - Number(e.sure) || Math.abs(t.effect ?? 0) - Math.abs(e.effect ?? 0);
}
function At(e) {
	return e.value.flatMap((t, n) => t.flatMap((t, r) => q(e, {
		stack: e.stack,
		layer: n,
		head: r
	}) ?? [])).sort(X)[0] ?? null;
}
//#endregion
//#region src/compare/figure.ts
function jt(e, t, n, r, i, a) {
	return qe(`${e.words}, second run less first: layers down, heads across`, t, r, i, (t) => {
		let r = q(e, t);
		return {
			spoken: `Head ${J(t, a)}, ${e.words}: ${kt(r)}`,
			missing: r === null,
			paint: (e) => r !== null && F(e, n, r.difference),
			write: (e, t) => r?.sure ? [O("circle", {
				class: "dot",
				cx: e,
				cy: t,
				r: Mt(i)
			})] : []
		};
	});
}
var Mt = ({ cellWidth: e, cellHeight: t }) => Math.max(1.5, Math.min(3.5, e / 6, t / 6));
function Nt(e, t, n) {
	let r = D("b"), i = D("span"), a = D("p", { class: "readout" }, r, i), o = At(e);
	return {
		element: a,
		release: t.listen(({ current: t }) => {
			let s = t !== null && t.stack === e.stack ? t : null, c = s ?? o?.head ?? null, l = c === null ? null : q(e, c);
			r.textContent = c === null ? "" : `${s ? "Head" : "Largest: head"} ${J(c, n)}`, i.textContent = ` ${kt(l)}`, a.classList.toggle("live", s !== null);
		})
	};
}
//#endregion
//#region src/compare/overview.ts
var Pt = 5;
function Ft(e, t) {
	let n = e.scores.filter((e) => e.stack === t.name);
	return Array.from({ length: t.layers }, (e, r) => Array.from({ length: t.heads }, (e, t) => n.filter((e) => e.sure[r][t]).length));
}
function It(e, t, n, r) {
	let i = Ft(e, t), a = e.scores.filter((e) => e.stack === t.name).length, o = ze([], [...i.flat(), Pt]), s = (t) => `Head ${J(t, e)} differs significantly in ${i[t.layer][t.head]} of ${a} scores`, c = qe("In how many scores each head differs: layers down, heads across", t, n, Ue(t, r), (e) => ({
		spoken: s(e),
		paint: (t) => F(t, o, i[e.layer][e.head])
	})), l = D("p", { class: "readout" }), u = n.listen(({ current: e }) => {
		let n = e !== null && e.stack === t.name ? e : null;
		l.textContent = n === null ? `Of ${a} scores; point at a head.` : s(n), l.classList.toggle("live", n !== null);
	});
	return {
		parts: [
			D("div", { class: "scroll" }, c.element),
			D("div", { class: "scroll" }, V(o, "", null)),
			l
		],
		release: () => {
			c.release(), u();
		}
	};
}
function Lt(e, t) {
	let n = D("select", { id: "colour-by" });
	for (let t of e.stacks) {
		let r = e.stacks.length > 1 ? `, ${t.name}` : "";
		n.append(D("option", { value: `count ${t.name}` }, `in how many scores a head differs significantly${r}`));
	}
	for (let t of e.measures) {
		let r = D("optgroup", { label: t.title });
		for (let n of e.scores.filter((e) => e.measure === t.name)) r.append(D("option", { value: n.id }, `${n.words} · ${ue(y(n))}`));
		n.append(r);
	}
	let r = D("div"), i = () => {}, a = 0, o = () => {
		i(), a = document.documentElement.clientWidth;
		let o = e.scores.find(({ id: e }) => e === n.value);
		if (!o) {
			let o = It(e, e.stacks.find(({ name: e }) => n.value === `count ${e}`) ?? e.stacks[0], t, a);
			i = o.release, r.replaceChildren(...o.parts);
			return;
		}
		let s = te(e, o.stack), c = P([o]), l = jt(o, s, c, t, Ue(s, a), e), u = Nt(o, t, e);
		i = () => {
			l.release(), u.release();
		};
		let d = D("div", { class: "scroll" }, V(c, pe(o.quantity), null));
		r.replaceChildren(D("div", { class: "scroll" }, l.element), d, u.element);
	};
	n.addEventListener("change", o), window.addEventListener("resize", () => {
		let e = document.documentElement.clientWidth;
		Math.min(a, e) < 620 && a !== e && o();
	}), o();
	let s = () => {
		let [e, t] = [n.value.startsWith("count "), n.selectedOptions[0]?.textContent ?? ""];
		return e ? `I${t.slice(1)}` : `Second run less first: ${t}`;
	}, c = D("div", {}, r);
	return D("section", {
		class: "map",
		"aria-label": "All heads"
	}, D("h2", {}, "Which heads differ"), D("p", { class: "choose" }, D("label", { for: "colour-by" }, "Colour by "), n), Tt(c, s, { of: () => r }), D("p", { class: "hint" }, "A head is named layer-head, both counted from 1. Point at one to see it in every figure; click it, or press Enter on it, for all its scores."));
}
function Rt(e, t) {
	let n = e.findings.map(({ text: t, score: n }) => D("li", {}, t, ...e.scores.some((e) => e.id === n && e.drawn) ? [" ", D("a", {
		href: K(G(n)),
		"aria-label": `see the chart of ${n}`
	}, "see ↓")] : [])), r = e.measures.map((e) => D("li", {}, D("a", { href: K(Et(e)) }, e.title)));
	r.push(D("li", {}, D("a", { href: "#heads" }, "All differences as a table")), D("li", {}, D("a", { href: "#run" }, "What was compared")));
	let i = [
		D("section", { "aria-label": "Findings" }, D("h2", {}, "What differs"), D("ol", {}, ...n), ...e.compared.map((e) => D("p", {}, e))),
		D("section", { class: "reading" }, D("h2", {}, "How to read this"), ...e.reading.map((e) => D("p", {}, e)), D("p", { class: "caveat" }, e.caveat)),
		D("nav", { "aria-label": "On this page" }, D("h2", {}, "On this page"), D("ul", {}, ...r))
	];
	return [D("header", {}, D("h1", {}, e.title), D("p", { class: "summary" }, ...e.summary.map((e) => D("span", {}, e)))), D("div", { class: "overview" }, Lt(e, t), D("div", { class: "findings" }, ...i))];
}
//#endregion
//#region src/strip.ts
var zt = 236, Z = 6, Q = 9;
function Bt(e, t, n) {
	let r = (e) => Z + n.fraction(e) * 224, i = C(e, t), a = k(zt, 32, {
		class: "strip",
		role: "img",
		"aria-label": `${e.words}: head ${x(t)} among all heads, ${he(e, t)}`
	});
	a.append(O("line", {
		class: "zero",
		x1: Z,
		x2: 230,
		y1: Q,
		y2: Q
	}));
	let o = b(e.value).map((e) => `M${r(e).toFixed(1)} 4v10`);
	if (a.append(O("path", {
		class: "other",
		d: o.join("")
	})), e.baseline !== null) {
		let t = r(e.baseline.value);
		a.append(O("line", {
			class: "baseline",
			x1: t,
			x2: t,
			y1: 0,
			y2: 18
		}));
	}
	let [s, c] = I([n.low, n.high]);
	if (a.append(O("text", {
		x: Z,
		y: 30,
		"text-anchor": "start"
	}, s)), a.append(O("text", {
		x: 230,
		y: 30,
		"text-anchor": "end"
	}, c)), i === null) return a;
	let l = O("g", { class: "emphasis selected" });
	return i.low !== null && i.high !== null && l.append(O("line", {
		class: "interval",
		x1: r(i.low),
		x2: r(i.high),
		y1: Q,
		y2: Q
	})), l.append(O("circle", {
		cx: r(i.value),
		cy: Q,
		r: 4
	})), a.append(l), a;
}
//#endregion
//#region src/compare/panel.ts
var Vt = 60;
function Ht(e) {
	let { score: t, head: n } = e, r = `${t.words} · ${t.id}`;
	return D("li", {}, t.drawn ? D("a", { href: K(G(t.id)) }, r) : r, Bt(t, n, P([t], !0)), D("span", { class: "numbers" }, `${Ot(e)} `, D("b", {}, Y(e)), e.sure ? " significant" : ""));
}
function Ut(e, t) {
	let n = D("h2", {
		id: "panel-title",
		tabindex: -1
	}), r = D("button", { type: "button" }, "Close (Esc)"), i = D("ul", { class: "strips" }), a = D("p", { class: "quiet" }), o = D("aside", {
		class: "panel",
		"aria-labelledby": "panel-title",
		hidden: ""
	}, D("div", { class: "bar" }, n, a, r), i), s = null, c = null;
	t.listen(({ selected: t }) => {
		if (t === c || (c = t, o.hidden = t === null, document.documentElement.classList.toggle("with-panel", t !== null), t === null)) return;
		n.textContent = `Head ${J(t, e)}${e.stacks.length > 1 ? ` of the ${t.stack}` : ""}`;
		let r = e.scores.flatMap((e) => q(e, t) ?? []).sort(X), s = r.length > Vt ? `, ${Vt} of ${r.length} scores` : "";
		a.textContent = `Significant and large differences first${s}. Each tick is a head’s difference, the circle with its interval this one’s.`, i.replaceChildren(...r.slice(0, Vt).map(Ht)), i.scrollTop = 0, Wt(`#${ae(t, e)}`);
	});
	let l = () => {
		t.selected !== null && (t.select(null), Wt(location.pathname + location.search), (s instanceof SVGElement || s instanceof HTMLElement) && s.isConnected && s.focus(), s = null);
	};
	r.addEventListener("click", l), document.addEventListener("keydown", (e) => {
		e.key === "Escape" && l();
	}), document.addEventListener("headscope:open", () => {
		s = document.activeElement, n.focus({ preventScroll: !0 });
	});
	let u = () => {
		let n = oe(location.hash, e);
		(n !== null || location.hash === "") && t.select(n);
	};
	return window.addEventListener("hashchange", u), window.addEventListener("popstate", u), u(), o;
}
function Wt(e) {
	if (!(e.startsWith("#") ? location.hash === e : location.hash === "")) try {
		history.pushState(null, "", e);
	} catch {
		return;
	}
}
//#endregion
//#region src/compare/section.ts
function Gt(e) {
	let t = e.sure.flat(), n = t.filter(Boolean).length;
	return n === 0 ? "no head differs significantly" : `${n} of ${t.length} heads ${n === 1 ? "differs" : "differ"} significantly`;
}
function Kt(e) {
	return e.charAt(0).toUpperCase() + e.slice(1);
}
function qt(e, t, n) {
	let r = t.scores.filter((t) => t.measure === e.name), i = r.filter(({ drawn: e }) => e);
	if (r.length === 0) return null;
	let a = Be(i, (e) => P(e)), o = new Map([...new Set(a.values())].map((e) => [e, D("div", { class: "scroll" }, V(e.scale, pe(e.quantity), null))])), s = i.map((e) => {
		let r = te(t, e.stack), i = [...t.stacks.length > 1 ? [e.stack] : [], e.corpus].join(", "), s = `${Kt(e.words)}: ${Gt(e)}`;
		return Tt(D("figure", {
			id: G(e.id),
			tabindex: -1
		}, D("h3", {}, s), D("div", { class: "scroll" }, jt(e, r, a.get(e).scale, n, We(r), t).element), Nt(e, n, t).element, D("figcaption", {}, `${ue(y(e))}; ${i}`)), () => s, { with: () => [o.get(a.get(e))] });
	}), c = r.length - i.length, l = `No head differs significantly in ${i.length > 0 ? "the other " : ""}${c} ${c === 1 ? "score" : "scores"} of this measure; `;
	return D("section", {
		id: Et(e),
		class: "measure"
	}, D("h2", {}, e.title), D("div", { class: "about" }, D("div", {}, D("p", {}, e.read), D("p", { class: "formula" }, e.formula)), ...o.values()), D("div", { class: "figures small" }, ...s), ...c > 0 ? [D("p", { class: "quiet" }, l, D("a", { href: K("heads") }, c === 1 ? "it is in the table." : "they are in the table."))] : []);
}
//#endregion
//#region src/copy.ts
function Jt(e, t, n, r) {
	let i = D("button", { type: "button" }, e), a = D("span", {
		class: "quiet",
		role: "status"
	}), o = D("span", { class: "copy" }, i, a);
	return i.addEventListener("click", () => {
		let e = n(), i = () => {
			let n = D("textarea", {
				readonly: "",
				rows: 4,
				"aria-label": t
			});
			n.value = e, o.querySelector("textarea")?.remove(), o.append(n), n.select(), a.textContent = " This browser keeps its clipboard: press Ctrl or ⌘ and C.";
		};
		if (!navigator.clipboard) return i();
		navigator.clipboard.writeText(e).then(() => a.textContent = ` ${r(e)}`, i);
	}), o;
}
//#endregion
//#region src/csv.ts
function Yt(e) {
	return /[",\r\n]/.test(e) ? `"${e.replaceAll("\"", "\"\"")}"` : e;
}
function Xt(e, t = "heads") {
	return Jt("Copy as CSV", "The table as CSV", e, (e) => `Copied, ${e.split("\n").length - 2} ${t}.`);
}
//#endregion
//#region src/compare/table.ts
var Zt = 100, $ = (e) => (t, n) => {
	let [r, i] = [e(t), e(n)];
	return r === null || i === null ? Number(r === null) - Number(i === null) : i - r;
}, Qt = (e, t) => T(t, w(e.low, e.high));
function $t(e) {
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
			text: ({ head: t }) => J(t, e),
			order: (e, n) => t(e) - t(n),
			rising: !0,
			number: !1
		},
		{
			name: "first",
			text: (e) => Qt(e, e.first),
			order: $(({ first: e }) => e),
			rising: !1,
			number: !0
		},
		{
			name: "second",
			text: (e) => Qt(e, e.second),
			order: $(({ second: e }) => e),
			rising: !1,
			number: !0
		},
		{
			name: "difference",
			text: Y,
			order: $(({ difference: e }) => Math.abs(e)),
			rising: !1,
			number: !0
		},
		{
			name: "effect",
			text: ({ effect: e }) => e === null ? "–" : `${e > 0 ? "+" : ""}${T(e, 2)}`,
			order: $(({ effect: e }) => e === null ? null : Math.abs(e)),
			rising: !1,
			number: !0
		},
		{
			name: "p",
			text: ({ p: e }) => e === null ? "–" : E(e),
			order: $(({ p: e }) => e === null ? null : -e),
			rising: !0,
			number: !0
		},
		{
			name: "significant",
			text: ({ sure: e }) => e ? "yes" : "",
			order: X,
			rising: !1,
			number: !1
		}
	];
}
function en(e, t) {
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
		x(n),
		t.partners?.[n.stack]?.[n.layer]?.[n.head] ?? x(n),
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
	])].map((e) => e.map(Yt).join(",") + "\n").join("");
}
function tn(e, t) {
	let n = new Map(e.stacks.map((e) => [e.name, ee(e)])), r = e.scores.flatMap((e) => n.get(e.stack).flatMap((t) => q(e, t) ?? [])), i = $t(e), a = D("select", { id: "table-measure" }, D("option", { value: "" }, "all measures"));
	for (let { name: t } of e.measures) a.append(D("option", { value: t }, t));
	let o = D("input", {
		type: "checkbox",
		id: "table-sure"
	});
	o.checked = r.some(({ sure: e }) => e);
	let s = D("tbody"), c = D("p", {
		class: "quiet",
		role: "status"
	}), l = D("button", { type: "button" }, `Show ${Zt} more`), u = {
		column: i[i.length - 1],
		backwards: !1
	}, d = [], f = /* @__PURE__ */ new Map(), p = (e) => {
		let n = D("tr");
		for (let r of i) {
			if (r.name !== "head") {
				n.append(D("td", r.number ? {} : { class: "words" }, r.text(e)));
				continue;
			}
			let i = D("button", {
				type: "button",
				"aria-label": `Open head ${x(e.head)}`
			}, r.text(e));
			i.addEventListener("click", (n) => {
				t.select(e.head), n.detail === 0 && i.dispatchEvent(new CustomEvent("headscope:open", { bubbles: !0 }));
			}), n.append(D("th", { scope: "row" }, i));
		}
		return n.addEventListener("pointerenter", () => t.point(e.head)), n.addEventListener("pointerleave", () => t.point(null)), n;
	}, m = () => {
		for (let [e, n] of f) e.classList.toggle("pointed", S(n.head, t.pointed)), e.classList.toggle("selected", S(n.head, t.selected));
	}, h = () => {
		let e = d.slice(f.size, f.size + Zt).map((e) => [p(e), e]);
		for (let [t, n] of e) f.set(t, n);
		s.append(...e.map(([e]) => e)), l.hidden = f.size >= d.length, c.textContent = `${f.size.toLocaleString("en-GB")} of ${d.length.toLocaleString("en-GB")} shown, sorted by ${u.column.name}.`, m();
	}, g = () => {
		d = r.filter((e) => (a.value === "" || e.score.measure === a.value) && (!o.checked || e.sure)), d.sort(u.column.order), u.backwards && d.reverse(), f = /* @__PURE__ */ new Map(), s.replaceChildren(), i.forEach((e, t) => {
			let n = e === u.column ? u.backwards === e.rising ? "descending" : "ascending" : "none";
			_[t].setAttribute("aria-sort", n);
		}), h();
	}, _ = i.map((e) => {
		let t = D("button", {
			type: "button",
			"aria-label": `Sort by ${e.name}`
		}, e.name);
		return t.addEventListener("click", () => {
			u = {
				column: e,
				backwards: u.column === e && !u.backwards
			}, g();
		}), D("th", {
			scope: "col",
			class: e.number ? "" : "words"
		}, t);
	});
	a.addEventListener("change", g), o.addEventListener("change", g), l.addEventListener("click", h), g(), t.listen(m);
	let v = D("span", { class: "filters" }, a, " ", D("label", {}, o, " significant ones only"));
	return D("section", { id: "heads" }, D("h2", {}, "All differences"), D("div", { class: "bar" }, v, Xt(() => en(d, e), "rows"), c), D("div", {
		class: "scroll tall",
		tabindex: 0,
		role: "region",
		"aria-label": "Differences of all heads"
	}, D("table", { class: "changes" }, D("thead", {}, D("tr", {}, ..._)), s)), l);
}
//#endregion
//#region src/highlight.ts
function nn(e) {
	return e && new Set(e.map((e) => `${e.stack}/${x(e)}`));
}
function rn(e, t) {
	return e === null || t === null ? e ?? t : new Set([...e].filter((e) => t.has(e)));
}
function an(e, t) {
	return e === null || t === null ? e === t : e.size === t.size && [...e].every((e) => t.has(e));
}
var on = class e {
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
		this.#e.searched = nn(e), this.#r();
	}
	keep(e) {
		this.#e.kept = nn(e), this.#r();
	}
	#r() {
		let e = rn(this.#e.searched, this.#e.kept);
		an(e, this.found) || (this.#e.found = e, this.#t.tell());
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
//#region src/compare.ts
function sn(e) {
	let t = e.facts.map(({ name: e, first: t, second: n, same: r }) => r ? D("tr", { class: "quiet" }, D("th", { scope: "row" }, e), D("td", { colspan: 2 }, t)) : D("tr", {}, D("th", { scope: "row" }, e), D("td", {}, t), D("td", {}, n))), n = D("table", { class: "facts" }, D("thead", {}, D("tr", {}, D("td"), D("th", { scope: "col" }, "first run"), D("th", { scope: "col" }, "second run"))), D("tbody", {}, ...t));
	return D("section", { id: "run" }, D("h2", {}, "What was compared"), D("div", { class: "scroll" }, n));
}
function cn(e, t) {
	let n = new on(), r = t.measures.flatMap((e) => qt(e, t, n) ?? []);
	e.replaceChildren(...Rt(t, n), D("div", { class: "measures" }, ...r), tn(t, n), sn(t), Ut(t, n)), document.getElementById(se(location.hash.slice(1)))?.scrollIntoView();
}
var ln = document.getElementById("payload"), un = document.getElementById("report");
if (ln && un) try {
	cn(un, Dt(ln.textContent ?? ""));
} catch (e) {
	let t = e instanceof Error ? e.message : String(e);
	throw un.replaceChildren(D("p", { role: "alert" }, `This page’s data could not be drawn: ${t}.`)), e;
}
//#endregion
export { cn as mount };
