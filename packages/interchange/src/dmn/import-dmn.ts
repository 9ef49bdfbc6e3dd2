/** Decision Model and Notation: decision tables and literal expressions. */
import type { Cell, Expression } from "../expression/expression.ts";
import { typeOf, type Scope } from "../expression/types.ts";
import { buildFormulas } from "../flow/build-formulas.ts";
import { buildTable } from "../flow/build-table.ts";
import type { Field } from "../flow/fields.ts";
import { FlowBuilder } from "../flow/flow-builder.ts";
import { findTypes, parsed, type FormulaStep, type Parsed, type Rule, type Step, type TableStep } from "../flow/step.ts";
import { finished, maxFileBytes, UnreadableFile, type Imported, type NotImported } from "../report/imported.ts";
import { Report } from "../report/report.ts";
import { feelDifference } from "./feel-difference.ts";
import { policyOf, type Policy } from "./hit-policy.ts";
import { nameText, parseFeel, parseFeelCell, type Names } from "./parse-feel.ts";
import { readDmn, type Dmn, type Part } from "./read-dmn.ts";
import { ItemTypes } from "./item-types.ts";

export async function importDmn(text: string, name: string): Promise<Imported | NotImported> {
  try {
    if (text.length > maxFileBytes) throw new UnreadableFile("This file is larger than 10 MB.");
    return new DmnImport(await readDmn(text), name).run();
  } catch (error) {
    if (error instanceof UnreadableFile) return { ok: false, problem: error.message };
    throw error;
  }
}

interface Decision {
  readonly id: string;
  readonly name: string;
  readonly part: Part;
  /** Ids of decisions that it needs. */
  readonly needs: readonly string[];
}

class DmnImport {
  readonly #dmn: Dmn;
  readonly #name: string;
  readonly #types: ItemTypes;
  readonly #report = new Report();
  readonly #flow = new FlowBuilder();
  readonly #decisions = new Map<string, Decision>();
  /** Of the input data that the file declares. */
  readonly #inputs = new Map<string, string>();
  readonly #steps = new Map<string, Step>();
  readonly #results = new Set<Field>();
  /** Those that the expressions of the decision can use, which is being read. */
  #known: Names = {};

  constructor(dmn: Dmn, name: string) {
    this.#dmn = dmn;
    this.#name = dmn.definitions.text("name") || name;
    this.#types = new ItemTypes(dmn.definitions);
  }

