import { darken, lighten } from '../kit/colour.ts'
import { box, circle, ellipse, polygon } from '../kit/geometry.ts'
import { type Light, lampLight, litAmber } from '../kit/light.ts'
import { flat, glow, line, move, raised, sheet, tone } from '../kit/paper.ts'
import { flower } from '../kit/plants.ts'
import { awning, door, windowPane } from '../kit/street.ts'
import { cup } from '../kit/things.ts'

/** The colours of BIZ FUTURE's high street. */
export function street({ of }: Light) {
  return {
    skyTop: of('#9cc7cf', '#111b34'),
    horizon: of('#ffe7bd', '#b0667c'),
    ringOuter: of('#c9dccb', '#2a3a60'),
    ringInner: of('#ffeec2', '#75638a'),
    cloud: of('#fbf1de', '#46557e'),
    far: of('#cfb9a8', '#3c4a70'),
    brick: of('#c4674d', '#71405a'),
    rose: of('#e3a08c', '#7b566f'),
    sand: of('#f0d3a4', '#7d7590'),
    sage: of('#8fae8f', '#43657a'),
    teal: of('#2f6f6c', '#1f4859'),
    plum: of('#6d4a66', '#3f3357'),
    roof: of('#4d5568', '#2a3350'),
    trim: of('#fdf3e0', '#aab4d2'),
    pavement: of('#d9c6a8', '#56618a'),
    kerb: of('#b59f80', '#414c74'),
    road: of('#5b6470', '#202c44'),
    front: of('#22303f', '#131f2e'),
    green: of('#5f8f6b', '#355f68'),
    coral: of('#e2725b', '#b05a62'),
    paper: of('#fffaf0', '#d5dcef'),
  }
}

type TerraceOptions = {
  x: number
  y: number
  width: number
  height: number
  wall: string
  columns: number
  storeys: number
  lit: number[]
  gable?: boolean
  light: Light
}

/** A house in the high street above its shop; `y` is the pavement. */
export function terrace({
  x,
  y,
  width,
  height,
  wall,
  columns,
  storeys,
  lit,
  gable = false,
  light,
}: TerraceOptions): string {
  const c = street(light)
  const top = y - height
  const [cell, storey] = [width / columns, (height - 390) / storeys]
  const panes = Array.from({ length: columns * storeys }, (_, index) => {
    const [left, above] = [x + ((index % columns) + 0.26) * cell, top + 46 + Math.floor(index / columns) * storey]
    const lintel = flat(
      polygon(
        [left - 10, above - 4],
        [left - 16, above - 20],
        [left + cell * 0.48 + 16, above - 20],
        [left + cell * 0.48 + 10, above - 4],
      ),
      c.trim,
    )
    return (
      lintel + windowPane(left, above, cell * 0.48, storey * 0.62, light, light.isDusk ? lit.includes(index) : false)
    )
  })
  const chimney =
    sheet(box(x + width * 0.68, top - 120, width * 0.15, 130), darken(wall, 0.22), 2) +
    flat(
      box(x + width * 0.7, top - 142, width * 0.04, 24) + box(x + width * 0.77, top - 142, width * 0.04, 24),
      c.coral,
    )
  const slope = gable
    ? sheet(polygon([x - 14, top + 6], [x + width / 2, top - width * 0.42], [x + width + 14, top + 6]), c.roof, 2) +
      sheet(polygon([x + 24, top + 8], [x + width / 2, top - width * 0.34], [x + width - 24, top + 8]), wall, 1) +
      windowPane(x + width / 2 - 26, top - width * 0.17, 52, 58, light, light.isDusk)
    : sheet(polygon([x - 10, top], [x + 34, top - 84], [x + width - 34, top - 84], [x + width + 10, top]), c.roof, 2)
  return raised(
    3,
    chimney,
    slope,
    sheet(box(x, top, width, height), wall, 1),
    sheet(box(x - 8, top - 8, width + 16, 22), lighten(wall, 0.25), 1),
    ...panes,
  )
}

/** Shelves, lamps and cakes behind glass. */
export function shopWindow(x: number, y: number, width: number, height: number, light: Light, goods: string): string {
  const c = street(light)
  const frame = sheet(box(x - 14, y - 14, width + 28, height + 28, 6), c.trim, 2)
  const inside = tone(light.of('#ffe9b5', '#ffdf9a'), light.of('#f3b861', '#f09c33'))
  const view = sheet(box(x, y, width, height, 3), inside, 1, flat(box(x, y, width, 18), '#1b1f3a', 0.22) + goods)
  const panes = line(`M${x + width / 3} ${y}V${y + height}M${x + (width * 2) / 3} ${y}V${y + height}`, c.trim, 7)
  const shine = flat(
    polygon(
      [x + width * 0.05, y + height],
      [x + width * 0.3, y],
      [x + width * 0.38, y],
      [x + width * 0.13, y + height],
    ),
    '#ffffff',
    0.14,
  )
  return (
    frame +
    view +
    panes +
    shine +
    (light.isDusk ? glow(x + width / 2, y + height / 2, width * 0.8, '#ffc25a', 0.5) : '')
  )
}

