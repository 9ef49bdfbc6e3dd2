import { Editor } from "@airlock/editor";
import { emptyDefinition } from "@airlock/flow";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { signedInSession } from "../../api/session/signed-in-session.ts";
import { TestProviders } from "../../api/session/test-providers.tsx";
import { RuntimeVerification } from "./runtime-verification.tsx";
import { useExecution } from "./use-execution.ts";

const execution = {
  status: "completed",
  started: "2026-11-19T10:00:00Z",
  durationMillis: 2,
  runtimeData: { result: "Approve" },
  reasonCodes: [],
  executionEvents: [],
  linksTaken: [],
  tables: [],
  failedCalls: [],
  recorded: { webCalls: {}, predictions: {} },
};
const solution = { _embedded: {}, _links: { execute: { href: "/execute", allow: ["POST"] } } };

function Verification({ editor }: { readonly editor: Editor }) {
  // The parts that an execution uses of the solution and of saving.
  const run = useExecution(editor, solution as never, { maySave: false } as never);
  return (
    <>
      <button type="button" onClick={() => void run.execute()}>
        Execute
      </button>
      <RuntimeVerification editor={editor} execution={run} onSavedCase={() => undefined} />
    </>
  );
}

test("a run that is saved as a test has the values that were executed, not those that were typed since", async () => {
  const editor = new Editor({
    ...emptyDefinition(),
    applicationDatasetFields: [
      { key: "a1", name: "age", type: "Integer", required: true },
      { key: "a2", name: "resident", type: "Boolean", required: false },
      { key: "a3", name: "city", type: "String", required: false },
    ],
    runtimeDatasetFields: [{ key: "r1", name: "result", type: "String", required: false }],
    applicationTestData: [
      { name: "age", value: "30" },
      { name: "resident", value: "true" },
    ],
  });
  const client = { post: () => Promise.resolve({ _embedded: execution, _links: {} }) };
  await render(
    <TestProviders session={signedInSession(client, { _embedded: { organisationWss: "O1" }, _links: {} })}>
      <Verification editor={editor} />
    </TestProviders>,
  );
  await userEvent.click(page.getByRole("button", { name: "Execute" }));
  await expect.element(page.getByText("Completed")).toBeVisible();
  await userEvent.fill(page.getByLabelText("Test value of age"), "17");
  await userEvent.click(page.getByRole("button", { name: "Save as test" }));
  expect(editor.definition.testCases).toMatchObject([
    { name: "Case 1", input: { age: 30, resident: true }, expect: { status: "completed", runtimeData: { result: "Approve" } } },
  ]);
  expect(editor.definition.testCases?.[0]?.input).not.toHaveProperty("city");
});
