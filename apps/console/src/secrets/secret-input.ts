import type { BrokenRule } from "../parts/forms/broken-rules.ts";

/** The hosts of an input field: one per line, or separated by commas, semicolons or spaces. */
export function hostsIn(text: string): readonly string[] {
  return [
    ...new Set(
      text
        .toLowerCase()
        .split(/[\s,;]+/)
        .filter((one) => one !== ""),
    ),
  ];
}

/** Whether the typed hosts contain one that the secret was not entered for: the API then requires its value again. */
export function addsHost(known: readonly string[], typed: string): boolean {
  return hostsIn(typed).some((host) => !known.includes(host));
}

/** Why a field of a secret is not accepted. */
export const secretWords = {
  name: "A letter first, then letters, digits and _: it is used as ${secret.Name}.",
  hosts: ({ rule, value }: BrokenRule) =>
    rule === "minItems"
      ? "At least one host, such as api.example.com."
      : rule === "maxItems"
        ? "At most 20 hosts."
        : `${String(value)} is not a host. Write it without https:// and without a port.`,
  value: "One line of at least 8 plain characters.",
};
