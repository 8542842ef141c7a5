import { z } from 'zod';

export const integerSetting = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.number().min(min, `must be at least ${min}`).max(max, `must be at most ${max}`));

export const portSetting = integerSetting(0, 65_535);

export const urlSetting = (protocol: RegExp, like: string) =>
  z.url({ protocol, error: `must be an address like ${like}` });

/** 0 to 1. */
export const shareSetting = z
  .string()
  .regex(/^(?:0|1|0?\.\d+|[01]\.0+)$/, 'must be a number from 0 to 1')
  .transform(Number);

const IpOrBlock = z.union(
  [z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()],
  'must be addresses or CIDR blocks, comma-separated',
);

/** Settings of both the web server and the API. */
export const serverSettings = {
  PUBLIC_URL: urlSetting(/^https?$/, 'https://shop.example.com').default('http://localhost:3000'),
  HOST: z.string().default('127.0.0.1'),
  TRUSTED_PROXIES: z
    .string()
    .default('127.0.0.1')
    .transform((list) => list.split(',').map((proxy) => proxy.trim()))
    .pipe(z.array(IpOrBlock)),
  RATE_LIMIT_FACTOR: integerSetting(1, 1_000_000).default(1),
  DRAIN_SECONDS: integerSetting(0, 8).default(1),
  BUILD_COMMIT: z
    .string()
    .regex(/^[\w.-]{1,64}$/, 'must be a commit id of up to 64 characters')
    .default('unknown'),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
  OTEL_EXPORTER_OTLP_ENDPOINT: urlSetting(/^https?$/, 'http://collector:4318').optional(),
  OTEL_TRACES_SAMPLER_ARG: shareSetting.default(1),
  SENTRY_DSN: urlSetting(/^https?$/, 'https://key@errors.example.com/1').optional(),
  SENTRY_ENVIRONMENT: z.string().default('production'),
};

type ServerSettings = z.output<z.ZodObject<typeof serverSettings>>;

/** Where traces and error reports go; undefined for what is off. */
export const telemetryConfig = (settings: ServerSettings) => ({
  traces: settings.OTEL_EXPORTER_OTLP_ENDPOINT
    ? { endpoint: settings.OTEL_EXPORTER_OTLP_ENDPOINT, ratio: settings.OTEL_TRACES_SAMPLER_ARG }
    : undefined,
  errorReports: settings.SENTRY_DSN
    ? { dsn: settings.SENTRY_DSN, environment: settings.SENTRY_ENVIRONMENT }
    : undefined,
});

export const isLocalUrl = (url: string) => ['localhost', '127.0.0.1', '[::1]'].includes(URL.parse(url)?.hostname ?? '');

export const HTTPS_REQUIRED = 'must start with https:// unless it is local: the session cookie is sent over TLS only';

type Env = Record<string, string | undefined>;
type ReadFile = (path: string) => string;

/**
 * Reads settings once at startup. `<NAME>_FILE` names a file with the value of the setting NAME, such as a mounted
 * secret. Throws an error with one sentence for each fault.
 */
export function readEnv<T extends z.ZodRawShape>(schema: z.ZodObject<T>, env: Env, readFile: ReadFile) {
  // An empty value in .env means unset, as in .env.example.
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const faults = new Map<string, string>();
  for (const name of Object.keys(schema.shape)) {
    const path = given[`${name}_FILE`];
    if (path === undefined) continue;
    const read =
      given[name] === undefined ? readValue(path, readFile) : { fault: `must not be set together with ${name}` };
    if ('fault' in read) faults.set(name, `${name}_FILE ${read.fault}.`);
    else given[name] = read.value;
  }
  const parsed = schema.safeParse(given);
  const issues = parsed.error?.issues.filter(({ path }) => !faults.has(String(path[0]))) ?? [];
  const sentences = [...faults.values(), ...issues.map(({ path, message }) => `${String(path[0])} ${message}.`)];
  if (parsed.success && faults.size === 0) return parsed.data;
  throw new Error(sentences.join('\n'));
}

/** Editors end a file with a line break, which is not part of the value. */
function readValue(path: string, readFile: ReadFile) {
  try {
    const value = readFile(path).replace(/\r?\n$/, '');
    return value ? { value } : { fault: `must name a file with the value, and ${path} is empty` };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : error;
    return { fault: `must name a readable file, and ${path} is none (${code})` };
  }
}
