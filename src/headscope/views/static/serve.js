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
//#endregion
//#region src/views/decode.ts
var r = Float32Array.from({ length: 256 }, (e, t) => (t / 255) ** 2);
async function i(e, t) {
	let n = new DecompressionStream("deflate-raw"), r = n.writable.getWriter(), i = (async () => {
		for (let t of e) await r.write(t);
		await r.close();
	})();
	i.catch(() => void 0);
	let a = new Uint8Array(t), o = n.readable.getReader(), s = 0;
	for (let e = await o.read(); !e.done; e = await o.read()) {
		if (s + e.value.length > t) throw Error(`expected ${t} bytes of data, got more`);
		a.set(e.value, s), s += e.value.length;
	}
	if (await i, s !== t) throw Error(`expected ${t} bytes of data, got ${s}`);
	return a;
}
var a = class {
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
};
//#endregion
//#region src/views/meta.ts
function o({ shape: e }) {
	return e.reduce((e, t) => e * t, 1);
}
function s(e) {
	let t = e.stacks.flatMap(({ maps: e, vectors: t, norms: n, rests: r }) => [
		e.at + o(e),
		...n ? [n.at + 4 * o(n)] : [],
		...r ? [r.at + o(r)] : [],
		...t ? [t.query.at + 4 * o(t.query), t.key.at + 4 * o(t.key)] : []
	]);
	return Math.max(0, ...t);
}
function c(e, t) {
	for (let n of [
		"special",
		"segments",
		"words"
	]) if (t[n].length !== t.texts.length) throw Error(`${e}: expected ${t.texts.length} in "${n}", as many as there are tokens, got ${t[n].length}`);
}
function l(e, { shape: t }, n) {
	if (t.length !== n.length || t.some((e, t) => n[t] !== null && e !== n[t])) throw Error(`${e}: expected the shape ${n.map((e) => e ?? "any").join(" × ")}, got ${t.join(" × ")}`);
}
function u(e) {
	if (e.version !== 1) throw Error(`this page reads version 1 of the data, got version ${e.version}`);
	if (e.stacks.length === 0) throw Error("expected at least one stack of layers, got none");
	for (let { name: t, layers: n, heads: r, queries: i, keys: a, maps: o, vectors: s, norms: u, rests: d } of e.stacks) c(`${t}, queries`, i), c(`${t}, keys`, a), l(`${t}, maps`, o, [
		n,
		r,
		i.texts.length,
		a.texts.length
	]), u && l(`${t}, norms`, u, [
		n,
		r,
		a.texts.length
	]), d && l(`${t}, rests`, d, [
		n,
		r,
		i.texts.length
	]), s && (l(`${t}, query vectors`, s.query, [
		n,
		r,
		i.texts.length,
		null
	]), l(`${t}, key vectors`, s.key, [
		n,
		r,
		a.texts.length,
		s.query.shape[3]
	]));
	return e;
}
//#endregion
//#region src/views/controls.ts
function d(e, n, r) {
	let i = t("select", { "aria-label": e }, ...n.map(([e, n]) => t("option", { value: e }, n)));
	return i.addEventListener("change", () => r(i.value)), {
		element: t("label", { class: "hs-field" }, `${e} `, i),
		show: (e) => {
			i.value = e;
		}
	};
}
function f(e, n) {
	let r = t("input", { type: "checkbox" });
	return r.addEventListener("change", () => n(r.checked)), {
		element: t("label", { class: "hs-field" }, r, ` ${e}`),
		show: (e) => {
			r.checked = e;
		}
	};
}
function p(e, n, r, i) {
	let a = t("input", {
		type: "range",
		min: 0,
		max: n,
		step: r,
		"aria-label": e
	}), o = t("output", { class: "hs-number" });
	return a.addEventListener("input", () => i(Number(a.value))), {
		element: t("label", { class: "hs-field" }, `${e} `, a, o),
		show: (e) => {
			a.value = String(e), o.textContent = `${Math.round(e * 1e3) / 10}%`, a.setAttribute("aria-valuetext", o.textContent);
		}
	};
}
function m(e, n, r = {}) {
	let i = t("button", {
		type: "button",
		...r
	}, e);
	return i.addEventListener("click", n), i;
}
function h(e, n, r) {
	let i = n.map(([e, t]) => m(t, () => r(e), { "data-value": e }));
	return {
		element: t("div", {
			class: "hs-choices",
			role: "group",
			"aria-label": e
		}, ...i),
		show: (e) => {
			for (let t of i) t.setAttribute("aria-pressed", String(t.dataset.value === e));
		},
		disable: (e, t) => {
			let n = i.find(({ dataset: t }) => t.value === e);
			n.disabled = !0, n.title = t;
		}
	};
}
var g = class {
	elements;
	at = 0;
	constructor(e) {
		this.elements = e, e.forEach((e, t) => e.tabIndex = t === 0 ? 0 : -1);
	}
	to(e, t = !0) {
		let n = this.elements[e];
		n && (this.elements[this.at].tabIndex = -1, this.at = e, n.tabIndex = 0, t && n.focus());
	}
}, _ = "ui-monospace, \"SF Mono\", Menlo, Consolas, \"DejaVu Sans Mono\", \"Liberation Mono\", monospace", v = "system-ui, -apple-system, \"Segoe UI\", Roboto, \"Noto Sans\", sans-serif", y = /\p{L}/u, b = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}\u07c0-\u085f]/u;
function x(e) {
	let t = y.exec(e)?.[0] ?? "";
	return b.test(t) ? "rtl" : "ltr";
}
var S = class {
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
		}), l.restore()) : (l.globalAlpha = 1, l.fillStyle = r, l.font = `${s ? "600 " : ""}${i}px ${o}`, l.textAlign = a === "middle" ? "center" : a === "end" ? "right" : "left", l.textBaseline = "alphabetic", l.direction = x(n), l.fillText(n, e, t + i * .35));
	}
	picture(e, t, n, r, i) {
		this.context.globalAlpha = 1, this.context.imageSmoothingEnabled = e.width > r * 2, this.context.drawImage(e, t, n, r, i);
	}
}, C = (e) => String(Math.round(e * 100) / 100), w = class {
	into;
	paths = /* @__PURE__ */ new Map();
	start = "";
	constructor(e) {
		this.into = e;
	}
	line(e, t, r, i, { colour: a, alpha: o, width: s, dash: c }) {
		let l = `M${C(e)} ${C(t)}`;
		l !== this.start && this.paths.clear(), this.start = l;
		let u = C(Math.min(1, o)), d = `${a} ${u} ${c.join()}`, f = this.paths.get(d);
		f || (f = n("path", {
			d: "",
			fill: "none",
			stroke: a,
			"stroke-opacity": u,
			"stroke-width": C(s)
		}), c.length > 0 && f.setAttribute("stroke-dasharray", c.join(" ")), this.paths.set(d, f), this.into.append(f)), f.setAttribute("d", `${f.getAttribute("d")}${l}L${C(r)} ${C(i)}`);
	}
	box(e, t, r, i, a, o) {
		let s = {
			x: C(e),
			y: C(t),
			width: C(r),
			height: C(i)
		};
		this.into.append(n("rect", {
			...s,
			fill: a,
			"fill-opacity": C(Math.min(1, o))
		}));
	}
	frame(e, t, r, i, a) {
		let o = {
			x: C(e),
			y: C(t),
			width: C(r),
			height: C(i)
		};
		this.into.append(n("rect", {
			...o,
			fill: "none",
			stroke: a,
			"stroke-width": 1.25
		}));
	}
	text(e, t, r, { colour: i, size: a, anchor: o, font: s, strong: c, turned: l }) {
		let u = x(r), d = n("text", {
			x: C(l ? e + a * .35 : e),
			y: C(l ? t : t + a * .35),
			fill: i,
			"font-size": C(a),
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
		c && d.setAttribute("font-weight", "600"), l && d.setAttribute("transform", `rotate(-90 ${C(e + a * .35)} ${C(t)})`), d.append(r), this.into.append(d);
	}
	picture(e, t, r, i, a) {
		let o = n("image", {
			x: C(t),
			y: C(r),
			width: C(i),
			height: C(a),
			href: e.toDataURL("image/png"),
			preserveAspectRatio: "none"
		});
		e.width <= i * 2 && o.setAttribute("image-rendering", "pixelated"), this.into.append(o);
	}
};
function T(e, t, n) {
	let r = Math.min(2, window.devicePixelRatio || 1), [i, a] = [Math.max(1, Math.round(t * r)), Math.max(1, Math.round(n * r))];
	(e.width !== i || e.height !== a) && (e.width = i, e.height = a, e.style.width = `${t}px`, e.style.height = `${n}px`);
	let o = e.getContext("2d");
	return o?.setTransform(1, 0, 0, 1, 0, 0), o?.clearRect(0, 0, i, a), o?.setTransform(r, 0, 0, r, 0, 0), o;
}
//#endregion
//#region src/views/palette.ts
var E = {
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
}, D = [
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
function O(e, t) {
	let n = t >> 1, r = 2 * (n % (e.hues.length / 2)) + (t & 1);
	return {
		colour: e.hues[r],
		dash: D[n % D.length]
	};
}
function k(e, t) {
	return t.length === 1 ? [{
		colour: e.hues[0],
		dash: []
	}] : t.map((t) => O(e, t));
}
var A = "(prefers-color-scheme: dark)";
function j() {
	let { dataset: e, classList: t } = document.body, n = e.jpThemeLight ?? e.vscodeThemeKind;
	return n === "false" || n === "vscode-dark" || n === "vscode-high-contrast" ? "dark" : n !== void 0 || t.contains("vscode-light") ? "light" : t.contains("vscode-dark") ? "dark" : null;
}
function M() {
	return j() ?? (window.matchMedia(A).matches ? "dark" : "light");
}
function N(e) {
	let t = window.matchMedia(A), n = new MutationObserver(e);
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
var P = 12, F = 28, I = 8192;
function L(e, t) {
	e.text(P, 16, t, {
		colour: E.light.ink,
		size: 14,
		anchor: "start",
		font: v,
		strong: !0
	});
}
function R({ width: e, height: t }) {
	return {
		width: e + 24,
		height: t + F + P
	};
}
function ee(e) {
	let { width: t, height: r } = R(e), i = n("svg", {
		xmlns: "http://www.w3.org/2000/svg",
		width: t,
		height: r,
		viewBox: `0 0 ${t} ${r}`,
		role: "img"
	});
	i.append(n("title", {}, e.title), n("rect", {
		width: t,
		height: r,
		fill: E.light.background
	})), L(new w(i), e.title);
	let a = n("svg", {
		x: P,
		y: F,
		width: e.width,
		height: e.height,
		overflow: "hidden"
	});
	return e.draw(new w(a), E.light, "light"), i.append(a), new XMLSerializer().serializeToString(i);
}
async function te(e) {
	let { width: n, height: r } = R(e), i = Math.min(3, I / Math.max(n, r)), a = t("canvas", {
		width: Math.ceil(n * i),
		height: Math.ceil(r * i)
	}), o = a.getContext("2d");
	o.scale(i, i);
	let s = new S(o);
	return s.box(0, 0, n, r, E.light.background, 1), L(s, e.title), o.translate(P, F), o.beginPath(), o.rect(0, 0, e.width, e.height), o.clip(), e.draw(s, E.light, "light"), new Promise((e, t) => {
		a.toBlob((n) => n ? e(n) : t(/* @__PURE__ */ Error("the browser made no PNG of this size")), "image/png");
	});
}
function ne(e, t) {
	return `${e.normalize("NFKD").replace(/[^\p{L}\p{N}]+/gu, "-").slice(0, 61).replace(/^-+|-+$/gu, "") || "headscope"}.${t}`;
}
function re(e, n) {
	let r = URL.createObjectURL(e);
	t("a", {
		href: r,
		download: n
	}).click(), setTimeout(() => URL.revokeObjectURL(r), 1e4);
}
var z = 12.6, B = .61 * z, ie = {
	" ": "␣",
	"\n": "↵",
	"	": "⇥"
}, ae = "‍", oe = /^[\p{C}\p{Z}\u115f\u1160\u3164\uffa0\u2800]$/u, se = /^(?=\p{Cn})[\u{1f000}-\u{1faff}]$/u, ce = /(?:[\p{So}↔]|(?=\p{Cn})[\u{1f000}-\u{1faff}])[\u{1f3fb}-\u{1f3ff}]?\ufe0f*$/u, le = /^(?:[\p{So}↔]|(?=\p{Cn})[\u{1f000}-\u{1faff}])/u, ue = /^\p{M}/u, de = /^\p{Regional_Indicator}$/u, fe = /^[\u{1f3fb}-\u{1f3ff}]$/u, pe = /^[\p{Mn}\p{Me}\u200d\u{1f3fb}-\u{1f3ff}]$/u, me = /* @__PURE__ */ RegExp("^(?!\\p{Regional_Indicator})(?:\\p{Emoji_Presentation}|[\\u1100-\\u115f\\u2329\\u232a\\u2e80-\\u303e\\u3041-\\u3247\\u3250-\\u4dbf\\u4e00-\\ua4cf\\ua960-\\ua97c\\uac00-\\ud7a3\\uf900-\\ufaff\\ufe10-\\ufe19\\ufe30-\\ufe6b\\uff01-\\uff60\\uffe0-\\uffe6\\u{16fe0}-\\u{18dff}\\u{1aff0}-\\u{1b2fb}\\u{1f200}-\\u{1f265}\\u{20000}-\\u{3fffd}])$", "u");
function V(e) {
	let t = [...e], n = t.map((e, n) => e === ae && he(t, n) || !oe.test(e) || se.test(e) ? e : ie[e] ?? `‹${e.codePointAt(0).toString(16).toUpperCase().padStart(2, "0")}›`).join("");
	return ue.test(n) ? `◌${n}` : n || "‹empty›";
}
function he(e, t) {
	return ce.test(e.slice(0, t).join("")) && le.test(e[t + 1] ?? "");
}
function H(e) {
	return e.split(" ").map((e) => e === "" ? "" : V(e)).join(" ");
}
function U(e) {
	let t = 0, n = "";
	for (let r of e) n !== ae && !pe.test(r) && (t += me.test(r) || se.test(r) ? 2 : 1), n = r;
	return t;
}
function ge(e) {
	let t = [];
	for (let n of e) {
		let e = t.at(-1) ?? "", r = de.test(e) && de.test(n), i = ue.test(n) || n === ae || fe.test(n) || e.endsWith(ae) || r;
		e !== "" && i ? t[t.length - 1] = e + n : t.push(n);
	}
	return t;
}
var _e = (e) => [...e].length;
function W(e, t) {
	let n = V(e);
	if (U(n) <= t && _e(n) <= 2 * t) return n;
	let r = "";
	for (let e of ge(n)) {
		let n = [...e].slice(0, t).join("");
		if (U(r + n) > t - 1 || _e(r + n) > 2 * t) break;
		r += n;
	}
	return `${r}…`;
}
//#endregion
//#region src/views/arrow.ts
var ve = 8, ye = "a";
function be(e) {
	let t = e?.closest?.("[data-at]"), n = t?.closest(".hs-left, .hs-right");
	return !t || !n ? null : {
		side: n.classList.contains("hs-left") ? "left" : "right",
		token: t,
		at: Number(t.dataset.at)
	};
}
function xe(e, t) {
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
		let t = e.button === 0 ? be(e.target) : null;
		c = t && {
			...t,
			x: e.clientX,
			y: e.clientY
		}, l = !1;
	});
	let v = (e) => {
		if (!c || !l && Math.hypot(e.clientX - c.x, e.clientY - c.y) < ve) return;
		l = !0, e.preventDefault();
		let t = i.getBoundingClientRect();
		f(m(c.side), p(c), e.clientX - t.left, e.clientY - t.top);
		let n = be(r.getRootNode().elementFromPoint(e.clientX, e.clientY));
		g(n && n.side !== c.side ? n : null);
	}, y = (e) => {
		if (c && l && e.type === "pointerup") {
			_(c, be(r.getRootNode().elementFromPoint(e.clientX, e.clientY)));
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
		let t = be(e.target);
		if (!(e.key.toLowerCase() !== ye || !t || e.ctrlKey || e.altKey || e.metaKey)) {
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
//#region src/marks.ts
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
//#region src/views/units.ts
var Ce = [
	"all",
	"A-A",
	"A-B",
	"B-A",
	"B-B"
];
function G(e, { hide: t, words: n }) {
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
function we(e, t, n) {
	return e instanceof Uint8Array ? Te(e, t, n) : Ee(e, t, n);
}
function Te(e, t, n) {
	return {
		rows: t,
		columns: n,
		values: e,
		read: (e) => r[e],
		least: (e) => 255 * Math.sqrt(e) - 1e-9
	};
}
function Ee(e, t, n) {
	return {
		rows: t,
		columns: n,
		values: e,
		read: (e) => e,
		least: (e) => e
	};
}
function De(e, t, n, i) {
	let a = n.unit.length;
	if (t.parts.length === t.unit.length && n.parts.length === a) return we(e, t.parts.length, a);
	let o = e instanceof Uint8Array ? (e) => r[e] : (e) => e, s = n.parts.length, c = new Float32Array(t.parts.length * s), l = new Float64Array(s);
	return t.parts.forEach((t, r) => {
		for (let u of t) {
			l.fill(0);
			let d = 0;
			for (let t = 0; t < a; t++) {
				let r = n.unit[t];
				if (r < 0) continue;
				let i = o(e[u * a + t]);
				l[r] += i, d += i;
			}
			let f = (i && d > 0 ? 1 / d : 1) / t.length;
			for (let e = 0; e < s; e++) c[r * s + e] += l[e] * f;
		}
	}), Ee(c, t.parts.length, s);
}
function Oe(e, t, n) {
	return e === "all" || e === `${t === 0 ? "A" : "B"}-${n === 0 ? "A" : "B"}`;
}
function ke(e, t, n, { rows: r, columns: i, filter: a }) {
	let o = t ? i.parts.length : r.parts.length;
	return e.map((e) => {
		let s = new Float64Array(o);
		for (let c of n) for (let n = 0; n < o; n++) {
			let [o, l] = t ? [c, n] : [n, c];
			Oe(a, r.segments[o], i.segments[l]) && (s[n] += e.read(e.values[o * e.columns + l]));
		}
		return s;
	});
}
//#endregion
//#region src/views/weights.ts
var Ae = [
	"raw",
	"norm",
	"no-sink",
	"rollout",
	"value-zeroing"
], je = ["norm", "no-sink"], Me = {
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
function K({ weights: e }) {
	return e?.first === "rollout" || e?.first === "value-zeroing";
}
function Ne({ weights: e }) {
	return Ae.filter((t) => e ? t in e.errors : t === "raw");
}
function Pe({ data: e, stack: t, layer: n, head: i }, a) {
	let o = e.map(t, n, i), s = t.keys.texts.length, c = t.sinks ?? t.keys.special, l = a === "norm" && t.norms ? e.norms(t.norms, n, i) : c.map((e) => +!e), u = a === "no-sink" && t.rests ? e.rests(t.rests, n, i) : null;
	return (e, t, n) => {
		if (u?.[e]) return;
		let i = 0;
		for (let t = 0; t < s; t++) i += r[o[e * s + t]] * l[t];
		if (i > 0) for (let a = 0; a < s; a++) t[n + a] = r[o[e * s + a]] * l[a] / i;
	};
}
function Fe(e, t) {
	let { data: n, stack: r, layer: i, head: a } = e;
	if (!je.includes(t)) return n.map(r, i, a);
	let [o, s] = [r.queries.texts.length, r.keys.texts.length], c = new Float32Array(o * s), l = Pe(e, t);
	for (let e = 0; e < o; e++) l(e, c, e * s);
	return c;
}
function Ie(e, t, n) {
	let i = e.stack.keys.texts.length;
	if (!je.includes(t)) {
		let t = e.data.map(e.stack, e.layer, e.head).subarray(n * i, (n + 1) * i);
		return Float32Array.from(t, (e) => r[e]);
	}
	let a = new Float32Array(i);
	return Pe(e, t)(n, a, 0), a;
}
function Le(e, t, n, r, i) {
	let { rests: a } = t;
	if (!a || r.length === 0) return i.texts.map(() => null);
	let o = r.map((t) => e.rests(a, n, t)), s = t.keys.texts.flatMap((e, n) => (t.sinks ?? t.keys.special)[n] ? [n] : []);
	return i.parts.map((i) => {
		if (!i.every((e) => o.every((t) => t[e] === 1))) return null;
		let a = s.map((a) => r.reduce((r, o) => r + i.reduce((r, i) => r + Ie({
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
function Re(e, t) {
	let n = {
		hide: t.hide,
		words: t.words
	};
	return {
		rows: G(e.queries, n),
		keys: G(e.keys, n)
	};
}
function ze({ data: e }, t, n, r, i, a, o) {
	return De(Fe({
		data: e,
		stack: t,
		layer: r,
		head: i
	}, n.weights), a, o, n.hide && n.renormalise);
}
function q(e, t) {
	return `${e + 1}-${t + 1}`;
}
//#endregion
//#region src/views/grid.ts
var [Be, Ve, J, He, Ue] = [
	14,
	72,
	4,
	28,
	20
], We = 28, Ge = 18;
function Ke(e, t) {
	let n = Array.from({ length: e.layers * e.heads }, (t, n) => ({
		layer: Math.floor(n / e.heads),
		head: n % e.heads
	})), r = ({ layer: e, head: n }) => t.value[e]?.[n] ?? -Infinity;
	return n.sort((e, t) => r(t) === r(e) ? 0 : r(t) - r(e));
}
function qe(e, t, n, r = Ve) {
	if (t) return Je(e, t, n);
	let i = (n - He) / e.heads, a = i < We ? J / 2 : J, o = Math.max(Be, Math.min(r, Math.floor(i) - a)), s = (e) => He + e * (o + a), c = (e) => Ue + e * (o + a), l = [], u = [];
	for (let t = 0; t < e.heads && e.heads > 1; t++) u.push({
		x: s(t) + o / 2,
		y: Ue / 2,
		text: String(t + 1),
		anchor: "middle"
	});
	for (let t = 0; t < e.layers; t++) {
		u.push({
			x: He - 6,
			y: c(t) + o / 2,
			text: String(t + 1),
			anchor: "end"
		});
		for (let n = 0; n < e.heads; n++) l.push({
			layer: t,
			head: n,
			x: s(n),
			y: c(t)
		});
	}
	return {
		cells: l,
		names: u,
		columns: e.heads,
		side: o,
		width: s(e.heads),
		height: c(e.layers)
	};
}
function Je(e, t, n) {
	let r = Ve, i = Math.max(1, Math.floor((n + J) / (r + J))), a = [], o = [];
	Ke(e, t).forEach(({ layer: e, head: n }, s) => {
		let [c, l] = [s % i * (r + J), Math.floor(s / i) * (r + Ge + J)], u = t.value[e]?.[n];
		a.push({
			layer: e,
			head: n,
			x: c,
			y: l
		}), o.push({
			x: c,
			y: l + r + Ge / 2,
			text: q(e, n),
			anchor: "start"
		}), o.push({
			x: c + r,
			y: l + r + Ge / 2,
			text: typeof u == "number" ? u.toFixed(2) : "–",
			anchor: "end"
		});
	});
	let s = Math.ceil(a.length / i);
	return {
		cells: a,
		names: o,
		columns: i,
		side: r,
		width: i * (r + J),
		height: s * (r + Ge + J)
	};
}
//#endregion
//#region src/colour.ts
var Ye = {
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
}, Xe = {
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
}, Ze = 256;
function Qe(e) {
	return e <= .04045 ? e / 12.92 : ((e + .055) / 1.055) ** 2.4;
}
function $e(e) {
	return e <= .0031308 ? e * 12.92 : 1.055 * e ** (1 / 2.4) - .055;
}
function et(e) {
	let t = (t) => Qe(parseInt(e.slice(t, t + 2), 16) / 255), [n, r, i] = [
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
function tt([e, t, n]) {
	let r = (e + .3963377774 * t + .2158037573 * n) ** 3, i = (e - .1055613458 * t - .0638541728 * n) ** 3, a = (e - .0894841775 * t - 1.291485548 * n) ** 3;
	return `#${[
		4.0767416621 * r - 3.3077115913 * i + .2309699292 * a,
		-1.2684380046 * r + 2.6097574011 * i - .3413193965 * a,
		-.0041960863 * r - .7034186147 * i + 1.707614701 * a
	].map((e) => Math.round(255 * Math.min(1, Math.max(0, $e(e))))).map((e) => e.toString(16).padStart(2, "0")).join("")}`;
}
function nt([e, t, n], r) {
	let i = 1 - r, a = (a) => i * i * e[a] + 2 * i * r * t[a] + r * r * n[a];
	return [
		a(0),
		a(1),
		a(2)
	];
}
function rt(e, t) {
	return Math.hypot(e[0] - t[0], e[1] - t[1], e[2] - t[2]);
}
function Y([e, t, n]) {
	let r = [
		et(e),
		et(t),
		et(n)
	], i = Array.from({ length: 4097 }, (e, t) => nt(r, t / 4096)), a = [0];
	for (let e = 1; e < i.length; e++) a.push(a[e - 1] + rt(i[e - 1], i[e]));
	let o = a[a.length - 1], s = 0;
	return Array.from({ length: Ze }, (e, t) => {
		for (; s < i.length - 1 && a[s] < o * t / 255;) s++;
		return tt(i[s]);
	});
}
var it = {
	light: Y(Ye.light),
	dark: Y(Ye.dark)
};
Y(Xe.light.below), Y(Xe.light.above), Y(Xe.dark.below), Y(Xe.dark.above);
function at(e, t) {
	let n = Math.round(Math.min(1, Math.max(0, t)) * 255);
	return it[e][n];
}
//#endregion
//#region src/views/maps.ts
function ot(e) {
	return Uint32Array.from({ length: 256 }, (t, n) => {
		let r = parseInt(at(e, n / 255).slice(1), 16);
		return (255 << 24 | (r & 255) << 16 | r & 65280 | r >> 16) >>> 0;
	});
}
var st = {
	light: ot("light"),
	dark: ot("dark")
};
function ct(e, t) {
	return Int32Array.from({ length: e }, (n, r) => Math.floor(r * t / e));
}
function lt(e, t, n, r, i, a) {
	let o = new Uint8Array(i * a), s = ct(n.parts.length, i), c = ct(t.parts.length, a);
	for (let { columns: a, values: l } of e) {
		let e = l instanceof Uint8Array ? null : 255;
		for (let u = 0; u < c.length; u++) {
			let d = c[u] * i;
			for (let i = 0; i < a; i++) {
				let c = l[u * a + i], f = e === null ? c : Math.round(e * Math.sqrt(Math.min(1, c))), p = d + s[i];
				f > o[p] && (r === "all" || Oe(r, t.segments[u], n.segments[i])) && (o[p] = f);
			}
		}
	}
	return o;
}
function ut(e, n, r, i, a, o) {
	let [s, c] = [Math.max(1, Math.min(a, r.parts.length)), Math.max(1, Math.min(a, n.parts.length))], l = t("canvas", {
		width: s,
		height: c
	}), u = l.getContext("2d");
	if (!u) return l;
	let d = u.createImageData(s, c), f = new Uint32Array(d.data.buffer), p = st[o];
	return lt(e, n, r, i, s, c).forEach((e, t) => f[t] = p[e]), u.putImageData(d, 0, 0), l;
}
//#endregion
//#region src/views/off.ts
var dt = 3;
function ft(e, t, n, r) {
	return (e.stacks.length > 1 ? `${t.name}/` : "") + q(n, r);
}
function pt(e, t, n, r) {
	return (e.off ?? []).includes(ft(e, t, n, r));
}
function mt({ meta: e, store: t, switchOff: n }, r) {
	let i = () => t.state.heads.map((n) => ft(e, r, t.state.layer, n)), a = () => e.off ?? [], o = m("", () => {
		let e = i(), t = a().filter((t) => !e.includes(t));
		n?.(e.every((e) => a().includes(e)) ? t : [...t, ...e]);
	});
	return o.classList.add("hs-switch"), {
		element: o,
		show: ({ heads: e }) => {
			o.hidden = !n || e.length === 0;
			let t = !i().every((e) => a().includes(e)), r = e.length === 1 ? "" : ` these ${e.length} heads`;
			o.textContent = `switch${r} ${t ? "off" : "on"}`, o.setAttribute("aria-label", e.length === 1 ? `switch ${t ? "off" : "on"} head ${i()[0]}` : o.textContent);
		}
	};
}
var ht = (e) => e < .005 ? "<0.01" : e.toFixed(2);
function gt(e, n) {
	let r = t("span", {
		class: "hs-share",
		"aria-hidden": "true"
	});
	return r.style.width = `${Math.max(1, 100 * e / n)}%`, t("td", {}, t("span", { class: "hs-share-track" }, r), t("span", { class: "hs-number" }, ht(e)));
}
function _t({ meta: e, switchOff: n }) {
	let { likely: r } = e, i = (e.off ?? []).map(V), a = t("section", {
		class: "hs-likely",
		"aria-label": "What the model predicts"
	});
	if (!r || r.reason && !n) return a.hidden = !0, a;
	let o = e.stacks[0].queries.texts, s = t("bdi", { class: "hs-quoted" }, V(o[r.place] ?? "").slice(0, 40));
	if (r.reason) a.append(t("p", { class: "hs-hint" }, H(r.reason)));
	else {
		let e = t("p", { class: "hs-title" });
		e.append(...r.what === "mask" ? ["In the place of ", s] : ["After ", s]);
		let n = i.length > dt ? `${i.length} heads` : i.join(", "), o = Math.max(...r.guesses.flatMap((e) => [e.whole, e.without])), c = t("tr", {}, t("th", { scope: "col" }, "word"), t("th", { scope: "col" }, "whole model"));
		i.length > 0 && c.append(t("th", { scope: "col" }, `without ${n}`));
		let l = r.guesses.map((e) => t("tr", {}, t("th", { scope: "row" }, t("bdi", {
			class: "hs-word",
			dir: "auto"
		}, V(e.text).slice(0, 40))), gt(e.whole, o), ...i.length > 0 ? [gt(e.without, o)] : []));
		a.append(e, t("table", {}, t("thead", {}, c), t("tbody", {}, ...l)));
	}
	if (i.length > 0 && n) {
		let r = e.off ?? [], i = r.slice(0, 24).map((e) => {
			let t = m(`${V(e)} ×`, () => n(r.filter((t) => t !== e)));
			return t.setAttribute("aria-label", `${V(e)} ×: switch on head ${V(e)}`), t;
		}), o = m("all on", () => n([]));
		a.append(t("p", { class: "hs-offs" }, t("span", {}, "off "), ...i, ...r.length > 1 ? [o] : []));
	} else i.length === 0 && n && !r.reason && a.append(t("p", { class: "hs-hint" }, "Switch a head off, at its name, to see what changes."));
	return a;
}
//#endregion
//#region src/views/readout.ts
var vt = 5;
function X({ behaviours: e }, t) {
	let n = e.find(({ name: e }) => e === t);
	return {
		words: n ? H(n.words) : V(t),
		mark: n ? H(n.sign) : [...V(t)][0]
	};
}
function yt(e, t, n, r) {
	return e.labels.find((e) => e.stack === t.name && e.layer === n && e.head === r)?.label ?? null;
}
function bt(e, t, n, r) {
	if (K(e)) return `Layer ${n + 1}`;
	let i = yt(e, t, n, r), a = pt(e, t, n, r) ? ", switched off" : "";
	return `Head ${q(n, r)}${i === null ? "" : `, ${X(e, i).words}`}${a}`;
}
function xt(e, t, n) {
	return St(e, t, n) + Me[n.weights].title;
}
function St(e, t, { layer: n, heads: r }) {
	let i = e.stacks.length > 1 ? ` of the ${V(t.name)}` : "";
	if (K(e)) return `Layer ${n + 1}${i}`;
	if (r.length === 0) return `Layer ${n + 1}${i}, no head shown`;
	if (r.length === 1) {
		let a = yt(e, t, n, r[0]);
		return `Head ${q(n, r[0])}${i}${a === null ? "" : `: ${X(e, a).words}`}`;
	}
	let a = r.map((e) => e + 1), o = a.length > 2 && a.at(-1) - a[0] === a.length - 1 ? `${a[0]} to ${a.at(-1)}` : `${a.slice(0, -1).join(", ")} and ${a.at(-1)}`;
	return `Layer ${n + 1}${i}, heads ${o}`;
}
var Ct = {
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
}, wt = {
	raw: "attends",
	"no-sink": "attends",
	norm: "moves",
	rollout: "carried",
	"value-zeroing": "depends"
}, Tt = (e) => t("bdi", { class: "hs-quoted" }, V(e).slice(0, 40));
function Et({ rows: e, keys: t, heads: n, weights: r, rests: i }, a, o) {
	if (n.length === 0) return ["No head is shown: choose one above."];
	if (!a || !o) return ["Point at a token to see its weights."];
	let [s, c] = a.side === "left" ? [e, t] : [t, e], l = [];
	a.units.slice(0, vt).forEach((e, t) => l.push(t > 0 ? " + " : "", Tt(s.texts[e]))), a.units.length > vt && l.push(` and ${a.units.length - vt} more`);
	let u = a.units.length === 1, d = a.side === "left" && u ? i[a.units[0]] : null;
	if (d) return [
		...l,
		" rests on ",
		Tt(d),
		": without sinks, less than 1% of its attention is left."
	];
	l.push(Ct[wt[r]][a.side][+!u]);
	let f = Array.from(o.keys()).filter((e) => o[e] >= .01).sort((e, t) => o[t] - o[e]).slice(0, vt);
	f.length === 0 && l.push("nothing above 1%"), f.forEach((e, t) => l.push(t > 0 ? ", " : "", Tt(c.texts[e]), ` ${o[e].toFixed(2)}`));
	let p = Me[r].note, m = [
		...p ? [p] : [],
		...u ? [] : ["summed"],
		...n.length === 1 ? [] : [`mean of ${n.length} heads`]
	];
	return l.push(m.length > 0 ? ` (${m.join(", ")}).` : "."), l;
}
//#endregion
//#region src/views/board.ts
var Dt = 14, Ot = 44, kt = class {
	context;
	stack;
	options;
	element;
	grid;
	buttons = [];
	rover = new g([]);
	canvas = t("canvas", { "aria-hidden": "true" });
	cells = t("div", {
		class: "hs-cells",
		role: "grid",
		"aria-label": "All heads"
	});
	board = t("div", { class: "hs-board" }, this.canvas, this.cells);
	slice = 0;
	arrangedFor = "";
	drawnFor = "";
	made = /* @__PURE__ */ new Map();
	constructor(e, n, r) {
		this.context = e, this.stack = n, this.options = r, this.element = t("div", { class: "hs-wide" }, this.board);
		let i = (e) => this.buttons.indexOf(e.target.closest("button"));
		this.cells.addEventListener("click", (e) => {
			let t = i(e);
			t >= 0 && this.options.choose(this.grid.cells[t], e.shiftKey);
		});
		for (let e of ["pointerover", "focusin"]) this.cells.addEventListener(e, (t) => {
			let n = i(t);
			n < 0 || (e === "focusin" && this.rover.to(n, !1), this.options.point(this.grid.cells[n], e === "focusin" && this.buttons[n].matches(":focus-visible")));
		});
		this.cells.addEventListener("pointerleave", () => this.options.point(null, !1)), this.cells.addEventListener("keydown", (e) => {
			let t = i(e);
			if (t < 0 || e.ctrlKey || e.altKey || e.metaKey) return;
			let { columns: n } = this.grid, r = Se(Math.ceil(this.buttons.length / n), n, t, e.key);
			r !== null && (e.preventDefault(), this.rover.to(Math.min(r, this.buttons.length - 1)));
		});
	}
	get width() {
		return this.grid.width;
	}
	get height() {
		return this.grid.height;
	}
	update(e, t, n) {
		let r = JSON.stringify([t?.id ?? null, n]), i = JSON.stringify([
			this.context.theme(),
			e.weights,
			e.filter,
			e.hide,
			e.renormalise,
			e.words
		]);
		(r !== this.arrangedFor || i !== this.drawnFor) && (r !== this.arrangedFor && this.layout(t, n), i !== this.drawnFor && this.made.clear(), [this.arrangedFor, this.drawnFor] = [r, i], this.draw());
	}
	mark(e) {
		this.buttons.forEach((t, n) => t.setAttribute("aria-selected", String(e(this.grid.cells[n]))));
	}
	layout(e, n) {
		let r = this.grid?.side;
		this.grid = qe(this.stack, e, n, this.options.most), this.grid.side !== r && this.made.clear(), this.board.classList.toggle("hs-small", this.grid.side < Ot), this.board.style.width = `${this.grid.width}px`, this.board.style.height = `${this.grid.height}px`, this.buttons = this.grid.cells.map((e) => {
			let n = this.options.describe(e), r = m("", () => void 0, {
				class: "hs-cell",
				role: "gridcell",
				"aria-label": n,
				title: n
			});
			r.classList.toggle("hs-off", pt(this.context.meta, this.stack, e.layer, e.head));
			let i = this.sign(e);
			return i !== "" && r.append(t("span", {
				class: "hs-mark",
				"aria-hidden": "true"
			}, i)), r.style.left = `${e.x}px`, r.style.top = `${e.y}px`, r.style.width = `${this.grid.side}px`, r.style.height = `${this.grid.side}px`, r;
		}), this.rover = new g(this.buttons);
		let i = [], { columns: a } = this.grid;
		for (let e = 0; e < this.buttons.length; e += a) i.push(t("div", { role: "row" }, ...this.buttons.slice(e, e + a)));
		this.cells.replaceChildren(...i);
	}
	sign({ layer: e, head: t }) {
		let n = yt(this.context.meta, this.stack, e, t);
		return n === null ? "" : X(this.context.meta, n).mark;
	}
	names(e, t) {
		let n = {
			colour: t.quiet,
			size: Math.min(13, Math.max(9, this.grid.side * .3)),
			font: v
		};
		for (let { x: t, y: r, text: i, anchor: a } of this.grid.names) e.text(t, r, i, {
			...n,
			anchor: a
		});
	}
	draw() {
		let e = T(this.canvas, this.grid.width, this.grid.height);
		if (!e) return;
		this.names(new S(e), E[this.context.theme()]), this.element.setAttribute("aria-busy", "true"), cancelAnimationFrame(this.slice);
		let t = [...this.grid.cells].reverse();
		this.slice = requestAnimationFrame(() => this.goOn(t));
	}
	goOn(e) {
		let t = new S(this.canvas.getContext("2d")), n = E[this.context.theme()], { side: r } = this.grid, i = performance.now() + Dt;
		for (; e.length > 0 && performance.now() < i;) {
			let i = e.pop(), a = q(i.layer, i.head), o = this.made.get(a) ?? this.thumbnail(i, Math.min(2, window.devicePixelRatio || 1), this.context.theme());
			this.made.set(a, o), t.picture(o, i.x, i.y, r, r), t.frame(i.x, i.y, r, r, n.line);
		}
		e.length > 0 ? this.slice = requestAnimationFrame(() => this.goOn(e)) : this.element.removeAttribute("aria-busy");
	}
	thumbnail({ layer: e, head: t }, n, r) {
		let { state: i } = this.context.store, { rows: a, keys: o } = Re(this.stack, i);
		return ut([ze(this.context, this.stack, i, e, t, a, o)], a, o, i.filter, Math.round(this.grid.side * n), r);
	}
	export(e, t, n) {
		let { side: r, cells: i } = this.grid;
		this.names(e, t);
		for (let a of i) {
			e.picture(this.thumbnail(a, 3, n), a.x, a.y, r, r), e.frame(a.x, a.y, r, r, t.line);
			let i = this.sign(a);
			if (i === "") continue;
			let o = r < Ot ? 8 : 10, [s, c] = [a.x + r - o / 2 - 2, a.y + o / 2 + 2];
			e.box(s - o / 2 - 1, c - o / 2 - 1, o + 2, o + 2, t.background, 1), e.text(s, c, i, {
				colour: t.ink,
				size: o,
				anchor: "middle",
				font: v
			});
		}
	}
	destroy() {
		cancelAnimationFrame(this.slice);
	}
}, At = 12.6, jt = 4.4 * B, Mt = 36, Nt = .26, Pt = 380, Ft = 24, Z = {
	left: "from",
	right: "attends to"
};
function It(e, t, n, r) {
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
function Lt(e, t, n, r, i = e.column) {
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
function Rt(e) {
	let t = 0;
	return e.map((n, r) => (r > 0 && n !== e[r - 1] && (t += At), t + (r + .5) * 18));
}
function zt(e, t, n) {
	let r = Math.max(3, Math.floor((n - 2 * jt - Math.max(Mt, Nt * n) - 8) / 2 / B)), i = 1;
	for (let n of [e, t]) for (let e of n.texts) i = Math.max(i, U(V(e)));
	let a = Math.min(r, i, Ft), o = a * B + 4, s = Math.max(140, Math.min(n, 2 * (jt + o) + Pt)), [c, l] = [Rt(e.segments), Rt(t.segments)], u = Math.max(c.at(-1) ?? 0, l.at(-1) ?? 0) + 9;
	return {
		queries: c,
		keys: l,
		left: jt + o,
		right: s - jt - o,
		width: s,
		height: u,
		column: o,
		characters: a
	};
}
var Bt = 140, Vt = 60;
function Ht(e, t) {
	let n = 4.4 * B, r = (e) => {
		let t = 0, r = e.texts.map((e) => Math.max(n, Math.min(Vt, U(V(e))) * B + 12));
		return {
			sizes: r,
			middles: r.map((n, r) => (r > 0 && e.segments[r] !== e.segments[r - 1] && (t += At), t += n, t - n / 2)),
			length: t
		};
	}, [i, a] = [r(e), r(t)];
	return {
		queries: i.middles,
		keys: a.middles,
		left: 36,
		right: 36 + Bt,
		width: Math.max(i.length, a.length),
		height: 36 + Bt + 36,
		column: 0,
		characters: Vt,
		across: {
			queries: i.sizes,
			keys: a.sizes
		}
	};
}
//#endregion
//#region src/views/column.ts
var Ut = (e) => e ? "–" : "rests", Wt = class {
	side;
	element;
	options = [];
	numbers = [];
	numbered = [];
	rover = new g([]);
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
			let [s, c] = [V(a), W(a, n.characters)], l = t("span", { class: "hs-weight" });
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
			let f = Lt(n, this.side, o, 0);
			for (let { style: e } of [u, d]) e.top = `${f.y - 1}px`, e.left = `${f.x - 1}px`, e.width = `${f.width + 2}px`;
			return u;
		}), this.element.replaceChildren(...this.options, ...i), this.rover = new g(this.options);
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
			t < .01 && !r[a] || (this.numbers[a].textContent = r[a] ? Ut(i) : t.toFixed(2), this.numbered.push(a));
		}
	}
}, Gt = {
	ArrowLeft: "ArrowUp",
	ArrowRight: "ArrowDown",
	ArrowUp: "ArrowLeft",
	ArrowDown: "ArrowRight"
}, Kt = 20;
function qt(e, t, { point: n, act: r, across: i }) {
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
				PageUp: s - Kt,
				PageDown: s + Kt,
				Home: 0,
				End: a.length - 1
			}, l = i?.() ? Gt[n.key] ?? n.key : n.key, u = c[l];
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
//#region src/views/lines.ts
var Jt = .004, Yt = 64;
function Q(e, t, n) {
	let r = e.findIndex((e) => e + 9 > t);
	if (r < 0) return [e.length, e.length];
	let i = r;
	for (; i < e.length && e[i] - 9 < n;) i++;
	return [r, i];
}
var Xt = class e {
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
		let { scene: o } = this, s = k(t, o.heads);
		for (; r < this.steps.length; r++, i = 0) {
			let t = this.steps[r];
			for (; i < t.length; i++) {
				if ((i & 63) == 63 && !a()) return [r, i];
				let c = t[i], { columns: l, rows: u } = o.maps[0], d = c % l, f = Math.floor(c / l) % u, p = Math.floor(c / (l * u)), m = o.maps[p], h = m.read(m.values[f * l + d]), { colour: g, dash: _ } = s[p];
				e.line(...It(o.place, f, d, n), {
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
function Zt(e, t, n) {
	let r = Array.from({ length: 65 }, () => []), [i, a] = Q(e.place.queries, t, n), [o, s] = Q(e.place.keys, t, n), c = Math.max(e.threshold, Jt);
	return e.maps.forEach((t, n) => {
		let l = t.least(c);
		for (let c = 0; c < t.rows; c++) {
			let [u, d] = c >= i && c < a ? [0, t.columns] : [o, s];
			for (let i = u; i < d; i++) {
				let a = t.values[c * t.columns + i];
				if (a < l || !Oe(e.filter, e.rows.segments[c], e.keys.segments[i])) continue;
				let o = Yt - Math.round(Yt * Math.min(1, t.read(a)));
				r[o].push((n * t.rows + c) * t.columns + i);
			}
		}
	}), new Xt(e, r);
}
function Qt(e, t, n, r, i, [a, o]) {
	let { queries: s, keys: c } = n.place, l = r.side === "left", u = l ? c : s, [d, f] = Q(u, a, o), p = k(t, n.heads);
	n.maps.forEach((t, a) => {
		let { colour: o, dash: s } = p[a];
		for (let t = d; t < f; t++) {
			let s = r.sums[a][t];
			if (s <= Jt) continue;
			let c = Lt(n.place, l ? "right" : "left", t, i), u = c.width / n.heads.length;
			e.box(c.x + a * u, c.y, u, c.height, o, .8 * s);
		}
		let c = t.least(Math.max(n.threshold, Jt));
		for (let a of r.units) for (let r = 0; r < u.length; r++) {
			let [u, d] = l ? [a, r] : [r, a], f = t.values[u * t.columns + d];
			if (f < c || !Oe(n.filter, n.rows.segments[u], n.keys.segments[d])) continue;
			let p = t.read(f);
			e.line(...It(n.place, u, d, i), {
				colour: o,
				dash: s,
				alpha: p,
				width: .5 + 2.5 * p
			});
		}
	});
	let m = l ? n.rows : n.keys;
	for (let a of r.units) {
		let o = U(W(m.texts[a], n.place.characters)) * B + 8, s = Lt(n.place, r.side, a, i, o);
		e.frame(s.x, s.y, s.width, s.height, t.ink);
	}
}
function $t(e) {
	let t = new Float64Array(e[0]?.length ?? 0);
	for (let n of e) for (let r = 0; r < t.length; r++) t[r] += n[r] / e.length;
	return t;
}
//#endregion
//#region src/views/head_picture.ts
var en = 22, tn = 28;
function nn(e, t, n, r, i) {
	let a = Math.min(40, (r - 48) / n.length);
	e.box(0, i - tn / 2, r, tn, t.background, 1), e.text(0, i, "heads", {
		colour: t.quiet,
		size: 12,
		anchor: "start",
		font: v
	}), n.forEach((n, r) => {
		let o = 48 + r * a;
		e.line(o, i, o + a * .4, i, {
			...O(t, n),
			alpha: 1,
			width: 3
		}), e.text(o + a * .5, i, String(n + 1), {
			colour: t.ink,
			size: 12,
			anchor: "start",
			font: v
		});
	});
}
function rn(e, t, n, r, i) {
	let { place: a, rows: o, keys: s } = t, { across: c } = a, l = c ? i[0] : i[0] - en, u = c ? i[1] - i[0] : a.width;
	return {
		title: e,
		width: u,
		height: (c ? 0 : en) + r + (t.heads.length > 1 ? tn : 0),
		draw: (e, d) => {
			n ? Qt(e, d, t, n, l, i) : Zt(t, ...i).byToken().draw(e, d, l, [0, 0], () => !0);
			let f = n && $t(n.sums);
			for (let r of ["left", "right"]) {
				let u = r === "left", [p, m] = u ? [o, a.queries] : [s, a.keys], [h, g] = Q(m, ...i), y = {
					colour: d.quiet,
					size: 12,
					font: v,
					anchor: u ? "end" : "start"
				};
				c || (e.box(0, 0, a.width, u ? 18 : 0, d.background, 1), e.text(u ? a.left - 4 : a.right + 4, 8, Z[r], y));
				for (let i = h; i < g; i++) {
					let o = m[i] - l, s = n?.side === r && n.units.includes(i), h = {
						colour: p.special[i] ? d.quiet : d.ink,
						size: z,
						font: _,
						strong: s
					}, g = u && t.rests[i];
					if (c) {
						let t = m[i] - l, [o, s] = u ? [a.left - 9, -18] : [a.right + 9, 18];
						e.text(t, o, W(p.texts[i], a.characters), {
							...h,
							anchor: "middle"
						}), (g || f && n.side !== r && f[i] >= .01) && e.text(t, o + s, g ? Ut(!0) : f[i].toFixed(2), {
							colour: d.quiet,
							size: z * .92,
							font: _,
							anchor: "middle"
						});
						continue;
					}
					let v = u ? a.left - 4 : a.right + 4;
					if (e.text(v, o, W(p.texts[i], a.characters), {
						...h,
						anchor: u ? "end" : "start"
					}), !g && (!f || n.side === r || f[i] < .01)) continue;
					let y = u ? a.left - a.column - 4 : a.right + a.column + 4, b = {
						colour: d.quiet,
						size: z * .92,
						font: _
					};
					e.text(y, o, g ? Ut(!1) : f[i].toFixed(2), {
						...b,
						anchor: u ? "end" : "start"
					});
				}
			}
			t.heads.length > 1 && nn(e, d, t.heads, u, (c ? 0 : en) + r + tn / 2);
		}
	};
}
//#endregion
//#region src/views/state.ts
var an = .01, on = [
	"head",
	"model",
	"neuron"
];
function sn(e) {
	return Array.from({ length: e.heads }, (e, t) => t);
}
function $(e, t) {
	return typeof e == "number" && Number.isInteger(e) && e >= 0 && e < t;
}
function cn({ layers: e, heads: t, vectors: n }) {
	let r = {
		head: !0,
		model: e * t > 1,
		neuron: n !== null
	};
	return on.filter((e) => r[e]);
}
function ln(e, t) {
	return Ne(e).find((e) => e === t) ?? Ne(e)[0] ?? "raw";
}
function un(e, t) {
	return cn(e).find((e) => e === t) ?? "head";
}
function dn(e) {
	let { layer: t, head: n } = e.telling ?? {};
	return !$(t, e.layers) || !$(n, e.heads) ? {
		layer: 0,
		heads: sn(e)
	} : {
		layer: t,
		heads: [n]
	};
}
function fn(e) {
	let t = e.stacks[0], n = e.start, r = n?.heads?.filter((e) => $(e, t.heads)) ?? [], i = $(n?.layer, t.layers) ? n.layer : r.length > 0 ? 0 : null, a = r.length > 0 ? r : sn(t), o = n?.token;
	return {
		view: un(t, e.kind),
		stack: 0,
		...i === null ? dn(t) : {
			layer: i,
			heads: a
		},
		side: "left",
		tokens: $(o, t.queries.texts.length) ? [o] : [],
		arrow: null,
		weights: ln(e, e.weights?.first),
		filter: "all",
		hide: !1,
		renormalise: !1,
		words: !1,
		across: !1,
		threshold: an,
		sort: null,
		dimensions: !1
	};
}
function pn(e) {
	return encodeURIComponent(e).replace(/%(2B|2C|3A)/gu, (e) => decodeURIComponent(e));
}
function mn(e, t) {
	let n = t.stacks[e.stack], r = [
		["view", e.view],
		["stack", n.name],
		["layer", String(e.layer + 1)],
		["heads", e.heads.length === n.heads ? "all" : e.heads.map((e) => e + 1).join(",")]
	];
	return e.tokens.length > 0 && r.push(["token", `${e.side}:${e.tokens.join(",")}`]), e.arrow && r.push(["arrow", `${e.arrow.from}:${e.arrow.to}`]), e.weights !== ln(t, t.weights?.first) && r.push(["weights", e.weights]), t.off && t.off.length > 0 && r.push(["off", t.off.join(",")]), e.filter !== "all" && r.push(["filter", e.filter]), e.hide && r.push(["special", "hide"]), e.renormalise && r.push(["renormalise", "1"]), e.words && r.push(["words", "1"]), e.across && r.push(["layout", "rows"]), e.threshold !== .01 && r.push(["threshold", String(e.threshold)]), e.sort !== null && r.push(["sort", e.sort]), e.dimensions && r.push(["dimensions", "contribution"]), r.map(([e, t]) => `${e}=${pn(t)}`).join("&");
}
function hn(e) {
	let t = /* @__PURE__ */ new Map();
	for (let n of e.replace(/^#/u, "").split("&")) {
		let e = n.indexOf("=");
		if (!(e < 0)) try {
			t.set(n.slice(0, e), decodeURIComponent(n.slice(e + 1)));
		} catch {}
	}
	return t;
}
function gn(e) {
	let t = hn(e).get("off");
	return t === void 0 ? null : t.split(",").filter((e) => e !== "");
}
function _n(e, t, n) {
	let r = e.split(",").filter((e) => /^\d+$/u.test(e)).map((e) => Number(e) - t);
	return [...new Set(r.filter((e) => $(e, n)))].sort((e, t) => e - t);
}
function vn(e, t) {
	let n = fn(t), r = hn(e), i = t.stacks.findIndex(({ name: e }) => e === r.get("stack"));
	i > 0 && Object.assign(n, yn(n, t, i));
	let a = t.stacks[n.stack];
	n.view = un(a, r.get("view") ?? n.view);
	let o = _n(r.get("layer") ?? "", 1, a.layers)[0];
	o !== void 0 && (n.layer = o);
	let s = r.get("heads");
	s === "all" ? n.heads = sn(a) : s !== void 0 && (n.heads = _n(s, 1, a.heads));
	let c = /^(left|right):([\d,]+)$/u.exec(r.get("token") ?? "");
	c ? (n.side = c[1], n.tokens = _n(c[2], 0, (n.side === "left" ? a.queries : a.keys).texts.length)) : r.size > 0 && (n.tokens = []);
	let [, l, u] = /^(\d+):(\d+)$/u.exec(r.get("arrow") ?? "") ?? [], d = {
		from: Number(l),
		to: Number(u)
	};
	$(d.from, a.queries.texts.length) && $(d.to, a.keys.texts.length) && (n.arrow = d), n.weights = ln(t, r.get("weights") ?? n.weights);
	let f = Ce.find((e) => e === r.get("filter"));
	f && (n.filter = f), n.hide = r.get("special") === "hide", n.renormalise = r.get("renormalise") === "1", n.words = r.get("words") === "1", n.across = r.get("layout") === "rows";
	let p = Number(r.get("threshold") ?? .01);
	p >= 0 && p <= 1 && (n.threshold = p);
	let m = r.get("sort");
	return t.scores.some((e) => e.id === m && e.stack === a.name) && (n.sort = m), n.dimensions = r.get("dimensions") === "contribution", n;
}
function yn({ view: e }, t, n) {
	let r = t.stacks[n];
	return {
		view: un(r, e),
		stack: n,
		...dn(r),
		tokens: [],
		arrow: null,
		sort: null
	};
}
function bn(e, t) {
	return Object.keys(e).every((n) => n === "tokens" || n === "side" || e[n] === t[n]);
}
var xn = class {
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
}, Sn = 12, Cn = 4;
function wn(e, { most: n, moved: r, marked: i = [], pointed: a }) {
	let { store: o } = e, s = e.meta.stacks[o.state.stack], [c, l] = [new Wt("left"), new Wt("right")], u = t("canvas", {
		class: "hs-base",
		"aria-hidden": "true"
	}), d = t("canvas", { "aria-hidden": "true" }), f = t("div", { class: "hs-plot" }, t("div", { class: "hs-stage" }, u, d), c.element, l.element), p = t("div", { class: "hs-scroller" }, f), [m, h] = [t("span", {}, Z.left), t("span", {}, Z.right)], g = t("div", { class: "hs-columns" }, t("div", {
		class: "hs-names",
		"aria-hidden": "true"
	}, m, h), p), _ = t("p", {
		class: "hs-readout",
		"aria-live": "polite"
	}), v, y = null, b = null, [x, C] = [0, 0], w = !0, D = null, O = null, k = 0, A = 0, j = () => M() ? v.place.width > A : Math.max(v.rows.texts.length, v.keys.texts.length) > n, M = () => v.place.across !== void 0, N = () => M() ? [p.scrollLeft, p.scrollLeft + P()] : [p.scrollTop, p.scrollTop + F()], P = () => M() ? Math.min(v.place.width, A) : v.place.width, F = () => j() && !M() ? Math.min(n * 18, Math.max(360, window.innerHeight - 220)) : v.place.height;
	function I(t) {
		let n = o.state, { rows: r, keys: a } = Re(s, n), u = n.across ? Ht(r, a) : zt(r, a, t);
		A = t;
		let d = n.heads.map((t) => ze(e, s, n, n.layer, t, r, a)), _ = v, { filter: b, threshold: x, weights: S } = n, C = S === "no-sink" ? Le(e.data, s, n.layer, n.heads, r) : r.texts.map(() => null);
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
		}, (!(_ && _.place.width === u.width && _.place.height === u.height && _.rows.texts.join("\n") === r.texts.join("\n")) || _.keys.texts.join("\n") !== a.texts.join("\n")) && (f.style.width = `${u.width}px`, f.style.height = `${u.height}px`, m.style.width = u.across ? "" : `${u.left - 4}px`, h.style.left = u.across ? "" : `${u.right + 4}px`, m.textContent = u.across ? `${Z.left} (above)` : Z.left, h.textContent = u.across ? `${Z.right} (below)` : Z.right, g.classList.toggle("hs-across", u.across !== void 0), c.fill(r, u, i), l.fill(a, u), y = null), p.style.height = j() && !M() ? `${F()}px` : "", p.style.width = M() ? `${Math.min(u.width, A)}px` : "", p.classList.toggle("hs-long", j());
	}
	function L() {
		let { tokens: e, side: t } = o.state, n = [...new Set(e.map((e) => (t === "left" ? v.rows : v.keys).unit[e]))].filter((e) => e >= 0), r = n.length > 0 ? {
			side: t,
			units: n
		} : y && {
			side: y.side,
			units: [y.unit]
		};
		b = r && {
			...r,
			sums: ke(v.maps, r.side === "left", r.units, {
				rows: v.rows,
				columns: v.keys,
				filter: v.filter
			})
		}, c.mark(b?.side === "left" ? b.units : [], n.length > 0), l.mark(b?.side === "right" ? b.units : [], n.length > 0), R(!1);
	}
	function R(e) {
		w ||= e, x === 0 && (x = requestAnimationFrame(ee));
	}
	function ee() {
		x = 0, w && te(), w = !1, re(), r?.();
	}
	function te() {
		cancelAnimationFrame(C);
		let [e, t] = N();
		k = e, T(u, P(), F()), g.setAttribute("aria-busy", "true"), O = {
			strokes: Zt(v, e, t),
			from: [0, 0]
		}, ne();
	}
	function ne() {
		let t = u.getContext("2d");
		if (!O || !t) return;
		let n = performance.now() + Sn, r = Cn, i = O.strokes.draw(new S(t), E[e.theme()], k, O.from, () => r-- > 0 && performance.now() < n);
		O = i && {
			strokes: O.strokes,
			from: i
		}, i ? C = requestAnimationFrame(ne) : g.removeAttribute("aria-busy");
	}
	function re() {
		let t = N(), n = T(d, P(), F());
		u.classList.toggle("hs-dim", b !== null);
		let r = b && $t(b.sums);
		b && n && Qt(new S(n), E[e.theme()], v, b, t[0], t), c.write(b?.side === "right" ? r : null, ...Q(v.place.queries, ...t), v.rests, M()), l.write(b?.side === "left" ? r : null, ...Q(v.place.keys, ...t)), _.replaceChildren(...Et(v, b, r));
	}
	function z(e, t, n) {
		let { rows: r, keys: i } = v, a = (e === "left" ? r : i).parts[t][0], s = o.state, c = s.side === e && s.tokens.includes(a), l = s.side === e && n ? s.tokens.filter((e) => e !== a) : [];
		o.set({
			side: e,
			tokens: c && (n || s.tokens.length === 1) ? l : [...l, a].sort((e, t) => e - t)
		});
	}
	function B(e, t) {
		(t === null ? y === null : y?.side === e && y.unit === t) || (y = t === null ? null : {
			side: e,
			unit: t
		}, L(), a?.(e, t));
	}
	qt(c, l, {
		point: B,
		act: z,
		across: M
	}), g.addEventListener("keydown", (e) => {
		e.key === "Escape" && o.state.tokens.length !== 0 && (o.set({ tokens: [] }), e.stopPropagation());
	}), p.addEventListener("scroll", () => R(!0), { passive: !0 });
	function ie(e, t) {
		let n = D !== null && D.state !== e && D.width === t && bn(D.state, e);
		if (D = {
			state: e,
			width: t
		}, n) return L();
		I(t), L(), R(!0);
	}
	return {
		element: g,
		readout: _,
		update: ie,
		scene: () => v,
		scrolls: j,
		seen: () => {
			let e = (e) => Q(e, ...N()).map((t) => t / e.length);
			return {
				rows: e(v.place.queries),
				keys: e(v.place.keys)
			};
		},
		scrollTo: (e) => {
			M() ? p.scrollLeft = e * v.place.width - p.clientWidth / 2 : p.scrollTop = e * v.place.height - p.clientHeight / 2;
		},
		point: B,
		picture: () => rn(xt(e.meta, s, o.state), v, b, F(), N()),
		destroy: () => {
			cancelAnimationFrame(x), cancelAnimationFrame(C);
		}
	};
}
//#endregion
//#region src/views/large_map.ts
var Tn = 10.5, En = .61 * Tn, Dn = 12, On = 12, kn = 16, An = 26, jn = 4, Mn = ({ texts: e }) => Math.max(1, ...e.map((e) => U(W(e, Dn)))) * En + jn;
function Nn(e, t, n, r) {
	let [i, a] = [kn + Mn(e), kn + Mn(t)], [o, s] = [Math.max(1, e.texts.length), Math.max(1, t.texts.length)], c = Math.min(An, (n - i - 2) / s, Math.max(120, r - a) / o);
	return {
		left: i,
		top: a,
		width: Math.max(1, c * s),
		height: Math.max(1, c * o)
	};
}
function Pn(e, t) {
	let n = Math.max(1, Math.ceil(On * e / t));
	return Array.from({ length: Math.ceil(e / n) }, (e, t) => t * n);
}
function Fn({ maps: e, rows: t, keys: n, filter: r }, i, a) {
	return e.length === 0 || !Oe(r, t.segments[i], n.segments[a]) ? null : Math.max(...e.map((e) => e.read(e.values[i * e.columns + a])));
}
function In(e, t, { rows: n, keys: r }, { left: i, top: a, width: o, height: s }) {
	let c = (e) => ({
		colour: e ? t.quiet : t.ink,
		size: Tn,
		font: _
	});
	for (let t of Pn(n.texts.length, s)) {
		let r = a + (t + .5) * s / n.texts.length;
		e.text(i - jn, r, W(n.texts[t], Dn), {
			...c(n.special[t]),
			anchor: "end"
		});
	}
	for (let t of Pn(r.texts.length, o)) {
		let n = i + (t + .5) * o / r.texts.length, s = {
			...c(r.special[t]),
			anchor: "start",
			turned: !0
		};
		e.text(n, a - jn, W(r.texts[t], Dn), s);
	}
	let l = {
		colour: t.quiet,
		size: 12,
		font: v
	};
	e.text(i, kn / 2, "attends to →", {
		...l,
		anchor: "start"
	}), e.text(kn / 2, a + s, "from", {
		...l,
		anchor: "start",
		turned: !0
	});
}
var Ln = class {
	element;
	canvas = t("canvas", { "aria-hidden": "true" });
	box;
	frame = t("div", { class: "hs-frame" });
	cross = t("div", { class: "hs-cross" });
	value = t("p", { class: "hs-value" });
	name = t("p", { class: "hs-name" });
	scene = null;
	place = {
		left: 0,
		top: 0,
		width: 1,
		height: 1
	};
	waiting = 0;
	constructor({ point: e, go: n }) {
		this.box = t("div", {
			class: "hs-map",
			role: "img"
		}, this.canvas, this.frame, this.cross), this.element = t("div", { class: "hs-large" }, this.name, this.box, this.value), this.frame.hidden = this.cross.hidden = !0;
		let r = (e) => {
			let { left: t, top: n } = this.box.getBoundingClientRect(), r = (e.clientX - t - this.place.left) / this.place.width, i = (e.clientY - n - this.place.top) / this.place.height;
			return r < 0 || r >= 1 || i < 0 || i >= 1 ? null : [r, i];
		}, i = (t) => {
			let i = this.scene && r(t);
			this.say(i), e(i && this.scene ? Math.floor(i[1] * this.scene.rows.texts.length) : null), i && t.buttons & 1 && n(i[1]);
		};
		this.box.addEventListener("pointerdown", (e) => {
			this.box.setPointerCapture(e.pointerId), i(e);
		}), this.box.addEventListener("pointermove", i), this.box.addEventListener("pointerleave", () => {
			this.say(null), e(null);
		});
	}
	draw(e, t, n, r, i) {
		this.scene = t, this.name.textContent = t.heads.length > 1 ? `${e}: the largest weight of ${t.heads.length} heads` : e, this.box.setAttribute("aria-label", `Map of ${e}: rows are the tokens being updated, columns those attended to`), this.place = Nn(t.rows, t.keys, r, i), this.element.style.width = `${Math.ceil(this.place.left + this.place.width + 2)}px`, this.say(null), clearTimeout(this.waiting), this.waiting = window.setTimeout(() => this.paint(t, n), 30);
	}
	paint(e, t) {
		let { left: n, top: r, width: i, height: a } = this.place, o = T(this.canvas, n + i + 2, r + a + 2);
		if (!o) return;
		let [s, c] = [E[t], new S(o)], l = Math.round(Math.max(i, a) * Math.min(2, window.devicePixelRatio || 1));
		c.picture(ut(e.maps, e.rows, e.keys, e.filter, l, t), n, r, i, a), c.frame(n, r, i, a, s.line), In(c, s, e, this.place);
	}
	say(e) {
		let { scene: n } = this;
		if (this.cross.hidden = e === null, e === null || n === null) {
			this.value.textContent = "Point at the map for a weight.";
			return;
		}
		let [r, i] = [n.keys.texts.length, n.rows.texts.length], [a, o] = [Math.floor(e[0] * r), Math.floor(e[1] * i)], s = Fn(n, o, a), c = (e) => t("bdi", { class: "hs-quoted" }, V(e).slice(0, 40)), l = s === null ? " not shown" : ` ${s.toFixed(s < .1 ? 3 : 2)}`, u = n.rests?.[o];
		u ? this.value.replaceChildren(c(n.rows.texts[o]), " rests on ", c(u)) : this.value.replaceChildren(c(n.rows.texts[o]), " → ", c(n.keys.texts[a]), l);
		let [d, f] = [this.place.width / r, this.place.height / i], p = this.cross.style;
		p.left = `${this.place.left + a * d - 1}px`, p.top = `${this.place.top + o * f - 1}px`, p.width = `${Math.max(4, d + 2)}px`, p.height = `${Math.max(4, f + 2)}px`;
	}
	show(e) {
		if (this.frame.hidden = e === null, e === null) return;
		let { left: t, top: n, width: r, height: i } = this.place, a = this.frame.style;
		a.top = `${n + e.rows[0] * i}px`, a.height = `${Math.max(2, (e.rows[1] - e.rows[0]) * i)}px`, a.left = `${t + e.keys[0] * r}px`, a.width = `${Math.max(2, (e.keys[1] - e.keys[0]) * r)}px`;
	}
	destroy() {
		clearTimeout(this.waiting);
	}
};
//#endregion
//#region src/views/options.ts
function Rn({ store: e }, t) {
	let n = d("layer", Array.from({ length: t.layers }, (e, t) => [String(t), String(t + 1)]), (t) => e.set({ layer: Number(t) }));
	return n.element.hidden = t.layers < 2, {
		element: n.element,
		show: ({ layer: e }) => n.show(String(e))
	};
}
function zn({ meta: e, store: n }) {
	let r = e.weights?.missing ?? {}, i = Ae.filter((t) => Ne(e).includes(t) || t in r), a = h("What weights are made of", i.map((e) => [e, Me[e].choice]), (e) => n.set({ weights: e }));
	for (let e of i) e in r && a.disable(e, `Not available here: ${H(r[e])}.`);
	let o = t("div", { class: "hs-field" }, t("span", {}, "weights "), a.element);
	return o.hidden = i.length < 2, {
		element: o,
		show: ({ weights: e }) => a.show(e)
	};
}
var Bn = ({ segments: e }) => e.some((t) => t !== e[0]), Vn = ({ words: e }) => e.some((t, n) => t >= 0 && t === e[n - 1]);
function Hn({ store: e }, n, r) {
	let i = t("div", { class: "hs-bar" }), a = [], o = [n.queries, n.keys];
	if (o.some(Bn)) {
		let r = h("From which text to which", Ce.filter((e) => !(n.causal && e === "A-B")).map((e) => [e, e === "all" ? "all" : e.replace("-", "→")]), (t) => e.set({ filter: t }));
		i.append(t("div", { class: "hs-field" }, t("span", {}, n.prompt == null ? "texts " : "prompt A, generated B "), r.element)), a.push(({ filter: e }) => r.show(e));
	}
	if (o.some(({ special: e }) => e.includes(!0))) {
		let t = f("hide special tokens", (t) => e.set({ hide: t })), n = f("and renormalise", (t) => e.set({ renormalise: t }));
		i.append(t.element, n.element), a.push((e) => {
			t.show(e.hide), n.show(e.renormalise), n.element.hidden = !e.hide;
		});
	}
	if (o.some(Vn)) {
		let t = f("words instead of tokens", (t) => e.set({ words: t }));
		i.append(t.element), a.push((e) => t.show(e.words));
	}
	if (r) {
		let t = f("text in rows", (t) => e.set({ across: t }));
		i.append(t.element), a.push((e) => t.show(e.across));
		let n = p("weights from", .5, .005, (t) => e.set({ threshold: t }));
		i.append(n.element), a.push((e) => n.show(e.threshold));
	}
	return {
		element: i,
		show: (e) => a.forEach((t) => t(e))
	};
}
//#endregion
//#region src/views/patches.ts
function Un(e) {
	return n("svg", {
		class: "hs-sample",
		width: 24,
		height: 4,
		"aria-hidden": "true"
	}, n("line", {
		x1: 0,
		y1: 2,
		x2: 24,
		y2: 2,
		"stroke-dasharray": O(E.light, e).dash.join(" ")
	}));
}
function Wn(e, n, r, i = () => !1) {
	let a = sn(e).map((e) => {
		let t = m(String(e + 1), () => o(e), {
			class: "hs-patch",
			title: "Double-click: this head alone"
		});
		return t.append(Un(e)), t.style.setProperty("--light", O(E.light, e).colour), t.style.setProperty("--dark", O(E.dark, e).colour), t.addEventListener("dblclick", () => r([e])), t;
	});
	function o(e) {
		let t = n();
		r(t.includes(e) ? t.filter((t) => t !== e) : [...t, e].sort((e, t) => e - t));
	}
	let s = new g(a), c = t("div", {
		class: "hs-patches",
		role: "group",
		"aria-label": "Heads shown"
	}, ...a);
	c.addEventListener("keydown", (e) => {
		let t = a.indexOf(e.target);
		if (t < 0 || e.ctrlKey || e.altKey || e.metaKey) return;
		let n = {
			ArrowRight: t + 1,
			ArrowDown: t + 1,
			ArrowLeft: t - 1,
			ArrowUp: t - 1,
			Home: 0,
			End: a.length - 1
		}[e.key];
		if (n !== void 0) s.to(n);
		else if (e.key === "Enter" && e.shiftKey) r([t]);
		else return;
		e.preventDefault();
	}), c.addEventListener("focusin", (e) => s.to(a.indexOf(e.target), !1));
	let l = m("all", () => r(sn(e)), { "aria-label": "Show all heads" }), u = m("none", () => r([]), { "aria-label": "Show none of the heads" }), d = t("div", { class: "hs-field" }, t("span", {}, "heads "), c, l, u);
	return d.hidden = e.heads < 2, {
		element: d,
		show: (e) => {
			let t = new Set(e);
			c.classList.toggle("hs-alone", e.length < 2), a.forEach((e, n) => {
				e.setAttribute("aria-pressed", String(t.has(n))), e.setAttribute("aria-label", `Head ${n + 1}${i(n) ? ", switched off" : ""}`), e.classList.toggle("hs-off", i(n));
			});
		}
	};
}
//#endregion
//#region src/views/standings.ts
var Gn = 3;
function Kn(e, t, n) {
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
function qn(e, n) {
	let r = e.scores.filter((e) => e.stack === n.name), i = t("ul", {
		class: "hs-standings",
		"aria-label": "Scores in the run"
	});
	return {
		element: i,
		show: ({ layer: e, heads: n }) => {
			let a = n.length === 1 ? Kn(r, e, n[0]).slice(0, Gn) : [];
			i.hidden = a.length === 0, i.replaceChildren(...a.map(({ score: e, value: n, rank: r, of: i }) => t("li", {}, `${H(e.words)} `, t("b", {}, n.toFixed(2)), t("span", {}, ` ${r} of ${i}`))));
		}
	};
}
//#endregion
//#region src/views/which.ts
var Jn = "Which head does this?", Yn = 10, Xn = {
	raw: "attention from the one to the other",
	norm: "weight from the one to the other, by what they move",
	"no-sink": "attention from the one to the other, without sinks"
}, Zn = {
	hide: !1,
	words: !0
}, Qn = / \([a-z]+(?:-to-[a-z]+)?\)$/u;
function $n({ data: e }, t, { from: n, to: r }, i = "raw") {
	let [a, o] = [G(t.queries, Zn), G(t.keys, Zn)], [s, c] = [a.parts[a.unit[n]], o.parts[o.unit[r]]], l = [];
	for (let n = 0; n < t.layers; n++) for (let r = 0; r < t.heads; r++) {
		let a = 0;
		for (let o of s) {
			let s = Ie({
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
function er(e, t, n) {
	let r = /* @__PURE__ */ new Map(), { element: i, show: a } = d(e, [["", "a word"], ...t.texts.map((e, n) => {
		let i = (r.get(e) ?? 0) + 1;
		r.set(e, i);
		let a = t.texts.indexOf(e) !== t.texts.lastIndexOf(e);
		return [String(t.parts[n][0]), H(V(e)).slice(0, 40) + (a ? ` #${i}` : "")];
	})], (e) => n(e === "" ? null : Number(e)));
	return {
		element: i,
		show: (e) => a(e === null ? "" : String(t.parts[t.unit[e]]?.[0] ?? ""))
	};
}
function tr(e, n, r) {
	let { meta: i, store: a } = e, o = i.scores.filter((e) => e.stack === n.name), s = null, c = null, l = () => a.set({ arrow: s === null || c === null ? null : {
		from: s,
		to: c
	} }), u = [er("from", G(n.queries, Zn), (e) => (s = e, l())), er("to", G(n.keys, Zn), (e) => (c = e, l()))], d = m("Clear", () => {
		[s, c] = [null, null], u.forEach((e) => e.show(null)), l();
	}), f = t("p", {
		class: "hs-hint",
		role: "status"
	}), p = t("ol", {
		class: "hs-linked",
		"aria-label": "Heads by their weight along the arrow"
	}), h = t("div", {
		class: "hs-which",
		role: "group",
		"aria-label": Jn
	}, t("p", { class: "hs-title" }, Jn), t("p", { class: "hs-between" }, u[0].element, " ", u[1].element, " ", d), f, p);
	function g(e, a, s) {
		let c = q(e.layer, e.head), l = m(c, () => r(e));
		l.setAttribute("aria-pressed", String(s)), l.setAttribute("aria-label", `Show head ${c}`);
		let u = t("span", {
			class: "hs-weight-bar",
			"aria-hidden": "true"
		});
		u.style.width = `${a > 0 ? Math.round(60 * e.weight / a) : 0}px`;
		let d = yt(i, n, e.layer, e.head), f = Kn(o, e.layer, e.head)[0], p = [...d === null ? [] : [X(i, d).words], ...f ? [`${H(f.score.words).replace(Qn, "")} ${f.value.toFixed(2)}, ${f.rank} of ${f.of}`] : []];
		return t("li", {}, l, t("span", { class: "hs-track" }, u), t("b", {}, e.weight.toFixed(2)), t("span", { class: "hs-known" }, p.join("; ")));
	}
	let _ = "";
	return {
		element: h,
		show: (t) => {
			t.arrow && ([s, c] = [t.arrow.from, t.arrow.to]), u[0].show(s), u[1].show(c), d.hidden = t.arrow === null;
			let r = JSON.stringify([
				t.arrow,
				t.layer,
				t.heads,
				t.weights
			]);
			if (r === _) return;
			if (_ = r, t.arrow === null) return f.textContent = "Draw an arrow from a word on the left to a word on the right, by mouse or finger; by key, press A on each; or choose both words here.", p.replaceChildren();
			let i = $n(e, n, t.arrow, t.weights), a = n.causal === !0 && t.arrow.to > t.arrow.from, o = Math.min(Yn, i.length);
			f.textContent = a ? "The second word is later than the first, and this model sees no later word." : `The ${o} of ${i.length} heads with the most ${Xn[t.weights]}.`, p.replaceChildren(...i.slice(0, Yn).map((e) => g(e, i[0].weight, e.layer === t.layer && t.heads.includes(e.head))));
		}
	};
}
//#endregion
//#region src/views/head_view.ts
var nr = 60, rr = 720, ir = .42, ar = 24, or = 620, sr = 1e3, cr = 420, lr = 560, ur = " A is the prompt, B what the model wrote. A row is of the pass that read this token and chose the next.";
function dr(e) {
	let { meta: n, store: r } = e, i = n.stacks[r.state.stack], a = Rn(e, i), o = Wn(i, () => r.state.heads, (e) => r.set({ heads: e }), (e) => pt(n, i, r.state.layer, e)), s = zn(e), c = Hn(e, i, !0), l = wn(e, {
		most: nr,
		moved: () => u.show(l.scrolls() ? l.seen() : null)
	}), u = new Ln({
		point: (e) => l.point("left", e),
		go: (e) => l.scrollTo(e)
	}), d = t("p", { class: "hs-name" }), f = new kt(e, i, {
		describe: ({ layer: e, head: t }) => bt(n, i, e, t),
		choose: ({ layer: e, head: t }, n) => {
			let { state: i } = r, a = n && e === i.layer ? i.heads.filter((e) => e !== t) : [], o = n && e === i.layer && i.heads.includes(t);
			r.set({
				layer: e,
				heads: [...a, ...o ? [] : [t]].sort((e, t) => e - t)
			});
		},
		point: (e) => d.textContent = e ? bt(n, i, e.layer, e.head) : p
	}), p = K(n) ? `All ${i.layers} layers: click one to see it` : `All ${i.layers} × ${i.heads} heads: click one to see it, shift and click to add it`, m = tr(e, i, ({ layer: e, head: t }) => r.set({
		layer: e,
		heads: [t]
	}));
	m.element.hidden = i.layers * i.heads < 2 || K(n);
	let h = xe(l, (e) => r.set({ arrow: e })), g = t("div", { class: "hs-navigator" }, d, f.element);
	g.hidden = i.layers * i.heads < 2;
	let _ = qn(n, i), v = t("div", { class: "hs-aside" }, g, u.element), y = (e) => pt(n, i, r.state.layer, e), b = [i.queries, i.keys].some(Bn), x = t("h3", {}), S = mt(e, i), C = _t(e), w = t("div", { class: "hs-main" }, l.element, m.element), T = t("div", { class: "hs-figure" }, w, v), E = t("div", { class: "hs-head" }, t("div", { class: "hs-bar" }, a.element, o.element, s.element), c.element, t("div", { class: "hs-titled" }, x, S.element), _.element, l.readout, T, t("p", { class: "hs-hint" }, "A stroke leads from the position being updated (left) to the one attended to (right); stronger means more weight. Point at a token for its weights; click keeps it, shift and click adds another and sums; Escape lets go. By key: arrows, Enter, shift and Enter." + (b ? i.prompt == null ? " A is the first text, B the second." : ur : ""))), D = 0, O = new ResizeObserver(() => {
		T.clientWidth !== D && (D = T.clientWidth, A(r.state));
	});
	O.observe(T);
	let k = "";
	function A(t) {
		a.show(t), o.show(t.heads), s.show(t), c.show(t), x.textContent = xt(n, i, t), x.classList.toggle("hs-off", t.heads.length > 0 && t.heads.every(y)), S.show(t), _.show(t);
		let r = Math.max(200, T.clientWidth || 640), d = r >= rr && !t.across;
		T.classList.toggle("hs-stacked", !d), d ? v.prepend(C) : T.before(C), l.update(t, d ? Math.max(360, ir * r) : r - 16), m.show(t), h.show(t);
		let { place: p } = l.scene();
		m.element.style.width = d ? `${p.width}px` : "";
		let b = d ? r - p.width - ar - 16 : r, E = d && b < sr && p.height <= cr, D = !E && b >= or, O = E ? w : v;
		u.element.parentElement !== O && O.append(u.element), f.update(t, null, D ? .45 * b : b), g.style.width = `${Math.min(b, Math.max(260, f.width))}px`, f.mark(({ layer: e, head: n }) => e === t.layer && t.heads.includes(n));
		let A = JSON.stringify([
			r,
			e.theme(),
			{
				...t,
				tokens: [],
				side: "left"
			}
		]);
		if (A === k) return;
		k = A, u.element.hidden = t.heads.length === 0;
		let j = E ? p.width : D ? b - f.width - ar : b;
		u.draw(xt(n, i, t), l.scene(), e.theme(), j, lr);
	}
	return d.textContent = p, {
		element: E,
		update: A,
		picture: l.picture,
		destroy: () => {
			O.disconnect(), h.destroy(), l.destroy(), f.destroy(), u.destroy();
		}
	};
}
//#endregion
//#region src/views/model_view.ts
var fr = 900, pr = 24, mr = 560;
function hr(e) {
	let { meta: n, store: r } = e, i = n.stacks[r.state.stack], a = n.scores.filter((e) => e.stack === i.name), o = d("order", [["", "layers and heads"], ...a.map((e) => [e.id, H(e.words)])], (e) => r.set({ sort: e === "" ? null : e })), s = zn(e), c = t("div", { class: "hs-bar" }, o.element, s.element);
	o.element.hidden = a.length === 0;
	let l = Hn(e, i, !1), u = new Ln({
		point: () => void 0,
		go: () => void 0
	}), f = m("", () => x(r.state.layer, r.state.heads[0])), p = mt(e, i), h = t("div", { class: "hs-aside" }, t("div", {}, _t(e), u.element, f, p.element)), g = t("h3", {}), _ = t("p", {
		class: "hs-readout",
		"aria-live": "polite"
	}), v = (e) => a.find(({ id: t }) => t === e.sort) ?? null;
	function y({ layer: e, head: t }) {
		let a = v(r.state), o = a?.value[e]?.[t], s = typeof o == "number" ? o.toFixed(2) : "not measured";
		return bt(n, i, e, t) + (a ? `, ${H(a.words)}: ${s}` : "");
	}
	let b = `Point at a ${K(n) ? "layer" : "head"} for its name; click to enlarge its map, and again to open it.`, x = (e, t) => r.set({
		view: "head",
		layer: e,
		heads: [t]
	}), S = new kt(e, i, {
		describe: y,
		choose: ({ layer: e, head: t }) => {
			O(e, t) ? x(e, t) : r.set({
				layer: e,
				heads: [t]
			});
		},
		point: (e, t) => {
			_.textContent = e ? `${y(e)}.` : b, e && t && !O(e.layer, e.head) && r.set({
				layer: e.layer,
				heads: [e.head]
			});
		}
	}), C = t("div", { class: "hs-figure" }, S.element, h), w = `Each square is one ${K(n) ? "layer" : "head"}’s map: rows are the positions being updated, columns those attended to, and the stronger the colour, the larger the weight (its square root). A click, or a move by key, enlarges a map; a click on it, or Enter, opens it.`, T = [...new Map(n.labels.filter((e) => e.stack === i.name).map(({ label: e }) => X(n, e)).filter(({ mark: e }) => e !== "").map(({ mark: e, words: t }) => [e, t]))].map(([e, t]) => `${e} ${t}`).join(" · "), E = t("p", { class: "hs-hint" }, T === "" ? w : `${w} A sign says what a head mostly does: ${T}.`), D = t("div", { class: "hs-model" }, c, l.element, g, _, C, E), O = (e, t) => r.state.layer === e && r.state.heads.length === 1 && r.state.heads[0] === t;
	function k(t) {
		o.show(t.sort ?? ""), s.show(t), l.show(t);
		let r = v(t), a = Me[t.weights].title;
		g.textContent = r ? `All heads${a}, by how much each ${H(r.words)}` : K(n) ? `All ${i.layers} layers${a}` : `All ${i.layers} × ${i.heads} heads${a}: a row for each layer, a column for each head`, _.textContent ||= b;
		let c = Math.max(240, C.clientWidth || 900), d = c >= fr;
		C.classList.toggle("hs-stacked", !d), S.update(t, r, d ? Math.max(c / 2, c - 560) : c), S.mark(({ layer: e, head: t }) => O(e, t));
		let m = t.heads.length === 1;
		if (h.hidden = !m, !m) return;
		let [y] = t.heads, { rows: x, keys: w } = Re(i, t), T = [ze(e, i, t, t.layer, y, x, w)], E = t.weights === "no-sink" ? Le(e.data, i, t.layer, [y], x) : [], D = {
			rows: x,
			keys: w,
			heads: [y],
			maps: T,
			filter: t.filter,
			rests: E
		}, k = K(n) ? `layer ${t.layer + 1}` : `head ${q(t.layer, y)}`;
		u.draw(`${k[0].toUpperCase()}${k.slice(1)}${Me[t.weights].title}`, D, e.theme(), d ? c - S.width - pr : c, mr), f.textContent = `Open ${k}`, p.show(t);
	}
	let A = 0, j = new ResizeObserver(() => {
		C.clientWidth !== A && (A = C.clientWidth, k(r.state));
	});
	return j.observe(C), {
		element: D,
		update: k,
		picture: () => ({
			title: g.textContent ?? "",
			width: S.width,
			height: S.height,
			draw: (e, t, n) => S.export(e, t, n)
		}),
		destroy: () => {
			S.destroy(), u.destroy(), j.disconnect();
		}
	};
}
//#endregion
//#region src/views/neuron.ts
function gr(e, t, n) {
	let r = t.queries.texts.length;
	if (r < 2 || r !== t.keys.texts.length) return !1;
	for (let i = 0; i < t.heads; i++) {
		let a = e.map(t, n, i);
		for (let e = 0; e < r; e++) for (let t = e + 1; t < r; t++) if (a[e * r + t] !== 0) return !1;
	}
	return !0;
}
function _r(e, t) {
	let n = e.reduce((e, n, r) => t[r] ? e : Math.max(e, n), -Infinity), r = e.map((e, r) => t[r] ? 0 : Math.exp(e - n)), i = r.reduce((e, t) => e + t, 0);
	return r.map((e) => i > 0 ? e / i : 0);
}
function vr(e, t, n, i, a, o) {
	let { query: s, key: c, scaling: l } = t.vectors, u = s.shape[3], d = t.keys.texts.length, f = e.vectors(s, n, i).subarray(a * u, (a + 1) * u), p = e.vectors(c, n, i), m = p.map((e, t) => e * f[t % u]), h = new Float64Array(d);
	m.forEach((e, t) => h[Math.floor(t / u)] += e);
	let g = h.map((e) => e * l), _ = Uint8Array.from({ length: d }, (e, t) => o && t > a ? 1 : 0), v = _r(g, _), y = e.map(t, n, i), b = Float64Array.from({ length: d }, (e, t) => r[y[a * d + t]]);
	return {
		dimensions: u,
		query: f,
		keys: p,
		products: m,
		dots: h,
		scaled: g,
		softmax: v,
		weights: b,
		masked: _,
		apart: b.reduce((e, t, n) => Math.max(e, Math.abs(t - v[n])), 0)
	};
}
function yr({ dimensions: e, products: t, dots: n }, r) {
	if (r !== null) return Float64Array.from(t.subarray(r * e, (r + 1) * e));
	let i = new Float64Array(e);
	return t.forEach((t, r) => i[r % e] += Math.abs(t) / n.length), i;
}
function br(e, t, n) {
	let r = Array.from({ length: e.dimensions }, (e, t) => t), i = yr(e, n);
	return t ? r.sort((e, t) => i[t] - i[e] || e - t) : r;
}
//#endregion
//#region src/views/neuron_picture.ts
var xr = 20, Sr = 72, Cr = 6.4 * B;
function wr(e, t) {
	let n = Math.max(2, Math.min(24, Math.floor(240 / t))), r = e.right + e.column + xr, i = r + n * t + xr, a = i + n * t + xr, o = a + Sr + Cr + xr, s = o + Sr + Cr + xr;
	return {
		cell: n,
		key: r,
		product: i,
		dot: a,
		softmax: o,
		model: s,
		width: s + 5 * B + 4
	};
}
var Tr = (e) => Array.prototype.reduce.call(e, (e, t) => Math.max(e, Math.abs(t)), 1e-9);
function Er(e, t, { working: n, order: r, places: i, key: a, place: o }) {
	let s = {
		colour: t.quiet,
		size: 13,
		anchor: "start",
		font: v
	}, c = [
		[i.key, "query, and keys below"],
		[i.product, a === null ? "query × key" : "query × chosen key"],
		[i.dot, "sum × scaling"],
		[i.softmax, "softmax"],
		[i.model, "model"]
	];
	for (let [t, n] of c) e.text(t, 10, n, s);
	e.text(o.left - 4, 10, Z.left, {
		...s,
		anchor: "end"
	}), e.text(o.right + 4, 10, "to", s);
	let { dimensions: l } = n;
	Dr(e, t, r.map((e) => n.query[e]), i.key, i.cell), a !== null && Dr(e, t, r.map((e) => n.products[a * l + e]), i.product, i.cell);
}
function Dr(e, t, n, r, i) {
	let [a, o] = [50, 28], s = Tr(n);
	e.box(r, a, i * n.length, 1, t.line, 1), n.forEach((n, c) => {
		let l = Math.abs(n) / s * o;
		e.box(r + c * i, n < 0 ? a : a - l, Math.max(1, i - 1), l, n < 0 ? t.negative : t.positive, 1);
	});
}
function Or(e, t, n, r, i) {
	let { working: a, order: o, place: s, places: c, token: l, key: u } = n, { dimensions: d } = a, f = {
		key: Tr(a.keys),
		product: Tr(a.products),
		dot: Tr(a.scaled)
	}, [p, m] = Q(s.keys, ...i), h = {
		colour: t.ink,
		size: z * .92,
		anchor: "end",
		font: _
	};
	for (let n = p; n < m; n++) {
		let i = s.keys[n] - r, p = a.softmax[n];
		n === u && e.frame(s.right + 1, i - 9 + 1, c.width - s.right - 2, 16, t.ink), e.line(s.left, s.queries[l] - r, s.right, i, {
			colour: t.positive,
			alpha: p,
			width: .5 + 2.5 * p,
			dash: []
		}), o.forEach((r, o) => {
			let [s, l] = [a.keys[n * d + r], a.products[n * d + r]], u = (n, r, a) => e.box(n + o * c.cell, i - 7, c.cell, 14, r < 0 ? t.negative : t.positive, Math.abs(r) / a);
			u(c.key, s, f.key), u(c.product, l, f.product);
		});
		let m = a.masked[n] === 1, g = a.scaled[n], _ = Sr / 2, v = Math.abs(g) / f.dot * _;
		e.box(c.dot + _ + (g < 0 ? -v : 0), i - 5, v, 10, g < 0 ? t.negative : t.positive, m ? .25 : 1), e.text(c.dot + Sr + Cr, i, g.toFixed(2).replace("-", "−"), {
			...h,
			colour: m ? t.quiet : t.ink
		}), e.box(c.softmax, i - 5, p * Sr, 10, t.positive, 1), e.text(c.softmax + Sr + Cr, i, m ? "masked" : p.toFixed(2), m ? {
			...h,
			colour: t.quiet
		} : h), e.text(c.model + 4.4 * B, i, a.weights[n].toFixed(2), {
			...h,
			colour: t.quiet
		});
	}
}
//#endregion
//#region src/views/neuron_view.ts
var kr = 60, Ar = " On a narrow screen, scroll sideways for products, sums and weights.";
function jr(e) {
	let { meta: n, data: r, store: i } = e, a = n.stacks[i.state.stack], o = Rn(e, a), s = d("head", sn(a).map((e) => [String(e), String(e + 1)]), (e) => i.set({ heads: [Number(e)] }));
	s.element.hidden = a.heads < 2;
	let c = f("dimensions by contribution", (e) => i.set({ dimensions: e })), [l, u] = [new Wt("left"), new Wt("right")], p = t("canvas", { "aria-hidden": "true" }), m = t("canvas", { "aria-hidden": "true" }), h = t("div", { class: "hs-plot" }, t("div", { class: "hs-stage" }, m), l.element, u.element), g = t("div", { class: "hs-scroller" }, h), v = t("div", { class: "hs-wide" }, p, g), y = t("h3", {}), b = t("p", {
		class: "hs-readout",
		"aria-live": "polite"
	}), x = t("p", { class: "hs-hint" }), C = t("div", { class: "hs-neuron" }, t("div", { class: "hs-bar" }, o.element, s.element, c.element), y, b, v, x, t("p", { class: "hs-hint" }, "Blue is above zero, orange below, fainter is nearer to it. Choose the token being updated on the left; on the right, choose a key to see its product as bars and to sort by it; again, or Escape, lets it go.")), w = {
		hide: !1,
		words: !1
	}, [D, O] = [G(a.queries, w), G(a.keys, w)], k = /* @__PURE__ */ new Map(), A = Math.max(0, a.queries.special.indexOf(!1)), j, M = null, N = null, P = 0, F = Math.max(D.texts.length, O.texts.length) > kr, I = () => F ? Math.min(kr * 18, Math.max(288, window.innerHeight - 240)) : j.place.height;
	function L(e) {
		let t = e.heads[0] ?? 0, i = e.side === "left" ? e.tokens[0] ?? A : A;
		o.show(e), s.show(String(t)), c.show(e.dimensions), k.has(e.layer) || k.set(e.layer, a.causal ?? gr(r, a, e.layer));
		let d = vr(r, a, e.layer, t, i, k.get(e.layer)), f = j === void 0, p = f ? R() : j.place, m = wr(p, d.dimensions);
		j = {
			working: d,
			order: br(d, e.dimensions, M),
			place: p,
			places: m,
			token: i,
			key: M
		}, f && (h.style.width = `${m.width}px`, h.style.height = `${p.height}px`, g.style.width = `${m.width + (F ? 16 : 0)}px`, g.style.height = F ? `${I()}px` : "", g.classList.toggle("hs-long", F), l.fill(D, p), u.fill(O, p));
		let _ = yt(n, a, e.layer, t);
		y.textContent = `Head ${q(e.layer, t)}${_ === null ? "" : `: ${X(n, _).words}`}`, y.classList.toggle("hs-off", pt(n, a, e.layer, t)), x.textContent = ee() + (m.width > v.clientWidth && v.clientWidth > 0 ? Ar : ""), l.mark([i], !0), u.mark(M === null ? [] : [M], !0), te(), ne();
	}
	function R() {
		let e = v.clientWidth < 640, t = zt(D, O, e ? 260 : 400), n = t.column + 4;
		return {
			...t,
			left: n,
			right: n + (e ? 32 : 72)
		};
	}
	function ee() {
		let { apart: e } = j.working, t = `The sum is multiplied by ${a.vectors.scaling.toPrecision(3)}. `;
		return e <= n.error + .005 ? `${t}The softmax of these is what the model had.` : `${t}${`The softmax of these differs from what the model had by up to ${e.toFixed(2)}: `}it adds something of its own before, such as a mask or a position’s bias.`;
	}
	function te() {
		let { working: e, token: n } = j, r = (e) => t("bdi", { class: "hs-quoted" }, V(e).slice(0, 40)), i = N ?? M;
		if (i === null) {
			b.replaceChildren("The query of ", r(D.texts[n]), " with every key. Point at a key for its sum.");
			return;
		}
		let a = yr(e, i), o = br(e, !0, i).slice(0, 3), s = (e) => `${e < 0 ? "−" : "+"}${Math.abs(e).toFixed(2)}`;
		b.replaceChildren(r(D.texts[n]), " · ", r(O.texts[i]), ` = ${s(e.dots[i])}, scaled ${s(e.scaled[i])}, softmax ${e.softmax[i].toFixed(2)}. `, `Most from dimensions ${o.map((e) => `${e + 1} (${s(a[e])})`).join(", ")}.`);
	}
	function ne() {
		P === 0 && (P = requestAnimationFrame(re));
	}
	function re() {
		P = 0;
		let t = E[e.theme()], [n, r] = [T(p, j.places.width, 84), T(m, j.places.width, I())];
		n && Er(new S(n), t, j), r && Or(new S(r), t, j, g.scrollTop, [g.scrollTop, g.scrollTop + I()]);
	}
	function B(e) {
		M = M === e ? null : e, L(i.state);
	}
	return qt(l, u, {
		act: (e, t) => e === "left" ? i.set({
			side: e,
			tokens: [t]
		}) : B(t),
		point: (e, t) => {
			e !== "left" && t !== N && (N = t, te());
		}
	}), C.addEventListener("keydown", (e) => {
		e.key === "Escape" && M !== null && B(null);
	}), g.addEventListener("scroll", ne, { passive: !0 }), {
		element: C,
		update: L,
		picture: () => {
			let [e, t] = [g.scrollTop, I()], { place: n, places: r, token: i } = j;
			return {
				title: `${y.textContent}, from ${V(D.texts[i])}`,
				width: r.width,
				height: 84 + t,
				draw: (r, a) => {
					Er(r, a, j), Or(r, a, j, e - 84, [e, e + t]);
					for (let [o, s, c, l] of [[
						D,
						n.queries,
						n.left - 4,
						"end"
					], [
						O,
						n.keys,
						n.right + 4,
						"start"
					]]) {
						let [u, d] = Q(s, e, e + t);
						for (let t = u; t < d; t++) {
							let u = {
								colour: o.special[t] ? a.quiet : a.ink,
								size: z,
								font: _,
								anchor: l,
								strong: o === D && t === i
							};
							r.text(c, s[t] - e + 84, W(o.texts[t], n.characters), u);
						}
					}
				}
			};
		},
		destroy: () => cancelAnimationFrame(P)
	};
}
//#endregion
//#region src/views/mount.ts
var Mr = "Attention shows where a head reads, not why the model answers.", Nr = {
	head: "Head",
	model: "Model",
	neuron: "Neuron"
};
function Pr(e, t) {
	return {
		model: hr,
		head: dr,
		neuron: jr
	}[t](e);
}
function Fr(e, n, r, i) {
	let a = new xn(i.state ?? (i.hash && location.hash.length > 1 ? vn(location.hash, n) : fn(n))), o = M(), s = () => j() ? e.dataset.theme = o : delete e.dataset.theme;
	s();
	let { switchOff: c } = i, l = {
		meta: n,
		data: r,
		store: a,
		theme: () => o,
		...c ? { switchOff: (t) => {
			e.setAttribute("aria-busy", "true"), c(t);
		} } : {}
	}, u = t("div", {}), f = d("attention", n.stacks.map(({ name: e }, t) => [String(t), V(e)]), (e) => a.set(yn(a.state, n, Number(e))));
	f.element.hidden = n.stacks.length < 2;
	let p = t("p", { role: "alert" }), g = () => `${n.title} ${S.picture().title}`, _ = m("Save SVG", () => re(new Blob([ee(S.picture())], { type: "image/svg+xml" }), ne(g(), "svg"))), v = m("Save PNG", () => {
		te(S.picture()).then((e) => re(e, ne(g(), "png"))).catch((e) => p.textContent = `No PNG: ${e instanceof Error ? e.message : String(e)}.`);
	}), y = t("div", { class: "hs-header" }, t("h2", {}, t("bdi", {}, H(n.title))), u, f.element, t("div", { class: "hs-choices hs-save" }, _, v)), b = t("div", {}), x = t("p", { class: "hs-hint" });
	e.replaceChildren(y, p, b, x);
	let S, C;
	function w(t, r) {
		if (r?.stack !== t.stack) {
			let e = cn(n.stacks[t.stack]);
			C = h("View", e.map((e) => [e, e === "head" && K(n) ? "Layer" : Nr[e]]), (e) => a.set({ view: e })), C.element.hidden = e.length < 2, u.replaceChildren(C.element);
		}
		C.show(t.view), f.show(String(t.stack));
		let i = r === null || r.view !== t.view || r.stack !== t.stack;
		i && (r && S.destroy(), S = Pr(l, t.view), b.replaceChildren(S.element)), S.update(t);
		let o = t.view === "neuron" ? "raw" : t.weights;
		x.textContent = `A weight is shown to within ${(n.weights?.errors[o] ?? n.error).toFixed(4)}. ${Mr}`, i && r && e.getRootNode() instanceof Document && document.activeElement === document.body && C.element.querySelector("[aria-pressed=true]")?.focus();
	}
	let T = "";
	function E(e) {
		T = `#${mn(e, n)}`;
		try {
			history.replaceState(history.state, "", T);
		} catch {}
	}
	function D() {
		location.hash !== T && a.set(vn(location.hash, n));
	}
	w(a.state, null);
	let O = [a.listen(w), N(() => {
		o !== M() && (o = M(), s(), S.update(a.state));
	})];
	return i.hash && (O.push(a.listen(E)), window.addEventListener("hashchange", D), O.push(() => window.removeEventListener("hashchange", D))), {
		state: () => a.state,
		complain: (t) => {
			p.textContent = t, e.removeAttribute("aria-busy");
		},
		destroy: () => {
			O.forEach((e) => e()), S.destroy();
		}
	};
}
function Ir(e, n) {
	let r = n instanceof Error ? n.message : String(n);
	e.replaceChildren(t("p", { role: "alert" }, `This view could not be drawn: ${r}.`)), console.error(n);
}
function Lr(e, n, r, i = {}) {
	let o = t("div", {
		class: "headscope-view",
		"data-lm-suppress-shortcuts": "true"
	});
	e.replaceChildren(o);
	let c = r instanceof ArrayBuffer ? new Uint8Array(r) : new Uint8Array(r.buffer, r.byteOffset, r.byteLength), l = null;
	try {
		l = Fr(o, u(n), new a(c, s(n)), i);
	} catch (e) {
		Ir(o, e);
	}
	return {
		state: () => l?.state() ?? null,
		complain: (e) => l?.complain(e),
		destroy: () => {
			l?.destroy(), o.remove();
		}
	};
}
//#endregion
//#region src/views/serve.ts
var Rr = "The old king watered his tomatoes before breakfast.", zr = 500, Br = 2e4;
async function Vr(e) {
	let t = new DataView(e).getUint32(0, !0), n = u(JSON.parse(new TextDecoder().decode(new Uint8Array(e, 4, t))));
	return {
		meta: n,
		data: await i([new Uint8Array(e, 4 + t)], s(n))
	};
}
function Hr(e, t) {
	try {
		sessionStorage.setItem(`headscope-${e}`, t);
	} catch {}
}
function Ur(e) {
	try {
		return sessionStorage.getItem(`headscope-${e}`);
	} catch {
		return null;
	}
}
async function Wr(e) {
	if (e.ok) return e;
	let t = `The server answered ${e.status}.`, n = await e.json().catch(() => ({}));
	throw Error(n.error ?? t);
}
var Gr = Math.random().toString(36).slice(2);
async function Kr(e, t = {}) {
	let n = await fetch(e, t).catch(() => null);
	if (!n) throw Error("The server can't be reached. Is it still running?");
	return Wr(n);
}
function qr(e, t) {
	let n = (e) => JSON.stringify(e.stacks.map(({ name: e, layers: t, heads: n, queries: r, keys: i }) => [
		e,
		t,
		n,
		r.texts,
		i.texts
	]));
	return t !== null && n(e) === n(t);
}
function Jr(e) {
	let n = (e) => t("textarea", {
		rows: 2,
		maxlength: Br,
		spellcheck: "false",
		"aria-label": e
	}), [r, i] = [n("Text"), n("Second text, if any")];
	r.value = Ur("text") ?? Rr, i.value = Ur("second") ?? "";
	let a = t("select", { "aria-label": "Model" }), o = t("label", {}, "Model ", a), s = t("output", { role: "status" }), c = t("form", {
		class: "headscope-ask",
		"aria-label": "What to look at"
	}, t("label", { class: "wide" }, "Text", r), t("label", { class: "wide" }, "Second text, if any", i), o, t("button", { type: "submit" }, "Show"), s), l = t("div", {});
	e.before(c), e.replaceChildren(l);
	let u = null, [d, f, p] = [
		!1,
		!1,
		0
	], m = gn(location.hash), h = null, g = (e) => {
		m = e, y();
	};
	function _(e, t = !1) {
		s.textContent = e, s.classList.toggle("wrong", t);
	}
	async function v() {
		Hr("text", r.value), Hr("second", i.value), Hr("model", a.value);
		let e = {
			model: a.value,
			text: r.value,
			second: i.value.trim() === "" ? null : i.value,
			without: m ?? []
		}, { meta: t, data: n } = await Vr(await (await Kr("/attend", {
			method: "POST",
			headers: {
				"content-type": "application/json",
				"x-headscope-client": Gr
			},
			body: JSON.stringify(e)
		})).arrayBuffer()), o = m !== null && qr(t, h) ? u?.state() : null;
		h = t, u?.destroy(), u = Lr(l, t, n, {
			hash: !0,
			switchOff: g,
			...o ? { state: o } : {}
		}), (o || gn(location.hash)) && history.replaceState(history.state, "", `#${mn(u.state() ?? fn(t), t)}`), l.classList.remove("headscope-stale");
		let { queries: s } = t.stacks[0];
		_(`${s.texts.length} tokens. What you type is shown at once; it stays on this machine.`);
	}
	async function y() {
		if (clearTimeout(p), f = d, !d) {
			d = !0, c.setAttribute("aria-busy", "true");
			try {
				do
					f = !1, await v().catch((e) => {
						_(e instanceof Error ? e.message : String(e), !0), l.classList.add("headscope-stale"), u?.complain(""), h === null && m && m.length > 0 ? [m, f] = [[], !0] : m = h?.off ?? m;
					});
				while (f);
			} finally {
				d = !1, c.removeAttribute("aria-busy");
			}
		}
	}
	c.addEventListener("submit", (e) => {
		e.preventDefault(), y();
	}), a.addEventListener("change", () => {
		m = [], y();
	});
	for (let e of [r, i]) e.addEventListener("input", () => {
		clearTimeout(p), p = window.setTimeout(() => void y(), zr);
	}), e.addEventListener("keydown", (e) => {
		e.key === "Enter" && (e.ctrlKey || e.metaKey) && y();
	});
	(async () => {
		let { models: e, without: n } = await (await Kr("/models")).json();
		a.append(...e.map((e) => t("option", { value: e }, e))), o.hidden = e.length < 2;
		let r = Ur("model");
		r !== null && e.includes(r) && (a.value = r), a.value === e[0] && (m ??= n), await y();
	})().catch((e) => _(e instanceof Error ? e.message : String(e), !0));
}
var Yr = document.getElementById("headscope-live");
Yr && Jr(Yr);
//#endregion
export { Jr as live, Vr as readAnswer };
