import type { ExecutionStep, TracedRecordFields } from "@airlock/contract";
import type { Definition } from "@airlock/flow";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import Skeleton from "@mui/material/Skeleton";
import Tooltip from "@mui/material/Tooltip";
import { useState } from "react";
import { FaultPanel } from "../../parts/fault/fault-panel.tsx";
import { conditionText, notCheckedText, scoreText } from "../../parts/trace/held-text.ts";
import TableRows from "../../parts/trace/table-rows.tsx";
import { KindIcon } from "../../parts/diagram/kind-icon.tsx";
import { kindLook } from "../../parts/diagram/kind-look.ts";
import { exactDate } from "../../ui/format/dates.ts";
import { number } from "../../ui/format/numbers.ts";
import { Icon } from "../../ui/icons/icon.tsx";
import { useCopy } from "../../ui/use-copy.ts";
import { outcomeText } from "../../parts/outcome-mix/outcome-words.ts";
import { pairSteps, type PairedStep } from "./pair-steps.ts";
import { sideTitle } from "../../parts/comparison/side-name.ts";
import { turnText } from "./turn-text.ts";
import { useMakeTest } from "../use-make-test.ts";
import type { WholeComparison } from "../../parts/comparison/use-comparison.ts";
import { useTracedRecord } from "../use-compare-behaviour.ts";
import { IconAction } from "../../ui/icon-action.tsx";

interface BothTracesProps {
  readonly comparison: WholeComparison;
  readonly id: string;
  readonly isDrawn: boolean;
  readonly onDraw: (isDrawn: boolean) => void;
  readonly onClose: () => void;
  /** Of the records that are listed, those before and after this one. */
  readonly neighbours: { readonly previous: string | undefined; readonly next: string | undefined };
  readonly onOpen: (id: string) => void;
}

/** One record in both flows: where they diverge, and what each did there. */
export function BothTraces({ comparison, id, isDrawn, onDraw, onClose, neighbours, onOpen }: BothTracesProps) {
  const { data, error, refetch } = useTracedRecord(comparison, id);
  const test = useMakeTest(comparison);
  const record = data?._embedded;
  const copy = useCopy();
  return (
    <aside className="cmp-both" aria-label="Both traces">
      <header>
        <div className="cmp-both-head">
          <h2 className="num">{record === undefined ? "One record" : titleOf(record)}</h2>
          <Step label="Previous record" icon="up" to={neighbours.previous} onOpen={onOpen} />
          <Step label="Next record" icon="down" to={neighbours.next} onOpen={onOpen} />
          <IconAction icon="x" iconSize={16} label="Close" size="small" onClick={onClose} />
        </div>
        {record !== undefined && <p className="muted size-12">{firstSentence(record)}</p>}
        {record?.left !== undefined && (
          <div className="button-row panel-acts">
            <Button
              size="small"
              variant="outlined"
              color="inherit"
              aria-pressed={isDrawn}
              startIcon={<Icon name="layout" size={14} />}
              onClick={() => onDraw(!isDrawn)}
            >
              {isDrawn ? "All on diagram" : "Both paths on diagram"}
            </Button>
            {test.mayChange && (
              <Button
                size="small"
                variant="outlined"
                color="inherit"
                disabled={test.isBusy}
                startIcon={<Icon name="test" size={14} />}
                onClick={() => void test.make(record)}
              >
                Make a test
              </Button>
            )}
            <Button
              size="small"
              color="inherit"
              startIcon={<Icon name="copy" size={14} />}
              onClick={() => void copy(JSON.stringify(record, undefined, 2), "Copied", "Both traces as JSON.")}
            >
              Copy as JSON
            </Button>
            <Button
              size="small"
              color="inherit"
              startIcon={<Icon name="link" size={14} />}
              onClick={() => void copy(location.href, "Copied", "A link to this record in this comparison.")}
            >
              Copy link
            </Button>
          </div>
        )}
      </header>
      {error && <FaultPanel error={error} onRetry={() => void refetch()} />}
      {record === undefined && !error && (
        <div className="trace-waiting" aria-busy="true">
          {[60, 44, 44, 44].map((height, place) => (
            <Skeleton key={place} variant="rounded" height={height} />
          ))}
        </div>
      )}
      {record !== undefined && <Traces comparison={comparison} record={record} />}
    </aside>
  );
}

function titleOf({ started, row }: TracedRecordFields): string {
  return started === null ? `Record ${number(row ?? 0)}` : exactDate(started);
}

interface StepProps {
  readonly label: string;
  readonly icon: "up" | "down";
  readonly to: string | undefined;
  readonly onOpen: (id: string) => void;
}

function Step({ label, icon, to, onOpen }: StepProps) {
  return (
    <Tooltip title={label}>
      <span>
        <IconButton size="small" aria-label={label} disabled={to === undefined} onClick={() => to !== undefined && onOpen(to)}>
          <Icon name={icon} size={16} />
        </IconButton>
      </span>
    </Tooltip>
  );
}

function firstSentence({ firstNode, firstLink, left, right }: TracedRecordFields): string {
  const step = [...(left?.steps ?? []), ...(right?.steps ?? [])].find(({ nodeId }) => nodeId === firstNode);
  if (step === undefined) return "";
  const name = step.label === "" ? kindLook(step.kind).title : step.label;
  return firstLink === "" ? `${name} is the first node with a different result.` : `The paths diverge after ${name}, at a link.`;
}

