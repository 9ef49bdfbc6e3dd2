import Button from "@mui/material/Button";
import { useState } from "react";
import { useAction } from "../api/use-action.ts";
import { ConfirmDialog } from "../ui/dialogs/confirm-dialog.tsx";
import { counted } from "../ui/format/numbers.ts";
import { changeCount, changesText } from "./list-words.ts";
import { PublishDialog } from "./publish-dialog.tsx";
import { changedByRows, type NamedList } from "./use-lists.ts";

interface DraftBarProps {
  readonly list: NamedList;
  readonly notBefore: string | undefined;
}

/** What the draft changes, to publish or to discard. Nothing while there are no changes. */
export function DraftBar({ list, notBefore }: DraftBarProps) {
  const { draft, newestVersion } = list._embedded;
  const [asking, setAsking] = useState<"publish" | "discard">();
  const discard = useAction("list.draft.discard", list, { changes: changedByRows });
  const publish = useAction("list.versions.create", list);
  const changes = changeCount(draft);
  if (changes === 0) return null;
  const close = () => setAsking(undefined);
  return (
    <footer className="list-draft-bar">
      <span>
        <b>{counted(changes, "change")}</b> <span className="muted">{changesText(draft)}</span>
      </span>
      <span className="grow" />
      {discard.isOffered && (
        <Button color="inherit" onClick={() => setAsking("discard")}>
          Discard
        </Button>
      )}
      {publish.isOffered && (
        <Button variant="contained" onClick={() => setAsking("publish")}>
          Publish v{newestVersion + 1}...
        </Button>
      )}
      {asking === "publish" && <PublishDialog list={list} notBefore={notBefore} onPublished={close} onClose={close} />}
      <ConfirmDialog
        open={asking === "discard"}
        title={`Discard ${counted(changes, "change")}?`}
        verb="Discard"
        onConfirm={() => {
          discard.mutate();
          close();
        }}
        onCancel={close}
      >
        <p>
          {newestVersion === 0 ? "The list will have no rows." : `The draft is as v${newestVersion} again.`} Changes of other users are
          discarded, too.
        </p>
      </ConfirmDialog>
    </footer>
  );
}
