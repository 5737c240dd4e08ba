import type { PictureBox } from "../../../core/geometry/coordinates.ts";
import "./marked-picture.css";

export interface Mark {
  readonly box: PictureBox;
  readonly colour: string;
  readonly dashed?: boolean;
  /** What the mark is called elsewhere. */
  readonly name?: string;
  readonly role?: string;
}

interface MarkedPictureProps {
  readonly src: string;
  readonly alt: string;
  /** Of the picture that the marks refer to. */
  readonly width: number;
  readonly height: number;
  readonly marks: readonly Mark[];
}

/** The picture of a page with frames around places. */
export function MarkedPicture({ src, alt, width, height, marks }: MarkedPictureProps) {
  const unit = Math.max(width, height, 1) / 1000;
  return (
    <div className="marked-page">
      <img src={src} alt={alt} />
      {marks.length > 0 && (
        <svg viewBox={`0 0 ${width} ${height}`} fill="none" aria-hidden="true">
          {marks.map(({ box, colour, dashed, name, role }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two marks may be at one place
            <g key={index}>
              <rect
                data-role={role}
                x={box.x - 6 * unit}
                y={box.y - 6 * unit}
                width={box.width + 12 * unit}
                height={box.height + 12 * unit}
                rx={8 * unit}
                stroke={colour}
                strokeWidth={5 * unit}
                strokeDasharray={dashed ? `${14 * unit} ${8 * unit}` : undefined}
              />
              <text x={box.x - 6 * unit} y={Math.max(26 * unit, box.y - 12 * unit)} fontSize={26 * unit} fill={colour}>
                {name}
              </text>
            </g>
          ))}
        </svg>
      )}
    </div>
  );
}
