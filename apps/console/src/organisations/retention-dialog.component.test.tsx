import type { ActionName, Link } from "@airlock/contract";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { signedInSession } from "../api/session/signed-in-session.ts";
import { TestProviders } from "../api/session/test-providers.tsx";
import { RetentionDialog } from "./retention-dialog.tsx";
import type { Organisation } from "./use-organisations.ts";

const link = (href: string, ...allow: Link["allow"]): Link => ({ href, allow });

const organisation: Organisation = {
  _embedded: {
    webSafeString: "O1",
    name: "Harbour",
    code: "HARB",
    useAirlock: true,
    organisationIdStr: "",
    serviceAccount: null,
    s3Account: null,
    users: { total: 1, exact: true },
    createdDate: "2026-11-18T10:00:00Z",
    revision: 1,
  },
  _links: { retention: link("/o/retention", "GET", "PUT"), retentionPreview: link("/o/retention/preview", "GET") },
};
const stored = { _embedded: { days: 365, next: null, revision: 1 }, _links: { self: link("/o/retention", "GET", "PUT") } };
const counted = { _embedded: { executions: 3, counted: "exactly", delaySeconds: 3_600 }, _links: {} };

const days = page.getByRole("textbox", { name: "Days" });
const count = page.getByRole("button", { name: "Count executions" });
const save = page.getByRole("button", { name: "Save" });

/** Previews are answered after `held`. */
async function open(held?: Promise<void>) {
  const requested: unknown[] = [];
  const get = async (name: ActionName, _href: string, { query }: { readonly query?: unknown } = {}) => {
    if (name === "organisation.retention.read") return stored;
    requested.push(query);
    await held;
    return counted;
  };
  await render(
    <TestProviders session={signedInSession({ get }, { _links: {} })}>
      <RetentionDialog organisation={organisation} onClose={() => undefined} />
    </TestProviders>,
  );
  return requested;
}

test("a shorter retention is saved after its executions were counted", async () => {
  const requested = await open();
  await userEvent.fill(days, "90");
  await expect.element(save).not.toBeInTheDocument();
  await userEvent.click(count);
  await expect.element(page.getByText("This permanently deletes 3 executions", { exact: false })).toBeVisible();
  await expect.element(save).toBeEnabled();
  expect(requested).toEqual([{ days: 90 }]);
});

test("a count that arrives when the days are others does not allow them to be saved", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const requested = await open(promise);
  await userEvent.fill(days, "90");
  await userEvent.click(count);
  await expect.poll(() => requested.length).toBe(1);
  await userEvent.fill(days, "9");
  resolve();
  await userEvent.click(count);
  await expect.poll(() => requested).toEqual([{ days: 90 }, { days: 9 }]);
  await expect.element(save).toBeEnabled();
});
