import Tooltip from "@mui/material/Tooltip";
import type { LinkComponentProps } from "@tanstack/react-router";
import { createContext, useContext, useEffect } from "react";
import type { ReactNode } from "react";
import { createPortal } from "react-dom";
import { IconButtonLink } from "./button-link.ts";
import { Icon } from "./icons/icon.tsx";

/** The slots of a top bar that the page below fills in. */
export interface HeadSlots {
  /** The elements before and after the title; null until the bar is mounted. */
  readonly before: HTMLElement | null;
  readonly after: HTMLElement | null;
  readonly setTitle: (title: string | undefined) => void;
}

export const HeadSlotsContext = createContext<HeadSlots | undefined>(undefined);

interface PageHeadProps {
  readonly title: string;
  readonly back: {
    readonly to: NonNullable<LinkComponentProps["to"]>;
    readonly params?: Readonly<Record<string, string>>;
    readonly label: string;
  };
  /** Shown after the title. */
  readonly status?: ReactNode;
}

/** The head of a page that edits one thing: its name in the top bar, with the back link before it and its status after it. */
export function PageHead({ title, back, status }: PageHeadProps) {
  const slots = useContext(HeadSlotsContext);
  const setTitle = slots?.setTitle;
  useEffect(() => {
    setTitle?.(title);
    return () => setTitle?.(undefined);
  }, [setTitle, title]);
  return (
    <>
      {slots?.before &&
        createPortal(
          <Tooltip title={back.label}>
            <IconButtonLink to={back.to} {...(back.params && { params: back.params })} aria-label={back.label}>
              <Icon name="back" />
            </IconButtonLink>
          </Tooltip>,
          slots.before,
        )}
      {slots?.after && status !== undefined && createPortal(status, slots.after)}
    </>
  );
}
