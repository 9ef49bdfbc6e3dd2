import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { signedInSession } from "./session/signed-in-session.ts";
import { TestProviders } from "./session/test-providers.tsx";
import { useOlderRows } from "./use-older-rows.ts";
import { useResource } from "./use-resource.ts";

function Runs() {
  const { data } = useResource("prediction.runs", { href: "/runs", query: { limit: 2 } });
  const { items, showOlder } = useOlderRows("prediction.runs", "/runs", data);
  return (
    <>
      <output>{items?.map(({ _embedded }) => _embedded.number).join(", ")}</output>
      {showOlder && (
        <button type="button" onClick={showOlder}>
          Show older
        </button>
      )}
    </>
  );
}

const shown = () => page.getByRole("status").element().textContent;

const listed = (numbers: readonly number[], next?: string) => ({
  items: numbers.map((number) => ({ _embedded: { number }, _links: {} })),
  _embedded: { total: 5, exact: true },
  _links: next === undefined ? {} : { next: { href: next, allow: ["GET"] } },
});

test("the first page is shown, and all older rows when they are requested", async () => {
  const whole: string[] = [];
  const client = {
    get: () => Promise.resolve(listed([5, 4], "/runs?limit=2&after=4")),
    all: (_name: string, href: string) => {
      whole.push(href);
      return Promise.resolve(listed([5, 4, 3, 2, 1]));
    },
  };
  await render(
    <TestProviders session={signedInSession(client, { _embedded: { permissions: [] }, _links: {} })}>
      <Runs />
    </TestProviders>,
  );
  await expect.poll(shown).toBe("5, 4");
  expect(whole).toEqual([]);
  await userEvent.click(page.getByRole("button", { name: "Show older" }));
  await expect.poll(shown).toBe("5, 4, 3, 2, 1");
  expect(whole).toEqual(["/runs"]);
  await expect.element(page.getByRole("button", { name: "Show older" })).not.toBeInTheDocument();
});

test("a list of one page has nothing older to show", async () => {
  const client = { get: () => Promise.resolve(listed([2, 1])) };
  await render(
    <TestProviders session={signedInSession(client, { _embedded: { permissions: [] }, _links: {} })}>
      <Runs />
    </TestProviders>,
  );
  await expect.poll(shown).toBe("2, 1");
  await expect.element(page.getByRole("button", { name: "Show older" })).not.toBeInTheDocument();
});
