import { expect, test } from "vitest";
import { unmarked } from "./marks.ts";
import { countedColour, edgeColour, linkColour } from "./picture-colours.ts";

const counted = (tone: "heat5" | "dead" | "less" | "both") => ({ ...unmarked, overlay: { tone, spoken: "" } });

test("a node that counts are drawn on has the colour of its tone, any other its own", () => {
  expect([counted("heat5"), counted("dead"), counted("less"), counted("both"), unmarked].map(countedColour)).toEqual([
    "heat-5",
    "border-strong",
    "secondary",
    undefined,
    undefined,
  ]);
});

test("an error is seen before a run, a run before counts, counts before what differs", () => {
  const compared = { ...counted("less"), compared: "added" } as const;
  const run = { ...compared, run: "executed" } as const;
  const error = { ...run, level: "error" } as const;
  const added = { ...compared, overlay: undefined };
  expect([unmarked, added, compared, run, error].map(linkColour)).toEqual(["link", "success", "secondary", "link-executed", "link-error"]);
  expect([unmarked, counted("less"), added, run, error].map((mark) => edgeColour(mark, false))).toEqual([
    undefined,
    "node-border",
    "success",
    "link-executed",
    "link-error",
  ]);
  expect(edgeColour(unmarked, true)).toBe("focus");
});
