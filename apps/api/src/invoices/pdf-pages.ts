import type { Weight } from './pdf-fonts.ts';

/** In points, from the top left corner. */
export type TextStyle = { size: number; weight: Weight };
type TextItem = TextStyle & { x: number; y: number; text: string };
type RuleItem = { x: number; y: number; width: number };
export type Page = { texts: TextItem[]; rules: RuleItem[] };
/** The width of a text in points. */
export type Measure = (text: string, style: TextStyle) => number;

/** Lines that fit into the width. A word that is too long for a line is broken. */
export function wrapText(text: string, width: number, style: TextStyle, measure: Measure): string[] {
  const fits = (line: string) => measure(line, style) <= width;
  const lines: string[] = [];
  let line = '';
  const append = (word: string) => {
    const longer = line ? `${line} ${word}` : word;
    if (fits(longer)) {
      line = longer;
      return;
    }
    if (line) lines.push(line);
    line = '';
    for (const character of word) {
      if (line && !fits(line + character)) {
        lines.push(line);
        line = '';
      }
      line += character;
    }
  };
  for (const word of text.split(/\s+/)) append(word);
  return line ? [...lines, line] : lines;
}
