import type { ActionName } from "@airlock/contract";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { ApiProblem } from "../api/api-problem.ts";
import { signedInSession } from "../api/session/signed-in-session.ts";
import { TestProviders } from "../api/session/test-providers.tsx";
import { MonitorDialog } from "./monitor-dialog.tsx";
import type { Monitor } from "./use-monitors.ts";

const conflict = new ApiProblem({
  status: 409,
  code: "EDIT_CONFLICT",
  message: "Changed meanwhile",
  description: "Someone else changed it.",
  correlationId: "-",
});

async function open(monitor?: Monitor, { refusal }: { readonly refusal?: ApiProblem } = {}) {
  const sent: unknown[] = [];
  const saved: string[] = [];
  const solution = {
    _embedded: { webSafeString: "S1", name: "Car loan" },
    _links: { monitors: { href: "/solutions/S1/monitors", allow: ["GET", "POST"] } },
  };
  const list = (items: readonly unknown[]) => ({ items, _embedded: { total: items.length, exact: true }, _links: {} });
  const client = {
    all: () => Promise.resolve(list([])),
    get: (name: ActionName) => {
      if (name === "solution.read") return Promise.resolve(solution);
      if (name === "groups.list") return Promise.resolve(list([{ _embedded: { webSafeString: "G1", name: "Credit risk" } }]));
      return Promise.resolve(list(name === "solutions.list" ? [solution] : []));
    },
    send: (name: ActionName, _method: string, href: string, { body }: { readonly body?: unknown } = {}) => {
      sent.push({ name, href, body });
      return refusal === undefined ? Promise.resolve({ _embedded: { webSafeString: "M1" }, _links: {} }) : Promise.reject(refusal);
    },
  };
  const links = ["solutions", "groups"].map((rel) => [rel, { href: `/${rel}`, allow: ["GET"] }] as const);
  const profile = { _embedded: { permissions: [], organisationWss: "O1" }, _links: Object.fromEntries(links) };
  const session = signedInSession(client, profile);
  const dialogOf = (shown: Monitor | undefined) => (
    <TestProviders session={session}>
      <MonitorDialog monitor={shown} solutionId={undefined} onSaved={(id) => saved.push(id)} onClose={() => undefined} />
    </TestProviders>
  );
  const { rerender } = await render(dialogOf(monitor));
  return { sent, saved, reload: (next: Monitor) => rerender(dialogOf(next)) };
}

const choose = async (label: string, option: string) => {
  await userEvent.click(page.getByRole("combobox", { name: label }));
  await userEvent.click(page.getByRole("option", { name: option }));
};

test("a new monitor is sent to the chosen solution, once everything is there", async () => {
  const { sent, saved } = await open();
  const dialog = page.getByRole("dialog", { name: "Add monitor" });
  const add = dialog.getByRole("button", { name: "Add", exact: true });
  await expect.element(add).toBeDisabled();
  await expect.element(dialog.getByText("Enter a lower or an upper limit.")).toBeVisible();
  await choose("Measure", "Share of a reason code");
  await userEvent.fill(dialog.getByLabelText("Reason code"), "R03");
  await userEvent.fill(dialog.getByLabelText("Upper limit"), "12.5");
  await expect.element(dialog.getByText("Choose a solution.")).toBeVisible();
  await choose("Solution", "Car loan");
  await choose("Notify by email", "Credit risk");
  await expect.element(dialog.getByRole("group", { name: "Notified" })).toHaveTextContent("Credit risk");
  await userEvent.click(add);
  expect(sent).toEqual([
    {
      name: "solution.monitors.create",
      href: "/solutions/S1/monitors",
      body: {
        measure: { kind: "reasonShare", reasonCode: "R03" },
        rule: { kind: "threshold", min: null, max: 0.125 },
        windowMinutes: 30,
        minDecisions: 50,
        notifyUsers: [],
        notifyGroups: ["G1"],
      },
    },
  ]);
  await expect.poll(() => saved).toEqual(["M1"]);
});

