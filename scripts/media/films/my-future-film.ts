import { guest, traveller } from '../illustrations/kit/cast.ts'
import { figure, pet } from '../illustrations/kit/figures.ts'
import { box, circle, type Point, points, polygon } from '../illustrations/kit/geometry.ts'
import { amber, day as light } from '../illustrations/kit/light.ts'
import { flat, glow, line, move, raised, sheet } from '../illustrations/kit/paper.ts'
import { fir, flower, leafTree, roundTree } from '../illustrations/kit/plants.ts'
import { campus, house, windows } from '../illustrations/kit/street.ts'
import { cup, lantern, pencil, pin, star, writing } from '../illustrations/kit/things.ts'
import { myFutureHeroLayers } from '../illustrations/scenes/my-future-hero.ts'
import { dawn, roadways } from '../illustrations/scenes/my-future-land.ts'
import { dawnColours } from '../illustrations/scenes/my-future-spots.ts'
import { callWindow, consultantTile, speech, tile } from './call-window.ts'
import { comeFrom, cut, drift, fade, goTo, grow, type Layer, pop, reveal, rock, turnOver } from './film.ts'
import { before, behind, descend, onStage, toFrame } from './stage-layers.ts'

const c = dawn(light)
const colours = dawnColours(light)
const { carries, ...caller } = traveller
const consultant = { ...guest, coat: '#3f7268' }

export const myFutureScenes = (): Layer[][] => [
  descend(myFutureHeroLayers(light)),
  [
    ...behind(colours, 13),
    ...callWindow(caller, '#f6cfa8', [consultantTile(consultant, '#a9c4b4'), ...speech()]),
    ...before(colours),
  ],
  [...behind(colours, 3), ...roadmap(), ...before(colours)],
  [...behind(colours, 5), ...booklet(), ...before(colours)],
  [...behind(colours, 7), ...callWindow(consultant, '#a9c4b4', sharedMap()), ...before(colours)],
  walkAway(),
]

/** A map that unfolds; its road is drawn and divides in three. */
function roadmap(): Layer[] {
  const fold = (index: number, tilt: number, colour: string) => {
    const x = 260 + index * 170
    const [slantLeft, slantRight] = [(x - 600) * 0.16, (x - 430) * 0.16]
    const outline = polygon(
      [x, 500 + tilt],
      [x + 170, 500 - tilt],
      [x + 170 + slantRight, 770 - tilt],
      [x + slantLeft, 770 + tilt],
    )
    const spine: Point = [830 + (x - 600) * 0.9, 400]
    return cut(onMap(sheet(outline, colour, 3)), [grow('across', 0.3 + index * 0.28, 0.45)], { origin: spine })
  }
  const road = (text: string, widths: number[]) => ({ points: points(text), widths })
  const roads = roadways(
    [
      road('600 694, 540 670, 440 650, 388 600, 376 562', [30, 28, 24, 20, 15]),
      road('600 770, 606 730, 600 690, 604 650, 598 600, 604 552', [46, 38, 32, 26, 21, 15]),
      road('600 694, 670 672, 770 650, 826 606, 838 562', [30, 28, 24, 20, 15]),
    ],
    light,
  )
  const landmark = (content: string, start: number, x: number, y: number) =>
    cut(onMap(content), [pop(start)], { origin: toFrame(x, y, 0.9) })
  const mountain = sheet(
    polygon([290, 566], [372, 446], [454, 566]),
    c.peaks,
    3,
    flat(polygon([340, 496], [372, 446], [404, 496], [386, 488], [372, 500], [358, 486]), c.ringInner),
  )
  const panes = windows({ x: 800, y: 500, width: 76, height: 54, columns: 2, rows: 1, seed: 2, share: 1, light })
  const home = house(790, 560, 96, 116, '#e7b98d', '#a3513f') + panes
  const pond = flat(box(470, 560, 60, 34, 17), '#8fc0c8', 0.8)
  const meadows = flat(box(690, 610, 90, 40, 20) + box(330, 640, 90, 44, 22), c.moss, 0.5)
  return [
    fold(0, -12, '#b4cfa4'),
    fold(1, 12, '#9cbd92'),
    fold(2, -12, '#b4cfa4'),
    fold(3, 12, '#9cbd92'),
    cut(onMap(pond + meadows), [fade(0, 1, 1.5, 0.5)]),
    cut(onMap(roads), [reveal('up', 1.6, 2.3)]),
    landmark(fir(292, 590, 74, c.hill) + fir(470, 560, 70, c.hill), 1.5, 380, 590),
    landmark(roundTree(720, 566, 90, c.moss) + leafTree(912, 590, 100, c.leaf), 1.7, 810, 590),
    landmark(mountain, 3, 372, 566),
    landmark(campus(604, 546, 170, '#f0d3ae', light, 'tower'), 3.2, 604, 546),
    landmark(home, 3.4, 838, 560),
    cut(onMap(pin(372, 462, 96, light, '#e2725b')), [comeFrom(0, -380, 3.7, 0.6)]),
    cut(onMap(pin(604, 336, 120, light)), [comeFrom(0, -380, 3.95, 0.6)]),
    cut(onMap(pin(838, 448, 96, light, '#4f86a0')), [comeFrom(0, -380, 4.2, 0.6)]),
    cut(onMap(pencil(330, 800, 240, light, -6)), [comeFrom(-260, 80, 0.5, 1)]),
    cut(onMap(cup(1020, 770, light, '#e2725b', { scale: 0.9 })), [comeFrom(240, 60, 0.7, 1)]),
  ]
}

