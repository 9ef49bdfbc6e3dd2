import type { ExperimentRecordFields } from "@airlock/contract";
import { compileFrozen, encodeRecord, evaluateWithEffects, expandRecord, readInput, type Effects } from "@airlock/engine";
import type { Definition } from "@airlock/flow";
import { stepsOf } from "../execution/steps.ts";
import type { ReadRecord } from "./records.ts";

/** Runs one row again with the engine, on the stored definition of the result: the same result, with all steps. */
export async function traceOf(
  resultId: string,
  definition: Definition,
  behaviour: number,
  effects: Effects,
  { decoded, shown, carried }: ReadRecord,
): Promise<ExperimentRecordFields> {
  const known = { row: shown.row, experimentResultWss: resultId, outcome: shown.outcome, definition, carriedData: carried };
  const nothing = { runtimeData: {}, reasonCodes: [], linksTaken: [], steps: [], executionEvents: [] };
  if (!decoded.ok) {
    const applicationData = Object.fromEntries(
      Object.entries(shown).flatMap(([name, value]) =>
        name.startsWith("application.") && !Array.isArray(value) ? [[name.slice("application.".length), value]] : [],
      ),
    );
    return { ...known, ...nothing, applicationData, problems: [...decoded.problems] };
  }
  const compiled = compileFrozen(definition, behaviour);
  if (!compiled.ok) throw new Error(`The definition that the result ${resultId} keeps does not compile any more.`);
  const read = readInput(compiled.plan, decoded.applicationData);
  if (!read.ok) throw new Error(`The record ${shown.row} of the result ${resultId} cannot be run again.`);
  const record = encodeRecord(await evaluateWithEffects(compiled.plan, read.input, effects, new AbortController().signal));
  const { applicationData, runtimeData, reasonCodes, linksTaken, error, executionEvents } = expandRecord(compiled.plan, record);
  return {
    ...known,
    applicationData,
    runtimeData,
    reasonCodes: [...reasonCodes],
    ...(error === undefined ? {} : { error }),
    linksTaken: [...linksTaken],
    steps: stepsOf(compiled.plan, record),
    executionEvents: executionEvents.map(({ id, action, eventType, runtimeData: then }) => ({ id, action, eventType, runtimeData: then })),
    problems: [],
  };
}
