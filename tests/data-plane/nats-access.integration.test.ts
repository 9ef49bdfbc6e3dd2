import { execFile, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { connectNats, createLog, type NatsAccess } from "@airlock/platform";
import { connect, nkeys } from "@nats-io/transport-node";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { claimFreeBase, type ClaimedBase } from "../../services/free-port.ts";
import { nats as natsPart } from "../../services/parts/nats.ts";
import { eventually } from "../support/eventually.ts";

/** Every way in which a process can authenticate at a NATS server, each with a server that requires it. */
const run = promisify(execFile);
const log = createLog({ name: "test", level: "silent" });
let folder: string;
let claimed: ClaimedBase;
let server: ChildProcess | undefined;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "airlock-nats-access-"));
  claimed = await claimFreeBase();
  await natsPart.install();
});

afterEach(async () => {
  if (server?.exitCode === null) {
    server.kill("SIGKILL");
    await once(server, "exit");
  }
  server = undefined;
});

afterAll(async () => {
  await claimed.release();
  await rm(folder, { recursive: true, force: true });
});

const file = (name: string): string => join(folder, name);
const port = (): number => claimed.base + 1;

async function startServer(config: string): Promise<void> {
  await writeFile(file("server.conf"), `listen: "127.0.0.1:${port()}"\n${config}`);
  const { file: binary } = await natsPart.prepare({ name: "access", base: claimed.base, folder });
  server = spawn(binary, ["--config", file("server.conf")], { stdio: "ignore" });
}

async function connects(access: Omit<NatsAccess, "url">, scheme = "nats"): Promise<boolean> {
  const nats = await connectNats({
    ...access,
    url: `${scheme}://localhost:${port()}`,
    name: "test",
    log,
    signal: AbortSignal.timeout(20_000),
  });
  await nats.connection.flush();
  await nats.close();
  return true;
}

/** The server responds and refuses: it is not still starting. */
async function refuses(access: Omit<NatsAccess, "url">, scheme = "nats"): Promise<boolean> {
  await eventually("the server", () =>
    fetch(`http://127.0.0.1:${port()}`).then(
      () => undefined,
      (error: unknown) => (/ECONNREFUSED/.test(String(error instanceof Error ? error.cause : error)) ? undefined : true),
    ),
  );
  let attempts = 0;
  const given = new AbortController();
  const counting = {
    ...log,
    warn: () => {
      attempts += 1;
      given.abort();
    },
  };
  const url = `${scheme}://localhost:${port()}`;
  const tried = connectNats({ ...access, url, name: "test", log: counting as typeof log, signal: given.signal }).then(
    async (nats) => {
      await nats.close();
      return false;
    },
    () => true,
  );
  return (await tried) && attempts === 1;
}

test("user and password, as settings and in the URL", async () => {
  await startServer(`authorization { users: [{ user: "one", password: "p:ss w/rd" }] }`);
  expect(await connects({ user: "one", password: "p:ss w/rd" })).toBe(true);
  const url = `nats://one:${encodeURIComponent("p:ss w/rd")}@127.0.0.1:${port()}`;
  const nats = await connectNats({ url, name: "test", log });
  await nats.close();
  expect(await refuses({})).toBe(true);
  expect(await refuses({ user: "one", password: "other" })).toBe(true);
});

test("a token", async () => {
  await startServer(`authorization { token: "a-token" }`);
  expect(await connects({ token: "a-token" })).toBe(true);
  expect(await refuses({ token: "another" })).toBe(true);
});

test("an NKey seed in a file", async () => {
  const user = nkeys.createUser();
  await startServer(`authorization { users: [{ nkey: ${user.getPublicKey()} }] }`);
  await writeFile(file("user.nk"), `${Buffer.from(user.getSeed()).toString()}\n`);
  await writeFile(file("other.nk"), Buffer.from(nkeys.createUser().getSeed()).toString());
  expect(await connects({ nkey: file("user.nk") })).toBe(true);
  expect(await refuses({ nkey: file("other.nk") })).toBe(true);
});

