import { outcomeKind } from "./outcome-colours.ts";
import "./outcome-chip.css";

/** A result as a word with a square of the outcome's colour; other results are neutral. */
export function OutcomeChip({ value, isLarge = false }: { readonly value: string | number; readonly isLarge?: boolean }) {
  const kind = outcomeKind(value) ?? "other";
  return <span className={`oc clip ${kind}${isLarge ? " large" : ""}`}>{value}</span>;
}
