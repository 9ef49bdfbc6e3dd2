/** What the forms of the console check before they send a body: the JSON Schema of the action that takes it. */
import { z } from "zod";
import type { actions, ActionName } from "./actions.ts";
import { experimentCreate } from "./experiment.ts";
import { groupCreate } from "./group.ts";
import { keyCreate } from "./key.ts";
import { listUpdate } from "./list.ts";
import { organisationCreate, s3AccountUpdate } from "./organisation.ts";
import { predictionCreate } from "./prediction.ts";
import { roleCreate } from "./role.ts";
import { secretCreate, secretUpdate } from "./secret.ts";
import { solutionUpdate } from "./solution.ts";
import { userInvite } from "./user.ts";

/** The part of JSON Schema that forms check. What it cannot say, such as a comparison of two fields, only the API checks. */
export interface ValueRules {
  readonly type?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly items?: ValueRules;
  readonly allOf?: readonly ValueRules[];
}

export interface BodyRules {
  readonly properties: Readonly<Record<string, ValueRules>>;
  readonly required?: readonly string[];
}

const bodies = {
  "allRoles.create": roleCreate,
  "experiments.create": experimentCreate,
  "groups.create": groupCreate,
  "list.update": listUpdate,
  "organisation.s3Account": s3AccountUpdate,
  "organisations.create": organisationCreate,
  "predictions.create": predictionCreate,
  "secret.update": secretUpdate,
  "secrets.create": secretCreate,
  "solution.update": solutionUpdate,
  "user.keys.create": keyCreate,
  "users.invite": userInvite,
} satisfies { readonly [Name in ActionName]?: (typeof actions)[Name] extends { readonly body: infer Body } ? Body : never };

export type FormAction = keyof typeof bodies;

/** By action. The console's build replaces this module by its value, so that its pages do not load the schemas and Zod. */
export const formRules = Object.fromEntries(
  // A schema of an object is written as an object with `properties`.
  Object.entries(bodies).map(([name, body]) => [name, z.toJSONSchema(body, { io: "input", unrepresentable: "any" })]),
) as unknown as Readonly<Record<FormAction, BodyRules>>;
