import { lighten, mix } from './colour.ts'
import { box, circle, curve, polygon } from './geometry.ts'
import { amber, type Light, lampLight } from './light.ts'
import { flat, glow, line, move, raised, sheet, tone } from './paper.ts'
import { between, seededRandom } from './random.ts'

type SkyOptions = { width: number; height: number; top: string; bottom: string }

export function sky({ width, height, top, bottom }: SkyOptions): string {
  return flat(box(0, 0, width, height), tone(top, bottom))
}

type SunOptions = {
  x: number
  y: number
  radius: number
  /** The colours of the rings, from the outermost inwards. */
  rings: string[]
  step?: number
  light: Light
}

/** The symbol that every picture has: an amber disc in rings of paper, each lighter than the one outside it. */
export function sun({ x, y, radius, rings, step = radius * 0.62, light }: SunOptions): string {
  const sheets = rings.map((colour, index) => sheet(circle(x, y, radius + (rings.length - index) * step), colour, 3))
  const disc = light.isDusk
    ? sheet(circle(x, y, radius), '#ffe3a6', 3, moonMarks(x, y, radius))
    : sheet(circle(x, y, radius), tone('#ffc53d', amber), 3)
  return `${sheets.join('')}${glow(x, y, radius * 3.4, light.isDusk ? '#ffdf9a' : '#ffe9b0', light.isDusk ? 0.4 : 0.55)}${disc}`
}

function moonMarks(x: number, y: number, radius: number): string {
  const mark = (dx: number, dy: number, size: number) =>
    flat(circle(x + dx * radius, y + dy * radius, size * radius), '#f3cd83', 0.75)
  return mark(-0.35, -0.25, 0.2) + mark(0.3, 0.25, 0.28) + mark(-0.15, 0.5, 0.12) + mark(0.45, -0.4, 0.1)
}

/** The colours of the rings, from the sky's colour to the light's. */
export function rings(from: string, to: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => mix(from, to, (index + 0.6) / count))
}

export function stars(seed: number, width: number, height: number, count: number, light: Light): string {
  if (!light.isDusk) return ''
  const random = seededRandom(seed)
  const dots = Array.from({ length: count }, () => {
    const [x, y, size] = [random() * width, random() ** 1.4 * height, between(random, 1.2, 3.2)]
    return size > 2.7 ? spark(x, y, size * 2.6) : flat(circle(x, y, size), '#fff1cf', between(random, 0.4, 0.95))
  })
  return dots.join('')
}

function spark(x: number, y: number, size: number): string {
  const waist = size * 0.2
  const corners = Array.from({ length: 8 }, (_, index): [number, number] => {
    const reach = index % 2 === 0 ? size : waist
    return [x + reach * Math.cos((index * Math.PI) / 4), y + reach * Math.sin((index * Math.PI) / 4)]
  })
  return flat(polygon(...corners), lampLight)
}

/** A cloud cut from two sheets, with a flat base. */
export function cloud(x: number, y: number, width: number, colour: string, seed = 1): string {
  const random = seededRandom(seed)
  const u = width / 100
  const puff = (cx: number, cy: number, r: number) =>
    circle(x + cx * u, y + cy * u, r * u * between(random, 0.92, 1.08))
  const base = box(x + 4 * u, y - 12 * u, 92 * u, 12 * u, 6 * u)
  const back = puff(36, -17, 14) + puff(58, -21, 17) + puff(77, -11, 11)
  const front = puff(20, -9, 10) + puff(42, -12, 13) + puff(64, -11, 12) + base
  return raised(2, flat(back, lighten(colour, 0.06))) + raised(2, flat(front, lighten(colour, 0.25)))
}

/** Gulls and swallows in the distance. */
export function birds(x: number, y: number, size: number, colour: string): string {
  const bird = (dx: number, dy: number, scale: number) =>
    line(
      curve([
        [x + dx * size - size * scale, y + dy * size - size * 0.3 * scale],
        [x + dx * size - size * 0.4 * scale, y + dy * size - size * 0.36 * scale],
        [x + dx * size, y + dy * size],
        [x + dx * size + size * 0.4 * scale, y + dy * size - size * 0.4 * scale],
        [x + dx * size + size * scale, y + dy * size - size * 0.25 * scale],
      ]),
      colour,
      size * 0.16 * scale,
    )
  return bird(0, 0, 1) + bird(2.6, -1.1, 0.75) + bird(4.4, 0.3, 0.6)
}

/** A hot-air balloon made of paper gores. */
export function balloon(x: number, y: number, size: number, colours: [string, string], light: Light): string {
  const gore = (width: number, colour: string) =>
    sheet(
      `M0 -${size}C${width} -${size} ${width * 1.05} -${size * 0.25} ${width * 0.28} ${size * 0.3}H${-width * 0.28}C${-width * 1.05} -${size * 0.25} ${-width} -${size} 0 -${size}z`,
      light.of(colour),
      1,
    )
  const ropes = line(
    `M${-size * 0.2} ${size * 0.3}L${-size * 0.12} ${size * 0.62}M${size * 0.2} ${size * 0.3}L${size * 0.12} ${size * 0.62}`,
    light.of('#5a4636'),
    size * 0.03,
  )
  const basket = sheet(box(-size * 0.15, size * 0.6, size * 0.3, size * 0.22, size * 0.04), light.of('#a8672f'), 1)
  const [outer, inner] = colours
  const flame = light.isDusk ? glow(0, size * 0.1, size * 1.1, lampLight, 0.75) : ''
  const gores = gore(size * 0.86, outer) + gore(size * 0.58, inner) + gore(size * 0.3, outer)
  return move(x, y, raised(3, ropes, basket, gores) + flame)
}
