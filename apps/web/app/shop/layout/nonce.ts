import { createContext } from 'react';

/** The nonce of the response, for inline scripts; undefined in the browser, where they have run. */
export const NonceContext = createContext<string | undefined>(undefined);
