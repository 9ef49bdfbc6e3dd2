import type { Branches as Mode } from "@airlock/flow";
import { useId, type KeyboardEvent } from "react";
import { setBranches } from "../../commands/branches.ts";
import { moveLink } from "../../commands/links.ts";
import { hasConditions, modeNames, type Fork } from "../../document/fork.ts";
import { linksOf } from "../../document/links-of.ts";
import { nodeTitleOf } from "../../document/titles.ts";
import { selectionOf } from "../../selection/selection.ts";
import { linkCaption } from "../../summary/captions.ts";
import { forkSentence } from "../../summary/fork-sentence.ts";
import { branchResults, type BranchResult } from "../../trace/branch-results.ts";
import type { RunValues } from "../../trace/condition-results.ts";
import { useSurroundings } from "../editor-context.ts";
import { Icon, type IconName } from "../icon.tsx";
import { IconButton } from "./controls/icon-button.tsx";
import { useRun } from "./use-run.ts";

const modes: readonly { readonly mode: Mode; readonly help: string }[] = [
  { mode: "first", help: "Takes one branch. Conditions are checked in order." },
  { mode: "all", help: "Takes every branch whose conditions hold." },
];

interface BranchesProps {
  readonly node: string;
  readonly fork: Fork;
  /** The values with which the node was left in the last run. */
  readonly values: RunValues | undefined;
}

/** How a node branches: one branch or all that hold, in which order, and the result of each in the last run. */
export function Branches({ node, fork, values }: BranchesProps) {
  const { editor, readOnly } = useSurroundings();
  const run = useRun();
  const name = useId();
  const { document } = editor.state;
  const links = [...fork.branches, ...fork.others];
  const results = values === undefined ? undefined : branchResults(document, fork, values);
  const { outgoing } = linksOf(document, node);
  const isOrdered = fork.mode === "first" && fork.branches.length > 1;

  /** Moves a link to the position of another one in the list, which may have other links in between. */
  const move = (id: string, step: number): void => {
    const other = fork.branches[fork.branches.findIndex((link) => link.id === id) + step];
    if (other !== undefined) run(moveLink(id, outgoing.indexOf(other)));
  };
  const keyDown = (event: KeyboardEvent, id: string): void => {
    const step = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : 0;
    if (readOnly || !event.altKey || step === 0) return;
    event.preventDefault();
    event.stopPropagation();
    move(id, step);
  };
  return (
    <section className="ep-section" aria-label="Leads to">
      <fieldset className="ep-modes">
        <legend>Branches</legend>
        {modes.map(({ mode, help }) => (
          <label key={mode} className="ep-mode">
            <input
              type="radio"
              name={name}
              checked={fork.mode === mode}
              disabled={readOnly}
              onChange={() => run(setBranches(node, mode))}
            />
            <span>
              {modeNames[mode]}
              <small>{help}</small>
            </span>
          </label>
        ))}
      </fieldset>
      <div className="ep-section-head">
        <h3>Order</h3>
        {isOrdered && !readOnly && <span className="ep-help">Alt ↑ and Alt ↓ reorder</span>}
      </div>
      <ol className="ep-branches">
        {links.map((link, index) => {
          const title = nodeTitleOf(document, link.target);
          const isBranch = hasConditions(link);
          const result = results?.get(link.id);
          const text = isBranch || link.otherwise ? linkCaption(document, link).text : "always";
          return (
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys that do what a button inside does.
            <li key={link.id} className={result?.taken === true ? "is-taken" : ""} onKeyDown={(event) => keyDown(event, link.id)}>
              <button type="button" className="ep-branch" onClick={() => editor.select(selectionOf([], [link.id]))}>
                {isBranch && <b className="ep-order">{index + 1}</b>}
                <span className={isBranch ? "ep-branch-text mono" : "ep-branch-text is-otherwise"}>{text}</span>
                <span className="ep-branch-target">
                  <Icon name="forward" size={12} />
                  {title}
                </span>
              </button>
              {!readOnly && isBranch && fork.branches.length > 1 && (
                <span className="ep-branch-moves">
                  <IconButton
                    label={`Move link to ${title} up`}
                    icon="up"
                    reason={index === 0 ? "It is the first already." : undefined}
                    press={() => move(link.id, -1)}
                  />
                  <IconButton
                    label={`Move link to ${title} down`}
                    icon="down"
                    reason={index === fork.branches.length - 1 ? "It is the last already." : undefined}
                    press={() => move(link.id, 1)}
                  />
                </span>
              )}
              {result !== undefined && <Result result={result} />}
            </li>
          );
        })}
      </ol>
      <p className="ep-sentence">
        {forkSentence(document, fork).map(({ lead, text }, index) => (
          <span key={index}>
            <b>{lead}</b> {text}{" "}
          </span>
        ))}
      </p>
    </section>
  );
}

function Result({ result }: { readonly result: BranchResult }) {
  return (
    <p className={result.taken === true ? "ep-result is-held" : "ep-result"}>
      <Icon name={resultIcon(result)} size={14} />
      {result.text}
    </p>
  );
}

function resultIcon({ taken, isChecked }: BranchResult): IconName {
  if (taken === undefined) return "search";
  if (taken) return "check";
  return isChecked ? "x" : "minus";
}
