import { onlineManager } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { Icon } from "../../ui/icons/icon.tsx";
import "./offline-notice.css";

const subscribe = (changed: () => void) => onlineManager.subscribe(changed);
const isOnline = () => onlineManager.isOnline();

/** Shown while the browser has no network. Requests wait for it meanwhile, and continue when it is back. */
export function OfflineNotice() {
  const online = useSyncExternalStore(subscribe, isOnline);
  return (
    <output className="offline-notice">
      {!online && (
        <span className="offline-line">
          <Icon name="warning" size={16} />
          You are offline. Changes are not sent until the connection is back.
        </span>
      )}
    </output>
  );
}
