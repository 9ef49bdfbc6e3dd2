import { createHash } from "node:crypto";
import { gunzipSync } from "node:zlib";
import { publishList } from "@airlock/backend/deployments";
import { listPieceKey } from "@airlock/contract";
import { readListTable } from "@airlock/platform/lists";
import { expect, test } from "vitest";
import { apiInOrganisation } from "../testing/api-in-organisation.ts";
import { publishedList, useList } from "../testing/lists.ts";
import { servingVersion } from "../testing/specimens.ts";

const { api, admin } = await apiInOrganisation("Published lists");
const later = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

/** As the worker does it. */
const publish = (listId: string) => publishList(api.parts, { organisationId: admin.organisationId, userId: null }, listId);

async function tableOf(listId: string, number: number, hash: string) {
  const parts: Buffer[] = [];
  for (let at = 0, pieces = 1; at < pieces; at += 1) {
    const piece = (await api.parts.models.get(listPieceKey(listId, number, at)))?.value;
    if (piece === undefined) return undefined;
    pieces = piece.pieces;
    parts.push(Buffer.from(piece.data, "base64"));
  }
  const bytes = gunzipSync(Buffer.concat(parts));
  expect(createHash("sha256").update(bytes).digest("hex")).toBe(hash);
  return readListTable(bytes);
}

test("versions that serving versions follow or pin reach the buckets, and leave them", async () => {
  const at = await publishedList(admin);
  const listId = at["listId"] ?? "";
  await publish(listId);
  expect(await api.parts.lists.get(listId)).toBeUndefined();

  const follower = (await servingVersion(admin))["versionId"] ?? "";
  await useList(admin, follower, listId);
  await admin.must("list.rows.change", { at, body: { put: [{ key: "é", values: [null, 0.1] }] } });
  await admin.must("list.versions.create", { at, body: { effectiveDate: later(1) } });
  await publish(listId);
  const head = await api.parts.lists.get(listId);
  expect([head?.signature?.present, head?.value?.organisationId]).toEqual([true, admin.organisationId]);
  const [first, second] = head?.value?.versions ?? [];
  expect([first?.number, second?.number, Date.parse(second?.effectiveAt ?? "") > Date.now()]).toEqual([1, 2, true]);
  const table = await tableOf(listId, 2, second?.hash ?? "");
  expect(table?.rows).toBe(2);
  expect([0, 1].map((column) => table?.value(table.find("BE"), column))).toEqual(["Belgium", 0.25]);
  expect([0, 1].map((column) => table?.value(table.find("é"), column))).toEqual([undefined, 0.1]);
  // Nothing to do, nothing written.
  await publish(listId);
  expect((await api.parts.lists.get(listId))?.revision).toBe(head?.revision);

  await admin.must("list.version.withdraw", { at: { ...at, number: "2" } });
  await publish(listId);
  expect((await api.parts.lists.get(listId))?.value?.versions.map(({ number }) => number)).toEqual([1]);
  expect(await tableOf(listId, 2, "")).toBeUndefined();

  await admin.must("version.stop", { at: { versionId: follower } });
  await publish(listId);
  expect((await api.parts.lists.get(listId))?.value).toBeUndefined();
  expect(await tableOf(listId, 1, "")).toBeUndefined();
});

test("a pinned version stays after others took effect", async () => {
  const at = await publishedList(admin);
  const listId = at["listId"] ?? "";
  await useList(admin, (await servingVersion(admin))["versionId"] ?? "", listId, 1);
  await admin.must("list.rows.change", { at, body: { remove: ["BE"] } });
  await admin.must("list.versions.create", { at, body: {} });
  await publish(listId);
  expect((await api.parts.lists.get(listId))?.value?.versions.map(({ number }) => number)).toEqual([1]);
});
