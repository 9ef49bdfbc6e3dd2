import type { FieldSource, OutputItem } from "../../node-parts.ts";

/** Outputs have their own names for the datasets. */
export function outputSource(output: OutputItem): FieldSource {
  return output.datasetType === "application" ? "Application" : "Runtime";
}
