import type { ComparisonFields, ComparisonSide } from "@airlock/contract";
import { counted } from "../../ui/format/numbers.ts";

/** `v14`, `draft`, or which flow of a result it is. */
export function sideName({ versionWss, versionName, experimentResultWss, isChanged }: ComparisonSide): string {
  if (experimentResultWss !== null) return isChanged ? "numbers moved" : "as it ran";
  return versionWss === null ? "draft" : versionName;
}

export function sideTitle(side: ComparisonSide): string {
  const name = sideName(side);
  return side.versionWss === null ? `${name.charAt(0).toUpperCase()}${name.slice(1)}` : name;
}

/** The text of a comparison without changed outcomes. */
export function sameText(compared: number, word: "execution" | "record"): string {
  return compared === 1 ? `Same outcome for the only ${word}.` : `Same outcome for all ${counted(compared, word)}.`;
}

/** What the records of a comparison are called. */
export function recordWord({ datasource }: Pick<ComparisonFields, "datasource">): "execution" | "record" {
  return datasource === null ? "execution" : "record";
}
