/** GoRules' JSON Decision Model. */
import type { Expression } from "../expression/expression.ts";
import type { Scope } from "../expression/types.ts";
import type { Field } from "../flow/fields.ts";
import { FlowBuilder } from "../flow/flow-builder.ts";
import {
  findTypes,
  isAny,
  isReasonCode,
  parsed,
  type FormulaStep,
  type Parsed,
  type Rule,
  type Step,
  type TableStep,
} from "../flow/step.ts";
import { finished, maxFileBytes, UnreadableFile, type Imported, type NotImported } from "../report/imported.ts";
import { Report } from "../report/report.ts";
import { buildFlow } from "./build-flow.ts";
import { joined, joinedValue, nothing, type Data, type Input, type Value } from "./data.ts";
import { inputSchema, typeInSchema } from "./input-schema.ts";
import { parseZen, parseZenCell } from "./parse-zen.ts";
import { inOrder, Json, readJdm, type Jdm, type JdmNode } from "./read-jdm.ts";
import { place } from "./place.ts";
import { Runs } from "./runs.ts";
import { shareFields, type Read, type Sharing } from "./share-fields.ts";
import { firstThatHolds, isCollectSwitch, statementsOf, withoutDeadEdges } from "./switch-statements.ts";
import { holdsWithoutValues, needsValues, zenDifference } from "./zen-difference.ts";

export function importJdm(text: string, name: string): Imported | NotImported {
  try {
    if (text.length > maxFileBytes) throw new UnreadableFile("This file is larger than 10 MB.");
    const jdm = withoutDeadEdges(readJdm(text));
    const first = new JdmImport(jdm, name);
    const { names, wrong } = first.read();
    // Which fields nodes can share is known when all of them are read.
    const last = names.size === 0 ? first : new JdmImport(jdm, name, names);
    if (last !== first) last.read();
    return last.build(wrong);
  } catch (error) {
    if (error instanceof UnreadableFile) return { ok: false, problem: error.message };
    throw error;
  }
}

/** The caller, who reads the results. */
const caller = "";

class JdmImport {
  readonly #jdm: Jdm;
  readonly #name: string;
  readonly #names: Sharing["names"];
  readonly #order: readonly JdmNode[];
  readonly #runs: Runs;
  readonly #report = new Report();
  readonly #flow = new FlowBuilder();
  readonly #fields = this.#flow.fields;
  /** What each node of the file returns. */
  readonly #returned = new Map<string, Data>();
  readonly #steps = new Map<string, Step>();
  #results = nothing;
  /** The nodes that set a path. */
  readonly #writers = new Map<string, string[]>();
  readonly #resultReads: Read[] = [];
  /** By node and name in the expression. */
  readonly #nodeReads = new Map<string, Read>();
  /** Whether rows or branches can be taken for which ZEN misses a value. */
  #needsValues = false;
  /** Types of the request, where the file states them. */
  readonly #schemas: Json[] = [];

  constructor(jdm: Jdm, name: string, names: Sharing["names"] = new Map()) {
    this.#jdm = jdm;
    this.#name = name;
    this.#names = names;
    this.#order = inOrder(jdm);
    this.#runs = new Runs(jdm, this.#order);
  }

  get #reads(): readonly Read[] {
    return [...this.#resultReads, ...this.#nodeReads.values()];
  }

