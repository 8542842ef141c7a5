/** The store's logo, inline so that it takes the color of the surrounding text. */
export function Mark({ className }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.4}
      strokeLinejoin="round"
      aria-hidden="true"
      className={className}
    >
      <path d="M12 1.8 9 9l3 13.2Z" fill="currentColor" fillOpacity={0.16} stroke="none" />
      <path d="M12 1.8 19 9h-4Z" fill="currentColor" fillOpacity={0.16} stroke="none" />
      <path d="M12 1.8 19 9l-7 13.2L5 9Z" />
      <path d="M5 9h14M12 1.8 9 9l3 13.2L15 9Z" strokeWidth={1.1} />
    </svg>
  );
}
