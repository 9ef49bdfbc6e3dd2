import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { createClickHouse } from "./clickhouse.ts";
import { isUnavailable } from "./unavailable.ts";

/** The error of a query to a server with this handler. */
async function errorAt(answer: RequestListener, options: { readonly requestMillis?: number; readonly isClosed?: boolean } = {}) {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // A listening TCP server has a port.
  if (options.isClosed === true) await new Promise((resolve) => server.close(resolve));
  const { requestMillis = 5_000 } = options;
  const clickhouse = createClickHouse({ url: `http://127.0.0.1:${port}`, database: "d", name: "test", requestMillis });
  try {
    return await clickhouse.query("SELECT 1").then(
      () => undefined,
      (error: unknown) => error,
    );
  } finally {
    await clickhouse.close();
    server.closeAllConnections();
    server.close();
  }
}

const failure =
  (code: number, name: string): RequestListener =>
  (_, response) => {
    response.statusCode = 500;
    response.setHeader("X-ClickHouse-Exception-Code", String(code));
    response.end(`Code: ${code}. DB::Exception: It failed. (${name}) (version 26.7.2.1)\n`);
  };

test("a server that cannot be reached, hangs, closes or is overloaded is unavailable", async () => {
  expect(isUnavailable(await errorAt(() => undefined, { isClosed: true }))).toBe(true);
  expect(isUnavailable(await errorAt(() => undefined, { requestMillis: 200 }))).toBe(true);
  expect(isUnavailable(await errorAt((request) => request.socket.destroy()))).toBe(true);
  expect(isUnavailable(await errorAt(failure(202, "TOO_MANY_SIMULTANEOUS_QUERIES")))).toBe(true);
  expect(isUnavailable(await errorAt(failure(60, "UNKNOWN_TABLE")))).toBe(true);
  expect(isUnavailable(new AggregateError([Object.assign(new Error(""), { code: "ECONNREFUSED" })]))).toBe(true);
});

test("a wrong statement and an error of the calling code are not", async () => {
  expect(isUnavailable(await errorAt(failure(47, "UNKNOWN_IDENTIFIER")))).toBe(false);
  expect(isUnavailable(await errorAt(failure(62, "SYNTAX_ERROR")))).toBe(false);
  expect(isUnavailable(await errorAt(failure(497, "ACCESS_DENIED")))).toBe(false);
  expect(isUnavailable(new TypeError("undefined is not a function"))).toBe(false);
  expect(isUnavailable("away")).toBe(false);
});
