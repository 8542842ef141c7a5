import { demandMessages } from '../analytics/demand-messages.ts';
import { adminProductMessages as products } from '../catalog/admin-messages.ts';
import { adminCollectionMessages as collections } from '../catalog/collection-admin-messages.ts';
import type { ContentSection } from '../content/home-constants.ts';
import { discountCodeMessages as codes } from '../discounts/admin-messages.ts';
import { roleLabels } from '../identity/admin-messages.ts';
import { paymentStatusLabels } from '../orders/messages.ts';
import type { AuditEntity } from './messages.ts';

export const auditValueMessages = {
  yes: 'Yes',
  no: 'No',
  added: (label: string) => `${label} added`,
  removed: (label: string) => `${label} removed`,
  reordered: 'Reordered',
  changed: 'Changed',
  priceOf: (variant: string) => `${variant}: price difference`,
  skuOf: (variant: string) => `${variant}: SKU`,
};

/** Labels of fields by the type of their record, as its form calls them. */
export const auditEntityFields: Partial<Record<AuditEntity, Record<string, string>>> = {
  order: { number: 'Shipment', notify: 'Customer notified', trackingUrl: 'Tracking link' },
  saved_view: { query: 'Filters' },
  review: { reason: 'Reason for the author', reply: 'Public reply', photo: 'Photo' },
  product: products.fieldNames,
  collection: {
    slug: collections.slug,
    image: 'Image',
    imageAlt: collections.imageAlt,
    kind: collections.kind,
    match: collections.match,
    sort: collections.sort,
  },
  synonyms: { words: 'Words' },
  discount_code: {
    percent: codes.discount,
    startsAt: 'Starts',
    endsAt: 'Ends',
    usageLimit: codes.usageLimit,
    perUserLimit: codes.perUserLimit,
  },
  settings: {
    logo: 'Logo',
    legalName: 'Legal name of the seller',
    region: 'State or region',
    registrationNumber: 'Company registration number',
    hsnCode: 'HSN code',
    delivery: 'Delivery times',
    taxPercent: 'Tax rate',
    freeShippingOver: 'Free shipping from',
    paymentRate: 'Exchange rate',
    paymentRateStatus: 'Exchange rate status',
    reviewsNeedApproval: 'Reviews need approval',
    adminsNeedTwoFactor: 'Two-factor authentication required for staff',
    unitsPerVariantLimit: 'Limit of units of one variant',
    unitsLimit: 'Limit of units in total',
    clientUnitsLimit: 'Limit of units of unconfirmed customers',
    openCheckoutsLimit: 'Limit of open checkouts',
    unpaidOrdersLimit: 'Limit of unpaid cash on delivery orders',
    returnDays: 'Days to return items',
    returnHoldDays: 'Days until a return must arrive',
    unreturnableCategoryIds: 'Categories that can’t be returned',
  },
};

/** Labels of all other fields whose name, split into words, would be unclear. */
export const auditFieldLabels: Record<string, string> = {
  body: 'Note',
  cta: 'Button label',
  href: 'Link',
  lowStockThreshold: 'Low-stock threshold',
  number: 'Version',
  paymentStatus: 'Payment',
  q: 'Search',
  seoDescription: 'Meta description',
  seoTitle: 'Page title',
  sku: 'SKU',
  slug: 'URL slug',
  task: 'Job type',
  url: 'URL',
};

/** Labels of values that are codes. Others become a sentence: `refunded_elsewhere` is "Refunded elsewhere". */
export const auditValueLabels: Record<string, Record<string, string>> = {
  role: { customer: 'Customer', ...roleLabels },
  paymentStatus: paymentStatusLabels,
  kind: collections.kinds,
  match: { all: 'All of the rules', any: 'Any of the rules' },
  sort: collections.sorts,
  remedy: demandMessages.done,
};

/** What follows "edited the online store:". */
export const auditSectionLabels: Record<ContentSection, string> = {
  blocks: 'Home page sections',
  slides: 'Hero slides',
  testimonials: 'Testimonials',
  announcement: 'Announcement',
  menus: 'Menus',
};
