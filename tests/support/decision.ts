import { createdKey, formatKey, type Permission } from "@airlock/contract";
import type { Definition } from "@airlock/flow";
import type { z } from "zod";
import { port } from "../../services/instance.ts";
import type { Caller } from "./caller.ts";
import { eventually } from "./eventually.ts";
import type { Product } from "./product.ts";
import { sampleFlow } from "./sample-flow.ts";

export interface Served {
  readonly solutionId: string;
  readonly versionId: string;
}

/** Creates, saves, freezes and deploys a solution through the api. */
export async function serveDecision(admin: Caller, name: string, flow: Definition = sampleFlow()): Promise<Served> {
  const solution = await admin.do("solutions.create", { body: { name, description: "Declines those who are too young" } });
  const solutionId = solution._embedded.webSafeString;
  const definition = await admin.do("definition.update", { at: { solutionId }, body: flow });
  if (!definition._embedded.validRuntime) throw new Error(`The flow is not valid: ${JSON.stringify(definition._embedded.errors)}`);
  const version = await admin.do("solution.versions.create", { at: { solutionId }, body: { versionName: "1.0" } });
  const versionId = version._embedded.webSafeString;
  const deployed = await admin.do("version.deploy", { at: { versionId } });
  if (deployed._embedded.deploymentStatus !== "serving") throw new Error(`The version is ${deployed._embedded.deploymentStatus}.`);
  return { solutionId, versionId };
}

export interface IssuedKey {
  readonly userId: string;
  readonly keyId: string;
  /** The caller's bearer token. */
  readonly token: string;
}

let accounts = 0;

/** A system account with a key that may execute; if the product is given, waits until every runtime has it. */
export async function issueKey(
  admin: Caller,
  product?: Product,
  permissions: readonly Permission[] = ["solution.execute"],
): Promise<IssuedKey> {
  accounts += 1;
  const unique = `${process.pid}-${Date.now().toString(36)}-${accounts}`;
  const { organisationWss } = (await admin.do("profile.read"))._embedded;
  const body = { name: `Caller ${unique}`, emailAddress: `caller-${unique}@airlock.test`, organisationWss, type: "System account" };
  const userId = (await admin.do("users.create", { body }))._embedded.webSafeString;
  const role = await admin.do("allRoles.create", { body: { name: `Role of caller ${unique}`, permissions } });
  await admin.do("user.role.add", { at: { userId, roleId: role._embedded.webSafeString } });
  const key = await admin.do("user.keys.create", { at: { userId }, body: { name: "Journey" } });
  const token = tokenOf(key);
  if (product !== undefined) await untilKnown(product, token);
  return { userId, keyId: key._embedded.webSafeString, token };
}

/** A runtime receives a key shortly after it was issued. Each is called directly: the edge would choose one. */
export async function untilKnown(product: Product, token: string): Promise<void> {
  for (const name of ["runtime1", "runtime2"] as const) await untilKnownAt({ url: `http://127.0.0.1:${port(product, name)}` }, token);
}

export async function untilKnownAt(place: Pick<Product, "url">, token: string): Promise<void> {
  await eventually(`${place.url} to know the key`, async () => {
    const { status } = await ask(place, "01J00000000000000000000000", token, {});
    return status === 401 ? undefined : true;
  });
}

export function tokenOf(key: z.output<typeof createdKey>): string {
  const { webSafeString, secret } = key._embedded;
  return secret.startsWith("alk_") ? secret : formatKey(webSafeString, secret);
}

/** Requests a decision through the edge, like a caller. */
export function ask(
  product: Pick<Product, "url">,
  versionId: string,
  token: string,
  fields: object,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(`${product.url}/dme/manage/v1/versions/${versionId}/execute`, {
    method: "POST",
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json", ...headers },
    body: JSON.stringify(fields),
    signal: AbortSignal.timeout(10_000),
  });
}
