import { student } from '../kit/cast.ts'
import { figure } from '../kit/figures.ts'
import { arch, box, circle, ellipse, type Point, points, polygon } from '../kit/geometry.ts'
import { type Light, litAmber } from '../kit/light.ts'
import { flat, line, move, type Picture, sheet, tone } from '../kit/paper.ts'
import { fir, leafTree, roundTree } from '../kit/plants.ts'
import { type StageColours, stage } from '../kit/stage.ts'
import { campus, house, windows } from '../kit/street.ts'
import { cup, dart, pencil, pin, star } from '../kit/things.ts'
import { lighthouse, route } from '../kit/travel.ts'
import { sea, wave } from './study-world-sea.ts'

export function seaColours(light: Light): StageColours {
  const c = sea(light)
  const [, , third = '', fourth = '', fifth = ''] = c.waves
  return {
    top: c.skyTop,
    bottom: c.horizon,
    ringOuter: c.ringOuter,
    ringInner: c.ringInner,
    cloud: c.cloud,
    hill: third,
    table: fourth,
    tableEdge: fifth,
    front: c.front,
    cut: 'waves',
  }
}

export function seaStage(light: Light, seed: number, thing: string): Picture {
  return stage(light, seaColours(light), seed, thing)
}

/** Three islands to study on, one of which is the right choice. */
export function studyWorldMatching(light: Light): Picture {
  const c = sea(light)
  const [, second = '', third = '', , fifth = ''] = c.waves
  const island = (x: number, y: number, w: number) =>
    sheet(
      `M${x - w} ${y}C${x - w * 0.8} ${y - w * 0.3} ${x + w * 0.8} ${y - w * 0.3} ${x + w} ${y}C${x + w * 0.7} ${y + w * 0.34} ${x - w * 0.7} ${y + w * 0.34} ${x - w} ${y}z`,
      c.island,
      4,
    )
  const threads: Point[][] = [
    points('600 752, 440 736, 330 660, 300 590'),
    points('600 752, 612 700, 600 640, 606 560'),
    points('600 752, 760 744, 880 700, 912 600'),
  ]
  return seaStage(
    light,
    4,
    [
      wave(650, 100, 20, third, 1200, 900, 2),
      houses(light),
      island(300, 600, 150),
      fir(400, 606, 90, c.landDeep),
      island(912, 610, 150),
      lighthouse(960, 606, 230, light),
      roundTree(850, 610, 110, c.landDeep),
      wave(690, 120, 60, second, 1200, 900, 3),
      island(606, 600, 210),
      campus(606, 574, 300, light.of('#f6e2bd', '#98a0c4'), light, 'dome'),
      leafTree(770, 604, 120, light.of('#e39a2d', '#a8703a')),
      roundTree(448, 606, 104, c.landDeep),
      wave(750, 130, 0, fifth, 1200, 900, 3),
      ...threads.map((thread, index) => route(thread, index === 1 ? litAmber(light) : c.paper, index === 1 ? 12 : 8)),
      pin(606, 290, 150, light),
      pin(300, 386, 74, light, '#fdf3e0'),
      pin(964, 352, 74, light, '#fdf3e0'),
      mortarboard(600, 752, light),
    ].join(''),
  )
}

/** The gables of an old town by the water. */
function houses(light: Light): string {
  const c = sea(light)
  const row = [
    { x: 206, tall: 150, wall: c.coral },
    { x: 264, tall: 190, wall: light.of('#f0d3a4', '#8f83a0') },
    { x: 322, tall: 164, wall: light.of('#4f86a0', '#3d5f8c') },
  ]
  return row
    .map(
      ({ x, tall, wall }) =>
        house(x, 596, 56, tall, wall, light.of('#4d5568', '#2a3350')) +
        windows({
          x: x + 4,
          y: 596 - tall * 0.62,
          width: 48,
          height: tall * 0.56,
          columns: 2,
          rows: 3,
          seed: x,
          share: 0.9,
          light,
        }),
    )
    .join('')
}

