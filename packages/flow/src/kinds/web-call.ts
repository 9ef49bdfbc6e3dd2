import { limits } from "../limits.ts";
import { webCallMethods } from "../operators.ts";
import { readKeyValues, readOutputs } from "../parse/items.ts";
import { referencesToNames } from "../references.ts";
import { outputSource } from "./output-source.ts";
import { checkWebCall } from "./check-web-call.ts";
import { textUses, writeOf } from "./field-uses.ts";
import type { KindDescription } from "./kind.ts";

export const defaultTimeoutMillis = 2_000;

export const webCall: KindDescription<"WebCall"> = {
  kind: "WebCall",
  typeLabel: "Web call",
  version: 1,
  hasInPort: true,
  hasOutPort: true,
  defaultColor: "rgb(221,92,182)",
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
  }),
  uses: (node) => [
    ...[node.url, ...node.headers.map((header) => header.value), node.body].flatMap(textUses),
    ...node.responseMapping.flatMap((output) => writeOf(outputSource(output), output.fieldName, true, undefined)),
  ],
  check: checkWebCall,
  summary: (node, fieldName) => {
    if (node.url === "") return `${node.method}, no address yet`;
    const path = /^[a-z]+:\/\/[^/?#]*([^?#]*)/i.exec(node.url)?.[1] ?? node.url;
    return `${node.method} ${referencesToNames(path === "" ? "/" : path, fieldName)}`;
  },
};
