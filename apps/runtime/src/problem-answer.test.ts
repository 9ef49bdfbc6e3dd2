import { createServer, request as httpRequest } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { afterEach, expect, test } from "vitest";
import { answerProblem } from "./problem-answer.ts";

const sockets: Socket[] = [];
const server = createServer((_, response) => answerProblem(response, { code: "OVERLOADED" }, { correlationId: "c" }));
server.on("connection", (socket) => sockets.push(socket));
afterEach(() => {
  server.closeAllConnections();
  server.close();
  sockets.length = 0;
});

/** Sends the body until it is complete or the connection ends. */
async function send(bodyBytes: number, headers: Readonly<Record<string, string>>) {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // A listening TCP server has a port.
  const call = httpRequest({ port, host: "127.0.0.1", method: "POST", headers });
  const closed = new Promise<void>((resolve) => call.on("close", () => resolve()));
  call.on("error", () => undefined);
  const answered = new Promise<{ status: number | undefined; text: string; connection: string | undefined }>((resolve) => {
    call.on("response", (response) => {
      response.setEncoding("utf8");
      let text = "";
      response.on("data", (piece: string) => (text += piece));
      response.on("end", () => resolve({ status: response.statusCode, text, connection: response.headers.connection }));
      response.on("error", () => undefined);
    });
  });
  const piece = Buffer.alloc(65_536);
  for (let sent = 0; sent < bodyBytes; sent += piece.length) call.write(piece);
  call.end();
  const answer = await answered;
  await closed;
  return { ...answer, bytesRead: sockets[0]?.bytesRead ?? 0 };
}

test.each([
  ["with its length", { "content-length": String(32 * 1024 ** 2) }],
  ["without", { "transfer-encoding": "chunked" }],
])("the large body of a refused call is not read (%s), and its caller still gets the answer", async (_, headers) => {
  const { status, text, connection, bytesRead } = await send(32 * 1024 ** 2, headers);
  expect([status, JSON.parse(text), connection]).toMatchObject([503, { code: "OVERLOADED" }, "close"]);
  expect(bytesRead).toBeLessThan(1024 ** 2);
});

test("after a small body the connection is kept alive", async () => {
  const { status, connection } = await send(65_536, { "content-length": "65536" });
  expect([status, connection]).toEqual([503, "keep-alive"]);
});
