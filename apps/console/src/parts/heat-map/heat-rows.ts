import type { HeatFields } from "@airlock/contract";
import { fieldNames, tableRowText, type DecisionTableNode, type Definition } from "@airlock/flow";

interface HeatRow {
  /** "Row 3", or "Default row". */
  readonly name: string;
  /** The conditions of the row as text. */
  readonly text: string;
  readonly count: number;
  readonly share: number;
}

export interface HeatRows {
  /** The rows that counted for most executions first. */
  readonly rows: readonly HeatRow[];
  /** Rows that counted and are not among them. */
  readonly more: number;
  /** Rows that counted for no execution. */
  readonly dead: number;
}

const maxRows = 10;

/** The rows of a Decision Table, by the number of executions that they matched. */
export function heatRows(
  node: DecisionTableNode,
  { executions, counts }: NonNullable<NonNullable<HeatFields["node"]>["rows"]>,
  definition: Pick<Definition, "applicationDatasetFields" | "runtimeDatasetFields">,
): HeatRows {
  const { tableRows, defaultRows } = node;
  const all = [...tableRows, ...defaultRows];
  const places = new Map(all.map(({ id }, place) => [id, place]));
  const known = counts.flatMap(({ id, count }) => {
    const place = places.get(id);
    return place === undefined || count === 0 ? [] : [{ place, count }];
  });
  const nameOf = fieldNames(definition);
  const sorted = known.toSorted((one, other) => other.count - one.count || one.place - other.place);
  return {
    rows: sorted.slice(0, maxRows).flatMap(({ place, count }) => {
      const row = all[place];
      if (row === undefined) return [];
      const name = place < tableRows.length ? `Row ${place + 1}` : "Default row";
      return [{ name, text: tableRowText(row, node, nameOf), count, share: executions === 0 ? 0 : count / executions }];
    }),
    more: Math.max(0, sorted.length - maxRows),
    dead: all.length - known.length,
  };
}
