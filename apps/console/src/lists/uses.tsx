import { Link } from "@tanstack/react-router";
import { linkFor } from "../api/session/permissions.ts";
import { useAllPages } from "../api/use-all-pages.ts";
import { ProblemText } from "../parts/fault/problem-text.tsx";
import { counted } from "../ui/format/numbers.ts";
import { Icon } from "../ui/icons/icon.tsx";
import { solutionUses, pinText } from "./list-words.ts";
import type { NamedList } from "./use-lists.ts";

/** Which solutions use the list, and whether they follow it or pin a version. Nothing for those who may not see versions. */
export function Uses({ list }: { readonly list: NamedList }) {
  const href = linkFor(list, "uses", "GET");
  const { data, error } = useAllPages("list.uses", { href });
  if (href === undefined) return null;
  const uses = solutionUses((data?.items ?? []).map(({ _embedded }) => _embedded));
  return (
    <section className="list-section" aria-label="Used by">
      <h3>
        {data === undefined ? "Used by" : uses.length === 0 ? "Not used by any solution" : `Used by ${counted(uses.length, "solution")}`}
      </h3>
      {error && <ProblemText error={error} />}
      {uses.length > 0 && (
        <ul className="list-uses">
          {uses.map((use) => (
            <li key={use.solutionWss}>
              <span>
                <Link to="/admin/versions/$webSafeString" params={{ webSafeString: use.versionWss }}>
                  {use.solutionName}
                </Link>{" "}
                <span className="muted">
                  {use.versionName}
                  {use.others > 0 && ` and ${counted(use.others, "other version")}`}
                </span>
              </span>
              <span className="inline-row muted">
                <Icon name={use.pinned === null ? "refresh" : "pin"} size={14} />
                {pinText(use, list._embedded.inEffect)}
              </span>
              <span className="muted">{use.isServing ? "Serving" : "Not serving"}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
