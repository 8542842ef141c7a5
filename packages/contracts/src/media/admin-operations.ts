import { IMAGE_TYPES } from '../catalog/admin-schema.ts';
import { operation } from '../common/operation.ts';
import { UploadedImage } from './schema.ts';

export const uploadImage = operation('POST /admin/images', {
  id: 'uploadImage',
  tag: 'Images',
  summary: 'Upload an image (JPEG, PNG, WebP or AVIF) and get its URL',
  idempotent: 'optional',
  consumes: IMAGE_TYPES,
  status: 201,
  response: UploadedImage,
  errors: { 422: ['invalid_image'], 429: ['busy'] },
});
