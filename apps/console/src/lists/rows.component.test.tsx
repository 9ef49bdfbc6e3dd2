import type { ActionName, BodyOf, ListFields, ListRowFields, Resource } from "@airlock/contract";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { ApiProblem } from "../api/api-problem.ts";
import { signedInSession } from "../api/session/signed-in-session.ts";
import { ShownMessages, TestProviders } from "../api/session/test-providers.tsx";
import { Rows } from "./rows.tsx";

type Values = ListRowFields["values"];
type Change = Partial<BodyOf<"list.rows.change">>;

const list: Resource<ListFields> = {
  _embedded: {
    webSafeString: "L1",
    name: "Postcode risk",
    description: "",
    kind: "lookup",
    key: { name: "postcode", type: "String" },
    columns: [
      { name: "band", type: "String" },
      { name: "rate", type: "Float" },
    ],
    inEffect: null,
    newestVersion: 1,
    draft: { rows: 2, added: 0, changed: 0, removed: 0, revision: 1 },
    usedBy: 0,
    createdDate: "2026-11-01T00:00:00Z",
    updatedDate: "2026-11-01T00:00:00Z",
    revision: 1,
  },
  _links: { rows: { href: "/lists/L1/rows", allow: ["GET", "PUT"] } },
};
const conflict = new ApiProblem({
  status: 409,
  code: "EDIT_CONFLICT",
  message: "Changed meanwhile",
  description: "Load it again.",
  correlationId: "c",
});

/** Shows the rows of a draft. `draft` is what the api has, which other users change; `hold` makes the next change wait. */
async function open() {
  const published: Readonly<Record<string, Values>> = { "3011": ["C", 0.02], "30110": ["A", 0.01] };
  const draft = new Map(Object.entries(published));
  const refused: Change[] = [];
  const gates: Promise<unknown>[] = [];
  const rowOf = ([key, values]: readonly [string, Values]): Resource<ListRowFields> => {
    const before = published[key];
    const isChanged = before !== undefined && String(before) !== String(values);
    return { _embedded: { key, values, change: isChanged ? "changed" : null, before: isChanged ? before : null }, _links: {} };
  };
  const client = {
    get: (_name: ActionName, href: string, { query }: { readonly query?: { readonly search?: string } } = {}) => {
      const search = query?.search ?? new URL(href, "http://x").searchParams.get("search") ?? "";
      const items = [...draft].filter(([key]) => key.startsWith(search));
      return Promise.resolve({ items: items.map(rowOf), _embedded: { total: items.length, exact: true }, _links: {} });
    },
    send: async (_name: ActionName, _method: string, _href: string, { body }: { readonly body: Change }) => {
      await gates.shift();
      const removed = (body.remove ?? []).map((one) => (typeof one === "string" ? { key: one, was: undefined } : one));
      const isOutdated = [...(body.put ?? []), ...removed].some(
        ({ key, was }) => was !== undefined && String(draft.get(key) ?? null) !== String(was),
      );
      if (isOutdated) {
        refused.push(body);
        throw conflict;
      }
      for (const { key, values = [] } of body.put ?? []) draft.set(key, values);
      for (const { key } of removed) draft.delete(key);
      return list;
    },
  };
  const hold = () => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    gates.push(promise);
    return { release: resolve, fail: reject };
  };
  const { rerender } = await render(
    <TestProviders session={signedInSession(client, {})}>
      <Rows list={list} version={undefined} onImport={() => undefined} />
      <ShownMessages />
    </TestProviders>,
  );
  const leave = () =>
    rerender(
      <TestProviders session={signedInSession(client, {})}>
        <ShownMessages />
      </TestProviders>,
    );
  return { draft, refused, hold, leave };
}

const button = (name: string) => page.getByRole("button", { name, exact: true });
const cell = (name: string) => page.getByRole("button", { name: `Edit ${name}:` });
const field = (name: string) => page.getByRole("textbox", { name, exact: true });
const dialog = page.getByRole("alertdialog", { name: "Changed meanwhile" });
const bothValues = () =>
  dialog
    .getByRole("definition")
    .elements()
    .map(({ textContent }) => textContent);

/** In a changed row it is behind the published value. */
async function untilShown(name: string, text: string) {
  await expect.poll(() => cell(name).element().textContent.endsWith(text), { message: `${name} is ${text}` }).toBe(true);
}

async function type(name: string, text: string) {
  await userEvent.click(cell(name));
  await userEvent.fill(field(name), text);
}

test("what another user changed in other columns of the row stays", async () => {
  const { draft } = await open();
  await untilShown("rate of 3011", "0.02");
  draft.set("3011", ["C", 0.05]);
  await type("band of 3011", "D");
  await userEvent.keyboard("{Enter}");
  await untilShown("rate of 3011", "0.05");
  expect(draft.get("3011")).toEqual(["D", 0.05]);
});

test("after an edit with the keyboard the focus is on the value again, also when nothing was changed", async () => {
  await open();
  const value = cell("rate of 3011");
  await userEvent.click(value);
  await userEvent.keyboard("{Enter}");
  await expect.element(value).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await userEvent.keyboard("{Escape}");
  await expect.element(value).toHaveFocus();
  await type("rate of 3011", "0.07");
  await userEvent.keyboard("{Enter}");
  await untilShown("rate of 3011", "0.07");
  await expect.element(value).toHaveFocus();
});

