import { notDecided, whatIfSteps, type ResultField } from "@airlock/contract";
import { toSql, type SqlInput, type SqlLayout, type SqlLists, type SqlModels, type SqlQuery, type SqlRefusal } from "@airlock/engine/sql";
import { incomingLinks, inlined, modelOf, type Definition, type RangeScoreNode, type ThresholdChange } from "@airlock/flow";
import { newId } from "@airlock/platform";
import { column, datasourceTable, experimentTable } from "@airlock/backend/datasets";
import { sqlLists } from "@airlock/backend/lists";
import { affectedSql } from "./affected-sql.ts";
import type { CountedValue } from "./counted-values.ts";
import { positionSql, type Drag } from "./drag.ts";
import { fieldSql, isInput } from "./field-sql.ts";
import type { Measure } from "./measures.ts";

/** A result's table with the flow that filled it. */
export interface RanResult {
  readonly id: string;
  readonly layout: SqlLayout;
  readonly fields: readonly ResultField[];
  readonly definition: Definition;
  readonly behaviour: number;
  /** Models of its predictions. */
  readonly models: SqlModels;
  readonly rows: number;
  readonly outcomeField: string | null;
  /** The datasource of the rows. */
  readonly datasourceId: string;
}

/** A Range Score whose values are counted by band. */
export interface Focus {
  readonly id: string;
  readonly field: string;
  readonly min: number;
  readonly width: number;
  readonly before: RangeScoreNode;
  readonly after: RangeScoreNode;
}

/** The flow with changed numbers. */
export interface ChangedFlow {
  readonly definition: Definition;
  readonly changes: readonly ThresholdChange[];
}

/** What is computed besides the outcomes. */
export interface ComputedParts {
  readonly drag: Drag | undefined;
  readonly focus: Focus | undefined;
  readonly values: readonly CountedValue[];
  readonly measures: readonly Measure[];
}

export interface WhatIfQuery {
  readonly ok: true;
  /** Begins the names of its stages and of the tables of its lists. */
  readonly prefix: string;
  readonly lists: SqlLists;
  readonly stages: SqlQuery["stages"];
  readonly sql: string;
  readonly settings: SqlQuery["settings"];
  /** User input, which is never part of the SQL. */
  readonly parameters: Readonly<Record<string, string>>;
}

/**
 * Runs the changed flow over the rows of the result itself, which has the inputs and the previous results. The previous result is passed through the
 * flow as part of the row's key, so that both are counted in one pass. Rows that the changes cannot affect are counted as they are.
 */
