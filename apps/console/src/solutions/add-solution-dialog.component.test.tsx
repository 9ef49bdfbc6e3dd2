import { onlineManager } from "@tanstack/react-query";
import { afterEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { ApiProblem, noAnswer } from "../api/api-problem.ts";
import { signedInSession } from "../api/session/signed-in-session.ts";
import { ShownMessages, TestProviders } from "../api/session/test-providers.tsx";
import { ownFile, scorecardTemplate } from "../parts/first-run/start-hash.ts";
import { AddSolutionDialog } from "./add-solution-dialog.tsx";

afterEach(() => {
  onlineManager.setOnline(true);
});

const full = new ApiProblem({
  status: 409,
  code: "TOO_MANY_SOLUTIONS",
  message: "Too many",
  description: "Delete one first.",
  correlationId: "-",
});

async function show(startWith?: string, failure: ApiProblem = full): Promise<void> {
  await render(
    <TestProviders session={signedInSession({}, { _embedded: { permissions: [] }, _links: {} })}>
      <AddSolutionDialog startWith={startWith} create={() => Promise.reject(failure)} onAdded={() => undefined} onClose={() => undefined} />
      <ShownMessages />
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
  await expect.element(page.getByRole("dialog").getByRole("alert")).toHaveTextContent("Too many: Delete one first. (TOO_MANY_SOLUTIONS)");
  await expect.element(page.getByRole("button", { name: "Create" })).toBeEnabled();
});

test("the reason is in sight although the templates are longer than the dialog", async () => {
  await show();
  await userEvent.click(page.getByRole("button", { name: "Create" }));
  const reason = page.getByRole("dialog").getByRole("alert");
  await expect.element(reason).toBeInTheDocument();
  const { left, top } = reason.element().getBoundingClientRect();
  expect(reason.element().contains(document.elementFromPoint(left + 4, top + 4))).toBe(true);
});

test("no response is a message, as everywhere", async () => {
  await show(undefined, noAnswer("-", false));
  await userEvent.click(page.getByRole("button", { name: "Create" }));
  await expect.element(page.getByRole("region", { name: "Messages" }).getByText(/Airlock cannot be reached/)).toBeVisible();
  await expect.element(page.getByRole("dialog").getByRole("alert")).not.toBeInTheDocument();
});
