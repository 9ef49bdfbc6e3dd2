/** Runs an imported solution as the runtimes do, with the names of the original file on both sides. */
import { compile, evaluate, readInput, type KnownValue } from "@airlock/engine";
import type { Imported, NotImported } from "@airlock/interchange";

export type Values = Readonly<Record<string, KnownValue | undefined>>;

export interface Answer {
  /** By the original's path; missing ones are absent. */
  readonly values: Values;
  readonly reasonCodes: readonly string[];
  readonly error: string | undefined;
}

export function importedOrThrow(imported: Imported | NotImported): Imported {
  if (!imported.ok) throw new Error(imported.problem);
  return imported;
}

export function runner({ definition, inputs, results }: Imported): (values: Values) => Answer {
  const compiled = compile(definition);
  if (!compiled.ok) throw new Error(compiled.findings.map(({ message }) => message).join("\n"));
  return (values) => {
    const sent = inputs.flatMap(({ original, field }) => (values[original] === undefined ? [] : [[field, values[original]] as const]));
    const read = readInput(compiled.plan, Object.fromEntries(sent));
    if (!read.ok) throw new Error(read.problems.map(({ message }) => message).join("\n"));
    const { runtimeData, reasonCodes, error } = evaluate(compiled.plan, read.input);
    const returned = results.flatMap(({ original, field }) =>
      runtimeData[field] === undefined ? [] : [[original, runtimeData[field]] as const],
    );
    return { values: Object.fromEntries(returned), reasonCodes, error: error?.code };
  };
}

/** Every combination of the values. */
export function grid(values: Readonly<Record<string, readonly (KnownValue | undefined)[]>>): readonly Values[] {
  return Object.entries(values).reduce<readonly Values[]>(
    (rows, [name, choices]) => rows.flatMap((row) => choices.map((choice) => ({ ...row, [name]: choice }))),
    [{}],
  );
}
