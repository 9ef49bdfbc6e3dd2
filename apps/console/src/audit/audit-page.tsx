import type { AuditFields } from "@airlock/contract";
import { Link, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { TimeText } from "../ui/format/date-text.tsx";
import { dayHead } from "../ui/format/dates.ts";
import { Icon } from "../ui/icons/icon.tsx";
import type { IconName } from "../ui/icons/icon.tsx";
import { State } from "../ui/state.tsx";
import { NoAccess } from "../parts/no-access.tsx";
import { linkFor } from "../api/session/permissions.ts";
import type { Profile } from "../api/session/session.ts";
import { useProfile } from "../api/session/use-session.ts";
import type { Column } from "../parts/list-page/column.ts";
import { downloadText } from "../parts/list-page/csv.ts";
import { Table } from "../parts/list-page/table.tsx";
import { filteredBy, filtersOf } from "../parts/list-page/table-search.ts";
import { useExport } from "../parts/list-page/use-export.ts";
import { useList } from "../parts/list-page/use-list.ts";
import { useOwnSearch } from "../parts/list-page/use-own-search.ts";
import { auditDiff, fieldTitle } from "./audit-diff.ts";
import { AuditEntryDetails, entryTitle } from "./audit-entry.tsx";
import { AuditFilterBar, auditFilterNames } from "./audit-filters.tsx";
import { auditSentence, sentenceText } from "./audit-sentence.ts";
import { accessText, changeTitles, isAccess, nounTitle, placeOf } from "./audit-words.ts";
import type { AuditEntry, RecordPlace } from "./audit-words.ts";
import "./audit-page.css";

const nameOf = (entry: AuditEntry) => entry._embedded.recordName;
const detailsOf = (entry: AuditEntry) => <AuditEntryDetails entry={entry} />;
const changeIcons: Readonly<Record<AuditFields["change"], IconName>> = {
  created: "plus",
  updated: "pencil",
  deleted: "trash",
  signedIn: "user",
  refused: "lock",
  read: "eye",
  downloaded: "download",
  executed: "play",
};

export function AuditPage() {
  const href = linkFor(useProfile(), "audit", "GET");
  return href === undefined ? <NoAccess icon="file" noun="the audit" needs={["audit.list"]} /> : <AuditTable href={href} />;
}

function AuditTable({ href }: { readonly href: string }) {
  const profile = useProfile();
  const search = useSearch({ from: "/signed-in/admin/audit" });
  const onSearch = useOwnSearch();
  const filters = filtersOf(search, auditFilterNames);
  const list = useList("audit.list", { name: "audit", href, search, onSearch, filters });
  const exportAll = useExport("audit.list", href, search, filters);
  const onFilter = (change: Readonly<Record<string, string | undefined>>) => onSearch(filteredBy(search, change));
  const columns = columnsFor(profile, (actor) => onFilter({ actor }));
  const [now] = useState(() => new Date());
  const shown = (list.rows ?? []).map((entry) => entry._embedded);
  return (
    <Table
      noun={{ one: "change", many: "changes" }}
      label="Audit"
      columns={columns}
      list={list}
      rowName={nameOf}
      defaultSort="-at"
      groupOf={(entry) => dayHead(entry._embedded.at, now)}
      filters={{
        names: auditFilterNames,
        controls: (
          <AuditFilterBar
            filters={filters}
            onFilter={onFilter}
            nameOfActor={shown.find((entry) => entry.actorWss === filters.actor)?.actorName}
            nameOfRecord={shown.find((entry) => entry.recordWss === filters.record)?.recordName}
          />
        ),
      }}
      onExport={() => void exportAll([...columns, ...exportedOnly], (text) => downloadText("audit.csv", text))}
      actions={(entry) => [
        {
          icon: "clock",
          label: `All changes of ${nameOf(entry)}`,
          run: () => onFilter({ record: entry._embedded.recordWss }),
        },
      ]}
      actionsWidth={56}
      expand={{
        label: entryTitle,
        content: detailsOf,
      }}
      empty={
        <State icon="file" title="No changes yet">
          <p>Every change of an entity is recorded here: who made it, and the values before and after.</p>
        </State>
      }
    />
  );
}

function columnsFor(profile: Profile, onActor: (actor: string) => void): readonly Column<AuditEntry>[] {
  return [
    {
      name: "sentence",
      title: "What happened",
      place: "name",
      show: (entry) => <Sentence entry={entry} place={placeOf(profile, entry._embedded)} />,
      text: (entry) => sentenceText(entry._embedded),
    },
    {
      name: "noun",
      title: "Entity",
      place: "other",
      width: "clamp(130px, 12vw, 170px)",
      show: (entry) => <span className="audit-lines">{nounTitle(entry._embedded.noun)}</span>,
      text: (entry) => entry._embedded.noun,
    },
    {
      name: "changed",
      title: "Fields",
      place: "description",
      width: "clamp(120px, 16vw, 260px)",
      show: ({ _embedded: entry }) => <span className="audit-lines">{fieldsText(entry) || <span className="faint">-</span>}</span>,
      text: (entry) => entry._embedded.changed.join(" "),
    },
    {
      name: "actorName",
      title: "Who",
      place: "other",
      width: "clamp(130px, 13vw, 190px)",
      show: ({ _embedded: { actorWss, actorName } }) =>
        actorWss === null ? (
          actorName || <span className="faint">-</span>
        ) : (
          <button type="button" className="audit-actor clip" aria-label={`Changes by ${actorName}`} onClick={() => onActor(actorWss)}>
            {actorName}
          </button>
        ),
      text: (entry) => entry._embedded.actorName,
    },
    {
      name: "at",
      title: "When",
      place: "when",
      sortable: true,
      width: 96,
      show: (entry) => <TimeText date={entry._embedded.at} />,
      text: (entry) => entry._embedded.at,
    },
  ];
}

/** The sentence with its names in semibold, the ids in small print below. The name that has a screen leads there. */
function Sentence({ entry, place }: { readonly entry: AuditEntry; readonly place: RecordPlace | undefined }) {
  const { change, recordWss } = entry._embedded;
  return (
    <span className="audit-sentence">
      <span className={`chip audit-${change}`} title={changeTitles[change]}>
        <Icon name={changeIcons[change]} size={12} />
      </span>
      <span>
        <span>
          {auditSentence(entry._embedded).map((part) => {
            if (typeof part === "string") return part;
            return part.name === place?.q ? (
              <Link key={part.name} to={place.to} search={{ q: place.q }} className="audit-link strong">
                {part.name}
              </Link>
            ) : (
              <b key={part.name} className="strong">
                {part.name}
              </b>
            );
          })}
        </span>
        <span className="audit-id mono">{recordWss}</span>
      </span>
    </span>
  );
}

function fieldsText(entry: AuditFields): string {
  return isAccess(entry.change) ? accessText(entry) : entry.changed.map((field) => fieldTitle(field)).join(", ");
}

const diffText = (entry: AuditEntry, side: "before" | "after") =>
  auditDiff(entry._embedded)
    .map((diff) => `${diff.field}: ${diff[side] ?? ""}`)
    .join("\n");

/** What a file has room for and a screen shows only when a row is opened. */
const exportedOnly: readonly Column<AuditEntry>[] = [
  column("Name", nameOf),
  column("Change", (entry) => entry._embedded.change),
  column("Before", (entry) => (entry._embedded.before === null ? "" : diffText(entry, "before"))),
  column("After", (entry) => (entry._embedded.after === null ? "" : diffText(entry, "after"))),
  column("Entity id", (entry) => entry._embedded.recordWss),
  column("Correlation id", (entry) => entry._embedded.correlationId ?? ""),
  column("Hash", (entry) => entry._embedded.hash),
  column("Previous hash", (entry) => entry._embedded.previousHash),
];

function column(title: string, text: (entry: AuditEntry) => string): Column<AuditEntry> {
  return { name: title, title, place: "other", show: text, text };
}
