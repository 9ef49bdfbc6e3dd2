import type { KeyCreate } from "@airlock/contract";
import { afterEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { ApiProblem } from "../../api/api-problem.ts";
import { signedInSession } from "../../api/session/signed-in-session.ts";
import { TestProviders } from "../../api/session/test-providers.tsx";
import { NewKeyForm } from "./new-key-form.tsx";

afterEach(() => {
  vi.useRealTimers();
});

test("a last day that passes while the form is open is not sent, and another one is requested", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-15T22:00:00") });
  const sent: KeyCreate[] = [];
  const onCreate = (fields: KeyCreate) => {
    sent.push(fields);
    return Promise.resolve(true);
  };
  await render(
    <TestProviders session={signedInSession({}, {})}>
      <NewKeyForm onCreate={onCreate} />
    </TestProviders>,
  );
  await userEvent.click(page.getByRole("combobox", { name: "Expires" }));
  await userEvent.click(page.getByRole("option", { name: "On a date" }));
  await userEvent.fill(page.getByLabelText("Last day"), "2026-11-15");
  vi.setSystemTime(new Date("2026-11-16T00:05:00"));
  await userEvent.fill(page.getByLabelText("Name of the new key"), "Shop");
  await userEvent.click(page.getByRole("button", { name: "Create key" }));
  await expect.element(page.getByText("This day is over. Choose a later one.")).toBeVisible();
  expect(sent).toEqual([]);
  await expect.element(page.getByRole("button", { name: "Create key" })).toBeDisabled();
  await userEvent.fill(page.getByLabelText("Last day"), "2026-11-16");
  await expect.element(page.getByText("This day is over.", { exact: false })).not.toBeInTheDocument();
  await userEvent.click(page.getByRole("button", { name: "Create key" }));
  await expect.poll(() => sent).toEqual([{ name: "Shop", expires: new Date("2026-11-16T23:59:59").toISOString() }]);
});

test("a key that expires in 90 days does so from when it was created, not from when the form was opened", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-15T10:00:00Z") });
  const sent: KeyCreate[] = [];
  await render(
    <TestProviders session={signedInSession({}, {})}>
      <NewKeyForm onCreate={(fields) => Promise.resolve(sent.push(fields) > 0)} />
    </TestProviders>,
  );
  await userEvent.fill(page.getByLabelText("Name of the new key"), "Shop");
  vi.setSystemTime(new Date("2026-11-15T14:30:00Z"));
  await userEvent.click(page.getByRole("button", { name: "Create key" }));
  await expect.poll(() => sent.map(({ expires }) => expires?.slice(0, 16))).toEqual(["2027-02-13T14:30"]);
});

test("the reason why a key cannot be created is shown in the form", async () => {
  const refusal = new ApiProblem({
    status: 409,
    code: "TOO_MANY_KEYS",
    message: "Too many",
    description: "Revoke one.",
    correlationId: "-",
  });
  await render(
    <TestProviders session={signedInSession({}, {})}>
      <NewKeyForm onCreate={() => Promise.reject(refusal)} />
    </TestProviders>,
  );
  await userEvent.fill(page.getByLabelText("Name of the new key"), "Shop");
  await userEvent.click(page.getByRole("button", { name: "Create key" }));
  await expect.element(page.getByRole("alert")).toHaveTextContent("Too many: Revoke one. (TOO_MANY_KEYS)");
});
