import { dropSqlLists } from "@airlock/backend/lists";
import type { WhatIfFields } from "@airlock/contract";
import { fieldNames, fieldOutside, inlinedNode, type Definition } from "@airlock/flow";
import type { ClickHouse } from "@airlock/platform/clickhouse";
import type { Measure } from "./measures.ts";
import { steps, stepsBetween, type CountedValue } from "./counted-values.ts";
import { whatIfQuery, type ComputedParts, type Focus, type RanResult } from "./what-if-query.ts";

interface Group {
  readonly before: string;
  readonly after: string;
  readonly bin: number;
  readonly band_before: number;
  readonly band_after: number;
  readonly n: number;
  /** For each counted value: rows by step. */
  readonly steps: readonly Readonly<Record<string, number>>[];
  /** For each measure: rows with a value, and the sum of the values. */
  readonly counts: readonly number[];
  readonly sums: readonly number[];
}

interface WhatIfOptions {
  readonly focus: string | undefined;
  readonly values: readonly CountedValue[];
  readonly measures: readonly Measure[];
  /** Drops intermediate tables; independent of the caller, who may have disconnected. */
  readonly drop: ClickHouse["command"];
  /** Creates the tables of the flow's lists, whose names begin with the prefix. */
  readonly createLists: (prefix: string) => Promise<void>;
}

/** The results of the rows with the changed flow; a text says why they cannot be computed. */
export async function whatIf(
  clickhouse: ClickHouse,
  ran: RanResult,
  changed: Definition,
  options: WhatIfOptions,
): Promise<WhatIfFields | string> {
  const focus = options.focus === undefined ? undefined : focusOf(ran, changed, options.focus);
  const computed = { focus, values: options.values, measures: options.measures };
  const query = whatIfQuery(ran, changed, computed);
  if (!query.ok) return query.reason;
  const common = { clickhouse_settings: { ...query.settings }, query_params: { ...query.parameters } };
  try {
    if (query.lists.size > 0) await options.createLists(query.prefix);
    for (const { create } of query.stages) await clickhouse.client.command({ query: create, ...common });
    const result = await clickhouse.client.query({ query: query.sql, format: "JSONEachRow", ...common });
    return fieldsOf(ran, await result.json<Group>(), computed);
  } finally {
    for (const { drop } of query.stages.toReversed()) await options.drop(drop);
    await dropSqlLists({ clickhouse: { command: options.drop } }, query.lists);
  }
}

/** Undefined if the node is no Range Score, or scores a value that is computed inside a sub-flow: results do not have it. */
function focusOf({ definition, fields }: RanResult, changed: Definition, id: string): Focus | undefined {
  const [before, after] = [inlinedNode(definition, id), inlinedNode(changed, id)?.part];
  if (before?.part.type !== "RangeScore" || after?.type !== "RangeScore") return undefined;
  const { scoredDatasource, scoredField } = before.part;
  const scored = fieldOutside(definition, before, { source: scoredDatasource, key: scoredField });
  if (scored === undefined) return undefined;
  // Nodes refer to fields by key, results by name.
  const named = { scoredDatasource: scored.source, scoredField: fieldNames(definition)(scored.source, scored.key) };
  const name = `${scored.source === "Application" ? "application" : "runtime"}.${named.scoredField}`;
  const known = fields.find((field) => field.name === name);
  return { id, field: named.scoredField, ...stepsBetween(known), before: { ...before.part, ...named }, after: { ...after, ...named } };
}

function fieldsOf(ran: RanResult, groups: readonly Group[], { focus, values, measures }: ComputedParts): WhatIfFields {
  const sum = (holds: (group: Group) => boolean) => groups.reduce((total, group) => total + (holds(group) ? group.n : 0), 0);
  const names = [...new Set(groups.flatMap(({ before, after }) => [before, after]))];
  const outcomes = names
    .map((outcome) => ({ outcome, before: sum(({ before }) => before === outcome), after: sum(({ after }) => after === outcome) }))
    .toSorted((one, other) => other.before + other.after - one.before - one.after || (one.outcome < other.outcome ? -1 : 1));
  const moves = new Map<string, { from: string; to: string; count: number }>();
  for (const { before: from, after: to, n } of groups) {
    const key = JSON.stringify([from, to]);
    moves.set(key, { from, to, count: (moves.get(key)?.count ?? 0) + n });
  }
  return {
    total: sum(() => true),
    outcomeField: ran.outcomeField,
    outcomes,
    changed: sum(({ before, after }) => before !== after),
    moves: [...moves.values()],
    values: values.map(({ node, field, min, width }, at) => ({
      node,
      field,
      min,
      max: min + width * steps,
      bins: Array.from({ length: steps }, (_, bin) =>
        names.flatMap((outcome) => {
          const count = groups.reduce((total, group) => total + (group.after === outcome ? (group.steps[at]?.[bin] ?? 0) : 0), 0);
          return count === 0 ? [] : [{ outcome, count }];
        }),
      ),
    })),
    measures: measures.map(({ column, value = null }, at) => ({
      column: column.name,
      value,
      outcomes: outcomes.map(({ outcome }) => ({
        outcome,
        before: meanOf(groups, at, ({ before }) => before === outcome),
        after: meanOf(groups, at, ({ after }) => after === outcome),
      })),
    })),
    ...(focus === undefined
      ? {}
      : {
          focus: {
            id: focus.id,
            field: focus.field,
            min: focus.min,
            max: focus.min + focus.width * steps,
            bands: focus.after.ranges.map((_, at) => ({
              before: sum(({ band_before }) => band_before === at + 1),
              after: sum(({ band_after }) => band_after === at + 1),
            })),
            unmatched: {
              before: sum(({ band_before }) => band_before === 0),
              after: sum(({ band_after }) => band_after === 0),
            },
            bins: Array.from({ length: steps }, (_, bin) =>
              names.flatMap((outcome) => {
                const count = sum((group) => group.bin === bin && group.after === outcome);
                return count === 0 ? [] : [{ outcome, count }];
              }),
            ),
          },
        }),
  };
}

function meanOf(groups: readonly Group[], measure: number, holds: (group: Group) => boolean) {
  const own = groups.filter(holds);
  const count = own.reduce((total, { counts }) => total + (counts[measure] ?? 0), 0);
  const sum = own.reduce((total, { sums }) => total + (sums[measure] ?? 0), 0);
  return { count, mean: count === 0 ? null : sum / count };
}
