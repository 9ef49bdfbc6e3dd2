import type { ListColumn } from "@airlock/contract";

export const columnTypes: readonly ListColumn["type"][] = ["String", "Integer", "Float", "Boolean", "Date"];

/** Why a column cannot be called this; `before` are the names of the key and the columns before it. */
export function whyNotColumn(name: string, before: readonly string[]): string | undefined {
  const typed = name.trim();
  if (typed === "") return "Enter a name.";
  if (!/^[A-Za-z_][A-Za-z0-9_]{0,59}$/.test(typed)) return "Begin with a letter; use letters, digits and _ only.";
  if (before.some((other) => other.trim().toLowerCase() === typed.toLowerCase())) return "Another column has this name.";
  return undefined;
}
