import { counted } from "../../ui/format/numbers.ts";

/** 'It answered 510 decisions in the last hour.' */
export function trafficText(decisions: number): string {
  return `It answered ${decisions === 0 ? "no decisions" : counted(decisions, "decision")} in the last hour.`;
}
