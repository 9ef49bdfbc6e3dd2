import type { Metrics } from "@airlock/platform";

export type ShadowResult = "same" | "changed" | "failed" | "notComparable";
export type ShadowDropped = "queueFull" | "notServing" | "notStored";

export interface ShadowMetrics {
  readonly decided: (result: ShadowResult) => void;
  readonly dropped: (why: ShadowDropped) => void;
}

export function createShadowMetrics(metrics: Metrics): ShadowMetrics {
  const ofResult = (result: ShadowResult) =>
    metrics.counter("airlock_shadow_decisions_total", "Inputs that a shadow decided beside the live version.", { result });
  const ofReason = (reason: ShadowDropped) =>
    metrics.counter("airlock_shadow_dropped_total", "Inputs of a shadow's share that it did not decide.", { reason });
  const decided = {
    same: ofResult("same"),
    changed: ofResult("changed"),
    failed: ofResult("failed"),
    notComparable: ofResult("notComparable"),
  };
  const dropped = { queueFull: ofReason("queueFull"), notServing: ofReason("notServing"), notStored: ofReason("notStored") };
  return {
    decided: (result) => decided[result].add(),
    dropped: (why) => dropped[why].add(),
  };
}
