import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { hashPassword } from '#features/accounts/server/hash-password.ts'
import { insertAccount } from '#features/accounts/server/store.ts'
import { givenBookableConsultant, insertBooking } from '../support/bookable-consultants.ts'
import { givenPackage } from '../support/bookings.ts'
import { testWithData, type World } from './support/site-with-data.ts'
import { enterPortal, expect, expectWholeWords, logIn, type Visitor, widths } from './support/test.ts'

const HOUR = 3_600_000

/** A site with a consultant for each width, to whom four members have come or will. */
const test = testWithData(seed)

const password = 'four words that stay'
const consultantOf = (width: string): Visitor => ({ ...person('Margaret', 'Okonkwo'), email: `${width}@example.org` })

const members = [
  { name: ['Grace', 'Hopper'], hours: -1 },
  { name: ['Wolfeschlegelsteinhausenbergerdorff', 'von und zu Hohenlohe-Langenburg'], hours: 2 },
  { name: ['<b>Alan</b>', 'Turing'], hours: 4 },
  { name: ['Katherine', 'Johnson'], hours: 26 },
] as const

for (const { name, viewport } of widths) {
  test.describe(name, () => {
    test.use({ viewport, reducedMotion: 'reduce' })

    test('a consultant marks a session, writes of it, changes their hours, and falls ill', async ({
      page,
      site,
      look,
    }) => {
      await enterConsultantsSide(page, name)
      await expect(page.getByText('Nothing is booked.').first()).toBeVisible()
      await expect(page.getByRole('link', { name: '<b>Alan</b> Turing' })).toBeVisible()
      await look('my-day')
      await expectWholeWords(page)

      await page.getByRole('button', { name: 'It was held with Grace Hopper' }).click()
      await expect(page.getByText('Held', { exact: true })).toBeVisible()
      await page.getByRole('link', { name: 'Grace Hopper' }).click()
      await expect(page.getByRole('heading', { name: 'Grace Hopper' })).toBeVisible()
      await look('file')
      await expectWholeWords(page)
      await page
        .getByLabel('New note')
        .fill('Bring the two letters of your school next time.\n\nWe go on with the second one.')
      await page.getByLabel('Share it with the member').check()
      await page.getByRole('button', { name: 'Save note' }).click()
      await expect(page.getByText('Your note is saved.')).toBeVisible()
      await look('file-with-note')

      await page.goto('/portal/consultant/availability')
      await page.getByRole('button', { name: 'Copy the hours of Monday to other days' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Wednesday').check()
      await look('copy-hours')
      await dialog.getByRole('button', { name: 'Copy' }).click()
      await page.getByRole('button', { name: 'Add hours on Saturday' }).click()
      await page.getByLabel('Saturday, from').fill('14:00')
      await page.getByLabel('Saturday, until').fill('13:00')
      await page.getByRole('button', { name: 'Add a day off' }).click()
      await page.getByLabel('Day off', { exact: true }).fill('2999-12-25')
      await page.getByRole('button', { name: 'Save availability' }).click()
      await expect(page.getByText('The end must come after the start')).toBeVisible()
      await expect(page.getByLabel('Saturday, until')).toBeFocused()
      await look('wrong-hours')
      await page.keyboard.type('1600')
      await page.getByRole('button', { name: 'Save availability' }).click()
      await expect(page.getByText('Your availability is saved.')).toBeVisible()
      await look('availability')
      await expectWholeWords(page)
      await page.reload()
      await expect(page.getByLabel('Saturday, until')).toHaveValue('16:00')
      await expect(page.getByLabel('Day off', { exact: true })).toHaveValue('2999-12-25')

      await page.goto('/portal/consultant')
      await page.getByRole('button', { name: 'I am ill today' }).click()
      await expect(dialog.getByRole('listitem')).toHaveCount(2)
      await look('ill')
      await expectWholeWords(page)
      await dialog.getByRole('button', { name: 'Cancel 2 sessions' }).click()
      await expect(page.getByText('Your day is free. Get well soon.')).toBeVisible()
      await expect(page.getByRole('link', { name: '<b>Alan</b> Turing' })).toBeHidden()
      await expect(page.getByRole('link', { name: 'Katherine Johnson' })).toBeVisible()
      await look('after-ill')
      await expect
        .poll(async () => (await site.mails()).filter((mail) => mail.includes('Choose another time')).length)
        .toBeGreaterThan(1)
    })
  })
}

test('a member is led to the portal, and sees nothing of the consultant’s side', async ({ page, site, visitor }) => {
  await enterPortal(page, site, visitor)
  await expect(page.getByRole('link', { name: 'My Day' })).toHaveCount(0)
  await page.goto('/portal/consultant/availability')
  await expect(page.getByText(`Hello, ${visitor.firstName}`)).toBeVisible()
  await expect(page).toHaveURL(/\/portal$/)
})

async function enterConsultantsSide(page: Page, width: string) {
  await page.goto('/login?from=%2Fportal%2Fconsultant')
  await logIn(page, consultantOf(width))
  await expect(page).toHaveURL(/\/portal\/consultant$/)
}

/** It is about ten in the morning where the consultants work: a whole day lies ahead, whenever the test runs. */
function morningZone(): string {
  const offset = 10 - new Date().getUTCHours()
  const ahead = offset < -12 ? offset + 24 : offset
  // In these names the sign is turned around.
  return `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`
}

async function seed(world: World) {
  const passwordHash = await hashPassword(password)
  const open = async (visitor: Visitor) =>
    (await insertAccount(world.database.db, { ...visitor, passwordHash, role: 'member', createdAt: new Date() })) ?? ''
  for (const { name } of widths) {
    const { id: consultantId, accountId } = await givenBookableConsultant(world, {
      timeZone: morningZone(),
      weeklyHours: {
        1: [
          ['09:00', '12:00'],
          ['13:00', '17:00'],
        ],
        2: [['09:00', '12:00']],
      },
    })
    await world.rows(
      `update account set email = $2, email_canonical = $2, password_hash = $3, first_name = 'Margaret', email_verified_at = now()
       where id = $1`,
      accountId,
      consultantOf(name).email,
      passwordHash,
    )
    for (const {
      name: [firstName, lastName],
      hours,
    } of members) {
      const memberId = await open(person(firstName, lastName))
      const startsAt = new Date(Date.now() + hours * HOUR)
      const entitlementId = await givenPackage(world, memberId, { startsAt: new Date(Date.now() - 24 * HOUR) })
      const id = await insertBooking(world, { consultantId, memberId, entitlementId, startsAt })
      await world.rows(
        `insert into entitlement_entry (entitlement_id, line_key, kind, quantity, occurred_at, cause_id)
         values ($1, 'initial-consultation', 'use', -1, now(), $2)`,
        entitlementId,
        id,
      )
      await world.rows(
        "update booking set notes = 'About my first job, and whether to move to Leeds for it.' where id = $1",
        id,
      )
    }
  }
}

function person(firstName: string, lastName: string): Visitor {
  return { firstName, lastName, email: `${randomUUID()}@example.org`, mobile: '+447700900123', password }
}
