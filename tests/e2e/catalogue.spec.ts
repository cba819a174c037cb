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

/** Whoever changes a price sees it on the public page within this, on a machine that has nothing else to do. */
const SHOWN_WITHIN_MS = 2_000

/** In which such a machine renders a page, one process and a request at a time. */
const CALM_RENDERING_MS = 50

for (const { name, viewport } of widths) {
  test.describe(name, () => {
    test.use({ viewport })

    test('a price changed in the catalogue is on the public page within two seconds', async ({ page, site, look }) => {
      await page.goto('/login?from=%2Fadmin%2Fcatalogue')
      await logIn(page, administrator as Visitor)
      await expect(page.getByRole('heading', { name: 'Catalogue', level: 1 })).toBeVisible()
      await look('catalogue')
      await page.getByRole('link', { name: 'Edit STUDY WORLD', exact: true }).click()

      const price = page.getByLabel('Price without tax')
      const before = Number(await price.inputValue())
      const after = before + 10
      const total = `£${(after * 1.2).toFixed(2)}`
      await price.fill(after.toFixed(2))
      // The preview says it before anybody else can see it.
      await expect(page.getByRole('article').getByText(total)).toBeVisible()
      await look('catalogue-package')
      expect(await publicPage(site)).not.toContain(total)

      await page.getByRole('button', { name: 'Publish' }).click()
      await expect(page.getByText('Published. The public pages show it within seconds.')).toBeVisible()
      const published = performance.now()
      await expect.poll(async () => (await publicPage(site)).includes(total), { intervals: [50] }).toBe(true)
      const shownWithin = performance.now() - published
      test.info().annotations.push({ type: 'shown within', description: `${Math.round(shownWithin)} ms` })
      expect(shownWithin).toBeLessThan(SHOWN_WITHIN_MS * (await slownessOf(site)))
      await look('catalogue-published')

      await page.getByLabel('Weight').first().fill('1')
      await page.getByRole('button', { name: 'Publish' }).click()
      await expect(
        page.getByText(/^The weights must be 10,000 together, the whole price\. .+ missing\.$/),
      ).toBeVisible()
      await look('catalogue-refused')
    })
  })
}

/** How many times longer than a calm machine this one takes now: 1 where nobody else works on it. */
async function slownessOf(site: RunningSite): Promise<number> {
  const start = performance.now()
  // Of pages that are not there none is remembered.
  for (const page of ['one', 'two', 'three']) await (await fetch(`${site.url}/${page}`)).text()
  return Math.max(1, (performance.now() - start) / 3 / CALM_RENDERING_MS)
}

async function publicPage(site: RunningSite): Promise<string> {
  return (await fetch(`${site.url}/services/study-world`)).text()
}
