import type { AdminProduct, AdminVariant, ProductState, ProductSummary } from '@shop/contracts/catalog/admin-schema';
import { toAmount } from '@shop/contracts/common/money';

type Shared = {
  id: string;
  name: string;
  slug: string;
  brand: string;
  category: string;
  priceCents: number;
  salePriceCents: number | null;
  status: ProductState;
  sellable: boolean;
};

export type SummaryRow = Shared & { quantity: number; image: string | null };

export const productSummary = ({ priceCents, salePriceCents, sellable, ...row }: SummaryRow): ProductSummary => ({
  ...row,
  price: toAmount(priceCents),
  salePrice: toAmount(salePriceCents ?? 0),
  inStock: sellable && row.quantity > 0,
});

export type AdminProductRow = Shared & {
  version: number;
  description: string;
  tags: string[];
  specifications: Record<string, string>;
  options: AdminProduct['options'];
  images: { url: string; alt: string }[];
  variants: (Omit<AdminVariant, 'priceDifference'> & { priceDifferenceCents: number })[];
  createdAt: string;
  updatedAt: string;
};

export function adminProduct({ priceCents, salePriceCents, sellable, ...row }: AdminProductRow): AdminProduct {
  const quantity = row.variants.reduce((sum, variant) => sum + variant.quantity, 0);
  return {
    ...row,
    price: toAmount(priceCents),
    salePrice: toAmount(salePriceCents ?? 0),
    stock: sellable,
    images: row.images.map(({ url }) => url),
    imageAlts: row.images.map(({ alt }) => alt),
    variants: row.variants.map(({ priceDifferenceCents, ...variant }) => ({
      ...variant,
      priceDifference: toAmount(priceDifferenceCents),
    })),
    quantity,
    inStock: sellable && quantity > 0,
    createdAt: new Date(row.createdAt).toISOString(),
    updatedAt: new Date(row.updatedAt).toISOString(),
  };
}
