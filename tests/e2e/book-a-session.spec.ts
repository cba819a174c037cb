import type { Page } from '@playwright/test'
import { dayName, localDay } from '#platform/shared/local-time.ts'
import { givenBookableConsultant } from '../support/bookable-consultants.ts'
import { pngOf } from '../support/consultants.ts'
import { docxOf, pdf } from '../support/files.ts'
import { testWithData } from './support/site-with-data.ts'
import { beOfAge, enterPortal, expect, expectWholeWords, typeCard, widths } from './support/test.ts'

/** A site with two consultants who can be booked every day. */
const test = testWithData(async (world) => {
  for (const person of people) await givenBookableConsultant(world, { ...person, weeklyHours: [['08:00', '18:00']] })
})

const people = [
  { displayName: 'Margaret Okonkwo-Fairweather', position: 1, picture: pngOf('amber', 300) },
  { displayName: 'Grace Hopper', position: 2, picture: pngOf('blue', 300) },
]

for (const { name, viewport } of widths) {
  test.describe(name, () => {
    test.use({ viewport, reducedMotion: 'reduce' })

    test('a member books the first session of a package, moves it, and cancels it', async ({
      page,
      site,
      visitor,
      look,
    }) => {
      test.setTimeout(120_000)
      await enterPortal(page, site, visitor)
      await page.goto('/portal/bookings')
      await expect(page.getByText('No packages purchased yet')).toBeVisible()
      await look('nothing-bought')
      await expectWholeWords(page)
      await buy(page)
      await page.goto('/portal/bookings')
      await expect(page.getByText('No sessions booked yet')).toBeVisible()
      await look('nothing-booked')

      await page.goto('/portal/packages')
      await page.getByRole('link', { name: 'Book a session of MY FUTURE WEEK' }).click()
      await expect(page.getByRole('radio', { name: /^Initial consultation/ })).toBeChecked()
      await expect(page.getByRole('radio', { name: /^Final call/ })).toBeDisabled()
      await look('choose')
      await expectWholeWords(page)
      await page.getByRole('radio', { name: 'Grace Hopper' }).check()
      await chooseDay(page, 3)
      await page.getByRole('button', { name: '14:00', exact: true }).click()
      await expect(page.getByText('We keep this time for you for 5 minutes.')).toBeAttached()
      await look('confirm')
      await expectWholeWords(page)

      await page.goBack()
      await expect(page.getByRole('radio', { name: 'Grace Hopper' })).toBeChecked()
      await page.getByRole('button', { name: '15:00', exact: true }).click()
      const notes = page.getByLabel(/Notes/)
      await notes.fill('About my first job, and whether to move to Leeds for it.')
      await page.reload()
      await expect(notes).toHaveValue(/^About my first job/)
      await page.getByRole('button', { name: 'Book this session' }).click()
      await expect(page.getByText('Your session is booked.')).toBeVisible()
      await expect(page.getByRole('link', { name: /Join the meeting/ })).toHaveAttribute(
        'href',
        'https://meet.example.org/ada',
      )
      await expect(page.getByText(/^Free until .*your session comes back to your package\.$/)).toBeVisible()
      await look('booked')
      await expectWholeWords(page)

      await page.getByRole('link', { name: 'Add files for your consultant' }).click()
      await addFile(page, 'virus.pdf', Buffer.from('<script>alert(1)</script>'))
      await expect(page.getByText(/We cannot take this kind of file/)).toBeVisible()
      await look('file-refused')
      await addFile(page, 'Lebenslauf mit allen Zeugnissen und dem Empfehlungsschreiben.docx', docxOf())
      await addFile(page, 'CV.pdf', pdf)
      await expect(page.getByText('CV.pdf is added.')).toBeVisible()
      await look('files')
      await expectWholeWords(page)
      const download = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Download CV.pdf' }).click()
      expect((await download).suggestedFilename()).toBe('CV.pdf')
      await page.getByRole('button', { name: 'Remove CV.pdf' }).click()
      await expect(page.getByText('CV.pdf is removed.')).toBeVisible()

      await page.getByRole('link', { name: 'Move', exact: true }).click()
      await chooseDay(page, 4)
      await look('move')
      await page.getByRole('button', { name: '09:00', exact: true }).click()
      await look('move-confirm')
      await page.getByRole('button', { name: 'Move to this time' }).click()
      await expect(page.getByText('Your session was moved.')).toBeVisible()
      await expect(page.getByText(`${dayName(inDays(4))}, 09:00 to 09:10`)).toBeVisible()

      await page.goto('/portal/dashboard')
      await expect(page.getByRole('region', { name: 'Upcoming sessions' })).toContainText('Initial consultation')
      await look('dashboard')
      await expectWholeWords(page)
      await page.goto('/portal/bookings')
      await look('bookings')
      await expectWholeWords(page)
      await page.getByRole('link', { name: 'View, move or cancel Initial consultation' }).click()
      await page.getByRole('button', { name: 'Cancel this session' }).click()
      await look('before-cancelling')
      await page.getByRole('button', { name: 'Cancel, get it back' }).click()
      await expect(page.getByText('You cancelled this session. It does not count as used.')).toBeVisible()
      await expect(page.getByRole('link', { name: 'Book your next session' })).toBeVisible()
      await expect(page.getByRole('button', { name: /^Download Lebenslauf/ })).toBeVisible()
      await expect(page.getByRole('button', { name: /^Remove/ })).toHaveCount(0)
      await look('cancelled')

      await page.goto('/portal/packages')
      await page.getByRole('link', { name: 'View details of MY FUTURE WEEK' }).click()
      const ledger = page.getByRole('region', { name: 'What happened so far' })
      await expect(ledger).toContainText('Used')
      await expect(ledger).toContainText('Returned')
      await look('ledger')
      await expectWholeWords(page)
      await page.goto('/portal/bookings')
      await expect(page.getByRole('region', { name: 'Past and cancelled' })).toContainText('Cancelled')
      await look('only-past')
    })

    test.describe('far away', () => {
      test.use({ timezoneId: 'America/New_York' })

      test('a member in New York books by keyboard alone, and reads both clocks', async ({
        page,
        site,
        visitor,
        look,
      }) => {
        test.setTimeout(120_000)
        // Both widths book with the same consultant.
        const hour = name === 'phone' ? 10 : 11
        await enterPortal(page, site, visitor)
        await page.goto('/portal/profile')
        await page.getByRole('button', { name: /Use this device’s time zone/ }).click()
        const zone = page.getByRole('form', { name: 'Time zone' })
        await zone.getByRole('button', { name: /Save/ }).click()
        await expect(zone.getByText(/Profile updated/)).toBeVisible()
        await buy(page)

        await page.goto('/portal/bookings/new')
        await page.getByRole('radio', { name: /First free/ }).focus()
        await page.keyboard.press('ArrowDown')
        await expect(page.getByRole('radio', { name: /Margaret/ })).toBeChecked()
        const chosen = page.getByRole('gridcell', { selected: true }).getByRole('button')
        await expect(chosen).toBeVisible()
        await chosen.focus()
        await page.keyboard.press('ArrowRight')
        await page.keyboard.press('Enter')
        const time = page.getByRole('button', { name: `${hour}:00 ${hour + 5}:00 London time` })
        await expect(time).toBeVisible()
        await look('far-away')
        await time.focus()
        await page.keyboard.press('Enter')
        const book = page.getByRole('button', { name: 'Book this session' })
        await expect(book).toBeVisible()
        await page.getByRole('radio', { name: /Online/ }).focus()
        await page.keyboard.press('ArrowDown')
        await look('far-away-confirm')
        await book.focus()
        await page.keyboard.press('Enter')
        await expect(page.getByText('Your session is booked.')).toBeVisible()
        await expect(page.getByText(`${hour}:00 to ${hour}:10`)).toBeVisible()
        await expect(page.getByText(`New York time (${hour + 5}:00 London time)`)).toBeVisible()
        await expect(page.getByText(`By phone: we call you on ${visitor.mobile}`)).toBeVisible()
        await look('far-away-booked')
      })
    })
  })
}

function inDays(days: number): string {
  return localDay(new Date(Date.now() + days * 24 * 3_600_000), 'Europe/London')
}

async function chooseDay(page: Page, days: number) {
  const day = page.getByRole('button', { name: `${dayName(inDays(days))}, free` })
  if (inDays(days).slice(0, 7) !== inDays(0).slice(0, 7)) await page.getByRole('button', { name: 'Next month' }).click()
  await day.click()
}

async function addFile(page: Page, name: string, buffer: Buffer) {
  await page.getByLabel('Add a file').setInputFiles({ name, mimeType: 'application/octet-stream', buffer })
  await expect(page.getByRole('progressbar')).toHaveCount(0)
}

async function buy(page: Page) {
  await page.goto('/checkout/stripe?package=my-future-basic')
  await beOfAge(page)
  await page.getByLabel(/Please start my package now/).check()
  await page.getByLabel(/I lose the right to cancel/).check()
  await typeCard(page, '4242424242424242')
  await page.getByRole('button', { name: 'Pay £118.80' }).click()
  await expect(page.getByText('Payment Successful!')).toBeVisible()
  await expect(page).toHaveURL(/\/portal\/dashboard/)
}
