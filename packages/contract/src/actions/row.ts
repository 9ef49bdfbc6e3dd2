/** Shorthands for rows of the action table. */
import type { Access, Placement, ResourceName } from "../action.ts";
import { PERMISSION_NONE } from "../permissions.ts";
import type { Permission } from "../permissions.ts";

export const anyone = { kind: "public" } satisfies Access;
export const tokenHolder = { kind: "token" } satisfies Access;
export const signedIn = { kind: "user", permission: PERMISSION_NONE } satisfies Access;

/** All of these; the first is what the call is about. */
export function requires(permission: Permission, ...also: readonly Permission[]) {
  return (also.length === 0 ? { kind: "user", permission } : { kind: "user", permission, also }) satisfies Access;
}

export function keyWith(permission: Permission) {
  return { kind: "key", permission } satisfies Access;
}

export function linkOn<const Rel extends string>(on: ResourceName, rel: Rel) {
  return { on, rel } satisfies Placement;
}

export function ok<Schema>(schema: Schema) {
  return { status: 200, schema } as const;
}

export function created<Schema>(schema: Schema) {
  return { status: 201, schema } as const;
}

/** A file to keep, of one of these media types. */
export function file(...types: readonly string[]) {
  return { status: 200, file: types } as const;
}

export const noContent = { status: 204 } as const;

/** What most rows share. */
export const api = { servedBy: "api", links: [], problems: [] } as const;
