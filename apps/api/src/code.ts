import { PROTECTED_CODE } from "@airlock/contract";

/** A short readable handle: four letters of the name, never the protected one. */
export function shortCode(name: string): string {
  const letters = name
    .normalize("NFKD")
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, "")
    .slice(0, 4);
  const code = letters === "" ? "NONE" : letters;
  return code === PROTECTED_CODE ? `${code}0` : code;
}

/** The first of CODE, CODE2, CODE3 and so on that is not taken. */
export function freeCode(name: string, taken: ReadonlySet<string>): string {
  const code = shortCode(name);
  if (!taken.has(code)) return code;
  for (let number = 2; ; number += 1) if (!taken.has(`${code}${number}`)) return `${code}${number}`;
}
