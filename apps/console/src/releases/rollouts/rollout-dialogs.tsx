import { useState } from "react";
import { useAction } from "../../api/use-action.ts";
import { focusWhenShown } from "../../ui/dialogs/focus-when-shown.ts";
import { FormDialog } from "../../ui/dialogs/form-dialog.tsx";
import { useMessages } from "../../ui/messages/use-messages.ts";
import { NumberField } from "../../ui/number-field.tsx";
import { TextArea } from "../../ui/text-area.tsx";
import { endTexts, promotionText, shareText } from "./rollout-words.ts";
import { rolloutChanges, type Rollout } from "./use-rollout.ts";

interface DialogProps {
  readonly rollout: Rollout;
  readonly onClose: () => void;
}

/** Changes the share of the calls, immediately on every runtime. */
export function ChangeShareDialog({ rollout, onClose }: DialogProps) {
  const messages = useMessages();
  const { kind, versionName, share: before } = rollout._embedded;
  const [share, setShare] = useState(before);
  const change = useAction("rollout.change", rollout, {
    changes: rolloutChanges,
    onSuccess: () => {
      messages.success(`${versionName} now gets ${shareText(share)} of the calls.`);
      onClose();
    },
  });
  const submit = () => {
    if (share !== before) change.mutate({ body: { share } });
  };
  return (
    <FormDialog
      onClose={onClose}
      title={`Change the share of ${versionName}`}
      subtitle={
        kind === "ramp"
          ? "The current step begins again with this share. Steps up to it are left out."
          : "Every runtime uses the new share before this is reported."
      }
      onSubmit={submit}
      submitLabel="Change share"
      canSubmit={share !== before && !change.isPending}
      formClass="release-form"
    >
      <NumberField
        label="Share of the calls, %"
        value={share}
        min={0.01}
        max={100}
        whole={false}
        helper={`Now ${shareText(before)}.`}
        onChange={(next) => setShare(Math.round(next * 100) / 100)}
      />
    </FormDialog>
  );
}

interface FinishDialogProps extends DialogProps {
  readonly how: "end" | "promote";
}

/** Ends a rollout, or releases its version. */
export function FinishDialog({ rollout, how, onClose }: FinishDialogProps) {
  const messages = useMessages();
  const { kind, versionName, liveVersionName } = rollout._embedded;
  const [reason, setReason] = useState("");
  const done = (text: string) => ({
    changes: rolloutChanges,
    onSuccess: () => {
      messages.success(text);
      onClose();
    },
  });
  const end = useAction("rollout.end", rollout, done(endTexts[kind].done));
  const promote = useAction("rollout.promote", rollout, done(`${versionName} is live on every runtime.`));
  const isEnd = how === "end";
  const body = { reason: reason.trim() };
  return (
    <FormDialog
      onClose={onClose}
      title={isEnd ? endTexts[kind].title : `Release ${versionName}?`}
      subtitle={
        isEnd
          ? kind === "shadow"
            ? `${versionName} stops deciding. Its results are kept.`
            : `${liveVersionName} answers every call from then on. The results are kept.`
          : promotionText(kind, versionName, liveVersionName)
      }
      onSubmit={() => (isEnd ? end.mutate({ body }) : promote.mutate({ body }))}
      submitLabel={isEnd ? endTexts[kind].submit : `Release ${versionName}`}
      canSubmit={!end.isPending && !promote.isPending}
      formClass="release-form"
    >
      <TextArea
        label="Reason"
        inputRef={focusWhenShown}
        value={reason}
        onChange={setReason}
        helperText={isEnd ? "Shown with the rollout and in the audit." : "Shown in the history of releases and in the audit."}
      />
    </FormDialog>
  );
}
