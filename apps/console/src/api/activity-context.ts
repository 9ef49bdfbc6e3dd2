import { createContext } from "react";
import type { Activity } from "./activity.ts";

export const ActivityContext = createContext<Activity | undefined>(undefined);
