import { createHash } from 'node:crypto';
import { parse } from 'node:path';
import type { MediaWidth } from '@shop/contracts/common/media';
import { imageFiles, readImage } from './files.ts';

/** The part of the media store that the sample needs. */
export type ImageStore = {
  exists(path: string): Promise<boolean>;
  put(path: string, content: Uint8Array): Promise<void>;
};

/** Rendered by setup, so that the first pages have them. The worker renders all others. */
const FIRST_WIDTHS: { files: RegExp; widths: MediaWidth[] }[] = [
  { files: /^hero-/, widths: [640, 1280, 1920] },
  { files: /^category-/, widths: [320, 480] },
  { files: /-1\.webp$/, widths: [320, 480, 640] },
];

/** Stores every sample image in the media store; returns the key of each file. */
export async function storeImages(store: ImageStore) {
  const keys = new Map<string, string>();
  for (const file of imageFiles()) {
    const content = readImage(file);
    const key = `${parse(file).name}-${createHash('sha256').update(content).digest('hex').slice(0, 10)}`;
    const path = `originals/${key}.webp`;
    if (!(await store.exists(path))) await store.put(path, content);
    keys.set(file, key);
  }
  return keys;
}

export const firstRenderings = (keys: Map<string, string>) =>
  [...keys].flatMap(([file, key]) => {
    const widths = FIRST_WIDTHS.find(({ files }) => files.test(file))?.widths ?? [];
    return widths.map((width) => ({ key, width, format: 'avif' as const }));
  });
