export const backToList = { to: "/admin/predictions/configs", label: "Back to predictions" } as const;
