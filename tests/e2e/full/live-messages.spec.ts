import { keepLogin } from '../support/api.ts'
import { administrator } from '../support/site-with-data.ts'
import { expect, test } from '../support/test.ts'

test('messages from either side appear in every open window without a reload, and logging out removes them', async ({
  memberPage: page,
  context,
  browser,
  site,
  visitor,
}) => {
  await page.goto('/portal/messages')
  const secondPage = await context.newPage()
  await secondPage.goto('/portal/messages')
  await expect(secondPage.getByRole('heading', { name: 'Write to us' })).toBeVisible()
  await page.getByRole('main').getByRole('textbox').fill('Does this reach both?')
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(secondPage.getByRole('listitem').filter({ hasText: 'Does this reach both?' })).toBeVisible()

  const desk = await browser.newContext()
  const office = await desk.newPage()
  await keepLogin(office, site, administrator)
  await office.goto(`${site.url}/admin/conversations?search=${visitor.email}`)
  await office.getByRole('link', { name: 'Ada Lovelace' }).click()
  await expect(office.getByText('Does this reach both?')).toBeVisible()
  await office.getByLabel('Your reply to Ada Lovelace').fill('It does.')
  await office.getByRole('button', { name: 'Send message' }).click()
  for (const tab of [page, secondPage]) await expect(tab.getByText('It does.', { exact: true })).toBeVisible()

  await secondPage.getByRole('main').getByRole('textbox').fill('Thank you.')
  await secondPage.getByRole('button', { name: 'Send message' }).click()
  await expect(office.getByText('Thank you.')).toBeVisible()
  await expect(office.getByText(/^Waiting for a reply since/)).toBeVisible()
  await expect(page.getByText('Thank you.')).toBeVisible()

  await secondPage.getByRole('main').getByRole('textbox').fill('Half a sentence that nobody else should read')
  await page.getByLabel('Your account').click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(secondPage).toHaveURL(/\/login/)
  await expect(secondPage.getByText('It does.')).toHaveCount(0)
  for (const tab of [page, secondPage]) {
    expect(await tab.evaluate(() => Object.values(sessionStorage).join())).not.toContain('Half a sentence')
  }
  await secondPage.goBack()
  await expect(secondPage.getByText('It does.')).toHaveCount(0)
  await desk.close()
})
