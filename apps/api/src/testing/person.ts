import { actionNamed, organisationHeader, type ActionName, type AnswerOf, type Permission } from "@airlock/contract";
import { newId } from "@airlock/platform";
import { Client } from "pg";
import { setting, type TestRequest, type TestApi } from "./test-api.ts";

/** A signed-in user. */
export interface Person {
  readonly token: string;
  readonly email: string;
  readonly userId: string;
  readonly organisationId: string;
  /** Selects the membership to act as, for a person who belongs to several organisations. */
  readonly headers: Readonly<Record<string, string>>;
  /** Makes a call that must succeed and returns its body, validated against the contract. */
  readonly must: <Name extends ActionName>(name: Name, request?: TestRequest) => Promise<AnswerOf<Name>>;
}

let made = 0;
export function newAddress(): string {
  made += 1;
  return `person-${newId().toLowerCase()}-${made}@a.test`;
}

/** A token of the test's provider for a person with a verified address. */
export function tokenOf(api: TestApi, email: string): Promise<string> {
  return api.issuer.token({ sub: email, email, email_verified: true, given_name: "Given", family_name: "Family" });
}

/** Signs in with a token of the test's provider, as a person with a verified address. */
export async function signInAs(api: TestApi, email: string, actingIn?: string): Promise<Person> {
  const token = await tokenOf(api, email);
  const headers: Person["headers"] = actingIn === undefined ? {} : { [organisationHeader]: actingIn };
  const must: Person["must"] = async (name, request) => {
    const { answer } = actionNamed(name);
    const response = await api.ask(token, name, { ...request, headers: { ...headers, ...request?.headers } });
    if (response.statusCode !== answer.status) throw new Error(`${name} answers ${response.statusCode}: ${response.body}`);
    const body: unknown = "schema" in answer ? answer.schema.parse(response.json()) : undefined;
    // Parsed above by the schema that the type is derived from.
    return body as Awaited<ReturnType<typeof must>> as never;
  };
  const { _embedded: profile } = await must("user.login");
  return { token, email, userId: profile.webSafeString, organisationId: profile.organisationWss, headers, must };
}

/** An administrator of the first organisation, inserted as the database's owner: no call can do that. */
export async function rootAdministrator(api: TestApi): Promise<Person> {
  const email = newAddress();
  await asOwner(async (owner) => {
    const { rows } = await owner.query<{ id: string; role: string }>(
      "select o.id, r.id as role from organisations o join roles r on r.organisation_id = o.id and r.code = 'ADMI' where o.managed_by is null",
    );
    const [found] = rows;
    if (found === undefined) throw new Error("There is no first organisation.");
    const userId = newId();
    await owner.query("insert into users (id, organisation_id, type, name, email, status) values ($1, $2, 'User', 'Root', $3, 'invited')", [
      userId,
      found.id,
      email,
    ]);
    await owner.query("insert into user_roles (organisation_id, user_id, role_id) values ($1, $2, $3)", [found.id, userId, found.role]);
  });
  return signInAs(api, email);
}

export async function asOwner<T>(work: (owner: Client) => Promise<T>): Promise<T> {
  const owner = new Client({ connectionString: setting("AIRLOCK_POSTGRES_MIGRATION_URL") });
  await owner.connect();
  try {
    return await work(owner);
  } finally {
    await owner.end();
  }
}

/** A new organisation that the first one manages, with an administrator of its own. */
export async function newOrganisation(api: TestApi, root: Person, name: string): Promise<Person> {
  const organisation = await root.must("organisations.create", { body: { name } });
  const organisationId = organisation._embedded.webSafeString;
  const email = newAddress();
  const invited = await root.must("users.invite", {
    body: { firstName: "Admin", name, emailAddress: email, organisationWss: organisationId },
  });
  const roleId = await asOwner(async (owner) => {
    const { rows } = await owner.query<{ id: string }>("select id from roles where organisation_id = $1 and code = 'ADMI'", [
      organisationId,
    ]);
    return rows[0]?.id ?? "";
  });
  await root.must("user.role.add", { at: { userId: invited._embedded.webSafeString, roleId } });
  return signInAs(api, email);
}

/** Adds a person who has signed in before to the administrator's organisation; returns them acting in it. */
export async function joinOrganisation(api: TestApi, admin: Person, email: string, permissions: readonly Permission[]): Promise<Person> {
  const invitationId = await inviteWith(admin, email, permissions);
  const response = await api.ask(await tokenOf(api, email), "invitation.accept", { at: { invitationId } });
  if (response.statusCode !== 200) throw new Error(`invitation.accept returns ${response.statusCode}: ${response.body}`);
  return signInAs(api, email, admin.organisationId);
}

async function inviteWith(admin: Person, email: string, permissions: readonly Permission[]): Promise<string> {
  const invited = await admin.must("users.invite", {
    body: { firstName: "Col", name: "League", emailAddress: email, organisationWss: admin.organisationId },
  });
  const userId = invited._embedded.webSafeString;
  if (permissions.length > 0) {
    const role = await admin.must("allRoles.create", { body: { name: `Role of ${email}`, permissions } });
    await admin.must("user.role.add", { at: { userId, roleId: role._embedded.webSafeString } });
  }
  return userId;
}

/**
 * An invited user without a mail, for tests that write activation keys themselves: the instance's worker would send a mail and replace those keys.
 */
export async function inviteWithoutMail(organisationId: string, email: string): Promise<string> {
  const id = newId();
  await asOwner((owner) =>
    owner.query(
      `insert into users (id, organisation_id, type, first_name, name, email, status)
       values ($1, $2, 'User', 'Ada', 'Byron', $3, 'invited')`,
      [id, organisationId, email],
    ),
  );
  return id;
}

/** A user of the administrator's organisation with exactly these permissions. */
export async function newColleague(api: TestApi, admin: Person, permissions: readonly Permission[]): Promise<Person> {
  const email = newAddress();
  await inviteWith(admin, email, permissions);
  return signInAs(api, email);
}
