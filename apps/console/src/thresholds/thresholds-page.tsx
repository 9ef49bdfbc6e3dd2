import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import Tooltip from "@mui/material/Tooltip";
import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useMemo, useState, type ReactNode } from "react";
import { ButtonSpinner } from "../ui/button-spinner.tsx";
import { inOrder } from "../parts/outcome-mix/outcome-words.ts";
import { KindIcon } from "../parts/diagram/kind-icon.tsx";
import { kindLook } from "../parts/diagram/kind-look.ts";
import { FaultPanel } from "../parts/fault/fault-panel.tsx";
import { shortDate } from "../ui/format/dates.ts";
import { counted } from "../ui/format/numbers.ts";
import { Icon } from "../ui/icons/icon.tsx";
import { Logo } from "../ui/icons/logo.tsx";
import { State } from "../ui/state.tsx";
import { useTitle } from "../ui/use-title.ts";
import { NoAccess } from "../parts/no-access.tsx";
import { Bands } from "./bands.tsx";
import { Literals } from "./literals.tsx";
import { MeasuresPanel } from "./measures-panel.tsx";
import { chosenMeasures, tellText } from "./measures.ts";
import { MixPanel } from "./mix-panel.tsx";
import { countedIn, groupsOf, isInside, type ThresholdGroup } from "./threshold-groups.ts";
import { useCompareThresholds } from "./use-compare-thresholds.ts";
import { useGrip } from "./use-drag.ts";
import { useThresholdChanges, type ThresholdChanges } from "./use-threshold-changes.ts";
import { useKeepDraft, useMeasures, useRan, useWhatIf, type Ran } from "./use-thresholds.ts";
import { FailedWindow } from "../parts/fault/failed-window.tsx";
import { WindowAlone } from "../ui/window-alone.tsx";
import "./thresholds.css";

/** The thresholds of an executed flow as sliders: the outcomes of all rows are computed again while the user drags. */
export function ThresholdsPage() {
  const { webSafeString } = useParams({ from: "/signed-in/experiments/result/$webSafeString/thresholds" });
  const { mayRead, query } = useRan(webSafeString);
  const { data, error, refetch } = query;
  useTitle(data ? `Thresholds - ${data.result._embedded.solutionName}` : "Thresholds");
  if (!mayRead)
    return (
      <WindowAlone>
        <NoAccess icon="experiments" noun="results" needs={["experiment.result.read"]} />
      </WindowAlone>
    );
  if (error && data === undefined) return <FailedWindow error={error} onRetry={refetch} />;
  if (data === undefined) return <WindowAlone isWaiting />;
  if (data.definition === undefined) {
    const state = (
      <State icon="experiments" tone="quiet" title="This result is not done">
        <p>Thresholds can be dragged once all its records have run.</p>
      </State>
    );
    return <WindowAlone>{state}</WindowAlone>;
  }
  return <Board ran={data} failure={error && <FaultPanel error={error} onRetry={() => void refetch()} />} />;
}

const titles = { bands: "Range scores", links: "Links", rule: "Rules", table: "Decision tables", formula: "Formulas" } as const;

interface BoardProps {
  readonly ran: Ran;
  /** Why it could not be loaded again. */
  readonly failure: ReactNode;
}

