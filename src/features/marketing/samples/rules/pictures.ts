import type { SamplePicture } from '../contract.ts'
import type { Drawing, Shape } from './drawings.ts'

/** The pictures of the sample's post and reel: cut paper in the style of docs/brand.md, the same by day and at dusk. */
export function drawPicture(name: SamplePicture): Drawing {
  const { width, height, shapes } = pictures[name]
  return { width, height, shapes: shapes.flat() }
}

const POST = { width: 320, height: 320 }
const SHOT = { width: 108, height: 192 }

const slate = '#22303f'
const amber = '#ffb300'
const paper = '#fffaf0'
const teal = '#2f6f6c'
const brick = '#c4674d'
const wood = '#c98a4a'
const soup = '#e8862e'
const skin = '#a9714b'
const coat = '#8a5a3c'

const pictures: Record<SamplePicture, { width: number; height: number; shapes: Shape[][] }> = {
  'dog-at-door': {
    ...POST,
    shapes: [
      flat(box(0, 0, 320, 320), '#f8e6c4'),
      ...rings(104, 170, 118),
      sheet(box(176, 96, 104, 176, 8), teal, 3),
      flat(box(192, 112, 72, 84, 6), '#cfe3d6'),
      flat('M198 196L248 112H262V124L222 196z', '#e3f0e6'),
      flat(circle(268, 214, 5), amber),
      flat(box(192, 210, 60, 46, 4), '#285f5c'),
      sheet(box(0, 268, 320, 52), '#d8c4a2', 2),
      sheet(box(164, 262, 128, 16, 3), '#b8a588', 2),
      ...awning(),
      // The dog, seen from behind.
      sheet('M104 300C72 304 50 298 42 282C39 274 49 271 54 278C62 290 82 290 104 286z', '#75482f', 1),
      sheet('M64 302C58 250 72 208 108 206C144 208 158 250 152 302C132 309 84 309 64 302z', coat, 3),
      sheet(ellipse(80, 278, 22, 26), '#7d5034', 1),
      sheet(ellipse(136, 278, 22, 26), '#7d5034', 1),
      sheet(
        'M74 176C74 146 90 136 108 136C126 136 142 146 142 176C142 204 126 214 108 214C90 214 74 204 74 176z',
        coat,
        2,
      ),
      sheet('M78 150C62 146 54 164 58 190C72 190 82 176 88 154z', '#5d3a28', 2),
      sheet('M138 150C154 146 162 164 158 190C144 190 134 176 128 154z', '#5d3a28', 2),
      flat('M80 206C98 217 118 217 136 206L138 216C118 228 98 228 78 216z', brick),
      // Its bowl of water.
      sheet('M184 284H246L238 306H192z', '#4f86a0', 2),
      flat(ellipse(215, 284, 31, 6), '#bfe0ea'),
    ],
  },
  'tipping-pumpkin': {
    ...SHOT,
    shapes: [
      ...kitchen('#b9d3c6'),
      sheet(box(12, 112, 84, 62, 10), slate, 3),
      sheet(ellipse(54, 112, 46, 11), '#3d5064', 1),
      flat(ellipse(54, 113, 37, 7), soup),
      flat(box(0, 122, 14, 8, 4) + box(94, 122, 14, 8, 4), slate),
      ...[
        [40, 92],
        [58, 84],
        [47, 72],
        [62, 66],
      ].map(([x = 0, y = 0]) => sheet(box(x, y, 12, 12, 3), soup, 1)),
      sheet('M30 52L98 18L104 30L36 64z', wood, 2),
      ...[
        [54, 34],
        [66, 28],
        [44, 44],
      ].map(([x = 0, y = 0]) => sheet(box(x, y, 12, 12, 3), '#f2a04a', 1)),
      ...hand(92, 24),
    ],
  },
  'stirring-soup': {
    ...SHOT,
    shapes: [
      flat(box(0, 0, 108, 192), wood),
      flat(box(0, 60, 108, 2) + box(0, 128, 108, 2), '#b0763b'),
      sheet(circle(54, 108, 50), slate, 3),
      flat(circle(54, 108, 43), '#3d5064'),
      flat(circle(54, 108, 40), soup),
      flat(
        'M26 112C30 86 66 78 80 98C88 116 70 134 52 126C64 128 74 116 68 106C58 94 38 98 34 114C32 126 24 122 26 112z',
        '#f9d9a6',
      ),
      sheet('M46 124C42 116 50 108 57 113L96 50L102 54L63 117C64 127 52 131 46 124z', '#e0b27a', 2),
      ...hand(92, 48),
    ],
  },
  'slicing-bread': {
    ...SHOT,
    shapes: [
      ...kitchen('#e8c9a0'),
      sheet(box(6, 132, 96, 22, 5), '#a8672f', 2),
      sheet('M36 132V100C36 82 50 74 70 74H88C100 74 104 86 104 98V132z', '#c98a4a', 3),
      flat('M56 84L62 82L58 96L52 98zM72 82L78 82L74 96L68 96zM88 84L93 86L90 98L84 98z', '#f2d2a0'),
      sheet('M14 132V106C12 92 18 84 26 84C34 84 40 92 38 106V132z', '#f6e0b4', 2),
      sheet('M40 56H46V126L40 132z', '#e6ebef', 2),
      sheet(box(38, 24, 10, 34, 4), slate, 1),
      ...hand(44, 34),
    ],
  },
  'serving-soup': {
    ...SHOT,
    shapes: [
      flat(box(0, 0, 108, 192), '#bcd9d6'),
      ...rings(54, 62, 46),
      flat(box(0, 0, 108, 8) + box(0, 0, 6, 120) + box(102, 0, 6, 120) + box(51, 0, 6, 120), paper),
      sheet(box(0, 116, 108, 76), wood, 2),
      sheet(ellipse(50, 150, 46, 12), paper, 2),
      sheet('M16 118C18 148 34 154 52 154C70 154 86 148 88 118z', teal, 3),
      flat(ellipse(52, 118, 36, 9), paper),
      flat(ellipse(52, 118, 31, 7), soup),
      flat('M38 117C46 112 60 114 64 119C56 122 44 122 38 117z', '#f9d9a6'),
      flat(
        'M40 102C32 92 48 86 40 74C50 84 38 92 44 102zM60 102C52 92 68 86 60 74C70 84 58 92 64 102z',
        '#ffffff',
        0.8,
      ),
      sheet('M4 168C2 156 10 150 18 150C26 150 34 156 32 168z', '#f6e0b4', 2),
      ...hand(92, 132),
    ],
  },
}

