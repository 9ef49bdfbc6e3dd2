import * as airlock from "@airlock/engine";
import type { Definition } from "@airlock/flow";
import type { Contender } from "./measure.ts";
import { applicants, type Answer, type Applicant } from "./scorecard.ts";

export type Engine = Pick<typeof airlock, "compile" | "readInput" | "evaluate" | "encodeRecord">;

export const people = applicants(1024);
const person = (index: number): Applicant => people[index & 1023] as Applicant; // Within the list.

/** Results are stored, so that V8 cannot eliminate the computation. */
export const kept: { last: unknown } = { last: undefined };

export function planOf(definition: Definition, engine: Engine = airlock): airlock.Plan {
  const compiled = engine.compile(definition);
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.findings));
  return compiled.plan;
}

export function inputOf(plan: airlock.Plan, body: unknown, engine: Engine = airlock): airlock.Input {
  const read = engine.readInput(plan, body);
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  return read.input;
}

/** From a plain object to the result's values, as a caller sees it; over several solutions in turn, if there are several. */
export function deciding(name: string, definitions: readonly Definition[], engine: Engine = airlock): Contender {
  const plans = definitions.map((definition) => planOf(definition, engine));
  const run = (times: number): void => {
    for (let i = 0; i < times; i += 1) {
      const plan = plans[i % plans.length] as airlock.Plan; // Within the list.
      const read = engine.readInput(plan, person(i));
      if (read.ok) kept.last = engine.evaluate(plan, read.input).runtimeData;
    }
  };
  return { name, run };
}

/** The same, with encoding the execution record. */
export function recording(name: string, definition: Definition, engine: Engine = airlock): Contender {
  const plan = planOf(definition, engine);
  const run = (times: number): void => {
    for (let i = 0; i < times; i += 1) {
      const read = engine.readInput(plan, person(i));
      if (read.ok) kept.last = engine.encodeRecord(engine.evaluate(plan, read.input));
    }
  };
  return { name, run };
}

/** From text to text, like a server: parses the body and serialises the result; with or without the execution record. */
export function serving(name: string, definition: Definition, withRecord: boolean): Contender {
  const plan = planOf(definition);
  const bodies = people.map((one) => JSON.stringify(one));
  const run = (times: number): void => {
    for (let i = 0; i < times; i += 1) {
      const read = airlock.readInput(plan, JSON.parse(bodies[i & 1023] ?? ""));
      if (!read.ok) continue;
      const execution = airlock.evaluate(plan, read.input);
      kept.last = JSON.stringify({ runtimeData: execution.runtimeData, reasonCodes: execution.reasonCodes });
      if (withRecord) kept.last = airlock.encodeRecord(execution);
    }
  };
  return { name, run };
}

/** Only evaluation; the inputs are read beforehand. A unit is a node. */
export function evaluating(name: string, definition: Definition): Contender {
  const plan = planOf(definition);
  const inputs = people.map((body) => inputOf(plan, body));
  const run = (times: number): void => {
    for (let i = 0; i < times; i += 1) kept.last = airlock.evaluate(plan, inputs[i & 1023] as airlock.Input).runtimeData; // Within the list.
  };
  return { name, run, units: definition.solutionDefinition.nodes.length };
}

/** A unit is a node. */
export function compiling(name: string, definition: Definition): Contender {
  const run = (times: number): void => {
    for (let i = 0; i < times; i += 1) kept.last = airlock.compile(definition);
  };
  return { name, run, units: definition.solutionDefinition.nodes.length };
}

/** One call after the other, or 32 concurrently, which lets a competitor use its threads. */
export function asking(name: string, decide: (applicant: Applicant) => Promise<Answer>, atOnce = 1): Contender {
  const run = async (times: number): Promise<void> => {
    for (let i = 0; i < times; i += 1) {
      if (atOnce === 1) kept.last = await decide(person(i));
      else kept.last = await Promise.all(Array.from({ length: atOnce }, (_, k) => decide(person(i * atOnce + k))));
    }
  };
  return { name, run, units: atOnce };
}
