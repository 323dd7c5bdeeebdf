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
function E(e) {
	let t = `${e.measure} ${e.key}`;
	return e.direction === null ? t : `${t}, ${e.direction}`;
}
function ee(e, t) {
	let n = [];
	return t.some((t) => t.stack !== e.stack) && n.push(e.stack), t.some((t) => t.corpus !== e.corpus) && n.push(e.corpus), n.join(", ");
}
function te(e, t) {
	let n = ee(e, t);
	return n === "" ? e.words : `${e.words} (${n})`;
}
function D(e) {
	return e.flat().filter((e) => e !== null);
}
function ne(e, t) {
	return e.measures.flatMap(({ name: n }) => e.scores.filter((e) => e.measure === n && e.stack === t));
}
//#endregion
//#region src/heads.ts
function O(e) {
	return `${e.layer + 1}-${e.head + 1}`;
}
function k(e, t) {
	return e === null || t === null ? e === t : e.stack === t.stack && e.layer === t.layer && e.head === t.head;
}
function A(e) {
	let t = [];
	for (let n = 0; n < e.layers; n++) for (let r = 0; r < e.heads; r++) t.push({
		stack: e.name,
		layer: n,
		head: r
	});
	return t;
}
function re(e, t) {
	let n = e.stacks.find((e) => e.name === t);
	if (!n) throw Error(`there is no stack named ${t}`);
	return n;
}
function j(e, t) {
	if (e.stack !== t.stack) return null;
	let n = e.value[t.layer]?.[t.head] ?? null;
	return n === null ? null : {
		value: n,
		low: e.low[t.layer]?.[t.head] ?? null,
		high: e.high[t.layer]?.[t.head] ?? null
	};
}
var ie = /* @__PURE__ */ new WeakMap();
function ae(e, t) {
	let n = ie.get(e);
	return n || ie.set(e, n = Float64Array.from(D(e.value)).sort()), {
		rank: n.length - u(n, t) + 1,
		of: n.length
	};
}
function oe(e) {
	let t = null, n = -Infinity;
	return e.value.forEach((r, i) => r.forEach((r, a) => {
		r !== null && r > n && (n = r, t = {
			stack: e.stack,
			layer: i,
			head: a
		});
	})), t;
}
function se(e, t) {
	return t.stacks.length > 1 ? `${e.stack}/${O(e)}` : O(e);
}
function ce(e, t) {
	let n = /^(?:(.+)\/)?(\d+)-(\d+)$/su.exec(e);
	if (!n) return null;
	let r = n[1] === void 0 ? t.stacks[0] : t.stacks.find(({ name: e }) => e === n[1]), i = Number(n[2]) - 1, a = Number(n[3]) - 1;
	return !r || i < 0 || a < 0 || i >= r.layers || a >= r.heads ? null : {
		stack: r.name,
		layer: i,
		head: a
	};
}
function le(e, t) {
	return `There is no head ${e} here: the model has ${t.stacks.map(({ name: e, layers: n, heads: r }) => `${n} layers of ${r} heads${t.stacks.length > 1 ? ` in the ${e}` : ""}`).join(", ")}.`;
}
function M(e, t) {
	let n = O(e);
	return t.stacks.length > 1 ? `head=${encodeURIComponent(e.stack)}/${n}` : `head=${n}`;
}
function ue(e, t) {
	let n = /^#?head=(.+)$/su.exec(e);
	return n && ce(de(n[1]), t);
}
function de(e) {
	try {
		return decodeURIComponent(e);
	} catch {
		return e;
	}
}
//#endregion
//#region src/highlight.ts
var fe = class {
	pointed = null;
	selected = null;
	found = null;
	#e = /* @__PURE__ */ new Set();
	get current() {
		return this.pointed ?? this.selected;
	}
	point(e) {
		k(e, this.pointed) || (this.pointed = e, this.#t());
	}
	select(e) {
		k(e, this.selected) || (this.selected = e, this.#t());
	}
	find(e) {
		let t = e && new Set(e.map((e) => `${e.stack}/${O(e)}`));
		(t === null || this.found === null ? t === this.found : String([...t].sort()) === String([...this.found].sort())) || (this.found = t, this.#t());
	}
	finds(e) {
		return this.found?.has(`${e.stack}/${O(e)}`) ?? !1;
	}
	listen(e) {
		return this.#e.add(e), e(this), () => this.#e.delete(e);
	}
	#t() {
		for (let e of this.#e) e(this);
	}
};
//#endregion
//#region src/copy.ts
function pe(e, n, r, i) {
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
var me = [
	"at",
	"head",
	"pin",
	"find",
	"filter",
	"colour",
	"stack",
	"sort"
];
function he(e) {
	return encodeURIComponent(e).replace(/%(2B|2C|2F|3A|3D)/gu, (e) => decodeURIComponent(e));
}
function ge(e) {
	let t = /* @__PURE__ */ new Map();
	for (let n of e.replace(/^#/u, "").split("&")) {
		if (n === "") continue;
		let e = n.indexOf("="), r = me.find((t) => t !== "at" && t === n.slice(0, Math.max(e, 0)));
		t.set(r ?? "at", de(r ? n.slice(e + 1) : n));
	}
	return t;
}
function _e(e) {
	return me.flatMap((t) => {
		let n = e.get(t);
		return n === void 0 ? [] : [t === "at" ? he(n) : `${t}=${he(n)}`];
	}).join("&");
}
var ve = class {
	#e = ge(location.hash);
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
			let e = ge(location.hash), t = this.#i !== "" && de(this.#i) === de(location.hash);
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
		e.head && n.delete("at"), _e(n) !== _e(this.#e) && (this.#a(n, t === "new" ? "pushState" : "replaceState"), this.#o(n));
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
		return me.flatMap((e) => this.#n.get(e) ?? []);
	}
	watch(e) {
		this.#r.add(e), e();
	}
	get address() {
		let e = _e(this.#e);
		return location.href.replace(/#.*$/su, "") + (e === "" ? "" : `#${e}`);
	}
	#a(e, t) {
		let n = _e(e);
		try {
			history[t](history.state, "", n === "" ? location.pathname + location.search : `#${n}`);
		} catch {
			return;
		}
	}
	#o(e, t = !1) {
		let n = this.#e;
		this.#e = e;
		let r = me.filter((t) => n.get(t) !== e.get(t) || t === "at" && e.has("at"));
		for (let e of r) this.#n.delete(e);
		for (let e of r) for (let n of [...this.#t.get(e) ?? []]) n(this.get(e), t);
		for (let e of this.#r) e();
	}
};
function ye(e) {
	let n = t("p", {
		class: "wrong",
		role: "alert"
	});
	return e.watch(() => {
		n.textContent = e.refused.join(" "), n.hidden = e.refused.length === 0;
	}), t("div", { class: "link" }, pe("Copy link", "The link to this page as it is now", () => e.address, () => "Copied."), n);
}
//#endregion
//#region src/behaviour.ts
var be = {
	name: "",
	words: "no label",
	sign: "",
	light: null,
	dark: null
}, xe = class {
	#e;
	#t;
	#n = /* @__PURE__ */ new Map();
	#r = /* @__PURE__ */ new Map();
	#i = /* @__PURE__ */ new Map();
	constructor(e) {
		this.#e = new Map(e.behaviours.map((e) => [e.name, e])), this.#t = e.behaviours.find(({ light: e }) => e === null) ?? be;
		for (let t of e.labels) this.#n.set(Se(t), t), this.#i.set(t.label, Math.max(this.#i.get(t.label) ?? 0, t.margin ?? 0));
		for (let t of e.cards) this.#r.set(Se(t), t);
	}
	of(e) {
		let t = this.#n.get(Se(e)), n = this.#r.get(Se(e))?.claims ?? [], r = (t && this.#e.get(t.label)) ?? this.#t, i = this.#i.get(r.name) ?? 0;
		return {
			behaviour: r,
			sure: t?.sure ?? !1,
			strength: i > 0 ? (t?.margin ?? 0) / i : 0,
			claims: n
		};
	}
	card(e) {
		return this.#r.get(Se(e));
	}
	counts(e) {
		let t = e.map((e) => this.of(e));
		return [.../* @__PURE__ */ new Set([...this.#e.values(), this.#t])].map((e) => {
			let n = t.filter((t) => t.behaviour === e);
			return {
				behaviour: e,
				count: n.length,
				unsure: n.filter(N).length
			};
		}).filter(({ count: e }) => e > 0);
	}
};
function N({ behaviour: e, sure: t }) {
	return !t && e.light !== null;
}
function Se({ stack: e, layer: t, head: n }) {
	return `${e}/${t}/${n}`;
}
var Ce = {
	light: "#ffffff",
	dark: "#111316"
}, we = ["#16181c", "#ffffff"];
function Te(e, t, n) {
	let r = (e, t) => parseInt(e.slice(t, t + 2), 16);
	return `#${[
		1,
		3,
		5
	].map((i) => Math.round(n * r(e, i) + (1 - n) * r(t, i))).map((e) => e.toString(16).padStart(2, "0")).join("")}`;
}
function Ee({ sure: e, strength: t }) {
	return e ? .6 + .4 * Math.min(1, Math.max(0, t)) : .3;
}
function De(e, t) {
	let n = e.behaviour.light, r = n === null ? Ce[t] : Te(n, Ce[t], Ee(e));
	return {
		fill: r,
		ink: Oe(r)
	};
}
function Oe(e) {
	return we.reduce((t, n) => ke(n, e) > ke(t, e) ? n : t);
}
function ke(e, t) {
	let [n, r] = [Ae(e), Ae(t)].sort((e, t) => e - t);
	return (r + .05) / (n + .05);
}
function Ae(e) {
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
var je = 4, Me = 2;
function Ne(e, t) {
	if (e === null || t === null) return Me;
	let n = Math.abs(t - e) / 2;
	return n === 0 ? je : Math.min(je, Math.max(0, -Math.floor(Math.log10(n) + 1e-9)));
}
function P(e, t) {
	let n = Math.abs(e).toFixed(t);
	return e < 0 && Number(n) !== 0 ? `−${n}` : n;
}
function Pe(e) {
	return e.replace(/(^| )-(?=\d)/gu, "$1−");
}
function Fe({ value: e, low: t, high: n }) {
	return P(e, Ne(t, n));
}
function Ie(e, t = "") {
	let { low: n, high: r } = e, i = t === "" ? Fe(e) : `${Fe(e)} ${t}`;
	if (n === null || r === null) return i;
	let a = Ne(n, r), o = n < 0 || r < 0 ? " to " : "–";
	return `${i} (${P(n, a)}${o}${P(r, a)})`;
}
function F(e) {
	if (e === 0) return "0";
	let t = 1 - Math.floor(Math.log10(Math.abs(e))), n = P(e, Math.min(je, Math.max(0, t)));
	return n.includes(".") ? n.replace(/\.?0+$/, "") : n;
}
function Le({ name: e, unit: t }) {
	return t || e;
}
function Re(e, t) {
	let n = j(e, t);
	return n === null ? "not measured" : Ie(n, e.quantity.unit);
}
function ze(e, t) {
	let n = j(e, t);
	return Re(e, t) + (n === null ? "" : `, ${Be(e, n)}`);
}
function Be(e, { value: t }) {
	let { rank: n, of: r } = ae(e, t);
	return `rank ${n} of ${r}`;
}
//#endregion
//#region src/query/facts.ts
function Ve({ words: e = "", short: t = "" }) {
	return t === "" ? e : `${e} ${t}`;
}
function He(e) {
	return {
		stacks: e.stacks,
		scores: T(e),
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
}, L = I.limits, Ue = /* @__PURE__ */ new Set([...I.reserved, ...Object.keys(I.aliases)]), R = class extends Error {
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
function We(e) {
	let t = [...e], n = t.slice(0, L.listed).join(", ");
	return t.length > L.listed ? B("more", {
		known: n,
		count: t.length - L.listed
	}) : n;
}
function Ge(e, t) {
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
	let o = Ge(e.slice(0, r), t.slice(0, i));
	return n + o + Ge(e.slice(r + n), t.slice(i + n));
}
function Ke(e, t) {
	let [n, r] = [[...e.toLowerCase()], [...t.toLowerCase()]], i = n.length + r.length;
	return i === 0 ? 1 : 2 * Ge(n, r) / i;
}
//#endregion
//#region src/query/tokens.ts
var qe = [
	"space",
	"quoted",
	"sign",
	"word"
].map((e) => ({
	kind: e,
	pattern: new RegExp(I.tokens[e], "uy")
})), Je = RegExp(`^(?:${I.tokens.word})$`, "u");
function V(e) {
	let t = e.kind === "word" || e.kind === "sign" ? e.text.toLowerCase() : "";
	return z(I.aliases, t) ? I.aliases[t] : t;
}
function Ye({ kind: e, text: t }) {
	return e === "quoted" ? t.includes("\"") ? `'${t}'` : `"${t}"` : t;
}
function H(e) {
	return e.kind === "end" ? B("end_found") : B("word_found", { text: e.text });
}
function Xe(e) {
	return Je.test(e);
}
function Ze(e) {
	let t = [...e].length, n = L.characters;
	if (t > n) throw new R("long", B("long", {
		most: n,
		count: t
	}), n, n + 1);
	let r = [], i = 0, a = 0;
	for (; i < e.length;) {
		let t = qe.flatMap(({ kind: t, pattern: n }) => {
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
var Qe = new Map(Object.entries(I.slots).map(([e, t]) => [e, {
	...t,
	pattern: RegExp(`^(?:${t.pattern})$`, "u")
}])), [$e, et] = I.brackets, [tt, nt] = [I.range, I.slip].map((e) => RegExp(`^(?:${e})$`, "u"));
function rt(e) {
	let t = nt.exec(e.toLowerCase().replaceAll("head", "h").replaceAll("layer", "l").replaceAll(" ", ""));
	return t && `${t[1]}-${t[2]}`;
}
function it(e, t) {
	return z(I.filled, e) ? [
		t.replaceAll(",", "."),
		rt(t),
		I.filled[e]
	].filter((t) => t !== null && t !== "" && Qe.get(e).pattern.test(t)) : [];
}
function at(e) {
	return e.slice(1, -1).split("|");
}
function ot(e) {
	let t = Ze(e).reverse(), n = () => t.at(-1), r = () => t.pop(), i = 0, a = (e, { start: t, end: n }, r = {}, i = []) => new R(e, B(e, r), t, n, i), o = (e, t, n = null, r = null, i = "") => ({
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
		for (; V(n()) === t;) r(), i.push(s(e + 1));
		return i.length === 1 ? i[0] : {
			kind: "joined",
			joint: t,
			parts: i
		};
	}
	function c() {
		let e = n(), t = V(e);
		if (t === I.prefix || t === $e) {
			if (r(), i += 1, i > L.depth) throw a("deep", e, { most: L.depth });
			let n = t === $e ? u(e) : {
				kind: "not",
				part: c()
			};
			return --i, n;
		}
		if (z(I.terms, t)) return r(), t === "layer" ? f() : o(t, p(I.terms[t]));
		if (I.ends.includes(t)) {
			r();
			let e = p(I.tests[t]);
			return V(n()) === I.filler && r(), o(t, e, ...l());
		}
		return e.kind === "word" && Qe.get("head").pattern.test(e.text) ? o("head", [r()]) : d();
	}
	function l() {
		let e = n(), t = V(e);
		if (e.kind === "end" || e.kind === "sign" || Ue.has(t)) {
			let n = We([...Object.keys(I.terms), I.prefix].map((e) => `'${e}'`));
			throw a(Ue.has(t) ? "reserved" : "term", e, {
				words: n,
				found: H(e)
			});
		}
		return [r(), z(I.directions, V(n())) ? r() : null];
	}
	function u(e) {
		let t = s();
		if (n().kind === "end") throw a("bracket", e);
		if (V(n()) !== et) throw a("inside", n(), { found: H(n()) });
		return r(), t;
	}
	function d() {
		let [e, t] = l(), i = V(n());
		return z(I.tests, i) ? (r(), o(i, p(I.tests[i]), e, t)) : o("bare", [], e, t);
	}
	function f() {
		let e = n(), t = V(e), i = z(I.tests, t) ? I.tests[t] : [];
		if (i.includes("number")) return r(), o("layer", p(i.map((e) => e === "number" ? "layer" : e)), null, null, t);
		let a = e.kind === "word" ? tt.exec(e.text) : null;
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
			if (Array.isArray(e)) return at(e[0]).includes(V(n())) ? p(e) : [];
			if (e.startsWith("'")) {
				let t = at(e);
				if (!t.includes(V(n()))) throw a("word", n(), {
					word: t[0],
					found: H(n())
				});
				return r(), [];
			}
			let { pattern: t, expected: i } = Qe.get(e), { kind: o, text: s } = n();
			if (o === "end" || o === "sign" || !t.test(s)) throw a("slot", n(), {
				expected: i,
				found: H(n())
			}, it(e, s));
			return [r()];
		});
	}
	if (n().kind === "end") throw a("nothing", n());
	let m = s();
	if (n().kind !== "end") throw a("after", n(), { found: H(n()) });
	return m;
}
//#endregion
//#region src/query/names.ts
var U = class extends Error {
	code;
	known;
	constructor(e, t, n = []) {
		super(B(e, {
			...t,
			known: We(n)
		})), this.code = e, this.known = n;
	}
}, st = ({ measure: e, key: t }) => `${e}.${t}`, W = (e) => [...new Set(e)];
function G(e) {
	return Xe(e) && !Ue.has(e.toLowerCase()) ? e : e.includes("\"") ? `'${e}'` : `"${e}"`;
}
function ct(e) {
	let t = e.split("@");
	return t.slice(1).map((e, n) => {
		let r = t.length - 1 - n;
		return {
			base: t.slice(0, r).join("@"),
			corpus: t.slice(r).join("@")
		};
	});
}
function K(e, t, n) {
	let r = [...t], i = r.filter((t) => n(t) === e);
	return i.length > 0 ? i : r.filter((t) => n(t).toLowerCase() === e.toLowerCase());
}
function lt(e, t, n, r = "") {
	let i = (t) => {
		let n = W(t.map(st));
		if (n.length > 1) throw new U("measures", { name: G(e) }, n.map((e) => G(e + r)));
		return t;
	}, a = K(e, t, st);
	if (a.length > 0) return i(a);
	let o = K(e, t, ({ measure: e }) => e);
	if (o.length > 0) {
		let t = W(o.map(({ key: e }) => e));
		if (t.length === 1) return o;
		if (t.includes(I.whole)) return o.filter(({ key: e }) => e === I.whole);
		throw new U("keys", { name: G(e) }, W(o.map(st)).map((e) => G(e + r)));
	}
	let s = K(e, t, ({ key: e }) => e), c = s.filter(({ measure: e }) => !n.includes(e));
	return i(c.length > 0 ? c : s);
}
function ut(e, t, n) {
	for (let { base: r, corpus: i } of ct(e)) {
		let e = [];
		try {
			e = lt(r, t, n);
		} catch (e) {
			if (!(e instanceof U)) throw e;
		}
		if (e.length !== 0) return new U("elsewhere", {
			name: G(r),
			corpus: i
		}, W(e.map((e) => G(`${r}@${e.corpus}`))));
	}
	return new U("unknown", { name: e });
}
function dt(e, t, n = []) {
	let r = [...new Map(t.map(({ measure: e, key: t, corpus: n }) => [JSON.stringify([
		e,
		t,
		n
	]), {
		measure: e,
		key: t,
		corpus: n
	}])).values()], i = lt(e, r, n);
	if (i.length > 0) {
		let t = W(i.map(({ corpus: e }) => e));
		if (t.length === 1) return i[0];
		throw new U("corpora", { name: G(e) }, t.map((t) => G(`${e}@${t}`)));
	}
	for (let { base: t, corpus: i } of ct(e)) {
		let e = lt(t, r.filter((e) => e.corpus === i), n, `@${i}`);
		if (e.length > 0) return e[0];
	}
	throw ut(e, r, n);
}
//#endregion
//#region src/query/evaluate.ts
var ft = ["behaviour", "pattern"];
function pt(e) {
	let t = e.endsWith("%"), [n, r = "0"] = (t ? e.slice(0, -1) : e).toLowerCase().split("e"), i = Number(r) - (t ? 2 : 0), a = (n.split(".")[1] ?? "").length;
	return {
		value: Number(`${n}e${i}`),
		half: Number(`5e${i - a - 1}`)
	};
}
function mt(e) {
	let t = e * 10 ** L.decimals, n = Math.floor(t);
	return t - n === .5 && n % 2 == 0 ? n : Math.round(t);
}
function ht(e, t, n) {
	return [...t].sort((t, r) => {
		let [i, a] = [e[t], e[r]];
		return i === null || a === null ? Number(i === null) - Number(a === null) : n ? mt(i) - mt(a) : mt(a) - mt(i);
	});
}
function gt(e, t) {
	let n = e.stacks.flatMap(A), r = /* @__PURE__ */ new Map(), i = [], a = [], o = (e, { start: t, end: n }, r = {}, i = []) => new R(e, B(e, r), t, n, i);
	function s(t, i) {
		let a;
		try {
			a = dt(t.text, e.scores, e.second);
		} catch (e) {
			throw e instanceof U ? new R(e.code, e.message, t.start, t.end, e.known) : e;
		}
		let s = i === null ? "" : I.directions[V(i)], c = JSON.stringify([a, s]), l = r.get(c);
		if (l) return l;
		let u = e.scores.filter((e) => e.measure === a.measure && e.key === a.key && e.corpus === a.corpus);
		if (i !== null) {
			let e = {
				name: G(t.text),
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
		let i = n.flatMap((t, n) => e[n] === null ? [] : [n]), a = new Set(ht(e, i, r === "bottom").slice(0, t));
		return n.map((e, t) => a.has(t));
	}
	function l(e, t) {
		let n = t === null ? _() : /* @__PURE__ */ new Map(), r = K(e.text, n.keys(), String)[0], l = r === void 0 ? null : v(...n.get(r));
		if (l?.includes(!0)) return a.push({
			token: e,
			text: `label ${G(r)}`
		}), l;
		let u;
		try {
			({value: u} = s(e, t));
		} catch (n) {
			if (!(n instanceof R) || n.code !== "unknown" || t !== null) throw n;
			let r = K(e.text, h, String);
			if (l === null && r.length === 0) throw o("unheard", e, { name: e.text });
			return a.push({
				token: e,
				text: l === null ? `stack ${G(r[0])}` : `label ${G(e.text)}`
			}), l ?? g(e);
		}
		return i.push(!1), a.push({
			token: t ?? e,
			text: `${Ye(t ?? e)} top ${L.bare}`
		}), c(u, L.bare, "top");
	}
	function u(e, t, n, r) {
		let { value: a } = s(n, r);
		if (i.push(I.rising.includes(e)), I.ends.includes(e)) return c(a, Number(t[0].text), e);
		if (e === "=") {
			let { value: e, half: n } = pt(t[0].text);
			return a.map((t) => t !== null && Math.abs(t - e) <= n);
		}
		return d(e, a, t.map(({ text: e }) => pt(e).value), t);
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
		let r = t.text.lastIndexOf("/"), [i, a] = [t.text.slice(0, Math.max(r, 0)).toLowerCase(), t.text.slice(r + 1)], s = n.map((e) => O(e) === a && (i === "" || i === e.stack.toLowerCase()));
		if (s.includes(!0)) return s;
		let c = new Set(e.stacks.map(({ layers: e, heads: t }) => B("shape", {
			layers: e,
			heads: t
		}))), [l, u] = [a.split("-").map(Number), e.stacks[0]], d = `${Math.min(l[0], u.layers)}-${Math.min(l[1], u.heads)}`;
		throw o("heads", t, {
			head: t.text,
			known: We(c)
		}, [d]);
	}
	let h = e.stacks.map(({ name: e }) => e);
	function g(e) {
		let t = K(e.text, h, String)[0];
		if (t === void 0) throw o("stack", e, {
			stack: e.text,
			known: We(h)
		});
		return n.map((e) => e.stack === t);
	}
	function _() {
		let t = ft.filter((t) => e.labels[t].length > 0).flatMap((t) => e.names[t].map((e) => [t, e])), n = [...t].reverse().map((e) => [e[1], e]);
		return new Map([...n, ...t.map((e) => [e.join("."), e])]);
	}
	function v(t, r) {
		let i = e.labels[t].filter((e) => e.label === r), a = new Set(i.map((e) => `${e.stack}/${O(e)}`));
		return n.map((e) => a.has(`${e.stack}/${O(e)}`));
	}
	function y(t) {
		let n = _();
		if (n.size === 0) throw o("unlabelled", t);
		let r = K(t.text, n.keys(), String)[0];
		if (r !== void 0) return v(...n.get(r));
		let i = new Set(ft.flatMap((t) => e.names[t]).filter((e) => n.has(e)));
		throw o("label", t, {
			label: t.text,
			known: We([...i].map(G))
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
	let S = x(ot(t)), C = [...r.values()], w = n.flatMap((e, t) => S[t] ? [t] : []), T = C[0] ? ht(C[0].value, w, i[0]) : w, E = [...t];
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
var _t = /[\p{C}\p{Z}]/u, vt = ["behaviour", "pattern"];
function yt(e, t) {
	try {
		return gt(e, t);
	} catch (n) {
		throw n instanceof R ? new R(n.code, n.message, n.start, n.end, [], xt(e, t, n)) : n;
	}
}
var q = (e) => e.replace(/^[ \t\r\n\u00a0]+|[ \t\r\n\u00a0]+$/gu, "");
function bt(e, t) {
	try {
		return gt(e, t);
	} catch (e) {
		if (e instanceof R) return e;
		throw e;
	}
}
function xt(e, t, n) {
	let r = [...t].slice(0, n.code === "long" ? L.characters + 1 : void 0).join(""), i = St(e, q(r), Ct(e, r, n, L.repairs));
	return i.length > 0 ? i : St(e, q(r), Tt(e, r, n));
}
function St(e, t, n) {
	let r = [];
	for (let i of n) if (!(i === t || r.includes(i) || _t.test(i.replaceAll(" ", ""))) && (bt(e, i) instanceof R || r.push(i), r.length === L.near)) break;
	return r;
}
function* Ct(e, t, n, r) {
	for (let i of [...new Set(wt(e, t, n))].slice(0, L.listed)) {
		let t = bt(e, i);
		if (!(t instanceof R)) yield i;
		else if (r > 1) {
			let [n] = [...Ct(e, i, t, r - 1)];
			n !== void 0 && (yield n);
		}
	}
}
function* wt(e, t, { code: n, start: r, end: i, known: a }) {
	let o = [...t], s = (e, t) => o.slice(e, t).join(""), c = s(r, i), l = (e) => [
		s(0, r),
		e,
		s(i)
	].map(q).filter(Boolean).join(" "), u = c.replace(/^["']+|["']+$/gu, "");
	if (n === "falling") {
		let e = a[0], t = s(0, r), n = t.lastIndexOf(e);
		yield t.slice(0, n) + c + t.slice(n + e.length) + e + s(i);
	} else yield* a.map(l);
	if (n === "unknown" || n === "unheard") {
		let t = rt(u);
		t !== null && (yield l(t)), yield* Et(e, u).map(l);
	}
	(n === "label" || n === "unheard") && (yield* Dt(e, u).map(l)), n === "label" && (yield* e.names.behaviour.map(G).map(l));
	let d = e.stacks.map(({ name: e }) => e);
	n === "slot" && (yield* a.map((e) => l(`${e} ${c}`))), n === "slot" && a.length === 0 && (yield* [...e.names.behaviour, ...d].map(G).map(l)), n === "stack" && (yield* [...d].sort((e, t) => Ke(t, u) - Ke(e, u)).map(l)), (n === "undirected" || n === "direction") && (yield l("")), n === "word" && (yield* [l("and"), l(`and ${c}`)]), n === "quote" && (yield t + o[r]), n === "bracket" && (yield `${t})`), (n === "after" || n === "inside") && (Qe.get("number").pattern.test(c) && (yield l(`> ${c}`)), yield* [...I.joints, ...Object.keys(I.tests)].filter((e) => Ke(e, c) >= L.likeness).map(l), yield* [...I.joints].reverse().map((e) => l(`${e} ${c}`)), n === "inside" && (yield l(`) ${c}`))), (n === "term" || n === "reserved") && Ue.has(c.toLowerCase()) && (yield l(`"${c}"`)), (n === "term" || n === "reserved" || n === "after") && (yield l(""));
}
function* Tt(e, t, { start: n, end: r }) {
	let i = [...t], [a, o, s] = [
		[0, n],
		[n, r],
		[r, void 0]
	].map(([e, t]) => q(i.slice(e, t).join("")));
	yield* [
		q(`${a} ${s}`),
		a,
		s,
		o
	];
	for (let e of I.joints) yield q(a.endsWith(e) ? a.slice(0, -e.length) : a), yield q(s.startsWith(e) ? s.slice(e.length) : s);
	let c = e.scores.map(({ measure: e, key: t }) => `${G(`${e}.${t}`)} top ${L.bare}`), l = vt.flatMap((t) => e.labels[t].map(({ label: e }) => `label ${G(e)}`));
	yield* [
		...c.slice(0, 1),
		...l.slice(0, 1),
		"layer 1",
		...c,
		...l
	];
}
function Et(e, t) {
	let n = [...e.scores].reverse();
	return t.includes(".") ? Ot(t, new Map(n.map(({ measure: e, key: t }) => [`${e}.${t}`, ""]))) : Ot(t, new Map([...n.map(({ measure: e }) => [e, ""]), ...n.map((e) => [e.key, Ve(e)])]));
}
function Dt(e, t) {
	let n = vt.filter((t) => e.labels[t].length > 0).flatMap((t) => e.names[t].map((e) => ({
		kind: t,
		label: e
	})));
	if (t.includes(".")) return Ot(t, new Map(n.map(({ kind: e, label: t }) => [`${e}.${t}`, ""])));
	let r = new Map(Object.entries(e.words ?? {}));
	return Ot(t, new Map([...n].reverse().map(({ label: e }) => [e, r.get(e) ?? ""])));
}
function Ot(e, t) {
	let n = kt(e), r = [...t.keys()].reverse(), i = (e) => t.get(e).split(" ").length, a = r.filter((e) => {
		let r = new Set(kt(t.get(e)));
		return n.length > 0 && n.every((e) => r.has(e));
	}).sort((e, t) => i(e) - i(t) || [...e].length - [...t].length), o = new Map(r.map((t) => [t, Ke(t, e)])), s = r.filter((e) => o.get(e) >= L.likeness).sort((e, t) => o.get(t) - o.get(e));
	return [.../* @__PURE__ */ new Set([...a, ...s])].map(G);
}
function kt(e) {
	return (e.toLowerCase().match(/[a-z]+/gu) ?? []).map((e) => e.replace(/s$/u, "")).filter((e) => e.length >= L.letters);
}
//#endregion
//#region src/find.ts
var At = 200, jt = 24, Mt = 3, Nt = {
	"dependent-to-head": " to head",
	"head-to-dependent": " to dependent",
	both: " both ways"
};
function Pt(e, t) {
	try {
		return yt(e, t);
	} catch (e) {
		if (e instanceof R) return e;
		throw e;
	}
}
function Ft({ scores: e, labels: t }) {
	let n = ({ measure: e, key: t }) => [.../^\p{L}/u.test(t) ? [t] : [], `${e}.${t}`].flatMap((e) => [e, `"${e}"`]), r = (e) => Math.max(...D(e.value)), i = e.filter(({ quantity: e }) => e.percent), a = (e) => [...e].sort((e, t) => r(t) - r(e)), o = i.filter(({ direction: e }) => e !== null), s = Math.max(0, ...o.map(({ segments: e }) => e)) / 10, c = a(o.filter(({ segments: e }) => e > s)), l = [...e].sort((e, t) => Number(e.quantity.percent) - Number(t.quantity.percent)).map(({ measure: e }) => e), u = t.behaviour.find(({ layer: e, label: t }) => e > 0 && t !== "mixed")?.label;
	return [
		c.slice(0, Mt).flatMap((e) => n(e).map((t) => `${t} > ${Math.floor(10 * r(e) - 1) / 10}`)),
		[...new Set(l)].map((e) => `${e} top 5`),
		a(i.filter((e) => e.direction === null && r(e) > .5)).flatMap((e) => n(e).map((e) => `${e} > 50%`)),
		u === void 0 ? [] : [`label ${u}`, `label "${u}"`],
		["layer 1"]
	];
}
function It(e) {
	let t = e.stacks.reduce((e, { layers: t, heads: n }) => e + t * n, 0), n = (n) => {
		let r = Pt(e, n);
		return !(r instanceof R) && r.heads.length > 0 && r.heads.length < t;
	};
	return Ft(e).flatMap((e) => e.find(n) ?? []).slice(0, Mt);
}
function Lt({ heads: e, columns: t }) {
	return e.length === 1 && t.length === 0;
}
function Rt({ heads: e, columns: t, read: n }, r, i) {
	let a = i.stacks.reduce((e, { layers: t, heads: n }) => e + t * n, 0), o = t[0], s = o && e.length > 1 ? `, by ${o.name.measure}.${o.name.key}` : "", c = Lt({
		heads: e,
		columns: t
	}) ? ". Press Enter for its card" : "";
	return `${e.length} of ${a} heads${s}${n === r ? "" : `, read as: ${n}`}${c}`;
}
function zt(e, { start: n, end: r }) {
	let i = [...e], a = (e, t) => i.slice(e, t).join("");
	return t("code", {}, a(0, n), t("mark", {}, a(n, r) || "\xA0"), a(Math.max(n, r)));
}
function Bt(e, n, r) {
	let i = t("ul", { "aria-label": "Heads found" }), [a] = e.columns, o = (e, i) => {
		let o = n.stacks.length > 1 ? `${e.stack} ${O(e)}` : O(e), s = t("a", { href: `#${M(e, n)}` }, o);
		for (let t of ["pointerenter", "focus"]) s.addEventListener(t, () => r.point(e));
		for (let e of ["pointerleave", "blur"]) s.addEventListener(e, () => r.point(null));
		let c = a?.scores[i], l = t("li", {}, s), u = a?.direction === "" ? Nt[c?.direction ?? ""] ?? "" : "";
		return c && l.append(" ", t("span", { class: "quiet" }, Re(c, e) + u)), l;
	};
	return i.append(...e.heads.slice(0, jt).map((t, n) => o(t, e.places[n]))), e.heads.length > jt && i.append(t("li", { class: "quiet" }, `and ${e.heads.length - jt} more, marked in the map`)), i;
}
function Vt(e, n, r) {
	let i = He(e), a = It(i), o = t("input", {
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
		let a = o.value.trim(), u = a === "" ? null : Pt(i, a), d = u instanceof R;
		r.set({ find: a === "" ? null : a }), t && f(d ? null : u);
		let p = d && u.start >= [...a].length;
		o.setAttribute("aria-invalid", String(d && !p)), s.classList.toggle("wrong", d && !p), n.find(u === null || d ? null : u.heads), s.textContent = u === null ? "" : d ? u.message : Rt(u, a, i);
		let h = d ? [zt(a, u), m(u.suggestions)] : u === null ? [] : [Bt(u, e, n)];
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
		clearTimeout(l), l = window.setTimeout(p, At);
	});
	let h = t("form", {
		class: "find",
		role: "search"
	}, t("label", { for: "find" }, "Find heads "), o);
	return h.addEventListener("submit", (e) => {
		e.preventDefault(), p();
		let t = Pt(i, o.value);
		t instanceof R || !Lt(t) || (n.select(t.heads[0]), o.dispatchEvent(new CustomEvent("headscope:open", { bubbles: !0 })));
	}), a.length > 0 && h.append(m(a)), h.append(s, c), r.listen("find", (e) => {
		(e ?? "") !== o.value.trim() && (o.value = e ?? "", p(r.get("colour") === null));
	}), h;
}
function Ht(e, t, r) {
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
function Ut(e, { marks: t, highlight: n, move: r, locate: i, show: a }) {
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
	let l = new Map(t.map((e) => [O(e.head), e])), u = (e) => e === null || e.stack !== t[0]?.head.stack ? null : l.get(O(e)) ?? null, d = null;
	return n.listen(({ pointed: e, selected: t }) => {
		let n = u(t);
		n !== d && (d?.element.setAttribute("aria-selected", "false"), n?.element.setAttribute("aria-selected", "true"), d = n), a(u(e), n);
	});
}
function Wt(e, t, n, r) {
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
var Gt = {
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
}, Kt = {
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
}, qt = 256;
function Jt(e) {
	return e <= .04045 ? e / 12.92 : ((e + .055) / 1.055) ** 2.4;
}
function Yt(e) {
	return e <= .0031308 ? e * 12.92 : 1.055 * e ** (1 / 2.4) - .055;
}
function Xt(e) {
	let t = (t) => Jt(parseInt(e.slice(t, t + 2), 16) / 255), [n, r, i] = [
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
function Zt([e, t, n]) {
	let r = (e + .3963377774 * t + .2158037573 * n) ** 3, i = (e - .1055613458 * t - .0638541728 * n) ** 3, a = (e - .0894841775 * t - 1.291485548 * n) ** 3;
	return `#${[
		4.0767416621 * r - 3.3077115913 * i + .2309699292 * a,
		-1.2684380046 * r + 2.6097574011 * i - .3413193965 * a,
		-.0041960863 * r - .7034186147 * i + 1.707614701 * a
	].map((e) => Math.round(255 * Math.min(1, Math.max(0, Yt(e))))).map((e) => e.toString(16).padStart(2, "0")).join("")}`;
}
function Qt([e, t, n], r) {
	let i = 1 - r, a = (a) => i * i * e[a] + 2 * i * r * t[a] + r * r * n[a];
	return [
		a(0),
		a(1),
		a(2)
	];
}
function $t(e, t) {
	return Math.hypot(e[0] - t[0], e[1] - t[1], e[2] - t[2]);
}
function J([e, t, n]) {
	let r = [
		Xt(e),
		Xt(t),
		Xt(n)
	], i = Array.from({ length: 4097 }, (e, t) => Qt(r, t / 4096)), a = [0];
	for (let e = 1; e < i.length; e++) a.push(a[e - 1] + $t(i[e - 1], i[e]));
	let o = a[a.length - 1], s = 0;
	return Array.from({ length: qt }, (e, t) => {
		for (; s < i.length - 1 && a[s] < o * t / 255;) s++;
		return Zt(i[s]);
	});
}
var en = {
	light: J(Gt.light),
	dark: J(Gt.dark)
}, tn = {
	light: {
		below: J(Kt.light.below),
		above: J(Kt.light.above)
	},
	dark: {
		below: J(Kt.dark.below),
		above: J(Kt.dark.above)
	}
};
function nn(e, t) {
	let n = Math.round(Math.min(1, Math.max(0, t)) * 255);
	return en[e][n];
}
function rn(e, t) {
	e.style.setProperty("--light", nn("light", t)), e.style.setProperty("--dark", nn("dark", t));
}
function an(e, t) {
	let n = t < 0 ? tn[e].below : tn[e].above;
	return n[Math.round(Math.min(1, Math.abs(t)) * (n.length - 1))];
}
function on(e, t) {
	e.style.setProperty("--light", an("light", t)), e.style.setProperty("--dark", an("dark", t));
}
//#endregion
//#region src/scale.ts
function sn(e, t, n = !1) {
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
function cn(e, t = []) {
	let { low: n = 0, high: r = null, diverging: i = !1 } = e[0]?.quantity ?? {}, a = [...t, ...e.flatMap(({ value: e, baseline: t }) => [...D(e), ...t === null ? [] : [t.value]])], o = [...a, ...e.flatMap(({ low: e, high: t }) => [...D(e), ...D(t)])], s = n !== null && n > 0 ? n : 0, [c, l] = [(y(a) ?? 0) <= (r ?? Infinity), (b(a) ?? 0) >= (n ?? -Infinity)];
	if (i) return ln(o, c && l ? Math.max(r ?? Infinity, -(n ?? -Infinity)) : Infinity);
	let u = n !== null && n >= 0 && l ? s : Math.min(s, b(o) ?? s), d = Math.max(s, y(o) ?? s), [f, p] = d === u ? [u, u + 1] : v(u, d, 5);
	return sn(l ? Math.max(f, n ?? f) : f, c ? Math.min(p, r ?? p) : p);
}
function ln(e, t = Infinity) {
	let n = y(e, Math.abs) ?? 0, r = Math.min(t, n === 0 ? 1 : v(0, n, 4)[1]);
	return sn(-r, r, !0);
}
function un(e, t, n) {
	t.diverging ? on(e, 2 * t.fraction(n) - 1) : rn(e, t.fraction(n));
}
var dn = 8;
function Y(e) {
	let t = e.length > 1 ? Math.abs(e[1] - e[0]) : 1, n = Math.max(0, -Math.floor(Math.log10(t) + 1e-9));
	for (; n < dn && e.some((e) => Math.abs(Number(e.toFixed(n)) - e) > t / 100);) n++;
	return e.map((e) => e === 0 ? "0" : P(e, n));
}
//#endregion
//#region src/grid.ts
var fn = (e, t, n) => Math.max(e, Math.min(n, Math.floor(t)));
function pn({ layers: e, heads: t }, n) {
	return {
		cellWidth: fn(14, Math.min(480, n - 32 - 92) / t, 56),
		cellHeight: fn(14, 400 / e, 44),
		font: 13,
		left: 40,
		top: 24,
		right: 52
	};
}
function mn({ layers: e, heads: t }) {
	return {
		cellWidth: fn(6, 104 / t, 14),
		cellHeight: fn(6, 136 / e, 17),
		font: 11,
		left: 22,
		top: 16,
		right: 6
	};
}
function hn(e, t, n) {
	let r = [
		1,
		4,
		8,
		16,
		32
	].find((e) => e * t >= n) ?? 64;
	return Array.from({ length: e }, (e, t) => t + 1).filter((e) => e === 1 || e % r === 0);
}
function gn(e, t, n, r, i) {
	return _n(`${e.words}: layers down, heads across`, t, r, i, (t) => {
		let r = j(e, t);
		return {
			spoken: `Head ${O(t)}, ${e.words}: ${ze(e, t)}`,
			missing: r === null,
			paint: (e) => r !== null && un(e, n, r.value)
		};
	});
}
function _n(e, t, i, a, o) {
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
	for (let e of hn(t.heads, s, a.font * (t.heads > 9 ? 1.5 : 1))) m(l + (e - .5) * s, u - 5, "middle", String(e));
	for (let e of hn(t.layers, c, a.font)) m(l - 5, u + (e - .5) * c + a.font * .35, "end", String(e));
	d && (m(l - 5, u - 5, "end", "layer"), m(l + t.heads * s + 6, u - 5, "start", "← head")), f.append(p);
	let h = A(t), g = [], _ = h.map((e) => {
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
	}, x = new Map(_.map(({ element: e }, t) => [e, t])), S = Ut(f, {
		marks: _,
		highlight: i,
		move: (e, n) => Wt(t.layers, t.heads, e, n),
		locate: (e) => x.get(e.target) ?? null,
		show: (e, t) => {
			b(y.pointed, e), b(y.selected, t);
		}
	}), C = d ? Ht(f, _, i) : () => {};
	return {
		element: f,
		release: () => {
			S(), C();
		}
	};
}
//#endregion
//#region src/legend.ts
var vn = 240, X = 10, yn = 14, bn = 6.6;
function xn(e, t, i) {
	let a = i === null ? 2 : 18, o = (t) => yn + e.fraction(t) * vn, s = e.ticks(5), c = Math.max(...Y(s).map((e) => e.length)) > 4 ? e.ticks(2) : s, l = Y(c), u = r(276 + bn * Math.min(16, t.length), a + X + 18, {
		class: "legend",
		role: "img",
		"aria-label": `Colour from ${l[0]} to ${l[l.length - 1]} ${t}` + (i ? `; ${i.name} is ${F(i.value)}` : "")
	}), d = vn / 2;
	for (let t = 0; t < d; t++) {
		let r = n("rect", {
			class: "step",
			x: yn + t * 2,
			y: a,
			width: t === 119 ? 2 : 2.5,
			height: X
		});
		un(r, e, e.low + (e.high - e.low) * t / 119), u.append(r);
	}
	if (u.append(n("rect", {
		class: "edge",
		x: yn,
		y: a,
		width: vn,
		height: X
	})), c.forEach((e, t) => {
		u.append(n("line", {
			class: "tick",
			x1: o(e),
			x2: o(e),
			y1: a + X,
			y2: a + X + 3
		})), u.append(n("text", {
			x: o(e),
			y: a + X + 14,
			"text-anchor": "middle"
		}, l[t]));
	}), u.append(n("text", {
		x: 272,
		y: a + X + 14
	}, t)), i !== null) {
		let t = o(i.value), r = e.fraction(i.value) < .6;
		u.append(n("line", {
			class: "baseline",
			x1: t,
			x2: t,
			y1: 4,
			y2: a + X
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
function Sn(e, n) {
	let r = t("b"), i = t("span"), a = t("p", { class: "readout" }, r, i), o = oe(e);
	return {
		element: a,
		release: n.listen(({ current: t }) => {
			let n = t !== null && t.stack === e.stack ? t : null, s = n ?? o;
			r.textContent = s === null ? "" : `${n ? "Head" : "Highest: head"} ${O(s)}`, i.textContent = s === null ? "No head was measured." : ` ${n ? ze(e, s) : Re(e, s)}`, a.classList.toggle("live", n !== null);
		})
	};
}
//#endregion
//#region src/map.ts
var Cn = "behaviour", wn = "The fainter a cell, the less there is behind its colour; with “?”, its interval does not support it.", Tn = 6;
function En(e) {
	let t = e.findings.find(({ score: t }) => e.scores.some(({ id: e }) => e === t));
	return e.scores.find(({ id: e }) => e === t?.score) ?? T(e)[0];
}
function Dn(e) {
	return e.stacks.filter(({ name: t }) => e.labels.some(({ stack: e }) => e === t));
}
function On(e) {
	let n = t("select", { id: "colour-by" }), r = Dn(e);
	for (let { name: i } of r) {
		let r = e.stacks.length > 1 ? `behaviour (${i})` : "behaviour";
		n.append(t("option", { value: `${Cn}/${i}` }, r));
	}
	let i = T(e);
	for (let r of e.measures) {
		let e = i.filter((e) => e.measure === r.name);
		if (e.length === 0) continue;
		let a = t("optgroup", { label: r.title });
		for (let n of e) a.append(t("option", { value: n.id }, `${te(n, e)} · ${E(n)}`));
		n.append(a);
	}
	return n.value = r[0] ? `${Cn}/${r[0].name}` : En(e)?.id ?? "", n;
}
function kn(e, t) {
	let [n, r] = e.split(":");
	return [
		e,
		r,
		n
	].find((e) => e !== void 0 && e.length * Tn <= t - 4) ?? null;
}
function An(e) {
	return (t, r, { cellWidth: i, cellHeight: a }) => {
		let o = e.claims[0] && a >= 26 ? kn(e.claims[0].key, i) : null, [s, c] = [De(e, "light").ink, De(e, "dark").ink], l = (e, i, a) => {
			let o = n("text", {
				x: t,
				y: r + e + i * .35,
				"text-anchor": "middle",
				"font-size": i
			}, a);
			return o.style.setProperty("--light", s), o.style.setProperty("--dark", c), o;
		}, u = e.behaviour.sign + (N(e) ? "?" : ""), d = Math.min(14, a * .55);
		return o === null ? [l(0, d, u)] : [l(-a * .2, Math.min(12, d), u), l(a * .22, 11, o)];
	};
}
function jn(e) {
	let t = e.claims.map(({ key: e }) => e).join(", ");
	return e.behaviour.words + (N(e) ? ", uncertain" : "") + (t === "" ? "" : ` (${t})`);
}
function Mn(e, n) {
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
			let { fill: n, ink: r } = De({
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
function Nn(e, n, r, i) {
	let a = A(n), o = _n("What each head does: layers down, heads across", n, r, i, (t) => {
		let n = e.of(t);
		return {
			spoken: `Head ${O(t)}: ${jn(n)}`,
			paint: (e) => {
				for (let t of ["light", "dark"]) e.style.setProperty(`--${t}`, De(n, t).fill);
				e.classList.toggle("unsure", N(n));
			},
			write: An(n)
		};
	}), s = t("p", { class: "readout" }), c = r.listen(({ current: t }) => {
		let r = t !== null && t.stack === n.name ? t : null, i = r === null ? "" : e.card(r)?.summary || `Head ${O(r)}: ${jn(e.of(r))}.`;
		s.textContent = r === null ? wn : i, s.classList.toggle("live", r !== null);
	});
	return {
		element: o.element,
		legend: Mn(e, a),
		readout: s,
		release: () => {
			o.release(), c();
		}
	};
}
function Pn(e, t, n, r) {
	let i = cn([e]), a = gn(e, t, i, n, r), o = Sn(e, n);
	return {
		element: a.element,
		legend: xn(i, Le(e.quantity), e.baseline),
		readout: o.element,
		release: () => {
			a.release(), o.release();
		}
	};
}
function Fn(e, n, r) {
	let i = t("section", {
		class: "map",
		"aria-labelledby": "map-title"
	}, t("h2", { id: "map-title" }, "What its heads do")), a = En(e);
	if (!a) return i.append(t("p", {}, "Nothing was measured; the run’s notes below say why.")), i;
	let o = new xe(e), s = On(e), c = t("div"), l = () => {}, u = 0, d = () => {
		l(), u = document.documentElement.clientWidth;
		let [r, i] = s.value.split("/"), d = T(e).find(({ id: e }) => e === s.value) ?? a, f = re(e, r === Cn && i ? i : d.stack), p = pn(f, u), m = r === Cn ? Nn(o, f, n, p) : Pn(d, f, n, p);
		l = m.release, c.replaceChildren(t("div", { class: "scroll" }, m.element), t("div", { class: "scroll" }, m.legend), m.readout);
	}, f = s.value;
	if (s.addEventListener("change", () => r.set({ colour: s.value === f ? null : s.value })), window.addEventListener("resize", () => {
		Math.min(u, document.documentElement.clientWidth) < 620 && u !== document.documentElement.clientWidth && d();
	}), r.listen("colour", (e) => {
		let t = e === null || [...s.options].some(({ value: t }) => t === e);
		t || r.refuse("colour", `There is no score “${e}” here to colour by.`), s.value = t ? e ?? f : f, d();
	}), e.labels.length > 0) {
		let n = e.relations.length > 0 ? ", a word in it is the relation that it finds significantly better than a fixed rule" : "";
		i.append(t("p", { class: "lead" }, `Each cell is a head: its sign and colour say what it mostly attends to${n}.`));
	}
	return i.append(t("p", { class: "choose" }, t("label", { for: "colour-by" }, "Colour by "), s), c, Vt(e, n, r), t("p", { class: "hint" }, "A head is named layer-head, both counted from 1: 2-3 is head 3 of layer 2. Point at one to see it in every figure; click it, or walk there with Tab and the arrow keys and press Enter, for its card.")), i;
}
//#endregion
//#region src/section.ts
function In(e) {
	return `score=${e}`;
}
function Ln(e) {
	return `#${encodeURIComponent(e).replace("%3D", "=")}`;
}
function Rn(e) {
	return `measure=${e.name}`;
}
//#endregion
//#region src/layers.ts
var zn = {
	left: 28,
	right: 48,
	top: 18,
	bottom: 20
}, Bn = 132, Vn = 14;
function Hn(e, t, n, r = Vn) {
	let i = null, a = r;
	return e.forEach((e, r) => {
		let o = Math.hypot(e.x - t, e.y - n);
		o <= a && (a = o, i = r);
	}), i;
}
function Un(e, t, n) {
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
function Wn(e, t, i, a, o = []) {
	let s = i.ticks(4), c = Y(s), l = {
		...zn,
		left: Math.max(zn.left, 4 + 6.1 * Math.max(...c.map((e) => e.length)))
	}, u = Math.max(174, t.layers * 7), d = l.left + u + l.right, f = l.top + Bn + l.bottom, p = u / t.layers, m = (e) => l.left + (e + .5) * p, h = (e) => l.top + (1 - i.fraction(e)) * Bn, g = (e) => m(e.layer) + ((e.head + .5) / t.heads - .5) * p * .7, _ = r(d, f, {
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
	for (let e of hn(t.layers, p, t.layers > 9 ? 16 : 11)) y(m(e - 1), f - 6, "middle", String(e));
	if (y(l.left + u + 10, f - 6, "start", "layer"), y(2, 9, "start", Le(e.quantity)), e.baseline !== null) {
		let t = h(e.baseline.value);
		v.append(n("line", {
			class: "baseline",
			x1: l.left,
			x2: l.left + u,
			y1: t,
			y2: t
		}));
		let r = Math.min(l.top + Bn - 10, Math.max(l.top, t - 3));
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
	}), C = p < 12 ? 1.6 : 2.2, w = A(t).flatMap((t) => {
		let r = j(e, t);
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
				"aria-label": `Head ${O(t)}: ${ze(e, t)}`
			}),
			x: i,
			y: a
		}];
	}), T = {
		selected: n("g", { class: "emphasis selected" }),
		pointed: n("g", { class: "emphasis pointed" })
	};
	_.append(...w.map(({ element: e }) => e), S, n("g", { "aria-hidden": "true" }, T.selected, T.pointed));
	let E = (t, r) => {
		t.replaceChildren();
		let i = w.find((e) => e === r), a = r && j(e, r.head);
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
	return Ut(_, {
		marks: w,
		highlight: a,
		move: (e, t) => Un(w, e, t),
		locate: (e) => {
			let t = _.getBoundingClientRect();
			return Hn(w, e.clientX - t.left, e.clientY - t.top);
		},
		show: (e, t) => {
			E(T.pointed, e), E(T.selected, t);
		}
	}), _;
}
//#endregion
//#region src/sections/measure.ts
var Gn = {
	sentence: "words",
	window: "mentions"
};
function Kn(e, t) {
	let n = ee(e, t.scores), r = t.measures.find(({ name: t }) => t === e.measure)?.unit ?? "", i = `${e.segments.toLocaleString("en-GB")} ${Gn[r] ?? "segments"}`;
	return `${e.words} (${E(e)}), ${n === "" ? "" : `${n}, `}${i}.`;
}
function qn(e, t) {
	let n = [...new Set(e.flatMap(({ baseline: e }) => e?.name ?? []))], r = e.flatMap((e) => t[`${e.measure}.${e.key}`]?.length ?? [])[0];
	return [
		"One number per head, as a cell’s colour and as a point’s height. Line: mean of the layer.",
		...n.length > 0 ? [` Dashes: ${n.join(", ")}.`] : [],
		...r === void 0 ? [] : [` Dotted: BERT-base, in the paper, its ${r} layers over the same width.`]
	].join("");
}
function Jn(e, n, r, i, a, o) {
	let s = re(r, e.stack), c = a[`${e.measure}.${e.key}`];
	return t("figure", {
		id: In(e.id),
		tabindex: -1
	}, t(o, {}, e.finding), t("div", { class: "pair" }, t("div", { class: "scroll" }, gn(e, s, n, i, mn(s)).element), t("div", { class: "scroll" }, Wn(e, s, n, i, c))), Sn(e, i).element, t("figcaption", {}, Kn(e, r)));
}
function Yn(e, t) {
	return [...t.scores, ...t.relations ?? []].filter((t) => t.measure === e && t.direction === null);
}
function Xn(e, n, r, i = {}, a = !1) {
	let o = Yn(e.name, n);
	if (!o[0]) return null;
	let s = cn(o, o.flatMap((e) => i[`${e.measure}.${e.key}`] ?? []).filter((e) => e !== null)), c = t("div", { class: "about" });
	return a || c.append(t("div", {}, t("h3", {}, e.title), t("p", {}, e.read), t("p", { class: "formula" }, e.formula))), c.append(t("div", {}, t("div", { class: "scroll" }, xn(s, Le(e.quantity), null)), t("p", { class: "key" }, qn(o, i)))), t("div", {
		id: Rn(e),
		class: "measure"
	}, c, ...n.stacks.flatMap(({ name: e }) => {
		let c = o.filter((t) => t.stack === e);
		if (c.length === 0) return [];
		let l = a ? "h3" : "h4", u = t("div", { class: "figures" }, ...c.map((e) => Jn(e, s, n, r, i, l)));
		return n.stacks.length > 1 ? [t("p", { class: "stack" }, e), u] : [u];
	}));
}
//#endregion
//#region src/sections/dots.ts
var Z = 20, Zn = 22, Qn = 14, $n = 5, er = 6.6;
function tr(e, t) {
	return e.head === "" ? null : ue(t.stacks.length > 1 ? `head=${e.stack}/${e.head}` : `head=${e.head}`, t);
}
function nr(e, t) {
	return n("polygon", {
		class: "published",
		points: [
			`${e},${t - $n}`,
			`${e + $n},${t}`,
			`${e},${t + $n}`,
			`${e - $n},${t}`
		].join(" ")
	});
}
function rr(e, t) {
	return n("line", {
		class: "rival",
		x1: e,
		x2: e,
		y1: t - 7,
		y2: t + 7
	});
}
function ir(e) {
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
		})) : a.append(e === "rival" ? rr(10, 8) : nr(10, 8)), t("span", {}, a, i);
	};
	return t("p", { class: "signs" }, ...Object.entries(e.legend).filter(([, e]) => e !== "").map(([e, t]) => i(e, t)));
}
function ar(e, i, a) {
	let o = e.groups.flatMap((e) => e.lines), s = o.flatMap(({ value: e, low: t, high: n, rival: r, published: i }) => [
		e,
		t,
		n,
		r,
		i
	].filter((e) => e !== null)), c = e.unit === "percent" ? 100 : 1, [l, u] = v(Math.min(0, (b(s) ?? 0) * c), Math.max(0, (y(s) ?? 0) * c) || 1, 5), d = Math.min(580, Math.max(330, document.documentElement.clientWidth - 34)), f = Math.max(...o.map(({ label: e, head: t }) => e.length + (t === "" ? 0 : t.length + 2))), p = Math.min(d * .5, 12 + f * er), m = (e) => p + (e * c - l) / (u - l) * (d - p - Qn), h = e.groups.filter(({ name: e }) => e !== "").length, _ = Zn + (o.length + h) * Z + 6, x = r(d, _, {
		class: "dots",
		role: "listbox",
		"aria-label": e.title
	}), S = n("g", {
		class: "axes",
		"aria-hidden": "true"
	}), C = g(l, u, d - p < 240 ? 2 : 5);
	Y(C).forEach((e, t) => {
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
			y: Zn + (T + .5) * Z + 4
		}, t.name)), T += 1);
		for (let e of t.lines) {
			let r = Zn + (T + .5) * Z;
			T += 1;
			let a = tr(e, i), o = n("g", {
				class: e.sure ? "line" : "line unsure",
				role: "option",
				"aria-selected": "false",
				"aria-label": e.text
			});
			o.append(n("rect", {
				class: "hit",
				x: 0,
				y: r - Z / 2,
				width: d,
				height: Z
			})), e.published !== null && o.append(nr(m(e.published), r)), e.rival !== null && o.append(rr(m(e.rival), r)), e.low !== null && e.high !== null && o.append(n("line", {
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
	return w.length > 0 && Ut(x, {
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
			for (let { head: n, element: r } of w) r.classList.toggle("pointed", e !== null && k(n, e.head)), r.classList.toggle("selected", t !== null && k(n, t.head));
		}
	}), t("figure", { class: "chart" }, t("h3", {}, e.title), t("div", {}, ir(e), t("div", { class: "scroll" }, x)), t("figcaption", {}, e.caption));
}
//#endregion
//#region src/sections/drawing.ts
var or = /* @__PURE__ */ new Set([
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
]), sr = new Set("class color x y x1 y1 x2 y2 cx cy r rx ry width height d points transform opacity fill-opacity stroke-opacity stroke-width stroke-dasharray text-anchor font-size".split(" "));
function cr([e, t, ...r]) {
	if (!or.has(e)) throw Error(`a drawing has an element that is none of ours: ${e}`);
	for (let e of Object.keys(t)) if (!sr.has(e)) throw Error(`a drawing has an attribute that is none of ours: ${e}`);
	return n(e, t, ...r.map((e) => typeof e == "string" ? e : cr(e)));
}
function lr(e, r = "h3") {
	let i = n("svg", {
		class: "headscope",
		viewBox: `0 0 ${e.width} ${e.height}`,
		role: "img",
		"aria-label": e.title
	}, ...e.nodes.map(cr));
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
var ur = 284;
function dr(e, { light: t, dark: n }) {
	e.style.setProperty("--light", t ?? "var(--quiet)"), e.style.setProperty("--dark", n ?? "var(--quiet)");
}
function fr(e, t, n) {
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
function pr(e, i, a, o, s) {
	let c = re(i, e.stack).layers, [l = 0, u = 0] = d(e.points, ({ x: e }) => e), [f = 0, p = 0] = d(e.points, ({ y: e }) => e), m = 248 / (Math.max(u - l, p - f) || 1), h = s ? "By layer (the number)" : "By what they do", g = r(ur, 306, {
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
			x: ur / 2 + (i - (l + u) / 2) * m,
			y: ur / 2 - (o - (f + p) / 2) * m
		}, h = {
			stack: e.stack,
			layer: t,
			head: r
		}, g = a.of(h), { behaviour: _ } = g, v = !N(g), y = n("text", {
			x: d.x,
			y: d.y + 4,
			"text-anchor": "middle"
		}, s ? String(t + 1) : _.sign);
		return s ? rn(y, .4 + .6 * t / Math.max(1, c - 1)) : dr(y, _), {
			head: h,
			element: n("g", {
				class: s || v ? "head" : "head unsure",
				role: "option",
				"aria-selected": "false",
				"aria-label": `Head ${O(h)}: ${_.words}${v ? "" : ", uncertain"}`
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
	return Ut(g, {
		marks: _,
		highlight: o,
		move: (e, t) => fr(_, e, t),
		locate: (e) => {
			let t = g.getBoundingClientRect();
			return Hn(_, e.clientX - t.left, e.clientY - t.top);
		},
		show: (e, t) => {
			for (let n of _) n.element.classList.toggle("pointed", n === e), n.element.classList.toggle("selected", n === t);
		}
	}), t("div", {}, t("p", { class: "quiet" }, h), t("div", { class: "scroll" }, g));
}
function mr(e, n, r) {
	let i = new xe(n), a = i.counts(e.points.map(({ layer: t, head: n }) => ({
		stack: e.stack,
		layer: t,
		head: n
	}))).map(({ behaviour: e, count: n }) => {
		let r = t("b", { "aria-hidden": "true" }, e.sign);
		return dr(r, e), t("span", {}, r, ` ${e.words} ${n}`);
	}), o = [pr(e, n, i, r, !1), pr(e, n, i, r, !0)];
	return t("figure", { class: "chart maps" }, t("h3", {}, e.title), t("div", {}, t("p", { class: "signs" }, ...a), t("div", { class: "pair" }, ...o)), t("figcaption", {}, e.caption));
}
//#endregion
//#region src/csv.ts
function hr(e) {
	return /[",\r\n]/.test(e) ? `"${e.replaceAll("\"", "\"\"")}"` : e;
}
function gr(e, t) {
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
			let n = j(t, e);
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
	})].map((e) => e.map(hr).join(",") + "\n").join("");
}
function _r(e, t = "heads") {
	return pe("Copy as CSV", "The table as CSV", e, (e) => `Copied, ${e.split("\n").length - 2} ${t}.`);
}
//#endregion
//#region src/table.ts
function vr(e, { score: t, descending: n }) {
	if (t === null) return n ? [...e].reverse() : [...e];
	let r = (e) => j(t, e)?.value ?? null;
	return [...e].sort((e, t) => {
		let i = r(e), a = r(t);
		return i === null || a === null ? Number(i === null) - Number(a === null) : n ? a - i : i - a;
	});
}
function yr(e) {
	let t = e.map((e) => e.includes(".") ? e.length - e.indexOf(".") - 1 : 0), n = Math.max(0, ...t);
	return t.map((e) => (n > 0 && e === 0 ? " " : "") + " ".repeat(n - e));
}
function br({ score: e, descending: t }, n) {
	return e === null ? `Sorted by head, ${t ? "last" : "first"} layer first.` : `Sorted by “${te(e, n)}”, ${t ? "highest" : "lowest"} first.`;
}
var xr = {
	score: null,
	descending: !1
}, Sr = ",reversed";
function Cr({ score: e, descending: t }) {
	return e === null ? t ? `head${Sr}` : null : e.id + (t ? "" : Sr);
}
function wr(e, t) {
	let n = e?.endsWith(Sr) ?? !1, r = n ? e.slice(0, -9) : e;
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
function Tr(e, n) {
	let r = t("button", {
		type: "button",
		"aria-label": `Open head ${O(e)}`
	}, O(e));
	return r.addEventListener("click", (t) => {
		n.select(e), t.detail === 0 && r.dispatchEvent(new CustomEvent("headscope:open", { bubbles: !0 }));
	}), t("th", { scope: "row" }, r);
}
function Er(e, n, r) {
	let i = t("tr", { class: "quiet" }, t("th", { scope: "row" }, "baseline")), a = e.map((e) => {
		let n = t("tr", {}, Tr(e, r));
		return n.addEventListener("pointerenter", () => r.point(e)), n.addEventListener("pointerleave", () => r.point(null)), n.addEventListener("focusin", () => r.point(e)), n.addEventListener("focusout", () => r.point(null)), n;
	});
	for (let r of n) {
		let n = oe(r), o = e.map((e) => {
			let t = j(r, e);
			return t === null ? "–" : Fe(t);
		});
		o.push(r.baseline === null ? "" : F(r.baseline.value));
		let s = yr(o);
		e.forEach((e, r) => {
			let i = o[r];
			a[r].append(t("td", {}, k(e, n) ? t("b", {}, i) : i, s[r]));
		}), i.append(t("td", {}, o[e.length] + s[e.length]));
	}
	return {
		rows: a,
		foot: i
	};
}
function Dr(e, n, r) {
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
		s.append(a(e, t, `${t}: sort by “${te(e, n)}”`));
	}
	return {
		rows: [o, s],
		cells: i
	};
}
function Or(e, n, r, i) {
	let a = ne(n, e.name), o = A(e), s = Er(o, a, r), c = new Map(o.map((e, t) => [e, s.rows[t]])), l = t("tbody"), u = t("p", {
		class: "quiet",
		role: "status"
	}), d = xr, f = () => {
		l.replaceChildren(...vr(o, d).map((e) => c.get(e)));
		for (let [e, t] of p.cells) t.setAttribute("aria-sort", e === d.score ? d.descending ? "descending" : "ascending" : "none");
		u.textContent = `${br(d, a)} The highest of a column is bold.`;
	}, p = Dr(n, a, (e) => {
		i.set({ sort: Cr({
			score: e,
			descending: d.score === e ? !d.descending : e !== null
		}) });
	});
	return i.listen("sort", (e) => {
		d = wr(e, a) ?? xr, wr(e, n.scores) === null && i.refuse("sort", `There is no score “${e}” here to sort by.`), f();
	}), r.listen(({ pointed: e, selected: t }) => {
		for (let [n, r] of c) r.classList.toggle("pointed", k(n, e)), r.classList.toggle("selected", k(n, t));
	}), t("div", { class: "heads" }, t("div", { class: "bar" }, _r(() => gr(vr(o, d), a)), u), t("div", {
		class: "scroll tall",
		tabindex: 0,
		role: "region",
		"aria-label": `Scores of all heads, ${e.name}`
	}, t("table", {}, t("thead", {}, ...p.rows), l, t("tfoot", {}, s.foot))));
}
//#endregion
//#region src/sections/cells.ts
function kr(e) {
	return e.columns.flatMap((e, t) => e.shown ? [{
		...e,
		at: t
	}] : []);
}
function Ar(e, t, n) {
	return (String(e ?? "").match(/\d+-\d+/g) ?? []).flatMap((e) => ue(t === null ? `head=${e}` : `head=${encodeURIComponent(t)}/${e}`, n) ?? []);
}
function jr(e, n, r, i) {
	let a = e, o = [];
	for (let e of n) {
		let [n, ...s] = a.split(O(e));
		if (s.length === 0) continue;
		let c = t("a", {
			href: `#${M(e, r)}`,
			"aria-label": `Head ${O(e)}`
		}, O(e));
		c.addEventListener("click", (t) => {
			i.select(e), t.detail === 0 && c.dispatchEvent(new CustomEvent("headscope:open", { bubbles: !0 }));
		}), o.push(n, c), a = s.join(O(e));
	}
	return [...o, a];
}
function Mr(e) {
	let n = /^(\S+) (\([^)]*\))(.*)$/.exec(e);
	return n ? [
		n[1],
		" ",
		t("span", { class: "quiet" }, n[2]),
		n[3]
	] : [e];
}
function Nr(e, t) {
	let n = e.columns.findIndex(({ name: e }) => e === "stack");
	return n < 0 ? null : String(t[n]);
}
function Pr(e, t, n) {
	let r = Nr(e, t);
	return e.columns.flatMap(({ kind: e }, i) => e === "head" ? Ar(t[i], r, n) : [])[0] ?? null;
}
function Fr(e) {
	let t = kr(e).filter(({ kind: t, at: n }) => t === "number" && !e.texts.some((e) => e[n]?.includes(" ")));
	return new Map(t.map(({ at: t }) => [t, yr(e.texts.map((e) => e[t] ?? ""))]));
}
function Ir(e, n, r) {
	let i = /* @__PURE__ */ new Map(), a = kr(e), o = Fr(e);
	return {
		elements: e.rows.map((s, c) => {
			let l = t("tr", { class: [["strong", e.strong], ["faint", e.faint]].flatMap(([e, t]) => t.includes(c) ? [e] : []).join(" ") });
			a.forEach(({ at: i, kind: a, published: u }, d) => {
				let f = e.texts[c][i] ?? "", p = a === "number" ? f.replace(/(?<!\d)-(?=\d)/g, "−") : f, m = a === "head" ? Ar(s[i], Nr(e, s), n) : [], h = m.length > 0 ? jr(f, m, n, r) : Mr(p), g = [a, ...u ? ["published"] : []].join(" "), _ = d === 0 ? t("th", {
					scope: "row",
					class: g
				}) : t("td", { class: g });
				_.append(...d === 0 ? [t("span", { class: "name" }, ...h)] : h, o.get(i)?.[c] ?? ""), l.append(_);
			});
			let u = Pr(e, s, n);
			return u !== null && (i.set(u, l), l.addEventListener("pointerenter", () => r.point(u)), l.addEventListener("pointerleave", () => r.point(null)), l.addEventListener("focusin", () => r.point(u)), l.addEventListener("focusout", () => r.point(null))), l;
		}),
		owners: i
	};
}
//#endregion
//#region src/sections/export.ts
function Lr(e, t) {
	let n = (e) => e.map((e) => hr(e === null ? "" : String(e))).join(",") + "\n";
	return n(e.columns.map(({ name: e }) => e)) + t.map(n).join("");
}
function Rr(e, n) {
	let r = t("button", {
		type: "button",
		"aria-label": `Download ${e.id}.csv`
	}, "Download");
	return r.addEventListener("click", () => {
		let r = URL.createObjectURL(new Blob([Lr(e, n())], { type: "text/csv" }));
		t("a", {
			href: r,
			download: `${e.id}.csv`
		}).click(), setTimeout(() => URL.revokeObjectURL(r), 6e4);
	}), t("span", { class: "export" }, _r(() => Lr(e, n()), "rows"), r);
}
var zr = 150, Br = 6, Vr = 66;
function Hr(e, t, { column: n, descending: r }) {
	if (n === null) return t;
	let i = r ? -1 : 1;
	return [...t].sort((t, r) => {
		let [a, o] = [e[t][n], e[r][n]];
		return a === null || o === null ? Number(a === null) - Number(o === null) : typeof a == "number" && typeof o == "number" ? i * (a - o) : i * String(a).localeCompare(String(o), "en", { numeric: !0 });
	});
}
function Ur(e, t) {
	let n = (e) => Math.max(0, ...e.map((e) => e.length));
	return t.reduce((t, { at: r, title: i }) => t + n([...i.split(" "), ...e.texts.map((e) => e[r] ?? "")]), 0);
}
function Wr(e, n, r) {
	let i = kr(e), a = e.rows.map((e, t) => t).filter((t) => !e.foot.includes(t)), { elements: o, owners: s } = Ir(e, n, r);
	r.listen(({ pointed: e, selected: t }) => {
		for (let [n, r] of s) r.classList.toggle("pointed", k(n, e)), r.classList.toggle("selected", k(n, t));
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
		u.replaceChildren(...Hr(e.rows, a, c).map((e) => o[e])), [...u.children].forEach((e, t) => e.classList.toggle("beyond", t >= 15));
		for (let { at: e, cell: t } of f) t.setAttribute("aria-sort", e === c.column ? c.descending ? "descending" : "ascending" : "none");
	};
	p();
	let m = () => [...Hr(e.rows, a, c), ...e.foot].map((t) => e.rows[t]), h = t("table", { class: "data" }, t("thead", {}, t("tr", {}, ...f.map(({ cell: e }) => e))), u);
	e.foot.length > 0 && h.append(t("tfoot", {}, ...e.foot.map((e) => o[e])));
	let g = t("div", {
		class: i.length > Br || Ur(e, i) > Vr ? "table wide" : "table",
		id: `table=${e.id}`
	}, t("h3", {}, e.title));
	g.append(t("div", {
		class: "scroll",
		tabindex: 0,
		role: "region",
		"aria-label": e.title
	}, h));
	let _ = t("div", { class: "bar" }, Rr(e, m), d);
	if (!l) {
		let e = t("button", {
			type: "button",
			"aria-expanded": "false"
		}), n = () => {
			h.classList.toggle("short", !l), e.textContent = l ? "Show the first 15 rows" : `Show all ${a.length} rows`, e.setAttribute("aria-expanded", String(l));
		};
		e.addEventListener("click", () => {
			l = !l, n();
		}), n(), _.prepend(e), a.length > zr && (h.classList.add("long"), h.after(t("p", { class: "on-paper" }, `The first 15 of ${a.length} rows; the rest is on the screen and in its CSV.`)));
	}
	return g.append(_, ...e.notes.map((e) => t("p", { class: "note" }, e))), g;
}
//#endregion
//#region src/sections/section.ts
function Gr(e, { title: t, measures: n }, r, i) {
	return e.kind === "dots" ? ar(e, r, i) : e.kind === "map" ? mr(e, r, i) : e.title === t ? lr(e, null) : lr(e, e.measure !== "" && n.length > 1 ? "h4" : "h3");
}
function Kr(e) {
	return e.kind === "drawing" ? e.measure : "";
}
function qr(e) {
	return t("dl", { class: "formulas" }, ...e.formulas.map(([e, n]) => t("div", {}, t("dt", {}, e), t("dd", {}, n))));
}
function Jr(e, n, r, i) {
	let a = t("section", {
		id: e.id,
		class: "part"
	}, t("h2", {}, t("span", { class: "number" }, `${n}`), ` ${e.name}`));
	if (e.missing !== "") return a.append(t("p", { class: "missing" }, `${e.missing} `, "It would take: ", t("code", {}, e.command))), a;
	e.title !== "" && a.append(t("p", { class: "finding" }, e.title)), a.append(t("p", { class: "read" }, e.read));
	let o = (t) => Gr(t, e, r, i), s = e.charts.filter((e) => Kr(e) === "").map(o), c = e.tables.map((e) => Wr(e, r, i)), l = e.measures.flatMap((t) => {
		let n = r.measures.find((e) => e.name === t), a = n && Xn(n, r, i, e.references, e.measures.length === 1);
		return a ? [a, ...e.charts.filter((e) => Kr(e) === t).map(o)] : [];
	});
	return s.length + c.length > 0 && a.append(t("div", { class: "charts" }, ...s, ...c)), a.append(...l), e.after.length > 0 && a.append(t("div", { class: "charts" }, ...e.after.map(o))), e.formulas.length > 0 && a.append(qr(e)), a.append(t("p", { class: "caveat" }, e.caveat)), e.notes.length > 0 && a.append(t("ul", { class: "notes" }, ...e.notes.map((e) => t("li", {}, e)))), a;
}
//#endregion
//#region src/sections/index.ts
function Yr(e) {
	let t = new Set((e.sections ?? []).flatMap(({ measures: e }) => e));
	return e.measures.filter(({ name: n }) => !t.has(n) && Yn(n, e).length > 0);
}
function Xr(e, n) {
	let r = (e.sections ?? []).map((t, r) => Jr(t, r + 1, e, n)), i = Yr(e).flatMap((t) => Xn(t, e, n) ?? []);
	return [...r, ...i.map((e) => t("section", { class: "part" }, e))];
}
function Zr(e) {
	return [...(e.sections ?? []).map(({ id: e, name: t }) => [Ln(e), t]), ...Yr(e).map((e) => [Ln(Rn(e)), e.title])];
}
//#endregion
//#region src/overview.ts
function Qr(e, n, r) {
	let i = n.map(O), a = i.map((e) => `(?<![\\d.–-])${e}(?![\\d–-])`), o = RegExp(`(${[...a, "\\([\\d.]+–[\\d.]+\\)"].join("|")})`, "g");
	return e.split(o).map((e) => {
		let a = n[i.indexOf(e)];
		return a ? t("a", { href: `#${M(a, r)}` }, e) : e.startsWith("(") && e.includes("–") ? t("span", { class: "whole" }, e) : e;
	});
}
function $r({ score: e, heads: n = [] }, r) {
	if (n.length === 1) return t("a", {
		href: `#${M(n[0], r)}`,
		"aria-label": `see the card of head ${O(n[0])}`
	}, "see →");
	let i = r.scores.find(({ id: t }) => t === e);
	return i ? t("a", {
		href: Ln(In(i.id)),
		"aria-label": `see ↓ the chart: ${i.finding}`
	}, "see ↓") : null;
}
function ei(e) {
	let n = t("section", { "aria-labelledby": "findings-title" }, t("h2", { id: "findings-title" }, "Findings"));
	e.verdict === null ? e.findings.length === 0 && n.append(t("p", {}, "No head stands out beyond what its interval supports.")) : n.append(t("p", { class: "verdict" }, e.verdict));
	let r = t("ol");
	for (let n of e.findings) {
		let i = t("li", {}, ...Qr(n.text, n.heads ?? [], e)), a = $r(n, e);
		a && i.append(" ", a), r.append(i);
	}
	if (e.findings.length > 0 && n.append(r), T(e).some((e) => e.low.flat().some((e) => e !== null))) {
		let r = e.relations.length > 0 ? " What is said of relations was picked on one half of the documents and scored on the other." : "";
		n.append(t("p", { class: "sure" }, t("b", {}, "How sure?"), ` Intervals, in brackets, are 95%, over documents.${r}`));
	}
	return n.append(t("p", { class: "caveat" }, e.caveat)), n;
}
function ti(e) {
	let n = [["#heads", "All heads as a table"], ["#run", "About this run"]], r = [...Zr(e), ...n].map(([e, n]) => t("li", {}, t("a", { href: e }, n)));
	return t("nav", { "aria-label": "On this page" }, t("h2", {}, "On this page"), t("ul", {}, ...r));
}
function ni(e, n, r) {
	let i = e.summary.map((e) => t("span", {}, e));
	return [t("header", {}, t("h1", {}, e.title), t("p", { class: "summary" }, ...i), ye(r)), t("div", { class: "overview" }, Fn(e, n, r), t("div", { class: "findings" }, ei(e), ti(e)))];
}
//#endregion
//#region src/strip.ts
var ri = 236, ii = 6, ai = 9;
function oi(e, t, i) {
	let a = (e) => ii + i.fraction(e) * 224, o = j(e, t), s = r(ri, 32, {
		class: "strip",
		role: "img",
		"aria-label": `${e.words}: head ${O(t)} among all heads, ${ze(e, t)}`
	});
	s.append(n("line", {
		class: "zero",
		x1: ii,
		x2: 230,
		y1: ai,
		y2: ai
	}));
	for (let t of D(e.value)) s.append(n("line", {
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
	let [c, l] = Y([i.low, i.high]);
	if (s.append(n("text", {
		x: ii,
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
		y1: ai,
		y2: ai
	})), u.append(n("circle", {
		cx: a(o.value),
		cy: ai,
		r: 4
	})), s.append(u), s;
}
//#endregion
//#region src/card/bars.ts
var si = 180, ci = 16, li = 3;
function ui(e) {
	let t = e.flatMap(({ reading: e, baseline: t }) => [
		e?.value ?? 0,
		e?.high ?? 0,
		t?.value ?? 0
	]);
	return Math.max(0, ...t);
}
function di({ label: e, reading: t, baseline: i }, a, o) {
	let s = (e) => li + Math.min(Math.max(0, e), a) / (a || 1) * 174, c = i === null ? "" : `; ${i.name} ${F(i.value)}`, l = r(si, ci, {
		class: "bar-figure",
		role: "img",
		"aria-label": `${e}: ${t === null ? "not measured" : Ie(t, o)}${c}`
	});
	if (t !== null && (l.append(n("rect", {
		class: "fill",
		x: li,
		y: 3,
		width: Math.max(0, s(t.value) - li),
		height: 10
	})), t.low !== null && t.high !== null)) {
		let [e, r, i] = [
			s(t.low),
			s(t.high),
			ci / 2
		];
		l.append(n("path", {
			class: "whisker",
			d: `M${e} ${i - 3}v6M${e} ${i}H${r}M${r} ${i - 3}v6`
		}));
	}
	if (l.append(n("line", {
		class: "zero",
		x1: li,
		x2: li,
		y1: 0,
		y2: ci
	})), i !== null) {
		let e = s(i.value);
		l.append(n("line", {
			class: "baseline",
			x1: e,
			x2: e,
			y1: 0,
			y2: ci
		}));
	}
	return l;
}
function fi(e, { unit: n, high: r }) {
	let i = r ?? ui(e), a = t("ul", { class: "bars" });
	for (let r of e) {
		let e = r.href === void 0 ? r.label : t("a", { href: r.href }, r.label), o = r.reading === null ? "not measured" : Ie(r.reading, n), s = r.baseline === null ? "" : ` ${Pe(r.baseline.name)} ${F(r.baseline.value)}`;
		a.append(t("li", {}, t("span", { class: "label" }, e), di(r, i, n), t("span", { class: "numbers" }, t("b", {}, o), t("span", { class: "quiet" }, s), r.note ? t("span", { class: "note" }, r.note) : "")));
	}
	return a;
}
//#endregion
//#region src/card/relations.ts
var pi = 6, mi = 3, hi = 100;
function gi(e, t, n) {
	let r = T(e).filter((e) => e.measure === t.name && j(e, n) !== null), i = r.filter(({ key: e, segments: n }) => n >= hi && !t.keywords.includes(e) && !_i(e)), a = (i.length > 0 ? i : r).map((e) => ({
		score: e,
		lead: j(e, n).value - (e.baseline?.value ?? 0)
	}));
	return a.sort((e, t) => t.lead - e.lead), a.filter(({ score: e }, t) => !a.slice(0, t).some((t) => vi(t.score, e)));
}
function _i(e) {
	return /(:\*| \(own word\))$/.test(e);
}
function vi(e, t) {
	return e.corpus === t.corpus && e.measure === t.measure && e.key === t.key;
}
function yi(e, n, r, i) {
	let a = gi(e, n, r);
	if (a.length === 0) return [];
	let o = new Map((i?.claims ?? []).map((e) => [e.score, e])), s = T(e).filter(({ id: e, measure: t }) => t === n.name && o.has(e)), c = a.filter(({ score: e }) => !s.some((t) => vi(t, e))), l = a.length <= pi ? c : c.filter(({ lead: e }, t) => e > 0 || t + s.length < mi), u = [...s, ...l.map(({ score: e }) => e)].slice(0, pi), d = u.map((e) => {
		let t = o.get(e.id), i = t && Ie(t, n.quantity.unit);
		return {
			label: e.words,
			reading: j(e, r),
			baseline: e.baseline,
			...i ? { note: `★ best of all heads; held out ${i}` } : {}
		};
	});
	return [t("p", { class: "quiet" }, `How often it is right. ${a.length > u.length ? `Of ${a.length} scores, the ${u.length} in which it leads ${n.counts} (dashes) furthest. ` : ""}The highest of many numbers is partly luck; a star marks what stood up on other documents.`), fi(d, n.quantity)];
}
function bi(e, n, r) {
	if (!r || r.neighbours.length === 0) return null;
	let i = t("ol", { class: "neighbours" });
	for (let { value: a, ...o } of r.neighbours) {
		let r = {
			stack: n.stack,
			...o
		};
		i.append(t("li", {}, t("a", { href: `#${M(r, e)}` }, `head ${O(r)}`), ` ${P(a, 3)} nats`));
	}
	return t("section", {}, t("h3", {}, "Heads most like it"), t("p", { class: "quiet" }, "By the mean Jensen–Shannon divergence between their rows; 0 is the same, 0.693 nothing in common."), i);
}
//#endregion
//#region src/card/measures.ts
var xi = 12, Si = 6, Ci = "Each tick is a head, the circle with its interval is this one, and grey dashes are the baseline.";
function wi(e, t) {
	let n = new Map((e.sections ?? []).map(({ id: e, name: t }) => [e, t])), r = e.measures.filter(({ name: n }) => T(e).some((e) => e.measure === n && j(e, t) !== null));
	return [.../* @__PURE__ */ new Set([...n.keys(), ...r.map(({ section: e }) => e)])].flatMap((e) => {
		let t = r.filter(({ section: t }) => t === e);
		return t.length === 0 ? [] : [{
			name: n.get(e) ?? t[0].title,
			measures: t
		}];
	});
}
function Ti(e, n, r, i) {
	let a = j(e, n), o = e.baseline === null ? "" : `; ${e.baseline.name} ${F(e.baseline.value)}`, s = r.some((t) => t.words === e.words && t.direction !== e.direction), c = te(e, r) + (s ? `, ${e.direction}` : "");
	return t("li", {}, i ? t("a", { href: Ln(In(e.id)) }, c) : c, oi(e, n, cn([e])), t("span", { class: "numbers" }, t("b", {}, Re(e, n)), t("span", { class: "quiet" }, ` ${Be(e, a)}${o}`)));
}
function Ei(e, n, r) {
	let i = T(e).filter((e) => e.measure === n.name && j(e, r) !== null), a = (e) => ae(e, j(e, r).value).rank, o = i.length <= xi ? i : [...i].sort((e, t) => a(e) - a(t)).slice(0, Si), s = new Set(Yn(n.name, e)), c = `${o.length} of ${i.length} scores: those in which it ranks highest.`;
	return [...o.length < i.length ? [t("p", { class: "quiet" }, c)] : [], t("ul", { class: "strips" }, ...o.map((e) => Ti(e, r, i, s.has(e))))];
}
function Di(e, { name: t, rest: n, quantity: r }, i) {
	let a = T(e).filter((e) => e.measure === t && j(e, i) !== null);
	if (n === "" || r.high === null || a.length === 0) return [];
	let o = r.high, s = a.filter(({ corpus: e }) => e === a[0].corpus).map((t) => {
		let n = e.behaviours.find((e) => e.name === t.key)?.light ?? null;
		return {
			name: t.short ?? t.key,
			share: j(t, i).value / o,
			colour: n
		};
	}), c = Math.max(0, 1 - s.reduce((e, { share: t }) => e + t, 0));
	return [...s, {
		name: n,
		share: c,
		colour: null
	}];
}
function Oi(e, i) {
	let [a, o] = [360, 22], s = (e) => `${Math.round(100 * e)}%`, c = r(a, o, {
		class: "stacked",
		role: "img",
		"aria-label": `${i}: ${e.map(({ name: e, share: t }) => `${e} ${s(t)}`).join(", ")}`
	}), l = t("ul", { class: "parts" }), u = 0;
	for (let { name: r, share: i, colour: d } of e) {
		let e = (e) => (d === null || (e.style.setProperty("--part", d), e.style.setProperty("--part-ink", Oe(d))), e);
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
function ki(e, n, r, i) {
	if (n.counts !== "") return yi(e, n, r, i);
	let a = Di(e, n, r), o = i?.notes[n.name];
	return [
		...o === void 0 ? [] : [t("p", {}, o)],
		...a.length > 0 ? [Oi(a, n.title)] : [],
		...Ei(e, n, r)
	];
}
function Ai(e, n, r) {
	let i = wi(e, n).map(({ name: i, measures: a }) => {
		let o = t("section", {}, t("h3", {}, i));
		for (let s of a) a.length > 1 && s.title !== i && o.append(t("h4", {}, s.title)), o.append(...ki(e, s, n, r));
		return {
			box: o,
			right: a.some(({ counts: e }) => e !== "")
		};
	}), a = i.filter(({ right: e }) => !e).map(({ box: e }) => e);
	return a[0]?.firstElementChild.after(t("p", { class: "quiet" }, Ci)), {
		right: i.filter(({ right: e }) => e).map(({ box: e }) => e),
		others: a
	};
}
var ji = 12.6, Mi = .61 * ji, Ni = {
	" ": "␣",
	"\n": "↵",
	"	": "⇥"
}, Pi = "‍", Fi = /^[\p{C}\p{Z}\u115f\u1160\u3164\uffa0\u2800]$/u, Ii = /^(?=\p{Cn})[\u{1f000}-\u{1faff}]$/u, Li = /(?:[\p{So}↔]|(?=\p{Cn})[\u{1f000}-\u{1faff}])[\u{1f3fb}-\u{1f3ff}]?\ufe0f*$/u, Ri = /^(?:[\p{So}↔]|(?=\p{Cn})[\u{1f000}-\u{1faff}])/u, zi = /^\p{M}/u, Bi = /^\p{Regional_Indicator}$/u, Vi = /^[\u{1f3fb}-\u{1f3ff}]$/u, Hi = /^[\p{Mn}\p{Me}\u200d\u{1f3fb}-\u{1f3ff}]$/u, Ui = /* @__PURE__ */ RegExp("^(?!\\p{Regional_Indicator})(?:\\p{Emoji_Presentation}|[\\u1100-\\u115f\\u2329\\u232a\\u2e80-\\u303e\\u3041-\\u3247\\u3250-\\u4dbf\\u4e00-\\ua4cf\\ua960-\\ua97c\\uac00-\\ud7a3\\uf900-\\ufaff\\ufe10-\\ufe19\\ufe30-\\ufe6b\\uff01-\\uff60\\uffe0-\\uffe6\\u{16fe0}-\\u{18dff}\\u{1aff0}-\\u{1b2fb}\\u{1f200}-\\u{1f265}\\u{20000}-\\u{3fffd}])$", "u");
function Q(e) {
	let t = [...e], n = t.map((e, n) => e === Pi && Wi(t, n) || !Fi.test(e) || Ii.test(e) ? e : Ni[e] ?? `‹${e.codePointAt(0).toString(16).toUpperCase().padStart(2, "0")}›`).join("");
	return zi.test(n) ? `◌${n}` : n || "‹empty›";
}
function Wi(e, t) {
	return Li.test(e.slice(0, t).join("")) && Ri.test(e[t + 1] ?? "");
}
function Gi(e) {
	let t = 0, n = "";
	for (let r of e) n !== Pi && !Hi.test(r) && (t += Ui.test(r) || Ii.test(r) ? 2 : 1), n = r;
	return t;
}
function Ki(e) {
	let t = [];
	for (let n of e) {
		let e = t.at(-1) ?? "", r = Bi.test(e) && Bi.test(n), i = zi.test(n) || n === Pi || Vi.test(n) || e.endsWith(Pi) || r;
		e !== "" && i ? t[t.length - 1] = e + n : t.push(n);
	}
	return t;
}
var qi = (e) => [...e].length;
function Ji(e, t) {
	let n = Q(e);
	if (Gi(n) <= t && qi(n) <= 2 * t) return n;
	let r = "";
	for (let e of Ki(n)) {
		let n = [...e].slice(0, t).join("");
		if (Gi(r + n) > t - 1 || qi(r + n) > 2 * t) break;
		r += n;
	}
	return `${r}…`;
}
//#endregion
//#region src/views/columns.ts
var Yi = 12.6, Xi = 4.4 * Mi, Zi = 36, Qi = .26, $i = 380, ea = 24;
function ta(e) {
	let t = 0;
	return e.map((n, r) => (r > 0 && n !== e[r - 1] && (t += Yi), t + (r + .5) * 18));
}
function na(e, t, n) {
	let r = Math.max(3, Math.floor((n - 2 * Xi - Math.max(Zi, Qi * n) - 8) / 2 / Mi)), i = 1;
	for (let n of [e, t]) for (let e of n.texts) i = Math.max(i, Gi(Q(e)));
	let a = Math.min(r, i, ea), o = a * Mi + 4, s = Math.max(140, Math.min(n, 2 * (Xi + o) + $i)), [c, l] = [ta(e.segments), ta(t.segments)], u = Math.max(c.at(-1) ?? 0, l.at(-1) ?? 0) + 9;
	return {
		queries: c,
		keys: l,
		left: Xi + o,
		right: s - Xi - o,
		width: s,
		height: u,
		column: o,
		characters: a
	};
}
//#endregion
//#region src/views/decode.ts
var ra = Float32Array.from({ length: 256 }, (e, t) => (t / 255) ** 2), ia = 1 << 20;
function* aa(e) {
	let t = e.trim(), n = Uint8Array.fromBase64;
	if (n) yield n(t);
	else for (let e = 0; e < t.length; e += ia) {
		let n = atob(t.slice(e, e + ia)), r = new Uint8Array(n.length);
		for (let e = 0; e < r.length; e++) r[e] = n.charCodeAt(e);
		yield r;
	}
}
//#endregion
//#region src/views/draw.ts
var oa = "ui-monospace, \"SF Mono\", Menlo, Consolas, \"DejaVu Sans Mono\", \"Liberation Mono\", monospace", sa = /\p{L}/u, ca = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}\u07c0-\u085f]/u;
function la(e) {
	let t = sa.exec(e)?.[0] ?? "";
	return ca.test(t) ? "rtl" : "ltr";
}
var $ = (e) => String(Math.round(e * 100) / 100), ua = class {
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
		let u = la(r), d = n("text", {
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
}, da = [
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
function fa(e, t) {
	let n = t >> 1, r = 2 * (n % (e.hues.length / 2)) + (t & 1);
	return {
		colour: e.hues[r],
		dash: da[n % da.length]
	};
}
function pa(e, t) {
	return t.length === 1 ? [{
		colour: e.hues[0],
		dash: []
	}] : t.map((t) => fa(e, t));
}
//#endregion
//#region src/views/units.ts
function ma(e, t, n) {
	return {
		rows: t,
		columns: n,
		values: e,
		read: (e) => ra[e],
		least: (e) => 255 * Math.sqrt(e) - 1e-9
	};
}
function ha(e, t, n) {
	return {
		rows: t,
		columns: n,
		values: e,
		read: (e) => e,
		least: (e) => e
	};
}
function ga(e, t, n, r) {
	let i = n.unit.length;
	if (t.parts.length === t.unit.length && n.parts.length === i) return ma(e, t.parts.length, i);
	let a = n.parts.length, o = new Float32Array(t.parts.length * a), s = new Float64Array(a);
	return t.parts.forEach((t, c) => {
		for (let l of t) {
			s.fill(0);
			let u = 0;
			for (let t = 0; t < i; t++) {
				let r = n.unit[t];
				if (r < 0) continue;
				let a = ra[e[l * i + t]];
				s[r] += a, u += a;
			}
			let d = (r && u > 0 ? 1 / u : 1) / t.length;
			for (let e = 0; e < a; e++) o[c * a + e] += s[e] * d;
		}
	}), ha(o, t.parts.length, a);
}
function _a(e, t, n) {
	return e === "all" || e === `${t === 0 ? "A" : "B"}-${n === 0 ? "A" : "B"}`;
}
function va(e, t, n, { rows: r, columns: i, filter: a }) {
	let o = t ? i.parts.length : r.parts.length;
	return e.map((e) => {
		let s = new Float64Array(o);
		for (let c of n) for (let n = 0; n < o; n++) {
			let [o, l] = t ? [c, n] : [n, c];
			_a(a, r.segments[o], i.segments[l]) && (s[n] += e.read(e.values[o * e.columns + l]));
		}
		return s;
	});
}
//#endregion
//#region src/views/lines.ts
var ya = .004, ba = 64;
function xa(e, t, n) {
	let r = e.findIndex((e) => e + 9 > t);
	if (r < 0) return [e.length, e.length];
	let i = r;
	for (; i < e.length && e[i] - 9 < n;) i++;
	return [r, i];
}
var Sa = class e {
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
		let { scene: o } = this, { left: s, right: c, queries: l, keys: u } = o.place, d = pa(t, o.heads);
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
function Ca(e, t, n) {
	let r = Array.from({ length: 65 }, () => []), [i, a] = xa(e.place.queries, t, n), [o, s] = xa(e.place.keys, t, n), c = Math.max(e.threshold, ya);
	return e.maps.forEach((t, n) => {
		let l = t.least(c);
		for (let c = 0; c < t.rows; c++) {
			let [u, d] = c >= i && c < a ? [0, t.columns] : [o, s];
			for (let i = u; i < d; i++) {
				let a = t.values[c * t.columns + i];
				if (a < l || !_a(e.filter, e.rows.segments[c], e.keys.segments[i])) continue;
				let o = ba - Math.round(ba * Math.min(1, t.read(a)));
				r[o].push((n * t.rows + c) * t.columns + i);
			}
		}
	}), new Sa(e, r);
}
function wa({ left: e, right: t }, n, r) {
	return n === "left" ? {
		x: e - r + 1,
		width: r - 2
	} : {
		x: t + 1,
		width: r - 2
	};
}
function Ta(e, t, n, r, i, [a, o]) {
	let { left: s, right: c, queries: l, keys: u } = n.place, d = r.side === "left", [f, p] = d ? [l, u] : [u, l], m = wa(n.place, d ? "right" : "left", n.place.column), h = m.width / Math.max(1, n.heads.length), [g, _] = xa(p, a, o), v = pa(t, n.heads);
	n.maps.forEach((t, a) => {
		let { colour: o, dash: f } = v[a];
		for (let t = g; t < _; t++) {
			let n = r.sums[a][t];
			n > ya && e.box(m.x + a * h, p[t] - i - 9 + 1, h, 16, o, .8 * n);
		}
		let y = t.least(Math.max(n.threshold, ya));
		for (let a of r.units) for (let r = 0; r < p.length; r++) {
			let [p, m] = d ? [a, r] : [r, a], h = t.values[p * t.columns + m];
			if (h < y || !_a(n.filter, n.rows.segments[p], n.keys.segments[m])) continue;
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
		let o = Gi(Ji(y.texts[a], n.place.characters)) * Mi + 8, s = wa(n.place, r.side, o);
		e.frame(s.x, f[a] - i - 9 + 1, s.width, 16, t.ink);
	}
}
//#endregion
//#region src/card/sentence.ts
function Ea(e) {
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
var Da = Ea("var(--attention)"), Oa = Ea("var(--other-attention)"), ka = .02;
function Aa(e) {
	let t = [...aa(e)], n = new Uint8Array(t.reduce((e, t) => e + t.length, 0)), r = 0;
	for (let e of t) n.set(e, r), r += e.length;
	return n;
}
function ja({ texts: e, special: t, segments: n }) {
	return {
		texts: e,
		special: t,
		segments: n,
		parts: e.map((e, t) => [t]),
		unit: Int32Array.from(e.keys())
	};
}
function Ma(e, t, n, r) {
	let [i, a] = [ja(e), ja(t)];
	if (n.length !== i.texts.length * a.texts.length) throw Error("a map does not have the size of its text");
	return {
		place: na(i, a, r),
		rows: i,
		keys: a,
		heads: [0],
		maps: [ga(n, i, a, !1)],
		filter: "all",
		threshold: ka
	};
}
function Na(e, { place: t, rows: n, keys: r }, i) {
	for (let a of ["left", "right"]) {
		let o = a === "left", [s, c] = o ? [n, t.queries] : [r, t.keys];
		s.texts.forEach((n, r) => {
			e.text(o ? t.left - 4 : t.right + 4, c[r], Ji(n, t.characters), {
				colour: s.special[r] ? Da.quiet : Da.ink,
				size: ji,
				anchor: o ? "end" : "start",
				font: oa,
				strong: i[a].has(r)
			});
		});
	}
}
var Pa = {
	left: /* @__PURE__ */ new Set(),
	right: /* @__PURE__ */ new Set()
};
function Fa(e, t, n, { layer: i, head: a }, o) {
	let s = e.queries.texts.length * e.keys.texts.length, c = (i * n.heads + a) * s, l = Ma(e.queries, e.keys, t.subarray(c, c + s), o), u = `What each token attends to in: ${e.queries.texts.map(Q).join(" ")}`, d = r(l.place.width, l.place.height, {
		class: "head-view",
		role: "img",
		"aria-label": u
	}), f = new ua(d);
	return Ca(l, 0, l.place.height).byToken().draw(f, Da, 0, [0, 0], () => !0), Na(f, l, Pa), d;
}
function Ia(e, t, r, i) {
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
function La({ left: e, right: t, column: n }, r) {
	return r ? e - n - 2 : t + n + 2;
}
function Ra(e, [t, , n, r, i]) {
	let [a, o] = [Q(e.words[t]), Q(e.words[n])], s = r.includes(n), c = r.map((t) => Q(e.words[t])).join(" or ");
	return `${a} → ${o}, ${s ? "right" : `wrong${c === "" ? "" : `, it is ${c}`}`} (${i.toFixed(2)})`;
}
function za({ special: e }, t, i, a) {
	let o = t.words.length, s = t.words.map(() => !1), c = Ma({
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
	}, Aa(t.map), a), { place: l } = c, u = i !== "head-to-dependent", d = (e, t) => t ? l.queries[e] : l.keys[e + 1], f = t.answers.map((e) => Ra(t, e)).join("; "), p = r(l.width, l.height, {
		class: "head-view",
		role: "img",
		"aria-label": f
	}), m = new ua(p);
	Ca(c, 0, l.height).byToken().draw(m, Oa, 0, [0, 0], () => !0);
	let h = t.answers.map(([, e]) => u ? e : e + 1), g = va(c.maps, u, h, {
		rows: c.rows,
		columns: c.keys,
		filter: "all"
	});
	Ta(m, Da, c, {
		side: u ? "left" : "right",
		units: h,
		sums: g.map((e) => e.fill(0))
	}, 0, [0, l.height]);
	let _ = new Set(h);
	Na(m, c, u ? {
		left: _,
		right: /* @__PURE__ */ new Set()
	} : {
		left: /* @__PURE__ */ new Set(),
		right: _
	});
	let v = La(l, !u);
	for (let e of t.answers) {
		let [r, i, a, o, s] = e;
		for (let e of o) p.append(...Ia(v, d(r, !u), d(e, !u), u ? 1 : -1));
		let c = o.includes(a), f = n("text", {
			class: c ? "verdict right" : "verdict wrong",
			x: La(l, u) + (u ? -1 : 1),
			y: d(i, u) + 4,
			"text-anchor": u ? "end" : "start"
		}, `${c ? "✓" : "✗"}${s.toFixed(2).replace(/^0/, "")}`);
		f.append(n("title", {}, Ra(t, e))), p.append(f);
	}
	return p;
}
function Ba(e, n, r) {
	let i = n[0];
	if (!i) return null;
	let a = T(e).find(({ id: e }) => e === i.score), o = a?.direction ?? null, s = n.map((n) => {
		let i = n.answers.filter(([, , e, t]) => t.includes(e)).length;
		return t("figure", { class: "sentence" }, t("h4", {}, `${n.kind === "most right" ? "Among its best" : "Among its worst"}: ${i} of ${n.answers.length} right`), t("div", { class: "scroll" }, za(e, n, o, r)), t("figcaption", {}, n.place));
	}), c = o === "head-to-dependent" ? "right, with the attention they get" : "left, with the attention they give";
	return t("section", {}, t("h3", {}, `Sentences where it is most typical${a ? `: it ${a.words}` : ""}`), t("p", { class: "quiet" }, `The words on the left attend to those on the right. In bold, on the ${c}, are the words that it is asked about: ✓ right or ✗ wrong, and the weight behind the answer. Orange arcs: what is annotated, the dot at the governor.`), ...s);
}
var Va = /* @__PURE__ */ new WeakMap();
function Ha(e, n, r, i, a) {
	let o = e.texts[n.name];
	if (!o) return null;
	let s = Va.get(o);
	s || Va.set(o, s = Aa(o.maps));
	let c = t("details", { class: "text" }, t("summary", {}, "One text under this head"));
	c.open = a;
	let l = () => {
		c.open && !c.querySelector("svg") && c.append(t("div", { class: "scroll" }, Fa(o, s, n, r, i)));
	};
	return c.addEventListener("toggle", l), l(), c;
}
//#endregion
//#region src/card/card.ts
var Ua = "(max-width: 859px)", Wa = "(min-width: 1600px)";
function Ga(e, n, r) {
	let i = e.cards.find((e) => k(e, n)), a = Ba(e, i?.sentences ?? [], r), { right: o, others: s } = Ai(e, n, i);
	return [
		i ? t("p", { class: "said" }, i.summary) : null,
		...o,
		a,
		Ha(e, re(e, n.stack), n, r, a === null),
		bi(e, n, i),
		...s
	].filter((e) => e !== null);
}
function Ka(e, t, n) {
	let r = e.stacks.flatMap(A);
	return r[r.findIndex((e) => k(e, t)) + n] ?? null;
}
function qa(e, n, r) {
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
			i.textContent = `Head ${O(t)}${e.stacks.length > 1 ? ` of the ${t.stack}` : ""}`;
			for (let { step: n, button: r } of o) {
				let i = Ka(e, t, n);
				r.disabled = i === null;
				let a = i === null ? n < 0 ? "first" : "last" : O(i);
				r.textContent = n < 0 ? `← ${a}` : `${a} →`, r.setAttribute("aria-label", i === null ? `No ${n < 0 ? "earlier" : "later"} head` : `Go to head ${O(i)}`);
			}
			l.scrollTop = 0, c.replaceChildren(...Ga(e, t, Math.max(280, Math.min(560, c.clientWidth)))), r.set({ head: se(t, e) }, "new");
		}
	});
	function f() {
		let e = d !== null && window.matchMedia(Ua).matches;
		for (let t of l.parentElement?.children ?? []) t !== l && (t.inert = e);
		e && !l.contains(document.activeElement) && (u ??= document.activeElement, i.focus({ preventScroll: !0 }));
	}
	window.matchMedia(Ua).addEventListener?.("change", f);
	function p(t) {
		let r = d && Ka(e, d, t);
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
				let i = t === null ? null : ce(t, e);
				t !== null && i === null && r.refuse("head", le(t, e)), n.select(i);
			}), r.listen("at", (e, t) => {
				e !== null && t && !window.matchMedia(Wa).matches && r.set({ head: null });
			});
		}
	};
}
//#endregion
//#region src/report.ts
function Ja(e, n, r) {
	let i = t("section", { id: "heads" }, t("h2", {}, "All heads"));
	for (let a of e.stacks) e.stacks.length > 1 && i.append(t("h3", {}, a.name)), i.append(Or(a, e, n, r));
	return i;
}
function Ya(e) {
	let n = t("section", { id: "run" }, t("h2", {}, "About this run")), r = t("dl");
	for (let [n, i] of e.facts) r.append(t("div", {}, t("dt", {}, n), t("dd", {}, i)));
	return n.append(r), e.notes.length > 0 && n.append(t("h3", {}, "Notes"), t("ul", {}, ...e.notes.map((e) => t("li", {}, e)))), n.append(t("p", { class: "caveat" }, e.caveat)), n;
}
function Xa(e, n) {
	let r = new fe(), i = new ve(), a = qa(n, r, i);
	e.replaceChildren(...ni(n, r, i), t("div", { class: "parts-of-page" }, ...Xr(n, r)), Ja(n, r, i), Ya(n), a.element), a.follow();
	let o = (e) => {
		let t = e === null ? null : document.getElementById(e);
		return e !== null && !t && i.refuse("at", `There is no “${e}” on this page.`), t;
	};
	o(i.get("at"))?.scrollIntoView(), i.listen("at", o);
}
var Za = document.getElementById("payload"), Qa = document.getElementById("report");
if (Za && Qa) try {
	Xa(Qa, C(Za.textContent ?? ""));
} catch (e) {
	let n = e instanceof Error ? e.message : String(e);
	throw Qa.replaceChildren(t("p", { role: "alert" }, `This page’s data could not be drawn: ${n}.`)), e;
}
//#endregion
export { Xa as mount };
