import type { Drawing, Shape } from '../rules/drawings.ts'

const fills = {
  onAmber: 'fill-secondary-deep',
  ink: 'fill-ink',
  muted: 'fill-muted',
  dark: 'fill-secondary-ink',
  amber: 'fill-primary',
  soft: 'fill-primary-soft',
  line: 'fill-line',
  white: 'fill-surface',
}

const strokes = { ...fills, dark: 'stroke-secondary-ink', white: 'stroke-surface' }

/** A chart, roadmap or picture with a description. Its text is scaled with it. */
export function DrawingChart({ drawing, description }: { drawing: Drawing; description: string }) {
  return (
    <svg role="img" aria-label={description} viewBox={`0 0 ${drawing.width} ${drawing.height}`} className="w-full">
      {drawing.shapes.map((shape, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a drawing never changes
        <DrawnShape key={index} shape={shape} />
      ))}
    </svg>
  )
}

function DrawnShape({ shape }: { shape: Shape }) {
  if (shape.kind === 'box') {
    const { kind, radius, fill, ...box } = shape
    return <rect {...box} rx={radius} className={fills[fill]} />
  }
  if (shape.kind === 'dot') return <circle cx={shape.x} cy={shape.y} r={shape.radius} className={fills[shape.fill]} />
  if (shape.kind === 'road') {
    const { path, width, isDashed, stroke } = shape
    return (
      <path
        d={path}
        fill="none"
        strokeWidth={width}
        strokeDasharray={isDashed ? '4 5' : undefined}
        className={strokes[stroke]}
      />
    )
  }
  if (shape.kind === 'paper') {
    const { path, fill, opacity, x, y } = shape
    const moved = x === 0 && y === 0 ? undefined : `translate(${x} ${y})`
    return <path d={path} fill={fill} fillOpacity={opacity === 1 ? undefined : opacity} transform={moved} />
  }
  const { x, y, text, size, isStrong, anchor, fill } = shape
  return (
    <text x={x} y={y} fontSize={size} fontWeight={isStrong ? 600 : 400} textAnchor={anchor} className={fills[fill]}>
      {text}
    </text>
  )
}
