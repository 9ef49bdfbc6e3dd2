import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { ApiProblem } from "../api/api-problem.ts";
import { signedInSession } from "../api/session/signed-in-session.ts";
import { TestProviders } from "../api/session/test-providers.tsx";
import { SecretDialog } from "./secret-dialog.tsx";
import type { Secret } from "./use-secrets.ts";

const stored: Secret = {
  _embedded: {
    webSafeString: "S",
    name: "Scoring",
    hosts: ["api.example.com"],
    createdDate: "2026-11-18T10:00:00Z",
    updatedDate: "2026-11-18T10:00:00Z",
    revision: 1,
  },
  _links: {},
};

async function open(secret: Secret | undefined): Promise<readonly object[]> {
  const saved: object[] = [];
  const onSave = (fields: object) => Promise.resolve(saved.push(fields) > 0);
  await render(
    <TestProviders session={signedInSession({}, {})}>
      <SecretDialog secret={secret} onSave={onSave} onClose={() => undefined} />
    </TestProviders>,
  );
  return saved;
}

const nameField = page.getByRole("textbox", { name: "Name" });
const hostsField = page.getByRole("textbox", { name: "Hosts" });

test("a new secret is saved once its name, hosts and value are accepted; each field says why it is not", async () => {
  const saved = await open(undefined);
  const save = page.getByRole("button", { name: "Save secret" });
  await userEvent.fill(nameField, "2nd");
  await expect.element(page.getByText("A letter first, then letters, digits and _")).toBeVisible();
  await userEvent.fill(nameField, "Second");
  await expect.element(page.getByText("Written ${secret.Second} in a header, a body or a query.")).toBeVisible();
  await userEvent.fill(hostsField, "https://b.example.com");
  await expect.element(page.getByText("https://b.example.com is not a host.")).toBeVisible();
  await userEvent.fill(hostsField, Array.from({ length: 21 }, (_, at) => `h${at}`).join(" "));
  await expect.element(page.getByText("At most 20 hosts.")).toBeVisible();
  await userEvent.fill(hostsField, "B.example.com, c.example.com");
  await userEvent.fill(page.getByLabelText("Value"), "short");
  await expect.element(page.getByText("One line of at least 8 plain characters.")).toBeVisible();
  await expect.element(save).toBeDisabled();
  await userEvent.fill(page.getByLabelText("Value"), "long enough");
  await userEvent.click(save);
  await expect.poll(() => saved).toEqual([{ name: "Second", hosts: ["b.example.com", "c.example.com"], value: "long enough" }]);
});

test("a stored value stays if none is typed, and is required again for a new host", async () => {
  const saved = await open(stored);
  const save = page.getByRole("button", { name: "Save", exact: true });
  await userEvent.fill(hostsField, "api.example.com b.example.com");
  await expect.element(page.getByText("Enter the value again")).toBeVisible();
  await expect.element(save).toBeDisabled();
  await userEvent.fill(hostsField, "api.example.com");
  await userEvent.fill(nameField, "Renamed");
  await userEvent.click(save);
  await expect.poll(() => saved).toEqual([{ name: "Renamed", hosts: ["api.example.com"] }]);
});

const refused = (code: string, description: string) =>
  new ApiProblem({ status: 409, code, message: "Refused", description, correlationId: "-" });

test("a name that the API refuses is reported at its field, and a missing value at its own", async () => {
  const refusals = [refused("SECRET_NAME_TAKEN", "Another secret has this name."), refused("SECRET_VALUE_REQUIRED", "Enter the value.")];
  await render(
    <TestProviders session={signedInSession({}, {})}>
      <SecretDialog secret={stored} onSave={() => Promise.reject(refusals.shift() ?? new Error("unexpected"))} onClose={() => undefined} />
    </TestProviders>,
  );
  const save = page.getByRole("button", { name: "Save", exact: true });
  await userEvent.fill(nameField, "Taken");
  await userEvent.click(save);
  await expect.element(nameField).toHaveAccessibleDescription("Another secret has this name.");
  await userEvent.fill(nameField, "Free");
  await userEvent.click(save);
  await expect.element(page.getByLabelText("New value")).toHaveAccessibleDescription("Enter the value.");
});
