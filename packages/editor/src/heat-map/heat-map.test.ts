import { newLink, newNode, type Definition } from "@airlock/flow";
import { expect, test } from "vitest";
import { heatOverlay, heatTone, linkWidth } from "./heat.ts";
import { changeText, pointsText, shareText } from "./overlay.ts";
import { shiftOverlay, shiftWidth } from "./shift.ts";

const start = newNode("Start", "start", 0, 0);
const rule = newNode("EasyRule", "rule", 200, 0);
const state = newNode("SetState", "state", 400, 100);
const end = newNode("End", "end", 600, 0);
const definition: Definition = {
  solutionDefinition: {
    nodes: [start, rule, state, end],
    links: [
      newLink("a", start, rule),
      { ...newLink("b", rule, end), label: "most" },
      { ...newLink("c", rule, state), otherwise: true },
      newLink("d", state, end),
    ],
    zoom: 100,
  },
  applicationDatasetFields: [],
  runtimeDatasetFields: [],
  applicationTestData: [],
};

test("a share is written with one digit, and what is nearly all or nothing is not written as if it were", () => {
  expect([0, 0.0001, 0.0172, 0.319, 0.99999, 1].map(shareText)).toEqual(["0%", "<0.1%", "1.7%", "31.9%", ">99.9%", "100%"]);
  expect([0.02, -0.0012, 0.0001, 0].map(pointsText)).toEqual(["+2.0", "-0.1", "", ""]);
  expect([3560, -186, 0].map(changeText)).toEqual(["+3,560", "-186", "0"]);
});

test("a link's width is its share, from 1.5 to 6, and five blues tell few from many", () => {
  expect([0, 0.5, 1].map(linkWidth)).toEqual([1.5, 3.75, 6]);
  expect([0.017, 0.153, 0.319, 0.528, 0.983, 1].map(heatTone)).toEqual(["heat1", "heat2", "heat3", "heat4", "heat5", "heat5"]);
});

test("heat: counts on nodes, count and share on links that not all executions take, and the period on parts without executions", () => {
  const overlay = heatOverlay(
    definition,
    {
      nodes: [
        { id: "start", count: 61_904, share: 1 },
        { id: "rule", count: 61_904, share: 1 },
        { id: "state", count: 0, share: 0 },
        { id: "end", count: 60_852, share: 0.983 },
      ],
      links: [
        { id: "a", count: 61_904, share: 1 },
        { id: "b", count: 60_852, share: 0.983 },
        { id: "c", count: 0, share: 0 },
        { id: "d", count: 0, share: 0 },
      ],
    },
    "no executions in 7 days",
  );
  expect(overlay.get("rule")).toMatchObject({ tone: "heat5", badge: "61,904", above: "100%" });
  expect(overlay.get("state")).toMatchObject({ tone: "dead", badge: "0", line: "no executions in 7 days" });
  expect(overlay.get("a")).not.toHaveProperty("pill");
  expect(overlay.get("b")).toMatchObject({ tone: "heat5", pill: "60,852, 98.3%" });
  expect(overlay.get("c")).toMatchObject({ tone: "dead", pill: "0" });
  expect(overlay.get("d")).not.toHaveProperty("pill");
});

test("a plain link says its share where fewer leave by it than came to its node", () => {
  const nodes = [{ id: "start", count: 100, share: 1 }];
  const overlay = heatOverlay(definition, { nodes, links: [{ id: "a", count: 98, share: 0.98 }] }, "");
  expect(overlay.get("a")?.pill).toBe("98.0%");
});

test("shift: more is blue and wider, less is orange and thinner, the same stays as it is", () => {
  const overlay = shiftOverlay(
    definition,
    {
      nodes: [
        { id: "state", left: 900, right: 700 },
        { id: "rule", left: 1000, right: 1000 },
      ],
      links: [
        { id: "b", left: 100, right: 300 },
        { id: "c", left: 900, right: 700 },
        { id: "d", left: 900, right: 900 },
      ],
    },
    1000,
  );
  expect(overlay.get("state")).toMatchObject({ tone: "less", below: { text: "700", change: "-200" } });
  expect(overlay.get("rule")).toMatchObject({ tone: "same" });
  expect(overlay.get("rule")).not.toHaveProperty("below");
  expect(overlay.get("b")).toMatchObject({ tone: "more", width: 8, pill: "30.0%, +20.0" });
  expect(overlay.get("c")).toMatchObject({ tone: "less", width: 1.75, pill: "70.0%, -20.0" });
  expect(overlay.get("d")).toMatchObject({ tone: "same", width: 3 });
  expect(shiftWidth(1, 1000)).toBeGreaterThan(4);
  expect(shiftWidth(-1, 1000)).toBeLessThan(3);
});
