import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { ApiProblem } from "../../api/api-problem.ts";
import { signedInSession } from "../../api/session/signed-in-session.ts";
import { TestProviders } from "../../api/session/test-providers.tsx";
import { FailedWindow } from "./failed-window.tsx";

/** Opens the window of a resource whose reading failed so; returns how often it was read again. */
async function open(status: number) {
  const done = { retries: 0 };
  const error = new ApiProblem({ status, code: "CODE", message: "Refused", description: "It failed.", correlationId: "-" });
  const onRetry = () => {
    done.retries += 1;
  };
  const root = createRootRoute({ component: () => <FailedWindow error={error} onRetry={onRetry} /> });
  const router = createRouter({ routeTree: root, history: createMemoryHistory() });
  await render(
    <TestProviders session={signedInSession({}, {})}>
      <RouterProvider router={router as never} />
    </TestProviders>,
  );
  return done;
}

test("a resource that does not exist is reported as not found", async () => {
  await open(404);
  await expect.element(page.getByRole("heading", { name: "We can't find what you're after" })).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Try again" })).not.toBeInTheDocument();
});

test("any other failure can be tried again", async () => {
  const done = await open(500);
  await userEvent.click(page.getByRole("button", { name: "Try again" }));
  expect(done.retries).toBe(1);
});
