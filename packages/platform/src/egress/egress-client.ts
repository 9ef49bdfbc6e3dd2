import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import { callHeaders, headersForAnotherHost, type Header } from "./call-headers.ts";
import { checkedLookup, type Resolve } from "./checked-lookup.ts";
import { hostOf, portOf, type EgressPolicy } from "./egress-policy.ts";
import { EgressRefusal, refuseAddress } from "./egress-refusal.ts";
import { createNameResolver } from "./name-resolver.ts";
import { createLanes } from "../process/lanes.ts";

export interface EgressCall {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly Header[];
  readonly body: string;
  readonly timeoutMillis: number;
  /** The organisation that makes the call. */
  readonly owner: string;
  /** Lower-case names of headers that contain a secret: they are never sent to another host. */
  readonly secretHeaders?: readonly string[] | undefined;
}

export interface EgressAnswer {
  readonly status: number;
  readonly body: string;
}

export interface EgressOptions {
  readonly policy: EgressPolicy;
  readonly resolve?: Resolve;
  readonly maxAnswerBytes?: number;
  /** Limits of concurrent calls, per organisation and in total. */
  readonly maxEach?: number;
  readonly maxAll?: number;
  readonly maxRedirects?: number;
}

/** One step of a call: the current target, after any redirects so far. */
interface Hop {
  readonly method: string;
  readonly url: URL;
  readonly headers: Record<string, string>;
  readonly body: string;
  readonly secretHeaders: readonly string[];
}

/** The only way out for calls that users configure. The address is checked in the URL, after DNS resolution and at every redirect. */
export function createEgress(options: EgressOptions) {
  const { policy, resolve = createNameResolver().resolve, maxAnswerBytes = 1_048_576, maxRedirects = 3 } = options;
  const lanes = createLanes({ each: options.maxEach ?? 32, all: options.maxAll ?? 256 });
  const agents = {
    "http:": new HttpAgent({ keepAlive: true, maxFreeSockets: 32 }),
    "https:": new HttpsAgent({ keepAlive: true, maxFreeSockets: 32 }),
  };

  function send(hop: Hop, owner: string, signal: AbortSignal): Promise<IncomingMessage> {
    const { url, method, headers, body } = hop;
    const why = policy.whyNotUrl(url.href);
    if (why !== undefined) return Promise.reject(refuseAddress(why));
    const isTls = url.protocol === "https:";
    const [host, port] = [hostOf(url), portOf(url)];
    return new Promise((answered, failed) => {
      const request = (isTls ? httpsRequest : httpRequest)({
        method,
        host,
        port,
        path: `${url.pathname}${url.search}`,
        headers: { ...headers, host: url.host, "content-length": String(Buffer.byteLength(body)) },
        agent: agents[isTls ? "https:" : "http:"],
        lookup: checkedLookup(policy, host, port, resolve, { owner, signal }),
        signal,
        ...(isTls ? { servername: host } : {}),
      });
      request.on("error", failed);
      request.on("response", answered);
      // Nothing is sent before the address of the actual connection was checked.
      request.on("socket", (socket) => {
        const go = () => {
          const wrong = policy.whyNotAddress(socket.remoteAddress ?? "", host, port);
          if (wrong === undefined) request.end(body);
          else request.destroy(refuseAddress(wrong));
        };
        if (socket.connecting) socket.once("connect", go);
        else go();
      });
    });
  }

  async function follow(first: Hop, owner: string, signal: AbortSignal): Promise<EgressAnswer> {
    let hop = first;
    for (let redirects = 0; ; redirects += 1) {
      const response = await send(hop, owner, signal);
      const next = redirectOf(hop, response);
      if (next === undefined) return { status: response.statusCode ?? 0, body: await readBody(response, maxAnswerBytes) };
      response.destroy();
      if (redirects === maxRedirects)
        throw new EgressRefusal("WEB_CALL_REFUSED", `The web call was redirected more than ${maxRedirects} times.`);
      hop = next;
    }
  }

  return {
    async call(call: EgressCall, cancelled?: AbortSignal): Promise<EgressAnswer> {
      const lane = lanes.enter(call.owner);
      if (lane === undefined) throw new EgressRefusal("WEB_CALL_BUSY", "Too many web calls are in progress for this organisation.");
      const deadline = AbortSignal.timeout(call.timeoutMillis);
      try {
        const url = URL.parse(call.url);
        if (url === null) throw new EgressRefusal("WEB_CALL_REFUSED", "The web call was refused: it is not an address.");
        const hop = {
          method: call.method,
          url,
          headers: callHeaders(call.headers, call.body),
          body: call.body,
          secretHeaders: call.secretHeaders ?? [],
        };
        return await follow(hop, call.owner, cancelled === undefined ? deadline : AbortSignal.any([deadline, cancelled]));
      } catch (failure) {
        throw refusalOf(failure, deadline, call);
      } finally {
        lane.leave();
      }
    },
    underWay: () => lanes.inside(),
    close() {
      agents["http:"].destroy();
      agents["https:"].destroy();
    },
  };
}

