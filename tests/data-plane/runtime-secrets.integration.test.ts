import { readdir, readFile } from "node:fs/promises";
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import type { SecretEntry } from "@airlock/contract";
import { newLink, newNode, type Definition, type WebCallNode } from "@airlock/flow";
import { newId } from "@airlock/platform";
import { createSecretBox, readMasterKeys, webSecretOwner } from "@airlock/platform/secrets";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { environment } from "../../services/environment.ts";
import { runtimeAtWork, until, type RuntimeAtWork } from "./runtime-at-work.ts";

const canary = "canary-4f1b9c-never-to-be-seen";

interface Heard {
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

let work: RuntimeAtWork;
let partner: Server;
let collector: Server;
let traces = "";
let heard: Heard[] = [];
let answers: string[] = [];
let respond: (heard: Heard, response: ServerResponse) => void;

beforeAll(async () => {
  partner = createServer((request, response) => {
    void text(request).then((body) => {
      const one = { url: request.url ?? "", headers: request.headers, body };
      heard.push(one);
      return respond(one, response);
    });
  });
  await new Promise<void>((up) => partner.listen(0, "127.0.0.1", up));
  // Stored completely: a secret in any field of a span would be a leak.
  collector = createServer((request, response) => {
    void text(request).then((body) => {
      traces += body;
      return response.end("{}");
    });
  });
  await new Promise<void>((up) => collector.listen(0, "127.0.0.1", up));
  work = await runtimeAtWork({
    AIRLOCK_EGRESS_ALLOW: "127.0.0.0/8,localhost",
    AIRLOCK_LOG_LEVEL: "debug",
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
    OTEL_BSP_SCHEDULE_DELAY: "200",
  });
  await enter("ApiKey", ["127.0.0.1"]);
  await enter("Elsewhere", ["api.example.com"]);
});

afterAll(async () => {
  partner.closeAllConnections();
  partner.close();
  await work.end();
  collector.closeAllConnections();
  collector.close();
});

beforeEach(() => {
  heard = [];
  respond = (_, response) => response.end('{"score": 612}');
});

const port = () => (partner.address() as AddressInfo).port;

async function enter(name: string, hosts: readonly string[], secretId = newId()): Promise<void> {
  const box = createSecretBox(readMasterKeys(environment(work.instance).AIRLOCK_SECRET_KEYS));
  const { organisationId } = work;
  const { masterKey, sealedDataKey, sealed } = box.seal(canary, webSecretOwner(organisationId, secretId));
  const packed = { masterKey, sealedDataKey: sealedDataKey.toString("base64"), sealed: sealed.toString("base64") };
  const entry: SecretEntry = { secretId, organisationId, name, hosts, ...packed, revision: 1 };
  await work.dataPlane.write(work.dataPlane.secrets, secretId, entry);
}

function flow(call: Partial<WebCallNode>): Definition {
  const start = newNode("Start", "start", 100, 100);
  const node: WebCallNode = {
    ...newNode("WebCall", "call", 300, 100),
    url: `http://127.0.0.1:${port()}/score`,
    timeoutMillis: 5_000,
    responseMapping: [{ datasetType: "runtime", fieldName: "said", param: "$.said" }],
    ...call,
  };
  const end = newNode("End", "end", 500, 100);
  return {
    solutionDefinition: { nodes: [start, node, end], links: [newLink("l1", start, node), newLink("l2", node, end)], zoom: 100 },
    applicationDatasetFields: [{ key: "note", name: "note", type: "String", required: false }],
    runtimeDatasetFields: [{ key: "said", name: "said", type: "String", required: false }],
    applicationTestData: [],
  };
}

/** The outcome of a decision whose flow makes this call. */
async function decided(call: Partial<WebCallNode>, body: object = {}): Promise<string> {
  const { versionId } = await work.deployed({ definition: flow(call) });
  const { text: answer } = await work.ask(versionId, { body });
  answers.push(answer);
  return answer;
}

const header = [{ key: "Authorization", value: "Bearer ${secret.ApiKey}" }];

test("a secret is sent to the host it was entered for, in header, query and body", async () => {
  const url = `http://127.0.0.1:${port()}/score?key=\${secret.ApiKey}`;
  expect(await decided({ method: "POST", url, headers: header, body: '{"key":"${secret.ApiKey}"}' })).toContain('"status":"completed"');
  expect(heard).toEqual([expect.objectContaining({ url: `/score?key=${canary}`, body: JSON.stringify({ key: canary }) }) as Heard]);
  expect(heard[0]?.headers.authorization).toBe(`Bearer ${canary}`);
});

test("and to no other, by name or by redirect", async () => {
  expect(await decided({ headers: [{ key: "X-Key", value: "${secret.Elsewhere}" }] })).toContain("was not entered for 127.0.0.1");
  expect(await decided({ headers: [{ key: "X-Key", value: "${secret.Unknown}" }] })).toContain("There is no secret Unknown");
  expect(heard).toEqual([]);
  respond = ({ url }, response) => {
    if (url === "/score") response.writeHead(302, { location: `http://localhost:${port()}/second` }).end();
    else response.end('{"said": "here"}');
  };
  // Not even in a header that is otherwise sent to another host.
  expect(await decided({ headers: [...header, { key: "User-Agent", value: "${secret.ApiKey}" }] })).toContain('"status":"completed"');
  expect(heard.map(({ url }) => url)).toEqual(["/score", "/second"]);
  expect(JSON.stringify(heard[1])).not.toContain(canary);
});

test("a caller's value is never taken for a secret", async () => {
  await decided({ method: "POST", body: '{"note":"${application.note}"}' }, { note: "${secret.ApiKey}" });
  expect(heard[0]?.body).toBe('{"note":"${secret.ApiKey}"}');
});

test("a partner that repeats it does not leak it into responses and execution records", async () => {
  respond = ({ headers }, response) => response.end(JSON.stringify({ said: headers.authorization }));
  expect(await decided({ headers: header })).toContain('"said":"Bearer [hidden]"');
});

test("a deleted secret is no longer used", async () => {
  const secretId = newId();
  await enter("Short", ["127.0.0.1"], secretId);
  const call = { headers: [{ key: "X-Key", value: "${secret.Short}" }] };
  expect(await decided(call)).toContain('"status":"completed"');
  await work.dataPlane.write(work.dataPlane.secrets, secretId, undefined);
  const { versionId } = await work.deployed({ definition: flow(call) });
  await until(async () => (await work.ask(versionId, { body: {} })).text.includes("There is no secret Short"));
});

test("nothing that was written contains it: responses, log lines, traces, metrics, the stream, the runtime's disk", async () => {
  const records = (await work.logged()).map(({ record }) => record);
  expect(records.length).toBeGreaterThan(5);
  await until(() => traces.includes("POST execute"));
  const files = await everyFile(work.instance.folder);
  const seen = { answers, records, traces, metrics: await work.metrics(), ...files };
  expect(files["runtime1.log"]).toContain("deployment");
  expect(Object.keys(files).some((name) => name.endsWith("secrets.lines"))).toBe(true);
  const base64 = Buffer.from(canary).toString("base64").slice(0, 20);
  for (const [where, written] of Object.entries(seen)) {
    expect(String(written).includes(canary) || String(written).includes(base64), where).toBe(false);
  }
});

async function everyFile(folder: string): Promise<Record<string, string>> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = names.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(
    await Promise.all(files.map(async (path) => [path.slice(folder.length + 1), await readFile(path, "latin1").catch(() => "")] as const)),
  );
}
