import { student } from '../kit/cast.ts'
import { darken } from '../kit/colour.ts'
import { figure } from '../kit/figures.ts'
import { arch, box, circle, points, polygon } from '../kit/geometry.ts'
import { day, type Light, litAmber } from '../kit/light.ts'
import { flat, glow, line, move, type Picture, raised, sheet } from '../kit/paper.ts'
import { bush, flower, leafTree } from '../kit/plants.ts'
import { house, windows } from '../kit/street.ts'
import { bicycle, cup, heart, lantern, pencil, phone, star } from '../kit/things.ts'
import { train, viaduct } from '../kit/travel.ts'
import { shopPost } from './biz-future-posts.ts'
import { streetStage } from './biz-future-spots.ts'
import { street } from './biz-future-street.ts'
import { sea, wave } from './study-world-sea.ts'
import { seaStage } from './study-world-spots.ts'

/** A windmill and gables on one bank, timbered houses and a gate on the other, and a train between them. */
export function guideNetherlandsGermany(light: Light): Picture {
  const c = sea(light)
  const [, second = '', third = '', , fifth = ''] = c.waves
  const bank = (x: number, w: number) =>
    sheet(
      `M${x - w} 628C${x - w * 0.8} 566 ${x + w * 0.8} 566 ${x + w} 628C${x + w * 0.7} 690 ${x - w * 0.7} 690 ${x - w} 628z`,
      c.island,
      4,
    )
  return seaStage(
    light,
    12,
    [
      wave(640, 100, 20, third, 1200, 900, 2),
      gables(light),
      windmill(450, 610, light),
      bank(320, 240),
      timbered(light),
      gate(950, 612, light),
      bank(890, 240),
      ...points('190 640, 226 652, 262 644, 300 656, 340 646').map(([x = 0, y = 0], index) =>
        flower(x, y, 13, index % 2 ? litAmber(light) : c.coral, light.of('#8a5600')),
      ),
      leafTree(1090, 630, 110, light.of('#e39a2d', '#a8703a')),
      viaduct(80, 712, 1040, 80, c.stone),
      train(420, 706, 92, 4, light),
      wave(776, 120, 40, second, 1200, 900, 3),
      bicycle(270, 800, 150, light),
      figure({ ...student, x: 600, y: 816, height: 190, hands: points('-18 -46, 24 -37'), light }),
      wave(836, 130, 0, fifth, 1200, 900, 3),
    ].join(''),
  )
}

function windmill(x: number, y: number, light: Light): string {
  const c = sea(light)
  const tower = sheet(
    polygon([-44, 0], [-26, -150], [26, -150], [44, 0]),
    light.of('#a3513f'),
    3,
    flat(polygon([6, -150], [26, -150], [44, 0], [14, 0]), '#1b1f3a', 0.14),
  )
  const cap = sheet('M-32 -148Q-28 -192 0 -192Q28 -192 32 -148z', light.of('#4d5568', '#2a3350'), 2)
  const sail = (turn: number) =>
    move(
      0,
      -160,
      sheet(
        polygon([4, -10], [26, -14], [26, -128], [4, -128]),
        c.paper,
        2,
        line('M4 -40H26M4 -70H26M4 -100H26', c.stone, 3),
      ) + line('M0 6V-134', light.of('#7a5238'), 6),
      { turn },
    )
  const deck = sheet(box(-56, -66, 112, 10, 4), light.of('#7a5238'), 2)
  const glass = flat(arch(-12, -44, 24, 44), light.isDusk ? '#ffd27a' : '#5d4436')
  return move(
    x,
    y,
    raised(2, tower, cap, deck, glass) +
      [24, 114, 204, 294].map(sail).join('') +
      sheet(circle(0, -160, 10), litAmber(light), 1),
    { scale: 1.3 },
  )
}

