import { pageMessages } from './admin-messages.ts';

/** What a page's text can take from the store settings, written `{{name}}`. */
const PLACEHOLDER_NAMES = [
  'storeName',
  'taxRate',
  'standardShipping',
  'expressShipping',
  'freeShippingOver',
  'chargeCurrency',
  'chargeCurrencyCode',
  'foreignCurrency',
  'returnDays',
] as const;
export type PlaceholderName = (typeof PLACEHOLDER_NAMES)[number];

/** Without a value in some stores: used only in their own section, which is then removed. */
const OPTIONAL_NAMES: readonly PlaceholderName[] = ['freeShippingOver', 'foreignCurrency', 'returnDays'];

/** `{{#name}}…{{/name}}` */
export const SECTION = /\{\{#(\w+)\}\}(.*?)\{\{\/\1\}\}/gs;
export const PLACEHOLDER = /\{\{([^{}\n]{0,60})\}\}/g;

const isKnown = (name: string) => PLACEHOLDER_NAMES.some((known) => known === name);
const isOptional = (name: string) => OPTIONAL_NAMES.some((optional) => optional === name);

/** The error message of the first placeholder that cannot be filled in every store; undefined if there is none. */
export function placeholderError(text: string) {
  const sections: string[] = [];
  const rest = text.replace(SECTION, (_all, name: string, content: string) => {
    sections.push(name);
    return content.replaceAll(`{{${name}}}`, '');
  });
  const names = [...rest.matchAll(PLACEHOLDER)].map(([, name = '']) => name);
  const unknown = [...sections, ...names].find((name) => !isKnown(name));
  if (unknown !== undefined) return pageMessages.unknownPlaceholder(unknown);
  const withoutSection = names.find(isOptional);
  return withoutSection && pageMessages.placeholderNeedsSection(withoutSection);
}
