import { type RunningSite, startSite } from '../support/start-site.ts'
import { test as base, expect, logIn, type Visitor, widths } from './support/test.ts'

const administrator = { email: 'owner@example.org', password: 'a long password of the owner' }

const test = base.extend<object, { site: RunningSite }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from the pattern
    async ({}, use) => {
      const { email, password } = administrator
      await using site = await startSite({ environment: { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } })
      await use(site)
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

for (const { name, viewport } of widths) {
  test.describe(name, () => {
    test.use({ viewport })

    test('what the company says of itself, and a story, change on the public pages', async ({ page, site, look }) => {
      const brandName = `Bright World ${viewport.width}`
      await page.goto('/login?from=%2Fadmin%2Fsettings')
      await logIn(page, administrator as Visitor)
      await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()
      await expect(page.getByText('Still an example.').first()).toBeVisible()
      await page.getByLabel('Name of the brand').fill(brandName)
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
      const result = `A decision made on ${viewport.width} figures.`
      await page.getByLabel('What changed').fill(result)
      await look('story')
      await page.getByRole('button', { name: 'Save story' }).click()
      await expect(page.getByText('Saved. The public pages show it within seconds.')).toBeVisible()
      await expect.poll(() => publicPage(site)).toContain(result)

      await page.goto('/admin/profiles')
      await expect(page.getByText('Nobody has the account of a consultant yet.')).toBeVisible()
      await look('profiles')
    })
  })
}

async function publicPage(site: RunningSite): Promise<string> {
  return (await fetch(`${site.url}/services/biz-future`)).text()
}
