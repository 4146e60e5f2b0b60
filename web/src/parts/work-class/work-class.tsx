import type { WorkClass } from "@/gql/schema";
import { workClasses } from "@/lib/work-words";

/** A kind of work, in its word. */
export function WorkClassLabel({ value }: { value: WorkClass }) {
  return <span title={workClasses[value].says}>{workClasses[value].name}</span>;
}
