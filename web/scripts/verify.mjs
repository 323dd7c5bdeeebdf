// Fails when the committed files in src/headscope/views/static are not what this source builds to.
// Builds into a temporary folder, so that looking does not change anything.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const web = resolve(import.meta.dirname, "..");
const committed = resolve(web, "../src/headscope/views/static");
const rebuilt = mkdtempSync(join(tmpdir(), "headscope-static-"));
try {
  for (const config of ["vite.config.ts", "vite.views.config.ts", "vite.serve.config.ts", "vite.compare.config.ts", "vite.track.config.ts", "vite.gallery.config.ts"]) {
    const build = spawnSync("npx", ["--no-install", "vite", "build", "--config", config, "--logLevel", "error"], {
      cwd: web,
      env: { ...process.env, HEADSCOPE_STATIC: rebuilt },
      stdio: "inherit",
    });
    if (build.status !== 0) throw new Error(`the build of ${config} failed`);
  }
  const different = readdirSync(rebuilt).filter((name) => {
    const path = join(committed, name);
    return !existsSync(path) || !readFileSync(path).equals(readFileSync(join(rebuilt, name)));
  });
  if (different.length > 0) throw new Error(`not what the source builds to: ${different.join(", ")}. Run npm run build.`);
  console.log(`${committed}: same as a rebuild`);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
} finally {
  rmSync(rebuilt, { recursive: true, force: true });
}
