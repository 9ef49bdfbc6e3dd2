import { decidePath } from "@airlock/contract";
import { newLink, newNode, type Definition } from "@airlock/flow";
import { expect } from "vitest";
import { violationsOf } from "../support/axe.ts";
import { callerFor } from "../support/caller.ts";
import { issueKey, serveDecision } from "../support/decision.ts";
import { eventually } from "../support/eventually.ts";
import { mailTo } from "../support/inbox.ts";
import { sampleFlow } from "../support/sample-flow.ts";
import { signInAt } from "../support/sign-in.ts";
import { journey, withServiceWorker } from "./support/journey.ts";
import { readMessage } from "./support/seen.ts";

const unique = Date.now().toString(36);
const name = `Careful ${unique}`;
/** More than the minimum of the guards of a new ramp for few calls, in each arm. */
const calls = 160;

/** The sample flow with a formula that divides by zero at the age of 30, and a test case. `youngest` other than 18 fails the case. */
function draft(youngest: string): Definition {
  const flow = sampleFlow();
  const [start, rule, end] = flow.solutionDefinition.nodes;
  if (start === undefined || rule?.type !== "EasyRule" || end === undefined) throw new Error("The sample flow is another one.");
  const formulas = [{ resultField: "points", formula: "100 / (application.age - 30)" }];
  const points = { ...newNode("Formula", "points", 400, 200), formulas };
  const changed = { ...rule, conditionFields: rule.conditionFields.map((item) => ({ ...item, rightHandFieldname: youngest })) };
  const links = [newLink("l1", start, changed), newLink("l2", changed, points), newLink("l3", points, end)];
  return {
    ...flow,
    solutionDefinition: { nodes: [start, changed, points, end], links, zoom: 100 },
    runtimeDatasetFields: [...flow.runtimeDatasetFields, { key: "points", name: "points", type: "Float", required: false }],
    testCases: [{ id: "young", name: "17 is declined", input: { age: 17 }, expect: { runtimeData: { decision: "declined" } } }],
  };
}

journey(
  "a change is drafted, requested, blocked by a failed gate, fixed, approved by another user, ramped up, and rolled back by a guard",
  async ({ open, admin, product, person }) => {
    const caller = await admin();
    const { solutionId, versionId: first } = await serveDecision(caller, name);
    await caller.do("solution.releases.create", { at: { solutionId }, body: { versionWss: first } });
    await caller.do("solution.releasePolicy.update", { at: { solutionId }, body: { approvals: 1, gates: { testCases: true } } });
    const { token } = await issueKey(caller, product);
    const call = async (age: number) => {
      const response = await fetch(`${product.url}${decidePath}/careful-${unique}`, {
        method: "POST",
        headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
        body: JSON.stringify({ age }),
      });
      const body = (await response.json()) as { readonly _embedded?: { readonly versionWss: string } };
      return body._embedded?.versionWss;
    };
    const designer = await person({
      firstName: "Mara",
      permissions: ["solutions.list", "versions.list", "versionExecutions.list", "solution.update", "solution.release"],
    });
    const approver = await person({ firstName: "Lena", permissions: ["solutions.list", "versions.list", "solution.approve"] });
    const mara = await callerFor(product, designer.email);
    const drafted = async (youngest: string, versionName: string) => {
      await mara.do("definition.update", { at: { solutionId }, body: draft(youngest) });
      return (await mara.do("solution.versions.create", { at: { solutionId }, body: { versionName } }))._embedded.webSafeString;
    };

    // A request with a failed gate.
    await drafted("16", "2.0");
    const { page } = await open(withServiceWorker);
    await signInAt(page, `/admin/solutions/${solutionId}/releases`, designer.email);
    await page.getByRole("button", { name: "Request release..." }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Description").fill("Points by age.");
    await dialog.getByRole("button", { name: "Request release" }).click();
    const gates = page.getByRole("region", { name: "Gates" });
    await gates.getByText("0 of 1 pass").waitFor();
    const release = page.getByRole("region", { name: "Release" });
    expect(await release.getByRole("button", { name: "Release now" }).isDisabled()).toBe(true);
    const requestUrl = new URL(page.url()).pathname;

    // The fix replaces the version in the same request.
    const second = await drafted("18", "2.1");
    await page.getByRole("button", { name: "Replace version..." }).click();
    await dialog.getByLabel("Comment").fill("The age is 18 again.");
    await dialog.getByRole("button", { name: "Replace version" }).click();
    await gates.getByText("1 of 1 pass").waitFor();

    // Another user approves; the designer may not.
    expect(await page.getByRole("button", { name: "Approve" }).count()).toBe(0);
    const other = await open();
    await signInAt(other.page, requestUrl, approver.email);
    await other.page.getByLabel("Your comment").fill("Points explain the decision.");
    await other.page.getByRole("button", { name: "Approve" }).click();
    await readMessage(other.page, "2.1 approved");
    await release.getByText("Nothing blocks the release.").waitFor();

    // Gradually rather than for all callers at once.
    await page.goto(`/admin/solutions/${solutionId}/releases`);
    await page.getByRole("button", { name: "Start a rollout..." }).click();
    await dialog.getByRole("radio", { name: /^Ramp/ }).check();
    await dialog.getByLabel("Share of step 1, %").fill("50");
    await dialog.getByRole("button", { name: "Start ramp" }).click();
    await page.getByRole("region", { name: "Challenger 2.1" }).waitFor();
    expect(await violationsOf(page)).toEqual([]);

    // At the age of 30 the new version fails.
    const decided = await Promise.all(Array.from({ length: calls }, () => call(30)));
    expect(new Set(decided)).toEqual(new Set([first, second]));
    const note = page.getByRole("alert");
    await note.getByText(/^Rolled back on/).waitFor();
    await note.getByText(/^Failed share: 100% of/).waitFor();
    await eventually("every call to reach 1.0", async () =>
      (await Promise.all(Array.from({ length: 10 }, () => call(40)))).every((version) => version === first) ? true : undefined,
    );
    expect((await mailTo(product, designer.email)).subject).toBe(`${name}: rolled back`);
    expect(await violationsOf(page)).toEqual([]);
  },
);
