import { owner } from '../kit/cast.ts'
import { figure, pet } from '../kit/figures.ts'
import { box, circle, curve, type Point, points, polygon } from '../kit/geometry.ts'
import { day, type Light, litAmber } from '../kit/light.ts'
import { flat, glow, line, move, type Picture, raised, sheet } from '../kit/paper.ts'
import { bush } from '../kit/plants.ts'
import { type StageColours, stage } from '../kit/stage.ts'
import { awning, bunting, door, windowPane } from '../kit/street.ts'
import { cup, heart, lantern, pencil, phone, star, writing } from '../kit/things.ts'
import { cakePost, reelPost, shopPost } from './biz-future-posts.ts'
import { cakeStand, croissant, pavementBoard, street } from './biz-future-street.ts'

export function streetColours(light: Light): StageColours {
  const c = street(light)
  return {
    top: c.skyTop,
    bottom: c.horizon,
    ringOuter: c.ringOuter,
    ringInner: c.ringInner,
    cloud: c.cloud,
    hill: c.sage,
    table: c.pavement,
    tableEdge: c.kerb,
    front: c.front,
    cut: 'kerb',
  }
}

export function streetStage(light: Light, seed: number, thing: string): Picture {
  return stage(light, streetColours(light), seed, thing)
}

/** A pinboard that shows whom to reach, when, and with what. */
export function bizFuturePlan(light: Light): Picture {
  return streetStage(
    light,
    2,
    [
      move(600, 470, `<g transform="translate(-600 -470)">${boardParts(light).join('')}</g>`, { scale: 0.88 }),
      cup(300, 758, light, '#ffb300', { scale: 1.15 }),
      cakeStand(880, 760, light),
      pencil(590, 790, 300, light, -5),
      light.isDusk ? glow(600, 420, 460, '#ffc25a', 0.3) : '',
    ].join(''),
  )
}

/** The pinboard and what is pinned to it, one after the other. */
export function boardParts(light: Light): string[] {
  const c = street(light)
  const card = (x: number, y: number, turn: number, w: number, h: number, content: string) =>
    move(
      x,
      y,
      sheet(box(-w / 2, -h / 2, w, h, 8), c.paper, 3, content) + sheet(circle(0, -h / 2 + 12, 10), c.coral, 2),
      { turn },
    )
  const days = Array.from({ length: 20 }, (_, index) => ({
    x: (index % 5) * 44 - 106,
    y: Math.floor(index / 5) * 40 - 56,
    colour: [c.coral, litAmber(light), c.teal, c.trim, c.trim][(index * 7 + (index % 3)) % 5] ?? c.trim,
  }))
  const week =
    flat(box(-140, -114, 280, 34), c.teal) +
    days.map((each) => flat(box(each.x, each.y, 34, 28, 5), each.colour)).join('')
  const people = [-54, 0, 54]
    .map(
      (x, index) =>
        flat(circle(x, -18, 17), light.of(['#8d5a3c', '#e3b08c', '#b97f5c'][index] ?? '#b97f5c')) +
        flat(
          `M${x - 26} 40Q${x - 26} 4 ${x} 4Q${x + 26} 4 ${x + 26} 40z`,
          [c.coral, c.teal, litAmber(light)][index] ?? c.coral,
        ),
    )
    .join('')
  return [
    line('M300 742L340 640M900 742L860 640', light.of('#7a5238'), 18),
    sheet(box(190, 150, 820, 500, 16), light.of('#8a5a36', '#4e3f5c'), 4),
    sheet(box(212, 172, 776, 456, 8), light.of('#e2bd8b', '#77708e'), 1),
    line('M420 330C500 300 560 300 610 330M420 400C520 520 600 520 700 500', c.coral, 6, '0.1 15'),
    target(340, 370, light),
    card(710, 300, 3, 300, 230, week),
    card(480, 530, -4, 210, 130, people),
    card(760, 520, -3, 190, 150, croissant(0, 14, 110, light)),
    card(900, 480, 6, 120, 150, flat(box(-48, -56, 96, 96, 6), c.coral) + cup(0, 14, light, '#fdf3e0', { scale: 0.5 })),
    star(560, 230, 24, litAmber(light)),
  ]
}

function target(x: number, y: number, light: Light): string {
  const c = street(light)
  const ringSheets = [c.coral, c.paper, c.coral, c.paper, litAmber(light)].map((colour, index) =>
    sheet(circle(x, y, 122 - index * 24), colour, 2),
  )
  const arrow =
    line(`M${x + 4} ${y - 4}L${x + 128} ${y - 128}`, c.front, 9) +
    flat(
      polygon([x + 104, y - 120], [x + 116, y - 160], [x + 134, y - 142]) +
        polygon([x + 120, y - 104], [x + 160, y - 116], [x + 142, y - 134]),
      c.teal,
    )
  return ringSheets.join('') + raised(3, arrow)
}

