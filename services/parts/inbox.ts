import { once } from "node:events";
import { mkdir } from "node:fs/promises";
import { createConnection } from "node:net";
import { join } from "node:path";
import { expectOk } from "../http.ts";
import { port, type Instance } from "../instance.ts";
import { nodeCommand } from "../node-command.ts";
import type { Part } from "../part.ts";

export function smtpUrl(instance: Instance): string {
  return `smtp://127.0.0.1:${port(instance, "smtp")}`;
}

export function inboxUrl(instance: Instance): string {
  return `http://127.0.0.1:${port(instance, "inbox")}`;
}

/** An SMTP server that stores what it receives, with an HTTP API to read it. */
export const inbox: Part = {
  name: "inbox",
  ports: ["smtp", "inbox"],

  async install() {
    await Promise.resolve();
  },

  async prepare(instance) {
    const folder = join(instance.folder, "inbox");
    await mkdir(folder, { recursive: true });
    return nodeCommand("services/inbox/main.ts", [folder, String(port(instance, "smtp")), String(port(instance, "inbox"))]);
  },

  async probe(instance) {
    await Promise.all([greeting(port(instance, "smtp")), expectOk(`${inboxUrl(instance)}/mails`)]);
  },
};

async function greeting(smtpPort: number): Promise<void> {
  const socket = createConnection(smtpPort, "127.0.0.1");
  socket.setTimeout(2000, () => socket.destroy(new Error("No greeting within 2 s.")));
  try {
    const [line]: unknown[] = await once(socket, "data");
    if (!String(line).startsWith("220")) throw new Error(`SMTP greets with ${String(line)}`);
    socket.end("QUIT\r\n");
  } finally {
    socket.destroySoon();
  }
}