export function whatIfQuery(
  ran: RanResult,
  { definition: changed, changes }: ChangedFlow,
  computed: ComputedParts,
): WhatIfQuery | SqlRefusal {
  const { drag, focus, values, measures } = computed;
  const table = experimentTable(ran.id);
  const fields = ran.definition.applicationDatasetFields;
  const inputs = new Map<string, SqlInput>(
    fields.flatMap(({ key, name, type }) => {
      const at = ran.layout.application.findIndex((field) => field.name === name);
      return at === -1
        ? []
        : [[key, { column: `a${at}`, type: type === "String" ? "Nullable(String)" : "Nullable(Float64)", inForm: true }]];
    }),
  );
  // The table has the model's scores for these inputs, which do not change with other parts of the flow.
  const scores = new Map(
    (ran.layout.scores ?? []).map(({ nodeId, taken }, at) => [nodeId, { score: `p${at}`, ...(taken ? { taken: `t${at}` } : {}) }]),
  );
  const { behaviour, rows, models } = ran;
  const prefix = `whatif_${newId()}_`;
  const staging = { temporary: false, prefix };
  const lists = sqlLists(changed, prefix);
  const query = toSql(changed, { table: { name: table }, key: "was", inputs, scores }, { behaviour, rows, models, lists, staging });
  if (!query.ok) return query;

  const known = [
    outcomeSql(ran.layout, ran.outcomeField),
    focus === undefined ? "NULL" : scoredSql(ran.layout, focus.before),
    focus === undefined ? "0" : reachedSql(ran.layout, ran.definition, focus.id),
    drag === undefined || !isInput(drag.field) ? "NULL" : fieldSql(ran.layout, drag.field),
    ...measures.map((_, at) => `m${at}`),
    ...values.map(({ field }) => (isInput(field) ? fieldSql(ran.layout, field) : "NULL")),
  ];
  // The flow pins the versions of its lists. A model may have been trained again since.
  const isRepeatable = inlined(changed).nodes.every(({ id, part }) => modelOf(part) === undefined || scores.has(id));
  const affected = isRepeatable ? affectedSql(ran, changes) : "1";
  const from = `FROM \`${table}\``;
  const measured = measures.length === 0 ? "" : ` LEFT JOIN (${measuredSql(ran.datasourceId, measures)}) AS measured USING (row)`;
  const besideAs = (name: string, where: string) =>
    `FROM (SELECT *, tuple(${known.join(", ")}) AS ${name} ${from}${measured} WHERE ${where})`;
  const stored = groupsSql(ran.layout, changed, computed, besideAs("k", `NOT ${affected}`), "unchanged");
  const isStored = affected === "0";
  const beside = besideAs("was", affected);
  const counted = groupsSql(query.layout, changed, computed, `FROM (${query.sql.replace(from, beside)})`, {
    // A row that does not fit the fields is not decided, whatever the thresholds are.
    after: `if(before = '${notDecided}', before, ${outcomeSql(query.layout, ran.outcomeField)})`,
  });
  return {
    ok: true,
    prefix,
    lists: isStored ? new Map() : lists,
    stages: isStored ? [] : query.stages.map((stage) => ({ ...stage, create: stage.create.replace(from, beside) })),
    sql: isStored ? stored : affected === "1" ? counted : `${counted} UNION ALL ${stored}`,
    settings: {
      ...query.settings,
      max_query_size: Number(query.settings["max_query_size"]) + 200_000,
      // Both tables are sorted by row, so a merge join needs no hash table in memory.
      ...(measures.length === 0 ? {} : { join_algorithm: "full_sorting_merge" }),
    },
    parameters: Object.fromEntries(measures.flatMap(({ value }, at) => (value === undefined ? [] : [[`value${at}`, value]]))),
  };
}

/** Counts rows that have the columns of a layout, and what is known from before as `k`. */
function groupsSql(
  layout: SqlLayout,
  changed: Definition,
  { drag, focus, values, measures }: ComputedParts,
  from: string,
  outcome: { readonly after: string } | "unchanged",
): string {
  // An input is not computed: it is the same before and after.
  const value = focus === undefined ? "NULL" : focus.before.scoredDatasource === "Application" ? "k.2" : scoredSql(layout, focus.after);
  const reached = focus === undefined ? "0" : `(k.1 != '${notDecided}' AND ${reachedSql(layout, changed, focus.id)})`;
  const stepOf = ({ node, field, min, width }: CountedValue, at: number) => {
    const own = isInput(field) ? `k.${firstMeasure + measures.length + at}` : fieldSql(layout, field);
    const came = `k.1 != '${notDecided}' AND ${reachedSql(layout, changed, node)}`;
    return `sumMap(map(${stepSql(came, own, min, width)}, toUInt64(1)))`;
  };
  const columns = [
    "k.1 AS before",
    `${outcome === "unchanged" ? "before" : outcome.after} AS after`,
    `${drag === undefined ? "0" : positionSql(drag, isInput(drag.field) ? "k.4" : fieldSql(layout, drag.field))} AS position`,
    ...(focus === undefined
      ? ["0 AS step", "0 AS bandBefore", "0 AS bandAfter"]
      : [
          `${stepSql(reached, value, focus.min, focus.width)} AS step`,
          `if(k.3 AND k.1 != '${notDecided}', ${bandSql(focus.before, "k.2")}, -1) AS bandBefore`,
          `${outcome === "unchanged" ? "bandBefore" : `if(${reached}, ${bandSql(focus.after, value)}, -1)`} AS bandAfter`,
        ]),
    "count() AS count",
    `[${values.map(stepOf).join(", ")}]::Array(Map(Int32, UInt64)) AS steps`,
    `[${measures.map((_, at) => `toFloat64(count(k.${firstMeasure + at}))`).join(", ")}]::Array(Float64) AS counts`,
    `[${measures.map((_, at) => `ifNull(sum(k.${firstMeasure + at}), 0)`).join(", ")}]::Array(Float64) AS sums`,
  ];
  return `SELECT ${columns.join(", ")} ${from} GROUP BY before, after, position, step, bandBefore, bandAfter`;
}

