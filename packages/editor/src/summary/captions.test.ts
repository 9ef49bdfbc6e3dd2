import type { LookupNode } from "@airlock/flow";
import { expect, test } from "vitest";
import { renameField } from "../commands/fields.ts";
import { labelLink } from "../commands/links.ts";
import { draw, node } from "../testing/draw.ts";
import { run, sampleDocument } from "../testing/sample-flow.ts";
import { linkCaption, nodeCaption } from "./captions.ts";
import { nodeSentence } from "./node-sentence.ts";

const document = sampleDocument();
const caption = (on: typeof document, id: string) => {
  const node = on.nodes.get(id);
  return node === undefined ? undefined : nodeCaption(on, node);
};
const pill = (on: typeof document, id: string) => {
  const link = on.links.get(id);
  return link === undefined ? undefined : linkCaption(on, link);
};

test("a node shows its name and one line of logic, computed again only when a field or the node changed", () => {
  expect(caption(document, "minimum")).toMatchObject({ title: "Minimum age", line: "If age < 18" });
  expect(caption(document, "minimum")).toBe(caption(document, "minimum"));
  const renamed = run(document, renameField("Application", "age", "years"));
  expect(caption(renamed, "minimum")).toMatchObject({ line: "If years < 18" });
});

test("a link says its label, its conditions or otherwise, and is dashed when it is not always taken", () => {
  expect(pill(document, "l1")).toEqual({ text: "", isConditional: false, isOtherwise: false });
  expect(pill(document, "l8")).toEqual({ text: "total < 30", isConditional: true, isOtherwise: false });
  expect(pill(document, "l9")).toEqual({ text: "otherwise", isConditional: true, isOtherwise: true });
  expect(pill(run(document, labelLink("l8", "too low")), "l8")?.text).toBe("too low");
});

test("a Lookup says its key, and its list unless it is called so", () => {
  const described = (properties: Partial<LookupNode>) => {
    const lookup = node("Lookup", "Risk", properties);
    const on = draw({ application: { postcode: "String" }, runtime: { band: "String", known: "Boolean" }, nodes: [lookup] });
    return [nodeCaption(on, lookup).line, nodeSentence(on, lookup)];
  };
  expect(described({})).toEqual(["No list chosen yet", "Looks nothing up yet."]);
  expect(described({ list: "Risk" })).toEqual(["no key yet", "Looks up no field yet in Risk and sets nothing yet."]);
  const lookupOutputs = [{ column: "risk_band", resultField: "band" }];
  const whole = { list: "Postcodes", keyField: "postcode", lookupOutputs, foundField: "known" };
  expect(described(whole)).toEqual(["Postcodes, by postcode", "Looks up postcode in Postcodes and sets band and known."]);
  expect(described({ ...whole, list: "Risk" })[0]).toBe("by postcode");
});
