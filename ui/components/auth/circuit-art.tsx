const TICK = {
  fill: "none",
  stroke: "#0b7a5b",
  strokeWidth: "3",
  strokeLinecap: "round",
  strokeLinejoin: "round",
} as const;

/** A half adder as a student draws it, with what the product recognises in it. */
export function CircuitArt() {
  return (
    <svg viewBox="0 0 520 400" className="circuit-art" aria-hidden="true">
      <g fill="none" stroke="#dff3ea" strokeWidth="3" strokeLinecap="round" strokeLinejoin="round">
        <path d="M52 92c40-2 92 1 176-1M52 136c62 2 120-2 176 0" />
        <path d="M118 92c-2 58 1 112 0 166l110 1M82 136c2 62-1 118 1 166 48 1 96-1 145 0" />
        <path d="M224 70c18 26 19 62 1 88M236 68c16 28 17 64 1 91 46 2 82-12 104-46-24-33-58-46-105-45z" />
        <path d="M228 236c1 29 0 60 1 89 26 0 47 1 66-2 52-9 53-78 0-86-20-2-44-1-67-1z" />
        <path d="M341 113c26-1 54 1 84 0M334 280c32 1 60-1 91 0" />
        <circle cx="118" cy="92" r="5" fill="#dff3ea" stroke="none" />
        <circle cx="82" cy="136" r="5" fill="#dff3ea" stroke="none" />
      </g>
      <g fill="#dff3ea" fontFamily="Georgia, serif" fontStyle="italic" fontWeight="600" fontSize="22">
        <text x="26" y="99">
          A
        </text>
        <text x="27" y="144">
          B
        </text>
        <text x="434" y="120">
          S
        </text>
        <text x="434" y="288">
          C
        </text>
      </g>
      <g fill="rgb(61 218 165 / 0.09)" stroke="#3ddaa5" strokeWidth="1.6">
        <rect x="214" y="56" width="136" height="114" rx="6" />
        <rect x="218" y="224" width="126" height="114" rx="6" />
      </g>
      <g fill="#06281f" fontSize="13" fontWeight="650">
        <rect x="214" y="34" width="82" height="22" rx="5" fill="#3ddaa5" />
        <text x="224" y="49.5">
          XOR 98%
        </text>
        <rect x="218" y="202" width="84" height="22" rx="5" fill="#3ddaa5" />
        <text x="228" y="217.5">
          AND 97%
        </text>
      </g>
      <g fill="#0f2a22" fontSize="17" fontWeight="600">
        <rect x="366" y="138" width="128" height="40" rx="9" fill="#fff" />
        <text x="380" y="163">
          A ⊕ B
        </text>
        <path d="M462 158l6 6 12-13" {...TICK} />
        <rect x="366" y="306" width="128" height="40" rx="9" fill="#fff" />
        <text x="380" y="331">
          A ⋅ B
        </text>
        <path d="M462 326l6 6 12-13" {...TICK} />
      </g>
    </svg>
  );
}
