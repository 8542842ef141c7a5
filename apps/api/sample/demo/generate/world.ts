import type { Cents, StoreTerms } from '@shop/contracts/common/money';
import type { StaffRole } from '@shop/contracts/common/permissions';
import type { DemoContent } from '#sample/demo/files.ts';
import type { Day } from './calendar.ts';

/** A variant on sale, with the units available before the demo data. */
export type DemoVariant = {
  variantId: string;
  productId: string;
  category: string;
  name: string;
  sku: string;
  /** In the order of the product's options. */
  options: Record<string, string>;
  image: string | null;
  unitPriceCents: Cents;
  /** Of the product: nothing is ordered before. */
  createdAt: Date;
  available: number;
};

/** Ids of the staff who did the work of the year. */
export type DemoStaff = Record<Exclude<StaffRole, 'admin'>, string>;

export type World = {
  now: Date;
  days: Day[];
  terms: StoreTerms;
  variants: DemoVariant[];
  staff: DemoStaff;
  content: DemoContent;
};
