import type { Caller } from "../support/caller.ts";
import { tokenOf } from "../support/decision.ts";
import type { Example } from "../support/examples.ts";

const accountName = "Tour caller";
const accountEmail = "tour-caller@airlock.test";

/** The version that the tour calls: that of an earlier tour if it is serving, otherwise a new one. */
export async function serveDemo(admin: Caller, example: Example): Promise<string> {
  const name = `Tour: ${example.name}`;
  const known = (await admin.do("solutions.list", { query: { search: name } })).items.find(({ _embedded }) => _embedded.name === name);
  const solution = known ?? (await admin.do("solutions.create", { body: { name, description: example.description } }));
  const solutionId = solution._embedded.webSafeString;
  const versions = await admin.do("solution.versions.list", { at: { solutionId } });
  const serving = versions.items.find(({ _embedded }) => _embedded.deploymentStatus === "serving");
  if (serving !== undefined) return serving._embedded.webSafeString;
  await admin.do("definition.update", { at: { solutionId }, body: example.definition });
  const version = await admin.do("solution.versions.create", { at: { solutionId }, body: { versionName: "1.0" } });
  const versionId = version._embedded.webSafeString;
  await admin.do("version.deploy", { at: { versionId } });
  return versionId;
}

/** A new key of the tour's system account. Keys of earlier tours are revoked: their secrets are lost. */
export async function demoKey(admin: Caller): Promise<string> {
  const userId = await demoAccount(admin);
  for (const { _embedded } of (await admin.do("user.keys.list", { at: { userId } })).items) {
    await admin.do("user.key.revoke", { at: { userId, keyId: _embedded.webSafeString } });
  }
  return tokenOf(await admin.do("user.keys.create", { at: { userId }, body: { name: "Tour" } }));
}

async function demoAccount(admin: Caller): Promise<string> {
  const known = (await admin.do("users.list", { query: { search: accountEmail } })).items[0];
  if (known !== undefined) return known._embedded.webSafeString;
  const { organisationWss } = (await admin.do("profile.read"))._embedded;
  const body = { name: accountName, emailAddress: accountEmail, organisationWss, type: "System account" };
  const userId = (await admin.do("users.create", { body }))._embedded.webSafeString;
  const role = await admin.do("allRoles.create", { body: { name: accountName, permissions: ["solution.execute"] } });
  await admin.do("user.role.add", { at: { userId, roleId: role._embedded.webSafeString } });
  return userId;
}