function flat(path: string, fill: string, opacity = 1): Shape[] {
  return [{ kind: 'paper', path, fill, opacity, x: 0, y: 0 }]
}

/** A sheet of paper with its shadow to the lower right, which grows with the distance. */
function sheet(path: string, fill: string, depth: number): Shape[] {
  return [
    { kind: 'paper', path, fill: slate, opacity: 0.16, x: depth * 1.2, y: depth * 1.6 },
    { kind: 'paper', path, fill, opacity: 1, x: 0, y: 0 },
  ]
}

/** The sign of every picture: an amber disc in rings, each nearer to the light. */
function rings(x: number, y: number, radius: number): Shape[][] {
  return ['#fae0ae', '#fbd692', '#fdca6a', amber].map((fill, index) =>
    sheet(circle(x, y, radius * (1 - index * 0.24)), fill, 1),
  )
}

function awning(): Shape[][] {
  return Array.from({ length: 8 }, (_, index) => {
    const x = index * 40
    const stripe = `M${x} 0H${x + 40}V62A20 20 0 0 1 ${x} 62z`
    return sheet(stripe, index % 2 === 0 ? amber : paper, 2)
  })
}

function kitchen(wall: string): Shape[][] {
  return [flat(box(0, 0, 108, 192), wall), flat(box(0, 150, 108, 42), wood), flat(box(0, 150, 108, 4), '#e0b27a')]
}

/** A hand that reaches in from the upper right. */
function hand(x: number, y: number): Shape[][] {
  const sleeve = `M${x + 4} ${y - 10}L108 ${Math.max(0, y - 34)}V${y + 8}L${x + 10} ${y + 10}z`
  return x > 60
    ? [sheet(sleeve, brick, 1), sheet(ellipse(x, y, 13, 11), skin, 1), sheet(ellipse(x - 8, y + 8, 7, 5), skin, 1)]
    : [
        sheet(`M${x + 4} ${y - 12}L108 0V26L${x + 10} ${y + 10}z`, brick, 1),
        sheet(ellipse(x, y, 13, 12), skin, 1),
        sheet(ellipse(x - 9, y + 9, 6, 5), skin, 1),
      ]
}

function box(x: number, y: number, width: number, height: number, radius = 0): string {
  if (radius === 0) return `M${x} ${y}h${width}v${height}h${-width}z`
  const arc = (dx: number, dy: number) => `a${radius} ${radius} 0 0 1 ${dx} ${dy}`
  const [across, down] = [width - 2 * radius, height - 2 * radius]
  return `M${x + radius} ${y}h${across}${arc(radius, radius)}v${down}${arc(-radius, radius)}h${-across}${arc(-radius, -radius)}v${-down}${arc(radius, -radius)}z`
}

function circle(x: number, y: number, radius: number): string {
  return ellipse(x, y, radius, radius)
}

function ellipse(x: number, y: number, across: number, down: number): string {
  const half = (sign: number) => `a${across} ${down} 0 1 0 ${sign * 2 * across} 0`
  return `M${x - across} ${y}${half(1)}${half(-1)}z`
}
