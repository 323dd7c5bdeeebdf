import { beforeEach, expect, test } from "vitest";
import { html } from "../src/dom";
import { fragment, Link, linkBar, type Part, read } from "../src/link";
import { mount } from "../src/report";
import { payload } from "./sample";

/** As if the address had been typed, or gone back to. */
function goTo(hash: string): void {
  history.replaceState(null, "", hash === "" ? "#" : hash);
  window.dispatchEvent(new Event("hashchange"));
}

beforeEach(() => goTo(""));

test("a state goes into a fragment and comes back, whatever is in it", () => {
  const state = new Map<Part, string>([["head", "decoder/8-10"], ["find", 'a > 50% & "b=c" #d 😀'], ["colour", "offset.+1"], ["at", "score=x y"]]);
  expect(fragment(state)).toBe("score=x%20y&head=decoder/8-10&find=a%20%3E%2050%25%20%26%20%22b=c%22%20%23d%20%F0%9F%98%80&colour=offset.+1");
  expect(new Map([...read(`#${fragment(state)}`)].sort())).toEqual(new Map([...state].sort()));
  expect(read("#find=%").get("find")).toBe("%");
  expect(read("").size).toBe(0);
});

test("each part is set by itself, and heard by those who listen to it", () => {
  const link = new Link();
  const heard: (string | null)[] = [];
  const stop = link.listen("colour", (value) => heard.push(value));
  link.set({ find: "layer 4" });
  link.set({ colour: "offset.+1" });
  link.set({ colour: "offset.+1" });
  expect(location.hash).toBe("#find=layer%204&colour=offset.+1");
  goTo("#colour=entropy.all");
  expect([link.get("find"), link.get("colour")]).toEqual([null, "entropy.all"]);
  stop();
  link.set({ colour: null });
  expect(heard).toEqual([null, "offset.+1", "entropy.all"]);
  expect(location.hash).toBe("");
});

test("a link of the page changes what it names; the rest stays", () => {
  const link = new Link();
  link.set({ find: "layer 4", head: "1-1" });
  const anchor = html("a", { href: "#score=offset.+1" });
  document.body.replaceChildren(anchor);
  let scrolled = 0;
  link.listen("at", (id) => (scrolled += Number(id === "score=offset.+1")));
  anchor.addEventListener("click", (event) => event.preventDefault());
  anchor.click();
  goTo("#score=offset.+1");
  expect(location.hash).toBe("#score=offset.+1&head=1-1&find=layer%204");
  expect(scrolled).toBe(1);
  link.set({ head: "2-1" });
  expect(location.hash).toBe("#head=2-1&find=layer%204");
});

test("what is wrong with a link is said until it changes", () => {
  const link = new Link();
  const bar = linkBar(link);
  const wrong = bar.querySelector<HTMLElement>("[role=alert]")!;
  expect(wrong.hidden).toBe(true);
  link.set({ head: "9-9" });
  link.refuse("head", "There is no head 9-9 here.");
  expect([wrong.hidden, wrong.textContent]).toEqual([false, "There is no head 9-9 here."]);
  link.set({ find: "layer 1" });
  expect(wrong.hidden).toBe(false);
  link.set({ head: "1-1" });
  expect(wrong.hidden).toBe(true);
});

test("a page opens as its link says, and says what of it is not here", () => {
  const root = html("main");
  document.body.replaceChildren(root);
  history.replaceState(null, "", "#head=2-1&find=layer 1&sort=offset.+1");
  mount(root, payload());
  expect(root.querySelector(".card h2")!.textContent).toBe("Head 2-1");
  expect(root.querySelector<HTMLInputElement>("#find")!.value).toBe("layer 1");
  expect(root.querySelectorAll('[aria-sort="descending"]')).toHaveLength(1);
  const said = () => root.querySelector(".link [role=alert]")!.textContent;
  expect(said()).toBe("");
  goTo("#head=99-1&colour=nothing&sort=nowhere&chapter=1");
  expect(said()).toBe(
    "There is no “chapter=1” on this page. There is no head 99-1 here: the model has 3 layers of 4 heads. " +
      "There is no score “nothing” here to colour by. There is no score “nowhere” here to sort by.",
  );
});
