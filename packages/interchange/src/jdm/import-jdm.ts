/** GoRules' JSON Decision Model. */
import { limits, type ConditionItem, type FieldType } from "@airlock/flow";
import type { Expression } from "../expression/expression.ts";
import { contains } from "../expression/walk.ts";
import type { Scope } from "../expression/types.ts";
import { buildFormulas } from "../flow/build-formulas.ts";
import { buildTable } from "../flow/build-table.ts";
import type { Field } from "../flow/fields.ts";
import { FlowBuilder, hasValue } from "../flow/flow-builder.ts";
import {
  findTypes,
  isReasonCode,
  parsed,
  type FormulaStep,
  type Parsed,
  type Result,
  type Rule,
  type Step,
  type TableStep,
} from "../flow/step.ts";
import { finished, maxFileBytes, UnreadableFile, type Imported, type NotImported } from "../report/imported.ts";
import { Report } from "../report/report.ts";
import { parseZen, parseZenCell } from "./parse-zen.ts";
import { inOrder, Json, readJdm, type Jdm, type JdmNode } from "./read-jdm.ts";

export function importJdm(text: string, name: string): Imported | NotImported {
  try {
    if (text.length > maxFileBytes) throw new UnreadableFile("This file is larger than 10 MB.");
    return new JdmImport(readJdm(text), name).run();
  } catch (error) {
    if (error instanceof UnreadableFile) return { ok: false, problem: error.message };
    throw error;
  }
}

/** What a node sees or returns: fields by path. `open` also has every field of the request. */
interface Data {
  readonly open: boolean;
  readonly fields: ReadonlyMap<string, Field>;
}

const nothing: Data = { open: false, fields: new Map() };

interface SwitchStatement {
  readonly id: string;
  readonly isDefault: boolean;
  readonly source: string;
}

/** Where the links of a node of the file leave from in the flow. */
interface Exit {
  readonly nodeId: string;
  readonly conditions?: readonly ConditionItem[];
  readonly otherwise?: true;
  readonly label?: string;
}

class JdmImport {
  readonly #jdm: Jdm;
  readonly #name: string;
  readonly #report = new Report();
  readonly #flow = new FlowBuilder();
  readonly #fields = this.#flow.fields;
  /** What each node of the file returns. */
  readonly #returned = new Map<string, Data>();
  readonly #steps = new Map<string, Step>();
  readonly #results = new Map<string, Field>();
  /** Types of the request, where the file states them. */
  readonly #schemas: Json[] = [];

  constructor(jdm: Jdm, name: string) {
    this.#jdm = jdm;
    this.#name = name;
  }

  run(): Imported {
    const order = inOrder(this.#jdm);
    for (const node of order) this.#read(node);
    findTypes([...this.#steps.values()], () => [...this.#fields.application.values(), ...this.#fields.runtime.values()]);
    this.#build(order);
    if ([...this.#steps.values()].some(({ kind }) => kind === "formula")) {
      const text = "With a missing value, ZEN stops with an error. In Airlock the result is missing, and a comparison is false.";
      this.#report.approximated({ kind: "missing values", where: "Expressions and switches", source: "", text, changesResults: true });
    }
    const reached = new Set(order);
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
      results: [...this.#results.values()],
    });
  }

  // Reading: scopes and expressions.

  #read(node: JdmNode): void {
    const input = this.#inputOf(node);
    switch (node.type) {
      case "inputNode":
        this.#schemas.push(inputSchema(node.content));
        this.#returned.set(node.id, { open: true, fields: new Map() });
        return;
      case "outputNode":
        for (const [path, field] of input.fields) this.#results.set(path, field);
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
    const outputs = step.kind === "table" ? (step.asReasonCodes ? [] : step.outputs) : step.results;
    const written = outputs.map(({ field }): [string, Field] => [field.original, field]);
    if (!passes) this.#warnOfOldValues(node, input, written);
    this.#returned.set(
      node.id,
      passes ? { open: input.open, fields: new Map([...input.fields, ...written]) } : { open: false, fields: new Map(written) },
    );
  }

  /** Where nothing matches, ZEN returns nothing; a runtime field keeps what an earlier node stored. */
  #warnOfOldValues(node: JdmNode, input: Data, written: readonly [string, Field][]): void {
    if (node.type !== "decisionTableNode") return;
    for (const [path] of written) {
      if (!input.fields.has(path)) continue;
      const text =
        "An earlier node sets this field too. Where no rule matches, the original returns nothing and Airlock keeps the earlier value.";
      this.#report.approximated({ kind: "output", where: place(node), source: path, text, changesResults: true });
    }
  }

  #parents(node: JdmNode): readonly JdmNode[] {
    return this.#jdm.edges.flatMap(({ source, target }) => (target === node.id ? (this.#jdm.nodes.get(source) ?? []) : []));
  }

