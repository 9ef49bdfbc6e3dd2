import Button from "@mui/material/Button";
import Skeleton from "@mui/material/Skeleton";
import { useState } from "react";
import { FaultPanel } from "../../parts/fault/fault-panel.tsx";
import { ConfirmDialog } from "../../ui/dialogs/confirm-dialog.tsx";
import { Icon } from "../../ui/icons/icon.tsx";
import { holds, linkFor } from "../../api/session/permissions.ts";
import { useProfile } from "../../api/session/use-session.ts";
import { useAllPages } from "../../api/use-all-pages.ts";
import { deletable } from "../../parts/list-page/deletable.ts";
import { useDeletion } from "../../parts/list-page/use-deletion.ts";
import { ApiDetailsDialog } from "../api-page/api-details-dialog.tsx";
import { useReleasePolicy } from "../../parts/release-gates/use-release-policy.ts";
import { CreateVersionDialog } from "../../parts/versions/create-version-dialog.tsx";
import { solutionLists, type Solution, type Version } from "../../parts/versions/resources.ts";
import { useCreateVersion } from "../../parts/versions/use-create-version.ts";
import { liveMillis, useVersions } from "../use-solutions.ts";
import { LastHour } from "./last-hour.tsx";
import { UsedBy } from "./used-by.tsx";
import { VersionRow } from "./version-row.tsx";
import "./versions-panel.css";

/** The versions of one solution, inside its open row. */
export function VersionsPanel({ solution }: { readonly solution: Solution }) {
  const { name } = solution._embedded;
  const profile = useProfile();
  const query = useVersions(solution);
  const { needsRequest } = useReleasePolicy(solution);
  const rollouts = useAllPages("solution.rollouts.list", { href: linkFor(solution, "rollouts", "GET"), refetchInterval: liveMillis });
  const running = rollouts.data?.items.map(({ _embedded }) => _embedded).filter(({ status }) => status === "running") ?? [];
  const createVersion = useCreateVersion();
  const deletion = useDeletion(solutionLists);
  const [details, setDetails] = useState<Version>();
  const [deleting, setDeleting] = useState<Version>();
  const [creating, setCreating] = useState(false);
  const versions = query.data?.items.filter((version) => !deletion.gone.has(version._embedded.webSafeString));
  const label = `Versions of ${name}`;

  const remove = (version: Version) => {
    if (version._embedded.deploymentStatus === "notDeployed")
      deletion.withUndo(deletable("version.delete", [version]), `${version._embedded.versionName} deleted`);
    else setDeleting(version);
  };
  const createButton = holds(profile, "solution.update") && (
    <Button size="small" startIcon={<Icon name="plus" size={14} />} onClick={() => setCreating(true)}>
      Create version
    </Button>
  );
  return (
    <div className="versions">
      <table className="cells-as-blocks" aria-label={label}>
        <thead>
          <tr>
            <th className="v-name">Version</th>
            <th>Description</th>
            <th className="v-when">Created</th>
            <th className="v-status">Status</th>
            <th className="v-actions">
              <span className="sr">Actions</span>
              {createButton}
            </th>
          </tr>
        </thead>
        <tbody>
          {versions?.map((version) => (
            <VersionRow
              key={version._embedded.webSafeString}
              version={version}
              needsRequest={needsRequest}
              rollouts={running}
              onDetails={() => setDetails(version)}
              onDelete={() => remove(version)}
            />
          ))}
          {query.isPending && <LoadingRow />}
        </tbody>
      </table>
      {query.isError && versions === undefined && <FaultPanel error={query.error} onRetry={() => void query.refetch()} />}
      {versions?.length === 0 && (
        <p className="versions-none">No versions yet. A version freezes the solution as it is drawn now, so that it can be served.</p>
      )}
      <UsedBy solution={solution} />
      {details && <ApiDetailsDialog solution={solution} version={details} onClose={() => setDetails(undefined)} />}
      {creating && (
        <CreateVersionDialog
          solution={solution}
          create={(body) => createVersion(solution, body)}
          onCreated={() => setCreating(false)}
          onClose={() => setCreating(false)}
        />
      )}
      <ConfirmDialog
        open={deleting !== undefined}
        title="Delete version?"
        verb="Delete"
        onCancel={() => setDeleting(undefined)}
        onConfirm={() => {
          if (deleting) void deletion.atOnce(deletable("version.delete", [deleting]), `${deleting._embedded.versionName} deleted`);
          setDeleting(undefined);
        }}
      >
        <p>
          Are you sure you want to delete {deleting?._embedded.versionName} of {name}?
        </p>
        {deleting?._embedded.deploymentStatus === "serving" && <p>This version is serving. It is stopped first, and calls to it fail.</p>}
        {deleting?._embedded.isLive === true && <p>It is live. Calls to {name} are refused until another version is released.</p>}
        {deleting && <LastHour version={deleting} />}
      </ConfirmDialog>
    </div>
  );
}

function LoadingRow() {
  return (
    <tr>
      <td className="v-name">
        <Skeleton width={40} height={12} />
      </td>
      <td>
        <Skeleton width="70%" height={12} />
      </td>
      <td className="v-when">
        <Skeleton width={110} height={12} />
      </td>
      <td className="v-status" colSpan={2}>
        <Skeleton width={84} height={20} sx={{ borderRadius: "10px" }} />
      </td>
    </tr>
  );
}
