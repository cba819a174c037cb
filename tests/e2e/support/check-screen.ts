import { expect, type Page } from '@playwright/test'
import axe from 'axe-core'
import { desktop, phone } from './screen-sizes.ts'

/**
 * Checks accessibility and sideways scrolling on a phone and on a desktop, and contrast in the dark scheme.
 * @param inLargeText also checks twice the text size, but only on the phone, because zooming a wide page makes it
 * narrow
 */
export async function checkScreen(page: Page, name: string, { inLargeText = false } = {}) {
  const initialSize = page.viewportSize() ?? desktop
  // The current size comes last, so restoring it changes nothing.
  for (const size of initialSize.width === phone.width ? [desktop, phone] : [phone, desktop]) {
    await page.setViewportSize(size)
    await checkScreenOnce(page, `${name} on ${size.width} pixels`)
    if (inLargeText && size === phone)
      expect.soft(await brokenWordsInLargeText(page), `${name}: broken words`).toEqual([])
  }
  await page.setViewportSize(initialSize)
  await checkDarkScheme(page, name)
}

/** Only the colours differ from the light scheme. */
async function checkDarkScheme(page: Page, name: string) {
  await page.emulateMedia({ colorScheme: 'dark' })
  await settled(page)
  expect.soft(await accessibilityViolations(page, ['color-contrast']), `${name} in the dark scheme`).toEqual([])
  await page.emulateMedia({ colorScheme: null })
}

/** Checks the page at its current size. */
export async function checkScreenOnce(page: Page, name: string) {
  await settled(page)
  expect.soft(await accessibilityViolations(page, wcag), `${name}: accessibility violations`).toEqual([])
  expect.soft(await sidewaysScroll(page), `${name} scrolls sideways`).toBe(0)
}

const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Lists the violations that axe finds. Frames are skipped, because they are separate pages. */
async function accessibilityViolations(page: Page, rules: string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(async (runOnly) => {
    const options = { runOnly, resultTypes: ['violations' as const], iframes: false, preload: false }
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(document, options)
    return violations.map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map(({ html, any }) => [html, ...any.map(({ message }) => message)].join(' ')).join(' | ')}`,
    )
  }, rules)
}

/** Waits for fonts and short animations, so contrast is measured on the settled page. */
async function settled(page: Page) {
  await page.evaluate(async () => {
    await document.fonts.ready
    const frame = () => new Promise(requestAnimationFrame)
    // A change that has just been made starts its transitions in the next frame.
    await frame()
    await frame()
    // Longer animations, such as a toast's progress bar or a spinner, don't cover text.
    const isShort = ({ effect }: Animation) => Number(effect?.getComputedTiming().endTime) <= 1_000
    const running = () => document.getAnimations().filter((each) => isShort(each) && each.playState === 'running')
    // One animation can start another, for example that of a colour which an element inherits.
    while (running().length > 0) await Promise.all(running().map(({ finished }) => finished.catch(() => {})))
  })
}

function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
}

async function brokenWordsInLargeText(page: Page): Promise<string[]> {
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
  const broken = await brokenWords(page)
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'))
  return broken
}

/** Finds words in this part of the page that break over two lines although they would fit on one. */
export function brokenWords(page: Page, part = 'body'): Promise<string[]> {
  return page.evaluate((part) => {
    // Longer words and email addresses may break.
    const shortWords = /(?<!\S*@\S*)(?<![\p{L}\d.])[\p{L}\d:’]{2,14}(?![\p{L}\d.]|\S*@)/gu
    const isOnTwoLines = (text: Node, { 0: word, index }: RegExpExecArray) => {
      const range = document.createRange()
      range.setStart(text, index)
      range.setEnd(text, index + word.length)
      const tops = [...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => Math.round(top))
      return new Set(tops).size > 1
    }
    return [...document.querySelectorAll(`${part} :not(.sr-only, .sr-only *, option)`)]
      .filter((each) => each.checkVisibility({ visibilityProperty: true }))
      .flatMap(({ childNodes }) => [...childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE))
      .flatMap((text) => [...(text as Text).data.matchAll(shortWords)].filter((word) => isOnTwoLines(text, word)))
      .map(([word]) => word)
  }, part)
}
