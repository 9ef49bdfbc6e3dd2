import { actionNamed, actionNames, pathParameters } from "@airlock/contract";
import { samples, type UserAction } from "./samples.ts";
import type { Ids } from "./specimens.ts";
import type { Person } from "./person.ts";
import type { Asked } from "./test-api.ts";

/** A place of a call where an id can stand: in its path, its query or its body. */
export interface IdPlace {
  readonly action: UserAction;
  readonly place: string;
  /** The call with `id` in that place and the person's own ids everywhere else. */
  readonly ask: (person: Person, own: Ids, id: string) => Asked;
}

const withOrganisationInBody = ["users.create", "users.invite", "allRoles.create", "groups.create", "group.update"] as const;

/** Worked out from the table, so that a new row brings its places along. */
export const idPlaces: readonly IdPlace[] = [
  ...actionNames
    .filter((name): name is UserAction => actionNamed(name).access.kind === "user")
    .flatMap((action) =>
      pathParameters(actionNamed(action).path).map((place) => ({
        action,
        place,
        ask: (person: Person, own: Ids, id: string): Asked => ({ ...usual(action, person), at: { ...own, [place]: id } }),
      })),
    ),
  ...withOrganisationInBody.map((action) => ({
    action,
    place: "body.organisationWss",
    ask: (person: Person, own: Ids, id: string): Asked => ({
      at: own,
      body: { ...(samples[action].body?.(person) as object), organisationWss: id },
    }),
  })),
  { action: "allRoles.list", place: "query.organisationWss", ask: (_person, _own, id) => ({ query: { organisationWss: id } }) },
  { action: "stats.read", place: "query.id", ask: (_person, _own, id) => ({ query: { gran: "hour", id } }) },
];

function usual(action: UserAction, person: Person): Asked {
  const { query, body } = samples[action];
  return { ...(query === undefined ? {} : { query }), ...(body === undefined ? {} : { body: body(person) }) };
}
