import type { GateName, ReleaseGates } from "@airlock/contract";
import { gateWords } from "../parts/release-gates/gate-words.ts";

/** The gates with one of them on, off, or at a limit. One with a limit that is put on begins at its usual limit. */
export function withGate(gates: ReleaseGates, gate: GateName, value: boolean | number): ReleaseGates {
  const { limit } = gateWords[gate];
  if (limit === undefined) return { ...gates, [gate]: value !== false };
  return { ...gates, [gate]: value === false ? null : value === true ? limit.usual : value };
}
