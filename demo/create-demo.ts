import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { seededAccounts } from "../services/idp/accounts.ts";
import { callerFor, type Caller } from "../tests/support/caller.ts";
import type { Product } from "../tests/support/product.ts";
import { runExperiments } from "./experiments.ts";
import { actToday } from "./live-calls.ts";
import { learn } from "./learning.ts";
import { createOrganisation, createStaff, emailOf, organisationName, signInAgain, type Staff } from "./people.ts";
import { releaseApproved, releaseFirst, releaseScored, requestBlocked } from "./releases.ts";
import { drawScored, drawSolutions, type DrawnSolutions } from "./solutions.ts";
import { openPast, type Past } from "./store-past.ts";
import { acknowledgeDrift, addMonitors, arrangeDashboards } from "./watching.ts";

export interface DemoOptions {
  readonly executions: number;
  readonly progress?: (step: string) => void;
}

/** In the folder of the instance: written last, so that an organisation whose creation was interrupted is known. */
const completeFile = "demo-is-complete";

export interface Demo {
  readonly result: "created" | "present";
  /** Resolves when the worker has judged drift and monitors, and the acts that depend on it are done. The organisation can be used before. */
  readonly complete: Promise<void>;
}

/** Creates the demo organisation, unless there is one. One that is not complete is deleted first. */
export async function createDemo(product: Product, { executions, progress = () => undefined }: DemoOptions): Promise<Demo> {
  const first = await callerFor(product, seededAccounts[0]?.email ?? "");
  const complete = join(product.folder, completeFile);
  const found = await findDemo(first);
  if (found !== undefined && existsSync(complete)) return { result: "present", complete: Promise.resolve() };
  if (found !== undefined) {
    progress("Deleting an organisation whose creation was interrupted");
    await deleteDemo(product, first, found);
  }
  progress("People and roles");
  const { organisationId, mara } = await createOrganisation(product, first);
  const staff = await createStaff(product, organisationId, mara);
  const past = await openPast(product, staff, executions);
  try {
    progress("Datasources, predictions, solutions and releases");
    // Models are trained while the calls of versions without predictions are evaluated.
    const [learned, unscored] = await Promise.all([learn(product, staff.as.amina, mara), drawFirst(staff, past)]);
    progress(`${executions.toLocaleString("en-GB")} executions over 30 days`);
    const drawn = await drawScored(unscored, learned);
    await past.append(drawn);
    await releaseScored(staff, drawn);
    await arrangeDashboards(staff, drawn);
    await past.settle(drawn);
    const alarms = await addMonitors(staff, learned, drawn);
    const rest = async () => {
      const again = await signInAgain(product, staff);
      await Promise.all([runExperiments(again, learned, drawn), releaseApproved(again, drawn), actToday(product, again, drawn)]);
      await acknowledgeDrift(again, learned, alarms);
      await requestBlocked(again, drawn);
      await writeFile(complete, `${new Date().toISOString()}\n`);
    };
    return { result: "created", complete: rest() };
  } finally {
    await past.close();
  }
}

async function drawFirst(staff: Staff, past: Past): Promise<DrawnSolutions> {
  const drawn = await drawSolutions(staff);
  await releaseFirst(staff, drawn);
  await past.append(drawn);
  return drawn;
}

/** Only an organisation that serves nothing can be deleted. */
async function deleteDemo(product: Product, first: Caller, organisationId: string): Promise<void> {
  // Without an administrator it serves nothing yet.
  const mara = await callerFor(product, emailOf("mara")).catch(() => undefined);
  for (const { _embedded } of (await mara?.do("versions.listAll"))?.items ?? []) {
    if (_embedded.deploymentStatus === "serving") await mara?.do("version.stop", { at: { versionId: _embedded.webSafeString } });
  }
  await first.do("organisation.delete", { at: { organisationId }, query: { confirm: organisationName } });
}

async function findDemo(first: Caller): Promise<string | undefined> {
  const { items } = await first.do("organisations.list", { query: { search: organisationName } });
  return items.find(({ _embedded }) => _embedded.name === organisationName)?._embedded.webSafeString;
}
