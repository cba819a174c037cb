import type { Browser, Page } from '@playwright/test'
import { newDocx, pdf } from '../../support/given/files.ts'
import type { RunningSite } from '../../support/site/start-site.ts'
import { keepLogin } from '../support/api.ts'
import { checkScreen } from '../support/check-screen.ts'
import { zoe } from '../support/consultancy.ts'
import { desktop, phone } from '../support/screen-sizes.ts'
import { expect, test } from '../support/test.ts'

test.use({ viewport: phone })

test('a member requests changes to a post and approves it, and the package then counts it as delivered', async ({
  memberPage: page,
  site,
  browser,
  buy,
}) => {
  await buy('biz-future-basic')
  await page.goto('/portal/packages')
  await expect(page.getByRole('progressbar', { name: '0 of 8 posts' })).toBeVisible()
  await checkScreen(page, 'progress-on-card', { inLargeText: true })

  const staff = await openStaff(browser, site)
  await staff.getByRole('link', { name: 'Post 1 of 8' }).first().click()
  await staff.getByRole('button', { name: 'Take this on' }).click()
  await addFile(staff, 'Erster Entwurf.docx', newDocx())
  await expect(staff.getByText('Erster Entwurf.docx added.')).toBeVisible()
  await staff.getByRole('button', { name: 'Ask for approval' }).click()
  await expect(staff.getByText('We’ve asked the member for their approval.')).toBeVisible()

  await openPost(page)
  await checkScreen(page, 'for-approval', { inLargeText: true })
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download Erster Entwurf.docx' }).click()
  expect((await download).suggestedFilename()).toBe('Erster Entwurf.docx')
  await page.getByRole('button', { name: 'Ask for changes' }).click()
  await page.getByLabel('What would you like changed?').fill('Please with our logo, and a little shorter.')
  await checkScreen(page, 'asking-for-changes')
  await page.getByRole('button', { name: 'Send request' }).click()
  await expect(page.getByText('We’ve received your request for changes.')).toBeVisible()

  await staff.reload()
  await expect(staff.getByText('Please with our logo, and a little shorter.')).toBeVisible()
  await addFile(staff, 'second.pdf', pdf)
  await expect(staff.getByText('second.pdf added.')).toBeVisible()
  await checkScreen(staff, 'work')
  await staff.getByRole('button', { name: 'Ask for approval' }).click()
  await expect(staff.getByText('We’ve asked the member for their approval.')).toBeVisible()

  await page.reload()
  await page.getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByText('Thank you. It’s now marked as delivered.')).toBeVisible()
  await checkScreen(page, 'delivered')
  await page.getByRole('link', { name: 'BIZ FUTURE' }).click()
  await expect(page.getByRole('progressbar', { name: '1 of 8 posts' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'What’s included' })).toContainText('7 of 8 left')
  await checkScreen(page, 'package')
  await staff.context().close()
})

async function openPost(page: Page) {
  await page.getByRole('link', { name: 'View details of BIZ FUTURE' }).click()
  await page.getByRole('link', { name: 'Post 1 of 8' }).click()
  await expect(page.getByRole('heading', { name: 'Post 1 of 8' })).toBeVisible()
}

/** Opens the consultant's list of deliverables in a separate browser context. */
async function openStaff(browser: Browser, site: RunningSite) {
  const context = await browser.newContext({ viewport: desktop, baseURL: site.url })
  const staff = await context.newPage()
  await keepLogin(staff, site, zoe)
  await staff.goto('/portal/consultant/deliverables')
  await expect(staff.getByRole('link', { name: 'To do' })).toBeVisible()
  return staff
}

async function addFile(page: Page, name: string, buffer: Buffer) {
  await page.getByLabel('Add a file').setInputFiles({ name, mimeType: 'application/octet-stream', buffer })
}
