import { Agent, request, type IncomingMessage, type RequestOptions } from "node:http";
import { buffer } from "node:stream/consumers";
import type { Random } from "../support/random.ts";
import type { Operation } from "./operations.ts";
import type { GeneratedRequest } from "./requests.ts";
import type { ReceivedResponse } from "./response-check.ts";

export interface SenderOptions {
  readonly apiPort: number;
  readonly runtimePort: number;
  /** A fresh token on each call. */
  readonly accessToken: () => Promise<string>;
  readonly key: () => string;
  readonly random: Random;
}

const tokenlessShare = 0.05;
const timeoutMillis = 30_000;

/** Sends requests to the process that the edge would choose, as a signed-in user or with a key, and some without either. */
export function createSender({ apiPort, runtimePort, accessToken, key, random }: SenderOptions) {
  return async (operation: Operation, { path, headers, body }: GeneratedRequest): Promise<ReceivedResponse> => {
    const isExecution = operation.id === "version.execute";
    const token = isExecution ? key() : await accessToken();
    const authorization = random.next() < tokenlessShare ? {} : { authorization: `Bearer ${token}` };
    const port = isExecution ? runtimePort : apiPort;
    const response = await call(
      { host: "127.0.0.1", port, method: operation.method, path, headers: { ...headers, ...authorization } },
      body,
    );
    return { status: response.statusCode ?? 0, contentType: response.headers["content-type"], body: await buffer(response) };
  };
}

/** The server may close a kept-alive connection just as the next request is sent, which would be a false failure. */
const oneEach = new Agent({ keepAlive: false });

function call(options: RequestOptions, body: Buffer | undefined): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request({ ...options, agent: oneEach, signal: AbortSignal.timeout(timeoutMillis) }, resolve)
      .on("error", reject)
      .end(body);
  });
}
