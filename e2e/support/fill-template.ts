/** Replaces only what a deployment replaces; fails when a part is missing from the configuration file. */
export function fillTemplate(template: string, values: Record<string, string>) {
  let filled = template;
  for (const [part, value] of Object.entries(values)) {
    if (!filled.includes(part)) throw new Error(`The configuration file does not contain: ${part}`);
    filled = filled.replaceAll(part, value);
  }
  return filled;
}
