/** Formats of images that can be uploaded. */
export const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif'] as const;

/** Decoding takes memory by pixels, whatever the size of the file is. 16-bit images count twice. */
export const IMAGE_PIXELS_MAX = 24_000_000;
/** Pixels of AVIF count this often: their decoder takes 18 bytes for each, those of the other formats up to 6. */
export const AVIF_FACTOR = 3;
