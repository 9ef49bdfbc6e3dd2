import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { ApiProblem } from "../../api/api-problem.ts";
import { signedInSession } from "../../api/session/signed-in-session.ts";
import { ShownMessages, TestProviders } from "../../api/session/test-providers.tsx";
import { FormDialog } from "../../ui/dialogs/form-dialog.tsx";
import { TextLine } from "../../ui/text-line.tsx";
import { useForm } from "./use-form.ts";

interface DialogProps {
  readonly send: (body: object) => Promise<unknown>;
  readonly onSaved?: () => void;
  readonly checksOnSubmit?: boolean;
}

const taken = "Another solution has this key.";

function KeyDialog({ send, onSaved = () => undefined, checksOnSubmit = false }: DialogProps) {
  const form = useForm("solution.update", {
    initial: { name: "", key: "" },
    body: ({ name, key }) => ({ name: name.trim(), key }),
    words: { name: "Enter a name.", key: ({ rule }) => (rule === "minLength" ? "Too short." : "Lower-case letters only.") },
    refusals: { SOLUTION_KEY_TAKEN: { field: "key", message: taken } },
    send,
    onSaved,
    checksOnSubmit,
  });
  return (
    <FormDialog onClose={() => undefined} title="Solution" submitLabel="Save" {...form.dialog}>
      <TextLine label="Name" {...form.line("name")} />
      <TextLine label="Key" {...form.line("key", "Part of the address.")} />
    </FormDialog>
  );
}

async function open(props: DialogProps) {
  await render(
    <TestProviders session={signedInSession({}, {})}>
      <KeyDialog {...props} />
      <ShownMessages />
    </TestProviders>,
  );
}

const problem = (code: string, problems: readonly { readonly field: string; readonly message: string }[] = []) =>
  new ApiProblem({
    status: 400,
    code,
    message: "Refused",
    description: "The body is not valid.",
    correlationId: "-",
    problems: problems.map((one) => ({ ...one, code })),
  });
const save = page.getByRole("button", { name: "Save" });
const nameField = page.getByRole("textbox", { name: "Name" });
const keyField = page.getByRole("textbox", { name: "Key" });

test("a wrong value is reported while it is typed, an empty one waits, and the trimmed body is sent once all are accepted", async () => {
  const sent: object[] = [];
  let saved = 0;
  await open({ send: (body) => Promise.resolve(sent.push(body)), onSaved: () => (saved += 1) });
  await expect.element(save).toBeDisabled();
  await expect.element(page.getByText("Enter a name.")).not.toBeInTheDocument();
  await expect.element(page.getByText("Part of the address.")).toBeVisible();

  await userEvent.type(nameField, " Loan ");
  await userEvent.type(keyField, "l");
  await expect.element(page.getByText("Too short.")).toBeVisible();
  await userEvent.type(keyField, "O");
  await expect.element(page.getByText("Lower-case letters only.")).toBeVisible();
  await expect.element(keyField).toHaveAttribute("aria-invalid", "true");
  await userEvent.keyboard("{Enter}");
  expect(sent).toEqual([]);

  await userEvent.fill(keyField, "loan");
  await expect.element(page.getByText("Part of the address.")).toBeVisible();
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => saved).toBe(1);
  expect(sent).toEqual([{ name: "Loan", key: "loan" }]);
});

test("a form that checks on submit marks its fields only then", async () => {
  const sent: object[] = [];
  await open({ send: (body) => Promise.resolve(sent.push(body)), checksOnSubmit: true });
  await userEvent.fill(keyField, "loan");
  await expect.element(page.getByText("Enter a name.")).not.toBeInTheDocument();
  await userEvent.click(save);
  await expect.element(page.getByText("Enter a name.")).toBeVisible();
  expect(sent).toEqual([]);
  await userEvent.fill(nameField, "Loan");
  await userEvent.click(save);
  await expect.poll(() => sent).toEqual([{ name: "Loan", key: "loan" }]);
});

test("nothing is sent twice while the first call is running", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  let calls = 0;
  await open({
    send: () => {
      calls += 1;
      return promise;
    },
  });
  await userEvent.fill(nameField, "Loan");
  await userEvent.fill(keyField, "loan");
  const form = nameField.element().closest("form");
  // In one turn, before the button is disabled: what a double click or a key that repeats sends.
  form?.requestSubmit();
  form?.requestSubmit();
  await expect.element(save).toBeDisabled();
  form?.requestSubmit();
  resolve();
  await expect.element(save).toBeEnabled();
  expect(calls).toBe(1);
});

test("a problem of the API is shown at its field until the value changes", async () => {
  const refusals = [
    problem("SOLUTION_KEY_TAKEN"),
    problem("INVALID_REQUEST", [
      { field: "name", message: "must not look like a link" },
      { field: "key", message: "is reserved" },
    ]),
  ];
  await open({ send: () => Promise.reject(refusals.shift() ?? problem("INTERNAL")) });
  await userEvent.fill(nameField, "Loan");
  await userEvent.fill(keyField, "loan");
  await userEvent.click(save);
  await expect.element(page.getByText(taken)).toBeVisible();
  await expect.element(save).toBeDisabled();

  await userEvent.fill(keyField, "loans");
  await expect.element(page.getByText(taken)).not.toBeInTheDocument();
  await userEvent.click(save);
  // The words of the form where it has them, otherwise those of the API.
  await expect.element(page.getByText("Enter a name.")).toBeVisible();
  await expect.element(page.getByText("is reserved")).toBeVisible();
  await expect.element(page.getByText("Refused")).not.toBeInTheDocument();

  await userEvent.fill(nameField, "Loans");
  await userEvent.fill(keyField, "loan-2");
  await userEvent.click(save);
  await expect.element(page.getByText("Refused")).toBeVisible();
  await expect.element(save).toBeEnabled();
});

const alert = page.getByRole("dialog").getByRole("alert");

test("a refusal that is about no field of the form is shown in the dialog until something is changed or sent again", async () => {
  const refusals = [
    problem("TOO_MANY_SOLUTIONS"),
    problem("INVALID_REQUEST", [
      { field: "definition.nodes.3", message: "is not a node" },
      { field: "", message: "must have a definition" },
      { field: "key", message: "is reserved" },
    ]),
  ];
  await open({ send: () => Promise.reject(refusals.shift() ?? problem("INTERNAL")) });
  await userEvent.fill(nameField, "Loan");
  await userEvent.fill(keyField, "loan");
  await userEvent.click(save);
  await expect.element(alert).toHaveTextContent("Refused: The body is not valid. (TOO_MANY_SOLUTIONS)");
  await expect.element(save).toBeEnabled();
  await userEvent.fill(nameField, "Loans");
  await expect.element(alert).not.toBeInTheDocument();

  await userEvent.click(save);
  await expect.element(alert).toHaveTextContent("definition.nodes.3: is not a node must have a definition");
  await expect.element(page.getByText("Not accepted: is reserved")).toBeVisible();
  await userEvent.fill(keyField, "loans");
  await expect.element(alert).not.toBeInTheDocument();
});

test("a failure that is no refusal is shown as a message", async () => {
  await open({ send: () => Promise.reject(new Error("Offline")) });
  await userEvent.fill(nameField, "Loan");
  await userEvent.fill(keyField, "loan");
  await userEvent.click(save);
  await expect.element(page.getByText("Something went wrong")).toBeVisible();
  await expect.element(alert).not.toBeInTheDocument();
});