  read(): Sharing {
    for (const node of this.#order) this.#read(node);
    this.#readResults();
    findTypes([...this.#steps.values()], () => [...this.#fields.application.values(), ...this.#fields.runtime.values()]);
    const nameOf = (id: string): string => this.#jdm.nodes.get(id)?.name ?? id;
    return shareFields(this.#reads, this.#writers, { runs: this.#runs, nameOf });
  }

  build(wrong: Sharing["wrong"]): Imported {
    this.#reportReads(wrong);
    buildFlow({ jdm: this.#jdm, order: this.#order, steps: this.#steps, flow: this.#flow, report: this.#report });
    this.#reportMissingValues();
    this.#reportUnreachedOutput();
    const reached = new Set(this.#order);
    for (const node of this.#jdm.nodes.values()) {
      if (!reached.has(node))
        this.#report.leftOut({
          kind: "node",
          where: place(node),
          source: node.type,
          text: "The input does not reach it, so it is never run.",
        });
    }
    return finished({
      format: "JDM",
      name: this.#name,
      flow: this.#flow,
      report: this.#report,
      results: [...this.#results.values.values()].map(({ field }) => field),
    });
  }

  // Reading: scopes and expressions.

  #read(node: JdmNode): void {
    const input = this.#inputOf(node);
    switch (node.type) {
      case "inputNode":
        this.#schemas.push(inputSchema(node.content));
        this.#returned.set(node.id, { open: true, values: new Map() });
        return;
      case "outputNode":
        if (input.open) {
          const text = "Airlock returns runtime fields only: what the caller sent is not repeated in the response.";
          this.#report.approximated({ kind: "output", where: place(node), source: "the whole input", text });
        }
        this.#returned.set(node.id, input);
        return;
      case "decisionTableNode":
        this.#readStep(node, input, (scope) => this.#table(node, scope));
        return;
      case "expressionNode":
        this.#readStep(node, input, (scope) => this.#expressions(node, scope));
        return;
      case "switchNode":
        this.#steps.set(node.id, this.#switch(node, this.#scope(node, input, "")));
        this.#returned.set(node.id, input);
        return;
      default:
        this.#leaveOut(node, leftOutTypes[node.type] ?? `Nodes of the type ${node.type} are not known.`);
    }
  }

  #leaveOut(node: JdmNode, text: string): void {
    this.#report.leftOut({
      kind: "node",
      where: place(node),
      source: node.type,
      text: `${text} The flow continues without it.`,
      changesResults: true,
    });
    // Nodes behind it see what came before: better than nothing, and the report says so.
    this.#returned.set(node.id, this.#inputOf(node));
  }

  #readStep(node: JdmNode, input: Data, read: (scope: Scope) => Step): void {
    const { content } = node;
    if (content.text("executionMode") === "loop") {
      this.#leaveOut(node, "It runs once for each item of a list, and Airlock has no lists as values.");
      return;
    }
    const step = read(this.#scope(node, input, content.text("inputField")));
    this.#steps.set(node.id, step);
    const passes = content.isTrue("passThrough");
    const before = passes ? input : nothing;
    const outputs = step.kind === "table" ? (step.asReasonCodes ? [] : step.outputs) : step.results;
    const written = outputs.map(({ field }, column) => {
      const isCertain = step.kind === "formula" || alwaysSets(step, column);
      return [field.original, this.#written(node.id, field, isCertain ? nothing : before, isCertain)] as const;
    });
    this.#returned.set(node.id, { open: before.open, values: new Map([...before.values, ...written]) });
  }

  /** `before` has the value that stays where the node does not set it. */
  #written(id: string, field: Field, before: Data, isCertain: boolean): Value {
    const nodes = this.#writers.get(field.original) ?? [];
    if (!nodes.includes(id)) this.#writers.set(field.original, [...nodes, id]);
    const value = before.values.get(field.original);
    return {
      field,
      writers: new Map([...(value?.writers ?? []), [id, new Set(value?.writers.keys())]]),
      isCertain: isCertain || value?.isCertain === true,
      isExact: value?.isExact ?? true,
      orRequest: value?.orRequest ?? before.open,
    };
  }

  #inputOf(node: JdmNode): Data {
    const inputs = this.#jdm.edges.flatMap((edge): readonly Input[] => {
      const data = edge.target === node.id ? this.#returned.get(edge.source) : undefined;
      return data === undefined ? [] : [{ data, causes: this.#runs.causesOfEdge(edge) }];
    });
    return joined(inputs, this.#runs);
  }

  /** What the output nodes return; without one, what the last nodes return. */
  #readResults(): void {
    const outputs = this.#order.filter(({ type }) => type === "outputNode");
    const last = this.#order.filter(({ id }) => !this.#jdm.sources.has(id));
    const inputs = (outputs.length === 0 ? last : outputs).map(({ id }): Input => ({
      data: this.#returned.get(id) ?? nothing,
      causes: this.#runs.causes(id),
    }));
    this.#results = joined(inputs, this.#runs);
    const causes = new Set(inputs.flatMap((input) => [...input.causes]));
    for (const [path, value] of this.#results.values) this.#resultReads.push({ reader: caller, causes, path, value });
  }

  #scope(node: JdmNode, input: Data, prefix: string): Scope {
    const inside = prefix === "" ? [] : prefix.split(".");
    return (parts) => {
      const [first = "", ...rest] = parts;
      if (first === "$") return this.#ownResult(node, rest.join("."));
      const path = (first === "$nodes" ? rest.slice(1) : [...inside, ...parts]).join(".");
      const data = first === "$nodes" ? this.#resultOf(node, rest[0] ?? "", path) : input;
      const value = data.values.get(path);
      if (value === undefined) return data.open ? this.#ofRequest(path) : undefined;
      const read = { reader: node.id, causes: this.#runs.causes(node.id), path, value };
      this.#nodeReads.set(JSON.stringify([node.id, ...parts]), read);
      return value.field;
    };
  }

  #ofRequest(path: string): Field {
    const field = this.#fields.field("Application", path);
    for (const schema of this.#schemas) field.type ??= typeInSchema(schema, path.split("."));
    return field;
  }

  #ownResult(node: JdmNode, path: string): Field | undefined {
    const names = node.content.list("expressions").map((expression) => expression.text("key").trim());
    return names.includes(path) ? this.#runtime(node, path) : undefined;
  }

  /** `$nodes.Name.field`. The reader can run without that node. */
  #resultOf(reader: JdmNode, name: string, path: string): Data {
    const node = [...this.#jdm.nodes.values()].find((one) => one.name === name);
    const data = node === undefined ? undefined : this.#returned.get(node.id);
    if (node === undefined || data === undefined) return nothing;
    const inputs = [
      { data, causes: this.#runs.causes(node.id) },
      { data: nothing, causes: this.#runs.causes(reader.id) },
    ];
    const value = joinedValue(path, inputs, this.#runs);
    return { open: data.open, values: value === undefined ? new Map() : new Map([[path, value]]) };
  }

  #runtime(node: JdmNode, output: string): Field {
    const path = withPath(node, output);
    return this.#fields.field("Runtime", path, { name: this.#names.get(path)?.get(node.id) ?? path });
  }

  #table(node: JdmNode, scope: Scope): TableStep {
    const { content } = node;
    const inputs = content.list("inputs");
    const outputs = content.list("outputs");
    const rules = content.list("rules").map((rule, index): Rule => ({
      where: `${place(node)}, rule ${index + 1}`,
      cells: inputs.map((input) => this.#cell(rule.text(input.text("id")), input.text("field") !== "")),
      outputs: outputs.map((output) => optional(rule.text(output.text("id")))),
    }));
    const isCollect = content.text("hitPolicy") === "collect";
    const asReasonCodes = isCollect && outputs.length === 1 && rules.every(({ outputs: [only] }) => isReasonCode(only));
    if (isCollect) this.#reportCollect(node, asReasonCodes);
    const columns = inputs.map((input) => ({
      name: input.text("name") || input.text("field"),
      expression: input.text("field") === "" ? undefined : parsed(input.text("field"), parseZen),
    }));
    const values = [...columns.map(({ expression }) => expression), ...rules.flatMap((rule) => rule.outputs)];
    this.#needsValues ||= values.some((value) => value?.ok === true && needsValues(value.value));
    return {
      kind: "table",
      name: node.name,
      where: place(node),
      scope,
      differenceOf: differenceIn(scope),
      hitPolicy: isCollect ? "all" : "first",
      asReasonCodes,
      inputs: columns,
      outputs: asReasonCodes
        ? []
        : outputs.map((output) => ({
            name: output.text("name") || output.text("field"),
            field: this.#runtime(node, output.text("field")),
          })),
      rules,
    };
  }

  #reportCollect(node: JdmNode, asReasonCodes: boolean): void {
    const entry = { kind: "hit policy", where: place(node), source: "collect" };
    if (asReasonCodes) {
      this.#report.approximated({
        ...entry,
        text: "Each matching row gives its text as a reason code; the response has them as reasonCodes, in the same order.",
      });
    } else {
      const text = "All in order: the fields have the values of the last matching row, and not a list of all of them.";
      this.#report.approximated({ ...entry, text, changesResults: true });
    }
  }

