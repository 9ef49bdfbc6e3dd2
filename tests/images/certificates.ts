import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdir, readFile } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { get } from "node:https";
import { connect } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { createServer, type ConnectionOptions } from "node:tls";
import { promisify } from "node:util";

const run = promisify(execFile);

export type TlsServer = "postgres" | "nats" | "clickhouse" | "s3" | "inbox";

/** What deploy/make-certificates.sh makes: the volumes of compose.yaml with certificates and keys, as folders of this machine. */
export class Certificates {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async make(script: string): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    await run("sh", [script, this.#folder]);
  }

  get trusted(): string {
    return join(this.#folder, "trusted");
  }

  get authority(): string {
    return join(this.trusted, "ca.crt");
  }

  file(server: TlsServer, name: "server.crt" | "server.key"): string {
    return join(this.#folder, server, name);
  }

  /** For a client that connects to an address of this machine: verifies the certificate and the name of the server in it. */
  async client(server: TlsServer): Promise<ConnectionOptions> {
    return { ca: await readFile(this.authority), servername: server };
  }

  /** As `expectOk`, and verifies the certificate. */
  async expectOk(server: TlsServer, port: number, path: string): Promise<void> {
    const options = { host: "127.0.0.1", port, path, agent: false, signal: AbortSignal.timeout(10_000), ...(await this.client(server)) };
    const response = await new Promise<IncomingMessage>((resolve, reject) => void get(options, resolve).once("error", reject));
    const body = await text(response);
    if (response.statusCode !== 200) throw new Error(`${server}${path} returns ${response.statusCode}: ${body.slice(0, 200)}`);
  }

  /** TLS as the server of compose.yaml has it, in front of its replacement, which has none. Returns its port; it ends with this process. */
  async front(server: TlsServer, behind: number): Promise<number> {
    const [key, cert] = await Promise.all((["server.key", "server.crt"] as const).map((name) => readFile(this.file(server, name))));
    const front = createServer({ key, cert }, (socket) => {
      const plain = connect(behind, "127.0.0.1");
      socket.on("error", () => plain.destroy());
      plain.on("error", () => socket.destroy());
      socket.pipe(plain).pipe(socket);
    });
    front.unref().listen(0, "127.0.0.1");
    await once(front, "listening");
    const address = front.address();
    if (address === null || typeof address === "string") throw new Error(`The front of ${server} has no port.`);
    return address.port;
  }
}
