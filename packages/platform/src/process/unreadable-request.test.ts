import { createServer, get, type IncomingMessage, type Server } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { json, text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { answerUnreadable } from "./unreadable-request.ts";

let server: Server;
let port: number;
beforeAll(async () => {
  server = createServer((_, response) => response.end("read")).on("clientError", answerUnreadable);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => server.close());

describe("data that is not a request", () => {
  it("is refused as a problem if its head is too large", async () => {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      get({ host: "127.0.0.1", port, path: `/?after=${"x".repeat(20_000)}` }, resolve).on("error", reject);
    });
    expect(response.statusCode).toBe(431);
    expect(response.headers["content-type"]).toBe("application/problem+json");
    expect(await json(response)).toMatchObject({
      code: "HEADERS_TOO_LARGE",
      status: 431,
      correlationId: response.headers["x-correlation-id"],
    });
  });

  it("is refused as a problem if it is not HTTP", async () => {
    const socket = connect(port, "127.0.0.1");
    socket.write("good morning\r\n\r\n");
    const answer = await text(socket);
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(answer).toContain('"code":"INVALID_REQUEST"');
  });
});
