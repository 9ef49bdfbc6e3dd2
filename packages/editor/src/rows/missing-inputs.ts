import type { DatasetField, PredictionInput } from "@airlock/flow";

interface KnownInput {
  readonly name: string;
  /** The application field that is usually given for it, by name; empty when it is the input's own name. */
  readonly usual: string;
}

const plain = (name: string) => name.replaceAll(/[^\p{L}\p{N}]/gu, "").toLowerCase();

/** The rows, and one more for each input of the prediction that has none, filled with the application field of its name where there is one. */
export function withMissingInputs(
  rows: readonly PredictionInput[],
  inputs: readonly KnownInput[],
  application: readonly DatasetField[],
): readonly PredictionInput[] {
  const given = new Set(rows.map(({ name }) => name));
  const fieldNamed = (name: string) =>
    application.find((field) => field.name === name) ?? application.find((field) => plain(field.name) === plain(name));
  const added = inputs
    .filter(({ name }) => !given.has(name))
    .map(({ name, usual }): PredictionInput => {
      const field = (usual === "" ? undefined : fieldNamed(usual)) ?? fieldNamed(name);
      return { name, datasource: "Application", fieldKey: field?.key ?? "" };
    });
  return [...rows, ...added];
}
