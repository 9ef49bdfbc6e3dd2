import type { ActionName, BucketFields, Link } from "@airlock/contract";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { signedInSession } from "../../api/session/signed-in-session.ts";
import { TestProviders } from "../../api/session/test-providers.tsx";
import { useWizard } from "./use-wizard.ts";

const link = (href: string, ...allow: Link["allow"]): Link => ({ href, allow });
const profile = {
  _links: {
    buckets: link("/buckets", "GET"),
    bucketFiles: link("/bucket/files", "POST"),
    fileDefinition: link("/bucket/definition", "POST"),
  },
};
const bucket = { id: "airlock", projectId: "airlock" } as BucketFields; // what the wizard uses of it
const definition = { columns: [], rows: [] };

interface WizardProps {
  /** The file that an upload has stored. */
  readonly uploaded: Promise<void>;
}

/** The wizard without its dialog. */
function Wizard({ uploaded }: WizardProps) {
  const { name, rename, file, chooseFile, step, next, waiting, problem } = useWizard("/datasources");
  const choose = (of: string) => chooseFile({ bucket, name: of, length: 1 });
  return (
    <>
      <input aria-label="Name" value={name} onChange={(event) => rename(event.target.value)} />
      <button type="button" onClick={() => void uploaded.then(() => choose("upload.csv"))}>
        Upload
      </button>
      <button type="button" onClick={() => choose("A.csv")}>
        A
      </button>
      <button type="button" onClick={() => choose("B.csv")}>
        B
      </button>
      <button type="button" onClick={() => void next()}>
        Next
      </button>
      <output>
        Step {step}, {file?.name}, {waiting === undefined ? "ready" : "waiting"}
        {problem && `, ${problem.description}`}
      </output>
    </>
  );
}

async function open(held: Promise<void>) {
  const requested: unknown[] = [];
  const client = {
    get: () => Promise.resolve({ items: [] }),
    post: async (name: ActionName, _href: string, { body }: { readonly body: { readonly fileName: string } }) => {
      if (name !== "bucket.definition") return { items: [] };
      requested.push(body.fileName);
      await held;
      return { _embedded: { definition } };
    },
  };
  await render(
    <TestProviders session={signedInSession(client, profile)}>
      <Wizard uploaded={held} />
    </TestProviders>,
  );
  return requested;
}

const press = (name: string) => userEvent.click(page.getByRole("button", { name, exact: true }));

test("a name that was typed during an upload stays", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  await open(promise);
  await press("Upload");
  await userEvent.fill(page.getByLabelText("Name"), "Loans of 2026");
  resolve();
  await expect.element(page.getByText("Step 1, upload.csv, ready")).toBeVisible();
  await expect.element(page.getByLabelText("Name")).toHaveValue("Loans of 2026");
});

test("columns that arrive when another file is chosen are not shown for it", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const requested = await open(promise);
  await press("A");
  await press("Next");
  await expect.poll(() => requested).toEqual(["A.csv"]);
  await press("B");
  await expect.element(page.getByText("Step 1, B.csv, waiting")).toBeVisible();
  resolve();
  await expect.element(page.getByText("Step 1, B.csv, ready")).toBeVisible();
  await press("Next");
  await expect.element(page.getByText("Step 2, B.csv, ready")).toBeVisible();
});

test("a failure to read a file is not shown for another one that was chosen meanwhile", async () => {
  const { promise, reject } = Promise.withResolvers<void>();
  const requested = await open(promise);
  await press("A");
  await press("Next");
  await expect.poll(() => requested).toEqual(["A.csv"]);
  await press("B");
  reject(new Error("It has no columns"));
  await expect.element(page.getByText("Step 1, B.csv, ready", { exact: true })).toBeVisible();
  await press("Next");
  await expect.element(page.getByText("Step 1, B.csv, ready, It has no columns", { exact: true })).toBeVisible();
});
