// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { objectsToMeasuring } from './web-vitals.tsx';

test.each([
  [{ globalPrivacyControl: true }, true],
  [{ doNotTrack: '1' }, true],
  [{ doNotTrack: '0', globalPrivacyControl: false }, false],
  [{ doNotTrack: null }, false],
])('a browser with %o objects to measuring: %s', (browser, expected) => {
  expect(objectsToMeasuring(browser)).toBe(expected);
});
