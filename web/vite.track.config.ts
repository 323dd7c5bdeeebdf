import { resolve } from "node:path";
import { defineConfig } from "vite";
import report from "./vite.config.ts";

// The page of many runs, with the report's modules inside: a page holds its script as a whole.
export default defineConfig({
  build: {
    ...report.build,
    lib: {
      entry: { track: resolve(import.meta.dirname, "src/track.ts") },
      formats: ["es"],
      cssFileName: "track",
      fileName: (_format, name) => `${name}.js`,
    },
  },
});
