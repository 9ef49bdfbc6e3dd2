import { onlineManager } from "@tanstack/react-query";
import { afterEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { ApiProblem } from "../api/api-problem.ts";
import { signedInSession } from "../api/session/signed-in-session.ts";
import { TestProviders } from "../api/session/test-providers.tsx";
import { ownFile, scorecardTemplate } from "../parts/first-run/start-hash.ts";
import { AddSolutionDialog } from "./add-solution-dialog.tsx";

afterEach(() => {
  onlineManager.setOnline(true);
});

const full = { status: 409, code: "TOO_MANY_SOLUTIONS", message: "Too many", description: "Delete one first.", correlationId: "-" };

async function show(startWith?: string): Promise<void> {
  await render(
    <TestProviders session={signedInSession({}, { _embedded: { permissions: [] }, _links: {} })}>
      <AddSolutionDialog
        startWith={startWith}
        create={() => Promise.reject(new ApiProblem(full))}
        onAdded={() => undefined}
        onClose={() => undefined}
      />
    </TestProviders>,
  );
}

const name = page.getByRole("textbox", { name: "Name" });

test("it starts with a template by its key, and proposes its name", async () => {
  await show(scorecardTemplate);
  await expect.element(page.getByRole("radio", { name: /^Consumer credit scorecard/ })).toBeChecked();
  await expect.element(name).toHaveValue("Consumer credit scorecard");
  await expect.element(name).toHaveFocus();
});

test("it starts with the file, which has the focus", async () => {
  await show(ownFile);
  await expect.element(page.getByRole("button", { name: /^Drop a .json/ })).toHaveFocus();
  await expect.element(name).toHaveValue("New Solution");
});

test.each([undefined, "", "no-such-template"])("it starts blank with %s", async (startWith) => {
  await show(startWith);
  await expect.element(page.getByRole("radio", { name: /^Blank/ })).toBeChecked();
  await expect.element(name).toHaveFocus();
});

test("what was typed without a network stays when the network is back", async () => {
  onlineManager.setOnline(false);
  await show(scorecardTemplate);
  await userEvent.fill(name, "My solution");
  onlineManager.setOnline(true);
  await expect.element(page.getByRole("radio", { name: /^Consumer credit scorecard/ })).toBeVisible();
  await expect.element(name).toHaveValue("My solution");
});

test("the reason why it cannot be created is shown in the dialog, which stays open", async () => {
  await show();
  await userEvent.click(page.getByRole("button", { name: "Create" }));
  await expect.element(page.getByRole("dialog").getByRole("alert")).toHaveTextContent("Too many: Delete one first.");
  await expect.element(page.getByRole("button", { name: "Create" })).toBeEnabled();
});
