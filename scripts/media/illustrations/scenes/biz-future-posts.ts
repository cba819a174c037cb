import { box, circle, polygon } from '../kit/geometry.ts'
import { type Light, litAmber } from '../kit/light.ts'
import { flat, sheet, tone } from '../kit/paper.ts'
import { awning } from '../kit/street.ts'
import { cup, heart } from '../kit/things.ts'
import { cakeStand, croissant, street } from './biz-future-street.ts'

// The phones' screens; each fills the screen of `phone`.

export function shopPost(light: Light): string {
  const c = street(light)
  const window = flat(box(-34, -18, 42, 44), light.of('#ffe1a0', '#ffd27a')) + croissant(-13, 20, 34, light)
  return (
    flat(box(-44, -86, 88, 130), c.teal) +
    flat(box(-44, -86, 88, 32), c.front) +
    window +
    flat(box(16, -18, 22, 62), c.coral) +
    awning(-42, -54, 84, 36, [litAmber(light), c.trim], 7) +
    caption(light)
  )
}

export function coffeePost(light: Light): string {
  const c = street(light)
  return (
    flat(box(-44, -86, 88, 130), c.coral) +
    flat(circle(0, -20, 38), light.of('#f6c9a8', '#c98a86')) +
    cup(2, 6, light, '#fdf3e0', { scale: 0.56 }) +
    caption(light)
  )
}

export function cakePost(light: Light): string {
  return (
    flat(box(-44, -86, 88, 130), litAmber(light)) +
    flat(circle(0, -14, 40), light.of('#ffe3a6', '#f3c98a')) +
    cakeStand(0, 30, light) +
    caption(light)
  )
}

/** A short film that has been played for a third of its length. */
export function reelPost(light: Light): string {
  const c = street(light)
  const progress = flat(box(-34, 72, 68, 5, 2.5), c.paper, 0.5) + flat(box(-34, 72, 40, 5, 2.5), c.paper)
  const play = sheet(circle(0, -34, 22), c.paper, 1) + flat(polygon([-7, -46], [14, -34], [-7, -22]), c.front)
  return (
    flat(box(-44, -86, 88, 172), tone(c.coral, c.plum)) +
    cup(0, 40, light, '#fdf3e0', { scale: 0.62 }) +
    play +
    progress
  )
}

function caption(light: Light): string {
  const c = street(light)
  return (
    flat(box(-44, 44, 88, 46), c.paper) +
    heart(-27, 62, 17, c.coral) +
    flat(box(-10, 55, 42, 6, 3) + box(-10, 68, 28, 6, 3), c.front, 0.4)
  )
}
