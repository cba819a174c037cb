import { barista, student } from '../illustrations/kit/cast.ts'
import { figure } from '../illustrations/kit/figures.ts'
import { box, circle, type Point, points } from '../illustrations/kit/geometry.ts'
import { day as light, litAmber } from '../illustrations/kit/light.ts'
import { flat, line, move, sheet, tone } from '../illustrations/kit/paper.ts'
import { leafTree, roundTree } from '../illustrations/kit/plants.ts'
import { campus, house, windows } from '../illustrations/kit/street.ts'
import { cup, dart, pencil, pin, star, suitcase, writing } from '../illustrations/kit/things.ts'
import { globe, lighthouse } from '../illustrations/kit/travel.ts'
import { departureParts } from '../illustrations/scenes/study-world-departure.ts'
import { studyWorldHeroLayers } from '../illustrations/scenes/study-world-hero.ts'
import { adviser, agent, doorway, papers } from '../illustrations/scenes/study-world-referral.ts'
import { sea } from '../illustrations/scenes/study-world-sea.ts'
import { bookOfStep, calendar, openDoor, seaColours } from '../illustrations/scenes/study-world-spots.ts'
import { callWindow, consultantTile, speech } from './call-window.ts'
import { comeFrom, cut, drift, fade, type Layer, type Motion, pop, reveal, rock } from './film.ts'
import { before, behind, descend, onStage, toFrame } from './stage-layers.ts'

const c = sea(light)
const colours = seaColours(light)
const consultant = { ...barista, coat: '#3f7268' }

export const studyWorldScenes = (): Layer[][] => [
  harbour(),
  [
    ...behind(colours, 4),
    ...callWindow(student, '#cfe6e2', [consultantTile(consultant, '#f3d9b0'), ...speech()]),
    ...before(colours),
  ],
  [...behind(colours, 8), ...shortlist(), ...before(colours)],
  [...behind(colours, 6), ...staircase(), ...before(colours)],
  [...behind(colours, 15), ...referral(), ...before(colours)],
  [...behind(colours, 9), ...packing(), ...before(colours)],
]

/** The quay, while a train crosses the viaduct. */
function harbour(): Layer[] {
  const layers = descend(studyWorldHeroLayers(light))
  const ride = ['translateX(-900px)', 'translateX(330px)']
  const swell = ['translateX(-14px)', 'translateX(14px)']
  layers[3]?.motions.push({ property: 'transform', values: ride, start: 0, seconds: 7.4 })
  layers[4]?.motions.push({
    property: 'transform',
    values: swell,
    start: 0,
    seconds: 2.4,
    swings: 4,
    easing: 'ease-in-out',
  })
  return layers
}

/** Pins drop on the globe, and its places become a list of three. */
function shortlist(): Layer[] {
  const globeAt: Point = [688, 360]
  const stops = points('620 300, 706 290, 742 400')
  const pinColours = ['#fdf3e0', '#ffb300', '#e2725b']
  const places = [gables(), campus(0, 40, 150, '#f6e2bd', light, 'dome'), lighthouse(0, 44, 104, light)]
  const card = (index: number): Layer[] => {
    const [x, y] = [1072, 172 + index * 150]
    const back = sheet(box(-150, -64, 300, 128, 12), '#fffaf0', 3)
    const view = sheet(
      box(-138, -52, 116, 104, 8),
      tone('#a9d0cf', '#fdeecb'),
      1,
      move(-80, 10, places[index] ?? '', { scale: 0.66 }) + flat(box(-140, 36, 120, 20), c.island),
    )
    const [from] = [stops[index] ?? globeAt]
    const start = 2.1 + index * 0.45
    const flight: Motion[] = [comeFrom(from[0] - x, from[1] - y, start, 0.8), pop(start, 0.8)]
    return [
      cut(
        move(x, y, back + view + flat(box(0, -38, 110, 14, 7), '#22303f') + writing(0, -8, 120, 3, 18, '#b9ad9b')),
        flight,
      ),
    ]
  }
  const chosen = sheet(circle(1222, 322, 32), '#ffb300', 3) + line('M1208 322l11 12l18 -24', '#fffaf0', 7)
  return [
    cut(globe(...globeAt, 176, { water: c.globe, land: c.land, deep: c.landDeep }), [
      pop(0.1, 0.9),
      { property: 'rotate', values: ['-14deg', '5deg'], start: 0, seconds: 7, easing: 'ease-out' },
    ]),
    ...stops.map(([x, y], index) =>
      cut(pin(x, y, 70, light, pinColours[index]), [comeFrom(0, -420, 1 + index * 0.3, 0.6)]),
    ),
    ...[0, 1, 2].flatMap(card),
    cut(chosen, [pop(4.3), rock(3, 4.9, 0.8, 2)]),
    cut(dart(520, 560, light, { scale: 0.9, turn: -14 }), [comeFrom(-420, 120, 0.6, 2.4), rock(2, 0.6, 1.2, 5)]),
  ]
}

function gables(): string {
  return [-48, 0, 48]
    .map(
      (x, index) =>
        house(x - 24, 40, 48, 104 + (index % 2) * 26, [c.coral, '#f0d3a4', '#4f86a0'][index] ?? c.coral, '#4d5568') +
        windows({ x: x - 20, y: -14, width: 40, height: 50, columns: 2, rows: 2, seed: 4, light }),
    )
    .join('')
}

