import { expect, test } from 'vitest';
import { ALL_REVIEWS, filterParameters, readReviewFilter, reviewQuery } from './review-filter.ts';

test.each([
  [ALL_REVIEWS, '', ''],
  [{ ...ALL_REVIEWS, photos: true }, 'reviewPhotos=1', 'photos=true'],
  [{ ...ALL_REVIEWS, size: 'US 7' }, 'reviewSize=US+7', 'size=US+7'],
  [{ ...ALL_REVIEWS, sortBy: 'helpful' as const }, 'reviewSort=helpful', 'sortBy=helpful'],
  [
    { photos: true, size: 'M', sortBy: 'helpful' as const },
    'reviewPhotos=1&reviewSize=M&reviewSort=helpful',
    'photos=true&size=M&sortBy=helpful',
  ],
])('a filter of reviews is in the URL of the page and in the query of the API: %j', (filter, page, api) => {
  expect(`${new URLSearchParams(filterParameters(filter))}`).toBe(page);
  expect(readReviewFilter(new URLSearchParams(page))).toEqual(filter);
  expect(`${reviewQuery(filter)}`).toBe(api);
});

test('the query of a further page has its cursor, and an empty size does not filter, nor does an unknown order sort', () => {
  expect(`${reviewQuery({ ...ALL_REVIEWS, size: 'M' }, 'next')}`).toBe('size=M&cursor=next');
  expect(readReviewFilter(new URLSearchParams('reviewSize=&reviewSort=stars'))).toEqual(ALL_REVIEWS);
});
