import { withThresholds, type RangeScoreNode, type ThresholdChange } from "@airlock/flow";
import Button from "@mui/material/Button";
import CircularProgress from "@mui/material/CircularProgress";
import IconButton from "@mui/material/IconButton";
import Slider from "@mui/material/Slider";
import Tooltip from "@mui/material/Tooltip";
import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useMemo, useState, type ReactNode } from "react";
import { asProblem } from "../api/api-problem.ts";
import { inOrder, outcomeColour, outcomeText } from "../parts/outcome-mix/outcome-words.ts";
import { KindIcon } from "../parts/diagram/kind-icon.tsx";
import { kindLook } from "../parts/diagram/kind-look.ts";
import { FaultPanel } from "../parts/fault/fault-panel.tsx";
import { shortDate } from "../ui/format/dates.ts";
import { counted, number } from "../ui/format/numbers.ts";
import { Icon } from "../ui/icons/icon.tsx";
import { Logo } from "../ui/icons/logo.tsx";
import { State } from "../ui/state.tsx";
import { useTitle } from "../ui/use-title.ts";
import { NotFoundPage } from "../parts/not-found-page.tsx";
import { NoAccess } from "../parts/no-access.tsx";
import { edgesOf, numberText, stepFor } from "./band-edges.ts";
import { BandPlot } from "./band-plot.tsx";
import { MeasuresPanel } from "./measures-panel.tsx";
import { chosenMeasures, tellText } from "./measures.ts";
import { MixPanel } from "./mix-panel.tsx";
import { NumberField } from "./number-field.tsx";
import { groupsOf, type ThresholdGroup } from "./threshold-groups.ts";
import { useCompareThresholds } from "./use-compare-thresholds.ts";
import { useThresholdChanges, type ThresholdChanges } from "./use-threshold-changes.ts";
import { useKeepDraft, useMeasures, useRan, useWhatIf, type Ran } from "./use-thresholds.ts";
import "./thresholds.css";

/** The numbers of a flow that ran, to drag: what all its records would come to is worked out anew as the hand moves. */
export function ThresholdsPage() {
  const { webSafeString } = useParams({ from: "/signed-in/experiments/result/$webSafeString/thresholds" });
  const { mayRead, query } = useRan(webSafeString);
  const { data, error, refetch } = query;
  useTitle(data ? `Thresholds - ${data.result._embedded.solutionName}` : "Thresholds");
  if (!mayRead) return <Alone content={<NoAccess icon="experiments" to="results" needs={["experiment.result.read"]} />} />;
  if (error) {
    if (asProblem(error).status === 404) return <NotFoundPage />;
    return <Alone content={<FaultPanel error={error} onRetry={() => void refetch()} />} />;
  }
  if (data === undefined) return <main className="sl-alone" aria-busy="true" />;
  if (data.definition === undefined) {
    const state = (
      <State icon="experiments" tone="quiet" title="This result is not done">
        <p>Numbers can be dragged once all its records have run.</p>
      </State>
    );
    return <Alone content={state} />;
  }
  return <Board ran={data} />;
}

function Alone({ content }: { readonly content: ReactNode }) {
  return <main className="sl-alone">{content}</main>;
}

const titles = { bands: "Range scores", links: "Links", rule: "Rules", formula: "Formulas" } as const;

