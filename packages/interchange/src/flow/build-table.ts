import { anyCell, limits, nothingCell, type FieldType, type NodeOf, type TableRow } from "@airlock/flow";
import { NotConvertible, type Cell, type Expression } from "../expression/expression.ts";
import { cellText, outputCell } from "../expression/to-cell.ts";
import { formulaText } from "../expression/to-formula.ts";
import { typeOf } from "../expression/types.ts";
import type { Report } from "../report/report.ts";
import type { FlowBuilder } from "./flow-builder.ts";
import { isAny, type Parsed, type Rule, type TableStep } from "./step.ts";

interface Column {
  readonly formula: string;
  readonly type: FieldType;
  readonly expression: Expression;
}

const always: Expression = { kind: "boolean", value: true };

/** A Decision Table node of the same rules. */
export function buildTable(step: TableStep, flow: FlowBuilder, report: Report): NodeOf<"DecisionTable"> {
  return new TableBuilder(step, report).build(flow);
}

class TableBuilder {
  readonly #step: TableStep;
  readonly #report: Report;
  /** By input of the file; undefined for one that has no column. */
  readonly #columns: readonly (Column | undefined)[];
  /** Conditions that no cell can express are columns of their own, by their formula. */
  readonly #conditions: string[] = [];

  constructor(step: TableStep, report: Report) {
    this.#step = step;
    this.#report = report;
    this.#columns = step.inputs.map((input) => this.#column(input));
  }

