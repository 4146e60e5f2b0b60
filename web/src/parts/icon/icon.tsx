/** Line icons on a 16 px grid. They stand beside words, or inside something that has a name of its own. */
const paths = {
  overview: "M1.5 8.5h3l2-5l3 9l2-5.5l1 1.5h2",
  board: "M2.5 13.5v-4h3v4M6.5 13.5v-11h3v11M10.5 13.5v-7h3v7",
  suites: "M2.5 3.5h2M2.5 8h2M2.5 12.5h2M7 3.5h6.5M7 8h6.5M7 12.5h6.5",
  runs: "M4.5 2.8v10.4l8.5-5.2z",
  results: "M2.5 4.2l1.2 1.2l2-2.4M2.5 10.7l1.2 1.2l2-2.4M8 4.5h5.5M8 11h5.5",
  compare: "M5.5 2.5v11M3 5l2.5-2.5L8 5M10.5 13.5v-11M8 11l2.5 2.5L13 11",
  agents: "M3.5 5.5h9v7h-9zM8 5.5V3M6 8.5v1M10 8.5v1M1.5 8v2M14.5 8v2",
  work: "M2 4.5h4.5v7H2zM9 8h5M11.5 5.5L14 8l-2.5 2.5",
  approvals: "M8 2.2a5.8 5.8 0 1 1 0 11.6a5.8 5.8 0 1 1 0-11.6M5.4 8.3l1.8 1.8l3.4-3.9",
  good: "M5 7v6.5H2.5V7zM5 7l2.6-4.6c1 0 1.7.8 1.5 1.8l-.4 2.3h3.8c.8 0 1.3.7 1.1 1.5l-1.2 4.5c-.1.6-.6 1-1.2 1H5",
  bad: "M5 9V2.5H2.5V9zM5 9l2.6 4.6c1 0 1.7-.8 1.5-1.8l-.4-2.3h3.8c.8 0 1.3-.7 1.1-1.5l-1.2-4.5c-.1-.6-.6-1-1.2-1H5",
  receipt: "M8 1.8l5 1.8v4c0 3.2-2 5.4-5 6.6c-3-1.2-5-3.4-5-6.6v-4zM5.7 8l1.7 1.7l3.1-3.2",
  log: "M6.5 2h3v3h-3zM2 11h3v3H2zM11 11h3v3h-3zM8 5v3M3.5 11V8h9v3",
  sun: "M8 5.25a2.75 2.75 0 1 1 0 5.5a2.75 2.75 0 1 1 0-5.5M8 1.5v1.2M8 13.3v1.2M1.5 8h1.2M13.3 8h1.2M3.4 3.4l.85.85M11.75 11.75l.85.85M3.4 12.6l.85-.85M11.75 4.25l.85-.85",
  moon: "M13 9.6A5.5 5.5 0 0 1 6.4 3a5.5 5.5 0 1 0 6.6 6.6z",
  screen: "M2 3h12v8H2zM5.5 13.5h5",
  copy: "M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3",
  check: "M3 8.5l3.2 3.2L13 4.8",
  cross: "M4 4l8 8M12 4l-8 8",
  up: "M8 13V3.5M3.8 7.5L8 3.3l4.2 4.2",
  down: "M8 3v9.5M3.8 8.5L8 12.7l4.2-4.2",
  left: "M10 3.5L5.5 8l4.5 4.5",
  right: "M6 3.5L10.5 8L6 12.5",
  plus: "M8 3v10M3 8h10",
  trash: "M3 4.5h10M6 4.5v-2h4v2M4.5 4.5l.6 9h5.8l.6-9",
  edit: "M3 13l.6-2.8 7.2-7.2 2.2 2.2-7.2 7.2z",
  refresh: "M13 8a5 5 0 1 1-1.5-3.6M13 2.5v2.6h-2.6",
  search: "M7 2.5a4.5 4.5 0 1 1 0 9a4.5 4.5 0 1 1 0-9M10.3 10.3L13.5 13.5",
  key: "M5.5 5.5a3 3 0 1 1 0 6a3 3 0 1 1 0-6M8.3 7.7L13.5 2.5M11 5l2 2",
  more: "M3 8h.01M8 8h.01M13 8h.01",
  people:
    "M6 3a2.4 2.4 0 1 1 0 4.8a2.4 2.4 0 1 1 0-4.8M1.5 13.5c0-2.6 1.9-4 4.5-4s4.5 1.4 4.5 4M10.3 3.3a2.3 2.3 0 0 1 0 4.3M12 9.9c1.6.5 2.5 1.8 2.5 3.6",
  audit: "M3.5 1.8h9v12.4l-2.2-1.4l-2.3 1.4l-2.3-1.4l-2.2 1.4zM6 5.2h4M6 8.2h4",
  operations: "M2.2 12a6.3 6.3 0 1 1 11.6 0M8 9.5l2.8-3.6M7.2 10.2h1.6",
  settings:
    "M2 4.5h5M11 4.5h3M2 11.5h3M9 11.5h5M9 2.7a1.8 1.8 0 1 1 0 3.6a1.8 1.8 0 1 1 0-3.6M7 9.7a1.8 1.8 0 1 1 0 3.6a1.8 1.8 0 1 1 0-3.6",
  person: "M8 2.5a2.7 2.7 0 1 1 0 5.4a2.7 2.7 0 1 1 0-5.4M3 13.8c0-2.7 2.2-4.1 5-4.1s5 1.4 5 4.1",
  out: "M6.5 13.5h-4v-11h4M6 8h7.5M10.5 5l3 3l-3 3",
  link: "M6.8 9.2l2.4-2.4M5.2 7.2L3.6 8.8a2.5 2.5 0 0 0 3.6 3.6l1.6-1.6M10.8 8.8l1.6-1.6a2.5 2.5 0 0 0-3.6-3.6L7.2 5.2",
  code: "M5.5 4.5L2 8l3.5 3.5M10.5 4.5L14 8l-3.5 3.5",
  download: "M8 2v8M4.8 7L8 10.2L11.2 7M2.5 13.5h11",
  grip: "M6 4h.01M10 4h.01M6 8h.01M10 8h.01M6 12h.01M10 12h.01",
  question: "M5.8 6.2a2.2 2.2 0 1 1 3 2c-.6.3-.8.6-.8 1.3M8 12.2v.01",
} as const;

export type IconName = keyof typeof paths;

export function Icon({ name, size = 16 }: { name: IconName; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth={name === "more" || name === "grip" ? 2 : 1.4}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={paths[name]} />
    </svg>
  );
}
