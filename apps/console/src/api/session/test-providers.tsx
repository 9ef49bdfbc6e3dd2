import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { createMessages } from "../../ui/messages/messages.ts";
import { Toaster } from "../../ui/messages/toaster.tsx";
import { MessagesContext, useMessages } from "../../ui/messages/use-messages.ts";
import type { Session } from "./session.ts";
import { SessionContext } from "./use-session.ts";

/** What every page finds around it, for component tests: a session, messages and an empty query cache without retries. */
export function TestProviders({ session, children }: { readonly session: Session; readonly children: ReactNode }) {
  const [messages] = useState(createMessages);
  const [queries] = useState(() => new QueryClient({ defaultOptions: { queries: { retry: false } } }));
  return (
    <SessionContext.Provider value={session}>
      <MessagesContext.Provider value={messages}>
        <QueryClientProvider client={queries}>{children}</QueryClientProvider>
      </MessagesContext.Provider>
    </SessionContext.Provider>
  );
}

/** The messages of what is rendered, for tests that read them. */
export function ShownMessages() {
  return <Toaster messages={useMessages()} />;
}
