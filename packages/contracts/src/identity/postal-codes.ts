import { postalCodeMessages } from './account-messages.ts';
import type { COUNTRIES } from './constants.ts';

type Country = (typeof COUNTRIES)[number];
type PostalCodeRule = {
  pattern: RegExp;
  /** The usual separators, for a code without spaces and hyphens. */
  format: (compact: string) => string;
};

const asTyped = (compact: string) => compact;
/** As in SW1A 1AA and K1A 0B1. */
const withSpaceBeforeLastThree = (compact: string) => `${compact.slice(0, -3)} ${compact.slice(-3)}`;
const withHyphenAfterFive = (compact: string) =>
  compact.length > 5 ? `${compact.slice(0, 5)}-${compact.slice(5)}` : compact;

const RULES: Record<Country, PostalCodeRule> = {
  'United States': { pattern: /^\d{5}(-\d{4})?$/, format: withHyphenAfterFive },
  Canada: {
    pattern: /^[ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z] \d[ABCEGHJ-NPRSTV-Z]\d$/,
    format: withSpaceBeforeLastThree,
  },
  'United Kingdom': { pattern: /^(GIR 0AA|[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2})$/, format: withSpaceBeforeLastThree },
  Australia: { pattern: /^\d{4}$/, format: asTyped },
  India: { pattern: /^[1-9]\d{5}$/, format: asTyped },
};

const OTHER_COUNTRY = /^(?=.{3,12}$)[A-Z\d]+([ -][A-Z\d]+)*$/;

const hasRule = (country: string): country is Country => Object.hasOwn(RULES, country);

/** In capitals and with the separators of the country. A code that does not fit the country keeps its own ones. */
export function normalizePostalCode(country: string, postalCode: string) {
  const typed = postalCode.trim().toUpperCase().replace(/\s+/g, ' ');
  if (!hasRule(country)) return typed;
  const { pattern, format } = RULES[country];
  const formatted = format(typed.replace(/[ -]/g, ''));
  return pattern.test(formatted) ? formatted : typed;
}

export function isPostalCode(country: string, postalCode: string) {
  const pattern = hasRule(country) ? RULES[country].pattern : OTHER_COUNTRY;
  return pattern.test(normalizePostalCode(country, postalCode));
}

/** What a postal code of the country looks like. */
export const postalCodeError = (country: string) =>
  hasRule(country) ? postalCodeMessages[country] : postalCodeMessages.other;
