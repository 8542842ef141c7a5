import { parseJson } from '@shop/contracts/common/parse-json';
import { reportError } from '@shop/telemetry/error-reports';
import { Counter, Histogram, type Registry } from '@shop/telemetry/metrics';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { REPORT_PATH } from '../app/lib/report-path.ts';
import { createClientLimit } from './client-limits.ts';
import { sendError } from './error-responses.ts';

const BODY_LIMIT = 32 * 1_024;
/** Of one client in five seconds. */
const REPORTS_PER_WINDOW = 20;
const MEDIA_TYPES = ['application/json', 'application/csp-report', 'application/reports+json'];

type Options = {
  publicOrigin: string;
  rateLimitFactor: number;
  patternOf: (pathname: string) => string;
  register: Registry;
};

/**
 * Receives errors, policy violations and measurements of browsers. They are counted, errors are forwarded to the
 * error reports, and nothing is stored.
 */
export async function receiveReports(app: FastifyInstance, options: Options) {
  const { publicOrigin, rateLimitFactor, patternOf } = options;
  const metrics = createBrowserMetrics(options.register);
  const isOverLimit = createClientLimit(REPORTS_PER_WINDOW * rateLimitFactor);

  function observe({ errors, vitals, violations }: BrowserReport, request: FastifyRequest) {
    const tags = { requestId: request.id, browser: browserName(request.headers['user-agent']) };
    for (const { name, value, path } of vitals) {
      const route = patternOf(path);
      if (name === 'CLS') metrics.layoutShift.observe({ route }, value);
      else metrics.vitalSeconds.observe({ metric: name, route }, value / 1_000);
    }
    for (const { type, name, message, stack, path } of errors) {
      metrics.errors.inc({ type });
      reportError(asError(name, message, stack), { ...tags, route: patternOf(path) }, 'javascript');
    }
    for (const { directive, blocked, path } of violations) {
      metrics.errors.inc({ type: 'policy' });
      const error = asError('PolicyViolation', `${directive} blocked ${blocked}`, '');
      reportError(error, { ...tags, route: patternOf(path) }, 'javascript');
    }
  }

  app.register(async (reports) => {
    reports.removeAllContentTypeParsers();
    reports.addContentTypeParser(MEDIA_TYPES, { parseAs: 'string', bodyLimit: BODY_LIMIT }, (_request, body, done) =>
      done(null, parseJson(String(body))),
    );
    reports.post(REPORT_PATH, { logLevel: 'warn' }, async (request, reply) => {
      if (isOverLimit(request)) return sendError(request, reply, 429);
      const { origin = publicOrigin, 'content-type': contentType = '' } = request.headers;
      const mediaType = (contentType.split(';')[0] ?? '').trim().toLowerCase();
      // The browser itself sends the other types; their reports name the page they are about.
      const isOwn = mediaType !== 'application/json' || origin === publicOrigin;
      const report = isOwn ? parseReport(mediaType, request.body, publicOrigin) : undefined;
      if (!report) return sendError(request, reply, 400);
      observe(report, request);
      return reply.code(204).send();
    });
  });
}

const asError = (name: string, message: string, stack: string) => Object.assign(new Error(message), { name, stack });

/** With the limits of "good" and "poor": LCP 2.5 and 4 s, INP 0.2 and 0.5 s, TTFB 0.8 and 1.8 s. */
const SECONDS = [0.05, 0.1, 0.2, 0.35, 0.5, 0.8, 1.2, 1.8, 2.5, 4, 6, 10];
/** "Good" and "poor": 0.1 and 0.25. */
const SHIFTS = [0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1];

/** What browsers report, by route pattern. */
function createBrowserMetrics(register: Registry) {
  const registers = [register];
  return {
    vitalSeconds: new Histogram({
      name: 'web_vitals_seconds',
      help: 'LCP, INP and TTFB of sampled page loads by route.',
      labelNames: ['metric', 'route'],
      buckets: SECONDS,
      registers,
    }),
    layoutShift: new Histogram({
      name: 'web_vitals_cls',
      help: 'Cumulative layout shift of sampled page loads by route.',
      labelNames: ['route'],
      buckets: SHIFTS,
      registers,
    }),
    errors: new Counter({
      name: 'browser_errors_total',
      help: 'Errors that browsers reported, by type: error, rejection or policy.',
      labelNames: ['type'],
      registers,
    }),
  };
}

