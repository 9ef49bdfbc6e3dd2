import type { ReactNode } from "react";
import { PageTop } from "./page-top.tsx";
import "./state.css";
import "./public-page.css";

/** The frame of the pages that need no sign-in: the brand, and one thing in the middle. */
export function PublicPage({ children }: { readonly children: ReactNode }) {
  return (
    <div className="public">
      <PageTop />
      <main className="public-center">{children}</main>
    </div>
  );
}
