import { deepStrictEqual } from "node:assert";
import {
  compile,
  encodeRecord,
  evaluate,
  evaluateWithEffects,
  expandRecord,
  readInput,
  type Execution,
  type KnownValue,
  type Plan,
  type ValuesByName,
} from "@airlock/engine";
import { interpret, type Interpreted, type ReferenceEffects } from "@airlock/engine/reference";
import type { Definition } from "@airlock/flow";
import { allLists, listsOf } from "./generate-lists.ts";
import { noEffects } from "./parity-flow.ts";
import { world } from "./world.ts";

export function compiled(definition: Definition): Plan {
  const result = compile(definition);
  if (!result.ok) throw new Error(`This definition should compile: ${JSON.stringify(result.findings)}`);
  return result.plan;
}

/** Runs a flow both ways, encodes and expands the execution record, and throws at the first difference. Returns the interpreter's result. */
export function compare(definition: Definition, body: unknown, plan: Plan = compiled(definition)): Interpreted {
  const read = readInput(plan, body);
  if (!read.ok) throw new Error(`This input should be accepted: ${JSON.stringify(read.problems)}`);
  const lists = listsOf(definition);
  const execution = evaluate(plan, read.input, lists);
  return compareExecution(
    definition,
    plan,
    read.input.values,
    execution,
    allLists(definition).length === 0 ? undefined : { ...noEffects, ...lists },
  );
}

export async function compareWithEffects(
  definition: Definition,
  body: unknown,
  seed: number,
  plan: Plan = compiled(definition),
): Promise<Interpreted> {
  const read = readInput(plan, body);
  if (!read.ok) throw new Error(`This input should be accepted: ${JSON.stringify(read.problems)}`);
  const { reference, effects } = world(seed, allLists(definition));
  const execution = await evaluateWithEffects(plan, read.input, effects, new AbortController().signal);
  return compareExecution(definition, plan, read.input.values, execution, reference);
}

function compareExecution(
  definition: Definition,
  plan: Plan,
  values: Parameters<typeof interpret>[1],
  execution: Execution,
  effects: ReferenceEffects | undefined,
): Interpreted {
  const wanted = interpret(definition, values, effects);
  const { status, runtimeData, reasonCodes, error } = execution;
  const given = { status, runtimeData: entries(runtimeData), reasonCodes, error: error && { code: error.code, nodeId: error.nodeId } };
  deepStrictEqual(given, {
    status: wanted.status,
    runtimeData: entries(wanted.runtimeData),
    reasonCodes: wanted.reasonCodes,
    error: wanted.error,
  });
  const expanded = expandRecord(plan, encodeRecord(execution));
  deepStrictEqual(
    {
      status: expanded.status,
      runtimeData: entries(expanded.runtimeData),
      reasonCodes: expanded.reasonCodes,
      links: expanded.linksTaken,
      error: expanded.error,
      events: expanded.executionEvents.map(eventOf),
    },
    {
      status: wanted.status,
      runtimeData: entries(wanted.runtimeData),
      reasonCodes: wanted.reasonCodes,
      links: wanted.linksTaken,
      error: execution.error,
      events: wanted.executionEvents.map(eventOf),
    },
  );
  return wanted;
}

/** Sorted, and with `__proto__` as a plain name. */
function entries(data: ValuesByName): readonly [string, KnownValue][] {
  return Object.entries(data).sort(([a], [b]) => (a < b ? -1 : 1));
}

const eventOf = ({ id, action, eventType, runtimeData }: Interpreted["executionEvents"][number]) => ({
  id,
  action,
  eventType,
  runtimeData: entries(runtimeData),
});
