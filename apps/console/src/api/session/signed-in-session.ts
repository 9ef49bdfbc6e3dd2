import type { ConsoleConfig } from "./config.ts";
import type { Session } from "./session.ts";

/** A session that is signed in, for component tests: the client and the profile are those of the test, which has only what it needs. */
export function signedInSession(client: unknown, profile: unknown, config?: Partial<ConsoleConfig>): Session {
  const state = { status: "authenticated", profile };
  return { client, config, state: () => state, subscribe: () => () => undefined } as unknown as Session;
}
