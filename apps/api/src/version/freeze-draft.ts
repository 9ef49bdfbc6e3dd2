import type { ProblemCode } from "@airlock/contract";
import type { Definition } from "@airlock/flow";
import { reasonsOf } from "../definition/reasons-of.ts";
import { checkStored, type Draft } from "../definition/store.ts";
import type { Actor } from "../identity/actor.ts";
import { pinLists, type ListsToPin } from "../list/pin-lists.ts";
import { refuse, type Refused, isRefused } from "../outcome.ts";
import type { Parts } from "../parts.ts";
import { pinModels, type PinnedModel } from "../prediction/pin-models.ts";
import type { Frozen } from "./freeze.ts";

export interface FrozenDraft {
  readonly frozen: Extract<Frozen, { ok: true }>;
  /** With its models and lists pinned. */
  readonly definition: Definition;
  readonly models: readonly PinnedModel[];
  readonly revision: number;
}

export interface FreezeOptions {
  /** Chooses the model of each prediction, as a version does. */
  readonly pinsModels: boolean;
  /** Lists whose version in effect is pinned. */
  readonly pinnedLists: ListsToPin;
  /** The refusal when the draft would not run. */
  readonly invalid: ProblemCode;
  readonly signal?: AbortSignal | undefined;
}

/** Freezes a draft: the validator and the compiler both accept it. Call it outside a transaction; it opens short ones for models and lists. */
export async function freezeDraft(
  { postgres, definitionPool }: Pick<Parts, "postgres" | "definitionPool">,
  actor: Actor,
  draft: Draft,
  { pinsModels, pinnedLists, invalid, signal }: FreezeOptions,
): Promise<FrozenDraft | Refused> {
  const whose = { organisationId: actor.organisationId, signal };
  const checked = await checkStored(definitionPool, draft, whose);
  if (!checked.validRuntime) return refuse(invalid, reasonsOf(checked.errors));
  const pinned = pinsModels
    ? await postgres.inOrganisation(actor, (tx) => pinModels(tx, checked.definition))
    : { definition: checked.definition, models: [] };
  if (isRefused(pinned)) return pinned;
  const definition = await postgres.inOrganisation(actor, (tx) => pinLists(tx, pinned.definition, pinnedLists));
  if (isRefused(definition)) return definition;
  const frozen = await definitionPool.freeze(definition, whose);
  if (!frozen.ok) return refuse(invalid, frozen.reasons);
  return { frozen, definition, models: pinned.models, revision: draft.revision };
}
