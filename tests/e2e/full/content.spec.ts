import type { RunningSite } from '../../support/site/start-site.ts'
import { keepLogin } from '../support/api.ts'
import { administrator } from '../support/site-with-data.ts'
import { expect, test } from '../support/test.ts'

test('saving company settings or a story updates the public pages', async ({ page, site, look }) => {
  const brandName = 'Bright World'
  await keepLogin(page, site, administrator)
  await page.goto('/admin/settings')
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()
  await expect(page.getByText('Still an example.').first()).toBeVisible()
  const brand = page.getByLabel('Name of the brand')
  const before = await brand.inputValue()
  await brand.fill(brandName)
  await page.getByLabel('Company number').fill('01234567')
  await page.getByLabel('VAT number').fill('GB 123 4567 89')
  await look('settings')
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(page.getByText('Saved. Pages, letters and new papers show it from now on.')).toBeVisible()
  await expect.poll(() => publicPage(site)).toContain(brandName)

  await page.goto('/admin/stories')
  await look('stories')
  await page.getByRole('link', { name: 'The first paid campaign' }).click()
  await expect(page.getByText(/^This story is made up/)).toBeVisible()
  const result = 'A decision made on ten figures.'
  await page.getByLabel('What changed').fill(result)
  await look('story')
  await page.getByRole('button', { name: 'Save story' }).click()
  await expect(page.getByText('Saved. The public pages show it within seconds.')).toBeVisible()
  await expect.poll(() => publicPage(site)).toContain(result)

  await page.goto('/admin/consultant-profiles')
  await expect(page.getByRole('heading', { name: 'Public profiles', level: 1 })).toBeVisible()
  await look('profiles')

  // Restore the brand name: other tests on this site expect it.
  await page.goto('/admin/settings')
  await brand.fill(before)
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect.poll(() => publicPage(site)).not.toContain(brandName)
})

async function publicPage(site: RunningSite): Promise<string> {
  return (await fetch(`${site.url}/services/biz-future`)).text()
}
