import { adminProductMessages } from '@shop/contracts/catalog/admin-messages';
import { IMAGE_BYTES_MAX, IMAGE_TYPES } from '@shop/contracts/catalog/admin-schema';
import { mediaUrl } from '@shop/contracts/common/media';
import { UploadedImage } from '@shop/contracts/media/schema';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Disk } from 'flydrive';
import { record } from '#audit/service.ts';
import { withoutCaching } from '#platform/http/caching.ts';
import { OptionalIdempotencyHeaders, runOnceWithoutResponse } from '#platform/http/idempotency.ts';
import { invalidImageError, storeImage } from './service.ts';

export const uploadRoutes: FastifyPluginAsyncZod<{ disk: Disk }> = async (app, { disk }) => {
  withoutCaching(app);
  // Only for these routes, and as one buffer: the browser sends the image itself, not a multipart form.
  app.addContentTypeParser([...IMAGE_TYPES], { parseAs: 'buffer' }, (_request, body, done) => done(null, body));

  app.post(
    '/admin/images',
    {
      config: { access: 'products.write' },
      bodyLimit: IMAGE_BYTES_MAX,
      schema: {
        operationId: 'uploadImage',
        tags: ['Images'],
        headers: OptionalIdempotencyHeaders,
        summary: 'Upload an image (JPEG, PNG, WebP or AVIF) and get its URL',
        response: { 201: UploadedImage },
        consumes: IMAGE_TYPES,
        errors: { 422: ['invalid_image'] },
      },
    },
    async (request, reply) => {
      const { actor, body } = request;
      if (!(body instanceof Uint8Array)) throw invalidImageError(adminProductMessages.imageType);
      const key = await storeImage(disk, body);
      const url = mediaUrl(key);
      const entry = { action: 'image.upload', entity: 'image', entityId: key, before: null, after: { url } } as const;
      await runOnceWithoutResponse(app.db, request, (tx) => record(tx, actor, entry));
      return reply.status(201).send({ url });
    },
  );
};
