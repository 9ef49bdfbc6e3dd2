import type { ListVersionFields } from "@airlock/contract";
import Button from "@mui/material/Button";
import { useState } from "react";
import { useAction } from "../api/use-action.ts";
import { ConfirmDialog } from "../ui/dialogs/confirm-dialog.tsx";
import { DialogFrame } from "../ui/dialogs/dialog-frame.tsx";
import { counted, number } from "../ui/format/numbers.ts";
import { changesText, momentText } from "./list-words.ts";
import { changedByRows, type NamedList } from "./use-lists.ts";
import { StateChip } from "./version-strip.tsx";
import { nameOf } from "../parts/list-page/row-names.ts";

interface VersionsDialogProps {
  readonly list: NamedList;
  readonly versions: readonly ListVersionFields[];
  readonly onShow: (version: number) => void;
  readonly onClose: () => void;
}

/** Every version: when it was in effect, who published what, and the newest to withdraw while it is scheduled. */
export function VersionsDialog({ list, versions, onShow, onClose }: VersionsDialogProps) {
  const [withdrawing, setWithdrawing] = useState<number>();
  const withdraw = useAction("list.version.withdraw", list, { changes: changedByRows });
  const newest = versions[0];
  return (
    <DialogFrame open onClose={onClose} title={`Versions of ${nameOf(list)}`} width={760}>
      <div className="list-scroll">
        <table className="data-table sticky-head list-rows" aria-label="Versions">
          <thead>
            <tr>
              <th>Version</th>
              <th>In effect</th>
              <th className="num">Rows</th>
              <th>Changes</th>
              <th>Published by</th>
              <th aria-label="Actions" />
            </tr>
          </thead>
          <tbody>
            {versions.map((version) => (
              <tr key={version.number}>
                <td>
                  <Button size="small" onClick={() => onShow(version.number)}>
                    v{version.number}
                  </Button>{" "}
                  <StateChip state={version.state} />
                </td>
                <td>
                  {momentText(version.effectiveDate)}
                  {version.endDate !== null && ` to ${momentText(version.endDate)}`}
                </td>
                <td className="num">{number(version.rows)}</td>
                <td title={version.note}>
                  {changesText(version)}
                  {version.note !== "" && <span className="list-note">{version.note}</span>}
                </td>
                <td>
                  {version.createdBy === "" ? "-" : version.createdBy}
                  {version.pinnedBy > 0 && <span className="list-note">pinned by {counted(version.pinnedBy, "version")}</span>}
                </td>
                <td>
                  {version === newest && version.state === "scheduled" && version.pinnedBy === 0 && withdraw.isOffered && (
                    <Button size="small" color="error" onClick={() => setWithdrawing(version.number)}>
                      Withdraw
                    </Button>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <ConfirmDialog
        open={withdrawing !== undefined}
        title={`Withdraw v${withdrawing ?? ""}?`}
        verb="Withdraw"
        onConfirm={() => {
          withdraw.mutate({ values: { number: String(withdrawing) } });
          setWithdrawing(undefined);
        }}
        onCancel={() => setWithdrawing(undefined)}
      >
        <p>It does not take effect. Its changes are in the draft again.</p>
      </ConfirmDialog>
    </DialogFrame>
  );
}
