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
  const entries = page.getByRole('region', { name: 'Consultants' })
  await expect(entries.getByRole('heading')).toContainText(people.map(({ displayName }) => displayName))
  await expect(entries).toContainText('British English, French, Igbo')
  for (const { displayName } of people) {
    const portrait = entries.getByRole('img', { name: `Portrait of ${displayName}` })
    await expect.poll(() => portrait.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(300)
  }
})
