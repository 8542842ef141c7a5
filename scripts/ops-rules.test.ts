import { expect, test } from 'vitest';
import { metricsIn, readRules } from './ops-rules.ts';

test('metrics of an expression are found, functions, labels, strings and durations are not', () => {
  const expression = `sum by (job, task) (rate(jobs_total{outcome="failed_jobs"}[5m])) / on (job) group_left up > 0.5
    and max_over_time(queue_age_seconds[1d] offset 10m) > 2 * slo:pages:ratio1h or vector(0)`;

  expect(metricsIn(expression)).toEqual(['jobs_total', 'up', 'queue_age_seconds', 'slo:pages:ratio1h']);
});

test('alerts, records and expressions of one line and of several are read from a rule file', () => {
  const file = `groups:
  - name: a
    rules:
      - record: a:b
        expr: sum(c)
      - alert: Down
        expr: |
          up == 0
          and d > 1
        for: 1m
`;

  expect(readRules(file)).toEqual({
    alerts: ['Down'],
    records: ['a:b'],
    expressions: ['sum(c)', '          up == 0\n          and d > 1\n'],
  });
});
