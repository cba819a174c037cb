import { darken, lighten } from './colour.ts'
import { at, box, circle, curve, type Point, polygon } from './geometry.ts'
import { flat, line, move, raised, sheet } from './paper.ts'
import { between, seededRandom } from './random.ts'

/** A tree cut as a single leaf, folded along its middle. Its foot is at x, y. */
export function leafTree(x: number, y: number, height: number, colour: string): string {
  const [h, w] = [height, height * 0.27]
  const crown = `M0 ${-h}C${w * 1.1} ${-h * 0.78} ${w * 1.15} ${-h * 0.3} 0 ${-h * 0.16}C${-w * 1.15} ${-h * 0.3} ${-w * 1.1} ${-h * 0.78} 0 ${-h}z`
  const shaded = `M0 ${-h}C${w * 1.1} ${-h * 0.78} ${w * 1.15} ${-h * 0.3} 0 ${-h * 0.16}z`
  const veins = [0.34, 0.48, 0.62].map(
    (share) => `M0 ${-h * share}l${w * 0.42} ${-h * 0.09}M0 ${-h * share}l${-w * 0.42} ${-h * 0.09}`,
  )
  const trunk = line(`M0 0V${-h * 0.84}${veins.join('')}`, darken(colour, 0.4), h * 0.022)
  return move(
    x,
    y,
    sheet(crown, colour, 2, flat(shaded, darken(colour, 0.16)) + trunk) +
      flat(box(-h * 0.014, -h * 0.18, h * 0.028, h * 0.18), darken(colour, 0.4)),
  )
}

/** A round tree made of three sheets. */
export function roundTree(x: number, y: number, height: number, colour: string): string {
  const r = height * 0.27
  const trunk = flat(
    polygon(
      [-height * 0.03, 0],
      [-height * 0.015, -height * 0.6],
      [height * 0.015, -height * 0.6],
      [height * 0.035, 0],
    ),
    darken(colour, 0.45),
  )
  const crown = (dx: number, dy: number, radius: number, shade: string) =>
    sheet(circle(dx * r, -height * 0.66 + dy * r, radius * r), shade, 2)
  return move(
    x,
    y,
    trunk +
      crown(0.12, -0.15, 1.12, darken(colour, 0.14)) +
      crown(-0.36, 0.22, 0.8, colour) +
      crown(0.42, 0.3, 0.66, lighten(colour, 0.1)),
  )
}

/** A fir with four tiers. */
export function fir(x: number, y: number, height: number, colour: string): string {
  const skirts = [0, 1, 2, 3].map((index) => {
    const [top, bottom, half] = [
      -height + index * height * 0.17,
      -height * 0.56 + index * height * 0.155,
      height * (0.13 + index * 0.045),
    ]
    const d = `M0 ${top}L${half} ${bottom}Q${half * 0.5} ${bottom + height * 0.035} 0 ${bottom}Q${-half * 0.5} ${bottom + height * 0.035} ${-half} ${bottom}z`
    return sheet(d, lighten(colour, 0.14 - index * 0.04), 1)
  })
  const trunk = flat(box(-height * 0.025, -height * 0.14, height * 0.05, height * 0.14), darken(colour, 0.4))
  return move(x, y, raised(2, trunk, ...skirts.reverse()))
}

/** A low bush with cut-out leaves. */
export function bush(x: number, y: number, width: number, colour: string): string {
  const u = width / 100
  const half = (dx: number, r: number, shade: string) =>
    sheet(`M${(dx - r) * u} 0a${r * u} ${r * 0.9 * u} 0 0 1 ${2 * r * u} 0z`, shade, 2)
  return move(x, y, half(12, 38, darken(colour, 0.14)) + half(-24, 28, colour) + half(34, 22, lighten(colour, 0.08)))
}

/** Blades of grass along a line from one x to another. */
export function grass(seed: number, from: number, to: number, y: number, height: number, colour: string): string {
  const random = seededRandom(seed)
  const blades: string[] = []
  for (let x = from; x < to; x += height * between(random, 0.1, 0.24)) {
    const [tall, lean, half] = [height * between(random, 0.45, 1), height * between(random, -0.3, 0.4), height * 0.06]
    blades.push(
      `M${at([x - half, y])}Q${at([x, y - tall * 0.6])} ${at([x + lean, y - tall])}Q${at([x + half * 1.6, y - tall * 0.5])} ${at([x + half, y])}z`,
    )
  }
  return raised(1, flat(blades.join(''), colour))
}

/** A branch with leaves on both sides, for the nearest sheet. */
export function branch(points: Point[], leaf: number, colour: string): string {
  const leaves = points.slice(1).flatMap((point, index) => {
    const before = points[index] ?? point
    const angle = (Math.atan2(point[1] - before[1], point[0] - before[0]) * 180) / Math.PI
    return [-48, 48].map((turn) =>
      move(point[0], point[1], leafShape(leaf, turn < 0 ? lighten(colour, 0.1) : colour), { turn: angle + turn }),
    )
  })
  const tip = points.at(-1) ?? [0, 0]
  return (
    line(curve(points), darken(colour, 0.2), leaf * 0.07) +
    leaves.join('') +
    move(tip[0], tip[1], leafShape(leaf, colour), { turn: 20 })
  )
}

function leafShape(length: number, colour: string): string {
  const d = `M0 0C${length * 0.25} ${-length * 0.34} ${length * 0.75} ${-length * 0.3} ${length} 0C${length * 0.75} ${length * 0.3} ${length * 0.25} ${length * 0.34} 0 0z`
  return sheet(d, colour, 3, line(`M0 0H${length * 0.85}`, darken(colour, 0.25), length * 0.025))
}

/** A flower with five petals. */
export function flower(x: number, y: number, radius: number, colour: string, heart: string): string {
  const petals = [0, 72, 144, 216, 288].map((turn) => {
    const radians = (turn * Math.PI) / 180
    return circle(x + Math.cos(radians) * radius * 0.55, y + Math.sin(radians) * radius * 0.55, radius * 0.48)
  })
  return raised(1, flat(petals.join(''), colour), flat(circle(x, y, radius * 0.32), heart))
}
