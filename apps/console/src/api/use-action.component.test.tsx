import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { cacheKey } from "./cache-key.ts";
import { signedInSession } from "./session/signed-in-session.ts";
import { TestProviders } from "./session/test-providers.tsx";
import { useAction } from "./use-action.ts";

const solution = { _embedded: {}, _links: { self: { href: "/solutions/S1", allow: ["PUT" as const] } } };

function Page({ load }: { readonly load: () => Promise<string> }) {
  const { data } = useQuery({ queryKey: cacheKey("solutions.list"), queryFn: load });
  const change = useAction("solution.update", solution, { changes: ["solutions.list"] });
  const [isClosed, setClosed] = useState(false);
  return (
    <>
      <output aria-label="List">{data}</output>
      {!isClosed && (
        <button onClick={() => change.mutate({ body: { key: "loan", revision: 1 } }, { onSuccess: () => setClosed(true) })}>Change</button>
      )}
    </>
  );
}

test("an action has succeeded before what it changes is loaded again", async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  const loads = [Promise.resolve("as it was"), promise];
  await render(
    <TestProviders session={signedInSession({ send: () => Promise.resolve(undefined) }, {})}>
      <Page load={() => loads.shift() ?? Promise.resolve("more")} />
    </TestProviders>,
  );
  const list = page.getByRole("status", { name: "List" });
  await expect.element(list).toHaveTextContent("as it was");
  await userEvent.click(page.getByRole("button", { name: "Change" }));
  await expect.element(page.getByRole("button", { name: "Change" })).not.toBeInTheDocument();
  await expect.element(list).toHaveTextContent("as it was");
  resolve("changed");
  await expect.element(list).toHaveTextContent("changed");
});
