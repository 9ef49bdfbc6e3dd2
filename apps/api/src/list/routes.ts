import { Readable } from "node:stream";
import { maxListRows, maxLists } from "@airlock/contract";
import type { Tx } from "@airlock/platform/postgres";
import { drain } from "../http/limited-body.ts";
import type { Router } from "../http/router.ts";
import { isStale } from "../http/stale.ts";
import type { Actor } from "../identity/actor.ts";
import { allowLongStatements } from "../long-statements.ts";
import { afterCommit, done, isRefused, nothing, refuse } from "../outcome.ts";
import type { Parts } from "../parts.ts";
import { countDraft, discardDraft, isOutdated, putRows, removeRows, rowsOf } from "./change-rows.ts";
import { csvLine } from "./csv-text.ts";
import { createListImports } from "./import-file.ts";
import { readChange } from "./read-change.ts";
import {
  deletedListSubject,
  importResource,
  linksOfList,
  listResource,
  listsPage,
  listSubject,
  rowsPage,
  unlockedListSubject,
  usesPage,
  versionsPage,
} from "./resource.ts";
import { findRows, listRows, rowsAfter } from "./row-store.ts";
import { countLists, createList, deleteList, findList, isNameTaken, listLists, updateList, type ListRow } from "./store.ts";
import { listUses } from "./use-store.ts";
import { findVersion, listVersions, publish, withdrawNewest } from "./version-store.ts";

/** Rows that are read from Postgres at once while a file is downloaded. */
const filePage = 5_000;
const clockMillis = 60_000;

