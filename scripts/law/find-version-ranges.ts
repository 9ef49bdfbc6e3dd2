import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

interface VersionRange {
  readonly file: string;
  readonly name: string;
  readonly version: string;
}

const groups = ["dependencies", "devDependencies", "optionalDependencies", "peerDependencies"] as const;
type Manifest = { readonly [Group in (typeof groups)[number]]?: Readonly<Record<string, string>> };

const exact = /^\d+\.\d+\.\d+(-[\w.]+)?$/;

/** Finds dependencies that are not declared by one exact version: what is installed would depend on the day. */
export function findVersionRanges(root: string): readonly VersionRange[] {
  const files = globSync(["package.json", "{apps,packages}/*/package.json"], { cwd: root }).toSorted();
  return files.flatMap((file) => {
    const manifest = JSON.parse(readFileSync(join(root, file), "utf8")) as Manifest;
    return groups.flatMap((group) =>
      Object.entries(manifest[group] ?? {}).flatMap(([name, version]) => (exact.test(version) ? [] : [{ file, name, version }])),
    );
  });
}
