import type { ApiProblem } from "../../api/api-problem.ts";

const fieldOfCode: Readonly<Record<string, string>> = {
  VERSION_ALREADY_LIVE: "versionWss",
  VERSION_NOT_FOUND: "versionWss",
  RELEASE_NEEDS_REQUEST: "versionWss",
  DATASOURCE_NOT_FOUND: "knownOutcome.datasourceWss",
};

/** Fields of the dialog; a refusal of a part of one is shown at it. */
const shown = ["versionWss", "share", "field", "steps", "guards", "reason"] as const;

/** Why a new rollout was refused, by field of the dialog; empty when no field is to blame. */
export function refusalsIn({ code, description, problems }: ApiProblem): ReadonlyMap<string, string> {
  const field = fieldOfCode[code];
  if (field !== undefined) return new Map([[field, description]]);
  return new Map(
    problems.flatMap(({ field: name, message }) => {
      if (name.startsWith("knownOutcome.")) return [[name, message] as const];
      const at = shown.find((one) => name === one || name.startsWith(`${one}.`));
      return at === undefined ? [] : [[at, message] as const];
    }),
  );
}
