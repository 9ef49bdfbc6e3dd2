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

export interface TableStep {
  readonly kind: "table";
  readonly name: string;
  /** Its position in the file, as the report states it. */
  readonly where: string;
  readonly scope: Scope;
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

export interface FormulaStep {
  readonly kind: "formula";
  readonly name: string;
  readonly where: string;
  readonly scope: Scope;
  readonly results: readonly Result[];
}

export interface Result {
  readonly name: string;
  readonly field: Field;
  readonly expression: Parsed<Expression>;
  /** In which way the formula differs from the original, where it does. */
  readonly difference?: string;
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
      if (expression.ok) field.type ??= typeOf(expression.value, step.scope, field.type);
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
      if (field !== undefined && output?.ok === true) field.type ??= typeOf(output.value, step.scope, field.type);
    }
  }
}

/** Whether an output is a text that can be a reason code. */
export function isReasonCode(output: Parsed<Expression> | undefined): boolean {
  if (output?.ok !== true || output.value.kind !== "text") return false;
  const { value } = output.value;
  return value !== "" && value.length <= limits.reasonCodeLength;
}
