import type { ExecutionStep } from "@airlock/contract";

/** The same step of two traces; undefined for a trace that did not reach it. */
export interface PairedStep {
  readonly nodeId: string;
  readonly left: ExecutionStep | undefined;
  readonly right: ExecutionStep | undefined;
  readonly isSame: boolean;
}

/** Consecutive steps that agree form one group, which the view can fold. */
export type StepGroup =
  | { readonly kind: "same"; readonly steps: readonly PairedStep[] }
  | { readonly kind: "differs"; readonly step: PairedStep };

export function pairSteps(left: readonly ExecutionStep[], right: readonly ExecutionStep[]): readonly StepGroup[] {
  const groups: StepGroup[] = [];
  for (const step of paired(left, right)) {
    const last = groups.at(-1);
    if (!step.isSame) groups.push({ kind: "differs", step });
    else if (last?.kind === "same") groups[groups.length - 1] = { kind: "same", steps: [...last.steps, step] };
    else groups.push({ kind: "same", steps: [step] });
  }
  return groups;
}

/** In the order of the old trace. Steps that only the new trace has come before the next step that both share. */
function paired(left: readonly ExecutionStep[], right: readonly ExecutionStep[]): readonly PairedStep[] {
  const inLeft = new Set(left.map(({ nodeId }) => nodeId));
  const steps: PairedStep[] = [];
  let next = 0;
  const takeOwn = () => {
    for (let step = right[next]; step !== undefined && !inLeft.has(step.nodeId); step = right[next]) {
      steps.push({ nodeId: step.nodeId, left: undefined, right: step, isSame: false });
      next += 1;
    }
  };
  const byNode = new Map(right.map((step, place) => [step.nodeId, { step, place }]));
  for (const step of left) {
    const other = byNode.get(step.nodeId);
    if (other !== undefined) {
      takeOwn();
      next = Math.max(next, other.place + 1);
    }
    steps.push({
      nodeId: step.nodeId,
      left: step,
      right: other?.step,
      isSame: other !== undefined && comparedText(step) === comparedText(other.step),
    });
  }
  takeOwn();
  return steps;
}

function comparedText({ changes, reasonCodes, condition, score, links, error }: ExecutionStep): string {
  const taken = links.filter((link) => link.taken).map(({ linkId }) => linkId);
  return JSON.stringify([
    changes.map(({ field, after }) => [field, after]),
    reasonCodes,
    condition?.holds,
    score?.match,
    taken,
    error?.code,
  ]);
}
