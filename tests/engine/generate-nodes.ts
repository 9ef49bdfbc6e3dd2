import {
  conditionOperatorsFor,
  isNumberType,
  kinds,
  newNode,
  nodeKinds,
  plainCondition,
  rightHandOf,
  type CalculationItem,
  type ConditionItem,
  type DatasetField,
  type RangeScoreItem,
  type FlowNode,
  type NodeKind,
  type NodeOf,
  type SetterItem,
  typeFits,
  type SubFlowNode,
  type WebCallNode,
} from "@airlock/flow";
import { generateFormulas } from "./generate-formulas.ts";
import { generateTable } from "./generate-tables.ts";
import { literalOf, plain, valueOf } from "./generate-values.ts";
import type { Random } from "./random.ts";
import type { ConditionSurroundings, SourcedField, Surroundings } from "./surroundings.ts";

const isNumeric = (field: DatasetField): boolean => isNumberType(field.type);

export function generateConditions(random: Random, { readable, lists }: ConditionSurroundings, max: number): readonly ConditionItem[] {
  if (readable.length === 0) return [];
  return Array.from({ length: random.between(1, max) }, (): ConditionItem => {
    const left = random.pick(readable);
    const fitting = readable.filter((field) => field.type === left.type || (left.type === "Float" && field.type === "Integer"));
    const right = random.chance(0.3) ? random.pick(fitting) : undefined;
    const fittingLists = lists.filter(({ keyType }) => keyType === left.type);
    const operator = random.pick(
      conditionOperatorsFor(left.type).filter((one) => fittingLists.length > 0 || rightHandOf(one) !== "listName"),
    );
    if (rightHandOf(operator) === "listName") {
      return plainCondition({
        conditionalOperator: random.pick(["&&", "||"]),
        leftHandDatasource: left.source,
        leftHandFieldname: left.key,
        leftHandType: left.type,
        operator,
        rightHandDatasource: "Literal",
        rightHandFieldname: random.pick(fittingLists).name,
      });
    }
    return plainCondition({
      conditionalOperator: random.pick(["&&", "&&", "||"]),
      leftHandDatasource: left.source,
      leftHandFieldname: left.key,
      leftHandType: left.type,
      operator,
      rightHandDatasource: right?.source ?? "Literal",
      rightHandFieldname: right?.key ?? literalOf(left.type, random),
      rightHandValues: Array.from({ length: operator === "between" ? 2 : random.between(1, 6) }, () => literalOf(left.type, random)),
    });
  });
}

function generateSetters(random: Random, around: Surroundings, max: number): readonly SetterItem[] {
  const known = new Set(around.readable.map(({ source, key }) => `${source} ${key}`));
  return Array.from({ length: random.between(1, max) }, (): SetterItem => {
    const left = random.pick(around.writable);
    const fitting = around.readable.filter((field) => field.type === left.type || (left.type === "Float" && field.type === "Integer"));
    const right = fitting.length > 0 && random.chance(0.4) ? random.pick(fitting) : undefined;
    const mayAdd = isNumeric(left) && known.has(`Runtime ${left.key}`);
    known.add(`Runtime ${left.key}`);
    return {
      leftHandDatasource: "Runtime",
      leftHandFieldname: left.key,
      leftHandType: left.type,
      operator: mayAdd ? random.pick(["=", "+=", "-=", "+="]) : "=",
      rightHandDatasource: right?.source ?? "Literal",
      rightHandFieldname: right?.key ?? literalOf(left.type, random),
    };
  });
}

function generateCalculation(random: Random, around: Surroundings): readonly CalculationItem[] {
  const numbers = around.readable.filter(isNumeric);
  let level = random.chance(0.2) ? 1 : 0;
  return Array.from({ length: random.between(1, 7) }, (_, index): CalculationItem => {
    const field = numbers.length > 0 && random.chance(0.6) ? random.pick(numbers) : undefined;
    level = Math.max(0, Math.min(4, level + random.pick([0, 0, 0, 1, -1, 2, -2])));
    const operator = random.pick(["+", "-", "*", "/", "+", "-", "*", "^"] as const);
    // Arbitrary powers nearly always overflow: small exponents let runs complete.
    if (operator === "^" && index > 0 && random.chance(0.9)) {
      return { datasource: "Literal", fieldKey: random.pick(["2", "3", "0", "-1", "0.5", "1.5", "0.333", "12"]), operator, level };
    }
    if (field !== undefined) return { datasource: field.source, fieldKey: field.key, operator, level };
    const value = valueOf(random.pick(["Integer", "Float"]), random);
    const literal = typeof value === "number" && Math.abs(value) < 1e15 ? value : 1;
    return { datasource: "Literal", fieldKey: plain(operator === "/" && literal === 0 ? 4 : literal), operator, level };
  });
}

