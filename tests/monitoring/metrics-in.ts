/** Words of PromQL that stand where a metric could. */
const words = new Set(["and", "or", "unless", "bool", "offset", "inf", "nan", "group_left", "group_right"]);

/** The metrics that an expression of PromQL reads, histograms by the name they are registered with. */
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
