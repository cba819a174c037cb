import type { Page } from '@playwright/test'
import { hashPassword } from '#features/accounts/server/hash-password.ts'
import { insertAccount } from '#features/accounts/server/store.ts'
import { givenBookableConsultant, insertBooking } from '../support/bookable-consultants.ts'
import { givenPackage } from '../support/bookings.ts'
import { insertConsultant } from '../support/consultants.ts'
import { testWithData, type World } from './support/site-with-data.ts'
import { expect, logIn, type Visitor, widths } from './support/test.ts'

const password = 'four words that stay'
const HOUR = 3_600_000

const person = (firstName: string, lastName: string, email: string) => ({
  firstName,
  lastName,
  email,
  mobile: '+447700900123',
  password,
})

/** A site with two consultants, of whom one has left, and a member with sessions and deliverables for each width. */
const test = testWithData(async (world) => {
  await open(world, person('Olu', 'Owner', 'olu@example.org'), 'administrator')
  const { id } = await givenBookableConsultant(world, {
    displayName: 'Margaret Okonkwo',
    services: ['MY_FUTURE', 'BIZ_FUTURE'],
  })
  const left = await insertConsultant(world, { displayName: 'Alan Turing', services: ['BIZ_FUTURE'] })
  await world.rows('update account set disabled_at = now() where id = $1', left.accountId)
  for (const [index, { name }] of widths.entries()) {
    const memberId = await open(world, person('Grace', `Hopper ${name}`, `${name}@example.org`), 'member')
    const entitlementId = await givenPackage(world, memberId, { days: 30 })
    const startsAt = new Date(Math.ceil(world.clock.now().getTime() / HOUR + 3 + index) * HOUR)
    await insertBooking(world, { consultantId: id, memberId, entitlementId, startsAt })
    await world.rows(
      `insert into deliverable_item (entitlement_id, member_id, line_key, number, promised, title, unit, due_on, state,
         consultant_id, planned_at)
       values ($1, $2, 'posts', $3, 8, 'Posts', 'post', current_date - 2, 'in_progress', $4, now())`,
      await givenPackage(world, memberId, { packageId: 'biz-future-basic', days: 30 }),
      memberId,
      index + 1,
      left.id,
    )
  }
})

for (const [index, { name, viewport }] of widths.entries()) {
  test.describe(name, () => {
    test.use({ viewport })

    test('the owner cancels a session, gives a late deliverable on, and says which sessions somebody holds', async ({
      page,
      look,
    }) => {
      await enter(page)
      await page.goto('/admin/bookings')
      await look('bookings')
      await page.getByRole('link', { name: `Grace Hopper ${name}` }).click()
      await expect(page.getByRole('heading', { name: 'What happened' })).toBeVisible()
      await look('booking')
      await page.getByRole('button', { name: 'Cancel this session' }).click()
      await page.getByLabel('Reason').fill('The office is shut that day')
      await look('booking-cancel')
      await page.getByRole('button', { name: 'Cancel the session' }).click()
      await expect(page.getByText('Cancelled by the administrator')).toBeVisible()
      await expect(page.getByText('Given back to the package: The office is shut that day')).toBeVisible()
      await look('booking-cancelled')

      await page.goto('/admin/deliverables')
      await expect(page.getByText('Its consultant has left').first()).toBeVisible()
      await look('deliverables')
      await page.getByRole('link', { name: `Post ${index + 1} of 8` }).click()
      await look('deliverable')
      await page.getByRole('button', { name: 'Assign', exact: true }).click()
      await page.getByLabel('To whom').selectOption('Margaret Okonkwo')
      await page.getByRole('button', { name: 'Assign it' }).click()
      await expect(page.getByText('Margaret Okonkwo makes it')).toBeVisible()

      await page.goto('/admin/consultants')
      await look('consultants')
      await page.getByRole('link', { name: 'Margaret Okonkwo' }).click()
      const every = page.getByLabel('Every session of their services')
      if (await every.isChecked()) await every.uncheck()
      await look('consultant')
      await page.getByRole('button', { name: 'Save the sessions' }).click()
      await expect(page.getByText('The sessions are saved.')).toBeVisible()

      await page.goto('/admin/documents')
      await page.getByLabel('First day').fill('2026-01-01')
      await page.getByLabel('Last day').fill('2026-12-31')
      await page.getByRole('button', { name: 'Show totals' }).click()
      await expect(page.getByText('No paper was issued in these days.')).toBeVisible()
      await look('documents')
      await page.goto('/admin/anomalies')
      await expect(page.getByText('The books agree: there is nothing to look at.')).toBeVisible()
      await look('anomalies')
    })
  })
}

async function open({ database }: World, given: Visitor, role: 'member' | 'administrator'): Promise<string> {
  const id = await insertAccount(database.db, {
    ...given,
    passwordHash: await hashPassword(given.password),
    role,
    createdAt: new Date(),
  })
  return id as string
}

async function enter(page: Page) {
  await page.goto('/login')
  await logIn(page, person('Olu', 'Owner', 'olu@example.org'))
  await expect(page).not.toHaveURL(/\/login/)
}
