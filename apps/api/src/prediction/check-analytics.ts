import type { FieldProblem, PredictionAnalytics, PredictionMapping } from "@airlock/contract";
import { columnsOf } from "../datasource/columns-of.ts";
import type { DatasourceRow } from "../datasource/store.ts";
import { unusableFor } from "./check.ts";

/** A decision passes one input: the key of a person. */
export function personInput(
  analytics: PredictionAnalytics,
  given: PredictionMapping,
  events: DatasourceRow | undefined,
): PredictionMapping {
  const column = events === undefined ? undefined : columnsOf(events.columns).find(({ key }) => key === analytics.personColumn);
  const applicationField = given.inputFields[0]?.applicationField ?? "";
  const inputFields =
    column === undefined ? [] : [{ name: column.name, applicationField, dsName: events?.name ?? "", dsFieldName: column.name }];
  return { columns: [], selectedRowKeys: [], labelField: "", inputFields };
}

/** What is missing to start the scheduler, as messages for the user. */
export function lackingEvents(analytics: PredictionAnalytics, events: DatasourceRow | undefined): readonly FieldProblem[] {
  if (events === undefined) {
    return [{ field: "eventsDatasource", code: "missing", message: "Choose the events datasource to learn from." }];
  }
  const found: FieldProblem[] = [];
  const lack = (field: string, code: string, message: string): void => void found.push({ field, code, message });
  const unusable = unusableFor(events);
  if (unusable !== undefined) lack("eventsDatasource", "unusable", unusable);
  if (events.table_type !== "predictiveAnalytics") lack("eventsDatasource", "tableType", notOfEvents);
  const columns = columnsOf(events.columns).filter(({ name }) => events.selected_columns.includes(name));
  const { personColumn, timeColumn, eventColumn, amountColumn, target } = analytics;
  for (const [field, key, what] of [
    ["analytics.personColumn", personColumn, "whose event it is"],
    ["analytics.timeColumn", timeColumn, "when it was"],
    ["analytics.eventColumn", eventColumn, "what it was"],
    ...(amountColumn === null ? [] : [["analytics.amountColumn", amountColumn, "how much it was"] as const]),
  ] as const) {
    if (key === "") lack(field, "missing", `Choose the column that says ${what}.`);
    else if (!columns.some((column) => column.key === key)) {
      lack(field, "unknown", `The datasource ${events.name} has no column for ${what}. Choose another.`);
    }
  }
  const chosen = [personColumn, timeColumn, eventColumn, ...(amountColumn === null ? [] : [amountColumn])].filter((key) => key !== "");
  if (new Set(chosen).size !== chosen.length) lack("analytics", "twice", "Person, time, event and amount are different columns.");
  if (columns.find(({ key }) => key === personColumn)?.type === "FLOAT") {
    lack("analytics.personColumn", "type", "A person's key is a text or an integer. Choose another column.");
  }
  if (target === "") lack("analytics.target", "missing", "Choose the event to predict.");
  return found;
}

export const notOfEvents = "Only a predictive-analytics datasource can be the events datasource.";
