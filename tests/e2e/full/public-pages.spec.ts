import { brokenWords, checkScreen, checkScreenOnce } from '../support/check-screen.ts'
import { expect, sitemapPaths, test } from '../support/test.ts'

test.use({ reducedMotion: 'reduce' })

test('every page in the sitemap is accessible and fits the narrowest phone', async ({ page, request }) => {
  const initialSize = page.viewportSize()
  for (const path of await sitemapPaths(request)) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    await checkScreen(page, path)
    await page.setViewportSize({ width: 320, height: 640 })
    await checkScreenOnce(page, `${path} on the narrowest phone`)
    if (initialSize) await page.setViewportSize(initialSize)
  }
})

test('a page has every rule of the style sheet that can apply to it', async ({ page, request }) => {
  for (const path of [...(await sitemapPaths(request)), '/no-such-page']) {
    await page.goto(path)
    expect.soft(await page.evaluate(findMissingRules), path).toEqual([])
  }
})

/** Compares the page's own rules with the whole sheet. States such as `:hover` may come later. */
async function findMissingRules(): Promise<string[]> {
  const own = document.querySelector<HTMLStyleElement>('style[data-sheet]')
  const whole = new CSSStyleSheet()
  await whole.replace(await (await fetch(own?.dataset.sheet ?? '')).text())
  const listRules = (rules: Iterable<CSSRule>): CSSStyleRule[] =>
    [...rules].flatMap((rule) => {
      if (rule instanceof CSSStyleRule) return [rule]
      return rule instanceof CSSGroupingRule ? listRules(rule.cssRules) : []
    })
  const present = new Set(listRules(own?.sheet?.cssRules ?? []).map(({ cssText }) => cssText))
  const state = /(?<!\\):{1,2}(?!is|where|not|has)[a-z-]+(?:\([^()]*\))?/g
  const missing = listRules(whole.cssRules).filter(({ cssText }) => !present.has(cssText))
  return missing
    .filter(({ selectorText }) => document.querySelector(selectorText.replace(state, ':not(#none)')))
    .map(({ cssText }) => cssText)
}

test('the not-found page is accessible', async ({ page }) => {
  await page.goto('/no-such-page')
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
  await checkScreenOnce(page, 'not-found')
})

test('no word breaks in the tables of the sample documents, on a phone, a tablet, a desktop and paper', async ({
  page,
  request,
}) => {
  const samples = (await sitemapPaths(request)).filter((path) => path.startsWith('/samples/'))
  expect(samples.length).toBeGreaterThan(2)
  for (const path of samples) {
    await page.goto(path)
    for (const width of [320, 600, 900, 1_000]) {
      await page.setViewportSize({ width, height: 800 })
      expect.soft(await brokenWords(page, 'table'), `${path} on ${width} pixels`).toEqual([])
    }
    await page.setViewportSize({ width: 718, height: 1_047 })
    await page.emulateMedia({ media: 'print' })
    expect.soft(await brokenWords(page, 'table'), `${path} on paper`).toEqual([])
    await page.emulateMedia({ media: null })
  }
})

test('in forced colours, whatever looks like a button has an edge', async ({ page, request }) => {
  for (const path of await sitemapPaths(request)) {
    await page.emulateMedia({ forcedColors: null })
    await page.goto(path)
    const buttons = await page.evaluateHandle(() =>
      [...document.querySelectorAll('main :is(a, button)')].filter((each) => {
        const { backgroundColor, boxShadow } = getComputedStyle(each)
        return each.checkVisibility() && (backgroundColor !== 'rgba(0, 0, 0, 0)' || boxShadow.includes('inset'))
      }),
    )
    await page.emulateMedia({ forcedColors: 'active' })
    // An element that keeps its own colours needs no edge.
    const edgeless = await buttons.evaluate(
      (found) =>
        found.filter((each) => {
          const { borderTopWidth, forcedColorAdjust } = getComputedStyle(each)
          return borderTopWidth === '0px' && forcedColorAdjust !== 'none'
        }).length,
    )
    expect.soft(edgeless, path).toBe(0)
  }
})