  run(): Imported {
    const { version, definitions, warnings } = this.#dmn;
    if (version !== "1.3")
      this.#report.approximated({
        kind: "version",
        where: "The file",
        source: `DMN ${version}`,
        text: "Read as DMN 1.3. What a later version added is not read.",
      });
    for (const warning of warnings)
      this.#report.leftOut({
        kind: "element",
        where: "The file",
        source: warning.split("\n")[0] ?? "",
        text: "The parser does not know it.",
      });
    for (const element of definitions.parts("drgElement")) this.#collect(element);
    for (const artifact of definitions.parts("artifact")) this.#leaveArtifact(artifact);
    if (this.#decisions.size === 0) throw new UnreadableFile("This file has no decisions.");
    const order = this.#inOrder();
    for (const decision of order) this.#read(decision);
    const { fields } = this.#flow;
    findTypes([...this.#steps.values()], () => [...fields.application.values(), ...fields.runtime.values()]);
    this.#build(order);
    this.#reportConditions();
    for (const [input] of this.#inputs) {
      const isUsed = [...fields.application.keys()].some((path) => path === input || path.startsWith(`${input}.`));
      if (!isUsed) this.#report.leftOut({ kind: "input", where: "Inputs", source: input, text: "No decision reads it." });
    }
    this.#types.report(this.#report);
    return finished({ format: `DMN ${version}`, name: this.#name, flow: this.#flow, report: this.#report, results: [...this.#results] });
  }

  /** DMN does not say clearly what such a test is for a value that is missing, and products differ. */
  #reportConditions(): void {
    const tables = [...this.#steps.values()].filter((step) => step.kind === "table");
    const cells = tables.flatMap(({ rules }) => rules.flatMap((rule) => rule.cells));
    const uses = cells.some((cell) => cell.ok && cell.value.tests !== "any" && cell.value.tests.some(({ kind }) => kind === "condition"));
    if (!uses) return;
    const text = "A test with ? does not hold for a missing value. In some products it does.";
    this.#report.approximated({ kind: "missing values", where: "Cells with ?", source: "?", text, changesResults: true });
  }

  #collect(element: Part): void {
    const name = nameText(element.part("variable")?.text("name") || element.text("name") || element.text("id"));
    if (element.type === "InputData") {
      this.#inputs.set(name, element.part("variable")?.text("typeRef") ?? "");
    } else if (element.type === "Decision") {
      const needs = element.parts("informationRequirement").flatMap((requirement) => {
        const href = requirement.part("requiredDecision")?.text("href");
        return href === undefined ? [] : [href.replace(/^.*#/u, "")];
      });
      this.#decisions.set(element.text("id"), { id: element.text("id"), name, part: element, needs });
    } else {
      const hasEffect = element.type !== "KnowledgeSource";
      this.#report.leftOut({
        kind: "element",
        where: `${element.type} "${name}"`,
        source: element.type,
        text: hasEffect ? "It has no counterpart. Expressions that call it are left out." : "Documentation: it has no effect on results.",
        ...(hasEffect ? { changesResults: true } : {}),
      });
    }
  }

  #leaveArtifact(artifact: Part): void {
    if (artifact.type !== "TextAnnotation") return;
    this.#report.leftOut({
      kind: "annotation",
      where: "Text annotation",
      source: artifact.text("text"),
      text: "Documentation: it has no effect on results.",
    });
  }

  #inOrder(): readonly Decision[] {
    const order: Decision[] = [];
    const done = new Set<string>();
    while (done.size < this.#decisions.size) {
      const ready = [...this.#decisions.values()].filter(
        ({ id, needs }) => !done.has(id) && needs.every((needed) => done.has(needed) || !this.#decisions.has(needed)),
      );
      if (ready.length === 0) throw new UnreadableFile("The decisions of this file need each other in a circle.");
      for (const decision of ready) {
        done.add(decision.id);
        order.push(decision);
      }
    }
    return order;
  }

  // Reading: scopes and expressions.

  #read(decision: Decision): void {
    const logic = decision.part.part("decisionLogic");
    const where = `Decision "${decision.name}"`;
    const scope = this.#scope();
    this.#known = this.#names();
    if (logic?.type === "DecisionTable") this.#steps.set(decision.id, this.#table(decision, logic, scope));
    else if (logic?.type === "LiteralExpression") this.#steps.set(decision.id, this.#expression(decision, logic, scope));
    else {
      const text =
        logic === undefined ? "It has no logic." : `${logic.type} has no counterpart: use a Formula, a Decision Table or a Web Call.`;
      this.#report.leftOut({
        kind: "decision",
        where,
        source: logic?.type ?? "",
        text: `${text} What it returns is missing.`,
        changesResults: true,
      });
    }
  }

  /** Results of decisions before this one, else a field of the request. */
  #scope(): Scope {
    return (parts) => {
      const path = parts.join(".");
      const result = this.#flow.fields.runtime.get(path);
      if (result !== undefined) return result;
      const [first = "", ...rest] = parts;
      if ([...this.#decisions.values()].some(({ name }) => name === first)) return undefined;
      const field = this.#flow.fields.field("Application", path);
      field.type ??= this.#types.typeOf(this.#inputs.get(first) ?? "", rest);
      return field;
    };
  }

  #names(): Names {
    const names: Record<string, unknown> = {};
    for (const [name, type] of this.#inputs) names[name] = this.#types.example(type);
    for (const { name } of this.#decisions.values()) names[name] = null;
    for (const path of this.#flow.fields.runtime.keys()) {
      const [decision = "", output] = path.split(".");
      if (output !== undefined) names[decision] = { ...(names[decision] as object | null), [output]: null };
    }
    return names;
  }

  #result(path: string, typeRef: string): Field {
    const field = this.#flow.fields.field("Runtime", path);
    field.type ??= this.#types.typeOf(typeRef, []);
    this.#results.add(field);
    return field;
  }

  #expression({ name, part }: Decision, logic: Part, scope: Scope): FormulaStep {
    const expression = this.#feel(logic.text("text"), logic);
    const field = this.#result(name, logic.text("typeRef") || (part.part("variable")?.text("typeRef") ?? ""));
    const results = [{ name, field, expression }];
    return { kind: "formula", name, where: "Literal expression", scope, differenceOf: feelDifference, results };
  }

  #feel(source: string, logic: Part | undefined): Parsed<Expression> {
    const language = logic?.text("expressionLanguage") ?? "";
    if (language !== "" && !/feel/iu.test(language)) return { ok: false, source, message: `It is written in ${language}, not in FEEL.` };
    const names = this.#known;
    return parsed(source, (text) => parseFeel(text, names));
  }

  #table(decision: Decision, logic: Part, scope: Scope): TableStep {
    const { name } = decision;
    const where = `Table "${name}"`;
    const outputs = logic.parts("output");
    const cell = this.#cellReader();
    const cells = (rule: Part): Rule["cells"] =>
      logic.parts("input").map((_, index) => cell(rule.parts("inputEntry")[index]?.text("text") ?? ""));
    const read = (text: string): Parsed<Expression> | undefined =>
      text.trim() === "" || text.trim() === "-" ? undefined : this.#feel(text, undefined);
    const rules = logic.parts("rule").map((rule, index): Rule => ({
      where: `${where}, rule ${index + 1}`,
      cells: cells(rule),
      outputs: outputs.map((_, column) => read(rule.parts("outputEntry")[column]?.text("text") ?? "")),
    }));
    for (const [index, rule] of logic.parts("rule").entries()) {
      const notes = rule
        .parts("annotationEntry")
        .map((entry) => entry.text("text"))
        .filter((text) => text.trim() !== "");
      if (notes.length > 0)
        this.#report.leftOut({
          kind: "annotation",
          where: `${where}, rule ${index + 1}`,
          source: notes.join("; "),
          text: "Documentation: it has no effect on results.",
        });
    }
    const policy = policyOf(logic, rules, { where, report: this.#report });
    const fields = policy.asReasonCodes ? [] : this.#outputFields(name, decision, outputs, policy);
    const defaults = policy.defaults ?? defaultsOf(outputs, read);
    return {
      kind: "table",
      name,
      where,
      scope,
      differenceOf: feelDifference,
      hitPolicy: policy.hitPolicy,
      asReasonCodes: policy.asReasonCodes,
      inputs: logic.parts("input").map((input) => this.#input(input, scope)),
      outputs: fields,
      rules: policy.rules,
      ...(defaults === undefined ? {} : { defaults }),
    };
  }

  /** Tables repeat their cells: each text is parsed once. */
  #cellReader(): (source: string) => Parsed<Cell> {
    const read = new Map<string, Parsed<Cell>>();
    return (source) => {
      const cell = read.get(source) ?? parsed(source, (text) => parseFeelCell(text, this.#known));
      read.set(source, cell);
      return cell;
    };
  }

  #input(input: Part, scope: Scope): TableStep["inputs"][number] {
    const inner = input.part("inputExpression");
    const expression = this.#feel(inner?.text("text") ?? "", inner);
    const type = this.#types.typeOf(inner?.text("typeRef") ?? "", []);
    if (expression.ok && type !== undefined) typeOf(expression.value, scope, type);
    return { name: input.text("label") || (inner?.text("text") ?? ""), expression };
  }

  /** A table with one output returns its value; with several, each is a part of the result. */
  #outputFields(name: string, { part }: Decision, outputs: readonly Part[], policy: Policy): TableStep["outputs"] {
    return outputs.map((output) => {
      const label = output.text("name") || output.text("label") || name;
      const typeRef = output.text("typeRef") || (outputs.length === 1 ? (part.part("variable")?.text("typeRef") ?? "") : "");
      return { name: label, field: this.#result(outputs.length === 1 ? name : `${name}.${label}`, policy.isNumber ? "number" : typeRef) };
    });
  }

  // Building: nodes and links.

  #build(order: readonly Decision[]): void {
    const start = this.#flow.add("Start", "Start");
    /** By decision: the nodes that what needs it comes after. A decision without a node stands for those before it. */
    const exits = new Map<string, readonly string[]>();
    for (const { id, needs } of order) {
      const before = [...new Set(needs.flatMap((needed) => exits.get(needed) ?? []))];
      const from = before.length === 0 ? [start.id] : before.length === 1 ? before : before.filter((nodeId) => nodeId !== start.id);
      const step = this.#steps.get(id);
      const node =
        step === undefined
          ? undefined
          : step.kind === "table"
            ? buildTable(step, this.#flow, this.#report)
            : buildFormulas(step, this.#flow, this.#report);
      exits.set(id, node === undefined ? from : [node.id]);
      if (node === undefined) continue;
      for (const source of from) {
        this.#flow.link(source, node.id);
        this.#report.converted({
          kind: "requirement",
          where: "Information requirements",
          source: node.label,
          text: "A link",
          nodeId: node.id,
        });
      }
    }
    const leaves = this.#flow.leaves();
    const end = this.#flow.add("End", "End");
    for (const leaf of leaves) this.#flow.link(leaf, end.id);
  }
}

function defaultsOf(
  outputs: readonly Part[],
  read: (text: string) => Parsed<Expression> | undefined,
): readonly (Parsed<Expression> | undefined)[] | undefined {
  const texts = outputs.map((output) => output.part("defaultOutputEntry")?.text("text") ?? "");
  return texts.every((text) => text.trim() === "") ? undefined : texts.map(read);
}