export function pendant(x: number, y: number, drop: number, light: Light): string {
  const shade = sheet(`M${x - 26} ${y + drop}Q${x} ${y + drop - 44} ${x + 26} ${y + drop}z`, light.of('#22303f'), 1)
  return (
    line(`M${x} ${y}V${y + drop - 22}`, light.of('#22303f'), 3) +
    shade +
    flat(circle(x, y + drop + 3, 9), '#fff6d8') +
    glow(x, y + drop + 6, 70, lampLight, light.isDusk ? 0.8 : 0.45)
  )
}

/** A cake, croissants or buns on a stand. */
export function cakeStand(x: number, y: number, light: Light): string {
  const c = street(light)
  const cake = sheet(
    box(x - 34, y - 62, 68, 40, 6),
    c.coral,
    1,
    flat(`M${x - 34} ${y - 62}h68v12q-8 12 -17 0q-8 14 -17 0q-8 12 -17 0q-8 10 -17 0z`, c.paper),
  )
  return (
    cake +
    flat(circle(x, y - 68, 7), light.of('#b03a3a')) +
    sheet(ellipse(x, y - 20, 52, 7), c.paper, 1) +
    flat(polygon([x - 5, y - 18], [x + 5, y - 18], [x + 12, y], [x - 12, y]), c.paper)
  )
}

export function croissant(x: number, y: number, size: number, light: Light): string {
  const d =
    'M-50 12C-44 -26 -18 -40 0 -40C18 -40 44 -26 50 12C40 14 34 6 30 0C20 -14 -20 -14 -30 0C-34 6 -40 14 -50 12z'
  return move(
    x,
    y,
    sheet(
      d,
      light.of('#d9913f', '#b9773f'),
      2,
      line('M-16 -40L-12 -8M16 -40L12 -8M-36 -26L-24 -2M36 -26L24 -2', light.of('#a9652a', '#7d4c30'), 4),
    ),
    { scale: size / 100 },
  )
}

/** A board on the pavement with a picture of a cup. */
export function pavementBoard(x: number, y: number, height: number, light: Light): string {
  const c = street(light)
  const leg = line('M-24 -4L-34 0M24 -4L34 0M26 -90L40 0', light.of('#7a5238'), 6)
  const board = sheet(polygon([-26, -96], [26, -96], [32, -8], [-32, -8]), light.of('#7a5238'), 2)
  const slateSheet = flat(polygon([-20, -88], [20, -88], [25, -16], [-25, -16]), c.front)
  return move(x, y, raised(2, leg, board, slateSheet, move(0, -34, cup(0, 0, light, '#ffb300'), { scale: 0.32 })), {
    scale: height / 100,
  })
}

export function flowerBox(x: number, y: number, width: number, light: Light): string {
  const c = street(light)
  const colours = [c.coral, litAmber(light), c.paper]
  const count = Math.round(width / 26)
  const blooms = Array.from({ length: count }, (_, index) =>
    flower(
      x + (index + 0.5) * (width / count),
      y - 8 - (index % 2) * 12,
      13,
      colours[index % 3] ?? c.coral,
      light.of('#8a5600'),
    ),
  )
  const leaves = Array.from({ length: count + 1 }, (_, index) => circle(x + index * (width / count), y, 13)).join('')
  return raised(
    2,
    flat(leaves, c.green),
    ...blooms,
    sheet(box(x - 6, y + 2, width + 12, 24, 4), light.of('#7a5238'), 1),
  )
}

/** A plain shop beside the café. */
export function shopFront(
  x: number,
  y: number,
  width: number,
  colour: string,
  stripes: [string, string],
  light: Light,
  goods: string,
): string {
  const c = street(light)
  const front = sheet(box(x + 8, y - 330, width - 16, 330), colour, 2)
  const fascia = sheet(box(x, y - 356, width, 52), darken(colour, 0.18), 2)
  return (
    front +
    shopWindow(x + 34, y - 250, width * 0.52, 180, light, goods) +
    door(x + width * 0.7, y, width * 0.21, 236, darken(colour, 0.3), light) +
    awning(x + 2, y - 306, width - 4, 76, stripes, 7) +
    fascia +
    flat(circle(x + width / 2, y - 330, 12), c.trim) +
    flat(box(x + width * 0.3, y - 333, width * 0.12, 6) + box(x + width * 0.58, y - 333, width * 0.12, 6), c.trim)
  )
}
