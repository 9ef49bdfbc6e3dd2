import type { BrokenRule } from "../parts/forms/broken-rules.ts";

/** The buckets of an input field: one per line, or separated by commas or spaces. */
export function bucketsIn(text: string): readonly string[] {
  return [...new Set(text.split(/[\s,;]+/).filter((one) => one !== ""))];
}

/** As browsers copy it, with a slash at the end. */
export function endpointIn(text: string): string {
  return text.trim().replace(/\/$/, "").toLowerCase();
}

/** Why a field of an S3 account is not accepted. */
export const s3Words = {
  endpoint: "An address without a path, such as https://s3.eu-central-1.amazonaws.com.",
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
