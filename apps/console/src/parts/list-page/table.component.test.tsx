import type { Resource } from "@airlock/contract";
import { useState } from "react";
import { afterEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { ApiProblem } from "../../api/api-problem.ts";
import { signedInSession } from "../../api/session/signed-in-session.ts";
import { TestProviders } from "../../api/session/test-providers.tsx";
import type { Column, SaveOutcome } from "./column.ts";
import { nameOf } from "./row-names.ts";
import { Table, type TableProps } from "./table.tsx";
import type { TableSearch } from "./table-search.ts";

type Row = Resource<{ readonly webSafeString: string; readonly name: string; readonly description: string }>;

const rowOf = (key: string, name: string): Row => ({ _embedded: { webSafeString: key, name, description: `About ${name}` }, _links: {} });
const risk = rowOf("R", "Risk");
const sales = rowOf("S", "Sales");
const audit = rowOf("A", "Audit");

function columnsWith(save: (text: string) => Promise<SaveOutcome>): readonly Column<Row>[] {
  const edit = { save: () => save, maxLength: 200 };
  return [
    { name: "name", title: "Name", sortable: true, place: "name", show: nameOf, edit: { ...edit, value: nameOf } },
    {
      name: "description",
      title: "Description",
      place: "description",
      show: (row) => row._embedded.description,
      edit: {
        ...edit,
        value: (row) => row._embedded.description,
        check: (text) => (text === "none" ? "Write what it is for" : undefined),
      },
    },
  ];
}

interface Shown {
  readonly rows?: readonly Row[];
  readonly error?: unknown;
  readonly search?: TableSearch;
  readonly save?: (text: string) => Promise<SaveOutcome>;
  readonly more?: Partial<TableProps<Row>>;
}

/** Opens the table of groups; returns what the URL would be, what was deleted, how often the list was loaded again, and how to show other rows. */
async function open({ rows: loaded, error, search: first = {}, save = () => Promise.resolve("saved"), more = {} }: Shown) {
  const done = { searches: [] as TableSearch[], deleted: [] as string[], retries: 0 };
  function Groups({ rows }: { readonly rows: Shown["rows"] | undefined }) {
    const [search, setSearch] = useState(first);
    const [columns] = useState(() => columnsWith(save));
    const onSearch = (next: TableSearch) => {
      done.searches.push(next);
      setSearch(next);
    };
    const retry = () => {
      done.retries += 1;
    };
    return (
      <Table
        noun={{ one: "group", many: "groups" }}
        label="Groups"
        columns={columns}
        list={{ rows, total: rows && String(rows.length), error, retry, previous: undefined, next: undefined, search, onSearch }}
        rowName={nameOf}
        onDelete={(chosen) => done.deleted.push(...chosen.map(nameOf))}
        empty={<p>No groups yet</p>}
        {...more}
      />
    );
  }
  const session = signedInSession({}, {});
  const groups = (rows: Shown["rows"] | undefined) => (
    <TestProviders session={session}>
      <Groups rows={rows} />
    </TestProviders>
  );
  const { rerender, unmount } = await render(groups(loaded));
  return Object.assign(done, { show: (rows: readonly Row[]) => rerender(groups(rows)), close: unmount });
}

// The chosen columns.
afterEach(() => localStorage.clear());

/** As screen readers have it. */
const orderBy = (title: string) => page.getByText(title, { exact: true }).element().closest("th")?.getAttribute("aria-sort");
const button = (name: string) => page.getByRole("button", { name, exact: true });
const checkbox = (name: string) => page.getByRole("checkbox", { name });
const field = (name: string) => page.getByRole("textbox", { name });

test("a head sorts by its column, then the other way; a column without order has none", async () => {
  const done = await open({ rows: [risk, sales], search: { page: 3, after: "cursor" } });
  expect(orderBy("Name")).toBe("ascending");
  expect(orderBy("Description")).toBeNull();
  await userEvent.click(button("Name"));
  await expect.poll(() => orderBy("Name")).toBe("descending");
  // Another order begins on its first page.
  expect(done.searches).toEqual([{ sort: "-name" }]);
  await userEvent.click(button("Name"));
  await expect.poll(() => orderBy("Name")).toBe("ascending");
});

test("rows are selected one by one or all, except protected ones, and deleted together", async () => {
  const done = await open({
    rows: [risk, sales, audit],
    more: { protectedRow: (row) => (nameOf(row) === "Audit" ? "Every organisation has it" : undefined) },
  });
  await expect.element(checkbox("Select Audit: Every organisation has it")).toBeDisabled();
  await userEvent.click(checkbox("Select Risk"));
  await expect.element(page.getByText("1 selected")).toBeVisible();
  await expect.element(checkbox("Select all")).toBePartiallyChecked();
  await userEvent.click(checkbox("Select all"));
  await expect.element(page.getByText("2 selected")).toBeVisible();
  await expect.element(checkbox("Select all")).toBeChecked();
  await userEvent.click(button("Delete"));
  expect(done.deleted).toEqual(["Risk", "Sales"]);
  await userEvent.click(button("Clear selection"));
  await expect.element(page.getByText("2 selected")).not.toBeInTheDocument();
  await expect.element(checkbox("Select Risk")).not.toBeChecked();
});

test("arrow keys go to the same control of the next row and along a row", async () => {
  const actions = (row: Row) => [{ icon: "trash", label: `Delete ${nameOf(row)}`, run: () => undefined }] as const;
  await open({ rows: [risk, sales, audit], more: { actions } });
  await userEvent.click(checkbox("Select Risk"));
  await userEvent.keyboard("{ArrowDown}{ArrowDown}");
  await expect.element(checkbox("Select Audit")).toHaveFocus();
  await userEvent.keyboard("{ArrowUp}{ArrowRight}");
  await expect.element(button("Edit name of Sales")).toHaveFocus();
  await userEvent.keyboard("{ArrowRight}");
  await expect.element(button("Edit description of Sales")).toHaveFocus();
  await userEvent.keyboard("{End}");
  await expect.element(button("Delete Sales")).toHaveFocus();
  await userEvent.keyboard("{ArrowUp}");
  await expect.element(button("Delete Risk")).toHaveFocus();
  await userEvent.keyboard("{Home}{ }");
  await expect.element(checkbox("Select Risk")).not.toBeChecked();
  await userEvent.keyboard("{ArrowDown}{ }");
  await expect.element(checkbox("Select Sales")).toBeChecked();
  await expect.element(page.getByText("1 selected")).toBeVisible();
});

test("while it loads there is a skeleton", async () => {
  await open({});
  await expect.element(page.getByLabelText("Loading")).toBeInTheDocument();
  await expect.element(page.getByRole("table")).not.toBeInTheDocument();
});

test("an empty list shows what it is for, without a search field", async () => {
  await open({ rows: [] });
  await expect.element(page.getByText("No groups yet")).toBeVisible();
  await expect.element(field("Filter groups")).not.toBeInTheDocument();
});

test("a search without a match can be cleared", async () => {
  const done = await open({ rows: [], search: { q: "zz" } });
  await expect.element(page.getByText('No group matches "zz"')).toBeVisible();
  await userEvent.click(button("Clear filter"));
  expect(done.searches).toEqual([{}]);
});

test("a list that could not be loaded says so and can be loaded again", async () => {
  const error = new ApiProblem({ status: 500, code: "INTERNAL", message: "Failed", description: "It failed.", correlationId: "c1" });
  const done = await open({ error });
  await expect.element(page.getByRole("alert").getByText("Something went wrong.")).toBeVisible();
  await userEvent.click(button("Try again"));
  expect(done.retries).toBe(1);
});

test("Enter saves a cell, trimmed, and returns the focus to its pencil; an unchanged text is not sent", async () => {
  const saved: string[] = [];
  const { promise, resolve } = Promise.withResolvers<SaveOutcome>();
  const save = (text: string) => {
    saved.push(text);
    return promise;
  };
  await open({ rows: [risk], save });
  await userEvent.click(button("Edit name of Risk"));
  await expect.element(field("name of Risk")).toHaveFocus();
  // The text is selected, so typing replaces it.
  await userEvent.keyboard(" Credit risk {Enter}");
  await expect.element(page.getByRole("progressbar", { name: "Saving" })).toBeVisible();
  resolve("saved");
  await expect.element(button("Edit name of Risk")).toHaveFocus();
  await userEvent.keyboard("{F2}");
  await userEvent.click(button("Save"));
  await expect.element(button("Edit name of Risk")).toBeVisible();
  expect(saved).toEqual(["Credit risk"]);
});

test("an Enter that ends the edit at once does not press the pencil and open it again", async () => {
  let saves = 0;
  const save = () => {
    saves += 1;
    return Promise.resolve("saved" as const);
  };
  await open({ rows: [risk], save });
  for (const keys of ["{Enter}", "Credit{Enter}"]) {
    await userEvent.click(button("Edit name of Risk"));
    await userEvent.keyboard(keys);
    await expect.element(button("Edit name of Risk")).toHaveFocus();
    // The press of a button follows its key in the same task; a frame later the cell would be open.
    await new Promise(requestAnimationFrame);
    await expect.element(field("name of Risk")).not.toBeInTheDocument();
  }
  expect(saves).toBe(1);
});

test("Escape cancels", async () => {
  const saved: string[] = [];
  await open({ rows: [risk], save: (text) => Promise.resolve(saved.push(text) > 0 ? "saved" : "failed") });
  await userEvent.click(button("Edit name of Risk"));
  await userEvent.keyboard("Other{Escape}");
  await expect.element(button("Edit name of Risk")).toHaveFocus();
  await expect.element(page.getByText("Risk", { exact: true })).toBeVisible();
  expect(saved).toEqual([]);
});

test("Tab saves and opens the next cell of the row", async () => {
  const saved: string[] = [];
  const save = (text: string) => {
    saved.push(text);
    return Promise.resolve("saved" as const);
  };
  await open({ rows: [risk, sales], save });
  await userEvent.click(button("Edit name of Risk"));
  await userEvent.keyboard("Credit{Tab}");
  await expect.element(field("description of Risk")).toHaveFocus();
  await expect.element(field("name of Risk")).not.toBeInTheDocument();
  await userEvent.keyboard("Loans{Tab}");
  // At the end of a row only the focus moves.
  await expect.element(button("Edit name of Sales")).toHaveFocus();
  expect(saved).toEqual(["Credit", "Loans"]);
});

test("what is typed after Tab is kept while the cell before is saved and the list is loaded again", async () => {
  const { promise, resolve } = Promise.withResolvers<SaveOutcome>();
  const table = await open({ rows: [risk, sales], save: () => promise });
  await userEvent.click(button("Edit name of Risk"));
  await userEvent.keyboard("Credit{Tab}");
  await expect.element(field("description of Risk")).toHaveFocus();
  await userEvent.keyboard("Decides on loans");
  resolve("saved");
  await table.show([rowOf("R", "Credit"), sales]);
  await expect.element(page.getByText("Credit", { exact: true })).toBeVisible();
  await expect.element(field("description of Credit")).toHaveValue("Decides on loans");
  await expect.element(field("description of Credit")).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await expect.element(button("Edit description of Credit")).toHaveFocus();
});

test("chosen columns are remembered", async () => {
  const table = await open({ rows: [risk] });
  await userEvent.click(button("Choose columns"));
  await userEvent.click(page.getByRole("menuitemcheckbox", { name: "Description" }));
  await userEvent.keyboard("{Escape}");
  await expect.element(page.getByText("About Risk")).not.toBeInTheDocument();
  await table.close();
  await open({ rows: [risk] });
  await expect.element(page.getByText("Risk", { exact: true })).toBeVisible();
  expect(orderBy("Name")).toBe("ascending");
  expect(page.getByText("About Risk").query()).toBeNull();
});

test("a text that is not accepted is not sent, and its cell stays open", async () => {
  const saved: string[] = [];
  await open({ rows: [risk], save: (text) => Promise.resolve(saved.push(text) > 0 ? "saved" : "failed") });
  await userEvent.click(button("Edit description of Risk"));
  await userEvent.keyboard("none{Enter}");
  await expect.element(page.getByRole("tooltip", { name: "Write what it is for" })).toBeVisible();
  await expect.element(field("description of Risk")).toHaveAttribute("aria-invalid", "true");
  await userEvent.clear(field("description of Risk"));
  await expect.element(button("Save")).toBeDisabled();
  expect(saved).toEqual([]);
});

test("after a failed save the cell stays open with the typed text, and can be saved again", async () => {
  const outcomes: SaveOutcome[] = ["failed", "saved"];
  const saved: string[] = [];
  const save = (text: string) => {
    saved.push(text);
    return Promise.resolve(outcomes.shift() ?? "failed");
  };
  await open({ rows: [risk], save });
  await userEvent.click(button("Edit name of Risk"));
  await userEvent.keyboard("Credit{Enter}");
  await expect.element(button("Save")).toBeEnabled();
  await expect.element(field("name of Risk")).toHaveValue("Credit");
  await userEvent.click(button("Save"));
  await expect.element(button("Edit name of Risk")).toBeVisible();
  expect(saved).toEqual(["Credit", "Credit"]);
});

test("after a conflict the user chooses between both values", async () => {
  const overwritten: string[] = [];
  const conflict: SaveOutcome = {
    theirs: "Fraud",
    by: "Ada",
    overwrite: (text) => Promise.resolve(overwritten.push(text) > 0 ? "saved" : "failed"),
  };
  await open({ rows: [risk], save: () => Promise.resolve(conflict) });
  await userEvent.click(button("Edit name of Risk"));
  await userEvent.keyboard("Credit{Enter}");
  const dialog = page.getByRole("alertdialog", { name: "Changed meanwhile" });
  await expect.element(dialog.getByText("Ada changed it while you were typing.")).toBeVisible();
  // Escape decides nothing.
  await userEvent.keyboard("{Escape}");
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(field("name of Risk")).toHaveValue("Credit");
  await userEvent.click(button("Save"));
  await userEvent.click(button("Use theirs"));
  await expect.element(button("Edit name of Risk")).toBeVisible();
  expect(overwritten).toEqual([]);

  await userEvent.click(button("Edit name of Risk"));
  await userEvent.keyboard("Credit{Enter}");
  await userEvent.click(button("Use mine"));
  await expect.element(button("Edit name of Risk")).toBeVisible();
  expect(overwritten).toEqual(["Credit"]);
});
