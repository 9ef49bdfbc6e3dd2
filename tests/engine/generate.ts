import {
  isValidRuntime,
  newLink,
  validate,
  type Definition,
  type FieldType,
  type FlowLink,
  type FlowList,
  type FlowNode,
  type NodeKind,
  type SubFlow,
} from "@airlock/flow";
import { behaviourOf } from "@airlock/engine";
import { generateLists } from "./generate-lists.ts";
import { fieldNames, sentValue } from "./generate-values.ts";
import { drawnKinds, generateConditions, generateNode } from "./generate-nodes.ts";
import { Random } from "./random.ts";
import type { ConditionSurroundings, SourcedField, Surroundings } from "./surroundings.ts";

export interface GenerateOptions {
  /** Maximum number of nodes besides Start and End. */
  readonly nodes?: number;
  /** With web calls and predictions. */
  readonly effects?: boolean;
  readonly inputs?: number;
  /** How many flows it is inside of as a sub-flow. */
  readonly depth?: number;
  /** Lists that it uses instead of its own, as far as it has fields of their types. */
  readonly lists?: readonly FlowList[];
}

export interface Generated {
  readonly seed: number;
  readonly definition: Definition;
  /** Bodies as a caller would send them; `readInput` accepts all of them. */
  readonly inputs: readonly Readonly<Record<string, unknown>>[];
}

/** A flow of any kind and shape without errors, and inputs for it. */
export function generate(seed: number, options: GenerateOptions = {}): Generated {
  // Occasionally a link that is never taken makes a field unreadable after it; the next attempt of the seed is used then.
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const generated = attemptFlow(seed, attempt, options);
    if (isValidRuntime(validate(generated.definition))) return generated;
  }
  throw new Error(`No flow without errors came from seed ${seed}`);
}

function attemptFlow(seed: number, attempt: number, options: GenerateOptions): Generated {
  const random = new Random(seed + attempt * 0x9e3779b9);
  const laterTypes: readonly FieldType[] = random.chance(0.6) ? ["Boolean", "Date"] : [];
  const application = generateFields("Application", random, laterTypes, (options.depth ?? 0) > 0);
  const runtime = generateFields("Runtime", random, laterTypes);
  const types: readonly FieldType[] = ["String", "Integer", "Float", ...laterTypes];
  const own = generateLists(random, types);
  const shared = (options.lists ?? []).filter((list) =>
    [list.keyType, ...list.columns.map(({ type }) => type)].every((type) => types.includes(type)),
  );
  const lists = shared.length > 0 ? shared : own;
  const subFlows = generateSubFlows(seed + attempt, lists, options);
  const kinds = drawnKinds(options.effects === true, lists.length > 0, subFlows.length > 0);
  const { nodes, links } = generateGraph(random, application, runtime, kinds, random.between(1, options.nodes ?? 12), {
    hasToday: options.effects === true,
    lists,
    subFlows,
  });
  const definition: Definition = {
    solutionDefinition: { nodes: random.shuffle(nodes), links: random.shuffle(links), zoom: 100 },
    applicationDatasetFields: application.map(withoutSource),
    runtimeDatasetFields: runtime.map(withoutSource),
    applicationTestData: [],
    ...(lists.length === 0 ? {} : { lists }),
    ...(subFlows.length === 0 ? {} : { subFlows }),
  };
  const inputs = Array.from({ length: options.inputs ?? 5 }, () => generateInput(application, random));
  return { seed, definition, inputs };
}

/** None for most flows. Drawn apart, so that the flows of all other seeds stay as they are. */
function generateSubFlows(seed: number, lists: readonly FlowList[], { depth = 0, effects = false }: GenerateOptions): readonly SubFlow[] {
  const random = new Random(seed * 31 + 17 + depth);
  if (depth === 3 || random.chance(depth === 0 ? 0.7 : 0.6)) return [];
  return Array.from({ length: random.between(1, 2) }, (_, index) => {
    // Some use the lists of the flow around them, under other names.
    const shared = random.chance(0.5) ? lists.map((list) => ({ ...list, name: `${list.name} too` })) : [];
    const options = { nodes: 5, effects, inputs: 0, depth: depth + 1, lists: shared };
    const { definition } = generate(seed * 7 + 1000 * depth + index + 1, options);
    const solution = `s${depth}${index}`;
    return {
      versionId: `${solution}_1`,
      name: "1",
      solutionId: solution,
      solutionName: solution,
      behaviour: behaviourOf(definition),
      definition,
    };
  });
}

