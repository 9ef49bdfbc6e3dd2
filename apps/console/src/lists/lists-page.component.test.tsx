import type { ActionName, ListFields, ListRowFields, ListVersionFields } from "@airlock/contract";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { ApiProblem } from "../api/api-problem.ts";
import { signedInSession } from "../api/session/signed-in-session.ts";
import { SessionContext } from "../api/session/use-session.ts";
import { tableSearchWith } from "../parts/list-page/table-search.ts";
import { createMessages } from "../ui/messages/messages.ts";
import { MessagesContext } from "../ui/messages/use-messages.ts";
import { ListsPage } from "./lists-page.tsx";

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

const fields: ListFields = {
  webSafeString: "L1",
  name: "Postcode risk",
  description: "",
  kind: "lookup",
  key: { name: "postcode", type: "String" },
  columns: [
    { name: "band", type: "String" },
    { name: "uplift", type: "Float" },
  ],
  inEffect: { number: 1, effectiveDate: inDays(-30), rows: 3 },
  newestVersion: 2,
  draft: { rows: 4, added: 1, changed: 1, removed: 0, revision: 9 },
  usedBy: 2,
  createdDate: inDays(-30),
  updatedDate: inDays(-1),
  revision: 1,
};
const version = (number: number, change: Partial<ListVersionFields>): { readonly _embedded: ListVersionFields } => ({
  _embedded: {
    number,
    state: "past",
    effectiveDate: inDays(-30),
    endDate: null,
    rows: 3,
    added: 3,
    changed: 0,
    removed: 0,
    note: "",
    createdDate: inDays(-30),
    createdBy: "Mara Visser",
    pinnedBy: 0,
    ...change,
  },
});
const versions = [
  version(2, { state: "scheduled", effectiveDate: inDays(10), note: "New bands" }),
  version(1, { state: "inEffect", endDate: inDays(10) }),
];
const row = (key: string, values: ListRowFields["values"], change: Partial<ListRowFields> = {}) => ({
  _embedded: { key, values, change: null, before: null, ...change },
});
const rows = [
  row("3011", ["C", 0.02]),
  row("3014", ["D", 0.035], { change: "changed", before: ["C", 0.035] }),
  row("3019", ["B", null], { change: "added" }),
];
const uses = [
  { solutionWss: "S1", solutionName: "Consumer credit", versionWss: "V1", versionName: "v14", isServing: true, pinned: null },
  { solutionWss: "S2", solutionName: "Mortgage", versionWss: "V2", versionName: "v3", isServing: false, pinned: 1 },
].map((_embedded) => ({ _embedded }));

interface Sent {
  readonly name: ActionName;
  readonly href: string;
  readonly query?: unknown;
  readonly body?: unknown;
}

interface World {
  readonly change?: Partial<ListFields>;
  readonly mayChange?: boolean;
  readonly isEmpty?: boolean;
  /** The first import is refused with it. */
  readonly refusal?: ApiProblem;
  /** The page before the shown one is found after this. */
  readonly held?: Promise<void>;
}

