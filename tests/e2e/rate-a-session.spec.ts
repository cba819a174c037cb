import { randomUUID } from 'node:crypto'
import { hashPassword } from '#features/accounts/server/hash-password.ts'
import { insertAccount } from '#features/accounts/server/store.ts'
import { localDay } from '#platform/shared/local-time.ts'
import { givenBookableConsultant, insertBooking } from '../support/bookable-consultants.ts'
import { givenPackage } from '../support/bookings.ts'
import { testWithData, type World } from './support/site-with-data.ts'
import { expect, logIn, type Visitor, widths } from './support/test.ts'

const HOUR = 3_600_000

/** A site with a member for each width: one session of theirs was held, another one is still to come. */
const test = testWithData(seed)

const memberOf = (width: string): Visitor => ({
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: `${width}@example.org`,
  mobile: '+447700900123',
  password: 'four words that stay',
})

for (const { name, viewport } of widths) {
  test.describe(name, () => {
    test.use({ viewport, reducedMotion: 'reduce' })

    test('a member rates the session that was held, and takes the rating back', async ({ page, look }) => {
      await page.goto('/login?from=%2Fportal%2Fbookings')
      await logIn(page, memberOf(name))
      await page.getByRole('link', { name: 'View details of A session' }).click()
      await expect(page.getByRole('heading', { name: 'How was this session?' })).toBeVisible()
      await page.getByRole('radio', { name: /^4/ }).check()
      await page.getByLabel(/You may publish my words/).check()
      await page.getByRole('button', { name: 'Save rating' }).click()
      await expect(page.getByText('Please write what may be published, or untick the box below')).toBeVisible()
      await look('words-wanted')
      await page.getByLabel('In your words (optional)').fill('Two letters later I had a place.')
      await page.getByRole('button', { name: 'Save rating' }).click()
      await expect(page.getByText('4 of 5: Helpful')).toBeVisible()
      await expect(page.getByText('We may publish your words as those of “Ada”.')).toBeVisible()
      await look('rated')
      await page.reload()
      await expect(page.getByText('Two letters later I had a place.')).toBeVisible()
      await page.getByRole('button', { name: 'Take back' }).click()
      await expect(page.getByRole('heading', { name: 'How was this session?' })).toBeVisible()
    })

    test('a member asks for an earlier time, is offered one, and takes it', async ({ page, look }) => {
      await page.goto('/login?from=%2Fportal%2Fbookings')
      await logIn(page, memberOf(name))
      await page.getByRole('link', { name: 'View, move or cancel A session' }).click()
      await page.getByRole('button', { name: 'Name earlier times' }).click()
      const form = page.getByRole('form', { name: 'Earlier times' })
      await form.getByLabel('Day').fill(localDay(new Date(Date.now() + 48 * HOUR), 'Europe/London'))
      await form.getByLabel('From').fill('17:00')
      await form.getByLabel('Until').fill('09:00')
      await form.getByRole('button', { name: 'Get in line' }).click()
      await expect(form.getByText('Please choose an end that is later than the beginning')).toBeVisible()
      await look('earlier-turned-around')
      await form.getByLabel('From').fill('09:00')
      await form.getByLabel('Until').fill('17:00')
      await form.getByRole('button', { name: 'Get in line' }).click()
      await expect(page.getByText('You are in line for an earlier time:')).toBeVisible()
      await expect
        .poll(async () => {
          await page.reload()
          await expect(page.getByText('You are in line for an earlier time:')).toBeVisible()
          return page.getByRole('button', { name: 'Take this time' }).isVisible()
        })
        .toBe(true)
      await look('earlier-offer')
      await page.getByRole('button', { name: 'Take this time' }).click()
      await expect(page.getByText(/, 09:00 to 09:\d0/)).toBeVisible()
      await expect(page.getByRole('button', { name: 'Take this time' })).toBeHidden()
    })

    test('a member makes a private address for their calendar, and ends it', async ({ page, request, look }) => {
      await page.goto('/login?from=%2Fportal%2Fbookings')
      await logIn(page, memberOf(name))
      await expect(page.getByRole('button', { name: 'Make an address' })).toBeVisible()
      // Nobody has pressed anything: the page begins at its beginning.
      await expect(page.getByRole('button', { name: 'Make an address' }).locator('..')).not.toBeFocused()
      await page.getByRole('button', { name: 'Make an address' }).click()
      const address = await page.getByLabel('Private address').inputValue()
      await look('calendar-address')
      expect(await (await request.get(address)).text()).toContain('SUMMARY:A session')
      await page.getByRole('button', { name: 'End the address' }).click()
      await expect(page.getByRole('button', { name: 'Make an address' })).toBeVisible()
      expect((await request.get(address)).status()).toBe(404)
    })
  })
}

async function seed(world: World) {
  for (const { name } of widths) {
    const { password, ...member } = memberOf(name)
    const passwordHash = await hashPassword(password)
    const memberId =
      (await insertAccount(world.database.db, { ...member, passwordHash, role: 'member', createdAt: new Date() })) ?? ''
    const { id: consultantId } = await givenBookableConsultant(world, { displayName: `Margaret ${randomUUID()}` })
    const entitlementId = await givenPackage(world, memberId, { startsAt: new Date(Date.now() - 24 * HOUR) })
    const given = { consultantId, memberId, entitlementId }
    await insertBooking(world, { ...given, startsAt: new Date(Date.now() - 2 * HOUR), state: 'held' })
    const startsAt = new Date(Date.now() + 100 * HOUR)
    const id = await insertBooking(world, { ...given, startsAt, lineKey: 'final-call', minutes: 20 })
    await world.rows(
      `insert into entitlement_entry (entitlement_id, line_key, kind, quantity, occurred_at, cause_id)
       values ($1, 'final-call', 'use', -1, now(), $2)`,
      entitlementId,
      id,
    )
    await world.rows('insert into reserved_session values ($1, $2, $3)', id, entitlementId, startsAt)
  }
}
