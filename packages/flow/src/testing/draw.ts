/** Draws definitions in a few lines, for tests: fields by name (which is their key), rules as they read. Not part of the package. */
import type {
  CalculationItem,
  ConditionItem,
  DatasetField,
  Definition,
  FieldSource,
  FieldType,
  FlowLink,
  FlowList,
  FlowNode,
  NodeKind,
  NodeOf,
  OperandSource,
  SetterItem,
  SubFlow,
  TableRow,
} from "../definition.ts";
import { newLink } from "../new-link.ts";
import { newNode } from "../new-node.ts";
import { fieldTypes, plainCondition } from "../operators.ts";

/** "Integer!" is a required one. */
type FieldSpec = FieldType | `${FieldType}!`;

export interface Drawing {
  readonly application?: Readonly<Record<string, FieldSpec>>;
  readonly runtime?: Readonly<Record<string, FieldSpec>>;
  /** By id; every drawing has Start and End, as `start` and `end`, unless `bare`. */
  readonly nodes?: readonly FlowNode[];
  /** "rule -> decline", "total -> decline: total < 540", "total -> refer: otherwise". */
  readonly links?: readonly string[];
  readonly lists?: readonly FlowList[];
  readonly subFlows?: readonly SubFlow[];
  readonly bare?: boolean;
}

export function draw({
  application = {},
  runtime = {},
  nodes = [],
  links = [],
  lists = [],
  subFlows = [],
  bare = false,
}: Drawing): Definition {
  const all = bare ? nodes : [newNode("Start", "start", 0, 0), ...nodes, newNode("End", "end", 500, 0)];
  const fields = { Application: Object.keys(application), Runtime: Object.keys(runtime) };
  return retyped({
    solutionDefinition: { nodes: all, links: links.map((text, index) => drawLink(text, index, all, fields)), zoom: 100 },
    applicationDatasetFields: drawFields(application),
    runtimeDatasetFields: drawFields(runtime),
    applicationTestData: [],
    ...(lists.length === 0 ? {} : { lists }),
    ...(subFlows.length === 0 ? {} : { subFlows }),
  });
}

/** A version of another solution; its ids and names are its name. */
export function subFlow(name: string, definition: Definition, behaviour = 1): SubFlow {
  return { versionId: `${name}_1`, name: "1.0", solutionId: name, solutionName: name, behaviour, definition };
}

/** A node with some of its properties; its label is its id by default. */
export function node<Kind extends NodeKind>(kind: Kind, id: string, properties: Partial<NodeOf<Kind>> = {}): NodeOf<Kind> {
  return { ...newNode(kind, id, 0, 0), label: id, ...properties };
}

/** "age, country" and "points": columns; "< 18 | NL | 10 | R1": a row, with its reason code last. `otherwise` has outputs alone. */
export function table(
  id: string,
  {
    inputs,
    outputs,
    rows,
    otherwise,
    ...properties
  }: {
    readonly inputs: readonly string[];
    readonly outputs: readonly string[];
    readonly rows: readonly string[];
    readonly otherwise?: string;
  } & Partial<Pick<NodeOf<"DecisionTable">, "hitPolicy" | "label">>,
): NodeOf<"DecisionTable"> {
  const drawRow = (text: string, rowId: string, width: number): TableRow => {
    const cells = text.split("|").map((cell) => cell.trim());
    const past = width + outputs.length;
    return { id: rowId, inputs: cells.slice(0, width), outputs: cells.slice(width, past), reasonCode: cells[past] ?? "" };
  };
  return node("DecisionTable", id, {
    inputColumns: inputs.map((formulaText, place) => ({ id: `i${place}`, formula: formulaText })),
    outputColumns: outputs.map((resultField, place) => ({ id: `o${place}`, resultField })),
    tableRows: rows.map((row, place) => drawRow(row, `r${place}`, inputs.length)),
    defaultRows: otherwise === undefined ? [] : [drawRow(otherwise, "default", 0)],
    ...properties,
  });
}

function drawFields(specs: Readonly<Record<string, FieldSpec>>): readonly DatasetField[] {
  return Object.entries(specs).map(([name, spec]) => {
    const type = spec.replace("!", "");
    const known = fieldTypes.find((one) => one === type);
    if (known === undefined) throw new Error(`no type ${type}`);
    return { key: name, name, type: known, required: spec.endsWith("!") };
  });
}

type FieldKeys = Readonly<Record<FieldSource, readonly string[]>>;

