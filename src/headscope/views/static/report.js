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
l.left, o(c).center, Array.prototype.slice;
var d = Math.sqrt(50), f = Math.sqrt(10), p = Math.sqrt(2);
function m(e, t, n) {
	let r = (t - e) / Math.max(0, n), i = Math.floor(Math.log10(r)), a = r / 10 ** i, o = a >= d ? 10 : a >= f ? 5 : a >= p ? 2 : 1, s, c, l;
	return i < 0 ? (l = 10 ** -i / o, s = Math.round(e * l), c = Math.round(t * l), s / l < e && ++s, c / l > t && --c, l = -l) : (l = 10 ** i * o, s = Math.round(e / l), c = Math.round(t / l), s * l < e && ++s, c * l > t && --c), c < s && .5 <= n && n < 2 ? m(e, t, n * 2) : [
		s,
		c,
		l
	];
}
function h(e, t, n) {
	if (t = +t, e = +e, n = +n, !(n > 0)) return [];
	if (e === t) return [e];
	let r = t < e, [i, a, o] = r ? m(t, e, n) : m(e, t, n);
	if (!(a >= i)) return [];
	let s = a - i + 1, c = Array(s);
	if (r) {
		if (o < 0) for (let e = 0; e < s; ++e) c[e] = (a - e) / -o;
		else for (let e = 0; e < s; ++e) c[e] = (a - e) * o;
	} else if (o < 0) for (let e = 0; e < s; ++e) c[e] = (i + e) / -o;
	else for (let e = 0; e < s; ++e) c[e] = (i + e) * o;
	return c;
}
function g(e, t, n) {
	return t = +t, e = +e, n = +n, m(e, t, n)[2];
}
function _(e, t, n) {
	let r;
	for (;;) {
		let i = g(e, t, n);
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
function v(e, t) {
	let n;
	if (t === void 0) for (let t of e) t != null && (n < t || n === void 0 && t >= t) && (n = t);
	else {
		let r = -1;
		for (let i of e) (i = t(i, ++r, e)) != null && (n < i || n === void 0 && i >= i) && (n = i);
	}
	return n;
}
function y(e, t) {
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
function b(e) {
	let t = JSON.parse(e), n = new Map(t.stacks.map((e) => [e.name, e])), r = new Set(t.measures.map((e) => e.name)), i = /* @__PURE__ */ new Set();
	for (let e of t.scores) {
		if (i.has(e.id)) throw Error(`two scores have the id ${e.id}`);
		if (i.add(e.id), !r.has(e.measure)) throw Error(`score ${e.id} is of an unknown measure, ${e.measure}`);
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
function x(e) {
	let t = `${e.measure} ${e.key}`;
	return e.direction === null ? t : `${t}, ${e.direction}`;
}
function te(e, t) {
	let n = [];
	return t.some((t) => t.stack !== e.stack) && n.push(e.stack), t.some((t) => t.corpus !== e.corpus) && n.push(e.corpus), n.join(", ");
}
function S(e, t) {
	let n = te(e, t);
	return n === "" ? e.words : `${e.words} (${n})`;
}
function C(e) {
	return e.flat().filter((e) => e !== null);
}
function w(e, t) {
	return e.measures.flatMap(({ name: n }) => e.scores.filter((e) => e.measure === n && e.stack === t));
}
//#endregion
//#region src/heads.ts
function T(e) {
	return `${e.layer + 1}-${e.head + 1}`;
}
function E(e, t) {
	return e === null || t === null ? e === t : e.stack === t.stack && e.layer === t.layer && e.head === t.head;
}
function D(e) {
	let t = [];
	for (let n = 0; n < e.layers; n++) for (let r = 0; r < e.heads; r++) t.push({
		stack: e.name,
		layer: n,
		head: r
	});
	return t;
}
function O(e, t) {
	let n = e.stacks.find((e) => e.name === t);
	if (!n) throw Error(`there is no stack named ${t}`);
	return n;
}
function k(e, t) {
	if (e.stack !== t.stack) return null;
	let n = e.value[t.layer]?.[t.head] ?? null;
	return n === null ? null : {
		value: n,
		low: e.low[t.layer]?.[t.head] ?? null,
		high: e.high[t.layer]?.[t.head] ?? null
	};
}
var A = /* @__PURE__ */ new WeakMap();
function ne(e, t) {
	let n = A.get(e);
	return n || A.set(e, n = Float64Array.from(C(e.value)).sort()), {
		rank: n.length - u(n, t) + 1,
		of: n.length
	};
}
function re(e) {
	let t = null, n = -Infinity;
	return e.value.forEach((r, i) => r.forEach((r, a) => {
		r !== null && r > n && (n = r, t = {
			stack: e.stack,
			layer: i,
			head: a
		});
	})), t;
}
function ie(e, t) {
	let n = T(e);
	return t.stacks.length > 1 ? `head=${encodeURIComponent(e.stack)}/${n}` : `head=${n}`;
}
function ae(e, t) {
	let n = /^#?head=(?:(.+)\/)?(\d+)-(\d+)$/.exec(e);
	if (!n) return null;
	let r = n[1] === void 0 ? t.stacks[0] : t.stacks.find(({ name: e }) => e === oe(n[1])), i = Number(n[2]) - 1, a = Number(n[3]) - 1;
	return !r || i < 0 || a < 0 || i >= r.layers || a >= r.heads ? null : {
		stack: r.name,
		layer: i,
		head: a
	};
}
function oe(e) {
	try {
		return decodeURIComponent(e);
	} catch {
		return e;
	}
}
//#endregion
//#region src/highlight.ts
var se = class {
	pointed = null;
	selected = null;
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
	listen(e) {
		return this.#e.add(e), e(this), () => this.#e.delete(e);
	}
	#t() {
		for (let e of this.#e) e(this);
	}
}, ce = {
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
}, le = 256;
function ue(e) {
	return e <= .04045 ? e / 12.92 : ((e + .055) / 1.055) ** 2.4;
}
function de(e) {
	return e <= .0031308 ? e * 12.92 : 1.055 * e ** (1 / 2.4) - .055;
}
function j(e) {
	let t = (t) => ue(parseInt(e.slice(t, t + 2), 16) / 255), [n, r, i] = [
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
function fe([e, t, n]) {
	let r = (e + .3963377774 * t + .2158037573 * n) ** 3, i = (e - .1055613458 * t - .0638541728 * n) ** 3, a = (e - .0894841775 * t - 1.291485548 * n) ** 3;
	return `#${[
		4.0767416621 * r - 3.3077115913 * i + .2309699292 * a,
		-1.2684380046 * r + 2.6097574011 * i - .3413193965 * a,
		-.0041960863 * r - .7034186147 * i + 1.707614701 * a
	].map((e) => Math.round(255 * Math.min(1, Math.max(0, de(e))))).map((e) => e.toString(16).padStart(2, "0")).join("")}`;
}
function pe([e, t, n], r) {
	let i = 1 - r, a = (a) => i * i * e[a] + 2 * i * r * t[a] + r * r * n[a];
	return [
		a(0),
		a(1),
		a(2)
	];
}
function me(e, t) {
	return Math.hypot(e[0] - t[0], e[1] - t[1], e[2] - t[2]);
}
function he(e) {
	let [t, n, r] = ce[e], i = [
		j(t),
		j(n),
		j(r)
	], a = Array.from({ length: 4097 }, (e, t) => pe(i, t / 4096)), o = [0];
	for (let e = 1; e < a.length; e++) o.push(o[e - 1] + me(a[e - 1], a[e]));
	let s = o[o.length - 1], c = 0;
	return Array.from({ length: le }, (e, t) => {
		for (; c < a.length - 1 && o[c] < s * t / 255;) c++;
		return fe(a[c]);
	});
}
var ge = {
	light: he("light"),
	dark: he("dark")
};
function _e(e, t) {
	let n = Math.round(Math.min(1, Math.max(0, t)) * 255);
	return ge[e][n];
}
function ve(e, t) {
	e.style.setProperty("--light", _e("light", t)), e.style.setProperty("--dark", _e("dark", t));
}
//#endregion
//#region src/digits.ts
var M = 4, ye = 2;
function N(e, t) {
	if (e === null || t === null) return ye;
	let n = Math.abs(t - e) / 2;
	return n === 0 ? M : Math.min(M, Math.max(0, -Math.floor(Math.log10(n) + 1e-9)));
}
function P(e, t) {
	let n = Math.abs(e).toFixed(t);
	return e < 0 && Number(n) !== 0 ? `−${n}` : n;
}
function F({ value: e, low: t, high: n }) {
	return P(e, N(t, n));
}
function be(e) {
	let { low: t, high: n } = e;
	if (t === null || n === null) return F(e);
	let r = N(t, n), i = t < 0 || n < 0 ? " to " : "–";
	return `${F(e)} (${P(t, r)}${i}${P(n, r)})`;
}
function I(e) {
	if (e === 0) return "0";
	let t = 1 - Math.floor(Math.log10(Math.abs(e))), n = P(e, Math.min(M, Math.max(0, t)));
	return n.includes(".") ? n.replace(/\.?0+$/, "") : n;
}
function L(e, t) {
	let n = k(e, t);
	return n === null ? "not measured" : be(n) + (e.unit === "nats" ? " nats" : "");
}
function R(e, t) {
	let n = k(e, t);
	return L(e, t) + (n === null ? "" : `, ${z(e, n)}`);
}
function z(e, { value: t }) {
	let { rank: n, of: r } = ne(e, t);
	return `rank ${n} of ${r}`;
}
//#endregion
//#region src/marks.ts
function xe(e, { marks: t, highlight: n, move: r, locate: i, show: a }) {
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
function Se(e, t, n, r) {
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
var B = (e, t, n) => Math.max(e, Math.min(n, Math.floor(t)));
function Ce({ layers: e, heads: t }, n) {
	return {
		cellWidth: B(14, Math.min(480, n - 32 - 92) / t, 56),
		cellHeight: B(14, 400 / e, 44),
		font: 13,
		left: 40,
		top: 24,
		right: 52
	};
}
function we({ layers: e, heads: t }) {
	return {
		cellWidth: B(6, 104 / t, 14),
		cellHeight: B(6, 136 / e, 17),
		font: 11,
		left: 22,
		top: 16,
		right: 6
	};
}
function V(e, t, n) {
	let r = [
		1,
		4,
		8,
		16,
		32
	].find((e) => e * t >= n) ?? 64;
	return Array.from({ length: e }, (e, t) => t + 1).filter((e) => e === 1 || e % r === 0);
}
function Te(e, t, i, a, o) {
	let { cellWidth: s, cellHeight: c, left: l, top: u } = o, d = o.right > 10, f = r(l + t.heads * s + o.right, u + t.layers * c + 2, {
		class: d ? "grid large" : "grid",
		role: "grid",
		"aria-label": `${e.words}: layers down, heads across`,
		"font-size": o.font
	}), p = n("g", {
		class: "labels",
		"aria-hidden": "true"
	}), m = (e, t, r, i) => p.append(n("text", {
		x: e,
		y: t,
		"text-anchor": r
	}, i));
	for (let e of V(t.heads, s, o.font * (t.heads > 9 ? 1.5 : 1))) m(l + (e - .5) * s, u - 5, "middle", String(e));
	for (let e of V(t.layers, c, o.font)) m(l - 5, u + (e - .5) * c + o.font * .35, "end", String(e));
	d && (m(l - 5, u - 5, "end", "layer"), m(l + t.heads * s + 6, u - 5, "start", "← head")), f.append(p);
	let h = D(t).map((t) => {
		let r = k(e, t), a = n("rect", {
			x: l + t.head * s,
			y: u + t.layer * c,
			width: s,
			height: c,
			class: r === null ? "cell missing" : "cell",
			role: "gridcell",
			"aria-selected": "false",
			"aria-label": `Head ${T(t)}, ${e.words}: ${R(e, t)}`
		});
		return r !== null && ve(a, i.fraction(r.value)), {
			head: t,
			element: a
		};
	});
	for (let e = 0; e < t.layers; e++) {
		let r = h.slice(e * t.heads, (e + 1) * t.heads);
		f.append(n("g", { role: "row" }, ...r.map(({ element: e }) => e)));
	}
	let g = (e) => n("rect", {
		class: `frame ${e}`,
		width: s,
		height: c,
		visibility: "hidden"
	}), _ = {
		selected: g("selected"),
		pointed: g("pointed")
	};
	f.append(n("g", { "aria-hidden": "true" }, _.selected, _.pointed));
	let v = (e, t) => {
		if (e.setAttribute("visibility", t === null ? "hidden" : "visible"), t !== null) for (let n of ["x", "y"]) e.setAttribute(n, t.element.getAttribute(n));
	}, y = new Map(h.map(({ element: e }, t) => [e, t]));
	return {
		element: f,
		release: xe(f, {
			marks: h,
			highlight: a,
			move: (e, n) => Se(t.layers, t.heads, e, n),
			locate: (e) => y.get(e.target) ?? null,
			show: (e, t) => {
				v(_.pointed, e), v(_.selected, t);
			}
		})
	};
}
//#endregion
//#region src/scale.ts
function H(e) {
	let t = e.flatMap((e) => [
		...C(e.value),
		...C(e.high),
		...C(e.low),
		...e.baseline === null ? [] : [e.baseline.value]
	]), n = Math.min(0, y(t) ?? 0), r = Math.max(0, v(t) ?? 0), [i, a] = r === n ? [n, n + 1] : _(n, r, 5);
	return {
		low: i,
		high: a,
		fraction: (e) => (e - i) / (a - i),
		ticks: (e) => h(i, a, e)
	};
}
function U(e) {
	let t = e.length > 1 ? Math.abs(e[1] - e[0]) : 1, n = Math.max(0, -Math.floor(Math.log10(t) + 1e-9));
	return e.map((e) => e === 0 ? "0" : e.toFixed(n));
}
//#endregion
//#region src/legend.ts
var W = 240, G = 10, K = 14;
function Ee(e, t, i) {
	let a = i === null ? 2 : 18, o = (t) => K + e.fraction(t) * W, s = e.ticks(5), c = Math.max(...U(s).map((e) => e.length)) > 4 ? e.ticks(2) : s, l = U(c), u = r(302, a + G + 18, {
		class: "legend",
		role: "img",
		"aria-label": `Colour from ${l[0]} to ${l[l.length - 1]} ${t}` + (i ? `; ${i.name} is ${I(i.value)}` : "")
	}), d = W / 2;
	for (let e = 0; e < d; e++) {
		let t = n("rect", {
			class: "step",
			x: K + e * 2,
			y: a,
			width: e === 119 ? 2 : 2.5,
			height: G
		});
		ve(t, e / 119), u.append(t);
	}
	if (u.append(n("rect", {
		class: "edge",
		x: K,
		y: a,
		width: W,
		height: G
	})), c.forEach((e, t) => {
		u.append(n("line", {
			class: "tick",
			x1: o(e),
			x2: o(e),
			y1: a + G,
			y2: a + G + 3
		})), u.append(n("text", {
			x: o(e),
			y: a + G + 14,
			"text-anchor": "middle"
		}, l[t]));
	}), u.append(n("text", {
		x: 272,
		y: a + G + 14
	}, t)), i !== null) {
		let t = o(i.value), r = e.fraction(i.value) < .6;
		u.append(n("line", {
			class: "baseline",
			x1: t,
			x2: t,
			y1: 4,
			y2: a + G
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
function De(e, n) {
	let r = t("b"), i = t("span"), a = t("p", { class: "readout" }, r, i), o = re(e);
	return {
		element: a,
		release: n.listen(({ current: t }) => {
			let n = t !== null && t.stack === e.stack ? t : null, s = n ?? o;
			r.textContent = s === null ? "" : `${n ? "Head" : "Highest: head"} ${T(s)}`, i.textContent = s === null ? "No head was measured." : ` ${n ? R(e, s) : L(e, s)}`, a.classList.toggle("live", n !== null);
		})
	};
}
//#endregion
//#region src/layers.ts
var q = {
	left: 28,
	right: 48,
	top: 18,
	bottom: 20
}, J = 132, Oe = 14;
function ke(e, t, n, r = Oe) {
	let i = null, a = r;
	return e.forEach((e, r) => {
		let o = Math.hypot(e.x - t, e.y - n);
		o <= a && (a = o, i = r);
	}), i;
}
function Ae(e, t, n) {
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
function je(e, t, i, a) {
	let o = Math.max(174, t.layers * 7), s = q.left + o + q.right, c = q.top + J + q.bottom, l = o / t.layers, u = (e) => q.left + (e + .5) * l, d = (e) => q.top + (1 - i.fraction(e)) * J, f = (e) => u(e.layer) + ((e.head + .5) / t.heads - .5) * l * .7, p = r(s, c, {
		class: "layers",
		role: "listbox",
		"aria-label": `${e.words}: value by layer, one point per head`
	}), m = n("g", {
		class: "axes",
		"aria-hidden": "true"
	}), h = (e, t, r, i, a = "") => m.append(n("text", {
		x: e,
		y: t,
		"text-anchor": r,
		class: a
	}, i)), g = i.ticks(4);
	U(g).forEach((e, t) => {
		let r = d(g[t]), i = g[t] === 0 ? "zero" : "rule";
		m.append(n("line", {
			class: i,
			x1: q.left,
			x2: q.left + o,
			y1: r,
			y2: r
		})), h(q.left - 4, r + 4, "end", e);
	});
	for (let e of V(t.layers, l, t.layers > 9 ? 16 : 11)) h(u(e - 1), c - 6, "middle", String(e));
	if (h(q.left + o + 10, c - 6, "start", "layer"), h(2, 9, "start", e.unit), e.baseline !== null) {
		let t = d(e.baseline.value);
		m.append(n("line", {
			class: "baseline",
			x1: q.left,
			x2: q.left + o,
			y1: t,
			y2: t
		}));
		let r = Math.min(q.top + J - 10, Math.max(q.top, t - 3));
		e.baseline.name.length > 7 ? h(s - 1, r, "end", e.baseline.name, "quiet") : h(q.left + o + 4, r, "start", e.baseline.name, "quiet"), h(q.left + o + 4, r + 12, "start", I(e.baseline.value), "quiet");
	}
	p.append(m);
	let _ = n("polyline", {
		class: "mean",
		points: e.value.map((e) => ee(e, (e) => e ?? void 0)).flatMap((e, t) => e === void 0 ? [] : [`${u(t).toFixed(1)},${d(e).toFixed(1)}`]).join(" "),
		"aria-hidden": "true"
	}), v = l < 12 ? 1.6 : 2.2, y = D(t).flatMap((t) => {
		let r = k(e, t);
		if (r === null) return [];
		let i = f(t), a = d(r.value);
		return [{
			head: t,
			element: n("circle", {
				cx: i.toFixed(1),
				cy: a.toFixed(1),
				r: v,
				class: "point",
				role: "option",
				"aria-selected": "false",
				"aria-label": `Head ${T(t)}: ${R(e, t)}`
			}),
			x: i,
			y: a
		}];
	}), b = {
		selected: n("g", { class: "emphasis selected" }),
		pointed: n("g", { class: "emphasis pointed" })
	};
	p.append(...y.map(({ element: e }) => e), _, n("g", { "aria-hidden": "true" }, b.selected, b.pointed));
	let x = (t, r) => {
		t.replaceChildren();
		let i = y.find((e) => e === r), a = r && k(e, r.head);
		i && a && (a.low !== null && a.high !== null && t.append(n("line", {
			class: "interval",
			x1: i.x,
			x2: i.x,
			y1: d(a.low),
			y2: d(a.high)
		})), t.append(n("circle", {
			cx: i.x,
			cy: i.y,
			r: v + 2
		})));
	};
	return xe(p, {
		marks: y,
		highlight: a,
		move: (e, t) => Ae(y, e, t),
		locate: (e) => {
			let t = p.getBoundingClientRect();
			return ke(y, e.clientX - t.left, e.clientY - t.top);
		},
		show: (e, t) => {
			x(b.pointed, e), x(b.selected, t);
		}
	}), p;
}
//#endregion
//#region src/section.ts
function Y(e) {
	return `score=${e}`;
}
function X(e) {
	return `#${encodeURIComponent(e).replace("%3D", "=")}`;
}
function Me(e) {
	return `measure=${e.name}`;
}
function Ne(e, t) {
	let n = te(e, t.scores), r = [`One number per head, as a cell’s colour and as a point’s height: ${e.words} (${x(e)}).`, "Line: mean of the layer."];
	return e.baseline !== null && r.push(`Dashes: ${e.baseline.name}.`), r.push(`${n === "" ? "" : `${n}, `}${e.segments.toLocaleString("en-GB")} segments.`), r.join(" ");
}
function Pe(e, n, r, i) {
	let a = r.stacks.length > 1 ? "h4" : "h3", o = O(r, e.stack);
	return t("figure", {
		id: Y(e.id),
		tabindex: -1
	}, t(a, {}, e.finding), t("div", { class: "pair" }, t("div", { class: "scroll" }, Te(e, o, n, i, we(o)).element), t("div", { class: "scroll" }, je(e, o, n, i))), De(e, i).element, t("figcaption", {}, Ne(e, r)));
}
function Fe(e, n, r) {
	let i = n.scores.filter((t) => t.measure === e.name), a = i[0];
	if (!a) return null;
	let o = H(i);
	return t("section", {
		id: Me(e),
		class: "measure"
	}, t("h2", {}, e.title), t("div", { class: "about" }, t("div", {}, t("p", {}, e.read), t("p", { class: "formula" }, e.formula)), t("div", { class: "scroll" }, Ee(o, a.unit, null))), ...n.stacks.flatMap(({ name: e }) => {
		let a = i.filter((t) => t.stack === e);
		if (a.length === 0) return [];
		let s = t("div", { class: "figures" }, ...a.map((e) => Pe(e, o, n, r)));
		return n.stacks.length > 1 ? [t("h3", { class: "stack" }, e), s] : [s];
	}));
}
//#endregion
//#region src/overview.ts
function Ie(e) {
	let t = e.findings.find(({ score: t }) => e.scores.some(({ id: e }) => e === t));
	return e.scores.find(({ id: e }) => e === t?.score) ?? e.scores[0];
}
function Le(e, n) {
	let r = t("select", { id: "colour-by" });
	for (let n of e.measures) {
		let i = e.scores.filter((e) => e.measure === n.name);
		if (i.length === 0) continue;
		let a = t("optgroup", { label: n.title });
		for (let n of i) a.append(t("option", { value: n.id }, `${S(n, e.scores)} · ${x(n)}`));
		r.append(a);
	}
	return r.value = n.id, r;
}
function Re(e, n) {
	let r = t("section", {
		class: "map",
		"aria-label": "All heads"
	}, t("h2", {}, "What its heads do")), i = Ie(e);
	if (!i) return r.append(t("p", {}, "Nothing was measured; the run’s notes below say why.")), r;
	let a = Le(e, i), o = t("div"), s = () => {}, c = 0, l = () => {
		s(), c = document.documentElement.clientWidth;
		let r = e.scores.find(({ id: e }) => e === a.value) ?? i, l = O(e, r.stack), u = H([r]), d = Te(r, l, u, n, Ce(l, c)), f = De(r, n);
		s = () => {
			d.release(), f.release();
		}, o.replaceChildren(t("div", { class: "scroll" }, d.element), t("div", { class: "scroll" }, Ee(u, r.unit, r.baseline)), f.element);
	};
	return a.addEventListener("change", l), window.addEventListener("resize", () => {
		Math.min(c, document.documentElement.clientWidth) < 620 && c !== document.documentElement.clientWidth && l();
	}), l(), r.append(t("p", { class: "choose" }, t("label", { for: "colour-by" }, "Colour by "), a), o, t("p", { class: "hint" }, "A head is named layer-head, both counted from 1: 2-3 is head 3 of layer 2. Point at one to see it in every figure; click it, or walk there with Tab and the arrow keys and press Enter, to compare it with the others.")), r;
}
function ze(e) {
	let n = t("section", { "aria-label": "Findings" }, t("h2", {}, "Findings"));
	e.findings.length === 0 && n.append(t("p", {}, "No head stands out beyond what its interval supports."));
	let r = t("ol");
	for (let n of e.findings) {
		let i = t("li", {}, n.text), a = e.scores.find(({ id: e }) => e === n.score);
		if (a) {
			let e = {
				href: X(Y(a.id)),
				"aria-label": `see ↓ the chart: ${a.finding}`
			};
			i.append(" ", t("a", e, "see ↓"));
		}
		r.append(i);
	}
	return e.findings.length > 0 && n.append(r), e.scores.some((e) => e.low.flat().some((e) => e !== null)) && n.append(t("p", { class: "sure" }, t("b", {}, "How sure?"), " Intervals, in brackets, are 95%, over documents.")), n.append(t("p", { class: "caveat" }, e.caveat)), n;
}
function Be(e) {
	let n = e.measures.filter((t) => e.scores.some((e) => e.measure === t.name)).map((e) => t("li", {}, t("a", { href: X(Me(e)) }, e.title)));
	return n.push(...[["#heads", "All heads as a table"], ["#run", "About this run"]].map(([e, n]) => t("li", {}, t("a", { href: e }, n)))), t("nav", { "aria-label": "On this page" }, t("h2", {}, "On this page"), t("ul", {}, ...n));
}
function Ve(e, n) {
	let r = e.summary.map((e) => t("span", {}, e));
	return [t("header", {}, t("h1", {}, e.title), t("p", { class: "summary" }, ...r)), t("div", { class: "overview" }, Re(e, n), t("div", { class: "findings" }, ze(e), Be(e)))];
}
//#endregion
//#region src/strip.ts
var He = 236, Z = 6, Q = 9;
function Ue(e, t, i) {
	let a = (e) => Z + i.fraction(e) * 224, o = k(e, t), s = r(He, 32, {
		class: "strip",
		role: "img",
		"aria-label": `${e.words}: head ${T(t)} among all heads, ${R(e, t)}`
	});
	s.append(n("line", {
		class: "zero",
		x1: Z,
		x2: 230,
		y1: Q,
		y2: Q
	}));
	for (let t of C(e.value)) s.append(n("line", {
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
	let [c, l] = U([i.low, i.high]);
	if (s.append(n("text", {
		x: Z,
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
		y1: Q,
		y2: Q
	})), u.append(n("circle", {
		cx: a(o.value),
		cy: Q,
		r: 4
	})), s.append(u), s;
}
//#endregion
//#region src/panel.ts
function We(e, n, r) {
	let i = k(e, n);
	return t("li", {}, t("a", { href: X(Y(e.id)) }, S(e, r)), Ue(e, n, H([e])), t("span", { class: "numbers" }, t("b", {}, L(e, n)), i === null ? "" : ` ${z(e, i)}`));
}
function Ge(e, n) {
	let r = t("h2", {
		id: "panel-title",
		tabindex: -1
	}), i = t("button", { type: "button" }, "Close (Esc)"), a = t("ul", { class: "strips" }), o = t("aside", {
		class: "panel",
		"aria-labelledby": "panel-title",
		hidden: ""
	}, t("div", { class: "bar" }, r, t("p", { class: "quiet" }, "Each tick is a head, the circle with its interval is this one, grey dashes are the baseline."), i), a), s = null, c = null;
	n.listen(({ selected: t }) => {
		if (t === c || (c = t, o.hidden = t === null, document.documentElement.classList.toggle("with-panel", t !== null), t === null)) return;
		r.textContent = `Head ${T(t)}${e.stacks.length > 1 ? ` of the ${t.stack}` : ""}`;
		let n = w(e, t.stack);
		a.replaceChildren(...n.map((e) => We(e, t, n))), a.scrollTop = 0, Ke(`#${ie(t, e)}`);
	});
	let l = () => {
		n.selected !== null && (n.select(null), Ke(location.pathname + location.search), s instanceof SVGElement && s.isConnected && s.focus(), s = null);
	};
	i.addEventListener("click", l), document.addEventListener("keydown", (e) => {
		e.key === "Escape" && l();
	}), document.addEventListener("headscope:open", () => {
		s = document.activeElement, r.focus({ preventScroll: !0 });
	});
	let u = () => {
		let t = ae(location.hash, e);
		(t !== null || location.hash === "") && n.select(t);
	};
	return window.addEventListener("hashchange", u), window.addEventListener("popstate", u), u(), o;
}
function Ke(e) {
	if (!(e.startsWith("#") ? location.hash === e : location.hash === "")) try {
		history.pushState(null, "", e);
	} catch {
		return;
	}
}
//#endregion
//#region src/csv.ts
function qe(e) {
	return /[",\r\n]/.test(e) ? `"${e.replaceAll("\"", "\"\"")}"` : e;
}
function Je(e, t) {
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
			let n = k(t, e);
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
	})].map((e) => e.map(qe).join(",") + "\n").join("");
}
function Ye(e) {
	let n = t("button", { type: "button" }, "Copy as CSV"), r = t("span", {
		class: "quiet",
		role: "status"
	}), i = t("span", { class: "copy" }, n, r);
	return n.addEventListener("click", () => {
		let n = e(), a = () => {
			let e = t("textarea", {
				readonly: "",
				rows: 4,
				"aria-label": "The table as CSV"
			});
			e.value = n, i.querySelector("textarea")?.remove(), i.append(e), e.select(), r.textContent = " This browser keeps its clipboard: press Ctrl or ⌘ and C.";
		};
		if (!navigator.clipboard) return a();
		navigator.clipboard.writeText(n).then(() => r.textContent = ` Copied, ${n.split("\n").length - 2} heads.`, a);
	}), i;
}
//#endregion
//#region src/table.ts
function Xe(e, { score: t, descending: n }) {
	if (t === null) return n ? [...e].reverse() : [...e];
	let r = (e) => k(t, e)?.value ?? null;
	return [...e].sort((e, t) => {
		let i = r(e), a = r(t);
		return i === null || a === null ? Number(i === null) - Number(a === null) : n ? a - i : i - a;
	});
}
function Ze(e) {
	let t = e.map((e) => e.includes(".") ? e.length - e.indexOf(".") - 1 : 0), n = Math.max(0, ...t);
	return t.map((e) => (n > 0 && e === 0 ? " " : "") + " ".repeat(n - e));
}
function Qe({ score: e, descending: t }, n) {
	return e === null ? `Sorted by head, ${t ? "last" : "first"} layer first.` : `Sorted by “${S(e, n)}”, ${t ? "highest" : "lowest"} first.`;
}
function $e(e, n) {
	let r = t("button", {
		type: "button",
		"aria-label": `Open head ${T(e)}`
	}, T(e));
	return r.addEventListener("click", (t) => {
		n.select(e), t.detail === 0 && r.dispatchEvent(new CustomEvent("headscope:open", { bubbles: !0 }));
	}), t("th", { scope: "row" }, r);
}
function et(e, n, r) {
	let i = t("tr", { class: "quiet" }, t("th", { scope: "row" }, "baseline")), a = e.map((e) => {
		let n = t("tr", {}, $e(e, r));
		return n.addEventListener("pointerenter", () => r.point(e)), n.addEventListener("pointerleave", () => r.point(null)), n.addEventListener("focusin", () => r.point(e)), n.addEventListener("focusout", () => r.point(null)), n;
	});
	for (let r of n) {
		let n = re(r), o = e.map((e) => {
			let t = k(r, e);
			return t === null ? "–" : F(t);
		});
		o.push(r.baseline === null ? "" : I(r.baseline.value));
		let s = Ze(o);
		e.forEach((e, r) => {
			let i = o[r];
			a[r].append(t("td", {}, E(e, n) ? t("b", {}, i) : i, s[r]));
		}), i.append(t("td", {}, o[e.length] + s[e.length]));
	}
	return {
		rows: a,
		foot: i
	};
}
function tt(e, n, r) {
	let i = /* @__PURE__ */ new Map(), a = (e, n, a) => {
		let o = t("button", {
			type: "button",
			"aria-label": a
		}, n);
		o.addEventListener("click", () => r(e));
		let s = t("th", { scope: "col" }, o);
		return i.set(e, s), s;
	}, o = t("tr", {}, t("td"));
	for (let { name: r } of e.measures) {
		let e = n.filter(({ measure: e }) => e === r).length;
		e > 0 && o.append(t("th", {
			scope: "colgroup",
			colspan: e
		}, r));
	}
	let s = t("tr", {}, a(null, "head", "Sort by head"));
	for (let e of n) {
		let t = e.direction === null ? e.key : `${e.key} ${e.direction}`;
		s.append(a(e, t, `${t}: sort by “${S(e, n)}”`));
	}
	return {
		rows: [o, s],
		cells: i
	};
}
function nt(e, n, r) {
	let i = w(n, e.name), a = D(e), o = et(a, i, r), s = new Map(a.map((e, t) => [e, o.rows[t]])), c = t("tbody"), l = t("p", {
		class: "quiet",
		role: "status"
	}), u = {
		score: null,
		descending: !1
	}, d = () => {
		c.replaceChildren(...Xe(a, u).map((e) => s.get(e)));
		for (let [e, t] of f.cells) t.setAttribute("aria-sort", e === u.score ? u.descending ? "descending" : "ascending" : "none");
		l.textContent = `${Qe(u, i)} The highest of a column is bold.`;
	}, f = tt(n, i, (e) => {
		u = {
			score: e,
			descending: u.score === e ? !u.descending : e !== null
		}, d();
	});
	return d(), r.listen(({ pointed: e, selected: t }) => {
		for (let [n, r] of s) r.classList.toggle("pointed", E(n, e)), r.classList.toggle("selected", E(n, t));
	}), t("div", { class: "heads" }, t("div", { class: "bar" }, Ye(() => Je(Xe(a, u), i)), l), t("div", {
		class: "scroll tall",
		tabindex: 0,
		role: "region",
		"aria-label": `Scores of all heads, ${e.name}`
	}, t("table", {}, t("thead", {}, ...f.rows), c, t("tfoot", {}, o.foot))));
}
//#endregion
//#region src/report.ts
function rt(e, n) {
	let r = t("section", { id: "heads" }, t("h2", {}, "All heads"));
	for (let i of e.stacks) e.stacks.length > 1 && r.append(t("h3", {}, i.name)), r.append(nt(i, e, n));
	return r;
}
function it(e) {
	let n = t("section", { id: "run" }, t("h2", {}, "About this run")), r = t("dl");
	for (let [n, i] of e.facts) r.append(t("div", {}, t("dt", {}, n), t("dd", {}, i)));
	return n.append(r), e.notes.length > 0 && n.append(t("h3", {}, "Notes"), t("ul", {}, ...e.notes.map((e) => t("li", {}, e)))), n.append(t("p", { class: "caveat" }, e.caveat)), n;
}
function at(e, n) {
	let r = new se(), i = n.measures.flatMap((e) => Fe(e, n, r) ?? []);
	e.replaceChildren(...Ve(n, r), t("div", { class: "measures" }, ...i), rt(n, r), it(n), Ge(n, r)), document.getElementById(oe(location.hash.slice(1)))?.scrollIntoView();
}
var ot = document.getElementById("payload"), $ = document.getElementById("report");
if (ot && $) try {
	at($, b(ot.textContent ?? ""));
} catch (e) {
	let n = e instanceof Error ? e.message : String(e);
	throw $.replaceChildren(t("p", { role: "alert" }, `This page’s data could not be drawn: ${n}.`)), e;
}
//#endregion
export { at as mount };
