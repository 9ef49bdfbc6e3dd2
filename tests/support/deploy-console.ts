import { cp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { projectRoot } from "../../services/instance.ts";
import { buildConsole, buildDocumentation } from "../../services/stack.ts";

const built = join(projectRoot, "apps/console/dist");
const pseudo = join(built, "languages/pseudo");
const documentation = join(projectRoot, "apps/documentation/dist");
const sources = [
  "apps/console",
  "packages/contract/src",
  "packages/editor/src",
  "packages/flow/src",
  "packages/interchange/src",
  "packages/engine/src",
  "examples",
  "package.json",
  "CHANGELOG.md",
];

/** Builds the current console into a folder of the caller, so that no other build changes it during a test. */
export async function deployConsole(folder: string): Promise<void> {
  const [source, dist] = await Promise.all([newestOf(sources.map((path) => join(projectRoot, path))), modified(join(built, "index.html"))]);
  if (source > dist) await buildConsole();
  await rm(folder, { recursive: true, force: true });
  // Without builds in other languages, which another test may be writing at this moment.
  await cp(built, folder, { recursive: true, filter: (path) => path !== join(built, "languages") });
  // Not built for every test: only journeys and tests of the documentation need it.
  if ((await modified(documentation)) > 0) await cp(documentation, join(folder, "documentation"), { recursive: true });
}

/**
 * Adds the files of the console in the pseudo-language to a folder with the console, whose own have other names, and makes its page load them. Returns
 * how the page is restored.
 */
export async function deployPseudoConsole(folder: string): Promise<() => Promise<void>> {
  await ensurePseudoConsole();
  await cp(join(pseudo, "assets"), join(folder, "assets"), { recursive: true, filter: (path) => !path.endsWith(".map") });
  const elements = (await readFile(join(pseudo, "index.html"), "utf8")).match(builtElements) ?? [];
  if (elements.length < 2) throw new Error("The console in the pseudo-language has no script or no styles.");
  const path = join(folder, "index.html");
  const page = await readFile(path, "utf8");
  await writeFile(path, page.replaceAll(builtElements, "").replace("</head>", `${elements.join("\n")}</head>`));
  return () => writeFile(path, page);
}

/** Builds the console in the pseudo-language unless it is up to date. Not by two processes at once: they write the same folder. */
export async function ensurePseudoConsole(): Promise<void> {
  const [source, dist] = await Promise.all([
    newestOf(sources.map((path) => join(projectRoot, path))),
    modified(join(pseudo, "index.html")),
  ]);
  if (source > dist) await buildConsole("pseudo");
}

/** The script and the styles of a built page. */
const builtElements = /<(?:script type="module"|link rel="(?:stylesheet|modulepreload)")[^>]*>(?:<\/script>)?/g;

/** Builds the documentation site unless it exists: it may be older than its pages, which does not matter to tests. */
export async function ensureDocumentation(): Promise<void> {
  if ((await modified(join(documentation, "index.html"))) === 0) await buildDocumentation();
}

async function newestOf(paths: readonly string[]): Promise<number> {
  const times = await Promise.all(paths.map(newest));
  return Math.max(0, ...times);
}

async function newest(path: string): Promise<number> {
  const entries = await readdir(path, { withFileTypes: true }).catch(() => undefined);
  if (entries === undefined) return modified(path);
  const inside = entries.filter(({ name }) => name !== "dist" && name !== "node_modules");
  return newestOf(inside.map(({ name }) => join(path, name)));
}

async function modified(path: string): Promise<number> {
  const found = await stat(path).catch(() => undefined);
  return found?.mtimeMs ?? 0;
}
