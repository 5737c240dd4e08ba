export function Logo() {
  return (
    <span className="logo">
      <svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true">
        <rect width="32" height="32" rx="8" fill="#0b7a5b" />
        <g fill="none" stroke="#fff" strokeWidth="2.4" strokeLinecap="round" strokeLinejoin="round">
          <path d="M10.5 8.5h4.5a7.5 7.5 0 0 1 0 15h-4.5z" />
          <path d="M5.5 12.5h5M5.5 19.5h5M22.5 16h4" />
        </g>
      </svg>
      <span>CircuitGrade</span>
    </span>
  );
}
