import type { ProblemCode, ResourceName, ResourceStates } from "@airlock/contract";
import type { Tx } from "@airlock/platform/postgres";
import type { Actor } from "../identity/actor.ts";

/** How the object of a call is found and authorised. An object of another organisation is reported as missing. */
export interface Subject<Name extends ResourceName, Row> {
  readonly resource: Name;
  /** The path parameter with its id. */
  readonly parameter: string;
  readonly missing: ProblemCode;
  /** `lock` is true for every call that may change something: the row cannot change between the check and the commit. */
  readonly find: (tx: Tx, id: string, lock: boolean, actor: Actor) => Promise<Row | undefined>;
  readonly state: (row: Row, actor: Actor) => ResourceStates[Name];
}
