import { useEffect, useState } from "react";

/** What a link carries behind `#`, such as a token: it is never sent to the server. */
export function tokenOf(hash: string): string {
  const raw = hash.replace(/^#/, "");
  try {
    return decodeURIComponent(raw).trim();
  } catch {
    return raw.trim();
  }
}

/** Reads the fragment and takes it out of the address bar, so that it is neither seen nor kept in the history. */
export function useFragment(): string {
  const [token, setToken] = useState(() => tokenOf(location.hash));
  useEffect(() => {
    const take = () => {
      const found = tokenOf(location.hash);
      if (found === "") return;
      setToken(found);
      history.replaceState(history.state, "", location.pathname + location.search);
    };
    take();
    // Another link that is pasted into the same tab.
    addEventListener("hashchange", take);
    return () => removeEventListener("hashchange", take);
  }, []);
  return token;
}
