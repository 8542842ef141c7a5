import { Id } from '@shop/contracts/common/schema';
import { IMAGE_TYPES } from '@shop/contracts/media/constants';
import { REVIEW_PHOTOS_BYTES_MAX, reviewPhotoKey } from '@shop/contracts/reviews/constants';
import { reviewMessages } from '@shop/contracts/reviews/messages';
import { ReviewPhoto } from '@shop/contracts/reviews/schema';
import type { FastifyReply } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Disk } from 'flydrive';
import { z } from 'zod';
import { imageStore, invalidImageError, parseImagePath } from '#media/service.ts';
import { withoutCaching } from '#platform/http/caching.ts';
import { isPhotoOf, isPublicPhoto, isReviewPhoto } from './photo-queries.ts';
import { photoNotFound, uploadPhoto } from './photos.ts';

const tags = ['Reviews'];
const PRIVATE_SIZE = { width: 960, format: 'webp' } as const;
const params = z.object({ photo: Id });

const sendImage = (reply: FastifyReply, format: string, bytes: Uint8Array) =>
  reply.type(`image/${format}`).send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));

/** For their author and for staff, in one size. */
export const reviewPhotoRoutes: FastifyPluginAsyncZod<{ disk: Disk }> = async (app, { disk }) => {
  const images = imageStore(disk);
  withoutCaching(app);
  // As for images of products: one buffer, not a multipart form.
  app.addContentTypeParser([...IMAGE_TYPES], { parseAs: 'buffer' }, (_request, body, done) => done(null, body));

  app.post(
    '/products/:product/review-photos',
    {
      config: { access: 'owner', rate: 'write' },
      bodyLimit: REVIEW_PHOTOS_BYTES_MAX,
      schema: {
        operationId: 'uploadReviewPhoto',
        tags,
        summary: 'Upload a photo for your review of a product you’ve received',
        params: z.object({ product: Id.describe('The id of the product') }),
        response: { 201: ReviewPhoto },
        consumes: IMAGE_TYPES,
        errors: {
          403: ['not_a_verified_buyer'],
          409: ['already_reviewed', 'too_many_photos'],
          422: ['invalid_image'],
        },
      },
    },
    async ({ actor, params, body }, reply) => {
      if (!(body instanceof Uint8Array)) throw invalidImageError(reviewMessages.photoType);
      return reply.status(201).send(await uploadPhoto(app.db, disk, actor, params.product, body));
    },
  );

  app.get(
    '/review-photos/:photo',
    {
      config: { access: 'owner', rate: 'image' },
      schema: {
        operationId: 'getOwnReviewPhoto',
        tags,
        summary: 'Get a photo of your review, also before it’s approved',
        params,
        produces: ['image/webp'],
        errors: { 404: ['image_not_found'] },
      },
    },
    async ({ actor, params: { photo } }, reply) => {
      if (!(await isPhotoOf(app.db, photo, actor.id))) throw photoNotFound();
      return sendImage(reply, 'webp', await images.read({ key: reviewPhotoKey(photo), ...PRIVATE_SIZE }));
    },
  );

  app.get(
    '/admin/review-photos/:photo',
    {
      config: { access: 'reviews.read', rate: 'image' },
      schema: {
        operationId: 'getReviewPhotoForStaff',
        tags: ['Admin: reviews'],
        summary: 'Get a photo of a review in any status',
        params,
        produces: ['image/webp'],
        errors: { 404: ['image_not_found'] },
      },
    },
    async ({ params: { photo } }, reply) => {
      if (!(await isReviewPhoto(app.db, photo))) throw photoNotFound();
      return sendImage(reply, 'webp', await images.read({ key: reviewPhotoKey(photo), ...PRIVATE_SIZE }));
    },
  );
};

/** Only while the review is approved: for an hour at most, caches serve one that was removed. */
export const publicPhotoRoutes: FastifyPluginAsyncZod<{ disk: Disk }> = async (app, { disk }) => {
  const images = imageStore(disk);

  app.get(
    '/media/review-photo-:photo/:file',
    {
      config: { access: 'public', rate: 'image' },
      schema: {
        operationId: 'getReviewPhoto',
        tags: ['Images'],
        summary: 'Get a photo of an approved review as {width}.{avif|webp}',
        params: z.object({ photo: z.string(), file: z.string() }),
        produces: ['image/avif', 'image/webp'],
        errors: { 404: ['image_not_found'] },
      },
    },
    async ({ params: { photo, file }, readDb }, reply) => {
      const image = parseImagePath(reviewPhotoKey(photo), file);
      if (!image || !Id.safeParse(photo).success || !(await isPublicPhoto(readDb, photo))) throw photoNotFound();
      reply.header('cache-control', 'public, max-age=3600');
      return sendImage(reply, image.format, await images.read(image));
    },
  );
};
