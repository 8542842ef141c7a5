import { expect, test } from 'vitest';
import { z } from 'zod';
import { fieldErrors } from './field-errors.ts';

test('maps the errors of a problem to their fields, the first of each', () => {
  const errors = [
    { field: 'email', message: 'Enter an email address' },
    { field: 'name', message: 'Enter a name' },
    { field: 'email', message: 'Use a shorter email address' },
  ];

  expect(fieldErrors(errors)).toEqual({ email: 'Enter an email address', name: 'Enter a name' });
});

test('maps the issues of a contract to dotted paths', () => {
  const contract = z.object({ images: z.array(z.string('Enter a URL').min(1, 'Enter a URL')) });

  expect(fieldErrors(contract.safeParse({ images: ['', 'a.jpg', 7] }).error?.issues)).toEqual({
    'images.0': 'Enter a URL',
    'images.2': 'Enter a URL',
  });
});

test('a problem without field errors gives none', () => {
  expect(fieldErrors(undefined)).toEqual({});
});
