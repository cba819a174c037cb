import { guest, traveller } from '../kit/cast.ts'
import { figure } from '../kit/figures.ts'
import { box, circle, ellipse, points, polygon } from '../kit/geometry.ts'
import { type Light, litAmber } from '../kit/light.ts'
import { flat, glow, line, move, type Picture, raised, sheet } from '../kit/paper.ts'
import { roundTree } from '../kit/plants.ts'
import { cup, lantern, writing } from '../kit/things.ts'
import { dawn } from './my-future-land.ts'
import { dawnStage } from './my-future-spots.ts'

/** A conversation over two cups, with the week's plan on the wall. */
export function myFutureSkills(light: Light): Picture {
  return dawnStage(
    light,
    13,
    [
      week(light),
      bubble(330, 330, light, false),
      bubble(890, 300, light, true),
      light.isDusk ? glow(600, 640, 330, '#ffd27a', 0.5) : '',
      figure({
        ...traveller,
        carries: 'nothing',
        x: 400,
        y: 770,
        height: 330,
        view: 'side',
        hands: points('-16 -44, 24 -54'),
        light,
      }),
      figure({ ...guest, x: 800, y: 770, height: 330, hands: points('-16 -44, 25 -62'), flip: true, light }),
      table(light),
      roundTree(1010, 740, 190, dawn(light).moss),
      lantern(190, 760, 120, light),
    ].join(''),
  )
}

function week(light: Light): string {
  const c = dawn(light)
  const columns = [0, 1, 2, 3, 4].map((index) => box(-154 + index * 63, -60, 54, 150, 6)).join('')
  const plans =
    flat(box(-150, -50, 46, 36, 5) + box(-24, 20, 46, 52, 5), c.rose) +
    flat(box(-87, -10, 46, 46, 5) + box(102, -50, 46, 60, 5), litAmber(light)) +
    flat(box(39, -50, 46, 40, 5) + box(102, 40, 46, 36, 5), c.moss)
  const page = sheet(
    box(-180, -130, 360, 250, 14),
    light.of('#fffaf0', '#ccd4ea'),
    4,
    flat(box(-180, -130, 360, 50), light.of('#22303f')) + flat(columns, light.of('#efe4cd', '#aab5d6')) + plans,
  )
  return move(600, 370, page + line('M-100 -148V-112M100 -148V-112', litAmber(light), 10))
}

export function bubble(x: number, y: number, light: Light, flip: boolean): string {
  const d = 'M-86 -56Q-86 -72 -70 -72H70Q86 -72 86 -56V30Q86 46 70 46H20L44 86L-14 46H-70Q-86 46 -86 30z'
  const words = writing(-58, -40, 116, 3, 26, flip ? '#ffffff' : light.of('#b9ad9b', '#7f8ab0'))
  const shape = sheet(d, flip ? light.of('#e2725b', '#b05a62') : light.of('#fffaf0', '#d5dcef'), 3)
  return move(x, y, move(0, 0, shape, { flip }) + words)
}

function table(light: Light): string {
  const wood = light.of('#a8672f', '#6b4a44')
  const legs = sheet(polygon(...points('590 640, 610 640, 616 780, 584 780')), wood, 2)
  const foot = sheet(ellipse(600, 784, 70, 12), wood, 2)
  const top = sheet(ellipse(600, 636, 128, 20), light.of('#c98a4a', '#8a5f50'), 4)
  const notes = raised(
    1,
    flat(polygon(...points('560 634, 620 626, 640 640, 576 648')), light.of('#fffaf0', '#d5dcef')),
  )
  const cups =
    cup(532, 632, light, '#ffb300', { scale: 0.5 }) + cup(676, 632, light, '#4f86a0', { scale: 0.5, flip: true })
  return foot + legs + top + notes + cups + flat(circle(604, 636, 3), wood)
}
