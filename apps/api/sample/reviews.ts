import { reviewPhotoKey } from '@shop/contracts/reviews/constants';
import sharp from 'sharp';
import type { Db } from '#platform/database/db.ts';
import { uuid } from '#platform/database/row.ts';
import { all, one, rowsOf } from '#platform/database/sql.ts';
import { readImage, type Sample } from './files.ts';
import type { ImageStore } from './images.ts';

type SampleReview = Sample['reviews'][number];

/** Approved reviews of a product that has none. */
export async function addReviews(tx: Db, store: ImageStore, productId: string, ofProduct: SampleReview[]) {
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
