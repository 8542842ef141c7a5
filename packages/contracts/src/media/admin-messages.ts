export const imageUploadMessages = {
  label: 'Upload image',
  hint: 'JPEG, PNG, WebP or AVIF, up to 10 MB and 24 megapixels (AVIF: 8).',
  uploading: 'Uploading...',
};
