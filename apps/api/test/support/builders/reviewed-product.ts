import { Review } from '@shop/contracts/catalog/schema';
import { OwnReview } from '@shop/contracts/reviews/schema';
import sharp from 'sharp';
import type { TestStore } from '#test/harness.ts';
import { anOrder } from './an-order.ts';
import { aVariant } from './cart.ts';

type Shop = Pick<TestStore, 'aProduct' | 'aShopper' | 'db' | 'guest' | 'sql'>;

/** A product with the sizes 0 and 1, and customers who received it, with this password. */
export async function aProductWithSizes(shop: Shop, buyers: { password?: string } = {}) {
  const { productId, slug, variantIds } = await aVariant(shop, { quantities: [50, 50] });
  await shop.sql.query('update products set options = $2 where id = $1', [
    productId,
    JSON.stringify([{ name: 'Size', values: ['0', '1'] }]),
  ]);
  return {
    productId,
    slug,
    shown: async () => (await shop.guest.get(`/api/products/${slug}`)).json(),
    reviews: async (query = '') =>
      Review.array().parse((await shop.guest.get(`/api/products/${slug}/reviews${query}`)).json()),
    /** Who received these sizes, one order after the other. */
    async aBuyer(...sizes: (0 | 1)[]) {
      const customer = await shop.aShopper(buyers);
      for (const size of sizes)
        await anOrder(shop.db, {
          of: customer,
          items: [{ variantId: variantIds[size] ?? '', quantity: 1 }],
          status: 'delivered',
        });
      const path = `/api/products/${productId}`;
      return {
        ...customer,
        own: async () => OwnReview.parse((await customer.get(`${path}/own-review`)).json()),
        upload: (image: Buffer | string, type = 'image/png') =>
          customer.post(`${path}/review-photos`, image, { 'content-type': type }),
        review: (review: object = {}) => customer.post(`${path}/reviews`, { rating: 5, comment: 'Lovely.', ...review }),
      };
    },
    /** Approves the review of a customer. */
    approve: async (userId: string) => {
      const { rows } = await shop.sql.query<{ id: string }>(
        `update reviews set status = 'approved' where product_id = $1 and user_id = $2 returning id`,
        [productId, userId],
      );
      return rows[0]?.id ?? '';
    },
  };
}

export const aPhoto = (background = 'teal') =>
  sharp({ create: { width: 60, height: 40, channels: 3, background } })
    .withExif({ IFD0: { Copyright: 'Secret place' } })
    .png()
    .toBuffer();
