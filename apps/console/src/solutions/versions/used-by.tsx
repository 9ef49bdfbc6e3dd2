import type { SolutionUseFields } from "@airlock/contract";
import Button from "@mui/material/Button";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { linkFor } from "../../api/session/permissions.ts";
import { useAllPages } from "../../api/use-all-pages.ts";
import { KindIcon } from "../../parts/diagram/kind-icon.tsx";
import { ProblemText } from "../../parts/fault/problem-text.tsx";
import type { Solution } from "../../parts/versions/resources.ts";
import { counted } from "../../ui/format/numbers.ts";
import { StatusPill } from "../../ui/status-pill.tsx";

/** Shown at first: a solution that many others use has many of their versions too. */
const firstRows = 6;

/** The solutions and versions that run a version of this solution as a sub-flow. Nothing where there are none. */
export function UsedBy({ solution }: { readonly solution: Solution }) {
  const { data, error } = useAllPages("solution.uses", { href: linkFor(solution, "uses", "GET") });
  const [isAll, setAll] = useState(false);
  if (error && data === undefined) return <ProblemText error={error} />;
  const uses = (data?.items ?? []).map(({ _embedded }) => _embedded);
  if (uses.length === 0) return null;
  const solutions = new Set(uses.map(({ solutionWss }) => solutionWss)).size;
  const shown = isAll ? uses : uses.slice(0, firstRows);
  return (
    <section className="v-uses" aria-label={`Used by, ${solution._embedded.name}`}>
      <h3>Used by {counted(solutions, "solution")}</h3>
      <ul>
        {shown.map((use) => (
          <Use key={`${use.usedVersionWss} ${use.solutionWss} ${use.versionWss ?? ""}`} use={use} />
        ))}
      </ul>
      {uses.length > shown.length && (
        <Button size="small" onClick={() => setAll(true)}>
          Show all {uses.length}
        </Button>
      )}
    </section>
  );
}

function Use({ use }: { readonly use: SolutionUseFields }) {
  const { solutionWss, solutionName, versionWss, versionName, usedVersionName, isDirect, isServing, isLive } = use;
  const name = `${solutionName}, ${versionName ?? "draft"}`;
  return (
    <li>
      <KindIcon kind="SubFlow" size={14} />
      <span className="v-use-name clip">
        {versionWss === null ? (
          <Link to="/solution/$webSafeString" params={{ webSafeString: solutionWss }} target="_blank">
            {name}
          </Link>
        ) : (
          <Link to="/admin/versions/$webSafeString" params={{ webSafeString: versionWss }}>
            {name}
          </Link>
        )}
      </span>
      <span className="muted">
        runs {usedVersionName}
        {!isDirect && " inside another sub-flow"}
      </span>
      <span className="v-use-status">
        {isServing && <StatusPill status="serving">Serving</StatusPill>}
        {isLive && <span className="v-role">live</span>}
      </span>
    </li>
  );
}
