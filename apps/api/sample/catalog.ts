import { toBasisPoints, toCents } from '@shop/contracts/common/money';
import { reviewPhotoKey } from '@shop/contracts/reviews/constants';
import sharp from 'sharp';
import type { Db } from '#platform/database/db.ts';
import { bool, text, uuid } from '#platform/database/row.ts';
import { all, count, first, one, rowsOf } from '#platform/database/sql.ts';
import { brandLogo, readImage, type Sample } from './files.ts';
import type { ImageStore } from './images.ts';

/** Words that shoppers use for the products of the sample catalog. */
const SAMPLE_SYNONYMS = [
  ['bag', 'clutch', 'handbag', 'minaudiere', 'pouch', 'purse'],
  ['ring', 'band'],
  ['dress', 'gown'],
  ['necklace', 'chain', 'pendant'],
  ['bracelet', 'bangle'],
  ['brooch', 'pin'],
  ['tiara', 'crown', 'diadem'],
  ['keyring', 'keychain', 'keyfob'],
  ['sweater', 'jumper', 'pullover'],
  ['tee', 't-shirt', 'tshirt'],
  ['blouse', 'shirt'],
  ['jeans', 'denim', 'pants', 'trousers'],
  ['robe', 'dressing-gown', 'kimono'],
  ['scarf', 'shawl', 'wrap'],
  ['cape', 'cloak', 'coat'],
  ['bolero', 'jacket'],
  ['watch', 'timepiece', 'wristwatch'],
  ['chandelier', 'lamp', 'light', 'lighting'],
  ['candle', 'candleholder', 'candlestick', 'tealight'],
  ['coupe', 'coupes', 'champagne', 'glasses', 'glassware'],
  ['carafe', 'decanter'],
  ['photo', 'picture'],
  ['crystal', 'gemstone'],
  ['bridal', 'bride', 'wedding'],
  ['gift', 'present'],
  ['cufflinks', 'him', 'man', 'men', 'mens', 'unisex'],
  ['jewelry', 'jewellery'],
  ['amethyst', 'lilac', 'purple', 'violet'],
  ['blush', 'pink'],
  ['emerald', 'green'],
  ['indigo', 'midnight', 'navy'],
  ['gray', 'grey'],
];

type SampleProduct = Sample['catalog']['products'][number];
type ImageUrl = (file: string) => string;

/** Adds missing rows only; existing ones may have been edited since and stay unchanged. */
export async function loadCatalog(tx: Db, sample: Sample, imageUrl: ImageUrl, store: ImageStore) {
  const { categories, brands, products } = sample.catalog;
  const categoryRows = categories.map((category, position) => ({
    ...category,
    position,
    image: imageUrl(category.image),
  }));
  const brandRows = brands.map((brand) => ({ ...brand, logo: brandLogo(brand.logo) }));
  await tx.run(count('sample.insertCategories')`insert into categories ${rowsOf(categoryRows)} on conflict do nothing`);
  await tx.run(count('sample.insertBrands')`insert into brands ${rowsOf(brandRows)} on conflict do nothing`);
  const labels = { name: text, id: uuid };
  const categoryIds = idsByName(await tx.run(all('sample.listCategories', labels)`select name, id from categories`));
  const brandIds = idsByName(await tx.run(all('sample.listBrands', labels)`select name, id from brands`));

  const added: SampleProduct[] = [];
  for (const product of products) {
    const values = {
      name: product.name,
      slug: product.slug,
      description: product.description,
      categoryId: requireId(categoryIds, product.category),
      brandId: requireId(brandIds, product.brand),
      priceCents: toCents(product.price),
      salePriceCents: product.salePrice && toCents(product.salePrice),
      tags: product.tags,
      specifications: product.specifications,
      options: JSON.stringify(product.options),
      // A quantity of 0 is out of stock by itself; the switch is off only if there are units that are not for sale.
      sellable: product.inStock || product.quantity === 0,
      createdAt: product.createdAt,
    };
    const row = await tx.run(
      first('sample.insertProduct', { id: uuid })`
        insert into products ${rowsOf([values])} on conflict do nothing returning id`,
    );
    if (!row) continue;
    added.push(product);
    await addDetails(tx, row.id, product, sample, imageUrl);
    const ofProduct = sample.reviews.filter((review) => review.productSlug === product.slug);
    await addReviews(tx, store, row.id, ofProduct);
  }
  await addPairings(tx, added);
  await addDiscountCodes(tx, sample.promotions);
  if (added.length > 0) await addSynonyms(tx);
  return added.length;
}

