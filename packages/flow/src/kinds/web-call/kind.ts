import { readJsonPath } from "../../json-path.ts";
import { limits } from "../../limits.ts";
import { checkReferences } from "../../validate/check-items.ts";
import { aType, clipped, type Check } from "../../validate/check.ts";
import { checkUrl } from "./check-url.ts";
import { outputSource } from "./output-source.ts";
import { webCallMethods } from "../../operators.ts";
import { readKeyValues, readOutputs } from "../../parse/items.ts";
import type { ObjectReader } from "../../parse/object-reader.ts";
import { referencesToNames } from "../../references.ts";
import { textUses, writeOf } from "../field-uses.ts";
import { plainText } from "../property-texts.ts";
import type { KindDescription } from "../kind.ts";
import type { KeyValueItem, NodeBase, OutputItem } from "../../node-parts.ts";

export interface WebCallNode extends NodeBase<"WebCall"> {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** May contain `${application.<key>}` and `${runtime.<key>}`. */
  readonly url: string;
  readonly headers: readonly KeyValueItem[];
  readonly body: string;
  readonly timeoutMillis: number;
  readonly responseMapping: readonly OutputItem[];
  /** Left out, a failed call fails the execution. */
  readonly ifFails?: IfFails;
  /** With `continue`: a runtime field that is 1 after a failed call and 0 after any other. */
  readonly failedField?: string;
}

/** What a failed call does: `continue` gives each mapped field its default value and continues the flow. */
type IfFails = (typeof ifFailsChoices)[number];

export const ifFailsChoices = ["fail", "continue"] as const;

function continuesAfterFailure({ ifFails }: Pick<WebCallNode, "ifFails">): boolean {
  return ifFails === "continue";
}

const defaultTimeoutMillis = 2_000;

