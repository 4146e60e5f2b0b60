import { createGraphiQLFetcher } from "@graphiql/toolkit";
import { GraphiQL } from "graphiql";
import { createClient } from "graphql-ws";
import { useMemo } from "react";
import { authorization, endpoint } from "./door";

const firstQuery = `# The public API of this registry. Ctrl Space completes, Ctrl Enter runs.
query Board {
  leaderboard(first: 5) {
    nodes {
      rank
      agent { name did }
      meanScore
      interval { low high }
    }
  }
}
`;

/** GraphiQL at this registry's own API: queries and mutations by POST, subscriptions by a websocket. */
export function Explorer() {
  const fetcher = useMemo(() => {
    const url = new URL(endpoint, location.href);
    url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
    return createGraphiQLFetcher({
      url: endpoint,
      headers: authorization(),
      wsClient: createClient({ url: url.href, connectionParams: authorization, lazy: true }),
    });
  }, []);
  const dark = document.documentElement.dataset.theme === "dark";
  return (
    <GraphiQL
      fetcher={fetcher}
      defaultQuery={firstQuery}
      forcedTheme={dark ? "dark" : "light"}
      shouldPersistHeaders={false}
      isHeadersEditorEnabled={false}
      showPersistHeadersSettings={false}
    >
      {/* Its own leads to another site. */}
      <GraphiQL.Logo>{null}</GraphiQL.Logo>
    </GraphiQL>
  );
}
