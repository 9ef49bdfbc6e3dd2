import type { ExperimentFields, Resource } from "@airlock/contract";
import { useState } from "react";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { ApiProblem } from "../../api/api-problem.ts";
import { signedInSession } from "../../api/session/signed-in-session.ts";
import { ShownMessages, TestProviders } from "../../api/session/test-providers.tsx";
import { SaveConflictDialog } from "../../ui/dialogs/save-conflict-dialog.tsx";
import { useExperimentEditor } from "./use-experiment-editor.ts";

type Stored = Pick<ExperimentFields, "name" | "datasourceId" | "records" | "revision">;

/** An experiment with what its page uses of it. */
const experiment = (fields: Stored) =>
  ({
    _embedded: { fieldMapping: [], carry: [], ...fields },
    _links: { self: { href: "/experiments/E1", allow: ["GET", "PUT"] } },
  }) as unknown as Resource<ExperimentFields>;

/** The api with one experiment, which others can change. */
class Api {
  stored: Stored = { name: "Q3", datasourceId: "loans", records: "first", revision: 1 };

  readonly get = () => Promise.resolve(experiment(this.stored));
  readonly put = (_name: string, _href: string, { body }: { readonly body: Stored }) => {
    if (body.revision !== this.stored.revision) {
      const fields = { status: 409, code: "EDIT_CONFLICT", message: "No", description: "No.", correlationId: "-", problems: [] };
      return Promise.reject(new ApiProblem(fields));
    }
    const { datasourceId, records, revision } = body;
    return Promise.resolve(experiment(this.change({ datasourceId, records, revision })));
  };

  change(change: Partial<Stored>): Stored {
    this.stored = { ...this.stored, ...change, revision: this.stored.revision + 1 };
    return this.stored;
  }
}

function Editor({ api }: { readonly api: Api }) {
  const [opened, setOpened] = useState(() => experiment(api.stored));
  const { draft, changed, chooseRecords, save, conflict } = useExperimentEditor(opened, () => Promise.resolve());
  return (
    <>
      <output>{`${draft.datasource?.value}, ${draft.records} records`}</output>
      <button type="button" onClick={() => chooseRecords("all")}>
        All records
      </button>
      <button type="button" onClick={() => setOpened(experiment(api.stored))}>
        Refresh
      </button>
      <button type="button" disabled={!changed} onClick={() => void save()}>
        Save
      </button>
      {conflict && (
        <SaveConflictDialog isSaving={false} onTheirs={conflict.loadTheirs} onMine={conflict.saveMine} onClose={conflict.close}>
          Load theirs, or save yours.
        </SaveConflictDialog>
      )}
    </>
  );
}

const press = (name: string) => userEvent.click(page.getByRole("button", { name }));

/** All records are chosen in the window, while someone else saved a change. */
async function show(theirs: Partial<Stored>): Promise<Api> {
  const api = new Api();
  await render(
    <TestProviders session={signedInSession(api, { _embedded: { permissions: [] }, _links: {} })}>
      <Editor api={api} />
      <ShownMessages />
    </TestProviders>,
  );
  await press("All records");
  api.change(theirs);
  await press("Refresh");
  await press("Save");
  return api;
}

test("what someone else saved is not overwritten by changes that began before, although it was loaded again", async () => {
  const api = await show({ datasourceId: "applications" });
  await expect.element(page.getByRole("dialog", { name: "Someone else saved meanwhile" })).toBeVisible();
  expect(api.stored.datasourceId).toBe("applications");
  await press("Load theirs");
  await expect.element(page.getByRole("status").first()).toHaveTextContent("applications, first records");
  await press("All records");
  await press("Save");
  await expect.element(page.getByText("Q3 saved")).toBeVisible();
  expect(api.stored).toMatchObject({ datasourceId: "applications", records: "all" });
});

test("the user's changes are saved over it once they have decided so", async () => {
  const api = await show({ datasourceId: "applications" });
  await press("Save mine over it");
  await expect.element(page.getByText("Q3 saved")).toBeVisible();
  expect(api.stored).toMatchObject({ datasourceId: "loans", records: "all" });
});

test("another name is not a conflict", async () => {
  const api = await show({ name: "Q4" });
  await expect.element(page.getByText("Q4 saved")).toBeVisible();
  expect(api.stored).toMatchObject({ name: "Q4", records: "all" });
});
