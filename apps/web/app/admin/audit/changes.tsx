import { auditMessages as texts } from '@shop/contracts/audit/messages';
import type { AuditChange } from '@shop/contracts/audit/schema';
import { splitChanges } from './entry-text.ts';

/** Changed fields on one line, the rest and long texts folded. */
export function Changes({ changes }: { changes: AuditChange[] }) {
  const { shown, folded } = splitChanges(changes);
  if (changes.length === 0) return null;
  const [only] = folded;
  const summary = folded.length === 1 && only ? texts.changed(only.label) : texts.moreChanges(folded.length);
  return (
    <div className="flex flex-wrap gap-x-4 text-[0.8125rem] leading-[1.0625rem]">
      {shown.map((change) => (
        <span key={change.label} className="wrap-anywhere">
          <span className="text-ink-muted">{change.label}</span> <Values {...change} />
        </span>
      ))}
      {folded.length > 0 && (
        <details className="min-w-0 open:basis-full">
          <summary className="text-violet underline underline-offset-2">{summary}</summary>
          <dl className="grid gap-2 py-2">
            {folded.map((change) => (
              <div key={change.label}>
                <dt className="text-ink-muted">{change.label}</dt>
                <dd className="wrap-anywhere whitespace-pre-line">
                  <Values {...change} />
                </dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </div>
  );
}

function Values({ before, after }: AuditChange) {
  return (
    <>
      {before !== null && (
        <del className="text-ink-muted">
          <span className="sr-only">{texts.was} </span>
          {before}
        </del>
      )}
      {before !== null && after !== null && <span aria-hidden> → </span>}
      {after !== null && (
        <ins className="font-semibold no-underline">
          {before !== null && <span className="sr-only"> {texts.is} </span>}
          {after}
        </ins>
      )}
    </>
  );
}
