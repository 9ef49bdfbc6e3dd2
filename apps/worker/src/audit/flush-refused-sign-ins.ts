import type { Log } from "@airlock/platform";
import { flushRefusedSignIns } from "./store.ts";
import type { Postgres } from "@airlock/platform/postgres";
import { repeat } from "../repeat.ts";

const restMillis = 5 * 60_000;

/** Enters refused sign-ins that no audit entry counts yet. Safe in several workers: rows that another one has locked are skipped. */
export function startFlushingRefusedSignIns({ postgres, log }: { readonly postgres: Postgres; readonly log: Log }) {
  return repeat({ name: "refused sign-ins", restMillis, work: () => flushRefusedSignIns(postgres), log });
}
