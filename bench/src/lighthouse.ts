import { median } from '@shop/e2e/percentile';
import { startShop } from '@shop/e2e/shop';
import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';

const PAGES = ['/', '/products', '/product/aurora-solitaire-ring'];
const MIN_SCORES = { performance: 90, accessibility: 100, 'best-practices': 95, seo: 100 };
const RUNS = 3;
const FLAGS = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'];
const QUIET = ['--disable-background-networking', '--disable-component-update', '--disable-sync'];

type Scores = Record<string, number>;

/** Lighthouse's mobile preset on the production build; median of three runs, as a single one varies by five points. */
export async function lighthouseScores() {
  const shop = await startShop();
  const chrome = await launch({
    chromePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    chromeFlags: [...FLAGS, ...QUIET],
  });
  try {
    for (const path of PAGES) {
      const runs: Scores[] = [];
      for (let run = 0; run < RUNS; run += 1) runs.push(await scoresOf(shop.url + path, chrome.port));
      const medians = Object.entries(MIN_SCORES).map(([category, minimum]) => {
        const score = median(runs.map((scores) => scores[category] ?? 0));
        if (score < minimum) process.exitCode = 1;
        return `${category} ${score} (at least ${minimum})`;
      });
      console.log(`${path.padEnd(32)} ${medians.join('   ')}`);
    }
  } finally {
    chrome.kill();
    await shop.stop();
  }
}

async function scoresOf(url: string, port: number): Promise<Scores> {
  const run = await lighthouse(url, { port, onlyCategories: Object.keys(MIN_SCORES), logLevel: 'silent' });
  const categories = Object.entries(run?.lhr.categories ?? {});
  return Object.fromEntries(categories.map(([name, { score }]) => [name, Math.round((score ?? 0) * 100)]));
}
