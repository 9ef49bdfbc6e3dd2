import { Agent as HttpAgent, type ClientRequestArgs } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import { isIP, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import { connect as connectTls } from "node:tls";
import type { ConnectOut } from "../egress/connect-out.ts";
import { hostOf, portOf } from "../egress/egress-policy.ts";
import { EgressRefusal, refuseAddress } from "../egress/egress-refusal.ts";
import { closedPlace } from "../egress/forbidden-address.ts";

export interface S3Destination {
  readonly connect: ConnectOut;
  /** The organisation that connects. */
  readonly owner: string;
  readonly endpoint: string;
}

const connectMillis = 5_000;

/**
 * Connects to the endpoint through the checks of web calls. Without TLS, only to addresses that are not public: those were allowed by the operator.
 */
async function connectTo({ connect, owner, endpoint }: S3Destination): Promise<Socket> {
  const url = new URL(endpoint);
  const socket = await connect({ host: hostOf(url), port: portOf(url), owner, signal: AbortSignal.timeout(connectMillis) });
  if (url.protocol === "https:" || closedPlace(socket.remoteAddress ?? "") !== undefined) return socket;
  socket.destroy();
  throw refuseAddress("http is for addresses inside your own network, use https", "Airlock does not connect to this address");
}

/** Why the installation does not allow the endpoint. Undefined if it does, also if nothing answers there. */
export async function whyNotEndpoint(destination: S3Destination): Promise<string | undefined> {
  try {
    (await connectTo(destination)).destroy();
    return undefined;
  } catch (error) {
    return error instanceof EgressRefusal && error.whyNotAllowed !== undefined ? error.message : undefined;
  }
}

/** The SDK strips the brackets of an IPv6 address, which a URL keeps. */
function bare(host: string | null | undefined): string {
  return (host ?? "").replace(/^\[|\]$/g, "");
}

type Created = (error: Error | null, stream: Duplex) => void;

/**
 * Agents that connect to the endpoint only, whatever a request names. Every request has a connection of its own, so that each is checked and no idle
 * one counts for the limit of the organisation.
 */
export function s3Agents(destination: S3Destination) {
  const url = new URL(destination.endpoint);
  const open = async ({ host, port }: ClientRequestArgs): Promise<Socket> => {
    if (bare(host) !== bare(url.hostname) || Number(port) !== portOf(url)) {
      throw refuseAddress("it is not the endpoint of the S3 account", "Airlock does not connect to this address");
    }
    return connectTo(destination);
  };
  const completeConnection = (work: Promise<Duplex>, created: Created | undefined) => {
    work.then(
      (stream) => created?.(null, stream),
      // The agent ignores the stream of an error.
      (error: unknown) => created?.(error instanceof Error ? error : new Error("The connection failed."), undefined as unknown as Duplex),
    );
    return undefined;
  };
  const httpAgent = new HttpAgent({ keepAlive: false });
  httpAgent.createConnection = (options, created) => completeConnection(open(options), created);
  const httpsAgent = new HttpsAgent({ keepAlive: false });
  const host = hostOf(url);
  httpsAgent.createConnection = (options, created) =>
    completeConnection(
      open(options).then((socket) => connectTls({ socket, host, servername: isIP(host) === 0 ? host : "" })),
      created,
    );
  return { httpAgent, httpsAgent };
}
