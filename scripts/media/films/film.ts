import { day, type Light } from '../illustrations/kit/light.ts'

/** The width and height of a film, and of the drawing of each layer. */
export const frame = { width: 1280, height: 720 }

/** What a layer does from `start`, in seconds of its scene. It holds its first value before and its last one after. */
export type Motion = {
  property: 'translate' | 'scale' | 'rotate' | 'opacity' | 'clipPath' | 'transform'
  values: string[]
  start: number
  seconds: number
  easing?: string
  /** How often it goes there and back. */
  swings?: number
}

/** A cut-out that moves on its own. */
export type Layer = {
  content: string
  light: Light
  motions: Motion[]
  /** The point that it turns about and grows from; its middle unless it's given. */
  origin?: readonly [x: number, y: number]
}

export function cut(content: string, motions: Motion[] = [], options: Partial<Pick<Layer, 'light' | 'origin'>> = {}) {
  return { content, motions, light: day, ...options } satisfies Layer
}

const settle = 'cubic-bezier(0.2, 0.8, 0.2, 1)'
const bounce = 'cubic-bezier(0.3, 1.45, 0.5, 1)'
const smooth = 'cubic-bezier(0.45, 0, 0.3, 1)'

/** Slow movement for as long as the scene lasts. */
export function drift(x: number, y: number, seconds = 8): Motion {
  return { property: 'translate', values: ['0px 0px', `${x}px ${y}px`], start: 0, seconds, easing: 'linear' }
}

export function goTo(x: number, y: number, start: number, seconds: number, from = '0px 0px'): Motion {
  return { property: 'translate', values: [from, `${x}px ${y}px`], start, seconds, easing: smooth }
}

/** Comes from so far away and stays in its place. */
export function comeFrom(x: number, y: number, start: number, seconds = 0.9): Motion {
  return { property: 'translate', values: [`${x}px ${y}px`, '0px 0px'], start, seconds, easing: settle }
}

export function pop(start: number, seconds = 0.55): Motion {
  return { property: 'scale', values: ['0', '1'], start, seconds, easing: bounce }
}

export function grow(axis: 'across' | 'up', start: number, seconds = 0.8): Motion {
  return { property: 'scale', values: [axis === 'up' ? '1 0' : '0 1', '1 1'], start, seconds, easing: settle }
}

export function fade(from: number, to: number, start: number, seconds = 0.5): Motion {
  return { property: 'opacity', values: [String(from), String(to)], start, seconds, easing: 'linear' }
}

const hidden = {
  up: 'inset(100% 0 0 0)',
  right: 'inset(0 100% 0 0)',
  left: 'inset(0 0 0 100%)',
  down: 'inset(0 0 100% 0)',
}

/** Draws itself in one direction. */
export function reveal(direction: keyof typeof hidden, start: number, seconds: number): Motion {
  return { property: 'clipPath', values: [hidden[direction], 'inset(0 0 0 0)'], start, seconds, easing: smooth }
}

/** Rocks like paper on a stick. */
export function rock(degrees: number, start: number, seconds: number, swings: number): Motion {
  const values = [`${-degrees}deg`, `${degrees}deg`]
  return { property: 'rotate', values, start, seconds, swings, easing: 'ease-in-out' }
}

/** The two sides of a leaf that turns about a spine to its left. */
export function turnOver(start: number): { front: Motion[]; back: Motion[] } {
  const turned = (degrees: number) => `perspective(1900px) rotateY(${degrees}deg)`
  const [half, middle] = [0.55, start + 0.55]
  return {
    front: [
      { property: 'transform', values: [turned(0), turned(-90)], start, seconds: half, easing: 'ease-in' },
      fade(1, 0, middle, 0.01),
    ],
    back: [
      { property: 'transform', values: [turned(90), turned(0)], start: middle, seconds: half, easing: 'ease-out' },
      fade(0, 1, middle - 0.01, 0.01),
    ],
  }
}
