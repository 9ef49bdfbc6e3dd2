import { branchesOf, type Branches, type Definition, type FlowLink, type FlowNode, type SubFlowNode } from "@airlock/flow";
import type { ExecutionEvent, Value, ValuesByName } from "../types.ts";
import { holds } from "./conditions.ts";
import type { ReferenceEffects } from "./effects.ts";
import { openLists, withOneVersionEach } from "./lists.ts";
import { Memory } from "./memory.ts";
import type { Gathered } from "./reasons.ts";
import { referenceKindOf } from "./registry.ts";
import { calledBy, callsIn, fillInputs } from "./sub-flows.ts";

export interface Interpreted {
  readonly status: "completed" | "failed";
  readonly runtimeData: ValuesByName;
  readonly reasonCodes: readonly string[];
  readonly linksTaken: readonly string[];
  readonly error: { readonly code: string; readonly nodeId: string } | undefined;
  readonly executionEvents: readonly ExecutionEvent[];
}

/**
 * The reference interpreter: implements SPEC.md directly on the definition, without optimisation. Tests compare the other back ends with
 * it; it serves no decisions. `values` are the application values in the definition's order, already read by [VA4].
 */
export function interpret(definition: Definition, values: readonly Value[], host?: ReferenceEffects): Interpreted {
  const effects = withOneVersionEach(host);
  const run: Run = {
    effects,
    hasLists: canOpenLists(definition, effects),
    gathered: { reasonCodes: [], today: undefined },
    taken: new Set(),
    executionEvents: [],
    millisLeft: 60_000,
  };
  const memory = new Memory(definition, values, openLists(definition, effects));
  const error = runFlow(definition, memory, "", () => undefined, run);
  return {
    status: error === undefined ? "completed" : "failed",
    runtimeData: memory.runtimeData(),
    reasonCodes: run.gathered.reasonCodes,
    linksTaken: linkIds(definition, "").filter((id) => run.taken.has(id)),
    error,
    executionEvents: run.executionEvents,
  };
}

/** What an execution has once, however many sub-flows it runs. */
interface Run {
  readonly effects: ReferenceEffects | undefined;
  readonly hasLists: boolean;
  readonly gathered: Gathered;
  /** Ids of links. */
  readonly taken: Set<string>;
  readonly executionEvents: ExecutionEvent[];
  millisLeft: number;
}

/** Runs the flow or a sub-flow [SF1]; `path` is before the ids of its nodes and links, `enter` is what its Start does. */
function runFlow(definition: Definition, memory: Memory, path: string, enter: () => string | undefined, run: Run): Interpreted["error"] {
  const { links } = definition.solutionDefinition;
  const { taken, gathered, effects } = run;
  const tell = (id: string, action: ExecutionEvent["action"], eventType: string): void => {
    run.executionEvents.push({ id, action, eventType, runtimeData: memory.runtimeData() });
  };

  for (const drawn of order(definition)) {
    const arrivals = links.filter((link) => link.target === drawn.id && taken.has(path + link.id)).length;
    if (drawn.type !== "Start" && arrivals === 0) continue; // [FL2] [FL5]
    if (drawn.type === "SubFlow") {
      const error = callSubFlow(drawn, definition, memory, path, run); // [SF3]
      if (error !== undefined) return error;
    }
    // [SF5] Requests of effects have the id of the node too.
    const node: FlowNode = { ...drawn, id: path + drawn.id };
    if (arrivals > 1) tell(`${node.id}.JOIN`, "triggered", "Join"); // [EV3]
    tell(node.id, "triggered", node.type); // [EV2]

    const kind = referenceKindOf(node);
    let failure: string | undefined;
    if (!run.hasLists) failure = "LIST_UNAVAILABLE"; // [LU1]
    else if (node.type === "Start") failure = enter(); // [SF2]
    else if ("run" in kind) failure = kind.run(node, memory, gathered, effects);
    else {
      run.millisLeft -= kind.timeoutMillis(node);
      if (effects === undefined) failure = "EFFECTS_NEEDED"; // [EF2]
      else if (run.millisLeft < 0) failure = "EFFECT_TIME_SPENT"; // [LI4]
      else failure = kind.call(node, memory, gathered, effects);
    }
    if (failure !== undefined) {
      tell(node.id, "ERROR", node.type); // [EV5]
      return { code: failure, nodeId: node.id }; // [ER1] [ER2]
    }

    const before = taken.size;
    const outgoing = links.filter((candidate) => candidate.source === drawn.id);
    for (const link of leave(outgoing, branchesOf(node), memory)) taken.add(path + link.id);
    tell(node.id, "left", node.type);
    if (taken.size - before > 1) tell(`${node.id}.SPLIT`, "left", "Split"); // [EV4]
  }
  return undefined;
}

/** [SF3] */
function callSubFlow(node: SubFlowNode, definition: Definition, memory: Memory, path: string, run: Run): Interpreted["error"] {
  const called = calledBy(node, definition);
  const inner = new Memory(called, [], openLists(called, run.effects));
  memory.keepSubFlow(path + node.id, { inner, called });
  return runFlow(called, inner, `${path}${node.id}/`, () => fillInputs(node, memory, inner, called), run);
}

/** [LU1] [SF7] */
function canOpenLists(definition: Definition, effects: ReferenceEffects | undefined): boolean {
  const isOpen = openLists(definition, effects) !== undefined;
  return isOpen && callsIn(definition).every((node) => canOpenLists(calledBy(node, definition), effects));
}

/** [SF6] */
function linkIds(definition: Definition, path: string): readonly string[] {
  return [
    ...definition.solutionDefinition.links.map(({ id }) => path + id),
    ...callsIn(definition).flatMap((node) => linkIds(calledBy(node, definition), `${path}${node.id}/`)),
  ];
}

/** [FL3] [FL4] [FL9] The outgoing links that are taken. */
function leave(outgoing: readonly FlowLink[], branches: Branches, memory: Memory): readonly FlowLink[] {
  const always = outgoing.filter((link) => !link.otherwise && link.conditionFields.length === 0);
  const holding = outgoing.filter((link) => !link.otherwise && link.conditionFields.length > 0 && holds(link.conditionFields, memory));
  const otherwise = holding.length === 0 ? outgoing.filter((link) => link.otherwise) : [];
  return [...always, ...(branches === "first" ? holding.slice(0, 1) : holding), ...otherwise];
}

/** [OR1] */
function order(definition: Definition): readonly FlowNode[] {
  const { nodes, links } = definition.solutionDefinition;
  const reachable = new Set(nodes.filter((node) => node.type === "Start").map((node) => node.id));
  for (let before = 0; before !== reachable.size;) {
    before = reachable.size;
    for (const link of links) if (reachable.has(link.source)) reachable.add(link.target);
  }
  const waitedFor = links.filter((link) => reachable.has(link.source));
  const goneThrough = new Set<FlowLink>();
  const queue: FlowNode[] = nodes.filter((node) => node.type === "Start");
  for (const node of queue) {
    for (const link of waitedFor.filter((candidate) => candidate.source === node.id)) {
      goneThrough.add(link);
      const isLast = waitedFor.every((other) => other.target !== link.target || goneThrough.has(other));
      const target = nodes.find((candidate) => candidate.id === link.target);
      if (isLast && target !== undefined) queue.push(target);
    }
  }
  return queue;
}
