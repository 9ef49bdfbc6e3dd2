import type { DatasetField, FieldType, PredictionInput } from "@airlock/flow";

export interface KnownInput {
  readonly name: string;
  /** The name of the application field that is usually mapped to it; empty if it is the input's own name. */
  readonly usual: string;
  /** As the model reads it, where that is known. */
  readonly type?: FieldType;
}

const plain = (name: string) => name.replaceAll(/[^\p{L}\p{N}]/gu, "").toLowerCase();

/** The rows, and one more for each input of the prediction without one, filled with the application field of its name if there is one. */
export function withMissingInputs(
  rows: readonly PredictionInput[],
  inputs: readonly KnownInput[],
  application: readonly DatasetField[],
): readonly PredictionInput[] {
  const given = new Set(rows.map(({ name }) => name));
  const added = inputs
    .filter(({ name }) => !given.has(name))
    .map((input): PredictionInput => ({
      name: input.name,
      datasource: "Application",
      fieldKey: fieldForInput(input, application)?.key ?? "",
    }));
  return [...rows, ...added];
}

/** The application field that is usually mapped to an input, or the one of its name. */
export function fieldForInput({ name, usual }: KnownInput, application: readonly DatasetField[]): DatasetField | undefined {
  const fieldNamed = (wanted: string) =>
    application.find((field) => field.name === wanted) ?? application.find((field) => plain(field.name) === plain(wanted));
  return (usual === "" ? undefined : fieldNamed(usual)) ?? fieldNamed(name);
}
