import type { ResourceName } from "@airlock/contract";
import type { NamesFor } from "../http/call.ts";
import { newAddress, type Person } from "./person.ts";
import * as specimens from "./specimens.ts";
import type { Ids } from "./specimens.ts";

export type UserAction = NamesFor<"user">;

/** The states of each resource that links and refusals may depend on. `made` ones are made anew for every call that changes them. */
export interface Specimen {
  readonly name: string;
  readonly find: (admin: Person, person: Person) => Promise<Ids>;
}

const is = (name: string, find: (admin: Person, person: Person) => Promise<Ids> | Ids): Specimen => ({
  name,
  find: async (admin, person) => find(admin, person),
});

export const resourceSpecimens: Readonly<Record<ResourceName, readonly Specimen[]>> = {
  profile: [is("own profile", () => ({}))],
  solution: [
    is("unfinished solution", specimens.draft),
    is("finished solution", specimens.solution),
    is("serving solution", specimens.servingVersion),
  ],
  version: [
    is("new version", specimens.version),
    is("serving version", specimens.servingVersion),
    is("stopped version", specimens.stoppedVersion),
  ],
  user: [
    is("invited user", specimens.invitedUser),
    is("system account", specimens.systemAccount),
    is("oneself", (_admin, person) => ({ userId: person.userId })),
  ],
  key: [is("key", specimens.accountWithKey)],
  role: [is("role", specimens.role), is("ADMI role", specimens.administratorRole)],
  organisation: [
    is("managed organisation", specimens.managedOrganisation),
    is("own organisation", (admin) => ({ organisationId: admin.organisationId })),
  ],
  group: [is("group", specimens.group), is("ADMI group", specimens.administratorGroup)],
  member: [],
};

export interface Sample {
  /** Ids that the path needs besides those of the object. */
  readonly others?: (admin: Person) => Promise<Ids>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: (person: Person) => unknown;
}

const account = (person: Person) => ({
  firstName: "New",
  name: "Comer",
  emailAddress: newAddress(),
  organisationWss: person.organisationId,
});

/** What to send with each call so that it would succeed. A row of the action table without an entry does not compile. */
export const samples: Readonly<Record<UserAction, Sample>> = {
  "profile.read": {},
  "profile.update": { body: () => ({ firstName: "Given" }) },
  "dashboard.update": { body: () => ({ dashboard: [] }) },
  "solutions.list": {},
  "solutions.create": { body: () => ({}) },
  "solution.read": {},
  "solution.update": { body: () => ({ description: "changed" }) },
  "solution.delete": {},
  "definition.read": {},
  "definition.update": { body: () => specimens.runnable },
  "solution.versions.list": {},
  "solution.versions.create": { body: () => ({}) },
  "versions.list": {},
  "versions.listAll": {},
  "version.read": {},
  "version.definition": {},
  "version.update": { body: () => ({ versionDescription: "changed" }) },
  "version.delete": {},
  "version.deploy": {},
  "version.stop": {},
  "version.stats": { query: { gran: "hour" } },
  "stats.read": { query: { gran: "hour" } },
  "users.list": {},
  "users.create": { body: account },
  "users.invite": { body: account },
  "user.read": {},
  "user.update": { body: () => ({ description: "changed" }) },
  "user.delete": {},
  "user.reinvite": {},
  "user.roles.list": {},
  "user.role.add": { others: specimens.role },
  "user.role.remove": { others: specimens.role },
  "user.keys.list": {},
  "user.keys.create": { body: () => ({ name: "key" }) },
  "user.key.revoke": {},
  "allRoles.list": {},
  "allRoles.create": { body: () => ({}) },
  "role.read": {},
  "role.update": { body: () => ({ description: "changed" }) },
  "role.delete": {},
  "permissions.list": {},
  "organisations.list": {},
  "organisations.create": { body: () => ({}) },
  "organisation.read": {},
  "organisation.update": { body: () => ({ name: "Changed" }) },
  "organisation.delete": {},
  "groups.list": {},
  "groups.create": { body: () => ({}) },
  "group.read": {},
  "group.update": { body: () => ({ description: "changed" }) },
  "group.delete": {},
  "group.members.list": {},
  "group.member.add": { others: specimens.invitedUser },
  "group.member.remove": { others: specimens.invitedUser },
  "group.role.add": { others: specimens.role },
  "group.role.remove": { others: specimens.role },
};
