import type { Browser, Page } from '@playwright/test'
import { hashPassword } from '#features/accounts/server/hash-password.ts'
import { insertConsultant } from '../support/consultants.ts'
import { docxOf, pdf } from '../support/files.ts'
import type { RunningSite } from '../support/start-site.ts'
import { testWithData } from './support/site-with-data.ts'
import { enterPortal, expect, expectWholeWords, logIn, typeCard, type Visitor, widths } from './support/test.ts'

const zoe = { email: 'zoe@example.org', password: 'a long enough password' }

/** A site with a consultant for businesses, who can log in. */
const test = testWithData(async (world) => {
  const { accountId } = await insertConsultant(world, { displayName: 'Zoe', services: ['BIZ_FUTURE'] })
  await world.rows(
    'update account set email = $2, email_canonical = $2, password_hash = $3, email_verified_at = now() where id = $1',
    accountId,
    zoe.email,
    await hashPassword(zoe.password),
  )
})

for (const { name, viewport } of widths) {
  test.describe(name, () => {
    test.use({ viewport })

    test('a post is made, shown, changed as the member wishes, approved, and counted on the package', async ({
      page,
      site,
      visitor,
      look,
      browser,
    }) => {
      await enterPortal(page, site, visitor)
      await buy(page)
      await page.goto('/portal/packages')
      await expect(page.getByRole('progressbar', { name: '0 of 8 posts' })).toBeVisible()
      await look('progress-on-card')
      await expectWholeWords(page)

      const staff = await openStaff(browser, viewport, site)
      await staff.getByRole('link', { name: 'Post 1 of 8' }).first().click()
      await staff.getByRole('button', { name: 'Take this on' }).click()
      await addFile(staff, 'virus.pdf', Buffer.from('<script>alert(1)</script>'))
      await expect(staff.getByText(/We cannot take this kind of file/)).toBeVisible()
      await addFile(staff, 'Erster Entwurf.docx', docxOf())
      await expect(staff.getByText('Erster Entwurf.docx is added.')).toBeVisible()
      await staff.getByRole('button', { name: 'Ask the member to approve' }).click()
      await expect(staff.getByText('The member is asked.')).toBeVisible()

      await openPost(page)
      await look('for-approval')
      await expectWholeWords(page)
      const download = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Download Erster Entwurf.docx' }).click()
      expect((await download).suggestedFilename()).toBe('Erster Entwurf.docx')
      await page.getByRole('button', { name: 'Ask for changes' }).click()
      await page.getByLabel('What should be different?').fill('Please with our logo, and a little shorter.')
      await look('asking-for-changes')
      await page.getByRole('button', { name: 'Ask for these changes' }).click()
      await expect(page.getByText('We have told your consultant.')).toBeVisible()

      await staff.reload()
      await expect(staff.getByText('Please with our logo, and a little shorter.')).toBeVisible()
      await addFile(staff, 'second.pdf', pdf)
      await expect(staff.getByText('second.pdf is added.')).toBeVisible()
      await staff.screenshot({ path: test.info().outputPath('work.png'), fullPage: true })
      await staff.getByRole('button', { name: 'Ask the member to approve' }).click()
      await expect(staff.getByText('The member is asked.')).toBeVisible()

      await page.reload()
      await page.getByRole('button', { name: 'Approve' }).click()
      await expect(page.getByText('Thank you. This is delivered.')).toBeVisible()
      await look('delivered')
      await page.getByRole('link', { name: 'BIZ FUTURE' }).click()
      await expect(page.getByRole('progressbar', { name: '1 of 8 posts' })).toBeVisible()
      await expect(page.getByRole('region', { name: 'What you get' })).toContainText('7 of 8 left')
      await look('package')
      await staff.context().close()
    })
  })
}

async function buy(page: Page) {
  await page.goto('/checkout/stripe?package=biz-future-basic')
  await page.getByLabel(/Please start my package now/).check()
  await page.getByLabel(/I lose the right to cancel/).check()
  await typeCard(page, '4242424242424242')
  await page.getByRole('button', { name: 'Pay £118.80' }).click()
  await expect(page.getByText('Payment Successful!')).toBeVisible()
  await expect(page).toHaveURL(/\/portal\/dashboard/)
}

async function openPost(page: Page) {
  await page.getByRole('link', { name: 'View details of BIZ FUTURE' }).click()
  await page.getByRole('link', { name: 'Post 1 of 8' }).click()
  await expect(page.getByRole('heading', { name: 'Post 1 of 8' })).toBeVisible()
}

/** The consultant, in a browser of their own, before what is to be made. */
async function openStaff(browser: Browser, viewport: { width: number; height: number }, site: RunningSite) {
  const context = await browser.newContext({ viewport, baseURL: site.url })
  const staff = await context.newPage()
  await staff.goto('/login?from=/portal/consultant/deliverables')
  await logIn(staff, zoe as Visitor)
  await expect(staff.getByRole('link', { name: 'To be made' })).toBeVisible()
  return staff
}

async function addFile(page: Page, name: string, buffer: Buffer) {
  await page.getByLabel('Add a file').setInputFiles({ name, mimeType: 'application/octet-stream', buffer })
}
