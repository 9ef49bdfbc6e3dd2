import type { ListVersionFields } from "@airlock/contract";
import Button from "@mui/material/Button";
import Skeleton from "@mui/material/Skeleton";
import { zoneName } from "../ui/format/dates.ts";
import { counted } from "../ui/format/numbers.ts";
import { changeCount, periodText, versionTitles } from "./list-words.ts";
import type { NamedList } from "./use-lists.ts";

interface VersionStripProps {
  readonly list: NamedList;
  /** Newest first; undefined while they are loading. */
  readonly versions: readonly ListVersionFields[] | undefined;
  /** Whose rows are shown; undefined for the draft. */
  readonly shown: number | undefined;
  readonly onShow: (version: number | undefined) => void;
  readonly onShowAll: () => void;
}

/** The one in effect, those around it, and the draft. */
const shownVersions = 3;

/** The versions by date; a click shows the rows of one. */
export function VersionStrip({ list, versions, shown, onShow, onShowAll }: VersionStripProps) {
  const { draft, newestVersion } = list._embedded;
  const changes = changeCount(draft);
  const hasDraft = changes > 0 || newestVersion === 0;
  const cards = (versions ?? []).slice(0, shownVersions).toReversed();
  return (
    <section className="list-section" aria-label="Versions">
      <div className="panel-head">
        <h3>Versions</h3>
        <span className="muted">times in {zoneName()}</span>
        <span className="grow" />
        {newestVersion > 0 && (
          <Button size="small" onClick={onShowAll}>
            All {newestVersion}
          </Button>
        )}
      </div>
      {versions === undefined ? (
        <Skeleton variant="rounded" height={72} />
      ) : (
        <div className="list-versions">
          {cards.map((version) => (
            <VersionCard
              key={version.number}
              version={version}
              isShown={shown === version.number || (shown === undefined && !hasDraft && version.number === newestVersion)}
              onShow={() => onShow(version.number === newestVersion && !hasDraft ? undefined : version.number)}
            />
          ))}
          {hasDraft && (
            <button type="button" className="list-version draft" aria-pressed={shown === undefined} onClick={() => onShow(undefined)}>
              <b>
                v{newestVersion + 1} <span className="chip primary">Draft</span>
              </b>
              <span>{counted(changes, "change")}</span>
              <span>{newestVersion === 0 ? "not published" : `to v${newestVersion}`}</span>
            </button>
          )}
        </div>
      )}
    </section>
  );
}

function VersionCard({
  version,
  isShown,
  onShow,
}: {
  readonly version: ListVersionFields;
  readonly isShown: boolean;
  readonly onShow: () => void;
}) {
  const [first, second] = periodText(version);
  return (
    <button type="button" className={`list-version ${version.state}`} aria-pressed={isShown} onClick={onShow}>
      <b>
        v{version.number} <StateChip state={version.state} />
      </b>
      <span>{first}</span>
      <span>{second}</span>
    </button>
  );
}

/** A past version needs no word: its dates say it. */
export function StateChip({ state }: Pick<ListVersionFields, "state">) {
  if (state === "past") return null;
  return <span className={state === "inEffect" ? "chip success" : "chip"}>{versionTitles[state]}</span>;
}
