import type { Permission } from "@airlock/contract";
import type { Definition } from "@airlock/flow";
import { addDatasource } from "../support/add-datasource.ts";
import { applicants } from "../support/applicants.ts";
import { addExample } from "../journeys/support/editor.ts";
import { callerFor, type Caller } from "../support/caller.ts";
import { eventually } from "../support/eventually.ts";
import { pastExample, withBand } from "../support/past-example.ts";
import { createPerson } from "../support/people.ts";
import type { Product } from "../support/product.ts";
import type { Scene, Shot } from "./shot.ts";

const patience = { timeout: 30_000 };

interface Requested {
  readonly solutionId: string;
  readonly releaseRequestId: string;
}

/** Failed gates void approvals, so green and red are two requests; the third is of a flow without web calls, which can run over a datasource. */
type Gates = "green" | "red" | "datasource";
const requestsByGates = new Map<Gates, Promise<Requested>>();
let first: Promise<Requested> | undefined;

/** A request about a live version with executions, with comments in its thread. */
function requested(product: Product, admin: Caller, gates: Gates): Promise<Requested> {
  const known = requestsByGates.get(gates);
  if (known !== undefined) return known;
  const made = (async () => {
    const { solutionId, versionId, definition } = await pastExample(
      product,
      admin,
      3_000,
      gates === "datasource" ? "Consumer credit scorecard" : undefined,
    );
    await admin.do("solution.releases.create", { at: { solutionId }, body: { versionWss: versionId, reason: "First release" } });
    const datasource = gates === "datasource" ? await mappedLoans(product, admin, definition) : null;
    await setPolicy(admin, solutionId, 100, datasource);
    const mara = await callerOf(product, admin, "Mara", "Santos", ["solutions.list", "versions.list", "solution.update"]);
    // The author or requester of a change cannot approve it, so the administrator is neither.
    await mara.do("definition.update", { at: { solutionId }, body: withBand(definition, 60) });
    const version = await mara.do("solution.versions.create", { at: { solutionId }, body: { versionName: "2.0" } });
    const lena = await callerOf(product, admin, "Lena", "Brandt", [
      "solutions.list",
      "versions.list",
      "versionExecutions.list",
      "solution.approve",
    ]);
    const description =
      "In the Q3 review, applicants with a debt ratio of 0.20 to 0.40 defaulted as rarely as those below. 2.0 gives them more points, so fewer go to underwriting.";
    const versionWss = version._embedded.webSafeString;
    const request = await mara.do("solution.releaseRequests.create", { at: { solutionId }, body: { versionWss, description } });
    const at = { releaseRequestId: request._embedded.webSafeString };
    await untilChecked(admin, at);
    await lena.do("releaseRequest.comment", { at, body: { comment: "Which loans are these? Could the band stop at 0.35?" } });
    await mara.do("releaseRequest.comment", { at, body: { comment: "Loans under 5,000. At 0.35 hardly anything changes." } });
    await lena.do("releaseRequest.approve", { at, body: { versionWss, comment: "Clear now. Watch those that go from Refer to Approve." } });
    if (gates === "red") {
      await setPolicy(admin, solutionId, 0.1, datasource);
      await admin.do("releaseRequest.check", { at });
      await untilChecked(admin, at);
    }
    return { solutionId, ...at };
  })();
  requestsByGates.set(gates, made);
  return made;
}

/** A datasource with the fields of the flow, mapped by their names. */
async function mappedLoans(product: Product, admin: Caller, { applicationDatasetFields }: Definition) {
  const file = applicants("loans_2026_q3_applied", 5_000);
  const names = new Set(file.columns.map(({ name }) => name));
  const fieldMapping = applicationDatasetFields.map(({ key, name }) => ({
    key,
    value: names.has(name) ? name : "NL",
    useDatasource: names.has(name),
  }));
  return { datasourceId: await addDatasource(product, admin, file), fieldMapping };
}

