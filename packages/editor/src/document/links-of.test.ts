import { expect, test } from "vitest";
import { labelLink, relink } from "../commands/links.ts";
import { run, sampleDocument } from "../testing/sample-flow.ts";
import { linksOf } from "./links-of.ts";

test("links of a node, in the document's order", () => {
  const document = sampleDocument();
  expect(linksOf(document, "afford").outgoing.map((link) => link.id)).toEqual(["l4", "l5"]);
  expect(linksOf(document, "verdict").incoming.map((link) => link.id)).toEqual(["l6", "l7"]);
  expect(linksOf(document, "nobody")).toEqual({ incoming: [], outgoing: [] });
});

test("the index is reused after edits that keep the ends of links, and rebuilt after others", () => {
  const document = sampleDocument();
  linksOf(document, "start");
  const labelled = run(document, labelLink("l1", "first"));
  expect(linksOf(labelled, "start").outgoing[0]?.label).toBe("first");
  const relinked = run(labelled, relink("l1", { target: "minimum" }), labelLink("l9", "x"));
  expect(linksOf(relinked, "zero").incoming).toEqual([]);
  expect(linksOf(relinked, "minimum").incoming.map((link) => link.id)).toEqual(["l1", "l2"]);
});
