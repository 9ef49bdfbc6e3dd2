/**
 * A short way to write definitions in tests and benches:
 *
 *   build({
 *     application: { age: "Integer" },
 *     runtime: { total: "Float", grade: "String" },
 *     nodes: [rule("young", "age < 18 && age >= 0", "total = 5"), state("set", "grade = 'A'", "total += age"), end("end")],
 *     links: ["start > young", "young > set if total > 3", "young > end otherwise", "set > end"],
 *   })
 *
 * A name is the application field of that name, or else the runtime field; texts are in single quotes, except in a list: "country in NL, DE".
 * Keys differ from names.
 */
import {
  newLink,
  newNode,
  plainCondition,
  storedFormula,
  type CalculationItem,
  type ConditionItem,
  type DatasetField,
  type Definition,
  type FieldType,
  type FlowLink,
  type FlowList,
  type FlowNode,
  type HitPolicy,
  type OperandSource,
  type OutputItem,
  type SetterItem,
  type SubFlow,
  type TableRow,
  type WebCallNode,
} from "@airlock/flow";

export type NodeMaker = (fields: Names) => FlowNode;
type FieldTypes = Readonly<Record<string, FieldType>>;

export interface Draft {
  readonly application?: FieldTypes;
  readonly runtime?: FieldTypes;
  readonly required?: readonly string[];
  readonly lists?: readonly FlowList[];
  readonly subFlows?: readonly SubFlow[];
  readonly nodes: readonly NodeMaker[];
  readonly links: readonly string[];
}

export function build(draft: Draft): Definition {
  const application = fieldsOf(draft.application ?? {}, "a", draft.required ?? []);
  const runtime = fieldsOf(draft.runtime ?? {}, "r", []);
  const names = new Names(application, runtime);
  const nodes = [newNode("Start", "start", 0, 0), ...draft.nodes.map((make) => make(names))];
  const links = draft.links.map((text, index) => linkOf(text, index, nodes, names));
  return {
    solutionDefinition: { nodes, links, zoom: 100 },
    applicationDatasetFields: application,
    runtimeDatasetFields: runtime,
    applicationTestData: [],
    ...(draft.lists === undefined ? {} : { lists: draft.lists }),
    ...(draft.subFlows === undefined ? {} : { subFlows: draft.subFlows }),
  };
}

function fieldsOf(types: FieldTypes, prefix: string, required: readonly string[]): readonly DatasetField[] {
  return Object.entries(types).map(([name, type], index) => ({ key: `${prefix}${index}`, name, type, required: required.includes(name) }));
}

class Names {
  readonly #application: readonly DatasetField[];
  readonly #runtime: readonly DatasetField[];

  constructor(application: readonly DatasetField[], runtime: readonly DatasetField[]) {
    this.#application = application;
    this.#runtime = runtime;
  }

