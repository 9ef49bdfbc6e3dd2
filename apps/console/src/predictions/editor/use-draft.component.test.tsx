import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { signedInSession } from "../../api/session/signed-in-session.ts";
import { ShownMessages, TestProviders } from "../../api/session/test-providers.tsx";
import type { Editable } from "./editable.ts";
import { useDraft } from "./use-draft.ts";
import type { Prediction } from "./use-prediction.ts";

/** A prediction with what the draft uses of it. */
const prediction = (fields: Partial<Editable>, revision: number) =>
  ({
    _embedded: { webSafeString: "P1", name: "Default risk", description: "", revision, ...fields },
    _links: { self: { href: "/predictions/P1", allow: ["PUT"] } },
  }) as unknown as Prediction;

function Editor() {
  const { fields, isDirty, change, save } = useDraft(prediction({}, 1));
  return (
    <>
      <input aria-label="Name" value={fields.name} onChange={(event) => change({ name: event.target.value })} />
      <input aria-label="Description" value={fields.description} onChange={(event) => change({ description: event.target.value })} />
      <button type="button" disabled={!isDirty} onClick={() => void save()}>
        Save
      </button>
    </>
  );
}

test("what is typed while it is being saved stays, as a change that is not saved", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const put = async (_name: string, _href: string, { body }: { readonly body: Partial<Editable> }) => {
    await promise;
    return prediction(body, 2);
  };
  await render(
    <TestProviders session={signedInSession({ put }, { _links: {} })}>
      <Editor />
      <ShownMessages />
    </TestProviders>,
  );
  const save = page.getByRole("button", { name: "Save" });
  await userEvent.fill(page.getByLabelText("Name"), "Risk");
  await userEvent.click(save);
  await userEvent.fill(page.getByLabelText("Description"), "Of the next 12 months");
  resolve();
  await expect.element(page.getByText("Risk saved")).toBeVisible();
  await expect.element(page.getByLabelText("Description")).toHaveValue("Of the next 12 months");
  await expect.element(save).toBeEnabled();
});