export function listRoutes(router: Router, { postgres, jobs }: Pick<Parts, "postgres" | "jobs">): void {
  const imports = createListImports(postgres);

  router.user("lists.list", async ({ actor, tx, query }) => {
    const page = await listLists(tx, query);
    return isRefused(page) ? page : done(listsPage(actor, query, page));
  });

  router.user("lists.create", async ({ actor, tx, body }) => {
    const names = [body.key, ...body.columns].map(({ name }) => name.toLowerCase());
    if (new Set(names).size < names.length) {
      return refuse("INVALID_REQUEST", [{ field: "columns", code: "repeated", message: "Two columns have the same name." }]);
    }
    if (await isNameTaken(tx, body.name, "")) return refuse("LIST_NAME_TAKEN");
    if ((await countLists(tx)) >= maxLists) return refuse("TOO_MANY_LISTS");
    return readList(tx, actor, await createList(tx, actor, body));
  });

  router.object("list.read", listSubject, ({ actor }, row) => Promise.resolve(done(listResource(actor, row))));

  router.object("list.update", listSubject, async ({ actor, tx, body }, row) => {
    if (isStale(body, row)) return refuse("EDIT_CONFLICT");
    if (body.name !== undefined && (await isNameTaken(tx, body.name, row.id))) return refuse("LIST_NAME_TAKEN");
    await updateList(tx, row.id, body);
    return readList(tx, actor, row.id);
  });

  router.object("list.delete", deletedListSubject, async ({ tx, actor, ids }, row) => {
    await allowLongStatements(tx);
    await deleteList(tx, row.id);
    await jobs.send(tx, "list.publish", { organisationId: actor.organisationId, listId: row.id }, ids);
    return nothing;
  });

  router.object("list.lookup", unlockedListSubject, async ({ actor, tx, body }, row) => {
    if (await isUnknown(tx, row, body.version)) return refuse("LIST_VERSION_NOT_FOUND");
    const version = body.version ?? row.in_effect?.number;
    if (version === undefined) return refuse("LIST_NOT_PUBLISHED");
    const found = await findRows(tx, row.id, version, body.keys);
    const rows = found.map(({ key, cells }) => ({ key, values: [...cells] }));
    return done({ _embedded: { version, rows }, _links: linksOfList(actor, row) });
  });

  router.object("list.rows", listSubject, async ({ actor, tx, query }, row) => {
    if (await isUnknown(tx, row, query.version)) return refuse("LIST_VERSION_NOT_FOUND");
    const page = await listRows(tx, row, query);
    return isRefused(page) ? page : done(rowsPage(actor, row, query, page));
  });

  router.object("list.rows.change", listSubject, async ({ actor, tx, body }, row) => {
    const read = readChange(row, body);
    if (isRefused(read)) return read;
    if (await isOutdated(tx, row, [...read.put, ...read.remove])) return refuse("EDIT_CONFLICT");
    const removed = read.remove.map(({ key }) => key);
    if (removed.length > 0) await removeRows(tx, row, removed);
    if (read.put.length > 0) await putRows(tx, row, rowsOf(read.put), "merge");
    if ((await countDraft(tx, row)) > maxListRows) return refuse("LIST_TOO_LONG");
    return readList(tx, actor, row.id);
  });

  router.object("list.file", listSubject, async ({ actor, tx, query }, row) => {
    if (await isUnknown(tx, row, query.version)) return refuse("LIST_VERSION_NOT_FOUND");
    const content = Readable.from(fileLines(actor, row, query.version), { objectMode: false });
    const name = `${row.name}-${query.version === undefined ? "draft" : `v${query.version}`}.csv`;
    return afterCommit(() => Promise.resolve(done({ name, contentType: "text/csv", content })));
  });

  router.object("list.import", unlockedListSubject, ({ actor, query, body, ids, signal }, row) =>
    Promise.resolve(
      // The file is read in a transaction of its own, which locks the list: this one is retried, and a stream is read once.
      afterCommit(async () => {
        const imported = await imports.run({ actor, correlationId: ids.correlationId, signal }, row.id, body, query);
        if (!isRefused(imported)) return done(importResource(actor, imported.list, imported.report));
        await drain(body);
        return imported;
      }),
    ),
  );

  router.object("list.draft.discard", listSubject, async ({ actor, tx }, row) => {
    await allowLongStatements(tx);
    await discardDraft(tx, row);
    await countDraft(tx, row);
    return readList(tx, actor, row.id);
  });

  router.object("list.versions.list", listSubject, async ({ actor, tx, query }, row) => {
    const page = await listVersions(tx, row, query);
    return isRefused(page) ? page : done(versionsPage(actor, row, query, page));
  });

  router.object("list.versions.create", listSubject, async ({ actor, tx, body, ids }, row) => {
    if (body.draftRevision !== undefined && body.draftRevision !== row.draft_revision) return refuse("EDIT_CONFLICT");
    const effectiveAt = body.effectiveDate === undefined ? undefined : new Date(body.effectiveDate);
    const newest = row.number === 0 ? undefined : await findVersion(tx, row.id, row.number);
    // Clocks of the caller, of this process and of the database differ a little.
    const now = Date.now();
    if (newest !== undefined && (effectiveAt?.getTime() ?? now + clockMillis) < newest.effective_at.getTime()) {
      const details = { number: String(newest.number), at: newest.effective_at.toISOString() };
      return { kind: "refused", problem: { code: "LIST_VERSION_TOO_EARLY", details } };
    }
    if (effectiveAt !== undefined && effectiveAt.getTime() < now - clockMillis) return refuse("LIST_VERSION_TOO_EARLY");
    await publish(tx, row, effectiveAt, body.note);
    if (row.used_by > 0) await jobs.send(tx, "list.publish", { organisationId: actor.organisationId, listId: row.id }, ids);
    return readList(tx, actor, row.id);
  });

  router.object("list.version.withdraw", deletedListSubject, async ({ actor, tx, params, ids }, row) => {
    const number = Number(params.number);
    const version = Number.isInteger(number) && number <= row.number ? await findVersion(tx, row.id, number) : undefined;
    if (version === undefined) return refuse("LIST_VERSION_NOT_FOUND");
    if (version.number !== row.number || version.is_due || version.pinned_by > 0) return refuse("LIST_VERSION_FINAL");
    await allowLongStatements(tx);
    await withdrawNewest(tx, row);
    if (row.used_by > 0) await jobs.send(tx, "list.publish", { organisationId: actor.organisationId, listId: row.id }, ids);
    return readList(tx, actor, row.id);
  });

  router.object("list.uses", listSubject, async ({ actor, tx, query }, row) => {
    const page = await listUses(tx, row, query);
    return isRefused(page) ? page : done(usesPage(actor, row, query, page));
  });

  /** Each page is a transaction of its own: a slow client holds no connection to Postgres. */
  async function* fileLines(actor: Actor, list: ListRow, version: number | undefined): AsyncGenerator<string> {
    yield csvLine([list.key_name, ...list.columns.map(({ name }) => name)]);
    for (let after: string | undefined; ;) {
      const from = after;
      const rows = await postgres.inOrganisation(actor, (tx) => rowsAfter(tx, list, version, from, filePage));
      yield rows.map(({ key, cells }) => csvLine([key, ...cells])).join("");
      after = rows.at(-1)?.key;
      if (rows.length < filePage) return;
    }
  }
}

async function readList(tx: Tx, actor: Actor, id: string) {
  const row = await findList(tx, id, false);
  return row === undefined ? refuse("LIST_NOT_FOUND") : done(listResource(actor, row));
}

async function isUnknown(tx: Tx, { id }: ListRow, version: number | undefined): Promise<boolean> {
  return version !== undefined && (await findVersion(tx, id, version)) === undefined;
}
