import type { ExecutionStep, TracedRecordFields } from "@airlock/contract";
import { itemText } from "../../parts/trace/held-text.ts";
import { outcomeText } from "../../parts/outcome-mix/outcome-words.ts";

/** How one number of the new flow would have to change for the record to keep its outcome: "Stays Refer if [0.40, 0.45) gave less than 67 points." */
export function turnText({ turn, right, outcomeLeft, outcomeRight }: TracedRecordFields): string | undefined {
  if (turn === undefined || right === undefined) return undefined;
  const { id, path, number, stays, turns, isKnown } = turn;
  const step = right.steps.find(({ nodeId, links }) => nodeId === id || links.some(({ linkId }) => linkId === id));
  if (step === undefined) return undefined;
  const start = isKnown ? `Stays ${outcomeText(outcomeLeft)} if` : `Not ${outcomeText(outcomeRight)} if`;
  if (path.endsWith(".score")) {
    return `${start} ${step.score?.match ?? "its band"} gave ${turns > stays ? "less" : "more"} than ${turns} points.`;
  }
  if (path.startsWith("ranges.")) return `${start} the bound ${number} was ${stays} or ${stays > number ? "above" : "below"}.`;
  const [list, row] = path.split(".");
  if (list === "tableRows" || list === "defaultRows") {
    const where = list === "tableRows" ? `row ${Number(row) + 1}` : "the default row";
    return `${start} ${number} in ${where} was ${stays} or ${stays > number ? "more" : "less"}.`;
  }
  if (path.startsWith("conditionFields.")) {
    const condition = conditionText(step, id, number, stays);
    return condition === undefined ? undefined : `${start} its condition was ${condition}.`;
  }
  return `${start} ${number} in its formula was ${stays} or ${stays > number ? "more" : "less"}.`;
}

/** The condition with the other number. */
function conditionText({ condition, links }: ExecutionStep, id: string, number: number, stays: number): string | undefined {
  const held = links.find(({ linkId }) => linkId === id)?.condition ?? condition;
  const item = held?.groups.flat().find(({ right }) => right.field === undefined && right.value === number);
  return item && itemText({ ...item, right: { ...item.right, value: stays } });
}
