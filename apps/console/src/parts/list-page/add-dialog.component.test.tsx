import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { signedInSession } from "../../api/session/signed-in-session.ts";
import { TestProviders } from "../../api/session/test-providers.tsx";
import { AddDialog, type AddedFields } from "./add-dialog.tsx";

const profile = { _embedded: { organisationWss: "O1", organisationName: "North Bank", permissions: [] }, _links: {} };

test("the name is selected, so typing replaces it; the dialog stays open until it was saved", async () => {
  const saved: AddedFields[] = [];
  let isClosed = false;
  await render(
    <TestProviders session={signedInSession({}, profile)}>
      <AddDialog
        action="groups.create"
        title="Add a group"
        defaultName="New Group"
        withDetails
        onSave={(fields) => Promise.resolve(saved.push(fields) > 1)}
        onClose={() => {
          isClosed = true;
        }}
      />
    </TestProviders>,
  );
  const name = page.getByRole("textbox", { name: "Name" });
  const save = page.getByRole("button", { name: "Save" });
  await expect.element(name).toHaveFocus();
  await userEvent.keyboard(" ");
  await expect.element(save).toBeDisabled();
  await userEvent.keyboard("Risk ");
  await userEvent.fill(page.getByRole("textbox", { name: "Description" }), " Checks loans ");
  await userEvent.click(save);
  await expect.poll(() => saved).toEqual([{ name: "Risk", description: "Checks loans", organisationWss: "O1" }]);
  await expect.element(save).toBeEnabled();
  expect(isClosed).toBe(false);
  await userEvent.click(save);
  await expect.poll(() => isClosed).toBe(true);
});
