import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { ActivityContext } from "../api/activity-context.ts";
import { FaultBoundary } from "../fault/fault-boundary.tsx";
import { Look } from "../look/look.tsx";
import { Toaster } from "../messages/toaster.tsx";
import { MessagesContext } from "../messages/use-messages.ts";
import { SessionContext } from "../session/use-session.ts";
import { WaitCursor } from "../shell/progress-line.tsx";
import { activity, messages, queries, session } from "./parts.ts";
import { router } from "./router.tsx";

export function App() {
  return (
    <Look>
      <ActivityContext value={activity}>
        <MessagesContext value={messages}>
          <SessionContext value={session}>
            <QueryClientProvider client={queries}>
              <FaultBoundary>
                <RouterProvider router={router} />
              </FaultBoundary>
              <Toaster messages={messages} />
              <WaitCursor />
            </QueryClientProvider>
          </SessionContext>
        </MessagesContext>
      </ActivityContext>
    </Look>
  );
}
