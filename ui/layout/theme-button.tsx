import { MoonIcon, SunIcon } from "@radix-ui/react-icons";
import { Tooltip } from "@radix-ui/themes";
import { QuietButton } from "../components/buttons/quiet-button.tsx";
import { setTheme, useTheme } from "../store.ts";

export function ThemeButton() {
  const theme = useTheme();
  const other = theme === "light" ? "dark" : "light";
  return (
    <Tooltip content={`Use the ${other} theme`}>
      <QuietButton size="3" className="header-icon" label={`Use the ${other} theme`} onClick={() => setTheme(other)}>
        {theme === "light" ? <MoonIcon width="18" height="18" /> : <SunIcon width="18" height="18" />}
      </QuietButton>
    </Tooltip>
  );
}
