/**
 * The Grafana dashboard, as JSON for Dashboards → New → Import: `node ops/grafana/dashboard.ts > crystalline.json`.
 * `npm run check:alerts` checks that the store or an exporter has each metric of it.
 */

/** Queries by their legend. */
type Queries = Record<string, string>;
/** Colors from a value on, the first from the lowest. */
type Steps = [color: string, from?: number][];
type Panel = { title: string; unit: string; queries: Queries; steps?: Steps; description?: string };

const stat = (title: string, unit: string, query: string, ...steps: Steps): Panel => ({
  ...{ title, unit, queries: { '': query }, steps },
});
const graph = (title: string, unit: string, queries: Queries, description?: string): Panel => ({
  ...{ title, unit, queries, description },
});

const PAGES = 'job="web",method="GET",route!~"/?(admin|api|assets|health|media|metrics).*"';
const burnRate = (slo: string, window: string, budget: number) => ({
  [window]: `slo:${slo}:ratio${window} / ${budget}`,
});
const burnRates = (slo: string, budget: number): Queries =>
  Object.assign({}, ...['5m', '1h', '6h', '3d'].map((window) => burnRate(slo, window, budget)));
const latency = (legend: string, quantile: number, of: string): Queries => ({
  [legend]: `histogram_quantile(${quantile}, sum by (le) (rate(http_request_duration_seconds_bucket{${of}}[$__rate_interval])))`,
});
const latencies = (of: string) => ({
  ...latency('p50', 0.5, of),
  ...latency('p95', 0.95, of),
  ...latency('p99', 0.99, of),
});

