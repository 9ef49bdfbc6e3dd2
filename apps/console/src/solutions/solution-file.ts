import type { ParseProblem } from "@airlock/flow";

/** A name that every file system takes, made of the solution's. */
export function fileName(solution: string): string {
  const plain = solution
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "");
  return `${plain === "" ? "solution" : plain.slice(0, 80)}.airlock.json`;
}

/** Why a file is not a solution: the first problem, with its position in the file unless the problem names it. */
export function problemText([problem]: readonly ParseProblem[]): string {
  if (problem === undefined) return "";
  return problem.path === "" || problem.code === "MISSING" ? problem.message : `At ${problem.path}: ${problem.message}`;
}
