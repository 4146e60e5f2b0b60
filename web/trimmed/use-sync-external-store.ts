// React has had it for long; the package is for those before.
export { useSyncExternalStore } from "react";
