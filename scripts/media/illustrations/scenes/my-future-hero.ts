import { traveller } from '../kit/cast.ts'
import { figure, pet } from '../kit/figures.ts'
import { land, type Point, points, rows } from '../kit/geometry.ts'
import { type Light, litAmber } from '../kit/light.ts'
import { flat, glow, line, move, type Picture, picture, sheet, tone } from '../kit/paper.ts'
import { branch, fir, flower, grass, leafTree, roundTree } from '../kit/plants.ts'
import { balloon, birds, cloud, rings, sky, stars, sun } from '../kit/sky.ts'
import { campus, holes, house, windows } from '../kit/street.ts'
import { lantern } from '../kit/things.ts'
import { fork } from './my-future-fork.ts'
import { dawn, roadways } from './my-future-land.ts'

const [width, height] = [1600, 1200]

/** A young person at a fork, where three roads lead to a college, a summit and a working town. */
export function myFutureHero(light: Light): Picture {
  return picture(width, height, light, myFutureHeroLayers(light).join(''))
}

/** From the sky to the viewer's feet, with or without the young person and the dog. */
export function myFutureHeroLayers(light: Light, { isEmpty = false } = {}): string[] {
  const people = isEmpty ? '' : wanderers(light)
  const hills = [heavens(light), mountains(light), farHills(light), nearHills(light), fork(light)]
  return [...hills, people + foreground(light)]
}

function heavens(light: Light): string {
  const c = dawn(light)
  return [
    sky({ width, height: 600, top: c.skyTop, bottom: c.horizon }),
    stars(4, width, 560, 90, light),
    sun({ x: 860, y: 430, radius: 92, step: 76, rings: rings(c.sky, c.ringInner, 4), light }),
    cloud(60, 330, 320, c.cloud, 3),
    cloud(1180, 210, 380, c.cloud, 5),
    cloud(1040, 400, 220, c.cloud, 8),
    balloon(440, 225, 84, ['#ffb300', '#fdf3e0'], light),
    balloon(1300, 330, 44, ['#d9705c', '#fdf3e0'], light),
    birds(610, 260, 20, light.of('#5d5470', '#c3cbe6')),
  ].join('')
}

function mountains(light: Light): string {
  const c = dawn(light)
  const far: Point[] = points(
    '-40 560, 120 500, 230 545, 400 420, 520 510, 640 470, 760 560, 900 520, 1050 545, 1200 430, 1330 520, 1450 440, 1640 540',
  )
  const near: Point[] = points(
    '-40 640, 140 585, 330 620, 520 540, 690 610, 870 505, 1010 590, 1180 560, 1380 620, 1500 560, 1640 600',
  )
  const snow = flat('M1150 466L1200 430L1252 470L1226 478L1204 462L1180 482z', light.of('#fff3e2', '#a9b2d4'), 0.9)
  const flagHill =
    line('M870 508V452', light.of('#5a4636'), 4) + flat('M872 452L916 466L872 482z', light.of('#d9543f', '#e0705c'))
  return (
    sheet(land(far, 900), tone(light.of('#e5b39c', '#585680'), c.peaks), 3, snow) +
    flagHill +
    sheet(land(near, 900), tone(light.of('#c78f8b', '#46496f'), c.peaksNear), 3)
  )
}

function farHills(light: Light): string {
  const c = dawn(light)
  const crest: Point[] = points('-40 660, 160 610, 380 650, 620 690, 880 640, 1120 690, 1340 640, 1640 680')
  const road = roadways(
    [{ points: points('905 800, 870 720, 930 680, 880 642, 868 600'), widths: [40, 26, 18, 11, 6] }],
    light,
  )
  const trees = rows('560 688 60, 600 692 78, 690 684 56, 1050 682 64, 1090 690 84, 1136 692 60')
  return [
    fir(430, 668, 66, c.farHill),
    fir(470, 676, 88, c.farHill),
    ...trees.map(([x = 0, y = 0, tall = 0]) => fir(x, y, tall, c.farHill)),
    sheet(land(crest, 1000), tone(light.of('#a58d90', '#3b4c6c'), c.farHill), 4, road),
  ].join('')
}

