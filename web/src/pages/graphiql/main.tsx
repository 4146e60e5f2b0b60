import "@/style/tokens.css";
import "graphiql/style.css";
import "./graphiql.css";
import { StrictMode, useEffect, useRef, useState } from "react";
import { createRoot } from "react-dom/client";
import { mendEditors } from "./editors";
import { Explorer } from "./explorer";
import { authorization, endpoint } from "./door";

/** The page around GraphiQL: who one is, and the way back. It is for those who are signed in. */
function GraphiQLPage() {
  const who = useWho();
  const main = useRef<HTMLElement>(null);
  useEffect(() => (main.current ? mendEditors(main.current) : undefined), []);
  return (
    <div className="page">
      <header className="bar">
        <a href="/">
          <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
            <path d="M2 10h16" className="markBar" strokeWidth="5" />
            <path d="M12.5 4v12" stroke="currentColor" strokeWidth="2.4" />
          </svg>
          Console
        </a>
        <h1>GraphiQL</h1>
        {who.is === "known" && (
          <span className="who">
            As <bdi>{who.name}</bdi>
          </span>
        )}
      </header>
      <main ref={main}>
        {who.is === "asking" && <p className="said">Loading</p>}
        {who.is === "stranger" && (
          <div className="said">
            <p>GraphiQL is for those who are signed in. The API itself answers public queries to everybody.</p>
            <p>
              <a className="button" href="/signin?to=%2Fgraphiql">
                Sign in
              </a>
            </p>
          </div>
        )}
        {who.is === "away" && (
          <div className="said" role="alert">
            <p>The server cannot be reached.</p>
            <p>
              <button type="button" className="button" onClick={() => location.reload()}>
                Try again
              </button>
            </p>
          </div>
        )}
        {who.is === "known" && <Explorer />}
      </main>
    </div>
  );
}

type Who = { is: "asking" | "stranger" | "away" } | { is: "known"; name: string };

interface Answer {
  data?: { viewer: { admin: boolean; user: { name: string } | null; key: { name: string } | null } };
}

function useWho(): Who {
  const [who, setWho] = useState<Who>({ is: "asking" });
  useEffect(() => {
    const query = "{ viewer { admin user { name } key { name } } }";
    const headers = { "content-type": "application/json", ...authorization() };
    fetch(endpoint, { method: "POST", headers, body: JSON.stringify({ query }) })
      .then((response) => response.json() as Promise<Answer>)
      .then(({ data }) => {
        const viewer = data?.viewer;
        const name = viewer?.user?.name ?? viewer?.key?.name ?? (viewer?.admin ? "Platform admin" : undefined);
        setWho(name === undefined ? { is: "stranger" } : { is: "known", name });
      })
      .catch(() => setWho({ is: "away" }));
  }, []);
  return who;
}

const root = document.getElementById("root");
if (root) {
  createRoot(root).render(
    <StrictMode>
      <GraphiQLPage />
    </StrictMode>,
  );
}
