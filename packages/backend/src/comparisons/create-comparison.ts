import type { ComparisonSummary, ExperimentRecords } from "@airlock/contract";
import { newId } from "@airlock/platform";
import type { Tx } from "@airlock/platform/postgres";

/** One of the two flows: its names and how it is run. */
export interface Side {
  readonly versionId: string | null;
  readonly solutionId: string;
  readonly versionName: string;
  readonly solutionName: string;
  readonly behaviour: number;
  /** For the flow of an experiment's result; absent otherwise. */
  readonly experimentResultId?: string;
  readonly isChanged?: boolean;
}

export interface OverExecutions {
  readonly executionsOf: "left" | "right";
  readonly start: Date;
  readonly end: Date;
}

export interface OverDatasource {
  readonly datasourceId: string;
  readonly records: ExperimentRecords;
  /** Stored as JSON. */
  readonly datasource: object;
  readonly fieldMapping: { readonly left: readonly object[]; readonly right: readonly object[] };
}

export interface NewComparison {
  readonly left: Side;
  readonly right: Side;
  readonly leftDefinition: string;
  readonly rightDefinition: string;
  readonly over: OverExecutions | OverDatasource;
  readonly outcomeField: string | null;
}

const nothingYet: ComparisonSummary = {
  compared: 0,
  changed: 0,
  differing: 0,
  unanswered: 0,
  unreadable: 0,
  outcomes: [],
  moves: [],
  nodes: [],
  links: [],
};

/** Stores a waiting comparison; the caller creates its job in the same transaction. */
export async function createComparison(tx: Tx, organisationId: string, made: NewComparison): Promise<string> {
  const id = newId();
  await tx
    .insertInto("comparisons")
    .values({
      id,
      organisation_id: organisationId,
      left_side: JSON.stringify(made.left),
      right_side: JSON.stringify(made.right),
      left_definition: made.leftDefinition,
      right_definition: made.rightDefinition,
      ...("datasourceId" in made.over ? overDatasource(made.over) : overExecutions(made.over)),
      outcome_field: made.outcomeField,
      summary: JSON.stringify(nothingYet),
      finished_at: null,
    })
    .execute();
  return id;
}

function overExecutions({ executionsOf, start, end }: OverExecutions) {
  return { executions_of: executionsOf, start_at: start, end_at: end, datasource_id: null, datasource: null, field_mapping: null };
}

function overDatasource({ datasourceId, records, datasource, fieldMapping }: OverDatasource) {
  return {
    executions_of: null,
    start_at: null,
    end_at: null,
    datasource_id: datasourceId,
    records,
    datasource: JSON.stringify(datasource),
    field_mapping: JSON.stringify(fieldMapping),
  };
}
