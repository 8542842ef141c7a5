import { pino } from 'pino';
import { config } from './config.server.ts';

export const log = pino({ name: 'web', level: config.logLevel });
