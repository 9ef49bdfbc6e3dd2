import { eventually } from "../tests/support/eventually.ts";
import type { Caller } from "../tests/support/caller.ts";
import type { Staff } from "./people.ts";
import type { DrawnSolution, DrawnSolutions } from "./solutions.ts";

/** Serves the first versions and releases them. */
export async function releaseFirst({ as }: Staff, { loan, card, account }: DrawnSolutions): Promise<void> {
  await release(as.rachid, loan, "1.0", "First release.");
  await release(as.rachid, card, "1.0", "First release.");
  await release(as.rachid, account, "1.0", "First release.");
}

/** Card payments with a prediction; this solution needs no approval. */
export async function releaseScored({ as }: Staff, { card }: DrawnSolutions): Promise<void> {
  await release(as.rachid, card, "2.0", "Fraud likelihood, trained on the payments of Q3.");
  await as.rachid.do("version.stop", { at: { versionId: idOf(card, "1.0") } });
}

/** Later versions of the loan: requested by the designer, approved by the credit officer, released by the engineer. */
export async function releaseApproved(staff: Staff, { loan }: DrawnSolutions): Promise<void> {
  const at = { solutionId: loan.solutionId };
  const gates = { findings: true, testCases: true, changedOutcomes: 15, outcomeMix: 15 };
  await staff.as.mara.do("solution.releasePolicy.update", { at, body: { approvals: 1, executions: 2_000, gates } });
  await releaseRequested(staff, loan, {
    version: "1.1",
    description:
      "In the Q3 review, applicants with debts of 20 to 35 % of their income paid back as often as those below. They get more points.",
    comments: ["Which loans are these?", "All since 2024. Of the changed ones below, most were approved by underwriting anyway."],
    approval: "Clear now. Fewer cases for underwriting.",
  });
  await staff.as.rachid.do("version.stop", { at: { versionId: idOf(loan, "1.0") } });
  await releaseRequested(staff, loan, {
    version: "2.0",
    description: "The model of the loans since 2024 finds those who do not pay back better than the points alone. From 40 % on we decline.",
    comments: ["How many of those above 40 % had paid back?", "In the loans since 2024: four in ten. The others defaulted."],
    approval: "Fine. We look at the declined ones in two weeks.",
  });
  await staff.as.rachid.do("version.stop", { at: { versionId: idOf(loan, "1.1") } });
}

interface Requested {
  readonly version: string;
  readonly description: string;
  /** A question of the credit officer and the answer of the designer. */
  readonly comments: readonly [question: string, answer: string];
  readonly approval: string;
}

async function releaseRequested(
  { as }: Staff,
  loan: DrawnSolution,
  { version, description, comments, approval }: Requested,
): Promise<void> {
  const versionWss = idOf(loan, version);
  const at = await request(as, loan, { versionWss, description });
  const [question, answer] = comments;
  await as.lena.do("releaseRequest.comment", { at, body: { comment: question } });
  await as.joost.do("releaseRequest.comment", { at, body: { comment: answer } });
  await as.lena.do("releaseRequest.approve", { at, body: { versionWss, comment: approval } });
  await as.rachid.do("version.deploy", { at: { versionId: versionWss } });
  await as.rachid.do("releaseRequest.release", { at, body: { versionWss } });
}

/** 2.1 of the loan: an open request that a gate blocks, because the default risk drifts. */
export async function requestBlocked({ as }: Staff, { loan }: DrawnSolutions): Promise<void> {
  const gates = { findings: true, testCases: true, changedOutcomes: 15, outcomeMix: 15, drift: true };
  const policy = { approvals: 2, executions: 2_000, gates };
  await as.mara.do("solution.releasePolicy.update", { at: { solutionId: loan.solutionId }, body: policy });
  const description =
    "Since the new broker joined, more applicants are likely to default. Declining from 30 % on keeps the losses where they were.";
  const at = await request(as, loan, { versionWss: idOf(loan, "2.1"), description });
  const comment = "The model has never seen applicants on call. Should we not train it again first?";
  await as.lena.do("releaseRequest.comment", { at, body: { comment } });
}

async function request(
  as: Staff["as"],
  { solutionId }: DrawnSolution,
  body: { readonly versionWss: string; readonly description: string },
) {
  const made = await as.joost.do("solution.releaseRequests.create", { at: { solutionId }, body });
  const at = { releaseRequestId: made._embedded.webSafeString };
  await eventually(
    "the gates to be evaluated",
    async () => ((await as.mara.do("releaseRequest.read", { at }))._embedded.gatesState === "done" ? true : undefined),
    { seconds: 120, everyMillis: 200 },
  );
  return at;
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