  /** What the nodes before it return, together. */
  #inputOf(node: JdmNode): Data {
    const all = this.#parents(node).map(({ id }) => this.#returned.get(id) ?? nothing);
    return { open: all.some(({ open }) => open), fields: new Map(all.flatMap(({ fields }) => [...fields])) };
  }

  #scope(node: JdmNode, input: Data, prefix: string): Scope {
    const inside = prefix === "" ? [] : prefix.split(".");
    return (parts) => {
      const [first = "", ...rest] = parts;
      if (first === "$") return this.#ownResult(node, rest.join("."));
      if (first === "$nodes") return this.#resultOf(rest);
      return this.#lookUp(input, [...inside, ...parts].join("."));
    };
  }

  #lookUp({ open, fields }: Data, path: string): Field | undefined {
    const known = fields.get(path);
    if (known !== undefined || !open) return known;
    const field = this.#fields.field("Application", path);
    for (const schema of this.#schemas) field.type ??= typeInSchema(schema, path.split("."));
    return field;
  }

  #ownResult(node: JdmNode, path: string): Field | undefined {
    const step = this.#steps.get(node.id);
    const names = node.content.list("expressions").map((expression) => expression.text("key"));
    return step?.kind === "formula" || names.includes(path) ? this.#fields.runtime.get(withPath(node, path)) : undefined;
  }

  /** `$nodes.Name.field`. */
  #resultOf([name = "", ...path]: readonly string[]): Field | undefined {
    const node = [...this.#jdm.nodes.values()].find((one) => one.name === name);
    const returned = node === undefined ? undefined : this.#returned.get(node.id);
    return returned === undefined ? undefined : this.#lookUp(returned, path.join("."));
  }

  #runtime(node: JdmNode, path: string): Field {
    return this.#fields.field("Runtime", withPath(node, path));
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
    return {
      kind: "table",
      name: node.name,
      where: place(node),
      scope,
      hitPolicy: isCollect ? "all" : "first",
      asReasonCodes,
      inputs: inputs.map((input) => ({
        name: input.text("name") || input.text("field"),
        expression: input.text("field") === "" ? undefined : parsed(input.text("field"), parseZen),
      })),
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
    return parsed(source, (text) => ({ tests: [{ kind: "condition", condition: parseZen(text) }], negated: false }));
  }

  #expressions(node: JdmNode, scope: Scope): FormulaStep {
    const results = node.content.list("expressions").flatMap((item) => {
      const key = item.text("key").trim();
      if (key === "" || item.text("value").trim() === "") return [];
      return [{ name: key, field: this.#runtime(node, key), expression: parsed(item.text("value"), parseZen) }];
    });
    return { kind: "formula", name: node.name, where: place(node), scope, results: withDifferences(results, scope) };
  }

  /** The number of the statement that holds; with `collect`, a Boolean for each. */
  #switch(node: JdmNode, scope: Scope): FormulaStep {
    const statements = statementsOf(node.content).filter(({ isDefault }) => !isDefault);
    const conditions = statements.map(({ source }) => parsed(source, parseZen));
    if (isCollectSwitch(node)) {
      const results = conditions.map((expression, index) => ({
        name: `statement ${index + 1}`,
        field: this.#fields.field("Runtime", `${node.name} ${index + 1}`, true),
        expression,
      }));
      return { kind: "formula", name: node.name, where: place(node), scope, results };
    }
    const unreadable = conditions.find(({ ok }) => !ok);
    const expression: Parsed<Expression> = unreadable ?? {
      ok: true,
      value: firstThatHolds(conditions),
      source: statements.map(({ source }) => source).join("; "),
    };
    const field = this.#fields.field("Runtime", `${node.name} route`, true);
    return {
      kind: "formula",
      name: node.name,
      where: place(node),
      scope,
      results: conditions.length === 0 ? [] : [{ name: "route", field, expression }],
    };
  }

  // Building: nodes and links.

  #build(order: readonly JdmNode[]): void {
    const exits = new Map<string, (handle: string) => readonly Exit[]>();
    let end: string | undefined;
    const start = this.#flow.add("Start", "Start");
    for (const node of order) {
      if (node.type === "inputNode") {
        exits.set(node.id, () => [{ nodeId: start.id }]);
        continue;
      }
      const into = this.#jdm.edges.flatMap(({ source, target, handle }) => (target === node.id ? (exits.get(source)?.(handle) ?? []) : []));
      const made = node.type === "outputNode" ? (end ??= this.#flow.add("End", "End").id) : this.#buildNode(node);
      if (made === undefined) {
        // Nothing is left of the node: links before and after it are joined.
        if (node.type === "switchNode") {
          this.#report.leftOut({
            kind: "node",
            where: place(node),
            source: node.type,
            text: "All of its branches are taken.",
            changesResults: true,
          });
        }
        exits.set(node.id, () => into);
        continue;
      }
      this.#connect(into, made);
      exits.set(node.id, node.type === "switchNode" ? this.#switchExits(node, made) : () => [{ nodeId: made }]);
    }
    this.#finishPaths(end);
  }

  #connect(into: readonly Exit[], target: string): void {
    const seen = new Set<string>();
    for (const { nodeId, conditions = [], otherwise = false, label = "" } of into) {
      const key = JSON.stringify([nodeId, conditions, otherwise]);
      if (seen.has(key)) continue;
      seen.add(key);
      this.#flow.link(nodeId, target, { conditionFields: conditions, otherwise, label: label.slice(0, limits.labelLength) });
      this.#report.converted({ kind: "edge", where: "Edges", source: label, text: "A link", nodeId: target });
    }
  }

  #buildNode(node: JdmNode): string | undefined {
    const step = this.#steps.get(node.id);
    if (step === undefined) return undefined;
    return (step.kind === "table" ? buildTable(step, this.#flow, this.#report) : buildFormulas(step, this.#flow, this.#report))?.id;
  }

  #switchExits(node: JdmNode, nodeId: string): (handle: string) => readonly Exit[] {
    const statements = statementsOf(node.content);
    const tested = statements.filter(({ isDefault }) => !isDefault);
    const step = this.#steps.get(node.id);
    const fields = step?.kind === "formula" ? step.results.map(({ field }) => field) : [];
    return (handle) => {
      const statement = statements.find(({ id }) => id === handle);
      if (statement === undefined) return [];
      if (statement.isDefault) return [{ nodeId, otherwise: true, label: "otherwise" }];
      const index = tested.indexOf(statement);
      const [field, literal] = isCollectSwitch(node) ? [fields[index], "true"] : [fields[0], String(index + 1)];
      return field === undefined ? [] : [{ nodeId, conditions: hasValue(field, literal), label: statement.source }];
    };
  }

  /** A file without an output node returns what its last nodes return. */
  #finishPaths(end: string | undefined): void {
    if (end !== undefined) return;
    const last = this.#flow.add("End", "End");
    for (const [id, data] of this.#returned) {
      if (this.#jdm.edges.some(({ source }) => source === id)) continue;
      for (const [path, field] of data.fields) this.#results.set(path, field);
    }
    for (const nodeId of this.#flow.leaves()) if (nodeId !== last.id) this.#flow.link(nodeId, last.id);
  }
}

