import {
  fieldReference,
  hitPolicies,
  isNumberType,
  outputText,
  printCell,
  readCell,
  type DecisionTableNode,
  type FieldType,
  type TableRow,
} from "@airlock/flow";
import { formulaOf } from "./generate-formulas.ts";
import { literalOf } from "./generate-values.ts";
import type { Random } from "./random.ts";
import type { SourcedField, Surroundings } from "./surroundings.ts";

/** Tables of every policy over fields and formulas, with cells of every form. Few values, so that rows match, overlap and leave gaps. */
export function generateTable(node: DecisionTableNode, random: Random, around: Surroundings): DecisionTableNode {
  const hitPolicy = random.pick(hitPolicies);
  const inputs = Array.from({ length: random.between(1, 3) }, () => inputColumn(random, around));
  const writable = hitPolicy === "sum" ? around.writable.filter(({ type }) => isNumberType(type)) : around.writable;
  const targets = random.shuffle(writable).slice(0, random.between(1, 3));
  const readable = [...around.readable];
  const row = (id: string, columns: readonly Column[]): TableRow => ({
    id,
    inputs: columns.map(({ type, literals }) => inputCell(type, literals, random)),
    outputs: targets.map((target) => outputCell(target, readable, random, around)),
    reasonCode: random.pick(["", "", "R1", "R2", "R5"]),
  });
  const count = random.chance(0.15) ? random.between(30, 70) : random.between(1, 6);
  return {
    ...node,
    hitPolicy,
    inputColumns: inputs.map(({ formula }, place) => ({ id: `i${place}`, formula })),
    outputColumns: targets.map(({ key }, place) => ({ id: `o${place}`, resultField: key })),
    tableRows: Array.from({ length: count }, (_, place) => row(`r${place}`, inputs)),
    defaultRows: random.chance(0.5) ? [row("default", [])] : [],
  };
}

interface Column {
  readonly type: FieldType;
  readonly formula: string;
  /** The values in its cells. */
  readonly literals: readonly string[];
}

function inputColumn(random: Random, around: Surroundings): Column {
  const field = random.pick(around.readable);
  const literals = Array.from({ length: random.between(1, 5) }, () => literalOf(field.type, random));
  const isComputed = random.chance(0.25);
  return {
    type: field.type,
    literals,
    formula: isComputed ? formulaOf(field.type, random, around) : fieldReference(field.source, field.key),
  };
}

function inputCell(type: FieldType, literals: readonly string[], random: Random): string {
  if (random.chance(0.25)) return "-";
  const items = Array.from({ length: random.pick([1, 1, 2, 3]) }, () => inputItem(type, literals, random));
  const cell = `${random.chance(0.2) ? "not " : ""}${items.join(random.pick([",", ", "]))}`;
  const read = readCell(cell, type);
  if (!read.ok) return "-";
  // Also cells as a quick fix would write them.
  return random.chance(0.2) ? printCell(read.values, type) : cell;
}

function inputItem(type: FieldType, literals: readonly string[], random: Random): string {
  if (random.chance(0.1)) return "missing";
  const literal = random.pick(literals);
  if (type === "String") return `"${literal.replaceAll('"', '""')}"`;
  if (type === "Boolean") return literal;
  if (random.chance(0.4)) return `${random.pick(["[", "("])}${literal}..${random.pick(literals)}${random.pick(["]", ")"])}`;
  return random.pick(["", "= ", "!= ", "< ", "<= ", ">", ">="]) + literal;
}

function outputCell(target: SourcedField, readable: readonly SourcedField[], random: Random, around: Surroundings): string {
  if (random.chance(0.15)) return "-";
  if (random.chance(0.2)) return `= ${formulaOf(target.type, random, { ...around, readable })}`;
  const literal = literalOf(target.type, random);
  return target.type === "String" ? outputText(literal) : literal;
}
