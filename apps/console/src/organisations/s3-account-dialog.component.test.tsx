import type { ActionName } from "@airlock/contract";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { signedInSession } from "../api/session/signed-in-session.ts";
import { TestProviders } from "../api/session/test-providers.tsx";
import { S3AccountDialog } from "./s3-account-dialog.tsx";
import type { Organisation } from "./use-organisations.ts";

const stored = {
  endpoint: "https://s3.example.com",
  region: "eu-central-1",
  accessKey: "AKIAEXAMPLE",
  buckets: ["loans"],
  storedDate: "2026-11-18T10:00:00Z",
  storedBy: "Mara Lind",
};

function organisation(s3Account: Organisation["_embedded"]["s3Account"]): Organisation {
  const withAccount = s3Account !== null;
  return {
    _embedded: {
      webSafeString: "O1",
      name: "Harbour",
      code: "HARB",
      useAirlock: true,
      organisationIdStr: "",
      serviceAccount: null,
      s3Account,
      users: { total: 1, exact: true },
      createdDate: "2026-11-18T10:00:00Z",
      revision: 7,
    },
    _links: {
      s3Account: { href: "/o/s3", allow: withAccount ? ["PUT", "DELETE"] : ["PUT"] },
      ...(withAccount ? { testS3Account: { href: "/o/s3/test", allow: ["POST"] } } : {}),
    },
  };
}

interface Sent {
  readonly name: ActionName;
  readonly method: string;
  readonly body?: unknown;
}

async function open(s3Account: Organisation["_embedded"]["s3Account"]) {
  const sent: Sent[] = [];
  let isClosed = false;
  const send = (name: ActionName, method: string, _href: string, { body }: { readonly body?: unknown } = {}) => {
    sent.push({ name, method, body });
    return Promise.resolve(organisation(null));
  };
  const post = (name: ActionName) => {
    sent.push({ name, method: "POST" });
    const checks = [{ what: "buckets", ok: false, sentence: "The S3 server s3.example.com does not accept the access key.", seen: [] }];
    return Promise.resolve({ _embedded: { ok: false, checks }, _links: {} });
  };
  await render(
    <TestProviders session={signedInSession({ send, post }, {})}>
      <S3AccountDialog
        organisation={organisation(s3Account)}
        onClose={() => {
          isClosed = true;
        }}
      />
    </TestProviders>,
  );
  return { sent, isClosed: () => isClosed };
}

const fill = (label: string, text: string) => userEvent.fill(page.getByRole("textbox", { name: label }), text);
const save = page.getByRole("button", { name: "Save" });

test("an S3 account is sent once every field is accepted, and the dialog closes", async () => {
  const { sent, isClosed } = await open(null);
  await expect.element(save).toBeDisabled();
  await fill("Endpoint", "s3.example.com");
  await expect.element(page.getByText("An address without a path, such as https://s3.eu-central-1.amazonaws.com.")).toBeVisible();
  await fill("Endpoint", "https://S3.example.com/");
  await fill("Region", "eu-central-1");
  await fill("Access key", "AKIAEXAMPLE");
  await fill("Buckets", "Loans");
  await expect.element(page.getByText("Loans is not the name of a bucket.")).toBeVisible();
  await fill("Buckets", "loans\nevents");
  await expect.element(save).toBeDisabled();
  await userEvent.fill(page.getByLabelText("Secret key"), "the/secret+key");
  await expect.element(page.getByRole("button", { name: "Remove" })).not.toBeInTheDocument();
  await userEvent.click(save);
  await expect.poll(isClosed).toBe(true);
  const body = {
    endpoint: "https://s3.example.com",
    region: "eu-central-1",
    accessKey: "AKIAEXAMPLE",
    secretKey: "the/secret+key",
    buckets: ["loans", "events"],
    revision: 7,
  };
  expect(sent).toEqual([{ name: "organisation.s3Account", method: "PUT", body }]);
});

test("a stored secret key stays if none is typed, and is required for another endpoint", async () => {
  const { sent, isClosed } = await open(stored);
  await fill("Endpoint", "https://other.example.com");
  await expect.element(page.getByText("Enter the secret key again", { exact: false })).toBeVisible();
  await expect.element(save).toBeDisabled();
  await fill("Endpoint", stored.endpoint);
  await fill("Buckets", "loans events");
  await userEvent.click(save);
  await expect.poll(isClosed).toBe(true);
  expect(sent.map(({ body }) => body)).toEqual([
    { endpoint: stored.endpoint, region: "eu-central-1", accessKey: "AKIAEXAMPLE", buckets: ["loans", "events"], revision: 7 },
  ]);
});

test("a stored account is tested as it is stored, and its failure is shown", async () => {
  const { sent } = await open(stored);
  const run = page.getByRole("button", { name: "Test connection" });
  await fill("Region", "us-east-1");
  await expect.element(run).toBeDisabled();
  await fill("Region", stored.region);
  await userEvent.click(run);
  await expect.element(page.getByText("The S3 server s3.example.com does not accept the access key.")).toBeVisible();
  expect(sent.map(({ name }) => name)).toEqual(["organisation.s3Account.test"]);
});

test("an account is removed after a confirmation", async () => {
  const { sent, isClosed } = await open(stored);
  await userEvent.click(page.getByRole("button", { name: "Remove" }));
  expect(sent).toEqual([]);
  await userEvent.click(page.getByRole("alertdialog").getByRole("button", { name: "Remove" }));
  await expect.poll(isClosed).toBe(true);
  expect(sent).toEqual([{ name: "organisation.s3Account.delete", method: "DELETE", body: undefined }]);
});
