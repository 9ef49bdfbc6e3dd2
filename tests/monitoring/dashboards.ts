import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { z } from "zod";
import { projectRoot } from "../../services/instance.ts";

const dashboard = z.object({
  panels: z.array(z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })).default([]) })),
});

/** Every query of the dashboards in deploy/grafana. */
export function readQueries(): readonly { readonly where: string; readonly expr: string }[] {
  return globSync(join(projectRoot, "deploy/grafana/*.json")).flatMap((file) =>
    dashboard
      .parse(JSON.parse(readFileSync(file, "utf8")))
      .panels.flatMap(({ title, targets }) => targets.map(({ expr }) => ({ where: `${basename(file)}, ${title}`, expr }))),
  );
}
