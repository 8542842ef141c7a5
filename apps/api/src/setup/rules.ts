import { cents, chargeOf, dollars, formatCharge, minor, STORE_CURRENCY } from '@shop/contracts/common/money';
import { Minor } from '@shop/contracts/common/schema';
import { storeSettingsMessages } from '@shop/contracts/settings/admin-messages';
import { isRatePossible, type StoreSettings } from '@shop/contracts/settings/admin-schema';
import { rateNotice } from '@shop/contracts/settings/rate-notice';
import { OPTIONAL_STEPS, SETUP_STEPS, type SetupStepId } from '@shop/contracts/setup/constants';
import { setupEvidence as evidence } from '@shop/contracts/setup/messages';
import type { SetupGuide, SetupStep } from '@shop/contracts/setup/schema';
import { z } from 'zod';

/** What a check found. Amount, currency and key id are those of a payment test. */
export const CheckDetails = z.object({
  error: z.string().optional(),
  amountMinor: Minor.optional(),
  currency: z.string().optional(),
  keyId: z.string().optional(),
});
export type CheckDetails = z.infer<typeof CheckDetails>;

export const CHECK_KINDS = ['payment', 'email', 'terms', 'hidden'] as const;

export type SetupCheck = {
  kind: (typeof CHECK_KINDS)[number];
  /** Null while a result is awaited. */
  passed: boolean | null;
  details: CheckDetails;
  checkedAt: Date;
};

type StoreContent = {
  category: string | null;
  brand: string | null;
  product: string | null;
  hasReviewedPages: boolean;
  hasSecondOwner: boolean;
  hasTwoFactor: boolean;
};

export type SetupState = {
  settings: StoreSettings;
  checks: SetupCheck[];
  content: StoreContent;
  /** The key id that the API uses now. */
  keyId: string;
};

type Finding = { done: boolean; evidence: string; warning?: string };
type Checks = Partial<Record<SetupCheck['kind'], SetupCheck>>;

const DOLLAR = cents(100);

export function guideOf({ settings, checks, content, keyId }: SetupState): SetupGuide {
  const latest: Checks = Object.fromEntries(checks.map((check) => [check.kind, check]));
  const day = (moment: Date) =>
    new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: settings.timeZone }).format(moment);
  const findings: Record<SetupStepId, Finding> = {
    identity: checkIdentity(settings),
    currency: checkCurrency(settings),
    terms: checkTerms(settings, latest.terms),
    payment: checkPayment(settings, latest.payment, keyId, day),
    email: checkEmail(latest.email, day),
    category: found(content.category, evidence.categoryNone),
    brand: found(content.brand, evidence.brandNone),
    product: found(content.product, evidence.productNone),
    pages: {
      done: content.hasReviewedPages,
      evidence: content.hasReviewedPages ? evidence.pagesDone : evidence.pagesNone,
    },
    'second-owner': {
      done: content.hasSecondOwner,
      evidence: content.hasSecondOwner ? evidence.owners : evidence.oneOwner,
    },
    'two-factor': {
      done: content.hasTwoFactor,
      evidence: content.hasTwoFactor ? evidence.twoFactorOn : evidence.twoFactorOff,
    },
  };
  const steps = SETUP_STEPS.map(
    (id): SetupStep => ({ id, required: !OPTIONAL_STEPS.includes(id), warning: null, ...findings[id] }),
  );
  return { hidden: latest.hidden?.passed === true && isReadyToHide({ steps }), steps };
}

export const isReadyToHide = ({ steps }: Pick<SetupGuide, 'steps'>) =>
  steps.every(({ done, required }) => done || !required);

function checkIdentity({ storeName, contactEmail, legalName, country }: StoreSettings): Finding {
  const required = { contactEmail, legalName, country };
  const missing = (Object.keys(required) as (keyof typeof required)[]).filter((field) => !required[field]);
  if (missing.length === 0) return { done: true, evidence: evidence.identity(storeName, legalName) };
  const labels = missing.map((field) => storeSettingsMessages[field].toLowerCase());
  return { done: false, evidence: evidence.identityMissing(labels) };
}

function checkCurrency(terms: Pick<StoreSettings, 'paymentCurrency' | 'paymentRate' | 'paymentRateStatus'>): Finding {
  const { paymentCurrency } = terms;
  if (!isRatePossible(terms)) return { done: false, evidence: evidence.rateNotOne };
  if (paymentCurrency === STORE_CURRENCY) return { done: true, evidence: evidence.sameCurrency };
  const warning = rateNotice(terms);
  if (warning) return { done: false, evidence: evidence.rateOpen, warning };
  return { done: true, evidence: evidence.rate(formatCharge(chargeOf(DOLLAR, terms), paymentCurrency)) };
}

/** Of a new store: no owner has decided on these values yet. */
const isAsCreated = ({ taxPercent, standardShipping, expressShipping, freeShippingOver }: StoreSettings) =>
  taxPercent === 8 && standardShipping === 9.99 && expressShipping === 12.99 && freeShippingOver === null;

function checkTerms(settings: StoreSettings, confirmed: SetupCheck | undefined): Finding {
  const done = confirmed?.passed === true || !isAsCreated(settings);
  const { taxPercent, standardShipping, expressShipping } = settings;
  const values = evidence.terms(`${taxPercent}%`, dollars(standardShipping), dollars(expressShipping));
  return { done, evidence: done ? values : evidence.termsOpen };
}

type FormatDay = (moment: Date) => string;

/** A test proves these keys and this currency only. */
function checkPayment(
  { paymentCurrency }: StoreSettings,
  check: SetupCheck | undefined,
  keyId: string,
  day: FormatDay,
): Finding {
  if (!check) return { done: false, evidence: evidence.paymentNone };
  const { details } = check;
  const reason = details.error || evidence.unknownReason;
  if (!check.passed) return { done: false, evidence: evidence.paymentFailed(reason, day(check.checkedAt)) };
  if (details.keyId !== keyId || details.currency !== paymentCurrency)
    return { done: false, evidence: evidence.paymentOutdated };
  const amount = formatCharge(details.amountMinor ?? minor(0), details.currency);
  return { done: true, evidence: evidence.paymentPassed(amount, day(check.checkedAt)) };
}

function checkEmail(check: SetupCheck | undefined, day: FormatDay): Finding {
  if (!check) return { done: false, evidence: evidence.emailNone };
  if (check.passed) return { done: true, evidence: evidence.emailPassed(day(check.checkedAt)) };
  const { error } = check.details;
  if (check.passed === false) return { done: false, evidence: evidence.emailFailed(error || evidence.unknownReason) };
  return { done: false, evidence: error ? evidence.emailRetrying(error) : evidence.emailPending };
}

const found = (name: string | null, none: string): Finding => ({ done: name !== null, evidence: name ?? none });
