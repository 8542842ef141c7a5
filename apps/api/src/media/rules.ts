import { MEDIA_FORMATS, MEDIA_WIDTHS, type MediaFormat, type MediaWidth } from '@shop/contracts/common/media';

export type ImageVariant = { key: string; width: MediaWidth; format: MediaFormat };

const KEY = /^[a-z0-9-]{1,200}$/;

/** The image variant of a URL; undefined for every URL that is never issued, so that no other file can be reached. */
export function parseImagePath(key: string, file: string): ImageVariant | undefined {
  if (!KEY.test(key)) return undefined;
  for (const width of MEDIA_WIDTHS)
    for (const format of MEDIA_FORMATS) if (file === `${width}.${format}`) return { key, width, format };
  return undefined;
}
