import type { TrainingJobSummary } from "@airlock/contract";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { signedInSession } from "../../api/session/signed-in-session.ts";
import { TestProviders } from "../../api/session/test-providers.tsx";
import type { Prediction } from "../editor/use-prediction.ts";
import { TrainingLogs } from "./training-logs.tsx";

const prediction = { _links: { trainingLogs: { href: "/logs", allow: ["GET"] } } } as unknown as Prediction; // what the log uses of them
const job = { jobId: "J1", number: 1 } as TrainingJobSummary;

test("the log stays when it cannot be loaded again", async () => {
  const world = { isDown: false };
  const lines = [{ at: "2026-11-14T10:00:00.000Z", level: "info", message: "Reading rows" }];
  const get = () => (world.isDown ? Promise.reject(new Error("Down")) : Promise.resolve({ _embedded: { lines }, _links: {} }));
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  await render(
    <TestProviders session={signedInSession({ get }, { _links: {} })}>
      <QueryClientProvider client={queries}>
        <TrainingLogs prediction={prediction} job={job} isLive={false} />
      </QueryClientProvider>
    </TestProviders>,
  );
  const line = page.getByText("Reading rows");
  await expect.element(line).toBeVisible();
  const shown = line.element();
  world.isDown = true;
  await queries.invalidateQueries({ queryKey: ["training-logs"] });
  expect(queries.getQueryState(["training-logs", "/logs", "J1"])?.status).toBe("error");
  for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
  expect(shown.isConnected).toBe(true);
});
