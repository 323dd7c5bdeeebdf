import { resolve } from "node:path";
import { defineConfig } from "vite";
import report from "./vite.config.ts";

// The first page of a site of many atlases: a search, and the style of its pages.
export default defineConfig({
  build: {
    ...report.build,
    lib: {
      entry: { gallery: resolve(import.meta.dirname, "src/gallery.ts") },
      formats: ["es"],
      cssFileName: "gallery",
      fileName: (_format, name) => `${name}.js`,
    },
  },
});
