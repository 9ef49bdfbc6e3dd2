import { counted, number } from "../../ui/format/numbers.ts";

/** 'It answered 510 decisions in the last hour.' */
export function trafficText(decisions: number): string {
  return `It answered ${decisions === 0 ? "no decisions" : counted(decisions, "decision")} in the last hour.`;
}

/** '1,446 decisions in the last 24 hours, 106 in the last hour.' */
export function dayText(lastDay: number, lastHour: number): string {
  if (lastDay === 0) return "No decisions in the last 24 hours.";
  return `${counted(lastDay, "decision")} in the last 24 hours, ${lastHour === 0 ? "none" : number(lastHour)} in the last hour.`;
}
