import { OrganisationFilter } from "../parts/search/organisation-filter.tsx";
import { FilterMenu } from "../parts/search/filter-menu.tsx";
import { userStatusText } from "./user-status.tsx";

export const userFilterNames = ["organisationWss", "type", "userStatus"] as const;
type Filters = Partial<Record<(typeof userFilterNames)[number], string>>;

const types = [
  { value: "User", label: "User" },
  { value: "System account", label: "System account" },
];
const statuses = Object.entries(userStatusText).map(([value, label]) => ({ value, label }));

interface UserFiltersProps {
  readonly filters: Filters;
  /** The name of the filtered organisation, if a loaded row contains it. */
  readonly nameOfOrganisation: string | undefined;
  readonly onFilter: (change: Readonly<Record<string, string | undefined>>) => void;
}

/** By organisation where there are several, by type and by status. */
export function UserFilters({ filters, nameOfOrganisation, onFilter }: UserFiltersProps) {
  return (
    <>
      <OrganisationFilter
        value={filters.organisationWss}
        nameOfValue={nameOfOrganisation}
        onChange={(organisationWss) => onFilter({ organisationWss })}
      />
      <FilterMenu label="Type" value={filters.type} choices={types} onChange={(type) => onFilter({ type })} />
      <FilterMenu label="Status" value={filters.userStatus} choices={statuses} onChange={(userStatus) => onFilter({ userStatus })} />
    </>
  );
}
