export function FormHeading({ heading, children }: { heading: string; children?: string }) {
  return (
    <header className="mb-8">
      <h1 className="font-display text-h1">{heading}</h1>
      {children && <p className="mt-3 text-ink-soft">{children}</p>}
    </header>
  );
}
