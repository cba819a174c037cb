import { darken } from '../kit/colour.ts'
import { blob, box, circle, curve, ellipse, points, polygon } from '../kit/geometry.ts'
import { type Light, litAmber } from '../kit/light.ts'
import { flat, glow, line, move, type Picture, raised, sheet } from '../kit/paper.ts'
import { flower, leafTree, roundTree } from '../kit/plants.ts'
import { cup, lantern, pencil, rucksack, star, writing } from '../kit/things.ts'
import { route } from '../kit/travel.ts'
import { dawn } from './my-future-land.ts'
import { bubble } from './my-future-skills.ts'
import { dawnStage } from './my-future-spots.ts'
import { mortarboard } from './study-world-spots.ts'

const paperOf = (light: Light) => light.of('#fffaf0', '#ccd4ea')
const inkOf = (light: Light) => light.of('#b9ad9b', '#7f8ab0')

/** A letter with results, and three ways on from it: a degree, a trade, a year away. */
export function guideAfterALevels(light: Light): Picture {
  const c = dawn(light)
  const island = (x: number, colour: string) =>
    sheet(
      `M${x - 136} 384C${x - 110} 344 ${x + 110} 344 ${x + 136} 384C${x + 90} 450 ${x + 30} 436 ${x} 476C${x - 30} 436 ${x - 90} 450 ${x - 136} 384z`,
      colour,
      4,
    )
  const ways = [
    '600 640, 480 620, 360 560, 300 484',
    '600 640, 604 590, 598 530, 600 484',
    '600 640, 720 620, 840 560, 900 484',
  ]
  return dawnStage(
    light,
    4,
    [
      island(300, c.moss),
      island(600, c.midHill),
      island(900, c.moss),
      mortarboard(300, 334, light),
      hardHat(600, 366, light),
      rucksack(900, 372, 190, light),
      ...ways.map((way, index) =>
        route(points(way), index === 1 ? litAmber(light) : light.of('#fffaf0', '#fff1cf'), 9),
      ),
      envelope(600, 720, light),
      leafTree(170, 740, 150, c.leaf),
      roundTree(1040, 744, 150, c.moss),
      star(450, 240, 18, litAmber(light)),
      star(760, 220, 14, c.rose),
      light.isDusk ? lantern(860, 790, 110, light) : cup(870, 796, light, '#4f86a0', { scale: 0.8 }),
    ].join(''),
  )
}

function hardHat(x: number, y: number, light: Light): string {
  const shell = sheet(
    'M-84 0C-84 -66 -46 -100 0 -100S84 -66 84 0z',
    litAmber(light),
    3,
    flat('M20 -104C70 -90 90 -50 88 0H40z', darken(litAmber(light), 0.12)),
  )
  const ridge = sheet(box(-15, -110, 30, 106, 13), darken(litAmber(light), 0.06), 1)
  return move(x, y, raised(2, shell, ridge, sheet(box(-104, -10, 208, 22, 11), litAmber(light), 2)))
}

/** An open envelope with a letter that sticks out of it. */
function envelope(x: number, y: number, light: Light): string {
  const back = sheet(
    polygon([-150, -50], [0, -150], [150, -50], [150, 80], [-150, 80]),
    light.of('#e2bd86', '#77708e'),
    3,
  )
  const letter = sheet(
    box(-116, -160, 232, 200, 6),
    paperOf(light),
    2,
    flat(box(-90, -138, 90, 14, 6), light.of('#22303f')) + writing(-90, -104, 180, 4, 22, inkOf(light)),
  )
  const front = sheet(
    polygon([-150, -50], [0, 34], [150, -50], [150, 80], [-150, 80]),
    light.of('#f3d9b0', '#8d88a8'),
    3,
  )
  return move(x, y, back + letter + front + sheet(circle(0, 40, 20), light.of('#d9543f', '#c8606a'), 1))
}

/** A sheet that is being written, with the drafts that came before it. */
export function guidePersonalStatement(light: Light): Picture {
  const c = dawn(light)
  const ink = inkOf(light)
  const words =
    flat(box(-160, -236, 130, 20, 8), light.of('#22303f')) +
    writing(-160, -184, 320, 5, 28, ink) +
    flat(box(-160, -10, 250, 26, 6), litAmber(light), 0.85) +
    writing(-160, -34, 320, 4, 28, ink)
  const page = (turn: number, colour: string, content = '') =>
    move(590, 440, sheet(box(-200, -280, 400, 560, 8), colour, 4, content), { turn })
  const draft = (x: number, y: number, size: number) =>
    move(
      x,
      y,
      sheet(
        blob(points('-50 10, -44 -30, -12 -46, 26 -40, 50 -10, 40 30, 4 44, -34 38')),
        paperOf(light),
        3,
        line('M-30 -20L4 4L-14 30M4 4L34 -20M4 4L30 24', ink, 3),
      ),
      { scale: size },
    )
  return dawnStage(
    light,
    11,
    [
      page(-9, light.of('#e7c9a4', '#7d86ab')),
      page(5, light.of('#efe2c8', '#98a3c8')),
      page(-2, paperOf(light), words),
      line(curve(points('432 566, 480 552, 520 580, 566 556, 604 572, 640 560')), light.of('#22303f', '#2a3d58'), 6),
      pen(640, 560, light),
      draft(256, 740, 1),
      draft(350, 786, 0.74),
      draft(1040, 700, 0.8),
      readingLamp(950, 700, light),
      cup(160, 730, light, '#e2725b', { scale: 0.7 }),
      flower(1060, 770, 28, c.rose, litAmber(light)),
      star(300, 230, 22, litAmber(light)),
      star(340, 300, 14, c.rose),
    ].join(''),
  )
}