function Board({ ran }: { readonly ran: Ran }) {
  const { definition, result, measurable } = ran;
  const groups = useMemo(() => groupsOf(definition), [definition]);
  const original = useMemo(
    () => new Map(groups.flatMap(({ thresholds }) => thresholds.map(({ id, path, text }) => [`${id} ${path}`, text]))),
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
  const question = { changes: [...numbers.changes], measures: [...measures] };
  const whatIf = useWhatIf(result, group?.kind === "bands" ? { ...question, focus: group.node.id } : question);
  const told = whatIf.data;
  const became = useMeasures(result, question);
  const draft = useKeepDraft(ran);
  const comparing = useCompareThresholds(ran);
  const { created, datasource, resultsCount, solutionName } = result._embedded;
  return (
    <div className="sl">
      <header className="sl-bar">
        <Link to="/admin/solutions" aria-label="Airlock, all solutions" className="sl-logo">
          <Logo />
        </Link>
        <h1 className="clip">Thresholds - {solutionName}</h1>
        <span className="muted num sl-sub">
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
            startIcon={draft.isKeeping ? <CircularProgress size={14} color="inherit" /> : <Icon name="save" size={16} />}
            disabled={numbers.changes.length === 0 || draft.isKeeping}
            onClick={() => void draft.keep(numbers.changes)}
          >
            Keep as draft
          </Button>
        )}
      </header>
      <nav className="sl-list" aria-label="Numbers of the flow">
        {(["bands", "links", "rule", "formula"] as const).map((kind) => {
          const own = groups.filter((one) => one.kind === kind);
          if (own.length === 0) return null;
          return (
            <div key={kind}>
              <h2>{titles[kind]}</h2>
              {own.map((one) => (
                <Choice key={one.key} group={one} numbers={numbers} isOn={one.key === chosen} onChoose={() => setChosen(one.key)} />
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
          <Bands ran={ran} group={group} numbers={numbers} told={told} />
        ) : (
          <Literals ran={ran} group={group} numbers={numbers} />
        )}
      </main>
      <aside className="sl-res" aria-label="What comes of it">
        {whatIf.error ? <FaultPanel error={whatIf.error} onRetry={() => void whatIf.refetch()} /> : null}
        {told !== undefined && (
          <MixPanel
            told={told}
            isWaiting={whatIf.isFetching}
            onShow={
              comparing.mayCompare && numbers.changes.length > 0 && told.changed > 0
                ? () => void comparing.compare(numbers.changes, "records")
                : undefined
            }
          />
        )}
        {told !== undefined && measurable.length > 0 && (
          <MeasuresPanel
            outcomes={inOrder(told.outcomes).map(({ outcome }) => outcome)}
            told={measures.length === 0 ? undefined : became.data}
            isWaiting={became.isFetching}
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
          The live version does not change. Your changes are saved to the draft.
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
      <span className="sl-tile" style={colour}>
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

interface BandsProps {
  readonly ran: Ran;
  readonly group: ThresholdGroup;
  readonly numbers: ThresholdChanges;
  readonly told: ReturnType<typeof useWhatIf>["data"];
}

function Bands({ ran, group, numbers, told }: BandsProps) {
  const { id } = group.node;
  const changed = withThresholds(ran.definition, numbers.changes) ?? ran.definition;
  const node = changed.solutionDefinition.nodes.find((one): one is RangeScoreNode => one.id === id && one.type === "RangeScore");
  const focus = told?.focus?.id === id ? told.focus : undefined;
  const outcomes = inOrder(told?.outcomes ?? []).map(({ outcome }) => outcome);
  if (node === undefined) return null;
  const edges = edgesOf(node.ranges, 0, 0);
  /** A border that two bands share stays one: both are typed at once. */
  const change = (path: string, value: string) => {
    const paths = edges.find((edge) => edge.paths.includes(path))?.paths ?? [path];
    numbers.move(
      paths.map((one) => ({ id, path: one, value })),
      `${id} ${path}`,
    );
  };
  return (
    <>
      <section className="card sl-card" aria-label={group.name}>
        <div className="sl-card-head">
          <h2>{group.name}</h2>
          <span className="df run">{focus?.field ?? ""}</span>
          <span className="muted">points by band</span>
          <span className="grow" />
          <span className="sl-keys">
            {outcomes.map((outcome, at) => (
              <span key={outcome}>
                <i style={{ background: outcomeColour(outcome, at) }} />
                {outcomeText(outcome)}
              </span>
            ))}
          </span>
        </div>
        {focus === undefined ? (
          <div className="sl-plot" aria-busy="true" />
        ) : (
          <BandPlot nodeId={id} ranges={node.ranges} focus={focus} outcomes={outcomes} numbers={numbers} />
        )}
      </section>
      <section className="card sl-card" aria-label="Bands">
        <table className="sl-bands num">
          <thead>
            <tr>
              <th>Range</th>
              <th>Points</th>
              <th>Reason code</th>
              <th>Records before</th>
              <th>After</th>
            </tr>
          </thead>
          <tbody>
            {node.ranges.map((range, at) => {
              const count = focus?.bands[at];
              const field = (property: "rangeFrom" | "rangeTo" | "score", label: string) => (
                <NumberField
                  label={`${label} of band ${at + 1}`}
                  text={range[property]}
                  isChanged={numbers.isChanged(id, `ranges.${at}.${property}`)}
                  onChange={(text) => change(`ranges.${at}.${property}`, text)}
                />
              );
              return (
                <tr key={range.id} className={count !== undefined && count.before !== count.after ? "is-moved" : ""}>
                  <td>
                    <span className="sl-range">
                      {range.rangeFromIncludeExclude}
                      {range.rangeFrom === "" ? <span className="faint">below</span> : field("rangeFrom", "From")}
                      <span className="faint">to</span>
                      {range.rangeTo === "" ? <span className="faint">above</span> : field("rangeTo", "To")}
                      {range.rangeToIncludeExclude}
                    </span>
                  </td>
                  <td>{field("score", "Points")}</td>
                  <td>
                    {range.reasonCode === "" ? <span className="faint">none</span> : <span className="chip code">{range.reasonCode}</span>}
                  </td>
                  <td>{count === undefined ? "" : number(count.before)}</td>
                  <td>{count === undefined ? "" : count.before === count.after ? number(count.after) : <b>{number(count.after)}</b>}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </section>
    </>
  );
}

function Literals({ ran, group, numbers }: { readonly ran: Ran; readonly group: ThresholdGroup; readonly numbers: ThresholdChanges }) {
  const rangeOf = (field: string | undefined, text: string) => {
    const known = ran.fields.find(({ name }) => name === field);
    const value = Number(text);
    const [least, most] = [known?.min ?? value - Math.abs(value || 10), known?.max ?? value + Math.abs(value || 10)];
    return { least: Math.min(least, value), most: Math.max(most, value) };
  };
  return (
    <section className="card sl-card" aria-label={group.name}>
      <div className="sl-card-head">
        <h2>{group.name}</h2>
        <span className="muted">
          {group.kind === "links" ? "conditions of its links" : group.kind === "rule" ? "its conditions" : "its formula"}
        </span>
      </div>
      <div className="sl-literals">
        {group.thresholds.map(({ id, path, text, says, field }) => {
          const { least, most } = rangeOf(field, text);
          const step = stepFor(least, most);
          const now = numbers.textOf(id, path);
          const change = (value: string, by: string) => numbers.move([{ id, path, value } satisfies ThresholdChange], by);
          return (
            <div key={`${id} ${path}`}>
              <p>
                <b>{says}</b> {numbers.isChanged(id, path) && <span className="muted">now {now}</span>}
              </p>
              <div className="sl-literal">
                <Slider
                  aria-label={`${says}, dragged`}
                  min={least}
                  max={most}
                  step={step}
                  value={Number(now)}
                  onChange={(_event, value) => change(numberText(Array.isArray(value) ? (value[0] ?? 0) : value), `${id} ${path} drag`)}
                  onChangeCommitted={() => numbers.move([], "")}
                />
                <NumberField
                  label={says}
                  text={now}
                  isChanged={numbers.isChanged(id, path)}
                  onChange={(value) => change(value, `${id} ${path}`)}
                />
              </div>
              <p className="sl-ends num">
                <span>{number(least)}</span>
                <span>{number(most)}</span>
              </p>
            </div>
          );
        })}
      </div>
    </section>
  );
}
