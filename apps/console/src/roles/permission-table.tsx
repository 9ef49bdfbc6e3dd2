import IconButton from "@mui/material/IconButton";
import { Fragment, useId, useState } from "react";
import { Icon } from "../ui/icons/icon.tsx";
import { AllBox, PermissionBox } from "./permission-box.tsx";
import type { PermissionBoxes } from "./permission-box.tsx";
import { verbs } from "./permission-matrix.ts";
import type { PermissionEntry, PermissionGroup } from "./permission-matrix.ts";

const verbTitles = { list: "List", create: "Create", read: "Read", update: "Update", delete: "Delete" } as const;

interface PermissionTableProps {
  readonly groups: readonly PermissionGroup[];
  readonly boxes: PermissionBoxes;
}

const countOf = (group: PermissionGroup, boxes: PermissionBoxes) => `${group.entries.filter(boxes.isOn).length} of ${group.entries.length}`;

/** A row for each noun with the usual verbs as columns; a row opens to its permissions with a sentence each. */
export function PermissionTable({ groups, boxes }: PermissionTableProps) {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const toggle = (noun: string) => setOpen(new Set(open.has(noun) ? [...open].filter((one) => one !== noun) : [...open, noun]));
  return (
    <div className="perms">
      <table className="data-table" aria-label="Permissions by noun">
        <thead>
          <tr>
            <th className="perms-on">Resource</th>
            {verbs.map((verb) => (
              <th key={verb} className="perms-mid">
                {verbTitles[verb]}
              </th>
            ))}
            <th>Other</th>
            <th className="perms-count">
              <span className="sr">How many</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {groups.map((group) => (
            <Fragment key={group.noun}>
              <tr>
                <th scope="row" className="perms-on">
                  <span className="perms-noun">
                    <IconButton
                      size="small"
                      aria-label={`What the permissions on ${group.title} allow`}
                      aria-expanded={open.has(group.noun)}
                      onClick={() => toggle(group.noun)}
                    >
                      <Icon name={open.has(group.noun) ? "down" : "right"} size={14} />
                    </IconButton>
                    <AllBox title={group.title} entries={group.entries} boxes={boxes} />
                    {group.title}
                  </span>
                </th>
                {verbs.map((verb) => {
                  const entry = group.columns[verb];
                  return (
                    <td key={verb} className="perms-mid">
                      {entry && <PermissionBox entry={entry} boxes={boxes} />}
                    </td>
                  );
                })}
                <td>
                  <span className="perms-also">
                    {group.also.map(({ entry, label }) => (
                      <span key={entry.name} className="perms-word">
                        <PermissionBox entry={entry} boxes={boxes} />
                        {label}
                      </span>
                    ))}
                  </span>
                </td>
                <td className="perms-count num">{countOf(group, boxes)}</td>
              </tr>
              {open.has(group.noun) && (
                <tr className="perms-open">
                  <td colSpan={verbs.length + 3}>
                    <PermissionLines entries={group.entries} boxes={boxes} />
                  </td>
                </tr>
              )}
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface PermissionListProps extends PermissionTableProps {
  /** Groups are closed until the user opens them; groups with search results are open. */
  readonly startsOpen: boolean;
}

/** The same as a list under heads that open and close, for narrow screens and for what a search found. */
export function PermissionList({ groups, boxes, startsOpen }: PermissionListProps) {
  /** Those that are not as they started. */
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  const toggle = (noun: string) => setToggled(new Set(toggled.has(noun) ? [...toggled].filter((one) => one !== noun) : [...toggled, noun]));
  return (
    <div className="perms">
      {groups.map((group) => {
        const isOpen = toggled.has(group.noun) !== startsOpen;
        return (
          <section key={group.noun} aria-label={group.title}>
            <h3 className="perms-head">
              <AllBox title={group.title} entries={group.entries} boxes={boxes} />
              <button type="button" className="perms-toggle" aria-expanded={isOpen} onClick={() => toggle(group.noun)}>
                <span className="grow">{group.title}</span>
                <span className="perms-count num">{countOf(group, boxes)}</span>
                <Icon name={isOpen ? "down" : "right"} size={14} />
              </button>
            </h3>
            {isOpen && <PermissionLines entries={group.entries} boxes={boxes} />}
          </section>
        );
      })}
    </div>
  );
}

function PermissionLines({ entries, boxes }: { readonly entries: readonly PermissionEntry[]; readonly boxes: PermissionBoxes }) {
  return (
    <ul className="perms-lines">
      {entries.map((entry) => (
        <PermissionLine key={entry.name} entry={entry} boxes={boxes} />
      ))}
    </ul>
  );
}

function PermissionLine({ entry, boxes }: { readonly entry: PermissionEntry; readonly boxes: PermissionBoxes }) {
  const textId = useId();
  const barred = boxes.barred(entry);
  return (
    <li>
      {/* oxlint-disable-next-line jsx-a11y/label-has-associated-control -- the box is inside, in a component of its own. */}
      <label>
        <PermissionBox entry={entry} boxes={boxes} describedBy={textId} />
        <span className="mono perms-name">{entry.name}</span>
        <span id={textId} className="muted perms-sentence">
          {entry.sentence}
          {barred !== undefined && <em>{barred}</em>}
        </span>
      </label>
    </li>
  );
}
