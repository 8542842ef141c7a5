/**
 * A part of `npm run check:alerts`: each alert has a runbook and a test that expects it to fire, and each metric in a rule
 * or on the dashboard is one that the store or an exporter really has. ops/prometheus/metrics.txt lists those:
 * `npm run faults -- alerts -u` reads it from running processes.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dashboardQueries } from '../ops/grafana/dashboard.ts';

const HEADINGS = ['## Symptom', '## First look', '## Remedy', '## Who to tell'];

/** Words of PromQL that look like metrics. */
const KEYWORDS = 'and or unless on by without ignoring group_left group_right offset bool vector inf nan';
const NOT_METRICS = new Set(KEYWORDS.split(' '));

/** Names of metrics and recorded series in an expression: neither functions, labels, strings nor durations. */
export function metricsIn(expression: string) {
  const names = expression
    .replace(/"(?:\\.|[^"\\])*"|\{[^}]*\}|\[[^\]]*\]/g, ' ')
    .replace(/\b(?:by|without|on|ignoring|group_left|group_right)\s*\([^)]*\)/g, ' ')
    .matchAll(/(?<![\w:.])[a-z_][\w:]*(?![\w:]*\s*\()/gi);
  return [...new Set([...names].map(([name]) => name))].filter((name) => !NOT_METRICS.has(name.toLowerCase()));
}

/** What the check needs of rule files: `expr` is one line, or an indented block. */
export function readRules(text: string) {
  const all = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found);
  return {
    alerts: [...new Set(all(/^ {6}- alert: (\w+)$/gm))],
    records: all(/^ {6}- record: (\S+)$/gm),
    expressions: [...all(/^ {8}expr: (?!\|)(.+)$/gm), ...all(/^ {8}expr: \|\n((?: {10}.*\n)+)/gm)],
  };
}

const readAll = (folder: string) => readdirSync(folder).map((name) => readFileSync(folder + name, 'utf8'));

export const readStoreRules = (root = '') => readRules(readAll(`${root}ops/prometheus/rules/`).join('\n'));

if (import.meta.main) {
  const { alerts, records, expressions } = readStoreRules();
  const tests = readAll('ops/prometheus/tests/').join('\n');
  const runbooks = readdirSync('docs/runbooks').filter((name) => name !== 'README.md');
  const metrics = new Set([...records, ...readFileSync('ops/prometheus/metrics.txt', 'utf8').split('\n')]);
  const used = new Set([...expressions, ...dashboardQueries().map(({ expr }) => expr)].flatMap(metricsIn));
  const headingsOf = (name: string) => readFileSync(`docs/runbooks/${name}`, 'utf8').match(/^## .*$/gm) ?? [];
  const faults = [
    ...alerts.filter((it) => !runbooks.includes(`${it}.md`)).map((it) => `Write docs/runbooks/${it}.md.`),
    ...runbooks.filter((it) => !alerts.includes(it.slice(0, -3))).map((it) => `docs/runbooks/${it} has no alert.`),
    ...runbooks
      .filter((it) => headingsOf(it).join() !== HEADINGS.join())
      .map((it) => `docs/runbooks/${it} needs these headings: ${HEADINGS.join(', ')}.`),
    ...alerts
      .filter((it) => !tests.includes(`{alertname="${it}",`))
      .map((it) => `No test in ops/prometheus/tests expects ${it} to fire.`),
    ...[...used]
      .filter((it) => !metrics.has(it))
      .map((it) => `No process has ${it}, which a rule or the dashboard uses. If one has: npm run faults -- alerts -u`),
  ];
  for (const fault of faults) console.error(fault);
  console.log(`Alerts: ${alerts.length} alerts, ${faults.length} faults.`);
  process.exitCode = faults.length > 0 ? 1 : 0;
}
