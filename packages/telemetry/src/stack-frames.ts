import { createStackParser, type StackFrame, type StackParser } from '@sentry/core';
import { node } from '@sentry/core/server';
import { scrubFilename } from './scrub.ts';

const GECKO_LINE = /^\s*([^@]*)@(.+?):(\d+):(\d+)\s*$/;

/** `function@url:line:column`, as Firefox and Safari write it. */
function parseGeckoLine(line: string): StackFrame | undefined {
  const [, name, filename, lineno, colno] = GECKO_LINE.exec(line) ?? [];
  return filename ? { function: name || '?', filename, lineno: Number(lineno), colno: Number(colno) } : undefined;
}

const parse: StackParser = createStackParser([90, node()], [50, parseGeckoLine]);

/** The frames of a stack, outermost first, with the names of our own files only. */
export const stackFrames = (stack: string): StackFrame[] =>
  parse(stack).map(({ function: name, filename, lineno, colno }) => {
    const file = scrubFilename(filename ?? '');
    return {
      function: name,
      filename: file,
      lineno,
      colno,
      in_app: !file.includes('node_modules/') && !file.startsWith('node:'),
    };
  });
