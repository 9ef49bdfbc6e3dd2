import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { cacheKey } from "../api/cache-key.ts";
import { signedInSession } from "../api/session/signed-in-session.ts";
import { ShownMessages, TestProviders } from "../api/session/test-providers.tsx";
import type { Version } from "../parts/versions/resources.ts";
import { useSolutionActions } from "./use-solutions.ts";

/** A version with what the actions use of it. */
const version = (deploymentStatus: string) =>
  ({
    _embedded: { webSafeString: "V4", versionName: "v4", deploymentStatus },
    _links: { deploy: { href: "/versions/V4/deploy", allow: ["PUT"] } },
  }) as unknown as Version;

function ServeButton() {
  const { serve } = useSolutionActions();
  return (
    <button type="button" onClick={() => void serve(version("stopped"))}>
      Start
    </button>
  );
}

test("starting a version updates its lists, and what was read of it on a page of its own is loaded again", async () => {
  const queries = new QueryClient();
  const listKey = [...cacheKey("solution.versions.list", "/solutions/S1/versions"), "all pages"];
  const openedKey = cacheKey("version.read", "/versions/V4");
  queries.setQueryData(listKey, { items: [version("stopped")], _embedded: { total: 1, exact: true }, _links: {} });
  queries.setQueryData(openedKey, version("stopped"));
  const client = { put: () => Promise.resolve(version("serving")) };
  await render(
    <TestProviders session={signedInSession(client, { _embedded: { permissions: [] }, _links: {} })}>
      <QueryClientProvider client={queries}>
        <ServeButton />
      </QueryClientProvider>
      <ShownMessages />
    </TestProviders>,
  );
  await userEvent.click(page.getByRole("button", { name: "Start" }));
  await expect.element(page.getByText("v4 is serving")).toBeVisible();
  expect(queries.getQueryData(listKey)).toMatchObject({ items: [{ _embedded: { deploymentStatus: "serving" } }] });
  await expect.poll(() => [listKey, openedKey].map((key) => queries.getQueryState(key)?.isInvalidated)).toEqual([true, true]);
});
