import { moveLink } from "../../commands/links.ts";
import { forkOf } from "../../document/fork.ts";
import { linksOf } from "../../document/links-of.ts";
import { nodeTitleOf } from "../../document/titles.ts";
import { selectionOf } from "../../selection/selection.ts";
import { linkCaption } from "../../summary/captions.ts";
import type { RunValues } from "../../trace/condition-results.ts";
import { useSurroundings } from "../editor-context.ts";
import { Icon } from "../icon.tsx";
import { usePart } from "../use-part.ts";
import { Branches } from "./branches.tsx";
import { IconButton } from "./controls/icon-button.tsx";
import { useRun } from "./use-run.ts";

interface LinkListProps {
  readonly node: string;
  /** The values with which the node was left in the last run. */
  readonly values: RunValues | undefined;
}

/** Where a node leads to, in the order in which that runs; of a node with conditions on its links, how it branches. */
export function LinkList({ node, values }: LinkListProps) {
  const { editor, readOnly } = useSurroundings();
  const run = useRun();
  // The table of links is another one whenever a link changed; a drag of nodes leaves it alone.
  usePart(undefined, (state) => state.document.links);
  const { document } = editor.state;
  const { outgoing } = linksOf(document, node);
  if (outgoing.length === 0) return null;
  const fork = forkOf(document, node);
  if (fork !== undefined) return <Branches node={node} fork={fork} values={values} />;
  return (
    <section className="ep-section" aria-label="Leads to">
      <div className="ep-section-head">
        <h3>Leads to</h3>
        {outgoing.length > 1 && <span className="ep-help">in this order</span>}
      </div>
      <ol className="ep-links">
        {outgoing.map((link, index) => {
          const title = nodeTitleOf(document, link.target);
          const caption = linkCaption(document, link);
          return (
            <li key={link.id}>
              <button type="button" className="ep-link" onClick={() => editor.select(selectionOf([], [link.id]))}>
                <Icon name="forward" size={14} />
                <span className="clip">{title}</span>
                {caption.text !== "" && <span className="ep-link-caption clip">{caption.text}</span>}
              </button>
              {!readOnly && outgoing.length > 1 && (
                <>
                  <IconButton
                    label={`Move link to ${title} up`}
                    icon="up"
                    reason={index === 0 ? "It is the first already." : undefined}
                    press={() => run(moveLink(link.id, index - 1))}
                  />
                  <IconButton
                    label={`Move link to ${title} down`}
                    icon="down"
                    reason={index === outgoing.length - 1 ? "It is the last already." : undefined}
                    press={() => run(moveLink(link.id, index + 1))}
                  />
                </>
              )}
            </li>
          );
        })}
      </ol>
    </section>
  );
}
