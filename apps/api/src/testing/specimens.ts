import type { Permission } from "@airlock/contract";
import { finishedComparison } from "./comparisons.ts";
import { emptyDefinition, newLink, newNode, type Definition } from "@airlock/flow";
import { newId } from "@airlock/platform";
import { expect } from "vitest";
import { cancelledDatasource, sampleInProject, unfinishedUpload } from "./datasources.ts";
import { resultOf } from "./experiments.ts";
import { finishedExport } from "./exports.ts";
import type { Ids } from "./ids.ts";
import { endedFiring, firing, firingOf, monitor } from "./monitors.ts";
import { changedList, list, publishedList, useList } from "./lists.ts";
import { trainedPrediction } from "./predictions.ts";
import { keyFile } from "./key-file.ts";
import { rememberExecutions } from "./past-execution.ts";
import { rememberRefusedRequests } from "./refused-request.ts";
import { newAddress, type Person } from "./person.ts";

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

/** The live release of a new solution. */
export async function release(admin: Person): Promise<Ids> {
  const at = await version(admin);
  const { _embedded } = await admin.must("solution.releases.create", { at, body: { versionWss: at["versionId"] ?? "" } });
  return { ...at, releaseId: _embedded.webSafeString };
}

export async function scheduledRelease(admin: Person): Promise<Ids> {
  const at = await version(admin);
  const beginsDate = new Date(Date.now() + 3_600_000).toISOString();
  const { _embedded } = await admin.must("solution.releases.create", { at, body: { versionWss: at["versionId"] ?? "", beginsDate } });
  return { ...at, releaseId: _embedded.webSafeString };
}

/** Of a solution whose policy lets any user approve. */
export async function releaseRequest(admin: Person): Promise<Ids> {
  const at = await version(admin);
  await admin.must("solution.releasePolicy.update", { at, body: { approvals: 0, ownApproval: true, gates: {} } });
  const { _embedded } = await admin.must("solution.releaseRequests.create", { at, body: { versionWss: at["versionId"] ?? "" } });
  return { ...at, releaseRequestId: _embedded.webSafeString, requestedVersionId: at["versionId"] ?? "" };
}

export async function withdrawnRequest(admin: Person): Promise<Ids> {
  const at = await releaseRequest(admin);
  await admin.must("releaseRequest.withdraw", { at });
  return at;
}

/** A split of a released solution, whose other version is the challenger. */
export async function rollout(admin: Person): Promise<Ids> {
  const at = await release(admin);
  const challenger = (await admin.must("solution.versions.create", { at, body: {} }))._embedded.webSafeString;
  const { _embedded } = await admin.must("solution.rollouts.create", { at, body: { kind: "split", versionWss: challenger, share: 10 } });
  return { ...at, rolloutId: _embedded.webSafeString, challengerId: challenger };
}

export async function shadow(admin: Person): Promise<Ids> {
  const at = await release(admin);
  const challenger = (await admin.must("solution.versions.create", { at, body: {} }))._embedded.webSafeString;
  const { _embedded } = await admin.must("solution.rollouts.create", { at, body: { kind: "shadow", versionWss: challenger, share: 100 } });
  return { ...at, rolloutId: _embedded.webSafeString, challengerId: challenger };
}

export async function endedRollout(admin: Person): Promise<Ids> {
  const at = await rollout(admin);
  await admin.must("rollout.end", { at, body: {} });
  return at;
}

export async function stoppedVersion(admin: Person): Promise<Ids> {
  const at = await servingVersion(admin);
  await admin.must("version.stop", { at });
  return at;
}

/** A version with the application field `person`. */
async function personal(admin: Person): Promise<Ids> {
  const at = await draft(admin);
  const field = { key: "person", name: "person", type: "String", required: false } as const;
  await admin.must("definition.update", { at, body: { ...runnable, applicationDatasetFields: [field] } });
  const { _embedded } = await admin.must("solution.versions.create", { at, body: {} });
  return { ...at, versionId: _embedded.webSafeString };
}

export async function erasure(admin: Person): Promise<Ids> {
  await personal(admin);
  const { _embedded } = await admin.must("erasures.create", { body: { field: "person", value: "P-1" } });
  return { erasureId: _embedded.webSafeString };
}

export async function cancelledErasure(admin: Person): Promise<Ids> {
  const at = await erasure(admin);
  await admin.must("erasure.cancel", { at });
  return at;
}

export async function execution(admin: Person): Promise<Ids> {
  const { versionId = "" } = await version(admin);
  const [executionId = ""] = await rememberExecutions([{ organisationId: admin.organisationId, versionId, definition: runnable }]);
  return { executionId };
}

