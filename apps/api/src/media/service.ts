import { createHash, randomUUID } from 'node:crypto';
import { adminProductMessages } from '@shop/contracts/catalog/admin-messages';
import { MEDIA_WIDTHS, type MediaFormat } from '@shop/contracts/common/media';
import { problemMessages } from '@shop/contracts/common/messages';
import type { Disk } from 'flydrive';
import pLimit from 'p-limit';
import sharp from 'sharp';
import { DomainError } from '#platform/errors.ts';
import type { ImageVariant } from './rules.ts';

export { parseImagePath } from './rules.ts';

const RENDERS_AT_ONCE = 2;

/** One thread per image: the event loop keeps the other core. */
sharp.concurrency(1);

/** Quality is high enough to preserve facets and sparkle; low AVIF effort, because shoppers may wait for it. */
export async function renderVariant(original: Uint8Array, width: number, format: MediaFormat) {
  const resized = sharp(original).resize({ width, withoutEnlargement: true });
  const encoded =
    format === 'avif' ? resized.avif({ quality: 60, effort: 2 }) : resized.webp({ quality: 80, effort: 4 });
  return encoded.toBuffer();
}

const LARGEST_WIDTH = Math.max(...MEDIA_WIDTHS);
const PIXELS_MAX = 50_000_000;
/** Detected from the bytes, whatever content type the client sends. */
const ACCEPTED_FORMATS = new Set(['jpeg', 'png', 'webp', 'heif']);

/**
 * Stores an uploaded image and returns its key. Re-encodes it: turned upright, no larger than any page shows it, and
 * without metadata, for example where it was taken. The same image has the same key.
 */
export async function storeImage(disk: Disk, bytes: Uint8Array) {
  const { content } = await reencodeImage(bytes);
  const key = `upload-${createHash('sha256').update(content).digest('hex').slice(0, 20)}`;
  if (!(await disk.exists(originalPath(key)))) await putImage(disk, key, content);
  return key;
}

const originalPath = (key: string) => `originals/${key}.webp`;

/** For contexts that choose the keys of their images. The content must be re-encoded. */
export const putImage = (disk: Disk, key: string, content: Uint8Array) => disk.put(originalPath(key), content);

/** With all its renderings. Can be repeated. */
export async function deleteImage(disk: Disk, key: string) {
  await disk.delete(originalPath(key));
  await disk.deleteAll(`variants/${key}/`);
}

/** Throws if the bytes are not an image that is accepted. */
export async function reencodeImage(bytes: Uint8Array) {
  const { format, width, height } = await readMetadata(bytes);
  if (!ACCEPTED_FORMATS.has(format)) throw invalidImageError(adminProductMessages.imageType);
  if (width * height > PIXELS_MAX) throw invalidImageError(adminProductMessages.imageTooLarge);
  const { data, info } = await sharp(bytes, { limitInputPixels: PIXELS_MAX })
    .rotate()
    .resize({ width: LARGEST_WIDTH, withoutEnlargement: true })
    .webp({ quality: 90 })
    .toBuffer({ resolveWithObject: true })
    .catch(() => {
      throw invalidImageError(adminProductMessages.imageType);
    });
  return { content: data, width: info.width, height: info.height };
}

/** Format and size by the file's header, before any pixels are decoded. */
async function readMetadata(bytes: Uint8Array) {
  const nothing = { format: '', width: 0, height: 0 };
  if (bytes.length === 0) return nothing;
  return sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => nothing);
}

export const invalidImageError = (message: string) => new DomainError('invalid', 'invalid_image', message);

/** Images in the widths and formats that pages request, each rendered once and stored. */
export function imageStore(disk: Disk) {
  const inFlight = new Map<string, Promise<Uint8Array>>();
  const limitRender = pLimit(RENDERS_AT_ONCE);

  async function render({ key, width, format }: ImageVariant, path: string) {
    const original = originalPath(key);
    if (!(await disk.exists(original))) throw new DomainError('not_found', 'image_not_found', problemMessages.notFound);
    const bytes = await renderVariant(await disk.getBytes(original), width, format);

    // Written to a temporary path and moved, so that no other process can read a partial file.
    const tempPath = `${path}.${randomUUID()}`;
    await disk.put(tempPath, bytes);
    await disk.move(tempPath, path);
    return bytes;
  }

  return {
    async read(image: ImageVariant) {
      const path = `variants/${image.key}/${image.width}.${image.format}`;
      if (await disk.exists(path)) return disk.getBytes(path);

      // Concurrent requests wait for the same rendering.
      const rendering =
        inFlight.get(path) ?? limitRender(() => render(image, path)).finally(() => inFlight.delete(path));
      inFlight.set(path, rendering);
      return rendering;
    },
  };
}
