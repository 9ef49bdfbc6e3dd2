import {
  newNode,
  type CalculationItem,
  type ConditionItem,
  type DatasetField,
  type FieldSource,
  type RangeScoreItem,
  type FlowNode,
  type NodeKind,
  type SetterItem,
} from "@airlock/flow";
import { literalOf, plain, valueOf } from "./generate-values.ts";
import type { Random } from "./random.ts";

/** A field with the dataset it stands in. */
export interface SourcedField extends DatasetField {
  readonly source: FieldSource;
}

/** What a node may read (fields that something before it may have set) and write. */
export interface Surroundings {
  readonly readable: readonly SourcedField[];
  readonly writable: readonly SourcedField[];
  readonly application: readonly SourcedField[];
}

const isNumeric = (field: DatasetField): boolean => field.type !== "String";

export function generateConditions(random: Random, readable: readonly SourcedField[], most: number): readonly ConditionItem[] {
  if (readable.length === 0) return [];
  return Array.from({ length: random.between(1, most) }, (): ConditionItem => {
    const left = random.pick(readable);
    const fitting = readable.filter((field) => field.type === left.type || (left.type === "Float" && field.type === "Integer"));
    const right = random.chance(0.3) ? random.pick(fitting) : undefined;
    return {
      conditionalOperator: random.pick(["&&", "&&", "||"]),
      leftHandDatasource: left.source,
      leftHandFieldname: left.key,
      leftHandType: left.type,
      operator: left.type === "String" ? random.pick(["==", "!="]) : random.pick(["==", "!=", ">", "<", ">=", "<="]),
      rightHandDatasource: right?.source ?? "Literal",
      rightHandFieldname: right?.key ?? literalOf(left.type, random),
    };
  });
}

function generateSetters(random: Random, around: Surroundings, most: number): readonly SetterItem[] {
  const known = new Set(around.readable.map(({ source, key }) => `${source} ${key}`));
  return Array.from({ length: random.between(1, most) }, (): SetterItem => {
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
    // Powers of anything by anything overflow nearly always: small exponents keep runs alive.
    if (operator === "^" && index > 0 && random.chance(0.9)) {
      return { datasource: "Literal", fieldKey: random.pick(["2", "3", "0", "-1", "0.5", "1.5", "0.333", "12"]), operator, level };
    }
    if (field !== undefined) return { datasource: field.source, fieldKey: field.key, operator, level };
    const value = valueOf(random.pick(["Integer", "Float"]), random);
    const literal = typeof value === "number" && Math.abs(value) < 1e15 ? value : 1;
    return { datasource: "Literal", fieldKey: plain(operator === "/" && literal === 0 ? 4 : literal), operator, level };
  });
}

export function generateNode(kind: NodeKind, id: string, random: Random, around: Surroundings): FlowNode {
  const numberTargets = around.writable.filter(isNumeric);
  const numberSources = around.readable.filter(isNumeric);
  switch (kind) {
    case "EasyRule": {
      const conditionFields = generateConditions(random, around.readable, 4);
      return { ...newNode(kind, id, 0, 0), conditionFields, thenFields: generateSetters(random, around, 3) };
    }
    case "SetState":
      return { ...newNode(kind, id, 0, 0), setFields: generateSetters(random, around, 4) };
    case "Calculation":
      return {
        ...newNode(kind, id, 0, 0),
        calculations: generateCalculation(random, around),
        resultField: random.pick(numberTargets).key,
      };
    case "RangeScore": {
      const scored = random.pick(numberSources);
      const target = random.pick(numberTargets);
      return {
        ...newNode(kind, id, 0, 0),
        scoredDatasource: scored.source,
        scoredField: scored.key,
        ranges: generateRanges(random, scored, target, id),
        defaultScore: random.chance(0.5) ? literalOf(target.type, random) : "",
        resultField: target.key,
      };
    }
    case "ListScore": {
      const scored = random.pick(around.readable);
      const target = random.pick(numberTargets);
      return {
        ...newNode(kind, id, 0, 0),
        scoredDatasource: scored.source,
        scoredField: scored.key,
        values: Array.from({ length: random.between(1, 6) }, (_, row) => ({
          id: `${id}v${row}`,
          value: literalOf(scored.type, random),
          score: literalOf(target.type, random),
          reasonCode: reasonCode(random),
        })),
        defaultScore: random.chance(0.5) ? literalOf(target.type, random) : "",
        resultField: target.key,
      };
    }
    case "WebCall":
      return generateWebCall(id, random, around);
    case "Prediction": {
      const inputs = random.shuffle(around.readable).slice(0, random.between(1, 3));
      return {
        ...newNode(kind, id, 0, 0),
        config: "config",
        model: 1,
        inputFields: inputs.map((field, index) => ({
          name: index === 0 ? "__proto__" : `in${index}`,
          datasource: field.source,
          fieldKey: field.key,
        })),
        scoreField: random.pick(numberTargets.filter((field) => field.type === "Float")).key,
      };
    }
    case "Start":
    case "End":
      return newNode(kind, id, 0, 0);
  }
}

const reasonCode = (random: Random): string => random.pick(["", "", "R1", "R2", "R3", "R4", "ß", "__proto__"]);

/** Bands in a row, some with gaps and overlaps at their ends; each of them holds some number, as the validator wants. */
function generateRanges(random: Random, scored: DatasetField, target: DatasetField, id: string): readonly RangeScoreItem[] {
  const values = Array.from({ length: random.between(1, 6) }, () => Number(valueOf(scored.type, random)));
  const bounds = [...new Set(values)].filter((bound) => Math.abs(bound) < 1e15).sort((a, b) => a - b);
  if (bounds.length === 0) bounds.push(0);
  return bounds.map((from, row) => {
    const to = bounds[row + 1];
    // Whole numbers side by side: at least one end must belong to the band.
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

function generateWebCall(id: string, random: Random, around: Surroundings): FlowNode {
  const refer = (): string => {
    const field = random.pick(around.readable);
    return `\${${field.source.toLowerCase()}.${field.key}}`;
  };
  const outputs = random.shuffle([...around.writable, ...around.application]).slice(0, random.between(1, 3));
  return {
    ...newNode("WebCall", id, 0, 0),
    method: random.pick(["GET", "POST", "PUT", "DELETE"]),
    url: `https://example.com/${refer()}?q=${refer()}`,
    headers: random.chance(0.3) ? [{ key: "X-Value", value: refer() }] : [],
    body: random.chance(0.5) ? `{"a": "${refer()}"}` : "",
    timeoutMillis: random.pick([10, 1000, 20_000]),
    responseMapping: outputs.map((field) => ({
      datasetType: field.source === "Application" ? ("application" as const) : ("runtime" as const),
      fieldName: field.key,
      param: random.pick(["$.number", "$.text", "$.whole", "$.list[1]", "$['deep']['__proto__']", "absent.thing", "$.flag"]),
    })),
  };
}
