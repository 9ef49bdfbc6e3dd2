import type { ActionName, VersionFields } from "@airlock/contract";
import { Editor } from "@airlock/editor";
import { emptyDefinition, newNode, type Definition } from "@airlock/flow";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { ApiProblem } from "../../api/api-problem.ts";
import { signedInSession } from "../../api/session/signed-in-session.ts";
import { SessionContext } from "../../api/session/use-session.ts";
import { createMessages } from "../../ui/messages/messages.ts";
import { MessagesContext } from "../../ui/messages/use-messages.ts";
import { SubFlowDialog } from "./sub-flow-dialog.tsx";

const field = (name: string, type: "Float" | "String", required = false) => ({ key: name, name, type, required });
const called: Definition = {
  ...emptyDefinition(),
  applicationDatasetFields: [field("income", "Float", true), field("region", "String")],
  runtimeDatasetFields: [field("grade", "String")],
};
const link = (href: string) => ({ href, allow: ["GET"] });
const solution = (id: string, name: string) => ({
  _embedded: { webSafeString: id, name, description: `About ${name}` },
  _links: { versions: link(`/solutions/${id}/versions`) },
});
const version = (id: string, versionName: string, deploymentStatus: VersionFields["deploymentStatus"] = "notDeployed") => ({
  _embedded: {
    webSafeString: id,
    versionName,
    versionDescription: "",
    createdDate: "2026-11-10T10:00:00.000Z",
    deploymentStatus,
    entityWss: "S2",
    solutionName: "Affordability",
    behaviour: 5,
  },
  _links: { definition: link(`/definition/${id}`) },
});
const solutions = [solution("S1", "This one"), solution("S2", "Affordability"), solution("S3", "Without versions")];
const versions = [version("V2", "Version 2"), version("V1", "Version 1", "serving")];
const pageOf = (items: readonly unknown[]) => ({ items, _embedded: { total: items.length, exact: true }, _links: {} });
const broken = new ApiProblem({ status: 500, code: "INTERNAL", message: "Broken", description: "", correlationId: "c" });

interface World {
  readonly links?: readonly string[];
  readonly definition?: Definition;
  /** The first request of this action fails. */
  readonly fails?: ActionName;
}

/** Opens the dialog for a node of S1, whose flow has an income and a grade. */
async function open({ links = ["solutions", "versions"], definition = called, fails }: World = {}) {
  let failures = fails === undefined ? 0 : 1;
  const respond = <Value,>(name: ActionName, value: Value): Promise<Value> =>
    name === fails && failures-- > 0 ? Promise.reject(broken) : Promise.resolve(value);
  const client = {
    list: (name: ActionName, href: string) => {
      const search = new URL(href, "http://x").searchParams.get("search") ?? "";
      return respond(name, pageOf(solutions.filter(({ _embedded }) => _embedded.name.includes(search))));
    },
    all: (name: ActionName, href: string) => respond(name, pageOf(href.includes("S2") ? versions : [])),
    get: (name: ActionName) => respond(name, { _embedded: definition, _links: {} }),
  };
  const profile = {
    _embedded: { permissions: [] },
    _links: Object.fromEntries(links.map((rel) => [rel, link(`/${rel}`)])),
  };
  const session = signedInSession(client, profile);
  const empty = emptyDefinition();
  const { nodes } = empty.solutionDefinition;
  const editor = new Editor({
    ...empty,
    applicationDatasetFields: [field("income", "Float")],
    runtimeDatasetFields: [field("grade", "String")],
    solutionDefinition: { ...empty.solutionDefinition, nodes: [...nodes, newNode("SubFlow", "call", 200, 200)] },
  });
  let closed = 0;
  await render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MessagesContext value={createMessages()}>
        <SessionContext value={session}>
          <SubFlowDialog editor={editor} solutionId="S1" nodeId="call" onClose={() => (closed += 1)} />
        </SessionContext>
      </MessagesContext>
    </QueryClientProvider>,
  );
  return { editor, closed: () => closed };
}

const use = page.getByRole("button", { name: "Use version" });
const choose = (name: string) => userEvent.click(page.getByText(name, { exact: true }));

test("the newest version of a solution is proposed with its fields, and another one can be chosen", async () => {
  const { editor, closed } = await open();
  await expect.element(page.getByText("Choose a solution to see its versions.")).toBeVisible();
  await expect.element(use).toBeDisabled();
  await expect.element(page.getByRole("radio", { name: /Affordability/ })).toBeInTheDocument();
  // A solution cannot run itself.
  expect(page.getByRole("radio", { name: /This one/ }).elements()).toEqual([]);
  await choose("Affordability");
  await expect.element(page.getByRole("radio", { name: /Version 2/ })).toBeChecked();
  await expect
    .poll(() => page.getByRole("region", { name: "Inputs" }).query()?.textContent)
    .toMatch(/income\s*Float\s*required\s*region\s*String/);
  await expect.element(page.getByText("1 of 2 inputs and 1 of 1 output mapped")).toBeVisible();
  await choose("Version 1");
  await userEvent.click(use);
  expect(closed()).toBe(1);
  expect(editor.state.document.nodes.get("call")).toMatchObject({
    label: "Affordability",
    versionId: "V1",
    subFlowInputs: [{ field: "income", fieldKey: "income" }],
    subFlowOutputs: [{ field: "grade", resultField: "grade" }],
  });
  expect(editor.definition.subFlows).toMatchObject([{ versionId: "V1", name: "Version 1", solutionId: "S2", behaviour: 5 }]);
  editor.undo();
  expect(editor.definition.subFlows).toBeUndefined();
});

test("solutions are found by name, and one without versions says so", async () => {
  await open();
  await userEvent.fill(page.getByRole("searchbox", { name: "Find a solution" }), "Without");
  await expect.poll(() => page.getByRole("radio").elements().length).toBe(1);
  await choose("Without versions");
  await expect.element(page.getByText("Without versions has no versions yet. Create a version of it first.")).toBeVisible();
  await expect.element(use).toBeDisabled();
  await userEvent.fill(page.getByRole("searchbox", { name: "Find a solution" }), "Nothing");
  await expect.element(page.getByText("No solution matches Nothing.")).toBeVisible();
});

test("a version that has this solution inside it cannot be used", async () => {
  const own = { versionId: "V0", name: "1", solutionId: "S1", solutionName: "This one", behaviour: 5, definition: emptyDefinition() };
  await open({ definition: { ...called, subFlows: [own] } });
  await choose("Affordability");
  await expect
    .poll(() => page.getByRole("alert").query()?.textContent)
    .toMatch(/runs a version of this solution. A solution cannot be inside itself/);
  await expect.element(use).toBeDisabled();
});

test("a failed request is tried again", async () => {
  await open({ fails: "version.definition" });
  await choose("Affordability");
  await userEvent.click(page.getByRole("button", { name: "Try again" }));
  await expect.element(use).toBeEnabled();
});

test("a user who may not see versions sees a message", async () => {
  await open({ links: ["solutions"] });
  await expect.element(page.getByText("No access to versions of other solutions")).toBeVisible();
  await expect.element(use).toBeDisabled();
});
