/** Whether an action is allowed, and which links therefore show. Both sides of the same table. */
import { expandPath, pathParameters } from "./action.ts";
import type { Action, Precondition, ResourceName, ResourceStates } from "./action.ts";
import { actionNamed, actionNames } from "./actions.ts";
import type { ActionName } from "./actions.ts";
import { basePath, methods } from "./hal.ts";
import type { Link, Links } from "./hal.ts";
import { PERMISSION_NONE } from "./permissions.ts";
import type { Permission } from "./permissions.ts";
import type { Problem } from "./problems.ts";

export function permits(held: ReadonlySet<Permission>, action: Action): boolean {
  if (action.access.kind === "key") return false;
  return action.access.kind !== "user" || action.access.permission === PERMISSION_NONE || held.has(action.access.permission);
}

function preconditionHolds(precondition: Precondition | undefined, state: ResourceStates[ResourceName]): boolean {
  // `when` tied the predicate to its resource's state; callers pass the state of the resource that the precondition names.
  return precondition === undefined || (precondition.holds as (state: ResourceStates[ResourceName]) => boolean)(state);
}

/** The refusal, or undefined when the action may go ahead. Leave `state` out while the object is not known yet. */
export function decide(held: ReadonlySet<Permission>, name: ActionName, state?: ResourceStates[ResourceName]): Problem | undefined {
  const action = actionNamed(name);
  if (!permits(held, action)) {
    return {
      code: "PERMISSION_MISSING",
      details: action.access.kind === "user" || action.access.kind === "key" ? { permission: action.access.permission } : {},
    };
  }
  if (state !== undefined && action.precondition !== undefined && !preconditionHolds(action.precondition, state)) {
    return { code: action.precondition.problem };
  }
  return undefined;
}

interface Hung {
  readonly action: Action;
  readonly rel: string;
}

const hungOn = new Map<ResourceName, readonly Hung[]>();
for (const name of actionNames) {
  const action = actionNamed(name);
  for (const { on, rel } of action.links) hungOn.set(on, [...(hungOn.get(on) ?? []), { action, rel }]);
}

/** The `_links` of one resource for one user: pure, from the table. */
export function linksOf<const Name extends ResourceName>(
  resource: Name,
  state: ResourceStates[Name],
  parameters: Readonly<Record<string, string>>,
  held: ReadonlySet<Permission>,
): Links {
  const shown = new Map<string, Link>();
  for (const { action, rel } of hungOn.get(resource) ?? []) {
    if (!permits(held, action) || !preconditionHolds(action.precondition, state)) continue;
    const href = basePath + expandPath(action.path, parameters);
    const templated = pathParameters(href).length > 0 ? ({ templated: true } as const) : {};
    const allow = [...(shown.get(rel)?.allow ?? []), action.method];
    shown.set(rel, { href, allow: methods.filter((method) => allow.includes(method)), ...templated });
  }
  return Object.fromEntries(shown);
}
