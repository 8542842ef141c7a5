import { z } from 'zod';

const port = z
  .string()
  .regex(/^\d+$/, 'must be a whole number')
  .transform(Number)
  .pipe(z.number().max(65_535, 'must be at most 65535'));
const httpUrl = (example: string) => z.url({ protocol: /^https?$/, error: `must be an address like ${example}` });

/** The payment sandbox for a local PUBLIC_URL, the real provider for any other. */
const CHECKOUT_SCRIPTS = {
  sandbox: 'http://localhost:3004/v1/checkout.js',
  provider: 'https://checkout.razorpay.com/v1/checkout.js',
};

const Environment = z
  .object({
    NODE_ENV: z.enum(['development', 'test', 'production']).default('production'),
    PUBLIC_URL: httpUrl('https://shop.example.com').default('http://localhost:3000'),
    API_URL: httpUrl('http://127.0.0.1:3001').default('http://127.0.0.1:3001'),
    HOST: z.string().default('127.0.0.1'),
    WEB_PORT: port.default(3000),
    TRUSTED_PROXIES: z
      .string()
      .default('127.0.0.1')
      .transform((list) => list.split(',').map((proxy) => proxy.trim()))
      .pipe(
        z.array(
          z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], 'must be addresses or CIDR blocks, comma-separated'),
        ),
      ),
    RATE_LIMIT_FACTOR: z
      .string()
      .regex(/^[1-9]\d{0,6}$/, 'must be a whole number from 1 on')
      .transform(Number)
      .default(1),
    DRAIN_SECONDS: z
      .string()
      .regex(/^[0-8]$/, 'must be a whole number from 0 to 8')
      .transform(Number)
      .default(1),
    LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
    RAZORPAY_CHECKOUT_URL: httpUrl(CHECKOUT_SCRIPTS.provider).optional(),
    DEV_PAGES: z.literal('show', "must be 'show' or empty").optional(),
  })
  .superRefine((env, context) => {
    if (isLocal(env.PUBLIC_URL)) return;
    const addIssue = (name: string, message: string) => context.addIssue({ code: 'custom', path: [name], message });
    if (env.RAZORPAY_CHECKOUT_URL && new URL(env.RAZORPAY_CHECKOUT_URL).protocol !== 'https:')
      addIssue('RAZORPAY_CHECKOUT_URL', "must be the payment provider's, over https, wherever PUBLIC_URL is not local");
    if (env.DEV_PAGES) addIssue('DEV_PAGES', 'must not be set wherever PUBLIC_URL is not local');
    if (env.NODE_ENV !== 'production') addIssue('NODE_ENV', "must be 'production' wherever PUBLIC_URL is not local");
  });

const isLocal = (url: string) => ['localhost', '127.0.0.1', '[::1]'].includes(URL.parse(url)?.hostname ?? '');

/** Throws an error that names every invalid setting of the web server. */
function readConfig(env: NodeJS.ProcessEnv) {
  // An empty value in .env means "not set", as .env.example writes it.
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = Environment.safeParse(given);
  if (!parsed.success)
    throw new Error(parsed.error.issues.map((issue) => `${String(issue.path[0])} ${issue.message}.`).join('\n'));

  const settings = parsed.data;
  const publicUrl = new URL(settings.PUBLIC_URL);
  return {
    publicOrigin: publicUrl.origin,
    overTls: publicUrl.protocol === 'https:',
    apiUrl: new URL(settings.API_URL).origin,
    host: settings.HOST,
    port: settings.WEB_PORT,
    trustedProxies: settings.TRUSTED_PROXIES,
    rateLimitFactor: settings.RATE_LIMIT_FACTOR,
    checkoutScript:
      settings.RAZORPAY_CHECKOUT_URL ?? CHECKOUT_SCRIPTS[isLocal(settings.PUBLIC_URL) ? 'sandbox' : 'provider'],
    drainMs: settings.DRAIN_SECONDS * 1_000,
    logLevel: settings.LOG_LEVEL,
    showDevPages: settings.DEV_PAGES === 'show' || settings.NODE_ENV === 'development',
  };
}

export const config = readConfig(process.env);