async function addDetails(tx: Db, productId: string, product: SampleProduct, sample: Sample, imageUrl: ImageUrl) {
  if (product.derivedSlug)
    await tx.run(
      count('sample.insertSlug')`insert into product_slugs ${rowsOf([{ slug: product.derivedSlug, productId }])}`,
    );
  const images = product.images.map((file, position) => ({
    productId,
    position,
    url: imageUrl(file),
    alt: sample.catalog.imageAlts[file] ?? '',
  }));
  await tx.run(count('sample.insertImages')`insert into product_images ${rowsOf(images)}`);
  for (const [position, { sku, options, quantity }] of product.variants.entries()) {
    const variant = { productId, sku, optionValues: options, position };
    const { id: variantId } = await tx.run(
      one('sample.insertVariant', { id: uuid })`insert into variants ${rowsOf([variant])} returning id`,
    );
    const stock = { variantId, productId, received: quantity, available: quantity };
    await tx.run(count('sample.insertStock')`insert into stock ${rowsOf([stock])}`);
    const movement = { variantId, delta: quantity, reason: 'Opening stock' };
    if (quantity > 0)
      await tx.run(count('sample.insertOpeningStock')`insert into stock_movements ${rowsOf([movement])}`);
  }
}

async function addPairings(tx: Db, products: SampleProduct[]) {
  const slugs = products.flatMap((product) => [product.slug, ...product.pairsWith]);
  const rows = await tx.run(
    all('sample.listProducts', { slug: text, id: uuid })`select slug, id from products where slug = any (${slugs})`,
  );
  const ids = new Map(rows.map((row) => [row.slug, row.id]));
  const pairings = products.flatMap((product) =>
    product.pairsWith.map((paired, position) => ({
      productId: requireId(ids, product.slug),
      pairedId: requireId(ids, paired),
      position,
    })),
  );
  if (pairings.length > 0)
    await tx.run(count('sample.insertPairings')`insert into product_pairings ${rowsOf(pairings)}`);
}

async function addDiscountCodes(tx: Db, promotions: Sample['promotions']) {
  const codes = promotions.map(({ percent, ...code }) => ({ ...code, percentBp: toBasisPoints(percent) }));
  await tx.run(count('sample.insertDiscountCodes')`insert into discount_codes ${rowsOf(codes)} on conflict do nothing`);
}

/** Only in a store without any: groups may have been removed since. */
async function addSynonyms(tx: Db) {
  const groups = SAMPLE_SYNONYMS.map((words) => ({ words }));
  const { exist } = await tx.run(
    one('sample.haveSynonyms', { exist: bool })`select exists (select from search_synonyms) as exist`,
  );
  if (!exist) await tx.run(count('sample.insertSynonyms')`insert into search_synonyms ${rowsOf(groups)}`);
}

const idsByName = (rows: { name: string; id: string }[]) => new Map(rows.map(({ name, id }) => [name, id]));

function requireId<T>(ids: Map<string, T>, name: string) {
  const id = ids.get(name);
  if (id === undefined) throw new Error(`The sample data refers to '${name}', which it does not contain.`);
  return id;
}

type SampleReview = Sample['reviews'][number];

/** Approved reviews of a product that has none. */
async function addReviews(tx: Db, store: ImageStore, productId: string, ofProduct: SampleReview[]) {
  if (ofProduct.length === 0) return;
  const rows = ofProduct.map(({ userName, rating, comment, size, fit, reply, createdAt }) => ({
    productId,
    userName,
    ratingHalves: rating * 2,
    comment,
    sizeBought: size,
    fit,
    reply: reply?.text,
    repliedAt: reply?.createdAt,
    status: 'approved',
    createdAt,
  }));
  const added = await tx.run(
    all('sample.insertReviews', { id: uuid })`insert into reviews ${rowsOf(rows)} returning id`,
  );
  for (const [index, { id }] of added.entries())
    await addPhotos(tx, store, { productId, reviewId: id }, ofProduct[index]?.photos ?? []);
}

async function addPhotos(tx: Db, store: ImageStore, of: { productId: string; reviewId: string }, files: string[]) {
  for (const [position, file] of files.entries()) {
    const content = readImage(file);
    const { width, height } = await sharp(content).metadata();
    const photo = { ...of, position, width, height };
    const { id } = await tx.run(
      one('sample.insertReviewPhoto', { id: uuid })`insert into review_photos ${rowsOf([photo])} returning id`,
    );
    await store.put(`originals/${reviewPhotoKey(id)}.webp`, content);
  }
}
