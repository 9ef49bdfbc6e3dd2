import { commands, Editor } from "@airlock/editor";
import { emptyDefinition, type Definition } from "@airlock/flow";
import { useState } from "react";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { signedInSession } from "../../api/session/signed-in-session.ts";
import { TestProviders } from "../../api/session/test-providers.tsx";
import type { OpenedSolution } from "../editor/use-solution.ts";
import { useSaving } from "./use-saving.ts";

const opened = {
  solution: { _embedded: {}, _links: { definition: { href: "/definition", allow: ["GET", "PUT"] } } },
  definition: { _embedded: { revision: 1 }, _links: {} },
} as unknown as OpenedSolution;

function Saving({ editor }: { readonly editor: Editor }) {
  const { save } = useSaving(editor, opened);
  const [isDone, setDone] = useState(false);
  return (
    <>
      <button type="button" onClick={() => void save()}>
        Save
      </button>
      <button type="button" onClick={() => void save().then(setDone)}>
        Save and leave
      </button>
      {isDone && <p>Left</p>}
    </>
  );
}

test("what is drawn while a save is in progress is saved before anything continues, and nothing is saved twice", async () => {
  const first = Promise.withResolvers<void>();
  const sent: (Definition & { readonly revision: number })[] = [];
  const put = async (_name: string, _href: string, { body }: { readonly body: Definition & { readonly revision: number } }) => {
    sent.push(body);
    await first.promise;
    return { _embedded: { revision: body.revision + 1 }, _links: {} };
  };
  const editor = new Editor(emptyDefinition());
  await render(
    <TestProviders session={signedInSession({ put }, { _links: {} })}>
      <Saving editor={editor} />
    </TestProviders>,
  );
  editor.execute(commands.addField("Application", { key: "a", name: "age" }));
  await userEvent.click(page.getByRole("button", { name: "Save", exact: true }));
  await userEvent.click(page.getByRole("button", { name: "Save", exact: true }));
  editor.execute(commands.addField("Application", { key: "b", name: "income" }));
  await userEvent.click(page.getByRole("button", { name: "Save and leave" }));
  first.resolve();
  await expect.element(page.getByText("Left")).toBeVisible();
  const saved = sent.map(({ applicationDatasetFields, revision }) => [applicationDatasetFields.map(({ name }) => name), revision]);
  expect(saved).toEqual([
    [["age"], 1],
    [["age", "income"], 2],
  ]);
  expect(editor.isDirty).toBe(false);
});