export function mortarboard(x: number, y: number, light: Light): string {
  const cap = sheet(
    `M${x - 62} ${y - 10}Q${x} ${y + 20} ${x + 62} ${y - 10}V${y + 32}Q${x} ${y + 62} ${x - 62} ${y + 32}z`,
    light.of('#22303f', '#1d2c41'),
    3,
  )
  const board = sheet(
    polygon([x - 128, y - 20], [x, y - 66], [x + 128, y - 20], [x, y + 26]),
    light.of('#2e4057', '#2a3d58'),
    3,
  )
  const tassel =
    line(`M${x} ${y - 20}Q${x + 60} ${y - 14} ${x + 92} ${y - 2}V${y + 40}`, litAmber(light), 6) +
    sheet(polygon([x + 82, y + 38], [x + 102, y + 38], [x + 108, y + 74], [x + 76, y + 74]), litAmber(light), 2)
  return cap + board + tassel + flat(ellipse(x, y - 20, 10, 5), litAmber(light))
}

/** A staircase of books leading up to an open door. */
export function studyWorldStrategy(light: Light): Picture {
  const c = sea(light)
  const steps = [0, 1, 2, 3, 4].flatMap((step) =>
    Array.from({ length: step + 1 }, (_, level) => bookOfStep(step, level, light)),
  )
  return seaStage(
    light,
    6,
    [
      calendar(250, 300, light),
      openDoor(light),
      ...steps,
      figure({ ...student, x: 570, y: 620, height: 190, carries: 'backpack', bag: '#e2725b', walking: true, light }),
      dart(470, 240, light, { scale: 1.15, turn: -16 }),
      route(points('250 420, 330 380, 400 300, 420 262'), light.of('#fffaf0', '#fff1cf'), 7),
      star(1010, 230, 22, litAmber(light)),
      star(790, 220, 15, c.coral),
      cup(1030, 756, light, '#fdf3e0', { scale: 0.8 }),
      pencil(190, 800, 220, light, -12),
    ].join(''),
  )
}

/** A book of the staircase, by its step and its place in the pile. */
export function bookOfStep(step: number, level: number, light: Light): string {
  const c = sea(light)
  const covers = [c.coral, litAmber(light), light.of('#4f86a0', '#3d5f8c'), c.landDeep, light.of('#8c5a78', '#5d4470')]
  const book = (x: number, y: number, w: number, index: number) =>
    sheet(
      box(x, y, w, 50, 7),
      covers[index % 5] ?? c.coral,
      3,
      flat(box(x + 16, y + 9, w, 32), light.of('#fdf3e0', '#c3cbe2')) +
        line(
          `M${x + 20} ${y + 18}H${x + w}M${x + 20} ${y + 26}H${x + w}M${x + 20} ${y + 34}H${x + w}`,
          light.of('#d5c6a4', '#8f9abf'),
          2,
        ) +
        flat(box(x + 34, y, 10, 50), '#1b1f3a', 0.16),
    )
  return book(268 + step * 116 - (level % 2) * 8, 716 - level * 50, 132 + (level % 2) * 10, step + level * 2)
}

/** The door at the top of the staircase. */
export function openDoor(light: Light): string {
  const c = sea(light)
  return [
    sheet(arch(838, 258, 170, 260), light.of('#fdf3e0', '#aab4d2'), 4),
    sheet(arch(856, 278, 134, 240), tone(light.of('#fff0c4', '#ffe3a6'), litAmber(light)), 1),
    sheet(
      polygon([856, 340], [806, 366], [806, 540], [856, 518]),
      c.coral,
      2,
      flat(circle(816, 452, 6), litAmber(light)),
    ),
  ].join('')
}

/** A calendar sheet with three marked days. */
export function calendar(x: number, y: number, light: Light): string {
  const c = sea(light)
  const days = Array.from({ length: 20 }, (_, index) =>
    box((index % 5) * 42 - 100, Math.floor(index / 5) * 36 - 34, 30, 24, 5),
  ).join('')
  const marks =
    flat(box(-58, 2, 30, 24, 5), c.coral) +
    flat(box(26, 38, 30, 24, 5), litAmber(light)) +
    flat(box(68, 74, 30, 24, 5), c.landDeep)
  const page = sheet(
    box(-124, -110, 248, 236, 14),
    light.of('#fffaf0', '#ccd4ea'),
    4,
    flat(box(-124, -110, 248, 52), light.of('#22303f')) + flat(days, light.of('#e3d8c2', '#9fabce')) + marks,
  )
  return move(x, y, page + line('M-70 -128V-92M70 -128V-92', litAmber(light), 9), { turn: -7 })
}