async function open(address: string, { change = {}, mayChange = true, isEmpty = false, refusal, held }: World = {}) {
  const sent: Sent[] = [];
  const readHrefs: string[] = [];
  let refusals = refusal === undefined ? 0 : 1;
  const allow = (...changing: readonly string[]) => ["GET", ...(mayChange ? changing : [])];
  const list = {
    _embedded: { ...fields, ...change },
    _links: {
      self: { href: "/lists/L1", allow: allow("PUT", "DELETE") },
      rows: { href: "/lists/L1/rows", allow: allow("PUT") },
      rowsFile: { href: "/lists/L1/rows/csv", allow: allow("PUT") },
      versions: { href: "/lists/L1/versions", allow: allow("POST") },
      uses: { href: "/lists/L1/uses", allow: ["GET"] },
      ...(mayChange
        ? {
            draft: { href: "/lists/L1/draft", allow: ["DELETE"] },
            version: { href: "/lists/L1/versions/{number}", allow: ["DELETE"], templated: true },
          }
        : {}),
    },
  };
  const pageOf = (items: readonly unknown[]) => ({ items, _embedded: { total: items.length, exact: true }, _links: {} });
  const send = (name: ActionName, _method: string, href: string, { query, body }: Partial<Sent> = {}) => {
    sent.push({ name, href, ...(query === undefined ? {} : { query }), ...(body === undefined ? {} : { body }) });
    if (name === "list.import") {
      if (refusal !== undefined && refusals-- > 0) return Promise.reject(refusal);
      return Promise.resolve({
        _embedded: { rows: 4, draft: { added: 1, changed: 2, removed: 0 }, rejected: 0, rejections: [] },
        _links: {},
      });
    }
    return Promise.resolve(list);
  };
  const client = {
    list: async (_name: ActionName, href: string) => {
      if (!href.includes("after=")) await held;
      return pageOf(isEmpty ? [] : [list]);
    },
    all: (name: ActionName) => Promise.resolve(pageOf(name === "list.versions.list" ? versions : uses)),
    get: (name: ActionName, href: string) => {
      readHrefs.push(href);
      return Promise.resolve(name === "list.read" ? list : pageOf(rows));
    },
    post: (name: ActionName, href: string, options: Partial<Sent>) => send(name, "POST", href, options),
    send,
  };
  const profile = {
    _embedded: { permissions: ["list.read", ...(mayChange ? ["list.create"] : [])] },
    _links: { lists: { href: "/lists", allow: allow("POST") } },
  };
  const session = signedInSession(client, profile);
  const root = createRootRoute();
  const signedIn = createRoute({ getParentRoute: () => root, id: "signed-in" });
  const admin = createRoute({ getParentRoute: () => signedIn, path: "/admin" });
  const lists = createRoute({
    getParentRoute: () => admin,
    path: "/lists",
    validateSearch: tableSearchWith(["list"]),
    component: ListsPage,
  });
  const others = createRoute({ getParentRoute: () => admin, path: "/others", component: () => <h1>Others</h1> });
  const router = createRouter({
    routeTree: root.addChildren([signedIn.addChildren([admin.addChildren([lists, others])])]),
    history: createMemoryHistory({ initialEntries: [address] }),
  });
  const messages = createMessages();
  await render(
    <SessionContext.Provider value={session}>
      <MessagesContext.Provider value={messages}>
        <QueryClientProvider client={new QueryClient()}>
          <RouterProvider router={router as never} />
        </QueryClientProvider>
      </MessagesContext.Provider>
    </SessionContext.Provider>,
  );
  return { sent, readHrefs, messages, router };
}

const panel = page.getByRole("complementary", { name: "List" });
const rowWith = (key: string) => panel.getByRole("row", { name: new RegExp(`^${key}`) });

test("a list is opened beside the others, with its versions, rows and uses", async () => {
  await open("/admin/lists");
  await userEvent.click(page.getByRole("link", { name: "Postcode risk" }));
  await expect.element(panel.getByRole("heading", { name: "Postcode risk" })).toBeVisible();
  await expect.element(panel.getByText("returns 2 columns. 4 rows.")).toBeVisible();
  const strip = panel.getByRole("region", { name: "Versions" });
  await expect
    .poll(() =>
      strip
        .getByRole("button")
        .elements()
        .map((card) => card.textContent),
    )
    .toEqual(["All 2", expect.stringMatching(/^v1 In effectSince/), expect.stringMatching(/^v2 ScheduledFrom/), "v3 Draft2 changesto v2"]);
  await expect.poll(() => rowWith("3014").element().textContent).toBe("3014Edit band of 3014: CDEdit uplift of 3014: 0.035Changed");
  await expect.poll(() => rowWith("3019").element().textContent).toBe("3019Edit band of 3019: BEdit uplift of 3019: missingAdded");
  const used = panel.getByRole("region", { name: "Used by" }).getByRole("listitem");
  await expect
    .poll(() => used.elements().map((item) => item.textContent))
    .toEqual(["Consumer credit v14Follows, now v1Serving", "Mortgage v3Pinned to v1Not serving"]);
});

test("a value is edited in its cell; one of another type is refused there", async () => {
  const { sent } = await open("/admin/lists?list=L1");
  await userEvent.click(panel.getByRole("button", { name: "Edit uplift of 3011" }));
  const field = panel.getByRole("textbox", { name: "uplift of 3011" });
  await userEvent.fill(field, "much");
  await expect.element(panel.getByRole("alert")).toHaveTextContent('uplift must be a number, not "much"');
  await userEvent.keyboard("{Enter}");
  expect(sent).toEqual([]);
  await userEvent.fill(field, "0.05");
  await userEvent.keyboard("{Enter}");
  await expect
    .poll(() => sent)
    .toEqual([
      { name: "list.rows.change", href: "/lists/L1/rows", body: { put: [{ key: "3011", values: ["C", 0.05], was: ["C", 0.02] }] } },
    ]);
});

