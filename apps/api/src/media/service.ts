import { createHash, randomUUID } from 'node:crypto';
import { parse } from 'node:path';
import { adminProductMessages } from '@shop/contracts/catalog/admin-messages';
import { MEDIA_WIDTHS } from '@shop/contracts/common/media';
import { problemMessages } from '@shop/contracts/common/messages';
import { AVIF_FACTOR, IMAGE_PIXELS_MAX } from '@shop/contracts/media/constants';
import { imageMessages } from '@shop/contracts/media/messages';
import type { Disk } from 'flydrive';
import pLimit from 'p-limit';
import sharp from 'sharp';
import type { Db } from '#platform/database/db.ts';
import { DomainError } from '#platform/errors.ts';
import { enqueue } from '#platform/queue/queue.ts';
import { ENCODING, renderWidth, storedSize } from './encoding.ts';
import type { ImageVariant } from './rules.ts';
import { ImageProcessError, runImageProcess } from './run-image-process.ts';

export { parseImagePath } from './rules.ts';

/** Detected from the bytes, whatever content type the client sends. */
const ACCEPTED_FORMATS = new Set(['jpeg', 'png', 'webp', 'heif']);

/** Decoding takes up to 200 MB: one image at a time in each process. */
const limitDecodes = pLimit(1);
const WAITING_DECODES_MAX = 5;

/** Load shedding. In the first hook of a route, before its body is read. */
export async function assertDecodeCapacity() {
  if (limitDecodes.activeCount + limitDecodes.pendingCount > WAITING_DECODES_MAX)
    throw new DomainError('too_many', 'busy', imageMessages.busy, { retryAfterSeconds: 5 });
}

/**
 * Stores an uploaded image and returns its key. Re-encodes it: turned upright, no larger than any page shows it, and
 * without metadata, for example where it was taken. The same image has the same key.
 */
export async function storeImage(disk: Disk, bytes: Uint8Array) {
  await inspectImage(bytes);
  const { content } = await reencodeImage(bytes);
  const key = `upload-${createHash('sha256').update(content).digest('hex').slice(0, 20)}`;
  if (!(await disk.exists(originalPath(key)))) await putImage(disk, key, content);
  return key;
}

const originalPath = (key: string) => `originals/${key}.webp`;
const variantPath = ({ key, width, format }: ImageVariant) => `variants/${key}/${width}.${format}`;
/** Stored after the last width. */
const markerPath = (key: string) => `variants/${key}/encoding-${ENCODING}`;

/** For contexts that choose the keys of their images. The content must be re-encoded. */
export const putImage = (disk: Disk, key: string, content: Uint8Array) => disk.put(originalPath(key), content);

/** In the transaction that stores the reference to an image, after `storeImage` or `putImage`. */
export const requestWidths = (tx: Db, key: string) =>
  enqueue(tx, 'render_image', { key }, { key: `render_image:${key}`, maxAttempts: 5 });

/** For all images without widths, in the order of their keys. */
export const requestMissingWidths = (db: Db, after = '') =>
  enqueue(db, 'render_missing_images', { after }, { key: 'render_missing_images', maxAttempts: 8 });

/** With all its renderings. Can be repeated. */
export async function deleteImage(disk: Disk, key: string) {
  await disk.delete(originalPath(key));
  await disk.deleteAll(`variants/${key}/`);
}

/** Throws if the file is no image that is accepted, by its header: no pixel is decoded. Returns the size it is stored in. */
export async function inspectImage(bytes: Uint8Array) {
  const { format, width, height, channels, depth } = await readMetadata(bytes);
  if (!ACCEPTED_FORMATS.has(format)) throw invalidImageError(adminProductMessages.imageType);
  const memory = (format === 'heif' ? AVIF_FACTOR : 1) * (depth === 'uchar' ? 1 : 2);
  if (width * height * memory > IMAGE_PIXELS_MAX || channels > 4)
    throw invalidImageError(adminProductMessages.imageTooLarge);
  return storedSize({ width, height });
}

