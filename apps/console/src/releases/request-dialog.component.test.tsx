import type { ActionName } from "@airlock/contract";
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import type { Session } from "../api/session/session.ts";
import { TestProviders } from "../api/session/test-providers.tsx";
import { RequestDialog } from "./request-dialog.tsx";

test("a request carries the chosen version and its description, and its page opens; the live version is not offered", async () => {
  const sent: unknown[] = [];
  const client = {
    send: (name: ActionName, _method: string, _href: string, { body }: { readonly body?: unknown } = {}) => {
      sent.push({ name, body });
      return Promise.resolve({ _embedded: { webSafeString: "R1" }, _links: {} });
    },
  };
  const versions = ["v1", "v2", "v3"].map((versionName) => ({ _embedded: { webSafeString: versionName.toUpperCase(), versionName } }));
  const solution = {
    _embedded: { name: "Personal loan" },
    _links: { releaseRequests: { href: "/requests", allow: ["POST"] } },
  };
  const dialog = () => (
    // Only what the dialog uses of the solution and its versions.
    <RequestDialog
      solution={solution as never}
      versions={versions as never}
      live={{ versionWss: "V1" } as never}
      chosen="V3"
      needs="2 approvals"
      onClose={() => undefined}
    />
  );
  const router = createRouter({ routeTree: createRootRoute({ component: dialog }), history: createMemoryHistory() });
  await render(
    <TestProviders session={{ client, state: () => ({}), subscribe: () => () => undefined } as unknown as Session}>
      <RouterProvider router={router as never} />
    </TestProviders>,
  );
  const shown = page.getByRole("dialog", { name: "Request a release of Personal loan" });
  await expect.element(shown.getByText("2 approvals")).toBeVisible();
  await userEvent.click(shown.getByRole("combobox"));
  const offered = page.getByRole("option").elements();
  expect(offered.map(({ textContent }) => textContent)).toEqual(["v2", "v3"]);
  await userEvent.click(page.getByRole("option", { name: "v2" }));
  await userEvent.fill(shown.getByLabelText("Description"), " Fewer referrals. ");
  await userEvent.click(shown.getByRole("button", { name: "Request release" }));
  expect(sent).toEqual([{ name: "solution.releaseRequests.create", body: { versionWss: "V2", description: "Fewer referrals." } }]);
  await expect.poll(() => router.history.location.pathname).toBe("/admin/release-requests/R1");
});
