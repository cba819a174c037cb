import { hashPassword } from '#features/accounts/passwords/server/hash-password.ts'
import { insertAccount } from '#features/accounts/server/store.ts'
import { givenBookableConsultant, insertBooking } from '../../support/given/bookable-consultants.ts'
import { givenPackage } from '../../support/given/bookings.ts'
import { insertConsultant } from '../../support/given/consultants.ts'
import type { Person } from '../../support/given/new-person.ts'
import { makePng } from '../../support/png.ts'
import type { World } from './site-with-data.ts'

const HOUR = 3_600_000

/** The password of every account here that can log in. */
const password = 'four words that stay'

const person = (firstName: string, lastName: string, name: string): Person => ({
  firstName,
  lastName,
  email: `${name}@example.org`,
  mobile: '+447700900123',
  password,
})

/** The published consultants: the first two can be booked every day, and the third cannot be booked. */
export const published = [
  {
    displayName: 'Margaret Okonkwo-Fairweather',
    position: 1,
    languages: ['en-GB', 'fr', 'ig'],
    services: ['MY_FUTURE', 'STUDY_WORLD'],
    summary:
      'Fifteen years in careers offices of two universities, most of them spent with people who had chosen the wrong course for good reasons. Listens first, writes everything down and never tells you what to do.',
    picture: makePng('amber', 300),
  },
  { displayName: 'Grace Hopper', position: 2, picture: makePng('blue', 300) },
  {
    displayName: 'Li <b>Wei</b>',
    position: 3,
    languages: ['zh-Hant', 'en'],
    services: ['BIZ_FUTURE'],
    summary: 'Ran a bakery before she advised one.',
    picture: makePng('blue', 300),
  },
]

/** A consultant for businesses. */
export const zoe = person('Zoe', 'Zimmermann', 'zoe')

/** A consultant with one past and three upcoming sessions. */
export const dorothy = person('Dorothy', 'Vaughan', 'dorothy')

const bookedMembers = [
  { name: ['Grace', 'Hopper'], hours: -1 },
  { name: ['Wolfeschlegelsteinhausenbergerdorff', 'von und zu Hohenlohe-Langenburg'], hours: 2 },
  { name: ['<b>Alan</b>', 'Turing'], hours: 4 },
  { name: ['Katherine', 'Johnson'], hours: 26 },
] satisfies { name: [string, string]; hours: number }[]

/** A member with an upcoming session and a deliverable that is late because its consultant has left. */
export const mary = person('Mary', 'Jackson', 'mary')

/** Fills the site with consultants, members, bookings and a late deliverable. */
export async function fillConsultancy(world: World) {
  const passwordHash = await hashPassword(password)
  const open = async ({ password: _, ...details }: Person) =>
    (await insertAccount(world.database.db, { ...details, passwordHash, role: 'member', createdAt: new Date() })) ?? ''
  const letIn = (accountId: string, { firstName, lastName, email }: Person) =>
    world.rows(
      `update account set email = $2, email_canonical = $2, password_hash = $3, first_name = $4, last_name = $5,
         email_verified_at = now() where id = $1`,
      accountId,
      email,
      passwordHash,
      firstName,
      lastName,
    )
  const [first, second, adviser] = published
  for (const entry of [first, second])
    await givenBookableConsultant(world, { ...entry, weeklyHours: [['08:00', '18:00']] })
  await insertConsultant(world, adviser)
  const maker = await insertConsultant(world, { displayName: 'Zoe', services: ['BIZ_FUTURE'], position: 4 })
  await letIn(maker.accountId, zoe)
  await fillDay(world, open, letIn)
  await addUnfinishedWork(world, await open(mary))
}

type Open = (visitor: Person) => Promise<string>

async function fillDay(world: World, open: Open, letIn: (accountId: string, visitor: Person) => Promise<unknown>) {
  const { id: consultantId, accountId } = await givenBookableConsultant(world, {
    displayName: 'Dorothy Vaughan',
    services: ['STUDY_WORLD'],
    position: 5,
    timeZone: morningZone(),
    weeklyHours: {
      1: [
        ['09:00', '12:00'],
        ['13:00', '17:00'],
      ],
      2: [['09:00', '12:00']],
    },
  })
  await letIn(accountId, dorothy)
  for (const [index, { name, hours }] of bookedMembers.entries()) {
    const memberId = await open(person(...name, `comer${index}`))
    const startsAt = new Date(Date.now() + hours * HOUR)
    const entitlementId = await givenPackage(world, memberId, { startsAt: new Date(Date.now() - 24 * HOUR) })
    const id = await insertBooking(world, { consultantId, memberId, entitlementId, startsAt })
    await takeOne(world, entitlementId, 'initial-consultation', id)
    await world.rows(
      "update booking set notes = 'About my first job, and whether to move to Leeds for it.' where id = $1",
      id,
    )
  }
}

/** A time zone where it is about 10:00, so that the consultant's day is still ahead whenever the test runs. */
function morningZone(): string {
  const offset = 10 - new Date().getUTCHours()
  const ahead = offset < -12 ? offset + 24 : offset
  // The sign in Etc/GMT names is inverted.
  return `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`
}

async function addUnfinishedWork(world: World, memberId: string) {
  const { id: consultantId } = await givenBookableConsultant(world, {
    displayName: 'Hedy Lamarr',
    services: ['STUDY_WORLD', 'BIZ_FUTURE'],
    position: 6,
  })
  const formerConsultant = await insertConsultant(world, {
    displayName: 'Alan Turing',
    services: ['BIZ_FUTURE'],
    position: 7,
  })
  await world.rows('update account set disabled_at = now() where id = $1', formerConsultant.accountId)
  const entitlementId = await givenPackage(world, memberId, { days: 30 })
  const startsAt = new Date(Math.ceil(Date.now() / HOUR + 3) * HOUR)
  await insertBooking(world, { consultantId, memberId, entitlementId, startsAt })
  await world.rows(
    `insert into deliverable (entitlement_id, member_id, line_key, number, promised, title, unit, due_on, state,
       consultant_id, planned_at)
     values ($1, $2, 'posts', 1, 9, 'Posts', 'post', current_date - 2, 'in_progress', $3, now())`,
    await givenPackage(world, memberId, { packageId: 'biz-future-basic', days: 30 }),
    memberId,
    formerConsultant.id,
  )
}

async function takeOne(world: World, entitlementId: string, lineKey: string, bookingId: string) {
  await world.rows(
    `insert into entitlement_entry (entitlement_id, line_key, kind, quantity, occurred_at, cause_id)
     values ($1, $2, 'use', -1, now(), $3)`,
    entitlementId,
    lineKey,
    bookingId,
  )
}
