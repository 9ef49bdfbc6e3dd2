/**
 * The documentation site.
 *
 *   node src/run.ts build    writes it to dist/, and fails on a link that leads nowhere
 *   node src/run.ts dev      serves it, and shows changes of Markdown files as they are saved
 */
import { globSync, watch } from "node:fs";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { build, createServer } from "vitepress";
import { assemble, pagesFolder } from "./assemble.ts";
import { findDeadLinks } from "./dead-links.ts";
import { extractInlineScripts } from "./inline-scripts.ts";
import { repository } from "./repository.ts";

const root = join(import.meta.dirname, "..");
const base = "/documentation/";

if (process.argv[2] === "dev") await serve();
else await buildSite();

async function buildSite(): Promise<void> {
  const begun = performance.now();
  await rm(pagesFolder, { recursive: true, force: true });
  await assemble();
  await build(root);
  const dist = join(root, "dist");
  const files = globSync("**/*", { cwd: dist });
  const pages = new Map<string, string>();
  for (const path of files.filter((name) => name.endsWith(".html"))) {
    const { html, files: scripts } = extractInlineScripts(await readFile(join(dist, path), "utf8"), base);
    await writeFile(join(dist, path), html);
    for (const [name, code] of scripts) await writeFile(join(dist, name), code);
    files.push(...scripts.keys());
    pages.set(path, html);
  }
  const dead = findDeadLinks(pages, new Set(files), base);
  for (const text of dead) console.error(text);
  console.log(`${pages.size} pages in ${((performance.now() - begun) / 1000).toFixed(1)} s, ${dead.length} dead links.`);
  process.exitCode = dead.length === 0 ? 0 : 1;
}

async function serve(): Promise<void> {
  await assemble();
  const port = Number(process.env["AIRLOCK_DOCUMENTATION_PORT"] ?? 8089);
  const server = await createServer(root, { port, strictPort: true, host: "127.0.0.1" });
  await server.listen();
  console.log(`Documentation at http://127.0.0.1:${port}${base}`);
  let pending: NodeJS.Timeout | undefined;
  const changed = (_event: string, name: string | null): void => {
    if (name?.endsWith(".md") !== true) return;
    clearTimeout(pending);
    pending = setTimeout(() => void assemble().catch((error: unknown) => console.error(error)), 100);
  };
  watch(repository, changed);
  for (const folder of ["docs", "services", "packages/engine", "deploy/chart"])
    watch(join(repository, folder), { recursive: true }, changed);
}
