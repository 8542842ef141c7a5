import { z } from 'zod';

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

export type BrowserReport = {
  errors: z.output<typeof BrowserError>[];
  vitals: z.output<typeof Vital>[];
  violations: Violation[];
};
type Violation = { directive: string; blocked: string; path: string };

/** By media type. Undefined for what is none of our reports, or a report of another site. */
export function parseReport(mediaType: string, body: unknown, publicOrigin: string): BrowserReport | undefined {
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
