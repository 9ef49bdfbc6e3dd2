import { emptyDefinition, newLink, newNode, type Definition } from "@airlock/flow";
import { expect, test } from "vitest";
import { checkDefinition } from "./check-definition.ts";
import { findErrors } from "./find-errors.ts";

const start = newNode("Start", "start", 0, 0);
const end = newNode("End", "end", 200, 0);

test("a web call to a forbidden host, and a secret that does not exist, are errors of their node", () => {
  const call = { ...newNode("WebCall", "call", 100, 0), url: "http://10.0.0.1/${application.id}", body: "${secret.Partner}" };
  const calling: Definition = {
    ...emptyDefinition(),
    solutionDefinition: { nodes: [start, call, end], links: [newLink("a", start, call), newLink("b", call, end)], zoom: 100 },
  };
  const checked = checkDefinition(JSON.stringify(calling));
  if (!checked.ok) throw new Error("The definition cannot be read.");
  const policy = { whyNotUrl: (url: string) => (url.startsWith("http://10.") ? "it leads inside" : undefined) };
  const { validRuntime, errors } = findErrors(checked, policy, new Set());
  expect(validRuntime).toBe(false);
  const found = errors.map(({ nodeId, code }) => [nodeId, code]);
  expect(found).toContainEqual(["call", "WEB_CALL_CLOSED"]);
  expect(found).toContainEqual(["call", "SECRET_UNKNOWN"]);
  expect(findErrors(checked, policy, new Set(["Partner"])).errors.map(({ code }) => code)).not.toContain("SECRET_UNKNOWN");
});
