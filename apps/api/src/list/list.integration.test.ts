import { PassThrough } from "node:stream";
import type { ListFields } from "@airlock/contract";
import { newId } from "@airlock/platform";
import { expect, test } from "vitest";
import { apiInOrganisation } from "../testing/api-in-organisation.ts";
import { list as newList, publishedList, useList } from "../testing/lists.ts";
import { asOwner, newColleague, newOrganisation, type Person } from "../testing/person.ts";
import { servingVersion, version } from "../testing/specimens.ts";

const { api, root, admin } = await apiInOrganisation("Lists");

type At = Readonly<Record<string, string>>;
const day = 24 * 60 * 60 * 1_000;
const inDays = (days: number) => new Date(Date.now() + days * day).toISOString();

async function listOf(put: readonly { key: string; values: (string | number | null)[] }[], who: Person = admin) {
  const at = await newList(who);
  if (put.length > 0) await who.must("list.rows.change", { at, body: { put: [...put], remove: [] } });
  return at;
}

async function rows(at: At, query: Readonly<Record<string, string>> = {}) {
  const { items } = await admin.must("list.rows", { at, query });
  return items.map(({ _embedded: { key, values, change, before } }) => [key, values, change, before] as const);
}

const read = async (at: At): Promise<Readonly<ListFields>> => (await admin.must("list.read", { at }))._embedded;
const code = (response: { readonly json: () => unknown }) => (response.json() as { readonly code?: string }).code;
const publish = (at: At, body: Readonly<Record<string, unknown>> = {}) => admin.must("list.versions.create", { at, body });

async function importFile(at: At, file: string, query: Readonly<Record<string, string>> = {}) {
  return api.ask(admin.token, "list.import", { at, query, body: Buffer.from(file) });
}

test("is created, renamed and deleted; names are unique whatever their case", async () => {
  const name = `Postcode risk ${newId()}`;
  const body = { name, key: { name: "postcode" }, columns: [{ name: "band", type: "String" }] };
  const { _embedded: made } = await admin.must("lists.create", { body });
  expect(made).toMatchObject({
    name,
    kind: "lookup",
    key: { name: "postcode", type: "String" },
    inEffect: null,
    newestVersion: 0,
    draft: { rows: 0, added: 0, changed: 0, removed: 0 },
    usedBy: 0,
  });
  const at = { listId: made.webSafeString };
  expect(code(await api.ask(admin.token, "lists.create", { body: { ...body, name: name.toUpperCase() } }))).toBe("LIST_NAME_TAKEN");
  const twice = { ...body, name: "Twice", columns: [{ name: "Postcode", type: "String" }] };
  expect((await api.ask(admin.token, "lists.create", { body: twice })).json()).toMatchObject({ problems: [{ field: "columns" }] });
  const other = await newList(admin);
  expect(code(await api.ask(admin.token, "list.update", { at: other, body: { name } }))).toBe("LIST_NAME_TAKEN");
  const changed = await admin.must("list.update", { at, body: { description: "By area", revision: made.revision } });
  expect(changed._embedded).toMatchObject({ name, description: "By area" });
  expect(code(await api.ask(admin.token, "list.update", { at, body: { name: "Late", revision: made.revision } }))).toBe("EDIT_CONFLICT");
  await admin.must("list.delete", { at });
  expect(code(await api.ask(admin.token, "list.read", { at }))).toBe("LIST_NOT_FOUND");
});

