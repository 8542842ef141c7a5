import { dollars, STORE_CURRENCY } from '@shop/contracts/common/money';
import type { PageFinding } from '@shop/contracts/content/admin-schema';
import type { FigureSetting } from '@shop/contracts/content/constants';
import { PLACEHOLDER } from '@shop/contracts/content/placeholders';
import type { PublicStoreSettings } from '@shop/contracts/settings/schema';
import { truncate } from '#platform/truncate.ts';

/** Enough to find the sentence in the text, in characters. */
const SENTENCE_MAX = 300;
/** The owner fixes one text at a time; a text that quotes hundreds of prices must not fill the table. */
const FINDINGS_MAX = 50;

/** Longer sentences are checked in parts: the time of a check grows with the square of a part. In characters. */
const PART = /.{1,1000}(?=\s|$)|.{1,1000}/gs;

const SENTENCE_END = /(?<=[.!?])\s+|\n+/;
const CLAUSE_END = /[,;]\s|\s(?:and|or|plus|but)\s/i;

const MONEY = /\$\s?(\d[\d,]*(?:\.\d{1,2})?)|\b(\d[\d,]*(?:\.\d{1,2})?)\s?(?:US dollars|dollars|USD)\b/g;
const PERCENT = /\b(\d+(?:\.\d+)?)\s?(?:%|percent\b)/g;
const CURRENCY_CODE = /\b[A-Z]{3}\b/g;
const CURRENCIES = new Set(Intl.supportedValuesOf('currency'));

const SHIPPING = /\b(?:shipping|delivery|postage)\b/i;
const SHIPPED_FREE = /\bship(?:s|ped|ping)?\b|\bdeliver(?:y|ed)\b|\bpostage\b/i;
/** A cost of shipping that is neither standard nor express: 'Shipping costs $5', '$5 shipping'. */
const PRICE_OF_SHIPPING =
  /\b(?:shipping|delivery|postage)\b[^$]{0,30}\$|\$[\d.,]+\s+(?:flat\s+)?(?:shipping|delivery|postage)\b/i;
/** Prices that the settings do not have. */
const OTHER_SHIPPING = /\b(?:returns?|insurance|insured|duty|duties|gift)\b/i;
const TAX = /\b(?:tax|taxes|VAT|GST)\b/i;
const OTHER_TAX = /\b(?:import|duty|duties|customs)\b/i;
const PAYMENT = /\b(?:charge[ds]?|payments?|paid|pay|billed)\b/i;
/** Prices are in the store's currency: there, only a statement about the charge can be wrong. */
const CHARGED_IN = /\b(?:charge[ds]?|payments?|paid|billed)\b(?:\s+\w+){0,3}\s+in\s+$/i;

type Contradiction = Omit<PageFinding, 'sentence'>;
/** A part of a sentence, with what the parts before it were about. */
type Clause = { text: string; sentence: string; subject: ShippingSetting | undefined };
type ShippingSetting = Extract<FigureSetting, 'standardShipping' | 'expressShipping' | 'freeShippingOver'>;

/**
 * Sentences of a Markdown text whose figures contradict the settings: prices of shipping, percentages of tax, and
 * currency codes of payments. Placeholders are always right; figures about anything else are not checked.
 */
export function findContradictions(markdown: string, settings: PublicStoreSettings): PageFinding[] {
  const findings = markdown.split(SENTENCE_END).flatMap((written) => {
    const text = plainText(written);
    const sentence = truncate(text, SENTENCE_MAX);
    const parts = text.replace(PLACEHOLDER, ' ').match(PART) ?? [];
    return parts.flatMap((part) => contradictionsIn(part, settings)).map((found) => ({ sentence, ...found }));
  });
  // A repeated sentence is listed once.
  const distinct = new Map(findings.map((finding) => [JSON.stringify(finding), finding]));
  return [...distinct.values()].slice(0, FINDINGS_MAX);
}

function contradictionsIn(sentence: string, settings: PublicStoreSettings): Contradiction[] {
  return clausesOf(sentence).flatMap((clause) => [
    ...wrongShipping(clause, settings),
    ...wrongTax(clause, settings),
    ...wrongCurrency(clause, settings),
  ]);
}

function clausesOf(sentence: string): Clause[] {
  let subject: ShippingSetting | undefined;
  return sentence.split(CLAUSE_END).map((text) => {
    subject = subjectOf(text, sentence) ?? subject;
    return { text, sentence, subject };
  });
}

function subjectOf(clause: string, sentence: string): ShippingSetting | undefined {
  if (/\bfree\b/i.test(clause) && SHIPPED_FREE.test(sentence)) return 'freeShippingOver';
  if (!SHIPPING.test(sentence)) return undefined;
  if (/\bstandard\b/i.test(clause)) return 'standardShipping';
  return /\bexpress\b/i.test(clause) ? 'expressShipping' : undefined;
}

function wrongShipping({ text, sentence, subject }: Clause, settings: PublicStoreSettings): Contradiction[] {
  if (OTHER_SHIPPING.test(sentence)) return [];
  const prices = [...text.matchAll(MONEY)].map(({ 0: figure, 1: amount, 2: other }) => ({
    figure,
    amount: Number((amount ?? other ?? '').replaceAll(',', '')),
  }));
  if (subject) {
    const expected = settings[subject];
    return prices
      .filter(({ amount }) => amount !== expected)
      .map(({ figure }) => ({ figure, setting: subject, expected: expected === null ? null : dollars(expected) }));
  }
  if (!PRICE_OF_SHIPPING.test(text)) return [];
  const { standardShipping, expressShipping, freeShippingOver } = settings;
  const expected = `${dollars(standardShipping)} (standard) or ${dollars(expressShipping)} (express)`;
  return prices
    .filter(({ amount }) => ![standardShipping, expressShipping, freeShippingOver].includes(amount))
    .map(({ figure }) => ({ figure, setting: 'shipping', expected }));
}

function wrongTax({ text }: Clause, { taxPercent }: PublicStoreSettings): Contradiction[] {
  if (!TAX.test(text) || OTHER_TAX.test(text)) return [];
  return [...text.matchAll(PERCENT)]
    .filter(({ 1: amount }) => Number(amount) !== taxPercent)
    .map(({ 0: figure }) => ({ figure, setting: 'taxRate', expected: `${taxPercent}%` }));
}

function wrongCurrency({ text, sentence }: Clause, { paymentCurrency }: PublicStoreSettings): Contradiction[] {
  if (!PAYMENT.test(sentence)) return [];
  return [...text.matchAll(CURRENCY_CODE)]
    .filter(({ 0: code, index }) => {
      if (!CURRENCIES.has(code) || code === paymentCurrency) return false;
      return code !== STORE_CURRENCY || CHARGED_IN.test(text.slice(0, index));
    })
    .map(({ 0: figure }) => ({ figure, setting: 'chargeCurrency', expected: paymentCurrency }));
}

/** Without the marks of Markdown: list items, headings, emphasis, and the targets of links. */
const plainText = (markdown: string) =>
  markdown
    .replace(/^\s*(?:[-*+]|\d+\.|#+)\s+/, '')
    .replace(/\[([^\]]{0,200})\]\([^)]{0,500}\)/g, '$1')
    .replace(/\*+/g, '')
    .trim();
