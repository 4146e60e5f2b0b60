import "./style/tokens.css";
import "./style/base.css";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode, useMemo } from "react";
import { createRoot } from "react-dom/client";
import { Provider } from "urql";
import { createClient } from "./lib/graphql";
import { followTheme } from "./lib/preferences";
import { session } from "./lib/session";
import { useStore } from "./lib/store";
import { router } from "./routes";

function Console() {
  const key = useStore(session);
  // Another session, another client: nothing that the admin saw stays behind for a stranger.
  const client = useMemo(() => createClient(key), [key]);
  return (
    <Provider value={client}>
      <RouterProvider router={router} />
    </Provider>
  );
}

followTheme();
const root = document.getElementById("root");
if (root) {
  createRoot(root).render(
    <StrictMode>
      <Console />
    </StrictMode>,
  );
}
