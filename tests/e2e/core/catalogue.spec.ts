import type { RunningSite } from '../../support/site/start-site.ts'
import { expect, test } from '../support/test.ts'

test('an administrator previews a new price, and publishing it updates the public page', async ({
  adminPage: page,
  site,
  look,
}) => {
  await page.goto('/admin/catalogue')
  await expect(page.getByRole('heading', { name: 'Catalogue', level: 1 })).toBeVisible()
  await look('catalogue')
  await page.getByRole('link', { name: 'Edit STUDY WORLD', exact: true }).click()

  const price = page.getByLabel('Price before tax')
  const before = Number(await price.inputValue())
  const after = before + 10
  const total = `£${(after * 1.2).toFixed(2)}`
  await price.fill(after.toFixed(2))
  // The preview shows the new price before it is public.
  await expect(page.getByRole('article').getByText(total)).toBeVisible()
  await look('catalogue-package')
  expect(await publicPage(site)).not.toContain(total)

  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('Package published. It’ll be live on the public pages within seconds.')).toBeVisible()
  await expect.poll(() => publicPage(site), { intervals: [50] }).toContain(total)
  await look('catalogue-published')

  // Restore the price: other tests on this site buy the package.
  await price.fill(before.toFixed(2))
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect.poll(() => publicPage(site), { intervals: [50] }).not.toContain(total)
})

async function publicPage(site: RunningSite): Promise<string> {
  return (await fetch(`${site.url}/services/study-world`)).text()
}