const ROWS: Record<string, Panel[]> = {
  Objectives: [
    stat(
      'Bad pages, last hour',
      'percentunit',
      'slo:public_pages_bad:ratio1h',
      ['green'],
      ['orange', 0.001],
      ['red', 0.0144],
    ),
    stat(
      'Failed checkouts, last hour',
      'percentunit',
      'slo:checkout_failed:ratio1h',
      ['green'],
      ['orange', 0.0005],
      ['red', 0.0072],
    ),
    stat('Processes', 'short', 'sum(up{job=~"api|worker|web"})', ['red'], ['green', 3]),
    stat('Integrity violations', 'short', 'sum(max by (invariant) (invariant_violations))', ['green'], ['orange', 1]),
    stat('Last integrity check', 's', 'max(invariant_check_age_seconds)', ['green'], ['orange', 600]),
    stat('Worker heartbeat', 's', 'max(worker_heartbeat_age_seconds)', ['green'], ['orange', 120], ['red', 180]),
    stat('Last backup', 'dateTimeFromNow', '1000 * max(backup_last_success_timestamp_seconds)', ['green']),
    stat(
      'Certificate left',
      's',
      'min(probe_ssl_earliest_cert_expiry) - time()',
      ['red'],
      ['orange', 259200],
      ['green', 1209600],
    ),
    graph(
      'Error budget burn rate of pages',
      'short',
      burnRates('public_pages_bad', 0.001),
      '1 uses up the error budget of 30 days in 30 days. An alert fires at 14.4, 6, 3 and 1, the longer the window the lower.',
    ),
    graph('Error budget burn rate of checkout', 'short', burnRates('checkout_failed', 0.0005), 'As for pages.'),
  ],
  'Traffic, errors, latency': [
    graph('Requests by process', 'reqps', {
      '{{job}}': 'sum by (job) (rate(http_request_duration_seconds_count[$__rate_interval]))',
    }),
    graph('Pages by route', 'reqps', {
      '{{route}}': `topk(8, sum by (route) (rate(http_request_duration_seconds_count{${PAGES}}[$__rate_interval])))`,
    }),
    graph('Responses by status', 'reqps', {
      '{{job}} {{status}}': 'sum by (job, status) (rate(http_request_duration_seconds_count[$__rate_interval]))',
    }),
    graph('Page latency', 's', latencies(PAGES)),
    graph('API latency', 's', latencies('job="api"')),
    graph('Errors between web and API', 'reqps', {
      '{{kind}}': 'sum by (kind) (rate(upstream_errors_total[$__rate_interval]))',
    }),
  ],
  'Checkout, orders, payments': [
    graph('Checkout requests by status', 'reqps', {
      '{{route}} {{status}}':
        'sum by (route, status) (rate(http_request_duration_seconds_count{job="api",route=~"/api/payment/(create-order|verify|callback)"}[$__rate_interval]))',
    }),
    graph(
      'Checkouts refused by reason',
      'short',
      { '{{reason}}': 'sum by (reason) (increase(checkout_refused_total[1h]))' },
      'In the hour before.',
    ),
    graph(
      'Orders placed',
      'short',
      { '{{method}}': 'sum by (method) (increase(orders_placed_total[1h]))' },
      'In the hour before.',
    ),
    graph(
      'Payments',
      'short',
      {
        '{{outcome}}': 'sum by (outcome) (increase(payments_total[1h]))',
        'provider unavailable': 'max(payment_provider_circuit_open)',
      },
      'In the hour before. 1 for the provider: its circuit breaker is open.',
    ),
  ],
  'Queue and emails': [
    graph('Jobs by state', 'short', {
      '{{state}}': 'sum by (state) (max by (task, state) (queue_jobs))',
      'running, as workers report': 'sum(jobs_running)',
    }),
    graph('Oldest due job', 's', { 'oldest due': 'max(queue_oldest_due_seconds)' }),
    graph('Job duration, p95 by task', 's', {
      '{{task}}':
        'topk(8, histogram_quantile(0.95, sum by (le, task) (rate(job_duration_seconds_bucket[$__rate_interval]))))',
    }),
    graph('Jobs by outcome', 'ops', {
      '{{outcome}}': 'sum by (outcome) (rate(job_duration_seconds_count[$__rate_interval]))',
    }),
    graph('Emails', 'short', { waiting: 'max(email_messages_waiting)', failed: 'max(email_messages_failed)' }),
    graph('Oldest waiting email', 's', { oldest: 'max(email_oldest_waiting_seconds)' }),
    graph(
      'Logins refused',
      'short',
      {
        '{{reason}}': 'sum by (reason) (increase(logins_refused_total[10m]))',
        'password hashes waiting': 'sum(password_hashes_waiting)',
      },
      'In the 10 minutes before.',
    ),
  ],
  'Database, cache, open pages': [
    graph('Connections in use', 'short', {
      '{{pool}} {{state}}': 'sum by (pool, state) (database_pool_connections{state!="waiting"})',
    }),
    graph('Requests waiting for a connection', 'short', {
      '{{pool}}': 'sum by (pool) (database_pool_connections{state="waiting"})',
    }),
    graph('Page cache', 'percentunit', {
      '{{outcome}}':
        'sum by (outcome) (rate(page_cache_requests_total[$__rate_interval])) / ignoring (outcome) group_left sum(rate(page_cache_requests_total[$__rate_interval]))',
    }),
    graph('Page rendering, p95', 's', {
      '{{route}}':
        'topk(8, histogram_quantile(0.95, sum by (le, route) (rate(page_render_seconds_bucket[$__rate_interval]))))',
    }),
    graph('Redis and open pages', 'short', {
      'Redis connected': 'max(redis_up)',
      'notification streams': 'sum(event_streams)',
    }),
  ],
  'Processes and machine': [
    graph('Event loop lag, p99', 's', {
      '{{job}} {{instance}}': 'max by (job, instance) (nodejs_eventloop_lag_p99_seconds)',
    }),
    graph('Memory', 'bytes', {
      '{{job}} {{instance}}': 'max by (job, instance) (process_resident_memory_bytes{job=~"api|worker|web"})',
    }),
    graph(
      'CPU',
      'percentunit',
      {
        '{{job}} {{instance}}':
          'sum by (job, instance) (rate(process_cpu_seconds_total{job=~"api|worker|web"}[$__rate_interval]))',
      },
      '1 is one core.',
    ),
    graph('Disk used', 'percentunit', {
      '{{mountpoint}}': 'max by (instance, mountpoint) (1 - node_filesystem_avail_bytes / node_filesystem_size_bytes)',
    }),
    graph(
      'Release',
      'short',
      { '{{service}} {{version}} {{commit}}': 'count by (service, version, commit) (build_info)' },
      'Two commits at a time: a release is being rolled out.',
    ),
  ],
  Browsers: [
    graph(
      'Web vitals, p75',
      's',
      { '{{metric}}': 'histogram_quantile(0.75, sum by (le, metric) (rate(web_vitals_seconds_bucket[1h])))' },
      'Good: LCP up to 2.5 s, INP up to 0.2 s.',
    ),
    graph(
      'Layout shift, p75',
      'short',
      { CLS: 'histogram_quantile(0.75, sum by (le) (rate(web_vitals_cls_bucket[1h])))' },
      'Good: up to 0.1.',
    ),
    graph('Slowest pages, LCP p75', 's', {
      '{{route}}':
        'topk(8, histogram_quantile(0.75, sum by (le, route) (rate(web_vitals_seconds_bucket{metric="LCP"}[1h]))))',
    }),
    graph('Browser errors', 'short', { errors: 'sum(increase(browser_errors_total[1h]))' }, 'In the hour before.'),
  ],
};

