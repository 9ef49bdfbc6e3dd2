import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { jwtVerify } from "jose";
import { createPublicKey } from "node:crypto";
import type { ServiceAccount } from "@airlock/platform/service-account";

/** A forwarded request, with the account of its token. */
export interface Seen {
  readonly account: string;
  readonly path: string;
  readonly body: string;
}

/**
 * A proxy in front of an emulator: issues tokens per account, as Google does, records requests with their account, and can fail on demand. All other
 * responses are the emulator's.
 */
export interface GoogleFront {
  readonly url: string;
  readonly tokenUrl: string;
  readonly seen: Seen[];
  readonly know: (account: ServiceAccount) => void;
  /** Called before a request is forwarded; `cut` closes its connection, a number is returned as the status. */
  interfere: (request: Seen) => "pass" | "cut" | number;
  readonly close: () => Promise<void>;
}

const json = { "content-type": "application/json" };

export async function startGoogleFront(emulator: string): Promise<GoogleFront> {
  const accounts = new Map<string, ServiceAccount>();
  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer); // A request's stream is of bytes.
      const body = Buffer.concat(chunks).toString("utf8");
      const path = request.url ?? "";
      if (path === "/token") {
        const account = await signer(body);
        response.statusCode = account === undefined ? 400 : 200;
        response.end(
          JSON.stringify(account === undefined ? { error: "invalid_grant" } : { access_token: `of ${account}`, expires_in: 3599 }),
        );
        return;
      }
      const seen = { account: (request.headers.authorization ?? "").replace(/^Bearer of /, ""), path, body };
      front.seen.push(seen);
      const how = front.interfere(seen);
      if (how === "cut") {
        request.socket.destroy();
        return;
      }
      if (typeof how === "number") {
        response.statusCode = how;
        response.end("{}");
        return;
      }
      const { status, text } = await inTurn(() => passOn(path, request.method ?? "GET", body));
      response.writeHead(status, json);
      response.end(text);
    })().catch(() => request.socket.destroy());
  });
  // The emulator mixes up concurrent requests, so they are forwarded one at a time.
  let turn: Promise<unknown> = Promise.resolve();
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const own = turn.then(work);
    turn = own.catch(() => undefined);
    return own;
  }
  async function passOn(path: string, method: string, body: string): Promise<{ readonly status: number; readonly text: string }> {
    const answer = await fetch(new URL(path, emulator), { method, headers: json, ...(body === "" ? {} : { body }) });
    return { status: answer.status, text: await answer.text() };
  }
  async function signer(form: string): Promise<string | undefined> {
    const assertion = new URLSearchParams(form).get("assertion") ?? "";
    for (const account of accounts.values()) {
      const verified = await jwtVerify(assertion, createPublicKey(account.privateKey), { issuer: account.clientEmail }).catch(
        () => undefined,
      );
      if (verified !== undefined) return account.clientEmail;
    }
    return undefined;
  }
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  // A listening TCP server has an address with a port.
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const front: GoogleFront = {
    url,
    tokenUrl: `${url}/token`,
    seen: [],
    know: (account) => void accounts.set(account.clientEmail, account),
    interfere: () => "pass",
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return front;
}
