import "./style/tokens.css";
import "./style/base.css";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode, useMemo } from "react";
import { createRoot } from "react-dom/client";
import { Provider } from "urql";
import { createClient } from "./lib/graphql";
import { followTheme } from "./lib/preferences";
import { followNetwork } from "./lib/presence";
import { followTabs, session } from "./lib/session";
import { useStore } from "./lib/store";
import { router } from "./routes";

function Console() {
  const whose = useStore(session);
  // Another session, another client: nothing that one saw stays behind for the next.
  const client = useMemo(() => createClient(whose.key), [whose]);
  return (
    <Provider value={client}>
      <RouterProvider router={router} />
    </Provider>
  );
}

followTheme();
followTabs();
followNetwork();
const root = document.getElementById("root");
if (root) {
  createRoot(root).render(
    <StrictMode>
      <Console />
    </StrictMode>,
  );
}
