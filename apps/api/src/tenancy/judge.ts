import { actionNamed, declaredProblems, permissionsFor, problemStatus, type ActionName } from "@airlock/contract";
import type { Principal } from "./cells.ts";
import { placesOf, type Place } from "./places.ts";

export interface Answer {
  readonly status: number;
  readonly code: string | undefined;
  /** Without what differs by request rather than by object: the correlation id, and the id itself if it is returned. */
  readonly text: string;
  readonly type: string | undefined;
}

export interface Attempt {
  readonly action: ActionName;
  readonly principal: Principal;
  readonly place: Place | undefined;
  /** The code with which it must be refused before its object is looked up; undefined if it may continue. */
  readonly refusal: string | undefined;
  /** With the id of an existing object, and with one that does not exist. */
  readonly real: Answer;
  readonly missing: Answer;
  /** The organisation of the object. */
  readonly organisation: string;
  /** All ids of that organisation. */
  readonly theirs: readonly string[];
}

/** What the managing organisation sees of a managed one: its users, roles and groups, and nothing of its decisions. */
const managed: ReadonlySet<string> = new Set(["organisationId", "userId", "keyId", "roleId", "groupId"]);

/**
 * Users, roles and groups of a managed organisation are visible, but cannot be assigned to users, own solutions or be mailed by monitors of the
 * managing organisation.
 */
const ofOneOrganisation: ReadonlySet<string> = new Set(["groupWss", "roles[]", "groups[]", "notifyUsers[]", "notifyGroups[]"]);

function isManagedPlace(place: Place | undefined): boolean {
  return place !== undefined && managed.has(place.holds) && !(place.in !== "path" && ofOneOrganisation.has(place.name));
}

/** The code with which this call must be refused, whatever id it has; undefined if its object may be looked up. */
export function refusalFor(action: ActionName, { kind, held }: Principal): string | undefined {
  const { access } = actionNamed(action);
  if (access.kind === "public") return "ACTIVATION_KEY_INVALID";
  if (kind === "nobody") return "TOKEN_MISSING";
  if (kind === "key") return "TOKEN_INVALID";
  // An invitation belongs to an address, not to an organisation, and those of the matrix belong to none of its principals.
  if (access.kind === "token" && placesOf(action).length > 0) return "INVITATION_NOT_FOUND";
  if (kind === "misdirected") return access.kind === "token" ? undefined : "USER_NOT_ACTIVE";
  if (kind === "gone" && action === "memberships.read") return undefined;
  if (kind === "gone") return access.kind === "token" ? "USER_UNKNOWN" : "USER_NOT_ACTIVE";
  return permissionsFor(access).every((permission) => held.includes(permission)) ? undefined : "PERMISSION_MISSING";
}

/** The breaches in the two responses of a cell, as sentences. */
export function breachesOf(attempt: Attempt): readonly string[] {
  const { action, principal, place, refusal, real, missing } = attempt;
  const found: string[] = [];
  const must = (holds: boolean, what: string): void => {
    if (holds) return;
    const where = place === undefined ? "" : ` ${place.in} ${place.name}`;
    found.push(`${principal.name}: ${action}${where} ${what}: ${real.status} ${real.text.slice(0, 200)}, missing ${missing.status}`);
  };
  const same = JSON.stringify(real) === JSON.stringify(missing);
  // A person may see all of their own organisations in each of them.
  const ownMembership = action === "memberships.read" && principal.heldInOther !== undefined ? attempt.organisation : undefined;
  const showsTheirs = attempt.theirs.some((id) => id !== ownMembership && real.text.includes(id));

  for (const answer of [real, missing]) must(isDeclared(action, answer), "answers what the contract does not declare");
  if (refusal !== undefined) {
    must(real.code === refusal && missing.code === refusal, `is not refused with ${refusal}`);
    must(same, "distinguishes a foreign id from a missing one");
    must(!showsTheirs, "shows an id of theirs");
    return found;
  }
  const isManaged = principal.kind === "managing" && isManagedPlace(place);
  if (principal.kind === "own" || isManaged) {
    // Its object is found: any further refusal must be due to the object's state, neither its absence nor a permission.
    must(![401, 403, 404].includes(real.status), "is kept from one's own");
    if (place?.in === "path") must(missing.status === 404, "finds what is not there");
    return found;
  }
  if (place !== undefined) must(same, "distinguishes a foreign id from a missing one");
  if (place?.in === "path") must(real.status === 404, "finds what is another's");
  if (principal.kind === "foreign" || principal.kind === "misdirected") must(!showsTheirs, "shows an id of theirs");
  return found;
}

function isDeclared(name: ActionName, { status, code }: Answer): boolean {
  const action = actionNamed(name);
  if (status >= 500) return false;
  if (code === undefined) return status === action.answer.status;
  return declaredProblems(action).some((declared) => declared === code && problemStatus(declared) === status);
}
