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

/** The fields of a configuration that users can edit; the server sets the others. */
export type Editable = Pick<PredictionFields, (typeof names)[number]>;

export interface Begun {
  readonly fields: Editable;
  /** The revision that the changes are based on, so that the server detects lost updates. */
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
