import { band, blob, box, circle, curve, ellipse, type Point, points, polygon } from '../kit/geometry.ts'
import { type Light, litAmber } from '../kit/light.ts'
import { flat, glow, line, move, type Picture, raised, sheet, tone } from '../kit/paper.ts'
import { fir, flower, leafTree, roundTree } from '../kit/plants.ts'
import { type StageColours, stage } from '../kit/stage.ts'
import { campus, house, windows } from '../kit/street.ts'
import { cup, lantern, pencil, pin, star, writing } from '../kit/things.ts'
import { dawn } from './my-future-land.ts'

export function dawnColours(light: Light): StageColours {
  const c = dawn(light)
  return {
    top: c.skyTop,
    bottom: c.horizon,
    ringOuter: c.sky,
    ringInner: c.ringInner,
    cloud: c.cloud,
    hill: c.midHill,
    table: c.hill,
    tableEdge: c.forkHill,
    front: c.front,
    cut: 'grass',
  }
}

export function dawnStage(light: Light, seed: number, thing: string): Picture {
  return stage(light, dawnColours(light), seed, thing)
}

/** A map that unfolds into hills, with three paths to three markers. */
export function myFutureRoadmap(light: Light): Picture {
  const c = dawn(light)
  const fold = (x: number, tilt: number, colour: string) =>
    sheet(
      polygon(
        [x, 500 + tilt],
        [x + 170, 500 - tilt],
        [x + 170 + (x - 430) * 0.16, 770 - tilt],
        [x + (x - 600) * 0.16, 770 + tilt],
      ),
      colour,
      2,
    )
  const map = [
    fold(260, -12, light.of('#fdf3e0', '#b9c3dc')),
    fold(430, 12, light.of('#ecdcb8', '#9aa5c6')),
    fold(600, -12, light.of('#fdf3e0', '#b9c3dc')),
    fold(770, 12, light.of('#ecdcb8', '#9aa5c6')),
  ]
  const ways: Point[][] = [
    points('600 752, 520 700, 440 660, 390 590, 372 548'),
    points('600 752, 610 690, 590 640, 612 590, 604 540'),
    points('600 752, 690 704, 760 650, 800 600, 838 552'),
  ]
  const fields =
    flat(
      blob(points('300 620, 360 600, 420 640, 360 700, 290 690')) +
        blob(points('700 560, 760 540, 770 590, 720 610')) +
        blob(points('820 660, 900 640, 930 720, 850 740')),
      c.moss,
      0.6,
    ) + flat(blob(points('460 560, 540 540, 550 600, 480 620')), light.of('#8fc0c8', '#5d7fa8'), 0.8)
  return dawnStage(
    light,
    3,
    [
      raised(4, ...map),
      fields,
      ...ways.map((way) => line(curve(way), light.of('#d9705c', '#c8606a'), 9, '0.1 21')),
      sheet(
        polygon([300, 560], [372, 452], [444, 560]),
        c.peaks,
        3,
        flat(polygon([340, 500], [372, 452], [404, 500], [386, 492], [372, 504], [358, 490]), c.ringInner),
      ),
      campus(604, 540, 170, light.of('#f0d3ae'), light, 'tower'),
      house(790, 556, 96, 116, light.of('#e7b98d'), light.of('#a3513f')),
      windows({ x: 800, y: 496, width: 76, height: 54, columns: 2, rows: 1, seed: 2, share: 1, light }),
      fir(470, 566, 84, c.hill),
      roundTree(720, 566, 90, c.moss),
      leafTree(910, 580, 100, c.leaf),
      fir(292, 580, 70, c.hill),
      pin(372, 470, 96, light, '#e2725b'),
      pin(604, 330, 120, light),
      pin(838, 446, 96, light, '#4f86a0'),
      compass(880, 752, light),
      pencil(330, 790, 240, light, -6),
      light.isDusk ? lantern(1020, 740, 110, light) : cup(1030, 740, light, '#e2725b', { scale: 0.9 }),
    ].join(''),
  )
}

