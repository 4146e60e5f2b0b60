import { type ComponentType, useEffect, useState } from "react";

interface Opens {
  open: boolean;
  onClose: () => void;
}

/**
 * A layer whose script is loaded when it is first opened, and which is then drawn only while it is open. Where loading fails nothing
 * opens; it is tried again the next time.
 */
export function onDemand<P extends Opens>(importer: () => Promise<ComponentType<P>>) {
  let Loaded: ComponentType<P> | undefined;
  return function OnDemand(props: P) {
    const { open, onClose } = props;
    const [, redraw] = useState(0);
    useEffect(() => {
      if (!open || Loaded) return;
      let gone = false;
      importer().then(
        (part) => {
          Loaded = part;
          if (!gone) redraw((n) => n + 1);
        },
        () => {
          if (!gone) onClose();
        },
      );
      return () => {
        gone = true;
      };
    }, [open, onClose]);
    return open && Loaded ? <Loaded {...props} /> : null;
  };
}
