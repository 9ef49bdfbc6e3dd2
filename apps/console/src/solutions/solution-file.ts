/** A name that every file system takes, made of the solution's. */
export function fileName(solution: string): string {
  const plain = solution
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "");
  return `${plain === "" ? "solution" : plain.slice(0, 80)}.airlock.json`;
}
