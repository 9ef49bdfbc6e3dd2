import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { signedInSession } from "../../api/session/signed-in-session.ts";
import { TestProviders } from "../../api/session/test-providers.tsx";
import type { Editable } from "./editable.ts";
import { PredictionEditor } from "./prediction-editor.tsx";
import type { Prediction } from "./use-prediction.ts";

const link = (href: string, allow: string) => ({ href, allow: [allow] });
const column = (key: string) => ({ key, name: key, type: "FLOAT", boundaries: [], values: [] });

/** A prediction with what its first tab uses of it. */
const prediction = (fields: Partial<Editable>, revision: number) =>
  ({
    _embedded: {
      webSafeString: "P1",
      name: "Default risk",
      code: "",
      type: "standard",
      description: "",
      status: "configuring",
      statusMessage: "",
      deployedModel: null,
      latestModel: null,
      createdDate: "2026-11-14T10:00:00.000Z",
      updatedDate: "2026-11-14T10:00:00.000Z",
      trainingDatasource: "D1",
      testDatasource: null,
      mapping: { columns: [column("age"), column("defaulted")], selectedRowKeys: ["age"], labelField: "defaulted", inputFields: [] },
      settings: { validation: "rows", timeColumn: null, trees: 500, learningRate: 0.05, leaves: 31, searchSeconds: 0, seed: 1 },
      revision,
      ...fields,
    },
    _links: { self: link("/predictions/P1", "PUT"), train: link("/predictions/P1/train", "POST") },
  }) as unknown as Prediction;

async function open() {
  const sent: Editable[] = [];
  const send = (_name: string, _href: string, { body }: { readonly body: Editable }) => {
    sent.push(body);
    return Promise.resolve(prediction(body, sent.length + 1));
  };
  const profile = { _embedded: { permissions: ["prediction.read", "prediction.update", "prediction.train"] }, _links: {} };
  const root = createRootRoute({
    component: () => <PredictionEditor prediction={prediction({}, 1)} search={{}} onSearch={() => undefined} />,
  });
  const router = createRouter({ routeTree: root, history: createMemoryHistory({ initialEntries: ["/"] }) });
  await render(
    <TestProviders session={signedInSession({ put: send, post: send }, profile)}>
      <RouterProvider router={router as never} />
    </TestProviders>,
  );
  return sent;
}

test.each(["Save", "Train"])("%s sends no other number than the one that is shown", async (verb) => {
  const sent = await open();
  const button = page.getByRole("button", { name: verb, exact: true });
  const trees = page.getByLabelText("Maximum number of trees");
  await userEvent.fill(page.getByLabelText("Description"), "Of the next 12 months");
  await userEvent.fill(trees, "6000");
  await expect.element(page.getByText("A whole number from 1 to 5,000")).toBeVisible();
  await userEvent.click(button);
  await expect.element(trees).toHaveFocus();
  await userEvent.fill(trees, "600");
  await userEvent.click(button);
  await expect.poll(() => sent.map(({ settings, description }) => [settings.trees, description])).toEqual([[600, "Of the next 12 months"]]);
});