test("when both changed the same value the user chooses", async () => {
  const { draft } = await open();
  await type("rate of 3011", "0.07");
  draft.set("3011", ["C", 0.05]);
  await userEvent.keyboard("{Enter}");
  await expect.poll(bothValues).toEqual(["0.05", "0.07"]);
  expect(draft.get("3011")).toEqual(["C", 0.05]);
  // Escape decides nothing.
  await userEvent.keyboard("{Escape}");
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(field("rate of 3011")).toHaveValue("0.07");
  await userEvent.keyboard("{Enter}");
  await userEvent.click(button("Use mine"));
  await untilShown("rate of 3011", "0.07");
  expect(draft.get("3011")).toEqual(["C", 0.07]);

  await type("rate of 3011", "0.08");
  draft.set("3011", ["C", null]);
  await userEvent.keyboard("{Enter}");
  await expect.poll(bothValues).toEqual(["missing", "0.08"]);
  await userEvent.click(button("Use theirs"));
  await untilShown("rate of 3011", "missing");
  await expect.element(cell("rate of 3011")).toHaveFocus();
  expect(draft.get("3011")).toEqual(["C", null]);
});

test("a value that is loaded again while another is typed is not overwritten unseen", async () => {
  const { draft, hold } = await open();
  const { release } = hold();
  await type("band of 30110", "B");
  await type("rate of 3011", "0.07");
  draft.set("3011", ["C", 0.05]);
  release();
  await untilShown("band of 30110", "B");
  await expect.element(field("rate of 3011")).toHaveValue("0.07");
  await userEvent.keyboard("{Enter}");
  await expect.poll(bothValues).toEqual(["0.05", "0.07"]);
  expect(draft.get("3011")).toEqual(["C", 0.05]);
});

test("two values of a row that are changed one right after the other are both saved", async () => {
  const { draft, refused, hold } = await open();
  const { release } = hold();
  await type("band of 3011", "D");
  await type("rate of 3011", "0.05");
  await userEvent.keyboard("{Enter}");
  release();
  await untilShown("rate of 3011", "0.05");
  await untilShown("band of 3011", "D");
  expect(draft.get("3011")).toEqual(["D", 0.05]);
  expect(refused).toEqual([]);
});

test("a row whose value is still being saved is undone, and removed, after that", async () => {
  const { draft, hold } = await open();
  await type("band of 3011", "D");
  await userEvent.keyboard("{Enter}");
  await expect.element(button("Undo the change of 3011")).toBeVisible();
  const first = hold();
  await type("rate of 3011", "0.05");
  await userEvent.click(button("Undo the change of 3011"));
  first.release();
  await expect.element(button("Remove 3011")).toBeVisible();
  expect(draft.get("3011")).toEqual(["C", 0.02]);
  const second = hold();
  await type("rate of 3011", "0.05");
  await userEvent.click(button("Remove 3011"));
  second.release();
  await expect.element(cell("rate of 3011")).not.toBeInTheDocument();
  expect(draft.has("3011")).toBe(false);
});

test("undoing a change does not discard what another user changed", async () => {
  const { draft } = await open();
  await type("band of 3011", "D");
  await userEvent.keyboard("{Enter}");
  await expect.element(button("Undo the change of 3011")).toBeVisible();
  draft.set("3011", ["D", 0.05]);
  await userEvent.click(button("Undo the change of 3011"));
  await expect.element(page.getByText("Changed meanwhile")).toBeVisible();
  await untilShown("rate of 3011", "0.05");
  expect(draft.get("3011")).toEqual(["D", 0.05]);
});

test("what could not be saved stays in its field, and the next change does not build on it", async () => {
  const { draft, hold } = await open();
  const { fail } = hold();
  await type("band of 3011", "D");
  await type("rate of 3011", "0.05");
  await userEvent.keyboard("{Enter}");
  fail(new Error("no network"));
  await untilShown("rate of 3011", "0.05");
  expect(draft.get("3011")).toEqual(["C", 0.05]);
  await expect.element(page.getByText("no network")).toBeVisible();
  await userEvent.click(field("band of 3011"));
  await userEvent.keyboard("{Enter}");
  await untilShown("band of 3011", "D");
  expect(draft.get("3011")).toEqual(["D", 0.05]);
});

test("a conflict does not save what is being typed in another cell", async () => {
  const { draft, hold } = await open();
  const { release } = hold();
  await type("rate of 3011", "0.07");
  await type("rate of 30110", "0.");
  draft.set("3011", ["C", 0.05]);
  release();
  await userEvent.click(button("Use theirs"));
  await expect.element(field("rate of 3011")).not.toBeInTheDocument();
  await expect.element(field("rate of 30110")).toHaveValue("0.");
  expect(draft.get("30110")).toEqual(["A", 0.01]);
});

test("a conflict is reported when its cell is no longer shown", async () => {
  const { draft, hold, leave } = await open();
  const { release } = hold();
  await type("rate of 3011", "0.07");
  await userEvent.keyboard("{Enter}");
  draft.set("3011", ["C", 0.05]);
  await leave();
  release();
  await expect.element(page.getByText(/Someone else changed rate of 3011 to 0\.05\. Your value was not saved\./)).toBeVisible();
});

test("a row that another user changed meanwhile is not removed, and is shown as it is now", async () => {
  const { draft, refused } = await open();
  await untilShown("rate of 3011", "0.02");
  draft.set("3011", ["C", 0.05]);
  await userEvent.click(button("Remove 3011"));
  await expect.element(page.getByText("Changed meanwhile")).toBeVisible();
  await untilShown("rate of 3011", "0.05");
  expect(refused).toEqual([{ remove: [{ key: "3011", was: ["C", 0.02] }] }]);
  await userEvent.click(button("Remove 30110"));
  await expect.poll(() => [...draft.keys()]).toEqual(["3011"]);
});