function generateFields(
  source: SourcedField["source"],
  random: Random,
  laterTypes: readonly FieldType[],
  mayBeRequired = false,
): readonly SourcedField[] {
  // At least one of each type, so that every kind of node has usable fields.
  const types: FieldType[] = ["String", "Integer", "Float", ...laterTypes];
  while (types.length < random.between(types.length, 10)) types.push(random.pick(["String", "Integer", "Float", ...laterTypes]));
  const names = random.shuffle(fieldNames);
  const keys = random.shuffle(["__proto__", "constructor", "f_1", "F_2", "toString", "0", "k6", "k7", "k8", "k9"]);
  return random.shuffle(types).map((type, index) => ({
    source,
    key: keys[index] ?? `k${index}`,
    name: names[index] ?? `field${index}`,
    type,
    required: mayBeRequired && random.chance(0.25),
  }));
}

function generateGraph(
  random: Random,
  application: readonly SourcedField[],
  runtime: readonly SourcedField[],
  kinds: readonly NodeKind[],
  count: number,
  more: Pick<Surroundings, "hasToday" | "lists" | "subFlows">,
): { readonly nodes: readonly FlowNode[]; readonly links: readonly FlowLink[] } {
  const nodes: FlowNode[] = [];
  const links: FlowLink[] = [];
  // Fields that may have been set once a node has run.
  const setAfter = new Map<string, ReadonlySet<SourcedField>>();
  // How far back links reach: near results in chains, far in wide flows with many joins.
  const reach = random.pick([1, 2, 4, 10, count]);
  const ends = random.between(1, 3);

  for (let index = 0; index <= count + ends; index += 1) {
    const kind: NodeKind = index === 0 ? "Start" : index > count ? "End" : random.pick(kinds);
    const sources = pickSources(random, nodes, reach);
    const before = new Set(sources.flatMap((source) => [...(setAfter.get(source.id) ?? [])]));
    const readable = [...application, ...before];
    const node = generateNode(kind, `n${index}`, random, { readable, writable: runtime, application, ...more });
    for (const source of sources) {
      const known = [...application, ...(setAfter.get(source.id) ?? [])];
      const around = { readable: known, lists: more.lists };
      links.push(generateLink(`l${links.length}`, source, node, random, around));
      if (random.chance(0.03)) links.push(generateLink(`l${links.length}`, source, node, random, around));
    }
    nodes.push(random.chance(0.4) ? { ...node, branches: "first" } : node);
    setAfter.set(node.id, new Set([...before, ...writesOf(node, runtime)]));
  }
  if (random.chance(0.15))
    nodes.push(generateNode("End", "lonely", random, { readable: application, writable: runtime, application, ...more }));
  return { nodes, links };
}

function pickSources(random: Random, nodes: readonly FlowNode[], reach: number): readonly FlowNode[] {
  const near = nodes.slice(-reach).filter((node) => node.type !== "End");
  const possible = near.length > 0 ? near : nodes.filter((node) => node.type !== "End").slice(-1);
  return random.shuffle(possible).slice(0, random.pick([1, 1, 1, 2, 2, 3, 4]));
}

function generateLink(id: string, source: FlowNode, target: FlowNode, random: Random, around: ConditionSurroundings): FlowLink {
  const link = newLink(id, source, target);
  if (random.chance(0.5)) return link;
  if (random.chance(0.3)) return { ...link, otherwise: true };
  return { ...link, conditionFields: generateConditions(random, around, 3) };
}

function writesOf(node: FlowNode, runtime: readonly SourcedField[]): readonly SourcedField[] {
  const keys = new Set<string>();
  if (node.type === "EasyRule") for (const setter of node.thenFields) keys.add(setter.leftHandFieldname);
  if (node.type === "SetState") for (const setter of node.setFields) keys.add(setter.leftHandFieldname);
  if (node.type === "DecisionTable") for (const { resultField } of node.outputColumns) keys.add(resultField);
  if (node.type === "Formula") for (const { resultField } of node.formulas) keys.add(resultField);
  if (node.type === "Calculation" || node.type === "RangeScore" || node.type === "ListScore") keys.add(node.resultField);
  if (node.type === "Lookup") for (const key of [node.foundField, ...node.lookupOutputs.map((output) => output.resultField)]) keys.add(key);
  if (node.type === "SubFlow") for (const { resultField } of node.subFlowOutputs) keys.add(resultField);
  if (node.type === "Prediction") keys.add(node.scoreField);
  if (node.type === "WebCall" && node.failedField !== undefined) keys.add(node.failedField);
  if (node.type === "WebCall") for (const output of node.responseMapping) if (output.datasetType === "runtime") keys.add(output.fieldName);
  return runtime.filter((field) => keys.has(field.key));
}

function generateInput(fields: readonly SourcedField[], random: Random): Readonly<Record<string, unknown>> {
  const input = Object.create(null) as Record<string, unknown>; // Object.create returns `any`; `__proto__` must be a plain name here.
  for (const field of fields) {
    const value = sentValue(field.type, random);
    if (value !== undefined) input[field.name] = value;
  }
  return input;
}

const withoutSource = ({ key, name, type, required }: SourcedField) => ({ key, name, type, required });
