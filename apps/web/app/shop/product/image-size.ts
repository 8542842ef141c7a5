/** Product images are 4:5. */
export const IMAGE_SIZE = { width: 1000, height: 1250 } as const;
