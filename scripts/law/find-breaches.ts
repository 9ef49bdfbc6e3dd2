import { builtinModules } from "node:module";

import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { importsIn } from "./imports-in.ts";
import type { Layers, Room } from "./law.ts";

export interface Breach {
  readonly file: string;
  readonly line: number;
  readonly imported: string;
  readonly why: string;
}

const builtins = new Set(builtinModules);

/** Reads every source file of every room and returns each forbidden import. Tests may import the test tools too. */
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
      for (const { imported, isType, line } of importsIn(text)) {
        const why =
          judge(root, rooms, name, room, file, imported) ??
          judgeApart(root, room, file, imported, isType) ??
          judgeLayers(root, room, file, imported);
        if (why !== undefined) breaches.push({ file, line, imported, why });
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
  // A folder named testing is for tests only.
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

/** Tests of a file may import what they compare it with. */
function judgeApart(root: string, room: Room, file: string, imported: string, isType: boolean): string | undefined {
  if (room.apart === undefined || !imported.startsWith(".") || /\.test\.tsx?$/.test(file)) return undefined;
  const inRoom = (path: string): string => relative(room.path, path).split(sep).join("/");
  const from = inRoom(file);
  const to = inRoom(relative(root, resolve(root, dirname(file), imported)));
  return room.apart.find(({ files, mayNotImport, typesAllowed }) => files.test(from) && mayNotImport.test(to) && !(typesAllowed && isType))
    ?.why;
}

/** Tests and types count, too: what a test needs of another feature is a dependency as well. */
function judgeLayers(root: string, { path, layers }: Room, file: string, imported: string): string | undefined {
  if (layers === undefined || !imported.startsWith(".")) return undefined;
  const top = join(path, layers.path);
  const [from, to] = [folderIn(top, file), folderIn(top, relative(root, resolve(root, dirname(file), imported)))];
  // Outside the layers: `judge` has already checked it.
  if (from === undefined || to === undefined || from === to) return undefined;
  const unknown = [from, to].find((folder) => folder !== "" && layerOf(layers, folder) === -1);
  if (unknown !== undefined) return `${unknown}/ has no layer in scripts/law/law.ts`;
  if (to === "") return "nothing imports the files above the layers";
  const [above, below] = [layerOf(layers, from), layerOf(layers, to)];
  if (above === below) return `${from}/ and ${to}/ are in one layer and may not import each other`;
  return above < below ? undefined : `${from}/ is below ${to}/ and may not import it`;
}

/** The first folder under `top`, empty for a file directly in it, undefined for one outside. */
function folderIn(top: string, file: string): string | undefined {
  const inside = relative(top, file).split(sep);
  return inside[0] === ".." ? undefined : inside.length === 1 ? "" : inside[0];
}

function layerOf({ order }: Layers, folder: string): number {
  return order.findIndex((folders) => folders.includes(folder));
}
