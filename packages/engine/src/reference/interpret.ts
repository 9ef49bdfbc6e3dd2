import { branchesOf, type Branches, type Definition, type FlowLink, type FlowNode } from "@airlock/flow";
import type { ExecutionEvent, Value, ValuesByName } from "../types.ts";
import { holds } from "./conditions.ts";
import type { ReferenceEffects } from "./effects.ts";
import { openLists } from "./lists.ts";
import { Memory } from "./memory.ts";
import type { Gathered } from "./reasons.ts";
import { referenceKindOf } from "./registry.ts";

export interface Interpreted {
  readonly status: "completed" | "failed";
  readonly runtimeData: ValuesByName;
  readonly reasonCodes: readonly string[];
  readonly linksTaken: readonly string[];
  readonly error: { readonly code: string; readonly nodeId: string } | undefined;
  readonly executionEvents: readonly ExecutionEvent[];
}

/**
 * The reference interpreter: follows SPEC.md and nothing else, slowly, on the definition itself. It settles arguments; it serves
 * nobody. `values` are the application values in the definition's order, already read by [VA4].
 */
export function interpret(definition: Definition, values: readonly Value[], effects?: ReferenceEffects): Interpreted {
  const { links } = definition.solutionDefinition;
  const lists = openLists(definition, effects);
  const memory = new Memory(definition, values, lists);
  const gathered: Gathered = { reasonCodes: [], today: undefined };
  const taken = new Set<FlowLink>();
  const executionEvents: ExecutionEvent[] = [];
  const tell = (id: string, action: ExecutionEvent["action"], eventType: string): void => {
    executionEvents.push({ id, action, eventType, runtimeData: memory.runtimeData() });
  };
  let error: Interpreted["error"];
  let millisLeft = 60_000;

  for (const node of order(definition)) {
    const arrivals = links.filter((link) => link.target === node.id && taken.has(link)).length;
    if (node.type !== "Start" && arrivals === 0) continue; // [FL2] [FL5]
    if (arrivals > 1) tell(`${node.id}.JOIN`, "triggered", "Join"); // [EV3]
    tell(node.id, "triggered", node.type); // [EV2]

    const kind = referenceKindOf(node);
    let failure: string | undefined;
    if (lists === undefined) failure = "LIST_UNAVAILABLE"; // [LU1]
    else if ("run" in kind) failure = kind.run(node, memory, gathered, effects);
    else {
      millisLeft -= kind.timeoutMillis(node);
      if (effects === undefined) failure = "EFFECTS_NEEDED"; // [EF2]
      else if (millisLeft < 0) failure = "EFFECT_TIME_SPENT"; // [LI4]
      else failure = kind.call(node, memory, gathered, effects);
    }
    if (failure !== undefined) {
      tell(node.id, "ERROR", node.type); // [EV5]
      error = { code: failure, nodeId: node.id }; // [ER1] [ER2]
      break;
    }

    const before = taken.size;
    const outgoing = links.filter((candidate) => candidate.source === node.id);
    for (const link of leave(outgoing, branchesOf(node), memory)) taken.add(link);
    tell(node.id, "left", node.type);
    if (taken.size - before > 1) tell(`${node.id}.SPLIT`, "left", "Split"); // [EV4]
  }

  return {
    status: error === undefined ? "completed" : "failed",
    runtimeData: memory.runtimeData(),
    reasonCodes: gathered.reasonCodes,
    linksTaken: links.filter((link) => taken.has(link)).map((link) => link.id),
    error,
    executionEvents,
  };
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
