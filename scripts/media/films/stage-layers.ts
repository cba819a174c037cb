import { lighten } from '../illustrations/kit/colour.ts'
import { box, circle, land, type Point, points } from '../illustrations/kit/geometry.ts'
import { day, type Light } from '../illustrations/kit/light.ts'
import { flat, glow, move, sheet, tone } from '../illustrations/kit/paper.ts'
import { grass } from '../illustrations/kit/plants.ts'
import { cloud, rings, stars } from '../illustrations/kit/sky.ts'
import type { StageColours } from '../illustrations/kit/stage.ts'
import { cut, drift, type Layer } from './film.ts'

/** The middle of the rings; the title is to its left. */
export const heart: Point = [830, 330]

/** Sky, rings, clouds, a hill and a table: what is behind the things of a scene. */
export function behind(c: StageColours, seed: number, light: Light = day): Layer[] {
  const [x, y] = heart
  const ringLayers = rings(c.ringOuter, c.ringInner, 4).map((colour, index) =>
    cut(sheet(circle(x, y, 372 - index * 70), colour, 3), [
      { property: 'scale', values: ['0.94', String(1 + index * 0.012)], start: 0, seconds: 8, easing: 'ease-out' },
    ]),
  )
  const hill = land(points('-120 560, 200 500, 520 552, 800 520, 1080 478, 1420 548'), 900)
  const table = land(points('-120 612, 300 596, 640 590, 980 598, 1420 616'), 900)
  return [
    cut(flat(box(-120, -120, 1520, 1200), tone(c.top, c.bottom)) + stars(seed, 1280, 360, 50, light), [], { light }),
    ...ringLayers,
    cut(glow(x, y, 400, light.isDusk ? '#ffdf9a' : '#ffe9b0', 0.3), [], { light }),
    cut(cloud(380, 150, 190, c.cloud, seed), [drift(46, 0)], { light }),
    cut(cloud(1080, 130, 210, c.cloud, seed + 1), [drift(-34, 0)], { light }),
    cut(sheet(hill, c.hill, 3), [drift(-16, 0)], { light }),
    cut(sheet(table, tone(c.table, c.tableEdge), 4), [drift(-26, 0)], { light }),
  ]
}

/** The nearest sheet, which passes fastest. */
export function before({ front, cut: kind }: StageColours): Layer[] {
  if (kind === 'kerb')
    return [cut(sheet(box(-120, 692, 1520, 90), front, 5, flat(box(-120, 692, 1520, 9), lighten(front, 0.12))), [])]
  if (kind === 'waves') {
    const crests = Array.from({ length: 24 }, (_, index): Point => [index * 66 - 120, 684 + (index % 2) * 18])
    return [cut(sheet(land(crests, 900), front, 5), [drift(-60, 0)])]
  }
  const mounds = [points('-120 660, 90 664, 260 696, 400 760'), points('860 760, 1010 696, 1180 662, 1420 656')]
  const leaves = grass(2, -60, 240, 690, 46, front) + grass(8, 1010, 1330, 690, 46, front)
  return [cut(mounds.map((mound) => sheet(land(mound, 900), front, 5)).join('') + leaves, [drift(-46, 0)])]
}

/** Places a drawing made for a picture of 1200 by 900 on the stage of a film. */
export function onStage(content: string, scale = 0.8): string {
  return move(heart[0] - 600 * scale, 372 - 480 * scale, content, { scale })
}

/** Where a point of such a drawing is in the film. */
export const toFrame = (x: number, y: number, scale = 0.8): Point => [
  heart[0] + (x - 600) * scale,
  372 + (y - 480) * scale,
]

/** Layers of a hero, 1600 pixels wide, that a camera passes from the sky down to the ground. */
export function descend(layers: string[], light: Light = day, seconds = 6): Layer[] {
  const end = -205
  return layers.map((content, index) => {
    const start = end + 60 + (index * 150) / layers.length
    const path = [`0px ${start}px`, `0px ${end}px`]
    return cut(
      move(0, 0, content, { scale: 0.8 }),
      [{ property: 'translate', values: path, start: 0, seconds, easing: 'cubic-bezier(0.3, 0, 0.2, 1)' }],
      { light },
    )
  })
}
