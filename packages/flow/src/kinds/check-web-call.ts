import type { WebCallNode } from "../definition.ts";
import { readJsonPath } from "../json-path.ts";
import { limits } from "../limits.ts";
import { checkReferences } from "../validate/check-items.ts";
import { clipped, type Check } from "../validate/check.ts";
import { checkUrl } from "./check-url.ts";
import { outputSource } from "./output-source.ts";

const headerName = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/;
const lineBreak = /[\r\n\0]/;

export function checkWebCall(node: WebCallNode, check: Check): void {
  checkUrl(node.url, check);
  checkReferences(node.url, "the address", "url", check);
  checkHeaders(node, check);
  checkReferences(node.body, "the body", "body", check);
  if (node.method === "GET" && node.body !== "") check.report("BODY_NOT_SENT", { node: check.title, method: node.method }, "body");
  const isLimited = node.timeoutMillis >= limits.timeoutMillisMin && node.timeoutMillis <= limits.timeoutMillisMax;
  if (!isLimited) check.report("TIMEOUT", { node: check.title, most: "60,000" }, "timeoutMillis");
  checkOutputs(node, check);
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
    check.field(outputSource(output), output.fieldName, `${what} of the response`, "responseMapping", row);
    if (readJsonPath(output.param) !== undefined) continue;
    check.report("OUTPUT_PATH", { node: check.title, what, text: clipped(output.param) }, "responseMapping", row);
  }
}