test("Escape leaves a value as it was, and the panel open", async () => {
  const { sent } = await open("/admin/lists?list=L1");
  await userEvent.click(panel.getByRole("button", { name: "Edit band of 3011" }));
  await userEvent.fill(panel.getByRole("textbox", { name: "band of 3011" }), "X");
  await userEvent.keyboard("{Escape}");
  await expect.element(panel.getByRole("button", { name: "Edit band of 3011" })).toHaveTextContent("Edit band of 3011: C");
  expect(sent).toEqual([]);
});

test("rows are added and removed, and a change is undone", async () => {
  const { sent } = await open("/admin/lists?list=L1");
  await userEvent.click(panel.getByRole("button", { name: "Add row" }));
  await userEvent.fill(panel.getByRole("textbox", { name: "postcode of the new row" }), "3020");
  await userEvent.fill(panel.getByRole("textbox", { name: "uplift of the new row" }), "0.1");
  await userEvent.keyboard("{Enter}");
  await userEvent.click(panel.getByRole("button", { name: "Undo the change of 3014" }));
  await userEvent.click(panel.getByRole("button", { name: "Undo the change of 3019" }));
  await userEvent.click(panel.getByRole("button", { name: "Remove 3011" }));
  await expect
    .poll(() => sent.map(({ body }) => body))
    .toEqual([
      { put: [{ key: "3020", values: [null, 0.1] }] },
      { put: [{ key: "3014", values: ["C", 0.035], was: ["D", 0.035] }] },
      { remove: [{ key: "3019", was: ["B", null] }] },
      { remove: [{ key: "3011", was: ["C", 0.02] }] },
    ]);
});

test("a published version is shown, not changed", async () => {
  const { readHrefs } = await open("/admin/lists?list=L1");
  await userEvent.click(panel.getByRole("button", { name: /^v1 In effect/ }));
  await expect.poll(() => readHrefs.some((href) => href.includes("version=1"))).toBe(true);
  await expect.element(rowWith("3011")).toBeVisible();
  expect(panel.getByRole("button", { name: /^Edit/ }).elements()).toEqual([]);
  expect(panel.getByRole("button", { name: "Add row" }).elements()).toEqual([]);
});

test("who may only read is offered no change", async () => {
  await open("/admin/lists?list=L1", { mayChange: false });
  await expect.element(rowWith("3011")).toBeVisible();
  for (const name of [/^Edit/, /^Remove/, /^Undo/, "Add row", "Import CSV", "Discard", /^Publish/, "More"]) {
    expect(page.getByRole("button", { name }).elements()).toEqual([]);
  }
});

test("a draft is published with its date, not before the version that is scheduled", async () => {
  const { sent } = await open("/admin/lists?list=L1");
  await userEvent.click(panel.getByRole("button", { name: "Publish v3..." }));
  const dialog = page.getByRole("dialog", { name: "Publish v3 of Postcode risk" });
  const publish = dialog.getByRole("button", { name: /^(Publish now|Schedule)$/ });
  await expect.element(publish).toBeDisabled();
  const local = (days: number) => {
    const date = new Date(Date.now() + days * 86_400_000);
    return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
  };
  await userEvent.fill(dialog.getByLabelText("In effect from"), local(5));
  await expect.element(dialog.getByText(/^v2 takes effect .* which is later\.$/)).toBeVisible();
  await expect.element(publish).toBeDisabled();
  const start = local(20);
  await userEvent.fill(dialog.getByLabelText("In effect from"), start);
  await userEvent.fill(dialog.getByLabelText("Note"), "Quarterly");
  await userEvent.click(dialog.getByRole("button", { name: "Schedule" }));
  await expect
    .poll(() => sent)
    .toEqual([
      {
        name: "list.versions.create",
        href: "/lists/L1/versions",
        body: { note: "Quarterly", draftRevision: 9, effectiveDate: new Date(start).toISOString() },
      },
    ]);
});

