import { darken, lighten } from './colour.ts'
import { arch, blob, box, circle, curve, ellipse, type Point, points, polygon } from './geometry.ts'
import { type Light, lampLight, litAmber } from './light.ts'
import { beam, flat, glow, line, move, raised, sheet } from './paper.ts'

type GlobeColours = { water: string; land: string; deep: string }

const coasts: Point[][] = [
  points(
    '-96 -22, -88 -46, -68 -66, -46 -78, -34 -68, -44 -57, -34 -49, -46 -38, -56 -28, -57 -16, -66 -19, -71 -8, -62 3, -53 9, -62 9, -76 -2, -86 -12',
  ),
  points('-54 11, -38 12, -20 25, -19 35, -30 46, -34 60, -41 80, -48 72, -50 50, -61 31, -59 18'),
  points('-26 -84, -8 -88, -4 -76, -18 -63, -25 -72'),
  points(
    '5 -30, 13 -37, 9 -47, 20 -52, 25 -66, 40 -74, 48 -61, 68 -64, 86 -50, 96 -30, 90 -12, 80 -2, 74 -16, 62 -22, 48 -27, 41 -35, 31 -27, 23 -35, 14 -25',
  ),
  points('6 -16, 30 -21, 49 -15, 57 0, 71 5, 62 21, 54 36, 50 54, 38 67, 30 55, 28 35, 20 20, 4 17, -5 2'),
  points('-2 -52, 3 -61, 8 -51, 3 -44'),
  points('66 36, 72 30, 70 46, 64 50'),
  points('92 20, 100 16, 100 46, 90 40'),
]

const forests: Point[][] = [
  points('-80 -44, -62 -58, -54 -46, -70 -30'),
  points('-50 18, -36 20, -28 32, -42 40'),
  points('18 2, 40 0, 50 18, 38 30, 28 16'),
  points('34 -62, 54 -54, 74 -46, 60 -38, 40 -46'),
]

/** The earth, with sheets of land on a sheet of water. */
export function globe(x: number, y: number, radius: number, { water, land, deep }: GlobeColours): string {
  const continents = [
    ...coasts.map((coast) => sheet(blob(coast), land, 2)),
    ...forests.map((forest) => flat(blob(forest), deep)),
  ].join('')
  const mesh = line(
    `M-100 0H100M-87 -50Q0 -34 87 -50M-87 50Q0 66 87 50${ellipse(0, 0, 38, 100)}${ellipse(0, 0, 76, 100)}`,
    lighten(water, 0.35),
    0.7,
  )
  const night = flat(`M0 -100A100 100 0 0 1 0 100A130 130 0 0 0 40 -92z`, darken(water, 0.6), 0.26)
  return move(x, y, raised(4, sheet(circle(0, 0, 100), water, 1, mesh + continents + night)), { scale: radius / 100 })
}

/** A dashed line that shows a traveller's flight. */
export const route = (stops: Point[], colour: string, width: number) =>
  line(curve(stops), colour, width, `0.1 ${width * 2.6}`)

/** A viaduct and the train on it. */
export function viaduct(x: number, y: number, width: number, tall: number, colour: string): string {
  const count = Math.round(width / (tall * 0.95))
  const span = width / count
  const openings = Array.from({ length: count }, (_, index) =>
    arch(x + index * span + span * 0.14, y + tall * 0.22, span * 0.72, tall),
  )
  const wall = sheet(box(x, y, width, tall * 1.15) + openings.join(''), colour, 3)
  const course = flat(box(x, y + tall * 0.1, width, tall * 0.035), darken(colour, 0.2))
  const piers = Array.from({ length: count + 1 }, (_, index) =>
    flat(box(x + index * span - 1.5, y + tall * 0.14, 3, tall * 1.1), darken(colour, 0.18)),
  ).join('')
  return `<g fill-rule="evenodd">${wall}</g>${course}${piers}${sheet(box(x - 10, y - tall * 0.05, width + 20, tall * 0.1), lighten(colour, 0.2), 1)}`
}

/** A train of carriages 100 units long, its rear end at x on the rails at y. */
export function train(x: number, y: number, size: number, carriages: number, light: Light): string {
  const c = light.of
  const [body, stripe] = [c('#fdf3e0', '#aeb9d8'), litAmber(light)]
  const glass = light.isDusk ? '#ffd27a' : '#4f7f95'
  const carriage = (index: number) => {
    const isFirst = index === carriages - 1
    const d = isFirst ? 'M0 -32H66C86 -32 100 -16 104 -4Q104 0 98 0H0z' : box(0, -32, 98, 32, 5)
    const panes = [8, 26, 44, 62, ...(isFirst ? [] : [80])].map((left) => box(left, -25, 12, 10, 2)).join('')
    const nose = isFirst ? flat('M80 -26C88 -22 94 -14 96 -10H80z', glass) : ''
    return move(
      index * 101,
      0,
      sheet(
        d,
        body,
        2,
        flat(box(0, -11, 110, 5), stripe) + flat(box(0, -4, 110, 4), c('#22303f')) + flat(panes, glass) + nose,
      ),
    )
  }
  const lampGlow = light.isDusk ? glow(carriages * 101, -8, 70, lampLight, 0.9) : ''
  return move(x, y, raised(2, ...Array.from({ length: carriages }, (_, index) => carriage(index))) + lampGlow, {
    scale: size / 100,
  })
}

/** A lighthouse with its beam at dusk. */
export function lighthouse(x: number, y: number, height: number, light: Light): string {
  const c = light.of
  const ray = flat('M0 -92L230 -140V-58L0 -88z', beam('#ffe3a6'))
  const rays = light.isDusk ? move(0, 0, ray, { flip: true }) + move(0, -14, ray, { scale: 0.84 }) : ''
  const stripes = flat(
    polygon([-13, -20], [13, -20], [12, -38], [-12, -38]) + polygon([-10.5, -56], [10.5, -56], [9.3, -74], [-9.3, -74]),
    c('#d9543f'),
  )
  const tower = sheet(polygon([-15, 0], [-9, -80], [9, -80], [15, 0]), c('#fdf3e0', '#c3cde6'), 2, stripes)
  const top =
    sheet(box(-12, -83, 24, 4), c('#22303f'), 1) +
    flat(box(-7, -97, 14, 14), light.isDusk ? lampLight : '#fff0cc') +
    sheet('M-10 -97Q0 -112 10 -97z', c('#d9543f'), 1)
  return move(x, y, rays + raised(2, tower, top) + (light.isDusk ? glow(0, -90, 70, lampLight, 0.95) : ''), {
    scale: height / 100,
  })
}
