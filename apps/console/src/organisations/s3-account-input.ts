import type { FieldProblem } from "@airlock/contract";
import type { BrokenRule } from "../parts/forms/broken-rules.ts";

/** The buckets of an input field: one per line, or separated by commas, semicolons or spaces. */
export function bucketsIn(text: string): readonly string[] {
  return [...new Set(text.split(/[\s,;]+/).filter((one) => one !== ""))];
}

/** Without the final slash that browsers copy, in lower case. */
export function endpointIn(text: string): string {
  return text.trim().replace(/\/$/, "").toLowerCase();
}

/** Why a field of an S3 account is not accepted. */
export const s3Words = {
  // A function, because the API refuses an endpoint for other reasons too, and then its words are shown.
  endpoint: () => "Start with https:// or http://, and leave out the path, such as https://s3.eu-central-1.amazonaws.com.",
  region: "Lower-case letters, digits and -, such as eu-central-1.",
  accessKey: "One line without spaces.",
  secretKey: "One line without spaces.",
  buckets: ({ rule, value }: BrokenRule) =>
    rule === "minItems"
      ? "At least one bucket."
      : rule === "maxItems"
        ? "At most 20 buckets."
        : `${String(value)} is not the name of a bucket.`,
};

const labels: Readonly<Record<string, string>> = { endpoint: "Endpoint", buckets: "Buckets" };

/** The words of the API continue the label of the field. */
export function s3ProblemText({ field, message }: FieldProblem): string {
  return `${labels[field] ?? field} ${message}.`;
}
