import { starterRoles } from "@airlock/contract";
import { newId } from "@airlock/platform";
import { expect, test } from "vitest";
import { apiInOrganisation } from "../testing/api-in-organisation.ts";
import { asOwner, newOrganisation } from "../testing/person.ts";

const { api, root, admin } = await apiInOrganisation("Starter roles");
const names = starterRoles.map(({ name }) => name);

test("a new organisation has the starter roles, and its managing organisation can change, delete and add roles", async () => {
  const { _embedded: made } = await admin.must("organisations.create", { body: { name: `Managed ${admin.organisationId}` } });
  const query = { organisationWss: made.webSafeString };
  const { items } = await admin.must("allRoles.list", { query });
  expect(items.map(({ _embedded }) => _embedded.name).toSorted()).toEqual(["Administrator", ...names].toSorted());
  expect(new Set(items.map(({ _embedded }) => _embedded.organisationName))).toEqual(new Set([made.name]));
  const idOf = (name: string) => items.find(({ _embedded }) => _embedded.name === name)?._embedded.webSafeString ?? "";

  const changed = await admin.must("role.update", { at: { roleId: idOf("Analyst") }, body: { name: "Scientist", permissions: [] } });
  expect(changed._embedded).toMatchObject({ name: "Scientist", code: "ANLY", permissions: [] });
  await admin.must("role.delete", { at: { roleId: idOf("Caller") } });
  const added = await admin.must("allRoles.create", { body: { name: "Reviewer", permissions: ["solutions.list"], ...query } });
  expect(added._embedded).toMatchObject({ organisationWss: made.webSafeString, organisationName: made.name, code: "REVI" });
});

test("an organisation from before starter roles gets those whose names it lacks, once", async () => {
  const other = await newOrganisation(api, root, "Before starter roles");
  const rolesNow = () =>
    asOwner(async (owner) => {
      const { rows } = await owner.query<{ name: string; code: string }>(
        "select name, code from roles where organisation_id = $1 and code <> 'ADMI'",
        [other.organisationId],
      );
      return rows.toSorted((one, two) => (one.name < two.name ? -1 : 1));
    });
  await asOwner(async (owner) => {
    await owner.query("begin");
    await owner.query("delete from roles where organisation_id = $1 and code <> 'ADMI'", [other.organisationId]);
    const own = "insert into roles (id, organisation_id, name, code, permissions) values ($1, $2, $3, $4, '{}')";
    await owner.query(own, [newId(), other.organisationId, "designer", "MINE"]);
    await owner.query(own, [newId(), other.organisationId, "Engine room", "ENGI"]);
    // Not visible to other processes before the commit.
    await owner.query("insert into airlock.starter_roles_due (organisation_id) values ($1)", [other.organisationId]);
    const add = async () => {
      const roles = JSON.stringify(starterRoles.map((role) => ({ id: newId(), ...role })));
      const { rows } = await owner.query<{ served: string | null }>("select airlock.add_starter_roles($1) as served", [roles]);
      return rows[0]?.served;
    };
    expect(await add()).toBe(other.organisationId);
    expect(await add()).toBeNull();
    await owner.query("commit");
  });
  expect(await rolesNow()).toEqual([
    { name: "Analyst", code: "ANLY" },
    { name: "Auditor", code: "AUDI" },
    { name: "Caller", code: "CALL" },
    { name: "Engine room", code: "ENGI" },
    { name: "Engineer", code: "ENGI2" },
    { name: "designer", code: "MINE" },
  ]);
});

test("the first organisation has them from the first start of the api", async () => {
  const { items } = await root.must("allRoles.list", { query: { limit: "500" } });
  expect(items.map(({ _embedded }) => _embedded.name)).toEqual(expect.arrayContaining(names));
});