/** A fountain pen whose nib is at x, y. */
function pen(x: number, y: number, light: Light): string {
  const barrel = sheet(
    box(60, -17, 190, 34, 15),
    light.of('#22303f', '#1d2c41'),
    3,
    flat(box(60, 2, 190, 16), '#0f161f', 0.4),
  )
  const nib =
    sheet(polygon([0, 0], [44, -13], [64, -11], [64, 11], [44, 13]), light.of('#e9e2d2', '#aab6d4'), 1) +
    line('M6 0H40', light.of('#8995a3'), 2)
  return move(x, y, raised(3, barrel, nib, flat(box(92, -17, 10, 34), litAmber(light))), { turn: -42 })
}

function readingLamp(x: number, y: number, light: Light): string {
  const iron = light.of('#22303f', '#131c27')
  const arms =
    line(`M${x} ${y}L${x + 70} ${y - 190}L${x - 40} ${y - 330}`, iron, 10) + flat(circle(x + 70, y - 190, 11), iron)
  const foot = sheet(ellipse(x, y + 4, 66, 15), iron, 2)
  const shade = move(x - 50, y - 336, sheet('M-26 -16H26L64 60H-64z', litAmber(light), 3), { turn: 26 })
  return foot + arms + shade + glow(x - 100, y - 270, 210, '#ffd27a', light.isDusk ? 0.75 : 0.25)
}

/** Two chairs at a table: nobody has come yet, and the talk is about to begin. */
export function guideCareerConsultation(light: Light): Picture {
  const c = dawn(light)
  const agenda = [0, 1, 2].map((index) => {
    const y = 262 + index * 62
    const tick = index < 2 ? line(`M506 ${y + 2}l8 9l14 -18`, '#fffaf0', 5) : ''
    return (
      flat(circle(516, y, 20), index < 2 ? c.moss : litAmber(light)) +
      tick +
      flat(box(556, y - 18, 150 - index * 22, 14, 7), light.of('#22303f')) +
      flat(box(556, y + 6, 110, 10, 5), inkOf(light))
    )
  })
  const board =
    sheet(box(460, 190, 280, 240, 12), paperOf(light), 4, agenda.join('')) +
    sheet(box(560, 176, 80, 26, 8), light.of('#22303f'), 2)
  return dawnStage(
    light,
    18,
    [
      board,
      bubble(330, 300, light, false),
      bubble(880, 280, light, true),
      light.isDusk ? glow(600, 620, 330, '#ffd27a', 0.5) : '',
      armchair(330, 760, light, light.of('#e2725b', '#a05262'), false),
      armchair(870, 760, light, light.of('#3f7268', '#2b5563'), true),
      roundTable(600, 770, light),
      roundTree(1060, 740, 190, c.moss),
      lantern(150, 760, 120, light),
    ].join(''),
  )
}

function armchair(x: number, y: number, light: Light, colour: string, flip: boolean): string {
  const wood = light.of('#7a5238')
  const legs = line('M-70 -6L-78 30M66 -6L74 30', wood, 10)
  const back = sheet('M-104 -20V-200Q-104 -250 -60 -250H-40Q-8 -250 -14 -204L-30 -60z', darken(colour, 0.1), 3)
  const seat = sheet(box(-84, -92, 176, 52, 20), colour, 3)
  const body = sheet(box(-92, -54, 186, 60, 18), darken(colour, 0.14), 2)
  const arm = sheet(box(-72, -134, 150, 34, 17), colour, 3) + flat(box(40, -110, 26, 60), darken(colour, 0.1))
  const cushion = move(-40, -140, sheet(box(-30, -36, 60, 70, 14), litAmber(light), 2), { turn: 14 })
  return move(x, y, raised(3, legs, back, body, seat, cushion, arm), { flip })
}

function roundTable(x: number, y: number, light: Light): string {
  const wood = light.of('#a8672f', '#6b4a44')
  const stand =
    sheet(polygon([x - 9, y - 120], [x + 9, y - 120], [x + 14, y], [x - 14, y]), wood, 2) +
    sheet(ellipse(x, y + 4, 64, 12), wood, 2)
  const top = sheet(ellipse(x, y - 124, 118, 19), light.of('#c98a4a', '#8a5f50'), 4)
  const notes = sheet(
    polygon([x - 44, y - 126], [x + 20, y - 136], [x + 40, y - 120], [x - 26, y - 108]),
    paperOf(light),
    1,
  )
  return (
    stand +
    top +
    notes +
    pencil(x + 46, y - 128, 60, light, -14) +
    cup(x - 74, y - 128, light, '#ffb300', { scale: 0.42 }) +
    cup(x + 84, y - 128, light, '#4f86a0', { scale: 0.42, flip: true })
  )
}
