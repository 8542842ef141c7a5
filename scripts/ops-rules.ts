/**
 * `npm run check:alerts`: promtool and amtool accept the files of ops/, the tests of the rules pass, each alert has a
 * test and a runbook, and each metric in a rule or on the dashboard is one that the store or an exporter really has.
 * ops/prometheus/metrics.txt lists those: `npm run faults -- alerts` reads it from running processes.
 */
import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { z } from 'zod';

const RULES = 'ops/prometheus/rules/';
const TESTS = 'ops/prometheus/tests/';
const RUNBOOKS = 'docs/runbooks/';
const DASHBOARD = 'ops/grafana/crystalline.json';
const METRICS = 'ops/prometheus/metrics.txt';
const HEADINGS = ['## Symptom', '## First look', '## Remedy', '## Who to tell'];

const Dashboard = z.object({
  panels: z.array(z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })).default([]) })),
});

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

/** Queries of the dashboard with the title of their panel. */
export const dashboardQueries = (root = '') =>
  Dashboard.parse(JSON.parse(readFileSync(root + DASHBOARD, 'utf8'))).panels.flatMap(({ title, targets }) =>
    targets.map(({ expr }) => ({ title, expr })),
  );

type Rules = { alerts: string[]; records: string[]; expressions: string[] };

/** Reads what the check needs from the layout of the rule files: `expr` is one line, or an indented block. */
export function readRules(texts: string[]): Rules {
  const text = texts.join('\n');
  const all = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found);
  return {
    alerts: [...new Set(all(/^ {6}- alert: (\w+)$/gm))],
    records: all(/^ {6}- record: (\S+)$/gm),
    expressions: [...all(/^ {8}expr: (?!\|)(.+)$/gm), ...all(/^ {8}expr: \|\n((?: {10}.*\n)+)/gm)],
  };
}

const readAll = (folder: string, extension: string) =>
  readdirSync(folder)
    .filter((name) => name.endsWith(extension))
    .map((name) => readFileSync(folder + name, 'utf8'));

export function ruleExpressions(root = '') {
  return readRules(readAll(root + RULES, '.yml'));
}

async function runTool(program: string, ...args: string[]) {
  try {
    await promisify(execFile)(program, args);
    return [];
  } catch (error) {
    const { code, stdout, stderr } = z
      .object({
        code: z.union([z.string(), z.number()]).optional(),
        stdout: z.string().default(''),
        stderr: z.string().default(''),
      })
      .parse(error);
    if (code === 'ENOENT') return [`${program} is missing: apt-get install prometheus prometheus-alertmanager`];
    return [`${program} ${args.join(' ')} fails:\n${stdout}${stderr}`];
  }
}

function runbookFaults(alerts: string[]) {
  const runbooks = readdirSync(RUNBOOKS)
    .filter((name) => name.endsWith('.md') && name !== 'README.md')
    .map((name) => name.slice(0, -'.md'.length));
  return [
    ...alerts.filter((alert) => !runbooks.includes(alert)).map((alert) => `${alert} has no runbook in ${RUNBOOKS}.`),
    ...runbooks.filter((name) => !alerts.includes(name)).map((name) => `${RUNBOOKS}${name}.md belongs to no alert.`),
    ...runbooks.flatMap((name) => {
      const text = readFileSync(`${RUNBOOKS}${name}.md`, 'utf8');
      const found = text.match(/^## .*$/gm) ?? [];
      return found.join() === HEADINGS.join() ? [] : [`${name}.md needs these headings: ${HEADINGS.join(', ')}.`];
    }),
  ];
}

function metricFaults({ records, expressions }: Rules) {
  if (!existsSync(METRICS)) return [`${METRICS} is missing: npm run faults -- alerts -u writes it.`];
  const known = new Set([...records, ...readFileSync(METRICS, 'utf8').split('\n').filter(Boolean)]);
  const used = [...expressions, ...dashboardQueries().map(({ expr }) => expr)].flatMap(metricsIn);
  return [...new Set(used)]
    .filter((name) => !known.has(name))
    .map((name) => `${name} is used by a rule or the dashboard, but no process has this metric.`);
}

function untestedAlerts(alerts: string[]) {
  const tests = readAll(TESTS, '.yml').join('\n');
  return alerts
    .filter((alert) => !tests.includes(`{alertname="${alert}",`))
    .map((alert) => `${alert} has no test in ${TESTS} that expects it to fire.`);
}

export async function alertFaults(): Promise<string[]> {
  const rules = ruleExpressions();
  // A process for each file: promtool runs the tests of several one after the other.
  const tests = readdirSync(TESTS).map((name) => runTool('promtool', 'test', 'rules', TESTS + name));
  const toolFaults = await Promise.all([
    runTool('promtool', 'check', 'config', 'ops/prometheus/prometheus.yml'),
    runTool('amtool', 'check-config', 'ops/alertmanager/alertmanager.yml'),
    ...tests,
  ]);
  return [
    ...toolFaults.flat(),
    ...runbookFaults(rules.alerts),
    ...untestedAlerts(rules.alerts),
    ...metricFaults(rules),
  ];
}

if (import.meta.main) {
  const faults = await alertFaults();
  for (const fault of faults) console.error(fault);
  console.log(`Alerts: ${ruleExpressions().alerts.length} alerts, ${faults.length} faults.`);
  process.exitCode = faults.length > 0 ? 1 : 0;
}
