import { tokenOf } from "../tests/support/decision.ts";
import { callerFor, type Caller } from "../tests/support/caller.ts";
import { addAccount } from "../tests/support/people.ts";
import type { Product } from "../tests/support/product.ts";

export const organisationName = "Harbour Bank";

const officer = {
  name: "Credit officer",
  permissions: [
    "solutions.list",
    "versions.list",
    "list.read",
    "solution.approve",
    "executions.list",
    "versionExecutions.list",
    "predictions.list",
    "prediction.read",
    "profile.update",
  ],
} as const;

export const people = {
  mara: { firstName: "Mara", name: "Santos", roles: ["Administrator"] },
  joost: { firstName: "Joost", name: "de Wit", roles: ["Designer"] },
  amina: { firstName: "Amina", name: "Okafor", roles: ["Analyst", "Designer"] },
  lena: { firstName: "Lena", name: "Brandt", roles: [officer.name] },
  rachid: { firstName: "Rachid", name: "Bennani", roles: ["Engineer"] },
  sofia: { firstName: "Sofia", name: "Marino", roles: ["Auditor"] },
  tom: { firstName: "Tom", name: "Albers", roles: ["Analyst"] },
} as const;
export type PersonName = keyof typeof people;
/** Tom is invited and has not signed in yet. */
export type Colleague = Exclude<PersonName, "tom">;

export function emailOf(person: PersonName): string {
  return `${person}@harbour.example`;
}

const systems = {
  loanPortal: { name: "loan-portal", description: "The website on which customers apply for loans" },
  cardSwitch: { name: "card-switch", description: "Authorises card payments" },
  mobileApp: { name: "mobile-app", description: "Opens accounts in the app" },
} as const;
export type SystemName = keyof typeof systems;

export interface SystemAccount {
  readonly userId: string;
  readonly keyId: string;
  readonly token: string;
}

export interface Staff {
  readonly organisationId: string;
  readonly as: Readonly<Record<Colleague, Caller>>;
  readonly userIds: Readonly<Record<PersonName, string>>;
  readonly systems: Readonly<Record<SystemName, SystemAccount>>;
  readonly groups: { readonly credit: string; readonly fraud: string };
}

/** The organisation with its administrator, who is invited by the first administrator of the installation. */
export async function createOrganisation(
  product: Product,
  first: Caller,
): Promise<{ readonly organisationId: string; readonly mara: Caller }> {
  const { _embedded } = await first.do("organisations.create", { body: { name: organisationName } });
  const organisationId = _embedded.webSafeString;
  const { items } = await first.do("allRoles.list", { query: { organisationWss: organisationId, search: "Administrator" } });
  const roles = items.map((role) => role._embedded.webSafeString);
  await invite(product, first, organisationId, "mara", roles);
  return { organisationId, mara: await signedIn(product, "mara") };
}

/** Everyone else, with roles, groups and system accounts. */
export async function createStaff(product: Product, organisationId: string, mara: Caller): Promise<Staff> {
  await mara.do("allRoles.create", { body: { name: officer.name, permissions: [...officer.permissions] } });
  const known = await mara.do("allRoles.list", { query: { limit: "100" } });
  const roleIds = new Map(known.items.map(({ _embedded: { name, webSafeString } }) => [name, webSafeString]));
  const rolesOf = (names: readonly string[]) => names.map((name) => roleIds.get(name) ?? "");
  const group = async (name: string, description: string) =>
    (await mara.do("groups.create", { body: { name, description } }))._embedded.webSafeString;
  const groups = {
    credit: await group("Credit risk", "Owns the loan decisions"),
    fraud: await group("Fraud", "Owns the screening of payments and accounts"),
  };
  const ids: Partial<Record<PersonName, string>> = {};
  for (const person of ["joost", "amina", "lena", "rachid", "sofia", "tom"] as const) {
    const own = person === "rachid" || person === "sofia" ? [] : [person === "amina" ? groups.fraud : groups.credit];
    ids[person] = await invite(product, mara, organisationId, person, rolesOf(people[person].roles), own);
  }
  const [joost, amina, lena, rachid, sofia] = await Promise.all(
    (["joost", "amina", "lena", "rachid", "sofia"] as const).map((person) => signedIn(product, person)),
  );
  if (!joost || !amina || !lena || !rachid || !sofia) throw new Error("Not everyone could sign in.");
  const userIds = { mara: (await mara.do("profile.read"))._embedded.webSafeString, ...ids } as Readonly<Record<PersonName, string>>;
  const system = async (name: SystemName): Promise<SystemAccount> => {
    const email = `${systems[name].name}@harbour.example`;
    const body = { ...systems[name], emailAddress: email, organisationWss: organisationId, type: "System account" };
    const userId = (await mara.do("users.create", { body }))._embedded.webSafeString;
    await mara.do("user.role.add", { at: { userId, roleId: roleIds.get("Caller") ?? "" } });
    const expires = new Date(Date.now() + 180 * 86_400_000).toISOString();
    const key = await rachid.do("user.keys.create", { at: { userId }, body: { name: "Production", expires } });
    return { userId, keyId: key._embedded.webSafeString, token: tokenOf(key) };
  };
  return {
    organisationId,
    as: { mara, joost, amina, lena, rachid, sofia },
    userIds,
    groups,
    systems: { loanPortal: await system("loanPortal"), cardSwitch: await system("cardSwitch"), mobileApp: await system("mobileApp") },
  };
}

/** With new tokens, because those of the development provider expire after five minutes. */
export async function signInAgain(product: Product, staff: Staff): Promise<Staff> {
  const names: readonly Colleague[] = ["mara", "joost", "amina", "lena", "rachid", "sofia"];
  const again = await Promise.all(names.map(async (person) => [person, await signedIn(product, person)] as const));
  return { ...staff, as: { ...staff.as, ...Object.fromEntries(again) } };
}

async function invite(
  product: Product,
  by: Caller,
  organisationWss: string,
  person: PersonName,
  roles: readonly string[],
  groups: readonly string[] = [],
): Promise<string> {
  const { firstName, name } = people[person];
  await addAccount(product, emailOf(person), firstName, name);
  const body = { firstName, name, emailAddress: emailOf(person), organisationWss, roles, groups, requestUrl: product.url };
  return (await by.do("users.invite", { body }))._embedded.webSafeString;
}

function signedIn(product: Product, person: PersonName): Promise<Caller> {
  return callerFor(product, emailOf(person));
}
