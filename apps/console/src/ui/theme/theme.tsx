import { createTheme } from "@mui/material/styles";
import { CheckMark } from "../check-mark.tsx";
import { Icon } from "../icons/icon.tsx";
import { TooltipPopper } from "../overlays/tooltip-popper.tsx";

/** The tokens stay in tokens.css; here they are only named. `nativeColor` lets the palette hold var(...). */
const v = (name: string) => `var(--al-${name})`;
const meaning = (name: string) => ({ main: v(name), light: v(`${name}-soft`), dark: v(`${name}-text`) });

// One palette for both schemes: the variables change under it.
const palette = {
  primary: { main: v("primary"), light: v("primary-soft"), dark: v("primary-text"), contrastText: v("primary-ink") },
  secondary: { main: v("secondary"), light: v("secondary-soft"), dark: v("secondary-text"), contrastText: v("secondary-ink") },
  success: meaning("success"),
  warning: meaning("warning"),
  error: { ...meaning("error"), contrastText: v("on-solid") },
  info: meaning("info"),
  background: { default: v("page"), paper: v("card") },
  text: { primary: v("text"), secondary: v("text-muted"), disabled: v("text-disabled") },
  divider: v("border"),
  action: {
    hover: v("hover"),
    selected: v("selected"),
    active: v("text-muted"),
    disabled: v("text-disabled"),
    disabledBackground: v("sunken"),
  },
};

const floating = { backgroundColor: v("raised"), backgroundImage: "none", border: `1px solid ${v("border")}` };
const solid = (name: string) => ({
  backgroundColor: v(`${name}-solid`),
  color: v("on-solid"),
  "&:hover": { backgroundColor: v(`${name}-solid-hover`) },
});
const narrow = "@media (max-width: 699.95px)";

