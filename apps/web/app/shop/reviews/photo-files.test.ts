import { reviewMessages } from '@shop/contracts/reviews/messages';
import { expect, test } from 'vitest';
import { photosProblem } from './photo-files.ts';

const MEGABYTE = 1024 * 1024;
const photo = (size = 1, type = 'image/jpeg') => ({ size: size * MEGABYTE, type });

test.each([
  ['none', [], undefined],
  ['four of 10 MB together', [photo(4), photo(3), photo(2), photo(1, 'image/avif')], undefined],
  ['five', Array(5).fill(photo()), reviewMessages.tooManyPhotos],
  ['more than 10 MB together', [photo(6), photo(5)], reviewMessages.photosTooLarge],
  ['a file that is no image', [photo(), photo(1, 'application/pdf')], reviewMessages.photoType],
])('photos of a review can be up to 4 images of 10 MB together: %s', (_what, files, problem) => {
  expect(photosProblem(files)).toBe(problem);
});
