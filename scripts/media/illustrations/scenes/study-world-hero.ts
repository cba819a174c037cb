import { student } from '../kit/cast.ts'
import { figure } from '../kit/figures.ts'
import { blob, box, circle, land, type Point, points, polygon } from '../kit/geometry.ts'
import { type Light, litAmber } from '../kit/light.ts'
import { flat, glow, line, type Picture, picture, raised, sheet, tone } from '../kit/paper.ts'
import { branch, bush, fir, leafTree, roundTree } from '../kit/plants.ts'
import { birds, cloud, rings, sky, stars, sun } from '../kit/sky.ts'
import { campus, lamp, skyline } from '../kit/street.ts'
import { boat, dart, pin, suitcase } from '../kit/things.ts'
import { globe, lighthouse, route, train, viaduct } from '../kit/travel.ts'
import { sea, wave } from './study-world-sea.ts'

const [width, height] = [1600, 1200]

/** A student on the quay, the world rising from the sea, and a train crossing it. */
export function studyWorldHero(light: Light): Picture {
  return picture(width, height, light, studyWorldHeroLayers(light).join(''))
}

/** From the sky to the viewer's feet. */
export const studyWorldHeroLayers = (light: Light): string[] => [
  heavens(light),
  islands(light),
  viaduct(-30, 850, 1660, 150, sea(light).stone),
  train(330, 842, 170, 5, light),
  nearSea(light),
  quay(light),
]

function heavens(light: Light): string {
  const c = sea(light)
  return [
    sky({ width, height: 720, top: c.skyTop, bottom: c.horizon }),
    stars(14, width, 480, 90, light),
    ...rings(c.ringOuter, c.ringInner, 3).map((colour, index) => sheet(circle(860, 480, 500 - index * 66), colour, 3)),
    sun({ x: 500, y: 250, radius: 66, step: 34, rings: rings(c.ringInner, light.of('#ffe6a8', '#a98d8a'), 2), light }),
    globe(860, 480, 300, { water: c.globe, land: c.land, deep: c.landDeep }),
    cloud(1130, 300, 330, c.cloud, 4),
    cloud(60, 380, 300, c.cloud, 7),
    cloud(620, 640, 200, c.cloud, 9),
    route(points('330 590, 560 420, 820 290, 1060 214, 1230 180'), light.of('#fffaf0', '#fff1cf'), 7),
    pin(560, 428, 70, light),
    pin(905, 262, 56, light, '#e2725b'),
    dart(1320, 160, light, { scale: 1.5, turn: -14 }),
    birds(1180, 480, 18, light.of('#44606e', '#c3cbe6')),
  ].join('')
}

function islands(light: Light): string {
  const c = sea(light)
  const [first = '', second = '', third = ''] = c.waves
  const left: Point[] = points('-40 690, 90 650, 260 640, 420 668, 540 730')
  const right: Point[] = points('1080 735, 1180 690, 1330 640, 1460 625, 1650 650')
  const peak = sheet(
    blob(points('1400 660, 1470 470, 1530 400, 1610 500, 1680 690')),
    tone(light.of('#b7c8b4', '#46618a'), light.of('#7fa39a', '#34507a')),
    3,
  )
  return [
    wave(664, 90, 0, tone(light.of('#b5dcd6', '#436a94'), first), width, height, 2),
    skyline(5, 20, 668, 430, 300, c.city, light),
    skyline(8, 90, 680, 300, 190, c.cityNear, light),
    sheet(land(left, 820), c.island, 3),
    roundTree(430, 690, 90, c.landDeep),
    bush(330, 690, 110, c.landDeep),
    peak,
    sheet(land(right, 820), c.island, 3),
    campus(1330, 652, 220, light.of('#f3dcb6'), light, 'dome'),
    fir(1480, 650, 110, c.landDeep),
    fir(1520, 652, 86, c.landDeep),
    leafTree(1200, 700, 90, light.of('#e39a2d', '#a8703a')),
    lighthouse(1146, 716, 150, light),
    wave(718, 110, 40, tone(first, second), width, height, 3),
    boat(610, 740, light, '#e2725b', { scale: 0.72 }),
    boat(1010, 752, light, '#ffb300', { scale: 0.5, flip: true }),
    wave(768, 130, 10, tone(second, third), width, height, 3),
  ].join('')
}

function nearSea(light: Light): string {
  const c = sea(light)
  const [, , third = '', fourth = '', fifth = ''] = c.waves
  return [
    wave(955, 130, 60, tone(third, fourth), width, height, 4),
    boat(330, 1000, light, '#fdf3e0', { scale: 1.05 }),
    wave(1022, 150, 10, tone(fourth, fifth), width, height, 4),
  ].join('')
}

function quay(light: Light): string {
  const c = sea(light)
  const departing = figure({ ...student, x: 905, y: 1150, height: 262, hands: points('-18 -46, 24 -37'), light })
  const planks = Array.from({ length: 12 }, (_, index) =>
    flat(
      polygon(
        [400 + index * 90, 1076],
        [404 + index * 90, 1076],
        [396 + (index - 4) * 26 + index * 90, 1220],
        [390 + (index - 4) * 26 + index * 90, 1220],
      ),
      light.of('#7a5a40', '#26344d'),
    ),
  ).join('')
  const pier = sheet(
    polygon([360, 1072], [1480, 1072], [1700, 1230], [160, 1230]),
    light.of('#b98b62', '#46557a'),
    5,
    planks,
  )
  const bollards = points('470 1110, 1390 1110')
    .map(([x = 0, y = 0]) =>
      raised(3, sheet(box(x - 18, y - 58, 36, 60, 8), c.front, 1) + sheet(box(x - 26, y - 66, 52, 16, 8), c.front, 1)),
    )
    .join('')
  return [
    pier,
    line('M470 1062C600 1130 700 1130 760 1100', light.of('#e8d3a8', '#7e89a8'), 7),
    bollards,
    lamp(1290, 1150, 330, light),
    glow(905, 1080, 260, '#ffd27a', light.isDusk ? 0.25 : 0),
    departing,
    suitcase(1010, 1152, light, '#e2725b', { scale: 0.98 }),
    gull(470, 1042, light),
    sheet(land(points('-60 1040, 90 1050, 240 1120, 380 1230'), 1260), c.front, 5),
    branch(points('-20 1220, 60 1090, 110 960, 100 840'), 120, c.front),
    branch(points('1640 1220, 1560 1110, 1520 1010, 1540 900'), 115, c.front),
  ].join('')
}

function gull(x: number, y: number, light: Light): string {
  const white = light.of('#fffaf0', '#c9d2ea')
  const body = sheet(
    `M${x - 34} ${y - 18}C${x - 20} ${y - 36} ${x + 8} ${y - 36} ${x + 16} ${y - 46}A12 12 0 0 1 ${x + 36} ${y - 40}C${x + 34} ${y - 10} ${x} ${y} ${x - 34} ${y - 18}z`,
    white,
    2,
  )
  const wing = sheet(
    `M${x - 40} ${y - 14}C${x - 20} ${y - 32} ${x + 4} ${y - 30} ${x + 14} ${y - 20}C${x} ${y - 8} ${x - 20} ${y - 8} ${x - 40} ${y - 14}z`,
    light.of('#9fb0b8', '#7f8db0'),
    1,
  )
  return (
    line(`M${x} ${y - 6}V${y + 6}M${x + 10} ${y - 8}V${y + 6}`, litAmber(light), 3) +
    body +
    wing +
    flat(polygon([x + 35, y - 44], [x + 48, y - 38], [x + 35, y - 35]), litAmber(light))
  )
}
