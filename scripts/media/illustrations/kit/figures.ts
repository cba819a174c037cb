import { darken, mix } from './colour.ts'
import { band, box, circle, ellipse, type Point, points, rows } from './geometry.ts'
import type { Light } from './light.ts'
import { flat, line, move, raised, sheet } from './paper.ts'

export type FigureOptions = {
  x: number
  /** Where the feet stand. */
  y: number
  height: number
  coat: string
  trousers: string
  hair: string
  skin: string
  /** From behind, the head shows only hair; from the side, part of the skin is visible. Nobody has a face. */
  view?: 'back' | 'side'
  hairstyle?: 'short' | 'bob' | 'bun' | 'curly' | 'long'
  carries?: 'backpack' | 'apron' | 'nothing'
  bag?: string
  /** The left and right hands, in hundredths of the height, measured from the middle of the feet. */
  hands?: Point[]
  scarf?: string
  flip?: boolean
  walking?: boolean
  light: Light
}

/** A paper figure, 100 units tall. */
export function figure(options: FigureOptions): string {
  const { x, y, height, flip = false, light, view = 'back', carries = 'nothing' } = options
  const c = light.of
  const [left = [-18, -45], right = [18, -45]] = options.hands ?? []
  const arms = [arm([-10, -74], left, options), arm([10, -74], right, options)]
  const coat = c(options.coat)
  const body = sheet(
    'M-9.500 -79Q0 -84 9.500 -79Q12.500 -76 12 -66L13.500 -37Q0 -33.500 -13.500 -37L-12 -66Q-12.500 -76 -9.500 -79z',
    coat,
    0,
    bodyDetails(coat),
  )
  const behind = view === 'side' ? (arms[0] ?? '') : arms.join('')
  const before = view === 'side' ? (arms[1] ?? '') : ''
  const load = carries === 'backpack' ? backpack(c(options.bag ?? '#ffb300')) : carries === 'apron' ? apron(c) : ''
  const scarf = options.scarf ? neckScarf(c(options.scarf)) : ''
  const parts = [behind, legs(options), body, head(options), scarf, before, load]
  return move(x, y, raised(2, ...parts), { scale: height / 100, flip })
}

/** Skin stays warm at dusk, because there is always a lamp nearby. */
const skinAt = (light: Light, skin: string) => light.of(skin, mix(skin, '#2b2745', 0.42))

function bodyDetails(coat: string): string {
  return flat('M4 -84L14 -84V-34H6z', darken(coat, 0.12)) + line('M-13 -42Q0 -38.500 13 -42', darken(coat, 0.2), 0.7)
}

function legs({ trousers, walking = false, light }: FigureOptions): string {
  const colour = light.of(trousers)
  const shoe = light.of('#2b2230')
  const [left = [0, 0], right = [0, 0]] = points(walking ? '-9 -2, 10 -2' : '-5.5 -2, 5.5 -2')
  const leg = (hip: number, [footX, footY]: Point, shade: string) =>
    sheet(
      band(
        [
          [hip, -42],
          [(hip + footX) / 2 + 0.8, -22],
          [footX, footY],
        ],
        [10.5, 8, 6.4],
      ),
      shade,
      0,
    )
  const shoes = [left, right].map(([footX, footY]) => flat(ellipse(footX + 1, footY + 0.8, 4.6, 2.3), shoe))
  return shoes.join('') + leg(-4.6, left, darken(colour, 0.12)) + leg(4.6, right, colour)
}

function arm(shoulder: Point, hand: Point, { coat, skin, light }: FigureOptions): string {
  const elbow: Point = [(shoulder[0] + hand[0]) / 2 + Math.sign(shoulder[0]) * 3, (shoulder[1] + hand[1]) / 2 + 2]
  const sleeve = sheet(band([shoulder, elbow, hand], [6.8, 6.2, 5.2]), darken(light.of(coat), 0.06), 0)
  return flat(circle(hand[0], hand[1] + 2.6, 3), skinAt(light, skin)) + sleeve
}

