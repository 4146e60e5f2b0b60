import { authorization } from "./graphql";
import { doubtSession, session } from "./session";

/** Fetches a file from the REST door with what this tab shows of itself, and has the browser save it. Gives why that failed; null: it did not. */
export async function download(path: string, name: string): Promise<string | null> {
  try {
    const response = await fetch(path, { headers: authorization(session.get().key) });
    if (!response.ok) {
      if (response.status === 401) doubtSession();
      return refusal(response.status, await response.text());
    }
    const url = URL.createObjectURL(await response.blob());
    const link = document.createElement("a");
    link.href = url;
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), 60_000); // as in export.ts
    return null;
  } catch {
    return "The file did not come: the server cannot be reached, or the connection was lost on the way. Try again.";
  }
}

/** A refusal in words: what the status means to who asked, then what the door said. */
export function refusal(status: number, body: string): string {
  const titles: Record<number, string> = {
    401: "The file needs somebody who is signed in",
    403: "The file was refused",
    429: "Too many requests: wait a moment and try again",
  };
  const said = messageIn(body);
  return `${titles[status] ?? `The file did not come: the server answered ${status}`}.${said ? ` It says: ${said}` : ""}`;
}

function messageIn(body: string): string | null {
  try {
    const { error } = JSON.parse(body) as { error?: { message?: unknown } };
    return typeof error?.message === "string" ? error.message : null;
  } catch {
    return null;
  }
}
