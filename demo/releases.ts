import { eventually } from "../tests/support/eventually.ts";
import type { Caller } from "../tests/support/caller.ts";
import type { Staff } from "./people.ts";
import type { DrawnSolution, DrawnSolutions } from "./solutions.ts";

/** Serves the first versions and releases them. */
export async function releaseFirst({ as }: Staff, { loan, card, account }: DrawnSolutions): Promise<void> {
  await release(as.rachid, loan, "1.0", "First release.");
  await release(as.rachid, loan, "1.1", "New debt bands after the Q3 review.");
  await release(as.rachid, card, "1.0", "First release.");
  await release(as.rachid, account, "1.0", "First release.");
  await as.rachid.do("version.stop", { at: { versionId: idOf(loan, "1.0") } });
}

/** Card payments with a prediction; this solution needs no approval. */
export async function releaseScored({ as }: Staff, { card }: DrawnSolutions): Promise<void> {
  await release(as.rachid, card, "2.0", "Fraud likelihood, trained on the payments of Q3.");
  await as.rachid.do("version.stop", { at: { versionId: idOf(card, "1.0") } });
}

/** 2.0 of the loan: requested by the designer, approved by the credit officer, released by the engineer. */
export async function releaseApproved({ as }: Staff, { loan }: DrawnSolutions): Promise<void> {
  const at = { solutionId: loan.solutionId };
  const gates = { findings: true, testCases: true, changedOutcomes: 15, outcomeMix: 15 };
  await as.mara.do("solution.releasePolicy.update", { at, body: { approvals: 1, executions: 2_000, gates } });
  const versionWss = idOf(loan, "2.0");
  const description = "The model of the loans since 2024 finds those who do not pay back better than the points alone. From 40 % on we decline.";
  const request = await as.joost.do("solution.releaseRequests.create", { at, body: { versionWss, description } });
  const asked = { releaseRequestId: request._embedded.webSafeString };
  await untilChecked(as.mara, asked);
  await as.lena.do("releaseRequest.comment", { at: asked, body: { comment: "How many of those that change had paid back?" } });
  await as.joost.do("releaseRequest.comment", { at: asked, body: { comment: "In the loans since 2024: four in ten. The others defaulted." } });
  await as.lena.do("releaseRequest.approve", { at: asked, body: { versionWss, comment: "Fine. We look at the declined ones in two weeks." } });
  await as.rachid.do("version.deploy", { at: { versionId: versionWss } });
  await as.rachid.do("releaseRequest.release", { at: asked, body: { versionWss } });
  await as.rachid.do("version.stop", { at: { versionId: idOf(loan, "1.1") } });
}

/** 2.1 of the loan: an open request that a gate blocks, because the default risk drifts. */
export async function requestBlocked({ as }: Staff, { loan }: DrawnSolutions): Promise<void> {
  const at = { solutionId: loan.solutionId };
  const gates = { findings: true, testCases: true, changedOutcomes: 15, outcomeMix: 15, drift: true };
  await as.mara.do("solution.releasePolicy.update", { at, body: { approvals: 2, executions: 2_000, gates } });
  const description = "Since the new broker joined, more applicants are likely to default. Declining from 30 % on keeps the losses where they were.";
  const request = await as.joost.do("solution.releaseRequests.create", { at, body: { versionWss: idOf(loan, "2.1"), description } });
  const asked = { releaseRequestId: request._embedded.webSafeString };
  await untilChecked(as.mara, asked);
  const comment = "The model has never seen applicants on call. Should we not train it again first?";
  await as.lena.do("releaseRequest.comment", { at: asked, body: { comment } });
}

async function release(engineer: Caller, solution: DrawnSolution, name: string, reason: string): Promise<void> {
  const versionId = idOf(solution, name);
  await engineer.do("version.deploy", { at: { versionId } });
  await engineer.do("solution.releases.create", { at: { solutionId: solution.solutionId }, body: { versionWss: versionId, reason } });
}

function idOf({ versions }: DrawnSolution, name: string): string {
  const found = versions.find((version) => version.name === name);
  if (found === undefined) throw new Error(`There is no version ${name}.`);
  return found.versionId;
}

async function untilChecked(admin: Caller, at: { readonly releaseRequestId: string }): Promise<void> {
  await eventually(
    "the gates to be evaluated",
    async () => ((await admin.do("releaseRequest.read", { at }))._embedded.gatesState === "done" ? true : undefined),
    { seconds: 120, everyMillis: 200 },
  );
}