function gables(light: Light): string {
  const c = sea(light)
  const row = [
    { x: 150, tall: 220, wall: c.coral },
    { x: 216, tall: 262, wall: light.of('#f0d3a4', '#8f83a0') },
    { x: 282, tall: 234, wall: light.of('#4f86a0', '#3d5f8c') },
  ]
  return row
    .map(({ x, tall, wall }) => {
      const stairs = polygon(
        [x, 620 - tall],
        [x + 10, 620 - tall],
        [x + 10, 596 - tall],
        [x + 22, 596 - tall],
        [x + 22, 572 - tall],
        [x + 42, 572 - tall],
        [x + 42, 596 - tall],
        [x + 54, 596 - tall],
        [x + 54, 620 - tall],
        [x + 64, 620 - tall],
        [x + 64, 620],
        [x, 620],
      )
      return (
        sheet(stairs, wall, 3) +
        windows({
          x: x + 5,
          y: 632 - tall,
          width: 54,
          height: tall - 60,
          columns: 2,
          rows: 3,
          seed: x,
          share: 0.9,
          light,
        })
      )
    })
    .join('')
}

function timbered(light: Light): string {
  const beams = light.of('#6b4630', '#3f3246')
  const one = (x: number, tall: number, wall: string) => {
    const top = 620 - tall
    const frame = line(
      `M${x + 4} ${top + 60}H${x + 96}M${x + 4} ${top + 120}H${x + 96}M${x + 50} ${top}V620M${x + 4} ${top}V620M${x + 96} ${top}V620M${x + 4} ${top + 60}L${x + 50} ${top + 8}L${x + 96} ${top + 60}`,
      beams,
      6,
    )
    return (
      house(x, 620, 100, tall, wall, light.of('#a3513f', '#5d3d50')) +
      frame +
      windows({ x: x + 8, y: top + 66, width: 84, height: 52, columns: 2, rows: 1, seed: x, share: 1, light })
    )
  }
  return one(690, 210, light.of('#fdf3e0', '#a4aecb')) + one(790, 170, light.of('#f3dcb6', '#98a0c4'))
}

/** A gate of columns. */
function gate(x: number, y: number, light: Light): string {
  const stone = light.of('#efdcbc', '#7f8ab0')
  const columns = [-90, -50, -10, 30, 70].map((left) => sheet(box(left, -150, 20, 150, 4), stone, 2)).join('')
  const roof = sheet(box(-108, -184, 216, 40, 4), stone, 3) + sheet(box(-66, -218, 132, 36, 4), darken(stone, 0.08), 2)
  return move(x, y, sheet(box(-100, -150, 200, 150), darken(stone, 0.4), 1) + columns + roof)
}

/** A phone with a page, a calendar that fills from one month to another, and a plant that grows. */
export function guideFirst90Days(light: Light): Picture {
  const c = street(light)
  const month = (x: number, turn: number, colour: string, marks: number[]) => {
    const days = Array.from({ length: 15 }, (_, index) =>
      flat(
        box((index % 5) * 36 - 88, Math.floor(index / 5) * 32 - 26, 26, 22, 4),
        marks.includes(index) ? colour : light.of('#e3d8c2', '#9fabce'),
      ),
    ).join('')
    const page = sheet(box(-108, -96, 216, 180, 12), c.paper, 4, flat(box(-108, -96, 216, 46), colour) + days)
    return move(x, 296, page + line('M-56 -110V-80M56 -110V-80', c.front, 8), { turn })
  }
  return streetStage(
    light,
    6,
    [
      month(250, -5, c.coral, [0, 7]),
      month(950, 5, c.teal, [1, 4, 6, 9, 12, 14]),
      light.isDusk ? glow(600, 470, 420, '#ffe3a6', 0.35) : '',
      phone(600, 430, shopPost(day), light, { scale: 2.5 }),
      pot(236, 760, 0.3, light),
      pot(390, 776, 0.6, light),
      pot(866, 776, 1, light),
      heart(770, 250, 40, c.coral, 12),
      star(430, 220, 22, litAmber(light)),
      pencil(1000, 800, 240, light, -8),
      cup(1060, 740, light, '#ffb300', { scale: 0.8 }),
    ].join(''),
  )
}

