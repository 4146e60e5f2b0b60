import { sheet } from "@/lib/keys";
import { Dialog } from "../dialog/dialog";
import css from "./key-sheet.module.css";

export function KeySheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog title="Keyboard" open={open} onClose={onClose}>
      <dl className={css.sheet}>
        {sheet.map(({ keys, does }) => (
          <div key={does}>
            <dt>{does}</dt>
            <dd>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