test("another unit empties the limits, and a comparison with earlier weeks needs none", async () => {
  await open();
  const dialog = page.getByRole("dialog", { name: "Add monitor" });
  await userEvent.fill(dialog.getByLabelText("Upper limit"), "5");
  await choose("Measure", "p99 latency");
  await expect.element(dialog.getByLabelText("Upper limit")).toHaveValue("");
  await choose("Fires when", "It is unlike the same hour of the last four weeks");
  expect(dialog.getByLabelText("Upper limit").elements()).toEqual([]);
});

test("the outcome mix has a baseline and an upper limit in points", async () => {
  const { sent } = await open();
  const dialog = page.getByRole("dialog", { name: "Add monitor" });
  await choose("Measure", "Outcome mix");
  await expect.element(dialog.getByText("Needs at least two weeks of decisions.")).toBeVisible();
  expect(dialog.getByLabelText("Lower limit").elements()).toEqual([]);
  await userEvent.fill(dialog.getByLabelText("Baseline"), "Approve 55, Decline 45");
  expect(dialog.getByText("Needs at least two weeks of decisions.").elements()).toEqual([]);
  await userEvent.fill(dialog.getByLabelText("Upper limit"), "5");
  await choose("Solution", "Car loan");
  await userEvent.click(dialog.getByRole("button", { name: "Add" }));
  const baseline = [
    { outcome: "Approve", share: 0.55 },
    { outcome: "Decline", share: 0.45 },
  ];
  expect(sent).toMatchObject([{ body: { measure: { kind: "outcomeMix", baseline }, rule: { kind: "threshold", min: null, max: 0.05 } } }]);
});

function slow(revision: number, max: number): Monitor {
  const fields = {
    webSafeString: "M1",
    solutionWss: "S1",
    solutionName: "Car loan",
    name: "Slow",
    measure: { kind: "p99" },
    rule: { kind: "threshold", min: null, max },
    windowMinutes: 5,
    minDecisions: 10,
    notify: [],
    revision,
  };
  // Only what the dialog uses of it.
  return { _embedded: fields, _links: { self: { href: "/monitors/M1", allow: ["PUT"] } } } as unknown as Monitor;
}

test("an edited monitor keeps its revision", async () => {
  const { sent } = await open(slow(4, 18));
  const dialog = page.getByRole("dialog", { name: "Edit Slow" });
  await userEvent.fill(dialog.getByLabelText("Upper limit"), "20");
  await userEvent.click(dialog.getByRole("button", { name: "Save" }));
  expect(sent).toMatchObject([
    {
      name: "monitor.update",
      href: "/monitors/M1",
      body: { name: "Slow", rule: { max: 20 }, windowMinutes: 5, minDecisions: 10, revision: 4 },
    },
  ]);
});

test("a number that the chosen measure does not use does not keep the monitor from being saved", async () => {
  const { sent } = await open(slow(4, 18));
  const dialog = page.getByRole("dialog", { name: "Edit Slow" });
  await userEvent.fill(dialog.getByLabelText("Smallest number of decisions"), "few");
  await expect.element(dialog.getByText("A whole number from 0 to 1,000,000")).toBeVisible();
  await choose("Measure", "Volume");
  await expect.element(dialog.getByLabelText("Smallest number of decisions")).toHaveValue("10");
  await userEvent.fill(dialog.getByLabelText("Lower limit"), "100");
  await userEvent.click(dialog.getByRole("button", { name: "Save" }));
  await expect.poll(() => sent).toMatchObject([{ body: { measure: { kind: "volume" }, minDecisions: 10 } }]);
});

test("the change of another user is not overwritten, also when the monitor was loaded again and is saved again", async () => {
  const { sent, reload } = await open(slow(4, 18), { refusal: conflict });
  const dialog = page.getByRole("dialog", { name: "Edit Slow" });
  const save = () => userEvent.click(dialog.getByRole("button", { name: "Save" }));
  await userEvent.fill(dialog.getByLabelText("Upper limit"), "20");
  await save();
  await expect.element(dialog.getByRole("alert")).toHaveTextContent("Changed meanwhile: Someone else changed it. (EDIT_CONFLICT)");
  await reload(slow(5, 30));
  await save();
  expect(sent).toMatchObject([1, 2].map(() => ({ body: { rule: { max: 20 }, revision: 4 } })));
});