const onMap = (content: string) => onStage(content, 0.9)

/** A booklet that turns two of its pages. */
function booklet(): Layer[] {
  const [spine, top, width, height] = [830, 142, 268, 380]
  const left = (content: string) =>
    sheet(box(spine - width, top, width, height, 5), '#fffaf0', 2, move(spine - width, top, content))
  const right = (content: string) => sheet(box(spine, top, width, height, 5), '#f9f0de', 2, move(spine, top, content))
  const [first, second] = [turnOver(1.9), turnOver(4)]
  const origin: Point = [spine, top + height / 2]
  const cover = sheet(box(spine - width - 12, top - 10, width * 2 + 24, height + 22, 9), '#22303f', 4)
  const edges =
    sheet(box(spine - width - 5, top + 4, width, height, 5), '#e8dcc2', 1) +
    sheet(box(spine + 5, top + 4, width, height, 5), '#e0d3b8', 1)
  return [
    cut(cover + edges, [comeFrom(0, 400, 0, 0.9)]),
    cut(left(portrait()), [comeFrom(0, 400, 0, 0.9)]),
    cut(right(profilePage()), [comeFrom(0, 400, 0, 0.9)]),
    cut(right(strengths()), [comeFrom(0, 400, 0, 0.9), ...second.front], { origin }),
    cut(right(words('#e2725b')), [comeFrom(0, 400, 0, 0.9), ...first.front], { origin }),
    cut(left(petals()), first.back, { origin }),
    cut(left(markedCv()), second.back, { origin }),
    cut(sheet(`M${spine + 208} ${top - 10}v-34h30v40l-15 -12z`, amber, 2), [comeFrom(0, 400, 0, 0.9)]),
    cut(star(470, 250, 20, c.rose), [pop(2.8), rock(9, 2.8, 1.3, 3)]),
    cut(star(1190, 190, 24, amber), [pop(3.1), rock(9, 3.1, 1.5, 3)]),
    cut(flower(1190, 560, 28, c.rose, amber) + flower(1150, 584, 19, '#fdf3e0', amber), [pop(0.8)], {
      origin: [1180, 600],
    }),
    cut(lantern(500, 596, 100, light), [comeFrom(-90, 40, 0.3)]),
    cut(pencil(860, 600, 240, light, 4), [comeFrom(80, 160, 0.5, 1)]),
  ]
}

const ink = '#b9ad9b'

const words = (colour: string) =>
  flat(box(34, 44, 120, 16, 7), colour) +
  writing(34, 84, 200, 6, 22, ink) +
  flat(box(34, 236, 90, 14, 6), colour) +
  writing(34, 268, 200, 4, 22, ink)

function portrait(): string {
  const bust =
    sheet(circle(134, 118, 32), '#b97f5c', 1) +
    sheet('M100 112Q98 74 134 72Q170 74 168 112Q152 94 134 94Q114 94 100 112z', '#3b2a2a', 1) +
    sheet('M72 204Q72 156 134 156Q196 156 196 204z', '#e2725b', 1)
  return (
    sheet(box(42, 34, 184, 170, 12), c.sky, 1, flat(box(42, 150, 184, 60), c.moss) + bust) +
    writing(34, 236, 200, 5, 24, ink)
  )
}

function petals(): string {
  const petal = (turn: number, reach: number, colour: string) =>
    move(134, 142, sheet(`M0 0C24 -16 22 -${reach - 20} 0 -${reach}C-22 -${reach - 20} -24 -16 0 0z`, colour, 1), {
      turn,
    })
  const all = [84, 104, 72, 96, 66, 90].map((reach, index) =>
    petal(index * 60, reach, [amber, c.rose, c.moss][index % 3] ?? amber),
  )
  return raised(2, ...all) + flat(circle(134, 142, 14), '#fffaf0') + writing(34, 276, 200, 4, 22, ink)
}

function strengths(): string {
  const bar = (index: number, share: number, colour: string) =>
    flat(box(34, 92 + index * 52, 60, 9, 4), ink) +
    flat(box(34, 108 + index * 52, 200, 17, 8), '#e8dcc2') +
    sheet(box(34, 108 + index * 52, 200 * share, 17, 8), colour, 0)
  return (
    flat(box(34, 40, 120, 16, 7), '#22303f') +
    [0.86, 0.6, 0.74, 0.42, 0.68]
      .map((share, index) => bar(index, share, [amber, c.rose, c.moss][index % 3] ?? amber))
      .join('')
  )
}

