/** Who may not is told so the way the real server tells it. */
export class Unauthenticated extends Error {
  extensions = { code: "UNAUTHENTICATED", requestId: "req_fake" };
}

export class Forbidden extends Error {
  extensions = { code: "FORBIDDEN", requestId: "req_fake" };
}
