// The hosts of a view: a notebook, the page of headscope serve, and whose theme holds.
import { deflateRawSync } from "node:zlib";
import { afterEach, expect, test, vi } from "vitest";
import { size } from "../../src/views/meta";
import { currentTheme, hostTheme, onTheme } from "../../src/views/palette";
import { readAnswer } from "../../src/views/serve";
import { render } from "../../src/views/widget";
import { meta } from "./sample";

const META = meta();
const PACKED = deflateRawSync(new Uint8Array(size(META)));

afterEach(() => {
  document.body.replaceChildren();
  document.body.removeAttribute("class");
  document.body.removeAttribute("data-jp-theme-light");
});

function kept(data: Uint8Array) {
  const copy = new Uint8Array(data);
  return { get: (name: string) => (name === "meta" ? META : new DataView(copy.buffer)) } as Parameters<typeof render>[0]["model"];
}

test("a notebook's cell holds a view until it lets go of it", async () => {
  const stop = render({ model: kept(PACKED), el: document.body });
  expect(document.body.textContent).toContain("Reading the data");
  await vi.waitFor(() => expect(document.querySelector("h2")?.textContent).toBe("toy"));
  stop();
  expect(document.body.children.length).toBe(0);
});

test("a cell that is gone before its data is unpacked stays empty", async () => {
  const stop = render({ model: kept(PACKED), el: document.body });
  stop();
  // When a cell that came later is drawn, this one would be too.
  const later = document.createElement("div");
  const stopLater = render({ model: kept(PACKED), el: later });
  await vi.waitFor(() => expect(later.querySelector("h2")?.textContent).toBe("toy"));
  expect(document.body.children.length).toBe(0);
  stopLater();
});

test("broken data is said to be broken", async () => {
  const said = vi.spyOn(console, "error").mockImplementation(() => undefined);
  render({ model: kept(PACKED.subarray(0, 4)), el: document.body });
  await vi.waitFor(() => expect(document.querySelector("[role=alert]")?.textContent).toContain("could not be drawn"));
  expect(said).toHaveBeenCalledOnce();
  said.mockRestore();
});

test("an answer of the server is a length, a description and packed bytes", async () => {
  const description = new TextEncoder().encode(JSON.stringify({ ...META, title: "größer" }));
  const answer = new Uint8Array(4 + description.length + PACKED.length);
  new DataView(answer.buffer).setUint32(0, description.length, true);
  answer.set(description, 4);
  answer.set(PACKED, 4 + description.length);
  const { meta: found, data } = await readAnswer(answer.buffer);
  expect(found.title).toBe("größer");
  expect(data.length).toBe(size(META));
  await expect(readAnswer(answer.slice(0, answer.length - 3).buffer)).rejects.toThrow();
});

test("a notebook's theme goes before the system's", async () => {
  expect(hostTheme()).toBe(null);
  const system = currentTheme();
  document.body.dataset["jpThemeLight"] = "false";
  expect([hostTheme(), currentTheme()]).toEqual(["dark", "dark"]);
  document.body.dataset["jpThemeLight"] = "true";
  expect(currentTheme()).toBe("light");
  delete document.body.dataset["jpThemeLight"];
  document.body.className = "vscode-dark";
  expect(hostTheme()).toBe("dark");
  document.body.className = "vscode-light";
  expect(hostTheme()).toBe("light");
  document.body.className = "";
  expect(currentTheme()).toBe(system);

  const changed = vi.fn();
  const stop = onTheme(changed);
  document.body.dataset["jpThemeLight"] = "false";
  await vi.waitFor(() => expect(changed).toHaveBeenCalled());
  stop();
});