  build(flow: FlowBuilder): NodeOf<"DecisionTable"> {
    const { step, report } = { step: this.#step, report: this.#report };
    const rows: { readonly rule: Rule; readonly inputs: ReadonlyMap<string, string>; readonly outputs: readonly string[] }[] = [];
    for (const rule of step.rules) {
      const inputs = this.#inputs(rule);
      if (inputs !== undefined) rows.push({ rule, inputs, outputs: this.#outputs(rule) });
    }
    const formulas = [
      ...new Set([...this.#columns.flatMap((column) => (column === undefined ? [] : [column.formula])), ...this.#conditions]),
    ];
    // A table has at least one input.
    const columns = formulas.length === 0 ? ["true"] : formulas;
    const tableRows = rows.map(({ inputs, outputs, rule }, index): TableRow => {
      const reason = rule.outputs[0];
      const code = step.asReasonCodes && reason?.ok === true && reason.value.kind === "text" ? reason.value.value : "";
      return {
        id: `row${index + 1}`,
        inputs: columns.map((formula) => inputs.get(formula) ?? anyCell),
        outputs: step.asReasonCodes ? [] : outputs,
        reasonCode: code,
      };
    });
    const defaults = step.defaults?.map((value, column) => this.#output(value, column, `${step.where}, default`));
    const last = tableRows.at(-1);
    // The last row of a first-match table that takes everything is what Airlock calls the default row.
    const isDefault =
      step.hitPolicy === "first" && tableRows.length > 1 && last !== undefined && last.inputs.every((cell) => cell === anyCell);
    for (const { field } of step.outputs) field.isSet = true;
    const node = flow.add("DecisionTable", step.name, {
      hitPolicy: step.hitPolicy,
      inputColumns: columns.map((formula, index) => ({ id: `in${index + 1}`, formula })),
      outputColumns: step.asReasonCodes ? [] : step.outputs.map(({ field }, index) => ({ id: `out${index + 1}`, resultField: field.key })),
      tableRows: isDefault ? tableRows.slice(0, -1) : tableRows,
      defaultRows: isDefault
        ? [{ ...last, inputs: [] }]
        : defaults === undefined || step.asReasonCodes
          ? []
          : [{ id: "default", inputs: [], outputs: defaults, reasonCode: "" }],
    });
    report.converted({
      kind: "table",
      where: step.where,
      source: step.name,
      text: `Decision Table with ${tableRows.length} rows`,
      nodeId: node.id,
    });
    this.#reportColumns(node.id, flow);
    for (const { rule } of rows) {
      const source = rule.cells.map((cell) => (cell.source.trim() === "" ? anyCell : cell.source.trim())).join(" | ");
      this.#reportRow({ kind: "rule", where: rule.where, source, text: "A row", nodeId: node.id }, this.#differencesOf(rule));
    }
    const ofDefaults = this.#differencesOfOutputs(step.defaults ?? []);
    if (ofDefaults.length > 0) {
      const source = step.defaults?.map((value) => value?.source ?? nothingCell).join(" | ") ?? "";
      this.#reportRow({ kind: "default", where: `${step.where}, default`, source, text: "The default row", nodeId: node.id }, ofDefaults);
    }
    return node;
  }

  #reportColumns(nodeId: string, flow: FlowBuilder): void {
    for (const [index, { name, expression }] of this.#step.inputs.entries()) {
      const column = this.#columns[index];
      if (expression === undefined || column === undefined) continue;
      const difference = this.#step.differenceOf(column.expression, {});
      if (difference === undefined) continue;
      const text = `${flow.shown(column.formula)}. ${difference}`;
      const where = `${this.#step.where}, column ${name}`;
      this.#report.approximated({ kind: "input column", where, source: expression.source, text, nodeId, changesResults: true });
    }
  }

  #reportRow(entry: Parameters<Report["converted"]>[0], differences: readonly string[]): void {
    if (differences.length === 0) this.#report.converted(entry);
    else this.#report.approximated({ ...entry, text: [`${entry.text}.`, ...new Set(differences)].join(" "), changesResults: true });
  }

  #differencesOf({ cells, outputs }: Rule): readonly string[] {
    const conditions = cells.flatMap((cell): readonly Expression[] =>
      cell.ok ? [{ kind: "in", value: { kind: "null" }, cell: cell.value }] : [],
    );
    const found = conditions.flatMap((condition) => this.#step.differenceOf(condition, { isCondition: true }) ?? []);
    return [...found, ...this.#differencesOfOutputs(outputs)];
  }

  #differencesOfOutputs(outputs: readonly (Parsed<Expression> | undefined)[]): readonly string[] {
    const fields = this.#step.outputs.map(({ field }) => field);
    return fields.flatMap((_, column) => {
      const output = outputs[column];
      return output?.ok === true ? (this.#step.differenceOf(output.value, { above: fields.slice(0, column) }) ?? []) : [];
    });
  }

  #column({ name, expression }: TableStep["inputs"][number]): Column | undefined {
    if (expression === undefined) return undefined;
    const { scope, where, rules, inputs } = this.#step;
    try {
      if (!expression.ok) throw new NotConvertible(expression.message);
      return {
        formula: formulaText(expression.value, { scope }),
        type: typeOf(expression.value, scope) ?? "String",
        expression: expression.value,
      };
    } catch (error) {
      if (!(error instanceof NotConvertible)) throw error;
      const position = inputs.findIndex((input) => input.expression === expression);
      const isUsed = rules.some(({ cells }) => cells[position]?.ok === true && !isAny(cells[position].value));
      this.#report.leftOut({
        kind: "input column",
        where: `${where}, column ${name}`,
        source: expression.source,
        text: `${error.message} ${isUsed ? "Rules that test this column are left out." : "No rule tests this column."}`,
        ...(isUsed ? { changesResults: true } : {}),
      });
      return undefined;
    }
  }

  /** The cells by formula of their column; undefined where the rule is left out. */
  #inputs(rule: Rule): ReadonlyMap<string, string> | undefined {
    const { scope, inputs } = this.#step;
    const cells = new Map<string, string>();
    for (const [index, cell] of rule.cells.entries()) {
      try {
        if (!cell.ok) throw new NotConvertible(cell.message);
        if (isAny(cell.value)) continue;
        const column = this.#columns[index];
        if (column === undefined && inputs[index]?.expression !== undefined)
          throw new NotConvertible(`The column ${inputs[index].name} is left out.`);
        this.#test(cell.value, column, cells, scope);
      } catch (error) {
        if (!(error instanceof NotConvertible)) throw error;
        const text = `${error.message} The rule is left out.`;
        this.#report.leftOut({
          kind: "rule",
          where: `${rule.where}, column ${inputs[index]?.name ?? ""}`,
          source: cell.source,
          text,
          changesResults: true,
        });
        return undefined;
      }
    }
    return cells;
  }

  #test(cell: Cell, column: Column | undefined, cells: Map<string, string>, scope: TableStep["scope"]): void {
    const text = column === undefined ? undefined : cellText(cell, column.type);
    if (column !== undefined && text !== undefined && !cells.has(column.formula)) {
      cells.set(column.formula, text);
      return;
    }
    const formula = formulaText({ kind: "in", value: column?.expression ?? always, cell }, { scope }, "Boolean");
    if (!this.#conditions.includes(formula)) this.#conditions.push(formula);
    if (this.#conditions.length + this.#columns.length > limits.tableColumns) {
      throw new NotConvertible(`Only a formula can express this, and a table has ${limits.tableColumns} input columns at most.`);
    }
    cells.set(formula, "true");
  }

  #outputs(rule: Rule): readonly string[] {
    return this.#step.outputs.map((_, column) => this.#output(rule.outputs[column], column, rule.where));
  }

  #output(value: Parsed<Expression> | undefined, column: number, where: string): string {
    const output = this.#step.outputs[column];
    if (value === undefined || output === undefined || this.#step.asReasonCodes) return nothingCell;
    try {
      if (!value.ok) throw new NotConvertible(value.message);
      const type = typeOf(value.value, this.#step.scope);
      const wanted = output.field.type ?? "String";
      if (type !== undefined && type !== wanted)
        throw new NotConvertible(`${output.field.name} is a ${wanted} field, and this is a ${type}.`);
      return outputCell(value.value, wanted, { scope: this.#step.scope });
    } catch (error) {
      if (!(error instanceof NotConvertible)) throw error;
      const text = `${error.message} The row leaves ${output.field.name} as it is.`;
      this.#report.leftOut({ kind: "output", where: `${where}, column ${output.name}`, source: value.source, text, changesResults: true });
      return nothingCell;
    }
  }
}
