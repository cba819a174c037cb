import { darken, lighten } from './colour.ts'
import { box, circle, ellipse, polygon } from './geometry.ts'
import { amber, type Light, lampLight, litAmber } from './light.ts'
import { flat, glow, line, move, raised, sheet, tone } from './paper.ts'

type Placing = { scale?: number; turn?: number; flip?: boolean }

/** A folded paper aeroplane, 100 units long, flying to the right. */
export function dart(x: number, y: number, light: Light, placing: Placing = {}): string {
  const c = light.of
  const far = sheet(polygon([58, -10], [-46, -30], [-30, -6]), c('#e9e2d2', '#aab6d4'), 2)
  const keel = sheet(polygon([58, -10], [-30, -6], [-22, 20]), c('#b9b3a6', '#66749a'), 1)
  const near = sheet(polygon([58, -10], [-30, -6], [-58, 14], [-46, 20]), c('#fffdf6', '#d3dcf2'), 2)
  return move(x, y, raised(3, far, keel, near), placing)
}

/** A phone with a picture on its screen. It is 100 wide and 190 high, placed by its centre. */
export function phone(x: number, y: number, screen: string, light: Light, placing: Placing = {}): string {
  const body = sheet(box(-50, -95, 100, 190, 15), light.of('#22303f', '#0f161f'), 4)
  const glass = sheet(box(-44, -86, 88, 172, 9), light.of('#fffaf0', '#e9edf7'), 1, screen)
  const shine = light.isDusk ? glow(0, 0, 170, '#cfe0ff', 0.28) : ''
  return move(x, y, shine + body + glass + flat(box(-14, -91, 28, 3, 1.5), '#4b5d70'), placing)
}

/** A signpost with three empty arms. */
export function signpost(x: number, y: number, height: number, light: Light): string {
  const c = light.of
  const wood = c('#7a5238')
  const arm = (top: number, length: number, colour: string, isLeft: boolean) => {
    const [start, tip] = isLeft ? [8, -length] : [-8, length]
    const point = isLeft ? -9 : 9
    return sheet(
      polygon([start, top], [tip, top], [tip + point, top + 7], [tip, top + 14], [start, top + 14]),
      colour,
      2,
    )
  }
  const arms =
    arm(-97, 34, litAmber(light), false) +
    arm(-79, 36, c('#fdf3e0', '#b9c3dc'), true) +
    arm(-61, 30, c('#e2725b'), false)
  return move(x, y, raised(3, sheet(box(-3, -104, 6, 104, 2), wood, 2), arms), { scale: height / 100 })
}

/** A suitcase with straps and stickers, 100 wide, standing on its base. */
export function suitcase(x: number, y: number, light: Light, colour: string, placing: Placing = {}): string {
  const c = light.of
  const shade = c(colour)
  const handle = line('M-16 -70V-82Q-16 -88 -10 -88H10Q16 -88 16 -82V-70', darken(shade, 0.4), 5)
  const straps = flat(box(-32, -70, 8, 70) + box(24, -70, 8, 70), darken(shade, 0.3))
  const stickers =
    flat(circle(-4, -46, 11), c('#fdf3e0')) +
    flat(circle(-4, -46, 7.5), c('#5aa0ad')) +
    move(8, -24, flat(box(-10, -7, 20, 14, 2), litAmber(light)), { turn: -14 })
  const shell = sheet(
    box(-50, -70, 100, 70, 9),
    shade,
    3,
    straps + stickers + flat(box(-50, -14, 100, 14), darken(shade, 0.12)),
  )
  return move(x, y, handle + shell + flat(box(-31, -58, 6, 6) + box(25, -58, 6, 6), litAmber(light)), placing)
}

/** A sailing boat, 100 wide. */
export function boat(x: number, y: number, light: Light, sail: string, placing: Placing = {}): string {
  const c = light.of
  const sails =
    sheet('M2 -12V-104Q44 -60 46 -14z', c(sail), 2) + sheet('M-4 -16V-92Q-30 -50 -36 -18z', c('#fdf3e0', '#c3cde6'), 2)
  const hull = sheet(
    'M-50 -8H52Q44 14 26 16H-30Q-44 12 -50 -8z',
    c('#8c3f35'),
    2,
    flat(box(-52, -8, 106, 6), c('#fdf3e0')),
  )
  return move(x, y, raised(2, line('M-1 -8V-108', c('#5a4636'), 2.6), sails, hull), placing)
}

