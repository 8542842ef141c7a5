import { z } from 'zod';
import { MEDIA_FORMATS, MEDIA_WIDTHS } from '../common/media.ts';
import { operation } from '../common/operation.ts';

export const getImage = operation('GET /media/:key/:file', {
  id: 'getImage',
  tag: 'Images',
  summary: 'Get an image as {width}.{avif|webp}: immutable, or for 10 seconds another size, until that one is rendered',
  params: z.object({
    key: z.string().describe('Which image: as in the URL that the upload or a record has.'),
    file: z
      .string()
      .describe(
        `\`{width}.{format}\`. Widths in pixels: ${MEDIA_WIDTHS.join(', ')}; formats: ${MEDIA_FORMATS.join(', ')}.`,
      ),
  }),
  produces: ['image/avif', 'image/webp'],
  errors: { 404: ['image_not_found'] },
});
