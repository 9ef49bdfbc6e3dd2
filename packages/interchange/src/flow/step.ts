/** A decision of the file before it becomes a node: its expressions are parsed, and their types are not known yet. */
import { limits, type HitPolicy } from "@airlock/flow";
import { NotConvertible, type Cell, type Expression } from "../expression/expression.ts";
import { typeOf, typeOfCell, type Scope } from "../expression/types.ts";
import type { Field } from "./fields.ts";

export type Parsed<Value> =
  | { readonly ok: true; readonly value: Value; readonly source: string }
  | { readonly ok: false; readonly message: string; readonly source: string };

export function parsed<Value>(source: string, parse: (source: string) => Value): Parsed<Value> {
  try {
    if (source.length > limits.formulaLength) throw new NotConvertible(`This is longer than ${limits.formulaLength} characters.`);
    return { ok: true, value: parse(source), source };
  } catch (error) {
    if (!(error instanceof NotConvertible)) throw error;
    return { ok: false, message: error.message, source };
  }
}

/** How an expression is used. */
export interface Use {
  /** Only whether it holds matters. */
  readonly isCondition?: boolean;
  /** Fields that the step sets before. */
  readonly above?: readonly Field[];
}

interface StepParts {
  readonly name: string;
  /** Its position in the file, as the report states it. */
  readonly where: string;
  readonly scope: Scope;
  /** In which way the formula of an expression differs from the original, where it does. */
  readonly differenceOf: (expression: Expression, use: Use) => string | undefined;
}

export interface TableStep extends StepParts {
  readonly kind: "table";
  readonly hitPolicy: HitPolicy;
  /** Rows give the text of their only output as a reason code. */
  readonly asReasonCodes: boolean;
  /** Undefined where the cells are conditions of their own. */
  readonly inputs: readonly { readonly name: string; readonly expression: Parsed<Expression> | undefined }[];
  readonly outputs: readonly { readonly name: string; readonly field: Field }[];
  readonly rules: readonly Rule[];
  /** Stored where no rule matches; a text for each output, undefined for none. */
  readonly defaults?: readonly (Parsed<Expression> | undefined)[];
}

export interface Rule {
  readonly where: string;
  readonly cells: readonly Parsed<Cell>[];
  readonly outputs: readonly (Parsed<Expression> | undefined)[];
}

export interface FormulaStep extends StepParts {
  readonly kind: "formula";
  readonly results: readonly Result[];
}

interface Result {
  readonly name: string;
  readonly field: Field;
  readonly expression: Parsed<Expression>;
}

export type Step = TableStep | FormulaStep;

/** Finds out the types of fields from all expressions. A later step can determine the type of an earlier field, so this is repeated until nothing changes. */
export function findTypes(steps: readonly Step[], fields: () => Iterable<Field>): void {
  const known = (): number => [...fields()].filter(({ type }) => type !== undefined).length;
  for (let before = -1; before !== known();) {
    before = known();
    for (const step of steps) findTypesOf(step);
  }
}

function findTypesOf(step: Step): void {
  if (step.kind === "formula") {
    for (const { field, expression } of step.results) {
      // Also where the type is known: the expression determines types of fields that it uses.
      const type = expression.ok ? typeOf(expression.value, step.scope, field.type) : undefined;
      field.type ??= type;
    }
    return;
  }
  for (const { cells, outputs } of step.rules) {
    for (const [column, cell] of cells.entries()) {
      const input = step.inputs[column]?.expression;
      if (cell.ok && input?.ok !== false) typeOfCell(cell.value, input?.value ?? { kind: "boolean", value: true }, step.scope);
    }
    for (const [column, output] of outputs.entries()) {
      const field = step.outputs[column]?.field;
      if (field === undefined || output?.ok !== true) continue;
      const type = typeOf(output.value, step.scope, field.type);
      field.type ??= type;
    }
  }
}

/** Whether an output is a text that can be a reason code. */
export function isReasonCode(output: Parsed<Expression> | undefined): boolean {
  if (output?.ok !== true || output.value.kind !== "text") return false;
  const { value } = output.value;
  return value !== "" && value.length <= limits.reasonCodeLength;
}

/** Whether a cell takes every value. */
export function isAny({ tests, negated }: Cell): boolean {
  return tests === "any" && !negated;
}
