/** Fails on words of the former private dialect in file names, identifiers, comments, documents and texts. */
import { readFileSync } from 'node:fs';
import { listFiles } from './repository-files.ts';

/** The word, with its plural or its past, and what the glossary says instead. */
const DIALECT = new Map(
  Object.entries({
    anew: 'again',
    books: 'records, data integrity checks',
    cure: 'action',
    deed: 'action',
    desk: 'admin',
    doer: 'actor',
    goods: 'product, item',
    hurry: 'speed up',
    leaving: 'account deletion',
    letter: 'email, character',
    mend: 'fix, manage',
    mended: 'fixed',
    mover: 'actor',
    nobody: 'no customer, no process',
    shelf: 'stock',
    shelves: 'stock',
    somebody: 'customer, staff member, user',
    stray: 'orphaned payment',
    told: 'notified, shown',
    whoever: 'customer, caller, user',
    wish: 'request, wishlist item',
    wished: 'requested',
  }),
);

/** Where a word stands for something else, or is not ours to change. */
const ALLOWED: { path: RegExp; line?: RegExp; reason: string }[] = [
  { path: /^scripts\/vocabulary(\.test)?\.ts$/, reason: 'this list' },
  { path: /^apps\/api\/sample\//, reason: 'sample content: product names, reviews' },
  { path: /^docs\/acceptance\.md$/, reason: 'quoted specification' },
  { path: /./, line: /\bWISH-\d{3}\b/, reason: 'ids of the acceptance list: the wishlist' },
  { path: /./, line: /letter-spacing/, reason: 'CSS property' },
  {
    path: /^packages\/contracts\/src\/.*messages\.ts$/,
    line: /letters, numbers|three-letter/i,
    reason: 'letters of the alphabet',
  },
  {
    path: /./,
    line: /goods_(or_services_)?not_received|'Goods (or services )?not received/,
    reason: 'dispute reason of the payment provider',
  },
];

type Finding = { line: number; word: string; instead: string };

export function findDialect(path: string, text: string): Finding[] {
  const allowed = ALLOWED.filter((entry) => entry.path.test(path));
  return [path, ...text.split('\n')].flatMap((content, line) =>
    allowed.some((entry) => !entry.line || entry.line.test(content))
      ? []
      : wordsOf(content).flatMap((word) => {
          const instead = DIALECT.get(word) ?? DIALECT.get(word.replace(/s$/, ''));
          return instead ? { line, word, instead } : [];
        }),
  );
}

/** `toldAt`, `told_at` and `TOLD` are all "told". */
const wordsOf = (content: string) =>
  content
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .match(/[a-z]+/g) ?? [];

if (import.meta.main) {
  const files = listFiles().filter(
    (path) => /\.(tsx?|css|sql|md|json|ya?ml|html|js|conf)$|(^|\/)[^.]+$/.test(path) && path !== 'package-lock.json',
  );
  const findings = files.flatMap((path) =>
    findDialect(path, readFileSync(path, 'utf8')).map((finding) => ({ path, ...finding })),
  );
  for (const { path, line, word, instead } of findings) console.error(`${path}:${line}: "${word}"; say: ${instead}`);
  console.log(`Vocabulary: ${files.length} files, ${findings.length} words of the former dialect.`);
  process.exitCode = findings.length > 0 ? 1 : 0;
}