function Traces({ comparison, record }: { readonly comparison: WholeComparison; readonly record: TracedRecordFields }) {
  const { left, right } = record;
  if (left === undefined || right === undefined) {
    return <p className="cmp-gone">The input is no longer stored: it was erased, or its retention period is over.</p>;
  }
  const sides = comparison._embedded;
  const turn = turnText(record);
  return (
    <div className="scroll-rest">
      <div className="cmp-ends">
        <End name={sideTitle(sides.left)} ran={left} />
        <End name={sideTitle(sides.right)} ran={right} />
      </div>
      <ol className="cmp-steps">
        {pairSteps(left.steps, right.steps).map((group, place) =>
          group.kind === "same" ? <Folded key={place} steps={group.steps} /> : <Apart key={place} step={group.step} comparison={sides} />,
        )}
      </ol>
      {turn !== undefined && (
        <p className="note cmp-turn">
          <Icon name="info" size={16} />
          {turn}
        </p>
      )}
      <div className="cmp-came">
        <h3>Came in</h3>
        <div>
          {Object.entries(record.applicationData).map(([name, value]) => (
            <span className="inline-row wrap kv" key={name}>
              <span className="df">{name}</span>
              <span className="mono">{value}</span>
            </span>
          ))}
        </div>
      </div>
    </div>
  );
}

function End({ name, ran }: { readonly name: string; readonly ran: NonNullable<TracedRecordFields["left"]> }) {
  return (
    <div>
      <span className="strong size-13 cmp-side">{name}</span>
      <strong>{outcomeText(ran.outcome)}</strong>
      <span className="inline-row wrap">
        {ran.reasonCodes.map((code) => (
          <span className="chip code" key={code}>
            {code}
          </span>
        ))}
        {ran.error !== undefined && <span className="chip code">{ran.error.code}</span>}
      </span>
    </div>
  );
}

function nameOf({ left, right }: PairedStep): string {
  const step = left ?? right;
  return step === undefined || step.label === "" ? kindLook(step?.kind ?? "").title : step.label;
}

function Folded({ steps }: { readonly steps: readonly PairedStep[] }) {
  const [isOpen, setOpen] = useState(false);
  const names = steps.map(nameOf);
  const shown = names.length <= 2 ? names.join(" and ") : `${names.slice(0, 2).join(", ")} and ${names.length - 2} more`;
  return (
    <li className="cmp-folded">
      <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Icon name={isOpen ? "down" : "right"} size={14} />
        <span className="grow">{isOpen ? names.join(", ") : shown}</span>
        <span>same in both</span>
      </button>
    </li>
  );
}

function Apart({ step, comparison }: { readonly step: PairedStep; readonly comparison: WholeComparison["_embedded"] }) {
  const kind = (step.left ?? step.right)?.kind ?? "";
  const { title, colour } = kindLook(kind);
  return (
    <li className="cmp-apart">
      <span className="node-tile" style={colour}>
        <KindIcon kind={kind} size={16} />
      </span>
      <div className="grow">
        <p className="cmp-step-name">
          <b>{nameOf(step)}</b> <span className="faint">{title}</span>
        </p>
        <div className="halves cmp-pairs">
          <Side step={step.left} definition={comparison.leftDefinition} />
          <Side step={step.right} definition={comparison.rightDefinition} />
        </div>
      </div>
    </li>
  );
}

function Side({ step, definition }: { readonly step: ExecutionStep | undefined; readonly definition: Definition }) {
  if (step === undefined) return <div className="cmp-not">not reached</div>;
  const choices = step.links.filter(({ condition, otherwise }) => condition !== undefined || otherwise);
  const notChecked = notCheckedText(step.links);
  const isQuiet =
    step.changes.length === 0 &&
    choices.length === 0 &&
    step.score === undefined &&
    step.condition === undefined &&
    step.table === undefined;
  return (
    <div>
      {step.condition !== undefined && <Held holds={step.condition.holds} text={conditionText(step.condition)} />}
      {step.table !== undefined && <TableRows step={step} definition={definition} />}
      {step.score !== undefined && <Held holds={step.score.match !== undefined} text={scoreText(step.score)} />}
      {step.changes.map(({ source, field, after }) => (
        <span className="inline-row wrap kv" key={`${source} ${field}`}>
          <span className={source === "Runtime" ? "df run" : "df"}>{field}</span>
          <b className="mono">{after ?? "missing"}</b>
        </span>
      ))}
      {choices.map(({ linkId, condition, taken }) => (
        <Held key={linkId} holds={taken} text={condition === undefined ? "otherwise" : conditionText(condition)} />
      ))}
      {notChecked !== undefined && <span className="faint">{notChecked}</span>}
      {step.error !== undefined && <span className="trace-error">{step.error.message}</span>}
      {isQuiet && step.error === undefined && <span className="faint">reached</span>}
    </div>
  );
}

function Held({ holds, text }: { readonly holds: boolean; readonly text: string }) {
  return (
    <span className={holds ? "held yes" : "held no"}>
      <Icon name={holds ? "check" : "x"} size={14} />
      <span>
        <span className="sr">{holds ? "Held: " : "Did not hold: "}</span>
        {text}
      </span>
    </span>
  );
}
