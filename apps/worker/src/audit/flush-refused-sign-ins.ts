import type { Log } from "@airlock/platform";
import { flushRefusedSignIns } from "./store.ts";
import type { Postgres } from "@airlock/platform/postgres";
import { repeat } from "../repeat.ts";

const restMillis = 5 * 60_000;

/** Writes audit entries for refused sign-ins that are not covered by one yet. Safe in several workers: locked rows are skipped. */
export function startFlushingRefusedSignIns({ postgres, log }: { readonly postgres: Postgres; readonly log: Log }) {
  return repeat({ name: "refused sign-ins", restMillis, work: () => flushRefusedSignIns(postgres), log });
}
