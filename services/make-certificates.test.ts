import { execFile } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect, createServer, type ConnectionOptions } from "node:tls";
import { X509Certificate } from "node:crypto";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, it } from "vitest";
import { projectRoot } from "./instance.ts";

const run = promisify(execFile);
const servers = ["postgres", "nats", "clickhouse", "s3", "inbox"];
let folder: string;
const file = (...path: readonly string[]): string => join(folder, ...path);
const script = join(projectRoot, "deploy/make-certificates.sh");
const make = () => run("sh", [script, folder]);
const certificate = async (server: string) => new X509Certificate(await readFile(file(server, "server.crt")));
const daysLeft = ({ validTo }: X509Certificate): number => Math.round((Date.parse(validTo) - Date.now()) / 86_400_000);

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "airlock-certificates-"));
  await make();
});

afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

/** What a client finds that connects to a server with this certificate. */
async function connectTo(
  names: { readonly certificate: string; readonly servername: string },
  options: ConnectionOptions = {},
): Promise<string> {
  const [key, cert, ca] = await Promise.all([
    readFile(file(names.certificate, "server.key")),
    readFile(file(names.certificate, "server.crt")),
    readFile(file("trusted", "ca.crt")),
  ]);
  const server = createServer({ key, cert });
  server.on("tlsClientError", () => undefined);
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const socket = connect({ host: "127.0.0.1", port, ca, servername: names.servername, ...options });
  try {
    await once(socket, "secureConnect");
    return "verified";
  } catch (error) {
    return error instanceof Error && "code" in error ? `${String(error.code)} ${error.message}` : String(error);
  } finally {
    socket.destroy();
    server.close();
  }
}

it("makes a certificate for the name of each server, which a client verifies", async () => {
  for (const server of servers) {
    expect([server, (await certificate(server)).subjectAltName, daysLeft(await certificate(server))]).toEqual([
      server,
      `DNS:${server}`,
      397,
    ]);
    expect(await connectTo({ certificate: server, servername: server })).toBe("verified");
  }
  expect(await connectTo({ certificate: "nats", servername: "postgres" })).toMatch("ERR_TLS_CERT_ALTNAME_INVALID");
  expect(await connectTo({ certificate: "nats", servername: "nats" }, { ca: [] })).toMatch(/SELF_SIGNED|UNABLE_TO/);
});

it("makes keys that only their owner reads", async () => {
  for (const server of servers) expect([server, (await stat(file(server, "server.key"))).mode & 0o777]).toEqual([server, 0o400]);
  expect((await stat(file("authority", "ca.key"))).mode & 0o777).toBe(0o600);
  expect((await stat(file("trusted", "ca.crt"))).mode & 0o777).toBe(0o444);
  // As root, keys belong to the users of the containers.
  if (process.getuid?.() !== 0) return;
  const owners = await Promise.all(servers.map(async (server) => (await stat(file(server, "server.key"))).uid));
  expect(owners).toEqual([999, 0, 101, 0, 0]);
});

it("keeps what exists, and replaces a certificate that ends soon or that another authority signed", async () => {
  const before = await Promise.all(servers.map((server) => readFile(file(server, "server.crt"), "utf8")));
  await make();
  expect(await Promise.all(servers.map((server) => readFile(file(server, "server.crt"), "utf8")))).toEqual(before);

  await sign("nats", "nats", 89);
  await sign("s3", "s3", 91);
  await make();
  expect([daysLeft(await certificate("nats")), daysLeft(await certificate("s3"))]).toEqual([397, 91]);
  expect(await connectTo({ certificate: "nats", servername: "nats" })).toBe("verified");

  await rm(file("authority", "ca.key"));
  await make();
  for (const server of servers) expect(await connectTo({ certificate: server, servername: server })).toBe("verified");
  expect(await Promise.all(servers.map((server) => readFile(file(server, "server.crt"), "utf8")))).not.toContain(before[0]);
});

it("has an authority that may sign for no other name, because processes trust it beside public ones", async () => {
  await sign("nats", "storage.googleapis.com", 91);
  expect(await connectTo({ certificate: "nats", servername: "storage.googleapis.com" })).toMatch("permitted subtree violation");
});

it("replaces what an interruption left, without the capability to write files of others", async () => {
  await rm(file("authority", "ca.key"));
  for (const [name, mode] of [
    [file("authority", "ca.key.new"), 0o400],
    [file("trusted", "ca.crt.new"), 0o444],
    [file("nats", "server.key.new"), 0o400],
    [file("nats", "server.crt.new"), 0o444],
  ] as const) {
    await writeFile(name, "half");
    await chmod(name, mode);
  }
  await (process.getuid?.() === 0 ? run("setpriv", ["--bounding-set=-all,+chown", "--inh-caps=-all", "sh", script, folder]) : make());
  expect(await connectTo({ certificate: "nats", servername: "nats" })).toBe("verified");
  expect((await readdir(file("nats"))).toSorted()).toEqual(["server.crt", "server.key"]);
});

it("makes another authority when a release adds a server, because the former may not sign for its name", async () => {
  const more = file("more.sh");
  await writeFile(more, (await readFile(script, "utf8")).replace('s3 inbox"', 's3 inbox cache"'));
  await run("sh", [more, folder]);
  for (const server of [...servers, "cache"]) expect(await connectTo({ certificate: server, servername: server })).toBe("verified");
});

/** Another certificate of the authority for the key of a server. */
async function sign(server: string, name: string, days: number): Promise<void> {
  const crt = file(server, "server.crt");
  await chmod(crt, 0o600);
  const signed = ["-CA", file("trusted", "ca.crt"), "-CAkey", file("authority", "ca.key"), "-key", file(server, "server.key")];
  const extensions = [`subjectAltName=DNS:${name}`, "basicConstraints=critical,CA:FALSE"].flatMap((extension) => ["-addext", extension]);
  await run("openssl", ["req", "-x509", ...signed, "-out", crt, "-days", String(days), "-subj", `/CN=${server}`, ...extensions]);
}