interface Generator<Node extends FlowNode> {
  /** The relative frequency of nodes of the kind; 0 for those that the flow itself has. */
  readonly weight: number;
  readonly make: (node: Node, random: Random, around: Surroundings) => Node;
}

const numbersIn = (fields: readonly SourcedField[]): readonly SourcedField[] => fields.filter(isNumeric);

const generators: { readonly [Kind in NodeKind]: Generator<NodeOf<Kind>> } = {
  Start: { weight: 0, make: (node) => node },
  End: { weight: 0, make: (node) => node },
  EasyRule: {
    weight: 2,
    make: (node, random, around) => {
      const conditionFields = generateConditions(random, around, 4);
      return { ...node, conditionFields, thenFields: generateSetters(random, around, 3) };
    },
  },
  SetState: { weight: 1, make: (node, random, around) => ({ ...node, setFields: generateSetters(random, around, 4) }) },
  Calculation: {
    weight: 1,
    make: (node, random, around) => ({
      ...node,
      calculations: generateCalculation(random, around),
      resultField: random.pick(numbersIn(around.writable)).key,
    }),
  },
  Formula: { weight: 2, make: (node, random, around) => ({ ...node, formulas: generateFormulas(random, around) }) },
  DecisionTable: { weight: 2, make: generateTable },
  RangeScore: {
    weight: 1,
    make: (node, random, around) => {
      const scored = random.pick(numbersIn(around.readable));
      const target = random.pick(numbersIn(around.writable));
      return {
        ...node,
        scoredDatasource: scored.source,
        scoredField: scored.key,
        ranges: generateRanges(random, scored, target, node.id),
        defaultScore: random.chance(0.5) ? literalOf(target.type, random) : "",
        resultField: target.key,
      };
    },
  },
  ListScore: {
    weight: 1,
    make: (node, random, around) => {
      const scored = random.pick(around.readable);
      const target = random.pick(numbersIn(around.writable));
      return {
        ...node,
        scoredDatasource: scored.source,
        scoredField: scored.key,
        values: Array.from({ length: random.between(1, 6) }, (_, row) => ({
          id: `${node.id}v${row}`,
          value: literalOf(scored.type, random),
          score: literalOf(target.type, random),
          reasonCode: reasonCode(random),
        })),
        defaultScore: random.chance(0.5) ? literalOf(target.type, random) : "",
        resultField: target.key,
      };
    },
  },
  Lookup: {
    weight: 2,
    make: (node, random, { lists, readable, writable }) => {
      const list = random.pick(lists.filter(({ keyType }) => readable.some(({ type }) => type === keyType)));
      const key = random.pick(readable.filter(({ type }) => type === list.keyType));
      const free = random.shuffle(writable);
      const foundField = random.chance(0.5) ? free.find(({ type }) => type === "Boolean") : undefined;
      const taken = new Set([foundField?.key]);
      const lookupOutputs = list.columns.flatMap((column) => {
        const fits = ({ type }: DatasetField): boolean => type === column.type || (type === "Float" && column.type === "Integer");
        const target = free.find((field) => fits(field) && !taken.has(field.key));
        if (target === undefined) return [];
        taken.add(target.key);
        return [{ column: column.name, resultField: target.key }];
      });
      return {
        ...node,
        list: list.name,
        keyDatasource: key.source,
        keyField: key.key,
        lookupOutputs,
        foundField: foundField?.key ?? "",
      };
    },
  },
  SubFlow: { weight: 4, make: generateSubFlow },
  WebCall: { weight: 1, make: generateWebCall },
  Prediction: {
    weight: 1,
    make: (node, random, around) => {
      const inputs = random.shuffle(around.readable).slice(0, random.between(1, 3));
      return {
        ...node,
        config: "config",
        model: 1,
        inputFields: inputs.map((field, index) => ({
          name: index === 0 ? "__proto__" : `in${index}`,
          datasource: field.source,
          fieldKey: field.key,
        })),
        scoreField: random.pick(numbersIn(around.writable).filter((field) => field.type === "Float")).key,
      };
    },
  },
};

/** Kinds to draw nodes of, each as often as its weight says. */
export function drawnKinds(withEffects: boolean, withLists: boolean, withSubFlows: boolean): readonly NodeKind[] {
  const isDrawn = (kind: NodeKind): boolean =>
    (withEffects || kinds[kind].effect.name === "none") && (withLists || kind !== "Lookup") && (withSubFlows || kind !== "SubFlow");
  const drawn = nodeKinds.filter(isDrawn);
  return drawn.flatMap((kind) => Array.from({ length: generators[kind].weight }, () => kind));
}

