import { findingCatalogue } from "@airlock/flow";
import { cell, table } from "../markdown.ts";

interface Finding {
  readonly level: "error" | "warning";
  readonly message: (details: never) => string;
}

/** Sample details with which a message reads as a sentence. Others are shown as placeholders: `{field}`. */
const samples: Readonly<Record<string, unknown>> = {
  nodes: ["{node}", "{node}"],
  setters: ["{node}"],
  after: 0,
  where: "In {node}",
  what: "{part}",
  text: "{value}",
};

/** Has every property of a message's details, so that no finding needs an entry of its own here. */
const anyDetails = new Proxy(
  {},
  { get: (_target, name) => (typeof name === "string" ? (samples[name] ?? `{${name}}`) : undefined) },
) as never; // Used as the details of any finding.

export function findingsPage(): string {
  const all: readonly (readonly [string, Finding])[] = Object.entries(findingCatalogue);
  const section = (level: Finding["level"]) =>
    table(
      ["Code", "Message"],
      all.filter(([, finding]) => finding.level === level).map(([code, { message }]) => [`\`${code}\``, cell(message(anyDetails))]),
    );
  return `# Findings

The validator checks a definition while it is drawn, when it is saved and before a version is frozen. Words in braces are replaced by names of your flow.

## Errors

A definition with an error cannot be executed or frozen.

${section("error")}

## Warnings

A definition with warnings runs. A gate of a release policy may refuse it.

${section("warning")}

## Suggestions

Executions of the served version report these in the editor. They block nothing; [decision tables](/guides/decision-tables#findings-of-executions) explains them.

| Code | Reported for |
|---|---|
| \`VALUE_NOT_LISTED\` | a text that came in and is in no row of a Decision Table, no value of a List Score or no condition of a fork |
| \`ROW_NOT_MATCHED\` | a row of a Decision Table or a value of a List Score that has not matched for 90 days |
`;
}
