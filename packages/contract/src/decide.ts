/** Whether an action is allowed, and which links therefore show. Both sides of the same table. */
import { expandParts, pathParts, permissionsFor, type PathPart } from "./action.ts";
import type { Action, Precondition, ResourceName, ResourceStates } from "./action.ts";
import { actionNamed, actionNames } from "./actions.ts";
import type { ActionName } from "./actions.ts";
import { basePath, methods } from "./hal.ts";
import type { Link, Links } from "./hal.ts";
import type { Permission } from "./permissions.ts";
import type { ProblemCode } from "./problems/catalogue.ts";
import type { Problem } from "./problems/problem.ts";

export function permits(held: ReadonlySet<Permission>, action: Action): boolean {
  return action.access.kind !== "key" && permissionsFor(action.access).every((permission) => held.has(permission));
}

function refusalOf(precondition: Precondition | undefined, state: ResourceStates[ResourceName]): ProblemCode | undefined {
  // `when` tied the predicate to its resource's state; callers pass the state of the resource that the precondition names.
  return (precondition?.refusal as ((state: ResourceStates[ResourceName]) => ProblemCode | undefined) | undefined)?.(state);
}

/** The refusal, or undefined if the action is allowed. Leave `state` out while the object is not loaded yet. */
export function decide(held: ReadonlySet<Permission>, name: ActionName, state?: ResourceStates[ResourceName]): Problem | undefined {
  const action = actionNamed(name);
  if (!permits(held, action)) {
    const missing = permissionsFor(action.access).find((permission) => action.access.kind === "key" || !held.has(permission));
    return { code: "PERMISSION_MISSING", details: missing === undefined ? {} : { permission: missing } };
  }
  const code = state === undefined ? undefined : refusalOf(action.precondition, state);
  return code === undefined ? undefined : { code };
}

interface LinkTemplate {
  readonly action: Action;
  readonly rel: string;
  /** Its address, cut at its parameters: lists build thousands of links a second. */
  readonly path: readonly PathPart[];
}

const linksByResource = new Map<ResourceName, readonly LinkTemplate[]>();
for (const name of actionNames) {
  const action = actionNamed(name);
  const path = pathParts(basePath + action.path);
  for (const { on, rel } of action.links) linksByResource.set(on, [...(linksByResource.get(on) ?? []), { action, rel, path }]);
}

/** The `_links` of one resource for one user: pure, from the table. */
export function linksOf<const Name extends ResourceName>(
  resource: Name,
  state: ResourceStates[Name],
  parameters: Readonly<Record<string, string>>,
  held: ReadonlySet<Permission>,
): Links {
  const shown = new Map<string, Link>();
  for (const { action, rel, path } of linksByResource.get(resource) ?? []) {
    if (!permits(held, action)) continue;
    // A precondition applies to links of its own resource only; links elsewhere lead to that resource.
    if (action.precondition?.resource === resource && refusalOf(action.precondition, state) !== undefined) continue;
    const known = shown.get(rel);
    const allow =
      known === undefined ? [action.method] : methods.filter((method) => method === action.method || known.allow.includes(method));
    const { text: href, whole } = expandParts(path, parameters);
    shown.set(rel, whole ? { href, allow } : { href, allow, templated: true });
  }
  return Object.fromEntries(shown);
}
