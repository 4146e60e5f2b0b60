/** Levels below this one are not indented further, so that deep nesting cannot make a huge text of a small one. */
const deepest = 32;

/** A string, a bracket, a comma or colon, or what stands between them: a number or literal. Of valid JSON only. */
const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

/**
 * The same JSON text with line breaks and indents; null where it is none. Only white space between the tokens changes: what was parsed and
 * written again would round big numbers, drop the first of two equal keys and put keys into another order.
 */
export function layOutJSON(text: string): string | null {
  try {
    JSON.parse(text);
  } catch {
    return null;
  }
  let out = "";
  let depth = 0;
  let last = "";
  const breakLine = () => "\n" + "  ".repeat(Math.min(depth, deepest));
  for (const [token] of text.matchAll(tokens)) {
    const opened = last === "{" || last === "[";
    if (token === "}" || token === "]") {
      depth--;
      out += opened ? token : breakLine() + token;
    } else {
      if (opened || last === ",") out += breakLine();
      out += token === ":" ? ": " : token;
      if (token === "{" || token === "[") depth++;
    }
    last = token;
  }
  return out;
}
