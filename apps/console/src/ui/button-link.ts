import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import { createLink } from "@tanstack/react-router";

/** Buttons that lead to another screen: they can be opened in another window, as every link. */
export const ButtonLink = createLink(Button);
export const IconButtonLink = createLink(IconButton);