function nearHills(light: Light): string {
  const c = dawn(light)
  const left: Point[] = points('-60 700, 120 668, 300 652, 470 662, 600 730, 720 815, 840 870, 1000 900')
  const right: Point[] = points('600 900, 800 850, 930 775, 1060 712, 1200 690, 1340 694, 1480 706, 1660 684')
  const leftRoad = roadways(
    [{ points: points('420 960, 452 860, 446 800, 388 760, 428 712, 396 656'), widths: [56, 42, 34, 26, 18, 14] }],
    light,
  )
  const rightRoad = roadways(
    [
      {
        points: points('1210 960, 1184 860, 1216 800, 1282 760, 1236 718, 1256 692'),
        widths: [56, 42, 34, 26, 18, 14],
      },
    ],
    light,
  )
  return [
    town(light),
    sheet(land(right, 1100), tone(light.of('#78a08e', '#34586a'), c.midHill), 4, rightRoad + fields(c.moss)),
    campus(392, 664, 240, light.of('#f0d3ae'), light, 'tower'),
    roundTree(120, 680, 120, c.moss),
    leafTree(548, 704, 130, c.leaf),
    sheet(land(left, 1100), tone(light.of('#6d9a8a', '#2f5566'), c.midHill), 4, leftRoad),
    roundTree(318, 740, 90, c.moss),
    roundTree(640, 786, 100, c.moss),
    leafTree(236, 690, 130, c.rose),
    leafTree(1090, 735, 120, c.moss),
    fir(1016, 776, 110, c.hill),
    fir(978, 790, 84, c.hill),
  ].join('')
}

const fields = (colour: string) =>
  line(
    'M1400 740C1450 760 1540 760 1660 740M1400 764C1470 790 1560 788 1660 770M1410 792C1480 818 1580 816 1660 800',
    colour,
    7,
  )

function town(light: Light): string {
  const c = dawn(light)
  const wall = (colour: string) => light.of(colour)
  const works = [
    sheet(
      'M1420 690V560H1440L1448 470H1470L1478 560H1560V690z',
      wall('#b0604c'),
      2,
      holes({ x: 1484, y: 575, width: 70, height: 90, columns: 4, rows: 3, seed: 9, light }),
    ),
    house(1230, 700, 96, 128, wall('#f0d3ae'), wall('#a3513f')),
    windows({ x: 1238, y: 634, width: 80, height: 60, columns: 3, rows: 2, seed: 3, share: 0.8, light }),
    house(1322, 694, 84, 150, wall('#e7b98d'), wall('#4d5a72')),
    windows({ x: 1328, y: 610, width: 72, height: 80, columns: 2, rows: 3, seed: 8, share: 0.8, light }),
  ]
  const smoke = cloud(1462, 462, 110, c.cloud, 12)
  return move(-112, 4, smoke + works.join('') + roundTree(1216, 704, 80, c.moss))
}

function wanderers(light: Light): string {
  const youngPerson = figure({ ...traveller, x: 800, y: 1150, height: 250, hands: points('-16 -46, 19 -50'), light })
  return [
    glow(870, 1090, 150, light.isDusk ? '#ffd27a' : '#ffe9b0', light.isDusk ? 0.5 : 0),
    youngPerson,
    pet(705, 1165, 92, light.of('#f0d3ae'), 'dog'),
    light.isDusk ? lantern(878, 1158, 74, light) : '',
  ].join('')
}

function foreground(light: Light): string {
  const c = dawn(light)
  const left: Point[] = points('-60 1010, 120 1030, 330 1090, 520 1170, 640 1240')
  const right: Point[] = points('1010 1240, 1160 1160, 1340 1100, 1500 1040, 1660 1010')
  return [
    sheet(land(left, 1260), c.front, 5),
    sheet(land(right, 1260), c.front, 5),
    grass(3, 0, 420, 1110, 90, c.front),
    grass(6, 1210, 1600, 1130, 100, c.front),
    branch(points('-30 1210, 70 1080, 130 950, 150 830'), 120, c.front),
    branch(points('1630 1190, 1540 1080, 1490 960, 1500 850'), 120, c.front),
    flower(300, 1112, 26, litAmber(light), light.of('#fdf3e0')),
    flower(362, 1142, 20, c.rose, light.of('#fdf3e0')),
    flower(1290, 1140, 24, light.of('#fdf3e0'), litAmber(light)),
    flower(1228, 1172, 18, c.rose, litAmber(light)),
  ].join('')
}
