/** Words of the list that are right in a file, in lower case. */
export const exceptions: Readonly<Record<string, readonly string[]>> = {
  // The table of words to avoid.
  "CONTRIBUTING.md": (
    "asked, asks, told, heard, stands, is gone, work out, reckon, hold against, hold beside, anew, once more, go on, nobody, whoever, " +
    "somebody, people"
  ).split(", "),
  "CODE_OF_CONDUCT.md": ["people", "nobody", "asked"],
  // A log, in a browser.
  "apps/console/src/parts/fault/report.ts": ["log in"],
  // An address.
  "services/README.md": ["nobody"],
};
