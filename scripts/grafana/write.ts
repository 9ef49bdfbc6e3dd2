/** `npm run dashboards`: writes deploy/grafana from the tables of dashboards.ts. */
import { writeFileSync } from "node:fs";
import { grafanaJson } from "./dashboard.ts";
import { dashboards } from "./dashboards.ts";

for (const [file, dashboard] of Object.entries(dashboards))
  writeFileSync(new URL(`../../deploy/grafana/${file}`, import.meta.url), grafanaJson(dashboard));
