import { useEffect, useRef } from 'react';
import { Notice } from '#ui/notice.tsx';
import { TextLink } from '#ui/text-link.tsx';

type FormResultProps = { kind: 'success' | 'error'; text: string; to: string; next: string };

/** Replaces a completed form and takes the focus that was in it. */
export function FormResult({ kind, text, to, next }: FormResultProps) {
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => container.current?.focus(), []);

  return (
    <div ref={container} tabIndex={-1} className="outline-none">
      <Notice kind={kind}>{text}</Notice>
      <p className="mt-4">
        <TextLink to={to}>{next}</TextLink>
      </p>
    </div>
  );
}