test("rows are changed in the draft; what ends as it was published is no change", async () => {
  const at = await listOf([
    { key: "NL", values: ["Netherlands", 0.5] },
    { key: "BE", values: ["Belgium", 0.25] },
    { key: "DE", values: ["Germany", "1.50"] },
  ]);
  expect((await read(at)).draft).toMatchObject({ rows: 3, added: 3, changed: 0, removed: 0 });
  await publish(at);
  expect(await rows(at)).toEqual([
    ["BE", ["Belgium", 0.25], null, null],
    ["DE", ["Germany", 1.5], null, null],
    ["NL", ["Netherlands", 0.5], null, null],
  ]);
  const change = (body: object) => admin.must("list.rows.change", { at, body });
  await change({
    put: [
      { key: "BE", values: ["Belgium", 0.75] },
      { key: "FR", values: [null, null] },
    ],
    remove: ["DE", "XX"],
  });
  expect((await read(at)).draft).toMatchObject({ rows: 3, added: 1, changed: 1, removed: 1 });
  expect(await rows(at, { changes: "only" })).toEqual([
    ["BE", ["Belgium", 0.75], "changed", ["Belgium", 0.25]],
    ["DE", ["Germany", 1.5], "removed", null],
    ["FR", [null, null], "added", null],
  ]);
  expect(await rows(at, { version: "1", search: "B" })).toEqual([["BE", ["Belgium", 0.25], null, null]]);

  // Back to the published rows, one after another.
  await change({
    put: [
      { key: "BE", values: ["Belgium", 0.25] },
      { key: "DE", values: ["Germany", 1.5] },
    ],
    remove: ["FR"],
  });
  expect((await read(at)).draft).toMatchObject({ rows: 3, added: 0, changed: 0, removed: 0 });
  expect(code(await api.ask(admin.token, "list.versions.create", { at, body: {} }))).toBe("LIST_UNCHANGED");

  await change({ put: [{ key: "NL", values: ["Holland", 0.5] }], remove: ["BE"] });
  const discarded = await admin.must("list.draft.discard", { at });
  expect(discarded._embedded.draft).toMatchObject({ rows: 3, added: 0, changed: 0, removed: 0 });
  expect(await rows(at, { search: "NL" })).toEqual([["NL", ["Netherlands", 0.5], null, null]]);
});

test("a change that is based on another row than the draft has is refused as a whole", async () => {
  const at = await listOf([
    { key: "BE", values: ["Belgium", 0.25] },
    { key: "NL", values: ["Netherlands", 0.5] },
  ]);
  await publish(at);
  const put = (...changes: readonly object[]) => api.ask(admin.token, "list.rows.change", { at, body: { put: changes } });
  const based = await put({ key: "NL", values: ["Netherlands", 0.75], was: ["Netherlands", "0.50"] });
  expect(based.statusCode).toBe(200);

  // A page that was loaded before that change.
  const outdated = { key: "NL", values: ["Holland", 0.5], was: ["Netherlands", 0.5] };
  const refused = await put({ key: "BE", values: ["Belgium", 1], was: ["Belgium", 0.25] }, outdated);
  expect([refused.statusCode, code(refused)]).toEqual([409, "EDIT_CONFLICT"]);
  expect(await rows(at)).toEqual([
    ["BE", ["Belgium", 0.25], null, null],
    ["NL", ["Netherlands", 0.75], "changed", ["Netherlands", 0.5]],
  ]);

  // A row that the draft has, or no longer has.
  expect(code(await put({ key: "NL", values: ["Holland", 1], was: null }))).toBe("EDIT_CONFLICT");
  await admin.must("list.rows.change", { at, body: { remove: ["NL"] } });
  expect(code(await put({ key: "NL", values: ["Holland", 1], was: ["Netherlands", 0.75] }))).toBe("EDIT_CONFLICT");
  expect((await put({ key: "NL", values: ["Netherlands", 0.5], was: null })).statusCode).toBe(200);
  expect((await read(at)).draft).toMatchObject({ rows: 2, changed: 0, removed: 0 });
});

test("a row that has changed since is not removed, nor is anything else of the request changed", async () => {
  const at = await listOf([
    { key: "BE", values: ["Belgium", 0.25] },
    { key: "NL", values: ["Netherlands", 0.5] },
  ]);
  const remove = (...removed: readonly unknown[]) => api.ask(admin.token, "list.rows.change", { at, body: { remove: removed } });
  const refused = await remove("BE", { key: "NL", was: ["Netherlands", 0.25] });
  expect([refused.statusCode, code(refused)]).toEqual([409, "EDIT_CONFLICT"]);
  expect((await rows(at)).map(([key]) => key)).toEqual(["BE", "NL"]);
  expect((await remove({ key: "NL", was: ["Netherlands", "0.50"] })).statusCode).toBe(200);
  expect((await rows(at)).map(([key]) => key)).toEqual(["BE"]);
  expect(code(await remove({ key: "NL", was: ["Netherlands", 0.5] }))).toBe("EDIT_CONFLICT");
});

test("refuses values of another type, with the position of each", async () => {
  const at = await newList(admin);
  const response = await api.ask(admin.token, "list.rows.change", { at, body: { put: [{ key: "NL", values: ["x", "much"] }] } });
  expect([response.statusCode, response.json()]).toMatchObject([400, { problems: [{ field: "put.0.values.1" }] }]);
  expect((await read(at)).draft.rows).toBe(0);
});

