import { IMAGE_TYPES } from '@shop/contracts/media/constants';
import { REVIEW_PHOTOS_BYTES_MAX, REVIEW_PHOTOS_MAX } from '@shop/contracts/reviews/constants';
import { reviewMessages } from '@shop/contracts/reviews/messages';

/** The name of the file field. Not a field of the contract: the files are uploaded before. */
export const PHOTO_FILES = 'photoFiles';

type PhotoFile = Pick<File, 'size' | 'type'>;

/** Why these files cannot be the photos of a review; undefined if they can. */
export function photosProblem(files: PhotoFile[]) {
  const types: readonly string[] = IMAGE_TYPES;
  if (files.length > REVIEW_PHOTOS_MAX) return reviewMessages.tooManyPhotos;
  if (files.some(({ type }) => !types.includes(type))) return reviewMessages.photoType;
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  return bytes > REVIEW_PHOTOS_BYTES_MAX ? reviewMessages.photosTooLarge : undefined;
}
