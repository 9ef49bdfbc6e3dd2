import { join } from "node:path";
import { compare, readLicence, type ThirdParty } from "./packages.ts";

/** The modules that a Go program contains, by the output of `go version -m`, with their texts in the module cache. */
export function goModules(information: string, cache: string): readonly ThirdParty[] {
  const found: { name: string; version: string }[] = [];
  for (const line of information.split("\n")) {
    const [, kind, name = "", version = ""] = line.split("\t");
    // Replaces the module of the line before.
    if (kind === "=>") found.pop();
    if (kind === "mod" || kind === "dep" || kind === "=>") found.push({ name, version });
  }
  return found
    .map(({ name, version }) => {
      const { text, notice } = readLicence(join(cache, `${escaped(name)}@${escaped(version)}`));
      if (text === undefined) throw new Error(`${name} ${version} has no licence file in the module cache.`);
      return { name, version, license: licenceOf(text), text, ...(notice === undefined ? {} : { notice }) };
    })
    .toSorted((one, other) => compare(one.name, other.name));
}

/** Folders of the module cache have no capitals. */
function escaped(path: string): string {
  return path.replaceAll(/[A-Z]/g, (letter) => `!${letter.toLowerCase()}`);
}

const licences: readonly (readonly [RegExp, string])[] = [
  [/Mozilla Public License/i, "MPL-2.0"],
  [/Apache License/i, "Apache-2.0"],
  [/Permission to use, copy, modify, and(?:\/or)? distribute/i, "ISC"],
  [/Permission is hereby granted/i, "MIT"],
  [
    /Redistribution and use[\s\S]*Neither the name|Redistribution and use[\s\S]*names? of .{0,80} may not? be used to endorse/i,
    "BSD-3-Clause",
  ],
  [/Redistribution and use/i, "BSD-2-Clause"],
];

/** The SPDX name of a licence by its text: Go modules do not declare it. */
export function licenceOf(text: string): string {
  return licences.find(([pattern]) => pattern.test(text))?.[1] ?? "unknown";
}
