import { darken, lighten } from './colour.ts'
import { arch, box, circle, polygon } from './geometry.ts'
import { type Light, lampLight, litAmber } from './light.ts'
import { flat, glow, line, move, raised, sheet, tone } from './paper.ts'
import { between, seededRandom } from './random.ts'

export function windowPane(x: number, y: number, width: number, height: number, light: Light, isLit: boolean): string {
  const dark = light.of('#5d7585', '#1d2a40')
  const glass = isLit ? tone('#ffe7b0', '#ffb943') : tone(lighten(dark, 0.18), dark)
  const frame = light.of('#fdf3e0')
  const bar = Math.max(1.2, width * 0.06)
  const cross = line(`M${x + width / 2} ${y}V${y + height}M${x} ${y + height * 0.45}H${x + width}`, frame, bar)
  const opening = flat(box(x - bar, y - bar, width + 2 * bar, height + 2 * bar), frame)
  const recess = flat(box(x, y, width, height * 0.14), '#1b1f3a', 0.25)
  const sill = flat(box(x - bar * 2.4, y + height + bar, width + bar * 4.8, bar * 1.6), darken(frame, 0.12))
  return (
    raised(1, opening, flat(box(x, y, width, height), glass), recess, cross, sill) +
    (isLit && light.isDusk ? glow(x + width / 2, y + height / 2, width * 1.7, '#ffc25a', 0.5) : '')
  )
}

type FacadeOptions = {
  x: number
  y: number
  width: number
  height: number
  columns: number
  rows: number
  seed: number
  share?: number
  light: Light
}

/** Windows in rows; some are lit at dusk, and fewer by day. */
export function windows({ x, y, width, height, columns, rows, seed, share = 0.6, light }: FacadeOptions): string {
  const random = seededRandom(seed)
  const [cell, storey] = [width / columns, height / rows]
  const panes: string[] = []
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const isLit = random() < (light.isDusk ? share : share * 0.16)
      panes.push(
        windowPane(x + cell * (column + 0.27), y + storey * (row + 0.2), cell * 0.46, storey * 0.6, light, isLit),
      )
    }
  }
  return panes.join('')
}

/** Small windows in the distance, cut as plain holes. */
export function holes(options: FacadeOptions): string {
  const { x, y, width, height, columns, rows, seed, share = 0.55, light } = options
  const random = seededRandom(seed)
  const [cell, storey] = [width / columns, height / rows]
  const hole = (index: number) => {
    const [left, top] = [x + cell * ((index % columns) + 0.28), y + storey * (Math.floor(index / columns) + 0.24)]
    return box(left, top, cell * 0.44, storey * 0.5)
  }
  const lit: string[] = []
  const dark: string[] = []
  for (let index = 0; index < columns * rows; index++) (random() < share ? lit : dark).push(hole(index))
  return (
    flat(dark.join(''), '#1b2540', 0.3) + flat(lit.join(''), light.of('#fff0cc', '#ffcb66'), light.isDusk ? 1 : 0.75)
  )
}

/** A gabled house, seen from the front. */
export function house(x: number, y: number, width: number, height: number, wall: string, roof: string): string {
  const eaves = y - height * 0.62
  const over = width * 0.07
  const chimney = sheet(box(x + width * 0.66, y - height * 1.02, width * 0.12, height * 0.3), darken(wall, 0.2), 1)
  const gable = polygon([x, y], [x, eaves], [x + width / 2, y - height], [x + width, eaves], [x + width, y])
  const roofing = polygon(
    [x - over, eaves + over * 0.6],
    [x + width / 2, y - height - over],
    [x + width + over, eaves + over * 0.6],
    [x + width + over * 0.3, eaves + over * 1.5],
    [x + width / 2, y - height + over * 0.7],
    [x - over * 0.3, eaves + over * 1.5],
  )
  return raised(2, chimney, sheet(gable, wall, 1), sheet(roofing, roof, 1))
}

/** A street lamp, lit at dusk. */
export function lamp(x: number, y: number, height: number, light: Light): string {
  const iron = light.of('#22303f', '#131c27')
  const h = height
  const post = sheet(
    `M${-h * 0.035} 0L${-h * 0.03} ${-h * 0.06}L${-h * 0.013} ${-h * 0.1}V${-h * 0.78}H${h * 0.013}V${-h * 0.1}L${h * 0.03} ${-h * 0.06}L${h * 0.035} 0z`,
    iron,
    2,
  )
  const glass = flat(
    polygon([-h * 0.035, -h * 0.8], [-h * 0.058, -h * 0.93], [h * 0.058, -h * 0.93], [h * 0.035, -h * 0.8]),
    light.of('#fff0cc', lampLight),
  )
  const cap = sheet(`M${-h * 0.072} ${-h * 0.93}Q0 ${-h * 1.02} ${h * 0.072} ${-h * 0.93}z`, iron, 1)
  const arms = line(
    `M0 ${-h * 0.7}C${h * 0.06} ${-h * 0.7} ${h * 0.05} ${-h * 0.63} ${h * 0.1} ${-h * 0.64}M${-h * 0.04} ${-h * 0.79}H${h * 0.04}`,
    iron,
    h * 0.012,
  )
  const shine = light.isDusk ? glow(0, -h * 0.87, h * 0.42, lampLight, 0.95) : ''
  return move(x, y, raised(2, post, arms, glass, cap) + shine)
}