  /** A formula with names as it is stored. */
  formula(text: string): string {
    return storedFormula(text, { applicationDatasetFields: this.#application, runtimeDatasetFields: this.#runtime });
  }

  operand(text: string): { readonly source: OperandSource; readonly text: string; readonly type: FieldType } {
    if (text.startsWith("'")) return { source: "Literal", text: text.slice(1, -1), type: "String" };
    const application = this.#application.find(({ name }) => name === text);
    if (application !== undefined) return { source: "Application", text: application.key, type: application.type };
    const runtime = this.#runtime.find(({ name }) => name === text);
    if (runtime !== undefined) return { source: "Runtime", text: runtime.key, type: runtime.type };
    return { source: "Literal", text, type: text.includes(".") ? "Float" : "Integer" };
  }

  field(text: string): { readonly source: "Application" | "Runtime"; readonly text: string; readonly type: FieldType } {
    const { source, text: key, type } = this.operand(text);
    if (source === "Literal") throw new Error(`There is no field ${text}`);
    return { source, text: key, type };
  }
}

function linkOf(text: string, index: number, nodes: readonly FlowNode[], names: Names): FlowLink {
  const [, from = "", to = "", rest = ""] = /^(\S+) > (\S+)(?: (.*))?$/.exec(text) ?? [];
  const source = nodes.find(({ id }) => id === from);
  const target = nodes.find(({ id }) => id === to);
  if (source === undefined || target === undefined) throw new Error(`'${text}' does not join two nodes`);
  const link = newLink(`l${index}`, source, target);
  if (rest === "otherwise") return { ...link, otherwise: true };
  return rest === "" ? link : { ...link, conditionFields: conditionsOf(rest.replace(/^if /, ""), names) };
}

function conditionsOf(text: string, names: Names): readonly ConditionItem[] {
  return text.split(/ (?=&& |\|\| )/).map((part, index): ConditionItem => {
    const [, joined, left = "", operator = "", right = ""] = conditionPattern.exec(part) ?? [];
    const field = names.field(left);
    const operand = names.operand(right);
    return plainCondition({
      conditionalOperator: joined === "||" || (index === 0 && joined === undefined) ? "||" : "&&",
      leftHandDatasource: field.source,
      leftHandFieldname: field.text,
      leftHandType: field.type,
      operator: operator as ConditionItem["operator"], // one of those in the pattern
      rightHandDatasource: operand.source,
      rightHandFieldname: operand.text,
      rightHandValues: right.split(operator === "between" ? " and " : ", "),
    });
  });
}

const conditionPattern =
  /^(?:(&&|\|\|) )?(\S+) (==|!=|>=|<=|>|<|between|in list|not in list|in|not in|contains|starts with|is missing)(?: (.*))?$/;

function settersOf(texts: readonly string[], names: Names): readonly SetterItem[] {
  return texts.map((text): SetterItem => {
    const [, left = "", operator = "", right = ""] = /^(\S+) (=|\+=|-=) (.*)$/.exec(text) ?? [];
    const operand = names.operand(right);
    return {
      leftHandDatasource: "Runtime",
      leftHandFieldname: names.field(left).text,
      leftHandType: names.field(left).type,
      operator: operator as SetterItem["operator"], // one of those in the pattern
      rightHandDatasource: operand.source,
      rightHandFieldname: operand.text,
    };
  });
}

/** The same node, of whose links with conditions only the first that holds is taken. */
export function takingFirst(make: NodeMaker): NodeMaker {
  return (names) => ({ ...make(names), branches: "first" });
}

export const end =
  (id: string): NodeMaker =>
  () =>
    newNode("End", id, 0, 0);

export function rule(id: string, condition: string, ...setters: readonly string[]): NodeMaker {
  return (names) => ({
    ...newNode("EasyRule", id, 0, 0),
    conditionFields: conditionsOf(condition, names),
    thenFields: settersOf(setters, names),
  });
}

export function state(id: string, ...setters: readonly string[]): NodeMaker {
  return (names) => ({ ...newNode("SetState", id, 0, 0), setFields: settersOf(setters, names) });
}

/** `formula` is written with parentheses, which become levels. */
export function calculation(id: string, result: string, formula: string): NodeMaker {
  return (names) => {
    const items: CalculationItem[] = [];
    let level = 0;
    let operator: CalculationItem["operator"] = "+";
    for (const token of formula.match(/[()]|(?<![\w)] ?)-?[\w.]+|[-+*/^]|[\w.]+/gu) ?? []) {
      if (token === "(") level += 1;
      else if (token === ")") level -= 1;
      else if (/^[-+*/^]$/.test(token)) operator = token as CalculationItem["operator"]; // one of those in the pattern
      else {
        const operand = names.operand(token);
        items.push({ datasource: operand.source, fieldKey: operand.text, operator, level });
      }
    }
    return { ...newNode("Calculation", id, 0, 0), calculations: items, resultField: names.field(result).text };
  };
}

/** Each result is written as `field := formula`. */
export function formulas(id: string, ...results: readonly string[]): NodeMaker {
  return (names) => ({
    ...newNode("Formula", id, 0, 0),
    formulas: results.map((text) => {
      const [result = "", formula = ""] = text.split(" := ");
      return { resultField: names.field(result).text, formula: names.formula(formula) };
    }),
  });
}

/**
 * `inputs` are formulas with names; a row is its cells and its reason code between bars: `>= 18 | NL | 10 | R1`. The row that begins with
 * `otherwise` is the default row.
 */
export function table(
  id: string,
  hitPolicy: HitPolicy,
  { inputs, outputs }: { readonly inputs: readonly string[]; readonly outputs: readonly string[] },
  ...rows: readonly string[]
): NodeMaker {
  return (names) => {
    const rowOf = (text: string, place: number): TableRow => {
      const cells = text.split("|").map((cell) => cell.trim());
      const written = cells.slice(inputs.length, inputs.length + outputs.length);
      return {
        id: `${id}-${place}`,
        inputs: cells.slice(0, inputs.length),
        outputs: written.map((cell) => (cell.startsWith("=") ? `=${names.formula(cell.slice(1))}` : cell)),
        reasonCode: cells[inputs.length + outputs.length] ?? "",
      };
    };
    const all = rows.map(rowOf);
    const isDefault = (_: TableRow, place: number): boolean => rows[place]?.startsWith("otherwise") === true;
    return {
      ...newNode("DecisionTable", id, 0, 0),
      hitPolicy,
      inputColumns: inputs.map((formula, place) => ({ id: `i${place}`, formula: names.formula(formula) })),
      outputColumns: outputs.map((field, place) => ({ id: `o${place}`, resultField: names.field(field).text })),
      tableRows: all.filter((row, place) => !isDefault(row, place)),
      defaultRows: all.filter(isDefault).map((row) => ({ ...row, inputs: [] })),
    };
  };
}

/** Bands like `[0,18) 5 R1`; bounds may be left out, and so may the reason code. */
export function range(id: string, scored: string, result: string, bands: readonly string[], defaultScore = ""): NodeMaker {
  return (names) => ({
    ...newNode("RangeScore", id, 0, 0),
    scoredDatasource: names.field(scored).source,
    scoredField: names.field(scored).text,
    ranges: bands.map((band, row) => {
      const [, open, from = "", to = "", close, score = "", reasonCode = ""] = /^([[(])(.*),(.*)([\])]) (\S+)(?: (.*))?$/.exec(band) ?? [];
      return {
        id: `${id}-${row}`,
        rangeFromIncludeExclude: open === "[" ? "[" : "(",
        rangeFrom: from,
        rangeTo: to,
        rangeToIncludeExclude: close === "]" ? "]" : ")",
        score,
        reasonCode,
      };
    }),
    defaultScore,
    resultField: names.field(result).text,
  });
}

/** Entries like `NL 10 R1`; the value may be empty, and the reason code left out. */
export function list(id: string, scored: string, result: string, entries: readonly string[], defaultScore = ""): NodeMaker {
  return (names) => ({
    ...newNode("ListScore", id, 0, 0),
    scoredDatasource: names.field(scored).source,
    scoredField: names.field(scored).text,
    values: entries.map((entry, row) => {
      const [value = "", score = "", reasonCode = ""] = entry.split(" ");
      return { id: `${id}-${row}`, value, score, reasonCode };
    }),
    defaultScore,
    resultField: names.field(result).text,
  });
}

/** Outputs like `column > field`; `found` names the field that is true if the list has the key. */
export function lookup(id: string, listName: string, key: string, outputs: readonly string[], found = ""): NodeMaker {
  return (names) => ({
    ...newNode("Lookup", id, 0, 0),
    list: listName,
    keyDatasource: names.field(key).source,
    keyField: names.field(key).text,
    lookupOutputs: outputs.map((output) => {
      const [column = "", field = ""] = output.split(" > ");
      return { column, resultField: names.field(field).text };
    }),
    foundField: found === "" ? "" : names.field(found).text,
  });
}

/** Inputs "field of the sub-flow = field or literal", outputs "field of the sub-flow > field". */
export function subFlow(id: string, versionId: string, inputs: readonly string[], outputs: readonly string[]): NodeMaker {
  return (names) => ({
    ...newNode("SubFlow", id, 0, 0),
    versionId,
    subFlowInputs: inputs.map((input) => {
      const [field = "", value = ""] = input.split(" = ");
      const { source, text } = names.operand(value);
      return { field, datasource: source, fieldKey: text };
    }),
    subFlowOutputs: outputs.map((output) => {
      const [field = "", result = ""] = output.split(" > ");
      return { field, resultField: names.field(result).text };
    }),
  });
}

/** Outputs like `$.path > field` or `$.path > field ? default`; `{field}` in a text becomes a reference. */
export function call(
  id: string,
  parts: Partial<Pick<WebCallNode, "method" | "url" | "body" | "timeoutMillis" | "headers" | "ifFails" | "failedField">>,
  ...outputs: readonly string[]
): NodeMaker {
  return (names) => {
    const refer = (text: string): string =>
      text.replace(/\{(\w+)\}/g, (_, name: string) => {
        const { source, text: key } = names.field(name);
        return `\${${source.toLowerCase()}.${key}}`;
      });
    return {
      ...newNode("WebCall", id, 0, 0),
      ...parts,
      ...(parts.failedField === undefined ? {} : { failedField: names.field(parts.failedField).text }),
      url: refer(parts.url ?? "https://example.com/"),
      body: refer(parts.body ?? ""),
      headers: (parts.headers ?? []).map(({ key, value }) => ({ key, value: refer(value) })),
      responseMapping: outputs.map((output): OutputItem => {
        const [param = "", named = ""] = output.split(" > ");
        const [name = "", defaultValue] = named.split(" ? ");
        const { source, text } = names.field(name);
        const fallback = defaultValue === undefined ? {} : { defaultValue };
        return { datasetType: source === "Application" ? "application" : "runtime", fieldName: text, param, ...fallback };
      }),
    };
  };
}

export function predict(id: string, score: string, inputs: Readonly<Record<string, string>>): NodeMaker {
  return (names) => ({
    ...newNode("Prediction", id, 0, 0),
    config: "config",
    model: 3,
    inputFields: Object.entries(inputs).map(([name, field]) => ({
      name,
      datasource: names.field(field).source,
      fieldKey: names.field(field).text,
    })),
    scoreField: names.field(score).text,
  });
}
