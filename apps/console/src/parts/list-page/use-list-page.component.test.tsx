import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { signedInSession } from "../../api/session/signed-in-session.ts";
import { TestProviders } from "../../api/session/test-providers.tsx";
import { tableSearch } from "./table-search.ts";
import { useListPage } from "./use-list-page.ts";

function Groups() {
  const { search, onSearch, table, createAt, stopAdding } = useListPage("groups.list", {
    href: "/groups",
    lists: ["groups"],
    rel: "groups",
  });
  return (
    <>
      <output>{(table.list.rows ?? []).map((row) => row._embedded.name).join(", ")}</output>
      <button type="button" onClick={() => onSearch({ ...search, sort: "-name" })}>
        Sort
      </button>
      <button type="button" onClick={() => onSearch({ ...search, q: "mid" })}>
        Search
      </button>
      <button type="button" onClick={table.onAdd}>
        Add
      </button>
      {createAt !== undefined && (
        <button type="button" onClick={stopAdding}>
          Close {createAt}
        </button>
      )}
    </>
  );
}

async function open(address: string) {
  const requested: string[] = [];
  const client = {
    list: (_action: string, href: string) => {
      requested.push(href);
      return Promise.resolve({
        items: [{ _embedded: { webSafeString: "G1", name: "Risk" }, _links: {} }],
        _embedded: { total: 1, exact: true },
        _links: {},
      });
    },
  };
  const profile = { _embedded: { permissions: [] }, _links: { groups: { href: "/groups", allow: ["POST"] } } };
  const root = createRootRoute();
  const groups = createRoute({ getParentRoute: () => root, path: "/admin/groups", validateSearch: tableSearch, component: Groups });
  const router = createRouter({
    routeTree: root.addChildren([groups]),
    history: createMemoryHistory({ initialEntries: [address] }),
  });
  await render(
    <TestProviders session={signedInSession(client, profile)}>
      <RouterProvider router={router as never} />
    </TestProviders>,
  );
  await expect.element(page.getByText("Risk")).toBeVisible();
  return { requested, router };
}

test("the list follows the URL, a change of it replaces the URL of the same page, and Add opens where rows are created", async () => {
  const { requested, router } = await open("/admin/groups?q=ri");
  expect(requested).toEqual(["/groups?limit=10&search=ri"]);

  await userEvent.click(page.getByRole("button", { name: "Sort" }));
  await expect.poll(() => requested.at(-1)).toBe("/groups?limit=10&sort=-name&search=ri");
  expect(router.state.location.href).toBe("/admin/groups?q=ri&sort=-name");
  expect(router.history.length).toBe(1);

  await userEvent.click(page.getByRole("button", { name: "Add" }));
  await userEvent.click(page.getByRole("button", { name: "Close /groups" }));
  await expect.element(page.getByRole("button", { name: "Close" })).not.toBeInTheDocument();
});

test("a URL that ends with a slash can be changed more than once", async () => {
  const { router } = await open("/admin/groups/");
  await userEvent.click(page.getByRole("button", { name: "Sort" }));
  await expect.poll(() => router.state.location.href).toBe("/admin/groups?sort=-name");
  await userEvent.click(page.getByRole("button", { name: "Search" }));
  await expect.poll(() => router.state.location.href).toBe("/admin/groups?sort=-name&q=mid");
});
