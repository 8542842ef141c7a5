/** Undefined if the text is not JSON: for a schema that rejects both. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
