import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { ActivityContext } from "../../api/activity-context.ts";
import { createActivity } from "../../api/activity.ts";
import { signedInSession } from "../../api/session/signed-in-session.ts";
import { TestProviders } from "../../api/session/test-providers.tsx";
import { PageHead } from "../../ui/page-head.tsx";
import { Shell } from "./shell.tsx";

/** The shell with a page of the menu and one with a title of its own; `reads` counts how often the session's state was read. */
async function open() {
  vi.stubGlobal("__PRODUCT_VERSION__", "0.0.0");
  const profile = {
    _embedded: {
      firstName: "Ada",
      name: "Lovelace",
      organisationWss: "O1",
      organisationName: "North Bank",
      permissions: ["solutions.list"],
    },
    _links: {},
  };
  const signedIn = signedInSession({}, profile);
  const counted = { reads: 0 };
  const session = Object.assign(signedIn, {
    state: ((state) => () => {
      counted.reads += 1;
      return state;
    })(signedIn.state()),
    // Without a response: the account menu would read the state again.
    memberships: () => new Promise<never>(() => undefined),
  });
  const root = createRootRoute({ component: Shell });
  const routeTree = root.addChildren([
    createRoute({ getParentRoute: () => root, path: "/admin", staticData: { title: "Dashboard" }, component: () => <p>First page</p> }),
    createRoute({
      getParentRoute: () => root,
      path: "/admin/solutions",
      staticData: { title: "Solutions" },
      component: () => <p>Second page</p>,
    }),
    createRoute({
      getParentRoute: () => root,
      path: "/admin/versions",
      staticData: { title: "API" },
      component: () => <PageHead title="Loans" back={{ to: "/admin/solutions", label: "Back to solutions" }} />,
    }),
  ]);
  const router = createRouter({ routeTree, history: createMemoryHistory({ initialEntries: ["/admin"] }) });
  const activity = createActivity();
  await render(
    <ActivityContext value={activity}>
      <TestProviders session={session}>
        <RouterProvider router={router as never} />
      </TestProviders>
    </ActivityContext>,
  );
  return { router, counted, activity };
}

const title = (name: string) => page.getByRole("heading", { level: 1, name });

test("a route change renders the page, the title and the menu link, and not the menu or the account again", async () => {
  const { counted } = await open();
  await expect.element(title("Dashboard")).toBeVisible();
  await expect.element(page.getByText("First page")).toBeVisible();
  // The title of the window is set by an effect, so everything was rendered.
  await expect.poll(() => document.title).toBe("Dashboard - Airlock");
  expect(counted.reads).toBeGreaterThan(0);
  counted.reads = 0;
  const link = page.getByRole("link", { name: "Solutions" });
  await userEvent.click(link);
  await expect.element(title("Solutions")).toBeVisible();
  await expect.element(page.getByText("Second page")).toBeVisible();
  await expect.element(link).toHaveAttribute("aria-current", "page");
  await expect.element(page.getByRole("main")).toHaveFocus();
  expect(document.title).toBe("Solutions - Airlock");
  expect(counted.reads).toBe(0);
});

test("a page's own title replaces the route's, with its way back before it, until it is left", async () => {
  const { router } = await open();
  await router.navigate({ to: "/admin/versions" as never });
  await expect.element(title("Loans")).toBeVisible();
  expect(document.title).toBe("Loans - Airlock");
  await userEvent.click(page.getByRole("banner").getByRole("link", { name: "Back to solutions" }));
  await expect.element(title("Solutions")).toBeVisible();
  expect(document.title).toBe("Solutions - Airlock");
});

test("the progress line is at the lower edge of the top bar during a request", async () => {
  const { activity } = await open();
  await expect.element(title("Dashboard")).toBeVisible();
  const line = page.getByRole("progressbar", { name: "Waiting for a response" });
  await expect.element(line).not.toBeInTheDocument();
  const end = activity.begin();
  await expect.element(line).toBeInTheDocument();
  const bar = page.getByRole("banner").element().getBoundingClientRect();
  const { top, width } = line.element().getBoundingClientRect();
  expect(top).toBeGreaterThanOrEqual(bar.bottom - 4);
  expect(width).toBe(bar.width);
  end();
  await expect.element(line).not.toBeInTheDocument();
});
