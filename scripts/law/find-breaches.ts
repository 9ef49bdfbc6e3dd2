import { builtinModules } from "node:module";

import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import type { Room } from "./law.ts";

export interface Breach {
  readonly file: string;
  readonly line: number;
  readonly imported: string;
  readonly why: string;
}

const importPattern =
  /(?:^|[\s;])(?:import|export)\s[^;'"]*?from\s*["']([^"']+)["']|(?:^|[\s;])import\s*["']([^"']+)["']|\bimport\(\s*["']([^"']+)["']\s*\)/g;
const builtins = new Set(builtinModules);

/** Reads every source file of every room and tells each import that the law forbids. Tests may import the test tools too. */
export function findBreaches(root: string, rooms: Readonly<Record<string, Room>>): readonly Breach[] {
  const breaches: Breach[] = [];
  for (const [name, room] of Object.entries(rooms)) {
    const files = globSync("**/*.{ts,tsx}", {
      cwd: join(root, room.path),
      exclude: (path) => /(^|\/)(node_modules|dist)$/.test(path),
    });
    for (const inside of files) {
      const file = join(room.path, inside);
      const text = readFileSync(join(root, file), "utf8");
      for (const match of text.matchAll(importPattern)) {
        const imported = match[1] ?? match[2] ?? match[3] ?? "";
        const why = judge(root, rooms, name, room, file, imported);
        if (why !== undefined) breaches.push({ file, line: text.slice(0, match.index).split("\n").length, imported, why });
      }
    }
  }
  return breaches;
}

function judge(
  root: string,
  rooms: Readonly<Record<string, Room>>,
  name: string,
  room: Room,
  file: string,
  imported: string,
): string | undefined {
  // What stands in a folder called testing only serves tests, as the name says.
  const isTest = /\.test\.tsx?$|\/src\/testing\//.test(file);
  if (imported.startsWith(".")) {
    const target = relative(root, resolve(root, dirname(file), imported))
      .split(sep)
      .join("/");
    const other = Object.entries(rooms).find(([, candidate]) => target.startsWith(`${candidate.path}/`))?.[0];
    if (other === name || other === undefined) return undefined;
    if (rooms[other]?.path.startsWith("packages/") === true) return `reaches into ${other} by a path; import @airlock/${other}`;
    return room.mayImport.includes(other) ? undefined : `${name} may not import ${other}`;
  }
  if (imported.startsWith("@airlock/")) {
    const other = imported.split("/")[1] ?? "";
    if (room.never?.includes(imported) === true) return `${name} may never load ${imported}`;
    return other === name || room.mayImport.includes(other) ? undefined : `${name} may not import ${other}`;
  }
  if (room.pure === undefined || isTest) return undefined;
  const isBuiltin = imported.startsWith("node:") || builtins.has(imported);
  if (isBuiltin) return `${name} is pure and may not use ${imported}`;
  return room.pure.packages.includes(imported) ? undefined : `${name} may not depend on ${imported}`;
}
