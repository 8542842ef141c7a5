/** The provider's test cards and UPI ids: which of them pay, and why the others fail. */
import { z } from 'zod';
import { freshId, type Payment } from './entities.ts';
import { ProviderError } from './errors.ts';

export type Failure = { code: 'BAD_REQUEST_ERROR' | 'GATEWAY_ERROR'; reason: string; description: string };
/** `ask`: the result is chosen on the bank's page, by a person or a test. */
export type Verdict = 'success' | 'ask' | Failure;

const badRequest = (reason: string, description: string): Failure => ({
  code: 'BAD_REQUEST_ERROR',
  reason,
  description,
});

export const PAYMENT_FAILED = badRequest(
  'payment_failed',
  'Your payment did not go through as it was declined by the bank. Try another payment method or contact your bank.',
);

const CARDS: Record<string, Verdict> = {
  '4100280000001007': 'success',
  '5500670000001002': 'success',
  '6527658900001005': 'success',
  '4111111111111111': 'success',
  '4100280000060003': { ...PAYMENT_FAILED, reason: 'card_declined' },
  '4100280000080001': badRequest(
    'insufficient_fund',
    'Your payment could not be completed due to insufficient account balance. Try another card or payment method.',
  ),
  '4100280000090000': badRequest(
    'payment_timed_out',
    'Your payment could not be completed due to a temporary issue. Try again later.',
  ),
  '4100280000000009': {
    code: 'GATEWAY_ERROR',
    reason: 'authentication_failed',
    description:
      'Your payment could not be completed due to incorrect OTP or verification details. Try another payment method or contact your bank for details.',
  },
};
const UNKNOWN_CARD = badRequest('card_number_invalid', 'You have entered an incorrect card number. Try again.');

const ADDRESSES: Record<string, Verdict> = { 'success@razorpay': 'success', 'failure@razorpay': PAYMENT_FAILED };
const UNKNOWN_ADDRESS = badRequest('invalid_vpa', 'You have entered an incorrect UPI ID. Try again.');

const NETWORKS: Record<string, string> = { 4: 'Visa', 5: 'MasterCard', 6: 'RuPay' };

const digits = z.string().transform((text) => text.replace(/[\s-]/g, ''));

export const Instrument = z.discriminatedUnion('method', [
  z.strictObject({
    method: z.literal('card'),
    card: z.strictObject({
      number: digits.pipe(z.string().regex(/^\d{12,19}$/, 'The card number is invalid.')),
      expiry: digits.pipe(z.string().regex(/^(0[1-9]|1[0-2])\/\d{2}$/, 'The expiry date is invalid.')),
      cvv: z.string().regex(/^\d{3,4}$/, 'The security code is invalid.'),
      name: z.string().max(100),
    }),
  }),
  z.strictObject({ method: z.literal('upi'), vpa: z.string().regex(/^[\w.-]+@\w+$/, 'The UPI ID is invalid.') }),
  z.strictObject({ method: z.literal('wallet'), wallet: z.string().max(40) }),
  z.strictObject({ method: z.literal('netbanking'), bank: z.string().max(40) }),
]);
export type Instrument = z.infer<typeof Instrument>;

/** Default instruments for payments without a browser. */
export const EXAMPLES: Record<Instrument['method'], Instrument> = {
  card: { method: 'card', card: { number: '4100280000001007', expiry: '12/49', cvv: '123', name: 'Grace Hopper' } },
  upi: { method: 'upi', vpa: 'success@razorpay' },
  wallet: { method: 'wallet', wallet: 'payzapp' },
  netbanking: { method: 'netbanking', bank: 'HDFC' },
};

export function verdict(instrument: Instrument): Verdict {
  switch (instrument.method) {
    case 'card':
      return CARDS[instrument.card.number] ?? UNKNOWN_CARD;
    case 'upi':
      return ADDRESSES[instrument.vpa] ?? UNKNOWN_ADDRESS;
    default:
      return 'ask';
  }
}

/** The fields of a payment that describe the payment method. */
export function paymentDetails(instrument: Instrument, today = new Date()) {
  const nothing: Pick<Payment, 'card_id' | 'card' | 'bank' | 'wallet' | 'vpa'> = {
    card_id: null,
    bank: null,
    wallet: null,
    vpa: null,
  };
  if (instrument.method !== 'card') {
    const { method, ...given } = instrument;
    return { ...nothing, method, ...given };
  }
  const { number, expiry, name } = instrument.card;
  if (hasExpired(expiry, today)) throw new ProviderError('The card has expired.', { field: 'expiry' });
  const id = `card_${freshId()}`;
  const card = {
    id,
    entity: 'card' as const,
    name,
    last4: number.slice(-4),
    network: NETWORKS[number.charAt(0)] ?? 'Unknown',
    type: 'debit' as const,
    issuer: null,
    international: false as const,
    emi: false as const,
  };
  return { ...nothing, method: instrument.method, card_id: id, card };
}

/** A card is valid until the end of its expiry month. */
function hasExpired(expiry: string, today: Date) {
  const [month = '', year = ''] = expiry.split('/');
  return new Date(2000 + Number(year), Number(month), 1) <= today;
}
