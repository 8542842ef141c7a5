/**
 * Pictures are stored once and served in fixed widths: `/media/{key}/{width}.{format}`.
 * The key ends in a hash of the content, so every address is immutable.
 */
export const MEDIA_WIDTHS = [96, 160, 320, 480, 640, 960, 1280, 1920] as const;
export const MEDIA_FORMATS = ['avif', 'webp'] as const;
export type MediaWidth = (typeof MEDIA_WIDTHS)[number];
export type MediaFormat = (typeof MEDIA_FORMATS)[number];

/** The address of a picture where only one can be given, as in `product.images`. */
export const mediaUrl = (key: string, width: MediaWidth = 960, format: MediaFormat = 'webp') =>
  `/media/${key}/${width}.${format}`;

const OWN_IMAGE = /^\/media\/([a-z0-9-]+)\/\d+\.(?:avif|webp)$/;

/** A `srcset` of every width up to `largest`; undefined for pictures that are not ours to resize. */
export function mediaSrcSet(url: string, format: MediaFormat, largest: MediaWidth = 1920) {
  const key = OWN_IMAGE.exec(url)?.[1];
  if (!key) return undefined;
  return MEDIA_WIDTHS.filter((width) => width <= largest)
    .map((width) => `${mediaUrl(key, width, format)} ${width}w`)
    .join(', ');
}

/** The same picture in another width; one that is not ours stays as it is. */
export function mediaAt(url: string, width: MediaWidth) {
  const key = OWN_IMAGE.exec(url)?.[1];
  return key ? mediaUrl(key, width) : url;
}

/**
 * Whether a product may show this picture: one of ours, or one on a public site. We never fetch it, visitors' browsers
 * do; still no address of a machine within is taken, so that nobody is led to look around there.
 */
export function isImageUrl(url: string) {
  if (OWN_IMAGE.test(url)) return true;
  if (!URL.canParse(url)) return false;
  const { protocol, hostname, port, username, password } = new URL(url);
  return protocol === 'https:' && PUBLIC_NAME.test(hostname) && !(port || username || password);
}

const PUBLIC_NAME = /^([a-z0-9-]+\.)+(?!(local|localhost|internal|lan|home|test|invalid)$)[a-z][a-z0-9-]+$/;
