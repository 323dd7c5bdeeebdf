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
	absent: [],
	kind: null,
	kinds: []
};
function ne(e) {
	return ie({
		...te,
		...JSON.parse(e)
	});
}
var E = /* @__PURE__ */ new WeakMap();
function re(e) {
	return E.get(e) ?? e;
}
function ie(e) {
	let t = new Map(e.stacks.map((e) => [e.name, e])), n = new Map(e.measures.map(({ name: e, quantity: t }) => [e, t])), r = new Set(e.behaviours.map(({ name: e }) => e));
	for (let { label: t } of e.labels) if (!r.has(t)) throw Error(`a head has the label ${t}, which nothing describes`);
	let i = /* @__PURE__ */ new Set();
	for (let { id: n, stack: r, value: a, low: o, high: s } of O(e)) {
		if (i.has(n)) throw Error(`two scores have the id ${n}`);
		i.add(n);
		let e = t.get(r);
		if (!e) throw Error(`score ${n} is of an unknown stack, ${r}`);
		for (let [t, r] of Object.entries({
			value: a,
			low: o,
			high: s
		})) if (r.length !== e.layers || r.some((t) => t.length !== e.heads)) throw Error(`score ${n}: expected ${e.layers} × ${e.heads} in "${t}", got another shape`);
	}
	let a = (e) => D(e, e.own_quantity ?? se(e, n)), o = {
		...e,
		scores: e.scores.map(a),
		relations: e.relations.map(a)
	};
	return E.set(o, e), o;
}
function D(e, t) {
	let { times: n = 1, plus: r = 0 } = t, [i, a, o] = [
		e.value,
		e.low,
		e.high
	].map((e) => ae(e, n, r)), s = e.baseline && {
		...e.baseline,
		value: n * e.baseline.value + r
	};
	return {
		...e,
		value: i,
		low: a,
		high: o,
		baseline: s,
		quantity: oe(t)
	};
}
function ae(e, t, n) {
	return t === 1 && n === 0 ? e : e.map((e) => e.map((e) => e === null ? null : t * e + n));
}
function oe({ times: e = 1, plus: t = 0, ...n }) {
	let r = (n) => n === null ? null : e * n + t;
	return {
		...n,
		low: r(n.low),
		high: r(n.high)
	};
}
function se({ id: e, measure: t }, n) {
	let r = n.get(t);
	if (!r) throw Error(`score ${e} is of an unknown measure, ${t}`);
	return r;
}
function O(e) {
	return [...e.scores, ...e.relations];
}
function ce(e) {
	let t = `${e.measure} ${e.key}`;
	return e.direction === null ? t : `${t}, ${e.direction}`;
}
function le(e, t) {
	let n = [];
	return t.some((t) => t.stack !== e.stack) && n.push(e.stack), t.some((t) => t.corpus !== e.corpus) && n.push(e.corpus), n.join(", ");
}
function ue(e, t) {
	let n = le(e, t);
	return n === "" ? e.words : `${e.words} (${n})`;
}
function k(e) {
	return e.flat().filter((e) => e !== null);
}
function de(e, t) {
	return e.measures.flatMap(({ name: n }) => e.scores.filter((e) => e.measure === n && e.stack === t));
}
//#endregion
//#region src/heads.ts
function A(e) {
	return `${e.layer + 1}-${e.head + 1}`;
}
function j(e, t) {
	return e === null || t === null ? e === t : e.stack === t.stack && e.layer === t.layer && e.head === t.head;
}
function M(e) {
	let t = [];
	for (let n = 0; n < e.layers; n++) for (let r = 0; r < e.heads; r++) t.push({
		stack: e.name,
		layer: n,
		head: r
	});
	return t;
}
function N(e, t) {
	let n = e.stacks.find((e) => e.name === t);
	if (!n) throw Error(`there is no stack named ${t}`);
	return n;
}
function P(e, t) {
	if (e.stack !== t.stack) return null;
	let n = e.value[t.layer]?.[t.head] ?? null;
	return n === null ? null : {
		value: n,
		low: e.low[t.layer]?.[t.head] ?? null,
		high: e.high[t.layer]?.[t.head] ?? null
	};
}
var fe = /* @__PURE__ */ new WeakMap();
function pe(e, t) {
	let n = fe.get(e);
	return n || fe.set(e, n = Float64Array.from(k(e.value)).sort()), {
		rank: n.length - p(n, t) + 1,
		of: n.length
	};
}
function me(e) {
	let t = null, n = -Infinity;
	return e.value.forEach((r, i) => r.forEach((r, a) => {
		r !== null && r > n && (n = r, t = {
			stack: e.stack,
			layer: i,
			head: a
		});
	})), t;
}
function he(e, t) {
	return t.stacks.length > 1 ? `${e.stack}/${A(e)}` : A(e);
}
function ge(e, t) {
	let n = /^(?:(.+)\/)?(\d+)-(\d+)$/su.exec(e);
	if (!n) return null;
	let r = n[1] === void 0 ? t.stacks[0] : t.stacks.find(({ name: e }) => e === n[1]), i = Number(n[2]) - 1, a = Number(n[3]) - 1;
	return !r || i < 0 || a < 0 || i >= r.layers || a >= r.heads ? null : {
		stack: r.name,
		layer: i,
		head: a
	};
}
function _e(e, t) {
	return `There is no head ${e} here: the model has ${t.stacks.map(({ name: e, layers: n, heads: r }) => `${n} layers of ${r} heads${t.stacks.length > 1 ? ` in the ${e}` : ""}`).join(", ")}.`;
}
function F(e, t) {
	let n = A(e);
	return t.stacks.length > 1 ? `head=${encodeURIComponent(e.stack)}/${n}` : `head=${n}`;
}
function ve(e, t) {
	let n = /^#?head=(.+)$/su.exec(e);
	return n && ge(ye(n[1]), t);
}
function ye(e) {
	try {
		return decodeURIComponent(e);
	} catch {
		return e;
	}
}
//#endregion
//#region src/highlight.ts
function be(e) {
	return e && new Set(e.map((e) => `${e.stack}/${A(e)}`));
}
function xe(e, t) {
	return e === null || t === null ? e ?? t : new Set([...e].filter((e) => t.has(e)));
}
function Se(e, t) {
	return e === null || t === null ? e === t : e.size === t.size && [...e].every((e) => t.has(e));
}
var Ce = class e {
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
		j(e, this.pointed) || (this.#e.pointed = e, this.#t.tell());
	}
	select(e) {
		j(e, this.selected) || (this.#e.selected = e, this.#t.tell());
	}
	find(e) {
		this.#e.searched = be(e), this.#r();
	}
	keep(e) {
		this.#e.kept = be(e), this.#r();
	}
	#r() {
		let e = xe(this.#e.searched, this.#e.kept);
		Se(e, this.found) || (this.#e.found = e, this.#t.tell());
	}
	finds(e) {
		return this.found?.has(`${e.stack}/${A(e)}`) ?? !1;
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
//#region src/change.ts
function we(e, t) {
	if (Array.isArray(t)) return t[0];
	let n = Array.isArray(e) ? [...e] : { ...e };
	for (let [e, r] of Object.entries(t)) n[e] = we(n[e], r);
	return n;
}
//#endregion
//#region src/kinds.ts
function Te(e, t) {
	if (t === null || t === e.kind?.name) return e;
	let n = e.kinds.find((e) => e.name === t);
	return n ? ie(we(re(e), n.change)) : null;
}
function Ee({ kind: e, kinds: n }, r) {
	return t("span", {
		class: "kind-buttons",
		role: "group",
		"aria-label": "What numbers and figures are about"
	}, ...n.map(({ name: n, label: i }, a) => {
		let o = t("button", {
			type: "button",
			"aria-pressed": String(n === e?.name),
			"data-kind": n
		}, i);
		return o.addEventListener("click", () => r.set({ weights: a === 0 ? null : n })), o;
	}));
}
function De(e, n) {
	let { kind: r, kinds: i } = e;
	return r ? [t("div", { class: "kinds" }, i.length > 1 ? Ee(e, n) : t("b", {}, r.label), t("p", { role: "status" }, r.sentence))] : [];
}
function Oe({ kind: e }) {
	return e ? [t("span", { class: "of-kind" }, e.label)] : [];
}
//#endregion
//#region src/copy.ts
function ke(e, n, r, i) {
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
var Ae = [
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
function je(e) {
	return encodeURIComponent(e).replace(/%(2B|2C|2F|3A|3D)/gu, (e) => decodeURIComponent(e));
}
function Me(e) {
	let t = /* @__PURE__ */ new Map();
	for (let n of e.replace(/^#/u, "").split("&")) {
		if (n === "") continue;
		let e = n.indexOf("="), r = Ae.find((t) => t !== "at" && t === n.slice(0, Math.max(e, 0)));
		t.set(r ?? "at", ye(r ? n.slice(e + 1) : n));
	}
	return t;
}
function Ne(e) {
	return Ae.flatMap((t) => {
		let n = e.get(t);
		return n === void 0 ? [] : [t === "at" ? je(n) : `${t}=${je(n)}`];
	}).join("&");
}
var Pe = class {
	#e = Me(location.hash);
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
			let e = Me(location.hash), t = this.#i !== "" && ye(this.#i) === ye(location.hash);
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
		e.head && n.delete("at"), Ne(n) !== Ne(this.#e) && (this.#o(n, t === "new" ? "pushState" : "replaceState"), this.#s(n));
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
		return Ae.flatMap((e) => this.#n.get(e) ?? []);
	}
	watch(e) {
		this.#r.add(e), e();
	}
	get address() {
		let e = Ne(this.#e);
		return location.href.replace(/#.*$/su, "") + (e === "" ? "" : `#${e}`);
	}
	#o(e, t) {
		let n = Ne(e);
		try {
			history[t](history.state, "", n === "" ? location.pathname + location.search : `#${n}`);
		} catch {
			return;
		}
	}
	#s(e, t = !1) {
		let n = this.#e;
		this.#e = e;
		let r = Ae.filter((t) => n.get(t) !== e.get(t) || t === "at" && e.has("at"));
		for (let e of r) this.#n.delete(e);
		for (let e of r) for (let n of [...this.#t.get(e) ?? []]) n(this.get(e), t);
		for (let e of this.#r) e();
	}
};
function Fe(e) {
	let n = t("p", {
		class: "wrong",
		role: "alert"
	});
	return e.watch(() => {
		n.textContent = e.refused.join(" "), n.hidden = e.refused.length === 0;
	}), t("div", { class: "link" }, ke("Copy link", "The link to this page as it is now", () => e.address, () => "Copied."), n);
}
//#endregion
//#region src/digits.ts
var Ie = 4, Le = 2;
function Re(e, t) {
	if (e === null || t === null) return Le;
	let n = Math.abs(t - e) / 2;
	return n === 0 ? Ie : Math.min(Ie, Math.max(0, -Math.floor(Math.log10(n) + 1e-9)));
}
function I(e, t) {
	let n = Math.abs(e).toFixed(t);
	return e < 0 && Number(n) !== 0 ? `−${n}` : n;
}
function ze(e) {
	return e.replace(/(^| )-(?=\d)/gu, "$1−");
}
function Be({ value: e, low: t, high: n }) {
	return I(e, Re(t, n));
}
function Ve(e, t = "") {
	let { low: n, high: r } = e, i = t === "" ? Be(e) : `${Be(e)} ${t}`;
	if (n === null || r === null) return i;
	let a = Re(n, r), o = n < 0 || r < 0 ? " to " : "–";
	return `${i} (${I(n, a)}${o}${I(r, a)})`;
}
function L(e) {
	if (e === 0) return "0";
	let t = 1 - Math.floor(Math.log10(Math.abs(e))), n = I(e, Math.min(Ie, Math.max(0, t)));
	return n.includes(".") ? n.replace(/\.?0+$/, "") : n;
}
function He({ name: e, unit: t }) {
	return t || e;
}
function Ue(e, t) {
	let n = P(e, t);
	if (n === null) return "not measured";
	let { sign: r = "", unit: i } = e.quantity;
	return (r && `${r} = `) + Ve(n, i);
}
function We(e, t) {
	let n = P(e, t);
	return Ue(e, t) + (n === null ? "" : `, ${Ge(e, n)}`);
}
function Ge(e, { value: t }) {
	let { rank: n, of: r } = pe(e, t);
	return `rank ${n} of ${r}`;
}
//#endregion
//#region src/query/facts.ts
function Ke({ words: e = "", short: t = "" }) {
	return t === "" ? e : `${e} ${t}`;
}
function qe(e) {
	return {
		stacks: e.stacks,
		scores: O(e),
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
var R = {
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
}, z = R.limits, Je = /* @__PURE__ */ new Set([...R.reserved, ...Object.keys(R.aliases)]), B = class extends Error {
	code;
	start;
	end;
	known;
	suggestions;
	constructor(e, t, n, r, i = [], a = []) {
		super(t), this.code = e, this.start = n, this.end = r, this.known = i, this.suggestions = a;
	}
};
function Ye(e, t) {
	return Object.hasOwn(e, t);
}
function V(e, t = {}) {
	return R.messages[e].replace(/\{(\w+)\}/g, (e, n) => String(t[n]));
}
function Xe(e) {
	let t = [...e], n = t.slice(0, z.listed).join(", ");
	return t.length > z.listed ? V("more", {
		known: n,
		count: t.length - z.listed
	}) : n;
}
function Ze(e, t) {
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
	let o = Ze(e.slice(0, r), t.slice(0, i));
	return n + o + Ze(e.slice(r + n), t.slice(i + n));
}
function Qe(e, t) {
	let [n, r] = [[...e.toLowerCase()], [...t.toLowerCase()]], i = n.length + r.length;
	return i === 0 ? 1 : 2 * Ze(n, r) / i;
}
//#endregion
//#region src/query/tokens.ts
var $e = [
	"space",
	"quoted",
	"sign",
	"word"
].map((e) => ({
	kind: e,
	pattern: new RegExp(R.tokens[e], "uy")
})), et = RegExp(`^(?:${R.tokens.word})$`, "u");
function H(e) {
	let t = e.kind === "word" || e.kind === "sign" ? e.text.toLowerCase() : "";
	return Ye(R.aliases, t) ? R.aliases[t] : t;
}
function tt({ kind: e, text: t }) {
	return e === "quoted" ? t.includes("\"") ? `'${t}'` : `"${t}"` : t;
}
function nt(e) {
	return e.kind === "end" ? V("end_found") : V("word_found", { text: e.text });
}
function rt(e) {
	return et.test(e);
}
function it(e) {
	let t = [...e].length, n = z.characters;
	if (t > n) throw new B("long", V("long", {
		most: n,
		count: t
	}), n, n + 1);
	let r = [], i = 0, a = 0;
	for (; i < e.length;) {
		let t = $e.flatMap(({ kind: t, pattern: n }) => {
			n.lastIndex = i;
			let r = n.exec(e)?.[0];
			return r === void 0 ? [] : [{
				kind: t,
				text: r
			}];
		})[0];
		if (!t) throw new B("quote", V("quote"), a, a + 1);
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
var at = new Map(Object.entries(R.slots).map(([e, t]) => [e, {
	...t,
	pattern: RegExp(`^(?:${t.pattern})$`, "u")
}])), [ot, st] = R.brackets, [ct, lt] = [R.range, R.slip].map((e) => RegExp(`^(?:${e})$`, "u"));
function ut(e) {
	let t = lt.exec(e.toLowerCase().replaceAll("head", "h").replaceAll("layer", "l").replaceAll(" ", ""));
	return t && `${t[1]}-${t[2]}`;
}
function dt(e, t) {
	return Ye(R.filled, e) ? [
		t.replaceAll(",", "."),
		ut(t),
		R.filled[e]
	].filter((t) => t !== null && t !== "" && at.get(e).pattern.test(t)) : [];
}
function ft(e) {
	return e.slice(1, -1).split("|");
}
function pt(e) {
	let t = it(e).reverse(), n = () => t.at(-1), r = () => t.pop(), i = 0, a = (e, { start: t, end: n }, r = {}, i = []) => new B(e, V(e, r), t, n, i), o = (e, t, n = null, r = null, i = "") => ({
		kind: "term",
		what: e,
		slots: t,
		name: n,
		direction: r,
		test: i
	});
	function s(e = 0) {
		let t = R.joints[e];
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
		if (t === R.prefix || t === ot) {
			if (r(), i += 1, i > z.depth) throw a("deep", e, { most: z.depth });
			let n = t === ot ? u(e) : {
				kind: "not",
				part: c()
			};
			return --i, n;
		}
		if (Ye(R.terms, t)) return r(), t === "layer" ? f() : o(t, p(R.terms[t]));
		if (R.ends.includes(t)) {
			r();
			let e = p(R.tests[t]);
			return H(n()) === R.filler && r(), o(t, e, ...l());
		}
		return e.kind === "word" && at.get("head").pattern.test(e.text) ? o("head", [r()]) : d();
	}
	function l() {
		let e = n(), t = H(e);
		if (e.kind === "end" || e.kind === "sign" || Je.has(t)) {
			let n = Xe([...Object.keys(R.terms), R.prefix].map((e) => `'${e}'`));
			throw a(Je.has(t) ? "reserved" : "term", e, {
				words: n,
				found: nt(e)
			});
		}
		return [r(), Ye(R.directions, H(n())) ? r() : null];
	}
	function u(e) {
		let t = s();
		if (n().kind === "end") throw a("bracket", e);
		if (H(n()) !== st) throw a("inside", n(), { found: nt(n()) });
		return r(), t;
	}
	function d() {
		let [e, t] = l(), i = H(n());
		return Ye(R.tests, i) ? (r(), o(i, p(R.tests[i]), e, t)) : o("bare", [], e, t);
	}
	function f() {
		let e = n(), t = H(e), i = Ye(R.tests, t) ? R.tests[t] : [];
		if (i.includes("number")) return r(), o("layer", p(i.map((e) => e === "number" ? "layer" : e)), null, null, t);
		let a = e.kind === "word" ? ct.exec(e.text) : null;
		if (!a) return o("layer", p(R.terms.layer));
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
			if (Array.isArray(e)) return ft(e[0]).includes(H(n())) ? p(e) : [];
			if (e.startsWith("'")) {
				let t = ft(e);
				if (!t.includes(H(n()))) throw a("word", n(), {
					word: t[0],
					found: nt(n())
				});
				return r(), [];
			}
			let { pattern: t, expected: i } = at.get(e), { kind: o, text: s } = n();
			if (o === "end" || o === "sign" || !t.test(s)) throw a("slot", n(), {
				expected: i,
				found: nt(n())
			}, dt(e, s));
			return [r()];
		});
	}
	if (n().kind === "end") throw a("nothing", n());
	let m = s();
	if (n().kind !== "end") throw a("after", n(), { found: nt(n()) });
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
			known: Xe(n)
		})), this.code = e, this.known = n;
	}
}, mt = ({ measure: e, key: t }) => `${e}.${t}`, ht = (e) => [...new Set(e)];
function W(e) {
	return rt(e) && !Je.has(e.toLowerCase()) ? e : e.includes("\"") ? `'${e}'` : `"${e}"`;
}
function gt(e) {
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
function _t(e, t, n, r = "") {
	let i = (t) => {
		let n = ht(t.map(mt));
		if (n.length > 1) throw new U("measures", { name: W(e) }, n.map((e) => W(e + r)));
		return t;
	}, a = G(e, t, mt);
	if (a.length > 0) return i(a);
	let o = G(e, t, ({ measure: e }) => e);
	if (o.length > 0) {
		let t = ht(o.map(({ key: e }) => e));
		if (t.length === 1) return o;
		if (t.includes(R.whole)) return o.filter(({ key: e }) => e === R.whole);
		throw new U("keys", { name: W(e) }, ht(o.map(mt)).map((e) => W(e + r)));
	}
	let s = G(e, t, ({ key: e }) => e), c = s.filter(({ measure: e }) => !n.includes(e));
	return i(c.length > 0 ? c : s);
}
function vt(e, t, n) {
	for (let { base: r, corpus: i } of gt(e)) {
		let e = [];
		try {
			e = _t(r, t, n);
		} catch (e) {
			if (!(e instanceof U)) throw e;
		}
		if (e.length !== 0) return new U("elsewhere", {
			name: W(r),
			corpus: i
		}, ht(e.map((e) => W(`${r}@${e.corpus}`))));
	}
	return new U("unknown", { name: e });
}
function yt(e, t, n = []) {
	let r = [...new Map(t.map(({ measure: e, key: t, corpus: n }) => [JSON.stringify([
		e,
		t,
		n
	]), {
		measure: e,
		key: t,
		corpus: n
	}])).values()], i = _t(e, r, n);
	if (i.length > 0) {
		let t = ht(i.map(({ corpus: e }) => e));
		if (t.length === 1) return i[0];
		throw new U("corpora", { name: W(e) }, t.map((t) => W(`${e}@${t}`)));
	}
	for (let { base: t, corpus: i } of gt(e)) {
		let e = _t(t, r.filter((e) => e.corpus === i), n, `@${i}`);
		if (e.length > 0) return e[0];
	}
	throw vt(e, r, n);
}
//#endregion
//#region src/query/evaluate.ts
var bt = ["behaviour", "pattern"];
function xt(e) {
	let t = e.endsWith("%"), [n, r = "0"] = (t ? e.slice(0, -1) : e).toLowerCase().split("e"), i = Number(r) - (t ? 2 : 0), a = (n.split(".")[1] ?? "").length;
	return {
		value: Number(`${n}e${i}`),
		half: Number(`5e${i - a - 1}`)
	};
}
function St(e) {
	let t = e * 10 ** z.decimals, n = Math.floor(t);
	return t - n === .5 && n % 2 == 0 ? n : Math.round(t);
}
function Ct(e, t, n) {
	return [...t].sort((t, r) => {
		let [i, a] = [e[t], e[r]];
		return i === null || a === null ? Number(i === null) - Number(a === null) : n ? St(i) - St(a) : St(a) - St(i);
	});
}
function wt(e, t) {
	let n = e.stacks.flatMap(M), r = /* @__PURE__ */ new Map(), i = [], a = [], o = (e, { start: t, end: n }, r = {}, i = []) => new B(e, V(e, r), t, n, i);
	function s(t, i) {
		let a;
		try {
			a = yt(t.text, e.scores, e.second);
		} catch (e) {
			throw e instanceof U ? new B(e.code, e.message, t.start, t.end, e.known) : e;
		}
		let s = i === null ? "" : R.directions[H(i)], c = JSON.stringify([a, s]), l = r.get(c);
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
		let i = n.flatMap((t, n) => e[n] === null ? [] : [n]), a = new Set(Ct(e, i, r === "bottom").slice(0, t));
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
			if (!(n instanceof B) || n.code !== "unknown" || t !== null) throw n;
			let r = G(e.text, h, String);
			if (l === null && r.length === 0) throw o("unheard", e, { name: e.text });
			return a.push({
				token: e,
				text: l === null ? `stack ${W(r[0])}` : `label ${W(e.text)}`
			}), l ?? g(e);
		}
		return i.push(!1), a.push({
			token: t ?? e,
			text: `${tt(t ?? e)} top ${z.bare}`
		}), c(u, z.bare, "top");
	}
	function u(e, t, n, r) {
		let { value: a } = s(n, r);
		if (i.push(R.rising.includes(e)), R.ends.includes(e)) return c(a, Number(t[0].text), e);
		if (e === "=") {
			let { value: e, half: n } = xt(t[0].text);
			return a.map((t) => t !== null && Math.abs(t - e) <= n);
		}
		return d(e, a, t.map(({ text: e }) => xt(e).value), t);
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
		let r = t.text.lastIndexOf("/"), [i, a] = [t.text.slice(0, Math.max(r, 0)).toLowerCase(), t.text.slice(r + 1)], s = n.map((e) => A(e) === a && (i === "" || i === e.stack.toLowerCase()));
		if (s.includes(!0)) return s;
		let c = new Set(e.stacks.map(({ layers: e, heads: t }) => V("shape", {
			layers: e,
			heads: t
		}))), [l, u] = [a.split("-").map(Number), e.stacks[0]], d = `${Math.min(l[0], u.layers)}-${Math.min(l[1], u.heads)}`;
		throw o("heads", t, {
			head: t.text,
			known: Xe(c)
		}, [d]);
	}
	let h = e.stacks.map(({ name: e }) => e);
	function g(e) {
		let t = G(e.text, h, String)[0];
		if (t === void 0) throw o("stack", e, {
			stack: e.text,
			known: Xe(h)
		});
		return n.map((e) => e.stack === t);
	}
	function _() {
		let t = bt.filter((t) => e.labels[t].length > 0).flatMap((t) => e.names[t].map((e) => [t, e])), n = [...t].reverse().map((e) => [e[1], e]);
		return new Map([...n, ...t.map((e) => [e.join("."), e])]);
	}
	function v(t, r) {
		let i = e.labels[t].filter((e) => e.label === r), a = new Set(i.map((e) => `${e.stack}/${A(e)}`));
		return n.map((e) => a.has(`${e.stack}/${A(e)}`));
	}
	function y(t) {
		let n = _();
		if (n.size === 0) throw o("unlabelled", t);
		let r = G(t.text, n.keys(), String)[0];
		if (r !== void 0) return v(...n.get(r));
		let i = new Set(bt.flatMap((t) => e.names[t]).filter((e) => n.has(e)));
		throw o("label", t, {
			label: t.text,
			known: Xe([...i].map(W))
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
	let S = x(pt(t)), C = [...r.values()], w = n.flatMap((e, t) => S[t] ? [t] : []), T = C[0] ? Ct(C[0].value, w, i[0]) : w, ee = [...t];
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
var Tt = /[\p{C}\p{Z}]/u, Et = ["behaviour", "pattern"];
function Dt(e, t) {
	try {
		return wt(e, t);
	} catch (n) {
		throw n instanceof B ? new B(n.code, n.message, n.start, n.end, [], kt(e, t, n)) : n;
	}
}
var K = (e) => e.replace(/^[ \t\r\n\u00a0]+|[ \t\r\n\u00a0]+$/gu, "");
function Ot(e, t) {
	try {
		return wt(e, t);
	} catch (e) {
		if (e instanceof B) return e;
		throw e;
	}
}
function kt(e, t, n) {
	let r = [...t].slice(0, n.code === "long" ? z.characters + 1 : void 0).join(""), i = At(e, K(r), jt(e, r, n, z.repairs));
	return i.length > 0 ? i : At(e, K(r), Nt(e, r, n));
}
function At(e, t, n) {
	let r = [];
	for (let i of n) if (!(i === t || r.includes(i) || Tt.test(i.replaceAll(" ", ""))) && (Ot(e, i) instanceof B || r.push(i), r.length === z.near)) break;
	return r;
}
function* jt(e, t, n, r) {
	for (let i of [...new Set(Mt(e, t, n))].slice(0, z.listed)) {
		let t = Ot(e, i);
		if (!(t instanceof B)) yield i;
		else if (r > 1) {
			let [n] = [...jt(e, i, t, r - 1)];
			n !== void 0 && (yield n);
		}
	}
}
function* Mt(e, t, { code: n, start: r, end: i, known: a }) {
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
		let t = ut(u);
		t !== null && (yield l(t)), yield* Pt(e, u).map(l);
	}
	(n === "label" || n === "unheard") && (yield* Ft(e, u).map(l)), n === "label" && (yield* e.names.behaviour.map(W).map(l));
	let d = e.stacks.map(({ name: e }) => e);
	n === "slot" && (yield* a.map((e) => l(`${e} ${c}`))), n === "slot" && a.length === 0 && (yield* [...e.names.behaviour, ...d].map(W).map(l)), n === "stack" && (yield* [...d].sort((e, t) => Qe(t, u) - Qe(e, u)).map(l)), (n === "undirected" || n === "direction") && (yield l("")), n === "word" && (yield* [l("and"), l(`and ${c}`)]), n === "quote" && (yield t + o[r]), n === "bracket" && (yield `${t})`), (n === "after" || n === "inside") && (at.get("number").pattern.test(c) && (yield l(`> ${c}`)), yield* [...R.joints, ...Object.keys(R.tests)].filter((e) => Qe(e, c) >= z.likeness).map(l), yield* [...R.joints].reverse().map((e) => l(`${e} ${c}`)), n === "inside" && (yield l(`) ${c}`))), (n === "term" || n === "reserved") && Je.has(c.toLowerCase()) && (yield l(`"${c}"`)), (n === "term" || n === "reserved" || n === "after") && (yield l(""));
}
function* Nt(e, t, { start: n, end: r }) {
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
	for (let e of R.joints) yield K(a.endsWith(e) ? a.slice(0, -e.length) : a), yield K(s.startsWith(e) ? s.slice(e.length) : s);
	let c = e.scores.map(({ measure: e, key: t }) => `${W(`${e}.${t}`)} top ${z.bare}`), l = Et.flatMap((t) => e.labels[t].map(({ label: e }) => `label ${W(e)}`));
	yield* [
		...c.slice(0, 1),
		...l.slice(0, 1),
		"layer 1",
		...c,
		...l
	];
}
function Pt(e, t) {
	let n = [...e.scores].reverse();
	return t.includes(".") ? It(t, new Map(n.map(({ measure: e, key: t }) => [`${e}.${t}`, ""]))) : It(t, new Map([...n.map(({ measure: e }) => [e, ""]), ...n.map((e) => [e.key, Ke(e)])]));
}
function Ft(e, t) {
	let n = Et.filter((t) => e.labels[t].length > 0).flatMap((t) => e.names[t].map((e) => ({
		kind: t,
		label: e
	})));
	if (t.includes(".")) return It(t, new Map(n.map(({ kind: e, label: t }) => [`${e}.${t}`, ""])));
	let r = new Map(Object.entries(e.words ?? {}));
	return It(t, new Map([...n].reverse().map(({ label: e }) => [e, r.get(e) ?? ""])));
}
function It(e, t) {
	let n = Lt(e), r = [...t.keys()].reverse(), i = (e) => t.get(e).split(" ").length, a = r.filter((e) => {
		let r = new Set(Lt(t.get(e)));
		return n.length > 0 && n.every((e) => r.has(e));
	}).sort((e, t) => i(e) - i(t) || [...e].length - [...t].length), o = new Map(r.map((t) => [t, Qe(t, e)])), s = r.filter((e) => o.get(e) >= z.likeness).sort((e, t) => o.get(t) - o.get(e));
	return [.../* @__PURE__ */ new Set([...a, ...s])].map(W);
}
function Lt(e) {
	return (e.toLowerCase().match(/[a-z]+/gu) ?? []).map((e) => e.replace(/s$/u, "")).filter((e) => e.length >= z.letters);
}
//#endregion
//#region src/find.ts
var Rt = 200, zt = 24, Bt = 3, Vt = {
	"dependent-to-head": " to head",
	"head-to-dependent": " to dependent",
	both: " both ways"
};
function Ht(e, t) {
	try {
		return Dt(e, t);
	} catch (e) {
		if (e instanceof B) return e;
		throw e;
	}
}
function Ut({ scores: e, labels: t }) {
	let n = ({ measure: e, key: t }) => [.../^\p{L}/u.test(t) ? [t] : [], `${e}.${t}`].flatMap((e) => [e, `"${e}"`]), r = (e) => Math.max(...k(e.value)), i = e.filter(({ quantity: e }) => e.percent), a = (e) => [...e].sort((e, t) => r(t) - r(e)), o = i.filter(({ direction: e }) => e !== null), s = Math.max(0, ...o.map(({ segments: e }) => e)) / 10, c = a(o.filter(({ segments: e }) => e > s)), l = [...e].sort((e, t) => Number(e.quantity.percent) - Number(t.quantity.percent)).map(({ measure: e }) => e), u = t.behaviour.find(({ layer: e, label: t }) => e > 0 && t !== "mixed")?.label;
	return [
		c.slice(0, Bt).flatMap((e) => n(e).map((t) => `${t} > ${Math.floor(10 * r(e) - 1) / 10}`)),
		[...new Set(l)].map((e) => `${e} top 5`),
		a(i.filter((e) => e.direction === null && r(e) > .5)).flatMap((e) => n(e).map((e) => `${e} > 50%`)),
		u === void 0 ? [] : [`label ${u}`, `label "${u}"`],
		["layer 1"]
	];
}
function Wt(e) {
	let t = e.stacks.reduce((e, { layers: t, heads: n }) => e + t * n, 0), n = (n) => {
		let r = Ht(e, n);
		return !(r instanceof B) && r.heads.length > 0 && r.heads.length < t;
	};
	return Ut(e).flatMap((e) => e.find(n) ?? []).slice(0, Bt);
}
function Gt({ heads: e, columns: t }) {
	return e.length === 1 && t.length === 0;
}
function Kt({ heads: e, columns: t, read: n }, r, i) {
	let a = i.stacks.reduce((e, { layers: t, heads: n }) => e + t * n, 0), o = t[0], s = o && e.length > 1 ? `, by ${o.name.measure}.${o.name.key}` : "", c = Gt({
		heads: e,
		columns: t
	}) ? ". Press Enter for its card" : "";
	return `${e.length} of ${a} heads${s}${n === r ? "" : `, read as: ${n}`}${c}`;
}
function qt(e, { start: n, end: r }) {
	let i = [...e], a = (e, t) => i.slice(e, t).join("");
	return t("code", {}, a(0, n), t("mark", {}, a(n, r) || "\xA0"), a(Math.max(n, r)));
}
function Jt(e, n, r) {
	let i = t("ul", { "aria-label": "Heads found" }), [a] = e.columns, o = (e, i) => {
		let o = n.stacks.length > 1 ? `${e.stack} ${A(e)}` : A(e), s = t("a", { href: `#${F(e, n)}` }, o);
		for (let t of ["pointerenter", "focus"]) s.addEventListener(t, () => r.point(e));
		for (let e of ["pointerleave", "blur"]) s.addEventListener(e, () => r.point(null));
		let c = a?.scores[i], l = t("li", {}, s), u = a?.direction === "" ? Vt[c?.direction ?? ""] ?? "" : "";
		return c && l.append(" ", t("span", { class: "quiet" }, Ue(c, e) + u)), l;
	};
	return i.append(...e.heads.slice(0, zt).map((t, n) => o(t, e.places[n]))), e.heads.length > zt && i.append(t("li", { class: "quiet" }, `and ${e.heads.length - zt} more, marked in the map`)), i;
}
function Yt(e, n, r) {
	let i = qe(e), a = Wt(i), o = t("input", {
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
		let a = o.value.trim(), u = a === "" ? null : Ht(i, a), d = u instanceof B;
		r.set({ find: a === "" ? null : a }), t && f(d ? null : u);
		let p = d && u.start >= [...a].length;
		o.setAttribute("aria-invalid", String(d && !p)), s.classList.toggle("wrong", d && !p), n.find(u === null || d ? null : u.heads), s.textContent = u === null ? "" : d ? u.message : Kt(u, a, i);
		let h = d ? [qt(a, u), m(u.suggestions)] : u === null ? [] : [Jt(u, e, n)];
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
		clearTimeout(l), l = window.setTimeout(p, Rt);
	});
	let h = t("form", {
		class: "find",
		role: "search"
	}, t("label", { for: "find" }, "Find heads "), o);
	return h.addEventListener("submit", (e) => {
		e.preventDefault(), p();
		let t = Ht(i, o.value);
		t instanceof B || !Gt(t) || (n.select(t.heads[0]), o.dispatchEvent(new CustomEvent("headscope:open", { bubbles: !0 })));
	}), a.length > 0 && h.append(m(a)), h.append(s, c), r.listen("find", (e) => {
		(e ?? "") !== o.value.trim() && (o.value = e ?? "", p(r.get("colour") === null));
	}), h;
}
function Xt(e, t, r) {
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
var Zt = {
	name: "",
	words: "no label",
	sign: "",
	light: null,
	dark: null
}, Qt = class {
	#e;
	#t;
	#n = /* @__PURE__ */ new Map();
	#r = /* @__PURE__ */ new Map();
	#i = /* @__PURE__ */ new Map();
	constructor(e) {
		this.#e = new Map(e.behaviours.map((e) => [e.name, e])), this.#t = e.behaviours.find(({ light: e }) => e === null) ?? Zt;
		for (let t of e.labels) this.#n.set(en(t), t), this.#i.set(t.label, Math.max(this.#i.get(t.label) ?? 0, t.margin ?? 0));
		for (let t of e.cards) this.#r.set(en(t), t);
	}
	of(e) {
		let t = this.#n.get(en(e)), n = this.#r.get(en(e))?.claims ?? [], r = (t && this.#e.get(t.label)) ?? this.#t, i = this.#i.get(r.name) ?? 0;
		return {
			behaviour: r,
			sure: t?.sure ?? !1,
			strength: i > 0 ? (t?.margin ?? 0) / i : 0,
			claims: n
		};
	}
	card(e) {
		return this.#r.get(en(e));
	}
	counts(e) {
		let t = e.map((e) => this.of(e));
		return [.../* @__PURE__ */ new Set([...this.#e.values(), this.#t])].map((e) => {
			let n = t.filter((t) => t.behaviour === e);
			return {
				behaviour: e,
				count: n.length,
				unsure: n.filter($t).length
			};
		}).filter(({ count: e }) => e > 0);
	}
};
function $t({ behaviour: e, sure: t }) {
	return !t && e.light !== null;
}
function en({ stack: e, layer: t, head: n }) {
	return `${e}/${t}/${n}`;
}
var tn = {
	light: "#ffffff",
	dark: "#111316"
}, nn = ["#16181c", "#ffffff"];
function rn(e, t, n) {
	let r = (e, t) => parseInt(e.slice(t, t + 2), 16);
	return `#${[
		1,
		3,
		5
	].map((i) => Math.round(n * r(e, i) + (1 - n) * r(t, i))).map((e) => e.toString(16).padStart(2, "0")).join("")}`;
}
function an({ sure: e, strength: t }) {
	return e ? .6 + .4 * Math.min(1, Math.max(0, t)) : .3;
}
function on(e, t) {
	let n = e.behaviour.light, r = n === null ? tn[t] : rn(n, tn[t], an(e));
	return {
		fill: r,
		ink: ln(r)
	};
}
var sn = {
	light: {
		ground: "#ffffff",
		deep: "#23272d"
	},
	dark: {
		ground: "#191b1f",
		deep: "#f1f2f4"
	}
};
function cn(e, t) {
	let n = t === "light" ? e.behaviour.light : e.behaviour.dark ?? e.behaviour.light;
	if (n === null) return sn[t];
	let { ground: r, deep: i } = sn[t];
	return {
		ground: rn(n, r, e.sure ? .26 : .1),
		deep: rn(n, i, .5)
	};
}
function ln(e) {
	return nn.reduce((t, n) => un(n, e) > un(t, e) ? n : t);
}
function un(e, t) {
	let [n, r] = [dn(e), dn(t)].sort((e, t) => e - t);
	return (r + .05) / (n + .05);
}
function dn(e) {
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
function fn(e, { marks: t, highlight: n, move: r, locate: i, show: a }) {
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
	let l = new Map(t.map((e) => [A(e.head), e])), u = (e) => e === null || e.stack !== t[0]?.head.stack ? null : l.get(A(e)) ?? null, d = null;
	return n.listen(({ pointed: e, selected: t }) => {
		let n = u(t);
		n !== d && (d?.element.setAttribute("aria-selected", "false"), n?.element.setAttribute("aria-selected", "true"), d = n), a(u(e), n);
	});
}
function pn(e, t, n, r) {
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
var mn = {
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
}, hn = {
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
}, gn = 256;
function _n(e) {
	return e <= .04045 ? e / 12.92 : ((e + .055) / 1.055) ** 2.4;
}
function vn(e) {
	return e <= .0031308 ? e * 12.92 : 1.055 * e ** (1 / 2.4) - .055;
}
function yn(e) {
	let t = (t) => _n(parseInt(e.slice(t, t + 2), 16) / 255), [n, r, i] = [
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
function bn([e, t, n]) {
	let r = (e + .3963377774 * t + .2158037573 * n) ** 3, i = (e - .1055613458 * t - .0638541728 * n) ** 3, a = (e - .0894841775 * t - 1.291485548 * n) ** 3;
	return `#${[
		4.0767416621 * r - 3.3077115913 * i + .2309699292 * a,
		-1.2684380046 * r + 2.6097574011 * i - .3413193965 * a,
		-.0041960863 * r - .7034186147 * i + 1.707614701 * a
	].map((e) => Math.round(255 * Math.min(1, Math.max(0, vn(e))))).map((e) => e.toString(16).padStart(2, "0")).join("")}`;
}
function xn([e, t, n], r) {
	let i = 1 - r, a = (a) => i * i * e[a] + 2 * i * r * t[a] + r * r * n[a];
	return [
		a(0),
		a(1),
		a(2)
	];
}
function Sn(e, t) {
	return Math.hypot(e[0] - t[0], e[1] - t[1], e[2] - t[2]);
}
function Cn([e, t, n]) {
	let r = [
		yn(e),
		yn(t),
		yn(n)
	], i = Array.from({ length: 4097 }, (e, t) => xn(r, t / 4096)), a = [0];
	for (let e = 1; e < i.length; e++) a.push(a[e - 1] + Sn(i[e - 1], i[e]));
	let o = a[a.length - 1], s = 0;
	return Array.from({ length: gn }, (e, t) => {
		for (; s < i.length - 1 && a[s] < o * t / 255;) s++;
		return bn(i[s]);
	});
}
var wn = {
	light: Cn(mn.light),
	dark: Cn(mn.dark)
}, Tn = {
	light: {
		below: Cn(hn.light.below),
		above: Cn(hn.light.above)
	},
	dark: {
		below: Cn(hn.dark.below),
		above: Cn(hn.dark.above)
	}
};
function En(e, t) {
	let n = Math.round(Math.min(1, Math.max(0, t)) * 255);
	return wn[e][n];
}
function Dn(e, t) {
	e.style.setProperty("--light", En("light", t)), e.style.setProperty("--dark", En("dark", t));
}
function On(e, t) {
	let n = t < 0 ? Tn[e].below : Tn[e].above;
	return n[Math.round(Math.min(1, Math.abs(t)) * (n.length - 1))];
}
function kn(e, t) {
	e.style.setProperty("--light", On("light", t)), e.style.setProperty("--dark", On("dark", t));
}
//#endregion
//#region src/scale.ts
function An(e, t, n = !1) {
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
function jn(e, t = []) {
	let { low: n = 0, high: r = null, diverging: i = !1 } = e[0]?.quantity ?? {}, a = [...t, ...e.flatMap(({ value: e, baseline: t }) => [...k(e), ...t === null ? [] : [t.value]])], o = [...a, ...e.flatMap(({ low: e, high: t }) => [...k(e), ...k(t)])], s = n !== null && n > 0 ? n : 0, [c, l] = [(w(a) ?? 0) <= (r ?? Infinity), (T(a) ?? 0) >= (n ?? -Infinity)];
	if (i) return Nn(o, c && l ? Math.max(r ?? Infinity, -(n ?? -Infinity)) : Infinity);
	let u = n !== null && n >= 0 && l ? s : Math.min(s, T(o) ?? s), d = Math.max(s, w(o) ?? s), [f, p] = d === u ? [u, u + 1] : C(u, d, 5);
	return An(l ? Math.max(f, n ?? f) : f, c ? Math.min(p, r ?? p) : p);
}
function Mn(e, t) {
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
function Nn(e, t = Infinity) {
	let n = w(e, Math.abs) ?? 0, r = Math.min(t, n === 0 ? 1 : C(0, n, 4)[1]);
	return An(-r, r, !0);
}
function Pn(e, t, n) {
	t.diverging ? kn(e, 2 * t.fraction(n) - 1) : Dn(e, t.fraction(n));
}
var Fn = 8;
function In(e) {
	let t = e.length > 1 ? Math.abs(e[1] - e[0]) : 1, n = Math.max(0, -Math.floor(Math.log10(t) + 1e-9));
	for (; n < Fn && e.some((e) => Math.abs(Number(e.toFixed(n)) - e) > t / 100);) n++;
	return e.map((e) => e === 0 ? "0" : I(e, n));
}
//#endregion
//#region src/grid.ts
var Ln = 7, Rn = 1e3, zn = 128, Bn = (e, t, n) => Math.max(e, Math.min(n, Math.floor(t)));
function Vn({ layers: e, heads: t }, n, r, i = 1, a = 1) {
	let o = n < Rn, s = o ? 12 : 52, c = (o ? n - 32 : Math.min(.54 * n, n - 520)) - 40 - s, l = o ? Infinity : Math.max(420, r - 390) / e, u = Bn(14, Math.min(c / t, l), zn), d = Math.round((u - 2) / a) * a + 2, f = d > .9 * u && d < 1.06 * u && d * t <= c, p = Math.min(zn, i * (f ? d : u));
	return {
		cellWidth: p,
		cellHeight: p,
		font: 13,
		left: 40,
		top: 24,
		right: s
	};
}
function Hn({ layers: e, heads: t }) {
	return {
		cellWidth: Bn(6, 104 / t, 14),
		cellHeight: Bn(6, 136 / e, 17),
		font: 11,
		left: 22,
		top: 16,
		right: 6
	};
}
function Un(e, t, n) {
	let r = [
		1,
		4,
		8,
		16,
		32
	].find((e) => e * t >= n) ?? 64;
	return Array.from({ length: e }, (e, t) => t + 1).filter((e) => e === 1 || e % r === 0);
}
function Wn(e, t, n, r, i) {
	return Jn(`${e.words}: layers down, heads across`, t, r, i, (t) => {
		let r = P(e, t);
		return {
			spoken: `Head ${A(t)}, ${e.words}: ${We(e, t)}`,
			missing: r === null,
			paint: (e) => r !== null && Pn(e, n, r.value),
			...r === null ? {} : { write: Kn(r, n) }
		};
	});
}
function Gn(e, t) {
	let [n, r] = [Be(e), L(e.value)], i = r.length < n.length ? r : n;
	return t < 21 || i.length * Ln > t - 4 ? null : i;
}
function Kn(e, t) {
	return (r, i, { cellWidth: a }) => {
		let o = Gn(e, a);
		if (o === null) return [];
		let s = n("text", {
			x: r,
			y: i + 4,
			"text-anchor": "middle",
			"font-size": 12
		}, o), c = n("g");
		Pn(c, t, e.value);
		for (let e of ["--light", "--dark"]) s.style.setProperty(e, ln(c.style.getPropertyValue(e)));
		return [s];
	};
}
function qn(e, { cellWidth: t, cellHeight: r, font: i, left: a, top: o, right: s }, c) {
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
	for (let n of Un(e.heads, t, i * (e.heads > 9 ? 1.5 : 1))) u(p, a + (n - .5) * t, o - 5, "middle", String(n));
	for (let t of Un(e.layers, r, i)) u(m, a - 5, o + (t - .5) * r + i * .35, "end", String(t));
	return c && u(h, a - 5, o - 5, "end", "layer"), s > 40 && u(p, a + d + 6, o - 5, "start", "← head"), {
		across: p,
		down: m,
		corner: h
	};
}
function Jn(e, t, i, a, o) {
	let { cellWidth: s, cellHeight: c, left: l, top: u } = a, d = a.right > 10, f = r(l + t.heads * s + a.right, u + t.layers * c + 2, {
		class: d ? "grid large" : "grid",
		role: "grid",
		"aria-label": e,
		"font-size": a.font
	}), { across: p, down: m, corner: h } = qn(t, a, d), g = M(t), _ = [], v = g.map((e) => {
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
	}, C = new Map(v.map(({ element: e }, t) => [e, t])), w = fn(f, {
		marks: v,
		highlight: i,
		move: (e, n) => pn(t.layers, t.heads, e, n),
		locate: (e) => C.get(e.target) ?? null,
		show: (e, t) => {
			S(x.pointed, e), S(x.selected, t);
		}
	}), T = d ? Xt(f, v, i) : () => {};
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
var Yn = /* @__PURE__ */ new WeakMap();
function Xn(e, t) {
	Yn.set(e, t);
}
function* Zn(e) {
	for (let t of e) t instanceof CSSMediaRule && (t.media.mediaText.includes("prefers-color-scheme: dark") ? yield t : yield* Zn(t.cssRules));
}
function Qn(e) {
	let t = /* @__PURE__ */ new Set();
	for (let n of e) for (let e = n.closest("details:not([open])"); e; e = e.parentElement?.closest("details:not([open])") ?? null) t.add(e);
	return [...t];
}
function $n(e, t) {
	let n = [...document.styleSheets].flatMap((e) => [...Zn(e.cssRules)]).map((e) => [e, e.media.mediaText]), r = window.matchMedia("(prefers-color-scheme: dark)").matches ? e.flatMap((e) => [...e.querySelectorAll("canvas")]).flatMap((e) => Yn.get(e) ?? []) : [], i = Qn(e);
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
var er = Float32Array.from({ length: 256 }, (e, t) => (t / 255) ** 2), tr = 1 << 20;
function* nr(e) {
	let t = e.trim(), n = Uint8Array.fromBase64;
	if (n) yield n(t);
	else for (let e = 0; e < t.length; e += tr) {
		let n = atob(t.slice(e, e + tr)), r = new Uint8Array(n.length);
		for (let e = 0; e < r.length; e++) r[e] = n.charCodeAt(e);
		yield r;
	}
}
var rr = class {
	bytes;
	constructor(e, t) {
		if (this.bytes = e, e.length < t) throw Error(`expected ${t} bytes of data, got ${e.length}`);
	}
	map(e, t, n) {
		let r = e.queries.texts.length * e.keys.texts.length, i = e.maps.at + (t * e.heads + n) * r;
		return this.bytes.subarray(i, i + r);
	}
	rests({ at: e, shape: t }, n, r) {
		let [, i, a] = t, o = e + (n * i + r) * a;
		return this.bytes.subarray(o, o + a);
	}
	norms(e, t, n) {
		return this.vectors({
			at: e.at,
			shape: [...e.shape, 1]
		}, t, n);
	}
	vectors({ at: e, shape: t }, n, r) {
		let [, i, a, o] = t, s = a * o, c = e + 4 * (n * i + r) * s;
		return new Float32Array(this.bytes.slice(c, c + 4 * s).buffer);
	}
}, ir = 12.6, ar = .61 * ir, or = {
	" ": "␣",
	"\n": "↵",
	"	": "⇥"
}, sr = "‍", cr = /^[\p{C}\p{Z}\u115f\u1160\u3164\uffa0\u2800]$/u, lr = /^(?=\p{Cn})[\u{1f000}-\u{1faff}]$/u, ur = /(?:[\p{So}↔]|(?=\p{Cn})[\u{1f000}-\u{1faff}])[\u{1f3fb}-\u{1f3ff}]?\ufe0f*$/u, dr = /^(?:[\p{So}↔]|(?=\p{Cn})[\u{1f000}-\u{1faff}])/u, fr = /^\p{M}/u, pr = /^\p{Regional_Indicator}$/u, mr = /^[\u{1f3fb}-\u{1f3ff}]$/u, hr = /^[\p{Mn}\p{Me}\u200d\u{1f3fb}-\u{1f3ff}]$/u, gr = /* @__PURE__ */ RegExp("^(?!\\p{Regional_Indicator})(?:\\p{Emoji_Presentation}|[\\u1100-\\u115f\\u2329\\u232a\\u2e80-\\u303e\\u3041-\\u3247\\u3250-\\u4dbf\\u4e00-\\ua4cf\\ua960-\\ua97c\\uac00-\\ud7a3\\uf900-\\ufaff\\ufe10-\\ufe19\\ufe30-\\ufe6b\\uff01-\\uff60\\uffe0-\\uffe6\\u{16fe0}-\\u{18dff}\\u{1aff0}-\\u{1b2fb}\\u{1f200}-\\u{1f265}\\u{20000}-\\u{3fffd}])$", "u");
function q(e) {
	let t = [...e], n = t.map((e, n) => e === sr && _r(t, n) || !cr.test(e) || lr.test(e) ? e : or[e] ?? `‹${e.codePointAt(0).toString(16).toUpperCase().padStart(2, "0")}›`).join("");
	return fr.test(n) ? `◌${n}` : n || "‹empty›";
}
function _r(e, t) {
	return ur.test(e.slice(0, t).join("")) && dr.test(e[t + 1] ?? "");
}
function vr(e) {
	return e.split(" ").map((e) => e === "" ? "" : q(e)).join(" ");
}
function yr(e) {
	let t = 0, n = "";
	for (let r of e) n !== sr && !hr.test(r) && (t += gr.test(r) || lr.test(r) ? 2 : 1), n = r;
	return t;
}
function br(e) {
	let t = [];
	for (let n of e) {
		let e = t.at(-1) ?? "", r = pr.test(e) && pr.test(n), i = fr.test(n) || n === sr || mr.test(n) || e.endsWith(sr) || r;
		e !== "" && i ? t[t.length - 1] = e + n : t.push(n);
	}
	return t;
}
var xr = (e) => [...e].length;
function Sr(e, t) {
	let n = q(e);
	if (yr(n) <= t && xr(n) <= 2 * t) return n;
	let r = "";
	for (let e of br(n)) {
		let n = [...e].slice(0, t).join("");
		if (yr(r + n) > t - 1 || xr(r + n) > 2 * t) break;
		r += n;
	}
	return `${r}…`;
}
//#endregion
//#region src/card/sentence.ts
function Cr(e) {
	let t = [...nr(e)];
	if (t.length === 1) return t[0];
	let n = new Uint8Array(t.reduce((e, t) => e + t.length, 0)), r = 0;
	for (let e of t) n.set(e, r), r += e.length;
	return n;
}
var wr = /* @__PURE__ */ new WeakMap();
function Tr(e, { name: t, layers: n, heads: r }) {
	let i = e.texts[t];
	if (!i) return null;
	let a = wr.get(i);
	return a || wr.set(i, a = {
		layers: n,
		heads: r,
		queries: i.queries,
		keys: i.keys,
		maps: Cr(i.maps)
	}), a;
}
function Er({ words: e }, [t, , n, r, i]) {
	let [a, o] = [q(e[t]), q(e[n])], s = r.map((t) => q(e[t])).join(" or ");
	return `${a} → ${o} ${r.includes(n) ? "✓" : `✗${s === "" ? "" : ` (it is ${s})`}`} ${i.toFixed(2)}`;
}
function Dr(e, t, n) {
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
	}, s = O(e).find(({ id: e }) => e === t.score), c = s?.direction !== "head-to-dependent";
	return {
		name: `${n} (${i.filter(([, , e, t]) => t.includes(e)).length} of ${i.length} right)`,
		about: `${s ? `Where it ${s.words}: ` : ""}${t.place}. Press an answer to see it.`,
		given: {
			layers: 1,
			heads: 1,
			queries: a,
			keys: o,
			maps: Cr(t.map)
		},
		layer: 0,
		head: 0,
		answers: i.map((e) => ({
			side: c ? "left" : "right",
			token: c ? e[1] : e[1] + 1,
			words: Er(t, e),
			right: e[3].includes(e[2])
		}))
	};
}
function Or(e, t) {
	let n = e.cards.find((e) => e.stack === t.stack && e.layer === t.layer && e.head === t.head), r = Tr(e, N(e, t.stack)), i = r && {
		name: "Sample text",
		about: "",
		given: r,
		layer: t.layer,
		head: t.head,
		answers: []
	}, a = ["most right", "least right"].flatMap((t) => {
		let r = (n?.sentences ?? []).filter((e) => e.kind === t), i = t === "most right" ? "Best case" : "Worst case";
		return r.map((t, n) => Dr(e, t, r.length > 1 ? `${i} ${n + 1}` : i));
	});
	return (n?.claims.length ?? 0) > 0 ? [...a, ...i ? [i] : []] : [...i ? [i] : [], ...a];
}
//#endregion
//#region src/pictures.ts
var kr = 3072, Ar = 1;
function jr(e, t) {
	let n = e.texts[t.name], r = e.pictures[t.name] ?? (n && {
		rows: n.queries.texts.length,
		columns: n.keys.texts.length,
		maps: n.maps
	});
	if (!r) return null;
	let { rows: i, columns: a } = r, o = Cr(r.maps), s = i * a;
	if (o.length !== s * t.layers * t.heads) throw Error(`the maps of the ${t.name} do not have the size of their text`);
	return {
		rows: i,
		columns: a,
		of: ({ layer: e, head: n }) => o.subarray((e * t.heads + n) * s, (e * t.heads + n + 1) * s)
	};
}
function Mr(e, t) {
	let { ground: n, deep: r } = cn(e, t), i = (e) => [
		1,
		3,
		5
	].map((t) => parseInt(e.slice(t, t + 2), 16)), [a, o] = [i(n), i(r)];
	return Uint32Array.from({ length: 256 }, (e, t) => {
		let [n, r, i] = a.map((e, n) => Math.round(e + (o[n] - e) * t / 255));
		return (255 << 24 | i << 16 | r << 8 | n) >>> 0;
	});
}
function Nr(e, n) {
	let [r, i] = [e.heads * n.cellWidth, e.layers * n.cellHeight], a = Math.min(window.devicePixelRatio || 1, kr / Math.max(r, i)), o = t("canvas", {
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
function Pr(e, n, r, i, a, o) {
	let s = e.getContext("2d"), c = t("canvas", {
		width: n.columns,
		height: n.rows
	}), l = c.getContext("2d");
	if (!s || !l) return;
	let u = l.createImageData(n.columns, n.rows), d = new Uint32Array(u.data.buffer), [f, p] = [e.width / i.heads, e.height / i.layers], m = Ar * e.width / parseFloat(e.style.width), h = (f - 2 * m) / n.columns;
	s.imageSmoothingEnabled = h < 4 && Math.abs(h - Math.round(h)) > .01, s.imageSmoothingQuality = "high";
	for (let e of r) {
		let t = Mr(a(e), o);
		n.of(e).forEach((e, n) => d[n] = t[e]), l.putImageData(u, 0, 0), s.drawImage(c, e.head * f + m, e.layer * p + m, f - 2 * m, p - 2 * m);
	}
}
//#endregion
//#region src/behaviour_grid.ts
var Fr = 6, Ir = 14, Lr = ["light", "dark"];
function Rr(e, t) {
	let [n, r] = e.split(":");
	return [
		e,
		r,
		n
	].find((e) => e !== void 0 && e.length * Fr <= t - 4) ?? null;
}
function zr(e) {
	let t = e.claims.map(({ key: e }) => e).join(", ");
	return e.behaviour.words + ($t(e) ? ", uncertain" : "") + (t === "" ? "" : ` (${t})`);
}
var Br = (e) => e.behaviour.sign + ($t(e) ? "?" : "");
function Vr(e, t) {
	for (let n of Lr) e.style.setProperty(`--${n}`, t(n));
	return e;
}
function Hr(e) {
	return (t, r, { cellWidth: i, cellHeight: a }) => {
		let o = e.claims[0] && a >= 26 ? Rr(e.claims[0].key, i) : null, s = (i, a, o) => Vr(n("text", {
			x: t,
			y: r + i + a * .35,
			"text-anchor": "middle",
			"font-size": a
		}, o), (t) => on(e, t).ink), c = Math.min(14, a * .55);
		return o === null ? [s(0, c, Br(e))] : [s(-a * .2, Math.min(12, c), Br(e)), s(a * .22, 11, o)];
	};
}
function Ur(e) {
	let t = e.behaviour.light, r = (e) => t ?? (e === "light" ? "#5f6670" : "#a0a6ae");
	return (i, a, { cellWidth: o, cellHeight: s }) => {
		let [c, l] = [i - o / 2 + 1, a - s / 2 + 1], u = (e, t, i, a) => [Vr(n("rect", {
			class: "chip",
			x: e,
			y: t,
			width: i,
			height: Ir
		}), r), Vr(n("text", {
			x: e + i / 2,
			y: t + 11,
			"text-anchor": "middle",
			"font-size": 11
		}, a), (e) => ln(r(e)))], d = Br(e), f = t === null ? [] : u(c, l, d.length > 1 ? 22 : Ir, d), p = e.claims[0] && s >= 36 ? Rr(e.claims[0].key, o) : null;
		if (p === null) return f;
		let m = Math.min(o - 2, p.length * Fr + 8);
		return [...f, ...u(c, l + s - 2 - Ir, m, p)];
	};
}
function Wr() {
	return !window.matchMedia("print").matches && window.matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}
function Gr(e, t, n, r, i) {
	let a = n !== null && i.cellWidth >= 20 ? n : null, o = Jn("What each head does: layers down, heads across", t, r, i, (t) => {
		let n = e.of(t);
		return {
			spoken: `Head ${A(t)}: ${zr(n)}`,
			paint: (e) => {
				Vr(e, (e) => on(n, e).fill), e.classList.toggle("pictured", a !== null), e.classList.toggle("unsure", $t(n));
			},
			write: a === null ? Hr(n) : Ur(n)
		};
	});
	if (a === null) return {
		...o,
		canvas: null
	};
	let s = Nr(t, i), c = M(t), l = (n) => Pr(s, a, c, t, (t) => e.of(t), n), u = () => l(Wr());
	Xn(s, l), u();
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
var Kr = "Point at a head to read what it does. Where its sign has a “?”, its interval does not support it.";
function qr(e, n, r) {
	let i = t("p", { class: "readout" }), a = (t) => e.card(t)?.summary || `Head ${A(t)}: ${zr(e.of(t))}.`;
	return {
		element: i,
		release: r.listen(({ current: e }) => {
			let t = e !== null && e.stack === n.name ? e : null;
			i.textContent = t === null ? Kr : a(t), i.classList.toggle("live", t !== null);
		})
	};
}
//#endregion
//#region src/behaviour_legend.ts
function Jr(e) {
	let n = t("span", {
		class: "swatch",
		"aria-hidden": "true"
	}, e.sign);
	for (let t of ["light", "dark"]) {
		let { fill: r, ink: i } = on({
			behaviour: e,
			sure: !0,
			strength: 1,
			claims: []
		}, t);
		n.style.setProperty(`--${t}`, r), n.style.setProperty(`--${t}-ink`, i);
	}
	return n;
}
function Yr(e, n, r) {
	let i = t("ul", {
		class: "behaviours",
		"aria-label": "What heads do, and how many: press to show only these"
	}), a = () => new Set(Xr(r.get("filter"))), o = e.counts(n).map(({ behaviour: e, count: n, unsure: i }) => {
		let o = `${n} ${e.words}${i > 0 ? ` (${i} uncertain)` : ""}`, s = t("button", {
			type: "button",
			"aria-pressed": String(a().has(e.name))
		}, Jr(e), ` ${o}`);
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
function Xr(e) {
	return (e ?? "").split(",").filter((e) => e !== "");
}
function Zr(e, t, n, r) {
	let i = e.stacks.flatMap(M), a = new Set(i.map((e) => t.of(e).behaviour.name));
	r.listen("filter", (e) => {
		let o = Xr(e), s = o.filter((e) => !a.has(e));
		s.length > 0 && r.refuse("filter", `No head of this page is called ${s.map((e) => `“${e}”`).join(" or ")}.`);
		let c = new Set(o.filter((e) => a.has(e)));
		n.keep(c.size === 0 ? null : i.filter((e) => c.has(t.of(e).behaviour.name)));
	});
}
//#endregion
//#region src/choices.ts
var Qr = "behaviour", $r = 10;
function ei({ value: e, baseline: t, quantity: n }) {
	let r = k(e);
	if (r.length === 0) return -Infinity;
	let [i, a] = [Math.max(...r), Math.min(...r)], o = n.low !== null && n.high !== null ? n.high - n.low : Math.max(i, 0) - Math.min(a, 0);
	return o === 0 ? 0 : (i - (t?.value ?? a)) / o;
}
function ti(e, t) {
	let n = O(e).filter((e) => e.stack === t.name), r = e.findings.flatMap(({ score: e }) => n.filter(({ id: t }) => t === e)), i = [...n].sort((e, t) => ei(t) - ei(e)), a = /* @__PURE__ */ new Map();
	for (let e of [...r, ...i]) {
		let t = `${e.measure}.${e.key}`;
		a.has(t) || a.set(t, e);
	}
	return [...a.values()].slice(0, $r);
}
function ni(e, t) {
	let n = O(e).filter((e) => e.stack === t.name), r = new Set(n.map(({ corpus: e, measure: t, key: n, direction: r }) => [
		t,
		n,
		r,
		e
	].join())), i = new Set(n.map(({ measure: e, key: t, direction: n }) => [
		e,
		t,
		n
	].join())), a = (e) => {
		let t = ce(e) + (r.size > i.size ? `, ${e.corpus}` : "");
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
				id: Qr,
				text: "what they do",
				detail: "behaviour, with each head’s picture"
			}] : []
		},
		{
			title: "Most telling",
			choices: ti(e, t).map(a)
		},
		...e.measures.map(({ name: e, title: t }) => ({
			title: t,
			choices: n.filter(({ measure: t }) => t === e).map(a)
		}))
	].filter(({ choices: e }) => e.length > 0);
}
function ri(e, t) {
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
function ii(e, t, n) {
	let r = O(e).find((e) => e.id === t);
	if (!r) return null;
	let i = (e) => e.measure === r.measure && e.key === r.key && e.direction === r.direction, a = O(e).filter((e) => e.stack === n.name && i(e));
	return (a.find(({ corpus: e }) => e === r.corpus) ?? a[0])?.id ?? null;
}
//#endregion
//#region src/colour_by.ts
var ai = "colour-options";
function oi(e) {
	let n = t("input", {
		id: "colour-by",
		type: "text",
		role: "combobox",
		autocomplete: "off",
		autocapitalize: "off",
		spellcheck: "false",
		"aria-autocomplete": "list",
		"aria-expanded": "false",
		"aria-controls": ai
	}), r = t("div", {
		id: ai,
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
		let n = ri(o, e).map(({ title: e, choices: n }, r) => {
			let i = n.map((e) => {
				let n = t("div", {
					id: `${ai}-${c.length}`,
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
				id: `${ai}-group-${r}`,
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
var si = 240, J = 10, ci = 14, li = 6.6;
function ui(e, t, i) {
	let a = i === null ? 2 : 18, o = (t) => ci + e.fraction(t) * si, s = e.ticks(5), c = Math.max(...In(s).map((e) => e.length)) > 4 ? e.ticks(2) : s, l = In(c), u = r(276 + li * Math.min(16, t.length), a + J + 18, {
		class: "legend",
		role: "img",
		"aria-label": `Colour from ${l[0]} to ${l[l.length - 1]} ${t}` + (i ? `; ${i.name} is ${L(i.value)}` : "")
	}), d = si / 2;
	for (let t = 0; t < d; t++) {
		let r = n("rect", {
			class: "step",
			x: ci + t * 2,
			y: a,
			width: t === 119 ? 2 : 2.5,
			height: J
		});
		Pn(r, e, e.low + (e.high - e.low) * t / 119), u.append(r);
	}
	if (u.append(n("rect", {
		class: "edge",
		x: ci,
		y: a,
		width: si,
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
		u.append(n("text", s, `${i.name} ${L(i.value)}`));
	}
	return u;
}
//#endregion
//#region src/readout.ts
function di(e, n) {
	let r = t("b"), i = t("span"), a = t("p", { class: "readout" }, r, i), o = me(e);
	return {
		element: a,
		release: n.listen(({ current: t }) => {
			let n = t !== null && t.stack === e.stack ? t : null, s = n ?? o;
			r.textContent = s === null ? "" : `${n ? "Head" : "Highest: head"} ${A(s)}`, i.textContent = s === null ? "No head was measured." : ` ${n ? We(e, s) : Ue(e, s)}`, a.classList.toggle("live", n !== null);
		})
	};
}
//#endregion
//#region src/views/draw.ts
var fi = "ui-monospace, \"SF Mono\", Menlo, Consolas, \"DejaVu Sans Mono\", \"Liberation Mono\", monospace", pi = "system-ui, -apple-system, \"Segoe UI\", Roboto, \"Noto Sans\", sans-serif", mi = /\p{L}/u, hi = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}\u07c0-\u085f]/u;
function gi(e) {
	let t = mi.exec(e)?.[0] ?? "";
	return hi.test(t) ? "rtl" : "ltr";
}
var _i = class {
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
		}), l.restore()) : (l.globalAlpha = 1, l.fillStyle = r, l.font = `${s ? "600 " : ""}${i}px ${o}`, l.textAlign = a === "middle" ? "center" : a === "end" ? "right" : "left", l.textBaseline = "alphabetic", l.direction = gi(n), l.fillText(n, e, t + i * .35));
	}
	picture(e, t, n, r, i) {
		this.context.globalAlpha = 1, this.context.imageSmoothingEnabled = e.width > r * 2, this.context.drawImage(e, t, n, r, i);
	}
}, Y = (e) => String(Math.round(e * 100) / 100), vi = class {
	into;
	paths = /* @__PURE__ */ new Map();
	start = "";
	constructor(e) {
		this.into = e;
	}
	line(e, t, r, i, { colour: a, alpha: o, width: s, dash: c }) {
		let l = `M${Y(e)} ${Y(t)}`;
		l !== this.start && this.paths.clear(), this.start = l;
		let u = Y(Math.min(1, o)), d = `${a} ${u} ${c.join()}`, f = this.paths.get(d);
		f || (f = n("path", {
			d: "",
			fill: "none",
			stroke: a,
			"stroke-opacity": u,
			"stroke-width": Y(s)
		}), c.length > 0 && f.setAttribute("stroke-dasharray", c.join(" ")), this.paths.set(d, f), this.into.append(f)), f.setAttribute("d", `${f.getAttribute("d")}${l}L${Y(r)} ${Y(i)}`);
	}
	box(e, t, r, i, a, o) {
		let s = {
			x: Y(e),
			y: Y(t),
			width: Y(r),
			height: Y(i)
		};
		this.into.append(n("rect", {
			...s,
			fill: a,
			"fill-opacity": Y(Math.min(1, o))
		}));
	}
	frame(e, t, r, i, a) {
		let o = {
			x: Y(e),
			y: Y(t),
			width: Y(r),
			height: Y(i)
		};
		this.into.append(n("rect", {
			...o,
			fill: "none",
			stroke: a,
			"stroke-width": 1.25
		}));
	}
	text(e, t, r, { colour: i, size: a, anchor: o, font: s, strong: c, turned: l }) {
		let u = gi(r), d = n("text", {
			x: Y(l ? e + a * .35 : e),
			y: Y(l ? t : t + a * .35),
			fill: i,
			"font-size": Y(a),
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
		c && d.setAttribute("font-weight", "600"), l && d.setAttribute("transform", `rotate(-90 ${Y(e + a * .35)} ${Y(t)})`), d.append(r), this.into.append(d);
	}
	picture(e, t, r, i, a) {
		let o = n("image", {
			x: Y(t),
			y: Y(r),
			width: Y(i),
			height: Y(a),
			href: e.toDataURL("image/png"),
			preserveAspectRatio: "none"
		});
		e.width <= i * 2 && o.setAttribute("image-rendering", "pixelated"), this.into.append(o);
	}
};
function yi(e, t, n) {
	let r = Math.min(2, window.devicePixelRatio || 1), [i, a] = [Math.max(1, Math.round(t * r)), Math.max(1, Math.round(n * r))];
	(e.width !== i || e.height !== a) && (e.width = i, e.height = a, e.style.width = `${t}px`, e.style.height = `${n}px`);
	let o = e.getContext("2d");
	return o?.setTransform(1, 0, 0, 1, 0, 0), o?.clearRect(0, 0, i, a), o?.setTransform(r, 0, 0, r, 0, 0), o;
}
//#endregion
//#region src/views/palette.ts
var X = {
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
}, bi = [
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
function xi(e, t) {
	let n = t >> 1, r = 2 * (n % (e.hues.length / 2)) + (t & 1);
	return {
		colour: e.hues[r],
		dash: bi[n % bi.length]
	};
}
function Si(e, t) {
	return t.length === 1 ? [{
		colour: e.hues[0],
		dash: []
	}] : t.map((t) => xi(e, t));
}
var Ci = "(prefers-color-scheme: dark)";
function wi() {
	let { dataset: e, classList: t } = document.body, n = e.jpThemeLight ?? e.vscodeThemeKind;
	return n === "false" || n === "vscode-dark" || n === "vscode-high-contrast" ? "dark" : n !== void 0 || t.contains("vscode-light") ? "light" : t.contains("vscode-dark") ? "dark" : null;
}
function Ti() {
	return wi() ?? (window.matchMedia(Ci).matches ? "dark" : "light");
}
function Ei(e) {
	let t = window.matchMedia(Ci), n = new MutationObserver(e);
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
var Di = 12, Oi = 28, ki = 8192;
function Ai(e, t) {
	e.text(Di, 16, t, {
		colour: X.light.ink,
		size: 14,
		anchor: "start",
		font: pi,
		strong: !0
	});
}
function ji({ width: e, height: t }) {
	return {
		width: e + 24,
		height: t + Oi + Di
	};
}
function Mi(e) {
	let { width: t, height: r } = ji(e), i = n("svg", {
		xmlns: "http://www.w3.org/2000/svg",
		width: t,
		height: r,
		viewBox: `0 0 ${t} ${r}`,
		role: "img"
	});
	i.append(n("title", {}, e.title), n("rect", {
		width: t,
		height: r,
		fill: X.light.background
	})), Ai(new vi(i), e.title);
	let a = n("svg", {
		x: Di,
		y: Oi,
		width: e.width,
		height: e.height,
		overflow: "hidden"
	});
	return e.draw(new vi(a), X.light, "light"), i.append(a), new XMLSerializer().serializeToString(i);
}
async function Ni(e) {
	let { width: n, height: r } = ji(e), i = Math.min(3, ki / Math.max(n, r)), a = t("canvas", {
		width: Math.ceil(n * i),
		height: Math.ceil(r * i)
	}), o = a.getContext("2d");
	o.scale(i, i);
	let s = new _i(o);
	return s.box(0, 0, n, r, X.light.background, 1), Ai(s, e.title), o.translate(Di, Oi), o.beginPath(), o.rect(0, 0, e.width, e.height), o.clip(), e.draw(s, X.light, "light"), new Promise((e, t) => {
		a.toBlob((n) => n ? e(n) : t(/* @__PURE__ */ Error("the browser made no PNG of this size")), "image/png");
	});
}
function Pi(e, t) {
	return `${e.normalize("NFKD").replace(/[^\p{L}\p{N}]+/gu, "-").slice(0, 61).replace(/^-+|-+$/gu, "") || "headscope"}.${t}`;
}
function Fi(e, n) {
	let r = URL.createObjectURL(e);
	t("a", {
		href: r,
		download: n
	}).click(), setTimeout(() => URL.revokeObjectURL(r), 1e4);
}
//#endregion
//#region src/save/snapshot.ts
var Ii = {
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
}, Li = /* @__PURE__ */ new Set([
	"font-family",
	"font-size",
	"font-weight",
	"font-style",
	"text-anchor"
]), Ri = new Set("svg g text tspan title line polyline polygon path circle ellipse rect image".split(" ")), zi = "button:not(.behaviours button), input, select, textarea, .save, .readout, [hidden]", Bi = "rgba(0, 0, 0, 0)", Vi = .8, Z = (e) => String(Math.round(e * 100) / 100);
function Hi(e) {
	return e === "font-family" ? getComputedStyle(document.body).fontFamily : "";
}
function Ui(e) {
	if (!Ri.has(e.tagName)) return null;
	let t = getComputedStyle(e);
	if (t.display === "none" || t.visibility === "hidden" && e.childElementCount === 0) return null;
	let n = e.cloneNode(!1);
	for (let { name: e } of [...n.attributes]) /^(class|style|role|id|tabindex|color|data-.*|aria-.*)$/.test(e) && n.removeAttribute(e);
	let r = e.tagName === "text" || e.tagName === "tspan", i = e.tagName === "g" || e.tagName === "svg";
	for (let [e, a] of Object.entries(Ii)) {
		if (n.removeAttribute(e), i ? e !== "opacity" : Li.has(e) && !r) continue;
		let o = t.getPropertyValue(e);
		o !== (a || Hi(e)) && o !== "" && n.setAttribute(e, o);
	}
	for (let t of e.childNodes) {
		let e = t instanceof SVGElement ? Ui(t) : null;
		e ? n.append(e) : t.nodeType === Node.TEXT_NODE && n.append(t.textContent ?? "");
	}
	return n;
}
function Wi(e) {
	let [t, n] = [Ui(e), e.getBoundingClientRect()];
	if (!t || n.width === 0) return null;
	for (let [e, r] of Object.entries({
		width: n.width,
		height: n.height
	})) t.setAttribute(e, Z(r));
	return t.setAttribute("overflow", "visible"), {
		element: t,
		box: n
	};
}
function Gi(e) {
	let t = e.getBoundingClientRect();
	if (t.width === 0 || e.width === 0) return null;
	let r = n("image", {
		width: Z(t.width),
		height: Z(t.height),
		href: e.toDataURL("image/png"),
		preserveAspectRatio: "none",
		"image-rendering": "pixelated"
	}), { opacity: i } = getComputedStyle(e);
	return i !== "1" && r.setAttribute("opacity", i), {
		element: r,
		box: t
	};
}
function Ki(e) {
	let [t, r] = [getComputedStyle(e), e.getBoundingClientRect()], i = t.borderTopStyle !== "none" && t.borderBottomStyle !== "none" ? parseFloat(t.borderTopWidth) : 0, a = t.backgroundColor !== Bi;
	if (!a && i === 0 || r.width === 0) return null;
	let o = n("rect", {
		width: Z(r.width),
		height: Z(r.height),
		fill: a ? t.backgroundColor : "none"
	});
	if (i > 0) for (let [e, n] of [["stroke", t.borderTopColor], ["stroke-width", Z(i)]]) o.setAttribute(e, n);
	return {
		element: o,
		box: r
	};
}
function* qi(e) {
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
function Ji(e) {
	let t = getComputedStyle(e.parentElement), r = [];
	for (let t of qi(e)) {
		let e = r.at(-1);
		e && Math.abs(e.box.top - t.box.top) < 2 ? (e.text += t.text, e.box = new DOMRect(e.box.left, e.box.top, t.box.right - e.box.left, e.box.height)) : r.push({ ...t });
	}
	return r.map(({ text: e, box: r }) => {
		let i = n("text", {
			fill: t.color,
			"font-size": t.fontSize,
			"font-weight": t.fontWeight,
			dy: Z(Vi * r.height)
		}, e.trim());
		return t.fontFamily !== Hi("font-family") && i.setAttribute("font-family", t.fontFamily), {
			element: i,
			box: r
		};
	});
}
function* Yi(e) {
	if (!e.matches(zi)) {
		if (e instanceof SVGSVGElement) return yield* Xi(Wi(e));
		if (e instanceof HTMLCanvasElement) return yield* Xi(Gi(e));
		if (e instanceof HTMLElement && getComputedStyle(e).visibility !== "hidden") {
			yield* Xi(Ki(e));
			for (let t of e.childNodes) t instanceof Text ? yield* Ji(t) : t instanceof Element && (yield* Yi(t));
		}
	}
}
function* Xi(e) {
	e && (yield e);
}
function Zi(e) {
	let t = [...Yi(e)];
	if (t.length === 0) return {
		element: n("g"),
		width: 0,
		height: 0
	};
	let [r, i] = [Math.min(...t.map(({ box: e }) => e.left)), Math.min(...t.map(({ box: e }) => e.top))], a = n("g");
	for (let { element: e, box: n } of t) e.setAttribute("x", Z(n.left - r)), e.setAttribute("y", Z(n.top - i)), a.append(e);
	return {
		element: a,
		width: Math.max(0, ...t.map(({ box: e }) => e.right - r)),
		height: Math.max(0, ...t.map(({ box: e }) => e.bottom - i))
	};
}
//#endregion
//#region src/save/save.ts
var Qi = 12, $i = 20, ea = 7.6, ta = 240;
function na(e, t) {
	let n = [];
	for (let r of e.split(/\s+/u)) {
		let e = n.length === 0 ? r : `${n.at(-1)} ${r}`;
		n.length === 0 || e.length > t ? n.push(r) : n[n.length - 1] = e;
	}
	return n;
}
function ra(e, t, r = t) {
	let i = $n(e, () => e.map(Zi).filter(({ width: e }) => e > 0)), a = Math.ceil(Math.max(ta, ...i.map((e) => e.width)) + 24), o = e.some((e) => [...e.querySelectorAll("h2, h3, h4")].some(({ textContent: e }) => e === r)) ? [] : na(r, Math.floor((a - 24) / ea)), s = getComputedStyle(document.body).fontFamily || "system-ui, -apple-system, \"Segoe UI\", Roboto, \"Noto Sans\", sans-serif", c = {
		fill: X.light.ink,
		"font-size": 14,
		"font-weight": 600
	}, l = Qi, u = o.map((e) => n("text", {
		x: Qi,
		y: (l += $i) - 6,
		...c
	}, e));
	o.length > 0 && (l += 4);
	for (let e of i) e.element.setAttribute("transform", `translate(${Qi} ${l})`), u.push(e.element), l += Math.ceil(e.height) + Qi;
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
		fill: X.light.background
	}), ...u), {
		text: new XMLSerializer().serializeToString(f),
		...d
	};
}
async function ia({ text: e, width: n, height: r }) {
	let i = new Image();
	i.src = `data:image/svg+xml,${encodeURIComponent(e)}`, await i.decode();
	let a = Math.min(3, ki / Math.max(n, r)), o = t("canvas", {
		width: Math.ceil(n * a),
		height: Math.ceil(r * a)
	});
	return o.getContext("2d").drawImage(i, 0, 0, o.width, o.height), new Promise((e, t) => {
		o.toBlob((n) => n ? e(n) : t(/* @__PURE__ */ Error("the browser made no PNG of this size")), "image/png");
	});
}
function aa({ title: e, svg: n, png: r }) {
	let i = t("span", { role: "status" }), a = (t) => Pi(`${document.title.split(" ")[0]} ${e()}`, t), o = (e, n) => {
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
	}, "Save ", o("SVG", async () => Fi(new Blob([n()], { type: "image/svg+xml" }), a("svg"))), " ", o("PNG", async () => Fi(await r(), a("png"))), i);
}
function oa(e, t, n = {}) {
	let r = () => ra([n.of?.() ?? e, ...n.with?.() ?? []], t(), n.heading?.());
	return e.append(aa({
		title: t,
		svg: () => r().text,
		png: () => ia(r())
	})), e;
}
//#endregion
//#region src/stacks.ts
function sa({ stacks: e }, n) {
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
var ca = [
	1,
	2,
	4
], la = 40;
function ua(e) {
	let n = 0, r = t("button", { type: "button" }, "Zoom in"), i = t("button", { type: "button" }, "Zoom out"), a = t("span", {
		class: "zoom",
		role: "group",
		"aria-label": "Size of the cells"
	}, r, i), o = () => {
		r.setAttribute("aria-disabled", String(n === ca.length - 1)), i.setAttribute("aria-disabled", String(n === 0));
	}, s = (t) => {
		a.hidden || ca[n + t] === void 0 || (n += t, o(), e());
	};
	return r.addEventListener("click", () => s(1)), i.addEventListener("click", () => s(-1)), o(), {
		element: a,
		get factor() {
			return ca[n];
		},
		step: s,
		fit: (e) => {
			a.hidden = e >= la, a.hidden && (n = 0), o();
		}
	};
}
//#endregion
//#region src/map.ts
var da = 9;
function fa(e) {
	let t = e.findings.find(({ score: t }) => e.scores.some(({ id: e }) => e === t));
	return e.scores.find(({ id: e }) => e === t?.score) ?? O(e)[0];
}
function pa(e, t, n) {
	let r = fa(e), i = N(e, e.labels.length > 0 ? e.labels[0].stack : r.stack), a = e.stacks.find(({ name: e }) => e === n), o = O(e).find(({ id: e }) => e === t), s = t !== null && t !== "behaviour" && !o ? `There is no score “${t}” here to colour by.` : "";
	if (o) return {
		stack: N(e, o.stack),
		score: o,
		wrong: s
	};
	let c = a ?? i;
	if (e.labels.some((e) => e.stack === c.name)) return {
		stack: c,
		score: null,
		wrong: s
	};
	let l = O(e).find((e) => e.stack === c.name);
	return {
		stack: c,
		score: r.stack === c.name ? r : l ?? r,
		wrong: s
	};
}
function ma(e, t, n, r) {
	let i = e.relations.length > 0 ? ", a word is a relation that it finds significantly better than a fixed rule" : "", a = e.texts[t.name]?.queries;
	if (n === null) return `Each cell is a head: its sign and colour say what it mostly attends to${i}.`;
	let o = a?.texts.filter((e, t) => !a.special[t]).map((e) => Sr(e, 16)) ?? [], s = o.length === 0 ? "one text" : `“${o.slice(0, da).join(" ")}${o.length > da ? " …" : ""}”`, c = e.kind && e.kind.name !== "raw" ? e.kind.under : "attention";
	return r ? `Each cell is a head: its sign and colour say what it mostly does. Zoom in for its ${c} on ${s}.` : `Each cell is a head’s ${c} on ${s}, a row for each token; sign and colour say what the head mostly does${i}.`;
}
function ha(e, n, r) {
	let i = t("section", {
		class: "map",
		"aria-labelledby": "map-title"
	}, t("h2", { id: "map-title" }, "What its heads do", ...Oe(e)));
	if (!fa(e)) return i.append(t("p", {}, "Nothing was measured; the run’s notes below say why.")), i;
	let a = new Qt(e), o = /* @__PURE__ */ new Map(), s = (t) => (o.has(t.name) || o.set(t.name, jr(e, t)), o.get(t.name)), c = pa(e, r.get("colour"), r.get("stack")), l = oi((t) => r.set({
		colour: t === "behaviour" && e.labels.length > 0 ? null : t,
		stack: u(c.stack)
	})), u = ({ name: t }) => t === e.stacks[0].name ? null : t, d = sa(e, (t) => {
		let n = c.score && ii(e, c.score.id, t);
		r.set({
			stack: u(t),
			colour: n
		});
	}), f = t("p", { class: "lead" }), p = t("div"), m = ua(() => y()), h = () => {}, g = null;
	n.listen(({ current: e }) => g = e ?? g);
	function _(e) {
		let { stack: i, score: o } = c;
		if (o !== null) {
			let r = jn([o]), a = Wn(o, i, r, n, e), s = di(o, n);
			return {
				figure: a,
				canvas: null,
				below: [t("div", { class: "scroll" }, ui(r, He(o.quantity), o.baseline)), s.element],
				stop: s.release
			};
		}
		let l = Gr(a, i, s(i), n, e), u = qr(a, i, n), d = Yr(a, M(i), r);
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
		let [n, r] = [document.documentElement.clientWidth, window.innerHeight], a = s(c.stack)?.columns ?? 1, o = Vn(c.stack, n, r, 1, a);
		m.fit(o.cellWidth);
		let u = Vn(c.stack, n, r, m.factor, a);
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
		}), p.replaceChildren(w, ...S), g?.stack === c.stack.name && m.factor > 1 && w.scrollTo(u.left + (g.head + .5) * u.cellWidth - w.clientWidth / 2, u.top + (g.layer + .5) * u.cellHeight - w.clientHeight / 2), y && g && b.focus(g), l.show(ni(e, c.stack), c.score?.id ?? "behaviour"), d.show(c.stack), f.textContent = c.score === null ? ma(e, c.stack, s(c.stack), u.cellWidth < 20) : `Each cell is a head, and its number: ${c.score.words}.`, v = `${n}×${r}`;
	}
	let b = () => {
		let t = pa(e, r.get("colour"), r.get("stack"));
		t.wrong !== "" && r.refuse("colour", t.wrong);
		let n = v !== "" && t.score === c.score && t.stack === c.stack;
		c = t, n || y();
	};
	r.listen("colour", b), r.listen("stack", b), Zr(e, a, n, r);
	let x = null;
	return n.listen(({ selected: t }) => {
		j(t, x) || (x = t, t && t.stack !== c.stack.name && d.press(N(e, t.stack)));
	}), window.addEventListener("resize", () => {
		v !== `${document.documentElement.clientWidth}×${window.innerHeight}` && y();
	}, { signal: r.life }), i.append(f, t("div", { class: "choose" }, d.element, l.element, m.element), oa(t("div", {}, p), () => `What the heads do: ${c.score?.words ?? "attention on the sample text, by behaviour"}`, { of: () => p }), t("p", { class: "hint" }, "A head is named layer-head, both counted from 1: 2-3 is head 3 of layer 2. Point at one to see it in every figure; click it, or walk there with Tab and the arrow keys and press Enter, for its card.")), i;
}
//#endregion
//#region src/section.ts
function ga(e) {
	return `score=${e}`;
}
function _a(e) {
	return `#${encodeURIComponent(e).replace("%3D", "=")}`;
}
function va(e) {
	return `measure=${e.name}`;
}
//#endregion
//#region src/layers.ts
var ya = {
	left: 28,
	right: 48,
	top: 18,
	bottom: 20
}, ba = 132, xa = 14;
function Sa(e, t, n, r = xa) {
	let i = null, a = r;
	return e.forEach((e, r) => {
		let o = Math.hypot(e.x - t, e.y - n);
		o <= a && (a = o, i = r);
	}), i;
}
function Ca(e, t, n) {
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
function wa(e, t, i, a, o = []) {
	let s = i.ticks(4), c = In(s), l = {
		...ya,
		left: Math.max(ya.left, 4 + 6.1 * Math.max(...c.map((e) => e.length)))
	}, u = Math.max(174, t.layers * 7), d = l.left + u + l.right, f = l.top + ba + l.bottom, p = u / t.layers, m = (e) => l.left + (e + .5) * p, h = (e) => l.top + (1 - i.fraction(e)) * ba, g = (e) => m(e.layer) + ((e.head + .5) / t.heads - .5) * p * .7, _ = r(d, f, {
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
	for (let e of Un(t.layers, p, t.layers > 9 ? 16 : 11)) y(m(e - 1), f - 6, "middle", String(e));
	if (y(l.left + u + 10, f - 6, "start", "layer"), y(2, 9, "start", He(e.quantity)), e.baseline !== null) {
		let t = h(e.baseline.value);
		v.append(n("line", {
			class: "baseline",
			x1: l.left,
			x2: l.left + u,
			y1: t,
			y2: t
		}));
		let r = Math.min(l.top + ba - 10, Math.max(l.top, t - 3));
		e.baseline.name.length > 7 ? y(d - 1, r, "end", e.baseline.name, "quiet") : y(l.left + u + 4, r, "start", e.baseline.name, "quiet"), y(l.left + u + 4, r + 12, "start", L(e.baseline.value), "quiet");
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
	}), S = p < 12 ? 1.6 : 2.2, C = M(t).flatMap((t) => {
		let r = P(e, t);
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
				"aria-label": `Head ${A(t)}: ${We(e, t)}`
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
		let i = C.find((e) => e === r), a = r && P(e, r.head);
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
	return fn(_, {
		marks: C,
		highlight: a,
		move: (e, t) => Ca(C, e, t),
		locate: (e) => {
			let t = _.getBoundingClientRect();
			return Sa(C, e.clientX - t.left, e.clientY - t.top);
		},
		show: (e, t) => {
			T(w.pointed, e), T(w.selected, t);
		}
	}), _;
}
//#endregion
//#region src/sections/measure.ts
var Ta = {
	sentence: "words",
	window: "mentions",
	own: "sequences"
};
function Ea(e, t) {
	let n = le(e, t.scores), r = t.measures.find(({ name: t }) => t === e.measure), i = r?.unit ?? "", a = r?.cases || (Ta[i] ?? "segments"), o = i === "none" ? "from the weights alone" : `${e.segments.toLocaleString("en-GB")} ${a}`, s = t.kind && !r?.every_kind ? `, ${t.kind.under}` : "";
	return `${e.words} (${ce(e)}), ${n === "" ? "" : `${n}, `}${o}${s}.`;
}
function Da(e, t) {
	let n = [...new Set(e.flatMap(({ baseline: e }) => e?.name ?? []))], r = e.flatMap((e) => t[`${e.measure}.${e.key}`]?.length ?? [])[0];
	return [
		"One number per head, as a cell’s colour and as a point’s height. Line: mean of the layer.",
		...n.length > 0 ? [` Dashes: ${n.join(", ")}.`] : [],
		...r === void 0 ? [] : [` Dotted: BERT-base, in the paper, its ${r} layers over the same width.`]
	].join("");
}
function Oa(e, n, r, i, a, o) {
	let s = N(r, e.stack), c = a[`${e.measure}.${e.key}`];
	return t("figure", {
		id: ga(e.id),
		tabindex: -1
	}, ...o === null ? [] : [t(o, {}, e.finding)], t("div", { class: "pair" }, t("div", { class: "scroll" }, Wn(e, s, n, i, Hn(s)).element), t("div", { class: "scroll" }, wa(e, s, n, i, c))), di(e, i).element, t("figcaption", {}, Ea(e, r)));
}
function ka(e, t) {
	let n = t.measures.find((t) => t.name === e)?.section, r = t.sections?.find((e) => e.id === n);
	return r && !r.measures.includes(e) ? [] : [...t.scores, ...t.relations ?? []].filter((t) => t.measure === e && t.direction === null);
}
var Aa = (e) => e.replace(/\.$/, "");
function ja(e, t, n) {
	let r = e.flatMap((e) => ka(e, n));
	return r.find(({ finding: e }) => Aa(e) === Aa(t)) ?? r[0] ?? null;
}
function Ma(e, n, r, i = {}) {
	let { references: a = {}, alone: o = !1, lead: s = null } = i, c = ka(e.name, n);
	if (c.length === 0) return null;
	let l = (e) => (a[`${e.measure}.${e.key}`] ?? []).filter((e) => e !== null), u = Mn(c, (e) => jn(e, e.flatMap(l))), d = [...new Set(u.values())].map(({ scale: e, quantity: n }) => t("div", { class: "scroll" }, ui(e, He(n), null))), f = (e) => u.get(e).scale, p = t("div", { class: "about" });
	o || p.append(t("div", {}, t("h3", {}, e.title), t("p", {}, e.read), t("p", { class: "formula" }, e.formula))), p.append(t("div", {}, ...d, t("p", { class: "key" }, Da(c, a))));
	let m = o ? "h3" : "h4", h = t("div", {
		id: va(e),
		class: "measure"
	}, p, ...n.stacks.flatMap(({ name: e }) => {
		let i = c.filter((t) => t.stack === e && t !== s?.score);
		if (i.length === 0) return [];
		let o = t("div", { class: "figures" }, ...i.map((e) => Oa(e, f(e), n, r, a, m)));
		return n.stacks.length > 1 ? [t("p", { class: "stack" }, e), o] : [o];
	}));
	if (!s || !c.includes(s.score)) return {
		block: h,
		lead: null
	};
	let g = Aa(s.claim) === Aa(s.score.finding);
	return {
		block: h,
		lead: Oa(s.score, f(s.score), n, s.highlight, a, g ? null : "h3")
	};
}
//#endregion
//#region src/sections/dots.ts
var Na = 20, Pa = 22, Fa = 14, Ia = 5, La = 6.6;
function Ra(e, t) {
	return e.head === "" ? null : ve(t.stacks.length > 1 ? `head=${e.stack}/${e.head}` : `head=${e.head}`, t);
}
function za(e, t) {
	return n("polygon", {
		class: "published",
		points: [
			`${e},${t - Ia}`,
			`${e + Ia},${t}`,
			`${e},${t + Ia}`,
			`${e - Ia},${t}`
		].join(" ")
	});
}
function Ba(e, t) {
	return n("line", {
		class: "rival",
		x1: e,
		x2: e,
		y1: t - 7,
		y2: t + 7
	});
}
function Va(e) {
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
		})) : a.append(e === "rival" ? Ba(10, 8) : za(10, 8)), t("span", {}, a, i);
	};
	return t("p", { class: "signs" }, ...Object.entries(e.legend).filter(([, e]) => e !== "").map(([e, t]) => i(e, t)));
}
function Ha(e, i, a) {
	let o = e.groups.flatMap((e) => e.lines), s = o.flatMap(({ value: e, low: t, high: n, rival: r, published: i }) => [
		e,
		t,
		n,
		r,
		i
	].filter((e) => e !== null)), c = e.unit === "percent" ? 100 : 1, [l, u] = C(Math.min(0, (T(s) ?? 0) * c), Math.max(0, (w(s) ?? 0) * c) || 1, 5), d = Math.min(580, Math.max(330, document.documentElement.clientWidth - 34)), f = Math.max(...o.map(({ label: e, head: t }) => e.length + (t === "" ? 0 : t.length + 2))), p = Math.min(d * .5, 12 + f * La), m = (e) => p + (e * c - l) / (u - l) * (d - p - Fa), h = e.groups.filter(({ name: e }) => e !== "").length, g = Pa + (o.length + h) * Na + 6, _ = r(d, g, {
		class: "dots",
		role: "listbox",
		"aria-label": e.title
	}), v = n("g", {
		class: "axes",
		"aria-hidden": "true"
	}), y = x(l, u, d - p < 240 ? 2 : 5);
	In(y).forEach((e, t) => {
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
			y: Pa + (S + .5) * Na + 4
		}, t.name)), S += 1);
		for (let e of t.lines) {
			let r = Pa + (S + .5) * Na;
			S += 1;
			let a = Ra(e, i), o = n("g", {
				class: e.sure ? "line" : "line unsure",
				role: "option",
				"aria-selected": "false",
				"aria-label": e.text
			});
			o.append(n("rect", {
				class: "hit",
				x: 0,
				y: r - Na / 2,
				width: d,
				height: Na
			})), e.published !== null && o.append(za(m(e.published), r)), e.rival !== null && o.append(Ba(m(e.rival), r)), e.low !== null && e.high !== null && o.append(n("line", {
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
	return b.length > 0 && fn(_, {
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
			for (let { head: n, element: r } of b) r.classList.toggle("pointed", e !== null && j(n, e.head)), r.classList.toggle("selected", t !== null && j(n, t.head));
		}
	}), t("figure", { class: "chart" }, t("h3", {}, e.title), t("div", {}, Va(e), t("div", { class: "scroll" }, _)), t("figcaption", {}, e.caption));
}
//#endregion
//#region src/sections/drawing.ts
var Ua = /* @__PURE__ */ new Set([
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
]), Wa = new Set("class color x y x1 y1 x2 y2 cx cy r rx ry width height d points transform opacity fill-opacity stroke-opacity stroke-width stroke-dasharray text-anchor font-size".split(" "));
function Ga([e, ...t]) {
	let r = [];
	for (let i = 0; i + 2 < t.length; i += 3) r.push(n("path", {
		d: t[i],
		class: e,
		"stroke-opacity": t[i + 1],
		"stroke-width": t[i + 2]
	}));
	return r;
}
function Ka(e) {
	return e.flatMap((e) => typeof e == "string" ? [e] : qa(e) ? Ga(e.slice(1)) : [Ja(e)]);
}
function qa(e) {
	return e[0] === "strokes";
}
function Ja([e, t, ...r]) {
	if (!Ua.has(e)) throw Error(`a drawing has an element that is none of ours: ${e}`);
	for (let e of Object.keys(t)) if (!Wa.has(e)) throw Error(`a drawing has an attribute that is none of ours: ${e}`);
	return n(e, t, ...Ka(r));
}
function Ya(e, r = "h3") {
	let i = n("svg", {
		class: "headscope",
		viewBox: `0 0 ${e.width} ${e.height}`,
		role: "img",
		"aria-label": e.title
	}, ...Ka(e.nodes));
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
var Xa = 284;
function Za(e, { light: t, dark: n }) {
	e.style.setProperty("--light", t ?? "var(--quiet)"), e.style.setProperty("--dark", n ?? "var(--quiet)");
}
function Qa(e, t, n) {
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
function $a(e, i, a, o, s) {
	let c = N(i, e.stack).layers, [l = 0, u = 0] = g(e.points, ({ x: e }) => e), [d = 0, f = 0] = g(e.points, ({ y: e }) => e), p = 248 / (Math.max(u - l, f - d) || 1), m = s ? "By layer (the number)" : "By what they do", h = r(Xa, 306, {
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
			x: Xa / 2 + (i - (l + u) / 2) * p,
			y: Xa / 2 - (o - (d + f) / 2) * p
		}, h = {
			stack: e.stack,
			layer: t,
			head: r
		}, g = a.of(h), { behaviour: _ } = g, v = !$t(g), y = n("text", {
			x: m.x,
			y: m.y + 4,
			"text-anchor": "middle"
		}, s ? String(t + 1) : _.sign);
		return s ? Dn(y, .4 + .6 * t / Math.max(1, c - 1)) : Za(y, _), {
			head: h,
			element: n("g", {
				class: s || v ? "head" : "head unsure",
				role: "option",
				"aria-selected": "false",
				"aria-label": `Head ${A(h)}: ${_.words}${v ? "" : ", uncertain"}`
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
	return fn(h, {
		marks: _,
		highlight: o,
		move: (e, t) => Qa(_, e, t),
		locate: (e) => {
			let t = h.getBoundingClientRect();
			return Sa(_, e.clientX - t.left, e.clientY - t.top);
		},
		show: (e, t) => {
			for (let n of _) n.element.classList.toggle("pointed", n === e), n.element.classList.toggle("selected", n === t);
		}
	}), t("div", {}, t("p", { class: "quiet" }, m), t("div", { class: "scroll" }, h));
}
function eo(e, n, r) {
	let i = new Qt(n), a = i.counts(e.points.map(({ layer: t, head: n }) => ({
		stack: e.stack,
		layer: t,
		head: n
	}))).map(({ behaviour: e, count: n }) => {
		let r = t("b", { "aria-hidden": "true" }, e.sign);
		return Za(r, e), t("span", {}, r, ` ${e.words} ${n}`);
	}), o = [$a(e, n, i, r, !1), $a(e, n, i, r, !0)];
	return t("figure", { class: "chart maps" }, t("h3", {}, e.title), t("div", {}, t("p", { class: "signs" }, ...a), t("div", { class: "pair" }, ...o)), t("figcaption", {}, e.caption));
}
//#endregion
//#region src/csv.ts
function to(e) {
	return /[",\r\n]/.test(e) ? `"${e.replaceAll("\"", "\"\"")}"` : e;
}
function no(e, t) {
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
			let n = P(t, e);
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
	})].map((e) => e.map(to).join(",") + "\n").join("");
}
function ro(e, t = "heads") {
	return ke("Copy as CSV", "The table as CSV", e, (e) => `Copied, ${e.split("\n").length - 2} ${t}.`);
}
//#endregion
//#region src/table.ts
function io(e, { score: t, descending: n }) {
	if (t === null) return n ? [...e].reverse() : [...e];
	let r = (e) => P(t, e)?.value ?? null;
	return [...e].sort((e, t) => {
		let i = r(e), a = r(t);
		return i === null || a === null ? Number(i === null) - Number(a === null) : n ? a - i : i - a;
	});
}
function ao(e) {
	let t = e.map((e) => e.includes(".") ? e.length - e.indexOf(".") - 1 : 0), n = Math.max(0, ...t);
	return t.map((e) => (n > 0 && e === 0 ? " " : "") + " ".repeat(n - e));
}
function oo({ score: e, descending: t }, n) {
	return e === null ? `Sorted by head, ${t ? "last" : "first"} layer first.` : `Sorted by “${ue(e, n)}”, ${t ? "highest" : "lowest"} first.`;
}
var so = {
	score: null,
	descending: !1
}, co = ",reversed";
function lo({ score: e, descending: t }) {
	return e === null ? t ? `head${co}` : null : e.id + (t ? "" : co);
}
function uo(e, t) {
	let n = e?.endsWith(co) ?? !1, r = n ? e.slice(0, -9) : e;
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
function fo(e, n) {
	let r = t("button", {
		type: "button",
		"aria-label": `Open head ${A(e)}`
	}, A(e));
	return r.addEventListener("click", (t) => {
		n.select(e), t.detail === 0 && r.dispatchEvent(new CustomEvent("headscope:open", { bubbles: !0 }));
	}), t("th", { scope: "row" }, r);
}
function po(e, n, r) {
	let i = t("tr", { class: "quiet" }, t("th", { scope: "row" }, "baseline")), a = e.map((e) => {
		let n = t("tr", {}, fo(e, r));
		return n.addEventListener("pointerenter", () => r.point(e)), n.addEventListener("pointerleave", () => r.point(null)), n.addEventListener("focusin", () => r.point(e)), n.addEventListener("focusout", () => r.point(null)), n;
	});
	for (let r of n) {
		let n = me(r), o = e.map((e) => {
			let t = P(r, e);
			return t === null ? "–" : Be(t);
		});
		o.push(r.baseline === null ? "" : L(r.baseline.value));
		let s = ao(o);
		e.forEach((e, r) => {
			let i = o[r];
			a[r].append(t("td", {}, j(e, n) ? t("b", {}, i) : i, s[r]));
		}), i.append(t("td", {}, o[e.length] + s[e.length]));
	}
	return {
		rows: a,
		foot: i
	};
}
function mo(e, n, r) {
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
		s.append(a(e, t, `${t}: sort by “${ue(e, n)}”`));
	}
	return {
		rows: [o, s],
		cells: i
	};
}
function ho(e, n, r, i) {
	let a = de(n, e.name), o = M(e), s = po(o, a, r), c = new Map(o.map((e, t) => [e, s.rows[t]])), l = t("tbody"), u = t("p", {
		class: "quiet",
		role: "status"
	}), d = so, f = () => {
		l.replaceChildren(...io(o, d).map((e) => c.get(e)));
		for (let [e, t] of p.cells) t.setAttribute("aria-sort", e === d.score ? d.descending ? "descending" : "ascending" : "none");
		u.textContent = `${oo(d, a)} The highest of a column is bold.`;
	}, p = mo(n, a, (e) => {
		i.set({ sort: lo({
			score: e,
			descending: d.score === e ? !d.descending : e !== null
		}) });
	});
	return i.listen("sort", (e) => {
		d = uo(e, a) ?? so, uo(e, n.scores) === null && i.refuse("sort", `There is no score “${e}” here to sort by.`), f();
	}), r.listen(({ pointed: e, selected: t }) => {
		for (let [n, r] of c) r.classList.toggle("pointed", j(n, e)), r.classList.toggle("selected", j(n, t));
	}), t("div", { class: "heads" }, t("div", { class: "bar" }, ro(() => no(io(o, d), a)), u), t("div", {
		class: "scroll tall",
		tabindex: 0,
		role: "region",
		"aria-label": `Scores of all heads, ${e.name}`
	}, t("table", {}, t("thead", {}, ...p.rows), l, t("tfoot", {}, s.foot))));
}
//#endregion
//#region src/sections/cells.ts
function go(e) {
	return e.columns.flatMap((e, t) => e.shown ? [{
		...e,
		at: t
	}] : []);
}
function _o(e, t, n) {
	return (String(e ?? "").match(/\d+-\d+/g) ?? []).flatMap((e) => ve(t === null ? `head=${e}` : `head=${encodeURIComponent(t)}/${e}`, n) ?? []);
}
function vo(e, n, r, i) {
	let a = e, o = [];
	for (let e of n) {
		let [n, ...s] = a.split(A(e));
		if (s.length === 0) continue;
		let c = t("a", {
			href: `#${F(e, r)}`,
			"aria-label": `Head ${A(e)}`
		}, A(e));
		c.addEventListener("click", (t) => {
			i.select(e), t.detail === 0 && c.dispatchEvent(new CustomEvent("headscope:open", { bubbles: !0 }));
		}), o.push(n, c), a = s.join(A(e));
	}
	return [...o, a];
}
function yo(e) {
	let n = /^(\S+) (\([^)]*\))(.*)$/.exec(e);
	return n ? [
		n[1],
		" ",
		t("span", { class: "quiet" }, n[2]),
		n[3]
	] : [e];
}
function bo(e, t) {
	let n = e.columns.findIndex(({ name: e }) => e === "stack");
	return n < 0 ? null : String(t[n]);
}
function xo(e, t, n) {
	let r = bo(e, t);
	return e.columns.flatMap(({ kind: e }, i) => e === "head" ? _o(t[i], r, n) : [])[0] ?? null;
}
function So(e) {
	let t = go(e).filter(({ kind: t, at: n }) => t === "number" && !e.texts.some((e) => e[n]?.includes(" ")));
	return new Map(t.map(({ at: t }) => [t, ao(e.texts.map((e) => e[t] ?? ""))]));
}
function Co(e, n, r) {
	let i = /* @__PURE__ */ new Map(), a = go(e), o = So(e);
	return {
		elements: e.rows.map((s, c) => {
			let l = t("tr", { class: [["strong", e.strong], ["faint", e.faint]].flatMap(([e, t]) => t.includes(c) ? [e] : []).join(" ") });
			a.forEach(({ at: i, kind: a, published: u }, d) => {
				let f = e.texts[c][i] ?? "", p = a === "number" ? f.replace(/(?<!\d)-(?=\d)/g, "−") : f, m = a === "head" ? _o(s[i], bo(e, s), n) : [], h = m.length > 0 ? vo(f, m, n, r) : yo(p), g = [a, ...u ? ["published"] : []].join(" "), _ = d === 0 ? t("th", {
					scope: "row",
					class: g
				}) : t("td", { class: g });
				_.append(...d === 0 ? [t("span", { class: "name" }, ...h)] : h, o.get(i)?.[c] ?? ""), l.append(_);
			});
			let u = xo(e, s, n);
			return u !== null && (i.set(u, l), l.addEventListener("pointerenter", () => r.point(u)), l.addEventListener("pointerleave", () => r.point(null)), l.addEventListener("focusin", () => r.point(u)), l.addEventListener("focusout", () => r.point(null))), l;
		}),
		owners: i
	};
}
//#endregion
//#region src/sections/export.ts
function wo(e, t) {
	let n = (e) => e.map((e) => to(e === null ? "" : String(e))).join(",") + "\n";
	return n(e.columns.map(({ name: e }) => e)) + t.map(n).join("");
}
function To(e, n) {
	let r = t("button", {
		type: "button",
		"aria-label": `Download ${e.id}.csv`
	}, "Download");
	return r.addEventListener("click", () => {
		let r = URL.createObjectURL(new Blob([wo(e, n())], { type: "text/csv" }));
		t("a", {
			href: r,
			download: `${e.id}.csv`
		}).click(), setTimeout(() => URL.revokeObjectURL(r), 6e4);
	}), t("span", { class: "export" }, ro(() => wo(e, n()), "rows"), r);
}
var Eo = 150, Do = 6, Oo = 66;
function ko(e, t, { column: n, descending: r }) {
	if (n === null) return t;
	let i = r ? -1 : 1;
	return [...t].sort((t, r) => {
		let [a, o] = [e[t][n], e[r][n]];
		return a === null || o === null ? Number(a === null) - Number(o === null) : typeof a == "number" && typeof o == "number" ? i * (a - o) : i * String(a).localeCompare(String(o), "en", { numeric: !0 });
	});
}
function Ao(e, t) {
	let n = (e) => Math.max(0, ...e.map((e) => e.length));
	return t.reduce((t, { at: r, title: i }) => t + n([...i.split(" "), ...e.texts.map((e) => e[r] ?? "")]), 0);
}
function jo(e, n, r) {
	let i = go(e), a = e.rows.map((e, t) => t).filter((t) => !e.foot.includes(t)), { elements: o, owners: s } = Co(e, n, r);
	r.listen(({ pointed: e, selected: t }) => {
		for (let [n, r] of s) r.classList.toggle("pointed", j(n, e)), r.classList.toggle("selected", j(n, t));
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
		u.replaceChildren(...ko(e.rows, a, c).map((e) => o[e])), [...u.children].forEach((e, t) => e.classList.toggle("beyond", t >= 15));
		for (let { at: e, cell: t } of f) t.setAttribute("aria-sort", e === c.column ? c.descending ? "descending" : "ascending" : "none");
	};
	p();
	let m = () => [...ko(e.rows, a, c), ...e.foot].map((t) => e.rows[t]), h = t("table", { class: "data" }, t("thead", {}, t("tr", {}, ...f.map(({ cell: e }) => e))), u);
	e.foot.length > 0 && h.append(t("tfoot", {}, ...e.foot.map((e) => o[e])));
	let g = t("div", {
		class: i.length > Do || Ao(e, i) > Oo ? "table wide" : "table",
		id: `table=${e.id}`
	}, t("h3", {}, e.title));
	g.append(t("div", {
		class: "scroll",
		tabindex: 0,
		role: "region",
		"aria-label": e.title
	}, h));
	let _ = t("div", { class: "bar" }, To(e, m), d);
	if (!l) {
		let e = t("button", {
			type: "button",
			"aria-expanded": "false"
		}), n = () => {
			h.classList.toggle("short", !l), e.textContent = l ? "Show the first 15 rows" : `Show all ${a.length} rows`, e.setAttribute("aria-expanded", String(l));
		};
		e.addEventListener("click", () => {
			l = !l, n();
		}), n(), _.prepend(e), a.length > Eo && (h.classList.add("long"), h.after(t("p", { class: "on-paper" }, `The first 15 of ${a.length} rows; the rest is on the screen and in its CSV.`)));
	}
	return g.append(_, ...e.notes.map((e) => t("p", { class: "note" }, e))), g;
}
//#endregion
//#region src/sections/section.ts
function Mo(e, { title: t, measures: n }, r, i) {
	return e.kind === "dots" ? Ha(e, r, i) : e.kind === "map" ? eo(e, r, i) : e.title === t ? Ya(e, null) : Ya(e, e.measure !== "" && n.length > 1 ? "h4" : "h3");
}
function No(e) {
	return e.kind === "drawing" ? e.measure : "";
}
function Po(e) {
	return t("dl", { class: "formulas" }, ...e.formulas.map(([e, n]) => t("div", {}, t("dt", {}, e), t("dd", {}, n))));
}
function Fo(e, t) {
	let n = (e, t) => e === 0 ? [] : [`${e} ${t}${e === 1 ? "" : "s"}`];
	return [
		"How to read it",
		...n(e, "more chart"),
		...n(t, "table")
	].join(", ");
}
function Io(e, n, r, i) {
	let [a = null, ...o] = e.charts.filter((e) => No(e) === ""), s = (t) => Mo(t, e, n, i), c = a === null ? ja(e.measures, e.title, n) : null, l = a && Mo(a, e, n, r), u = e.measures.flatMap((t) => {
		let a = n.measures.find((e) => e.name === t), o = {
			references: e.references,
			alone: e.measures.length === 1,
			lead: c && {
				score: c,
				highlight: r,
				claim: e.title
			}
		}, u = a && Ma(a, n, i, o);
		return u ? (l ??= u.lead, [u.block, ...e.charts.filter((e) => No(e) === t).map(s)]) : [];
	}), d = [...o.map(s), ...e.tables.map((e) => jo(e, n, i))], f = [
		...d.length > 0 ? [t("div", { class: "charts" }, ...d)] : [],
		...u,
		...e.after.length > 0 ? [t("div", { class: "charts" }, ...e.after.map(s))] : []
	];
	return {
		picture: l,
		rest: f
	};
}
function Lo(e, n, r, a) {
	let o = t("div", { class: "claim" }, t("h2", {}, t("span", { class: "number" }, `${n}`), ` ${e.name}`, ...e.every_kind ? [] : Oe(r)));
	e.title !== "" && o.append(t("p", { class: "finding" }, e.title));
	let [s, c] = [t("div", { class: "above" }, o), t("div", { class: "below" })], { picture: l, rest: u } = Io(e, r, a.inside(s), a.inside(c));
	l && s.append(t("div", { class: "picture" }, l)), c.append(t("p", { class: "read" }, e.read), ...u), e.formulas.length > 0 && c.append(Po(e)), c.append(t("p", { class: "caveat" }, e.caveat)), e.notes.length > 0 && c.append(t("ul", { class: "notes" }, ...e.notes.map((e) => t("li", {}, e))));
	let d = Fo(c.querySelectorAll("figure").length, c.querySelectorAll("table").length);
	return t("section", {
		id: e.id,
		class: "part"
	}, s, i(d, c));
}
//#endregion
//#region src/sections/index.ts
function Ro(e) {
	let t = e.sections ?? [], n = new Set(t.flatMap(({ measures: e }) => e));
	return e.measures.filter(({ name: t }) => !n.has(t) && ka(t, e).length > 0);
}
function zo({ name: e, title: t, read: n, formula: r }) {
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
function Bo(e) {
	return [...e.sections ?? [], ...Ro(e).map(zo)];
}
function Vo(e, t) {
	return Bo(e).map((n, r) => Lo(n, r + 1, e, t));
}
function Ho(e) {
	return Bo(e).map(({ id: e, name: t }) => [_a(e), t]);
}
//#endregion
//#region src/overview.ts
function Uo(e, n, r) {
	let i = n.map(A), a = i.map((e) => `(?<![\\d.–-])${e}(?![\\d–-])`), o = RegExp(`(${[...a, "\\([\\d.]+–[\\d.]+\\)"].join("|")})`, "g");
	return e.split(o).map((e) => {
		let a = n[i.indexOf(e)];
		return a ? t("a", { href: `#${F(a, r)}` }, e) : e.startsWith("(") && e.includes("–") ? t("span", { class: "whole" }, e) : e;
	});
}
function Wo({ score: e, heads: n = [] }, r) {
	if (n.length === 1) return t("a", {
		href: `#${F(n[0], r)}`,
		"aria-label": `see the card of head ${A(n[0])}`
	}, "see →");
	let i = r.scores.find(({ id: t }) => t === e);
	return i ? t("a", {
		href: _a(ga(i.id)),
		"aria-label": `see ↓ the chart: ${i.finding}`
	}, "see ↓") : null;
}
function Go(e) {
	let n = t("section", { "aria-labelledby": "findings-title" }, t("h2", { id: "findings-title" }, "Findings", ...Oe(e)));
	e.verdict === null ? e.findings.length === 0 && n.append(t("p", {}, "No head stands out beyond what its interval supports.")) : n.append(t("p", { class: "verdict" }, e.verdict));
	let r = t("ol");
	for (let n of e.findings) {
		let i = t("li", {}, ...Uo(n.text, n.heads ?? [], e)), a = Wo(n, e);
		a && i.append(" ", a), r.append(i);
	}
	if (e.findings.length > 0 && n.append(r), O(e).some((e) => e.low.flat().some((e) => e !== null))) {
		let r = e.relations.length > 0 ? " What is said of relations was picked on one half of the documents and scored on the other." : "";
		n.append(t("p", { class: "sure" }, t("b", {}, "How sure?"), ` Intervals, in brackets, are 95%, over documents.${r}`));
	}
	let i = e.sections?.some(({ id: e }) => e === "matter") ? [" ", t("a", { href: "#matter" }, "Does it matter?")] : [];
	return n.append(t("p", { class: "caveat" }, e.caveat, ...i)), n;
}
function Ko(e) {
	let n = [["#heads", "All heads as a table"], ["#run", "About this run"]], r = [...Ho(e), ...n].map(([e, n]) => t("li", {}, t("a", { href: e }, n)));
	return t("nav", { "aria-label": "On this page" }, t("h2", {}, "On this page"), t("ul", {}, ...r));
}
function qo({ home: e }) {
	return e === void 0 ? [] : [t("nav", {
		class: "up",
		"aria-label": "Up"
	}, t("a", { href: e }, "All models"))];
}
function Jo(e, n, r) {
	let i = e.summary.map((e) => t("span", {}, e));
	return [
		t("header", {}, ...qo(e), t("h1", {}, e.title), t("p", { class: "summary" }, ...i), Fe(r)),
		...De(e, r),
		...O(e).length > 0 ? [Yt(e, n, r)] : [],
		t("div", { class: "overview" }, ha(e, n, r), t("div", { class: "findings" }, Go(e), Ko(e)))
	];
}
//#endregion
//#region src/strip.ts
var Yo = 236, Xo = 6, Zo = 9;
function Qo(e, t, i) {
	let a = (e) => Xo + i.fraction(e) * 224, o = P(e, t), s = r(Yo, 32, {
		class: "strip",
		role: "img",
		"aria-label": `${e.words}: head ${A(t)} among all heads, ${We(e, t)}`
	});
	s.append(n("line", {
		class: "zero",
		x1: Xo,
		x2: 230,
		y1: Zo,
		y2: Zo
	}));
	let c = k(e.value).map((e) => `M${a(e).toFixed(1)} 4v10`);
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
	let [l, u] = In([i.low, i.high]);
	if (s.append(n("text", {
		x: Xo,
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
		y1: Zo,
		y2: Zo
	})), d.append(n("circle", {
		cx: a(o.value),
		cy: Zo,
		r: 4
	})), s.append(d), s;
}
//#endregion
//#region src/card/bars.ts
var $o = 180, es = 16, ts = 3;
function ns(e) {
	let t = e.flatMap(({ reading: e, baseline: t }) => [
		e?.value ?? 0,
		e?.high ?? 0,
		t?.value ?? 0
	]);
	return Math.max(0, ...t);
}
function rs({ label: e, reading: t, baseline: i }, a, o) {
	let s = (e) => ts + Math.min(Math.max(0, e), a) / (a || 1) * 174, c = i === null ? "" : `; ${i.name} ${L(i.value)}`, l = r($o, es, {
		class: "bar-figure",
		role: "img",
		"aria-label": `${e}: ${t === null ? "not measured" : Ve(t, o)}${c}`
	});
	if (t !== null && (l.append(n("rect", {
		class: "fill",
		x: ts,
		y: 3,
		width: Math.max(0, s(t.value) - ts),
		height: 10
	})), t.low !== null && t.high !== null)) {
		let [e, r, i] = [
			s(t.low),
			s(t.high),
			es / 2
		];
		l.append(n("path", {
			class: "whisker",
			d: `M${e} ${i - 3}v6M${e} ${i}H${r}M${r} ${i - 3}v6`
		}));
	}
	if (l.append(n("line", {
		class: "zero",
		x1: ts,
		x2: ts,
		y1: 0,
		y2: es
	})), i !== null) {
		let e = s(i.value);
		l.append(n("line", {
			class: "baseline",
			x1: e,
			x2: e,
			y1: 0,
			y2: es
		}));
	}
	return l;
}
function is(e, { unit: n, high: r }) {
	let i = r ?? ns(e), a = t("ul", { class: "bars" });
	for (let r of e) {
		let e = r.href === void 0 ? r.label : t("a", { href: r.href }, r.label), o = r.reading === null ? "not measured" : Ve(r.reading, n), s = r.baseline === null ? "" : ` ${ze(r.baseline.name)} ${L(r.baseline.value)}`;
		a.append(t("li", {}, t("span", { class: "label" }, e), rs(r, i, n), t("span", { class: "numbers" }, t("b", {}, o), t("span", { class: "quiet" }, s), r.note ? t("span", { class: "note" }, r.note) : "")));
	}
	return a;
}
function as(e, t) {
	return e.length === 0 ? null : e.map((e) => he(e, t)).join(",");
}
function os(e, t) {
	let n = [], r = [];
	for (let i of (e ?? "").split(",").filter((e) => e !== "")) {
		let e = ge(i, t);
		if (e === null) n.push(_e(i, t));
		else if (r.some((t) => j(t, e))) continue;
		else r[0] && r[0].stack !== e.stack ? n.push(`Head ${A(e)} of the ${e.stack} reads another text than one of the ${r[0].stack}.`) : r.length === 4 ? n.push(`4 heads are compared at most, not ${i} too.`) : r.push(e);
	}
	return {
		heads: r,
		wrong: n.join(" ")
	};
}
var ss = class {
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
		return this.#e.some((t) => j(t, e));
	}
	takes(e) {
		return !this.has(e) && this.#e.length < 4 && this.#e.every(({ stack: t }) => t === e.stack);
	}
	set(e, t = null) {
		let n = t === null ? null : he(t, this.payload);
		this.link.set({
			pin: as([...e], this.payload),
			head: n
		}, "new");
	}
	listen(e) {
		this.#t.add(e);
	}
	follow() {
		this.link.listen("pin", (e) => {
			let { heads: t, wrong: n } = os(e, this.payload);
			n !== "" && this.link.refuse("pin", n), this.#e = t;
			for (let e of this.#t) e();
		});
	}
}, cs = 6, ls = 3, us = 100;
function ds(e, t, n) {
	let r = O(e).filter((e) => e.measure === t.name && P(e, n) !== null), i = r.filter(({ key: e, segments: n }) => n >= us && !t.keywords.includes(e) && !fs(e)), a = (i.length > 0 ? i : r).map((e) => ({
		score: e,
		lead: P(e, n).value - (e.baseline?.value ?? 0)
	}));
	return a.sort((e, t) => t.lead - e.lead), a.filter(({ score: e }, t) => !a.slice(0, t).some((t) => ps(t.score, e)));
}
function fs(e) {
	return /(:\*| \(own word\))$/.test(e);
}
function ps(e, t) {
	return e.corpus === t.corpus && e.measure === t.measure && e.key === t.key;
}
function ms(e, n, r, i) {
	let a = ds(e, n, r);
	if (a.length === 0) return [];
	let o = new Map((i?.claims ?? []).map((e) => [e.score, e])), s = O(e).filter(({ id: e, measure: t }) => t === n.name && o.has(e)), c = a.filter(({ score: e }) => !s.some((t) => ps(t, e))), l = a.length <= cs ? c : c.filter(({ lead: e }, t) => e > 0 || t + s.length < ls), u = [...s, ...l.map(({ score: e }) => e)].slice(0, cs), d = u.map((e) => {
		let t = o.get(e.id), i = t && Ve(t, n.quantity.unit);
		return {
			label: e.words,
			reading: P(e, r),
			baseline: e.baseline,
			...i ? { note: `★ best of all heads; held out ${i}` } : {}
		};
	});
	return [t("p", { class: "quiet" }, `How often it is right. ${a.length > u.length ? `Of ${a.length} scores, the ${u.length} in which it leads ${n.counts} (dashes) furthest. ` : ""}The highest of many numbers is partly luck; a star marks what stood up on other documents.`), is(d, n.quantity)];
}
function hs(e, n, r, i) {
	if (!r || r.neighbours.length === 0) return null;
	let a = t("ol", { class: "neighbours" });
	for (let { value: o, ...s } of r.neighbours) {
		let r = {
			stack: n.stack,
			...s
		}, c = t("a", {
			href: `#pin=${as([n, r], e)}`,
			"aria-label": `compare with head ${A(r)}`
		}, "compare");
		c.addEventListener("click", (e) => {
			e.ctrlKey || e.metaKey || e.shiftKey || (e.preventDefault(), i(r));
		}), a.append(t("li", {}, t("a", { href: `#${F(r, e)}` }, `head ${A(r)}`), ` ${I(o, 3)} nats, `, c));
	}
	return t("section", {}, t("h3", {}, "Heads most like it"), t("p", { class: "quiet" }, "By the mean Jensen–Shannon divergence between their rows; 0 is the same, 0.693 nothing in common."), a);
}
//#endregion
//#region src/card/measures.ts
var gs = 12, _s = 6, vs = "Each tick is a head, the circle with its interval is this one, and grey dashes are the baseline.";
function ys(e, t) {
	let n = new Map((e.sections ?? []).map(({ id: e, name: t }) => [e, t])), r = e.measures.filter(({ name: n }) => O(e).some((e) => e.measure === n && P(e, t) !== null));
	return [.../* @__PURE__ */ new Set([...n.keys(), ...r.map(({ section: e }) => e)])].flatMap((e) => {
		let t = r.filter(({ section: t }) => t === e);
		return t.length === 0 ? [] : [{
			name: n.get(e) ?? t[0].title,
			measures: t
		}];
	});
}
function bs(e, n, r, i) {
	let a = P(e, n), o = e.baseline === null ? "" : `; ${e.baseline.name} ${L(e.baseline.value)}`, s = r.some((t) => t.words === e.words && t.direction !== e.direction), c = ue(e, r) + (s ? `, ${e.direction}` : "");
	return t("li", {}, i ? t("a", { href: _a(ga(e.id)) }, c) : c, Qo(e, n, jn([e])), t("span", { class: "numbers" }, t("b", {}, Ue(e, n)), t("span", { class: "quiet" }, ` ${Ge(e, a)}${o}`)));
}
function xs(e, n, r) {
	let i = O(e).filter((e) => e.measure === n.name && P(e, r) !== null), a = (e) => pe(e, P(e, r).value).rank, o = i.length <= gs ? i : [...i].sort((e, t) => a(e) - a(t)).slice(0, _s), s = new Set(ka(n.name, e)), c = `${o.length} of ${i.length} scores: those in which it ranks highest.`;
	return [...o.length < i.length ? [t("p", { class: "quiet" }, c)] : [], t("ul", { class: "strips" }, ...o.map((e) => bs(e, r, i, s.has(e))))];
}
function Ss(e, { name: t, rest: n, quantity: r }, i) {
	let a = O(e).filter((e) => e.measure === t && P(e, i) !== null);
	if (n === "" || r.high === null || a.length === 0) return [];
	let o = r.high, s = a.filter(({ corpus: e }) => e === a[0].corpus).map((t) => {
		let n = e.behaviours.find((e) => e.name === t.key)?.light ?? null;
		return {
			name: t.short ?? t.key,
			share: P(t, i).value / o,
			colour: n
		};
	}), c = Math.max(0, 1 - s.reduce((e, { share: t }) => e + t, 0));
	return [...s, {
		name: n,
		share: c,
		colour: null
	}];
}
function Cs(e, i) {
	let [a, o] = [360, 22], s = (e) => `${Math.round(100 * e)}%`, c = r(a, o, {
		class: "stacked",
		role: "img",
		"aria-label": `${i}: ${e.map(({ name: e, share: t }) => `${e} ${s(t)}`).join(", ")}`
	}), l = t("ul", { class: "parts" }), u = 0;
	for (let { name: r, share: i, colour: d } of e) {
		let e = (e) => (d === null || (e.style.setProperty("--part", d), e.style.setProperty("--part-ink", ln(d))), e);
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
function ws(e, n, r, i) {
	if (n.counts !== "") return ms(e, n, r, i);
	let a = Ss(e, n, r), o = i?.notes[n.name];
	return [
		...o === void 0 ? [] : [t("p", {}, o)],
		...a.length > 0 ? [Cs(a, n.title)] : [],
		...xs(e, n, r)
	];
}
function Ts(e, n, r) {
	let i = ys(e, n).map(({ name: i, measures: a }) => {
		let o = t("section", {}, t("h3", {}, i));
		for (let s of a) a.length > 1 && s.title !== i && o.append(t("h4", {}, s.title)), o.append(...ws(e, s, n, r));
		return oa(o, () => `Head ${A(n)}: ${i}`, { heading: () => `Head ${A(n)}` }), {
			box: o,
			right: a.some(({ counts: e }) => e !== "")
		};
	}), a = i.filter(({ right: e }) => !e).map(({ box: e }) => e);
	return a[0]?.firstElementChild.after(t("p", { class: "quiet" }, vs)), {
		right: i.filter(({ right: e }) => e).map(({ box: e }) => e),
		others: a
	};
}
//#endregion
//#region src/views/arrow.ts
var Es = 8, Ds = "a";
function Os(e) {
	let t = e?.closest?.("[data-at]"), n = t?.closest(".hs-left, .hs-right");
	return !t || !n ? null : {
		side: n.classList.contains("hs-left") ? "left" : "right",
		token: t,
		at: Number(t.dataset.at)
	};
}
function ks(e, t) {
	let { element: r } = e, i = r.querySelector(".hs-plot"), a = n("line"), o = n("path", { d: "M-10 -6L2 0L-10 6Z" }), s = n("svg", {
		class: "hs-arrow",
		"aria-hidden": "true"
	}, a, o);
	i.append(s);
	let c = null, l = !1, u = null, d = null, f = (e, t, n, r) => {
		for (let [i, o] of Object.entries({
			x1: e,
			y1: t,
			x2: n,
			y2: r
		})) a.setAttribute(i, String(o));
		o.setAttribute("transform", `translate(${n} ${r}) rotate(${Math.atan2(r - t, n - e) * 180 / Math.PI})`), s.classList.add("hs-drawn");
	}, p = ({ side: t, at: n }) => {
		let { queries: r, keys: i } = e.scene().place;
		return t === "left" ? r[n] : i[n];
	}, m = (t) => e.scene().place[t];
	function h() {
		let { rows: t, keys: n, place: r } = e.scene(), [i, a] = d ? [t.unit[d.from] ?? -1, n.unit[d.to] ?? -1] : [-1, -1];
		if (i < 0 || a < 0) return s.classList.remove("hs-drawn");
		f(r.left, r.queries[i], r.right, r.keys[a]);
	}
	let g = (e) => {
		for (let e of r.querySelectorAll(".hs-aimed")) e.classList.remove("hs-aimed");
		e?.token.classList.add("hs-aimed");
	};
	function _(n, r) {
		if (!r || r.side === n.side) return !1;
		let [i, a] = n.side === "left" ? [n, r] : [r, n], { rows: o, keys: s } = e.scene();
		return t({
			from: o.parts[i.at][0],
			to: s.parts[a.at][0]
		}), !0;
	}
	r.addEventListener("pointerdown", (e) => {
		let t = e.button === 0 ? Os(e.target) : null;
		c = t && {
			...t,
			x: e.clientX,
			y: e.clientY
		}, l = !1;
	});
	let v = (e) => {
		if (!c || !l && Math.hypot(e.clientX - c.x, e.clientY - c.y) < Es) return;
		l = !0, e.preventDefault();
		let t = i.getBoundingClientRect();
		f(m(c.side), p(c), e.clientX - t.left, e.clientY - t.top);
		let n = Os(r.getRootNode().elementFromPoint(e.clientX, e.clientY));
		g(n && n.side !== c.side ? n : null);
	}, y = (e) => {
		if (c && l && e.type === "pointerup") {
			_(c, Os(r.getRootNode().elementFromPoint(e.clientX, e.clientY)));
			let t = (e) => e.stopPropagation();
			r.addEventListener("click", t, {
				capture: !0,
				once: !0
			}), setTimeout(() => r.removeEventListener("click", t, { capture: !0 }));
		}
		c = null, l = !1, g(null), h();
	};
	return r.addEventListener("dragstart", (e) => e.preventDefault()), window.addEventListener("pointermove", v), window.addEventListener("pointerup", y), window.addEventListener("pointercancel", y), r.addEventListener("keydown", (e) => {
		e.key === "Escape" && u && (u = null, g(null), e.stopPropagation());
		let t = Os(e.target);
		if (!(e.key.toLowerCase() !== Ds || !t || e.ctrlKey || e.altKey || e.metaKey)) {
			if (e.preventDefault(), u && _(u, t)) return u = null, g(null);
			u = t, g(t);
		}
	}), {
		show: (t) => {
			d = t.arrow;
			let { width: n, height: r } = e.scene().place;
			s.setAttribute("width", String(n)), s.setAttribute("height", String(Math.max(r, 18))), h();
		},
		destroy: () => {
			window.removeEventListener("pointermove", v), window.removeEventListener("pointerup", y), window.removeEventListener("pointercancel", y);
		}
	};
}
//#endregion
//#region src/views/columns.ts
var As = 12.6, js = 4.4 * ar, Ms = 36, Ns = .26, Ps = 380, Fs = 24, Q = {
	left: "from",
	right: "attends to"
};
function Is(e, t, n, r) {
	let [i, a] = [e.queries[t] - r, e.keys[n] - r];
	return e.across ? [
		i,
		e.left,
		a,
		e.right
	] : [
		e.left,
		i,
		e.right,
		a
	];
}
function Ls(e, t, n, r, i = e.column) {
	let a = t === "left", o = (a ? e.queries : e.keys)[n] - r;
	if (!e.across) return {
		x: a ? e.left - i + 1 : e.right + 1,
		y: o - 9 + 1,
		width: i - 2,
		height: 16
	};
	let s = (a ? e.across.queries : e.across.keys)[n];
	return {
		x: o - s / 2 + 1,
		y: (a ? e.left - 18 : e.right) + 1,
		width: s - 2,
		height: 16
	};
}
function Rs(e) {
	let t = 0;
	return e.map((n, r) => (r > 0 && n !== e[r - 1] && (t += As), t + (r + .5) * 18));
}
function zs(e, t, n) {
	let r = Math.max(3, Math.floor((n - 2 * js - Math.max(Ms, Ns * n) - 8) / 2 / ar)), i = 1;
	for (let n of [e, t]) for (let e of n.texts) i = Math.max(i, yr(q(e)));
	let a = Math.min(r, i, Fs), o = a * ar + 4, s = Math.max(140, Math.min(n, 2 * (js + o) + Ps)), [c, l] = [Rs(e.segments), Rs(t.segments)], u = Math.max(c.at(-1) ?? 0, l.at(-1) ?? 0) + 9;
	return {
		queries: c,
		keys: l,
		left: js + o,
		right: s - js - o,
		width: s,
		height: u,
		column: o,
		characters: a
	};
}
var Bs = 140, Vs = 60;
function Hs(e, t) {
	let n = 4.4 * ar, r = (e) => {
		let t = 0, r = e.texts.map((e) => Math.max(n, Math.min(Vs, yr(q(e))) * ar + 12));
		return {
			sizes: r,
			middles: r.map((n, r) => (r > 0 && e.segments[r] !== e.segments[r - 1] && (t += As), t += n, t - n / 2)),
			length: t
		};
	}, [i, a] = [r(e), r(t)];
	return {
		queries: i.middles,
		keys: a.middles,
		left: 36,
		right: 36 + Bs,
		width: Math.max(i.length, a.length),
		height: 36 + Bs + 36,
		column: 0,
		characters: Vs,
		across: {
			queries: i.sizes,
			keys: a.sizes
		}
	};
}
//#endregion
//#region src/views/controls.ts
function Us(e, n, r) {
	let i = t("select", { "aria-label": e }, ...n.map(([e, n]) => t("option", { value: e }, n)));
	return i.addEventListener("change", () => r(i.value)), {
		element: t("label", { class: "hs-field" }, `${e} `, i),
		show: (e) => {
			i.value = e;
		}
	};
}
function Ws(e, n, r = {}) {
	let i = t("button", {
		type: "button",
		...r
	}, e);
	return i.addEventListener("click", n), i;
}
var Gs = class {
	elements;
	at = 0;
	constructor(e) {
		this.elements = e, e.forEach((e, t) => e.tabIndex = t === 0 ? 0 : -1);
	}
	to(e, t = !0) {
		let n = this.elements[e];
		n && (this.elements[this.at].tabIndex = -1, this.at = e, n.tabIndex = 0, t && n.focus());
	}
}, Ks = (e) => e ? "–" : "rests", qs = class {
	side;
	element;
	options = [];
	numbers = [];
	numbered = [];
	rover = new Gs([]);
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
		this.numbers = [], this.numbered = [];
		let i = [];
		this.options = e.texts.map((a, o) => {
			let [s, c] = [q(a), Sr(a, n.characters)], l = t("span", { class: "hs-weight" });
			this.numbers.push(l);
			let u = t("div", {
				class: "hs-token",
				role: "option",
				"aria-selected": "false",
				"data-at": o,
				"aria-label": `${s}, ${o + 1}`
			}, t("bdi", { dir: "auto" }, c));
			(c !== s || s !== a) && (u.title = s), u.classList.toggle("hs-special", e.special[o]), u.classList.toggle("hs-marked", e.parts[o].some((e) => r.includes(e)));
			let d = t("div", {
				class: "hs-beside",
				"aria-hidden": "true"
			}, l);
			i.push(d);
			let f = Ls(n, this.side, o, 0);
			for (let { style: e } of [u, d]) e.top = `${f.y - 1}px`, e.left = `${f.x - 1}px`, e.width = `${f.width + 2}px`;
			return u;
		}), this.element.replaceChildren(...this.options, ...i), this.rover = new Gs(this.options);
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
	write(e, t, n, r = [], i = !1) {
		for (let e of this.numbered) this.numbers[e].textContent = "";
		this.numbered = [];
		for (let a = t; a < n; a++) {
			let t = e?.[a] ?? 0;
			t < .01 && !r[a] || (this.numbers[a].textContent = r[a] ? Ks(i) : t.toFixed(2), this.numbered.push(a));
		}
	}
}, Js = {
	ArrowLeft: "ArrowUp",
	ArrowRight: "ArrowDown",
	ArrowUp: "ArrowLeft",
	ArrowDown: "ArrowRight"
}, Ys = 20;
function Xs(e, t, { point: n, act: r, across: i }) {
	for (let a of [e, t]) {
		let { side: o, element: s } = a;
		s.addEventListener("pointerover", (e) => n(o, a.find(e))), s.addEventListener("pointerleave", () => n(o, null)), s.addEventListener("focusin", (e) => {
			let t = a.find(e);
			t !== null && (a.reach(t), n(o, t));
		}), s.addEventListener("focusout", () => n(o, null)), s.addEventListener("click", (e) => {
			let t = a.find(e);
			t !== null && r(o, t, e.shiftKey);
		}), s.addEventListener("keydown", (n) => {
			let s = a.find(n);
			if (s === null || n.ctrlKey || n.altKey || n.metaKey) return;
			let c = {
				ArrowUp: s - 1,
				ArrowDown: s + 1,
				PageUp: s - Ys,
				PageDown: s + Ys,
				Home: 0,
				End: a.length - 1
			}, l = i?.() ? Js[n.key] ?? n.key : n.key, u = c[l];
			if (u !== void 0) a.focus(u);
			else if (l === "ArrowLeft") e.focus(s);
			else if (l === "ArrowRight") t.focus(s);
			else if (n.key === "Enter" || n.key === " ") r(o, s, n.shiftKey);
			else return;
			n.preventDefault();
		});
	}
}
//#endregion
//#region src/views/units.ts
function Zs(e, { hide: t, words: n }) {
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
function Qs(e, t, n) {
	return e instanceof Uint8Array ? $s(e, t, n) : ec(e, t, n);
}
function $s(e, t, n) {
	return {
		rows: t,
		columns: n,
		values: e,
		read: (e) => er[e],
		least: (e) => 255 * Math.sqrt(e) - 1e-9
	};
}
function ec(e, t, n) {
	return {
		rows: t,
		columns: n,
		values: e,
		read: (e) => e,
		least: (e) => e
	};
}
function tc(e, t, n, r) {
	let i = n.unit.length;
	if (t.parts.length === t.unit.length && n.parts.length === i) return Qs(e, t.parts.length, i);
	let a = e instanceof Uint8Array ? (e) => er[e] : (e) => e, o = n.parts.length, s = new Float32Array(t.parts.length * o), c = new Float64Array(o);
	return t.parts.forEach((t, l) => {
		for (let u of t) {
			c.fill(0);
			let d = 0;
			for (let t = 0; t < i; t++) {
				let r = n.unit[t];
				if (r < 0) continue;
				let o = a(e[u * i + t]);
				c[r] += o, d += o;
			}
			let f = (r && d > 0 ? 1 / d : 1) / t.length;
			for (let e = 0; e < o; e++) s[l * o + e] += c[e] * f;
		}
	}), ec(s, t.parts.length, o);
}
function nc(e, t, n) {
	return e === "all" || e === `${t === 0 ? "A" : "B"}-${n === 0 ? "A" : "B"}`;
}
function rc(e, t, n, { rows: r, columns: i, filter: a }) {
	let o = t ? i.parts.length : r.parts.length;
	return e.map((e) => {
		let s = new Float64Array(o);
		for (let c of n) for (let n = 0; n < o; n++) {
			let [o, l] = t ? [c, n] : [n, c];
			nc(a, r.segments[o], i.segments[l]) && (s[n] += e.read(e.values[o * e.columns + l]));
		}
		return s;
	});
}
//#endregion
//#region src/views/lines.ts
var ic = .004, ac = 64;
function $(e, t, n) {
	let r = e.findIndex((e) => e + 9 > t);
	if (r < 0) return [e.length, e.length];
	let i = r;
	for (; i < e.length && e[i] - 9 < n;) i++;
	return [r, i];
}
var oc = class e {
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
		let { scene: o } = this, s = Si(t, o.heads);
		for (; r < this.steps.length; r++, i = 0) {
			let t = this.steps[r];
			for (; i < t.length; i++) {
				if ((i & 63) == 63 && !a()) return [r, i];
				let c = t[i], { columns: l, rows: u } = o.maps[0], d = c % l, f = Math.floor(c / l) % u, p = Math.floor(c / (l * u)), m = o.maps[p], h = m.read(m.values[f * l + d]), { colour: g, dash: _ } = s[p];
				e.line(...Is(o.place, f, d, n), {
					colour: g,
					dash: _,
					alpha: h,
					width: .5 + 2.5 * h
				});
			}
		}
		return null;
	}
};
function sc(e, t, n) {
	let r = Array.from({ length: 65 }, () => []), [i, a] = $(e.place.queries, t, n), [o, s] = $(e.place.keys, t, n), c = Math.max(e.threshold, ic);
	return e.maps.forEach((t, n) => {
		let l = t.least(c);
		for (let c = 0; c < t.rows; c++) {
			let [u, d] = c >= i && c < a ? [0, t.columns] : [o, s];
			for (let i = u; i < d; i++) {
				let a = t.values[c * t.columns + i];
				if (a < l || !nc(e.filter, e.rows.segments[c], e.keys.segments[i])) continue;
				let o = ac - Math.round(ac * Math.min(1, t.read(a)));
				r[o].push((n * t.rows + c) * t.columns + i);
			}
		}
	}), new oc(e, r);
}
function cc(e, t, n, r, i, [a, o]) {
	let { queries: s, keys: c } = n.place, l = r.side === "left", u = l ? c : s, [d, f] = $(u, a, o), p = Si(t, n.heads);
	n.maps.forEach((t, a) => {
		let { colour: o, dash: s } = p[a];
		for (let t = d; t < f; t++) {
			let s = r.sums[a][t];
			if (s <= ic) continue;
			let c = Ls(n.place, l ? "right" : "left", t, i), u = c.width / n.heads.length;
			e.box(c.x + a * u, c.y, u, c.height, o, .8 * s);
		}
		let c = t.least(Math.max(n.threshold, ic));
		for (let a of r.units) for (let r = 0; r < u.length; r++) {
			let [u, d] = l ? [a, r] : [r, a], f = t.values[u * t.columns + d];
			if (f < c || !nc(n.filter, n.rows.segments[u], n.keys.segments[d])) continue;
			let p = t.read(f);
			e.line(...Is(n.place, u, d, i), {
				colour: o,
				dash: s,
				alpha: p,
				width: .5 + 2.5 * p
			});
		}
	});
	let m = l ? n.rows : n.keys;
	for (let a of r.units) {
		let o = yr(Sr(m.texts[a], n.place.characters)) * ar + 8, s = Ls(n.place, r.side, a, i, o);
		e.frame(s.x, s.y, s.width, s.height, t.ink);
	}
}
function lc(e) {
	let t = new Float64Array(e[0]?.length ?? 0);
	for (let n of e) for (let r = 0; r < t.length; r++) t[r] += n[r] / e.length;
	return t;
}
//#endregion
//#region src/views/head_picture.ts
var uc = 22, dc = 28;
function fc(e, t, n, r, i) {
	let a = Math.min(40, (r - 48) / n.length);
	e.box(0, i - dc / 2, r, dc, t.background, 1), e.text(0, i, "heads", {
		colour: t.quiet,
		size: 12,
		anchor: "start",
		font: pi
	}), n.forEach((n, r) => {
		let o = 48 + r * a;
		e.line(o, i, o + a * .4, i, {
			...xi(t, n),
			alpha: 1,
			width: 3
		}), e.text(o + a * .5, i, String(n + 1), {
			colour: t.ink,
			size: 12,
			anchor: "start",
			font: pi
		});
	});
}
function pc(e, t, n, r, i) {
	let { place: a, rows: o, keys: s } = t, { across: c } = a, l = c ? i[0] : i[0] - uc, u = c ? i[1] - i[0] : a.width;
	return {
		title: e,
		width: u,
		height: (c ? 0 : uc) + r + (t.heads.length > 1 ? dc : 0),
		draw: (e, d) => {
			n ? cc(e, d, t, n, l, i) : sc(t, ...i).byToken().draw(e, d, l, [0, 0], () => !0);
			let f = n && lc(n.sums);
			for (let r of ["left", "right"]) {
				let u = r === "left", [p, m] = u ? [o, a.queries] : [s, a.keys], [h, g] = $(m, ...i), _ = {
					colour: d.quiet,
					size: 12,
					font: pi,
					anchor: u ? "end" : "start"
				};
				c || (e.box(0, 0, a.width, u ? 18 : 0, d.background, 1), e.text(u ? a.left - 4 : a.right + 4, 8, Q[r], _));
				for (let i = h; i < g; i++) {
					let o = m[i] - l, s = n?.side === r && n.units.includes(i), h = {
						colour: p.special[i] ? d.quiet : d.ink,
						size: ir,
						font: fi,
						strong: s
					}, g = u && t.rests[i];
					if (c) {
						let t = m[i] - l, [o, s] = u ? [a.left - 9, -18] : [a.right + 9, 18];
						e.text(t, o, Sr(p.texts[i], a.characters), {
							...h,
							anchor: "middle"
						}), (g || f && n.side !== r && f[i] >= .01) && e.text(t, o + s, g ? Ks(!0) : f[i].toFixed(2), {
							colour: d.quiet,
							size: ir * .92,
							font: fi,
							anchor: "middle"
						});
						continue;
					}
					let _ = u ? a.left - 4 : a.right + 4;
					if (e.text(_, o, Sr(p.texts[i], a.characters), {
						...h,
						anchor: u ? "end" : "start"
					}), !g && (!f || n.side === r || f[i] < .01)) continue;
					let v = u ? a.left - a.column - 4 : a.right + a.column + 4, y = {
						colour: d.quiet,
						size: ir * .92,
						font: fi
					};
					e.text(v, o, g ? Ks(!1) : f[i].toFixed(2), {
						...y,
						anchor: u ? "end" : "start"
					});
				}
			}
			t.heads.length > 1 && fc(e, d, t.heads, u, (c ? 0 : uc) + r + dc / 2);
		}
	};
}
//#endregion
//#region src/views/weights.ts
var mc = [
	"raw",
	"norm",
	"no-sink",
	"rollout",
	"value-zeroing"
], hc = ["norm", "no-sink"], gc = {
	raw: {
		choice: "attention",
		title: "",
		note: null
	},
	norm: {
		choice: "what it moves",
		title: " · what it moves",
		note: "shares of what the head moves"
	},
	"no-sink": {
		choice: "without sinks",
		title: " · without sinks",
		note: "shares of what is left without sinks"
	},
	rollout: {
		choice: "rollout",
		title: " · rollout",
		note: "rollout: what attention carried, over all layers so far"
	},
	"value-zeroing": {
		choice: "value zeroing",
		title: " · value zeroing",
		note: "value zeroing: what the layer’s output depends on"
	}
};
function _c({ weights: e }) {
	return e?.first === "rollout" || e?.first === "value-zeroing";
}
function vc({ weights: e }) {
	return mc.filter((t) => e ? t in e.errors : t === "raw");
}
function yc({ data: e, stack: t, layer: n, head: r }, i) {
	let a = e.map(t, n, r), o = t.keys.texts.length, s = t.sinks ?? t.keys.special, c = i === "norm" && t.norms ? e.norms(t.norms, n, r) : s.map((e) => +!e), l = i === "no-sink" && t.rests ? e.rests(t.rests, n, r) : null;
	return (e, t, n) => {
		if (l?.[e]) return;
		let r = 0;
		for (let t = 0; t < o; t++) r += er[a[e * o + t]] * c[t];
		if (r > 0) for (let i = 0; i < o; i++) t[n + i] = er[a[e * o + i]] * c[i] / r;
	};
}
function bc(e, t) {
	let { data: n, stack: r, layer: i, head: a } = e;
	if (!hc.includes(t)) return n.map(r, i, a);
	let [o, s] = [r.queries.texts.length, r.keys.texts.length], c = new Float32Array(o * s), l = yc(e, t);
	for (let e = 0; e < o; e++) l(e, c, e * s);
	return c;
}
function xc(e, t, n) {
	let r = e.stack.keys.texts.length;
	if (!hc.includes(t)) {
		let t = e.data.map(e.stack, e.layer, e.head).subarray(n * r, (n + 1) * r);
		return Float32Array.from(t, (e) => er[e]);
	}
	let i = new Float32Array(r);
	return yc(e, t)(n, i, 0), i;
}
function Sc(e, t, n, r, i) {
	let { rests: a } = t;
	if (!a || r.length === 0) return i.texts.map(() => null);
	let o = r.map((t) => e.rests(a, n, t)), s = t.keys.texts.flatMap((e, n) => (t.sinks ?? t.keys.special)[n] ? [n] : []);
	return i.parts.map((i) => {
		if (!i.every((e) => o.every((t) => t[e] === 1))) return null;
		let a = s.map((a) => r.reduce((r, o) => r + i.reduce((r, i) => r + xc({
			data: e,
			stack: t,
			layer: n,
			head: o
		}, "raw", i)[a], 0), 0));
		return t.keys.texts[s[a.indexOf(Math.max(...a))] ?? 0] ?? null;
	});
}
//#endregion
//#region src/views/view.ts
function Cc(e, t) {
	let n = {
		hide: t.hide,
		words: t.words
	};
	return {
		rows: Zs(e.queries, n),
		keys: Zs(e.keys, n)
	};
}
function wc({ data: e }, t, n, r, i, a, o) {
	return tc(bc({
		data: e,
		stack: t,
		layer: r,
		head: i
	}, n.weights), a, o, n.hide && n.renormalise);
}
function Tc(e, t) {
	return `${e + 1}-${t + 1}`;
}
//#endregion
//#region src/views/readout.ts
var Ec = 5;
function Dc({ behaviours: e }, t) {
	let n = e.find(({ name: e }) => e === t);
	return {
		words: n ? vr(n.words) : q(t),
		mark: n ? vr(n.sign) : [...q(t)][0]
	};
}
function Oc(e, t, n, r) {
	return e.labels.find((e) => e.stack === t.name && e.layer === n && e.head === r)?.label ?? null;
}
function kc(e, t, n) {
	return Ac(e, t, n) + gc[n.weights].title;
}
function Ac(e, t, { layer: n, heads: r }) {
	let i = e.stacks.length > 1 ? ` of the ${q(t.name)}` : "";
	if (_c(e)) return `Layer ${n + 1}${i}`;
	if (r.length === 0) return `Layer ${n + 1}${i}, no head shown`;
	if (r.length === 1) {
		let a = Oc(e, t, n, r[0]);
		return `Head ${Tc(n, r[0])}${i}${a === null ? "" : `: ${Dc(e, a).words}`}`;
	}
	let a = r.map((e) => e + 1), o = a.length > 2 && a.at(-1) - a[0] === a.length - 1 ? `${a[0]} to ${a.at(-1)}` : `${a.slice(0, -1).join(", ")} and ${a.at(-1)}`;
	return `Layer ${n + 1}${i}, heads ${o}`;
}
var jc = {
	carried: {
		left: [" has in it ", " have in them "],
		right: [" is in ", " are in "]
	},
	depends: {
		left: [" depends on ", " depend on "],
		right: [" matters to ", " matter to "]
	},
	attends: {
		left: [" attends to ", " attend to "],
		right: [" is attended to by ", " are attended to by "]
	},
	moves: {
		left: [" takes from ", " take from "],
		right: [" gives to ", " give to "]
	}
}, Mc = {
	raw: "attends",
	"no-sink": "attends",
	norm: "moves",
	rollout: "carried",
	"value-zeroing": "depends"
}, Nc = (e) => t("bdi", { class: "hs-quoted" }, q(e).slice(0, 40));
function Pc({ rows: e, keys: t, heads: n, weights: r, rests: i }, a, o) {
	if (n.length === 0) return ["No head is shown: choose one above."];
	if (!a || !o) return ["Point at a token to see its weights."];
	let [s, c] = a.side === "left" ? [e, t] : [t, e], l = [];
	a.units.slice(0, Ec).forEach((e, t) => l.push(t > 0 ? " + " : "", Nc(s.texts[e]))), a.units.length > Ec && l.push(` and ${a.units.length - Ec} more`);
	let u = a.units.length === 1, d = a.side === "left" && u ? i[a.units[0]] : null;
	if (d) return [
		...l,
		" rests on ",
		Nc(d),
		": without sinks, less than 1% of its attention is left."
	];
	l.push(jc[Mc[r]][a.side][+!u]);
	let f = Array.from(o.keys()).filter((e) => o[e] >= .01).sort((e, t) => o[t] - o[e]).slice(0, Ec);
	f.length === 0 && l.push("nothing above 1%"), f.forEach((e, t) => l.push(t > 0 ? ", " : "", Nc(c.texts[e]), ` ${o[e].toFixed(2)}`));
	let p = gc[r].note, m = [
		...p ? [p] : [],
		...u ? [] : ["summed"],
		...n.length === 1 ? [] : [`mean of ${n.length} heads`]
	];
	return l.push(m.length > 0 ? ` (${m.join(", ")}).` : "."), l;
}
//#endregion
//#region src/views/state.ts
var Fc = .01, Ic = [
	"head",
	"model",
	"neuron"
];
function Lc(e) {
	return Array.from({ length: e.heads }, (e, t) => t);
}
function Rc(e, t) {
	return typeof e == "number" && Number.isInteger(e) && e >= 0 && e < t;
}
function zc({ layers: e, heads: t, vectors: n }) {
	let r = {
		head: !0,
		model: e * t > 1,
		neuron: n !== null
	};
	return Ic.filter((e) => r[e]);
}
function Bc(e, t) {
	return vc(e).find((e) => e === t) ?? vc(e)[0] ?? "raw";
}
function Vc(e, t) {
	return zc(e).find((e) => e === t) ?? "head";
}
function Hc(e) {
	let { layer: t, head: n } = e.telling ?? {};
	return !Rc(t, e.layers) || !Rc(n, e.heads) ? {
		layer: 0,
		heads: Lc(e)
	} : {
		layer: t,
		heads: [n]
	};
}
function Uc(e) {
	let t = e.stacks[0], n = e.start, r = n?.heads?.filter((e) => Rc(e, t.heads)) ?? [], i = Rc(n?.layer, t.layers) ? n.layer : r.length > 0 ? 0 : null, a = r.length > 0 ? r : Lc(t), o = n?.token;
	return {
		view: Vc(t, e.kind),
		stack: 0,
		...i === null ? Hc(t) : {
			layer: i,
			heads: a
		},
		side: "left",
		tokens: Rc(o, t.queries.texts.length) ? [o] : [],
		arrow: null,
		weights: Bc(e, e.weights?.first),
		filter: "all",
		hide: !1,
		renormalise: !1,
		words: !1,
		across: !1,
		threshold: Fc,
		sort: null,
		dimensions: !1
	};
}
function Wc(e, t) {
	return Object.keys(e).every((n) => n === "tokens" || n === "side" || e[n] === t[n]);
}
var Gc = class {
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
}, Kc = 12, qc = 4;
function Jc(e, { most: n, moved: r, marked: i = [], pointed: a }) {
	let { store: o } = e, s = e.meta.stacks[o.state.stack], [c, l] = [new qs("left"), new qs("right")], u = t("canvas", {
		class: "hs-base",
		"aria-hidden": "true"
	}), d = t("canvas", { "aria-hidden": "true" }), f = t("div", { class: "hs-plot" }, t("div", { class: "hs-stage" }, u, d), c.element, l.element), p = t("div", { class: "hs-scroller" }, f), [m, h] = [t("span", {}, Q.left), t("span", {}, Q.right)], g = t("div", { class: "hs-columns" }, t("div", {
		class: "hs-names",
		"aria-hidden": "true"
	}, m, h), p), _ = t("p", {
		class: "hs-readout",
		"aria-live": "polite"
	}), v, y = null, b = null, [x, S] = [0, 0], C = !0, w = null, T = null, ee = 0, te = 0, ne = () => E() ? v.place.width > te : Math.max(v.rows.texts.length, v.keys.texts.length) > n, E = () => v.place.across !== void 0, re = () => E() ? [p.scrollLeft, p.scrollLeft + ie()] : [p.scrollTop, p.scrollTop + D()], ie = () => E() ? Math.min(v.place.width, te) : v.place.width, D = () => ne() && !E() ? Math.min(n * 18, Math.max(360, window.innerHeight - 220)) : v.place.height;
	function ae(t) {
		let n = o.state, { rows: r, keys: a } = Cc(s, n), u = n.across ? Hs(r, a) : zs(r, a, t);
		te = t;
		let d = n.heads.map((t) => wc(e, s, n, n.layer, t, r, a)), _ = v, { filter: b, threshold: x, weights: S } = n, C = S === "no-sink" ? Sc(e.data, s, n.layer, n.heads, r) : r.texts.map(() => null);
		v = {
			place: u,
			rows: r,
			keys: a,
			heads: n.heads,
			maps: d,
			filter: b,
			threshold: x,
			weights: S,
			rests: C
		}, (!(_ && _.place.width === u.width && _.place.height === u.height && _.rows.texts.join("\n") === r.texts.join("\n")) || _.keys.texts.join("\n") !== a.texts.join("\n")) && (f.style.width = `${u.width}px`, f.style.height = `${u.height}px`, m.style.width = u.across ? "" : `${u.left - 4}px`, h.style.left = u.across ? "" : `${u.right + 4}px`, m.textContent = u.across ? `${Q.left} (above)` : Q.left, h.textContent = u.across ? `${Q.right} (below)` : Q.right, g.classList.toggle("hs-across", u.across !== void 0), c.fill(r, u, i), l.fill(a, u), y = null), p.style.height = ne() && !E() ? `${D()}px` : "", p.style.width = E() ? `${Math.min(u.width, te)}px` : "", p.classList.toggle("hs-long", ne());
	}
	function oe() {
		let { tokens: e, side: t } = o.state, n = [...new Set(e.map((e) => (t === "left" ? v.rows : v.keys).unit[e]))].filter((e) => e >= 0), r = n.length > 0 ? {
			side: t,
			units: n
		} : y && {
			side: y.side,
			units: [y.unit]
		};
		b = r && {
			...r,
			sums: rc(v.maps, r.side === "left", r.units, {
				rows: v.rows,
				columns: v.keys,
				filter: v.filter
			})
		}, c.mark(b?.side === "left" ? b.units : [], n.length > 0), l.mark(b?.side === "right" ? b.units : [], n.length > 0), se(!1);
	}
	function se(e) {
		C ||= e, x === 0 && (x = requestAnimationFrame(O));
	}
	function O() {
		x = 0, C && ce(), C = !1, ue(), r?.();
	}
	function ce() {
		cancelAnimationFrame(S);
		let [e, t] = re();
		ee = e, yi(u, ie(), D()), g.setAttribute("aria-busy", "true"), T = {
			strokes: sc(v, e, t),
			from: [0, 0]
		}, le();
	}
	function le() {
		let t = u.getContext("2d");
		if (!T || !t) return;
		let n = performance.now() + Kc, r = qc, i = T.strokes.draw(new _i(t), X[e.theme()], ee, T.from, () => r-- > 0 && performance.now() < n);
		T = i && {
			strokes: T.strokes,
			from: i
		}, i ? S = requestAnimationFrame(le) : g.removeAttribute("aria-busy");
	}
	function ue() {
		let t = re(), n = yi(d, ie(), D());
		u.classList.toggle("hs-dim", b !== null);
		let r = b && lc(b.sums);
		b && n && cc(new _i(n), X[e.theme()], v, b, t[0], t), c.write(b?.side === "right" ? r : null, ...$(v.place.queries, ...t), v.rests, E()), l.write(b?.side === "left" ? r : null, ...$(v.place.keys, ...t)), _.replaceChildren(...Pc(v, b, r));
	}
	function k(e, t, n) {
		let { rows: r, keys: i } = v, a = (e === "left" ? r : i).parts[t][0], s = o.state, c = s.side === e && s.tokens.includes(a), l = s.side === e && n ? s.tokens.filter((e) => e !== a) : [];
		o.set({
			side: e,
			tokens: c && (n || s.tokens.length === 1) ? l : [...l, a].sort((e, t) => e - t)
		});
	}
	function de(e, t) {
		(t === null ? y === null : y?.side === e && y.unit === t) || (y = t === null ? null : {
			side: e,
			unit: t
		}, oe(), a?.(e, t));
	}
	Xs(c, l, {
		point: de,
		act: k,
		across: E
	}), g.addEventListener("keydown", (e) => {
		e.key === "Escape" && o.state.tokens.length !== 0 && (o.set({ tokens: [] }), e.stopPropagation());
	}), p.addEventListener("scroll", () => se(!0), { passive: !0 });
	function A(e, t) {
		let n = w !== null && w.state !== e && w.width === t && Wc(w.state, e);
		if (w = {
			state: e,
			width: t
		}, n) return oe();
		ae(t), oe(), se(!0);
	}
	return {
		element: g,
		readout: _,
		update: A,
		scene: () => v,
		scrolls: ne,
		seen: () => {
			let e = (e) => $(e, ...re()).map((t) => t / e.length);
			return {
				rows: e(v.place.queries),
				keys: e(v.place.keys)
			};
		},
		scrollTo: (e) => {
			E() ? p.scrollLeft = e * v.place.width - p.clientWidth / 2 : p.scrollTop = e * v.place.height - p.clientHeight / 2;
		},
		point: de,
		picture: () => pc(kc(e.meta, s, o.state), v, b, D(), re()),
		destroy: () => {
			cancelAnimationFrame(x), cancelAnimationFrame(S);
		}
	};
}
//#endregion
//#region src/views/standings.ts
function Yc(e, t, n) {
	return e.flatMap((e) => {
		let r = e.value[t]?.[n];
		if (typeof r != "number") return [];
		let i = e.value.flat().filter((e) => typeof e == "number");
		return [{
			score: e,
			value: r,
			rank: i.filter((e) => e >= r).length,
			of: i.length
		}];
	}).sort((e, t) => e.rank - t.rank);
}
//#endregion
//#region src/views/which.ts
var Xc = "Which head does this?", Zc = 10, Qc = {
	raw: "attention from the one to the other",
	norm: "weight from the one to the other, by what they move",
	"no-sink": "attention from the one to the other, without sinks"
}, $c = {
	hide: !1,
	words: !0
}, el = / \([a-z]+(?:-to-[a-z]+)?\)$/u;
function tl({ data: e }, t, { from: n, to: r }, i = "raw") {
	let [a, o] = [Zs(t.queries, $c), Zs(t.keys, $c)], [s, c] = [a.parts[a.unit[n]], o.parts[o.unit[r]]], l = [];
	for (let n = 0; n < t.layers; n++) for (let r = 0; r < t.heads; r++) {
		let a = 0;
		for (let o of s) {
			let s = xc({
				data: e,
				stack: t,
				layer: n,
				head: r
			}, i, o);
			for (let e of c) a += s[e];
		}
		l.push({
			layer: n,
			head: r,
			weight: a / s.length
		});
	}
	let u = ({ weight: e }) => Math.round(e * 1e4);
	return l.sort((e, t) => u(t) - u(e));
}
function nl(e, t, n) {
	let r = /* @__PURE__ */ new Map(), { element: i, show: a } = Us(e, [["", "a word"], ...t.texts.map((e, n) => {
		let i = (r.get(e) ?? 0) + 1;
		r.set(e, i);
		let a = t.texts.indexOf(e) !== t.texts.lastIndexOf(e);
		return [String(t.parts[n][0]), vr(q(e)).slice(0, 40) + (a ? ` #${i}` : "")];
	})], (e) => n(e === "" ? null : Number(e)));
	return {
		element: i,
		show: (e) => a(e === null ? "" : String(t.parts[t.unit[e]]?.[0] ?? ""))
	};
}
function rl(e, n, r) {
	let { meta: i, store: a } = e, o = i.scores.filter((e) => e.stack === n.name), s = null, c = null, l = () => a.set({ arrow: s === null || c === null ? null : {
		from: s,
		to: c
	} }), u = [nl("from", Zs(n.queries, $c), (e) => (s = e, l())), nl("to", Zs(n.keys, $c), (e) => (c = e, l()))], d = Ws("Clear", () => {
		[s, c] = [null, null], u.forEach((e) => e.show(null)), l();
	}), f = t("p", {
		class: "hs-hint",
		role: "status"
	}), p = t("ol", {
		class: "hs-linked",
		"aria-label": "Heads by their weight along the arrow"
	}), m = t("div", {
		class: "hs-which",
		role: "group",
		"aria-label": Xc
	}, t("p", { class: "hs-title" }, Xc), t("p", { class: "hs-between" }, u[0].element, " ", u[1].element, " ", d), f, p);
	function h(e, a, s) {
		let c = Tc(e.layer, e.head), l = Ws(c, () => r(e));
		l.setAttribute("aria-pressed", String(s)), l.setAttribute("aria-label", `Show head ${c}`);
		let u = t("span", {
			class: "hs-weight-bar",
			"aria-hidden": "true"
		});
		u.style.width = `${a > 0 ? Math.round(60 * e.weight / a) : 0}px`;
		let d = Oc(i, n, e.layer, e.head), f = Yc(o, e.layer, e.head)[0], p = [...d === null ? [] : [Dc(i, d).words], ...f ? [`${vr(f.score.words).replace(el, "")} ${f.value.toFixed(2)}, ${f.rank} of ${f.of}`] : []];
		return t("li", {}, l, t("span", { class: "hs-track" }, u), t("b", {}, e.weight.toFixed(2)), t("span", { class: "hs-known" }, p.join("; ")));
	}
	let g = "";
	return {
		element: m,
		show: (t) => {
			t.arrow && ([s, c] = [t.arrow.from, t.arrow.to]), u[0].show(s), u[1].show(c), d.hidden = t.arrow === null;
			let r = JSON.stringify([
				t.arrow,
				t.layer,
				t.heads,
				t.weights
			]);
			if (r === g) return;
			if (g = r, t.arrow === null) return f.textContent = "Draw an arrow from a word on the left to a word on the right, by mouse or finger; by key, press A on each; or choose both words here.", p.replaceChildren();
			let i = tl(e, n, t.arrow, t.weights), a = n.causal === !0 && t.arrow.to > t.arrow.from, o = Math.min(Zc, i.length);
			f.textContent = a ? "The second word is later than the first, and this model sees no later word." : `The ${o} of ${i.length} heads with the most ${Qc[t.weights]}.`, p.replaceChildren(...i.slice(0, Zc).map((e) => h(e, i[0].weight, e.layer === t.layer && t.heads.includes(e.head))));
		}
	};
}
//#endregion
//#region src/views/embed.ts
function il(e) {
	let t = -1;
	return e.map((e) => t >= 0 && /^##./u.test(e) ? t : ++t);
}
function al({ layers: e, heads: t, queries: n, keys: r, maps: i }, a) {
	let o = (e) => ({
		...e,
		words: e.words ?? il(e.texts)
	}), s = [
		e,
		t,
		n.texts.length,
		r.texts.length
	], c = s.reduce((e, t) => e * t, 1);
	if (i.length !== c) throw Error(`expected ${c} weights (${s.join(" × ")}), got ${i.length}`);
	return {
		version: 1,
		kind: "head",
		title: "",
		stacks: [{
			name: "",
			layers: e,
			heads: t,
			queries: o(n),
			keys: o(r),
			maps: {
				at: 0,
				shape: s
			},
			vectors: null
		}],
		error: 0,
		...a ?? {
			scores: [],
			labels: [],
			behaviours: []
		},
		start: null
	};
}
function ol(e, n, r) {
	let i = al(n, r.known), a = new Gc({
		...Uc(i),
		layer: r.layer,
		heads: r.heads,
		tokens: r.tokens ?? [],
		arrow: r.arrow ?? null
	}), o = Ti(), s = {
		meta: i,
		data: new rr(n.maps, n.maps.length),
		store: a,
		theme: () => o
	}, c = Jc(s, {
		most: r.lines ?? 60,
		...r.marked ? { marked: r.marked } : {},
		pointed: (e, t) => r.pointed?.(e === "left" ? t : null)
	}), { opens: l } = r, u = l && rl(s, i.stacks[0], ({ layer: e, head: t }) => l(e, t)), d = l && ks(c, (e) => a.set({ arrow: e })), f = t("div", { class: "headscope-view hs-embedded" }, c.element, c.readout, ...u ? [u.element] : []);
	r.label && (f.setAttribute("role", "group"), f.setAttribute("aria-label", r.label)), e.replaceChildren(f);
	let p = 0, m = () => {
		c.update(a.state, Math.max(200, f.clientWidth || 400)), u?.show(a.state), d?.show(a.state);
	}, h = new ResizeObserver(() => {
		f.clientWidth !== p && (p = f.clientWidth, m());
	});
	h.observe(f);
	let g = [a.listen((e) => {
		m(), r.changed?.(e);
	}), Ei(() => {
		o !== Ti() && (o = Ti(), c.update({ ...a.state }, f.clientWidth));
	})];
	return m(), {
		set: (e) => a.set(e),
		point: (e) => c.point("left", e),
		picture: c.picture,
		destroy: () => {
			g.forEach((e) => e()), h.disconnect(), d?.destroy(), c.destroy(), f.remove();
		}
	};
}
//#endregion
//#region src/card/picture.ts
var sl = 40;
function cl(e, t) {
	let n = () => ({
		...e().picture(),
		title: t()
	});
	return aa({
		title: t,
		svg: () => Mi(n()),
		png: () => Ni(n())
	});
}
function ll({ behaviours: e, labels: t, ...n }, r) {
	let i = e.find(({ light: e }) => e === null)?.name;
	return {
		scores: O({
			behaviours: e,
			labels: t,
			...n
		}).filter((e) => e.stack === r).map((e) => ({
			...e,
			stack: ""
		})),
		labels: t.filter((e) => e.stack === r && e.label !== i).map((e) => ({
			...e,
			stack: ""
		})),
		behaviours: e
	};
}
function ul({ kind: e, kinds: t }) {
	let n = e ? ` (${e.under})` : "", r = t[0];
	return `The words on the left attend to those on the right${n}.${r && e?.name !== r.name ? ` Sentences of the corpus are shown under “${r.label}”.` : ""}`;
}
function dl(e, n, r) {
	let i = Or(e, n);
	if (i.length === 0) return null;
	let a = t("div"), o = t("ul", {
		class: "answers",
		"aria-label": "What the head is asked about here"
	}), s = t("figcaption"), c = null, l = "", u = i.map((e) => {
		let n = t("button", {
			type: "button",
			"aria-pressed": "false"
		}, e.name);
		return n.addEventListener("click", () => d(e)), n;
	});
	function d(d) {
		c?.destroy(), l = `Head ${A(n)}: ${d.name.toLowerCase()}`, u.forEach((e, t) => e.setAttribute("aria-pressed", String(i[t] === d)));
		let f = d.given.layers * d.given.heads > 1;
		c = ol(a, d.given, {
			layer: d.layer,
			heads: [d.head],
			lines: sl,
			label: l,
			...f ? {
				opens: (e, t) => r.open({
					stack: n.stack,
					layer: e,
					head: t
				}),
				arrow: r.arrow,
				known: ll(e, n.stack),
				changed: ({ arrow: e }) => r.arrow = e
			} : {}
		});
		let p = d.answers[0];
		p && c.set({
			side: p.side,
			tokens: [p.token]
		}), o.replaceChildren(...d.answers.map(({ side: e, token: n, words: r, right: i }) => {
			let a = t("button", {
				type: "button",
				class: i ? "right" : "wrong"
			}, r);
			return a.addEventListener("click", () => c?.set({
				side: e,
				tokens: [n]
			})), t("li", {}, a);
		})), o.hidden = d.answers.length === 0, s.textContent = d.about === "" ? ul(e) : d.about;
	}
	let f = t("figure", { class: "alive" }, ...i.length > 1 ? [t("div", {
		class: "texts",
		role: "group",
		"aria-label": "Text"
	}, ...u)] : [], o, a, s, cl(() => c, () => l));
	return d(r.arrow && i.find(({ given: e }) => e.layers * e.heads > 1) || i[0]), {
		element: f,
		destroy: () => c?.destroy()
	};
}
//#endregion
//#region src/card/differ.ts
function fl({ layers: e, heads: t, queries: n, keys: r, maps: i }, { layer: a, head: o }, s) {
	if (a >= e || o >= t) return null;
	let [c, l] = [n.texts.length, r.texts.length], u = ((a * t + o) * c + s) * l, d = Float64Array.from(i.subarray(u, u + l), (e) => er[e]), f = d.reduce((e, t) => e + t, 0);
	return f > 0 ? d.map((e) => e / f) : null;
}
function pl(e) {
	let t = 0;
	for (let n of e) n > 0 && (t -= n * Math.log(n));
	return t;
}
function ml(e) {
	let t = new Float64Array(e[0].length);
	for (let n of e) n.forEach((n, r) => t[r] += n / e.length);
	let n = e.reduce((e, t) => e + pl(t), 0) / e.length;
	return Math.max(0, pl(t) - n);
}
function hl(e, t, n) {
	let r = e.queries.texts.flatMap((n, r) => {
		let i = t.map((t) => fl(e, t, r));
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
			value: Math.round(1e6 * ml(i)) / 1e6,
			most: a
		}];
	}), i = ({ token: t }) => Number(e.queries.special[t]);
	return r.filter(({ value: e }) => e > 0).sort((e, t) => i(e) - i(t) || t.value - e.value || e.token - t.token).slice(0, n);
}
function gl(e, t, n) {
	let r = O(e).flatMap((e) => {
		let n = t.map((t) => P(e, t)?.value), r = h(k(e.value)) ?? 0;
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
var _l = 40, vl = 5, yl = 8;
function bl(e) {
	let t = e.map(A);
	return t.length < 2 ? t.join("") : `${t.slice(0, -1).join(", ")} and ${t.at(-1)}`;
}
function xl(e, n) {
	let r = gl(e, n, yl);
	if (r.length === 0) return null;
	let i = r.map((e) => {
		let r = n.map((t) => P(e, t).value), i = n.map((n, i) => t("td", r[i] === Math.max(...r) ? { class: "best" } : {}, Ue(e, n)));
		return t("tr", {}, t("th", { scope: "row" }, e.words), ...i);
	}), a = n.map((e) => t("th", { scope: "col" }, A(e)));
	return t("section", {}, t("h3", {}, "Scores in which they are furthest apart"), t("div", {
		class: "scroll",
		tabindex: 0,
		role: "region",
		"aria-label": "Scores of these heads"
	}, t("table", { class: "apart" }, t("thead", {}, t("tr", {}, t("td"), ...a)), t("tbody", {}, ...i))), t("p", { class: "quiet" }, "The first rows are those in which they are most standard deviations (over all heads) apart. Intervals are 95%."));
}
function Sl(e, n) {
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
		let r = ge(a.value.trim(), e), i = n.heads[0];
		o.textContent = r === null ? ` ${_e(a.value.trim(), e)}` : n.has(r) ? " It is here already." : r.stack === i.stack ? "" : ` Only heads of the ${i.stack} have read this text.`, o.textContent === "" && r !== null && (a.value = "", n.set([...n.heads, r]));
	});
	let d = [], f = [];
	function p(r) {
		let i = Tr(e, N(e, r[0].stack)), a = i ? hl(i, r, vl) : [], o = r.map(() => t("div")), s = !1, c = (e) => {
			s ||= (s = !0, d.forEach(e), !1);
		}, l = r.map((r, a) => {
			let s = t("button", {
				type: "button",
				"aria-label": `Unpin head ${A(r)}`
			}, "Unpin");
			s.addEventListener("click", () => n.set(n.heads.filter((e) => !j(e, r))));
			let c = e.cards.find((e) => j(e, r))?.summary ?? "", l = t("h3", {}, t("a", { href: `#${F(r, e)}` }, `Head ${A(r)}`)), u = i ? [cl(() => d[a], () => `Head ${A(r)}: sample text`)] : [];
			return t("section", { class: "pin" }, t("div", { class: "name" }, l, s), t("p", { class: "said" }, c), t("figure", { class: "alive" }, o[a], ...u));
		});
		if (i) {
			let e = {
				lines: _l,
				marked: a.map(({ token: e }) => e)
			};
			d = r.map((t, n) => ol(o[n], i, {
				...e,
				layer: t.layer,
				heads: [t.head],
				label: `Head ${A(t)} on the sample text`,
				changed: ({ side: e, tokens: t }) => c((r) => r !== d[n] && r.set({
					side: e,
					tokens: t
				})),
				pointed: (e) => c((t) => t !== d[n] && t.point(e))
			}));
		}
		let u = a.map(({ token: e, most: n }) => {
			let a = n.map(({ key: e, weight: t }, n) => `${A(r[n])} → ${q(i.keys.texts[e])} ${t.toFixed(2)}`), o = t("button", { type: "button" }, t("b", {}, q(i.queries.texts[e])), ` ${a.join(", ")}`);
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
		r.textContent = `Heads ${bl(n)}, side by side`, s.hidden = n.length >= 4, o.textContent = "";
		let { columns: i, differ: a } = p(n), u = t("div", { class: "columns" }, ...i);
		u.style.setProperty("--heads", String(n.length));
		let m = xl(e, n);
		c.append(...a ? [a] : [], u, ...m ? [m] : []), l.scrollTop = 0;
	}
	function h() {
		let { heads: e } = n, r = e.length === f.length && e.every((e, t) => j(e, f[t])), i = e.length > 1;
		if (l.hidden = !i, r || m(e), u.hidden = e.length !== 1, e.length === 1) {
			let r = t("button", { type: "button" }, "Unpin");
			r.addEventListener("click", () => n.set([])), u.replaceChildren(`Head ${A(e[0])} is pinned. Open another and press “Compare”. `, r);
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
var Cl = "(max-width: 859px)", wl = "(min-width: 1600px)";
function Tl(e, t, n) {
	let r = e.stacks.flatMap(M);
	return r[r.findIndex((e) => j(e, t)) + n] ?? null;
}
function El(e, n, r) {
	let i = new ss(e, r), a = Sl(e, i), o = t("h2", {
		id: "card-title",
		tabindex: -1
	}), s = t("button", {
		type: "button",
		class: "close"
	}, "Close", t("span", { class: "key" }, " (Esc)")), c = [-1, 1].map((e) => {
		let n = t("button", { type: "button" });
		return n.addEventListener("click", () => w(e)), {
			step: e,
			button: n
		};
	}), l = t("button", { type: "button" }), u = t("div", { class: "bar" }, o, ...c.map(({ button: e }) => e), l, s), d = t("div", { class: "body" }), f = t("aside", {
		class: "drawer card",
		"aria-labelledby": "card-title",
		hidden: ""
	}, u, d), p = [f, ...a.elements], m = null, h = null, g = !1, _ = () => {}, v = {
		arrow: null,
		open: (e) => n.select(e)
	};
	function y(n) {
		let a = e.cards.find((e) => j(e, n)), o = dl(e, n, v), { right: s, others: c } = Ts(e, n, a), l = hs(e, n, a, (e) => i.set([n, e])), u = a ? t("p", { class: "said" }, a.summary) : null, f = e.home === void 0 ? null : t("p", {}, t("a", { href: `${he(n, e).replace("/", "-")}/` }, "This head’s own page, to share")), p = e.kinds.length > 1 ? t("p", { class: "of-card" }, Ee(e, r)) : null;
		d.replaceChildren(...[
			p,
			u,
			f,
			o?.element ?? null,
			l,
			...s,
			...c
		].filter((e) => e !== null)), _ = o?.destroy ?? (() => {});
	}
	n.listen(({ selected: t }) => {
		if (t !== h && (h = t, _(), _ = () => {}, f.hidden = t === null, document.documentElement.classList.toggle("with-card", t !== null), x(), t !== null)) {
			o.textContent = `Head ${A(t)}${e.stacks.length > 1 ? ` of the ${t.stack}` : ""}`;
			for (let { step: n, button: r } of c) {
				let i = Tl(e, t, n);
				r.disabled = i === null;
				let a = i === null ? n < 0 ? "first" : "last" : A(i);
				r.textContent = n < 0 ? `← ${a}` : `${a} →`, r.setAttribute("aria-label", i === null ? `No ${n < 0 ? "earlier" : "later"} head` : `Go to head ${A(i)}`);
			}
			f.scrollTop = 0, b(), y(t), r.set({ head: he(t, e) }, "new");
		}
	});
	function b() {
		if (h === null) return;
		let e = i.heads;
		l.hidden = !i.has(h) && !i.takes(h), l.textContent = i.has(h) ? "Unpin" : e.length === 0 ? "Pin" : `Compare with ${bl(e)}`;
	}
	l.addEventListener("click", () => {
		if (h === null) return;
		let [e, t] = [h, i.heads];
		i.has(e) ? i.set(t.filter((t) => !j(t, e)), e) : t.length === 0 ? i.set([e], e) : i.set([...t, e]);
	});
	function x() {
		let e = h !== null && window.matchMedia(Cl).matches, t = (t) => e ? t !== f : g && !p.includes(t);
		for (let e of f.parentElement?.children ?? []) e.inert = t(e);
		document.documentElement.classList.toggle("covered", e || g), e && !f.contains(document.activeElement) && S(o);
	}
	window.matchMedia(Cl).addEventListener?.("change", x, { signal: r.life }), r.life.addEventListener("abort", () => _());
	function S(e) {
		p.some((e) => e.contains(document.activeElement)) || (m ??= document.activeElement), e.focus({ preventScroll: !0 });
	}
	function C() {
		if (g) return a.focus();
		(m instanceof SVGElement || m instanceof HTMLElement) && m.isConnected && m.focus(), m = null;
	}
	function w(t) {
		let r = h && Tl(e, h, t);
		r && n.select(r);
	}
	let T = () => {
		n.selected !== null && (n.select(null), r.set({ head: null }, "new"), C());
	};
	return s.addEventListener("click", T), document.addEventListener("keydown", (e) => {
		if (e.ctrlKey || e.altKey || e.metaKey) return;
		if (e.key === "Escape") return h === null ? g && i.set([]) : T();
		let t = {
			ArrowLeft: -1,
			ArrowRight: 1
		}[e.key], n = document.activeElement;
		h !== null && t !== void 0 && f.contains(n) && !n?.closest("[role=option], input") && (e.preventDefault(), w(t));
	}, { signal: r.life }), i.listen(() => {
		let e = g;
		g = a.update(), b(), x(), g && !e && h === null ? (p.some((e) => e.contains(document.activeElement)) || (m ??= document.activeElement), a.focus()) : e && !g && h === null && C();
	}), document.addEventListener("headscope:open", () => {
		f.contains(document.activeElement) || (m = document.activeElement), o.focus({ preventScroll: !0 });
	}, { signal: r.life }), document.addEventListener("click", (e) => {
		let t = e.target.closest?.("a[href^=\"#head=\"]");
		t && (p.some((e) => e.contains(t)) || (m = t), setTimeout(() => o.focus({ preventScroll: !0 })));
	}, { signal: r.life }), {
		elements: p,
		follow: () => {
			r.listen("head", (t) => {
				let i = t === null ? null : ge(t, e);
				t !== null && i === null && r.refuse("head", _e(t, e)), n.select(i);
			}), i.follow(), r.listen("at", (e, t) => {
				e !== null && t && (g || !window.matchMedia(wl).matches) && r.set({
					head: null,
					pin: null
				});
			});
		}
	};
}
//#endregion
//#region src/save/figures.ts
function Dl(e, t, n) {
	let r = new Map(O(n).map(({ id: e, measure: t }) => [ga(e), va({ name: t })]));
	for (let n of e.querySelectorAll("figure")) {
		let i = n.querySelector("h3, h4")?.textContent ?? t, a = [...e.querySelectorAll(".measure")].find(({ id: e }) => e === r.get(n.id))?.querySelector(".about .scroll");
		oa(n, () => i, a ? { with: () => [a] } : {});
	}
}
//#endregion
//#region src/report.ts
function Ol(e, n, r) {
	let a = t("div", { class: "below" }), o = n.inside(a);
	for (let n of e.stacks) e.stacks.length > 1 && a.append(t("h3", {}, n.name)), a.append(ho(n, e, o, r));
	let s = e.stacks.map((t) => `${t.layers * t.heads} heads × ${de(e, t.name).length} scores`).join(", ");
	return t("section", { id: "heads" }, t("h2", {}, "All heads"), i(`A table: ${s}`, a));
}
function kl({ absent: e }) {
	if (e.length === 0) return [];
	let n = e.map(({ name: e, missing: n, command: r }) => t("li", {}, t("b", {}, e), `. ${n} It would take: `, t("code", {}, r)));
	return [t("h3", {}, "Not in this run"), t("ul", {}, ...n)];
}
function Al(e) {
	let n = t("dl");
	for (let [r, i] of e.facts) n.append(t("div", {}, t("dt", {}, r), t("dd", {}, i)));
	let r = t("div", { class: "below" }, n);
	e.notes.length > 0 && r.append(t("h3", {}, "Notes"), t("ul", {}, ...e.notes.map((e) => t("li", {}, e)))), r.append(...kl(e));
	let a = [
		["Model, corpus, options and versions", !0],
		["notes", e.notes.length > 0],
		["what is not in it", e.absent.length > 0]
	].flatMap(([e, t]) => t ? [e] : []).join("; ");
	return t("section", { id: "run" }, t("h2", {}, "About this run"), i(a, r), t("p", { class: "caveat" }, e.caveat));
}
function jl(e, t) {
	let n = new Pe();
	o(e);
	let r = () => {
		let i = n.get("weights"), a = Te(t, i);
		Nl(e, a ?? t, n), a || n.refuse("weights", `This run has no weights named “${i}”.`), n.listen("weights", (t) => {
			if (t === i) return;
			let a = Ml(e);
			n.renew(), r(), a();
		});
	};
	r();
}
function Ml(e) {
	let t = new Set([...e.querySelectorAll("section > details[open]")].map(({ parentElement: e }) => e.id)), n = document.activeElement?.closest(".drawer") !== null, r = document.activeElement?.matches("[data-kind]") ?? !1, i = [...e.querySelectorAll("section[id]")].find((e) => e.getBoundingClientRect().bottom > 0), a = i?.getBoundingClientRect().top ?? 0, o = window.scrollY > 0;
	return () => {
		for (let e of t) document.getElementById(e)?.querySelector(":scope > details")?.setAttribute("open", "");
		let s = i && document.getElementById(i.id);
		o && s && window.scrollBy(0, s.getBoundingClientRect().top - a), r && e.querySelector(`${n ? ".drawer" : ".kinds"} [data-kind][aria-pressed=true]`)?.focus({ preventScroll: !0 });
	};
}
function Nl(e, n, r) {
	let i = new Ce(), o = El(n, i, r);
	e.replaceChildren(...Jo(n, i, r), t("div", { class: "parts-of-page" }, ...Vo(n, i)), Ol(n, i, r), Al(n), ...o.elements);
	for (let t of e.querySelectorAll(".part")) Dl(t, t.querySelector(".finding")?.textContent ?? "", n);
	o.follow();
	let s = (e) => {
		let t = e === null ? null : document.getElementById(e);
		return e !== null && !t && r.refuse("at", `There is no “${e}” on this page.`), t && a(t), t;
	};
	s(r.get("at"))?.scrollIntoView(), r.listen("at", (e) => void s(e)?.scrollIntoView());
}
var Pl = document.getElementById("payload"), Fl = document.getElementById("report");
if (Pl && Fl) try {
	jl(Fl, ne(Pl.textContent ?? ""));
} catch (e) {
	let n = e instanceof Error ? e.message : String(e);
	throw Fl.replaceChildren(t("p", { role: "alert" }, `This page’s data could not be drawn: ${n}.`)), e;
}
//#endregion
export { jl as mount };
