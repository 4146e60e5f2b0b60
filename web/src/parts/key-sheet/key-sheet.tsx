import { paletteKeys } from "@/lib/keys";
import { usePlaces } from "@/lib/shell";
import { Dialog } from "../dialog/dialog";
import css from "./key-sheet.module.css";

type Line = { keys: readonly string[]; does: string };

/** Every key of the console. Those that lead to a screen are shown to who may go there. */
export function KeySheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const places = usePlaces();
  return (
    <Dialog title="Keyboard" open={open} onClose={onClose} wide>
      <div className={css.sheet}>
        <Group
          title="Everywhere"
          lines={[
            { keys: paletteKeys(), does: "Search, or do something" },
            { keys: ["/"], does: "Filter this page" },
            { keys: ["?"], does: "Show these keys" },
            { keys: ["Esc"], does: "Close, or leave the row" },
          ]}
        />
        <Group
          title="In a list"
          lines={[
            { keys: ["j"], does: "Next row" },
            { keys: ["k"], does: "Previous row" },
            { keys: ["Enter"], does: "Open the row" },
          ]}
        />
        <Group
          title="In a run or a result"
          lines={[
            { keys: ["←", "↑", "→", "↓"], does: "Move between cells" },
            { keys: ["Enter"], does: "Open the cell" },
            { keys: ["[", "]"], does: "Previous or next result" },
          ]}
        />
        <Group
          title="In a task"
          lines={[
            { keys: ["u"], does: "Say it was good" },
            { keys: ["d"], does: "Say it was bad" },
            { keys: ["b"], does: "Take back what you said" },
            { keys: ["c"], does: "Write a comment" },
          ]}
        />
        <Group
          title="In the approvals"
          lines={[
            { keys: ["j"], does: "Next approval" },
            { keys: ["k"], does: "Previous approval" },
            { keys: ["a"], does: "Grant the open one, pressed twice" },
            { keys: ["r"], does: "Reject the open one, pressed twice" },
            { keys: ["c"], does: "Write a comment" },
          ]}
        />
        <Group title="Go to" lines={places.map((place) => ({ keys: ["g", place.key], does: place.name }))} />
      </div>
    </Dialog>
  );
}

function Group({ title, lines }: { title: string; lines: readonly Line[] }) {
  return (
    <section className={css.group}>
      <h3>{title}</h3>
      <dl>
        {lines.map(({ keys, does }) => (
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
    </section>
  );
}
