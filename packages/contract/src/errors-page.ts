/** Generates the documentation page of error codes from the catalogue. `npm run errors` writes it. */
import { problemCatalogue, type ProblemCode } from "./problems/catalogue.ts";
import { problemBody } from "./problems/problem.ts";

export function errorsPage(): string {
  // Object.keys widens to string[]; the catalogue is a const with exactly these keys.
  const rows = (Object.keys(problemCatalogue) as ProblemCode[])
    .map((code) => ({ code, body: problemBody({ code }, "") }))
    .map(({ code, body }) => `| \`${code}\` | ${body.status} | ${body.message} | ${body.description} |`);
  return `# Errors

Every refusal is \`application/problem+json\` with \`type\`, \`title\`, \`status\`, \`code\`, \`message\`, \`description\`, \`correlationId\` and, where single
fields or parts of a diagram are at fault, \`problems\` (each with \`field\`, \`code\` and \`message\`). The code never changes its meaning; the
texts may get better. Quote the \`correlationId\` when you report a problem: it finds the executions of the call in the console, and refused calls in the logs of the
runtimes.

| Code | Status | Message | Description |
|---|---|---|---|
${rows.join("\n")}
`;
}
