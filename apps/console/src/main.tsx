// First: texts that other modules create when they are loaded have numbers too.
import "./app/user-locale.ts";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app/app.tsx";
import { messages, session } from "./app/services.ts";
import { mountIcons } from "./ui/icons/mount-icons.ts";
import { watchForNewVersion } from "./app/new-version.ts";

const place = document.getElementById("root");
if (!place) throw new Error("The page has no place for the console.");
// A private page needs to know who is signed in: the requests for it go out before the page's own code is loaded.
if (window.location.pathname.startsWith("/admin")) void session.start();
mountIcons();
createRoot(place).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
watchForNewVersion(messages);
