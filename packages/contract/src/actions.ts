/**
 * THE action table. One row is one call: the router registers it, `decide` refuses by it, `linksOf` shows it and the OpenAPI
 * document describes it, so that a link that is shown and a call that is allowed can never differ. Its rows stand by noun in
 * `actions/`.
 */
import type { z } from "zod";
import type { Action } from "./action.ts";
import { auditActions } from "./actions/audit.ts";
import { comparisonActions } from "./actions/comparison.ts";
import { datasourceActions } from "./actions/datasource.ts";
import { erasureActions } from "./actions/erasure.ts";
import { executionActions } from "./actions/execution.ts";
import { experimentActions } from "./actions/experiment.ts";
import { exportActions } from "./actions/export.ts";
import { groupActions } from "./actions/group.ts";
import { heatActions } from "./actions/heat.ts";
import { listActions } from "./actions/list.ts";
import { monitorActions } from "./actions/monitor.ts";
import { organisationActions } from "./actions/organisation.ts";
import { predictionActions } from "./actions/prediction.ts";
import { productionFactActions } from "./actions/production-facts.ts";
import { retentionActions } from "./actions/retention.ts";
import { refusedRequestActions } from "./actions/refused-request.ts";
import { roleActions } from "./actions/role.ts";
import { schedulerActions } from "./actions/scheduler.ts";
import { secretActions } from "./actions/secret.ts";
import { sessionActions } from "./actions/session.ts";
import { releaseActions } from "./actions/release.ts";
import { releaseRequestActions } from "./actions/release-request.ts";
import { rolloutActions } from "./actions/rollout.ts";
import { solutionActions } from "./actions/solution.ts";
import { userActions } from "./actions/user.ts";
import { versionActions } from "./actions/version.ts";
import { whatIfActions } from "./actions/what-if.ts";
import type { Method } from "./hal.ts";

/** Named by its parts: written out, the type is longer than the compiler puts into a declaration. */
type ActionTable = typeof sessionActions &
  typeof solutionActions &
  typeof versionActions &
  typeof releaseActions &
  typeof releaseRequestActions &
  typeof monitorActions &
  typeof listActions &
  typeof rolloutActions &
  typeof executionActions &
  typeof refusedRequestActions &
  typeof heatActions &
  typeof productionFactActions &
  typeof comparisonActions &
  typeof whatIfActions &
  typeof exportActions &
  typeof erasureActions &
  typeof retentionActions &
  typeof userActions &
  typeof roleActions &
  typeof organisationActions &
  typeof groupActions &
  typeof auditActions &
  typeof secretActions &
  typeof datasourceActions &
  typeof predictionActions &
  typeof schedulerActions &
  typeof experimentActions;

export const actions: ActionTable = {
  ...sessionActions,
  ...solutionActions,
  ...versionActions,
  ...releaseActions,
  ...releaseRequestActions,
  ...monitorActions,
  ...listActions,
  ...rolloutActions,
  ...executionActions,
  ...refusedRequestActions,
  ...heatActions,
  ...productionFactActions,
  ...comparisonActions,
  ...whatIfActions,
  ...exportActions,
  ...erasureActions,
  ...retentionActions,
  ...userActions,
  ...roleActions,
  ...organisationActions,
  ...groupActions,
  ...auditActions,
  ...secretActions,
  ...datasourceActions,
  ...predictionActions,
  ...schedulerActions,
  ...experimentActions,
} satisfies Record<string, Action>;

export type ActionName = keyof typeof actions;

type Row<Name extends ActionName> = (typeof actions)[Name];

/** The names of the actions that are called with this method. */
export type ActionWith<Wanted extends Method> = {
  [Name in ActionName]: Row<Name>["method"] extends Wanted ? Name : never;
}[ActionName];

export type MethodOf<Name extends ActionName> = Row<Name>["method"];
export type PathOf<Name extends ActionName> = Row<Name>["path"];

/** The names of the links that an action is reached by; never for one that is reached without a link. */
export type RelOf<Name extends ActionName> = Row<Name>["links"][number]["rel"];

type NamesIn<Path extends string> = Path extends `${string}{${infer Parameter}}${infer Rest}` ? Parameter | NamesIn<Rest> : never;
/** The names of the ids in an action's path. */
export type ParameterOf<Name extends ActionName> = NamesIn<PathOf<Name>>;

/** The names of the actions that return a file. */
export type FileAction = {
  [Name in ActionName]: Row<Name>["answer"] extends { readonly file: readonly string[] } ? Name : never;
}[ActionName];

/** The JSON that an action returns; undefined if it returns none. */
export type AnswerOf<Name extends ActionName> = Row<Name>["answer"] extends { readonly schema: infer Schema extends z.ZodType }
  ? z.output<Schema>
  : undefined;

/** The JSON that an action takes, before its schema fills in defaults; undefined if it takes none. */
export type BodyOf<Name extends ActionName> =
  Row<Name> extends { readonly body: infer Schema extends z.ZodType } ? z.input<Schema> : undefined;

/** The query parameters that an action takes, before its schema fills in defaults. */
export type QueryOf<Name extends ActionName> =
  Row<Name> extends { readonly query: infer Schema extends z.ZodType } ? z.input<Schema> : object;

// Object.keys widens to string[]; the table is a const with exactly these keys.
export const actionNames = Object.keys(actions) as readonly ActionName[];

/** The row without its literal types, for code that treats every action alike. */
export function actionNamed(name: ActionName): Action {
  return actions[name];
}
