import { createServer, request as send, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** In front of a server on this machine, for tests that look at its requests or refuse some. */
export interface HttpProxy {
  readonly port: number;
  readonly requests: readonly { readonly method: string; readonly url: URL }[];
  /** Responses that the caller did not read to the end. */
  readonly abandoned: () => number;
  readonly close: () => Promise<void>;
}

/** `refuse` returns the status of a request that is not forwarded, or forwards it later by returning a promise. The host is forwarded too: it is part of signatures. */
export async function startHttpProxy(
  target: number,
  refuse: (method: string, url: URL) => number | undefined | Promise<undefined> = () => undefined,
): Promise<HttpProxy> {
  const requests: { method: string; url: URL }[] = [];
  let abandoned = 0;
  const server = createServer((incoming, response) => void forward(incoming, response));
  async function forward(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = "", url: path = "", headers } = incoming;
    const url = new URL(path, "http://localhost");
    requests.push({ method, url });
    const status = await refuse(method, url);
    if (status !== undefined) {
      incoming.resume().once("end", () => response.writeHead(status).end());
      return;
    }
    const outgoing = send({ host: "127.0.0.1", port: target, method, path, headers }, (answer: IncomingMessage) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
      response.once("close", () => {
        if (!response.writableFinished) abandoned += 1;
        answer.destroy();
      });
    });
    outgoing.once("error", () => response.destroy());
    incoming.pipe(outgoing);
  }
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  return {
    // A listening TCP server has an address with a port.
    port: (server.address() as AddressInfo).port,
    requests,
    abandoned: () => abandoned,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}
