import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { listPieceKey, type ListVersionEntry } from "@airlock/contract";
import { emptyDefinition, newLink, newNode, type Definition, type FlowList, type LookupNode } from "@airlock/flow";
import { newId, openBucket } from "@airlock/platform";
import { createListTableWriter } from "@airlock/platform/lists";
import { afterAll, beforeAll, expect, test } from "vitest";
import { kill, restart } from "../../services/stack.ts";
import { runtimeAtWork, until, type RuntimeAtWork } from "./runtime-at-work.ts";

let work: RuntimeAtWork;
beforeAll(async () => {
  work = await runtimeAtWork();
});
afterAll(() => work.end());

const columns = [{ name: "rate", type: "Float" as const }];

function flowWith(listId: string): Definition {
  const [start, end] = [newNode("Start", "start", 0, 0), newNode("End", "end", 400, 0)];
  const list: FlowList = { listId, name: "Rates", keyType: "String", columns };
  const lookup: LookupNode = {
    ...newNode("Lookup", "lookup", 200, 0),
    list: list.name,
    keyDatasource: "Application",
    keyField: "country",
    lookupOutputs: [{ column: "rate", resultField: "rate" }],
    foundField: "",
  };
  return {
    ...emptyDefinition(),
    solutionDefinition: { nodes: [start, lookup, end], links: [newLink("a", start, lookup), newLink("b", lookup, end)], zoom: 100 },
    applicationDatasetFields: [{ key: "country", name: "country", type: "String", required: true }],
    runtimeDatasetFields: [{ key: "rate", name: "rate", type: "Float", required: false }],
    lists: [list],
  };
}

/** A version of a list that has one country, in the bucket. */
async function putVersion(listId: string, number: number, rate: number, effectiveAt: string): Promise<ListVersionEntry> {
  const writer = createListTableWriter(columns);
  writer.add("NL", [rate]);
  const buffer = writer.finish();
  const hash = createHash("sha256").update(buffer).digest("hex");
  const models = await openBucket(work.dataPlane.nats, "models");
  const piece = { predictionId: listId, number, hash, organisationId: work.organisationId, pieces: 1 };
  await models.put(listPieceKey(listId, number, 0), { ...piece, data: gzipSync(buffer).toString("base64") });
  return { number, effectiveAt, hash, bytes: buffer.length };
}

async function putHead(listId: string, ...versions: readonly ListVersionEntry[]): Promise<void> {
  await work.dataPlane.write(work.dataPlane.lists, listId, { listId, organisationId: work.organisationId, versions });
}

async function rateOf(versionId: string): Promise<unknown> {
  const { json } = await work.execute(versionId, { body: { country: "NL" } });
  const { error, runtimeData } = (json as { _embedded: { error?: { code: string }; runtimeData: Record<string, unknown> } })._embedded;
  return error?.code ?? runtimeData["rate"];
}

const past = "2026-01-01T00:00:00.000Z";
const soon = () => new Date(Date.now() + 1_500).toISOString();

test("a version that follows a list uses each version from its time on; one that pins it does not", async () => {
  const listId = newId();
  const first = await putVersion(listId, 1, 0.25, past);
  await putHead(listId, first);
  const { versionId: follows } = await work.deployed({ definition: flowWith(listId), lists: [{ listId }] });
  const { versionId: pins } = await work.deployed({ definition: flowWith(listId), lists: [{ listId, pinned: 1 }] });
  expect([await rateOf(follows), await rateOf(pins)]).toEqual([0.25, 0.25]);
  await putHead(listId, first, await putVersion(listId, 2, 0.5, soon()));
  await until(async () => (await rateOf(follows)) === 0.5);
  expect(await rateOf(pins)).toBe(0.25);
});

test("a list is there after a restart without JetStream; one that never came is an error of each execution", async () => {
  const listId = newId();
  await putHead(listId, await putVersion(listId, 1, 0.75, past));
  const { versionId } = await work.deployed({ definition: flowWith(listId), lists: [{ listId }] });
  const missing = newId();
  const { versionId: without } = await work.deployed({ definition: flowWith(missing), lists: [{ listId: missing }] });
  expect([await rateOf(versionId), await rateOf(without)]).toEqual([0.75, "LIST_UNAVAILABLE"]);
  const leases = await work.dataPlane.runtimes.all();
  const message = "A list of this version is not on this runtime.";
  expect(leases.map(({ value }) => value?.versions[without])).toMatchObject([{ status: "error", message }]);
  await work.stop();
  await kill(work.instance, "nats");
  await work.start();
  expect([await rateOf(versionId), await rateOf(without)]).toEqual([0.75, "LIST_UNAVAILABLE"]);
  await restart(work.instance, "nats");
});
