/// <reference types="vitest/config" />
import { resolve } from "node:path";
import { defineConfig } from "vite";

// The built files are committed, so that installing headscope needs no Node. They must therefore be the same bytes
// whenever they are built from the same source: no hashes in names, no source maps, no dates.
export default defineConfig({
  build: {
    lib: {
      entry: { report: resolve(import.meta.dirname, "src/report.ts") },
      formats: ["es"],
      cssFileName: "report",
      fileName: (_format, name) => `${name}.js`,
    },
    outDir: process.env["HEADSCOPE_STATIC"] ?? resolve(import.meta.dirname, "../src/headscope/views/static"),
    // The folder is a Python package's data: a later view's files, or an __init__.py, are not ours to delete.
    emptyOutDir: false,
    target: "es2022",
    cssTarget: ["chrome111", "firefox113", "safari16.4"],
    minify: "oxc",
    sourcemap: false,
    reportCompressedSize: false,
  },
  test: { environment: "happy-dom", include: ["test/**/*.test.ts"] },
});
