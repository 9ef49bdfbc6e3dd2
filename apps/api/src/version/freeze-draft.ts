import type { ProblemCode } from "@airlock/contract";
import type { Definition } from "@airlock/flow";
import { reasonsOf } from "../definition/reasons-of.ts";
import { checkStored, type Draft } from "../definition/store.ts";
import type { Actor } from "../identity/actor.ts";
import { pinLists, type ListsToPin } from "../list/pin-lists.ts";
import { refuse, type Refused, isRefused } from "../outcome.ts";
import type { Parts } from "../parts.ts";
import { pinModels, type PinnedModel } from "../prediction/pin-models.ts";
import { cycleProblem } from "../sub-flow/cycle-problem.ts";
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

/** Freezes a draft: the validator and the compiler both accept it. Call it outside a transaction; it opens a short one for models and lists. */
export async function freezeDraft(
  { postgres, definitionPool }: Pick<Parts, "postgres" | "definitionPool">,
  actor: Actor,
  draft: Draft,
  { pinsModels, pinnedLists, invalid, signal }: FreezeOptions,
): Promise<FrozenDraft | Refused> {
  const whose = { organisationId: actor.organisationId, signal };
  const checked = await checkStored(definitionPool, draft, whose);
  if (!checked.validRuntime) return refuse(invalid, reasonsOf(checked.errors));
  const cycle = cycleProblem(checked.definition, draft.solutionId);
  if (cycle !== undefined) return refuse(invalid, [cycle]);
  const pinned = await postgres.inOrganisation(actor, async (tx) => {
    const withModels = pinsModels ? await pinModels(tx, checked.definition) : { definition: checked.definition, models: [] };
    if (isRefused(withModels)) return withModels;
    const definition = await pinLists(tx, withModels.definition, pinnedLists);
    return isRefused(definition) ? definition : { definition, models: withModels.models };
  });
  if (isRefused(pinned)) return pinned;
  const { definition, models } = pinned;
  const frozen = await definitionPool.freeze(definition, whose);
  if (!frozen.ok) return refuse(invalid, frozen.reasons);
  return { frozen, definition, models, revision: draft.revision };
}
