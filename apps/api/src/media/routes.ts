import { problemMessages } from '@shop/contracts/common/messages';
import * as operations from '@shop/contracts/media/operations';
import type { FastifyPluginAsync } from 'fastify';
import type { Disk } from 'flydrive';
import { DomainError } from '#platform/errors.ts';
import { handle } from '#platform/http/handle.ts';
import { parseImagePath } from './rules.ts';
import { readImage, TEMPORARY_CACHE_CONTROL } from './service.ts';

export const mediaRoutes: FastifyPluginAsync<{ disk: Disk }> = async (app, { disk }) => {
  handle(app, operations.getImage, { access: 'public', rate: 'image' }, async (request, reply) => {
    const image = parseImagePath(request.params.key, request.params.file);
    if (!image) throw new DomainError('not_found', 'image_not_found', problemMessages.notFound);

    const { bytes, format, isFinal } = await readImage(disk, image);
    // Emails show them, in a webmail's page of another origin.
    reply.header('cross-origin-resource-policy', 'cross-origin');
    return reply
      .header('cache-control', isFinal ? 'public, max-age=31536000, immutable' : TEMPORARY_CACHE_CONTROL)
      .type(`image/${format}`)
      .send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  });
};
