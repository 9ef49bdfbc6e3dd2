import { limits } from "@airlock/flow";
import { formatDate } from "@airlock/flow/locale";
import { memo, useState } from "react";
import { deleteComment, writeComment } from "../../commands/comments.ts";
import { useSurroundings } from "../editor-context.ts";
import { Icon } from "../icon.tsx";
import { usePart } from "../use-part.ts";
import { useCanvas } from "./canvas-context.ts";
import { useCell } from "./cell.ts";

/** Notes pinned to the diagram: saved with it, no part of what it decides. */
export const Comments = memo(function Comments() {
  const comments = usePart("comments", (state) => state.document.comments);
  return comments.map((comment) => <Note key={comment.id} comment={comment} />);
});

type Comment = ReturnType<typeof useSurroundings>["editor"]["state"]["document"]["comments"][number];

function Note({ comment }: { readonly comment: Comment }) {
  const { editor } = useSurroundings();
  const { view, mayEdit } = useCanvas();
  const opened = useCell(view.opened);
  const isWriting = mayEdit && opened?.kind === "comment" && opened.id === comment.id;
  const written = dayOf(comment.createdDate);
  return (
    <section
      className="cv-note"
      style={{ transform: `translate(${comment.x}px,${comment.y}px)` }}
      data-comment={comment.id}
      aria-label={`Comment by ${comment.author}`}
    >
      <header>
        <b>{comment.author}</b>
        <time dateTime={comment.createdDate}>{written}</time>
        {mayEdit && (
          <button
            type="button"
            className="cv-iconbutton"
            aria-label="Delete comment"
            title="Delete comment"
            onClick={() => editor.execute(deleteComment(comment.id))}
          >
            <Icon name="x" size={12} />
          </button>
        )}
      </header>
      {isWriting ? (
        <NoteInput comment={comment} />
      ) : mayEdit ? (
        <button type="button" className="cv-note-text" onClick={() => view.opened.set({ kind: "comment", id: comment.id })}>
          {comment.text === "" ? "Write a comment" : comment.text}
        </button>
      ) : (
        <p className="cv-note-text">{comment.text}</p>
      )}
    </section>
  );
}

function NoteInput({ comment }: { readonly comment: Comment }) {
  const { editor } = useSurroundings();
  const { view } = useCanvas();
  const [text, setText] = useState(comment.text);
  const leave = (): void => {
    // An empty note is deleted.
    if (text.trim() === "") editor.execute(deleteComment(comment.id));
    else if (text !== comment.text) editor.execute(writeComment(comment.id, text));
    editor.settle();
  };
  return (
    <textarea
      aria-label="Comment"
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- opened by the user in order to type.
      autoFocus
      value={text}
      maxLength={limits.commentLength}
      rows={3}
      onChange={(event) => setText(event.currentTarget.value)}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === "Escape" || (event.key === "Enter" && (event.ctrlKey || event.metaKey))) {
          event.preventDefault();
          view.close();
        }
      }}
      onBlur={() => {
        leave();
        if (view.opened.get()?.kind === "comment") view.opened.set(undefined);
      }}
    />
  );
}

/** '16 Nov 2026'; empty for a comment without a date. */
function dayOf(text: string): string {
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? "" : formatDate(date, { day: "numeric", month: "short", year: "numeric" });
}
