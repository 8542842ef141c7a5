import { expect, test } from 'vitest';
import { createLogger } from './logging.ts';

function written(details: object) {
  const lines: string[] = [];
  createLogger('api', { logLevel: 'info', pretty: false }, { write: (line) => lines.push(line) }).info(details, 'said');
  return lines.join();
}

test.each([
  { password: 'hush' },
  { body: { newPassword: 'hush', token: 'hush' } },
  { req: { headers: { authorization: 'hush', cookie: 'hush' } } },
  { res: { headers: { 'set-cookie': ['hush'] } } },
])('redacts secrets: %o', (details) => {
  expect(written(details)).toContain('[Redacted]');
  expect(written(details)).not.toContain('hush');
});

test('logs a database error without the rows and values it contains', () => {
  const error = Object.assign(new Error('violates check constraint'), {
    code: '23514',
    constraint: 'users_email_check',
    detail: 'Failing row contains (hush).',
  });

  expect(written({ err: error })).not.toContain('hush');
  expect(written({ err: error })).toContain('users_email_check');
});
