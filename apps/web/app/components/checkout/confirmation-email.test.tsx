// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { ConfirmationEmailText } from './confirmation-email.tsx';

afterEach(cleanup);

test.each([
  [{ to: 'ada@example.com', sent: false }, 'We’re sending your order confirmation to ada@example.com.'],
  [{ to: 'ada@example.com', sent: true }, 'We’ve sent your order confirmation to ada@example.com.'],
  [null, ''],
])('the success page promises an email only when there is one: %j', (email, text) => {
  const { container } = render(<ConfirmationEmailText email={email} />);

  expect(container.textContent).toBe(text);
});
