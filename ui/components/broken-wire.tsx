export function BrokenWire() {
  return (
    <svg viewBox="0 0 240 96" width="240" height="96" className="broken-wire" aria-hidden="true">
      <g fill="none" stroke="currentColor" strokeWidth="3" strokeLinecap="round" strokeLinejoin="round">
        <path d="M12 34h58M12 62h40l6-7" />
        <path d="M68 69l6-7h22" className="broken-wire-loose" />
        <path d="M96 20h28a28 28 0 0 1 0 56H96z M70 34h26" />
        <path d="M152 48h40" />
        <circle cx="202" cy="48" r="9" strokeDasharray="5 5" />
      </g>
    </svg>
  );
}
