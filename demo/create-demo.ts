import { seededAccounts } from "../services/idp/accounts.ts";
import { callerFor, type Caller } from "../tests/support/caller.ts";
import type { Product } from "../tests/support/product.ts";
import { runExperiments } from "./experiments.ts";
import { learn } from "./learning.ts";
import { createOrganisation, createStaff, organisationName } from "./people.ts";
import { releaseApproved, releaseFirst, requestBlocked } from "./releases.ts";
import { drawSolutions } from "./solutions.ts";
import { storePast } from "./store-past.ts";
import { addMonitors, arrangeDashboards } from "./watching.ts";

export interface DemoOptions {
  readonly executions: number;
  readonly progress?: (step: string) => void;
}

/** Creates the demo organisation, unless there is one. */
export async function createDemo(product: Product, { executions, progress = () => undefined }: DemoOptions): Promise<"created" | "present"> {
  const first = await callerFor(product, seededAccounts[0]?.email ?? "");
  if ((await findDemo(first)) !== undefined) return "present";
  progress("People and roles");
  const { organisationId, mara } = await createOrganisation(product, first);
  const staff = await createStaff(product, organisationId, mara);
  progress("Datasources and predictions");
  const learned = await learn(product, staff.as.amina, mara);
  progress("Solutions, versions and releases");
  const drawn = await drawSolutions(staff, learned);
  await releaseFirst(staff, drawn);
  progress(`${executions.toLocaleString("en-GB")} executions over 30 days`);
  await storePast(product, staff, learned, drawn, executions);
  progress("Experiments and a release with approval");
  await Promise.all([runExperiments(staff, learned, drawn), releaseApproved(staff, drawn)]);
  progress("Monitors, drift and the dashboard");
  await arrangeDashboards(staff, drawn);
  await addMonitors(staff, learned, drawn);
  await requestBlocked(staff, drawn);
  return "created";
}

async function findDemo(first: Caller): Promise<string | undefined> {
  const { items } = await first.do("organisations.list", { query: { search: organisationName } });
  return items.find(({ _embedded }) => _embedded.name === organisationName)?._embedded.webSafeString;
}
