import type { FieldRead, FieldRef } from "../kinds/kind.ts";
import type { Formula } from "./formula.ts";
import { findFunction, formulaFunctions } from "./functions.ts";

/** The fields that a formula reads, from the left. Types are not needed for it. */
export function formulaReads(formula: Formula): readonly FieldRead[] {
  return readsIn(formula, false);
}

function readsIn(formula: Formula, missingIsFine: boolean): readonly FieldRead[] {
  if (formula.kind === "field") return [{ access: "read", source: formula.source, key: formula.key, missingIsFine }];
  // A condition is never missing, so its result does not depend on whether its fields are.
  const isPassedOn = missingIsFine && !isCondition(formula);
  return partsOf(formula).flatMap((part, index) => readsIn(part, asksIfSet(formula, index) || isPassedOn));
}

/** As in conditions: comparing with a literal is how one tests whether a field is set. */
function asksIfSet(formula: Formula, index: number): boolean {
  if (formula.kind === "call") {
    const name = findFunction(formula.name);
    return name === "isMissing" || (name === "ifMissing" && index === 0);
  }
  if (formula.kind !== "binary" || (formula.operator !== "=" && formula.operator !== "!=")) return false;
  return [formula.left, formula.right].some(({ kind }) => kind === "number" || kind === "text" || kind === "boolean");
}

/**
 * The fields on which its presence depends: if none of them is missing, the value is not missing either. Undefined if it may be missing
 * anyway.
 */
export function formulaNeeds(formula: Formula): readonly FieldRef[] | undefined {
  if (formula.kind === "field") return [{ source: formula.source, key: formula.key }];
  if (isCondition(formula)) return [];
  const parts = partsOf(formula);
  const name = formula.kind === "call" ? findFunction(formula.name) : undefined;
  if (name === "lookup") return undefined;
  return needsOfAll(name === "if" || name === "ifMissing" ? parts.slice(1) : parts);
}

/** What all of them together need. */
export function needsOfAll(formulas: readonly Formula[]): readonly FieldRef[] | undefined {
  const needs = formulas.map(formulaNeeds);
  return needs.every((one) => one !== undefined) ? needs.flat() : undefined;
}

function isCondition(formula: Formula): boolean {
  if (formula.kind === "not") return true;
  if (formula.kind === "binary") return !["+", "-", "*", "/", "^"].includes(formula.operator);
  const name = formula.kind === "call" ? findFunction(formula.name) : undefined;
  return name !== undefined && formulaFunctions[name].result === "Boolean";
}

function partsOf(formula: Formula): readonly Formula[] {
  if (formula.kind === "negate" || formula.kind === "not") return [formula.operand];
  if (formula.kind === "binary") return [formula.left, formula.right];
  return formula.kind === "call" ? formula.args : [];
}
