import createCache from "@emotion/cache";
import { CacheProvider } from "@emotion/react";
import { ThemeProvider } from "@mui/material/styles";
import type { ReactNode } from "react";
import "./tokens.css";
import "./base.css";
import "./layout.css";
import "./data-table.css";
import { theme } from "./theme.tsx";

const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content;
// Prepended, so that a screen's own style sheet comes after MUI's and wins without raised specificity.
const cache = createCache({ key: "al", prepend: true, ...(nonce ? { nonce } : {}) });

/** Theme and styles around the whole console. `scheme.js` reads the same key before the first paint. */
export function Look({ children }: { readonly children: ReactNode }) {
  return (
    <CacheProvider value={cache}>
      <ThemeProvider theme={theme} defaultMode="system" modeStorageKey="airlock-appearance" noSsr>
        {children}
      </ThemeProvider>
    </CacheProvider>
  );
}
