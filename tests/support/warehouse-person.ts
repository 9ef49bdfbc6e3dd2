import { newId } from "@airlock/platform";
import { Client } from "pg";
import { signIn } from "../../services/idp/sign-in.ts";
import { Caller, type Place } from "./caller.ts";
import { addAccount } from "./people.ts";

/** Addresses of the parts that a test needs. */
export interface WarehousePlace extends Place {
  /** The public origin, to which the provider redirects. */
  readonly publicUrl: string;
  readonly ownerUrl: string;
}

interface Administrator {
  readonly caller: Caller;
  readonly organisationId: string;
}

/** The administrator of a new organisation that uses the development service account. */
export async function warehousePerson(place: WarehousePlace, admin: Caller, name: string): Promise<Administrator> {
  const { caller, organisationId } = await organisationAdministrator(place, admin, name);
  const file = await (await fetch(new URL("/development/service-account", place.issuer))).text();
  await caller.do("organisation.serviceAccount", { at: { organisationId }, body: { useAirlock: false, file } });
  return { caller, organisationId };
}

/** The administrator of a new organisation. */
export async function organisationAdministrator(place: WarehousePlace, admin: Caller, name: string): Promise<Administrator> {
  const organisation = await admin.do("organisations.create", { body: { name } });
  const organisationId = organisation._embedded.webSafeString;
  const emailAddress = `warehouse-${newId().toLowerCase()}@airlock.test`;
  await addAccount(place, emailAddress, "Wiebe", "Huis");
  const invited = await admin.do("users.invite", {
    body: { firstName: "Wiebe", name: "Huis", emailAddress, organisationWss: organisationId },
  });
  await admin.do("user.role.add", {
    at: { userId: invited._embedded.webSafeString, roleId: await administratorRole(place, organisationId) },
  });
  const { access_token: token } = await signIn({ ...place, email: emailAddress });
  const caller = new Caller(place, token);
  await caller.do("user.login");
  return { caller, organisationId };
}

async function administratorRole({ ownerUrl }: WarehousePlace, organisationId: string): Promise<string> {
  const owner = new Client({ connectionString: ownerUrl });
  await owner.connect();
  try {
    const { rows } = await owner.query<{ id: string }>("select id from roles where organisation_id = $1 and code = 'ADMI'", [
      organisationId,
    ]);
    return rows[0]?.id ?? "";
  } finally {
    await owner.end();
  }
}
