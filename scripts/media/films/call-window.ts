import { type FigureOptions, figure } from '../illustrations/kit/figures.ts'
import { box, points, polygon } from '../illustrations/kit/geometry.ts'
import { day as light } from '../illustrations/kit/light.ts'
import { flat, move, sheet, tone } from '../illustrations/kit/paper.ts'
import { leafTree } from '../illustrations/kit/plants.ts'
import { cup, writing } from '../illustrations/kit/things.ts'
import { comeFrom, cut, type Layer, pop, rock } from './film.ts'

type Look = Omit<FigureOptions, 'x' | 'y' | 'height' | 'light'>

const [left, top] = [560, 150]

/** A laptop with a call: a member in the window on the left, and on the right whatever `right` draws. */
export function callWindow(member: Look, wall: string, right: Layer[]): Layer[] {
  const lid = sheet(box(left - 24, top - 24, 588, 396, 20), '#22303f', 4)
  const base = sheet(polygon(...points('536 522, 1124 522, 1182 572, 478 572')), '#c3c9cf', 4)
  const keys = flat(polygon(...points('592 532, 1068 532, 1092 552, 568 552')), '#9aa4ae')
  const buttons = [0, 1, 2].map((index) =>
    flat(box(left + 214 + index * 40, top + 326, 28, 18, 9), index === 1 ? '#d9543f' : '#4b5d70'),
  )
  return [
    cut(lid + base + keys + sheet(box(478, 570, 704, 14, 7), '#8d97a2', 2) + buttons.join(''), [comeFrom(0, 60, 0, 1)]),
    cut(tile(left, wall, person(left, member, false)), [pop(0.5, 0.6)]),
    ...right,
    cut(cup(1170, 622, light, '#ffb300', { scale: 0.75 }), [comeFrom(80, 0, 0.4, 0.9)]),
  ]
}

/** The window on the right, with a consultant in it. */
export function consultantTile(consultant: Look, wall: string): Layer {
  return cut(tile(left + 280, wall, person(left + 280, consultant, true)), [pop(0.8, 0.6)])
}

/** One half of the screen. */
export function tile(x: number, wall: string, content: string): string {
  return sheet(box(x, top, 260, 316, 12), tone(wall, wall), 1, content)
}

function person(x: number, look: Look, flip: boolean): string {
  const shelf =
    flat(box(x + (flip ? 20 : 150), top + 74, 90, 8, 3), '#8a5a36') +
    [0, 1, 2, 3]
      .map((index) => flat(box(x + (flip ? 26 : 156) + index * 17, top + 34, 12, 40), books[index] ?? ''))
      .join('')
  const plant = leafTree(x + (flip ? 222 : 40), top + 330, 150, '#86a873')
  const body = figure({ ...look, view: 'side', x: x + 130, y: top + 632, height: 560, flip, light })
  // A large figure needs thinner edges.
  return shelf + plant + body.replaceAll(' filter="url(#depth-0)"', '').replaceAll('#depth-2', '#depth-0')
}

const books = ['#e2725b', '#4f86a0', '#ffb300', '#6d4a66']

/** Speech that rises from one window and then from the other. Its words are strips. */
export function speech(): Layer[] {
  const bubble = (x: number, y: number, colour: string, ink: string, flip: boolean) => {
    const d = 'M-76 -46Q-76 -60 -62 -60H62Q76 -60 76 -46V20Q76 34 62 34H16L38 68L-14 34H-62Q-76 34 -76 20z'
    return move(x, y, move(0, 0, sheet(d, colour, 3), { flip: !flip }) + writing(-52, -38, 104, 3, 21, ink))
  }
  return [
    cut(bubble(620, 128, '#fffaf0', '#b9ad9b', false), [pop(1.6), rock(1.2, 2.2, 1.6, 3)], { origin: [640, 190] }),
    cut(bubble(1030, 112, '#e2725b', '#ffffff', true), [pop(2.9), rock(1.2, 3.5, 1.6, 2)], { origin: [1010, 176] }),
    cut(bubble(790, 96, '#fffaf0', '#b9ad9b', false), [pop(4.2), rock(1.2, 4.8, 1.6, 1)], {
      origin: [780, 160],
    }),
  ]
}
