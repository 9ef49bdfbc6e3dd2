import type { ConnectionCheck } from "@airlock/contract";

export interface ConnectionOutcome {
  readonly ok: boolean;
  readonly checks: readonly ConnectionCheck[];
  readonly millis: number;
  /** `14:26:03` */
  readonly at: string;
}

/** `14:26:03` in the reader's zone. */
const timeOf = (date: Date) => date.toTimeString().slice(0, 8);

/** The result of a test, with its duration. */
export async function timedTest(
  run: () => Promise<{ readonly _embedded: Pick<ConnectionOutcome, "ok" | "checks"> }>,
): Promise<ConnectionOutcome> {
  const begun = performance.now();
  const { _embedded } = await run();
  return { ..._embedded, millis: Math.round(performance.now() - begun), at: timeOf(new Date()) };
}
