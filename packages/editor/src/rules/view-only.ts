/** Why nothing can be changed without the permission solution.update. */
export const viewOnly = "You can view this solution, but not change it.";
