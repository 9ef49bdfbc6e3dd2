/**
 * All problems, by a code that never changes. 403 is reserved for a missing permission and for an account that was removed, because the
 * console treats it as the end of the session.
 */
import { datasourceProblems } from "./datasource.ts";
import { decideProblems } from "./decide.ts";
import { executionProblems } from "./execution.ts";
import { experimentProblems } from "./experiment.ts";
import { listProblems } from "./list.ts";
import { monitorProblems } from "./monitor.ts";
import { organisationProblems } from "./organisation.ts";
import { predictionProblems } from "./prediction.ts";
import { releaseProblems } from "./release.ts";
import { requestProblems } from "./request.ts";
import { signInProblems } from "./sign-in.ts";
import { solutionProblems } from "./solution.ts";
import { unavailableProblems } from "./unavailable.ts";
import { userProblems } from "./user.ts";

export const problemCatalogue = {
  ...requestProblems,
  ...signInProblems,
  ...userProblems,
  ...organisationProblems,
  ...solutionProblems,
  ...releaseProblems,
  ...monitorProblems,
  ...listProblems,
  ...datasourceProblems,
  ...predictionProblems,
  ...experimentProblems,
  ...executionProblems,
  ...decideProblems,
  ...unavailableProblems,
};

export type ProblemCode = keyof typeof problemCatalogue;
