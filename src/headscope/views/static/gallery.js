//#region src/dom.ts
function e(e, t, n) {
	for (let [n, r] of Object.entries(t)) e.setAttribute(n, String(r));
	return e.append(...n), e;
}
function t(t, n = {}, ...r) {
	return e(document.createElement(t), n, r);
}
function n(e, t) {
	let n = t.toLowerCase().split(/\s+/u).filter((e) => e !== "");
	if (n.length === 0) return [];
	let r = [];
	for (let { folder: t, model: i, heads: a } of e) for (let [e, o, s, c] of a) {
		let a = `${i} ${t} ${s} ${c}`.toLowerCase(), l = [o.toLowerCase(), o.toLowerCase().replace(/^.*\//u, "")], u = (e) => l.includes(e) || s.toLowerCase() === e;
		if (!n.every((e) => u(e) || !/^\d+-\d+$/u.test(e) && a.includes(e))) continue;
		let d = n.map((e) => c.toLowerCase().indexOf(e)).filter((e) => e >= 0);
		r.push([n.some(u) ? -1 : Math.min(c.length, ...d), {
			address: `${t}/${e}/`,
			model: i,
			head: o,
			label: s,
			summary: c
		}]);
	}
	return r.sort(([e], [t]) => e - t).map(([, e]) => e);
}
function r({ address: e, model: n, head: r, label: i, summary: a }) {
	let o = i === "" ? [] : [t("span", { class: "label" }, i)];
	return t("li", {}, t("a", { href: e }, t("b", {}, r), " ", t("span", { class: "quiet" }, n)), ...o, t("p", {}, a));
}
function i(e) {
	let t = document.getElementById("search"), i = document.getElementById("query"), a = document.getElementById("count"), o = document.getElementById("found"), s = () => {
		let t = n(e, i.value), s = e.reduce((e, { heads: t }) => e + t.length, 0);
		o.replaceChildren(...t.slice(0, 60).map(r));
		let c = t.length > 60 ? ", the first 60 are shown" : "";
		a.textContent = i.value.trim() === "" ? "" : t.length === 0 ? "No head has all these words. Try one of them, a relation (direct object), a behaviour (next token), or a model and a head (gpt 7-4)." : `${t.length} of ${s} heads${c}`;
	};
	i.addEventListener("input", () => {
		s(), history.replaceState(null, "", i.value.trim() === "" ? location.pathname : `#find=${encodeURIComponent(i.value)}`);
	});
	let c = () => {
		let e = /^#find=(.*)$/su.exec(location.hash)?.[1];
		if (e !== void 0) {
			try {
				i.value = decodeURIComponent(e);
			} catch {
				i.value = e;
			}
			s();
		}
	};
	window.addEventListener("hashchange", c), t.hidden = !1, c();
}
var a = document.getElementById("heads");
a !== null && i(JSON.parse(a.textContent ?? "[]"));
//#endregion
export { i as mount, n as search };