export const webCall: KindDescription<WebCallNode> = {
  kind: "WebCall",
  typeLabel: "Web call",
  version: 1,
  hasInPort: true,
  hasOutPort: true,
  defaultColor: "rgb(221,92,182)",
  glyph: [
    { d: "M3.2 12a8.8 8.8 0 1 0 17.6 0a8.8 8.8 0 1 0-17.6 0Z" },
    { d: "M3.2 12h17.6M12 3.2c2.5 2.4 3.7 5.3 3.7 8.8s-1.2 6.4-3.7 8.8c-2.5-2.4-3.7-5.3-3.7-8.8S9.5 5.6 12 3.2Z" },
  ],
  width: 150,
  height: 50,
  defaultName: "Untitled",
  defaultLabel: "Web call",
  defaultProperties: () => ({ method: "GET", url: "", headers: [], body: "", timeoutMillis: defaultTimeoutMillis, responseMapping: [] }),
  readProperties: (node) => ({
    method: node.choice("method", webCallMethods, "GET"),
    url: node.text("url", "", limits.urlLength),
    headers: readKeyValues(node, "headers"),
    body: node.text("body", "", limits.bodyLength),
    timeoutMillis: node.integer("timeoutMillis", defaultTimeoutMillis, limits.timeoutMillisMin, limits.timeoutMillisMax),
    responseMapping: readOutputs(node, "responseMapping"),
    ...(node.choice("ifFails", ifFailsChoices, "fail") === "continue" ? { ifFails: "continue" } : {}),
    ...optionalReference(node, "failedField"),
  }),
  uses: (node) => [
    ...[node.url, ...node.headers.map((header) => header.value), node.body].flatMap(textUses),
    ...node.responseMapping.flatMap((output) => writeOf(outputSource(output), output.fieldName, true, undefined)),
    ...(continuesAfterFailure(node) ? writeOf("Runtime", node.failedField ?? "", true, []) : []),
  ],
  setTexts: (node) =>
    continuesAfterFailure(node)
      ? node.responseMapping.flatMap((output) =>
          outputSource(output) === "Runtime" && output.defaultValue !== undefined
            ? [{ key: output.fieldName, text: output.defaultValue }]
            : [],
        )
      : [],
  check: checkWebCall,
  condition: () => [],
  effect: {
    name: "webCall",
    url: (node) => node.url,
    texts: (node) => [node.url, node.body, ...node.headers.map(({ value }) => value)],
    continues: continuesAfterFailure,
  },
  matching: undefined,
  numbers: () => [],
  withoutNoise: (node) => {
    if (continuesAfterFailure(node)) return node;
    const { ifFails: _choice, failedField: _field, ...rest } = node;
    return { ...rest, responseMapping: node.responseMapping.map(({ defaultValue: _default, ...row }) => row) };
  },
  propertyTexts: {
    method: (node, fieldName) => plainText(node.method, fieldName),
    url: (node, fieldName) => plainText(node.url, fieldName),
    headers: (node, fieldName) => node.headers.map(({ key, value }) => `${key}: ${referencesToNames(value, fieldName)}`),
    body: (node, fieldName) => plainText(node.body, fieldName),
    timeoutMillis: (node, fieldName) => plainText(node.timeoutMillis, fieldName),
    responseMapping: (node, fieldName) =>
      node.responseMapping.map((item) => {
        const otherwise = item.defaultValue === undefined ? "" : `, default ${item.defaultValue}`;
        return `${fieldName(outputSource(item), item.fieldName)} from ${item.param}${otherwise}`;
      }),
    ifFails: (node) => (continuesAfterFailure(node) ? "continue with default values" : "fail the execution"),
    failedField: ({ failedField }, fieldName) => (failedField === undefined ? "none" : fieldName("Runtime", failedField)),
  },
  summary: (node, fieldName) => {
    if (node.url === "") return `${node.method}, no address yet`;
    const path = /^[a-z]+:\/\/[^/?#]*([^?#]*)/i.exec(node.url)?.[1] ?? node.url;
    return `${node.method} ${referencesToNames(path === "" ? "/" : path, fieldName)}`;
  },
};

function optionalReference<Name extends string>(node: ObjectReader, name: Name): { readonly [Property in Name]?: string } {
  const reference = node.reference(name);
  // One property of this name, or none.
  return (reference === "" ? {} : { [name]: reference }) as { readonly [Property in Name]?: string };
}

const headerName = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/;
const lineBreak = /[\r\n\0]/;

function checkWebCall(node: WebCallNode, check: Check): void {
  checkUrl(node.url, check);
  checkReferences(node.url, "the address", "url", check);
  checkHeaders(node, check);
  checkReferences(node.body, "the body", "body", check);
  if (node.method === "GET" && node.body !== "") check.report("BODY_NOT_SENT", { node: check.title, method: node.method }, "body");
  const isLimited = node.timeoutMillis >= limits.timeoutMillisMin && node.timeoutMillis <= limits.timeoutMillisMax;
  if (!isLimited) check.report("TIMEOUT", { node: check.title, max: "60,000" }, "timeoutMillis");
  checkOutputs(node, check);
  if (continuesAfterFailure(node)) checkFailedField(node.failedField ?? "", check);
}

function checkFailedField(key: string, check: Check): void {
  if (key === "") return;
  const what = "the failed field";
  const field = check.field("Runtime", key, what, "failedField");
  if (field === undefined || field.type === "Integer") return;
  const details = { where: check.where, what, field: field.name, type: aType[field.type], wanted: "an Integer" };
  check.report("FIELD_TYPE", details, "failedField");
}

function checkHeaders(node: WebCallNode, check: Check): void {
  const seen = new Set<string>();
  for (const [row, { key, value }] of node.headers.entries()) {
    const header = clipped(key);
    if (!headerName.test(key)) check.report("HEADER_INVALID", { node: check.title, header }, "headers", row);
    else if (seen.has(key.toLowerCase())) check.report("HEADER_TWICE", { node: check.title, header }, "headers", row);
    seen.add(key.toLowerCase());
    if (lineBreak.test(value)) check.report("HEADER_VALUE_INVALID", { node: check.title, header }, "headers", row);
    checkReferences(value, `the header ${header}`, "headers", check, row);
  }
}

function checkOutputs(node: WebCallNode, check: Check): void {
  if (node.method === "GET" && node.responseMapping.length === 0) check.report("OUTPUT_MISSING", { node: check.title }, "responseMapping");
  for (const [row, output] of node.responseMapping.entries()) {
    const what = `row ${row + 1}`;
    const field = check.field(outputSource(output), output.fieldName, `${what} of the response`, "responseMapping", row);
    if (continuesAfterFailure(node) && output.defaultValue !== undefined && field !== undefined) {
      check.literal(output.defaultValue, field.type, field.name, `the default value of ${what}`, "responseMapping", row);
    }
    if (readJsonPath(output.param) !== undefined) continue;
    check.report("OUTPUT_PATH", { node: check.title, what, text: clipped(output.param) }, "responseMapping", row);
  }
}
