export const endpoint = "/graphql";

/** The key of this tab, where one is used instead of a session: the console keeps it under the same name. */
export function authorization(): Record<string, string> {
  try {
    const key = sessionStorage.getItem("assay.key");
    return key === null ? {} : { authorization: `Bearer ${key}` };
  } catch {
    return {};
  }
}
