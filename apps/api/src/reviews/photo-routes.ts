import { Id } from '@shop/contracts/common/schema';
import { IMAGE_TYPES } from '@shop/contracts/media/constants';
import * as adminOperations from '@shop/contracts/reviews/admin-operations';
import { REVIEW_PHOTOS_BYTES_MAX, reviewPhotoKey } from '@shop/contracts/reviews/constants';
import { reviewMessages } from '@shop/contracts/reviews/messages';
import * as operations from '@shop/contracts/reviews/operations';
import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import type { Disk } from 'flydrive';
import {
  assertDecodeCapacity,
  invalidImageError,
  parseImagePath,
  readImage,
  TEMPORARY_CACHE_CONTROL,
} from '#media/service.ts';
import { withoutCaching } from '#platform/http/caching.ts';
import { handle } from '#platform/http/handle.ts';
import { isPhotoOf, isPublicPhoto, isReviewPhoto } from './photo-queries.ts';
import { photoNotFound, uploadPhoto } from './photos.ts';

const PRIVATE_SIZE = { width: 960, format: 'webp' } as const;

const sendImage = (reply: FastifyReply, { format, bytes }: { format: string; bytes: Uint8Array }) =>
  reply.type(`image/${format}`).send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));

/** For their author and for staff, in one size. */
export const reviewPhotoRoutes: FastifyPluginAsync<{ disk: Disk }> = async (app, { disk }) => {
  withoutCaching(app);
  // As for images of products: one buffer, not a multipart form.
  app.addContentTypeParser([...IMAGE_TYPES], { parseAs: 'buffer' }, (_request, body, done) => done(null, body));

  handle(
    app,
    operations.uploadReviewPhoto,
    { access: 'owner', rate: 'write', bodyLimit: REVIEW_PHOTOS_BYTES_MAX, onRequest: assertDecodeCapacity },
    async ({ actor, params, body }) => {
      if (!(body instanceof Uint8Array)) throw invalidImageError(reviewMessages.photoType);
      return uploadPhoto(app.db, disk, actor, params.product, body);
    },
  );

  handle(
    app,
    operations.getOwnReviewPhoto,
    { access: 'owner', rate: 'image' },
    async ({ actor, params: { photo } }, reply) => {
      if (!(await app.db.run(isPhotoOf(photo, actor.id)))) throw photoNotFound();
      return sendImage(reply, await readImage(disk, { key: reviewPhotoKey(photo), ...PRIVATE_SIZE }));
    },
  );

  handle(
    app,
    adminOperations.getReviewPhotoForStaff,
    { access: 'reviews.read', rate: 'image' },
    async ({ params: { photo } }, reply) => {
      if (!(await app.db.run(isReviewPhoto(photo)))) throw photoNotFound();
      return sendImage(reply, await readImage(disk, { key: reviewPhotoKey(photo), ...PRIVATE_SIZE }));
    },
  );
};

/** Only while the review is approved: for an hour at most, caches serve one that was removed. */
export const publicPhotoRoutes: FastifyPluginAsync<{ disk: Disk }> = async (app, { disk }) => {
  handle(
    app,
    operations.getReviewPhoto,
    { access: 'public', rate: 'image' },
    async ({ params: { photo, file }, readDb }, reply) => {
      const image = parseImagePath(reviewPhotoKey(photo), file);
      if (!image || !Id.safeParse(photo).success || !(await readDb.run(isPublicPhoto(photo)))) throw photoNotFound();
      const found = await readImage(disk, image);
      reply.header('cache-control', found.isFinal ? 'public, max-age=3600' : TEMPORARY_CACHE_CONTROL);
      return sendImage(reply, found);
    },
  );
};
