//#region src/colour.ts
var e = {
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
}, t = 256;
function n(e) {
	return e <= .04045 ? e / 12.92 : ((e + .055) / 1.055) ** 2.4;
}
function r(e) {
	return e <= .0031308 ? e * 12.92 : 1.055 * e ** (1 / 2.4) - .055;
}
function i(e) {
	let t = (t) => n(parseInt(e.slice(t, t + 2), 16) / 255), [r, i, a] = [
		t(1),
		t(3),
		t(5)
	], o = Math.cbrt(.4122214708 * r + .5363325363 * i + .0514459929 * a), s = Math.cbrt(.2119034982 * r + .6806995451 * i + .1073969566 * a), c = Math.cbrt(.0883024619 * r + .2817188376 * i + .6299787005 * a);
	return [
		.2104542553 * o + .793617785 * s - .0040720468 * c,
		1.9779984951 * o - 2.428592205 * s + .4505937099 * c,
		.0259040371 * o + .7827717662 * s - .808675766 * c
	];
}
function a([e, t, n]) {
	let i = (e + .3963377774 * t + .2158037573 * n) ** 3, a = (e - .1055613458 * t - .0638541728 * n) ** 3, o = (e - .0894841775 * t - 1.291485548 * n) ** 3;
	return `#${[
		4.0767416621 * i - 3.3077115913 * a + .2309699292 * o,
		-1.2684380046 * i + 2.6097574011 * a - .3413193965 * o,
		-.0041960863 * i - .7034186147 * a + 1.707614701 * o
	].map((e) => Math.round(255 * Math.min(1, Math.max(0, r(e))))).map((e) => e.toString(16).padStart(2, "0")).join("")}`;
}
function o([e, t, n], r) {
	let i = 1 - r, a = (a) => i * i * e[a] + 2 * i * r * t[a] + r * r * n[a];
	return [
		a(0),
		a(1),
		a(2)
	];
}
function s(e, t) {
	return Math.hypot(e[0] - t[0], e[1] - t[1], e[2] - t[2]);
}
function c([e, n, r]) {
	let c = [
		i(e),
		i(n),
		i(r)
	], l = Array.from({ length: 4097 }, (e, t) => o(c, t / 4096)), u = [0];
	for (let e = 1; e < l.length; e++) u.push(u[e - 1] + s(l[e - 1], l[e]));
	let d = u[u.length - 1], f = 0;
	return Array.from({ length: t }, (e, t) => {
		for (; f < l.length - 1 && u[f] < d * t / 255;) f++;
		return a(l[f]);
	});
}
var l = {
	light: c(e.light),
	dark: c(e.dark)
};
function u(e, t) {
	let n = Math.round(Math.min(1, Math.max(0, t)) * 255);
	return l[e][n];
}
function d(e, t) {
	e.style.setProperty("--light", u("light", t)), e.style.setProperty("--dark", u("dark", t));
}
//#endregion
//#region src/dom.ts
function f(e, t, n) {
	for (let [n, r] of Object.entries(t)) e.setAttribute(n, String(r));
	return e.append(...n), e;
}
function p(e, t = {}, ...n) {
	return f(document.createElement(e), t, n);
}
function m(e, t = {}, ...n) {
	return f(document.createElementNS("http://www.w3.org/2000/svg", e), t, n);
}
function h(e, t, n, ...r) {
	return m("svg", {
		width: e,
		height: t,
		viewBox: `0 0 ${e} ${t}`,
		...n
	}, ...r);
}
//#endregion
//#region ../../base/web/node_modules/d3-array/dist/d3-array.mjs
function g(e, t) {
	return e == null || t == null ? NaN : e < t ? -1 : e > t ? 1 : e >= t ? 0 : NaN;
}
function _(e, t) {
	return e == null || t == null ? NaN : t < e ? -1 : t > e ? 1 : t >= e ? 0 : NaN;
}
function v(e) {
	let t, n, r;
	e.length === 2 ? (t = e === g || e === _ ? e : y, n = e, r = e) : (t = g, n = (t, n) => g(e(t), n), r = (t, n) => e(t) - n);
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
function y() {
	return 0;
}
function b(e) {
	return e === null ? NaN : +e;
}
var x = v(g), ee = x.right;
x.left, v(b).center, Array.prototype.slice;
var te = Math.sqrt(50), ne = Math.sqrt(10), re = Math.sqrt(2);
function S(e, t, n) {
	let r = (t - e) / Math.max(0, n), i = Math.floor(Math.log10(r)), a = r / 10 ** i, o = a >= te ? 10 : a >= ne ? 5 : a >= re ? 2 : 1, s, c, l;
	return i < 0 ? (l = 10 ** -i / o, s = Math.round(e * l), c = Math.round(t * l), s / l < e && ++s, c / l > t && --c, l = -l) : (l = 10 ** i * o, s = Math.round(e / l), c = Math.round(t / l), s * l < e && ++s, c * l > t && --c), c < s && .5 <= n && n < 2 ? S(e, t, n * 2) : [
		s,
		c,
		l
	];
}
function C(e, t, n) {
	if (t = +t, e = +e, n = +n, !(n > 0)) return [];
	if (e === t) return [e];
	let r = t < e, [i, a, o] = r ? S(t, e, n) : S(e, t, n);
	if (!(a >= i)) return [];
	let s = a - i + 1, c = Array(s);
	if (r) {
		if (o < 0) for (let e = 0; e < s; ++e) c[e] = (a - e) / -o;
		else for (let e = 0; e < s; ++e) c[e] = (a - e) * o;
	} else if (o < 0) for (let e = 0; e < s; ++e) c[e] = (i + e) / -o;
	else for (let e = 0; e < s; ++e) c[e] = (i + e) * o;
	return c;
}
function ie(e, t, n) {
	return t = +t, e = +e, n = +n, S(e, t, n)[2];
}
function ae(e, t, n) {
	let r;
	for (;;) {
		let i = ie(e, t, n);
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
function oe(e, t) {
	let n;
	if (t === void 0) for (let t of e) t != null && (n < t || n === void 0 && t >= t) && (n = t);
	else {
		let r = -1;
		for (let i of e) (i = t(i, ++r, e)) != null && (n < i || n === void 0 && i >= i) && (n = i);
	}
	return n;
}
function se(e, t) {
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
function ce(e) {
	let t = `${e.measure} ${e.key}`;
	return e.direction === null ? t : `${t}, ${e.direction}`;
}
function w(e) {
	return e.flat().filter((e) => e !== null);
}
//#endregion
//#region src/heads.ts
function T(e) {
	return `${e.layer + 1}-${e.head + 1}`;
}
function E(e, t) {
	return e === null || t === null ? e === t : e.stack === t.stack && e.layer === t.layer && e.head === t.head;
}
function le(e) {
	let t = [];
	for (let n = 0; n < e.layers; n++) for (let r = 0; r < e.heads; r++) t.push({
		stack: e.name,
		layer: n,
		head: r
	});
	return t;
}
function D(e, t) {
	let n = e.stacks.find((e) => e.name === t);
	if (!n) throw Error(`there is no stack named ${t}`);
	return n;
}
function O(e, t) {
	if (e.stack !== t.stack) return null;
	let n = e.value[t.layer]?.[t.head] ?? null;
	return n === null ? null : {
		value: n,
		low: e.low[t.layer]?.[t.head] ?? null,
		high: e.high[t.layer]?.[t.head] ?? null
	};
}
var ue = /* @__PURE__ */ new WeakMap();
function de(e, t) {
	let n = ue.get(e);
	return n || ue.set(e, n = Float64Array.from(w(e.value)).sort()), {
		rank: n.length - ee(n, t) + 1,
		of: n.length
	};
}
function fe(e, t) {
	let n = T(e);
	return t.stacks.length > 1 ? `head=${encodeURIComponent(e.stack)}/${n}` : `head=${n}`;
}
function pe(e, t) {
	let n = /^#?head=(?:(.+)\/)?(\d+)-(\d+)$/.exec(e);
	if (!n) return null;
	let r = n[1] === void 0 ? t.stacks[0] : t.stacks.find(({ name: e }) => e === me(n[1])), i = Number(n[2]) - 1, a = Number(n[3]) - 1;
	return !r || i < 0 || a < 0 || i >= r.layers || a >= r.heads ? null : {
		stack: r.name,
		layer: i,
		head: a
	};
}
function me(e) {
	try {
		return decodeURIComponent(e);
	} catch {
		return e;
	}
}
//#endregion
//#region src/digits.ts
var k = 4, he = 2;
function A(e, t) {
	if (e === null || t === null) return he;
	let n = Math.abs(t - e) / 2;
	return n === 0 ? k : Math.min(k, Math.max(0, -Math.floor(Math.log10(n) + 1e-9)));
}
function j(e, t) {
	let n = Math.abs(e).toFixed(t);
	return e < 0 && Number(n) !== 0 ? `−${n}` : n;
}
function ge({ value: e, low: t, high: n }) {
	return j(e, A(t, n));
}
function _e(e) {
	let { low: t, high: n } = e;
	if (t === null || n === null) return ge(e);
	let r = A(t, n), i = t < 0 || n < 0 ? " to " : "–";
	return `${ge(e)} (${j(t, r)}${i}${j(n, r)})`;
}
function M(e) {
	if (e === 0) return "0";
	let t = 1 - Math.floor(Math.log10(Math.abs(e))), n = j(e, Math.min(k, Math.max(0, t)));
	return n.includes(".") ? n.replace(/\.?0+$/, "") : n;
}
function ve(e, t) {
	let n = O(e, t);
	return n === null ? "not measured" : _e(n) + (e.unit === "nats" ? " nats" : "");
}
function ye(e, t) {
	let n = O(e, t);
	return ve(e, t) + (n === null ? "" : `, ${be(e, n)}`);
}
function be(e, { value: t }) {
	let { rank: n, of: r } = de(e, t);
	return `rank ${n} of ${r}`;
}
//#endregion
//#region src/query/language.ts
var N = {
	about: "The query language, written once: query/*.py and web/src/query/*.ts read it. A grammar's quoted parts are words as they stand, the others are slots; a part in brackets may be left out.",
	limits: {
		characters: 1e3,
		depth: 50,
		listed: 8,
		near: 3,
		likeness: .6
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
N.limits, new Set(N.reserved), N.examples, [
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
var [xe, Se] = N.brackets;
//#endregion
//#region src/find.ts
function Ce(e, t, n) {
	let r = m("g", {
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
			return m("rect", {
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
function we(e, { marks: t, highlight: n, move: r, locate: i, show: a }) {
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
	let l = new Map(t.map((e) => [T(e.head), e])), u = (e) => e === null || e.stack !== t[0]?.head.stack ? null : l.get(T(e)) ?? null, d = null;
	return n.listen(({ pointed: e, selected: t }) => {
		let n = u(t);
		n !== d && (d?.element.setAttribute("aria-selected", "false"), n?.element.setAttribute("aria-selected", "true"), d = n), a(u(e), n);
	});
}
function Te(e, t, n, r) {
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
//#region src/grid.ts
var P = (e, t, n) => Math.max(e, Math.min(n, Math.floor(t)));
function F({ layers: e, heads: t }, n) {
	return {
		cellWidth: P(14, Math.min(480, n - 32 - 92) / t, 56),
		cellHeight: P(14, 400 / e, 44),
		font: 13,
		left: 40,
		top: 24,
		right: 52
	};
}
function Ee({ layers: e, heads: t }) {
	return {
		cellWidth: P(6, 104 / t, 14),
		cellHeight: P(6, 136 / e, 17),
		font: 11,
		left: 22,
		top: 16,
		right: 6
	};
}
function De(e, t, n) {
	let r = [
		1,
		4,
		8,
		16,
		32
	].find((e) => e * t >= n) ?? 64;
	return Array.from({ length: e }, (e, t) => t + 1).filter((e) => e === 1 || e % r === 0);
}
function Oe(e, t, n, r, i) {
	let { cellWidth: a, cellHeight: o, left: s, top: c } = r, l = r.right > 10, u = h(s + t.heads * a + r.right, c + t.layers * o + 2, {
		class: l ? "grid large" : "grid",
		role: "grid",
		"aria-label": e,
		"font-size": r.font
	}), d = m("g", {
		class: "labels",
		"aria-hidden": "true"
	}), f = (e, t, n, r) => d.append(m("text", {
		x: e,
		y: t,
		"text-anchor": n
	}, r));
	for (let e of De(t.heads, a, r.font * (t.heads > 9 ? 1.5 : 1))) f(s + (e - .5) * a, c - 5, "middle", String(e));
	for (let e of De(t.layers, o, r.font)) f(s - 5, c + (e - .5) * o + r.font * .35, "end", String(e));
	l && (f(s - 5, c - 5, "end", "layer"), f(s + t.heads * a + 6, c - 5, "start", "← head")), u.append(d);
	let p = le(t), g = [], _ = p.map((e) => {
		let t = i(e), [n, l] = [s + e.head * a, c + e.layer * o], u = m("rect", {
			x: n,
			y: l,
			width: a,
			height: o,
			class: t.missing ? "cell missing" : "cell",
			role: "gridcell",
			"aria-selected": "false",
			"aria-label": t.spoken
		});
		return t.paint(u), g.push(...t.write?.(n + a / 2, l + o / 2, r) ?? []), {
			head: e,
			element: u
		};
	});
	for (let e = 0; e < t.layers; e++) {
		let n = _.slice(e * t.heads, (e + 1) * t.heads);
		u.append(m("g", { role: "row" }, ...n.map(({ element: e }) => e)));
	}
	g.length > 0 && u.append(m("g", {
		class: "written",
		"aria-hidden": "true"
	}, ...g));
	let v = (e) => m("rect", {
		class: `frame ${e}`,
		width: a,
		height: o,
		visibility: "hidden"
	}), y = {
		selected: v("selected"),
		pointed: v("pointed")
	};
	u.append(m("g", { "aria-hidden": "true" }, y.selected, y.pointed));
	let b = (e, t) => {
		if (e.setAttribute("visibility", t === null ? "hidden" : "visible"), t !== null) for (let n of ["x", "y"]) e.setAttribute(n, t.element.getAttribute(n));
	}, x = new Map(_.map(({ element: e }, t) => [e, t])), ee = we(u, {
		marks: _,
		highlight: n,
		move: (e, n) => Te(t.layers, t.heads, e, n),
		locate: (e) => x.get(e.target) ?? null,
		show: (e, t) => {
			b(y.pointed, e), b(y.selected, t);
		}
	}), te = l ? Ce(u, _, n) : () => {};
	return {
		element: u,
		release: () => {
			ee(), te();
		}
	};
}
//#endregion
//#region src/scale.ts
function ke(e, t = []) {
	let n = e.flatMap((e) => [
		...w(e.value),
		...w(e.high),
		...w(e.low),
		...e.baseline === null ? [] : [e.baseline.value]
	]);
	n.push(...t);
	let r = Math.min(0, se(n) ?? 0), i = Math.max(0, oe(n) ?? 0), [a, o] = i === r ? [r, r + 1] : ae(r, i, 5);
	return {
		low: a,
		high: o,
		fraction: (e) => (e - a) / (o - a),
		ticks: (e) => C(a, o, e)
	};
}
function I(e) {
	let t = e.length > 1 ? Math.abs(e[1] - e[0]) : 1, n = Math.max(0, -Math.floor(Math.log10(t) + 1e-9));
	return e.map((e) => e === 0 ? "0" : e.toFixed(n));
}
//#endregion
//#region src/legend.ts
var L = 240, R = 10, z = 14;
function Ae(e, t, n) {
	let r = n === null ? 2 : 18, i = (t) => z + e.fraction(t) * L, a = e.ticks(5), o = Math.max(...I(a).map((e) => e.length)) > 4 ? e.ticks(2) : a, s = I(o), c = h(302, r + R + 18, {
		class: "legend",
		role: "img",
		"aria-label": `Colour from ${s[0]} to ${s[s.length - 1]} ${t}` + (n ? `; ${n.name} is ${M(n.value)}` : "")
	}), l = L / 2;
	for (let e = 0; e < l; e++) {
		let t = m("rect", {
			class: "step",
			x: z + e * 2,
			y: r,
			width: e === 119 ? 2 : 2.5,
			height: R
		});
		d(t, e / 119), c.append(t);
	}
	if (c.append(m("rect", {
		class: "edge",
		x: z,
		y: r,
		width: L,
		height: R
	})), o.forEach((e, t) => {
		c.append(m("line", {
			class: "tick",
			x1: i(e),
			x2: i(e),
			y1: r + R,
			y2: r + R + 3
		})), c.append(m("text", {
			x: i(e),
			y: r + R + 14,
			"text-anchor": "middle"
		}, s[t]));
	}), c.append(m("text", {
		x: 272,
		y: r + R + 14
	}, t)), n !== null) {
		let t = i(n.value), a = e.fraction(n.value) < .6;
		c.append(m("line", {
			class: "baseline",
			x1: t,
			x2: t,
			y1: 4,
			y2: r + R
		}));
		let o = {
			class: "quiet",
			x: t + (a ? 4 : -4),
			y: 13,
			"text-anchor": a ? "start" : "end"
		};
		c.append(m("text", o, `${n.name} ${M(n.value)}`));
	}
	return c;
}
//#endregion
//#region src/section.ts
function B(e) {
	return `score=${e}`;
}
function V(e) {
	return `#${encodeURIComponent(e).replace("%3D", "=")}`;
}
function je(e) {
	return `measure=${e.name}`;
}
//#endregion
//#region src/compare/diverging.ts
var H = {
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
}, Me = {
	light: {
		below: c(H.light.below),
		above: c(H.light.above)
	},
	dark: {
		below: c(H.dark.below),
		above: c(H.dark.above)
	}
};
function Ne(e, t) {
	let n = t < 0 ? Me[e].below : Me[e].above;
	return n[Math.round(Math.min(1, Math.abs(t)) * (n.length - 1))];
}
function Pe(e, t) {
	e.style.setProperty("--light", Ne("light", t)), e.style.setProperty("--dark", Ne("dark", t));
}
function U(e, t = !1) {
	let n = (e) => t ? [
		e.value,
		e.low,
		e.high
	] : [e.value], r = oe(e.flatMap((e) => n(e).flatMap(w)), Math.abs) ?? 0, i = r === 0 ? 1 : ae(0, r, 4)[1];
	return {
		low: -i,
		high: i,
		fraction: (e) => (e + i) / (2 * i),
		ticks: (e) => C(-i, i, e)
	};
}
//#endregion
//#region src/compare/payload.ts
function Fe(e) {
	let t = JSON.parse(e), n = /* @__PURE__ */ new Set();
	for (let e of t.scores) {
		if (n.has(e.id)) throw Error(`two scores have the id ${e.id}`);
		n.add(e.id);
		let r = t.stacks.find(({ name: t }) => t === e.stack);
		if (!r) throw Error(`score ${e.id} is of an unknown stack, ${e.stack}`);
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
			if (n.length !== r.layers || n.some((e) => e.length !== r.heads)) throw Error(`score ${e.id}: expected ${r.layers} × ${r.heads} in "${t}", got another shape`);
		}
	}
	return t;
}
function W(e, t) {
	let n = O(e, t), r = e.first[t.layer]?.[t.head] ?? null, i = e.second[t.layer]?.[t.head] ?? null;
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
function G(e, t) {
	let n = t.partners?.[e.stack]?.[e.layer]?.[e.head];
	return n === void 0 || n === T(e) ? T(e) : `${T(e)} and ${n}`;
}
function Ie({ first: e, second: t, low: n, high: r }) {
	let i = A(n, r);
	return `${j(e, i)} → ${j(t, i)}`;
}
function Le(e) {
	if (e === null) return "not measured";
	let t = e.score.unit === "nats" ? " nats" : "", n = e.p === null ? "" : e.sure ? ", sure" : ", not sure";
	return `${Ie(e)}${t}, ${K(e)}${n}`;
}
function K({ difference: e, low: t, high: n }) {
	return `${e > 0 ? "+" : ""}${_e({
		value: e,
		low: t,
		high: n
	})}`;
}
function q(e, t) {
	return Number(t.sure) - Number(e.sure) || Math.abs(t.effect ?? 0) - Math.abs(e.effect ?? 0);
}
function Re(e) {
	return e.value.flatMap((t, n) => t.flatMap((t, r) => W(e, {
		stack: e.stack,
		layer: n,
		head: r
	}) ?? [])).sort(q)[0] ?? null;
}
//#endregion
//#region src/compare/figure.ts
function ze(e, t, n, r, i, a) {
	return Oe(`${e.words}, second run less first: layers down, heads across`, t, r, i, (t) => {
		let r = W(e, t);
		return {
			spoken: `Head ${G(t, a)}, ${e.words}: ${Le(r)}`,
			missing: r === null,
			paint: (e) => r !== null && Pe(e, 2 * n.fraction(r.difference) - 1),
			write: (e, t) => r?.sure ? [m("circle", {
				class: "dot",
				cx: e,
				cy: t,
				r: Be(i)
			})] : []
		};
	});
}
var Be = ({ cellWidth: e, cellHeight: t }) => Math.max(1.5, Math.min(3.5, e / 6, t / 6));
function Ve(e, t) {
	let n = Ae(e, t, null), r = n.querySelectorAll(".step");
	return r.forEach((e, t) => Pe(e, 2 * t / (r.length - 1) - 1)), n;
}
function He(e, t, n) {
	let r = p("b"), i = p("span"), a = p("p", { class: "readout" }, r, i), o = Re(e);
	return {
		element: a,
		release: t.listen(({ current: t }) => {
			let s = t !== null && t.stack === e.stack ? t : null, c = s ?? o?.head ?? null, l = c === null ? null : W(e, c);
			r.textContent = c === null ? "" : `${s ? "Head" : "Largest: head"} ${G(c, n)}`, i.textContent = ` ${Le(l)}`, a.classList.toggle("live", s !== null);
		})
	};
}
//#endregion
//#region src/compare/overview.ts
var Ue = 5;
function We(e, t) {
	let n = e.scores.filter((e) => e.stack === t.name);
	return Array.from({ length: t.layers }, (e, r) => Array.from({ length: t.heads }, (e, t) => n.filter((e) => e.sure[r][t]).length));
}
function Ge(e, t, n, r) {
	let i = We(e, t), a = e.scores.filter((e) => e.stack === t.name).length, o = ke([], [...i.flat(), Ue]), s = (t) => `Head ${G(t, e)} surely changed in ${i[t.layer][t.head]} of ${a} scores`, c = Oe("In how many scores each head changed: layers down, heads across", t, n, F(t, r), (e) => ({
		spoken: s(e),
		paint: (t) => d(t, o.fraction(i[e.layer][e.head]))
	})), l = p("p", { class: "readout" }), u = n.listen(({ current: e }) => {
		let n = e !== null && e.stack === t.name ? e : null;
		l.textContent = n === null ? `Of ${a} scores; point at a head.` : s(n), l.classList.toggle("live", n !== null);
	});
	return {
		parts: [
			p("div", { class: "scroll" }, c.element),
			p("div", { class: "scroll" }, Ae(o, "", null)),
			l
		],
		release: () => {
			c.release(), u();
		}
	};
}
function Ke(e, t) {
	let n = p("select", { id: "colour-by" });
	for (let t of e.stacks) {
		let r = e.stacks.length > 1 ? `, ${t.name}` : "";
		n.append(p("option", { value: `count ${t.name}` }, `in how many scores a head surely changed${r}`));
	}
	for (let t of e.measures) {
		let r = p("optgroup", { label: t.title });
		for (let n of e.scores.filter((e) => e.measure === t.name)) r.append(p("option", { value: n.id }, `${n.words} · ${ce(n)}`));
		n.append(r);
	}
	let r = p("div"), i = () => {}, a = 0, o = () => {
		i(), a = document.documentElement.clientWidth;
		let o = e.scores.find(({ id: e }) => e === n.value);
		if (!o) {
			let o = Ge(e, e.stacks.find(({ name: e }) => n.value === `count ${e}`) ?? e.stacks[0], t, a);
			i = o.release, r.replaceChildren(...o.parts);
			return;
		}
		let s = D(e, o.stack), c = U([o]), l = ze(o, s, c, t, F(s, a), e), u = He(o, t, e);
		i = () => {
			l.release(), u.release();
		};
		let d = p("div", { class: "scroll" }, Ve(c, o.unit));
		r.replaceChildren(p("div", { class: "scroll" }, l.element), d, u.element);
	};
	return n.addEventListener("change", o), window.addEventListener("resize", () => {
		let e = document.documentElement.clientWidth;
		Math.min(a, e) < 620 && a !== e && o();
	}), o(), p("section", {
		class: "map",
		"aria-label": "All heads"
	}, p("h2", {}, "Which heads changed"), p("p", { class: "choose" }, p("label", { for: "colour-by" }, "Colour by "), n), r, p("p", { class: "hint" }, "A head is named layer-head, both counted from 1. Point at one to see it in every figure; click it, or press Enter on it, for all its scores."));
}
function qe(e, t) {
	let n = e.findings.map(({ text: t, score: n }) => p("li", {}, t, ...e.scores.some((e) => e.id === n && e.drawn) ? [" ", p("a", {
		href: V(B(n)),
		"aria-label": `see the chart of ${n}`
	}, "see ↓")] : [])), r = e.measures.map((e) => p("li", {}, p("a", { href: V(je(e)) }, e.title)));
	r.push(p("li", {}, p("a", { href: "#heads" }, "All differences as a table")), p("li", {}, p("a", { href: "#run" }, "What was compared")));
	let i = [
		p("section", { "aria-label": "Findings" }, p("h2", {}, "What changed"), p("ol", {}, ...n), ...e.compared.map((e) => p("p", {}, e))),
		p("section", { class: "reading" }, p("h2", {}, "How to read this"), ...e.reading.map((e) => p("p", {}, e)), p("p", { class: "caveat" }, e.caveat)),
		p("nav", { "aria-label": "On this page" }, p("h2", {}, "On this page"), p("ul", {}, ...r))
	];
	return [p("header", {}, p("h1", {}, e.title), p("p", { class: "summary" }, ...e.summary.map((e) => p("span", {}, e)))), p("div", { class: "overview" }, Ke(e, t), p("div", { class: "findings" }, ...i))];
}
//#endregion
//#region src/strip.ts
var Je = 236, J = 6, Y = 9;
function Ye(e, t, n) {
	let r = (e) => J + n.fraction(e) * 224, i = O(e, t), a = h(Je, 32, {
		class: "strip",
		role: "img",
		"aria-label": `${e.words}: head ${T(t)} among all heads, ${ye(e, t)}`
	});
	a.append(m("line", {
		class: "zero",
		x1: J,
		x2: 230,
		y1: Y,
		y2: Y
	}));
	for (let t of w(e.value)) a.append(m("line", {
		class: "other",
		x1: r(t),
		x2: r(t),
		y1: 4,
		y2: 14
	}));
	if (e.baseline !== null) {
		let t = r(e.baseline.value);
		a.append(m("line", {
			class: "baseline",
			x1: t,
			x2: t,
			y1: 0,
			y2: 18
		}));
	}
	let [o, s] = I([n.low, n.high]);
	if (a.append(m("text", {
		x: J,
		y: 30,
		"text-anchor": "start"
	}, o)), a.append(m("text", {
		x: 230,
		y: 30,
		"text-anchor": "end"
	}, s)), i === null) return a;
	let c = m("g", { class: "emphasis selected" });
	return i.low !== null && i.high !== null && c.append(m("line", {
		class: "interval",
		x1: r(i.low),
		x2: r(i.high),
		y1: Y,
		y2: Y
	})), c.append(m("circle", {
		cx: r(i.value),
		cy: Y,
		r: 4
	})), a.append(c), a;
}
//#endregion
//#region src/compare/panel.ts
var X = 60;
function Xe(e) {
	let { score: t, head: n } = e, r = `${t.words} · ${t.id}`, i = t.unit === "nats" ? " nats" : "";
	return p("li", {}, t.drawn ? p("a", { href: V(B(t.id)) }, r) : r, Ye(t, n, U([t], !0)), p("span", { class: "numbers" }, `${Ie(e)}${i} `, p("b", {}, K(e)), e.sure ? " sure" : ""));
}
function Ze(e, t) {
	let n = p("h2", {
		id: "panel-title",
		tabindex: -1
	}), r = p("button", { type: "button" }, "Close (Esc)"), i = p("ul", { class: "strips" }), a = p("p", { class: "quiet" }), o = p("aside", {
		class: "panel",
		"aria-labelledby": "panel-title",
		hidden: ""
	}, p("div", { class: "bar" }, n, a, r), i), s = null, c = null;
	t.listen(({ selected: t }) => {
		if (t === c || (c = t, o.hidden = t === null, document.documentElement.classList.toggle("with-panel", t !== null), t === null)) return;
		n.textContent = `Head ${G(t, e)}${e.stacks.length > 1 ? ` of the ${t.stack}` : ""}`;
		let r = e.scores.flatMap((e) => W(e, t) ?? []).sort(q), s = r.length > X ? `, ${X} of ${r.length} scores` : "";
		a.textContent = `Sure and large changes first${s}. Each tick is a head’s difference, the circle with its interval this one’s.`, i.replaceChildren(...r.slice(0, X).map(Xe)), i.scrollTop = 0, Qe(`#${fe(t, e)}`);
	});
	let l = () => {
		t.selected !== null && (t.select(null), Qe(location.pathname + location.search), (s instanceof SVGElement || s instanceof HTMLElement) && s.isConnected && s.focus(), s = null);
	};
	r.addEventListener("click", l), document.addEventListener("keydown", (e) => {
		e.key === "Escape" && l();
	}), document.addEventListener("headscope:open", () => {
		s = document.activeElement, n.focus({ preventScroll: !0 });
	});
	let u = () => {
		let n = pe(location.hash, e);
		(n !== null || location.hash === "") && t.select(n);
	};
	return window.addEventListener("hashchange", u), window.addEventListener("popstate", u), u(), o;
}
function Qe(e) {
	if (!(e.startsWith("#") ? location.hash === e : location.hash === "")) try {
		history.pushState(null, "", e);
	} catch {
		return;
	}
}
//#endregion
//#region src/compare/section.ts
function $e(e) {
	let t = e.sure.flat(), n = t.filter(Boolean).length;
	return n === 0 ? "no head surely changed" : `${n} of ${t.length} heads surely changed`;
}
function et(e) {
	return e.charAt(0).toUpperCase() + e.slice(1);
}
function tt(e, t, n) {
	let r = t.scores.filter((t) => t.measure === e.name), i = r.filter(({ drawn: e }) => e), a = r[0];
	if (!a) return null;
	let o = U(i), s = i.map((e) => {
		let r = D(t, e.stack), i = [...t.stacks.length > 1 ? [e.stack] : [], e.corpus].join(", ");
		return p("figure", {
			id: B(e.id),
			tabindex: -1
		}, p("h3", {}, `${et(e.words)}: ${$e(e)}`), p("div", { class: "scroll" }, ze(e, r, o, n, Ee(r), t).element), He(e, n, t).element, p("figcaption", {}, `${ce(e)}; ${i}`));
	}), c = r.length - i.length, l = `No head surely changed in ${i.length > 0 ? "the other " : ""}${c} ${c === 1 ? "score" : "scores"} of this measure; `;
	return p("section", {
		id: je(e),
		class: "measure"
	}, p("h2", {}, e.title), p("div", { class: "about" }, p("div", {}, p("p", {}, e.read), p("p", { class: "formula" }, e.formula)), ...i.length > 0 ? [p("div", { class: "scroll" }, Ve(o, a.unit))] : []), p("div", { class: "figures small" }, ...s), ...c > 0 ? [p("p", { class: "quiet" }, l, p("a", { href: V("heads") }, c === 1 ? "it is in the table." : "they are in the table."))] : []);
}
//#endregion
//#region src/csv.ts
function nt(e) {
	return /[",\r\n]/.test(e) ? `"${e.replaceAll("\"", "\"\"")}"` : e;
}
function rt(e, t = "heads") {
	let n = p("button", { type: "button" }, "Copy as CSV"), r = p("span", {
		class: "quiet",
		role: "status"
	}), i = p("span", { class: "copy" }, n, r);
	return n.addEventListener("click", () => {
		let n = e(), a = () => {
			let e = p("textarea", {
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
var it = 100, Z = (e) => (t, n) => {
	let [r, i] = [e(t), e(n)];
	return r === null || i === null ? Number(r === null) - Number(i === null) : i - r;
}, at = (e, t) => j(t, A(e.low, e.high));
function ot(e) {
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
			text: ({ head: t }) => G(t, e),
			order: (e, n) => t(e) - t(n),
			rising: !0,
			number: !1
		},
		{
			name: "first",
			text: (e) => at(e, e.first),
			order: Z(({ first: e }) => e),
			rising: !1,
			number: !0
		},
		{
			name: "second",
			text: (e) => at(e, e.second),
			order: Z(({ second: e }) => e),
			rising: !1,
			number: !0
		},
		{
			name: "difference",
			text: K,
			order: Z(({ difference: e }) => Math.abs(e)),
			rising: !1,
			number: !0
		},
		{
			name: "effect",
			text: ({ effect: e }) => e === null ? "–" : `${e > 0 ? "+" : ""}${j(e, 2)}`,
			order: Z(({ effect: e }) => e === null ? null : Math.abs(e)),
			rising: !1,
			number: !0
		},
		{
			name: "p",
			text: ({ p: e }) => e === null ? "–" : M(e),
			order: Z(({ p: e }) => e === null ? null : -e),
			rising: !0,
			number: !0
		},
		{
			name: "sure",
			text: ({ sure: e }) => e ? "yes" : "",
			order: q,
			rising: !1,
			number: !1
		}
	];
}
function st(e, t) {
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
		T(n),
		t.partners?.[n.stack]?.[n.layer]?.[n.head] ?? T(n),
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
	])].map((e) => e.map(nt).join(",") + "\n").join("");
}
function ct(e, t) {
	let n = new Map(e.stacks.map((e) => [e.name, le(e)])), r = e.scores.flatMap((e) => n.get(e.stack).flatMap((t) => W(e, t) ?? [])), i = ot(e), a = p("select", { id: "table-measure" }, p("option", { value: "" }, "all measures"));
	for (let { name: t } of e.measures) a.append(p("option", { value: t }, t));
	let o = p("input", {
		type: "checkbox",
		id: "table-sure"
	});
	o.checked = r.some(({ sure: e }) => e);
	let s = p("tbody"), c = p("p", {
		class: "quiet",
		role: "status"
	}), l = p("button", { type: "button" }, `Show ${it} more`), u = {
		column: i[i.length - 1],
		backwards: !1
	}, d = [], f = /* @__PURE__ */ new Map(), m = (e) => {
		let n = p("tr");
		for (let r of i) {
			if (r.name !== "head") {
				n.append(p("td", r.number ? {} : { class: "words" }, r.text(e)));
				continue;
			}
			let i = p("button", {
				type: "button",
				"aria-label": `Open head ${T(e.head)}`
			}, r.text(e));
			i.addEventListener("click", (n) => {
				t.select(e.head), n.detail === 0 && i.dispatchEvent(new CustomEvent("headscope:open", { bubbles: !0 }));
			}), n.append(p("th", { scope: "row" }, i));
		}
		return n.addEventListener("pointerenter", () => t.point(e.head)), n.addEventListener("pointerleave", () => t.point(null)), n;
	}, h = () => {
		for (let [e, n] of f) e.classList.toggle("pointed", E(n.head, t.pointed)), e.classList.toggle("selected", E(n.head, t.selected));
	}, g = () => {
		let e = d.slice(f.size, f.size + it).map((e) => [m(e), e]);
		for (let [t, n] of e) f.set(t, n);
		s.append(...e.map(([e]) => e)), l.hidden = f.size >= d.length, c.textContent = `${f.size.toLocaleString("en-GB")} of ${d.length.toLocaleString("en-GB")} shown, sorted by ${u.column.name}.`, h();
	}, _ = () => {
		d = r.filter((e) => (a.value === "" || e.score.measure === a.value) && (!o.checked || e.sure)), d.sort(u.column.order), u.backwards && d.reverse(), f = /* @__PURE__ */ new Map(), s.replaceChildren(), i.forEach((e, t) => {
			let n = e === u.column ? u.backwards === e.rising ? "descending" : "ascending" : "none";
			v[t].setAttribute("aria-sort", n);
		}), g();
	}, v = i.map((e) => {
		let t = p("button", {
			type: "button",
			"aria-label": `Sort by ${e.name}`
		}, e.name);
		return t.addEventListener("click", () => {
			u = {
				column: e,
				backwards: u.column === e && !u.backwards
			}, _();
		}), p("th", {
			scope: "col",
			class: e.number ? "" : "words"
		}, t);
	});
	a.addEventListener("change", _), o.addEventListener("change", _), l.addEventListener("click", g), _(), t.listen(h);
	let y = p("span", { class: "filters" }, a, " ", p("label", {}, o, " sure ones only"));
	return p("section", { id: "heads" }, p("h2", {}, "All differences"), p("div", { class: "bar" }, y, rt(() => st(d, e), "rows"), c), p("div", {
		class: "scroll tall",
		tabindex: 0,
		role: "region",
		"aria-label": "Differences of all heads"
	}, p("table", { class: "changes" }, p("thead", {}, p("tr", {}, ...v)), s)), l);
}
//#endregion
//#region src/highlight.ts
var lt = class {
	pointed = null;
	selected = null;
	found = null;
	#e = /* @__PURE__ */ new Set();
	get current() {
		return this.pointed ?? this.selected;
	}
	point(e) {
		E(e, this.pointed) || (this.pointed = e, this.#t());
	}
	select(e) {
		E(e, this.selected) || (this.selected = e, this.#t());
	}
	find(e) {
		let t = e && new Set(e.map((e) => `${e.stack}/${T(e)}`));
		(t === null || this.found === null ? t === this.found : String([...t].sort()) === String([...this.found].sort())) || (this.found = t, this.#t());
	}
	finds(e) {
		return this.found?.has(`${e.stack}/${T(e)}`) ?? !1;
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
function ut(e) {
	let t = e.facts.map(({ name: e, first: t, second: n, same: r }) => r ? p("tr", { class: "quiet" }, p("th", { scope: "row" }, e), p("td", { colspan: 2 }, t)) : p("tr", {}, p("th", { scope: "row" }, e), p("td", {}, t), p("td", {}, n))), n = p("table", { class: "facts" }, p("thead", {}, p("tr", {}, p("td"), p("th", { scope: "col" }, "first run"), p("th", { scope: "col" }, "second run"))), p("tbody", {}, ...t));
	return p("section", { id: "run" }, p("h2", {}, "What was compared"), p("div", { class: "scroll" }, n));
}
function dt(e, t) {
	let n = new lt(), r = t.measures.flatMap((e) => tt(e, t, n) ?? []);
	e.replaceChildren(...qe(t, n), p("div", { class: "measures" }, ...r), ct(t, n), ut(t), Ze(t, n)), document.getElementById(me(location.hash.slice(1)))?.scrollIntoView();
}
var Q = document.getElementById("payload"), $ = document.getElementById("report");
if (Q && $) try {
	dt($, Fe(Q.textContent ?? ""));
} catch (e) {
	let t = e instanceof Error ? e.message : String(e);
	throw $.replaceChildren(p("p", { role: "alert" }, `This page’s data could not be drawn: ${t}.`)), e;
}
//#endregion
export { dt as mount };
