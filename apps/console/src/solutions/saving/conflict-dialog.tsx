import type { Editor } from "@airlock/editor";
import { diff, merge, type MergeSide } from "@airlock/flow";
import Button from "@mui/material/Button";
import { useMemo, useState } from "react";
import { exactDate } from "../../ui/format/dates.ts";
import { counted } from "../../ui/format/numbers.ts";
import { DialogFrame } from "../../ui/dialogs/dialog-frame.tsx";
import { useMessages } from "../../ui/messages/use-messages.ts";
import { ChangeList } from "../history/change-list.tsx";
import type { Conflict, Saving } from "./use-saving.ts";

interface ConflictDialogProps {
  readonly editor: Editor;
  readonly conflict: Conflict;
  readonly saving: Saving;
}

/** A save conflict: names the other user, shows both changes, and merges them; nothing is overwritten unseen. */
export function ConflictDialog({ editor, conflict, saving }: ConflictDialogProps) {
  const messages = useMessages();
  const [choices, setChoices] = useState<ReadonlyMap<string, MergeSide>>(new Map());
  const [mine] = useState(() => editor.definition);
  const { base, theirs, savedBy, savedDate } = conflict;
  const who = savedBy === "" ? "Someone else" : savedBy;
  const { definition, conflicts } = useMemo(() => merge(base, mine, theirs, choices), [base, mine, theirs, choices]);
  const [own, other] = useMemo(() => [diff(base, mine), diff(base, theirs)], [base, mine, theirs]);
  const choose = (key: string, side: MergeSide) => setChoices(new Map([...choices, [key, side]]));
  const mergeBoth = () => {
    saving.adopt(definition, `Merge with what ${who} saved`, conflict);
    messages.success(`Merged with what ${who} saved. Review it, then save.`);
  };
  const takeTheirs = () => {
    saving.adopt(theirs, `Use what ${who} saved`, conflict);
    messages.success(`Loaded what ${who} saved. Undo brings yours back.`);
  };
  return (
    <DialogFrame
      open
      onClose={saving.letGo}
      title={`${who} saved this solution meanwhile`}
      subtitle={`At ${exactDate(savedDate)}, after you opened it. Nothing of yours is lost and nothing of theirs is overwritten.`}
      width={760}
      hint={conflicts.length === 0 ? "Nothing was changed by both" : `${counted(conflicts.length, "place")} changed by both`}
      actions={
        <>
          <Button color="inherit" variant="text" onClick={saving.letGo}>
            Not now
          </Button>
          <Button variant="outlined" onClick={takeTheirs}>
            Use theirs
          </Button>
          <Button variant="contained" onClick={mergeBoth}>
            Merge both
          </Button>
        </>
      }
    >
      {conflicts.length > 0 && (
        <section>
          <h3 className="cd-head">Changed by both</h3>
          <ul className="cd-choices">
            {conflicts.map(({ key, name, property, mine: ours, theirs: others, taken }) => (
              <li key={key}>
                <fieldset>
                  <legend>
                    <strong>{name}</strong> {property === undefined ? "" : propertyText(property)}
                  </legend>
                  {(
                    [
                      ["mine", "Yours", ours],
                      ["theirs", who, others],
                    ] as const
                  ).map(([side, label, text]) => (
                    <label key={side} className={taken === side ? "cd-side on" : "cd-side"}>
                      <input type="radio" name={key} checked={taken === side} onChange={() => choose(key, side)} />
                      <span className="muted">{label}</span>
                      <span className="mono">{text === "" ? "empty" : text}</span>
                    </label>
                  ))}
                </fieldset>
              </li>
            ))}
          </ul>
        </section>
      )}
      <div className="cd-columns">
        <section>
          <h3 className="cd-head">You changed</h3>
          <ChangeList changes={own} />
        </section>
        <section>
          <h3 className="cd-head">{who} changed</h3>
          <ChangeList changes={other} />
        </section>
      </div>
    </DialogFrame>
  );
}

/** conditionFields as condition fields. */
function propertyText(property: string): string {
  return property.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
