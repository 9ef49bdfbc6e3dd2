import type { ActionName } from "@airlock/contract";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { ApiProblem } from "../api/api-problem.ts";
import { signedInSession } from "../api/session/signed-in-session.ts";
import { TestProviders } from "../api/session/test-providers.tsx";
import type { Solution } from "../parts/versions/resources.ts";
import { KeyDialog } from "./key-dialog.tsx";

test("a refusal that is not about the key is shown in the dialog", async () => {
  const conflict = new ApiProblem({
    status: 409,
    code: "EDIT_CONFLICT",
    message: "Changed meanwhile",
    description: "Someone else saved it.",
    correlationId: "-",
  });
  const solution = {
    _embedded: { name: "Loan", key: "loan", revision: 3 },
    _links: { self: { href: "/solutions/S1", allow: ["PUT"] } },
  } as unknown as Solution; // what the dialog uses of it
  await render(
    <TestProviders session={signedInSession({ send: () => Promise.reject(conflict) }, {})}>
      <KeyDialog solution={solution} onClose={() => undefined} />
    </TestProviders>,
  );
  await userEvent.fill(page.getByRole("textbox", { name: "Key" }), "loans");
  await userEvent.click(page.getByRole("button", { name: "Change key" }));
  await expect
    .element(page.getByRole("dialog").getByRole("alert"))
    .toHaveTextContent("Changed meanwhile: Someone else saved it. (EDIT_CONFLICT)");
});

test("a key is changed once it has the right form; a taken one is reported until another is typed", async () => {
  const sent: unknown[] = [];
  let isClosed = false;
  const taken = new ApiProblem({ status: 409, code: "SOLUTION_KEY_TAKEN", message: "Taken", description: "", correlationId: "-" });
  const client = {
    send: (_name: ActionName, _method: string, _href: string, { body }: { readonly body: { readonly key: string } }) => {
      sent.push(body);
      return body.key === "loans" ? Promise.reject(taken) : Promise.resolve({ _embedded: body, _links: {} });
    },
  };
  const solution = {
    _embedded: { name: "Loan", key: "loan", revision: 3 },
    _links: { self: { href: "/solutions/S1", allow: ["PUT"] } },
  } as unknown as Solution; // what the dialog uses of it
  await render(
    <TestProviders session={signedInSession(client, {})}>
      <KeyDialog
        solution={solution}
        onClose={() => {
          isClosed = true;
        }}
      />
    </TestProviders>,
  );
  const save = page.getByRole("button", { name: "Change key" });
  const field = page.getByRole("textbox", { name: "Key" });
  const isTaken = page.getByText("Another solution has this key, or had it within the last 30 days.");
  // It has this key already.
  await expect.element(save).toBeDisabled();
  await userEvent.fill(field, "Loan-");
  await expect.element(field).toHaveValue("loan-");
  await expect.element(field).toHaveAttribute("aria-invalid", "true");
  await expect.element(save).toBeDisabled();

  await userEvent.fill(field, "loans");
  await userEvent.click(save);
  await expect.element(isTaken).toBeVisible();
  await expect.element(save).toBeDisabled();
  await userEvent.fill(field, "loans-2");
  await expect.element(isTaken).not.toBeInTheDocument();
  await userEvent.click(save);
  await expect.poll(() => isClosed).toBe(true);
  expect(sent).toEqual([
    { key: "loans", revision: 3 },
    { key: "loans-2", revision: 3 },
  ]);
});
