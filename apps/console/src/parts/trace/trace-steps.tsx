import type { ExecutionStep, HeldCondition } from "@airlock/contract";
import type { Definition } from "@airlock/flow";
import { lazy, Suspense, type CSSProperties } from "react";
import { Icon } from "../../ui/icons/icon.tsx";
import { conditionText, notCheckedText, scoreText, whyNot } from "./held-text.ts";
import { reasonText } from "./reason-text.ts";
import { shortNumber } from "../../ui/format/short-number.ts";
import { KindIcon } from "../diagram/kind-icon.tsx";
import { kindLook } from "../diagram/kind-look.ts";

// It reads formulas, which lists of executions do not need.
const TableRows = lazy(() => import("./table-rows.tsx"));

type Value = string | number | boolean | undefined;
/** The name of a node that was executed. */
type NameOf = (nodeId: string) => string | undefined;

function ValueText({ value }: { readonly value: Value }) {
  if (value === undefined) return <span className="mono faint">missing</span>;
  if (typeof value !== "number") return <span className="mono">{value === "" ? '""' : String(value)}</span>;
  return (
    <span className="mono" title={String(value)}>
      {shortNumber(value)}
    </span>
  );
}

function Field({ source, name }: { readonly source: "Application" | "Runtime"; readonly name: string }) {
  return <span className={source === "Runtime" ? "df run" : "df"}>{name}</span>;
}

function Held({ condition, text }: { readonly condition?: HeldCondition | undefined; readonly text: string }) {
  const held = condition?.holds ?? true;
  const why = condition === undefined ? [] : whyNot(condition);
  return (
    <span className={held ? "held yes" : "held no"}>
      <Icon name={held ? "check" : "x"} size={14} />
      <span>
        <span className="sr">{held ? "Held: " : "Did not hold: "}</span>
        {text}
        {why.length > 0 && <span className="faint"> ({why.join("; ")})</span>}
      </span>
    </span>
  );
}

type Link = ExecutionStep["links"][number];
const otherwiseText = "otherwise";
const alwaysText = "always";

/** Several links may be taken otherwise: each says where to. */
function linkText({ otherwise, condition, targetId }: Link, nameOf: NameOf): string {
  if (condition !== undefined) return conditionText(condition);
  const name = nameOf(targetId);
  if (name === undefined) return otherwise ? otherwiseText : alwaysText;
  return otherwise ? `otherwise to ${name}` : `always to ${name}`;
}

interface TraceStepProps {
  readonly step: ExecutionStep;
  readonly nameOf: NameOf;
  /** The names of the sub-flows that it is inside of, the outermost first. */
  readonly inside?: readonly string[];
  readonly definition: Definition | undefined;
}

/** One node of a trace: what it read, which condition held or failed and by how much, what changed. */
export function TraceStep({ step, nameOf, inside = [], definition }: TraceStepProps) {
  const { title, colour } = kindLook(step.kind);
  const choices = step.links.filter(({ condition, otherwise }) => condition !== undefined || otherwise);
  const notChecked = notCheckedText(step.links);
  const rows = [
    step.reads.length > 0 && {
      title: "Read",
      content: step.reads.map(({ source, field, value }) => (
        <span className="inline-row wrap kv" key={`${source} ${field}`}>
          <Field source={source} name={field} />
          <ValueText value={value} />
        </span>
      )),
    },
    step.condition !== undefined && { title: "If", content: <Held condition={step.condition} text={conditionText(step.condition)} /> },
    step.score !== undefined && {
      title: step.kind === "ListScore" ? "Value" : "Band",
      content: (
        <span className={step.score.match === undefined ? "held no" : "held yes"}>
          <Icon name={step.score.match === undefined ? "x" : "check"} size={14} />
          <span>{scoreText(step.score)}</span>
        </span>
      ),
    },
    step.table !== undefined &&
      definition !== undefined && {
        title: "Rows",
        content: (
          <Suspense fallback={null}>
            <TableRows step={step} definition={definition} />
          </Suspense>
        ),
      },
    step.kind !== "Start" &&
      step.kind !== "End" && {
        title: "Changed",
        content:
          step.changes.length === 0 ? (
            <span className="faint">nothing</span>
          ) : (
            step.changes.map(({ source, field, before, after }) => (
              <span className="inline-row wrap kv" key={`${source} ${field}`}>
                <Field source={source} name={field} />
                <ValueText value={before} />
                <Icon name="forward" size={12} />
                <b>
                  <ValueText value={after} />
                </b>
              </span>
            ))
          ),
      },
    step.reasonCodes.length > 0 && {
      title: "Reasons",
      content: step.reasonCodes.map((code) => (
        <span className="inline-row wrap kv" key={code}>
          <span className="chip code">{code}</span>
          <span className="faint">{reasonText(code, step, definition?.reasonTexts)}</span>
        </span>
      )),
    },
    choices.length > 0 && {
      title: "Links",
      content: (
        <>
          {choices.map((link) => (
            <span key={link.linkId} className="way">
              {link.condition === undefined ? (
                <span className={link.taken ? "held yes" : "held no"}>
                  <Icon name={link.taken ? "check" : "x"} size={14} />
                  {linkText(link, nameOf)}
                </span>
              ) : (
                <Held condition={link.condition} text={linkText(link, nameOf)} />
              )}
            </span>
          ))}
          {notChecked !== undefined && <span className="way faint">{notChecked}</span>}
        </>
      ),
    },
    step.callFailure !== undefined && {
      title: "Call",
      content: (
        <span className="held no">
          <Icon name="x" size={14} />
          <span>
            The call failed: {step.callFailure.message} Default values were used. <span className="chip code">{step.callFailure.code}</span>
          </span>
        </span>
      ),
    },
    step.error !== undefined && {
      title: "Error",
      content: (
        <span className="trace-error">
          {step.error.message} <span className="chip code">{step.error.code}</span>
        </span>
      ),
    },
  ].filter((row) => row !== false);
  return (
    <li
      className={`step${step.error === undefined ? "" : " failed"}${inside.length === 0 ? "" : " is-inside"}`}
      style={{ ...colour, "--depth": inside.length } as CSSProperties}
    >
      <span className="node-tile">
        <KindIcon kind={step.kind} size={16} />
      </span>
      <div className="grow">
        <div className="step-top">
          <b>{step.label === "" ? title : step.label}</b>
          {step.label !== "" && step.label !== title && <span className="faint">{title}</span>}
          {inside.length > 0 && <span className="faint">in {inside.join(", ")}</span>}
        </div>
        {rows.length > 0 && (
          <dl>
            {rows.map(({ title: rowTitle, content }) => (
              <div key={rowTitle}>
                <dt>{rowTitle}</dt>
                <dd>{content}</dd>
              </div>
            ))}
          </dl>
        )}
      </div>
    </li>
  );
}
