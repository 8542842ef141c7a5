import { reviewPhotoKey } from '@shop/contracts/reviews/constants';
import sharp from 'sharp';
import type { Db } from '#platform/database/db.ts';
import { reviewPhotos, reviews } from '#reviews/schema.ts';
import { readImage, type Sample } from './files.ts';
import type { ImageStore } from './images.ts';

type SampleReview = Sample['reviews'][number];

/** Approved reviews of a product that has none. */
export async function addReviews(tx: Db, store: ImageStore, productId: string, ofProduct: SampleReview[]) {
  if (ofProduct.length === 0) return;
  const rows = await tx
    .insert(reviews)
    .values(
      ofProduct.map(({ userName, rating, comment, size, fit, reply, createdAt }) => ({
        productId,
        userName,
        ratingHalves: rating * 2,
        comment,
        sizeBought: size,
        fit,
        reply: reply?.text,
        repliedAt: reply?.createdAt,
        status: 'approved' as const,
        createdAt,
      })),
    )
    .returning({ id: reviews.id });
  for (const [index, { id }] of rows.entries())
    await addPhotos(tx, store, { productId, reviewId: id }, ofProduct[index]?.photos ?? []);
}

async function addPhotos(tx: Db, store: ImageStore, of: { productId: string; reviewId: string }, files: string[]) {
  for (const [position, file] of files.entries()) {
    const content = readImage(file);
    const { width, height } = await sharp(content).metadata();
    const [photo] = await tx
      .insert(reviewPhotos)
      .values({ ...of, position, width, height })
      .returning({ id: reviewPhotos.id });
    if (photo) await store.put(`originals/${reviewPhotoKey(photo.id)}.webp`, content);
  }
}