/** A request before the first release: nothing to compare with, and no comments. */
function firstRequested(admin: Caller): Promise<Requested> {
  first ??= (async () => {
    const solutionId = await addExample(admin, "Card limit");
    const version = await admin.do("solution.versions.create", { at: { solutionId }, body: { versionName: "1.0" } });
    await setPolicy(admin, solutionId, 2);
    const body = { versionWss: version._embedded.webSafeString };
    const made = await admin.do("solution.releaseRequests.create", { at: { solutionId }, body });
    const at = { releaseRequestId: made._embedded.webSafeString };
    await untilChecked(admin, at);
    return { solutionId, ...at };
  })();
  return first;
}

async function callerOf(
  product: Product,
  admin: Caller,
  firstName: string,
  name: string,
  permissions: readonly Permission[],
): Promise<Caller> {
  const { email } = await createPerson(product, admin, { firstName, name, permissions });
  return callerFor(product, email);
}

async function setPolicy(admin: Caller, solutionId: string, changedOutcomes: number, datasource: object | null = null): Promise<void> {
  const gates = {
    findings: true,
    changedOutcomes,
    outcomeMix: 30,
    ...(changedOutcomes < 1 ? { sql: true, testCases: true } : {}),
  };
  await admin.do("solution.releasePolicy.update", { at: { solutionId }, body: { approvals: 2, gates, datasource } });
}

async function untilChecked(admin: Caller, at: { readonly releaseRequestId: string }): Promise<void> {
  await eventually("the gates are done", async () =>
    (await admin.do("releaseRequest.read", { at }))._embedded.gatesState === "done" ? true : undefined,
  );
}

async function open({ page, product, admin }: Scene, gates: Gates): Promise<void> {
  const { releaseRequestId } = await requested(product, admin, gates);
  await page.goto(`/admin/release-requests/${releaseRequestId}`);
  await page.getByRole("region", { name: "What it would have done" }).getByRole("table", { name: "Changed records" }).waitFor(patience);
}

function screen(name: string, shows: string, arrange: (scene: Scene) => Promise<void>): Shot {
  return { name, shows, signedIn: true, arrange };
}

export const releaseRequestShots: readonly Shot[] = [
  screen("release-request-full", "A release request with green gates and a thread", async (scene) => {
    await open(scene, "green");
    await scene.page.getByLabel("Your comment").fill("Went through the changed ones with underwriting. Fine to release.");
  }),
  screen("release-request-datasource", "What a version would have done to the records of a datasource", async (scene) => {
    await open(scene, "datasource");
    const over = scene.page.getByRole("region", { name: "Over the datasource" });
    await over.getByRole("table", { name: "Changed records" }).waitFor(patience);
    await over.scrollIntoViewIfNeeded();
  }),
  screen("release-request-red", "A failed gate and one that was not evaluated", (scene) => open(scene, "red")),
  screen("release-request-first", "Before the first release: nothing to compare, an empty thread", async ({ page, admin }) => {
    const { releaseRequestId } = await firstRequested(admin);
    await page.goto(`/admin/release-requests/${releaseRequestId}`);
    await page.getByText("Nothing was compared: nothing is live yet.").waitFor(patience);
  }),
  screen("release-request-bypass", "Bypassing approvals and gates", async (scene) => {
    await open(scene, "red");
    await scene.page.getByRole("button", { name: "Bypass..." }).click();
    await scene.page.getByLabel("Reason").waitFor();
  }),
  screen("releases-request", "Releases of a solution with an open request", async ({ page, product, admin }) => {
    const { solutionId } = await requested(product, admin, "green");
    await page.goto(`/admin/solutions/${solutionId}/releases`);
    await page.getByRole("region", { name: "Open release request" }).waitFor(patience);
  }),
  screen("release-policy", "What a release of a solution needs", async ({ page, product, admin }) => {
    const { solutionId } = await requested(product, admin, "green");
    await page.goto(`/admin/solutions/${solutionId}/releases`);
    await page.getByRole("button", { name: "Policy" }).click(patience);
    await page.getByLabel("Approvals").waitFor();
  }),
  screen("release-policy-datasource", "The datasource of a release policy, with its mapping", async ({ page, product, admin }) => {
    const { solutionId } = await requested(product, admin, "datasource");
    await page.goto(`/admin/solutions/${solutionId}/releases`);
    await page.getByRole("button", { name: "Policy" }).click(patience);
    await page.getByRole("button", { name: "Change..." }).click();
    await page.getByRole("table", { name: "Field mapping" }).waitFor(patience);
  }),
];
