/** The largest body that the server tries a rule on, in bytes. */
export const maxSample = 64 * 1024;

/** The beginning of a text that has at most so many bytes in UTF-8, no character cut in two. */
export function cut(text: string, most: number = maxSample): string {
  return text.slice(0, new TextEncoder().encodeInto(text, new Uint8Array(most)).read);
}
