import type { ActionName } from "@airlock/contract";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { ApiProblem } from "../api/api-problem.ts";
import { signedInSession } from "../api/session/signed-in-session.ts";
import { ShownMessages, TestProviders } from "../api/session/test-providers.tsx";
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

function organisation(s3Account: Organisation["_embedded"]["s3Account"], revision = 7): Organisation {
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
      revision,
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

interface World {
  /** The next request is answered with it. */
  refusal?: ApiProblem;
  /** Requests are answered after this. */
  held?: Promise<void>;
}

const check = { what: "buckets", ok: false, sentence: "The S3 server s3.example.com does not accept the access key.", seen: [] };

async function open(s3Account: Organisation["_embedded"]["s3Account"], world: World = {}) {
  const sent: Sent[] = [];
  let isClosed = false;
  const send = async (name: ActionName, method: string, _href: string, { body }: { readonly body?: unknown } = {}) => {
    sent.push({ name, method, body });
    await world.held;
    if (world.refusal !== undefined) throw world.refusal;
    if (name === "organisation.s3Account.test") return { _embedded: { ok: false, checks: [check] }, _links: {} };
    return organisation(name === "organisation.s3Account" ? stored : null, 8);
  };
  await render(
    <TestProviders session={signedInSession({ send }, {})}>
      <S3AccountDialog
        organisation={organisation(s3Account)}
        onClose={() => {
          isClosed = true;
        }}
      />
      <ShownMessages />
    </TestProviders>,
  );
  return { sent, isClosed: () => isClosed };
}

const fill = (label: string, text: string) => userEvent.fill(page.getByRole("textbox", { name: label }), text);
const save = page.getByRole("button", { name: "Save", exact: true });
const saveAndTest = page.getByRole("button", { name: "Save and test" });
const testButton = page.getByRole("button", { name: "Test connection" });
const remove = page.getByRole("button", { name: "Remove" });
const refused = (code: string, problems: { field: string; code: string; message: string }[] = []) =>
  new ApiProblem({ status: 409, code, message: "Refused", description: "-", correlationId: "-", problems });

test("an S3 account is sent once every field is accepted, and the dialog closes", async () => {
  const { sent, isClosed } = await open(null);
  await expect.element(save).toBeDisabled();
  await fill("Endpoint", "s3.example.com");
  await expect.element(page.getByText("Start with https:// or http://, and leave out the path", { exact: false })).toBeVisible();
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

test("a stored account is tested as it is stored, and its failure is shown until a field is changed", async () => {
  const { sent } = await open(stored);
  await userEvent.click(testButton);
  await expect.element(page.getByText(check.sentence)).toBeVisible();
  expect(sent.map(({ name }) => name)).toEqual(["organisation.s3Account.test"]);
  await fill("Region", "us-east-1");
  await expect.element(page.getByText(check.sentence)).not.toBeInTheDocument();
});

test("a new account is saved and tested in one step, and then changed", async () => {
  const { sent, isClosed } = await open(null);
  await expect.element(saveAndTest).toBeDisabled();
  await fill("Endpoint", stored.endpoint);
  await fill("Region", stored.region);
  await fill("Access key", stored.accessKey);
  await fill("Buckets", "loans");
  await userEvent.fill(page.getByLabelText("Secret key"), "the/secret+key");
  await userEvent.click(saveAndTest);
  await expect.element(page.getByText(check.sentence)).toBeVisible();
  expect(sent.map(({ name }) => name)).toEqual(["organisation.s3Account", "organisation.s3Account.test"]);
  await expect.element(page.getByLabelText("New secret key")).toHaveValue("");
  await fill("Buckets", "loans events");
  await userEvent.click(save);
  await expect.poll(isClosed).toBe(true);
  expect(sent.at(-1)?.body).toEqual({
    endpoint: stored.endpoint,
    region: stored.region,
    accessKey: stored.accessKey,
    buckets: ["loans", "events"],
    revision: 8,
  });
});

test("the reason of the API is shown at its field", async () => {
  const problem = { field: "endpoint", code: "reserved", message: "cannot be used: the host names airlock, Airlock's own bucket" };
  const { isClosed } = await open(stored, { refusal: refused("INVALID_REQUEST", [problem]) });
  await fill("Region", "us-east-1");
  await userEvent.click(save);
  await expect.element(page.getByText("Endpoint cannot be used: the host names airlock, Airlock's own bucket.")).toBeVisible();
  expect(isClosed()).toBe(false);
});

test("the dialog closes if the account was changed meanwhile, because it shows the former one", async () => {
  const { isClosed } = await open(stored, { refusal: refused("EDIT_CONFLICT") });
  await fill("Region", "us-east-1");
  await userEvent.click(save);
  await expect.poll(isClosed).toBe(true);
  await expect.element(page.getByText("Refused")).toBeVisible();
});

test("a refusal that no field is about is shown in the dialog, and one about the secret key at its field", async () => {
  const world: World = { refusal: refused("S3_ACCOUNT_UNREADABLE") };
  await open(stored, world);
  await fill("Region", "us-east-1");
  await userEvent.click(save);
  await expect.element(page.getByRole("dialog").getByRole("alert")).toHaveTextContent("Refused: - (S3_ACCOUNT_UNREADABLE)");
  world.refusal = new ApiProblem({
    status: 422,
    code: "S3_SECRET_KEY_REQUIRED",
    message: "Enter it again",
    description: "The stored key is for another endpoint.",
    correlationId: "-",
  });
  await userEvent.click(save);
  await expect.element(page.getByLabelText("New secret key")).toHaveAccessibleDescription("The stored key is for another endpoint.");
  await expect.element(page.getByRole("dialog").getByRole("alert")).not.toBeInTheDocument();
});

test("while one action runs, no other one can be started", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { isClosed } = await open(stored, { held: promise });
  await userEvent.click(testButton);
  await expect.element(save).toBeDisabled();
  await expect.element(remove).toBeDisabled();
  resolve();
  await expect.element(page.getByText(check.sentence)).toBeVisible();
  await expect.element(remove).toBeEnabled();
  expect(isClosed()).toBe(false);
});

test("an account cannot be removed or tested while it is saved", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { isClosed } = await open(stored, { held: promise });
  await fill("Region", "us-east-1");
  await userEvent.click(save);
  await expect.element(save).toBeDisabled();
  await expect.element(remove).toBeDisabled();
  await expect.element(saveAndTest).toBeDisabled();
  resolve();
  await expect.poll(isClosed).toBe(true);
});

test("an account is removed after a confirmation", async () => {
  const { sent, isClosed } = await open(stored);
  await userEvent.click(page.getByRole("button", { name: "Remove" }));
  expect(sent).toEqual([]);
  await userEvent.click(page.getByRole("alertdialog").getByRole("button", { name: "Remove" }));
  await expect.poll(isClosed).toBe(true);
  expect(sent).toEqual([{ name: "organisation.s3Account.delete", method: "DELETE", body: undefined }]);
});
