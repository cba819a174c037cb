import { insertConsultant, pngOf } from '../support/consultants.ts'
import { testWithData } from './support/site-with-data.ts'
import { test as anywhere, expect, widths } from './support/test.ts'

/** A site whose staff have published two consultants. */
const test = testWithData(async (world) => {
  for (const person of people) await insertConsultant(world, person)
})

const people = [
  {
    displayName: 'Margaret Okonkwo-Fairweather',
    position: 1,
    languages: ['en-GB', 'fr', 'ig'],
    services: ['MY_FUTURE', 'STUDY_WORLD'],
    summary:
      'Fifteen years in careers offices of two universities, most of them spent with people who had chosen the wrong course for good reasons. Listens first, writes everything down and never tells you what to do.',
    picture: pngOf('amber', 300),
  },
  {
    displayName: 'Li <b>Wei</b>',
    position: 2,
    languages: ['zh-Hant', 'en'],
    services: ['BIZ_FUTURE'],
    summary: 'Ran a bakery before she advised one.',
    picture: pngOf('blue', 300),
  },
]

for (const { name, viewport } of [...widths, { name: 'narrowest', viewport: { width: 320, height: 640 } }]) {
  test.describe(name, () => {
    test.use({ viewport, reducedMotion: 'reduce' })

    test('whoever looks for the consultants finds them from the footer, with all that is to be known', async ({
      page,
      look,
    }) => {
      await page.goto('/')
      await page.getByRole('contentinfo').getByRole('link', { name: 'Our Consultants' }).click()
      await expect(page).toHaveURL('/consultants')
      await expect(page).toHaveTitle('Our consultants | FutureWorld Consultancy')
      const entries = page.getByRole('region', { name: 'Consultants' })
      await expect(entries.getByRole('heading')).toHaveText(['Margaret Okonkwo-Fairweather', 'Li <b>Wei</b>'])
      await expect(entries).toContainText('British English, French, Igbo')
      await expect(entries.getByRole('link', { name: 'BIZ FUTURE' })).toHaveAttribute('href', '/services/biz-future')
      for (const { displayName } of people) {
        const portrait = entries.getByRole('img', { name: `Portrait of ${displayName}` })
        await expect.poll(() => portrait.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(300)
      }
      await look('consultants')
    })
  })
}

test('search engines are told of the page, once there is somebody on it', async ({ request, site }) => {
  expect(await (await request.get('/sitemap.xml')).text()).toContain(`<loc>${site.url}/consultants</loc>`)
  const answer = await request.get('/consultants')
  const html = await answer.text()
  expect(answer.headers()).not.toHaveProperty('x-robots-tag')
  expect(html).toContain(`<link rel="canonical" href="${site.url}/consultants"/>`)
  expect(html).toContain(`<meta property="og:url" content="${site.url}/consultants"/>`)
  expect(html).toContain('"@type":"BreadcrumbList"')
})

anywhere(
  'without a consultant there is no page of them, no link to it and no word to search engines',
  async ({ page, request, look }) => {
    const answer = await page.goto('/consultants')
    expect([answer?.status(), answer?.headers()['x-robots-tag']]).toEqual([404, 'noindex'])
    await expect(page).toHaveTitle('Page not found')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This road ends here.')
    await look('no-consultants')
    await page.goto('/about')
    await expect(page.getByRole('link', { name: 'Our Consultants' })).toHaveCount(0)
    expect(await (await request.get('/sitemap.xml')).text()).not.toContain('/consultants')
  },
)
