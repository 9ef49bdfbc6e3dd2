import type { Definition, FlowList } from "@airlock/flow";
import { itemAddress } from "../api/calls.ts";
import type { Client } from "../api/client.ts";
import { linkFor } from "../api/session/permissions.ts";
import type { Template, TemplateList } from "./templates.ts";

/**
 * The flow of a template with the lists of this organisation: a list of the same name and columns is used as it is, and one that the
 * organisation does not have is created with the template's rows and published. `href` is the address of the organisation's lists.
 */
export async function withOwnLists(
  client: Client,
  href: string | undefined,
  template: Pick<Template, "definition" | "lists">,
): Promise<Definition> {
  const { definition, lists: given = [] } = template;
  const { lists = [] } = definition;
  if (lists.length === 0 || href === undefined) return definition;
  const { items } = await client.all("lists.list", href);
  const taken = new Set(items.map(({ _embedded }) => _embedded.name.toLowerCase()));
  const own: FlowList[] = [];
  for (const list of lists) {
    const known = items.find(
      ({ _embedded: { name, key, columns } }) => name === list.name && isSameShape(list, key.type, columns),
    )?._embedded;
    const rows = given.find(({ name }) => name === list.name);
    const listId =
      known?.webSafeString ?? (rows === undefined ? list.listId : await createList(client, href, freeName(list.name, taken), list, rows));
    own.push({ ...list, listId });
  }
  return { ...definition, lists: own };
}

function isSameShape(list: FlowList, keyType: string, columns: FlowList["columns"]): boolean {
  const shape = (type: string, of: FlowList["columns"]) => JSON.stringify([type, of.map(({ name, type: of }) => [name, of])]);
  return shape(keyType, columns) === shape(list.keyType, list.columns);
}

/** The name, or the name with the first number that makes it unique. The flow has its own name for the list. */
function freeName(name: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number += 1) {
    const tried = number === 1 ? name : `${name} ${number}`;
    if (!taken.has(tried.toLowerCase())) return tried;
  }
}

async function createList(client: Client, href: string, name: string, list: FlowList, { key, rows }: TemplateList): Promise<string> {
  const { keyType, columns } = list;
  const body = { name, description: "From a template", key: { name: key, type: keyType }, columns: [...columns] };
  const made = await client.post("lists.create", href, { body });
  const put = rows.map(([of, ...values]) => ({ key: of, values }));
  await client.put("list.rows.change", linkFor(made, "rows", "PUT") ?? "", { body: { put } });
  const changed = await client.get("list.read", itemAddress(href, made._embedded.webSafeString) ?? "");
  await client.post("list.versions.create", linkFor(changed, "versions", "POST") ?? "", { body: { note: "From a template" } });
  return made._embedded.webSafeString;
}