test("the scheduled version is withdrawn after a question", async () => {
  const { sent } = await open("/admin/lists?list=L1");
  await userEvent.click(panel.getByRole("button", { name: "All 2" }));
  await userEvent.click(page.getByRole("button", { name: "Withdraw" }));
  await userEvent.click(page.getByRole("alertdialog").getByRole("button", { name: "Withdraw" }));
  await expect.poll(() => sent).toEqual([{ name: "list.version.withdraw", href: "/lists/L1/versions/2" }]);
});

test("a file with rejected rows names them, and is imported without them on request", async () => {
  const refusal = new ApiProblem({
    status: 422,
    code: "LIST_ROWS_REJECTED",
    message: "Rejected rows",
    description: "1 of 5 rows cannot be read.",
    correlationId: "c",
    problems: [{ field: "row 2, uplift", code: "rejected", message: 'must be a number, not "much"' }],
  });
  const { sent, messages } = await open("/admin/lists?list=L1", { refusal });
  await userEvent.click(panel.getByRole("button", { name: "Import CSV" }));
  const dialog = page.getByRole("dialog", { name: "Import into Postcode risk" });
  await userEvent.upload(dialog.getByLabelText(/Choose a CSV file/), new File(["postcode,band,uplift\n"], "risk.csv"));
  await userEvent.click(dialog.getByLabelText(/Additions and changes/));
  await userEvent.click(dialog.getByRole("button", { name: "Import", exact: true }));
  await expect.element(dialog.getByRole("listitem")).toHaveTextContent('row 2, uplift must be a number, not "much"');
  await userEvent.click(dialog.getByRole("button", { name: "Import without rejected rows" }));
  await expect
    .poll(() => sent.map(({ query }) => query))
    .toEqual([
      { mode: "merge", rejected: "refuse" },
      { mode: "merge", rejected: "skip" },
    ]);
  expect(sent.every(({ body }) => body instanceof Blob && body.type === "text/csv")).toBe(true);
  await expect.poll(() => messages.shown().map(({ message }) => message)).toEqual(["4 rows imported. The draft has 1 added, 2 changed."]);
});

test("a new list gets its columns from a file", async () => {
  const { sent, router } = await open("/admin/lists", { isEmpty: true });
  await expect.element(page.getByRole("heading", { name: "No lists yet" })).toBeVisible();
  const file = new File(["Phone,Since\n+31612345678,2026-01-31\n"], "Fraud phones.csv");
  await userEvent.upload(page.getByLabelText("CSV file of a new list"), file);
  const dialog = page.getByRole("dialog", { name: "Import Fraud phones.csv" });
  await expect.element(dialog.getByRole("textbox", { name: /^Key/ })).toHaveValue("phone");
  await expect.element(dialog.getByRole("textbox", { name: "Column 1" })).toHaveValue("since");
  await userEvent.click(dialog.getByRole("button", { name: "Import" }));
  await expect.poll(() => sent.map(({ name }) => name)).toEqual(["lists.create", "list.import"]);
  expect(sent[0]?.body).toEqual({
    name: "Fraud phones",
    description: "",
    key: { name: "phone", type: "String" },
    columns: [{ name: "since", type: "Date" }],
  });
  await expect.poll(() => router.state.location.search).toEqual({ list: "L1" });
});

test("a draft is discarded after a question", async () => {
  const { sent } = await open("/admin/lists?list=L1");
  await userEvent.click(panel.getByRole("button", { name: "Discard" }));
  await userEvent.click(page.getByRole("alertdialog", { name: "Discard 2 changes?" }).getByRole("button", { name: "Discard" }));
  await expect.poll(() => sent).toEqual([{ name: "list.draft.discard", href: "/lists/L1/draft" }]);
});

test("a request that ends after the user left for another page does not lead back", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { router } = await open("/admin/lists?page=3&after=x", { held: promise });
  await userEvent.click(page.getByRole("button", { name: "Previous page" }));
  await router.navigate({ to: "/admin/others" as never });
  await expect.element(page.getByRole("heading", { name: "Others" })).toBeVisible();
  const moved: string[] = [];
  router.subscribe("onBeforeNavigate", ({ toLocation }) => void moved.push(toLocation.href));
  resolve();
  await promise;
  // Only after what follows the request has run, in the same task.
  await expect.poll(() => router.state.status).toBe("idle");
  expect(moved).toEqual([]);
  expect(router.state.location.href).toBe("/admin/others");
});
