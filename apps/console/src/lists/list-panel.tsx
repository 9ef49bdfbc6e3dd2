import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import { Menu } from "../ui/overlays/menu.tsx";
import MenuItem from "@mui/material/MenuItem";
import Skeleton from "@mui/material/Skeleton";
import { useState } from "react";
import { linkFor } from "../api/session/permissions.ts";
import { useAction } from "../api/use-action.ts";
import { useAllPages } from "../api/use-all-pages.ts";
import { useResource } from "../api/use-resource.ts";
import { FaultPanel } from "../parts/fault/fault-panel.tsx";
import { ConfirmDialog } from "../ui/dialogs/confirm-dialog.tsx";
import { Icon } from "../ui/icons/icon.tsx";
import { useEscape } from "../ui/use-escape.ts";
import { ApiDialog } from "./api-dialog.tsx";
import { DraftBar } from "./draft-bar.tsx";
import { ImportDialog } from "./import-dialog.tsx";
import { keySentence } from "./list-words.ts";
import { RenameDialog } from "./rename-dialog.tsx";
import { Rows } from "./rows.tsx";
import { type NamedList } from "./use-lists.ts";
import { Uses } from "./uses.tsx";
import { VersionsDialog } from "./versions-dialog.tsx";
import { VersionStrip } from "./version-strip.tsx";
import { nameOf } from "../parts/list-page/row-names.ts";

interface ListPanelProps {
  readonly href: string;
  readonly onClose: () => void;
}

/** One list: its versions by date, its rows, and which solutions use it. Not modal: the table stays usable. */
export function ListPanel({ href, onClose }: ListPanelProps) {
  const { data: list, error, refetch } = useResource("list.read", { href });
  useEscape(onClose);
  return (
    <aside className="card list-panel docked-panel" aria-label="List" aria-busy={list === undefined && !error}>
      {list !== undefined ? (
        <Opened list={list} onClose={onClose} />
      ) : error ? (
        <FaultPanel error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton variant="rounded" height={320} className="list-waiting" />
      )}
    </aside>
  );
}

type OpenDialog = "api" | "import" | "rename" | "versions" | "delete";

function Opened({ list, onClose }: { readonly list: NamedList; readonly onClose: () => void }) {
  const { kind, key, usedBy } = list._embedded;
  const [shown, setShown] = useState<number>();
  const [dialog, setDialog] = useState<OpenDialog>();
  const [menu, setMenu] = useState<HTMLElement | null>(null);
  const versions = useAllPages("list.versions.list", { href: linkFor(list, "versions", "GET") });
  const published = versions.data?.items.map(({ _embedded }) => _embedded);
  // One that was withdrawn meanwhile is part of the draft.
  const version = published?.some(({ number }) => number === shown) === true ? shown : undefined;
  const newest = published?.[0];
  const remove = useAction("list.delete", list, { changes: ["lists.list"], onSuccess: onClose });
  const mayRename = linkFor(list, "self", "PUT") !== undefined;
  const open = (next: OpenDialog) => {
    setMenu(null);
    setDialog(next);
  };
  const close = () => setDialog(undefined);
  return (
    <>
      <header>
        <div className="panel-head">
          <IconButton size="small" className="list-back" aria-label="Back to lists" onClick={onClose}>
            <Icon name="back" size={16} />
          </IconButton>
          <h2>{nameOf(list)}</h2>
          <span className="chip">{kind === "set" ? "Set" : "Lookup"}</span>
          <span className="grow" />
          <Button size="small" color="inherit" startIcon={<Icon name="api" size={14} />} onClick={() => open("api")}>
            API
          </Button>
          {(mayRename || remove.isOffered) && (
            <IconButton size="small" aria-label="More" aria-haspopup="menu" onClick={(event) => setMenu(event.currentTarget)}>
              <Icon name="more" size={16} />
            </IconButton>
          )}
          <IconButton size="small" className="list-close" aria-label="Close" onClick={onClose}>
            <Icon name="x" size={16} />
          </IconButton>
        </div>
        <p className="helper">
          Key <span className="list-key-name">{key.name}</span> {keySentence(list._embedded)}
        </p>
        {list._embedded.description !== "" && <p className="helper">{list._embedded.description}</p>}
      </header>
      <VersionStrip list={list} versions={published} shown={version} onShow={setShown} onShowAll={() => open("versions")} />
      {/* Search and page belong to one version. */}
      <Rows key={version ?? "draft"} list={list} version={version} onImport={() => open("import")} />
      <Uses list={list} />
      <DraftBar list={list} notBefore={newest?.state === "scheduled" ? newest.effectiveDate : undefined} />
      <Menu anchorEl={menu} open={menu !== null} onClose={() => setMenu(null)}>
        {mayRename && <MenuItem onClick={() => open("rename")}>Rename...</MenuItem>}
        {(remove.isOffered || usedBy > 0) && (
          <MenuItem disabled={!remove.isOffered} onClick={() => open("delete")}>
            {usedBy > 0 ? "Delete (in use)" : "Delete..."}
          </MenuItem>
        )}
      </Menu>
      {dialog === "api" && <ApiDialog list={list} onClose={close} />}
      {dialog === "import" && <ImportDialog list={list} onClose={close} />}
      {dialog === "rename" && <RenameDialog list={list} onClose={close} />}
      {dialog === "versions" && (
        <VersionsDialog
          list={list}
          versions={published ?? []}
          onShow={(number) => {
            setShown(number);
            close();
          }}
          onClose={close}
        />
      )}
      <ConfirmDialog open={dialog === "delete"} title="Delete list?" verb="Delete" onConfirm={() => remove.mutate()} onCancel={close}>
        <p>Are you sure you want to delete {nameOf(list)}? Its versions and rows are deleted, too.</p>
      </ConfirmDialog>
    </>
  );
}
