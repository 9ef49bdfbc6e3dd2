import { gateTitle } from "@airlock/contract/release-gates";
import Button from "@mui/material/Button";
import { useId, useState } from "react";
import { useAction } from "../api/use-action.ts";
import { Icon } from "../ui/icons/icon.tsx";
import { useMessages } from "../ui/messages/use-messages.ts";
import { TextArea } from "../ui/text-area.tsx";
import { approvalBlockedBy } from "./approvals.ts";
import { approvalHint } from "./request-words.ts";
import { requestChanges, type ReleaseRequest } from "./use-release-request.ts";

/** A comment, or with it a verdict. */
export function DecisionForm({ request }: { readonly request: ReleaseRequest }) {
  const { versionWss, versionName, status, approvals, policy } = request._embedded;
  const hintId = useId();
  const messages = useMessages();
  const [written, setWritten] = useState("");
  const after = (text: string) => ({
    changes: requestChanges,
    onSuccess: () => {
      setWritten("");
      messages.success(text);
    },
  });
  const comment = useAction("releaseRequest.comment", request, after("Comment added"));
  const approve = useAction("releaseRequest.approve", request, after(`${versionName} approved`));
  const reject = useAction("releaseRequest.reject", request, after(`${versionName} rejected`));
  if (status !== "open" || !comment.isOffered) return null;
  const text = written.trim();
  const isBusy = comment.isPending || approve.isPending || reject.isPending;
  const blocked = approvalBlockedBy(request._embedded, gateTitle);
  const verdict = { body: { versionWss, comment: text } };
  const mayJudge = approve.isOffered || reject.isOffered;
  const hint =
    blocked ?? (text === "" ? `Approve and Reject need a comment. ${approvalHint(request._embedded)}` : approvalHint(request._embedded));
  return (
    <div className="rr-form">
      <TextArea label="Your comment" maxRows={8} value={written} onChange={setWritten} />
      <div className="button-row rr-buttons">
        <Button
          variant="outlined"
          color="inherit"
          disabled={text === "" || isBusy}
          onClick={() => comment.mutate({ body: { comment: text } })}
        >
          Comment
        </Button>
        {reject.isOffered && (
          <Button
            variant="outlined"
            color="inherit"
            startIcon={<Icon name="x" size={16} />}
            disabled={text === "" || isBusy}
            aria-describedby={hintId}
            onClick={() => reject.mutate(verdict)}
          >
            Reject
          </Button>
        )}
        {approve.isOffered && (
          <Button
            variant={approvals < policy.approvals ? "contained" : "outlined"}
            startIcon={<Icon name="check" size={16} />}
            disabled={blocked !== undefined || text === "" || isBusy}
            aria-describedby={hintId}
            onClick={() => approve.mutate(verdict)}
          >
            Approve
          </Button>
        )}
      </div>
      {mayJudge && (
        <p id={hintId} className="helper">
          {hint}
        </p>
      )}
    </div>
  );
}
