import type { PredictionFields, Resource } from "@airlock/contract";

const names = [
  "name",
  "type",
  "description",
  "trainingDatasource",
  "testDatasource",
  "evaluationDatasource",
  "eventsDatasource",
  "mapping",
  "settings",
  "scheduler",
  "analytics",
] as const satisfies readonly (keyof PredictionFields)[];

/** What people change of a configuration; the rest is the server's to say. */
export type Editable = Pick<PredictionFields, (typeof names)[number]>;

export interface Begun {
  readonly fields: Editable;
  /** What the changes are made from, so that a lost update is told. */
  readonly revision: number;
}

export function begunFrom({ _embedded }: Resource<PredictionFields>): Begun {
  // Exactly the names of Editable, each with its own value.
  const fields = Object.fromEntries(names.map((name) => [name, _embedded[name]])) as unknown as Editable;
  return { fields, revision: _embedded.revision };
}

export function isSame(one: Editable, other: Editable): boolean {
  return names.every((name) => one[name] === other[name] || JSON.stringify(one[name]) === JSON.stringify(other[name]));
}