test("keys are paged and found by their beginning, also with signs that are patterns", async () => {
  const keys = ["a%1", "a%2", "a_3", "ab", "b", `${"long-".repeat(39)}1`, `${"long-".repeat(39)}2`];
  const at = await listOf(keys.map((key) => ({ key, values: ["", null] })));
  expect((await rows(at, { search: "a%" })).map(([key]) => key)).toEqual(["a%1", "a%2"]);
  const seen: string[] = [];
  for (let next: string | undefined = ""; ;) {
    const after: Record<string, string> = next === "" ? {} : { after: next };
    const page = await admin.must("list.rows", { at, query: { limit: "2", ...after } });
    seen.push(...page.items.map(({ _embedded }) => _embedded.key));
    const href: string | undefined = page._links["next"]?.href;
    if (href === undefined) break;
    next = new URL(href, "http://x").searchParams.get("after") ?? "";
  }
  expect(seen).toEqual([...keys].sort());
});

test("versions take effect by their date, in the order of their numbers", async () => {
  const at = await listOf([{ key: "NL", values: ["one", 1] }]);
  const { _embedded: first } = await publish(at, { note: "First" });
  expect(first).toMatchObject({ inEffect: { number: 1, rows: 1 }, newestVersion: 1, draft: { rows: 1, added: 0 } });
  await admin.must("list.rows.change", { at, body: { put: [{ key: "NL", values: ["two", 2] }] } });
  const { _embedded: second } = await publish(at, { effectiveDate: inDays(10) });
  expect(second).toMatchObject({ inEffect: { number: 1 }, newestVersion: 2 });

  await admin.must("list.rows.change", { at, body: { put: [{ key: "BE", values: ["three", 3] }] } });
  const early = await api.ask(admin.token, "list.versions.create", { at, body: { effectiveDate: inDays(5) } });
  expect([code(early), JSON.stringify(early.json())]).toEqual(["LIST_VERSION_TOO_EARLY", expect.stringContaining("Version 2") as string]);
  const past = await listOf([{ key: "NL", values: ["one", 1] }]);
  expect(code(await api.ask(admin.token, "list.versions.create", { at: past, body: { effectiveDate: inDays(-1) } }))).toBe(
    "LIST_VERSION_TOO_EARLY",
  );
  const { draft } = await read(at);
  const stale = await api.ask(admin.token, "list.versions.create", {
    at,
    body: { draftRevision: draft.revision - 1, effectiveDate: inDays(20) },
  });
  expect(code(stale)).toBe("EDIT_CONFLICT");
  await publish(at, { draftRevision: draft.revision, effectiveDate: inDays(20) });

  const { items } = await admin.must("list.versions.list", { at });
  expect(
    items.map(({ _embedded: { number, state, rows: count, added, changed, note } }) => [number, state, count, added, changed, note]),
  ).toEqual([
    [3, "scheduled", 2, 1, 0, ""],
    [2, "scheduled", 1, 0, 1, ""],
    [1, "inEffect", 1, 1, 0, "First"],
  ]);
  expect(items[1]?._embedded.endDate).toBe(items[0]?._embedded.effectiveDate);
  expect(await rows(at, { version: "1" })).toEqual([["NL", ["one", 1], null, null]]);
  expect(await rows(at, { version: "3" })).toEqual([
    ["BE", ["three", 3], null, null],
    ["NL", ["two", 2], null, null],
  ]);
  expect(code(await api.ask(admin.token, "list.rows", { at, query: { version: "4" } }))).toBe("LIST_VERSION_NOT_FOUND");

  // Its moment comes.
  await asOwner((owner) =>
    owner.query("update list_versions set effective_at = now() - interval '1 minute' where list_id = $1 and number = 2", [at["listId"]]),
  );
  const { items: later } = await admin.must("list.versions.list", { at });
  expect(later.map(({ _embedded: { number, state } }) => [number, state])).toEqual([
    [3, "scheduled"],
    [2, "inEffect"],
    [1, "past"],
  ]);
  expect((await read(at)).inEffect?.number).toBe(2);
});

