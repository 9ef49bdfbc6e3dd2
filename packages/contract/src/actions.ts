/**
 * THE action table. One row is one call: the router registers it, `decide` refuses by it, `linksOf` shows it and the OpenAPI
 * document describes it, so that a link that is shown and a call that is allowed can never differ. Its rows stand by noun in
 * `actions/`.
 */
import type { Action } from "./action.ts";
import { groupActions } from "./actions/group.ts";
import { organisationActions } from "./actions/organisation.ts";
import { roleActions } from "./actions/role.ts";
import { sessionActions } from "./actions/session.ts";
import { solutionActions } from "./actions/solution.ts";
import { userActions } from "./actions/user.ts";
import { versionActions } from "./actions/version.ts";

export const actions = {
  ...sessionActions,
  ...solutionActions,
  ...versionActions,
  ...userActions,
  ...roleActions,
  ...organisationActions,
  ...groupActions,
} as const satisfies Record<string, Action>;

export type ActionName = keyof typeof actions;

// Object.keys widens to string[]; the table is a const with exactly these keys.
export const actionNames = Object.keys(actions) as readonly ActionName[];

/** The row without its literal types, for code that treats every action alike. */
export function actionNamed(name: ActionName): Action {
  return actions[name];
}