function markedCv(): string {
  const photo = sheet(
    box(30, 34, 76, 86, 8),
    c.sky,
    1,
    flat(circle(68, 72, 19), '#8d5a3c') + flat('M32 124Q32 94 68 94Q104 94 104 124z', '#4f86a0'),
  )
  const marks = flat(box(30, 164, 170, 22, 5), amber, 0.85) + flat(box(30, 276, 130, 22, 5), amber, 0.85)
  return (
    photo +
    flat(box(122, 40, 100, 16, 7), '#22303f') +
    writing(122, 72, 112, 3, 20, ink) +
    marks +
    writing(30, 146, 205, 5, 23, ink) +
    writing(30, 282, 205, 3, 23, ink)
  )
}

function profilePage(): string {
  const card = sheet(
    box(30, 34, 208, 130, 10),
    '#cfe0e4',
    1,
    flat(box(30, 34, 208, 50), '#4f86a0') + flat(circle(76, 92, 26), '#fffaf0') + flat(circle(76, 92, 21), '#b97f5c'),
  )
  const row = (y: number) =>
    flat(circle(52, y + 14, 15), c.moss) +
    line(`M45 ${y + 14}l5 6l9 -12`, '#fffaf0', 4) +
    writing(82, y + 4, 146, 2, 18, ink)
  return card + writing(120, 110, 100, 2, 20, '#8aa6b0') + [190, 250, 310].map(row).join('')
}

/** The three roads in the window on the right; one of them is chosen. */
function sharedMap(): Layer[] {
  const x = 840
  const ways = [
    '970 440, 960 400, 900 370, 886 320, 892 268',
    '970 440, 974 390, 964 330, 970 250',
    '970 440, 982 400, 1040 372, 1052 322, 1046 268',
  ]
  const roads = roadways(
    ways.map((way) => ({ points: points(way), widths: [30, 26, 20, 14, 10] })),
    light,
  )
  const hills =
    flat(`M840 330Q900 250 970 300T1110 280V480H840z`, '#6d9a8a') +
    flat('M840 380Q930 330 1000 372T1110 350V480H840z', '#3f7268')
  const chosen = line('M970 440C972 410 976 390 970 360C962 330 964 300 970 256', amber, 13)
  return [
    cut(tile(x, '#ffe0b4', hills + roads), [pop(0.8, 0.6)]),
    cut(sheet(polygon([872, 268], [892, 232], [912, 268]), c.peaks, 2) + flat(circle(1046, 254, 1), amber), [pop(1.4)]),
    cut(house(1030, 270, 34, 42, '#e7b98d', '#a3513f'), [pop(1.6)], { origin: [1046, 270] }),
    cut(campus(970, 256, 70, '#f0d3ae', light, 'tower'), [pop(1.8)], { origin: [970, 256] }),
    cut(chosen, [reveal('up', 2.7, 1.3)]),
    cut(glow(970, 220, 120, '#ffe9b0', 0.8), [fade(0, 1, 3.7, 0.6)]),
    cut(pin(970, 214, 66, light), [comeFrom(0, -200, 3.8, 0.6)]),
    ...[424, 376, 328, 284].map((y, index) =>
      cut(sheet(circle(971 - (index % 2) * 4, y, 8), '#fffaf0', 2), [pop(4.3 + index * 0.25, 0.4)]),
    ),
    ...speech().slice(0, 1),
  ]
}

/** The traveller leaves on the middle road, towards the sun. */
function walkAway(): Layer[] {
  const walker = (content: string, start: number, feet: Point, path: [number, number]): Layer => ({
    ...cut(
      content,
      [
        goTo(path[0], path[1], start, 5.4),
        rock(1.6, start, 0.34, 15),
        { property: 'scale', values: ['1', '0.42'], start, seconds: 5.4, easing: 'cubic-bezier(0.45, 0, 0.3, 1)' },
      ],
      { origin: feet },
    ),
  })
  const land = myFutureHeroLayers(light, { isEmpty: true }).map((content, index) =>
    cut(
      move(0, -205, content, { scale: 0.8 }),
      [{ property: 'scale', values: ['1', String(1.02 + index * 0.012)], start: 0, seconds: 8, easing: 'linear' }],
      { origin: [690, 360] },
    ),
  )
  const near = land.pop()
  return [
    ...land,
    walker(pet(556, 712, 74, '#f0d3ae', 'dog'), 0.9, [556, 712], [104, -196]),
    walker(figure({ ...traveller, x: 640, y: 715, height: 200, walking: true, light }), 0.6, [640, 715], [38, -210]),
    ...(near ? [{ ...near, motions: [drift(0, 40)] }] : []),
  ]
}
