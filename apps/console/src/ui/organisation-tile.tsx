import { initials } from "./format/initials.ts";
import "./organisation-tile.css";

/** The first letters of the organisation's name; decoration beside the name itself. */
export function OrganisationTile({ name }: { readonly name: string }) {
  const [first = "", second = ""] = name.split(/\s+/);
  return (
    <span className="organisation-tile" aria-hidden="true">
      {initials(first, second)}
    </span>
  );
}
