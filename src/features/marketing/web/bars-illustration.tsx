import { RingsIllustration } from './rings-illustration.tsx'

/** BIZ FUTURE: a bar chart that ends with one tall month. */
export function BarsIllustration({ className }: { className?: string }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 560 520" className={className} overflow="visible">
      <RingsIllustration x={446} y={84} minRadius={64} step={46} />
      <g fill="currentColor">
        <path d={bar(70, 404)} fillOpacity="0.18" />
        <path d={bar(158, 362)} fillOpacity="0.28" />
        <path d={bar(246, 296)} fillOpacity="0.42" />
        <path d={bar(334, 222)} fillOpacity="0.6" />
      </g>
      <path d={bar(422, 138)} className="fill-primary" />
      <path d="M36 470H530" stroke="currentColor" strokeOpacity="0.5" strokeWidth="2" />
      <path
        d="M40 408C150 396 232 330 300 252S404 116 446 84"
        fill="none"
        stroke="#fff"
        strokeWidth="5"
        strokeLinecap="round"
      />
      <circle cx="446" cy="84" r="15" fill="#fff" />
      <circle cx="446" cy="84" r="6" className="fill-secondary" />
    </svg>
  )
}

/** A bar 60 units wide with rounded top corners, on the ground line. */
function bar(x: number, top: number): string {
  return `M${x} 470V${top + 8}q0-8 8-8h44q8 0 8 8V470z`
}
