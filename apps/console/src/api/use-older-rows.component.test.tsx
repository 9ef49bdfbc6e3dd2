import { useQueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { ApiProblem } from "./api-problem.ts";
import type { SendOptions } from "./calls.ts";
import { signedInSession } from "./session/signed-in-session.ts";
import { TestProviders } from "./session/test-providers.tsx";
import { useOlderRows } from "./use-older-rows.ts";
import { useResource } from "./use-resource.ts";

function Runs() {
  const { data } = useResource("prediction.runs", { href: "/runs", query: { limit: 2 } });
  const { items, showOlder, error } = useOlderRows("prediction.runs", "/runs", data, ({ number }) => number);
  const queries = useQueryClient();
  return (
    <>
      <output>{items?.map(({ _embedded }) => _embedded.number).join(", ")}</output>
      {error && <p role="alert">{error.message}</p>}
      {showOlder && (
        <button type="button" onClick={showOlder}>
          Show older
        </button>
      )}
      <button type="button" onClick={() => void queries.invalidateQueries({ queryKey: ["prediction.runs", "/runs", { limit: 2 }] })}>
        Poll
      </button>
    </>
  );
}

const shown = () => page.getByRole("status").element().textContent;
const button = page.getByRole("button", { name: "Show older" });
const poll = () => userEvent.click(page.getByRole("button", { name: "Poll" }));

const listed = (numbers: readonly number[], next?: string) => ({
  items: numbers.map((number) => ({ _embedded: { number }, _links: {} })),
  _embedded: { total: 5, exact: true },
  _links: next === undefined ? {} : { next: { href: next, allow: ["GET"] } },
});

/** A list whose pages have two rows, and what was loaded of it as a whole. */
async function open(newest: number) {
  const state = { newest, failure: undefined as ApiProblem | undefined, held: undefined as Promise<void> | undefined };
  const loads: SendOptions[] = [];
  const client = {
    get: () => {
      const { newest: last } = state;
      return Promise.resolve(listed([last, last - 1], last > 2 ? `/runs?limit=2&after=${last - 1}` : undefined));
    },
    all: async (_name: string, _href: string, options: SendOptions) => {
      loads.push(options);
      const { newest: last, failure } = state;
      await state.held;
      if (failure !== undefined) throw failure;
      return listed(Array.from({ length: last }, (_, index) => last - index));
    },
  };
  await render(
    <TestProviders session={signedInSession(client, { _embedded: { permissions: [] }, _links: {} })}>
      <Runs />
    </TestProviders>,
  );
  return { state, loads };
}

const failed = () => new ApiProblem({ status: 500, code: "INTERNAL", message: "Failed", description: "-", correlationId: "-" });

test("the first page is shown, and all older rows when they are requested", async () => {
  const { loads } = await open(5);
  await expect.poll(shown).toBe("5, 4");
  expect(loads).toEqual([]);
  await userEvent.click(button);
  await expect.poll(shown).toBe("5, 4, 3, 2, 1");
  expect(loads).toEqual([expect.objectContaining({ waited: true })]);
  await expect.element(button).not.toBeInTheDocument();
  await poll();
  await expect.poll(shown).toBe("5, 4, 3, 2, 1");
  expect(loads).toHaveLength(1);
});

test("a list of one page has nothing older to show", async () => {
  await open(2);
  await expect.poll(shown).toBe("2, 1");
  await expect.element(button).not.toBeInTheDocument();
});

test("every row stays while a new one moves another to the older rows, which are loaded again without the wait indicator", async () => {
  const { state, loads } = await open(5);
  await userEvent.click(button);
  await expect.poll(shown).toBe("5, 4, 3, 2, 1");
  const { promise, resolve } = Promise.withResolvers<void>();
  Object.assign(state, { newest: 6, held: promise });
  await poll();
  await expect.poll(() => loads.length).toBe(2);
  expect(shown()).toBe("6, 5, 4, 3, 2, 1");
  expect(loads[1]).toMatchObject({ background: true, waited: false });
  resolve();
  await expect.poll(shown).toBe("6, 5, 4, 3, 2, 1");
});

test("no row is shown twice if one was added after the first page was loaded", async () => {
  const { state } = await open(5);
  await expect.poll(shown).toBe("5, 4");
  state.newest = 6;
  await userEvent.click(button);
  await expect.poll(shown).toBe("5, 4, 3, 2, 1");
});

test("after a failure the reason is shown, and the button is back to try again", async () => {
  const { state, loads } = await open(5);
  state.failure = failed();
  await userEvent.click(button);
  await expect.element(page.getByRole("alert")).toHaveTextContent("Failed");
  expect(shown()).toBe("5, 4");
  state.failure = undefined;
  await userEvent.click(button);
  await expect.poll(shown).toBe("5, 4, 3, 2, 1");
  await expect.element(page.getByRole("alert")).not.toBeInTheDocument();
  await expect.element(button).not.toBeInTheDocument();

  Object.assign(state, { newest: 6, failure: failed() });
  await poll();
  await expect.element(page.getByRole("alert")).toBeVisible();
  expect(shown()).toBe("6, 5, 4, 3, 2, 1");
  expect(loads).toHaveLength(3);
});
