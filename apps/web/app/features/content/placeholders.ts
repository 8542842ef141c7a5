import { dollars } from '@shop/contracts/common/money';
import type { PublicStoreSettings } from '@shop/contracts/settings/schema';
import { currencyName, currencyWithCode } from '#lib/format.ts';

/** Null hides the sections of that name. */
type Placeholders = Record<string, string | null>;

const STORE_CURRENCY = 'USD';
const SECTION = /\{\{#(\w+)\}\}(.*?)\{\{\/\1\}\}/gs;
const PLACEHOLDER = /\{\{(.*?)\}\}/g;

/** The placeholders a content page can use. */
export const placeholdersOf = (settings: PublicStoreSettings): Placeholders => ({
  taxRate: `${settings.taxPercent}%`,
  standardShipping: dollars(settings.standardShipping),
  expressShipping: dollars(settings.expressShipping),
  freeShippingOver: settings.freeShippingOver === null ? null : dollars(settings.freeShippingOver),
  chargeCurrency: currencyWithCode(settings.paymentCurrency),
  chargeCurrencyCode: settings.paymentCurrency,
  foreignCurrency: settings.paymentCurrency === STORE_CURRENCY ? null : currencyName(settings.paymentCurrency),
});

/** Fills `{{name}}`; the section `{{#name}}…{{/name}}` is removed if the value is null. Throws on an unknown name. */
export function fillPlaceholders(markdown: string, placeholders: Placeholders) {
  const lookUp = (name: string) => {
    const value = placeholders[name];
    if (value === undefined) throw new Error(`Unknown placeholder: ${name}`);
    return value;
  };
  const visible = markdown.replace(SECTION, (_all, name: string, text: string) => (lookUp(name) === null ? '' : text));
  return visible.replace(PLACEHOLDER, (_all, name: string) => {
    const value = lookUp(name);
    if (value === null) throw new Error(`Placeholder without a value: ${name}`);
    return value;
  });
}
