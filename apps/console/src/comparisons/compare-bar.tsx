import type { ComparisonFields } from "@airlock/contract";
import Button from "@mui/material/Button";
import MenuItem from "@mui/material/MenuItem";
import Select from "@mui/material/Select";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { ButtonSpinner } from "../ui/button-spinner.tsx";
import { Icon } from "../ui/icons/icon.tsx";
import { Logo } from "../ui/icons/logo.tsx";
import { linkFor } from "../api/session/permissions.ts";
import { useProfile } from "../api/session/use-session.ts";
import { ProgressLine } from "../parts/progress-line.tsx";
import { overOf, overText, type Over } from "../parts/comparison/over-choice.ts";
import { DraftActions } from "./draft-actions.tsx";
import { OverDialog } from "../parts/comparison/over-dialog.tsx";
import { useSideFields, type SideKey } from "../parts/comparison/use-side-fields.ts";
import { useCompareBehaviour, useSides } from "./use-compare-behaviour.ts";

/** Days of executions to choose from. */
export const spans = [1, 7, 20, 30, 90];

export interface Chosen {
  readonly solutionId: string | undefined;
  readonly left: SideKey | undefined;
  readonly right: SideKey | undefined;
  readonly over: Over;
}

export function chosenOf(comparison: ComparisonFields): Chosen {
  const key = ({ versionWss, experimentResultWss }: ComparisonFields["left"]) =>
    experimentResultWss !== null ? "result" : versionWss === null ? "draft" : `version ${versionWss}`;
  return { solutionId: comparison.left.solutionWss, left: key(comparison.left), right: key(comparison.right), over: overOf(comparison) };
}

interface CompareBarProps {
  readonly initial: Chosen;
  /** How long it took. */
  readonly summary?: string | undefined;
  /** Of the flows of a result, which can be looked at and not be chosen. */
  readonly names?: { readonly left: string; readonly right: string };
}

/** What is compared with what, over which executions; another choice is another comparison. */
export function CompareBar({ initial, summary, names }: CompareBarProps) {
  const { solutionId } = initial;
  const sides = useSides(solutionId);
  const { mayCompare, isAsking, compare } = useCompareBehaviour();
  const [picked, setPicked] = useState<Partial<Chosen>>({});
  const versions = sides.data?.versions ?? [];
  const serving = versions.find(({ _embedded }) => _embedded.deploymentStatus === "serving") ?? versions[0];
  const first = serving === undefined ? "draft" : `version ${serving._embedded.webSafeString}`;
  const left = picked.left ?? initial.left ?? first;
  const right = picked.right ?? initial.right ?? "draft";
  const over = picked.over ?? initial.over;
  const [isChoosing, setChoosing] = useState(false);
  const fields = useSideFields(isChoosing ? solutionId : undefined, left, right);
  const mayUseRows = linkFor(useProfile(), "datasources", "GET") !== undefined;
  const choices = [
    ...versions.map(({ _embedded }) => ({
      key: `version ${_embedded.webSafeString}`,
      name: _embedded.deploymentStatus === "serving" ? `Serving ${_embedded.versionName}` : _embedded.versionName,
    })),
    { key: "draft", name: "Draft, as saved" },
  ];
  const known = (key: string) => (choices.some((choice) => choice.key === key) ? key : "");
  const why =
    left === "result" || right === "result"
      ? "Thresholds that were moved can be compared on their own screen only. Choose versions or the draft."
      : "days" in over && left === "draft" && right === "draft"
        ? "Drafts have no executions: choose a version, or a datasource."
        : undefined;
  const side = (label: string, value: string, name: string | undefined, set: (key: string) => void) => (
    <Select
      size="small"
      value={value === "result" ? value : known(value)}
      inputProps={{ "aria-label": label }}
      onChange={(event) => set(event.target.value)}
    >
      {value === "result" && (
        <MenuItem value="result" disabled>
          {name}
        </MenuItem>
      )}
      {choices.map(({ key, name }) => (
        <MenuItem key={key} value={key}>
          {name}
        </MenuItem>
      ))}
    </Select>
  );
  return (
    <header className="window-bar cmp-bar">
      <Link to="/admin/solutions" className="cmp-logo" aria-label="Airlock, all solutions">
        <Logo />
      </Link>
      <h1 className="clip">Compare{sides.data === undefined ? "" : ` - ${sides.data.solution._embedded.name}`}</h1>
      <div className="row shrink cmp-choice">
        {side("Old", left, names?.left, (key) => setPicked((before) => ({ ...before, left: key })))}
        <span>with</span>
        {side("New", right, names?.right, (key) => setPicked((before) => ({ ...before, right: key })))}
        <span>over</span>
        <Select
          size="small"
          value={"days" in over ? over.days : "datasource"}
          inputProps={{ "aria-label": "Over" }}
          onChange={(event) => {
            const { value } = event.target;
            if (typeof value === "number") setPicked((before) => ({ ...before, over: { days: value } }));
          }}
          renderValue={() => overText(over)}
        >
          {[...new Set([...spans, ...("days" in over ? [over.days] : [])])]
            .toSorted((one, other) => one - other)
            .map((span) => (
              <MenuItem key={span} value={span}>
                {overText({ days: span })}
              </MenuItem>
            ))}
          {mayUseRows && (
            <MenuItem value="datasource" onClick={() => setChoosing(true)}>
              A datasource...
            </MenuItem>
          )}
        </Select>
        {isChoosing && (
          <OverDialog
            sides={fields}
            initial={"days" in over ? undefined : over}
            onChoose={(chosen) => {
              setPicked((before) => ({ ...before, over: chosen }));
              setChoosing(false);
            }}
            onClose={() => setChoosing(false)}
          />
        )}
      </div>
      <span className="grow" />
      {summary !== undefined && <output className="muted num cmp-summary">{summary}</output>}
      {right === "draft" && sides.data !== undefined && <DraftActions solution={sides.data.solution} />}
      {mayCompare && (
        <Button
          variant="contained"
          title={why}
          startIcon={isAsking ? <ButtonSpinner /> : <Icon name="play" size={16} />}
          disabled={isAsking || why !== undefined || sides.data === undefined}
          onClick={() => void compare({ solutionId: solutionId ?? "", left, right, over })}
        >
          Compare
        </Button>
      )}
      <ProgressLine />
    </header>
  );
}
