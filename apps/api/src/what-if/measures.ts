import type { DatasourceColumn, MeasurableColumn, WhatIfQuestion } from "@airlock/contract";
import type { Tx } from "@airlock/platform/postgres";
import { columnsOf, profilesOf } from "../datasource/columns-of.ts";
import { findDatasource, type DatasourceRow } from "../datasource/store.ts";
import type { DatasourceState } from "@airlock/backend/datasets";
import type { ResultRow } from "../experiment/result-store.ts";
import type { Actor } from "../identity/actor.ts";

/** A column of the datasource's table, or one value of it. */
export interface Measure {
  readonly column: DatasourceColumn;
  readonly value: string | undefined;
}

/** The columns of a result's datasource that can be measured, with their values. */
export async function measurableColumns(tx: Tx, actor: Actor, row: ResultRow): Promise<MeasurableColumn[]> {
  const source = await sameRecords(tx, actor, row);
  if (source === undefined) return [];
  const profiles = profilesOf(source.profile);
  return takenOver(source).map(({ name, type }, at) => {
    const { min, max, distinct, frequent } = profiles?.[at] ?? { min: null, max: null, distinct: 0, frequent: [] };
    // A text that is distinct in most rows is an identifier: the share of one of its values is meaningless.
    const namesRow = type === "STRING" && distinct > Number(source.record_count) / 2;
    const values = namesRow ? [] : frequent.map(({ value }) => value);
    return { name, type, isFlag: min === 0 && max === 1 && distinct === 2, values };
  });
}

/** Undefined if one of them cannot be measured: a number has a mean, a text the share of a value. */
export async function measuresOf(
  tx: Tx,
  actor: Actor,
  row: ResultRow,
  questions: WhatIfQuestion["measures"],
): Promise<readonly Measure[] | undefined> {
  if (questions.length === 0) return [];
  const source = await sameRecords(tx, actor, row);
  if (source === undefined) return undefined;
  const columns = new Map(takenOver(source).map((column) => [column.name, column]));
  const measures = questions.flatMap(({ column: name, value }) => {
    const column = columns.get(name);
    return column === undefined || (column.type === "STRING") !== (value !== undefined) ? [] : [{ column, value }];
  });
  return measures.length === questions.length ? measures : undefined;
}

function takenOver({ columns, selected_columns: selected }: DatasourceRow): readonly DatasourceColumn[] {
  return columnsOf(columns).filter(({ name }) => selected.includes(name));
}

/** The datasource of a result, if its table still has the same rows. An external table is copied only for a run. */
async function sameRecords(tx: Tx, actor: Actor, row: ResultRow): Promise<DatasourceRow | undefined> {
  if (!actor.permissions.has("datasources.list")) return undefined;
  const source = await findDatasource(tx, row.datasource_id, false);
  const { importWss } = row.datasource as DatasourceState; // Written by the api.
  return source?.status === "ready" && source.type === "LinkedStorage" && source.import_id === importWss ? source : undefined;
}
