import { afterAll, afterEach, expect } from 'vitest';
import { takeRowFaults } from './row-check.ts';

/** A statement whose rows differ from their shape fails the test that ran it. */
const expectTrueShapes = () => expect(takeRowFaults()).toEqual([]);

afterEach(expectTrueShapes);
// Of statements outside tests.
afterAll(expectTrueShapes);
