import { actionNamed, actionNames, permissionCatalogue, permissions, type ActionName, type Permission } from "@airlock/contract";
import { placesOf, type Place } from "./places.ts";

/**
 * The caller of a cell. The objects belong to one organisation: `own` principals are its members, `foreign` ones belong to another that neither
 * manages it nor is managed by it, `managing` ones to the organisation that manages it. `misdirected` ones name it in a request, without being
 * members who may sign in to it.
 */
export interface Principal {
  readonly name: string;
  readonly kind: "nobody" | "key" | "gone" | "own" | "foreign" | "managing" | "misdirected";
  /** Permissions in the organisation that is acted in. */
  readonly held: readonly Permission[];
  /** For a member of both organisations: the permissions in the one that is not acted in. */
  readonly heldInOther?: readonly Permission[];
}

const nouns = [...new Set(Object.values(permissionCatalogue).map(({ noun }) => noun))];
const ofNoun = (noun: string): readonly Permission[] => permissions.filter((permission) => permissionCatalogue[permission].noun === noun);
const reading = permissions.filter((permission) => /\.(list|read)$/.test(permission));

export const principals: readonly Principal[] = [
  { name: "anonymous", kind: "nobody", held: [] },
  { name: "system account", kind: "key", held: permissions },
  { name: "removed member", kind: "gone", held: permissions },
  { name: "disabled member", kind: "gone", held: permissions },
  { name: "no role", kind: "own", held: [] },
  ...nouns.map((noun): Principal => ({ name: `role of ${noun}`, kind: "own", held: ofNoun(noun) })),
  { name: "reader", kind: "own", held: reading },
  { name: "administrator", kind: "own", held: permissions },
  { name: "another organisation's reader", kind: "foreign", held: reading },
  { name: "another organisation's administrator", kind: "foreign", held: permissions },
  { name: "managing organisation's administrator", kind: "managing", held: permissions },
  { name: "administrator of both, acting here", kind: "own", held: permissions, heldInOther: permissions },
  { name: "no role, administrator of another organisation", kind: "own", held: [], heldInOther: permissions },
  { name: "administrator of both, acting in the other organisation", kind: "foreign", held: permissions, heldInOther: permissions },
  { name: "administrator here, acting in another organisation without a role", kind: "foreign", held: [], heldInOther: permissions },
  { name: "reader of both, acting in the other organisation", kind: "foreign", held: reading, heldInOther: reading },
  { name: "another organisation's administrator, naming this one", kind: "misdirected", held: permissions },
  { name: "invited here, naming this organisation", kind: "misdirected", held: permissions },
  { name: "disabled here, naming this organisation", kind: "misdirected", held: permissions },
];

/** The same principals with the action checks switched off: only row-level security separates the organisations. */
export const unguardedPrincipals: readonly Principal[] = [
  { name: "another organisation's user without a role", kind: "foreign", held: [] },
  { name: "another organisation's administrator", kind: "foreign", held: permissions },
  { name: "managing organisation's administrator", kind: "managing", held: permissions },
  { name: "administrator of both, acting in the other organisation", kind: "foreign", held: permissions, heldInOther: permissions },
  { name: "administrator here, acting in another organisation without a role", kind: "foreign", held: [], heldInOther: permissions },
];

/** The caller of a runtime. */
export const callers = [
  "anonymous",
  "administrator's access token",
  "key",
  "key without the permission",
  "revoked key",
  "expired key",
  "another organisation's key",
  "managing organisation's key",
] as const;
export type CallerName = (typeof callers)[number];

/** One cell of the matrix: this call, by this principal, with an object's id at this position. */
export interface Cell {
  readonly run: "guarded" | "unguarded" | "runtime";
  readonly action: ActionName;
  readonly principal: string;
  /** Undefined if the call has no id. */
  readonly place: Place | undefined;
}

export function placesOrNone(action: ActionName): readonly (Place | undefined)[] {
  const places = placesOf(action);
  return places.length === 0 ? [undefined] : places;
}

export const cells: readonly Cell[] = actionNames.flatMap((action) => {
  const across = (run: Cell["run"], names: readonly string[]): readonly Cell[] =>
    placesOrNone(action).flatMap((place) => names.map((principal) => ({ run, action, principal, place })));
  if (actionNamed(action).servedBy === "runtime") return across("runtime", callers);
  const guarded = principals.map(({ name }) => name);
  const isUsers = actionNamed(action).access.kind === "user";
  const unguarded = isUsers ? unguardedPrincipals.map(({ name }) => name) : [];
  return [...across("guarded", guarded), ...across("unguarded", unguarded)];
});
