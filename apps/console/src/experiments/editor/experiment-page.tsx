import type { ExperimentFields, Resource } from "@airlock/contract";
import Button from "@mui/material/Button";
import Tooltip from "@mui/material/Tooltip";
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { ButtonSpinner } from "../../ui/button-spinner.tsx";
import { FailedPage } from "../../parts/fault/failed-page.tsx";
import { Icon } from "../../ui/icons/icon.tsx";
import { LoadingPage } from "../../ui/loading-page.tsx";
import { TabHead, TabPanel } from "../../ui/tab-head.tsx";
import { NoAccess } from "../../parts/no-access.tsx";
import { holds, linkFor } from "../../api/session/permissions.ts";
import { useProfile } from "../../api/session/use-session.ts";
import { LeaveGuard } from "../../ui/dialogs/leave-guard.tsx";
import { SaveConflictDialog } from "../../ui/dialogs/save-conflict-dialog.tsx";
import { PageHead } from "../../ui/page-head.tsx";
import type { ExperimentTab } from "./experiment-search.ts";
import { CarryCard } from "./carry-card.tsx";
import { MappingCard } from "./mapping-card.tsx";
import { ResultsCard } from "../results/results-card.tsx";
import { SourcesCard } from "./sources-card.tsx";
import { useExperiment } from "./use-experiment.ts";
import { useExperimentEditor, type ExperimentEditor } from "./use-experiment-editor.ts";
import { useResults } from "../results/use-results.ts";
import "./experiment-page.css";

const back = { to: "/admin/experiments/configs", label: "Back to experiments" } as const;

export function ExperimentPage() {
  const profile = useProfile();
  const mayLook = linkFor(profile, "experiments", "GET") !== undefined && holds(profile, "experiment.read");
  return mayLook ? <OneExperiment /> : <NoAccess icon="experiments" noun="experiments" needs={["experiments.list", "experiment.read"]} />;
}

function OneExperiment() {
  const { webSafeString } = useParams({ from: "/signed-in/admin/experiments/configs/$webSafeString" });
  const { data, error, refetch } = useExperiment(webSafeString);
  if (error && data === undefined) {
    const missing = {
      icon: "experiments",
      title: "There is no such experiment",
      text: "It was deleted, or it belongs to another organisation.",
    } as const;
    return <FailedPage title="Experiment" back={back} error={error} onRetry={refetch} missing={missing} />;
  }
  if (data === undefined) return <LoadingPage title="Experiment" back={back} heights={[130, 360]} className="ex-opening" />;
  return <Editor key={webSafeString} opened={data} onRead={refetch} />;
}

function Editor({ opened, onRead }: { readonly opened: Resource<ExperimentFields>; readonly onRead: () => Promise<unknown> }) {
  const editor = useExperimentEditor(opened, onRead);
  const { tab = "configuration" } = useSearch({ from: "/signed-in/admin/experiments/configs/$webSafeString" });
  const navigate = useNavigate({ from: "/admin/experiments/configs/$webSafeString" });
  const show = (next: ExperimentTab) => void navigate({ search: next === "configuration" ? {} : { tab: next }, replace: true });
  const results = useResults(editor.experiment);
  const { name } = editor.experiment._embedded;
  const tabs = [
    { name: "configuration", title: "Configuration" },
    ...(results.mayRead ? [{ name: "execution" as const, title: "Execution", badge: results.total }] : []),
  ] as const;
  const shown = results.mayRead ? tab : "configuration";
  return (
    <>
      <PageHead
        title={name}
        back={back}
        {...(editor.changed ? { status: <output className="inline-row muted size-12 ex-unsaved">Unsaved changes</output> } : {})}
      />
      <TabHead
        label="Parts of the experiment"
        tabs={tabs}
        value={shown}
        onChange={show}
        actions={<Actions editor={editor} onExecuted={() => show("execution")} />}
      />
      {shown === "configuration" ? (
        <TabPanel name="configuration">
          <SourcesCard editor={editor} results={results.items} />
          <MappingCard editor={editor} />
          <CarryCard editor={editor} />
        </TabPanel>
      ) : (
        <TabPanel name="execution">
          <ResultsCard experiment={editor.experiment._embedded} results={results} />
        </TabPanel>
      )}
      {editor.conflict && (
        <SaveConflictDialog
          isSaving={editor.busy !== undefined}
          onTheirs={editor.conflict.loadTheirs}
          onMine={editor.conflict.saveMine}
          onClose={editor.conflict.close}
        >
          This experiment was changed after you opened it. Load what is saved now and lose your changes, or save yours over it.
        </SaveConflictDialog>
      )}
      <LeaveGuard isAtStake={editor.isAtStake} save={editor.save}>
        There are unsaved changes of {name}. If you leave, they are lost.
      </LeaveGuard>
    </>
  );
}

function Actions({ editor, onExecuted }: { readonly editor: ExperimentEditor; readonly onExecuted: () => void }) {
  const { busy, changed, mayChange, whyNotExecute } = editor;
  const execute = async () => {
    if (await editor.execute()) onExecuted();
  };
  return (
    <>
      {mayChange && whyNotExecute !== undefined && editor.problems.size > 0 && <span className="ex-why">{whyNotExecute}</span>}
      <Button variant="outlined" startIcon={<Icon name="refresh" size={16} />} onClick={() => void editor.refresh()}>
        Refresh
      </Button>
      {mayChange && (
        <>
          <Tooltip title={changed ? "" : "Nothing to save"}>
            <span>
              <Button
                variant="outlined"
                startIcon={busy === "saving" ? <ButtonSpinner /> : <Icon name="save" size={16} />}
                disabled={!changed || busy !== undefined}
                onClick={() => void editor.save()}
              >
                Save
              </Button>
            </span>
          </Tooltip>
          <Tooltip title={whyNotExecute ?? ""}>
            <span>
              <Button
                variant="contained"
                startIcon={busy === "executing" ? <ButtonSpinner /> : <Icon name="play" size={16} />}
                disabled={whyNotExecute !== undefined || busy !== undefined}
                onClick={() => void execute()}
              >
                Save & Execute
              </Button>
            </span>
          </Tooltip>
        </>
      )}
    </>
  );
}
