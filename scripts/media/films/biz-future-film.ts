import { owner } from '../illustrations/kit/cast.ts'
import { figure, pet } from '../illustrations/kit/figures.ts'
import { box, circle } from '../illustrations/kit/geometry.ts'
import { day, dusk, day as light, litAmber } from '../illustrations/kit/light.ts'
import { flat, line, move, sheet } from '../illustrations/kit/paper.ts'
import { bush } from '../illustrations/kit/plants.ts'
import { bunting } from '../illustrations/kit/street.ts'
import { cup, heart, lantern, pencil, phone, writing } from '../illustrations/kit/things.ts'
import { bizFutureHeroLayers } from '../illustrations/scenes/biz-future-hero.ts'
import { cakePost, coffeePost, reelPost, shopPost } from '../illustrations/scenes/biz-future-posts.ts'
import { boardParts, streetColours } from '../illustrations/scenes/biz-future-spots.ts'
import { cakeStand, street } from '../illustrations/scenes/biz-future-street.ts'
import { laptop, tallyRow, tallyTick } from '../illustrations/scenes/biz-future-tally.ts'
import { comeFrom, cut, fade, grow, type Layer, type Motion, pop, reveal, rock } from './film.ts'
import { before, behind, descend, onStage, toFrame } from './stage-layers.ts'

const c = street(light)
const colours = streetColours(light)
/** The place of the posts above the street among the layers of the hero. */
const POSTS = 3

export const bizFutureScenes = (): Layer[][] => [
  opening(),
  [...behind(colours, 2), ...plan(), ...before(colours)],
  [...behind(colours, 9), ...posts(), ...before(colours)],
  [...behind(colours, 17), ...tally(), ...before(colours)],
  [...behind(colours, 11), ...report(), ...before(colours)],
  evening(),
]

/** The street by day, and over it the same street before dawn, which fades. Nobody's posts are out yet. */
function opening(): Layer[] {
  const withoutPosts = (layers: string[]) => layers.filter((_, index) => index !== POSTS)
  const morning = descend(withoutPosts(bizFutureHeroLayers(day)), day, 5.4)
  const night = descend(withoutPosts(bizFutureHeroLayers(dusk)), dusk, 5.4)
  for (const layer of night) layer.motions.push(fade(1, 0, 0.7, 2))
  const slats = Array.from({ length: 11 }, (_, index) => flat(box(570, 776 + index * 20, 354, 3), '#1d2935')).join('')
  const shutter = move(0, 0, sheet(box(570, 770, 354, 222, 4), '#4b5d70', 2, slats), { scale: 0.8 })
  const path = morning[2]?.motions ?? []
  const rollUp: Motion = {
    property: 'clipPath',
    values: ['inset(0 0 0 0)', 'inset(0 0 96% 0)'],
    start: 2.5,
    seconds: 1.3,
  }
  const both = morning.map((layer, index) => [layer, night[index] ?? layer])
  const [ground = []] = both.slice(-1)
  const closed = cut(shutter, [...path, rollUp])
  return [...both.slice(0, -1).flat(), closed, ...ground]
}

/** What is pinned to the board, one after the other. */
function plan(): Layer[] {
  const place = (part: string) => onStage(move(600, 470, move(-600, -470, part), { scale: 0.88 }))
  const [legs = '', frame = '', cork = '', threads = '', ...pinned] = boardParts(light)
  const target = pinned.slice(0, pinned.length - 5).join('')
  const cards = pinned.slice(-5)
  return [
    cut(place(legs + frame + cork), [comeFrom(0, 520, 0, 0.9)]),
    cut(place(target), [pop(1, 0.7)]),
    ...cards.map((card, index) =>
      cut(place(card), [comeFrom(0, -460, 1.6 + index * 0.5, 0.6), rock(0.8, 2.2 + index * 0.5, 0.7, 2)]),
    ),
    cut(place(threads), [reveal('right', 3.9, 1.3)]),
    cut(onStage(cup(300, 758, light, '#ffb300', { scale: 1.15 })), [comeFrom(-240, 0, 0.4)]),
    cut(onStage(cakeStand(900, 770, light)), [comeFrom(240, 0, 0.6)]),
    cut(onStage(pencil(590, 796, 300, light, -5)), [comeFrom(0, 200, 0.8)]),
  ]
}

