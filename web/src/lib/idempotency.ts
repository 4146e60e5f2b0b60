/** A key under which one press of a button has one effect, however often the request is sent. (crypto.randomUUID needs HTTPS.) */
export function idempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (b) => b.toString(16).padStart(2, "0")).join("");
}
