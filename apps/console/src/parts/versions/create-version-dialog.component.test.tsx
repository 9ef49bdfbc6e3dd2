import type { ActionName } from "@airlock/contract";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { signedInSession } from "../../api/session/signed-in-session.ts";
import { SessionContext } from "../../api/session/use-session.ts";
import { createMessages } from "../../ui/messages/messages.ts";
import { MessagesContext } from "../../ui/messages/use-messages.ts";
import { CreateVersionDialog } from "./create-version-dialog.tsx";
import type { Solution, Version } from "./resources.ts";
import type { NewVersion } from "./use-create-version.ts";

const lists = [
  { listId: "L1", name: "Countries", keyType: "String", columns: [] },
  { listId: "L2", name: "Rates", keyType: "String", columns: [] },
];
const known = [
  { webSafeString: "L1", name: "EU countries", inEffect: { number: 7 } },
  { webSafeString: "L2", name: "Rates", inEffect: { number: 2 } },
].map((_embedded) => ({ _embedded }));

/** Opens the dialog for a solution whose flow uses these lists; returns what it creates. */
async function open(used: readonly object[]): Promise<readonly NewVersion[]> {
  const made: NewVersion[] = [];
  const get = (name: ActionName) =>
    Promise.resolve(name === "definition.read" ? { _embedded: { solutionDefinition: { nodes: [] }, lists: used } } : undefined);
  const client = { get, all: () => Promise.resolve({ items: known }) };
  const profile = { _links: { lists: { href: "/lists", allow: ["GET"] } } };
  const session = signedInSession(client, profile);
  const solution = {
    _embedded: { name: "Loan", webSafeString: "S1" },
    _links: { definition: { href: "/definition", allow: ["GET"] } },
  } as unknown as Solution; // what the dialog uses of it
  const create = (body: NewVersion) => {
    made.push(body);
    return Promise.resolve({} as Version);
  };
  await render(
    <QueryClientProvider client={new QueryClient()}>
      <MessagesContext value={createMessages()}>
        <SessionContext value={session}>
          <CreateVersionDialog solution={solution} create={create} onCreated={() => undefined} onClose={() => undefined} />
        </SessionContext>
      </MessagesContext>
    </QueryClientProvider>,
  );
  return made;
}

test("each list is followed unless its version in effect is pinned", async () => {
  const made = await open(lists);
  await expect.element(page.getByText("EU countries")).toBeVisible();
  await userEvent.click(page.getByRole("combobox", { name: "How the version uses Rates" }));
  await userEvent.click(page.getByRole("option", { name: "Pin version 2" }));
  await userEvent.click(page.getByRole("button", { name: "Create version" }));
  await expect.poll(() => made).toEqual([{ versionDescription: "", pinnedLists: ["L2"] }]);
});

test("a flow without lists has none to pin", async () => {
  const made = await open([]);
  await userEvent.click(page.getByRole("button", { name: "Create version" }));
  await expect.poll(() => made).toEqual([{ versionDescription: "", pinnedLists: [] }]);
  expect(page.getByRole("list", { name: "Lists that the version uses" }).elements()).toEqual([]);
});
