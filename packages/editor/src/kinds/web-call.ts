import { limits, webCallMethods } from "@airlock/flow";
import type { EditorKind } from "./editor-kind.ts";

export const webCall: EditorKind<"WebCall"> = {
  kind: "WebCall",
  group: "Connect",
  hint: "Asks another service",
  properties: {
    method: { label: "Method", input: "choice", choices: webCallMethods },
    url: { label: "URL", input: "references", longest: limits.urlLength },
    body: { label: "Body", input: "references", longest: limits.bodyLength },
    timeoutMillis: { label: "Time limit in milliseconds", input: "whole", least: limits.timeoutMillisMin, most: limits.timeoutMillisMax },
  },
};
