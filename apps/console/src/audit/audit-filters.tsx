import Button from "@mui/material/Button";
import TextField from "@mui/material/TextField";
import { shortDate } from "../ui/format/dates.ts";
import { Icon } from "../ui/icons/icon.tsx";
import { ChoiceBox } from "../parts/search/choice-box.tsx";
import { FilterMenu } from "../parts/search/filter-menu.tsx";
import { FilterPopover } from "../parts/search/filter-popover.tsx";
import { useUserSearch } from "../parts/search/use-user-search.ts";
import { changeChoices, nounChoices } from "./audit-words.ts";

export const auditFilterNames = ["noun", "change", "actor", "record", "from", "to"] as const;
type AuditFilters = Partial<Record<(typeof auditFilterNames)[number], string>>;

interface AuditFilterBarProps {
  readonly filters: AuditFilters;
  readonly onFilter: (change: Readonly<Record<string, string | undefined>>) => void;
  /** The display name of the actor, if a loaded row contains it. */
  readonly nameOfActor: string | undefined;
  readonly nameOfRecord: string | undefined;
}

/** Which changes are shown: of what, of which kind, by whom, when. */
export function AuditFilterBar({ filters, onFilter, nameOfActor, nameOfRecord }: AuditFilterBarProps) {
  return (
    <>
      <FilterMenu label="Entity" value={filters.noun} choices={nounChoices} onChange={(noun) => onFilter({ noun })} />
      <FilterMenu label="Change" value={filters.change} choices={changeChoices} onChange={(change) => onFilter({ change })} />
      <ActorFilter actor={filters.actor} name={nameOfActor} onFilter={onFilter} />
      <TimeFilter from={filters.from} to={filters.to} onFilter={onFilter} />
      {filters.record !== undefined && (
        <Button size="small" className="filter on" endIcon={<Icon name="x" size={14} />} onClick={() => onFilter({ record: undefined })}>
          <span className="clip">{nameOfRecord ?? "One entity"}</span>
        </Button>
      )}
    </>
  );
}

interface ActorFilterProps {
  readonly actor: string | undefined;
  readonly name: string | undefined;
  readonly onFilter: AuditFilterBarProps["onFilter"];
}

function ActorFilter({ actor, name, onFilter }: ActorFilterProps) {
  const label = actor === undefined ? "Who" : `Who: ${name ?? "one person"}`;
  return (
    <FilterPopover label={label} on={actor !== undefined}>
      {(close) => (
        <>
          <PersonField
            onPick={(id) => {
              close();
              onFilter({ actor: id });
            }}
          />
          {actor !== undefined && (
            <Button
              size="small"
              onClick={() => {
                close();
                onFilter({ actor: undefined });
              }}
            >
              Anyone
            </Button>
          )}
        </>
      )}
    </FilterPopover>
  );
}

function PersonField({ onPick }: { readonly onPick: (id: string) => void }) {
  const search = useUserSearch();
  if (search === undefined) return <p className="helper">Select a name in the list to see what that user changed.</p>;
  return (
    <ChoiceBox
      search={search}
      value={null}
      onChange={(person) => person && onPick(person.value)}
      renderInput={(parameters) => <TextField {...parameters} label="Who changed it" placeholder="Name or email" />}
    />
  );
}

/** What an input for date and time takes and gives, in the reader's zone. */
function localTime(iso: string | undefined): string {
  if (iso === undefined) return "";
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? "" : new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

const isoTime = (local: string) => (local === "" ? undefined : new Date(local).toISOString());

const spans = [
  { label: "Last hour", hours: 1 },
  { label: "Last 24 hours", hours: 24 },
  { label: "Last 7 days", hours: 168 },
] as const;

interface TimeFilterProps {
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly onFilter: AuditFilterBarProps["onFilter"];
}

function timeLabel(from: string | undefined, to: string | undefined): string {
  if (from !== undefined && to !== undefined) return `${shortDate(from)} - ${shortDate(to)}`;
  if (from !== undefined) return `Since ${shortDate(from)}`;
  return to === undefined ? "When" : `Before ${shortDate(to)}`;
}

function TimeFilter({ from, to, onFilter }: TimeFilterProps) {
  return (
    <FilterPopover label={timeLabel(from, to)} on={from !== undefined || to !== undefined}>
      {(close) => (
        <>
          <div className="button-row gap-6">
            {spans.map(({ label, hours }) => (
              <Button
                key={label}
                size="small"
                variant="outlined"
                onClick={() => {
                  close();
                  onFilter({ from: new Date(Date.now() - hours * 3_600_000).toISOString(), to: undefined });
                }}
              >
                {label}
              </Button>
            ))}
          </div>
          <TextField
            label="From"
            type="datetime-local"
            value={localTime(from)}
            onChange={(event) => onFilter({ from: isoTime(event.target.value) })}
          />
          <TextField
            label="To"
            type="datetime-local"
            value={localTime(to)}
            onChange={(event) => onFilter({ to: isoTime(event.target.value) })}
          />
          {(from !== undefined || to !== undefined) && (
            <Button
              size="small"
              onClick={() => {
                close();
                onFilter({ from: undefined, to: undefined });
              }}
            >
              Any time
            </Button>
          )}
        </>
      )}
    </FilterPopover>
  );
}
