import { outcomeOf, type TurningPointFields } from "@airlock/contract";
import { compile, type Execution, type Plan } from "@airlock/engine";
import { inlined, inlinedNode, thresholdsOf, withThresholds, type Definition, type RangeScoreNode, type Threshold } from "@airlock/flow";
import type { ComparedFlows } from "./plans.ts";

/** A number of the new flow that may explain a different outcome, and its value in the old flow. */
interface Candidate {
  /** More than one if two bands share a boundary. */
  readonly paths: readonly Pick<Threshold, "id" | "path">[];
  readonly old: string;
  readonly new: string;
}

export interface TurningPointParts {
  readonly flows: ComparedFlows;
  /** The runtime field with the outcome. */
  readonly field: string | null;
  readonly left: Execution;
  readonly right: Execution;
  /** The first node that behaved differently, and its points in both flows, if it has any. */
  readonly first: { readonly nodeId: string; readonly old: number | undefined; readonly new: number | undefined };
  /** Runs the same input with another flow; undefined if it cannot be run. */
  readonly run: (plan: Plan) => Promise<Execution | undefined>;
}

/**
 * The value of a number, at the first node that behaved differently, at which the outcome would change back. Found by bisection between the old and
 * the new value. Undefined if no single number is the reason.
 */
export async function turningPoint(parts: TurningPointParts): Promise<TurningPointFields | undefined> {
  const { flows, field, left, right, first } = parts;
  if (outcomeOf(field, left) === outcomeOf(field, right)) return undefined;
  for (const candidate of [...changedNumbers(flows, first.nodeId), ...givenPoints(flows.right.definition, first)]) {
    const found = await turnOf(parts, candidate);
    if (found !== undefined) return found;
  }
  return undefined;
}

async function turnOf({ flows, field, left, right, run }: TurningPointParts, candidate: Candidate) {
  const [before, after] = [outcomeOf(field, left), outcomeOf(field, right)];
  const scale = 10 ** Math.max(decimals(candidate.old), decimals(candidate.new));
  const outcomeAt = async (steps: number): Promise<string | undefined> => {
    const value = String(steps / scale);
    const changed = withThresholds(
      flows.right.definition,
      candidate.paths.map((path) => ({ ...path, value })),
    );
    const compiled = changed && compile(changed, flows.right.behaviour);
    const execution = compiled?.ok === true ? await run(compiled.plan) : undefined;
    return execution && outcomeOf(field, execution);
  };
  let [same, other] = [Math.round(Number(candidate.old) * scale), Math.round(Number(candidate.new) * scale)];
  if (!Number.isSafeInteger(same) || !Number.isSafeInteger(other)) return undefined;
  if ((await outcomeAt(same)) !== before || (await outcomeAt(other)) !== after) return undefined;
  while (Math.abs(other - same) > 1) {
    const middle = Math.trunc((same + other) / 2);
    if ((await outcomeAt(middle)) === after) other = middle;
    else same = middle;
  }
  const [{ id, path } = { id: "", path: "" }] = candidate.paths;
  // With the old value, the flow may make another web call than the one whose response is recorded.
  const isKnown = (await outcomeAt(same)) === before;
  return { id, path, number: Number(candidate.new), stays: same / scale, turns: other / scale, isKnown };
}

function decimals(text: string): number {
  return text.split(".")[1]?.length ?? 0;
}

/** Numbers of the node and of its outgoing links that both flows have at the same path; those with the same change count as one. */
function changedNumbers({ left, right }: ComparedFlows, nodeId: string): readonly Candidate[] {
  const links = inlined(right.definition).links.filter(({ part, path }) => `${path}${part.source}` === nodeId);
  const own = new Set([nodeId, ...links.map(({ id }) => id)]);
  // Indexes of bands and of table rows are not comparable if bands or rows were added or removed.
  if (bandsOf(left.definition, nodeId)?.length !== bandsOf(right.definition, nodeId)?.length) own.delete(nodeId);
  if (tableIds(left.definition, nodeId) !== tableIds(right.definition, nodeId)) own.delete(nodeId);
  const old = new Map(thresholdsOf(left.definition).map(({ id, path, text }) => [`${id} ${path}`, text]));
  const changed = thresholdsOf(right.definition).flatMap(({ id, path, text }) => {
    const was = own.has(id) ? old.get(`${id} ${path}`) : undefined;
    return was === undefined || was === text || was === "" || text === "" ? [] : [{ id, path, old: was, new: text }];
  });
  return [...Map.groupBy(changed, (one) => `${one.old} ${one.new}`).values()].flatMap((alike) => {
    const [first] = alike;
    return first === undefined ? [] : [{ paths: alike.map(({ id, path }) => ({ id, path })), old: first.old, new: first.new }];
  });
}

/** The points of every band with the row's new points, compared with its old points: other bands have no effect. */
function givenPoints(definition: Definition, { nodeId, old, new: given }: TurningPointParts["first"]): readonly Candidate[] {
  if (old === undefined || given === undefined) return [];
  return (bandsOf(definition, nodeId) ?? []).flatMap(({ score }, at) =>
    Number(score) === given ? [{ paths: [{ id: nodeId, path: `ranges.${at}.score` }], old: String(old), new: score }] : [],
  );
}

function bandsOf(definition: Definition, nodeId: string): RangeScoreNode["ranges"] | undefined {
  const node = inlinedNode(definition, nodeId)?.part;
  return node?.type === "RangeScore" ? node.ranges : undefined;
}

/** Of the rows and columns of a Decision Table; empty for other nodes. */
function tableIds(definition: Definition, nodeId: string): string {
  const node = inlinedNode(definition, nodeId)?.part;
  if (node?.type !== "DecisionTable") return "";
  return [node.tableRows, node.inputColumns, node.outputColumns].map((parts) => parts.map(({ id }) => id).join(" ")).join(" | ");
}
