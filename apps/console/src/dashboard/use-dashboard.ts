import type { DashboardItem } from "@airlock/contract";
import { useEffect, useState, useSyncExternalStore } from "react";
import { tellProblem } from "../api/tell-problem.ts";
import { useMessages } from "../ui/messages/use-messages.ts";
import type { Profile } from "../api/session/session.ts";
import { useProfile, useSession } from "../api/session/use-session.ts";
import { DashboardKeeper } from "./dashboard-keeper.ts";
import { dropUnsaved, keepUnsaved, takeUnsaved } from "./unsaved-items.ts";

/** Browsers limit the body of a `keepalive` request, which outlives its page. */
const maxKeptAlive = 60_000;

/** The items of the user's dashboard, which are saved when the user leaves it: for another screen or tab, or by closing the window. */
export function useDashboard() {
  const session = useSession();
  const messages = useMessages();
  const profile = useProfile();
  const [keeper] = useState(() => {
    const { webSafeString, dashboard } = profile._embedded;
    const options = { purpose: "own-profile", background: true } as const;
    const adopted = (answer: Profile) => {
      session.adopt(answer);
      return answer._embedded.dashboard;
    };
    return new DashboardKeeper({
      saved: dashboard,
      unsaved: takeUnsaved(webSafeString),
      put: async (items, was) => {
        const body = { dashboard: items, was };
        const keepalive = JSON.stringify(body).length < maxKeptAlive;
        return adopted(
          await session.client.put("dashboard.update", profile._links["dashboard"]?.href ?? "", { ...options, body, keepalive }),
        );
      },
      read: async () => adopted(await session.client.get("profile.read", profile._links["self"]?.href ?? "", options)),
      keepUnsaved: (unsaved) => keepUnsaved(webSafeString, unsaved),
      dropUnsaved: () => dropUnsaved(webSafeString),
    });
  });
  const items = useSyncExternalStore(keeper.subscribe, keeper.items);
  const { dashboard } = profile._embedded;
  useEffect(() => keeper.hear(dashboard), [keeper, dashboard]);
  useEffect(() => {
    const save = () => {
      // After a logout the changes stay in the unsaved items, and are restored at the next sign-in.
      if (session.state().status === "authenticated") void keeper.save().catch((error: unknown) => tellProblem(messages, error));
    };
    const look = () => {
      if (document.visibilityState === "hidden") save();
    };
    // Changes that an earlier window failed to save are saved immediately, not only when this window is left.
    if (keeper.changed) save();
    const forget = session.onLogOut(save);
    document.addEventListener("visibilitychange", look);
    window.addEventListener("pagehide", save);
    return () => {
      forget();
      document.removeEventListener("visibilitychange", look);
      window.removeEventListener("pagehide", save);
      save();
    };
  }, [keeper, messages, session]);
  const change = (make: (items: readonly DashboardItem[]) => readonly DashboardItem[]) => keeper.change(make(keeper.items()));
  return { items, change };
}
