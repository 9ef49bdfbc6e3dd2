import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { cacheKey } from "../api/cache-key.ts";
import { signedInSession } from "../api/session/signed-in-session.ts";
import { ShownMessages, TestProviders } from "../api/session/test-providers.tsx";
import type { Solution } from "../parts/versions/resources.ts";
import type { Release } from "./use-releases.ts";
import { useRollBack } from "./use-roll-back.ts";

/** With what the action uses of them. */
const solution = { _embedded: {}, _links: { releases: { href: "/solutions/S1/releases", allow: ["POST"] } } } as unknown as Solution;
const release = { versionWss: "V4", versionName: "v4" } as unknown as Release["_embedded"];

function RollBackButton() {
  const { rollBack } = useRollBack(solution);
  return (
    <button type="button" onClick={() => rollBack(release, undefined)}>
      Roll back
    </button>
  );
}

test("after a rollback the lists of versions and what was read of single versions are loaded again", async () => {
  const queries = new QueryClient();
  const keys = [cacheKey("solution.versions.list", "/solutions/S1/versions"), cacheKey("version.read", "/versions/V4")];
  for (const key of keys) queries.setQueryData(key, {});
  const client = { send: () => Promise.resolve({ _embedded: release, _links: {} }) };
  await render(
    <TestProviders session={signedInSession(client, { _embedded: { permissions: [] }, _links: {} })}>
      <QueryClientProvider client={queries}>
        <RollBackButton />
      </QueryClientProvider>
      <ShownMessages />
    </TestProviders>,
  );
  await userEvent.click(page.getByRole("button", { name: "Roll back" }));
  await expect.element(page.getByText("v4 is live on every runtime.")).toBeVisible();
  await expect.poll(() => keys.map((key) => queries.getQueryState(key)?.isInvalidated)).toEqual([true, true]);
});
