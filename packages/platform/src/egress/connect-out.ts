import { isIPv6, Socket } from "node:net";
import { createLanes } from "../process/lanes.ts";
import { checkedLookup, type Resolve } from "./checked-lookup.ts";
import type { EgressPolicy } from "./egress-policy.ts";
import { EgressRefusal, refuseAddress } from "./egress-refusal.ts";

interface Destination {
  readonly host: string;
  readonly port: number;
  /** The organisation that connects. */
  readonly owner: string;
  readonly signal: AbortSignal;
}

/**
 * Opens a TCP connection to a server that a user entered. Rejects with `EgressRefusal` if the policy does not allow the address, and with the socket's
 * error if nothing answers.
 */
export type ConnectOut = (to: Destination) => Promise<Socket>;

export interface ConnectOutOptions {
  readonly policy: EgressPolicy;
  readonly resolve: Resolve;
  /** Limits of open connections, per organisation and in total. */
  readonly maxEach?: number;
  readonly maxAll?: number;
}

/** The checks of a web call, for protocols other than HTTP: the name as entered, the resolved addresses and the address that was connected to. */
export function createConnectOut({ policy, resolve, maxEach = 16, maxAll = 128 }: ConnectOutOptions): ConnectOut {
  const lanes = createLanes({ each: maxEach, all: maxAll });
  return async ({ host, port, owner, signal }) => {
    const why = policy.whyNotUrl(`http://${isIPv6(host) ? `[${host}]` : host}:${port}/`);
    if (why !== undefined) throw refusal(why);
    signal.throwIfAborted();
    const lane = lanes.enter(owner);
    if (lane === undefined)
      throw new EgressRefusal("WEB_CALL_BUSY", "Too many connections are open for this organisation. Try again soon.");
    const socket = new Socket();
    socket.once("close", () => lane.leave());
    const abort = () => socket.destroy(signal.reason instanceof Error ? signal.reason : new Error("The connection was cancelled."));
    signal.addEventListener("abort", abort, { once: true });
    try {
      await new Promise<void>((connected, failed) => {
        socket.once("connect", connected);
        socket.once("error", failed);
        socket.connect({ host, port, lookup: checkedLookup(policy, host, port, resolve, { owner, signal }) });
      });
      const wrong = policy.whyNotAddress(socket.remoteAddress ?? "", host, port);
      if (wrong !== undefined) throw refusal(wrong);
      return socket;
    } catch (error) {
      socket.destroy();
      // The lookup words its refusals for web calls.
      throw error instanceof EgressRefusal && error.whyNotAllowed !== undefined ? refusal(error.whyNotAllowed) : error;
    } finally {
      signal.removeEventListener("abort", abort);
    }
  };
}

function refusal(why: string): EgressRefusal {
  return refuseAddress(why, "Airlock does not connect to this address");
}