/** Three phones with a month of posts, from which hearts rise. */
export function bizFuturePosts(light: Light): Picture {
  const c = street(light)
  return streetStage(
    light,
    9,
    [
      bunting(120, 150, 1080, 150, [c.coral, litAmber(light), c.trim, c.green], 40),
      phone(360, 520, cakePost(day), light, { scale: 2.05, turn: -10 }),
      phone(846, 520, reelPost(day), light, { scale: 2.05, turn: 10 }),
      phone(602, 480, shopPost(day), light, { scale: 2.6 }),
      heart(450, 250, 60, c.coral, -14),
      heart(770, 230, 46, c.coral, 16),
      heart(880, 290, 28, litAmber(light), 10),
      heart(330, 290, 30, litAmber(light), -8),
      heart(700, 150, 26, c.coral, 6),
      speech(240, 420, light, c),
      bush(180, 756, 150, c.green),
      bush(1010, 752, 150, c.green),
      lantern(196, 792, 120, light),
      light.isDusk ? glow(600, 500, 480, '#ffdf9a', 0.35) : '',
      pet(1000, 790, 110, light.of('#3b3440', '#1a2233'), 'cat'),
    ].join(''),
  )
}

function speech(x: number, y: number, light: Light, c: ReturnType<typeof street>): string {
  const bubble = sheet(
    'M-70 -44Q-70 -58 -56 -58H56Q70 -58 70 -44V24Q70 38 56 38H0L-30 66L-28 38H-56Q-70 38 -70 24z',
    c.paper,
    3,
  )
  return move(x, y, bubble + flat(circle(-30, -10, 9) + circle(0, -10, 9) + circle(30, -10, 9), litAmber(light)), {
    turn: -6,
  })
}

/** A month's report in which the bars are shops that grow taller. */
export function bizFutureReport(light: Light): Picture {
  const c = street(light)
  const trend: Point[] = points('236 545, 318 512, 495 424, 670 330, 860 205')
  return streetStage(
    light,
    11,
    [
      sheet(
        box(170, 130, 860, 540, 16),
        c.paper,
        3,
        writing(210, 170, 240, 3, 30, light.of('#d9cdb6', '#97a2c6')) +
          [240, 340, 440, 540].map((y) => line(`M205 ${y}H995`, light.of('#e3d8c2', '#a9b4d4'), 3)).join(''),
      ),
      ...[170, 260, 350, 470].map((tall, index) => growingShop(index, tall, light)),
      raised(
        3,
        line(curve(trend), light.of('#d9543f', '#e0705c'), 9),
        flat([318, 495, 670].map((x, index) => circle(x, [512, 424, 330][index] ?? 0, 13)).join(''), c.paper),
      ),
      sheet(circle(860, 205, 30), litAmber(light), 3) + star(860, 205, 18, c.paper),
      light.isDusk ? glow(860, 205, 110, '#ffd27a', 0.6) : '',
      figure({ ...owner, x: 985, y: 800, height: 200, hands: points('-18 -52, 26 -84'), flip: true, light }),
      pavementBoard(175, 790, 120, light),
    ].join(''),
  )
}

/** A bar in the report: a shop with more storeys each month. */
function growingShop(index: number, tall: number, light: Light): string {
  const c = street(light)
  const walls = [c.rose, c.sand, c.sage, c.teal]
  const stripes: [string, string][] = [
    [c.coral, c.trim],
    [c.green, c.trim],
    [c.plum, c.trim],
    [litAmber(light), c.trim],
  ]
  const x = 244 + index * 176
  const floors = Math.floor((tall - 150) / 88)
  const panes = Array.from({ length: floors * 2 }, (_, pane) =>
    windowPane(
      x + 26 + (pane % 2) * 62,
      736 - tall + 28 + Math.floor(pane / 2) * 88,
      34,
      46,
      light,
      light.isDusk && (pane + index) % 3 !== 0,
    ),
  )
  const front =
    flat(box(x + 14, 646, 66, 60), light.of('#ffe1a0', '#ffd27a')) + door(x + 94, 736, 42, 100, c.coral, light)
  return (
    raised(
      4,
      sheet(box(x, 736 - tall, 150, tall), walls[index] ?? c.rose, 1),
      ...panes,
      front,
      sheet(box(x - 7, 736 - tall - 10, 164, 20), c.front, 1),
    ) + awning(x - 6, 606, 162, 44, stripes[index] ?? [c.coral, c.trim], 7)
  )
}
