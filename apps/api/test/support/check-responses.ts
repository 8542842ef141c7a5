import { afterAll, afterEach, expect } from 'vitest';
import { saveExamples } from './requests/example-recorder.ts';
import { takeViolations } from './requests/response-check.ts';

/** A response that differs from the API reference fails the test that requested it. */
const expectDescribed = () => expect(takeViolations()).toEqual([]);

afterEach(expectDescribed);
afterAll(() => {
  saveExamples(expect.getState().testPath ?? '');
  // Of requests outside tests.
  expectDescribed();
});
