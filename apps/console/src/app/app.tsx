import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { ActivityContext } from "../api/activity-context.ts";
import { FaultBoundary } from "../parts/fault/fault-boundary.tsx";
import { Look } from "../ui/theme/look.tsx";
import { Toaster } from "../ui/messages/toaster.tsx";
import { MessagesContext } from "../ui/messages/use-messages.ts";
import { SessionContext } from "../api/session/use-session.ts";
import { WaitCursor } from "../parts/progress-line.tsx";
import { activity, messages, queries, session } from "./services.ts";
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
