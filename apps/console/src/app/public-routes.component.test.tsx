import { createMemoryHistory, RouterProvider } from "@tanstack/react-router";
import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { ApiProblem } from "../api/api-problem.ts";
import type { Session } from "../api/session/session.ts";
import { TestProviders } from "../api/session/test-providers.tsx";
import { clearValidation } from "../api/session/validation.ts";
import { Look } from "../ui/theme/look.tsx";
import { routerWith } from "./router.tsx";

/** Opens an address of the console without a signed-in user; keys of invitations are refused. */
async function open(address: string) {
  vi.stubGlobal("__PRODUCT_VERSION__", "0.0.0");
  clearValidation();
  const state = { status: "anonymous", ready: true };
  const refusal = new ApiProblem({ status: 404, code: "KEY_UNKNOWN", message: "Key", description: "Unknown.", correlationId: "-" });
  const session = {
    state: () => state,
    subscribe: () => () => undefined,
    start: () => Promise.resolve(),
    leaveQuietly: () => Promise.resolve(),
    client: { post: () => Promise.reject(refusal) },
  } as unknown as Session;
  const history = createMemoryHistory({ initialEntries: [address] });
  await render(
    <Look>
      <TestProviders session={session}>
        <RouterProvider router={routerWith(history)} />
      </TestProviders>
    </Look>,
  );
  return history;
}

const heading = (name: string) => page.getByRole("heading", { level: 1, name, exact: true });
const login = page.getByRole("button", { name: "Login", exact: true });

test("/ has a large Start button that goes to /admin", async () => {
  await open("/");
  const start = page.getByRole("link", { name: "Start" });
  await expect.element(start).toHaveAttribute("href", "/admin");
  expect(start.element().getBoundingClientRect().height).toBeGreaterThanOrEqual(48);
});

test("/offline is titled with the product's name, and points to documentation and news without a diagram", async () => {
  await open("/offline");
  await expect.element(heading("Airlock Offline")).toBeVisible();
  const main = page.getByRole("main");
  expect(main.element().textContent).toContain("Airlock is currently offline");
  await expect.element(main.getByRole("link", { name: "documentation" })).toHaveAttribute("href", "/documentation/");
  await expect.element(main.getByRole("link", { name: "news" })).toHaveAttribute("href", "/news");
  expect(main.getByRole("application").query()).toBeNull();
});

test.each(["/nowhere", "/admin-of-nothing", "/a/b/c?d=e"])(
  "%s reads 'We can't find what you're after', with a way to sign in",
  async (address) => {
    const history = await open(address);
    await expect.element(heading("We can't find what you're after")).toBeVisible();
    await userEvent.click(page.getByRole("link", { name: "Log In", exact: true }));
    await expect.element(login).toBeVisible();
    expect(history.location.pathname).toBe("/login");
  },
);

test("/confirm with an invalid key reads 'Oops'", async () => {
  await open("/confirm/not-a-key-of-anyone");
  await expect.element(heading("Oops")).toBeVisible();
  await expect
    .element(
      page.getByText(
        "Unfortunately we weren't able to activate your account. Please contact your organisation's administrator for the product who can help you further.",
        { exact: true },
      ),
    )
    .toBeVisible();
  await expect.element(page.getByRole("button", { name: /^Continue to/ })).not.toBeInTheDocument();
});

test("/confirm without a key leads to /login", async () => {
  const history = await open("/confirm");
  await expect.element(login).toBeVisible();
  expect(history.location.pathname).toBe("/login");
});
