import type { ActionName, Link } from "@airlock/contract";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { signedInSession } from "../../api/session/signed-in-session.ts";
import { TestProviders } from "../../api/session/test-providers.tsx";
import { ErasureDialog } from "./erasure-dialog.tsx";

const link = (href: string, ...allow: Link["allow"]): Link => ({ href, allow });
const profile = {
  _links: {
    erasureFields: link("/erasures/fields", "GET"),
    erasurePreview: link("/erasures/preview", "POST"),
    erasures: link("/erasures", "POST"),
  },
};
const fields = {
  items: [{ _embedded: { name: "customer", solutions: [] }, _links: {} }],
  _embedded: { total: 1, exact: true },
  _links: {},
};
const counted = {
  _embedded: { executions: 3, counted: "exactly", solutions: 1, versions: 1, delaySeconds: 3_600 },
  _links: {},
};

const value = page.getByRole("textbox", { name: "Value" });
const count = page.getByRole("button", { name: "Count executions" });
const erase = page.getByRole("button", { name: "Erase 3 executions" });

/** Requests are answered after `held`. */
async function open(held: () => Promise<void> | undefined) {
  const sent: (readonly [ActionName, unknown])[] = [];
  const client = {
    get: () => Promise.resolve(fields),
    all: () => Promise.resolve({ items: [], _embedded: { total: 0, exact: true }, _links: {} }),
    post: async (name: ActionName, _href: string, { body }: { readonly body: { readonly value: string } }) => {
      sent.push([name, body.value]);
      await held();
      return name === "erasures.preview" ? counted : { _embedded: {}, _links: {} };
    },
  };
  await render(
    <TestProviders session={signedInSession(client, profile)}>
      <ErasureDialog href="/erasures" onClose={() => undefined} />
    </TestProviders>,
  );
  await userEvent.click(page.getByRole("combobox", { name: "Application field" }));
  await userEvent.click(page.getByRole("option", { name: "customer" }));
  return sent;
}

test("a count that arrives when the value is another one does not allow it to be erased", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const sent = await open(() => promise);
  await userEvent.fill(value, "A");
  await userEvent.click(count);
  await expect.poll(() => sent.length).toBe(1);
  await userEvent.fill(value, "B");
  resolve();
  await userEvent.click(count);
  await expect.element(erase).toBeVisible();
  expect(sent).toEqual([
    ["erasures.preview", "A"],
    ["erasures.preview", "B"],
  ]);
});

test("what was counted is erased once", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  let isHeld = false;
  const sent = await open(() => (isHeld ? promise : undefined));
  await userEvent.fill(value, "A");
  await userEvent.click(count);
  await expect.element(erase).toBeVisible();
  isHeld = true;
  await userEvent.click(erase);
  await expect.element(erase).toBeDisabled();
  resolve();
  await expect.element(count).toBeVisible();
  expect(sent).toEqual([
    ["erasures.preview", "A"],
    ["erasures.create", "A"],
  ]);
});