const schemaTypes: Readonly<Record<string, FieldType>> = { string: "String", number: "Float", integer: "Float", boolean: "Boolean" };

/** The JSON schema of an input node is a text in its content. */
function inputSchema(content: Json): Json {
  try {
    return new Json(JSON.parse(content.text("schema")));
  } catch {
    return new Json(undefined);
  }
}

function typeInSchema(schema: Json, path: readonly string[]): FieldType | undefined {
  const part = path.reduce((inner, name) => inner.object("properties").object(name), schema);
  const type = part.text("type");
  return Object.hasOwn(schemaTypes, type) ? schemaTypes[type] : undefined;
}

const leftOutTypes: Readonly<Record<string, string>> = {
  functionNode: "JavaScript does not run in Airlock: use a Formula, a Decision Table or a Web Call.",
  decisionNode: "It calls another decision file: import that file too, and copy its nodes.",
  customNode: "It is a node of another product's own.",
};

function place({ type, name }: JdmNode): string {
  return `${nouns[type] ?? "Node"} "${name}"`;
}

const nouns: Readonly<Record<string, string>> = {
  decisionTableNode: "Table",
  expressionNode: "Expression",
  switchNode: "Switch",
  functionNode: "Function",
  outputNode: "Output",
  decisionNode: "Decision",
};

