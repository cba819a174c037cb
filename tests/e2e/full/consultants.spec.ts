import { checkScreen, checkScreenOnce } from '../support/check-screen.ts'
import { published as people } from '../support/consultancy.ts'
import { phone } from '../support/screen-sizes.ts'
import { expect, test } from '../support/test.ts'

test.use({ viewport: phone, reducedMotion: 'reduce' })

test('the footer links to the consultants page, which shows names, languages, services and portraits', async ({
  page,
}) => {
  await page.goto('/')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Our Consultants' }).click()
  await expect(page).toHaveURL('/consultants')
  await expect(page).toHaveTitle('Our consultants | FutureWorld Consultancy')
  const entries = page.getByRole('region', { name: 'Consultants' })
  await expect(entries.getByRole('heading')).toContainText(people.map(({ displayName }) => displayName))
  await expect(entries).toContainText('British English, French, Igbo')
  await expect(entries.getByRole('link', { name: 'BIZ FUTURE' }).first()).toHaveAttribute(
    'href',
    '/services/biz-future',
  )
  for (const { displayName } of people) {
    const portrait = entries.getByRole('img', { name: `Portrait of ${displayName}` })
    await expect.poll(() => portrait.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(300)
  }
  await checkScreen(page, 'consultants')
  await page.setViewportSize({ width: 320, height: 640 })
  await checkScreenOnce(page, 'consultants on the narrowest phone')
})

test('the consultants page is in the sitemap and indexable once a consultant is published', async ({
  request,
  site,
}) => {
  expect(await (await request.get('/sitemap.xml')).text()).toContain(`<loc>${site.url}/consultants</loc>`)
  const answer = await request.get('/consultants')
  const html = await answer.text()
  expect(answer.headers()).not.toHaveProperty('x-robots-tag')
  expect(html).toContain(`<link rel="canonical" href="${site.url}/consultants"/>`)
  expect(html).toContain(`<meta property="og:url" content="${site.url}/consultants"/>`)
  expect(html).toContain('"@type":"BreadcrumbList"')
})