function drawLink(text: string, index: number, nodes: readonly FlowNode[], fields: FieldKeys): FlowLink {
  const [, from = "", to = "", condition = ""] = /^(\S+) -> ([^\s:]+)(?:: (.*))?$/.exec(text) ?? [];
  const source = nodes.find(({ id }) => id === from);
  const target = nodes.find(({ id }) => id === to);
  if (source === undefined) throw new Error(`no node for the link ${text}`);
  const link = { ...newLink(`link${index}`, source, target), target: to };
  if (condition === "") return link;
  return condition === "otherwise" ? { ...link, otherwise: true } : { ...link, conditionFields: when(condition, fields) };
}

/**
 * "age < 18 || residency != NL"; a name that is neither dataset's is a literal, '' is the empty one. A list is "country in NL,DE", bounds are
 * "age between 18,65", and an operator of two words has a dash: "country not-in NL", "age is-missing ''".
 */
export function when(text: string, fields: FieldKeys = known): readonly ConditionItem[] {
  const tokens = text.split(" ");
  const items: ConditionItem[] = [];
  for (let at = 0; at < tokens.length; at += 4) {
    const [left = "", operator = "", right = ""] = tokens.slice(at, at + 3);
    const joined = at === 0 ? "&&" : tokens[at - 1];
    const { source, key } = operand(left, fields);
    const value = operand(right, fields);
    const condition: ConditionItem = {
      conditionalOperator: joined === "||" ? "||" : "&&",
      leftHandDatasource: source === "Runtime" ? "Runtime" : "Application",
      leftHandFieldname: key,
      leftHandType: "String",
      // Tests also write operators that do not exist.
      operator: operator.replaceAll("-", " ") as ConditionItem["operator"],
      rightHandDatasource: value.source,
      rightHandFieldname: value.key,
      rightHandValues: value.key === "" ? [] : value.key.split(","),
    };
    items.push(plainCondition(condition));
  }
  return items;
}

/** "result = Decline". */
export function set(text: string, fields: FieldKeys = known): SetterItem {
  const [left = "", operator = "", right = ""] = text.split(" ");
  const value = operand(right, fields);
  return {
    leftHandDatasource: "Runtime",
    leftHandFieldname: left.replace("runtime.", ""),
    leftHandType: "String",
    operator: operator as SetterItem["operator"],
    rightHandDatasource: value.source,
    rightHandFieldname: value.key,
  };
}

/** "debts / ( income + bonus )". */
export function formula(text: string, fields: FieldKeys = known): readonly CalculationItem[] {
  const items: CalculationItem[] = [];
  let level = 0;
  let operator: CalculationItem["operator"] = "+";
  for (const token of text.split(" ")) {
    if (token === "(") level += 1;
    else if (token === ")") level -= 1;
    else if (/^[-+*/^]$/.test(token)) operator = token as CalculationItem["operator"];
    else {
      const { source, key } = operand(token, fields);
      items.push({ datasource: source, fieldKey: key, operator, level });
    }
  }
  return items;
}

/** Fields for helpers outside of `draw`: "application.x" and "runtime.x" are always valid. */
const known: FieldKeys = { Application: [], Runtime: [] };

function operand(token: string, fields: FieldKeys): { readonly source: OperandSource; readonly key: string } {
  if (token.startsWith("application.")) return { source: "Application", key: token.slice("application.".length) };
  if (token.startsWith("runtime.")) return { source: "Runtime", key: token.slice("runtime.".length) };
  if (fields.Application.includes(token)) return { source: "Application", key: token };
  if (fields.Runtime.includes(token)) return { source: "Runtime", key: token };
  return { source: "Literal", key: token === "''" ? "" : token };
}

/** Sets the type of each condition and setter to that of its field, as the editor does. */
function retyped(definition: Definition): Definition {
  const types = {
    Application: new Map(definition.applicationDatasetFields.map(({ key, type }) => [key, type])),
    Runtime: new Map(definition.runtimeDatasetFields.map(({ key, type }) => [key, type])),
  };
  const typed = <Item extends ConditionItem | SetterItem>(item: Item): Item => ({
    ...item,
    leftHandType: types[item.leftHandDatasource].get(item.leftHandFieldname) ?? item.leftHandType,
  });
  const { nodes, links } = definition.solutionDefinition;
  return {
    ...definition,
    solutionDefinition: {
      ...definition.solutionDefinition,
      nodes: nodes.map((one) => {
        if (one.type === "EasyRule")
          return { ...one, conditionFields: one.conditionFields.map(typed), thenFields: one.thenFields.map(typed) };
        return one.type === "SetState" ? { ...one, setFields: one.setFields.map(typed) } : one;
      }),
      links: links.map((link) => ({ ...link, conditionFields: link.conditionFields.map(typed) })),
    },
  };
}
