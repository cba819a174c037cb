import { owner, student, traveller } from '../kit/cast.ts'
import { figure, pet } from '../kit/figures.ts'
import { box, land, type Point, points } from '../kit/geometry.ts'
import { day, type Light, litAmber } from '../kit/light.ts'
import { flat, glow, move, type Picture, picture, sheet, tone } from '../kit/paper.ts'
import { branch, bush, fir, flower, grass, leafTree, roundTree } from '../kit/plants.ts'
import { balloon, birds, cloud, rings, sky, stars, sun } from '../kit/sky.ts'
import { campus, lamp, skyline } from '../kit/street.ts'
import { boat, dart, heart, lantern, phone, signpost, suitcase } from '../kit/things.ts'
import { lighthouse, route, train, viaduct } from '../kit/travel.ts'
import { cafe } from './biz-future-cafe.ts'
import { coffeePost } from './biz-future-posts.ts'
import { shopFront, street, terrace } from './biz-future-street.ts'
import { dawn, roadways } from './my-future-land.ts'
import { sea, wave } from './study-world-sea.ts'

const [width, height] = [1600, 900]

/** The three services' scenes on one morning: hills on the left, the sea in the middle, a high street on the right. */
export function home(light: Light): Picture {
  return picture(
    width,
    height,
    light,
    [heavens(light), coast(light), hills(light), highStreet(light), ground(light)].join(''),
  )
}

function heavens(light: Light): string {
  const c = dawn(light)
  return [
    sky({ width, height: 500, top: c.skyTop, bottom: c.horizon }),
    stars(44, width, 420, 90, light),
    sun({ x: 770, y: 330, radius: 84, step: 70, rings: rings(c.sky, c.ringInner, 4), light }),
    cloud(60, 180, 280, c.cloud, 3),
    cloud(960, 130, 250, c.cloud, 5),
    balloon(420, 150, 66, ['#ffb300', '#fdf3e0'], light),
    birds(590, 130, 17, light.of('#5d5470', '#c3cbe6')),
    route(points('520 330, 640 250, 780 190, 900 164'), light.of('#fffaf0', '#fff1cf'), 6),
    dart(960, 150, light, { scale: 1.05, turn: -10 }),
  ].join('')
}

function coast(light: Light): string {
  const c = sea(light)
  const [first = '', second = '', third = '', fourth = ''] = c.waves
  return [
    skyline(5, 760, 506, 330, 210, c.city, light),
    wave(500, 80, 0, tone(light.of('#b5dcd6', '#436a94'), first), width, height, 2),
    sheet(land(points('660 540, 780 498, 960 490, 1120 520, 1240 560'), 700), c.island, 3),
    lighthouse(742, 528, 120, light),
    roundTree(860, 506, 64, c.landDeep),
    fir(905, 508, 66, c.landDeep),
    wave(548, 96, 30, tone(first, second), width, height, 3),
    boat(640, 572, light, '#e2725b', { scale: 0.62 }),
    viaduct(300, 606, 900, 84, c.stone),
    train(520, 600, 96, 5, light),
    wave(668, 110, 10, tone(second, third), width, height, 3),
    boat(880, 690, light, '#ffb300', { scale: 0.8, flip: true }),
    wave(708, 120, 50, tone(third, fourth), width, height, 3),
  ].join('')
}

function hills(light: Light): string {
  const c = dawn(light)
  const far: Point[] = points('-40 440, 90 350, 190 420, 310 340, 430 440, 560 530, 660 650, 730 770')
  const middle: Point[] = points('-40 520, 120 470, 300 486, 440 540, 580 640, 680 790')
  const snow = flat(
    'M62 371L90 350L122 376L102 372L88 382zM282 362L310 340L338 364L318 360L306 370z',
    light.of('#fff3e2', '#a9b2d4'),
    0.9,
  )
  return [
    sheet(land(far, 760), tone(light.of('#e5b39c', '#585680'), c.peaksNear), 3, snow),
    fir(400, 520, 70, c.farHill),
    fir(436, 540, 84, c.farHill),
    campus(190, 486, 210, light.of('#f0d3ae'), light, 'tower'),
    leafTree(80, 496, 100, c.leaf),
    roundTree(318, 500, 92, c.moss),
    sheet(
      land(middle, 860),
      tone(light.of('#78a08e', '#34586a'), c.midHill),
      4,
      roadways(
        [{ points: points('420 760, 360 680, 250 620, 240 560, 206 484'), widths: [60, 46, 32, 22, 13] }],
        light,
      ),
    ),
    leafTree(60, 610, 130, c.rose),
    roundTree(440, 620, 110, c.hill),
    fir(130, 620, 110, c.hill),
  ].join('')
}

