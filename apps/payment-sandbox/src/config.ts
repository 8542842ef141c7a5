import { z } from 'zod';

/** About a day in total, like the provider's retries. */
const GAPS_MS = '1000,5000,30000,120000,600000,1800000,3600000,10800000,21600000,43200000';

const port = z
  .string()
  .regex(/^\d{1,5}$/, 'must be a port number')
  .transform(Number);

const Environment = z
  .object({
    NODE_ENV: z.string().default('development'),
    SANDBOX_IN_PRODUCTION: z.string().optional(),
    HOST: z.string().default('127.0.0.1'),
    SANDBOX_PORT: port.default(3004),
    SANDBOX_CONTROL_PORT: port.default(3005),
    RAZORPAY_KEY_ID: z.string().default('rzp_test_sandbox'),
    RAZORPAY_KEY_SECRET: z.string().default('a-fixed-key-secret-for-development-only'),
    RAZORPAY_WEBHOOK_SECRET: z.string().default('a-fixed-webhook-secret-for-development-only'),
    SANDBOX_WEBHOOK_URL: z
      .url('must be an address like http://127.0.0.1:3001/api/payment/webhook')
      .default('http://127.0.0.1:3001/api/payment/webhook'),
    SANDBOX_WEBHOOK_GAPS_MS: z
      .string()
      .regex(/^\d+(,\d+)*$/, 'must be milliseconds, comma-separated')
      .default(GAPS_MS)
      .transform((list) => list.split(',').map(Number)),
    SANDBOX_CAPTURE: z.enum(['automatic', 'manual'], "must be 'automatic' or 'manual'").default('automatic'),
    SANDBOX_LEDGER: z.string().default('var/payment-sandbox.jsonl'),
  })
  .refine((env) => env.NODE_ENV !== 'production' || env.SANDBOX_IN_PRODUCTION === 'yes', {
    path: ['SANDBOX_IN_PRODUCTION'],
    error:
      "must be 'yes' to run the payment sandbox with NODE_ENV=production: it takes no real money, so a real shop must not use it",
  });

export type Config = ReturnType<typeof readConfig>;

/** Reads all settings once at startup; throws with the name of each invalid one. */
export function readConfig(env: NodeJS.ProcessEnv) {
  // An empty value in .env means "not set", as in .env.example.
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = Environment.safeParse(given);
  if (!parsed.success)
    throw new Error(parsed.error.issues.map((issue) => `${String(issue.path[0])} ${issue.message}.`).join('\n'));

  const settings = parsed.data;
  return {
    host: settings.HOST,
    port: settings.SANDBOX_PORT,
    controlPort: settings.SANDBOX_CONTROL_PORT,
    keyId: settings.RAZORPAY_KEY_ID,
    keySecret: settings.RAZORPAY_KEY_SECRET,
    webhookSecret: settings.RAZORPAY_WEBHOOK_SECRET,
    webhookUrl: settings.SANDBOX_WEBHOOK_URL,
    webhookGapsMs: settings.SANDBOX_WEBHOOK_GAPS_MS,
    capture: settings.SANDBOX_CAPTURE,
    ledger: settings.SANDBOX_LEDGER,
  };
}
