import type { ReactNode } from "react";
import { PageTop } from "../look/page-top.tsx";
import "../look/state.css";
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