export const theme = createTheme({
  cssVariables: { nativeColor: true, colorSchemeSelector: '[data-color-scheme="%s"]' },
  colorSchemes: { light: { palette }, dark: { palette } },
  spacing: 4,
  shape: { borderRadius: 6 },
  breakpoints: { values: { xs: 0, sm: 700, md: 1200, lg: 1440, xl: 1920 } },
  typography: {
    fontFamily: v("font"),
    fontSize: 14,
    fontWeightMedium: 500,
    fontWeightBold: 600,
    h1: { fontSize: v("size-18"), fontWeight: 600, lineHeight: "28px", letterSpacing: "-0.01em" }, // page title
    h2: { fontSize: v("size-16"), fontWeight: 600, lineHeight: "24px" }, // dialog and section title
    h3: { fontSize: v("size-14"), fontWeight: 600, lineHeight: "20px" }, // card title
    body1: { fontSize: v("size-14"), lineHeight: 1.5 },
    body2: { fontSize: v("size-13"), lineHeight: "20px" },
    caption: { fontSize: v("size-12"), lineHeight: "16px" },
    overline: { fontSize: v("size-11"), fontWeight: 600, lineHeight: "16px", letterSpacing: "0.04em" },
    button: { fontSize: v("size-13"), fontWeight: 600, lineHeight: 1, textTransform: "none" },
  },
  components: {
    MuiButtonBase: {
      defaultProps: { disableRipple: true },
      styleOverrides: { root: { "&.Mui-focusVisible": { boxShadow: v("focus-ring") } } },
    },
    MuiButton: {
      defaultProps: { disableElevation: true },
      styleOverrides: {
        root: {
          height: 36,
          padding: "0 14px",
          minWidth: 0,
          whiteSpace: "nowrap",
          "&.Mui-focusVisible": { boxShadow: v("focus-ring") },
          "&.Mui-disabled": { color: v("text-disabled"), boxShadow: "none" },
          [narrow]: { minHeight: 40 },
        },
        sizeSmall: { height: 28, padding: "0 10px", fontSize: v("size-12") },
        outlined: {
          color: v("text"),
          borderColor: v("border-strong"),
          backgroundColor: v("card"),
          boxShadow: v("shadow-1"),
          "&:hover": { backgroundColor: v("hover"), borderColor: v("border-strong") },
        },
        contained: { "&.Mui-disabled": { backgroundColor: v("sunken"), color: v("text-disabled") } },
        text: { padding: "0 10px", color: v("primary-text"), "&:hover": { backgroundColor: v("primary-soft") } },
        startIcon: { marginLeft: -2, marginRight: 6 },
        endIcon: { marginLeft: 6, marginRight: -2 },
      },
      variants: [
        { props: { variant: "contained", color: "primary" }, style: solid("primary") },
        { props: { variant: "contained", color: "error" }, style: solid("error") },
        { props: { variant: "text", color: "inherit" }, style: { color: v("text-muted"), "&:hover": { backgroundColor: v("hover") } } },
        { props: { variant: "text", color: "error" }, style: { color: v("error-text"), "&:hover": { backgroundColor: v("error-soft") } } },
      ],
    },
    MuiIconButton: {
      styleOverrides: {
        root: {
          width: 32,
          height: 32,
          borderRadius: 6,
          padding: 0,
          color: v("text-muted"),
          "&:hover": { backgroundColor: v("hover"), color: v("text") },
          "&.Mui-disabled": { color: v("text-disabled") },
          [narrow]: { width: 40, height: 40 },
        },
        sizeSmall: { width: 28, height: 28 },
      },
    },
    // Labels are always above their field.
    MuiTextField: { defaultProps: { size: "small", fullWidth: true, slotProps: { inputLabel: { shrink: true } } } },
    MuiInputLabel: {
      styleOverrides: {
        root: {
          position: "static",
          transform: "none",
          marginBottom: 6,
          fontSize: v("size-12"),
          lineHeight: "16px",
          fontWeight: 600,
          color: v("text-muted"),
          "&.Mui-focused, &.Mui-disabled": { color: v("text-muted") },
          "&.Mui-error": { color: v("error-text") },
        },
        asterisk: { color: v("error-text") },
      },
    },
    MuiOutlinedInput: {
      defaultProps: { notched: false },
      styleOverrides: {
        root: {
          height: 36,
          backgroundColor: v("card"),
          "&.MuiInputBase-multiline": { height: "auto", padding: "8px 10px", "& textarea": { padding: 0 } },
          "&:hover .MuiOutlinedInput-notchedOutline": { borderColor: v("border-control") },
          "&.Mui-focused .MuiOutlinedInput-notchedOutline": { borderColor: v("focus") },
          "&.Mui-disabled": { backgroundColor: v("sunken") },
          "&.Mui-disabled .MuiOutlinedInput-notchedOutline": { borderColor: v("border") },
          [narrow]: { height: 40 },
        },
        input: {
          padding: "0 10px",
          height: "100%",
          boxSizing: "border-box",
          "&::placeholder": { color: v("text-faint"), opacity: 1 },
          "&.Mui-disabled": { WebkitTextFillColor: v("text-muted") },
        },
        notchedOutline: { borderColor: v("border-control"), top: 0, "& legend": { display: "none" } },
      },
    },
    MuiFormHelperText: {
      styleOverrides: {
        root: { margin: "6px 0 0", fontSize: v("size-12"), color: v("text-faint"), "&.Mui-error": { color: v("error-text") } },
      },
    },
    MuiCheckbox: {
      defaultProps: { icon: <CheckMark />, checkedIcon: <CheckMark state="on" />, indeterminateIcon: <CheckMark state="mixed" /> },
      styleOverrides: { root: { padding: 8, borderRadius: 6, "&.Mui-focusVisible .check-mark": { boxShadow: v("focus-ring") } } },
    },
    MuiRadio: { styleOverrides: { root: { padding: 8, color: v("border-control"), "&.Mui-checked": { color: v("primary-solid") } } } },
    MuiSwitch: {
      styleOverrides: {
        track: { backgroundColor: v("border-control"), opacity: 1 },
        switchBase: {
          "&.Mui-checked": { color: v("on-solid"), "& + .MuiSwitch-track": { backgroundColor: v("primary-solid"), opacity: 1 } },
        },
      },
    },
    MuiSelect: {
      defaultProps: { IconComponent: SelectArrow },
      styleOverrides: { icon: { top: "calc(50% - 8px)", color: v("text-faint") } },
    },
    MuiToggleButtonGroup: { styleOverrides: { root: { padding: 2, gap: 2, backgroundColor: v("sunken") } } },
    MuiToggleButton: {
      styleOverrides: {
        root: {
          height: 24,
          padding: "0 8px",
          border: 0,
          borderRadius: "4px !important",
          fontSize: v("size-11"),
          letterSpacing: "0.02em",
          color: v("text-muted"),
          "&:hover": { backgroundColor: v("hover") },
          "&.Mui-selected, &.Mui-selected:hover": {
            backgroundColor: v("raised"),
            color: v("primary-text"),
            boxShadow: `${v("shadow-1")}, 0 0 0 1px ${v("border")}`,
          },
          "&.Mui-focusVisible, &.Mui-selected.Mui-focusVisible": { boxShadow: v("focus-ring") },
          [narrow]: { height: 36 },
        },
      },
    },
    MuiChip: {
      defaultProps: { size: "small" },
      styleOverrides: { root: { height: 22, fontSize: v("size-12"), fontWeight: 500 } },
      variants: [
        { props: { color: "default", variant: "filled" }, style: { backgroundColor: v("neutral-soft"), color: v("neutral-text") } },
      ],
    },
    MuiPaper: { defaultProps: { elevation: 0 }, styleOverrides: { root: { backgroundImage: "none" } } },
    MuiDialog: {
      styleOverrides: {
        paper: {
          ...floating,
          borderRadius: 12,
          boxShadow: v("shadow-4"),
          // Narrow: dialogs fill the width from the bottom.
          [narrow]: {
            margin: 0,
            width: "100%",
            maxWidth: "100%",
            alignSelf: "flex-end",
            borderRadius: "12px 12px 0 0",
            maxHeight: "calc(100% - 32px)",
          },
        },
      },
    },
    MuiDialogTitle: { defaultProps: { variant: "h2" }, styleOverrides: { root: { padding: "20px 24px 16px" } } },
    MuiDialogContent: { styleOverrides: { root: { padding: "0 24px 4px" } } },
    MuiDialogActions: {
      styleOverrides: { root: { padding: "16px 24px 20px", gap: 8, "& > :not(style) ~ :not(style)": { marginLeft: 0 } } },
    },
    MuiBackdrop: { styleOverrides: { root: { "&:not(.MuiBackdrop-invisible)": { backgroundColor: v("scrim") } } } },
    MuiMenu: { styleOverrides: { paper: { ...floating, borderRadius: 8, boxShadow: v("shadow-3") }, list: { padding: 6 } } },
    MuiPopover: { styleOverrides: { paper: { ...floating, borderRadius: 8, boxShadow: v("shadow-3") } } },
    // As a menu looks: it is one, beside a field.
    MuiAutocomplete: {
      // Also where the library has a text of its own, so that it is translated.
      defaultProps: { openText: "Open", closeText: "Close", clearText: "Clear", noOptionsText: "No options", loadingText: "Loading..." },
      styleOverrides: {
        paper: { ...floating, borderRadius: 8, boxShadow: v("shadow-3"), marginTop: 4, fontSize: v("size-13") },
        listbox: {
          padding: 6,
          "& .MuiAutocomplete-option": { minHeight: 34, padding: "4px 10px", borderRadius: 5, [narrow]: { minHeight: 40 } },
          "& .MuiAutocomplete-option.Mui-focused": { backgroundColor: v("hover") },
        },
        noOptions: { fontSize: v("size-13"), color: v("text-muted") },
        loading: { fontSize: v("size-13"), color: v("text-muted") },
      },
    },
    MuiMenuItem: {
      styleOverrides: {
        root: {
          height: 34,
          padding: "0 10px",
          borderRadius: 5,
          fontSize: v("size-13"),
          gap: 10,
          "& .icon": { color: v("text-muted") },
          "&.Mui-focusVisible": { backgroundColor: v("hover"), boxShadow: `inset 0 0 0 2px ${v("focus")}` },
          [narrow]: { height: 40 },
        },
      },
    },
    MuiTooltip: {
      // Interactive tooltips take clicks that are meant for what is under them.
      defaultProps: { enterDelay: 400, enterNextDelay: 100, disableInteractive: true, slots: { popper: TooltipPopper } },
      styleOverrides: {
        tooltip: {
          padding: "6px 10px",
          borderRadius: 6,
          backgroundColor: v("inverse"),
          color: v("text-inverse"),
          fontSize: v("size-12"),
          lineHeight: "18px",
          fontWeight: 400,
        },
      },
    },
    MuiDrawer: { styleOverrides: { paper: { width: 240, backgroundColor: v("card"), backgroundImage: "none", borderColor: v("border") } } },
    MuiLinearProgress: { styleOverrides: { root: { height: 4, borderRadius: 2, backgroundColor: v("sunken") } } },
    MuiSkeleton: {
      defaultProps: { animation: "wave", variant: "rounded" },
      styleOverrides: { root: { backgroundColor: v("skeleton"), borderRadius: 4 } },
    },
  },
});

function SelectArrow({ className }: { readonly className?: string }) {
  return <Icon name="down" size={16} {...(className ? { className } : {})} />;
}
