import { owner } from '../kit/cast.ts'
import { figure } from '../kit/figures.ts'
import { box, points } from '../kit/geometry.ts'
import { day, type Light, litAmber } from '../kit/light.ts'
import { flat, glow, move, type Picture, picture, sheet } from '../kit/paper.ts'
import { bush, grass, roundTree } from '../kit/plants.ts'
import { cloud, rings, sky, stars, sun } from '../kit/sky.ts'
import { bunting, skyline } from '../kit/street.ts'
import { bicycle, heart, phone } from '../kit/things.ts'
import { cafe } from './biz-future-cafe.ts'
import { cakePost, shopPost } from './biz-future-posts.ts'
import { pavementBoard, shopFront, street, terrace } from './biz-future-street.ts'

const [width, height] = [1200, 675]

/** The café and a post about it, side by side. */
export function bizFuturePackage(light: Light): Picture {
  const c = street(light)
  return picture(
    width,
    height,
    light,
    [
      sky({ width, height: 560, top: c.skyTop, bottom: c.horizon }),
      stars(71, width, 260, 60, light),
      sun({ x: 880, y: 210, radius: 62, step: 52, rings: rings(c.ringOuter, c.ringInner, 4), light }),
      cloud(60, 150, 220, c.cloud, 3),
      cloud(980, 110, 180, c.cloud, 5),
      skyline(31, -20, 572, 1240, 240, c.far, light),
      roundTree(1110, 560, 210, c.green),
      roundTree(70, 560, 190, c.green),
      row(light),
      sheet(box(-40, 566, width + 80, 140), c.pavement, 4),
      light.isDusk ? glow(430, 590, 260, '#ffc25a', 0.5) : '',
      sheet(box(-40, 630, width + 80, 80), c.road, 2, flat(box(-40, 630, width + 80, 8), c.kerb)),
      bunting(560, 360, 1220, 330, [c.coral, litAmber(light), c.trim, c.green], 24),
      phone(866, 400, shopPost(day), light, { scale: 2.1, turn: 6 }),
      phone(1060, 470, cakePost(day), light, { scale: 1.3, turn: 12 }),
      heart(750, 210, 46, c.coral, -12),
      heart(1010, 250, 32, c.coral, 14),
      heart(716, 286, 24, litAmber(light), 8),
      pavementBoard(520, 604, 80, light),
      figure({ ...owner, x: 590, y: 606, height: 140, hands: points('-18 -52, 24 -82'), light }),
      bicycle(250, 618, 110, light),
      bush(130, 600, 90, c.green),
      grass(5, -20, 200, 680, 50, c.front),
      grass(9, 1000, 1220, 680, 50, c.front),
    ].join(''),
  )
}

function row(light: Light): string {
  const c = street(light)
  const scale = 0.52
  return move(
    430 - 805 * scale,
    570 - 1040 * scale,
    [
      terrace({
        x: 205,
        y: 1040,
        width: 330,
        height: 800,
        wall: c.sand,
        columns: 2,
        storeys: 2,
        lit: [0, 3],
        gable: true,
        light,
      }),
      shopFront(205, 1040, 330, c.brick, [c.trim, c.brick], light, ''),
      terrace({ x: 1075, y: 1040, width: 330, height: 660, wall: c.rose, columns: 2, storeys: 2, lit: [2], light }),
      shopFront(1075, 1040, 330, c.plum, [c.trim, c.green], light, ''),
      cafe(light),
    ].join(''),
    { scale },
  )
}
