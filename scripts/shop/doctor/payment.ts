import { clockFinding } from './clock.ts';
import { type Examination, type Finding, fail, ok, reasonOf, warn } from './finding.ts';

const TIMEOUT_MS = 5_000;
const TEST_KEY = /^rzp_test_/;

/** Lists one payment, which needs both keys and changes nothing. */
export async function checkPayment({ config, isPublic }: Examination): Promise<Finding[]> {
  const { url, keyId, keySecret } = config.payment;
  const { host } = new URL(url);
  const authorization = `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`;
  const askedMs = Date.now();
  try {
    const response = await fetch(new URL('/v1/payments?count=1', url), {
      headers: { authorization },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const date = Date.parse(response.headers.get('date') ?? '');
    await response.arrayBuffer();
    // The header has whole seconds, rounded down.
    const clock = Number.isNaN(date) ? [] : [clockFinding('the payment provider', date + 500, askedMs, Date.now())];
    return [keysFinding(response.status, { host, keyId, isPublic }), ...clock];
  } catch (error) {
    const cause = error instanceof Error && error.cause ? error.cause : error;
    const what = `no answer of the provider at ${host} (${reasonOf(cause)})`;
    return [fail('payment', what, 'check RAZORPAY_API_URL and the network: customers cannot pay online.')];
  }
}

function keysFinding(status: number, { host, keyId, isPublic }: { host: string; keyId: string; isPublic: boolean }) {
  if (status === 401)
    return fail(
      'payment',
      `the provider at ${host} rejects the keys`,
      'copy RAZORPAY_KEY_ID and RAZORPAY_KEY_SECRET from its dashboard again.',
    );
  if (status !== 200)
    return fail(
      'payment',
      `the provider at ${host} answers with ${status}`,
      'check RAZORPAY_API_URL, or try again later.',
    );
  if (isPublic && TEST_KEY.test(keyId))
    return warn('payment', `${keyId} is a test key, so no money moves`, 'use the live keys before the store opens.');
  return ok('payment', `the provider at ${host} accepts the keys`);
}
