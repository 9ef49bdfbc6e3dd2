import type { ExecutionStep } from "@airlock/contract";
import type { ReasonTexts } from "@airlock/flow";

const plain = (name: string) => name.replaceAll(/[^\p{L}\p{N}]/gu, "").toLowerCase();

/**
 * The text of a reason code in the solution, or the explanation of a prediction: `raised the score, annual_income was 42000`. Undefined for other
 * codes.
 */
export function reasonText(
  code: string,
  { kind, reads }: Pick<ExecutionStep, "kind" | "reads">,
  texts: ReasonTexts = {},
): string | undefined {
  if (Object.hasOwn(texts, code)) return texts[code];
  const sign = code.at(-1);
  if (kind !== "Prediction" || (sign !== "+" && sign !== "-")) return undefined;
  const name = code.slice(0, -1);
  const read = reads.find(({ field }) => field === name) ?? reads.find(({ field }) => plain(field) === plain(name));
  const moved = sign === "+" ? "raised the score" : "lowered the score";
  if (read === undefined) return moved;
  return `${moved}, ${read.field} was ${read.value === undefined ? "missing" : read.value === "" ? "empty" : read.value}`;
}
