/** What Prometheus evaluates and what its alerts reach the receiver as. */
import { z } from 'zod';
import { eventually } from '../killable-store.ts';
import type { MonitoredStore } from './monitored-store.ts';

const QueryResult = z.object({ data: z.object({ result: z.array(z.unknown()) }) });
const Names = z.object({ data: z.array(z.string()) });

/** The number of series that a query returns. A rejected query throws. */
export async function countRows({ prometheusUrl }: Pick<MonitoredStore, 'prometheusUrl'>, expression: string) {
  const response = await fetch(`${prometheusUrl}/api/v1/query?query=${encodeURIComponent(expression)}`);
  if (!response.ok) throw new Error(`${expression}: ${await response.text()}`);
  return QueryResult.parse(await response.json()).data.result.length;
}

/** Names of all metrics that were scraped from the jobs. */
export async function listMetrics({ prometheusUrl }: Pick<MonitoredStore, 'prometheusUrl'>, jobs: string) {
  const match = encodeURIComponent(`{job=~"${jobs}"}`);
  const response = await fetch(`${prometheusUrl}/api/v1/label/__name__/values?match[]=${match}`);
  return Names.parse(await response.json()).data;
}

type Labels = Record<string, string>;

/** Resolves when the receiver was notified, and returns the last such notification. */
export async function waitForAlert(
  { received }: Pick<MonitoredStore, 'received'>,
  status: 'firing' | 'resolved',
  labels: Labels,
  withinMs = 120_000,
) {
  const find = () =>
    received.findLast((alert) => Object.entries(labels).every(([name, value]) => alert.labels[name] === value));
  const description = `${labels.alertname} is ${status}`;
  await eventually(async () => find()?.status === status, description, withinMs);
  const alert = find();
  if (!alert) throw new Error(description);
  return alert;
}
