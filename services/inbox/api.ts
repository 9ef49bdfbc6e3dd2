import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Mail, Mails } from "./mails.ts";

interface Reply {
  readonly status: number;
  readonly type: string;
  readonly body: string | Buffer;
}

/** Lets developers and tests read received mails: `GET /mails?to=`, `GET|DELETE /mails/{id}`, `GET /mails/{id}/raw`, `DELETE /mails`. */
export function createInboxApi(mails: Mails): Server {
  return createServer((request, response) => {
    void answer(mails, request, response);
  });
}

async function answer(mails: Mails, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { status, type, body } = await reply(mails, request.method ?? "GET", new URL(request.url ?? "/", "http://inbox")).catch(
    (error: unknown): Reply => ({ status: 500, type: "text/plain", body: String(error) }),
  );
  response.writeHead(status, { "Content-Type": type, "Cache-Control": "no-store" });
  response.end(body);
}

async function reply(mails: Mails, method: string, url: URL): Promise<Reply> {
  const [, first, id, view] = url.pathname.split("/");
  if (method === "GET" && url.pathname === "/")
    return { status: 200, type: "text/html; charset=utf-8", body: listPage(await mails.list()) };
  if (first !== "mails") return missing;
  if (method === "DELETE") {
    await mails.remove(id);
    return { status: 204, type: "text/plain", body: "" };
  }
  if (id === undefined || id === "") return json(await mails.list(url.searchParams.get("to") ?? undefined));
  if (view === "raw") {
    const raw = await mails.raw(id);
    return raw === undefined ? missing : { status: 200, type: "message/rfc822", body: raw };
  }
  const mail = await mails.find(id);
  return mail === undefined ? missing : json(mail);
}

const missing: Reply = { status: 404, type: "text/plain", body: "There is no such mail." };

function json(value: unknown): Reply {
  return { status: 200, type: "application/json; charset=utf-8", body: JSON.stringify(value) };
}

function listPage(mails: readonly Mail[]): string {
  const rows = mails.toReversed().map(
    (mail) => `<tr><td><a href="/mails/${mail.id}">${escapeHtml(mail.subject)}</a></td><td>${escapeHtml(mail.to.join(", "))}</td>
<td><pre>${escapeHtml(mail.text)}</pre></td></tr>`,
  );
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Inbox (${mails.length})</title>
<style>body{font:15px system-ui;margin:24px}td{vertical-align:top;padding:8px 16px 8px 0;border-top:1px solid #ccc}pre{margin:0;white-space:pre-wrap}</style>
<h1>Inbox</h1><p>${mails.length} mails, newest first.</p><table>${rows.join("\n")}</table></html>`;
}

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
