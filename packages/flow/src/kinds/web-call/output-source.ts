import type { FieldSource, OutputItem } from "../../node-parts.ts";

/** Outputs name the dataset in their own words. */
export function outputSource(output: OutputItem): FieldSource {
  return output.datasetType === "application" ? "Application" : "Runtime";
}