function compass(x: number, y: number, light: Light): string {
  const needle =
    flat(polygon([x - 8, y], [x, y - 40], [x + 8, y]), light.of('#d9543f', '#d9705c')) +
    flat(polygon([x - 8, y], [x, y + 40], [x + 8, y]), light.of('#22303f'))
  return (
    sheet(ellipse(x, y, 66, 62), litAmber(light), 3) +
    sheet(ellipse(x, y, 53, 50), light.of('#fdf3e0', '#c3cbe2'), 1) +
    move(0, 0, `<g transform="rotate(28 ${x} ${y})">${raised(1, needle)}</g>`) +
    flat(circle(x, y, 6), litAmber(light))
  )
}

/** A booklet about one person: a faceless portrait, strengths as petals, and a sun on the back cover. */
export function myFutureReport(light: Light): Picture {
  const c = dawn(light)
  const sheetColour = light.of('#fffaf0', '#c9d2ea')
  const ink = light.of('#b9ad9b', '#7f8ab0')
  const bust =
    sheet(circle(0, -150, 34), light.of('#b97f5c'), 1) +
    sheet('M-36 -158Q-38 -196 0 -198Q38 -196 36 -158Q20 -176 0 -176Q-22 -176 -36 -158z', light.of('#3b2a2a'), 1) +
    sheet('M-62 -60Q-62 -112 0 -112Q62 -112 62 -60z', light.of('#e2725b'), 1)
  const left = sheet(box(-96, -240, 192, 190, 14), c.sky, 1, flat(box(-96, -130, 192, 90), c.moss) + bust)
  const petals = [0, 60, 120, 180, 240, 300].map((turn, index) =>
    move(
      0,
      0,
      sheet(
        `M0 0C26 -18 24 -${64 + ((index * 37) % 44)} 0 -${82 + ((index * 37) % 44)}C-24 -${64 + ((index * 37) % 44)} -26 -18 0 0z`,
        [litAmber(light), c.rose, c.moss][index % 3] ?? c.rose,
        1,
      ),
      { turn },
    ),
  )
  const page = (x: number, y: number, content: string, skew: number) =>
    `<g transform="translate(${x} ${y}) skewY(${skew})">${content}</g>`
  return dawnStage(
    light,
    5,
    [
      sheet(
        polygon([250, 320], [600, 366], [950, 320], [950, 724], [600, 770], [250, 724]),
        light.of('#22303f', '#131f2e'),
        4,
      ),
      sheet(polygon([266, 310], [600, 354], [600, 752], [266, 708]), light.of('#e8dcc2', '#8f9abf'), 1),
      sheet(polygon([934, 310], [600, 354], [600, 752], [934, 708]), light.of('#e8dcc2', '#8f9abf'), 1),
      sheet(polygon([262, 300], [598, 346], [598, 744], [262, 698]), sheetColour, 1),
      sheet(polygon([938, 300], [602, 346], [602, 744], [938, 698]), light.of('#f6ecd9', '#b3bedd'), 1),
      page(430, 602, left, 7.7),
      page(322, 706, writing(0, -142, 216, 5, 24, ink), 7.7),
      page(770, 700, move(0, -236, raised(2, ...petals, flat(circle(0, 0, 16), light.of('#fffaf0')))), -7.7),
      page(662, 736, writing(0, -142, 216, 5, 24, ink), -7.7),
      sheet('M850 300V250H890V306L870 290z', litAmber(light), 2),
      star(300, 250, 30, litAmber(light)),
      star(906, 210, 20, c.rose),
      star(350, 190, 16, c.rose),
      flower(1020, 716, 34, c.rose, litAmber(light)),
      flower(1064, 740, 24, light.of('#fdf3e0'), litAmber(light)),
      lantern(176, 752, 130, light),
      pencil(600, 806, 300, light, 4),
    ].join(''),
  )
}

