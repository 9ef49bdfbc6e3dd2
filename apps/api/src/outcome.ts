import type { FieldProblem, Problem, ProblemCode } from "@airlock/contract";

/** The result of a handler. Refusals are values; only the router converts them to HTTP. */
export type Outcome<T> = Done<T> | DoneAsJson | Refused | AfterCommit<T>;

export interface Done<T> {
  readonly kind: "done";
  readonly value: T;
}

/** A large response that is already JSON, serialised off the event loop. It is sent unchanged, without validation by its schema. */
export interface DoneAsJson {
  readonly kind: "doneAsJson";
  readonly json: string;
}

export interface Refused {
  readonly kind: "refused";
  readonly problem: Problem;
}

/** Work that must wait for the commit, because it has external effects. */
export interface AfterCommit<T> {
  readonly kind: "afterCommit";
  readonly work: () => Promise<Done<T> | DoneAsJson | Refused>;
}

export function done<T>(value: T): Done<T> {
  return { kind: "done", value };
}

export function doneAsJson(json: string): DoneAsJson {
  return { kind: "doneAsJson", json };
}

/** For calls that respond with 204. */
export const nothing: Done<undefined> = { kind: "done", value: undefined };

export function refuse(code: ProblemCode, problems?: readonly FieldProblem[]): Refused {
  return { kind: "refused", problem: problems === undefined ? { code } : { code, problems } };
}

export function isRefused(value: unknown): value is Refused {
  return typeof value === "object" && value !== null && "kind" in value && value.kind === "refused";
}

export function afterCommit<T>(work: AfterCommit<T>["work"]): AfterCommit<T> {
  return { kind: "afterCommit", work };
}
