import { resolve } from "node:path";
import { defineConfig } from "vite";
import report from "./vite.config.ts";

// The page of two runs, with the report's modules inside: a page holds its script as a whole.
export default defineConfig({
  build: {
    ...report.build,
    lib: {
      entry: { compare: resolve(import.meta.dirname, "src/compare.ts") },
      formats: ["es"],
      cssFileName: "compare",
      fileName: (_format, name) => `${name}.js`,
    },
  },
});
