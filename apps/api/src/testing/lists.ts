import { newId } from "@airlock/platform";
import type { Ids } from "./ids.ts";
import { asOwner, type Person } from "./person.ts";

/** Two columns, no rows. */
export async function list(admin: Person): Promise<Ids> {
  const { _embedded } = await admin.must("lists.create", {
    body: {
      name: `Countries ${newId()}`,
      key: { name: "code" },
      columns: [
        { name: "name", type: "String" },
        { name: "share", type: "Float" },
      ],
    },
  });
  return { listId: _embedded.webSafeString };
}

export async function changedList(admin: Person): Promise<Ids> {
  const at = await list(admin);
  await admin.must("list.rows.change", { at, body: { put: [{ key: "BE", values: ["Belgium", 0.25] }] } });
  return at;
}

/** With a version in effect. */
export async function publishedList(admin: Person): Promise<Ids> {
  const at = await changedList(admin);
  await admin.must("list.versions.create", { at, body: {} });
  return at;
}

/** As if the version had been frozen with a node that uses the list. */
export async function useList(admin: Person, versionId: string, listId: string, pinned: number | null = null): Promise<void> {
  await asOwner((owner) =>
    owner.query("insert into version_lists (organisation_id, version_id, list_id, pinned) values ($1, $2, $3, $4)", [
      admin.organisationId,
      versionId,
      listId,
      pinned,
    ]),
  );
}
