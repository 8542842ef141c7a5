import { expect, test } from 'vitest';
import { submittedVersion } from './submitted-version.ts';

test('a form that was rejected has the version it was sent with, although a newer one is loaded', () => {
  expect(submittedVersion({ status: 'error', initialValue: { version: '3' } }, 4)).toBe('3');
});

test('a form that was not sent has the version that is loaded', () => {
  expect(submittedVersion(undefined, 4)).toBe('4');
  expect(submittedVersion({ status: 'error' }, 4)).toBe('4');
});
