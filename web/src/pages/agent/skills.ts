/** A thing that a card says the agent can do. */
export interface Skill {
  name: string;
  says: string;
  tags: readonly string[];
}

/** What a card claims. It is foreign: what is not as A2A has it is left out. */
export function skillsOf(card: unknown): Skill[] {
  const skills = (card as { skills?: unknown } | null)?.skills;
  if (!Array.isArray(skills)) return [];
  return skills.flatMap((skill: Record<string, unknown> | null) => {
    const name = text(skill?.name) || text(skill?.id);
    if (name === "") return [];
    const tags = Array.isArray(skill?.tags) ? skill.tags.map(text).filter((tag) => tag !== "") : [];
    return [{ name, says: text(skill?.description), tags }];
  });
}

const text = (value: unknown): string => (typeof value === "string" ? value.trim() : "");
