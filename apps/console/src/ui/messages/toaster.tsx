import Button from "@mui/material/Button";
import { useEffect, useState, useSyncExternalStore } from "react";
import { createPortal } from "react-dom";
import { Icon } from "../icons/icon.tsx";
import { useLiveRegionHost } from "./live-region-host.ts";
import { shownMillis } from "./messages.ts";
import type { Message, Messages } from "./messages.ts";
import { IconAction } from "../icon-action.tsx";
import "./toaster.css";

/** For screen readers, which do not see the icon. */
const levels: Readonly<Record<Message["level"], { readonly text: string }>> = {
  success: { text: "success" },
  info: { text: "info" },
  warning: { text: "warning" },
  error: { text: "error" },
};

function Toast({ message, onDismiss, onAct }: { readonly message: Message; readonly onDismiss: () => void; readonly onAct: () => void }) {
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (held || message.lasting) return;
    const timer = setTimeout(onDismiss, shownMillis(message));
    return () => clearTimeout(timer);
  }, [held, message, onDismiss]);
  const { level, description, code, action } = message;
  return (
    <div
      className={`toast ${level}`}
      role={level === "error" ? "alert" : "status"}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon name={level} size={20} className="toast-lead" />
      <div className="grow">
        <span className="sr">{`${levels[level].text}: `}</span>
        <span className="strong">{description === undefined ? message.message : `${message.message}:`}</span>
        {description !== undefined && <span className="muted">{` ${description}`}</span>}
        {code !== undefined && <span className="toast-code">{code}</span>}
      </div>
      {/* Only the buttons keep a message open: a pointer that happens to be where it appears does not. */}
      <div className="toast-acts" onMouseEnter={() => setHeld(true)} onMouseLeave={() => setHeld(false)}>
        {action && (
          <Button size="small" onClick={onAct}>
            {action.label}
          </Button>
        )}
        <IconAction icon="x" iconSize={16} label="Dismiss" size="small" onClick={onDismiss} />
      </div>
    </div>
  );
}

/** Bottom left, newest at the bottom, at most three. The live region is always in the document, so that screen readers announce additions. */
export function Toaster({ messages }: { readonly messages: Messages }) {
  const shown = useSyncExternalStore(messages.subscribe, messages.shown);
  const host = useLiveRegionHost();
  return createPortal(
    <section className="toaster" aria-label="Messages" aria-live="polite">
      {shown.map((message) => (
        <TimedToast key={message.id} message={message} messages={messages} />
      ))}
    </section>,
    host,
  );
}

function TimedToast({ message, messages }: { readonly message: Message; readonly messages: Messages }) {
  const [dismiss] = useState(() => () => messages.dismiss(message.id));
  return <Toast message={message} onDismiss={dismiss} onAct={() => messages.act(message.id)} />;
}