/** A CV under a magnifying glass, with the parts to change in amber. */
export function myFutureCv(light: Light): Picture {
  const c = dawn(light)
  const ink = light.of('#b9ad9b', '#7f8ab0')
  const page = (dx: number, turn: number, colour: string, content = '') =>
    move(600 + dx, 450, sheet('M-180 -270H120L180 -210V270H-180z', colour, 4, content), { turn })
  const photo = sheet(
    box(-146, -236, 116, 132, 10),
    c.sky,
    1,
    sheet('M-146 -104Q-146 -150 -88 -150Q-30 -150 -30 -104z', light.of('#4f86a0'), 1) +
      sheet(circle(-88, -178, 30), light.of('#8d5a3c'), 1) +
      sheet(
        'M-118 -180Q-120 -214 -88 -216Q-56 -214 -58 -180Q-70 -198 -88 -198Q-106 -198 -118 -180z',
        light.of('#20242e'),
        1,
      ),
  )
  const marked =
    flat(box(-146, 12, 230, 26, 6), litAmber(light), 0.85) + flat(box(-146, 150, 170, 26, 6), litAmber(light), 0.85)
  const content =
    photo +
    flat(box(-6, -226, 130, 22, 8), light.of('#22303f')) +
    writing(-6, -180, 150, 4, 24, ink) +
    flat(box(-146, -74, 90, 14, 6), c.rose) +
    marked +
    writing(-146, -40, 290, 6, 27, ink) +
    flat(box(-146, 120, 90, 14, 6), c.rose) +
    writing(-146, 156, 290, 4, 25, ink) +
    sheet('M120 -270L180 -210H120z', light.of('#e0d3ba', '#8f9abf'), 1)
  return dawnStage(
    light,
    7,
    [
      page(-70, -10, light.of('#e7c9a4', '#7d86ab')),
      page(40, 6, light.of('#efe2c8', '#98a3c8')),
      page(-10, -3, light.of('#fffaf0', '#ccd4ea'), content),
      magnifier(790, 560, light),
      line('M452 238V164Q452 142 470 142Q488 142 488 164V222', light.of('#8995a3', '#55648a'), 7),
      tick(316, 330, c.moss),
      lantern(226, 752, 150, light),
      pencil(400, 806, 320, light, -8),
      star(905, 250, 28, litAmber(light)),
      star(955, 310, 16, c.rose),
      cup(1020, 744, light, '#4f86a0', { scale: 0.95 }),
    ].join(''),
  )
}

function magnifier(x: number, y: number, light: Light): string {
  const handle = sheet(
    band(
      [
        [x + 70, y + 74],
        [x + 170, y + 176],
      ],
      [30, 36],
    ),
    light.of('#7a5238'),
    4,
  )
  const ring = sheet(`${circle(x, y, 104)}`, litAmber(light), 4)
  const glass = flat(circle(x, y, 84), light.of('#e5f1ee', '#cfdcf5'))
  const enlarged = sheet(
    circle(x, y, 84),
    tone(light.of('#fffdf6', '#dfe6f6'), light.of('#e9efe6', '#b9c6e4')),
    1,
    flat(box(x - 60, y - 44, 150, 34, 8), litAmber(light)) +
      flat(box(x - 60, y + 4, 120, 16, 8) + box(x - 60, y + 34, 90, 16, 8), light.of('#b9ad9b', '#7f8ab0')),
  )
  const shine = flat(
    `M${x - 60} ${y - 30}Q${x - 44} ${y - 66} ${x - 4} ${y - 70}L${x - 8} ${y - 56}Q${x - 40} ${y - 50} ${x - 50} ${y - 24}z`,
    '#ffffff',
    0.7,
  )
  return handle + ring + glass + enlarged + shine + (light.isDusk ? glow(x, y, 150, '#ffe3a6', 0.35) : '')
}

const tick = (x: number, y: number, colour: string) => raised(3, line(`M${x} ${y}l22 24l44 -58`, colour, 18))
