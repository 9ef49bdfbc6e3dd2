import { once } from "node:events";
import { connect as connectTcp, type Socket } from "node:net";
import { hostname } from "node:os";
import { connect as connectTls } from "node:tls";
import type { AuditFields } from "@airlock/contract";

/** The destination of the audit stream. */
export interface AuditReceiver {
  /**
   * Resolves when the receiver has accepted all of them. Throws otherwise, although some of them may have arrived; `EntriesRefused` if it would
   * refuse the same entries again.
   */
  readonly send: (entries: readonly AuditFields[]) => Promise<void>;
}

/** The receiver refuses these entries for their content or their size; others, or fewer, may be accepted. */
export class EntriesRefused extends Error {}

/** Bad request, content too large, unprocessable content. Every other failure is about the receiver, or ends by itself. */
const refusals = new Set([400, 413, 422]);

const answerMillis = 10_000;

/** `https:` and `http:` receive JSON lines by POST; `syslog:` is RFC 5424 over TCP and `syslog+tls:` over TLS. */
export function openAuditReceiver(url: string, token: string): AuditReceiver {
  const { protocol, hostname: host, port } = new URL(url);
  switch (protocol) {
    case "https:":
    case "http:":
      return { send: (entries) => post(url, token, entries) };
    case "syslog:":
      return { send: (entries) => sendSyslog(connectTcp({ host, port: Number(port || 514) }), "connect", entries) };
    case "syslog+tls:":
      return {
        send: (entries) => sendSyslog(connectTls({ host, port: Number(port || 6514), servername: host }), "secureConnect", entries),
      };
    default:
      throw new Error(`AIRLOCK_AUDIT_STREAM_URL: ${protocol} is none of https:, http:, syslog:, syslog+tls:.`);
  }
}

async function post(url: string, token: string, entries: readonly AuditFields[]): Promise<void> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/x-ndjson", ...(token === "" ? {} : { authorization: `Bearer ${token}` }) },
    body: entries.map((entry) => `${JSON.stringify(entry)}\n`).join(""),
    redirect: "error",
    signal: AbortSignal.timeout(answerMillis),
  });
  await response.body?.cancel();
  const problem = `The receiver of the audit returned ${response.status}.`;
  if (refusals.has(response.status)) throw new EntriesRefused(problem);
  if (!response.ok) throw new Error(problem);
}

/**
 * One connection per batch. Syslog has no acknowledgement, but a receiver that has read everything closes its side cleanly, and one that died resets
 * the connection: only the former counts as sent.
 */
async function sendSyslog(socket: Socket, connected: "connect" | "secureConnect", entries: readonly AuditFields[]): Promise<void> {
  socket.setTimeout(answerMillis, () => socket.destroy(new Error("The receiver of the audit does not respond.")));
  try {
    await once(socket, connected);
    const ended = once(socket, "end");
    socket.resume();
    socket.end(entries.map(syslogFrame).join(""));
    await ended;
  } finally {
    socket.destroy();
  }
}

/** Facility 13 (log audit), severity 6 (informational), with the octet count of RFC 6587 before it. */
const priority = 13 * 8 + 6;

function syslogFrame(entry: AuditFields): string {
  const message = `<${priority}>1 ${entry.at} ${hostname()} airlock - audit - ${JSON.stringify(entry)}`;
  return `${Buffer.byteLength(message)} ${message}`;
}
