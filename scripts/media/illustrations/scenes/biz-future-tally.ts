import { box, circle, points, polygon } from '../kit/geometry.ts'
import { day, type Light, litAmber } from '../kit/light.ts'
import { flat, glow, line, move, type Picture, sheet, tone } from '../kit/paper.ts'
import { bush } from '../kit/plants.ts'
import { cup, heart, lantern, star } from '../kit/things.ts'
import { streetStage } from './biz-future-spots.ts'
import { cakeStand, croissant, street } from './biz-future-street.ts'

/** A laptop that lists every post and reel, each with a tick. */
export function bizFutureTally(light: Light): Picture {
  const c = street(light)
  return streetStage(
    light,
    17,
    [
      light.isDusk ? glow(600, 430, 520, '#ffe3a6', 0.35) : '',
      laptop(light, [0, 1, 2, 3].map((index) => tallyRow(index) + tallyTick(index)).join('')),
      cup(1000, 800, light, '#ffb300', { scale: 1 }),
      lantern(170, 806, 120, light),
      bush(1060, 700, 120, c.green),
      heart(960, 170, 44, c.coral, 12),
      star(220, 160, 26, litAmber(light)),
    ].join(''),
  )
}

export function laptop(light: Light, rows: string): string {
  const c = street(light)
  return [
    sheet(box(226, 186, 748, 490, 26), c.front, 4),
    sheet(box(250, 210, 700, 440, 14), c.paper, 1, flat(box(250, 210, 700, 64), c.teal) + header(light) + rows),
    sheet(polygon(...points('226 676, 974 676, 1070 752, 130 752')), light.of('#c3c9cf', '#5a6787'), 4),
    flat(polygon(...points('300 690, 900 690, 936 722, 264 722')), light.of('#9aa4ae', '#46527a')),
    sheet(box(130, 748, 940, 18, 9), light.of('#8d97a2', '#3b4668'), 2),
  ].join('')
}

function header(light: Light): string {
  const c = street(light)
  return (
    flat(circle(290, 242, 16), litAmber(light)) +
    flat(box(326, 234, 150, 16, 8), c.paper) +
    flat(box(790, 234, 120, 16, 8), c.paper, 0.6)
  )
}

/** A row in the list; the screen is as bright at dusk as by day. */
export function tallyRow(index: number): string {
  const light = day
  const c = street(light)
  const colour = [c.coral, litAmber(light), c.teal, c.plum][index] ?? c.coral
  const y = 298 + index * 86
  const thumbnails = [
    cup(0, 20, light, '#fdf3e0', { scale: 0.4 }),
    croissant(0, 8, 56, light),
    cakeStand(0, 32, light),
    sheet(circle(0, 0, 20), c.paper, 1) + flat(polygon(...points('-6 -10, 11 0, -6 10')), c.front),
  ]
  const picture = sheet(box(282, y, 96, 70, 8), colour, 1, move(330, y + 35, thumbnails[index] ?? ''))
  const words =
    flat(box(404, y + 16, 240 - index * 24, 14, 7), light.of('#8995a3', '#6b7596')) +
    flat(box(404, y + 42, 160, 11, 5), light.of('#d3c8b2', '#a3aecd'))
  const days = flat(box(690, y + 24, 90, 22, 11), light.of('#efe4cd', '#b4bfdd'))
  const edge = index < 3 ? flat(box(282, y + 77, 636, 2), light.of('#e6dcc6', '#aab5d6')) : ''
  return picture + words + days + edge + flat(box(690, y + 24, 60 - index * 8, 22, 11), tone(colour, colour), 0.5)
}

export function tallyTick(index: number): string {
  const c = street(day)
  const y = 333 + index * 86
  return sheet(circle(860, y, 27), index < 3 ? c.green : litAmber(day), 2) + line(`M848 ${y}l9 10l16 -20`, '#fffaf0', 6)
}
