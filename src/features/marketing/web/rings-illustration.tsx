/** Circles around the amber part of a drawing, used in the pictures for all three services. */
export function RingsIllustration({
  x,
  y,
  minRadius,
  step,
  count = 5,
}: {
  x: number
  y: number
  minRadius: number
  step: number
  count?: number
}) {
  const radii = Array.from({ length: count }, (_, index) => minRadius + index * step)
  return (
    <g fill="none" stroke="currentColor" strokeWidth="1.25">
      {radii.map((radius, index) => (
        <circle key={radius} cx={x} cy={y} r={radius} strokeOpacity={0.34 * (1 - index / count)} />
      ))}
    </g>
  )
}
