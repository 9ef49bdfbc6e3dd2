import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { grafanaJson } from "./dashboard.ts";
import { dashboards } from "./dashboards.ts";

const folder = new URL("../../deploy/grafana/", import.meta.url);

describe("deploy/grafana", () => {
  it("has the dashboards of dashboards.ts, as npm run dashboards writes them", () => {
    expect(readdirSync(folder).filter((file) => file.endsWith(".json"))).toEqual(Object.keys(dashboards).toSorted());
    for (const [file, dashboard] of Object.entries(dashboards))
      expect([file, readFileSync(new URL(file, folder), "utf8")]).toEqual([file, grafanaJson(dashboard)]);
  });

  it("places panels within 24 columns without overlap", () => {
    for (const dashboard of Object.values(dashboards)) {
      // Written by grafanaJson.
      const { panels } = JSON.parse(grafanaJson(dashboard)) as {
        panels: { id: number; gridPos: { x: number; y: number; w: number; h: number } }[];
      };
      const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
        Array.from({ length: w * h }, (_, index) => `${x + (index % w)} ${y + Math.floor(index / w)}`),
      );
      expect(new Set(cells).size).toBe(cells.length);
      expect(cells.filter((cell) => Number(cell.split(" ")[0]) >= 24)).toEqual([]);
      expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    }
  });
});
