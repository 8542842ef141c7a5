import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create } from 'fontkit';

const { resolve } = createRequire(import.meta.url);

const WEIGHTS = { regular: 400, bold: 700 };
export type Weight = keyof typeof WEIGHTS;

/** Each has the characters of one script. In this order: the first that has a character is used for it. */
const SCRIPTS = ['latin', 'latin-ext', 'vietnamese', 'cyrillic', 'greek', 'devanagari'];

type InvoiceFont = { name: string; file: Buffer; has: (codePoint: number) => boolean };

function loadFont(script: string, weight: Weight): InvoiceFont {
  const name = `noto-sans-${script}-${WEIGHTS[weight]}-normal`;
  const file = readFileSync(resolve(`@fontsource/noto-sans/files/${name}.woff`));
  const font = create(file);
  if (!('hasGlyphForCodePoint' in font)) throw new Error(`${name} is a collection of fonts.`);
  return { name, file, has: (codePoint) => font.hasGlyphForCodePoint(codePoint) };
}

const loaded = new Map<Weight, InvoiceFont[]>();

/** Read from disk once per process. */
export function fontsOf(weight: Weight): InvoiceFont[] {
  const known = loaded.get(weight);
  if (known) return known;
  const fonts = SCRIPTS.map((script) => loadFont(script, weight));
  loaded.set(weight, fonts);
  return fonts;
}

const UNKNOWN = '?';

/**
 * Splits a text into runs of one font. A character that no font has becomes a question mark. The text is composed
 * first: the fonts have é, but not its combining accent.
 */
export function runsOf<Font extends Pick<InvoiceFont, 'has'>>(text: string, fonts: readonly Font[]) {
  const runs: { font: Font; text: string }[] = [];
  for (const character of text.normalize('NFC')) {
    const codePoint = character.codePointAt(0) ?? 0;
    const last = runs.at(-1);
    // Spaces and marks stay in the run of the characters before them.
    const font = last?.font.has(codePoint) ? last.font : fonts.find(({ has }) => has(codePoint));
    const shown = font ? character : UNKNOWN;
    const chosen = font ?? fonts[0];
    if (last && last.font === chosen) last.text += shown;
    else if (chosen) runs.push({ font: chosen, text: shown });
  }
  return runs;
}
