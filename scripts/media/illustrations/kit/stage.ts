import { lighten } from './colour.ts'
import { box, circle, land, type Point, points } from './geometry.ts'
import type { Light } from './light.ts'
import { flat, glow, move, type Picture, picture, sheet, tone } from './paper.ts'
import { grass } from './plants.ts'
import { cloud, rings, stars } from './sky.ts'

/** `front` is the nearest sheet; each service has its own. */
export type StageColours = {
  top: string
  bottom: string
  ringOuter: string
  ringInner: string
  cloud: string
  hill: string
  table: string
  tableEdge: string
  front: string
  cut: 'grass' | 'waves' | 'kerb'
}

const [width, height] = [1200, 900]

/** A small picture of one object, with rings behind it, a table below it and leaves in front of it. */
export function stage(light: Light, c: StageColours, seed: number, thing: string): Picture {
  const ringSheets = rings(c.ringOuter, c.ringInner, 4).map((colour, index) =>
    sheet(circle(600, 410, 400 - index * 74), colour, 3),
  )
  return picture(
    width,
    height,
    light,
    [
      flat(box(0, 0, width, height), tone(c.top, c.bottom)),
      stars(seed, width, 420, 46, light),
      ...ringSheets,
      glow(600, 410, 420, light.isDusk ? '#ffdf9a' : '#ffe9b0', light.isDusk ? 0.28 : 0.4),
      cloud(50 + (seed % 3) * 20, 250, 230, c.cloud, seed),
      cloud(930, 180 + (seed % 4) * 20, 210, c.cloud, seed + 1),
      sheet(land(points('-40 640, 200 590, 460 640, 760 620, 1010 580, 1240 630'), 960), c.hill, 3),
      sheet(land(points('-40 726, 300 706, 620 700, 930 708, 1240 728'), 960), tone(c.table, c.tableEdge), 4),
      move(600, 480, `<g transform="translate(-600 -480)">${thing}</g>`, { scale: 1.1 }),
      front(c),
    ].join(''),
  )
}

function front({ front: colour, cut }: StageColours): string {
  if (cut === 'kerb')
    return sheet(box(-40, 852, width + 80, 90), colour, 5, flat(box(-40, 852, width + 80, 12), lighten(colour, 0.12)))
  if (cut === 'waves')
    return sheet(
      land(
        Array.from({ length: 19 }, (_, index): Point => [index * 70 - 40, 856 + (index % 2) * 18]),
        960,
      ),
      colour,
      5,
    )
  const mounds =
    sheet(land(points('-40 826, 110 822, 260 860, 420 940'), 960), colour, 5) +
    sheet(land(points('780 940, 950 860, 1090 822, 1240 826'), 960), colour, 5)
  return mounds + grass(2, 0, 240, 846, 46, colour) + grass(8, 970, 1190, 846, 46, colour)
}
