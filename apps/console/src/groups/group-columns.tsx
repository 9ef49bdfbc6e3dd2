import Button from "@mui/material/Button";
import { counted } from "../ui/format/numbers.ts";
import { Icon } from "../ui/icons/icon.tsx";
import type { ChoiceSearch, Column } from "../parts/list-page/column.ts";
import type { Records } from "../parts/list-page/editing/use-records.ts";
import type { Group } from "./use-groups.ts";
import { nameOf } from "../parts/list-page/row-names.ts";

interface GroupColumnsParts {
  readonly saver: Records["saver"];
  /** Undefined for users who may not list organisations. */
  readonly organisations: ChoiceSearch | undefined;
  readonly whyProtected: (group: Group) => string | undefined;
  readonly onMembers: (group: Group) => void;
}

const inUse = ({ _embedded: { members, roles } }: Group) =>
  members > 0 || roles.length > 0 ? "A group with members or roles stays in its organisation. Empty it first." : undefined;

export function groupColumns({ saver, organisations, whyProtected, onMembers }: GroupColumnsParts): readonly Column<Group>[] {
  const organisationOf = (group: Group) => group._embedded.organisationName;
  // The lock beside the name applies to the whole row.
  const unlessProtected = (field: "description" | "organisationWss") => (group: Group) =>
    whyProtected(group) === undefined ? saver("group.update", field)(group) : undefined;
  return [
    {
      name: "name",
      title: "Name",
      place: "name",
      sortable: true,
      width: "clamp(170px, 16vw, 230px)",
      show: nameOf,
      text: nameOf,
      edit: { value: nameOf, save: saver("group.update", "name"), locked: whyProtected, maxLength: 200 },
    },
    {
      name: "description",
      title: "Description",
      place: "description",
      sortable: true,
      show: ({ _embedded: { description } }) => (description === "" ? <span className="faint">-</span> : description),
      text: (group) => group._embedded.description,
      edit: { value: (group) => group._embedded.description, save: unlessProtected("description"), maxLength: 2000 },
    },
    {
      name: "organisationWss",
      title: "Organisation",
      place: "other",
      width: "clamp(150px, 14vw, 220px)",
      show: organisationOf,
      text: organisationOf,
      ...(organisations === undefined
        ? {}
        : {
            edit: {
              value: (group: Group) => group._embedded.organisationWss,
              save: unlessProtected("organisationWss"),
              locked: (group: Group) =>
                whyProtected(group) === undefined && unlessProtected("organisationWss")(group) !== undefined ? inUse(group) : undefined,
              choices: organisations,
              label: organisationOf,
              maxLength: 64,
            },
          }),
    },
    {
      name: "roles",
      title: "Roles",
      place: "other",
      width: "clamp(130px, 13vw, 210px)",
      show: ({ _embedded: { roles } }) =>
        roles.length === 0 ? (
          <span className="faint">-</span>
        ) : (
          <span className="group-roles">
            {roles.map((role) => (
              <span key={role.webSafeString} className="chip">
                {role.name}
              </span>
            ))}
          </span>
        ),
      text: (group) => group._embedded.roles.map((role) => role.name).join(" | "),
    },
    {
      name: "members",
      title: "Members",
      place: "status",
      width: 136,
      show: (group) => (
        <Button
          size="small"
          aria-label={`${counted(group._embedded.members, "member")} of ${nameOf(group)}`}
          startIcon={<Icon name="users" size={14} />}
          onClick={() => onMembers(group)}
        >
          {counted(group._embedded.members, "member")}
        </Button>
      ),
      text: (group) => String(group._embedded.members),
    },
  ];
}
