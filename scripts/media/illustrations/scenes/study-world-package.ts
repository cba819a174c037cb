import { land, points } from '../kit/geometry.ts'
import type { Light } from '../kit/light.ts'
import { type Picture, picture, sheet, tone } from '../kit/paper.ts'
import { cloud, rings, sky, stars, sun } from '../kit/sky.ts'
import { campus, lamp, skyline } from '../kit/street.ts'
import { boat, dart, suitcase } from '../kit/things.ts'
import { globe, lighthouse, route, train, viaduct } from '../kit/travel.ts'
import { sea, wave } from './study-world-sea.ts'

const [width, height] = [1200, 675]

/** A suitcase in front of the world, with the train already on the bridge. */
export function studyWorldPackage(light: Light): Picture {
  const c = sea(light)
  const [first = '', second = '', third = '', fourth = '', fifth = ''] = c.waves
  return picture(
    width,
    height,
    light,
    [
      sky({ width, height: 420, top: c.skyTop, bottom: c.horizon }),
      stars(61, width, 280, 60, light),
      ...rings(c.ringOuter, c.ringInner, 3).map((colour, index) =>
        sheet(
          `M${620 - 320 + index * 46} 260a${320 - index * 46} ${320 - index * 46} 0 1 1 ${640 - index * 92} 0a${320 - index * 46} ${320 - index * 46} 0 1 1 ${-640 + index * 92} 0z`,
          colour,
          3,
        ),
      ),
      sun({
        x: 330,
        y: 130,
        radius: 46,
        step: 24,
        rings: rings(c.ringInner, light.of('#ffe6a8', '#a98d8a'), 2),
        light,
      }),
      globe(620, 260, 184, { water: c.globe, land: c.land, deep: c.landDeep }),
      cloud(850, 160, 220, c.cloud, 4),
      cloud(90, 250, 200, c.cloud, 7),
      route(points('250 330, 420 220, 640 130, 860 90'), light.of('#fffaf0', '#fff1cf'), 6),
      dart(930, 76, light, { scale: 1.05, turn: -12 }),
      skyline(5, 30, 388, 230, 160, c.city, light),
      wave(378, 74, 0, tone(light.of('#b5dcd6', '#436a94'), first), width, height, 2),
      sheet(land(points('900 420, 1000 372, 1120 360, 1240 372'), 520), c.island, 3),
      campus(1110, 372, 150, light.of('#f3dcb6'), light, 'dome'),
      lighthouse(968, 400, 110, light),
      wave(418, 84, 30, tone(first, second), width, height, 3),
      viaduct(-30, 478, 1260, 96, c.stone),
      train(430, 472, 112, 4, light),
      wave(548, 96, 20, tone(third, fourth), width, height, 4),
      boat(880, 574, light, '#e2725b', { scale: 0.74 }),
      wave(588, 110, 0, tone(fourth, fifth), width, height, 4),
      sheet(land(points('-40 610, 240 596, 520 604, 680 690'), 720), c.front, 5),
      lamp(150, 626, 270, light),
      suitcase(340, 640, light, '#e2725b', { scale: 2.1 }),
      suitcase(500, 650, light, '#ffb300', { scale: 1.1 }),
    ].join(''),
  )
}
