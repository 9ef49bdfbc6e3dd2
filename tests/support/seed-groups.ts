import type { Caller } from "./caller.ts";
import type { Product } from "./product.ts";
import { seedColleagues } from "./seed-colleagues.ts";

const groups = [
  {
    name: "Credit desk",
    description: "Those who decide on consumer and SME credit",
    roles: ["Designer", "Analyst"],
    members: ["Joost", "Amina", "Sofia"],
  },
  { name: "Fraud response", description: "On call for card fraud", roles: ["Engineer"], members: ["Rachid"] },
  { name: "Pricing review", description: "Signs off new price tables", roles: [], members: [] },
  { name: "Night shift", description: "", roles: [], members: ["Rachid", "Lena"] },
] as const;

/** Groups with members and roles, for the users of `seedColleagues`. Idempotent. */
export async function seedGroups(product: Product, admin: Caller): Promise<void> {
  await seedColleagues(product, admin);
  const known = await admin.do("groups.list", { query: { search: "Credit desk" } });
  if (known.items.length > 0) return;
  const roles = await admin.do("allRoles.list", { query: { limit: "500" } });
  const users = await admin.do("users.list", { query: { limit: "500" } });
  for (const { name, description, roles: given, members } of groups) {
    const group = await admin.do("groups.create", { body: { name, description } });
    const groupId = group._embedded.webSafeString;
    for (const role of roles.items.filter(({ _embedded }) => given.some((one) => one === _embedded.name))) {
      await admin.do("group.role.add", { at: { groupId, roleId: role._embedded.webSafeString } });
    }
    for (const user of users.items.filter(({ _embedded }) => members.some((one) => one === _embedded.firstName))) {
      await admin.do("group.member.add", { at: { groupId, userId: user._embedded.webSafeString } });
    }
  }
}
