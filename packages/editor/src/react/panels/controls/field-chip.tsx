import type { FieldSource } from "@airlock/flow";

/** A data field as it looks everywhere: blue came in, orange was worked out. */
export function FieldChip({ source, name }: { readonly source: FieldSource; readonly name: string }) {
  return <span className={source === "Application" ? "ep-chip" : "ep-chip is-runtime"}>{name}</span>;
}