/** Three phones, and posts that slide over their screens. */
function posts(): Layer[] {
  const places = [
    { x: 360, y: 530, scale: 1.9, turn: -10, screens: [cakePost(light), coffeePost(light)], start: 0.5 },
    { x: 846, y: 530, scale: 1.9, turn: 10, screens: [coffeePost(light), reelPost(light)], start: 0.8 },
    { x: 602, y: 496, scale: 2.35, turn: 0, screens: [shopPost(light), cakePost(light)], start: 0.2 },
  ]
  const shown = places.flatMap(({ x, y, scale, turn, screens: [first = '', second = ''], start }, index) => {
    const rise = comeFrom(0, 560, start, 0.9)
    return [
      cut(onStage(phone(x, y, first, light, { scale, turn })), [rise]),
      cut(onStage(phone(x, y, second, light, { scale, turn })), [rise, reveal('up', 2.3 + index * 0.55, 0.6)]),
    ]
  })
  const flags = [c.coral, litAmber(light), c.trim, c.green]
  return [
    cut(onStage(bunting(180, 120, 1140, 120, flags, 40)), [comeFrom(0, -200, 0.3)]),
    ...shown,
    cut(onStage(heart(480, 250, 54, c.coral, -14)), [pop(3.1), rock(6, 3.6, 0.9, 3)]),
    cut(onStage(heart(770, 230, 42, c.coral, 16)), [pop(3.7), rock(6, 4.2, 0.9, 2)]),
    cut(onStage(bush(150, 760, 150, c.green) + bush(1040, 756, 150, c.green)), [comeFrom(0, 200, 0.2)]),
    cut(onStage(pet(1020, 800, 110, '#3b3440', 'cat')), [comeFrom(200, 0, 0.8)]),
  ]
}

/** A list on a laptop, which is ticked off. */
function tally(): Layer[] {
  return [
    cut(onStage(laptop(light, '')), [comeFrom(0, 520, 0, 0.9)]),
    ...[0, 1, 2, 3].map((index) =>
      cut(onStage(tallyRow(index)), [comeFrom(0, 60, 0.9 + index * 0.3, 0.6), fade(0, 1, 0.9 + index * 0.3, 0.3)]),
    ),
    ...[0, 1, 2, 3].map((index) => cut(onStage(tallyTick(index)), [pop(2.5 + index * 0.6)])),
    cut(onStage(cup(1040, 806, light, '#ffb300')), [comeFrom(240, 0, 0.5)]),
    cut(onStage(lantern(150, 806, 120, light)), [comeFrom(-200, 0, 0.4)]),
  ]
}

/** A report whose bars also fall, as months do. */
function report(): Layer[] {
  const bars = [150, 225, 185, 280, 240, 335]
  const walls = [c.rose, c.sand, c.sage, c.teal, c.brick, '#ffb300']
  const grid = [300, 385, 470, 555].map((y) => line(`M210 ${y}H700`, '#e3d8c2', 3)).join('')
  const page = sheet(
    box(160, 150, 860, 540, 16),
    c.paper,
    4,
    flat(box(160, 150, 860, 70), c.teal) + flat(box(200, 176, 220, 18, 9), c.paper) + grid,
  )
  const notes = [c.coral, '#ffb300', c.green].map((colour, index) => {
    const note =
      sheet(circle(762, 320 + index * 110, 20), colour, 1) + writing(800, 304 + index * 110, 180, 3, 21, '#b9ad9b')
    return cut(onStage(note), [comeFrom(50, 0, 2.9 + index * 0.55, 0.6), fade(0, 1, 2.9 + index * 0.55, 0.3)])
  })
  return [
    cut(onStage(page), [comeFrom(0, 520, 0, 0.9)]),
    ...bars.map((tall, index) => {
      const x = 226 + index * 80
      const bar = sheet(box(x, 640 - tall, 56, tall, 5), walls[index] ?? c.teal, 2)
      return cut(onStage(bar), [grow('up', 1 + index * 0.28, 0.7)], { origin: toFrame(x, 640) })
    }),
    cut(onStage(line('M210 641H700', c.front, 5)), [fade(0, 1, 0.7, 0.3)]),
    ...notes,
    cut(onStage(figure({ ...owner, x: 1060, y: 800, height: 230, flip: true, light })), [comeFrom(220, 0, 0.5)]),
    cut(onStage(pencil(330, 790, 260, light, -5)), [comeFrom(-200, 100, 0.5)]),
  ]
}

/** The street at dusk, with its posts out. */
function evening(): Layer[] {
  const withPosts = (layers: string[]) => layers.map((each, index) => (index === POSTS ? shownPosts() : each))
  const lit = descend(withPosts(bizFutureHeroLayers(dusk)), dusk, 5)
  const noon = descend(withPosts(bizFutureHeroLayers(day)), day, 5)
  for (const layer of lit) layer.motions.push(fade(0, 1, 0.9, 2))
  return noon.flatMap((layer, index) => [layer, lit[index] ?? layer])
}

/** To the right of the title; a screen is as bright at dusk as by day. */
function shownPosts(): string {
  const hearts =
    heart(920, 420, 46, c.coral, -12) + heart(1250, 380, 36, c.coral, 14) + heart(1490, 470, 26, '#ffb300', 8)
  const [left, right] = [
    { scale: 1.45, turn: -8 },
    { scale: 1.45, turn: 8 },
  ]
  return phone(1080, 500, shopPost(day), day, left) + phone(1400, 510, coffeePost(day), day, right) + hearts
}
