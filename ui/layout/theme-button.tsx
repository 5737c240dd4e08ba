import { MoonIcon, SunIcon } from "@radix-ui/react-icons";
import { IconButton, Tooltip } from "@radix-ui/themes";
import { setTheme, useTheme } from "../store.ts";

export function ThemeButton() {
  const theme = useTheme();
  const other = theme === "light" ? "dark" : "light";
  return (
    <Tooltip content={`Use the ${other} theme`}>
      <IconButton
        variant="ghost"
        color="gray"
        size="3"
        className="header-icon"
        aria-label={`Use the ${other} theme`}
        onClick={() => setTheme(other)}
      >
        {theme === "light" ? <MoonIcon width="18" height="18" /> : <SunIcon width="18" height="18" />}
      </IconButton>
    </Tooltip>
  );
}
