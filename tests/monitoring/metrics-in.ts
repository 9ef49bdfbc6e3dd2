/** Words of PromQL that may occur in the position of a metric. */
const words = new Set(["and", "or", "unless", "bool", "offset", "inf", "nan", "group_left", "group_right"]);

/** The metrics that a PromQL expression reads, histograms by their registered name. */
export function metricsIn(expression: string): readonly string[] {
  const bare = expression
    .replaceAll(/"[^"]*"/g, "")
    .replaceAll(/\{[^}]*\}|\[[^\]]*\]/g, "")
    .replaceAll(/\b(?:by|without|on|ignoring|group_left|group_right)\s*\([^)]*\)/g, "")
    .replaceAll(/\boffset\s+\S+/g, "");
  // Functions and aggregations are followed by a bracket.
  const names = [...bare.matchAll(/(?<![\w.])[a-zA-Z_:][\w:]*(?!\w|\s*\()/g)].map(([name]) => name);
  return [...new Set(names.filter((name) => !words.has(name.toLowerCase())).map((name) => name.replace(/_bucket$/, "")))];
}
