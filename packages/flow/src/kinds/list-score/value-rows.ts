import type { ListedTexts, MatchingRows } from "../../production/facts.ts";
import type { FieldSource, ListScoreItem } from "../../node-parts.ts";

interface Scored {
  readonly id: string;
  readonly scoredDatasource: FieldSource;
  readonly scoredField: string;
  readonly values: readonly ListScoreItem[];
}

/** A value of the list as a row that matches one text. */
export const valueRows: MatchingRows<Scored> = {
  property: "values",
  texts: valueTexts,
  rows: ({ scoredDatasource, scoredField, values }) => {
    const reads = [`${scoredDatasource} ${scoredField}`];
    return values.map(({ id, value }) => ({ rowId: id, reads, cells: [value] }));
  },
  columnIds: () => [null],
};

function valueTexts({ id, scoredDatasource, scoredField, values }: Scored): readonly ListedTexts[] {
  const listed = new Set(values.map(({ value }) => value));
  const has = (text: string) => listed.has(text);
  return listed.size === 0 ? [] : [{ nodeId: id, part: "values", columnId: null, source: scoredDatasource, fieldKey: scoredField, has }];
}
