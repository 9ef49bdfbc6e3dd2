import type { Field } from "../flow/fields.ts";
import type { Runs } from "./runs.ts";

/** What a node sees or returns: values by path. `open` also has every field of the request. */
export interface Data {
  readonly open: boolean;
  readonly values: ReadonlyMap<string, Value>;
}

export interface Value {
  readonly field: Field;
  /** The nodes that it can be of, each with those that ZEN takes it before. */
  readonly writers: ReadonlyMap<string, ReadonlySet<string>>;
  /** Whether it is there whenever the node runs that sees or returns it. */
  readonly isCertain: boolean;
  /** Whether the field cannot have the value of a writer that ran, but does not come here. */
  readonly isExact: boolean;
  /** Whether the field of the request is taken where it is not there. */
  readonly orRequest: boolean;
}

/** What comes over an edge, when one of the causes holds. */
export interface Input {
  readonly data: Data;
  readonly causes: ReadonlySet<string>;
}

export const nothing: Data = { open: false, values: new Map() };

/** What comes into a node over all of its edges, in the order of the file: ZEN prefers the first. */
export function joined(inputs: readonly Input[], runs: Runs): Data {
  const [only] = inputs;
  if (only !== undefined && inputs.length === 1) return only.data;
  const paths = new Set(inputs.flatMap(({ data }) => [...data.values.keys()]));
  const values = [...paths].flatMap((path) => {
    const value = joinedValue(path, inputs, runs);
    return value === undefined ? [] : [[path, value] as const];
  });
  return { open: inputs.some(({ data }) => data.open), values: new Map(values) };
}

export function joinedValue(path: string, inputs: readonly Input[], runs: Runs): Value | undefined {
  const certain = new Set<string>();
  const found: Found[] = [];
  let orRequest = false;
  for (const { data, causes } of inputs) {
    if (runs.covers(certain, causes)) continue;
    const value = data.values.get(path);
    orRequest ||= value === undefined ? data.open : value.orRequest;
    if (value === undefined) continue;
    found.push({ value, causes });
    if (value.isCertain) for (const cause of causes) certain.add(cause);
  }
  const [first] = found;
  if (first === undefined) return undefined;
  const everyCause = causesOf(inputs);
  const writers = joinedWriters(found, runs);
  const isExact = (writer: string): boolean => {
    const [bringing, others] = [true, false].map((wanted) => found.filter(({ value }) => value.writers.has(writer) === wanted));
    const causes = causesOf(bringing ?? []);
    const without = new Set([...everyCause].filter((cause) => !runs.covers(causes, new Set([cause]))));
    if (runs.covers(causes, runs.causes(writer)) || runs.areExclusive(runs.causes(writer), without)) return true;
    // It can run without coming here, but then another value is stored after it.
    const later = (others ?? []).flatMap(({ value }) => [...value.writers.keys()]);
    return runs.covers(certain, without) && later.every((other) => runs.isReplaced(writer, other));
  };
  return {
    field: first.value.field,
    writers,
    isCertain: runs.covers(certain, everyCause),
    isExact: found.every(({ value }) => value.isExact) && [...writers.keys()].every(isExact),
    orRequest,
  };
}

interface Found {
  readonly value: Value;
  readonly causes: ReadonlySet<string>;
}

function joinedWriters(found: readonly Found[], runs: Runs): Value["writers"] {
  const writers = new Map<string, ReadonlySet<string>>();
  for (const [index, { value, causes }] of found.entries()) {
    const later = found.slice(index + 1).filter((other) => !runs.areExclusive(causes, other.causes));
    const after = later.flatMap((other) => [...other.value.writers.keys()]).filter((writer) => !value.writers.has(writer));
    for (const [writer, others] of value.writers) writers.set(writer, new Set([...(writers.get(writer) ?? []), ...others, ...after]));
  }
  return writers;
}

function causesOf(parts: readonly Pick<Input, "causes">[]): ReadonlySet<string> {
  return new Set(parts.flatMap(({ causes }) => [...causes]));
}
