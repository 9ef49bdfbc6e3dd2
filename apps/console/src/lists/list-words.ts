import type { ListChanges, ListColumn, ListFields, ListUseFields, ListValue, ListVersionFields } from "@airlock/contract";
import { counted, number } from "../ui/format/numbers.ts";
import { shortDate } from "../ui/format/dates.ts";

/** `1 added, 2 changed` */
export function changesText({ added, changed, removed }: ListChanges): string {
  const parts = [
    added > 0 ? `${number(added)} added` : "",
    changed > 0 ? `${number(changed)} changed` : "",
    removed > 0 ? `${number(removed)} removed` : "",
  ];
  return parts.filter((part) => part !== "").join(", ");
}

export function changeCount({ added, changed, removed }: ListChanges): number {
  return added + changed + removed;
}

/** What a key returns, for the head of the panel. */
export function keySentence({ columns, draft }: Pick<ListFields, "columns" | "draft">): string {
  const rows = `${counted(draft.rows, "row")}.`;
  return columns.length === 0 ? rows : `returns ${counted(columns.length, "column")}. ${rows}`;
}

/** `14 Nov 2026`, with the time only where it is not midnight: most versions begin with a day. */
export function momentText(date: string): string {
  return shortDate(date).replace(/, 00:00$/, "");
}

export const versionTitles: Readonly<Record<ListVersionFields["state"], string>> = {
  inEffect: "In effect",
  scheduled: "Scheduled",
  past: "Past",
};

/** Two lines of a version's card. */
export function periodText({
  state,
  effectiveDate,
  endDate,
}: Pick<ListVersionFields, "state" | "effectiveDate" | "endDate">): readonly [string, string] {
  if (state === "scheduled") return ["From", momentText(effectiveDate)];
  if (state === "inEffect") return ["Since", momentText(effectiveDate)];
  return [momentText(effectiveDate), endDate === null ? "" : `to ${momentText(endDate)}`];
}

/** A value as a cell shows it and as it is typed: a missing one is empty. */
export function valueText(value: ListValue): string {
  return value === null ? "" : String(value);
}

/** The same where an empty text would look like nothing. */
export function displayText(value: ListValue): string {
  return valueText(value) === "" ? "missing" : valueText(value);
}

export function isNumeric({ type }: Pick<ListColumn, "type">): boolean {
  return type === "Integer" || type === "Float";
}

/** One solution that uses a list: by the version that serves, or else by the newest. */
export interface SolutionUse extends ListUseFields {
  /** How many other versions of it use the list. */
  readonly others: number;
}

/** `uses` are in the order of solutions, and of each the oldest version first. */
export function solutionUses(uses: readonly ListUseFields[]): readonly SolutionUse[] {
  const bySolution = Map.groupBy(uses, ({ solutionWss }) => solutionWss);
  return [...bySolution.values()].flatMap((versions) => {
    const shown = versions.findLast(({ isServing }) => isServing) ?? versions.at(-1);
    return shown === undefined ? [] : [{ ...shown, others: versions.length - 1 }];
  });
}

/** `Follows, now v7`, `Pinned to v6` */
export function pinText({ pinned }: Pick<ListUseFields, "pinned">, inEffect: ListFields["inEffect"]): string {
  if (pinned !== null) return `Pinned to v${pinned}`;
  return inEffect === null ? "Follows, none in effect yet" : `Follows, now v${inEffect.number}`;
}
