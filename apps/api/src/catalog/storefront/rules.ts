import type { Product, ProductDetail, Suggestion } from '@shop/contracts/catalog/schema';
import { toAmount } from '@shop/contracts/common/money';
import { toIso } from '#platform/timestamps.ts';
import { publicReview, type ReviewRow, withPhotoUrl } from './review-rules.ts';

type ConvertedColumns = {
  price_cents: number;
  sale_price_cents: number | null;
  sellable: boolean;
  created_at: string;
  updated_at: string;
};
type ConvertedFields = 'price' | 'salePrice' | 'inStock' | 'reviews' | 'createdAt' | 'updatedAt';

/** A product as read from the database, joined with its images, labels and stock. */
export type ProductRow = Omit<Product, ConvertedFields> & ConvertedColumns;

export function productCard(row: ProductRow): Product {
  const { price_cents, sale_price_cents, sellable, created_at, updated_at, ...fields } = row;
  return {
    ...fields,
    price: toAmount(price_cents),
    salePrice: toAmount(sale_price_cents ?? 0),
    inStock: sellable && row.quantity > 0,
    reviews: [],
    createdAt: toIso(created_at),
    updatedAt: toIso(updated_at),
  };
}

export type DetailRow = ProductRow & {
  options: ProductDetail['options'];
  variants: (Omit<ProductDetail['variants'][number], 'priceDifference'> & { price_difference_cents: number })[];
  reviews: ReviewRow[];
  star_counts: number[];
  fit_counts: number[];
  reviewPhotos: Omit<ProductDetail['reviewPhotos'][number], 'url'>[];
} & Pick<ProductDetail, 'reviewSizes' | 'seoTitle' | 'seoDescription'>;

export function productDetail(row: DetailRow, pairsWith: Product[]): ProductDetail {
  const { options, variants, reviews, star_counts, fit_counts, reviewSizes, reviewPhotos, ...others } = row;
  const { seoTitle, seoDescription, ...card } = others;
  return {
    ...productCard(card),
    options,
    variants: variants.map(({ price_difference_cents, ...variant }) => ({
      ...variant,
      priceDifference: toAmount(price_difference_cents),
    })),
    reviews: reviews.map(publicReview),
    ratingCounts: star_counts,
    fitCounts: fit_counts,
    reviewSizes,
    reviewPhotos: reviewPhotos.map(withPhotoUrl),
    pairsWith,
    seoTitle,
    seoDescription,
  };
}

export type SuggestionRow = Pick<ProductRow, 'name' | 'slug' | 'price_cents' | 'sale_price_cents'> & {
  image: string | null;
};

export const suggestion = (row: SuggestionRow): Suggestion => ({
  name: row.name,
  slug: row.slug,
  image: row.image,
  price: toAmount(row.price_cents),
  salePrice: toAmount(row.sale_price_cents ?? 0),
});