function head({ view = 'back', hair, skin, hairstyle = 'short', light }: FigureOptions): string {
  const [hairColour, skinColour] = [light.of(hair), skinAt(light, skin)]
  const neck = flat(box(-2.8, -86, 5.6, 8, 2), darken(skinColour, 0.1))
  const skull = sheet(ellipse(0, -91, 7.4, 8.6), skinColour, 0)
  const long =
    hairstyle === 'long'
      ? sheet('M-8 -92Q-10 -76 -6.500 -70Q0 -67.500 6.500 -70Q10 -76 8 -92z', darken(hairColour, 0.08), 0)
      : ''
  const cut = view === 'back' ? backHair(hairstyle) : sideHair(hairstyle)
  const bun = hairstyle === 'bun' ? sheet(circle(view === 'back' ? 0 : -6, -102, 4.4), hairColour, 0) : ''
  return (view === 'side' ? long : '') + neck + skull + bun + sheet(cut, hairColour, 0) + (view === 'back' ? long : '')
}

function backHair(style: FigureOptions['hairstyle']): string {
  if (style === 'curly') return curls
  const [bottom, half] = style === 'bob' ? [-83, 8.8] : [-87, 6.6]
  return `M-8 -93Q-8.300 -101.500 0 -101.500Q8.300 -101.500 8 -93L${half} ${bottom}Q0 ${bottom + 2.5} ${-half} ${bottom}z`
}

function sideHair(style: FigureOptions['hairstyle']): string {
  if (style === 'curly') return curls
  const nape = style === 'bob' || style === 'long' ? -80 : -87
  return `M7.600 -95Q6 -101.500 -1 -101Q-9 -100 -8.800 -91L-8 ${nape}Q-4.500 ${nape + 1.5} -3.500 ${nape - 1}L-2.500 -92Q3 -92.500 7.600 -95z`
}

const curls = rows('-6 -95 4.6, -1 -99 5, 5 -97 4.6, -7 -89 4, 7 -91 3.4, 0 -93 6')
  .map(([x = 0, y = 0, r = 0]) => circle(x, y, r))
  .join('')

function neckScarf(colour: string): string {
  return sheet('M3 -82L9 -62L3 -60L-1 -80z', darken(colour, 0.1), 0) + sheet(box(-8, -86, 16, 7, 3.5), colour, 0)
}

function backpack(colour: string): string {
  const pocket = sheet(box(-6.5, -60, 13, 10, 3), darken(colour, 0.12), 0)
  const straps = line('M-7 -79V-72M7 -79V-72M0 -55V-57', darken(colour, 0.35), 1.6)
  return sheet(box(-9.5, -77, 19, 30, 6), colour, 0, flat(box(-9.5, -77, 19, 8), darken(colour, 0.1))) + pocket + straps
}

function apron(c: Light['of']): string {
  const cloth = sheet('M-6 -72H8L12 -42Q0 -37 -9 -42z', c('#fdf3e0'), 0, flat(box(-2, -56, 9, 7, 0), c('#e8d7b4')))
  return line('M-5 -72L-3 -80M7 -72L4 -80', c('#fdf3e0'), 1.3) + cloth
}

/** A dog or a cat, sitting and looking away. */
export function pet(x: number, y: number, height: number, colour: string, kind: 'dog' | 'cat'): string {
  const tail = kind === 'cat' ? 'M20 -6C52 -6 46 -46 34 -44' : 'M20 -8C38 -10 46 -26 40 -42'
  const ears =
    kind === 'cat'
      ? 'M-15 -88L-13 -108L-2 -94zM15 -88L13 -108L2 -94z'
      : 'M-12 -96C-26 -98 -30 -78 -22 -70C-16 -72 -14 -80 -11 -86zM12 -96C26 -98 30 -78 22 -70C16 -72 14 -80 11 -86z'
  const body = 'M-22 0C-32 -14 -22 -44 -11 -70Q0 -78 11 -70C22 -44 32 -14 22 0z'
  const feet = flat(ellipse(-14, -3, 11, 5) + ellipse(14, -3, 11, 5), darken(colour, 0.12))
  const back = sheet(body, colour, 1, flat('M4 -76C24 -40 22 -10 8 0H40V-80z', darken(colour, 0.12)))
  const collar = kind === 'dog' ? sheet(box(-12, -73, 24, 6, 3), '#d9543f', 0) : ''
  const skull = sheet(ellipse(0, -86, 16, 14), colour, 1)
  const lobes = kind === 'dog' ? sheet(ears, darken(colour, 0.22), 1) : ''
  return move(
    x,
    y,
    raised(2, line(tail, colour, 7), feet, kind === 'cat' ? flat(ears, colour) : '', back, collar, skull, lobes),
    { scale: height / 100 },
  )
}