/** The index of the first measure in the key. */
const firstMeasure = 5;

/** A number unchanged, a text as 1 if it is the value and 0 otherwise; a missing value stays missing. */
function measuredSql(datasourceId: string, measures: readonly Measure[]): string {
  const columns = measures.map(({ column: { key, type } }, at) => {
    const name = column(key);
    if (type === "STRING") return `toFloat64(${name} = {value${at}:String}) AS m${at}`;
    return `if(isFinite(toFloat64(${name})), toFloat64(${name}), NULL) AS m${at}`;
  });
  return `SELECT row, ${columns.join(", ")} FROM ${datasourceTable(datasourceId)}`;
}

function outcomeSql({ runtime }: SqlLayout, field: string | null): string {
  const at = runtime.findIndex(({ name }) => name === field);
  return `multiIf(error = 1, '${notDecided}', error != 0, 'Failed', ${at === -1 ? "'Completed'" : `ifNull(toString(r${at}), '')`})`;
}

function scoredSql({ application, runtime }: SqlLayout, { scoredDatasource, scoredField }: RangeScoreNode): string {
  const isApplication = scoredDatasource === "Application";
  const at = (isApplication ? application : runtime).findIndex(({ name }) => name === scoredField);
  return at === -1 ? "CAST(NULL, 'Nullable(Float64)')" : `${isApplication ? "a" : "r"}${at}`;
}

/** The step of a value, counted from the minimum; -1 if the row did not reach the node or has no value. */
function stepSql(reached: string, value: string, min: number, width: number): string {
  const isNumber = `isFinite(assumeNotNull(${value})) AND ${value} IS NOT NULL`;
  const step = `toInt32(least(${whatIfSteps - 1}, greatest(0, floor((${value} - (${min})) / ${width}))))`;
  return `ifNull(if(${reached} AND ${isNumber}, ${step}, -1), -1)`;
}

/** Whether a row reached the node: it is Start, or one of its incoming links was taken. */
function reachedSql({ links }: SqlLayout, definition: Definition, nodeId: string): string {
  if (definition.solutionDefinition.nodes.some(({ id, type }) => id === nodeId && type === "Start")) return "1";
  const parts = inlined(definition);
  const incoming = new Set(
    incomingLinks(parts)
      .get(nodeId)
      ?.map((position) => parts.links[position]?.id),
  );
  const bits = links.flatMap(({ id }, bit) => (incoming.has(id) ? [`bitTest(links${Math.floor(bit / 32)}, ${bit % 32})`] : []));
  return bits.length === 0 ? "0" : `(${bits.join(" OR ")})`;
}

/** The first band that contains the value, from 1; 0 for none. */
function bandSql({ ranges }: RangeScoreNode, value: string): string {
  const cases = ranges.flatMap(({ rangeFrom, rangeFromIncludeExclude, rangeTo, rangeToIncludeExclude }, at) => {
    const parts = [
      ...(rangeFrom === "" ? [] : [`${value} ${rangeFromIncludeExclude === "[" ? ">=" : ">"} ${Number(rangeFrom)}`]),
      ...(rangeTo === "" ? [] : [`${value} ${rangeToIncludeExclude === "]" ? "<=" : "<"} ${Number(rangeTo)}`]),
    ];
    return [`ifNull(${parts.length === 0 ? `${value} IS NOT NULL` : parts.join(" AND ")}, 0)`, String(at + 1)];
  });
  return cases.length === 0 ? "0" : `multiIf(${cases.join(", ")}, 0)`;
}
