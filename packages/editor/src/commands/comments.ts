import { limits, type FlowComment } from "@airlock/flow";
import type { FlowDocument } from "../document/flow-document.ts";
import { grouped, refusal } from "../rules/refusal.ts";
import { done, refused, type Command, type Executed } from "./command.ts";

/** Pins a note to the canvas; the caller sets author and time. */
export function addComment(comment: FlowComment): Command {
  return (document) => {
    if (document.comments.length >= limits.comments) return refused(refusal("COMMENTS_FULL", { max: grouped(limits.comments) }));
    return done("Add comment", { ...document, comments: [...document.comments, comment] });
  };
}

/** The text of a comment; continuous typing is one step. */
export function writeComment(id: string, text: string): Command {
  const words = text.slice(0, limits.commentLength);
  return (document) => changed(document, id, "Change comment", (comment) => ({ ...comment, text: words }), `comment ${id}`);
}

export function moveComment(id: string, to: { readonly x: number; readonly y: number }): Command {
  return (document) => changed(document, id, "Move comment", (comment) => ({ ...comment, x: to.x, y: to.y }));
}

export function deleteComment(id: string): Command {
  return (document) => {
    if (!document.comments.some((comment) => comment.id === id)) return refused(refusal("COMMENT_GONE"));
    return done("Delete comment", { ...document, comments: document.comments.filter((comment) => comment.id !== id) });
  };
}

function changed(
  document: FlowDocument,
  id: string,
  name: string,
  change: (comment: FlowComment) => FlowComment,
  mergeWith?: string,
): Executed {
  const before = document.comments.find((comment) => comment.id === id);
  if (before === undefined) return refused(refusal("COMMENT_GONE"));
  const after = change(before);
  const isSame = before.text === after.text && before.x === after.x && before.y === after.y;
  const comments = isSame ? document.comments : document.comments.map((comment) => (comment === before ? after : comment));
  return done(name, isSame ? document : { ...document, comments }, mergeWith === undefined ? {} : { mergeWith });
}
