import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A third-party package that production code depends on, directly or not, or that is part of the documentation site. */
export interface ThirdParty {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  /** The text of its licence file, if it has one. */
  readonly text?: string;
  /** The text of its NOTICE file, which the Apache licence requires to be passed on. */
  readonly notice?: string;
}

interface LockEntry {
  readonly version?: string;
  readonly license?: string;
  readonly link?: boolean;
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
}

interface Lock {
  readonly packages: Readonly<Record<string, LockEntry>>;
}

/** Parts of the generator of the documentation site that are in its pages. The rest of the generator only builds them. */
const inDocumentation = new Set([
  "@vue/reactivity",
  "@vue/runtime-core",
  "@vue/runtime-dom",
  "@vue/shared",
  "@vueuse/core",
  "@vueuse/integrations",
  "@vueuse/shared",
  "focus-trap",
  "mark.js",
  "minisearch",
  "tabbable",
  "vitepress",
  "vue",
]);

/**
 * The production packages of the lock file with the texts of their installed copies. Builds for one platform are left out: which of them
 * are installed depends on the machine, and the package that they belong to has the licence.
 */
export function productionPackages(root: string): readonly ThirdParty[] {
  const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as Lock; // our own file
  const found = new Map<string, ThirdParty>();
  for (const [path, entry] of Object.entries(lock.packages)) {
    const name = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
    if (!path.includes("node_modules/") || entry.link === true) continue;
    if ((entry.dev === true || entry.devOptional === true) && !inDocumentation.has(name)) continue;
    if (entry.os !== undefined || entry.cpu !== undefined) continue;
    const version = entry.version ?? "";
    found.set(`${name}@${version}`, {
      name,
      version,
      license: entry.license ?? "unknown",
      ...readLicence(join(root, path)),
    });
  }
  return [...found.values()].toSorted((one, other) => compare(one.name, other.name) || compare(one.version, other.version));
}

/** The texts of a folder. */
export function readLicence(folder: string): Pick<ThirdParty, "text" | "notice"> {
  const text = readText(folder, /^(licen[cs]e|copying)(\.|-|$)/i);
  const notice = readText(folder, /^notice(\.|$)/i);
  return { ...(text === undefined ? {} : { text }), ...(notice === undefined ? {} : { notice }) };
}

/** By code unit, so that the order is the same in every locale. */
export function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

function readText(folder: string, pattern: RegExp): string | undefined {
  if (!existsSync(folder)) return undefined;
  const [file] = readdirSync(folder)
    .filter((name) => pattern.test(name) && !/\.(js|ts|json)$/.test(name))
    .toSorted(compare);
  return file === undefined ? undefined : readFileSync(join(folder, file), "utf8").replaceAll("\r\n", "\n").trim();
}