const Path = z.string().max(2_000);
const ITEMS_MAX = 10;

const BrowserError = z.object({
  type: z.enum(['error', 'rejection']),
  name: z.string().max(100),
  message: z.string().max(1_000),
  stack: z.string().max(6_000),
  path: Path,
});
const MS_MAX = 120_000;
const Vital = z.discriminatedUnion('name', [
  z.object({ name: z.enum(['LCP', 'INP', 'TTFB']), value: z.number().min(0).max(MS_MAX), path: Path }),
  z.object({ name: z.literal('CLS'), value: z.number().min(0).max(100), path: Path }),
]);

/** Of our own scripts. */
const OwnReport = z.object({
  errors: z.array(BrowserError).max(ITEMS_MAX).default([]),
  vitals: z.array(Vital).max(ITEMS_MAX).default([]),
});

/** `report-uri`. */
const LegacyViolation = z.object({
  'csp-report': z.object({
    'document-uri': z.string(),
    'blocked-uri': z.string().default(''),
    'effective-directive': z.string().optional(),
    'violated-directive': z.string().default(''),
  }),
});

/** `report-to`: a batch, which may contain reports of other types. */
const Batch = z
  .array(z.object({ type: z.string(), url: z.string().default(''), body: z.unknown() }))
  .max(100)
  .transform((reports) => reports.filter(({ type }) => type === 'csp-violation').slice(0, ITEMS_MAX));
const ViolationBody = z.object({
  documentURL: z.string(),
  blockedURL: z.string().default(''),
  effectiveDirective: z.string(),
});

type BrowserReport = {
  errors: z.output<typeof BrowserError>[];
  vitals: z.output<typeof Vital>[];
  violations: Violation[];
};
type Violation = { directive: string; blocked: string; path: string };

/** By media type. Undefined for what is none of our reports, or a report of another site. */
function parseReport(mediaType: string, body: unknown, publicOrigin: string): BrowserReport | undefined {
  if (mediaType === 'application/json') {
    const report = OwnReport.safeParse(body).data;
    return report && { ...report, violations: [] };
  }
  const violations = (mediaType === 'application/csp-report' ? legacyViolations(body) : batchedViolations(body))
    .filter(({ page }) => URL.parse(page)?.origin === publicOrigin)
    .map(({ page, blocked, directive }) => ({
      directive: directive.slice(0, 50),
      blocked: originOf(blocked),
      path: new URL(page).pathname,
    }));
  return violations.length > 0 ? { errors: [], vitals: [], violations } : undefined;
}

function legacyViolations(body: unknown) {
  const report = LegacyViolation.safeParse(body).data?.['csp-report'];
  if (!report) return [];
  const directive = report['effective-directive'] ?? report['violated-directive'];
  return [{ page: report['document-uri'], blocked: report['blocked-uri'], directive }];
}

const batchedViolations = (body: unknown) =>
  (Batch.safeParse(body).data ?? []).flatMap((report) => {
    const violation = ViolationBody.safeParse(report.body).data;
    if (!violation) return [];
    const { documentURL: page, blockedURL: blocked, effectiveDirective: directive } = violation;
    return [{ page, blocked, directive }];
  });

/** The origin of what was blocked, or a keyword such as `inline`: a URL can contain anything. */
const originOf = (blocked: string) => URL.parse(blocked)?.origin ?? blocked.slice(0, 50);

const BROWSERS: [RegExp, string][] = [
  [/\bEdg\/(\d+)/, 'Edge'],
  [/\bFirefox\/(\d+)/, 'Firefox'],
  [/\bChrome\/(\d+)/, 'Chrome'],
  [/\bVersion\/(\d+)[\d.]* (?:Mobile\/\S+ )?Safari\//, 'Safari'],
];

/** Name and major version only: the whole header could distinguish visitors. */
function browserName(userAgent = '') {
  for (const [pattern, name] of BROWSERS) {
    const version = pattern.exec(userAgent)?.[1];
    if (version) return `${name} ${version}`;
  }
  return 'other';
}
