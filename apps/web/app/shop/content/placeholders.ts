import { timeMessages } from '@shop/contracts/common/messages';
import { dollars, STORE_CURRENCY } from '@shop/contracts/common/money';
import { PLACEHOLDER, type PlaceholderName, SECTION } from '@shop/contracts/content/placeholders';
import type { PublicStoreSettings } from '@shop/contracts/settings/schema';
import { currencyName, currencyWithCode } from '#lib/format.ts';

/** Null hides the sections of that name. */
type Placeholders = Record<string, string | null>;

/** The placeholders a content page can use. */
export const placeholdersOf = (settings: PublicStoreSettings): Record<PlaceholderName, string | null> => ({
  storeName: settings.storeName,
  taxRate: `${settings.taxPercent}%`,
  standardShipping: dollars(settings.standardShipping),
  expressShipping: dollars(settings.expressShipping),
  freeShippingOver: settings.freeShippingOver === null ? null : dollars(settings.freeShippingOver),
  chargeCurrency: currencyWithCode(settings.paymentCurrency),
  chargeCurrencyCode: settings.paymentCurrency,
  returnDays: settings.returnDays > 0 ? timeMessages.days(settings.returnDays) : null,
  foreignCurrency: settings.paymentCurrency === STORE_CURRENCY ? null : currencyName(settings.paymentCurrency),
});

/** The placeholders with their current values, for the page editor. */
export const listPlaceholders = (settings: PublicStoreSettings) =>
  Object.entries(placeholdersOf(settings)).map(([name, value]) => ({ name, value }));

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
