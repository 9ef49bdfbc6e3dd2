import Tooltip from "@mui/material/Tooltip";
import type { LinkComponentProps } from "@tanstack/react-router";
import { createContext, useContext, useEffect } from "react";
import type { ReactNode } from "react";
import { createPortal } from "react-dom";
import { IconButtonLink } from "./button-link.ts";
import { Icon } from "./icons/icon.tsx";

/** Where a top bar takes what the page under it says of itself. */
export interface HeadPlaces {
  /** Before the title and after it; null until the bar stands. */
  readonly before: HTMLElement | null;
  readonly after: HTMLElement | null;
  readonly setTitle: (title: string | undefined) => void;
}

export const HeadPlacesContext = createContext<HeadPlaces | undefined>(undefined);

interface PageHeadProps {
  readonly title: string;
  readonly back: {
    readonly to: NonNullable<LinkComponentProps["to"]>;
    readonly params?: Readonly<Record<string, string>>;
    readonly label: string;
  };
  /** Stands after the title. */
  readonly status?: ReactNode;
}

/** The page is an editor of one thing: its name in the top bar, the way back before it and how it stands after it. */
export function PageHead({ title, back, status }: PageHeadProps) {
  const places = useContext(HeadPlacesContext);
  const setTitle = places?.setTitle;
  useEffect(() => {
    setTitle?.(title);
    return () => setTitle?.(undefined);
  }, [setTitle, title]);
  return (
    <>
      {places?.before &&
        createPortal(
          <Tooltip title={back.label}>
            <IconButtonLink to={back.to} {...(back.params && { params: back.params })} aria-label={back.label}>
              <Icon name="back" />
            </IconButtonLink>
          </Tooltip>,
          places.before,
        )}
      {places?.after && status !== undefined && createPortal(status, places.after)}
    </>
  );
}
