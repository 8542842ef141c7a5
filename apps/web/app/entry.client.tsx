import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
// Reads the URL before the first navigation.
import './lib/entry-url.ts';
// Remembers what was typed before hydration.
import './lib/forms/early-input.ts';
import { reportBrowserError, watchErrors } from './lib/reports/watch-errors.ts';

if (import.meta.env.PROD) watchErrors();

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter onError={(error) => reportBrowserError('error', error)} />
    </StrictMode>,
  );
});
