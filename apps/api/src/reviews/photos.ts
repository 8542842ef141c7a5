import { problemMessages } from '@shop/contracts/common/messages';
import { reviewPhotoKey } from '@shop/contracts/reviews/constants';
import { reviewMessages } from '@shop/contracts/reviews/messages';
import type { ReviewPhoto } from '@shop/contracts/reviews/schema';
import type { Disk } from 'flydrive';
import {
  assertDecodeCapacity,
  deleteImage,
  inspectImage,
  putImage,
  reencodeImage,
  requestWidths,
} from '#media/service.ts';
import type { Db } from '#platform/database/db.ts';
import { DomainError } from '#platform/errors.ts';
import type { Actor } from '#platform/http/access.ts';
import { lockActiveUser } from '#platform/http/active-user.ts';
import { PORTION } from '#platform/retention.ts';
import { attachPhotos, deletePhotos, insertPhoto, listDeletablePhotos, updatePhotoSize } from './photo-queries.ts';
import { findOwnReview } from './queries.ts';
import { assertCanReview, ownPhotos } from './rules.ts';

export const photoNotFound = () => new DomainError('not_found', 'image_not_found', problemMessages.notFound);

/** For a review that is still to be written. */
export async function uploadPhoto(
  db: Db,
  disk: Disk,
  actor: Actor,
  productId: string,
  bytes: Uint8Array,
): Promise<ReviewPhoto> {
  assertCanReview(await db.run(findOwnReview(productId, actor.id)));
  const size = await inspectImage(bytes);
  await assertDecodeCapacity();
  // Before the image is decoded, which takes time and memory: the rows of a customer are limited. A row whose upload ends
  // here is deleted like that of an unused photo.
  const inserted = await db.transaction(async (tx) => {
    const { id: userId } = await lockActiveUser(tx, actor.id);
    return tx.run(insertPhoto({ productId, userId, ...size }));
  });
  if (!inserted) throw new DomainError('conflict', 'too_many_photos', reviewMessages.tooManyPhotos);
  const key = reviewPhotoKey(inserted.id);
  const { content, width, height } = await reencodeImage(bytes).catch(async (error: unknown) => {
    await db.run(deletePhotos([inserted.id]));
    throw error;
  });
  await putImage(disk, key, content);
  await db.transaction(async (tx) => {
    await tx.run(updatePhotoSize(inserted.id, { width, height }));
    await requestWidths(tx, key);
  });
  const photo = { ...inserted, width, height };
  const [stored] = ownPhotos([photo]);
  if (!stored) throw photoNotFound();
  return stored;
}

/** All of them, or none. */
export async function attachAll(tx: Db, reviewId: string, owner: { productId: string; userId: string }, ids: string[]) {
  if (ids.length === 0) return;
  if ((await tx.run(attachPhotos(reviewId, owner, ids))) !== ids.length)
    throw new DomainError('invalid', 'photo_not_found', reviewMessages.photoNotFound);
}

/** Files first: a row whose file is gone is deleted by the next run. */
export async function deleteUnusedPhotos(db: Db, disk: Disk) {
  for (;;) {
    const photos = await db.run(listDeletablePhotos(PORTION));
    const ids = photos.map(({ id }) => id);
    for (const id of ids) await deleteImage(disk, reviewPhotoKey(id));
    if (ids.length > 0) await db.run(deletePhotos(ids));
    if (ids.length < PORTION) return;
  }
}