export async function comparison(admin: Person): Promise<Ids> {
  const { versionId = "" } = await version(admin);
  const [executionId = ""] = await rememberExecutions([{ organisationId: admin.organisationId, versionId, definition: runnable }]);
  return finishedComparison(admin, versionId, executionId);
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

/** A new system account's key with these permissions, as its owner would send it. */
export async function keyFor(admin: Person, permissions: readonly Permission[] = ["solution.execute"], expires?: Date): Promise<string> {
  const at = await systemAccount(admin);
  const { _embedded } = await admin.must("allRoles.create", { body: { name: "Caller's role", permissions } });
  await admin.must("user.role.add", { at: { ...at, roleId: _embedded.webSafeString } });
  const body = { name: "key", ...(expires === undefined ? {} : { expires: expires.toISOString() }) };
  return (await admin.must("user.keys.create", { at, body }))._embedded.secret;
}

/** The runtime receives a new key shortly after the api has responded. */
export async function keyArrived(address: string, key: string): Promise<void> {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  await expect.poll(async () => (await fetch(address, { method: "POST", headers, body: "{}" })).status, { timeout: 20_000 }).not.toBe(401);
}

export async function revokedKey(admin: Person): Promise<string> {
  const at = await systemAccount(admin);
  const { _embedded } = await admin.must("user.keys.create", { at, body: { name: "revoked" } });
  await admin.must("user.key.revoke", { at: { ...at, keyId: _embedded.webSafeString } });
  return _embedded.secret;
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

export async function secret(admin: Person): Promise<Ids> {
  const body = { name: `Secret_${newId()}`, hosts: ["api.example.com"], value: "a value that nobody sees" };
  const { _embedded } = await admin.must("secrets.create", { body });
  return { secretId: _embedded.webSafeString };
}

export async function managedOrganisation(admin: Person): Promise<Ids> {
  const { _embedded } = await admin.must("organisations.create", { body: { name: "Managed" } });
  return { organisationId: _embedded.webSafeString };
}

export async function organisationWithAccount(admin: Person): Promise<Ids> {
  const at = await managedOrganisation(admin);
  await admin.must("organisation.serviceAccount", { at, body: { useAirlock: false, file: await keyFile() } });
  return at;
}

/** Nothing answers there. The tests allow it. */
export const s3Account = {
  endpoint: "https://127.0.0.1:9",
  region: "eu-central-1",
  accessKey: "AKIAEXAMPLE",
  secretKey: "a-key-that-no-one-sees",
  buckets: ["loans"],
};

export async function organisationWithS3Account(admin: Person): Promise<Ids> {
  const at = await managedOrganisation(admin);
  await admin.must("organisation.s3Account", { at, body: s3Account });
  return at;
}

export { changedList, endedFiring, firing, list, monitor, publishedList };

/** A version of a solution follows it. */
export async function usedList(admin: Person): Promise<Ids> {
  const at = await list(admin);
  await useList(admin, (await servingVersion(admin))["versionId"] ?? "", at["listId"] ?? "");
  return at;
}

/** A version of a solution that another solution runs as a sub-flow. */
export async function usedVersion(admin: Person): Promise<Ids> {
  const at = await stoppedVersion(admin);
  const call = { ...newNode("SubFlow", "call", 100, 0), versionId: at["versionId"] ?? "" };
  const links = [newLink("in", start, call), newLink("out", call, end)];
  const definition = { ...emptyDefinition(), solutionDefinition: { nodes: [start, call, end], links, zoom: 100 } };
  await admin.must("solutions.create", { body: { name: `Solution ${newId()}`, definition } });
  return at;
}

/** One of each resource that an organisation can have. */
export async function everything(admin: Person): Promise<Ids> {
  const at = { organisationId: admin.organisationId };
  // While it still uses Airlock's own storage.
  const data = {
    ...(await unfinishedUpload(admin)),
    ...(await cancelledDatasource(admin)),
    ...(await resultOf(admin, runnable)),
    row: "1",
  };
  await admin.must("organisation.serviceAccount", { at, body: { useAirlock: false, file: await keyFile() } });
  await admin.must("organisation.s3Account", { at, body: s3Account });
  await sampleInProject(admin);
  const deployed = await usedVersion(admin);
  const saves = await admin.must("solution.saves.list", { at: deployed });
  const past = { organisationId: admin.organisationId, versionId: deployed["versionId"] ?? "", definition: runnable };
  const [executionId = ""] = await rememberExecutions([past]);
  const account = await accountWithKey(admin);
  await rememberRefusedRequests([{ ...past, callerId: account["userId"] ?? "" }]);
  return {
    ...at,
    ...data,
    ...deployed,
    revision: String(saves.items[0]?._embedded.revision ?? ""),
    ...(await finishedComparison(admin, past.versionId, executionId)),
    ...(await finishedExport(admin)),
    ...(await erasure(admin)),
    ...account,
    invitationId: (await invitedUser(admin))["userId"] ?? "",
    ...(await role(admin)),
    ...(await group(admin)),
    ...(await secret(admin)),
    releaseId: (await scheduledRelease(admin))["releaseId"] ?? "",
    ...idsOfRequest(await releaseRequest(admin)),
    rolloutId: (await rollout(admin))["rolloutId"] ?? "",
    shadowId: (await shadow(admin))["rolloutId"] ?? "",
    ...(await trainedPrediction(admin)),
    ...(await firingOf(admin, deployed)),
    ...(await publishedList(admin)),
  };
}

function idsOfRequest({ releaseRequestId = "", requestedVersionId = "" }: Ids): Ids {
  return { releaseRequestId, requestedVersionId };
}