  #cell(source: string, hasField: boolean): Rule["cells"][number] {
    if (hasField || source.trim() === "") return parsed(source, parseZenCell);
    return parsed(source, (text) => ({ tests: [{ kind: "condition", condition: this.#condition(parseZen(text)) }], negated: false }));
  }

  /** A condition that takes a row or a branch. */
  #condition(condition: Expression): Expression {
    this.#needsValues ||= holdsWithoutValues(condition);
    return condition;
  }

  #expressions(node: JdmNode, scope: Scope): FormulaStep {
    const results = node.content.list("expressions").flatMap((item) => {
      const key = item.text("key").trim();
      if (key === "" || item.text("value").trim() === "") return [];
      return [{ name: key, field: this.#runtime(node, key), expression: parsed(item.text("value"), parseZen) }];
    });
    return { kind: "formula", name: node.name, where: place(node), scope, differenceOf: differenceIn(scope), results };
  }

  /** The number of the statement that holds; with `collect`, a Boolean for each. */
  #switch(node: JdmNode, scope: Scope): FormulaStep {
    const statements = statementsOf(node).map((statement) => ({ ...statement, condition: this.#statement(statement) }));
    const step = { kind: "formula", name: node.name, where: place(node), scope, differenceOf: differenceIn(scope) } as const;
    if (isCollectSwitch(node) && statements.length > 0) {
      const results = statements.map(({ number, condition }) => ({
        name: `statement ${number}`,
        field: this.#fields.field("Runtime", `${node.name} ${number}`, { isHelper: true }),
        expression: condition,
      }));
      return { ...step, results };
    }
    const unreadable = statements.map(({ condition }) => condition).find(({ ok }) => !ok);
    const expression: Parsed<Expression> = unreadable ?? {
      ok: true,
      value: firstThatHolds(statements),
      source: statements.map(({ source }) => source).join("; "),
    };
    return {
      ...step,
      results: [{ name: "route", field: this.#fields.field("Runtime", `${node.name} route`, { isHelper: true }), expression }],
    };
  }

  #statement({ source, isDefault }: { readonly source: string; readonly isDefault: boolean }): Parsed<Expression> {
    if (isDefault) return { ok: true, value: { kind: "boolean", value: true }, source };
    return parsed(source, (text) => this.#condition(parseZen(text)));
  }

  #reportMissingValues(): void {
    const entry = { kind: "missing values", source: "", changesResults: true } as const;
    const result = "In Airlock the result is missing, and a comparison is false.";
    if (this.#order.some(({ id, type }) => type === "expressionNode" && this.#steps.has(id)))
      this.#report.approximated({ ...entry, where: "Expressions", text: `With a missing value, ZEN stops with an error. ${result}` });
    if (this.#needsValues)
      this.#report.approximated({
        ...entry,
        where: "Tables and switches",
        text: `ZEN takes no row or branch that calculates with a missing value. ${result}`,
      });
  }

  /** Where ZEN reaches no output, it returns what nodes without edges return, and no values of other nodes. */
  #reportUnreachedOutput(): void {
    const outputs = this.#order.filter(({ type }) => type === "outputNode");
    const [output] = outputs;
    if (output === undefined) return;
    const reached = new Set(outputs.flatMap(({ id }) => [...this.#runs.causes(id)]));
    const setters = new Set([...this.#results.values.keys()].flatMap((path) => this.#writers.get(path) ?? []));
    const isReturned = ({ id, type }: JdmNode): boolean => setters.has(id) || (type !== "outputNode" && !this.#jdm.sources.has(id));
    if (this.#order.every((node) => !isReturned(node) || this.#runs.covers(reached, this.#runs.causes(node.id)))) return;
    this.#report.approximated({
      kind: "output",
      where: place(output),
      source: "",
      text: "Where no branch leads to the output, the original returns what its nodes without edges return. Airlock returns the fields of the output that were set.",
      changesResults: true,
    });
  }

  #reportReads(wrong: Sharing["wrong"]): void {
    const other = "The value of a node that does not reach this one in the original can be in this field.";
    this.#reportFields(wrong, other);
    const missing = "Where no node before it sets this field, the original takes the value of the request. In Airlock it is missing.";
    this.#reportFields(
      this.#reads.filter(({ path, value }) => value.orRequest && this.#fields.application.has(path)),
      missing,
    );
  }

  #reportFields(reads: readonly Read[], text: string): void {
    for (const [reader, ofReader] of Map.groupBy(reads, (read) => read.reader)) {
      const node = this.#jdm.nodes.get(reader);
      const where = node === undefined ? "Results" : place(node);
      for (const source of new Set(ofReader.map(({ path }) => path)))
        this.#report.approximated({ kind: "field", where, source, text, changesResults: true });
    }
  }
}

const leftOutTypes: Readonly<Record<string, string>> = {
  functionNode: "JavaScript does not run in Airlock: use a Formula, a Decision Table or a Web Call.",
  decisionNode: "It calls another decision file: import that file too, and copy its nodes.",
  customNode: "It is a node of another product's own.",
};

function withPath({ content }: JdmNode, path: string): string {
  const prefix = content.text("outputPath");
  return prefix === "" ? path : `${prefix}.${path}`;
}

function optional(source: string): Parsed<Expression> | undefined {
  return source.trim() === "" ? undefined : parsed(source, parseZen);
}

/** Whether each rule sets this output, and one takes everything. */
function alwaysSets({ rules }: TableStep, column: number): boolean {
  const takesAll = ({ cells }: Rule): boolean => cells.every((cell) => cell.ok && isAny(cell.value));
  return rules.some(takesAll) && rules.every(({ outputs }) => outputs[column] !== undefined);
}

function differenceIn(scope: Scope): Step["differenceOf"] {
  return (expression, use) => zenDifference(expression, use, scope);
}
