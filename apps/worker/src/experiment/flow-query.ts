import type { MappedField } from "@airlock/contract";
import { toSql, type SqlModels, type SqlQuery, type SqlRange } from "@airlock/engine/sql";
import type { Definition } from "@airlock/flow";
import { sqlLists } from "@airlock/backend/lists";
import { datasourceTable, experimentInputs, type ExperimentColumn } from "@airlock/backend/datasets";

/** An organisation can do something about it, and it will not go away by itself. */
export class CannotRun extends Error {}

/** A flow over a datasource, as it was frozen when it was asked for. */
export interface FlowOverRows {
  readonly definition: Definition;
  readonly behaviour: number;
  /** Of its predictions. */
  readonly models?: SqlModels;
  readonly datasourceId: string;
  /** Where its rows are; as they were imported without. */
  readonly source?: { readonly table: string; readonly isCopy: boolean };
  readonly columns: readonly ExperimentColumn[];
  readonly mapping: readonly MappedField[];
  /** Starts the names of the stages of a deep flow and of its lists' tables. */
  readonly stagePrefix: string;
}

/** The flow as a SELECT over a range of the datasource's rows, of which there are so many in all. */
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

/** Of values that nobody has looked at, the flow says itself which it cannot take. */
function uncheckedInputs(inputs: ReturnType<typeof experimentInputs>): ReturnType<typeof experimentInputs> {
  return new Map([...inputs].map(([key, input]) => [key, "column" in input ? { ...input, inForm: false } : input]));
}
