import { hostname } from 'node:os';
import { pino } from 'pino';
import { config } from './config.server.ts';

export const log = pino({ base: { service: 'web', pid: process.pid, hostname: hostname() }, level: config.logLevel });
