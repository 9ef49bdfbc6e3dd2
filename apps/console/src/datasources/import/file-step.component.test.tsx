import type { ActionName } from "@airlock/contract";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { signedInSession } from "../../api/session/signed-in-session.ts";
import { TestProviders } from "../../api/session/test-providers.tsx";
import { AddDatasourceDialog } from "./add-datasource-dialog.tsx";

test("buckets of Google and S3 with one name are distinguished, and neither accepts uploads", async () => {
  const sent: unknown[] = [];
  const list = (items: readonly unknown[]) => ({ items, _embedded: { total: items.length, exact: true }, _links: {} });
  const bucket = (projectId: string) => ({ _embedded: { id: "airlock", name: "airlock", projectId }, _links: {} });
  const read = (name: ActionName) => Promise.resolve(list(name === "buckets.list" ? [bucket("harbour-risk"), bucket("s3")] : []));
  const send = (_name: ActionName, _href: string, { body }: { readonly body?: unknown } = {}) => {
    sent.push(body);
    return Promise.resolve(list([]));
  };
  const entries = ["buckets", "bucketFiles", "fileDefinition"].map((rel) => [rel, { href: `/${rel}`, allow: ["GET", "POST"] }] as const);
  const profile = { _embedded: { permissions: [], organisationWss: "O1" }, _links: Object.fromEntries(entries) };
  await render(
    <TestProviders session={signedInSession({ all: read, get: read, post: send }, profile)}>
      <AddDatasourceDialog href="/datasources" onClose={() => undefined} />
    </TestProviders>,
  );
  const choose = async (option: string) => {
    await userEvent.click(page.getByRole("combobox", { name: "Bucket" }));
    await userEvent.click(page.getByRole("option", { name: option, exact: true }));
  };
  const upload = page.getByText("Drop a CSV or Parquet file here", { exact: false });
  await choose("airlock (S3)");
  await expect.poll(() => sent).toEqual([{ bucket: "airlock", projectId: "s3" }]);
  await expect.element(page.getByText("No CSV or Parquet files in this bucket yet.")).toBeVisible();
  await expect.element(upload).not.toBeInTheDocument();
  await choose("airlock");
  await expect.poll(() => sent).toContainEqual({ bucket: "airlock", projectId: "harbour-risk" });
  await expect.element(page.getByText("No CSV or Parquet files in this bucket yet.")).toBeVisible();
  await expect.element(upload).not.toBeInTheDocument();
  await expect.element(page.getByText("Files are read with your organisation's own accounts.", { exact: false })).toBeVisible();
});