function withPath({ content }: JdmNode, path: string): string {
  const prefix = content.text("outputPath");
  return prefix === "" ? path : `${prefix}.${path}`;
}

function optional(source: string): Parsed<Expression> | undefined {
  return source.trim() === "" ? undefined : parsed(source, parseZen);
}

function isCollectSwitch({ content }: JdmNode): boolean {
  return content.text("hitPolicy") === "collect";
}

const roundsDifferently = "Airlock keeps 15 digits, ZEN 28; division by zero fails the execution, in ZEN the result is empty.";
const readsNewValue = "It reads a field that a result above it overwrites, and uses the new value; the original uses the old one.";

/** An expression of ZEN sees what came into the node; a formula sees the results above it. */
function withDifferences(results: readonly Result[], scope: Scope): readonly Result[] {
  const above = new Set<Field>();
  return results.map((result) => {
    const { field, expression } = result;
    const found: string[] = [];
    if (expression.ok) {
      const divides = contains(expression.value, (part) => part.kind === "binary" && ["/", "%", "^"].includes(part.operator));
      if (divides) found.push(roundsDifferently);
      const overwritten = contains(
        expression.value,
        (part) => part.kind === "path" && part.parts[0] !== "$" && isIn(above, scope(part.parts)),
      );
      if (overwritten) found.push(readsNewValue);
    }
    above.add(field);
    return found.length === 0 ? result : { ...result, difference: found.join(" ") };
  });
}

function isIn(fields: ReadonlySet<Field>, field: Field | undefined): boolean {
  return field !== undefined && fields.has(field);
}

function statementsOf(content: Json): readonly SwitchStatement[] {
  return content.list("statements").map((statement) => {
    const source = statement.text("condition");
    return { id: statement.text("id"), source, isDefault: source.trim() === "" };
  });
}

function firstThatHolds(conditions: readonly Parsed<Expression>[]): Expression {
  return conditions.reduceRight<Expression>(
    (otherwise, condition, index) =>
      condition.ok ? { kind: "if", condition: condition.value, holds: { kind: "number", text: String(index + 1) }, otherwise } : otherwise,
    { kind: "number", text: "0" },
  );
}