export function generateNode(kind: NodeKind, id: string, random: Random, around: Surroundings): FlowNode {
  // The registry's type guarantees that a kind's generator takes its nodes; the compiler widens it to all kinds.
  const { make } = generators[kind] as unknown as Generator<FlowNode>;
  return make(newNode(kind, id, 0, 0), random, around);
}

/** Maps what the sub-flow requires and most of what it may have; results go wherever they fit. */
function generateSubFlow(node: SubFlowNode, random: Random, { subFlows, readable, writable }: Surroundings): SubFlowNode {
  const { versionId, solutionName, name, definition } = random.pick(subFlows);
  const subFlowInputs = definition.applicationDatasetFields
    .filter(({ required }) => required || random.chance(0.8))
    .map((field) => {
      const fitting = readable.filter(({ type }) => typeFits(type, field.type));
      if (fitting.length === 0 || random.chance(0.15)) {
        return { field: field.name, datasource: "Literal" as const, fieldKey: literalOf(field.type, random) };
      }
      const source = random.pick(fitting);
      return { field: field.name, datasource: source.source, fieldKey: source.key };
    });
  const free = new Set(random.shuffle(writable));
  const subFlowOutputs = random.shuffle(definition.runtimeDatasetFields).flatMap((field) => {
    const target = [...free].find(({ type }) => typeFits(field.type, type));
    if (target === undefined || random.chance(0.3)) return [];
    free.delete(target);
    return [{ field: field.name, resultField: target.key }];
  });
  return { ...node, versionId, versionName: `${solutionName} ${name}`, subFlowInputs, subFlowOutputs };
}

const reasonCode = (random: Random): string => random.pick(["", "", "R1", "R2", "R3", "R4", "ß", "__proto__"]);

/** Consecutive bands, some with gaps and overlaps at their ends; each contains a number, as the validator requires. */
function generateRanges(random: Random, scored: DatasetField, target: DatasetField, id: string): readonly RangeScoreItem[] {
  const values = Array.from({ length: random.between(1, 6) }, () => Number(valueOf(scored.type, random)));
  const bounds = [...new Set(values)].filter((bound) => Math.abs(bound) < 1e15).sort((a, b) => a - b);
  if (bounds.length === 0) bounds.push(0);
  return bounds.map((from, row) => {
    const to = bounds[row + 1];
    // Adjacent integers: at least one end must belong to the band.
    const narrow = scored.type === "Integer" && to === from + 1;
    return {
      id: `${id}r${row}`,
      rangeFromIncludeExclude: narrow ? "[" : random.pick(["[", "[", "("]),
      rangeFrom: row === 0 && random.chance(0.4) ? "" : plain(from),
      rangeTo: to === undefined ? "" : plain(to),
      rangeToIncludeExclude: random.pick([")", ")", "]"]),
      score: literalOf(target.type, random),
      reasonCode: reasonCode(random),
    };
  });
}

function generateWebCall(node: WebCallNode, random: Random, around: Surroundings): WebCallNode {
  const refer = (): string => {
    const field = random.pick(around.readable);
    return `\${${field.source.toLowerCase()}.${field.key}}`;
  };
  const outputs = random.shuffle([...around.writable, ...around.application]).slice(0, random.between(1, 3));
  const continues = random.chance(0.5);
  const flags = around.writable.filter((field) => field.type === "Integer");
  const failedField = flags.length > 0 && random.chance(0.7) ? { failedField: random.pick(flags).key } : {};
  return {
    ...(continues ? { ifFails: "continue" as const, ...failedField } : {}),
    ...node,
    method: random.pick(["GET", "POST", "PUT", "DELETE"]),
    url: `https://example.com/${refer()}?q=${refer()}`,
    headers: random.chance(0.3) ? [{ key: "X-Value", value: refer() }] : [],
    body: random.chance(0.5) ? `{"a": "${refer()}"}` : "",
    timeoutMillis: random.pick([10, 1000, 20_000]),
    responseMapping: outputs.map((field) => ({
      datasetType: field.source === "Application" ? ("application" as const) : ("runtime" as const),
      fieldName: field.key,
      ...(continues && random.chance(0.7) ? { defaultValue: literalOf(field.type, random) || "none" } : {}),
      param: random.pick(["$.number", "$.text", "$.whole", "$.list[1]", "$['deep']['__proto__']", "absent.thing", "$.flag", "$.day"]),
    })),
  };
}
