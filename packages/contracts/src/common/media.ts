/**
 * Images are stored once and served in fixed widths: `/media/{key}/{width}.{format}`.
 * The key ends in a hash of the content, so every URL is immutable.
 */
export const MEDIA_WIDTHS = [96, 160, 320, 480, 640, 960, 1280, 1920] as const;
export const MEDIA_FORMATS = ['avif', 'webp'] as const;
export type MediaWidth = (typeof MEDIA_WIDTHS)[number];
export type MediaFormat = (typeof MEDIA_FORMATS)[number];

/** The URL of an image where only one is possible, for example in `product.images`. */
export const mediaUrl = (key: string, width: MediaWidth = 960, format: MediaFormat = 'webp') =>
  `/media/${key}/${width}.${format}`;

/** For an item whose product has no image. The web server has the file. */
export const PLACEHOLDER_IMAGE = '/placeholder.svg';

const OWN_IMAGE = /^\/media\/([a-z0-9-]+)\/\d+\.(?:avif|webp)$/;

/** Whether the image is one of our own uploads. */
export const isOwnImage = (url: string) => OWN_IMAGE.test(url);

/** A `srcset` of every width up to `largest`; undefined for external images, which we cannot resize. */
export function mediaSrcSet(url: string, format: MediaFormat, largest: MediaWidth = 1920) {
  const key = OWN_IMAGE.exec(url)?.[1];
  if (!key) return undefined;
  return MEDIA_WIDTHS.filter((width) => width <= largest)
    .map((width) => `${mediaUrl(key, width, format)} ${width}w`)
    .join(', ');
}

/** The same image in another width; external URLs are returned unchanged. */
export function mediaAt(url: string, width: MediaWidth) {
  const key = OWN_IMAGE.exec(url)?.[1];
  return key ? mediaUrl(key, width) : url;
}

/**
 * Whether a product may use this image URL: one of ours, or one of a public site. Only browsers fetch it, never the
 * server; internal hosts are still rejected, so that browsers are not directed to internal networks.
 */
export function isImageUrl(url: string) {
  if (OWN_IMAGE.test(url)) return true;
  if (!URL.canParse(url)) return false;
  const { protocol, hostname, port, username, password } = new URL(url);
  return protocol === 'https:' && PUBLIC_NAME.test(hostname) && !(port || username || password);
}

const PUBLIC_NAME = /^([a-z0-9-]+\.)+(?!(local|localhost|internal|lan|home|test|invalid)$)[a-z][a-z0-9-]+$/;
