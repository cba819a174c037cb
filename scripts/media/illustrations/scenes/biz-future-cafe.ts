import { barista } from '../kit/cast.ts'
import { figure } from '../kit/figures.ts'
import { box, circle } from '../kit/geometry.ts'
import { amber, type Light, litAmber } from '../kit/light.ts'
import { flat, glow, line, sheet } from '../kit/paper.ts'
import { awning, door } from '../kit/street.ts'
import { cup } from '../kit/things.ts'
import { cakeStand, croissant, flowerBox, pendant, shopWindow, street, terrace } from './biz-future-street.ts'

const pavement = 1040

/** The café in the high street: 550 wide from x = 530, on a pavement at y = 1040. */
export function cafe(light: Light): string {
  const c = street(light)
  const server = figure({ ...barista, x: 700, y: 1060, height: 210, light: { isDusk: false, of: light.of } })
  const counter = flat(box(590, 952, 320, 40), light.of('#8a5a36', '#9a6434'))
  const goods =
    pendant(650, 780, 62, light) +
    pendant(750, 780, 48, light) +
    pendant(850, 780, 62, light) +
    server +
    counter +
    cakeStand(640, 954, light) +
    croissant(785, 940, 52, light) +
    croissant(838, 940, 52, light) +
    cup(885, 953, light, '#fdf3e0', { scale: 0.36 })
  return [
    terrace({
      x: 530,
      y: pavement,
      width: 550,
      height: 770,
      wall: c.teal,
      columns: 3,
      storeys: 2,
      lit: [0, 2, 4],
      light,
    }),
    flowerBox(562, 610, 130, light),
    flowerBox(742, 610, 130, light),
    flowerBox(922, 610, 130, light),
    sheet(box(544, pavement - 330, 522, 330), light.of('#245754', '#18394a'), 2),
    shopWindow(584, 770, 326, 212, light, goods),
    door(950, pavement, 92, 262, c.coral, light),
    sheet(box(530, 672, 550, 60), c.front, 3),
    sign(light),
    awning(520, 724, 570, 96, [litAmber(light), c.trim], 11),
    hangingSign(light),
  ].join('')
}

/** A fascia without letters: a cup between two strips. */
function sign(light: Light): string {
  const c = street(light)
  return flat(box(640, 699, 90, 7, 3) + box(880, 699, 90, 7, 3), c.trim) + cup(805, 722, light, amber, { scale: 0.34 })
}

function hangingSign(light: Light): string {
  const c = street(light)
  return (
    line('M1080 640H1150M1140 640V660', c.front, 6) +
    sheet(circle(1140, 700, 42), litAmber(light), 3) +
    croissant(1140, 706, 54, light) +
    (light.isDusk ? glow(1140, 700, 110, '#ffd27a', 0.5) : '')
  )
}
