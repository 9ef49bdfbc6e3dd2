/**
 * `npm run docs:pictures`: takes the pictures of the documentation again with the screens runner and copies them to `docs/pictures`. Takes the
 * options of `npm run screens`, such as `--base`.
 */
import { execFileSync } from "node:child_process";
import { copyFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "../../services/instance.ts";

/** Pictures of `docs/pictures` by the screen that they show. */
const pictures = {
  "solutions.png": "solutions-versions",
  "dashboard.png": "dashboard-full",
  "editor.png": "editor-executed",
  "releases.png": "releases-one",
  "trace.png": "executions-trace",
  "thresholds.png": "thresholds",
  "users.png": "users-full",
  "rollout.png": "rollout-split",
  "monitors.png": "monitors-firing",
} as const;

/** All pictures are part of every clone. */
const maxBytes = 3_000_000;

const folder = join(projectRoot, "docs/pictures");
const shots = Object.values(pictures).join(",");
const options = ["--only", shots, "--variant", "wide", ...process.argv.slice(2)];
execFileSync(process.execPath, [join(import.meta.dirname, "run.ts"), ...options], { stdio: "inherit" });
for (const [name, shot] of Object.entries(pictures)) copyFileSync(join(projectRoot, ".screens", `${shot}-wide.png`), join(folder, name));
const bytes = readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
console.log(`${Object.keys(pictures).length} pictures in docs/pictures, ${(bytes / 1e6).toFixed(2)} MB in all.`);
if (bytes > maxBytes) throw new Error("The pictures of the documentation are too large for the repository.");
