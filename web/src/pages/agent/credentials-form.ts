import type { CredentialKind, CredentialPlace, SetAgentCredentialsInput } from "@/gql/schema";

export const kinds: Record<CredentialKind, { name: string; says: string }> = {
  BEARER: { name: "Bearer token", says: "Sent as “Authorization: Bearer TOKEN”." },
  API_KEY: { name: "API key", says: "Sent in a header, a query parameter or a cookie." },
  OAUTH2: { name: "OAuth2 client", says: "A token is fetched with client credentials and sent as a bearer." },
};

export interface Values {
  bearer: string;
  place: string;
  name: string;
  value: string;
  tokenUrl: string;
  clientId: string;
  clientSecret: string;
  scopes: string;
}

export const blank: Values = {
  bearer: "",
  place: "",
  name: "",
  value: "",
  tokenUrl: "",
  clientId: "",
  clientSecret: "",
  scopes: "",
};

/** The kind that the card asks for first, of those that can be set. */
export function kindFor(schemes: readonly { type: string; supported: boolean }[]): CredentialKind {
  const first = schemes.find((s) => s.supported)?.type.toLowerCase();
  if (first === "apikey") return "API_KEY";
  return first === "oauth2" ? "OAUTH2" : "BEARER";
}

/** Fields that must be filled in and are not. What a card may say can be left out where there is a card. */
export function missingIn(kind: CredentialKind, values: Values, hasCard: boolean): (keyof Values)[] {
  const needed: Record<CredentialKind, (keyof Values)[]> = {
    BEARER: ["bearer"],
    API_KEY: hasCard ? ["value"] : ["name", "value"],
    OAUTH2: hasCard ? ["clientId", "clientSecret"] : ["tokenUrl", "clientId", "clientSecret"],
  };
  return needed[kind].filter((field) => values[field].trim() === "");
}

/** Secrets go as they were typed; the rest without the white space around it, and left out when empty. */
export function inputOf(kind: CredentialKind, values: Values): Omit<SetAgentCredentialsInput, "did"> {
  const text = (field: keyof Values) => values[field].trim() || undefined;
  switch (kind) {
    case "BEARER":
      return { bearer: values.bearer };
    case "API_KEY":
      return { apiKey: { in: text("place") as CredentialPlace | undefined, name: text("name"), value: values.value } };
    case "OAUTH2":
      return {
        oauth2: {
          tokenUrl: text("tokenUrl"),
          clientId: values.clientId.trim(),
          clientSecret: values.clientSecret,
          scopes: text("scopes")?.split(/\s+/),
        },
      };
  }
}
