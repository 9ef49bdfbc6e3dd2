import { expect, test } from "vitest";
import type { Client } from "../api/client.ts";
import { withOwnLists } from "./template-lists.ts";
import { loadTemplates } from "./templates.ts";

const template = (await loadTemplates()).find(({ name }) => name === "Account opening with lists");
if (template === undefined) throw new Error("The template is missing.");

/** An organisation with these lists; `sent` has what was created and changed. */
function organisation(lists: readonly object[]) {
  const sent: [name: string, body: unknown][] = [];
  const made = {
    _embedded: { webSafeString: "made" },
    _links: { rows: { href: "/rows", allow: ["PUT"] }, versions: { href: "/versions", allow: ["POST"] } },
  };
  const write = (name: string, _: string, options: { readonly body: unknown }) => {
    sent.push([name, options.body]);
    return Promise.resolve(made);
  };
  const all = () => Promise.resolve({ items: lists.map((_embedded) => ({ _embedded })) });
  const client = { all, post: write, put: write, get: () => Promise.resolve(made) } as unknown as Client; // what the function calls
  return { client, sent };
}

test("lists that the organisation does not have are created with their rows and published", async () => {
  const { client, sent } = organisation([]);
  const definition = await withOwnLists(client, "/lists", template);
  expect(definition.lists?.map(({ listId }) => listId)).toEqual(["made", "made"]);
  expect(sent.map(([name]) => name)).toEqual([
    "lists.create",
    "list.rows.change",
    "list.versions.create",
    "lists.create",
    "list.rows.change",
    "list.versions.create",
  ]);
  expect(sent[4]?.[1]).toMatchObject({ put: expect.arrayContaining([{ key: "XB", values: ["medium", null] }]) as unknown });
});

test("a list of the same name and columns is used, one with other columns is not", async () => {
  const domains = { webSafeString: "own", name: "Disposable mail domains", key: { name: "host", type: "String" }, columns: [] };
  const countries = { webSafeString: "other", name: "Country risk", key: { name: "code", type: "String" }, columns: [] };
  const { client, sent } = organisation([domains, countries]);
  const definition = await withOwnLists(client, "/lists", template);
  expect(definition.lists?.map(({ listId }) => listId)).toEqual(["own", "made"]);
  expect(sent[0]).toMatchObject(["lists.create", { name: "Country risk 2", columns: definition.lists?.[1]?.columns }]);
  expect(sent).toHaveLength(3);
});

test("a user who may not see lists gets the flow as it is", async () => {
  const { client } = organisation([]);
  expect(await withOwnLists(client, undefined, template)).toBe(template.definition);
});
