import { fileLimits } from "./limits.ts";

/**
 * Column names for display and selection, from any header; they are never part of a statement. Blank ones are numbered, and duplicates get a suffix.
 */
export function columnNames(header: readonly string[]): string[] {
  const taken = new Set<string>();
  return header.map((given, at) => {
    // oxlint-disable-next-line no-control-regex -- these are the ones to keep out.
    const plain = given.toWellFormed().replaceAll(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]+/g, " ");
    const wanted = plain.trim().slice(0, fileLimits.nameLength).toWellFormed() || `column_${at + 1}`;
    let name = wanted;
    for (let count = 2; taken.has(name); count += 1) name = `${wanted.slice(0, fileLimits.nameLength - 8)}_${count}`;
    taken.add(name);
    return name;
  });
}