/** A plant in its pot; `size` 1 is grown up. */
function pot(x: number, y: number, size: number, light: Light): string {
  const c = street(light)
  const tall = 150 * size
  const leaf = (height: number, side: number) =>
    sheet(
      `M0 ${-height}C${side * 20} ${-height - 44} ${side * 66} ${-height - 40} ${side * 72} ${-height - 26}C${side * 60} ${-height + 4} ${side * 24} ${-height + 6} 0 ${-height}z`,
      c.green,
      2,
    )
  const pairs = Array.from(
    { length: Math.max(1, Math.round(size * 3)) },
    (_, index) => leaf(20 + index * 46, 1) + leaf(32 + index * 46, -1),
  ).join('')
  const bloom = size === 1 ? flower(0, -tall - 22, 34, litAmber(light), light.of('#8a5600')) : ''
  const plant = move(0, -84, line(`M0 0V${-tall}`, darken(c.green, 0.2), 8) + pairs + bloom, {
    scale: 0.6 + size * 0.4,
  })
  const clay =
    sheet(polygon([-52, -86], [52, -86], [40, 0], [-40, 0]), c.brick, 3) +
    sheet(box(-60, -100, 120, 28, 6), darken(c.brick, 0.06), 2)
  return move(x, y, plant + clay)
}

/** A receipt with a returning arrow and a card: money that comes back the way it went. */
export function guideRefunds(light: Light): Picture {
  const c = street(light)
  const ink = light.of('#b9ad9b', '#7f8ab0')
  const teeth = Array.from({ length: 13 }, (_, index) => `L${130 - index * 20 - 10} ${index % 2 ? 262 : 240}`).join('')
  const rows = [0, 1, 2, 3]
    .map(
      (index) =>
        flat(box(-98, -104 + index * 62, 110 - index * 12, 13, 6), ink) +
        flat(box(56, -104 + index * 62, 44, 13, 6), index === 3 ? litAmber(light) : ink),
    )
    .join('')
  const head =
    flat(circle(0, -190, 30), c.teal) +
    line('M-12 -190l9 10l17 -20', '#fffaf0', 6) +
    flat(box(-60, -148, 120, 12, 6), light.of('#22303f'))
  const receipt = sheet(
    `M-140 -250H140V252${teeth}L-140 252z`,
    c.paper,
    4,
    head +
      rows +
      line('M-98 150H98', ink, 4, '3 11') +
      flat(box(-98, 176, 80, 18, 8), light.of('#22303f')) +
      flat(box(46, 176, 54, 18, 8), c.green),
  )
  return streetStage(
    light,
    20,
    [
      move(470, 430, receipt, { turn: -5 }),
      returning(760, 330, light),
      card(790, 600, light),
      light.isDusk ? lantern(220, 780, 130, light) : '',
      bush(1030, 752, 170, c.green),
      cup(1010, 806, light, '#e2725b', { scale: 0.8 }),
      star(300, 250, 22, litAmber(light)),
      star(960, 230, 16, c.coral),
    ].join(''),
  )
}

/** An arrow that goes round and comes back. */
function returning(x: number, y: number, light: Light): string {
  const ring = line('M-92 20A94 94 0 1 1 30 88', litAmber(light), 34)
  const tip = flat(polygon([-150, 12], [-34, 12], [-92, 92]), litAmber(light))
  return move(x, y, raised(3, ring, tip))
}

function card(x: number, y: number, light: Light): string {
  const c = street(light)
  const chip = sheet(
    box(-140, -40, 56, 44, 8),
    litAmber(light),
    1,
    line('M-112 -40V4M-140 -18H-84', light.of('#a86f00'), 3),
  )
  const strips = flat(box(-140, 40, 150, 14, 7), c.paper, 0.8) + flat(box(70, 34, 70, 26, 13), c.coral)
  return move(
    x,
    y,
    sheet(
      box(-176, -106, 352, 212, 22),
      c.teal,
      4,
      flat('M40 -120L200 -120V120H120z', darken(c.teal, 0.14)) + chip + strips,
    ),
    { turn: 8 },
  )
}
