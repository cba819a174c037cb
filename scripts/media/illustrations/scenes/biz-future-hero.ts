import { guest, owner } from '../kit/cast.ts'
import { figure, pet } from '../kit/figures.ts'
import { box, circle, points, polygon } from '../kit/geometry.ts'
import { day, type Light, litAmber } from '../kit/light.ts'
import { flat, glow, line, move, type Picture, picture, raised, sheet, tone } from '../kit/paper.ts'
import { branch, bush, grass, roundTree } from '../kit/plants.ts'
import { cloud, rings, sky, stars, sun } from '../kit/sky.ts'
import { bunting, lamp, skyline } from '../kit/street.ts'
import { bicycle, heart, phone } from '../kit/things.ts'
import { cafe } from './biz-future-cafe.ts'
import { coffeePost, shopPost } from './biz-future-posts.ts'
import { croissant, pavementBoard, shopFront, street, terrace } from './biz-future-street.ts'

const [width, height] = [1600, 1200]
const pavement = 1040

/** A high street at opening time; people can already see on their phones what is happening in the café. */
export function bizFutureHero(light: Light): Picture {
  return picture(width, height, light, bizFutureHeroLayers(light).join(''))
}

/** From the sky to the viewer's feet. */
export const bizFutureHeroLayers = (light: Light): string[] => [
  heavens(light),
  houses(light),
  cafe(light),
  posts(light),
  ground(light),
]

function heavens(light: Light): string {
  const c = street(light)
  return [
    sky({ width, height: 800, top: c.skyTop, bottom: c.horizon }),
    stars(24, width, 360, 70, light),
    sun({ x: 1130, y: 250, radius: 78, step: 66, rings: rings(c.ringOuter, c.ringInner, 4), light }),
    cloud(500, 132, 230, c.cloud, 3),
    skyline(31, -20, 720, 1640, 330, c.far, light),
  ].join('')
}

function houses(light: Light): string {
  const c = street(light)
  const shared = { y: pavement, storeys: 2, light }
  return [
    terrace({ ...shared, x: -120, width: 340, height: 700, wall: c.rose, columns: 3, lit: [1, 3] }),
    shopFront(-120, pavement, 340, c.plum, [c.coral, c.trim], light, ''),
    terrace({ ...shared, x: 1390, width: 330, height: 730, wall: c.sand, columns: 3, lit: [0, 4] }),
    shopFront(1390, pavement, 330, c.sage, [c.green, c.trim], light, ''),
    terrace({ ...shared, x: 205, width: 330, height: 800, wall: c.sand, columns: 2, lit: [0, 3], gable: true }),
    shopFront(205, pavement, 330, c.brick, [c.trim, c.brick], light, books(light)),
    terrace({ ...shared, x: 1075, width: 330, height: 660, wall: c.brick, columns: 2, lit: [2], gable: true }),
    shopFront(1075, pavement, 330, c.teal, [c.trim, c.green], light, bouquets(light)),
  ].join('')
}

function books(light: Light): string {
  const c = street(light)
  const colours = [c.teal, c.coral, c.plum, c.trim, litAmber(light)]
  return [0, 1, 2, 3, 4, 5, 6, 7, 8]
    .map((index) =>
      flat(box(248 + index * 17, 912 - (index % 3) * 12, 14, 58 + (index % 3) * 12), colours[index % 5] ?? c.teal),
    )
    .join('')
}

function bouquets(light: Light): string {
  const c = street(light)
  return [1125, 1180, 1235]
    .map(
      (x) =>
        bush(x, 950, 60, c.green) +
        flat(circle(x - 12, 918, 12) + circle(x + 8, 908, 12) + circle(x + 18, 926, 10), c.coral) +
        sheet(polygon([x - 20, 946], [x + 22, 946], [x + 14, 978], [x - 12, 978]), c.trim, 1),
    )
    .join('')
}

/** The posts leaving the street: phones that show the café. */
function posts(light: Light): string {
  const c = street(light)
  return [
    line(
      'M560 820C470 800 430 740 410 690M1000 800C1120 760 1190 700 1230 620',
      light.of('#fffaf0', '#ffe3a6'),
      5,
      '0.1 15',
    ),
    phone(345, 480, shopPost(day), light, { scale: 1.75, turn: -8 }),
    phone(1270, 470, coffeePost(day), light, { scale: 1.45, turn: 8 }),
    reel(820, 170, light),
    heart(470, 290, 54, c.coral, -12),
    heart(1120, 330, 40, c.coral, 14),
    heart(1236, 236, 24, c.coral, -8),
    heart(520, 220, 28, litAmber(light), 10),
  ].join('')
}

/** A short film as a card with a play symbol. */
function reel(x: number, y: number, light: Light): string {
  const c = street(light)
  const card = sheet(
    box(-84, -64, 168, 128, 12),
    c.paper,
    4,
    flat(box(-74, -54, 148, 96, 6), tone(light.of('#f6d9a0', '#8b6a86'), c.sage)) + croissant(0, 4, 92, light),
  )
  return move(
    x,
    y,
    card + sheet(circle(0, -4, 24), c.front, 2) + flat(polygon([-8, -16], [14, -4], [-8, 8]), litAmber(light)),
    { turn: -3 },
  )
}

function ground(light: Light): string {
  const c = street(light)
  const cobbles = Array.from({ length: 60 }, (_, index) =>
    box((index % 20) * 86 + (Math.floor(index / 20) % 2) * 40 - 40, 1128 + Math.floor(index / 20) * 30, 68, 20, 9),
  ).join('')
  const shopkeeper = figure({
    ...owner,
    x: 1040,
    y: 1092,
    height: 232,
    hands: points('-20 -52, 24 -56'),
    flip: true,
    light,
  })
  const visitor = figure({ ...guest, x: 470, y: 1098, height: 220, hands: points('-14 -46, 20 -62'), light })
  return [
    sheet(box(-40, pavement - 6, width + 80, 260), c.pavement, 4),
    light.isDusk ? glow(760, 1070, 330, '#ffc25a', 0.5) : '',
    sheet(box(-40, 1104, width + 80, 160), c.kerb, 2),
    sheet(box(-40, 1118, width + 80, 160), c.road, 2, flat(cobbles, light.of('#6b7480', '#2a3752'))),
    lamp(560, 1100, 400, light),
    pavementBoard(925, 1096, 128, light),
    shopkeeper,
    visitor,
    phone(494, 950, flat(box(-44, -86, 88, 172), litAmber(light)), light, { scale: 0.16, turn: 10 }),
    planter(1180, 1098, light),
    planter(270, 1098, light),
    pet(400, 1104, 64, light.of('#f0d3ae'), 'dog'),
    bunting(-20, 590, 560, 700, [c.coral, litAmber(light), c.trim, c.green], 34),
    bunting(1050, 690, 1620, 560, [c.coral, litAmber(light), c.trim, c.green], 34),
    bicycle(690, 1128, 170, light),
    branch(points('-40 -20, 50 70, 150 110, 260 110'), 100, c.front),
    branch(points('1650 -10, 1560 80, 1470 120, 1360 120'), 100, c.front),
    grass(5, -20, 330, 1206, 80, c.front),
    grass(9, 1290, 1620, 1206, 80, c.front),
  ].join('')
}

function planter(x: number, y: number, light: Light): string {
  const c = street(light)
  return (
    roundTree(x, y - 40, 130, c.green) +
    raised(3, sheet(polygon([x - 36, y - 56], [x + 36, y - 56], [x + 28, y], [x - 28, y]), c.front, 1))
  )
}