test("the newest version is withdrawn before its date, and its changes are in the draft again", async () => {
  const at = await listOf([
    { key: "A", values: ["1", 1] },
    { key: "B", values: ["1", 1] },
    { key: "C", values: ["1", 1] },
  ]);
  await publish(at);
  const change = (body: object) => admin.must("list.rows.change", { at, body });
  await change({
    put: [
      { key: "A", values: ["2", 2] },
      { key: "B", values: ["2", 2] },
      { key: "D", values: ["2", 2] },
    ],
  });
  await publish(at, { effectiveDate: inDays(1) });
  // A again, B back to its value, C deleted, and D deleted before it was published.
  await change({
    put: [
      { key: "A", values: ["3", 3] },
      { key: "B", values: ["1", 1] },
    ],
    remove: ["C", "D"],
  });
  const withdraw = (number: number) => api.ask(admin.token, "list.version.withdraw", { at: { ...at, number: String(number) } });
  expect([code(await withdraw(1)), code(await withdraw(9))]).toEqual(["LIST_VERSION_FINAL", "LIST_VERSION_NOT_FOUND"]);
  expect((await withdraw(2)).statusCode).toBe(200);
  expect(await read(at)).toMatchObject({ newestVersion: 1, draft: { rows: 2, added: 0, changed: 1, removed: 1 } });
  expect(await rows(at, { changes: "only" })).toEqual([
    ["A", ["3", 3], "changed", ["1", 1]],
    ["C", ["1", 1], "removed", null],
  ]);
  expect(await rows(at)).toEqual([
    ["A", ["3", 3], "changed", ["1", 1]],
    ["B", ["1", 1], null, null],
  ]);
  expect(code(await withdraw(1))).toBe("LIST_VERSION_FINAL");
});

test("a file replaces the list or is merged into it, and is downloaded as it was", async () => {
  const at = await listOf([
    { key: "NL", values: ["Netherlands", 0.5] },
    { key: "BE", values: ["Belgium", 0.25] },
  ]);
  await publish(at);
  const merged = await importFile(at, "code;share;name\nNL;0.75;Netherlands\nDE;1;Germany\n", { mode: "merge" });
  expect(merged.json()).toMatchObject({ _embedded: { rows: 2, draft: { added: 1, changed: 1, removed: 0 }, rejected: 0 } });
  const replaced = await importFile(at, "code,name,share\nNL,Netherlands,0.5\nFR,,\n");
  expect(replaced.json()).toMatchObject({ _embedded: { rows: 2, draft: { added: 1, changed: 0, removed: 1 } } });
  const file = await api.ask(admin.token, "list.file", { at });
  expect([file.headers["content-type"], file.body]).toEqual(["text/csv", "code,name,share\r\nFR,,\r\nNL,Netherlands,0.5\r\n"]);
  expect((await api.ask(admin.token, "list.file", { at, query: { version: "1" } })).body).toBe(
    "code,name,share\r\nBE,Belgium,0.25\r\nNL,Netherlands,0.5\r\n",
  );
  const staged = await asOwner((owner) => owner.query("select from list_incoming_rows"));
  expect(staged.rowCount).toBe(0);
});

test("a file with rejected rows changes nothing, unless they are to be left out", async () => {
  const at = await listOf([{ key: "NL", values: ["Netherlands", 0.5] }]);
  const file = "code,name,share\nBE,Belgium,much\nDE,Germany,1\nDE,Germany,2\n";
  const refused = await importFile(at, file);
  expect([refused.statusCode, refused.json()]).toMatchObject([
    422,
    {
      code: "LIST_ROWS_REJECTED",
      description: "2 of 3 rows cannot be read, so nothing was changed. Fix them, or import the file without them.",
      problems: [
        { field: "row 1, share", message: 'must be a number, not "much"' },
        { field: "row 3, code", message: "has the key of row 2" },
      ],
    },
  ]);
  expect(await rows(at)).toEqual([["NL", ["Netherlands", 0.5], "added", null]]);
  const skipped = await importFile(at, file, { rejected: "skip" });
  expect(skipped.json()).toMatchObject({ _embedded: { rows: 1, rejected: 2, rejections: [{ row: 1 }, { row: 3 }] } });
  expect(await rows(at)).toEqual([["DE", ["Germany", 1], "added", null]]);
  expect(code(await importFile(at, "country\nNL\n"))).toBe("FILE_UNREADABLE");
});

test("while a file is read, keys are looked up, versions of solutions use the list, and other files wait in the queue", async () => {
  const at = await publishedList(admin);
  const { versionId = "" } = await version(admin);
  const rowsOfFile = "code,name,share\nBE,Belgium,0.5\n";
  const file = new PassThrough();
  const reading = api.ask(admin.token, "list.import", { at, body: file, headers: { "content-type": "text/csv" } });
  try {
    file.write(rowsOfFile);
    const unlocked = () => asOwner((owner) => owner.query("select from lists where id = $1 for update skip locked", [at["listId"]]));
    await expect.poll(async () => (await unlocked()).rowCount).toBe(0);
    expect((await admin.must("list.lookup", { at, body: { keys: ["BE"] } }))._embedded.version).toBe(1);
    await useList(admin, versionId, at["listId"] ?? "");
    const others = [1, 2, 3].map(() => importFile(at, rowsOfFile));
    expect(code(await Promise.race(others))).toBe("TOO_MUCH_AT_ONCE");
  } finally {
    file.end();
  }
  expect((await reading).json()).toMatchObject({ _embedded: { rows: 1, draft: { added: 0, changed: 1 } } });
});