export type Egress = ReturnType<typeof createEgress>;

function redirectOf({ method, url, headers, body, secretHeaders }: Hop, response: IncomingMessage): Hop | undefined {
  const status = response.statusCode ?? 0;
  const { location } = response.headers;
  if (![301, 302, 303, 307, 308].includes(status) || location === undefined) return undefined;
  const next = URL.parse(location, url.href);
  if (next === null) throw new EgressRefusal("WEB_CALL_REFUSED", "The web call was redirected to something that is not an address.");
  if (url.protocol === "https:" && next.protocol === "http:") {
    throw new EgressRefusal("WEB_CALL_REFUSED", "The web call was redirected from https to http.");
  }
  const isSame = next.origin === url.origin;
  const keepsMethod = status === 307 || status === 308 || method === "GET";
  // The body may be as secret as the headers: it is sent again only to the same host.
  if (keepsMethod && method !== "GET" && !isSame) {
    throw new EgressRefusal("WEB_CALL_REFUSED", `The web call was redirected to ${next.host}, where its body was not meant to go.`);
  }
  const kept = isSame ? headers : headersForAnotherHost(headers, secretHeaders);
  const hop = { url: next, headers: kept, secretHeaders };
  return keepsMethod ? { ...hop, method, body } : { ...hop, method: "GET", body: "" };
}

async function readBody(response: IncomingMessage, maxBytes: number): Promise<string> {
  const encoding = response.headers["content-encoding"] ?? "identity";
  if (encoding !== "identity") {
    response.destroy();
    throw new EgressRefusal("WEB_CALL_FAILED", `The response of the web call is encoded as ${encoding}, which was not requested.`);
  }
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of response as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > maxBytes) {
      response.destroy();
      throw new EgressRefusal("WEB_CALL_TOO_LARGE", `The response of the web call is larger than ${maxBytes} bytes.`);
    }
    parts.push(part);
  }
  return Buffer.concat(parts).toString("utf8");
}

function refusalOf(failure: unknown, deadline: AbortSignal, { timeoutMillis }: EgressCall): EgressRefusal {
  if (failure instanceof EgressRefusal) return failure;
  if (deadline.aborted) return new EgressRefusal("WEB_CALL_TIMEOUT", `The web call was not answered within ${timeoutMillis} ms.`);
  const code = failure instanceof Error && "code" in failure ? String(failure.code) : "";
  const reasons: Readonly<Record<string, string>> = {
    ECONNREFUSED: "nothing answers there",
    ECONNRESET: "the connection was cut",
    EHOSTUNREACH: "the host cannot be reached",
    ENETUNREACH: "the network cannot be reached",
    ABORT_ERR: "it was cancelled",
  };
  const reason =
    reasons[code] ??
    (code.includes("CERT") || code.includes("TLS") || code.includes("SSL") ? "its certificate is not trusted" : "the connection failed");
  return new EgressRefusal("WEB_CALL_FAILED", `The web call failed: ${reason}.`);
}
