import { diff } from "@airlock/flow";
import Button from "@mui/material/Button";
import Skeleton from "@mui/material/Skeleton";
import { useMemo, useState } from "react";
import { changeSentences, wordedOnly, type ChangeSentence } from "../parts/changes/change-sentences.ts";
import { KindIcon } from "../parts/diagram/kind-icon.tsx";
import { kindLook } from "../parts/diagram/kind-look.ts";
import { counted } from "../ui/format/numbers.ts";
import { Icon } from "../ui/icons/icon.tsx";
import type { Definitions, ReleaseRequest } from "./use-release-request.ts";

interface WhatChangedProps {
  readonly request: ReleaseRequest;
  readonly definitions: Definitions;
}

/** How many sentences are shown at first. */
const firstShown = 8;

/** The differences between the live version and the requested one, in sentences. */
export function WhatChanged({ request, definitions: { live, requested, error } }: WhatChangedProps) {
  const { liveVersionWss, liveVersionName, versionName } = request._embedded;
  const [isWhole, setWhole] = useState(false);
  const found = useMemo(() => {
    if (live === undefined || requested === undefined) return undefined;
    const changes = diff(live, requested);
    return { sentences: changeSentences(changes), worded: wordedOnly(changes) };
  }, [live, requested]);
  const kinds = useMemo(
    () => new Map([live, requested].flatMap((one) => one?.solutionDefinition.nodes.map(({ id, type }) => [id, type] as const) ?? [])),
    [live, requested],
  );
  const flow = requested?.solutionDefinition;
  const shown = found?.sentences.slice(0, isWhole ? undefined : firstShown) ?? [];
  const more = (found?.sentences.length ?? 0) - shown.length;
  return (
    <section className="card rr-card" aria-label="What changed">
      <header>
        <h2>What changed</h2>
        {found !== undefined && <span className="helper">{counted(found.sentences.length, "change")}</span>}
      </header>
      {liveVersionWss === null ? (
        <p className="rr-note">
          Nothing is live yet: {versionName} is the first version that answers
          {flow === undefined ? "." : `, with ${counted(flow.nodes.length, "node")} and ${counted(flow.links.length, "link")}.`}
        </p>
      ) : error !== null && found === undefined ? (
        <p className="rr-note">The versions cannot be read, so their differences are not shown. {error.message}</p>
      ) : found === undefined ? (
        <div className="rr-note" aria-busy="true">
          <Skeleton height={20} width="70%" />
          <Skeleton height={20} width="50%" />
        </div>
      ) : (
        <>
          {found.sentences.length === 0 && (
            <p className="rr-note">
              {versionName} decides as {liveVersionName} does.
            </p>
          )}
          <ul className="rr-changes">
            {shown.map((change) => (
              <ChangeRow key={change.key} change={change} kind={kinds.get(change.id)} />
            ))}
          </ul>
          {more > 0 && (
            <Button size="small" className="rr-more" onClick={() => setWhole(true)}>
              Show {counted(more, "more change", "more changes")}
            </Button>
          )}
          {found.worded > 0 && <footer>{counted(found.worded, "more difference")} in layout and wording, which change no decision.</footer>}
        </>
      )}
    </section>
  );
}

function ChangeRow({ change, kind }: { readonly change: ChangeSentence; readonly kind: string | undefined }) {
  const { what, text, before, after } = change;
  const isNode = what === "node" && kind !== undefined;
  return (
    <li>
      <span className="node-tile" style={isNode ? kindLook(kind).colour : kindLook("End").colour}>
        {isNode ? <KindIcon kind={kind} size={16} /> : <Icon name={what === "link" ? "link" : "text"} size={16} />}
      </span>
      <p>{text}</p>
      {before !== undefined && after !== undefined && (
        <p className="rr-both mono">
          <del>{before === "" ? "none" : before}</del>
          <Icon name="forward" size={12} />
          <ins>{after === "" ? "none" : after}</ins>
        </p>
      )}
    </li>
  );
}
