/** Draws a document in a few lines: fields by name (which is their key), nodes with some properties, links as they read. For tests only. */
import {
  newLink,
  newNode,
  type ConditionItem,
  type DatasetField,
  type FieldType,
  type FlowLink,
  type FlowList,
  type FlowNode,
  type NodeKind,
  type NodeOf,
  type SetterItem,
} from "@airlock/flow";
import { documentOf, type FlowDocument } from "../document/flow-document.ts";

export interface Drawing {
  readonly application?: Readonly<Record<string, FieldType>>;
  readonly runtime?: Readonly<Record<string, FieldType>>;
  /** Every drawing has Start and End, as `start` and `end`, unless `bare`. */
  readonly nodes?: readonly FlowNode[];
  readonly links?: readonly (string | FlowLink)[];
  readonly lists?: readonly FlowList[];
  readonly bare?: boolean;
}

/** Links are written "a -> b"; their ids are link0, link1 ... in this order. */
export function draw({ application = {}, runtime = {}, nodes = [], links = [], lists = [], bare = false }: Drawing): FlowDocument {
  const all = bare ? nodes : [newNode("Start", "start", 0, 0), ...nodes, newNode("End", "end", 1_000, 0)];
  return documentOf({
    solutionDefinition: {
      nodes: all,
      links: links.map((link, index) => (typeof link === "string" ? linkOf(link, index, all) : link)),
      zoom: 100,
    },
    applicationDatasetFields: fieldsOf(application),
    runtimeDatasetFields: fieldsOf(runtime),
    applicationTestData: [],
    lists,
  });
}

/** Fields are required, so that nothing may be missing. */
function fieldsOf(types: Readonly<Record<string, FieldType>>): readonly DatasetField[] {
  return Object.entries(types).map(([name, type]) => ({ key: name, name, type, required: true }));
}

export function node<Kind extends NodeKind>(kind: Kind, id: string, properties: Partial<NodeOf<Kind>> = {}): NodeOf<Kind> {
  return { ...newNode(kind, id, 250, 0), label: id, ...properties };
}

export function linkOf(text: string, index: number, nodes: readonly FlowNode[]): FlowLink {
  const [from = "", to = ""] = text.split(" -> ");
  const source = nodes.find(({ id }) => id === from);
  if (source === undefined) throw new Error(`no node for the link ${text}`);
  return {
    ...newLink(
      `link${index}`,
      source,
      nodes.find(({ id }) => id === to),
    ),
    target: to,
  };
}

/** "age < 18": application field, operator, literal; "runtime.total < 5" for a runtime field; "country in-list Blocked" for a list. */
export function when(text: string, leftHandType: FieldType): ConditionItem {
  const [left = "", operator = "", right = ""] = text.split(" ");
  const isRuntime = left.startsWith("runtime.");
  return {
    conditionalOperator: "&&",
    leftHandDatasource: isRuntime ? "Runtime" : "Application",
    leftHandFieldname: left.replace("runtime.", ""),
    leftHandType,
    // Tests also write operators that do not fit.
    operator: operator.replaceAll("-", " ") as ConditionItem["operator"],
    rightHandDatasource: "Literal",
    rightHandFieldname: right,
  };
}

/** "result = Decline". */
export function set(text: string, leftHandType: FieldType): SetterItem {
  const [left = "", operator = "", right = ""] = text.split(" ");
  return {
    leftHandDatasource: "Runtime",
    leftHandFieldname: left,
    leftHandType,
    operator: operator as SetterItem["operator"], // as above
    rightHandDatasource: "Literal",
    rightHandFieldname: right,
  };
}

/** "[0, 10) 5". */
export function band(text: string, id = text): NodeOf<"RangeScore">["ranges"][number] {
  const [, open, rangeFrom = "", rangeTo = "", close, score = ""] = /^([[(])(.*), (.*)([\])]) (.*)$/.exec(text) ?? [];
  return {
    id,
    rangeFromIncludeExclude: open === "(" ? "(" : "[",
    rangeFrom,
    rangeTo,
    rangeToIncludeExclude: close === "]" ? "]" : ")",
    score,
    reasonCode: "",
  };
}