/** Each query of the dashboard with the title of its panel. */
export const dashboardQueries = () =>
  Object.values(ROWS)
    .flat()
    .flatMap(({ title, queries }) => Object.values(queries).map((expr) => ({ title, expr })));

/** The variable of the dashboard that names the Prometheus of this Grafana. */
const datasource = { type: 'prometheus', uid: '$datasource' };

function panelJson({ title, unit, queries, steps, description }: Panel) {
  const thresholds = steps?.map(([color, value = null]) => ({ color, value }));
  const targets = Object.entries(queries).map(([legendFormat, expr], index) => ({
    ...{ refId: 'ABCD'[index], datasource, expr, legendFormat, range: true },
  }));
  const common = { title, description, datasource, targets };
  return thresholds
    ? {
        ...{ type: 'stat', ...common },
        fieldConfig: { defaults: { unit, thresholds: { mode: 'absolute', steps: thresholds } }, overrides: [] },
        options: { reduceOptions: { calcs: ['lastNotNull'] }, colorMode: 'value', graphMode: 'none' },
      }
    : {
        ...{ type: 'timeseries', ...common },
        fieldConfig: {
          defaults: { unit, min: 0, custom: { fillOpacity: 10, showPoints: 'never' } },
          overrides: [],
        },
        options: { tooltip: { mode: 'multi', sort: 'desc' } },
      };
}

/** Grafana has 24 columns. */
export function dashboard() {
  let [x, y] = [0, 0];
  const place = (w: number, h: number) => {
    if (x + w > 24) [x, y] = [0, y + 8];
    const gridPos = { x, y, w, h };
    x += w;
    return gridPos;
  };
  const startRow = () => {
    if (x > 0) [x, y] = [0, y + 8];
  };
  const panels = Object.entries(ROWS).flatMap(([title, row]) => {
    startRow();
    const heading = { type: 'row', title, collapsed: false, panels: [], gridPos: { x: 0, y: y++, w: 24, h: 1 } };
    return [
      heading,
      ...row.map((panel) => ({ ...panelJson(panel), gridPos: panel.steps ? place(3, 8) : place(8, 8) })),
    ];
  });
  return {
    ...{ uid: 'crystalline', title: 'Crystalline', tags: ['crystalline'], schemaVersion: 39, graphTooltip: 1 },
    ...{ refresh: '30s', time: { from: 'now-6h', to: 'now' } },
    templating: { list: [{ name: 'datasource', label: 'Data source', type: 'datasource', query: 'prometheus' }] },
    annotations: {
      list: [
        {
          name: 'Alerts',
          enable: true,
          iconColor: 'red',
          datasource,
          expr: 'ALERTS{alertstate="firing"}',
          titleFormat: '{{alertname}}',
          textFormat: '{{severity}}',
        },
      ],
    },
    panels: panels.map((panel, index) => ({ id: index + 1, ...panel })),
  };
}

if (import.meta.main) console.log(JSON.stringify(dashboard(), null, 2));