/** Strips that stand for lines of writing, but cannot be read. */
export function writing(x: number, y: number, width: number, count: number, step: number, colour: string): string {
  const shares = [1, 0.86, 0.94, 0.7, 0.9, 0.6]
  return Array.from({ length: count }, (_, index) =>
    flat(box(x, y + index * step, width * (shares[index % 6] ?? 1), step * 0.34, step * 0.17), colour),
  ).join('')
}

export function pencil(x: number, y: number, length: number, light: Light, turn: number): string {
  const u = length / 100
  const c = light.of
  const wood = sheet(
    polygon([-50, -4], [30, -4], [30, 4], [-50, 4]),
    litAmber(light),
    2,
    flat(box(-50, 0.8, 90, 4), darken(litAmber(light), 0.18)),
  )
  const tip =
    flat(polygon([30, -4], [46, 0], [30, 4]), c('#f0d6ac')) +
    flat(polygon([40, -1.5], [46, 0], [40, 1.5]), c('#22303f'))
  return move(
    x,
    y,
    raised(3, wood, tip, flat(box(-56, -4, 8, 8, 2), c('#e2725b')) + flat(box(-49, -4, 3, 8), c('#b9c0c8'))),
    { scale: u, turn },
  )
}

/** A cup with steam, 100 wide. */
export function cup(x: number, y: number, light: Light, colour: string, placing: Placing = {}): string {
  const c = light.of
  const steam = line('M-14 -78C-24 -92 -4 -98 -14 -114M10 -78C0 -92 20 -98 10 -116', c('#fffdf6', '#d3dcf2'), 4)
  const handle = line('M36 -50C62 -54 60 -20 32 -22', c(colour), 9)
  const body = sheet(
    'M-42 -62H42Q40 -14 22 0H-22Q-40 -14 -42 -62z',
    c(colour),
    2,
    flat('M10 -62H42V0H0z', darken(c(colour), 0.1)),
  )
  const drink = flat(ellipse(0, -61, 41, 8), c('#5b3626')) + flat(ellipse(0, -61, 26, 4.5), c('#e9c79a'))
  const saucer = sheet(ellipse(0, 3, 58, 9), lighten(c(colour), 0.1), 2)
  return move(x, y, `${saucer + raised(2, handle, body, drink)}<g opacity="0.75">${steam}</g>`, placing)
}

/** A drop-shaped map marker with its tip at x, y. */
export function pin(x: number, y: number, height: number, light: Light, colour: string = amber): string {
  const d = 'M0 0C-10 -28 -34 -42 -34 -68A34 34 0 0 1 34 -68C34 -42 10 -28 0 0z'
  const shade = colour === amber ? litAmber(light) : light.of(colour)
  return move(
    x,
    y,
    flat(ellipse(3, 1, 16, 5), '#1b1f3a', 0.3) +
      sheet(d, shade, 4) +
      sheet(circle(0, -68, 14), light.of('#fffaf0', '#fff0cc'), 1),
    { scale: height / 100 },
  )
}

export function star(x: number, y: number, radius: number, colour: string): string {
  const corners = Array.from({ length: 10 }, (_, index): [number, number] => {
    const [reach, angle] = [index % 2 === 0 ? radius : radius * 0.46, (index * Math.PI) / 5 - Math.PI / 2]
    return [x + Math.cos(angle) * reach, y + Math.sin(angle) * reach]
  })
  return sheet(polygon(...corners), colour, 1)
}

export function heart(x: number, y: number, size: number, colour: string, turn = 0): string {
  const d = 'M0 40C-54 4 -46 -40 -20 -40C-8 -40 0 -30 0 -22C0 -30 8 -40 20 -40C46 -40 54 4 0 40z'
  return move(x, y, sheet(d, colour, 2), { scale: size / 80, turn })
}

