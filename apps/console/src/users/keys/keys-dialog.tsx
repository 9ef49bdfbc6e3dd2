import type { KeyCreate } from "@airlock/contract";
import Button from "@mui/material/Button";
import Skeleton from "@mui/material/Skeleton";
import { useState } from "react";
import { FaultPanel } from "../../parts/fault/fault-panel.tsx";
import { DateText } from "../../ui/format/date-text.tsx";
import { ConfirmDialog } from "../../ui/dialogs/confirm-dialog.tsx";
import { DialogFrame } from "../../ui/dialogs/dialog-frame.tsx";
import { linkFor } from "../../api/session/permissions.ts";
import { mayExecute, noExecuteText } from "../may-execute.ts";
import { useRoleChoices } from "../use-role-choices.ts";
import type { User } from "../use-users.ts";
import { hasExpired } from "./key-expiry.ts";
import { NewKeyForm } from "./new-key-form.tsx";
import { ShownKey } from "./shown-key.tsx";
import { useKeys } from "./use-keys.ts";
import type { CreatedKey, Key } from "./use-keys.ts";
import { ActionsHead } from "../../parts/list-page/head-cells.tsx";
import "./keys-dialog.css";

interface KeysDialogProps {
  readonly user: User;
  readonly onClose: () => void;
}

/** The keys of a system account: create, list and revoke. Only the open dialog ever contains a secret. */
export function KeysDialog({ user, onClose }: KeysDialogProps) {
  const { name, description, roles, organisationWss } = user._embedded;
  const { choices } = useRoleChoices(user);
  const { list, create, revoke } = useKeys(user);
  const [created, setCreated] = useState<CreatedKey>();
  /** Whether the key that is shown is on the clipboard. */
  const [isCopied, setCopied] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const [revoking, setRevoking] = useState<Key>();
  const keys = list.data?.items;
  const at = linkFor(user, "keys", "POST");

  const make = async (fields: KeyCreate) => {
    setCreated(await create({ body: fields }));
    setCopied(false);
  };
  // Escape and a click outside may be accidental; Done is not.
  const leave = () => (created === undefined || isCopied ? onClose() : setLeaving(true));
  return (
    <DialogFrame
      open
      onClose={leave}
      width={800}
      title={`Keys of ${name}`}
      subtitle={description === "" ? "A caller sends one as its bearer token." : description}
      actions={
        <Button variant="contained" onClick={onClose}>
          Done
        </Button>
      }
    >
      {roles.length === 0 ? (
        <p className="notice warning">
          The account has no roles yet, so its keys cannot call anything yet. Give it a role that may execute solutions.
        </p>
      ) : (
        mayExecute(choices ?? [], new Set(roles.map(({ webSafeString }) => webSafeString))) === false && (
          <p className="notice warning">{noExecuteText}</p>
        )
      )}
      {created && (
        <ShownKey
          key={created._embedded.webSafeString}
          created={created}
          organisationWss={organisationWss}
          onCopied={() => setCopied(true)}
        />
      )}
      {keys !== undefined ? (
        <KeyTable keys={keys} account={name} onRevoke={setRevoking} />
      ) : list.isError ? (
        <FaultPanel error={list.error} onRetry={() => void list.refetch()} />
      ) : (
        <Skeleton height={120} />
      )}
      {at !== undefined && <NewKeyForm onCreate={make} />}
      <ConfirmDialog
        open={leaving}
        title="Close without copying the key?"
        verb="Close"
        onCancel={() => setLeaving(false)}
        onConfirm={onClose}
      >
        <p>{created?._embedded.name} is not shown again. To call with it, copy it first.</p>
      </ConfirmDialog>
      <ConfirmDialog
        open={revoking !== undefined}
        title="Revoke key?"
        verb="Revoke"
        onCancel={() => setRevoking(undefined)}
        onConfirm={() => {
          if (revoking) revoke(revoking);
          if (revoking?._embedded.webSafeString === created?._embedded.webSafeString) setCreated(undefined);
          setRevoking(undefined);
        }}
      >
        <p>
          Are you sure you want to revoke {revoking?._embedded.name} of {name}? Calls with it are refused within 5 seconds, and it cannot be
          restored.
        </p>
      </ConfirmDialog>
    </DialogFrame>
  );
}

/** The prefix of a key, before its secret: identifies a leaked key in the list. */
const keyPrefix = (keyId: string) => `alk_${keyId}_`;

interface KeyTableProps {
  readonly keys: readonly Key[];
  readonly account: string;
  readonly onRevoke: (key: Key) => void;
}

function KeyTable({ keys, account, onRevoke }: KeyTableProps) {
  const [now] = useState(() => new Date());
  if (keys.length === 0) return <p className="key-none">No keys yet. A key lets one caller request decisions as {account}.</p>;
  return (
    <div className="framed key-list">
      <table className="data-table cells-as-blocks" aria-label={`Keys of ${account}`}>
        <thead>
          <tr>
            <th>Name</th>
            <th className="k-when">Created</th>
            <th className="k-when">Expires</th>
            <th className="k-when">Last used</th>
            <ActionsHead className="k-act" />
          </tr>
        </thead>
        <tbody>
          {keys.map((key) => {
            const { webSafeString, name, createdDate, expires, lastUsedDate } = key._embedded;
            return (
              <tr key={webSafeString}>
                <td className="strong">
                  <span className="clip">{name}</span>
                  <span className="clip key-prefix mono">{keyPrefix(webSafeString)}</span>
                </td>
                <td className="k-when" data-title="Created">
                  <DateText date={createdDate} />
                </td>
                <td className="k-when" data-title="Expires">
                  {hasExpired(expires, now) ? (
                    <span className="chip warning">Expired</span>
                  ) : expires === null ? (
                    "Never"
                  ) : (
                    <DateText date={expires} />
                  )}
                </td>
                <td className="k-when" data-title="Last used">
                  {lastUsedDate === null ? "Not yet" : <DateText date={lastUsedDate} />}
                </td>
                <td className="k-act">
                  {linkFor(key, "self", "DELETE") !== undefined && (
                    <Button size="small" color="error" aria-label={`Revoke ${name}`} onClick={() => onRevoke(key)}>
                      Revoke
                    </Button>
                  )}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
