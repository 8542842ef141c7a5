import { expect, test } from 'vitest';
import { errorMessage } from './error-message.ts';

const conflict = { status: 409, code: 'too_late', message: 'It is too late.' };

test('a client error keeps the message of the API', () => {
  expect(errorMessage(conflict, 'Please try again.')).toBe('It is too late.');
});

test.each([
  { ...conflict, status: 503 },
  { ...conflict, code: 'unexpected' },
  { ...conflict, message: '' },
])('%o gets the fallback', (problem) => {
  expect(errorMessage(problem, 'Please try again.')).toBe('Please try again.');
});

test('without a fallback the message of the API is always kept', () => {
  expect(errorMessage({ ...conflict, status: 503 })).toBe('It is too late.');
});
