import { parseJson } from '@shop/contracts/common/parse-json';
import { reportError } from '@shop/telemetry/error-reports';
import type { Registry } from '@shop/telemetry/metrics';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { REPORT_PATH } from '../../app/lib/reports/report-path.ts';
import { createClientLimit } from '../client-limits.ts';
import { sendError } from '../error-responses.ts';
import { createBrowserMetrics } from './browser-metrics.ts';
import { browserName } from './browser-name.ts';
import { type BrowserReport, parseReport } from './report-schema.ts';

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