test("CSV goes to lists alone", async () => {
  const at = await newList(admin);
  const response = await api.ask(admin.token, "list.update", { at, body: Buffer.from("a"), headers: { "content-type": "text/csv" } });
  expect(code(response)).toBe("MEDIA_TYPE_UNSUPPORTED");
});

test("what a version uses is not deleted, and what it pins is not withdrawn", async () => {
  const at = await publishedList(admin);
  const listId = at["listId"] ?? "";
  const served = await servingVersion(admin);
  const stopped = await version(admin);
  await useList(admin, served["versionId"] ?? "", listId);
  await admin.must("list.rows.change", { at, body: { put: [{ key: "NL", values: ["Netherlands", 1] }] } });
  await publish(at, { effectiveDate: inDays(1) });
  await useList(admin, stopped["versionId"] ?? "", listId, 2);
  const { items } = await admin.must("list.uses", { at });
  const uses = items.map(({ _embedded: { versionWss, pinned, isServing } }) => [versionWss, pinned, isServing]);
  expect(uses).toHaveLength(2);
  expect(uses).toEqual(
    expect.arrayContaining([
      [served["versionId"], null, true],
      [stopped["versionId"], 2, false],
    ]),
  );
  expect(await read(at)).toMatchObject({ usedBy: 2 });
  expect(code(await api.ask(admin.token, "list.delete", { at }))).toBe("LIST_IN_USE");
  expect(code(await api.ask(admin.token, "list.version.withdraw", { at: { ...at, number: "2" } }))).toBe("LIST_VERSION_FINAL");
  await admin.must("version.delete", { at: { versionId: stopped["versionId"] ?? "" } });
  expect((await api.ask(admin.token, "list.version.withdraw", { at: { ...at, number: "2" } })).statusCode).toBe(200);
  await admin.must("version.stop", { at: { versionId: served["versionId"] ?? "" } });
  await admin.must("version.delete", { at: { versionId: served["versionId"] ?? "" } });
  await admin.must("list.delete", { at });
});

test("another organisation sees nothing, and who may only read changes nothing", async () => {
  const at = await publishedList(admin);
  const stranger = await newOrganisation(api, root, "Elsewhere");
  expect((await stranger.must("lists.list")).items).toEqual([]);
  for (const name of ["list.read", "list.rows", "list.file", "list.versions.list", "list.uses"] as const) {
    expect([name, code(await api.ask(stranger.token, name, { at }))]).toEqual([name, "LIST_NOT_FOUND"]);
  }
  expect(code(await api.ask(stranger.token, "list.import", { at, body: Buffer.from("code\nNL\n") }))).toBe("LIST_NOT_FOUND");
  const reader = await newColleague(api, admin, ["list.read"]);
  const { _links } = await reader.must("list.read", { at });
  expect([_links["self"]?.allow, _links["rows"]?.allow, _links["uses"]]).toEqual([["GET"], ["GET"], undefined]);
  expect(code(await api.ask(reader.token, "list.rows.change", { at, body: {} }))).toBe("PERMISSION_MISSING");
  expect(code(await api.ask(reader.token, "list.import", { at, body: Buffer.from("code\nNL\n") }))).toBe("PERMISSION_MISSING");
});

test("the audit has the list and its versions, not every row", async () => {
  const at = await publishedList(admin);
  const { items: ofList } = await admin.must("audit.list", { query: { record: at["listId"] ?? "" } });
  expect(ofList.map(({ _embedded }) => [_embedded.noun, _embedded.change])).toEqual([["list", "created"]]);
  const { _embedded } = await admin.must("list.read", { at });
  const { items } = await admin.must("audit.list", { query: { noun: "listVersion", search: _embedded.name } });
  expect(items.map((item) => [item._embedded.change, item._embedded.recordName, item._embedded.after])).toEqual([
    ["created", `${_embedded.name}: v1`, expect.objectContaining({ rows: 1, added: 1 })],
  ]);
});
