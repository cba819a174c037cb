import { barista, guest, student } from '../kit/cast.ts'
import { figure } from '../kit/figures.ts'
import { arch, box, circle, points } from '../kit/geometry.ts'
import { type Light, litAmber } from '../kit/light.ts'
import { flat, line, move, type Picture, sheet, tone } from '../kit/paper.ts'
import { leafTree } from '../kit/plants.ts'
import { lamp } from '../kit/street.ts'
import { pin, suitcase, writing } from '../kit/things.ts'
import { route } from '../kit/travel.ts'
import { sea } from './study-world-sea.ts'
import { seaStage } from './study-world-spots.ts'

export const agent = { ...guest, coat: '#3f7268', hands: points('-16 -44, 26 -58') }
export const adviser = { ...barista, coat: '#8c5a78', hands: points('-16 -44, 26 -58') }

/** A student between the people who know the way: an agent with papers, and an adviser at the door. */
export function studyWorldReferral(light: Light): Picture {
  const c = sea(light)
  return seaStage(
    light,
    15,
    [
      doorway(250, light, c.coral),
      doorway(770, light, litAmber(light)),
      route(points('600 470, 520 380, 430 330, 350 320'), light.of('#fffaf0', '#fff1cf'), 8),
      route(points('600 470, 690 370, 780 330, 850 320'), light.of('#fffaf0', '#fff1cf'), 8),
      pin(345, 320, 84, light, '#e2725b'),
      pin(855, 320, 84, light),
      leafTree(520, 720, 150, light.of('#e39a2d', '#a8703a')),
      leafTree(690, 716, 120, c.landDeep),
      figure({ ...agent, x: 370, y: 760, height: 300, light }),
      figure({ ...adviser, x: 850, y: 760, height: 300, flip: true, light }),
      figure({ ...student, x: 610, y: 790, height: 310, hands: points('-24 -52, 24 -52'), light }),
      papers(452, 586, light, -8),
      papers(768, 586, light, 10),
      suitcase(700, 796, light, '#4f86a0', { scale: 1 }),
      lamp(1030, 770, 330, light),
    ].join(''),
  )
}

export function doorway(x: number, light: Light, colour: string): string {
  const c = sea(light)
  const frame = sheet(arch(x - 20, 350, 220, 372), c.stone, 4)
  const inside = sheet(arch(x, 376, 180, 346), tone(light.of('#fff0c4', '#ffe3a6'), light.of('#f3c56f', '#f0a63a')), 1)
  const step = sheet(box(x - 40, 712, 260, 26, 5), c.stone, 3)
  return frame + inside + sheet(box(x - 8, 336, 196, 20, 8), colour, 2) + step
}

export function papers(x: number, y: number, light: Light, turn: number): string {
  const page = sheet(
    box(-34, -44, 68, 88, 5),
    light.of('#fffaf0', '#d5dcef'),
    3,
    writing(-24, -30, 48, 4, 13, light.of('#b9ad9b', '#7f8ab0')),
  )
  const stamp =
    line(circle(12, 24, 11), light.of('#d9543f', '#e0705c'), 3.5) +
    flat(circle(12, 24, 4), light.of('#d9543f', '#e0705c'))
  return move(x, y, page + stamp, { turn })
}
