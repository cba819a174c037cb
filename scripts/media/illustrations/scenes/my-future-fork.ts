import { figure } from '../kit/figures.ts'
import { ellipse, land, type Point, points, rows } from '../kit/geometry.ts'
import { type Light, litAmber } from '../kit/light.ts'
import { line, sheet, tone } from '../kit/paper.ts'
import { bush, fir, flower, grass, leafTree, roundTree } from '../kit/plants.ts'
import { lamp } from '../kit/street.ts'
import { signpost } from '../kit/things.ts'
import { dawn, type Road, roadways } from './my-future-land.ts'

/** The hill where the road forks, with the traveller in front of it. */
export function fork(light: Light): string {
  const c = dawn(light)
  const crest: Point[] = points('-60 860, 180 832, 420 800, 640 792, 830 780, 1020 790, 1230 806, 1450 842, 1660 870')
  const stem: Point[] = points('760 1260, 800 1120, 815 1010')
  const roads: Road[] = [
    { points: points('815 1030, 700 955, 540 905, 455 850, 430 790'), widths: [92, 74, 54, 42, 34] },
    { points: points('815 1030, 970 955, 1120 905, 1190 850, 1205 790'), widths: [92, 74, 54, 42, 34] },
    { points: [...stem, [870, 930], [850, 850], [905, 770]], widths: [250, 170, 110, 66, 44, 34] },
  ]
  return [
    roundTree(640, 806, 140, c.hill),
    leafTree(1010, 800, 150, c.leaf),
    fir(1400, 842, 170, c.hill),
    fir(1450, 850, 130, c.hill),
    sheet(land(crest, 1300), tone(light.of('#45796e', '#234a58'), c.forkHill), 5, roadways(roads, light)),
    leafTree(250, 905, 230, c.moss),
    leafTree(160, 925, 170, c.leaf),
    bush(330, 930, 150, c.hill),
    passers(light),
    roundTree(1370, 930, 220, c.moss),
    bush(1470, 960, 190, c.hill),
    meadow(light),
    lamp(400, 850, 96, light),
    lamp(1245, 858, 96, light),
    lamp(620, 1010, 230, light),
    fence(light),
    signpost(985, 1060, 210, light),
  ].join('')
}

/** People who have already chosen their road. */
function passers(light: Light): string {
  const shared = { trousers: '#2e4057', light, walking: true }
  return [
    figure({
      ...shared,
      x: 545,
      y: 912,
      height: 84,
      coat: '#fdf3e0',
      hair: '#20242e',
      skin: '#8d5a3c',
      hairstyle: 'curly',
      carries: 'backpack',
      bag: '#d9705c',
    }),
    figure({
      ...shared,
      x: 1128,
      y: 912,
      height: 84,
      coat: '#ffb300',
      hair: '#6b3f2a',
      skin: '#e3b08c',
      hairstyle: 'long',
    }),
    figure({ ...shared, x: 868, y: 850, height: 58, coat: '#4f86a0', hair: '#3b2a2a', skin: '#c98f68' }),
  ].join('')
}

/** Stones, tufts and sheep, so that no hill looks empty. */
function meadow(light: Light): string {
  const c = dawn(light)
  const tufts = points('480 1000, 560 1060, 720 890, 980 880, 1120 1010, 1250 960, 420 880, 1010 1000')
  const stones = rows('640 1060 20, 670 1066 12, 1090 1100 22, 930 870 12, 520 960 14')
  const blooms = points('455 1050, 500 1080, 1180 985, 1220 1000, 735 850, 990 905')
  return [
    sheet(
      land(points('-60 960, 140 950, 330 975, 480 1040, 600 1140, 640 1260'), 1300),
      tone(light.of('#3b6d64', '#1f4351'), c.forkHill),
      3,
    ),
    sheet(
      land(points('980 1260, 1040 1140, 1180 1050, 1360 1000, 1660 960'), 1300),
      tone(light.of('#3b6d64', '#1f4351'), c.forkHill),
      3,
    ),
    ...tufts.map(([x = 0, y = 0], index) => grass(index + 20, x, x + 34, y, 26, c.moss)),
    ...stones.map(([x = 0, y = 0, r = 0]) => sheet(ellipse(x, y, r, r * 0.6), light.of('#b9b3a6'), 1)),
    ...blooms.map(([x = 0, y = 0], index) =>
      flower(x, y, 10, index % 2 ? c.rose : litAmber(light), light.of('#fdf3e0')),
    ),
    sheep(735, 862, light),
    sheep(676, 838, light),
  ].join('')
}

function sheep(x: number, y: number, light: Light): string {
  const wool = light.of('#fdf3e0', '#c3cbe2')
  const legs = line(`M${x - 9} ${y}v10M${x + 9} ${y}v10`, light.of('#3b2f35'), 3)
  return legs + sheet(ellipse(x, y - 8, 22, 14), wool, 1) + sheet(ellipse(x + 21, y - 14, 7, 8), light.of('#3b2f35'), 1)
}

function fence(light: Light): string {
  const wood = light.of('#c99a66')
  const posts = [1090, 1150, 1210, 1270, 1330].map((x, index) => `M${x} ${1030 + index * 8}v-52`).join('')
  return line(`${posts}M1080 992L1345 1024M1080 1012L1345 1046`, wood, 7)
}
