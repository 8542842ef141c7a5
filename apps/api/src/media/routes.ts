import { problemMessages } from '@shop/contracts/problem';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Disk } from 'flydrive';
import { z } from 'zod';
import { DomainError } from '#platform/errors.ts';
import { pictureAt } from './rules.ts';
import { pictureStore } from './service.ts';

export const mediaRoutes: FastifyPluginAsyncZod<{ disk: Disk }> = async (app, { disk }) => {
  const pictures = pictureStore(disk);

  app.get(
    '/media/:key/:file',
    {
      config: { access: 'public', rate: 'picture' },
      schema: {
        tags: ['Pictures'],
        summary: 'A picture as {width}.{avif|webp}; its address never changes its content',
        params: z.object({ key: z.string(), file: z.string() }),
      },
    },
    async (request, reply) => {
      const picture = pictureAt(request.params.key, request.params.file);
      if (!picture) throw new DomainError('not_found', 'picture_not_found', problemMessages.notFound);

      const bytes = await pictures.read(picture);
      return reply
        .header('cache-control', 'public, max-age=31536000, immutable')
        .type(`image/${picture.format}`)
        .send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    },
  );
};
