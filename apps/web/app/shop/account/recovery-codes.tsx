import { settingsMessages } from '@shop/contracts/identity/account-messages';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast.tsx';

export function RecoveryCodes({ codes }: { codes: string[] }) {
  const copy = () =>
    navigator.clipboard.writeText(codes.join('\n')).then(
      () => toast('success', settingsMessages.codesCopied),
      () => toast('error', settingsMessages.codesNotCopied),
    );

  return (
    <section aria-labelledby="recovery-codes-heading" className="for-paper rounded-card bg-pearl p-5">
      <h4 id="recovery-codes-heading" className="font-semibold">
        {settingsMessages.recoveryCodes}
      </h4>
      <p className="mt-2 max-w-prose text-ink-soft text-small">{settingsMessages.saveRecoveryCodes}</p>
      <ul className="mt-4 grid grid-cols-[repeat(auto-fill,minmax(min(18rem,100%),1fr))] gap-x-6 gap-y-2">
        {codes.map((code) => (
          <li key={code}>
            <code className="font-semibold">{code}</code>
          </li>
        ))}
      </ul>
      <div className="mt-5 flex flex-wrap gap-3 noscript:hidden">
        <Button look="secondary" compact onClick={() => void copy()}>
          {settingsMessages.copyCodes}
        </Button>
        <Button look="secondary" compact onClick={() => window.print()}>
          {settingsMessages.printCodes}
        </Button>
      </div>
    </section>
  );
}
