/** Words that make a row of the action table short enough to read. */
import type { Access, Placement, ResourceName } from "../action.ts";
import { PERMISSION_NONE } from "../permissions.ts";
import type { Permission } from "../permissions.ts";

export const anyone = { kind: "public" } satisfies Access;
export const tokenHolder = { kind: "token" } satisfies Access;
export const signedIn = { kind: "user", permission: PERMISSION_NONE } satisfies Access;

export function needs(permission: Permission) {
  return { kind: "user", permission } satisfies Access;
}

export function keyWith(permission: Permission) {
  return { kind: "key", permission } satisfies Access;
}

export function at(on: ResourceName, rel: string): Placement {
  return { on, rel };
}

export function ok<Schema>(schema: Schema) {
  return { status: 200, schema } as const;
}

export function created<Schema>(schema: Schema) {
  return { status: 201, schema } as const;
}

export const done = { status: 204 } as const;

/** What most rows share. */
export const api = { servedBy: "api", links: [], problems: [] } as const;
