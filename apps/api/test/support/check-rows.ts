import { afterAll, afterEach, expect } from 'vitest';
import { faultsOfTest } from './row-check.ts';

/** A statement that differs from its shape fails the first test that ran it, */
afterEach(() => {
  const { testPath, currentTestName } = expect.getState();
  expect(faultsOfTest(`${testPath} ${currentTestName}`)).toEqual([]);
});
/** or the file, if it ran outside tests. */
afterAll(() => expect(faultsOfTest(expect.getState().testPath ?? '')).toEqual([]));