/** Books become steps, and a student climbs them. */
function staircase(): Layer[] {
  const books = [0, 1, 2, 3, 4].map((step) =>
    cut(onStage(Array.from({ length: step + 1 }, (_, level) => bookOfStep(step, level, light)).join('')), [
      comeFrom(0, 460, 0.5 + step * 0.55, 0.8),
    ]),
  )
  const climb = ['0px 0px', '0px 0px', '93px -40px', '186px -80px', '279px -120px', '372px -160px', '440px -190px']
  const climber = figure({
    ...student,
    x: 334,
    y: 716,
    height: 190,
    carries: 'backpack',
    bag: '#e2725b',
    walking: true,
    light,
  })
  return [
    cut(onStage(calendar(250, 300, light)), [comeFrom(-80, -300, 0.5, 0.9), rock(1.2, 1.4, 1.6, 3)], {
      origin: toFrame(250, 200),
    }),
    cut(onStage(openDoor(light)), [pop(0.3, 0.8)]),
    ...books,
    cut(
      onStage(climber),
      [
        { property: 'translate', values: climb, start: 1, seconds: 4.4, easing: 'linear' },
        rock(2, 1.4, 0.36, 11),
        fade(0, 1, 0.8, 0.3),
        fade(1, 0, 5.2, 0.4),
      ],
      { origin: toFrame(334, 716) },
    ),
    cut(onStage(dart(470, 240, light, { scale: 1.15, turn: -16 })), [comeFrom(-300, 120, 1.2, 2.6)]),
    cut(onStage(star(1010, 230, 22, litAmber(light)) + star(1040, 300, 14, c.coral)), [pop(5)]),
    cut(onStage(pencil(190, 800, 220, light, -12)), [comeFrom(-200, 100, 0.4)]),
  ]
}

/** An agent and an adviser come out of their doors with papers for the student. */
function referral(): Layer[] {
  const { hands, ...look } = student as typeof student & { hands?: Point[] }
  const come = (x: number, start: number): Motion[] => [comeFrom(x, -26, start, 1), fade(0, 1, start, 0.35)]
  return [
    cut(onStage(doorway(250, light, c.coral)), [pop(0.2, 0.8)], { origin: toFrame(340, 720) }),
    cut(onStage(doorway(770, light, litAmber(light))), [pop(0.45, 0.8)], { origin: toFrame(860, 720) }),
    cut(onStage(leafTree(520, 720, 150, '#e39a2d') + roundTree(690, 716, 120, c.landDeep)), [pop(0.7)], {
      origin: toFrame(600, 720),
    }),
    cut(onStage(figure({ ...agent, x: 370, y: 760, height: 300, light })), come(-24, 1.4)),
    cut(onStage(figure({ ...adviser, x: 850, y: 760, height: 300, flip: true, light })), come(24, 1.9)),
    cut(onStage(figure({ ...look, x: 610, y: 790, height: 310, hands: points('-24 -52, 24 -52'), light })), [
      comeFrom(0, 420, 0.5, 1),
    ]),
    cut(onStage(papers(490, 586, light, -8)), [comeFrom(-70, 10, 2.8, 1), fade(0, 1, 2.6, 0.3)]),
    cut(onStage(papers(730, 586, light, 10)), [comeFrom(70, 10, 3.3, 1), fade(0, 1, 3.1, 0.3)]),
    cut(onStage(pin(345, 330, 84, light, '#e2725b')), [comeFrom(0, -300, 4, 0.6)]),
    cut(onStage(pin(855, 330, 84, light)), [comeFrom(0, -300, 4.3, 0.6)]),
    cut(onStage(suitcase(700, 800, light, '#4f86a0')), [comeFrom(0, 420, 0.6, 1)]),
  ]
}

/** A suitcase is packed, and a paper plane leaves. */
function packing(): Layer[] {
  const fall = (start: number) => [comeFrom(0, -620, start, 0.7)]
  const motions: Motion[][] = [
    [pop(0.4, 0.8)],
    [pop(0.6)],
    [pop(0.6)],
    [comeFrom(0, 500, 0.1)],
    fall(2.7),
    fall(1.1),
    fall(1.5),
    fall(1.9),
    fall(2.3),
    ...Array.from({ length: 4 }, () => [comeFrom(0, 500, 0.1)]),
    [pop(0.4)],
    [comeFrom(420, 0, 0.6, 1)],
    [comeFrom(-700, -60, 3.3, 0.9)],
    [
      {
        property: 'translate',
        values: ['-560px 170px', '0px 0px', '620px -200px'],
        start: 2.6,
        seconds: 3.8,
        easing: 'linear',
      },
    ],
    [reveal('right', 3.1, 1.4), fade(1, 0, 5.6, 0.6)],
    [comeFrom(0, 500, 0.2)],
  ]
  return [
    ...departureParts(light).map((part, index) => cut(onStage(part), motions[index])),
    cut(cup(1230, 640, light, '#ffb300', { scale: 0.6 }), [drift(-16, 0)]),
  ]
}
