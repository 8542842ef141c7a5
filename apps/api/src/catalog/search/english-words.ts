import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';

/** 79,366 words without accents, each between line breaks; from where, and for what: docs/dependencies.md. */
const FILE = new URL('english-words.txt.br', import.meta.url);

/** One string of 0.8 MB, read with the first unknown word. */
let words: string | undefined;

/** A real word is what the shopper meant, even if no product has it. */
export function isEnglishWord(word: string) {
  words ??= brotliDecompressSync(readFileSync(FILE)).toString('latin1');
  return words.includes(`\n${word}\n`);
}
