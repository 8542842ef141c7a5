import { randomUUID } from 'node:crypto';

/** A key prefix per test file, so that files do not share rate limits. */
const url = new URL(process.env.SHARED_REDIS_URL ?? process.env.REDIS_URL ?? 'redis://127.0.0.1:6379/0');
process.env.SHARED_REDIS_URL = url.href;
url.searchParams.set('keyPrefix', `${randomUUID()}:`);
process.env.REDIS_URL = url.href;
