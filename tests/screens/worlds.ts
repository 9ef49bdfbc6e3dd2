import { seed } from "../support/seed.ts";
import { dashboardShots } from "./shots-dashboard.ts";
import { executionShots } from "./shots-executions.ts";
import { emptyRequestShots, requestShots } from "./shots-requests.ts";
import { emptyMonitorShots, monitorShots } from "./shots-monitors.ts";
import { emptyListShots, listShots } from "./shots-lists.ts";
import { listsInFlowsShots } from "./shots-lists-in-flows.ts";
import { subFlowShots } from "./shots-sub-flows.ts";
import { releaseRequestShots } from "./shots-release-requests.ts";
import { tryShots } from "./shots-try.ts";
import { insightShots } from "./shots-insight.ts";
import { exportShots } from "./shots-exports.ts";
import { datasourceShots } from "./shots-datasources.ts";
import { emptyExperimentShots, experimentShots } from "./shots-experiments.ts";
import { organisationShots } from "./shots-organisations.ts";
import { auditShots } from "./shots-audit.ts";
import { groupShots } from "./shots-groups.ts";
import { canvasShots } from "./shots-canvas.ts";
import { decisionTableShots } from "./shots-decision-tables.ts";
import { tableRowShots } from "./shots-table-rows.ts";
import { editorShots } from "./shots-editor.ts";
import { panelShots } from "./shots-panels.ts";
import { productionFindingShots } from "./shots-production-findings.ts";
import { publicShots } from "./shots-public.ts";
import { releaseShots } from "./shots-releases.ts";
import { rolloutShots } from "./shots-rollouts.ts";
import { predictionLoopShots } from "./shots-prediction-loop.ts";
import { emptyPredictionShots, predictionShots } from "./shots-predictions.ts";
import { roleShots } from "./shots-roles.ts";
import { secretShots } from "./shots-secrets.ts";
import { emptyShots, fullShots } from "./shots-screens.ts";
import { shellShots } from "./shots-shell.ts";
import { userShots } from "./shots-users.ts";
import type { World } from "./shot.ts";

/** Ordered: empty states must be photographed before there is any data. */
export const worlds: readonly World[] = [
  {
    name: "empty",
    prepare: () => Promise.resolve(),
    shots: [
      ...publicShots,
      ...emptyShots,
      ...emptyPredictionShots,
      ...emptyExperimentShots,
      ...emptyRequestShots,
      ...emptyMonitorShots,
      ...emptyListShots,
    ],
  },
  {
    name: "full",
    async prepare(product, admin) {
      const { items } = await admin.do("solutions.list");
      if (items.length === 0) await seed(product, admin);
    },
    shots: [
      ...dashboardShots,
      ...fullShots,
      ...executionShots,
      ...requestShots,
      ...releaseShots,
      ...releaseRequestShots,
      ...monitorShots,
      ...listShots,
      ...listsInFlowsShots,
      ...subFlowShots,
      ...rolloutShots,
      ...tryShots,
      ...exportShots,
      ...insightShots,
      ...shellShots,
      ...userShots,
      ...roleShots,
      ...groupShots,
      ...secretShots,
      ...auditShots,
      ...organisationShots,
      ...datasourceShots,
      ...predictionShots,
      ...predictionLoopShots,
      ...experimentShots,
      ...editorShots,
      ...canvasShots,
      ...panelShots,
      ...decisionTableShots,
      ...tableRowShots,
      ...productionFindingShots,
    ],
  },
];