/** A striped awning with a scalloped edge. */
export function awning(
  x: number,
  y: number,
  width: number,
  height: number,
  colours: [string, string],
  stripes = 9,
): string {
  const band = width / stripes
  const stripe = (index: number) => {
    const [top, left] = [x + width * 0.03 + (index * width * 0.94) / stripes, x + index * band]
    const right = x + width * 0.03 + ((index + 1) * width * 0.94) / stripes
    const r = band / 2
    return flat(
      `M${top} ${y}H${right}L${left + band} ${y + height}a${r} ${r * 0.9} 0 0 1 ${-band} 0z`,
      colours[index % 2] ?? colours[0],
    )
  }
  const shade = flat(box(x, y + height * 0.8, width, height * 0.22), '#1b1f3a', 0.12)
  return raised(4, ...Array.from({ length: stripes }, (_, index) => stripe(index)), shade)
}

export function door(x: number, y: number, width: number, height: number, colour: string, light: Light): string {
  const panel = sheet(box(x, y - height, width, height, 3), colour, 1)
  const glass = flat(
    box(x + width * 0.18, y - height * 0.9, width * 0.64, height * 0.52, 3),
    light.of('#ffe9b8', '#ffd17a'),
  )
  const lower = flat(box(x + width * 0.18, y - height * 0.3, width * 0.64, height * 0.2, 2), darken(colour, 0.2))
  return panel + glass + lower + flat(circle(x + width * 0.86, y - height * 0.42, width * 0.045), litAmber(light))
}

/** A string of flags between two points. */
export function bunting(x1: number, y1: number, x2: number, y2: number, colours: string[], size: number): string {
  const sag = Math.abs(x2 - x1) * 0.1
  const count = Math.floor(Math.abs(x2 - x1) / (size * 1.25))
  const spot = (t: number) => [x1 + (x2 - x1) * t, y1 + (y2 - y1) * t + sag * 4 * t * (1 - t)] as const
  const flags = Array.from({ length: count }, (_, index) => {
    const [x, y] = spot((index + 0.5) / count)
    return flat(
      polygon([x - size * 0.45, y], [x + size * 0.45, y], [x, y + size]),
      colours[index % colours.length] ?? '#ffffff',
    )
  })
  const [middleX, middleY] = [(x1 + x2) / 2, (y1 + y2) / 2 + sag * 2]
  return raised(
    2,
    line(`M${x1} ${y1}Q${middleX} ${middleY} ${x2} ${y2}`, darken(colours[0] ?? '#22303f', 0.4), 2),
    ...flags,
  )
}

/** A public building: columns under a pediment, with a dome or a clock tower. */
export function campus(x: number, y: number, width: number, wall: string, light: Light, top: 'dome' | 'tower'): string {
  const u = width / 100
  const roof = top === 'dome' ? light.of('#6fa39a', '#3f6a82') : light.of('#b5654f', '#6b4a66')
  const dome = sheet('M-17 -64a17 19 0 0 1 34 0z', roof, 1) + sheet(box(-2, -92, 4, 10), roof, 1)
  const tower =
    sheet(box(-9, -104, 18, 52), wall, 1) +
    sheet(polygon([-12, -103], [0, -124], [12, -103]), roof, 1) +
    flat(circle(0, -90, 5.5), light.of('#fff7e6', '#ffdf9a'))
  const drum = top === 'dome' ? sheet(box(-14, -68, 28, 12), wall, 1) + dome : tower
  const wings = sheet(
    box(-50, -36, 100, 36),
    darken(wall, 0.06),
    1,
    holes({ x: -49, y: -34, width: 98, height: 32, columns: 11, rows: 2, seed: 5, light }),
  )
  const front = sheet(box(-23, -42, 46, 42), lighten(wall, 0.08), 1)
  const pediment = sheet(polygon([-27, -41], [0, -56], [27, -41]), roof, 1)
  const columns = [-18, -9, 0, 9, 18].map((column) => box(column - 1.8, -40, 3.6, 38)).join('')
  const between = flat(box(-20, -40, 40, 38), light.of('#54465e', '#ffbe55'), light.isDusk ? 0.85 : 0.55)
  return move(
    x,
    y,
    raised(
      3,
      drum,
      wings,
      front,
      between,
      flat(columns, lighten(wall, 0.3)),
      pediment,
      flat(arch(-4, -20, 8, 20), roof),
    ),
    { scale: u },
  )
}

/** The towers of a distant city, from left to right. */
export function skyline(
  seed: number,
  x: number,
  y: number,
  width: number,
  height: number,
  colour: string,
  light: Light,
): string {
  const random = seededRandom(seed)
  const towers: string[] = []
  for (let left = x; left < x + width - width * 0.04; ) {
    const wide = width * between(random, 0.07, 0.14)
    const tall = height * between(random, 0.42, 1) * (1 - 0.5 * Math.abs((left - x) / width - 0.45))
    const body = box(left, y - tall, wide, tall)
    const top =
      random() < 0.4
        ? polygon([left, y - tall], [left + wide, y - tall], [left + wide * 0.5, y - tall - wide * 0.7])
        : box(left + wide * 0.3, y - tall - wide * 0.22, wide * 0.4, wide * 0.3)
    const facade = holes({
      x: left,
      y: y - tall,
      width: wide,
      height: tall,
      columns: 3,
      rows: Math.max(3, Math.round(tall / (wide * 0.46))),
      seed: towers.length + seed,
      share: 0.35,
      light,
    })
    towers.push(sheet(body + top, mixDepth(colour, random()), 1, facade))
    left += wide * 0.94
  }
  return raised(2, ...towers)
}

const mixDepth = (colour: string, share: number) =>
  share < 0.5 ? lighten(colour, share * 0.6) : darken(colour, (share - 0.5) * 0.6)
