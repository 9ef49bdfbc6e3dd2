/** What a row of the action table says. */
import type { z } from "zod";
import type { Method } from "./hal.ts";
import type { Permission, PERMISSION_NONE } from "./permissions.ts";
import type { ProblemCode } from "./problems.ts";
import type { UserStatus, UserType } from "./user.ts";
import type { DeploymentStatus } from "./version.ts";

/** What of a resource's state a precondition may look at. Small, so that a list of links needs no further reads. */
export interface ResourceStates {
  readonly profile: object;
  readonly solution: { readonly servingVersions: number; readonly validRuntime: boolean };
  readonly version: { readonly deploymentStatus: DeploymentStatus };
  readonly user: { readonly type: UserType; readonly userStatus: UserStatus; readonly isSelf: boolean };
  readonly key: object;
  readonly role: { readonly code: string };
  readonly organisation: { readonly isOwn: boolean };
  readonly group: { readonly code: string };
  readonly member: object;
}
export type ResourceName = keyof ResourceStates;

/**
 * Who may try: anyone; whoever holds a valid access token, known to us or not; whoever is signed in (PERMISSION_NONE); whoever
 * holds the permission; a system account's key that carries the permission.
 */
export type Access =
  | { readonly kind: "public" }
  | { readonly kind: "token" }
  | { readonly kind: "user"; readonly permission: Permission | typeof PERMISSION_NONE }
  | { readonly kind: "key"; readonly permission: Permission };

export interface Precondition {
  readonly resource: ResourceName;
  readonly holds: (state: never) => boolean;
  readonly problem: ProblemCode;
}

export interface Placement {
  /** The resource whose `_links` show it. */
  readonly on: ResourceName;
  readonly rel: string;
}

export interface Action {
  readonly method: Method;
  /** Below `basePath`, with `{name}` for each id. */
  readonly path: `/${string}`;
  readonly summary: string;
  readonly access: Access;
  /** Empty for calls that are reached without a link. */
  readonly links: readonly Placement[];
  readonly precondition?: Precondition;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  readonly answer: { readonly status: 200 | 201; readonly schema: z.ZodType } | { readonly status: 204 };
  /** Besides the ones that any call may meet; a refusal that is not listed is a defect. */
  readonly problems: readonly ProblemCode[];
  /** Which process answers. */
  readonly servedBy: "api" | "runtime";
}

/** A precondition on the resource that the action's link hangs on. */
export function when<const Name extends ResourceName>(
  resource: Name,
  holds: (state: ResourceStates[Name]) => boolean,
  problem: ProblemCode,
): Precondition {
  return { resource, holds, problem };
}

export function pathParameters(path: string): readonly string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? "");
}

/** `{name}`s that `parameters` does not know stay as they are: the link is then a template. */
export function expandPath(path: string, parameters: Readonly<Record<string, string>>): string {
  return path.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
    const value = parameters[name];
    return value === undefined ? whole : encodeURIComponent(value);
  });
}
