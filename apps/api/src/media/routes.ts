import { problemMessages } from '@shop/contracts/common/messages';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Disk } from 'flydrive';
import { z } from 'zod';
import { DomainError } from '#platform/errors.ts';
import { parseImagePath } from './rules.ts';
import { imageStore } from './service.ts';

export const mediaRoutes: FastifyPluginAsyncZod<{ disk: Disk }> = async (app, { disk }) => {
  const images = imageStore(disk);

  app.get(
    '/media/:key/:file',
    {
      config: { access: 'public', rate: 'image' },
      schema: {
        operationId: 'getImage',
        tags: ['Images'],
        summary: 'Get an image as {width}.{avif|webp}. The URL is immutable',
        params: z.object({ key: z.string(), file: z.string() }),
        produces: ['image/avif', 'image/webp'],
        errors: { 404: ['image_not_found'] },
      },
    },
    async (request, reply) => {
      const image = parseImagePath(request.params.key, request.params.file);
      if (!image) throw new DomainError('not_found', 'image_not_found', problemMessages.notFound);

      const bytes = await images.read(image);
      // Emails show them, in a webmail's page of another origin.
      reply.header('cross-origin-resource-policy', 'cross-origin');
      return reply
        .header('cache-control', 'public, max-age=31536000, immutable')
        .type(`image/${image.format}`)
        .send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    },
  );
};
