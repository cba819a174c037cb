import { box, circle, ellipse, points, polygon } from '../kit/geometry.ts'
import { type Light, litAmber } from '../kit/light.ts'
import { flat, line, move, type Picture, raised, sheet } from '../kit/paper.ts'
import { lamp } from '../kit/street.ts'
import { dart, suitcase, writing } from '../kit/things.ts'
import { globe, route } from '../kit/travel.ts'
import { sea } from './study-world-sea.ts'

import { seaStage } from './study-world-spots.ts'

/** A suitcase being packed, with a ticket, a booklet and the world beside it. */
export function studyWorldDeparture(light: Light): Picture {
  return seaStage(light, 8, departureParts(light).join(''))
}

/** The picture's things, from the globe behind the suitcase to the lamp before it. */
export function departureParts(light: Light): string[] {
  const c = sea(light)
  const lining = sheet(
    box(300, 330, 500, 260, 24),
    light.of('#c95f4a', '#7f4658'),
    4,
    flat(box(326, 356, 448, 234, 14), light.of('#f3d9b0', '#7d84a8')) +
      line('M330 470Q560 510 780 470', light.of('#c95f4a', '#7f4658'), 6),
  )
  const clothes = [
    sheet(box(350, 520, 190, 60, 20), light.of('#4f86a0', '#3d5f8c'), 2),
    sheet(box(362, 486, 170, 52, 18), litAmber(light), 2, line('M362 510H532', light.of('#d9920a'), 5)),
    sheet(box(560, 530, 190, 54, 16), c.landDeep, 2),
    sheet(box(575, 496, 160, 48, 16), c.paper, 2, line('M575 512H735M575 528H735', c.coral, 5)),
  ]
  const front = sheet(
    box(286, 572, 528, 172, 26),
    c.coral,
    4,
    flat(box(340, 572, 26, 172) + box(734, 572, 26, 172), light.of('#8c3f35')) +
      flat(box(286, 716, 528, 28), '#1b1f3a', 0.14),
  )
  return [
    globe(900, 420, 130, { water: c.globe, land: c.land, deep: c.landDeep }),
    line('M930 566L904 596', light.of('#7a5238'), 12),
    line('M849 279A150 150 0 0 1 951 561', litAmber(light), 9),
    lining,
    passport(430, 420, light),
    ...clothes,
    front,
    stickers(light),
    sheet(box(350, 622, 30, 34, 6) + box(720, 622, 30, 34, 6), litAmber(light), 2),
    line('M500 604Q500 590 514 590H586Q600 590 600 604', light.of('#8c3f35'), 13),
    sheet(box(850, 596, 100, 24, 8), light.of('#7a5238'), 3),
    suitcase(930, 758, light, '#4f86a0', { scale: 1.4 }),
    ticket(300, 300, light),
    dart(640, 220, light, { scale: 1.4, turn: -14 }),
    route(points('330 420, 400 300, 500 250, 560 240'), light.of('#fffaf0', '#fff1cf'), 7),
    lamp(180, 770, 330, light),
  ]
}

function stickers(light: Light): string {
  const c = sea(light)
  return (
    sheet(
      circle(480, 676, 42),
      c.paper,
      1,
      flat(circle(480, 676, 32), c.globe) + flat(polygon([456, 690], [480, 650], [504, 690]), c.land),
    ) +
    move(
      620,
      674,
      sheet(
        box(-50, -30, 100, 60, 8),
        litAmber(light),
        1,
        flat(polygon([-30, 20], [-6, -14], [10, 6], [20, -6], [38, 20]), light.of('#22303f')),
      ),
      { turn: -8 },
    )
  )
}

function passport(x: number, y: number, light: Light): string {
  const mesh = line(`${circle(0, -8, 30) + ellipse(0, -8, 13, 30)}M-30 -8H30`, litAmber(light), 4)
  return move(
    x,
    y,
    sheet(
      box(-62, -84, 124, 168, 12),
      light.of('#22304f', '#1f2d4c'),
      3,
      mesh + flat(box(-26, 44, 52, 8, 4), litAmber(light)),
    ),
    { turn: -9 },
  )
}

function ticket(x: number, y: number, light: Light): string {
  const c = sea(light)
  const stub = line('M44 -44V44', light.of('#c5b48f', '#8f9abf'), 4, '6 8')
  return move(
    x,
    y,
    raised(
      3,
      sheet(
        box(-110, -46, 220, 92, 10),
        c.paper,
        1,
        flat(box(-110, -46, 220, 24), c.globe) +
          writing(-90, -4, 110, 3, 16, light.of('#b9ad9b', '#7f8ab0')) +
          stub +
          flat(circle(78, 8, 16), litAmber(light)),
      ),
    ),
    { turn: -12 },
  )
}
