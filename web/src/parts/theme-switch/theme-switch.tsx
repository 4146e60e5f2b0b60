import { theme, times } from "@/lib/preferences";
import { useStore } from "@/lib/store";
import { Segments } from "../segments/segments";

export function ThemeSwitch() {
  return (
    <Segments
      label="Theme"
      iconsOnly
      value={useStore(theme)}
      onChange={theme.set}
      options={[
        { value: "system", name: "As the system", icon: "screen" },
        { value: "light", name: "Light", icon: "sun" },
        { value: "dark", name: "Dark", icon: "moon" },
      ]}
    />
  );
}

export function TimesSwitch() {
  return (
    <Segments
      label="Times"
      value={useStore(times)}
      onChange={times.set}
      options={[
        { value: "relative", name: "Ago" },
        { value: "local", name: "Local" },
        { value: "utc", name: "UTC" },
      ]}
    />
  );
}
