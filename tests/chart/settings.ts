import { readFileSync } from "node:fs";
import { join } from "node:path";
import { bucketSettings, clickhouseSettings, natsSettings, postgresTlsSettings } from "@airlock/platform";
import { projectRoot } from "../../services/instance.ts";
import { podsOf, type Manifest } from "./manifests.ts";

const read = (path: string) => readFileSync(join(projectRoot, path), "utf8");

/** The files that read the settings of each process. */
const sources: Readonly<Record<string, string>> = {
  runtime: "apps/runtime/src/start.ts",
  api: "apps/api/src/main.ts",
  worker: "apps/worker/src/main.ts",
  migrations: "database/migrate.ts",
};
const spreads: Readonly<Record<string, readonly string[]>> = {
  natsSettings,
  clickhouseSettings,
  postgresTlsSettings,
  bucketSettings,
  ownerSettings: ["AIRLOCK_POSTGRES_MIGRATION_URL", ...postgresTlsSettings],
};

function settingsOf(component: string): ReadonlySet<string> {
  if (component === "edge") {
    const templates = ["edge.conf.template", "console/files.conf.template"].map((file) => read(`deploy/edge/templates/${file}`));
    return new Set(templates.flatMap((text) => [...text.matchAll(/\$\{([A-Z_]+)\}/g)].map(([, name = ""]) => name)));
  }
  const source = read(sources[component] ?? "");
  const own = [...source.matchAll(/"(AIRLOCK_\w+)"/g)].map(([, name = ""]) => name);
  const shared = Object.entries(spreads).flatMap(([name, settings]) => (source.includes(`...${name}`) ? settings : []));
  return new Set([...own, ...shared]);
}

/** Settings that a process gets and does not read, and missing settings of the edge: its templates have no defaults. */
export function wrongSettings(manifests: readonly Manifest[]): readonly string[] {
  return podsOf(manifests)
    .filter(({ component }) => component === "edge" || component in sources)
    .flatMap(({ name, component, containers }) => {
      const reads = settingsOf(component);
      const given = containers.flatMap(({ env }) => env.map((one) => one.name)).filter((setting) => /^(?:AIRLOCK|EDGE)_/.test(setting));
      return [
        ...given.filter((setting) => !reads.has(setting)).map((setting) => `${name}: does not read ${setting}`),
        ...given.filter((setting, index) => given.indexOf(setting) !== index).map((setting) => `${name}: has ${setting} twice`),
        ...(component === "edge"
          ? [...reads].filter((setting) => !given.includes(setting)).map((setting) => `${name}: lacks ${setting}`)
          : []),
      ];
    });
}
