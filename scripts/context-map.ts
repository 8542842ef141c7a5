/** The map of the contexts in docs/architecture.md, from the imports: fails if it is not current, `--write` writes it. */
import { readFileSync, writeFileSync } from 'node:fs';
import { listFiles } from './repository-files.ts';

/** Contexts in layers, top to bottom: a context may only call lower layers. */
export const LAYERS = [
  ['checkout', 'returns', 'alerts', 'system', 'setup', 'saved-views'],
  ['orders', 'reviews', 'support'],
  [
    ...['analytics', 'cart', 'payments', 'notifications', 'newsletter'],
    ...['waitlist', 'feeds', 'quick-search', 'content', 'invoices', 'campaigns'],
  ],
  ['catalog', 'identity', 'media'],
  ['inventory', 'discounts', 'settings'],
  ['mail', 'audit'],
];

const ROOT = 'apps/api/src/';
const DOCUMENT = 'docs/architecture.md';
const MAP = /(?<=^\| layer \| context \|.*\n\|[-|]+\|\n)(?:\|.*\n)*/m;

type Source = { path: string; text: string };

const contextOf = (path: string) => path.slice(0, path.indexOf('/'));

/** Paths start at `apps/api/src`. By context: those whose files it imports. */
function readCalls(sources: Source[], contexts: string[]) {
  const calls = new Map(contexts.map((context) => [context, new Set<string>()]));
  for (const { path, text } of sources)
    for (const [, imported = ''] of text.matchAll(/\bfrom '#([\w-]+\/)[\w/-]+\.ts'/g))
      if (contextOf(imported) !== contextOf(path) && calls.has(contextOf(imported)))
        calls.get(contextOf(path))?.add(contextOf(imported));
  return calls;
}

export function mapOf(sources: Source[], layers: string[][]) {
  const contexts = layers.flat().toSorted();
  const calls = readCalls(sources, contexts);
  const listOf = (names: string[]) => names.toSorted().join(', ') || '–';
  const callersOf = (context: string) => contexts.filter((other) => calls.get(other)?.has(context));
  return layers
    .flatMap((layer, at) =>
      layer
        .toSorted()
        .map(
          (context) =>
            `| ${at + 1} | ${context} | ${listOf([...(calls.get(context) ?? [])])} | ${listOf(callersOf(context))} |\n`,
        ),
    )
    .join('');
}

if (import.meta.main) {
  const sources = listFiles(ROOT)
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .map((path) => ({ path: path.slice(ROOT.length), text: readFileSync(path, 'utf8') }));
  const document = readFileSync(DOCUMENT, 'utf8');
  const current = document.replace(MAP, mapOf(sources, LAYERS));
  if (process.argv.includes('--write')) writeFileSync(DOCUMENT, current);
  else if (current !== document) {
    console.error(
      `The map of the contexts in ${DOCUMENT} is not that of the imports: node scripts/context-map.ts --write`,
    );
    process.exitCode = 1;
  }
}