function highStreet(light: Light): string {
  const c = street(light)
  const scale = 0.56
  const row = [
    terrace({
      x: 1075,
      y: 1040,
      width: 330,
      height: 660,
      wall: c.brick,
      columns: 2,
      storeys: 2,
      lit: [1, 2],
      gable: true,
      light,
    }),
    shopFront(1075, 1040, 330, c.plum, [c.trim, c.green], light, ''),
    cafe(light),
    terrace({ x: 1400, y: 1040, width: 330, height: 730, wall: c.sand, columns: 3, storeys: 2, lit: [0, 4], light }),
    shopFront(1400, 1040, 330, c.sage, [c.coral, c.trim], light, ''),
  ].join('')
  return move(1062 - 530 * scale, 726 - 1040 * scale, row, { scale })
}

function ground(light: Light): string {
  const [c, s] = [dawn(light), street(light)]
  const crest: Point[] = points('-40 690, 160 668, 380 700, 620 742, 860 748, 1040 724, 1300 720, 1660 720')
  const road = roadways(
    [
      { points: points('384 800, 392 735, 366 680, 350 640'), widths: [70, 58, 50, 46] },
      {
        points: points('-60 842, 200 818, 520 806, 820 812, 1080 790, 1280 752, 1420 716'),
        widths: [80, 80, 78, 76, 72, 62, 50],
      },
    ],
    light,
  )
  return [
    sheet(land(crest, 960), tone(light.of('#45796e', '#234a58'), c.forkHill), 4, road),
    sheet(box(1040, 720, 620, 26), s.pavement, 3),
    leafTree(560, 752, 120, c.leaf),
    bush(660, 760, 110, c.moss),
    lamp(980, 800, 230, light),
    signpost(500, 792, 150, light),
    people(light),
    phone(1500, 640, coffeePost(day), light, { scale: 0.95, turn: 8 }),
    heart(1540, 520, 30, s.coral, 10),
    heart(1504, 500, 18, litAmber(light), -8),
    light.isDusk ? lantern(640, 836, 62, light) : '',
    glow(1220, 720, 240, '#ffc25a', light.isDusk ? 0.35 : 0),
    sheet(land(points('-40 850, 200 862, 420 930'), 960), c.front, 5),
    sheet(land(points('1060 940, 1280 868, 1660 846'), 960), c.front, 5),
    grass(3, 0, 300, 872, 40, c.front),
    grass(6, 1260, 1600, 874, 44, c.front),
    branch(points('-20 900, 40 800, 70 710, 60 630'), 84, c.front),
    flower(236, 876, 18, litAmber(light), light.of('#fdf3e0')),
    flower(1300, 880, 18, c.rose, litAmber(light)),
  ].join('')
}

/** The people whom the three services are for, on one road. */
function people(light: Light): string {
  return [
    figure({ ...traveller, x: 330, y: 832, height: 168, walking: true, light }),
    pet(238, 826, 66, light.of('#f0d3ae'), 'dog'),
    figure({ ...student, x: 740, y: 838, height: 172, hands: points('-18 -46, 23 -38'), light }),
    suitcase(808, 840, light, '#4f86a0', { scale: 0.62 }),
    figure({ ...owner, x: 1258, y: 786, height: 152, hands: points('-18 -52, 24 -82'), flip: true, light }),
  ].join('')
}
