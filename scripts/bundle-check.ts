/**
 * What a browser loads for the first visit of each page of the console, in kilobytes after gzip, compared with the committed table
 * `docs/bundle.md`. Fails when a page grew by more than 5 %, or when one is not in the table.
 *
 *   npm run bundle:check               compare what was built last
 *   npm run bundle:check -- --write    write the table again, on purpose
 *   npm run bundle:check -- --dist f   another build than apps/console/dist
 */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { gzipSync } from "node:zlib";

interface Chunk {
  readonly file: string;
  readonly css?: readonly string[];
  readonly imports?: readonly string[];
}
type Manifest = Readonly<Record<string, Chunk>>;

interface Route {
  readonly path: string;
  readonly pages: readonly string[];
}

const root = fileURLToPath(new URL("..", import.meta.url));
const consoleFolder = join(root, "apps/console");
const table = join(root, "docs/bundle.md");
const maxGrowth = 1.05;

const { values } = parseArgs({
  options: { write: { type: "boolean", default: false }, dist: { type: "string", default: join(consoleFolder, "dist") } },
});
const { dist } = values;
const sizes = await measure();
if (values.write) {
  await writeFile(table, tableOf(sizes));
  console.log(`Wrote ${table}`);
} else {
  process.exitCode = compare(sizes, readTable(await readFile(table, "utf8"))) ? 0 : 1;
}

async function measure(): Promise<ReadonlyMap<string, number>> {
  // Written by the build itself; a build of another shape fails at the first chunk that is not there.
  const manifest = JSON.parse(await readFile(join(dist, ".vite/manifest.json"), "utf8")) as Manifest;
  const routes = routesIn(await readFile(join(consoleFolder, "src/app/router.tsx"), "utf8"));
  const weights = new Map<string, number>();
  const weigh = async (file: string) => {
    const known = weights.get(file) ?? gzipSync(await readFile(join(dist, file)), { level: 9 }).length;
    weights.set(file, known);
    return known;
  };
  const found = new Map<string, number>();
  for (const { path, pages } of routes) {
    const files = new Set<string>();
    for (const name of ["index.html", ...pages]) gather(manifest, name, files);
    let bytes = 0;
    for (const file of files) bytes += await weigh(file);
    found.set(path, bytes / 1000);
  }
  return found;
}

function gather(manifest: Manifest, name: string, files: Set<string>): void {
  const chunk = manifest[name];
  if (chunk === undefined) throw new Error(`The build has no chunk for ${name}.`);
  if (files.has(chunk.file)) return;
  files.add(chunk.file);
  for (const style of chunk.css ?? []) files.add(style);
  for (const needed of chunk.imports ?? []) gather(manifest, needed, files);
}

/** The routes as the router has them, each with the pages that it loads: its own and the frame around it. */
function routesIn(router: string): readonly Route[] {
  const blocks = [...router.matchAll(/const (\w+) = createRoute\(\{([\s\S]*?)\n?\}\);/g)].map(([, name = "", body = ""]) => ({
    name,
    parent: /getParentRoute: \(\) => (\w+)/.exec(body)?.[1] ?? "root",
    path: /path: "([^"]+)"/.exec(body)?.[1],
    page: pageOf(router, body),
  }));
  const byName = new Map(blocks.map((block) => [block.name, block]));
  return blocks.flatMap((block) => {
    const pages: string[] = [];
    let path = block.path ?? "";
    for (let at: typeof block | undefined = block; at !== undefined; at = byName.get(at.parent)) {
      if (at.page !== undefined) pages.push(at.page);
      if (at !== block && at.path !== undefined) path = at.path + (path === "/" ? "" : path);
    }
    const isFrame = blocks.some((other) => other.parent === block.name);
    return isFrame || block.path === undefined ? [] : [{ path, pages }];
  });
}

/** A page may be named in the route, or once for several routes. */
function pageOf(router: string, body: string): string | undefined {
  const own = /import\("(\.[^"]+)"\)/.exec(body)?.[1];
  const shared = /component: (\w+)/.exec(body)?.[1];
  const elsewhere =
    shared === undefined
      ? undefined
      : new RegExp(`const ${shared} = lazyRouteComponent\\(\\(\\) => import\\("(\\.[^"]+)"\\)`).exec(router)?.[1];
  const found = own ?? elsewhere;
  return found === undefined ? undefined : join("src/app", found);
}

function tableOf(measured: ReadonlyMap<string, number>): string {
  const rows = [...measured].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([path, size]) => `| \`${path}\` | ${size.toFixed(1)} |`);
  return [
    "# Bundle sizes",
    "",
    "Kilobytes after gzip that a browser loads for the first visit of a page: scripts and styles, including the shell. Everything",
    "comes from the console's own origin. `npm run bundle:check` compares a build with this table and fails if a page grew by more than",
    "5 %; `npm run bundle:check -- --write` writes it again.",
    "",
    "| Route | kB |",
    "|---|---|",
    ...rows,
    "",
  ].join("\n");
}

function readTable(text: string): ReadonlyMap<string, number> {
  return new Map([...text.matchAll(/^\| `([^`]+)` \| ([\d.]+) \|$/gm)].map(([, path = "", size = ""]) => [path, Number(size)]));
}

function compare(measured: ReadonlyMap<string, number>, committed: ReadonlyMap<string, number>): boolean {
  let isFine = true;
  for (const [path, size] of measured) {
    const before = committed.get(path);
    const isGrown = before === undefined || size > before * maxGrowth;
    const change =
      before === undefined ? "not in the table" : `${before.toFixed(1)} in the table, ${((size / before - 1) * 100).toFixed(1)} %`;
    console.log(`${isGrown ? "BAD" : "ok "} ${path.padEnd(28)} ${size.toFixed(1).padStart(7)} kB (${change})`);
    if (isGrown) isFine = false;
  }
  for (const path of committed.keys()) {
    if (measured.has(path)) continue;
    console.log(`BAD ${path} is in the table but no route any more`);
    isFine = false;
  }
  if (!isFine) console.log("Make it smaller, or write the table again and say why in the commit: npm run bundle:check -- --write");
  return isFine;
}
