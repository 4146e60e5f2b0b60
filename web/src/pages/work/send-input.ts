import type { Delivery, SendTaskInput, WorkClass } from "@/gql/schema";

/** What the form of a task holds; `deadline` as the browser's field gives it, without a zone. */
export interface Values {
  from: string | undefined;
  to: string | undefined;
  title: string;
  brief: string;
  workClass: WorkClass;
  deadline: string;
  delivery: Delivery;
}

export const blank: Values = {
  from: undefined,
  to: undefined,
  title: "",
  brief: "",
  workClass: "OTHER",
  deadline: "",
  delivery: "PULL",
};

export type Lack = Partial<Record<keyof Values, string>>;

/** What has to be mended before it can be sent. */
export function lacking(v: Values, now: number): Lack {
  const late = v.deadline !== "" && !(Date.parse(v.deadline) > now);
  return {
    ...(v.from === undefined && { from: "Say who hands it over." }),
    ...(v.to === undefined && { to: "Say who is to do it." }),
    ...(v.title.trim() === "" && { title: "A task needs a title." }),
    ...(late && { deadline: "This time has gone by." }),
  };
}

/** The input of `sendTask`. Where handoffs are `attested` elsewhere no kind is named. */
export function inputOf(v: Values, attested: boolean): SendTaskInput {
  return {
    from: v.from,
    to: v.to ?? "",
    title: v.title.trim(),
    brief: v.brief.trim() === "" ? undefined : v.brief,
    workClass: attested ? undefined : v.workClass.toLowerCase(),
    deadline: v.deadline === "" ? undefined : new Date(v.deadline).toISOString(),
    delivery: v.delivery,
  };
}
