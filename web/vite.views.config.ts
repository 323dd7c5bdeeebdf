import { resolve } from "node:path";
import { defineConfig } from "vite";
import report from "./vite.config.ts";

// Built on its own, since two entries of one build would share a third file, and a page holds its script as a whole.
export default defineConfig({
  build: {
    ...report.build,
    lib: {
      entry: { views: resolve(import.meta.dirname, "src/views/views.ts") },
      formats: ["es"],
      cssFileName: "views",
      fileName: (_format, name) => `${name}.js`,
    },
  },
});