/** Of an image that `inspectImage` accepts. Throws if its pixels cannot be decoded. */
export async function reencodeImage(bytes: Uint8Array) {
  // Again, as several requests may have passed the hook meanwhile.
  await assertDecodeCapacity();
  const image = await limitDecodes(() => runImageProcess('reencode', bytes)).catch((error: unknown) => {
    throw error instanceof ImageProcessError ? invalidImageError(adminProductMessages.imageType) : error;
  });
  if (!image) throw invalidImageError(adminProductMessages.imageTooLarge);
  return image;
}

/** Format and upright size by the file's header. */
async function readMetadata(bytes: Uint8Array) {
  const nothing = { format: '', width: 0, height: 0, channels: 0, depth: 'uchar' };
  if (bytes.length === 0) return nothing;
  return sharp(bytes, { limitInputPixels: false })
    .metadata()
    .then(({ autoOrient, ...found }) => ({ ...nothing, ...found, ...autoOrient }))
    .catch(() => nothing);
}

export const invalidImageError = (message: string) => new DomainError('invalid', 'invalid_image', message);

/** Renders an image in all widths and formats. Can be repeated; does nothing for an image that has them, or was deleted. */
export async function renderImage(disk: Disk, key: string) {
  if ((await disk.exists(markerPath(key))) || !(await disk.exists(originalPath(key)))) return;
  for (const { bytes, ...variant } of await runImageProcess('renderWidths', await disk.getBytes(originalPath(key))))
    await putAtOnce(disk, variantPath({ key, ...variant }), bytes);
  await disk.put(markerPath(key), String(ENCODING));
  // Deleted meanwhile, such as the photo of a review.
  if (!(await disk.exists(originalPath(key)))) await deleteImage(disk, key);
}

/** Renders the widths of these images that are not stored. For setup, whose store has no worker yet. */
export async function renderInAdvance(disk: Disk, images: ImageVariant[]) {
  const limit = pLimit(2);
  const render = async ({ key, width, format }: ImageVariant) => {
    const path = variantPath({ key, width, format });
    if (await disk.exists(path)) return;
    await putAtOnce(disk, path, await renderWidth(await disk.getBytes(originalPath(key)), width, format));
  };
  await Promise.all(images.map((image) => limit(render, image)));
}

/** Written to a temporary path and moved, so that no other process can read a partial file. */
export async function putAtOnce(disk: Disk, path: string, bytes: Uint8Array) {
  const tempPath = `${path}.${randomUUID()}`;
  await disk.put(tempPath, bytes);
  await disk.move(tempPath, path);
}

/** The keys of all stored images, sorted. */
export async function listImages(disk: Disk) {
  const keys: string[] = [];
  let paginationToken: string | undefined;
  do {
    const page = await disk.listAll('originals/', { recursive: true, ...(paginationToken && { paginationToken }) });
    for (const { name } of page.objects) keys.push(parse(name).name);
    paginationToken = page.paginationToken;
  } while (paginationToken);
  return keys.toSorted();
}

/** Of what is sent instead of a width that is not rendered yet. */
export const TEMPORARY_CACHE_CONTROL = 'public, max-age=10';

/**
 * An image in a width and format. While the worker has not rendered it (`isFinal` is false), the next larger width that
 * is stored, or the original: nothing is encoded in a request.
 */
export async function readImage(disk: Disk, image: ImageVariant) {
  const wider = MEDIA_WIDTHS.filter((width) => width >= image.width);
  for (const width of wider) {
    const path = variantPath({ ...image, width });
    if (await disk.exists(path))
      return { bytes: await disk.getBytes(path), format: image.format, isFinal: width === image.width };
  }
  const original = originalPath(image.key);
  if (!(await disk.exists(original))) throw new DomainError('not_found', 'image_not_found', problemMessages.notFound);
  return { bytes: await disk.getBytes(original), format: 'webp' as const, isFinal: false };
}
