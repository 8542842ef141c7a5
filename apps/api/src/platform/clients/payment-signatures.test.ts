import { createHmac } from 'node:crypto';
import { validatePaymentVerification, validateWebhookSignature } from 'razorpay/dist/utils/razorpay-utils.js';
import { describe, expect, test } from 'vitest';
import { isSigned, isSignedWithAny } from './payment-provider.ts';

const SECRET = 'a secret';
const sign = (text: string, secret = SECRET) => createHmac('sha256', secret).update(text).digest('hex');

describe('a payment signature', () => {
  const text = 'order_1|pay_1';

  test('is accepted when the SDK of the provider accepts it', () => {
    expect(isSigned(text, sign(text), SECRET)).toBe(true);
    expect(validatePaymentVerification({ order_id: 'order_1', payment_id: 'pay_1' }, sign(text), SECRET)).toBe(true);
    expect(isSigned(Buffer.from('{"a":1}'), sign('{"a":1}'), SECRET)).toBe(true);
    expect(validateWebhookSignature('{"a":1}', sign('{"a":1}'), SECRET)).toBe(true);
  });

  test.each([
    ['of another text', sign('order_2|pay_1')],
    ['made with another secret', sign(text, 'another')],
    ['made with an empty secret', sign(text, '\0')],
    ['that is missing', ''],
    ['that is cut off', sign(text).slice(0, -2)],
    ['that is too long', `${sign(text)}00`],
    ['that is not hexadecimal', 'z'.repeat(64)],
    ['in uppercase', sign(text).toUpperCase()],
    ['with trailing characters', `${sign(text)}\n`],
  ])('%s is rejected', (_name, signature) => {
    expect(isSigned(text, signature, SECRET)).toBe(false);
  });

  test('made with one of several secrets is accepted, with any other rejected', () => {
    expect(isSignedWithAny(text, sign(text, 'new'), ['new', SECRET])).toBe(true);
    expect(isSignedWithAny(text, sign(text), ['new', SECRET])).toBe(true);
    expect(isSignedWithAny(text, sign(text, 'another'), ['new', SECRET])).toBe(false);
    expect(isSignedWithAny(text, sign(text), [])).toBe(false);
  });
});
