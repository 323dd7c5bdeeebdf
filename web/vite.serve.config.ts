import { resolve } from "node:path";
import { defineConfig } from "vite";
import report from "./vite.config.ts";

// The page of headscope serve holds its script as a whole too: the views with the few lines that ask the server.
export default defineConfig({
  build: {
    ...report.build,
    lib: {
      entry: { serve: resolve(import.meta.dirname, "src/views/serve.ts") },
      formats: ["es"],
      cssFileName: "serve",
      fileName: (_format, name) => `${name}.js`,
    },
  },
});