function Board({ ran, failure }: BoardProps) {
  const { definition, result, measurable } = ran;
  const groups = useMemo(() => groupsOf(definition), [definition]);
  const original = useMemo(
    () =>
      new Map(
        groups.flatMap(({ thresholds }) =>
          thresholds.flatMap(({ id, path, text, also = [] }) => [path, ...also].map((one) => [`${id} ${one}`, text] as const)),
        ),
      ),
    [groups],
  );
  const numbers = useThresholdChanges(original);
  const [chosen, setChosen] = useState((groups.find(({ kind }) => kind === "bands") ?? groups[0])?.key ?? "");
  const group = groups.find(({ key }) => key === chosen);
  const { of, tell } = useSearch({ from: "/signed-in/experiments/result/$webSafeString/thresholds" });
  const navigate = useNavigate({ from: "/experiments/result/$webSafeString/thresholds" });
  const measures = useMemo(() => {
    const mapped = new Set(result._embedded.fieldMapping.flatMap(({ value, useDatasource }) => (useDatasource ? [value] : [])));
    return chosenMeasures(tell, measurable, mapped);
  }, [tell, measurable, result]);
  const question = { changes: [...numbers.changes], values: [], measures: [...measures] };
  const { grip, grab, release } = useGrip(definition);
  const whatIf = useWhatIf(result, { ...question, ...countedIn(group, ran.fields) }, grip, numbers);
  const mix = whatIf.data;
  const became = useMeasures(result, question);
  const choose = (key: string) => {
    release();
    setChosen(key);
  };
  const draft = useKeepDraft(ran, original);
  const isKept = numbers.changes.length > 0 && draft.kept === numbers.changes;
  // A sub-flow is a copy of a version: it is changed in its own solution.
  const isSubFlowChanged = numbers.changes.some(isInside);
  const comparing = useCompareThresholds(ran);
  const { created, datasource, resultsCount, solutionName } = result._embedded;
  return (
    <div className="window-page flows-when-narrow sl">
      <header className="window-bar sl-bar">
        <Link to="/admin/solutions" aria-label="Airlock, all solutions" className="sl-logo">
          <Logo />
        </Link>
        <h1 className="clip">Thresholds - {solutionName}</h1>
        <span className="size-13 muted num">
          Result of {shortDate(created)}, {datasource.name}, {counted(resultsCount, "record")}
        </span>
        <span className="grow" />
        <Act label="Undo" icon="undo" run={numbers.undo} />
        <Act label="Redo" icon="redo" run={numbers.redo} />
        <Button color="inherit" disabled={numbers.reset === undefined} onClick={numbers.reset}>
          Reset
        </Button>
        {comparing.mayCompare && (
          <Button
            variant="outlined"
            color="inherit"
            startIcon={<Icon name="solutions" size={16} />}
            disabled={numbers.changes.length === 0 || comparing.isAsking}
            onClick={() => void comparing.compare(numbers.changes)}
          >
            Compare
          </Button>
        )}
        {draft.mayKeep && (
          <Button
            variant="contained"
            startIcon={draft.isKeeping ? <ButtonSpinner /> : <Icon name="save" size={16} />}
            disabled={numbers.changes.length + draft.kept.length === 0 || draft.isKeeping || isKept || isSubFlowChanged}
            onClick={() => void draft.keep(numbers.changes)}
          >
            {isKept ? "Kept as draft" : "Keep as draft"}
          </Button>
        )}
      </header>
      <nav className="sl-list" aria-label="Thresholds of the flow">
        {(["bands", "links", "rule", "table", "formula"] as const).map((kind) => {
          const own = groups.filter((one) => one.kind === kind);
          if (own.length === 0) return null;
          return (
            <div key={kind}>
              <h2>{titles[kind]}</h2>
              {own.map((one) => (
                <Choice key={one.key} group={one} numbers={numbers} isOn={one.key === chosen} onChoose={() => choose(one.key)} />
              ))}
            </div>
          );
        })}
      </nav>
      <main className="sl-page">
        {group === undefined ? (
          <State icon="experiments" tone="quiet" title="Nothing to drag">
            <p>This flow has no bands, and no number in a condition or a formula.</p>
          </State>
        ) : group.kind === "bands" ? (
          <Bands ran={ran} group={group} numbers={numbers} mix={mix} onGrab={grab} />
        ) : (
          <Literals ran={ran} group={group} numbers={numbers} mix={mix} onGrab={grab} />
        )}
      </main>
      <aside className="sl-res" aria-label="Results">
        {failure}
        {whatIf.error ? <FaultPanel error={whatIf.error} onRetry={() => void whatIf.refetch()} /> : null}
        {mix !== undefined && (
          <MixPanel
            mix={mix}
            isWaiting={whatIf.isBehind}
            onShow={
              comparing.mayCompare && numbers.changes.length > 0 && mix.changed > 0
                ? () => void comparing.compare(numbers.changes, "records")
                : undefined
            }
          />
        )}
        {mix !== undefined && measurable.length > 0 && (
          <MeasuresPanel
            outcomes={inOrder(mix.outcomes).map(({ outcome }) => outcome)}
            computed={measures.length === 0 ? undefined : became.data}
            isWaiting={became.isBehind}
            error={whatIf.error ? null : became.error}
            onRetry={() => void became.refetch()}
            columns={measurable}
            chosen={measures}
            of={of}
            datasourceName={datasource.name}
            onChoose={(chosen) => void navigate({ search: (before) => ({ ...before, tell: tellText(chosen) }), replace: true })}
            onOf={(outcome) => void navigate({ search: (before) => ({ ...before, of: outcome }), replace: true })}
          />
        )}
        <p className="note">
          <Icon name="info" size={16} />
          {isSubFlowChanged
            ? "Thresholds inside a sub-flow can be tried and compared here. To keep them, change them in its own solution, create a version of it, and update the sub-flow."
            : "The live version does not change. Your changes are saved to the draft."}
        </p>
      </aside>
    </div>
  );
}

function Act({ label, icon, run }: { readonly label: string; readonly icon: "undo" | "redo"; readonly run: (() => void) | undefined }) {
  return (
    <Tooltip title={label}>
      <span>
        <IconButton aria-label={label} disabled={run === undefined} onClick={run}>
          <Icon name={icon} />
        </IconButton>
      </span>
    </Tooltip>
  );
}

interface ChoiceProps {
  readonly group: ThresholdGroup;
  readonly numbers: ThresholdChanges;
  readonly isOn: boolean;
  readonly onChoose: () => void;
}

function Choice({ group, numbers, isOn, onChoose }: ChoiceProps) {
  const { colour } = kindLook(group.node.type);
  const isChanged = group.thresholds.some(({ id, path }) => numbers.isChanged(id, path));
  return (
    <button type="button" className={isOn ? "sl-choice is-on" : "sl-choice"} aria-pressed={isOn} onClick={onChoose}>
      <span className="node-tile sl-tile" style={colour}>
        <KindIcon kind={group.node.type} />
      </span>
      <span className="grow">
        <b className="clip">{group.name}</b>
        <small className="clip">{group.says}</small>
      </span>
      {isChanged && (
        <i className="sl-dot">
          <span className="sr">changed</span>
        </i>
      )}
    </button>
  );
}
