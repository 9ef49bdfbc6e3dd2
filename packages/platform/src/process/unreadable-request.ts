import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { problemBody, type Problem } from "@airlock/contract";
import { newId } from "./id.ts";

/** Responds to data that the server's parser rejected: there is no response object, only the connection. For `clientError` of a server. */
export function answerUnreadable(error: Error & { readonly code?: string }, socket: Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const problem: Problem = { code: error.code === "HPE_HEADER_OVERFLOW" ? "HEADERS_TOO_LARGE" : "INVALID_REQUEST" };
  const correlationId = newId();
  const body = problemBody(problem, correlationId);
  const text = JSON.stringify(body);
  const head = [
    `HTTP/1.1 ${body.status} ${STATUS_CODES[body.status] ?? ""}`,
    "content-type: application/problem+json",
    `content-length: ${Buffer.byteLength(text)}`,
    "cache-control: no-store",
    `x-correlation-id: ${correlationId}`,
    "connection: close",
  ];
  socket.end(`${head.join("\r\n")}\r\n\r\n${text}`);
}
