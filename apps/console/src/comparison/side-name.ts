import type { ComparisonFields, ComparisonSide } from "@airlock/contract";

/** `v14`, `draft`, or which flow of a result it is. */
export function sideName({ versionWss, versionName, experimentResultWss, isChanged }: ComparisonSide): string {
  if (experimentResultWss !== null) return isChanged ? "numbers moved" : "as it ran";
  return versionWss === null ? "draft" : versionName;
}

export function sideTitle(side: ComparisonSide): string {
  const name = sideName(side);
  return side.versionWss === null ? `${name.charAt(0).toUpperCase()}${name.slice(1)}` : name;
}

/** What the records of a comparison are called. */
export function recordWord({ datasource }: Pick<ComparisonFields, "datasource">): "execution" | "record" {
  return datasource === null ? "execution" : "record";
}
