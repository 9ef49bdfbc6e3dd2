import type { MappedField } from "@airlock/contract";
import { toSql, type SqlModels, type SqlQuery, type SqlRange } from "@airlock/engine/sql";
import type { Definition } from "@airlock/flow";
import { sqlLists } from "@airlock/backend/lists";
import { datasourceTable, experimentInputs, type ExperimentColumn } from "@airlock/backend/datasets";

/** A permanent error that the organisation can fix. */
export class CannotRun extends Error {}

/** A flow over a datasource, as it was frozen when it was requested. */
export interface FlowOverRows {
  readonly definition: Definition;
  readonly behaviour: number;
  /** Models of its predictions. */
  readonly models?: SqlModels;
  readonly datasourceId: string;
  /** The table of its rows; the imported one if undefined. */
  readonly source?: { readonly table: string; readonly isCopy: boolean };
  readonly columns: readonly ExperimentColumn[];
  readonly mapping: readonly MappedField[];
  /** Starts the names of the stages of a deep flow and of its lists' tables. */
  readonly stagePrefix: string;
}

/** The flow as a SELECT over a range of the datasource's rows. `rows` is the total number of rows. */
export function flowQuery(flow: FlowOverRows, range: SqlRange, rows: number): SqlQuery {
  const { definition, behaviour, models = new Map(), datasourceId, source: from, mapping, columns, stagePrefix } = flow;
  const inputs = experimentInputs(mapping, columns);
  const source = {
    table: { name: from?.table ?? datasourceTable(datasourceId) },
    key: "row",
    inputs: from?.isCopy === true ? uncheckedInputs(inputs) : inputs,
  };
  const lists = sqlLists(definition, stagePrefix);
  const staging = { temporary: false, prefix: stagePrefix };
  const query = toSql(definition, source, { behaviour, range, rows, applicationData: true, scores: true, models, lists, staging });
  if (!query.ok) throw new CannotRun(query.reason);
  return query;
}

/** For values that were not validated, the query itself checks which it cannot use. */
function uncheckedInputs(inputs: ReturnType<typeof experimentInputs>): ReturnType<typeof experimentInputs> {
  return new Map([...inputs].map(([key, input]) => [key, "column" in input ? { ...input, inForm: false } : input]));
}
