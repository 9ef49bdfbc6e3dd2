import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expectOk } from "../http.ts";
import { exists } from "../install/cache.ts";
import { findNginx, installNginx } from "../install/nginx.ts";
import { listenAddress, port, projectRoot, publicUrl, type Instance } from "../instance.ts";
import type { Part } from "../part.ts";
import type { PortName } from "../ports.ts";
import { contentSecurityPolicy } from "./policy.ts";
import { render } from "./render.ts";

export interface EdgeOptions {
  readonly console: "files" | "vite";
  readonly issuer: string;
  readonly clientId: string;
  readonly runtimes: readonly PortName[];
  /** The folder of the built console, if it is not the default. */
  readonly root?: string;
  /** The command that adds the demo organisation, which the console shows to new users. */
  readonly sampleDataCommand?: string;
  /** Per address. In development everything comes from one address, so the default is far above what a machine can send. */
  readonly limits?: { readonly requestsPerSecond: number; readonly connections: number };
}

const shared = join(projectRoot, "deploy/edge/templates");
const own = join(projectRoot, "services/edge");

/** nginx in front of everything, from the same template that compose uses. */
export function edge(options: EdgeOptions): Part {
  return {
    name: "edge",
    ports: ["edge"],
    // Lets pending requests finish.
    stopSignal: "SIGQUIT",

    install: installNginx,

    async prepare(instance) {
      const file = await findNginx();
      if (file === undefined) throw new Error("nginx is not installed.");
      const folder = join(instance.folder, "edge");
      await mkdir(folder, { recursive: true });
      const values = await templateValues(instance, folder, options);
      const consoleTemplate = options.console === "vite" ? join(own, "vite.conf.template") : join(shared, "console/files.conf.template");
      await fill(join(own, "nginx.conf.template"), join(folder, "nginx.conf"), values);
      await fill(join(shared, "edge.conf.template"), join(folder, "edge.conf"), values);
      await fill(consoleTemplate, values["EDGE_CONSOLE"] ?? "", values);
      return { file, args: ["-e", "stderr", "-p", folder, "-c", join(folder, "nginx.conf")], cwd: folder };
    },

    async probe(instance) {
      const config = await expectOk(`${publicUrl(instance)}/config.json`);
      if (!config.includes(options.issuer)) throw new Error("The edge still answers for another issuer.");
    },
  };
}

async function templateValues(instance: Instance, folder: string, options: EdgeOptions): Promise<Record<string, string>> {
  const mimeTypes = ["/etc/nginx/mime.types", "/usr/local/etc/nginx/mime.types", "/opt/homebrew/etc/nginx/mime.types"];
  const found = await Promise.all(mimeTypes.map((path) => exists(path)));
  return {
    EDGE_FOLDER: folder,
    // As root, its workers would run as a user who may not be able to read this clone.
    EDGE_USER: process.getuid?.() === 0 ? "user root;" : "",
    EDGE_MIME_TYPES: mimeTypes[found.indexOf(true)] ?? "/etc/nginx/mime.types",
    EDGE_LISTEN: `${listenAddress()}:${port(instance, "edge")}`,
    EDGE_API: `127.0.0.1:${port(instance, "api")}`,
    EDGE_RUNTIMES: servers(instance, options, "max_fails=1 fail_timeout=1s"),
    EDGE_ANY_RUNTIME: servers(instance, options, "max_fails=0"),
    EDGE_RESOLVER: "",
    EDGE_REQUESTS_PER_SECOND: String(options.limits?.requestsPerSecond ?? 100_000),
    EDGE_CONNECTIONS: String(options.limits?.connections ?? 20_000),
    EDGE_CSP: contentSecurityPolicy(options.issuer, options.console),
    EDGE_CONFIG: await consoleConfig(options),
    EDGE_CONSOLE: join(folder, "console.conf"),
    EDGE_CONSOLE_ROOT: options.root ?? join(projectRoot, "apps/console/dist"),
    EDGE_VITE: `127.0.0.1:${port(instance, "console")}`,
    EDGE_DOCUMENTATION: `127.0.0.1:${port(instance, "documentation")}`,
  };
}

function servers(instance: Instance, { runtimes }: EdgeOptions, parameters: string): string {
  return runtimes.map((name) => `server 127.0.0.1:${port(instance, name)} ${parameters};`).join("\n    ");
}

async function consoleConfig({ issuer, clientId, sampleDataCommand = "npm run demo" }: EdgeOptions): Promise<string> {
  const product: unknown = JSON.parse(await readFile(join(projectRoot, "package.json"), "utf8"));
  const productVersion = typeof product === "object" && product !== null && "version" in product ? String(product.version) : "";
  return JSON.stringify({ issuer, clientId, scope: "openid profile email", productVersion, sampleDataCommand });
}

async function fill(template: string, target: string, values: Record<string, string>): Promise<void> {
  await writeFile(target, render(await readFile(template, "utf8"), values));
}
