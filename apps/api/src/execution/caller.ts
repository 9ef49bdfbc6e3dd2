import type { Tx } from "@airlock/platform/postgres";
import type { ExecutionRow } from "./store.ts";

/** The caller of an execution, as far as it is still known. */
export interface Caller {
  readonly callerWss?: string;
  readonly callerName?: string;
  readonly keyName?: string;
}

/** Executions of earlier releases have only the key; its system account is found as long as the key exists. */
export async function findCaller(tx: Tx, row: Pick<ExecutionRow, "key" | "caller">): Promise<Caller> {
  const key = await tx.selectFrom("keys").where("id", "=", row.key).select(["user_id", "name"]).executeTakeFirst();
  const callerId = row.caller === "" ? key?.user_id : row.caller;
  if (callerId === undefined) return {};
  const user = await tx.selectFrom("users").where("id", "=", callerId).select("name").executeTakeFirst();
  return { callerWss: callerId, ...(user && { callerName: user.name }), ...(key && { keyName: key.name }) };
}
