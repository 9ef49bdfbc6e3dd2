import { LeaveGuard } from "../../ui/dialogs/leave-guard.tsx";
import { linkFor } from "../../api/session/permissions.ts";
import { PageHead } from "../../ui/page-head.tsx";
import { RefusedFieldsContext } from "../../ui/refused-fields.ts";
import { TabHead, TabPanel } from "../../ui/tab-head.tsx";
import { DriftStrip } from "../drift/drift-strip.tsx";
import { useRuns } from "../scheduler/use-runs.ts";
import { PredictionStatusPill } from "../prediction-status.tsx";
import { backToList } from "./back-to-list.ts";
import { SaveConflictDialog } from "../../ui/dialogs/save-conflict-dialog.tsx";
import { DatasourcesTab } from "./datasources-tab.tsx";
import { EditorActions } from "./editor-actions.tsx";
import { JobsTab } from "../training/jobs-tab.tsx";
import { MappingTab } from "../mapping/mapping-tab.tsx";
import { OverviewTab } from "./overview-tab.tsx";
import type { PredictionSearch, TabName } from "./prediction-search.ts";
import { TrainingStrip } from "../training/training-strip.tsx";
import { useDraft } from "./use-draft.ts";
import type { Prediction } from "./use-prediction.ts";
import { useTraining } from "../training/use-training.ts";

interface PredictionEditorProps {
  readonly prediction: Prediction;
  readonly search: PredictionSearch;
  readonly onSearch: (search: PredictionSearch) => void;
}

/** In the URL drift is part of the jobs; here it is a separate tab. */
type ShownTab = TabName | "drift";

const titles: Readonly<Record<ShownTab, string>> = {
  overview: "Overview",
  datasources: "Datasources",
  mapping: "Field mappings",
  jobs: "Jobs",
  drift: "Drift",
};

/** The tabs of one configuration, with the buttons beside them. Field mappings are for the standard type only. */
export function PredictionEditor({ prediction, search, onSearch }: PredictionEditorProps) {
  const draft = useDraft(prediction);
  const training = useTraining(prediction);
  const runs = useRuns(prediction);
  const mayEdit = linkFor(prediction, "self", "PUT") !== undefined;
  const names: readonly TabName[] =
    draft.fields.type === "standard" ? ["overview", "datasources", "mapping", "jobs"] : ["overview", "datasources", "jobs"];
  const tab = search.tab !== undefined && names.includes(search.tab) ? search.tab : "overview";
  const show = (name: ShownTab) => onSearch(name === "overview" ? {} : name === "drift" ? { tab: "jobs", drift: 30 } : { tab: name });
  const hasDrift =
    draft.fields.type === "standard" && prediction._embedded.deployedModel !== null && linkFor(prediction, "drift", "GET") !== undefined;
  const tabs: readonly ShownTab[] = hasDrift ? [...names, "drift"] : names;
  const shown: ShownTab = hasDrift && tab === "jobs" && search.drift !== undefined ? "drift" : tab;
  return (
    <>
      <PageHead title={prediction._embedded.name} back={backToList} status={<PredictionStatusPill prediction={prediction._embedded} />} />
      <TabHead
        label="Prediction configuration"
        tabs={tabs.map((name) => ({ name, title: titles[name] }))}
        value={shown}
        onChange={show}
        actions={<EditorActions prediction={prediction} draft={draft} training={training} onTrained={() => show("jobs")} />}
      />
      <RefusedFieldsContext value={draft.refused}>
        <TabPanel name={shown}>
          {tab !== "jobs" && <TrainingStrip training={training} />}
          {search.drift === undefined && search.model === undefined && (tab === "overview" || tab === "jobs") && (
            <DriftStrip prediction={prediction} onOpen={() => show("drift")} />
          )}
          {tab === "overview" && <OverviewTab prediction={prediction} draft={draft} mayEdit={mayEdit} onTab={show} />}
          {tab === "datasources" && <DatasourcesTab draft={draft} mayEdit={mayEdit} />}
          {tab === "mapping" && <MappingTab draft={draft} mayEdit={mayEdit} onTab={show} />}
          {tab === "jobs" && <JobsTab prediction={prediction} training={training} runs={runs} search={search} onSearch={onSearch} />}
        </TabPanel>
      </RefusedFieldsContext>
      {draft.conflict && (
        <SaveConflictDialog
          isSaving={draft.isSaving}
          onTheirs={draft.loadTheirs}
          onMine={() => void draft.saveMine()}
          onClose={draft.closeConflict}
        >
          This prediction was changed after you opened it. Load what is saved now and lose your changes, or save yours over it.
        </SaveConflictDialog>
      )}
      <LeaveGuard isAtStake={() => mayEdit && draft.isDirty} save={draft.save}>
        There are unsaved changes. If you leave, they are lost.
      </LeaveGuard>
    </>
  );
}
