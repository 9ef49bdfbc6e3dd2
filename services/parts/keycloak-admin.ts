import { z } from "zod";
import type { Instance } from "../instance.ts";
import { keycloakAdministrator, keycloakUrl } from "./keycloak.ts";

/** Changes the life of Keycloak's access tokens, for journeys in which one expires. */
export async function setKeycloakTokenSeconds(instance: Instance, seconds: number): Promise<void> {
  await change(instance, "PUT", "", { accessTokenLifespan: seconds });
}

export interface KeycloakUser {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly password: string;
  readonly emailVerified?: boolean;
}

export async function addKeycloakUser(instance: Instance, { password, ...user }: KeycloakUser): Promise<void> {
  const credentials = [{ type: "password", value: password, temporary: false }];
  await change(instance, "POST", "/users", { emailVerified: true, ...user, username: user.email, enabled: true, credentials });
}

async function change(instance: Instance, method: string, path: string, body: unknown): Promise<void> {
  const response = await fetch(`${keycloakUrl(instance)}/admin/realms/airlock${path}`, {
    method,
    headers: { Authorization: `Bearer ${await administratorToken(instance)}`, "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`Keycloak answers ${response.status} to ${method} ${path}: ${await response.text()}`);
}

async function administratorToken(instance: Instance): Promise<string> {
  const { user, password } = keycloakAdministrator;
  const response = await fetch(`${keycloakUrl(instance)}/realms/master/protocol/openid-connect/token`, {
    method: "POST",
    body: new URLSearchParams({ grant_type: "password", client_id: "admin-cli", username: user, password }),
  });
  return z.object({ access_token: z.string() }).parse(await response.json()).access_token;
}
