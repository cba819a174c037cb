import type { Transcript } from '#features/marketing/video/web/transcripts.ts'
import { baseStyles } from '../stage.ts'
import { frame, type Motion } from './film.ts'

/** A layer that has been drawn: its file, and where its upper left corner is. */
export type DrawnLayer = {
  file: string
  left: number
  top: number
  motions: Motion[]
  origin: readonly [number, number] | undefined
}

const SWAP_SECONDS = 0.9

/**
 * A film as a page of paused animations. `seek(seconds)` moves all of them to the same moment, so a frame depends only
 * on its time.
 */
export function filmPage({ scenes, service, sceneSeconds }: Transcript, drawn: DrawnLayer[][]): string {
  const sections = scenes.map(
    ({ title }, index) => `<div class="swap"></div><section>${drawn[index]?.map(image).join('')}
<div class="label"><p>${service}</p><h1>${title}</h1></div></section>`,
  )
  return `<!doctype html><meta charset="utf-8"><style>${baseStyles}${styles}</style>
${sections.join('\n')}<img class="surface" src="surface.png" alt="">
<script>(${animate})(${JSON.stringify({ sceneSeconds, swapSeconds: SWAP_SECONDS })})</script>`
}

function image({ file, left, top, motions, origin }: DrawnLayer): string {
  const turnsAt = origin ? `transform-origin:${origin[0] - left}px ${origin[1] - top}px;` : ''
  const data = JSON.stringify(motions).replaceAll("'", '&#39;')
  return `<img src="${file}" alt="" style="left:${left}px;top:${top}px;${turnsAt}" data-motions='${data}'>`
}

const styles = `
body { width: ${frame.width}px; height: ${frame.height}px; position: relative; }
section, .swap { position: absolute; inset: 0; overflow: hidden; }
.swap { background: #ffb300; }
img { position: absolute; display: block; }
.surface { inset: 0; mix-blend-mode: soft-light; opacity: 0.55; }
.label { position: absolute; left: 56px; top: 64px; max-width: 416px; padding: 26px 30px 30px; border-radius: 8px;
  background: linear-gradient(135deg, #2b3b4d, #1d2935); box-shadow: 2px 3px 5px #1b1f3a59, 12px 12px 26px #1b1f3a4d;
  border-top: 1.5px solid #ffffff40; border-left: 1.5px solid #ffffff33; }
.label p { color: #ffb300; font-weight: 600; font-size: 24px; letter-spacing: 0.02em; }
.label h1 { font-size: 48px; line-height: 1.14; letter-spacing: -0.015em; font-weight: 600; margin-top: 10px; text-wrap: balance; }
`

/** Runs in the page. Only the scenes of the moment are drawn. */
function animate({ sceneSeconds, swapSeconds }: { sceneSeconds: number; swapSeconds: number }) {
  const sections = [...document.querySelectorAll('section')]
  const swaps = [...document.querySelectorAll<HTMLElement>('.swap')]
  const play = (element: Element, values: Record<string, string>[], start: number, seconds: number, more = {}) => {
    const timing = { delay: start * 1_000, duration: seconds * 1_000, fill: 'both', easing: 'linear', ...more } as const
    element.animate(values, timing as KeyframeAnimationOptions).pause()
  }
  const playMotions = (image: HTMLElement, start: number) => {
    const seen = new Set<string>()
    for (const { property, values, easing = 'linear', swings, ...motion } of JSON.parse(
      image.dataset.motions ?? '[]',
    )) {
      const repeated = swings ? { iterations: swings, direction: 'alternate' } : {}
      const more = { easing, fill: seen.has(property) ? 'forwards' : 'both', ...repeated }
      seen.add(property)
      const steps = values.map((value: string) => ({ [property]: value }))
      play(image, steps, start + motion.start, motion.seconds, more)
    }
  }
  sections.forEach((section, index) => {
    const start = index * sceneSeconds
    if (index > 0) {
      const circles = [{ clipPath: 'circle(0% at 65% 46%)' }, { clipPath: 'circle(94% at 65% 46%)' }]
      const easing = 'cubic-bezier(0.5, 0, 0.3, 1)'
      play(swaps[index] as Element, circles, start - 0.15, swapSeconds, { easing })
      play(section, circles, start, swapSeconds, { easing })
    }
    const label = section.querySelector('.label') as Element
    const easing = 'cubic-bezier(0.2, 0.8, 0.2, 1)'
    play(label, [{ translate: '-560px 0' }, { translate: '0px 0px' }], start + 0.35, 0.8, { easing })
    for (const image of section.querySelectorAll<HTMLElement>('[data-motions]')) playMotions(image, start)
  })
  const animations = document.getAnimations()
  Object.assign(window, {
    seek: (seconds: number) => {
      sections.forEach((section, index) => {
        const isShown = seconds > index * sceneSeconds - 0.2 && seconds < (index + 1) * sceneSeconds + swapSeconds
        section.style.display = isShown ? '' : 'none'
        const swap = swaps[index] as HTMLElement
        swap.style.display = index > 0 && isShown && seconds < index * sceneSeconds + swapSeconds ? '' : 'none'
      })
      for (const animation of animations) animation.currentTime = seconds * 1_000
    },
  })
}
