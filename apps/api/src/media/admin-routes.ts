import { adminProductMessages } from '@shop/contracts/catalog/admin-messages';
import { IMAGE_BYTES_MAX } from '@shop/contracts/catalog/admin-schema';
import { mediaUrl } from '@shop/contracts/common/media';
import * as operations from '@shop/contracts/media/admin-operations';
import { IMAGE_TYPES } from '@shop/contracts/media/constants';
import type { FastifyPluginAsync } from 'fastify';
import type { Disk } from 'flydrive';
import { record } from '#audit/service.ts';
import { withoutCaching } from '#platform/http/caching.ts';
import { handle } from '#platform/http/handle.ts';
import { runOnceWithoutResponse } from '#platform/http/idempotency.ts';
import { assertDecodeCapacity, invalidImageError, requestWidths, storeImage } from './service.ts';

export const uploadRoutes: FastifyPluginAsync<{ disk: Disk }> = async (app, { disk }) => {
  withoutCaching(app);
  // Only for these routes, and as one buffer: the browser sends the image itself, not a multipart form.
  app.addContentTypeParser([...IMAGE_TYPES], { parseAs: 'buffer' }, (_request, body, done) => done(null, body));

  handle(
    app,
    operations.uploadImage,
    { access: 'products.write', bodyLimit: IMAGE_BYTES_MAX, onRequest: assertDecodeCapacity },
    async (request) => {
      const { actor, body } = request;
      if (!(body instanceof Uint8Array)) throw invalidImageError(adminProductMessages.imageType);
      const key = await storeImage(disk, body);
      const url = mediaUrl(key);
      const entry = { action: 'image.upload', entity: 'image', entityId: key, before: null, after: { url } } as const;
      await runOnceWithoutResponse(app.db, request, async (tx) => {
        await record(tx, actor, entry);
        await requestWidths(tx, key);
      });
      return { url };
    },
  );
};
