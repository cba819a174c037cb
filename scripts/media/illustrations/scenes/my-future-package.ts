import { land, type Point, points } from '../kit/geometry.ts'
import { type Light, litAmber } from '../kit/light.ts'
import { type Picture, picture, sheet, tone } from '../kit/paper.ts'
import { fir, flower, grass, leafTree, roundTree } from '../kit/plants.ts'
import { balloon, birds, cloud, rings, sky, stars, sun } from '../kit/sky.ts'
import { campus } from '../kit/street.ts'
import { cup, lantern, rucksack, signpost } from '../kit/things.ts'
import { dawn, roadways } from './my-future-land.ts'

const [width, height] = [1200, 675]

/** A rucksack packed for the road, under a signpost. */
export function myFuturePackage(light: Light): Picture {
  const c = dawn(light)
  const far: Point[] = points('-40 340, 150 250, 300 320, 470 240, 640 330, 840 270, 1010 330, 1240 240')
  const middle: Point[] = points('-40 410, 200 370, 460 420, 700 380, 960 430, 1240 380')
  return picture(
    width,
    height,
    light,
    [
      sky({ width, height: 350, top: c.skyTop, bottom: c.horizon }),
      stars(51, width, 300, 60, light),
      sun({ x: 790, y: 250, radius: 70, step: 58, rings: rings(c.sky, c.ringInner, 4), light }),
      cloud(110, 150, 220, c.cloud, 3),
      cloud(960, 130, 200, c.cloud, 6),
      balloon(560, 110, 48, ['#ffb300', '#fdf3e0'], light),
      birds(330, 110, 14, light.of('#5d5470', '#c3cbe6')),
      sheet(land(far, 700), tone(light.of('#e5b39c', '#585680'), c.peaksNear), 3),
      campus(240, 384, 130, light.of('#f0d3ae'), light, 'tower'),
      fir(1040, 424, 90, c.farHill),
      fir(1084, 420, 70, c.farHill),
      sheet(
        land(middle, 720),
        tone(light.of('#78a08e', '#34586a'), c.midHill),
        4,
        roadways(
          [
            { points: points('520 560, 440 480, 300 430, 246 384'), widths: [40, 30, 20, 12] },
            { points: points('640 560, 700 470, 690 420, 740 384'), widths: [40, 30, 20, 12] },
            { points: points('760 560, 860 490, 1000 450, 1000 424'), widths: [40, 30, 20, 12] },
          ],
          light,
        ),
      ),
      leafTree(110, 450, 130, c.leaf),
      roundTree(930, 470, 110, c.moss),
      sheet(
        land(points('-40 520, 220 500, 600 486, 980 506, 1240 530'), 720),
        tone(light.of('#45796e', '#234a58'), c.forkHill),
        5,
        roadways(
          [
            { points: points('640 600, 530 540, 470 470'), widths: [80, 54, 40] },
            { points: points('640 760, 640 600, 668 540, 664 470'), widths: [180, 96, 60, 40] },
            { points: points('640 600, 770 540, 820 480'), widths: [80, 54, 40] },
          ],
          light,
        ),
      ),
      signpost(800, 610, 330, light),
      rucksack(430, 622, 250, light),
      lantern(262, 626, 110, light),
      cup(562, 640, light, '#e2725b', { scale: 0.72 }),
      flower(930, 600, 22, c.rose, litAmber(light)),
      flower(968, 622, 16, light.of('#fdf3e0'), litAmber(light)),
      sheet(land(points('-40 640, 200 636, 420 690'), 720), c.front, 5),
      sheet(land(points('820 690, 1000 640, 1240 630'), 720), c.front, 5),
      grass(2, 0, 300, 650, 64, c.front),
      grass(7, 960, 1200, 648, 64, c.front),
    ].join(''),
  )
}