test("a credentials file", async () => {
  const [operator, account, user] = [nkeys.createOperator(), nkeys.createAccount(), nkeys.createUser()];
  const operatorToken = token(operator, operator.getPublicKey(), { type: "operator", version: 2 });
  const limits = { subs: -1, data: -1, payload: -1 };
  const accountLimits = { ...limits, imports: -1, exports: -1, wildcards: true, conn: -1, leaf: -1 };
  const accountToken = token(operator, account.getPublicKey(), { type: "account", version: 2, limits: accountLimits });
  await startServer(`operator: ${operatorToken}\nresolver: MEMORY\nresolver_preload: { ${account.getPublicKey()}: ${accountToken} }`);
  const credentials = (issuer: typeof account, name: string) => {
    const signed = token(issuer, user.getPublicKey(), { type: "user", version: 2, ...limits, pub: {}, sub: {} });
    const seed = Buffer.from(user.getSeed()).toString();
    const text = `-----BEGIN NATS USER JWT-----\n${signed}\n------END NATS USER JWT------\n\n-----BEGIN USER NKEY SEED-----\n${seed}\n------END USER NKEY SEED------\n`;
    return writeFile(file(name), text);
  };
  await credentials(account, "user.creds");
  await credentials(nkeys.createAccount(), "other.creds");
  expect(await connects({ creds: file("user.creds") })).toBe(true);
  expect(await refuses({ creds: file("other.creds") })).toBe(true);
});

describe("TLS", () => {
  const tls = (client: boolean) =>
    `tls { cert_file: "${file("server.pem")}", key_file: "${file("server.key")}", ca_file: "${file("ca.pem")}", verify: ${client} }`;

  beforeAll(async () => {
    await makeAuthority("ca");
    await makeAuthority("other");
    await makeCertificate("server", "ca", "subjectAltName=DNS:localhost");
    await makeCertificate("client", "ca", "extendedKeyUsage=clientAuth");
    await makeCertificate("stranger", "other", "extendedKeyUsage=clientAuth");
  });

  test("a server of the given authority is trusted, another is not", async () => {
    await startServer(tls(false));
    expect(await connects({ tls: { ca: file("ca.pem") } })).toBe(true);
    expect(await refuses({ tls: { ca: file("other.pem") } })).toBe(true);
    expect(await refuses({}, "tls")).toBe(true);
  });

  test("client certificates", async () => {
    await startServer(tls(true));
    expect(await connects({ tls: { ca: file("ca.pem"), cert: file("client.pem"), key: file("client.key") } })).toBe(true);
    expect(await refuses({ tls: { ca: file("ca.pem"), cert: file("stranger.pem"), key: file("stranger.key") } })).toBe(true);
    expect(await refuses({ tls: { ca: file("ca.pem") } })).toBe(true);
  });

  test("a server without TLS gets no password", async () => {
    await startServer(`authorization { users: [{ user: "one", password: "secret" }] }`);
    const access = { user: "one", password: "secret" };
    expect(await connects(access)).toBe(true);
    expect(await refuses(access, "tls")).toBe(true);
    expect(await refuses({ ...access, tls: { ca: file("ca.pem") } })).toBe(true);
  });
});

test("the library alone ignores credentials in a URL, which is why the platform reads them", async () => {
  await startServer(`authorization { users: [{ user: "one", password: "secret" }] }`);
  expect(await connects({ user: "one", password: "secret" })).toBe(true);
  await expect(connect({ servers: `nats://one:secret@127.0.0.1:${port()}`, reconnect: false })).rejects.toThrow(/authorization/i);
});

/** A JWT as NATS signs it. */
function token(issuer: ReturnType<typeof nkeys.createUser>, subject: string, nats: Readonly<Record<string, unknown>>): string {
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const claims = { jti: subject, iat: 1_700_000_000, iss: issuer.getPublicKey(), name: "test", sub: subject, nats };
  const text = `${encode({ typ: "JWT", alg: "ed25519-nkey" })}.${encode(claims)}`;
  return `${text}.${Buffer.from(issuer.sign(Buffer.from(text))).toString("base64url")}`;
}

async function makeAuthority(name: string): Promise<void> {
  const subject = ["-subj", `/CN=${name}`, "-days", "2"];
  await run("openssl", [
    ..."req -x509 -newkey ed25519 -nodes".split(" "),
    ...subject,
    "-keyout",
    file(`${name}.key`),
    "-out",
    file(`${name}.pem`),
  ]);
}

async function makeCertificate(name: string, authority: string, extension: string): Promise<void> {
  const signed = [
    "-CA",
    file(`${authority}.pem`),
    "-CAkey",
    file(`${authority}.key`),
    "-addext",
    extension,
    "-subj",
    `/CN=${name}`,
    "-days",
    "2",
  ];
  await run("openssl", [
    ..."req -x509 -newkey ed25519 -nodes".split(" "),
    ...signed,
    "-keyout",
    file(`${name}.key`),
    "-out",
    file(`${name}.pem`),
  ]);
}
