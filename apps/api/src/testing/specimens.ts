import { emptyDefinition, newLink, newNode, type Definition } from "@airlock/flow";
import { newId } from "@airlock/platform";
import { newAddress, type Person } from "./person.ts";

/** Ids for the `{name}`s of paths. */
export type Ids = Readonly<Record<string, string>>;

const start = newNode("Start", "start", 0, 0);
const end = newNode("End", "end", 200, 0);
export const runnable: Definition = {
  ...emptyDefinition(),
  solutionDefinition: { nodes: [start, end], links: [newLink("link", start, end)], zoom: 100 },
};

export async function draft(admin: Person): Promise<Ids> {
  const { _embedded } = await admin.must("solutions.create", { body: { name: `Solution ${newId()}` } });
  return { solutionId: _embedded.webSafeString };
}

export async function solution(admin: Person): Promise<Ids> {
  const at = await draft(admin);
  await admin.must("definition.update", { at, body: runnable });
  return at;
}

export async function version(admin: Person): Promise<Ids> {
  const at = await solution(admin);
  const { _embedded } = await admin.must("solution.versions.create", { at, body: {} });
  return { ...at, versionId: _embedded.webSafeString };
}

export async function servingVersion(admin: Person): Promise<Ids> {
  const at = await version(admin);
  await admin.must("version.deploy", { at });
  return at;
}

export async function stoppedVersion(admin: Person): Promise<Ids> {
  const at = await servingVersion(admin);
  await admin.must("version.stop", { at });
  return at;
}

export async function invitedUser(admin: Person): Promise<Ids> {
  const body = { firstName: "In", name: "Vited", emailAddress: newAddress(), organisationWss: admin.organisationId };
  const { _embedded } = await admin.must("users.invite", { body });
  return { userId: _embedded.webSafeString };
}

export async function systemAccount(admin: Person): Promise<Ids> {
  const body = { name: "Caller", emailAddress: newAddress(), organisationWss: admin.organisationId };
  const { _embedded } = await admin.must("users.create", { body });
  return { userId: _embedded.webSafeString };
}

export async function accountWithKey(admin: Person): Promise<Ids> {
  const at = await systemAccount(admin);
  const { _embedded } = await admin.must("user.keys.create", { at, body: { name: "first" } });
  return { ...at, keyId: _embedded.webSafeString };
}

export async function role(admin: Person): Promise<Ids> {
  const { _embedded } = await admin.must("allRoles.create", { body: { name: "Role", permissions: ["solutions.list"] } });
  return { roleId: _embedded.webSafeString };
}

export async function administratorRole(admin: Person): Promise<Ids> {
  const { items } = await admin.must("allRoles.list", { query: { search: "Administrator" } });
  const found = items.find(({ _embedded }) => _embedded.code === "ADMI" && _embedded.organisationWss === admin.organisationId);
  return { roleId: found?._embedded.webSafeString ?? "" };
}

export async function group(admin: Person): Promise<Ids> {
  const { _embedded } = await admin.must("groups.create", { body: { name: "Group" } });
  return { groupId: _embedded.webSafeString };
}

export async function administratorGroup(admin: Person): Promise<Ids> {
  const { items } = await admin.must("groups.list", { query: { search: "Administrators" } });
  const found = items.find(({ _embedded }) => _embedded.code === "ADMI" && _embedded.organisationWss === admin.organisationId);
  return { groupId: found?._embedded.webSafeString ?? "" };
}

export async function managedOrganisation(admin: Person): Promise<Ids> {
  const { _embedded } = await admin.must("organisations.create", { body: { name: "Managed" } });
  return { organisationId: _embedded.webSafeString };
}
