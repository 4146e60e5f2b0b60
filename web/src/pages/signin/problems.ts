/** Why the identity provider's way did not lead in, as the server names it in `?problem=`. */
const words: Record<string, string> = {
  denied: "The identity provider did not let you in, or you turned back there.",
  expired: "Signing in took too long. Try again.",
  state: "The answer of the identity provider does not belong to this browser. Try again from here.",
  unreachable: "The identity provider did not answer. Try again in a moment, or sign in by password.",
  provider: "The identity provider gave an answer that cannot be used. An admin finds the reason in the server's log.",
  email: "The identity provider gave no confirmed e-mail address, which is needed to know you.",
  unknown: "Nobody here has this address. Ask an admin for an invitation, and follow its link.",
  other: "The user with this address signs in as somebody else at the identity provider. Ask an admin.",
  setup: "This registry has no first user yet. Set it up first, then sign in.",
  invitation: "The invitation does not fit: it is for another address, was used, or is too old. Ask for a new one.",
};

export function problemWords(problem: string): string {
  return words[problem] ?? "Signing in by the identity provider did not work. Try again, or sign in by password.";
}
