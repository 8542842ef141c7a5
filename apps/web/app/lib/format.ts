import { formatDate, formatIn } from '@shop/contracts/common/days';
import { withCommas } from '@shop/contracts/common/money';

/** '2024-03-05' → 'Mar 5, 2024': a day has no time zone. */
export const dayText = (day: string) => formatDate(new Date(day), 'UTC');

const monthIn = formatIn({ month: 'long', year: 'numeric' });
/** '2024-03-01' → 'March 2024' */
export const monthOf = (day: string) => monthIn('UTC').format(new Date(day));

/** 1234 → '1,234' */
export const wholeNumber = (value: number) => withCommas(String(Math.round(value)));
/** 1234.56 → '$1,235': where cents are noise. */
export const wholeDollars = (amount: number) => `$${wholeNumber(amount)}`;
const currencyNames = new Map<string, string>();
/** 'INR' → 'Indian rupees'. Kept: creating the format took 1.2 % of the time of a product page. */
export function currencyName(code: string) {
  const known = currencyNames.get(code);
  if (known) return known;
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency: code, currencyDisplay: 'name' });
  const name = format.formatToParts(2).find(({ type }) => type === 'currency')?.value ?? code;
  currencyNames.set(code, name);
  return name;
}
/** 'INR' → 'Indian rupees (INR)' */
export const currencyWithCode = (code: string) => `${currencyName(code)} (${code})`;
/** 0.257 → '25.7%' */
export const percent = (share: number) => `${(share * 100).toFixed(1)}%`;

/** The last 8 characters of the order id. */
export const orderNumber = (id: string) => id.slice(-8);