/** A lantern that stands on the ground. */
export function lantern(x: number, y: number, height: number, light: Light): string {
  const iron = light.of('#22303f', '#131c27')
  const glass = flat(
    box(-18, -66, 36, 52, 4),
    light.isDusk ? tone('#fff0c4', '#ffb53a') : '#f6e7c4',
    light.isDusk ? 1 : 0.85,
  )
  const frame =
    flat(`${box(-24, -14, 48, 14, 3)}M-24 -66L0 -88L24 -66z${box(-3, -66, 6, 52)}`, iron) +
    line('M-8 -86C-8 -104 8 -104 8 -86', iron, 4)
  const shine = light.isDusk ? glow(0, -40, 170, lampLight, 0.95) : ''
  return move(x, y, raised(2, glass, frame) + shine, { scale: height / 100 })
}

/** A bicycle with flowers in its basket, leaning towards the viewer. */
export function bicycle(x: number, y: number, length: number, light: Light): string {
  const c = light.of
  const [iron, paint] = [c('#22303f', '#0f1824'), c('#d9543f', '#a5525a')]
  const wheel = (left: number) =>
    line(circle(left, -17, 17), iron, 2.6) +
    line(`M${left - 17} -17h34M${left} -34v34M${left - 12} -29l24 24M${left + 12} -29l-24 24`, c('#b9c0c8'), 0.6)
  const frame = line(
    'M-31 -17L-14 -44L20 -44L-4 -17zM-14 -44L-4 -17M-31 -17H-4M20 -44L31 -17M-16 -50L-4 -17',
    paint,
    3.4,
  )
  const bars = line('M20 -44L17 -56Q24 -60 28 -54M-24 -52H-10', iron, 3.6)
  const blooms =
    flat(circle(32, -58, 4.5) + circle(40, -60, 5), c('#e2725b')) + flat(circle(36, -64, 4.5), litAmber(light))
  const basket = sheet(
    polygon([26, -56], [46, -56], [43, -42], [28, -42]),
    c('#c99a66'),
    1,
    line('M26 -51H46M26 -47H46M32 -56V-42M38 -56V-42', c('#8a5a36'), 0.8),
  )
  return move(x, y, raised(3, wheel(-31), wheel(31), frame, bars, blooms, basket), { scale: length / 100 })
}

/** A packed rucksack with a rolled blanket, a bottle and a badge. */
export function rucksack(x: number, y: number, height: number, light: Light): string {
  const c = light.of
  const cloth = c(amber)
  const blanket = sheet(
    box(-30, -103, 60, 14, 7),
    c('#d9705c'),
    2,
    flat(box(-20, -103, 5, 14) + box(15, -103, 5, 14), c('#8a5a36')),
  )
  const bottle = sheet(box(32, -52, 13, 34, 4), c('#4f86a0'), 2) + sheet(box(34, -58, 9, 7, 2), c('#22303f'), 1)
  const sides =
    sheet(box(-40, -42, 16, 34, 6), darken(cloth, 0.2), 2) + sheet(box(27, -34, 16, 28, 6), darken(cloth, 0.2), 2)
  const body = sheet(
    'M-33 -4V-66C-33 -90 -18 -96 0 -96C18 -96 33 -90 33 -66V-4Q33 0 27 0H-27Q-33 0 -33 -4z',
    cloth,
    2,
    flat('M14 -100H40V4H20z', darken(cloth, 0.1)),
  )
  const flap = sheet(
    'M-34 -64C-34 -90 -18 -97 0 -97C18 -97 34 -90 34 -64Q34 -54 24 -54H-24Q-34 -54 -34 -64z',
    darken(cloth, 0.06),
    2,
  )
  const straps =
    flat(box(-18, -64, 6, 30) + box(12, -64, 6, 30), c('#8a5a36')) +
    flat(box(-19.5, -46, 9, 8, 2) + box(10.5, -46, 9, 8, 2), c('#fdf3e0'))
  const pocket = sheet(box(-24, -36, 48, 30, 8), darken(cloth, 0.08), 2, flat(box(-24, -36, 48, 9), darken(cloth, 0.2)))
  const badge = sheet(circle(8, -76, 8), c('#fdf3e0'), 1, flat(polygon([2, -72], [8, -82], [14, -72]), c('#3f7268')))
  const loop = line('M-8 -100C-8 -112 8 -112 8 -100', c('#8a5a36'), 4)
  return move(x, y, raised(3, loop, blanket, bottle, sides, body, flap, pocket, straps, badge), { scale: height / 110 })
}
