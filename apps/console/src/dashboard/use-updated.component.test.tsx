import { QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { useUpdated } from "./use-updated.ts";

afterEach(() => vi.restoreAllMocks());

/** A query that is in the cache, with data, from its first rendering on. */
function Widget() {
  useQuery({ queryKey: ["stats", "one"], queryFn: () => 1, initialData: 1, initialDataUpdatedAt: 1_000, staleTime: Infinity });
  return null;
}

function Shown({ hasWidget }: { readonly hasWidget: boolean }) {
  return (
    <>
      <p>Updated {useUpdated()}</p>
      {hasWidget && <Widget />}
    </>
  );
}

test("statistics that a widget has while it renders are noticed after it, without a complaint of React", async () => {
  const complaints = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const client = new QueryClient();
  const shown = (hasWidget: boolean) => (
    <QueryClientProvider client={client}>
      <Shown hasWidget={hasWidget} />
    </QueryClientProvider>
  );
  const { rerender } = await render(shown(false));
  await expect.element(page.getByText("Updated 0")).toBeVisible();
  await rerender(shown(true));
  await expect.element(page.getByText("Updated 1000")).toBeVisible();
  expect(complaints.mock.calls).toEqual([]);
});
