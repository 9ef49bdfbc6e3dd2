import { useEffect } from "react";

/** 'Solutions - Airlock' in the window's title. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title === "Airlock" ? title : `${title} - Airlock`;
  }, [title]);
}
