import type { ComparisonFields, ComparisonSide } from "@airlock/contract";
import { counted, type Noun } from "../../ui/format/numbers.ts";

const draftText = "draft";

/** `v14`, `draft`, or which flow of a result it is. */
export function sideName({ versionWss, versionName, experimentResultWss, isChanged }: ComparisonSide): string {
  if (experimentResultWss !== null) return isChanged ? "numbers moved" : "as it ran";
  return versionWss === null ? draftText : versionName;
}

export function sideTitle(side: ComparisonSide): string {
  const name = sideName(side);
  return side.versionWss === null ? `${name.charAt(0).toUpperCase()}${name.slice(1)}` : name;
}

/** The text of a comparison without changed outcomes. */
export function sameText(compared: number, { one, many }: Noun): string {
  return compared === 1 ? `Same outcome for the only ${one}.` : `Same outcome for all ${counted(compared, one, many)}.`;
}

/** What the records of a comparison are called. */
export function recordNoun({ datasource }: Pick<ComparisonFields, "datasource">): Noun {
  return datasource === null ? { one: "execution", many: "executions" } : { one: "record", many: "records" };
}
