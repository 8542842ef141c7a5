import { Category, Product } from '@shop/contracts/catalog/schema';

const CardFields = Product.pick({
  id: true,
  name: true,
  slug: true,
  price: true,
  salePrice: true,
  images: true,
  imageAlts: true,
  brand: true,
  inStock: true,
  hasOptions: true,
  onlyOption: true,
  quantity: true,
  ratings: true,
  reviewCount: true,
});

/**
 * Only what a card shows, with the first image and the one on hover: loader data is sent twice, as markup and for
 * hydration.
 */
export const Card = CardFields.transform(({ images, imageAlts, ...product }) => ({
  ...product,
  images: images.slice(0, 2),
  imageAlts: imageAlts.slice(0, 1),
}));

/** What a link to a category shows. */
export const CategoryTile = Category.pick({ id: true, name: true, image: true });
