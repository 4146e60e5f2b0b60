import { sessionChanged } from "@/lib/session";
import { Button } from "../button/button";
import { Dialog } from "../dialog/dialog";
import { SignInForm } from "../sign-in-form/sign-in-form";

/** The session is over while the page is open: one signs in again and goes on where one was, with what was typed still there. */
export function SessionEnded({ open, onClose, email }: { open: boolean; onClose: () => void; email: string }) {
  // Closing it is a decision, too: to go on as a stranger.
  const leave = () => {
    sessionChanged();
    onClose();
  };
  return (
    <Dialog
      title="Your session has ended"
      open={open}
      onClose={leave}
      footer={<Button onClick={leave}>Go on without signing in</Button>}
    >
      <p>Sign in again to go on where you were. What you typed on this page is kept.</p>
      <SignInForm to={location.pathname + location.search} email={email} onDone={onClose} />
    </Dialog>
  );
}
