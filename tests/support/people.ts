import type { Permission } from "@airlock/contract";
import { callerFor, type Caller } from "./caller.ts";
import { invitationLink } from "./inbox.ts";
import type { Product } from "./product.ts";

export interface Person {
  readonly email: string;
  readonly firstName: string;
  readonly name: string;
  /** Their id at Airlock. */
  readonly userId: string;
  /** The role with their permissions, if they have any. */
  readonly roleId: string | undefined;
}

export interface NewPerson {
  readonly firstName?: string;
  readonly name?: string;
  readonly email?: string;
  readonly permissions?: readonly Permission[];
  readonly roleName?: string;
}

let made = 0;

function newAddress(): string {
  made += 1;
  return `person-${process.pid}-${Date.now().toString(36)}-${made}@airlock.test`;
}

/** A person whom the identity provider knows, but Airlock does not yet. */
export async function addAccount(product: Pick<Product, "issuer">, email: string, firstName: string, name: string): Promise<void> {
  const response = await fetch(`${product.issuer}/development/accounts`, {
    method: "POST",
    body: JSON.stringify({ email, givenName: firstName, familyName: name }),
  });
  if (!response.ok) throw new Error(`The provider does not take ${email}: ${await response.text()}`);
}

/** A user whom the administrator has invited, with the link of the invitation. */
export async function invite(product: Product, admin: Caller, wanted: NewPerson = {}): Promise<Person & { readonly link: URL }> {
  const { firstName = "Iris", name = "Okafor", email = newAddress(), permissions = [] } = wanted;
  await addAccount(product, email, firstName, name);
  const { organisationWss } = (await admin.do("profile.read"))._embedded;
  const invited = await admin.do("users.invite", {
    body: { firstName, name, emailAddress: email, organisationWss, requestUrl: product.url },
  });
  const userId = invited._embedded.webSafeString;
  let roleId: string | undefined;
  if (permissions.length > 0) {
    const role = await admin.do("allRoles.create", { body: { name: wanted.roleName ?? `Role of ${email}`, permissions } });
    roleId = role._embedded.webSafeString;
    await admin.do("user.role.add", { at: { userId, roleId } });
  }
  return { email, firstName, name, userId, roleId, link: await invitationLink(product, email) };
}

/** A user who has accepted the invitation and may sign in. */
export async function createPerson(product: Product, admin: Caller, wanted: NewPerson = {}): Promise<Person> {
  const { link, ...person } = await invite(product, admin, wanted);
  await admin.do("user.validate", { at: { key: link.pathname.split("/").at(-1) ?? "" } });
  return person;
}

/** A new organisation; returns its administrator. */
export async function newOrganisation(product: Product, admin: Caller, name: string): Promise<Caller> {
  const { _embedded } = await admin.do("organisations.create", { body: { name } });
  const organisationWss = _embedded.webSafeString;
  const emailAddress = `admin-${name.toLowerCase()}@airlock.test`;
  await addAccount(product, emailAddress, "Admin", name);
  const body = { firstName: "Admin", name, emailAddress, organisationWss };
  const invited = await admin.do("users.invite", { body });
  const { items } = await admin.do("allRoles.list", { query: { organisationWss, search: "Administrator" } });
  const roleId = items[0]?._embedded.webSafeString ?? "";
  await admin.do("user.role.add", { at: { userId: invited._embedded.webSafeString, roleId } });
  return callerFor(product, emailAddress);
}
