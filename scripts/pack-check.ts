/**
 * Checks that `@airlock/flow` and `@airlock/engine` can be used alone: builds both to JavaScript and declarations, packs them as npm would publish
 * them, installs the packages into an empty folder, and runs the example of the engine's README there, in Node and in Chromium.
 */
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";

const root = new URL("../", import.meta.url).pathname;
const work = mkdtempSync(join(tmpdir(), "pack-check-"));
const wanted = "0.3";

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly exports: Readonly<Record<string, string>>;
}

function run(command: string, args: readonly string[], cwd: string): string {
  return execFileSync(command, args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
}

/** Builds and packs one package; returns the path of the packed file. */
function pack(name: string, paths: Readonly<Record<string, readonly string[]>>): string {
  const source = join(root, "packages", name);
  const target = join(work, name);
  mkdirSync(target);
  const config = {
    extends: join(root, "tsconfig.base.json"),
    compilerOptions: {
      composite: false,
      emitDeclarationOnly: false,
      allowImportingTsExtensions: false,
      rewriteRelativeImportExtensions: true,
      rootDir: join(source, "src"),
      outDir: join(target, "dist"),
      paths,
    },
    include: [join(source, "src/**/*.ts")],
    exclude: [join(source, "src/**/*.test.ts"), join(source, "src/testing/**")],
  };
  writeFileSync(join(target, "tsconfig.json"), JSON.stringify(config));
  run(join(root, "node_modules/.bin/tsc"), ["-p", join(target, "tsconfig.json")], root);
  const manifest = JSON.parse(readFileSync(join(source, "package.json"), "utf8")) as Manifest; // Our own file.
  const published = {
    ...manifest,
    private: undefined,
    files: ["dist"],
    exports: Object.fromEntries(
      Object.entries(manifest.exports).map(([path, file]) => {
        const built = file.replace("./src/", "./dist/").replace(/\.ts$/, "");
        return [path, { types: `${built}.d.ts`, default: `${built}.js` }];
      }),
    ),
  };
  writeFileSync(join(target, "package.json"), JSON.stringify(published, null, 2));
  for (const file of ["README.md", "SPEC.md"])
    if (globSync(file, { cwd: source }).length > 0) cpSync(join(source, file), join(target, file));
  run("npm", ["pack", "--silent", "--pack-destination", work], target);
  const [packed] = globSync(`airlock-${name}-*.tgz`, { cwd: work });
  if (packed === undefined) throw new Error(`npm packed no file for ${name}`);
  return join(work, packed);
}

/** The example as a reader would copy it. */
function exampleOf(name: string): string {
  const code = /```js\n([^]*?)```/.exec(readFileSync(join(root, "packages", name, "README.md"), "utf8"))?.[1];
  if (code === undefined) throw new Error(`The README of ${name} has no example in JavaScript`);
  return code;
}

function findChromium(): string {
  const places = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];
  return process.env["AIRLOCK_CHROMIUM"] ?? places.find((place) => existsSync(place)) ?? "chromium";
}

async function inBrowser(folder: string, example: string): Promise<string> {
  const scopes = {
    "@airlock/flow": "/node_modules/@airlock/flow/dist/index.js",
    "@airlock/engine": "/node_modules/@airlock/engine/dist/index.js",
  };
  const page = `<!doctype html><script type="importmap">${JSON.stringify({ imports: scopes })}</script><script type="module">${example}</script>`;
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? "/", "http://localhost").pathname;
    if (path === "/favicon.ico") response.writeHead(204).end();
    else if (path === "/") response.writeHead(200, { "content-type": "text/html" }).end(page);
    else if (!/^\/node_modules\/@airlock\/[a-z/-]+\.js$/.test(path)) response.writeHead(404).end();
    else response.writeHead(200, { "content-type": "text/javascript" }).end(readFileSync(join(folder, path)));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo; // It listens on a port, not on a path.
  const browser = await chromium.launch({ executablePath: findChromium(), args: ["--no-sandbox"] });
  try {
    const tab = await browser.newPage();
    const said = new Promise<string>((resolve) => {
      tab.on("console", (message) => resolve(message.text()));
      tab.on("pageerror", (error) => resolve(String(error)));
      setTimeout(() => resolve("nothing"), 60_000).unref();
    });
    await tab.goto(`http://127.0.0.1:${port}/`);
    return await said;
  } finally {
    await browser.close();
    server.close();
  }
}

function check(where: string, said: string): void {
  if (said.trim().split("\n").at(0) !== wanted) throw new Error(`${where} said '${said}' instead of ${wanted}`);
  console.log(`${where}: ${said.trim()}`);
}

try {
  const flow = pack("flow", {});
  const engine = pack("engine", { "@airlock/flow": [join(work, "flow/dist/index.d.ts")] });
  const folder = join(work, "empty");
  mkdirSync(folder);
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "empty", private: true, type: "module" }));
  run("npm", ["install", "--offline", "--no-audit", "--no-fund", "--silent", flow, engine], folder);
  const example = exampleOf("engine");
  writeFileSync(join(folder, "example.js"), example);
  check("Node, in an empty folder", run(process.execPath, ["example.js"], folder));
  check("Chromium, in a page", await inBrowser(folder, example));
} finally {
  rmSync(work, { recursive: true, force: true });
}
