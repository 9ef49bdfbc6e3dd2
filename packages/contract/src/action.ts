/** The type of a row of the action table. */
import type { z } from "zod";
import type { ComparisonStatus } from "./comparison.ts";
import type { DatasourceStatus } from "./datasource.ts";
import type { ErasureStatus } from "./erasure.ts";
import type { ExperimentResultStatus } from "./experiment-result.ts";
import type { ExportStatus } from "./export.ts";
import type { Method } from "./hal.ts";
import type { ImportStatus } from "./import.ts";
import { PERMISSION_NONE } from "./permissions.ts";
import type { Permission } from "./permissions.ts";
import type { PredictionStatus, PredictionType } from "./prediction.ts";
import type { ProblemCode } from "./problems/catalogue.ts";
import type { ReleaseRequestStatus } from "./release-request.ts";
import type { ReleaseStatus } from "./release.ts";
import type { RolloutKind, RolloutStatus } from "./rollout.ts";
import type { UserStatus, UserType } from "./user.ts";
import type { DeploymentStatus } from "./version.ts";

/** The parts of a resource's state that preconditions may use. Small, so that a list of links needs no further reads. */
export interface ResourceStates {
  readonly profile: object;
  readonly solution: { readonly servingVersions: number; readonly hasVersions: boolean; readonly validRuntime: boolean };
  readonly version: { readonly deploymentStatus: DeploymentStatus };
  readonly release: { readonly status: ReleaseStatus };
  /** `mayBypass`: the policy allows it. */
  readonly releaseRequest: { readonly status: ReleaseRequestStatus; readonly mayBypass: boolean };
  readonly monitor: object;
  readonly list: { readonly hasChanges: boolean; readonly hasVersions: boolean; readonly isUsed: boolean };
  readonly firing: { readonly isOpen: boolean };
  readonly rollout: { readonly kind: RolloutKind; readonly status: RolloutStatus };
  /** `beyondOwn`: has a permission that the caller does not have. */
  readonly user: { readonly type: UserType; readonly userStatus: UserStatus; readonly isSelf: boolean; readonly beyondOwn: boolean };
  readonly execution: object;
  readonly export: { readonly status: ExportStatus };
  readonly erasure: { readonly status: ErasureStatus };
  readonly comparison: { readonly status: ComparisonStatus };
  readonly key: object;
  /** `heldBeyondOwn`: a user who has it also has a permission that the caller does not have. */
  readonly role: { readonly code: string; readonly heldBeyondOwn: boolean };
  readonly organisation: { readonly isOwn: boolean; readonly hasServiceAccount: boolean; readonly hasS3Account: boolean };
  readonly group: { readonly code: string; readonly membersBeyondOwn: boolean };
  readonly member: { readonly beyondOwn: boolean };
  readonly datasource: { readonly status: DatasourceStatus };
  readonly import: { readonly status: ImportStatus };
  readonly upload: object;
  readonly prediction: { readonly type: PredictionType; readonly status: PredictionStatus };
  readonly model: object;
  readonly experiment: object;
  readonly experimentResult: { readonly status: ExperimentResultStatus };
  readonly secret: object;
}
export type ResourceName = keyof ResourceStates;

/**
 * Who may call an action. `public`: anyone. `token`: the holder of a valid access token, also without an account here. `user`: a signed-in
 * user with the permission (PERMISSION_NONE: any signed-in user) and with those of `also`. `key`: a system account's key with the
 * permission.
 */
export type Access =
  | { readonly kind: "public" }
  | { readonly kind: "token" }
  | { readonly kind: "user"; readonly permission: Permission | typeof PERMISSION_NONE; readonly also?: readonly Permission[] }
  | { readonly kind: "key"; readonly permission: Permission };

export interface Precondition {
  readonly resource: ResourceName;
  /** Why the action is refused in this state, if it is. */
  readonly refusal: (state: never) => ProblemCode | undefined;
  readonly problems: readonly ProblemCode[];
}

export interface Placement {
  /** The resource whose `_links` show it. */
  readonly on: ResourceName;
  readonly rel: string;
}

/** JSON, nothing, or a file of one of these media types that is streamed as it is read. */
export type Answer =
  | { readonly status: 200 | 201; readonly schema: z.ZodType }
  | { readonly status: 204 }
  | { readonly status: 200; readonly file: readonly string[] };

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
  readonly answer: Answer;
  /** In addition to those that any call may return; a refusal that is not listed is a defect. */
  readonly problems: readonly ProblemCode[];
  /** Which process serves it. */
  readonly servedBy: "api" | "runtime";
}

/** A precondition on the resource that the action's link hangs on. */
export function when<const Name extends ResourceName>(
  resource: Name,
  holds: (state: ResourceStates[Name]) => boolean,
  problem: ProblemCode,
): Precondition {
  const refusal = (state: ResourceStates[Name]) => (holds(state) ? undefined : problem);
  return { resource, refusal, problems: [problem] };
}

/** Both preconditions on the same resource; the first that does not hold is the refusal. */
export function both(first: Precondition, second: Precondition): Precondition {
  if (first.resource !== second.resource) throw new Error(`One action has one subject: ${first.resource} or ${second.resource}.`);
  return {
    resource: first.resource,
    refusal: (state) => first.refusal(state) ?? second.refusal(state),
    problems: [...first.problems, ...second.problems],
  };
}

/** All permissions that the caller needs. */
export function permissionsFor(access: Access): readonly Permission[] {
  if (access.kind === "key") return [access.permission];
  if (access.kind !== "user" || access.permission === PERMISSION_NONE) return [];
  return [access.permission, ...(access.also ?? [])];
}

export function pathParameters(path: string): readonly string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? "");
}

export interface PathPart {
  readonly text: string;
  /** Its name, if the text is a `{name}`. */
  readonly parameter: string | undefined;
}

export function pathParts(path: string): readonly PathPart[] {
  return path
    .split(/(\{\w+\})/)
    .filter((text) => text !== "")
    .map((text) => ({ text, parameter: /^\{(\w+)\}$/.exec(text)?.[1] }));
}

/** A `{name}` that is not in `parameters` is left unchanged: the result is then a URL template. */
export function expandParts(
  parts: readonly PathPart[],
  parameters: Readonly<Record<string, string>>,
): { readonly text: string; readonly whole: boolean } {
  let expanded = "";
  let whole = true;
  for (const { text, parameter } of parts) {
    const value = parameter === undefined ? undefined : parameters[parameter];
    expanded += value === undefined ? text : encodeURIComponent(value);
    whole &&= parameter === undefined || value !== undefined;
  }
  return { text: expanded, whole };
}

export function expandPath(path: string, parameters: Readonly<Record<string, string>>): string {
  return expandParts(pathParts(path), parameters).text;
}
