import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import type { ReactNode } from "react";
import { signedInSession } from "../../api/session/signed-in-session.ts";
import { TestProviders } from "../../api/session/test-providers.tsx";
import { startIn } from "../../parts/first-run/start-hash.ts";
import { DrawChoices } from "./draw-choices.tsx";
import { FirstRunAside } from "./first-run-aside.tsx";

/** Shows it on the dashboard of a user; returns the router, which knows where its links lead. */
async function show(content: () => ReactNode, permissions: readonly string[] = [], mayInvite = false, sampleDataCommand?: string) {
  const links = mayInvite ? { users: { href: "/users", allow: ["GET", "POST"] } } : {};
  const session = signedInSession(
    {},
    { _embedded: { permissions }, _links: links },
    sampleDataCommand === undefined ? {} : { sampleDataCommand },
  );
  const root = createRootRoute();
  const paths = ["/", "/admin/solutions", "/admin/users", "/admin/organisations"];
  const routes = paths.map((path) => createRoute({ getParentRoute: () => root, path, component: path === "/" ? content : () => path }));
  const router = createRouter({ routeTree: root.addChildren(routes), history: createMemoryHistory() });
  await render(
    <TestProviders session={session}>
      <RouterProvider router={router as never} />
    </TestProviders>,
  );
  return router;
}

test.each([
  ["Consumer credit scorecard", "Use this template", "consumer-credit-scorecard"],
  ["Blank", "Start with a blank flow", ""],
  ["Import a file", "Import a file", "file"],
])("%s: the button opens the dialog with it", async (choice, label, start) => {
  const router = await show(() => <DrawChoices />);
  await expect.element(page.getByRole("radio", { name: "Consumer credit scorecard" })).toBeChecked();
  await userEvent.click(page.getByText(choice, { exact: true }).first());
  await expect.element(page.getByRole("radio", { name: choice })).toBeChecked();
  await userEvent.click(page.getByRole("link", { name: label }));
  await expect.element(page.getByText("/admin/solutions")).toBeVisible();
  expect(startIn(router.state.location.hash)).toBe(start);
});

test("choices are changed by arrow keys, and all templates are one link away", async () => {
  const router = await show(() => <DrawChoices />);
  await expect.element(page.getByRole("radio", { name: "Consumer credit scorecard" })).toBeChecked();
  await userEvent.tab();
  await userEvent.keyboard("{ArrowDown}");
  await expect.element(page.getByRole("link", { name: "Start with a blank flow" })).toBeVisible();
  await userEvent.click(page.getByRole("link", { name: "See all templates" }));
  await expect.element(page.getByText("/admin/solutions")).toBeVisible();
  expect(router.state.location.hash).toBe("add");
});

const trialCommand = "AIRLOCK_TRIAL_DEMO=yes docker compose --file deploy/compose.trial.yaml up";

test("the command for sample data is the installation's own, and is copied", async () => {
  await show(() => <FirstRunAside />, [], false, trialCommand);
  await expect.element(page.getByText("200,000 executions and one incident")).toBeVisible();
  await expect.element(page.getByText(trialCommand)).toBeVisible();
  await userEvent.click(page.getByRole("button", { name: "Copy command" }));
  await expect.poll(() => navigator.clipboard.readText()).toBe(trialCommand);
  await expect.element(page.getByRole("heading", { name: "For administrators" })).not.toBeInTheDocument();
});

test("an installation that cannot have sample data shows no command, but how to start one that can", async () => {
  await show(() => <FirstRunAside />);
  await expect.element(page.getByRole("link", { name: "How to start it" })).toHaveAttribute("href", "/documentation/guides/demo");
  await expect.element(page.getByRole("button", { name: "Copy command" })).not.toBeInTheDocument();
  await expect.element(page.getByText("Your own organisation stays as it is.")).not.toBeInTheDocument();
});

test("administrators have the links that they may use", async () => {
  await show(() => <FirstRunAside />, ["organisations.list", "organisation.update"], true);
  await expect.element(page.getByRole("link", { name: "Invite users" })).toHaveAttribute("href", "/admin/users");
  await expect.element(page.getByRole("link", { name: "Set execution retention" })).toHaveAttribute("href", "/admin/organisations");
  await expect
    .element(page.getByRole("link", { name: "Check the settings of mail" }))
    .toHaveAttribute("href", "/documentation/reference/settings");
});

test("who may only invite has no link to retention", async () => {
  await show(() => <FirstRunAside />, [], true);
  await expect.element(page.getByRole("link", { name: "Invite users" })).toBeVisible();
  expect(page.getByRole("link", { name: "Set execution retention" }).elements()).toEqual([]);
});
