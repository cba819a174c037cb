import { RingsIllustration } from './rings-illustration.tsx'

/** STUDY WORLD: a globe with one flight path. */
export function GlobeIllustration({ className }: { className?: string }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 560 520" className={className} overflow="visible">
      <RingsIllustration x={300} y={300} minRadius={226} step={42} count={4} />
      <circle cx="300" cy="300" r="186" className="fill-primary" />
      <g
        fill="none"
        className="stroke-secondary"
        strokeOpacity="0.6"
        strokeWidth="1.75"
        transform="rotate(-18 300 300)"
      >
        <ellipse cx="300" cy="300" rx="64" ry="186" />
        <ellipse cx="300" cy="300" rx="132" ry="186" />
        <path d="M300 114V486" />
        <path d="M137 210Q300 252 463 210M114 300Q300 348 486 300M137 390Q300 432 463 390" />
      </g>
      <path
        d="M176 392C214 262 330 140 478 92"
        fill="none"
        stroke="#fff"
        strokeWidth="4"
        strokeDasharray="0.1 12"
        strokeLinecap="round"
      />
      <circle cx="174" cy="398" r="13" fill="#fff" />
      <circle cx="174" cy="398" r="5" className="fill-secondary" />
      <g transform="translate(498 84) rotate(-17)">
        <path d="M44 0L-22-26L-8 0L-22 26z" fill="#fff" />
        <path d="M44 0L-8 0L-22 26z" fill="#000" fillOpacity="0.16" />
      </g>
    </svg>
  )
}
