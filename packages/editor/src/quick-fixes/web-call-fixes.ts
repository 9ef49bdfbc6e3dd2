/** Fixes of addresses, headers and bodies. They work on the stored text, where references contain keys. */
import { kinds, limits, type WebCallNode } from "@airlock/flow";
import { changeNode } from "../commands/change-node.ts";
import { done, refused, type Command } from "../commands/command.ts";
import { putNodes } from "../document/edit-document.ts";
import { nodeTitle } from "../document/titles.ts";
import { refusal } from "../rules/refusal.ts";
import { whyNotText } from "../rules/text-rules.ts";
import { daring, safe, type Fixer, type FixContext } from "./quick-fix.ts";

function callOf({ document, finding }: FixContext): WebCallNode | undefined {
  const node = document.nodes.get(finding.nodeId ?? "");
  return node?.type === "WebCall" ? node : undefined;
}

function changeUrl(nodeId: string, change: (url: string) => string): Command {
  return (document) => {
    const node = document.nodes.get(nodeId);
    if (node?.type !== "WebCall") return refused(refusal("NODE_GONE"));
    const url = change(node.url);
    const reason = whyNotText(url, limits.urlLength);
    return reason === undefined ? done(`Change URL of ${nodeTitle(node)}`, putNodes(document, [{ ...node, url }])) : refused(reason);
  };
}

export const addScheme: Fixer = (context) => {
  const call = callOf(context);
  if (call === undefined || call.url.includes("://")) return [];
  return [
    daring(
      "Put https:// before it",
      changeUrl(call.id, (url) => `https://${url.replace(/^[a-z]*:?\/+/i, "")}`),
    ),
  ];
};

export const useHttps: Fixer = (context) => {
  const call = callOf(context);
  return call === undefined
    ? []
    : [
        daring(
          "Use https",
          changeUrl(call.id, (url) => url.replace(/^http:/i, "https:")),
        ),
      ];
};

export const dropCredentials: Fixer = (context) => {
  const call = callOf(context);
  if (call === undefined) return [];
  const drop = changeUrl(call.id, (url) => url.replace(/^([a-z]+:\/\/)[^/?#]*@/i, "$1"));
  return [daring("Remove the user name and password", drop)];
};

/** Everything but references, which are encoded when they are filled in. */
export const encodeUrl: Fixer = (context) => {
  const call = callOf(context);
  if (call === undefined) return [];
  const encode = (url: string): string =>
    url
      .trim()
      .split(/(\$\{[^{}]*\})/)
      .map((part, place) => (place % 2 === 1 ? part : part.replace(/[\s\p{Cc}"<>\\^`{}|]/gu, (letter) => encodeURIComponent(letter))))
      .join("");
  return [safe("Encode them", changeUrl(call.id, encode))];
};

export const joinHeader: Fixer = (context) => {
  const call = callOf(context);
  const { item } = context.finding;
  const header = call?.headers[item ?? -1];
  if (call === undefined || header === undefined || item === undefined) return [];
  const value = header.value.replace(/[\r\n\0]+/g, " ").trim();
  const command: Command = (document) =>
    done(
      `Change header ${item + 1} of ${nodeTitle(call)}`,
      putNodes(document, [{ ...call, headers: call.headers.with(item, { ...header, value }) }]),
    );
  return [safe("Remove the line break", command)];
};

export const bodyOrMethod: Fixer = (context) => {
  const call = callOf(context);
  if (call === undefined) return [];
  return [
    daring("Use POST", changeNode(call.id, "WebCall", { method: "POST" })),
    daring("Remove the body", changeNode(call.id, "WebCall", { body: "" })),
  ];
};

export const usualTimeout: Fixer = (context) => {
  const call = callOf(context);
  const { timeoutMillis } = kinds.WebCall.defaultProperties();
  return call === undefined ? [] : [safe(`Set it to ${timeoutMillis} ms`, changeNode(call.id, "WebCall", { timeoutMillis }))];
};
