import type { FieldSource } from "@airlock/flow";

/** A data field as it looks everywhere: inputs are blue, computed fields orange. */
export function FieldChip({ source, name }: { readonly source: FieldSource; readonly name: string }) {
  return <span className={source === "Application" ? "ep-chip" : "ep-chip is-runtime"}>{name}</span>;
}
