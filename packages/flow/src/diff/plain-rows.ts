import type { ConditionItem, Datasets, SetterItem } from "../node-parts.ts";
import { plainCondition } from "../operators.ts";

/** Rows without meaningless parts, so that rows with the same meaning are equal. */
export interface PlainRows {
  readonly conditions: (items: readonly ConditionItem[]) => readonly ConditionItem[];
  readonly setters: (items: readonly SetterItem[]) => readonly SetterItem[];
}

/** The type stored beside a field is derived from the field, and the joining operator of the first row is not used. */
export function plainRowsIn(datasets: Datasets): PlainRows {
  const types = {
    Application: new Map(datasets.applicationDatasetFields.map(({ key, type }) => [key, type])),
    Runtime: new Map(datasets.runtimeDatasetFields.map(({ key, type }) => [key, type])),
  };
  const typed = <Item extends ConditionItem | SetterItem>(item: Item): Item => ({
    ...item,
    leftHandType: types[item.leftHandDatasource].get(item.leftHandFieldname) ?? "String",
  });
  return {
    conditions: (items) =>
      items.map((item, row) => ({ ...typed(plainCondition(item)), ...(row === 0 ? { conditionalOperator: "&&" } : {}) })),
    setters: (items) => items.map(typed),
  };
}

/** Rows are identified by their position. */
export function numberedRows<Row extends { readonly id: string }>(rows: readonly Row[]): readonly Row[] {
  return rows.map((row, index) => ({ ...row, id: String(index) }));
}
