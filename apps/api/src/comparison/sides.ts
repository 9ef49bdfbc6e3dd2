import type { Side } from "@airlock/backend/comparisons";
import type { ComparisonCreate } from "@airlock/contract";
import { compile } from "@airlock/engine";
import { withThresholds, type Definition } from "@airlock/flow";
import type { Tx } from "@airlock/platform/postgres";
import { reasonsOf } from "../definition/reasons-of.ts";
import { readDocument } from "../definition/store.ts";
import { findResult, readFrozen } from "../experiment/result-store.ts";
import { refuse, type Refused } from "../outcome.ts";
import { findSolution } from "../solution/store.ts";
import type { FrozenDraft } from "../version/freeze-draft.ts";
import { findVersion, readFrozenDefinition } from "../version/store.ts";

export interface FoundSide {
  readonly side: Side;
  readonly definition: Definition;
  /** As stored. */
  readonly text: string;
}

type SideQuestion = ComparisonCreate["left"];

const notOfResult = refuse("INVALID_REQUEST", [
  { field: "changes", code: "unknown", message: "Numbers can be changed in the flow of a result." },
]);

/** The solutions whose drafts are compared. */
export function draftsOf(sides: readonly SideQuestion[]): readonly string[] {
  const ids = sides.flatMap(({ versionWss, solutionWss, experimentResultWss, changes = [] }) =>
    solutionWss !== undefined && versionWss === undefined && experimentResultWss === undefined && changes.length === 0 ? [solutionWss] : [],
  );
  return [...new Set(ids)];
}

/** Finds one of the two flows in its current state. `drafts`: those of `draftsOf` that exist, frozen. */
export async function findSide(tx: Tx, question: SideQuestion, drafts: ReadonlyMap<string, FrozenDraft>): Promise<FoundSide | Refused> {
  const { versionWss, solutionWss, experimentResultWss, changes = [] } = question;
  if (experimentResultWss !== undefined) return ofResult(tx, experimentResultWss, changes);
  if (changes.length > 0) return notOfResult;
  const solution = solutionWss === undefined ? undefined : await findSolution(tx, solutionWss, false);
  if (solutionWss !== undefined && solution === undefined) return refuse("SOLUTION_NOT_FOUND");
  if (versionWss !== undefined) return ofVersion(tx, versionWss, solutionWss);
  if (solution === undefined) return refuse("COMPARISON_WITHOUT_VERSION");
  const draft = drafts.get(solution.id);
  return draft === undefined ? refuse("SOLUTION_NOT_FOUND") : ofDraft(solution, draft);
}

async function ofVersion(tx: Tx, versionId: string, solutionId: string | undefined): Promise<FoundSide | Refused> {
  const version = await findVersion(tx, versionId, false);
  if (version === undefined || (solutionId !== undefined && version.solution_id !== solutionId)) return refuse("VERSION_NOT_FOUND");
  const definition = await readFrozenDefinition(tx, versionId);
  const { id, solution_id, name, solution_name, behaviour } = version;
  return {
    side: { versionId: id, solutionId: solution_id, versionName: name, solutionName: solution_name, behaviour },
    definition,
    text: JSON.stringify(definition),
  };
}

function ofDraft({ id, name }: { readonly id: string; readonly name: string }, { frozen }: FrozenDraft): FoundSide {
  const { definition: text, behaviour } = frozen;
  const side: Side = { versionId: null, solutionId: id, versionName: "", solutionName: name, behaviour };
  return { side, definition: JSON.parse(text) as Definition, text }; // Frozen from a parsed definition.
}

/** The flow that a result ran, with other numbers if requested. */
async function ofResult(tx: Tx, resultId: string, changes: NonNullable<SideQuestion["changes"]>): Promise<FoundSide | Refused> {
  const result = await findResult(tx, resultId, false);
  if (result === undefined) return refuse("EXPERIMENT_RESULT_NOT_FOUND");
  const { definition, behaviour } = await readFrozen(tx, resultId);
  const changed = withThresholds(readDocument(JSON.parse(definition), resultId), changes);
  if (changed === undefined) {
    return refuse("INVALID_REQUEST", [{ field: "changes", code: "unknown", message: "A change names no number of the flow that ran." }]);
  }
  const compiled = compile(changed, behaviour);
  if (!compiled.ok) return refuse("INVALID_SOLUTION_DEFINITION", reasonsOf(compiled.findings));
  const side: Side = {
    versionId: null,
    solutionId: result.solution_id,
    versionName: result.version_name ?? "",
    solutionName: result.solution_name,
    behaviour,
    experimentResultId: resultId,
    isChanged: changes.length > 0,
  };
  return { side, definition: changed, text: changes.length === 0 ? definition : JSON.stringify(changed) };
}
