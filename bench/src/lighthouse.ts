import { chromium } from '@shop/e2e/chromium';
import { median } from '@shop/e2e/percentile';
import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import { withCleanup } from './cleanup.ts';
import { openStorefront, type Page } from './storefront.ts';

const PAGES: Page[] = [
  { path: '/' },
  { path: '/products' },
  { path: '/product/aurora-solitaire-ring' },
  { path: '/products?q=silk' },
  { path: '/checkout', customer: true },
];
const MIN_SCORES = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 };
type Category = keyof typeof MIN_SCORES;
/** Not indexed, so that search engines have nothing to say about it. */
const PRIVATE_CATEGORIES: Category[] = ['performance', 'accessibility', 'best-practices'];
const RUNS = 5;
const FLAGS = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'];
const QUIET = ['--disable-background-networking', '--disable-component-update', '--disable-sync'];
/** Audits whose figures explain the score, with their unit. */
const FIGURES = { 'first-contentful-paint': 's', 'largest-contentful-paint': 's', 'total-blocking-time': 'ms' };

/** Lighthouse's mobile preset on the production build; median of five runs, as a single one varies by five points. */
export const lighthouseScores = () =>
  withCleanup(async (onEnd) => {
    const store = await openStorefront(onEnd);
    const chrome = await launch({ chromePath: chromium, chromeFlags: [...FLAGS, ...QUIET] });
    onEnd(() => chrome.kill());
    for (const page of PAGES) {
      const { url, headers } = store.loadOf(page);
      const categories = Object.keys(MIN_SCORES).filter(isCategory);
      const scored = page.customer ? PRIVATE_CATEGORIES : categories;
      const runs: Run[] = [];
      for (let run = 0; run < RUNS; run += 1) runs.push(await runOnce(url + page.path, scored, headers, chrome.port));
      const scores = scored.map((category) => {
        const score = median(runs.map((run) => run.scores[category] ?? 0));
        if (score < MIN_SCORES[category]) process.exitCode = 1;
        return `${category} ${score} (at least ${MIN_SCORES[category]})`;
      });
      const figures = Object.entries(FIGURES).map(([audit, unit]) => {
        const milliseconds = median(runs.map((run) => run.figures[audit] ?? 0));
        return `${audit} ${unit === 's' ? (milliseconds / 1_000).toFixed(2) : Math.round(milliseconds)} ${unit}`;
      });
      const failed = new Set(runs.flatMap((run) => run.failed));
      const failures = failed.size > 0 ? [`failed: ${[...failed].join(', ')}`] : [];
      console.log(`${page.path.padEnd(32)} ${[...scores, ...figures, ...failures].join('   ')}`);
    }
  });

const isCategory = (name: string): name is Category => name in MIN_SCORES;

/** `failed`: the audits that cost points, except those of performance. */
type Run = { scores: Partial<Record<string, number>>; figures: Partial<Record<string, number>>; failed: string[] };

async function runOnce(
  url: string,
  categories: Category[],
  headers: Record<string, string>,
  port: number,
): Promise<Run> {
  const run = await lighthouse(url, { port, onlyCategories: categories, extraHeaders: headers, logLevel: 'silent' });
  if (!run || run.lhr.runtimeError) throw new Error(`${url}: ${run?.lhr.runtimeError?.message ?? 'no result'}`);
  const scores = Object.entries(run.lhr.categories).map(([name, { score }]) => [name, Math.round((score ?? 0) * 100)]);
  const figures = Object.keys(FIGURES).map((audit) => [audit, run.lhr.audits[audit]?.numericValue ?? 0]);
  const failed = Object.values(run.lhr.categories)
    .filter(({ id }) => id !== 'performance')
    .flatMap(({ auditRefs }) => auditRefs.filter(({ weight }) => weight > 0).map(({ id }) => id))
    .filter((id) => (run.lhr.audits[id]?.score ?? 1) < 1);
  return { scores: Object.fromEntries(scores), figures: Object.fromEntries(figures), failed };
}
