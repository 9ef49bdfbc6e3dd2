import { dropSqlLists } from "@airlock/backend/lists";
import { countGroups, whatIfSteps, type WhatIfFields, type WhatIfGroup } from "@airlock/contract";
import { fieldNames, fieldOutside, inlinedNode, type Definition } from "@airlock/flow";
import type { ClickHouse } from "@airlock/platform/clickhouse";
import type { Measure } from "./measures.ts";
import { stepsBetween, type CountedValue } from "./counted-values.ts";
import type { Drag } from "./drag.ts";
import { whatIfQuery, type ChangedFlow, type ComputedParts, type Focus, type RanResult } from "./what-if-query.ts";

interface Group extends WhatIfGroup {
  /** For each measure: rows with a value, and the sum of the values. */
  readonly counts: readonly number[];
  readonly sums: readonly number[];
}

interface WhatIfOptions {
  readonly drag: Drag | undefined;
  readonly focus: string | undefined;
  readonly values: readonly CountedValue[];
  readonly measures: readonly Measure[];
  /** Drops intermediate tables; independent of the caller, who may have disconnected. */
  readonly drop: ClickHouse["command"];
  /** Creates the tables of the flow's lists, whose names begin with the prefix. */
  readonly createLists: (prefix: string) => Promise<void>;
}

/**
 * The results of the rows with the changed flow; a text says why they cannot be computed. For a drag, the flow with the lowest and the highest
 * position.
 */
export async function whatIf(
  clickhouse: ClickHouse,
  ran: RanResult,
  flows: readonly ChangedFlow[],
  options: WhatIfOptions,
): Promise<WhatIfFields | string> {
  const ends = await Promise.all(flows.map((changed) => countFlow(clickhouse, ran, changed, options)));
  const refusal = ends.find((end) => typeof end === "string");
  if (refusal !== undefined) return refusal;
  const [lowest, highest] = ends.filter((end) => typeof end !== "string");
  if (lowest === undefined) throw new TypeError("There is no flow to count.");
  const fields = fieldsOf(ran, lowest.groups, lowest.computed);
  if (highest === undefined) return fields;
  const positions = options.drag?.positions.length ?? 0;
  return {
    ...fields,
    drag: {
      above: lowest.groups.filter(({ position }) => position > 0).map(plainGroup),
      below: highest.groups.filter(({ position }) => position < positions).map(plainGroup),
    },
  };
}

function plainGroup({ counts: _counts, sums: _sums, ...group }: Group): WhatIfGroup {
  return group;
}

async function countFlow(clickhouse: ClickHouse, ran: RanResult, changed: ChangedFlow, options: WhatIfOptions) {
  const focus = options.focus === undefined ? undefined : focusOf(ran, changed.definition, options.focus);
  const computed: ComputedParts = { drag: options.drag, focus, values: options.values, measures: options.measures };
  const query = whatIfQuery(ran, changed, computed);
  if (!query.ok) return query.reason;
  const common = { clickhouse_settings: { ...query.settings }, query_params: { ...query.parameters } };
  try {
    if (query.lists.size > 0) await options.createLists(query.prefix);
    for (const { create } of query.stages) await clickhouse.client.command({ query: create, ...common });
    const result = await clickhouse.client.query({ query: query.sql, format: "JSONEachRow", ...common });
    return { groups: await result.json<Group>(), computed };
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
  const shape = {
    outcomeField: ran.outcomeField,
    values: values.map(({ node, field, min, width }) => ({ node, field, min, max: min + width * whatIfSteps })),
    ...(focus === undefined
      ? {}
      : {
          focus: {
            id: focus.id,
            field: focus.field,
            min: focus.min,
            max: focus.min + focus.width * whatIfSteps,
            bands: focus.after.ranges,
          },
        }),
  };
  const counted = countGroups(shape, groups);
  return {
    ...counted,
    measures: measures.map(({ column, value = null }, at) => ({
      column: column.name,
      value,
      outcomes: counted.outcomes.map(({ outcome }) => ({
        outcome,
        before: meanOf(groups, at, ({ before }) => before === outcome),
        after: meanOf(groups, at, ({ after }) => after === outcome),
      })),
    })),
  };
}

function meanOf(groups: readonly Group[], measure: number, holds: (group: Group) => boolean) {
  const own = groups.filter(holds);
  const count = own.reduce((total, { counts }) => total + (counts[measure] ?? 0), 0);
  const sum = own.reduce((total, { sums }) => total + (sums[measure] ?? 0), 0);
  return { count, mean: count === 0 ? null : sum / count };
}
