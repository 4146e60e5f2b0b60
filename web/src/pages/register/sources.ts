import type { RegisterAgentInput } from "@/gql/schema";

/** By what an agent is known. */
export type Source = "cardUrl" | "card" | "did" | "endpoint";

export interface Values {
  cardUrl: string;
  card: string;
  did: string;
  endpoint: string;
  name: string;
  owner: string;
}

export const blank: Values = { cardUrl: "", card: "", did: "", endpoint: "", name: "", owner: "" };

export const sources: readonly { value: Source; name: string; says: string }[] = [
  { value: "cardUrl", name: "Card address", says: "The card is read there now and on a schedule." },
  { value: "did", name: "did:web", says: "Its DID document names the card; else the well-known paths are tried." },
  { value: "card", name: "Inline card", says: "The card as JSON; nothing is fetched." },
  {
    value: "endpoint",
    name: "Bare endpoint",
    says: "Plain HTTP, for HTTP probes. Nothing is called when it is registered.",
  },
];

const text = (value: string) => value.trim() || undefined;

export function inputOf(source: Source, values: Values): RegisterAgentInput {
  return {
    name: text(values.name),
    owner: text(values.owner),
    did: text(values.did),
    ...(source === "did" ? {} : { [source]: text(values[source]) }),
  };
}

/** Whether it is worth asking the server about: what is typed so far could be whole. */
export function isWhole(source: Source, values: Values): boolean {
  const value = values[source].trim();
  switch (source) {
    case "cardUrl":
    case "endpoint": {
      const url = URL.parse(value);
      return url !== null && /^https?:$/.test(url.protocol) && (url.hostname.includes(".") || isLocal(url.hostname));
    }
    case "did":
      return /^did:[a-z0-9]+:[^\s:/?#]{3,}/.test(value);
    case "card":
      try {
        return typeof JSON.parse(value) === "object";
      } catch {
        return false;
      }
  }
}

const isLocal = (host: string) => host === "localhost" || host.startsWith("[");
