import { callerFor, type Caller } from "./caller.ts";
import { addAccount } from "./people.ts";
import type { Product } from "./product.ts";

interface Someone {
  readonly firstName: string;
  readonly name: string;
  readonly roles: readonly string[];
  /** Undefined: has signed in. */
  readonly is?: "invited" | "disabled";
}

const people: readonly Someone[] = [
  { firstName: "Joost", name: "de Wit", roles: ["Designer", "Analyst"] },
  { firstName: "Amina", name: "Okafor", roles: ["Designer"] },
  { firstName: "Tom", name: "Albers", roles: ["Analyst"], is: "invited" },
  { firstName: "Sofia", name: "Marino", roles: ["Designer", "Engineer", "Auditor"] },
  { firstName: "Pieter", name: "Jansen", roles: ["Auditor"], is: "disabled" },
  { firstName: "Ingrid", name: "Holm", roles: [], is: "invited" },
  { firstName: "Rachid", name: "Bennani", roles: ["Engineer"] },
  { firstName: "Wilhelmina", name: "van Oranje-Nassau tot Amsberg", roles: ["Engineer"], is: "invited" },
  { firstName: "Lena", name: "Brandt", roles: ["Analyst"], is: "invited" },
];

const callers = ["payments-gateway", "loan-portal"];

/** An active organisation with the starter roles: users in every state, system accounts with keys. Idempotent. */
export async function seedColleagues(product: Product, admin: Caller): Promise<void> {
  const { organisationWss } = (await admin.do("profile.read"))._embedded;
  const known = await admin.do("users.list", { query: { search: "payments-gateway" } });
  if (known.items.length > 0) return;
  const roles = await admin.do("allRoles.list", { query: { limit: "500" } });
  const roleIds = new Map(roles.items.map(({ _embedded: { name, webSafeString } }) => [name, webSafeString]));
  const give = async (userId: string, names: readonly string[]) => {
    for (const name of names) await admin.do("user.role.add", { at: { userId, roleId: roleIds.get(name) ?? "" } });
  };
  for (const { firstName, name, roles: held, is } of people) {
    const emailAddress = `${firstName}.${name.replaceAll(" ", "")}@northbank.example`.toLowerCase();
    const invited = await admin.do("users.invite", { body: { firstName, name, emailAddress, organisationWss, requestUrl: product.url } });
    const userId = invited._embedded.webSafeString;
    await give(userId, held);
    if (is === "disabled") await admin.do("user.update", { at: { userId }, body: { userStatus: "disabled" } });
    if (is !== undefined) continue;
    await addAccount(product, emailAddress, firstName, name);
    await callerFor(product, emailAddress);
  }
  for (const name of callers) {
    const body = { name, description: "Takes card payments for the web shop", emailAddress: `${name}@northbank.example`, organisationWss };
    const userId = (await admin.do("users.create", { body }))._embedded.webSafeString;
    await give(userId, ["Caller"]);
    const expires = new Date(Date.now() + 90 * 86_400_000).toISOString();
    await admin.do("user.keys.create", { at: { userId }, body: { name: "Production, Frankfurt", expires } });
    await admin.do("user.keys.create", { at: { userId }, body: { name: "Load tests" } });
  }
}
