import { type Member, newPerson, type TestApp } from '../app/start-app.ts'
import { givenBookableConsultant, insertBooking } from '../given/bookable-consultants.ts'
import { book, hoursAhead } from '../given/bookings.ts'
import { startPaying } from '../given/checkout.ts'
import { workPath } from '../given/deliverables.ts'
import { pdf, uploadFile } from '../given/files.ts'
import { givenPasskey } from '../given/passkey.ts'
import { newRating } from '../given/ratings.ts'
import { buy } from '../given/refunds.ts'
import { subscribe } from '../given/subscriptions.ts'
import { makePng } from '../png.ts'
import type { RandomSource } from '../proof/random.ts'
import type { KnownValues } from './known-values.ts'
import type { Target } from './make-request.ts'

export type World = Awaited<ReturnType<typeof openWorld>>
type People = Record<(typeof roles)[number], Member>

const roles = ['member', 'consultant', 'administrator'] as const

/** Sets up a member who has used every feature, their consultant and an administrator. */
export async function openWorld(app: TestApp, known: KnownValues) {
  const tables = await app.rows(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'id' and data_type = 'uuid'`,
  )
  const { password } = newPerson()
  known.learn({
    password,
    currentPassword: password,
    confirmPassword: password,
    image: makePng('amber').toString('base64'),
  })
  let people = await openPeople(app)

  const restoreAccount = async (caller: string) => {
    const role = roles.find((candidate) => candidate === caller)
    if (!role) return
    const [account] = await app.rows(
      'update account set disabled_at = null, role = $2 where id = $1 and deleted_at is null returning id',
      people[role].id,
      role,
    )
    if (account) people[role] = await app.returning(people[role])
    else people = await openPeople(app)
  }
  return {
    app,
    /** Re-enables an account that requests have disabled or logged out, and logs it in. */
    restoreAccount,
    findToken: (role: string) => people[role as keyof People]?.token,
    pickPermitted: ({ access }: Target, dice: RandomSource) =>
      access === 'public' ? dice.oneOf('visitor', ...roles) : access,
    pickAnyCaller: (dice: RandomSource) => dice.oneOf('visitor', ...roles),
    toAddress: (moment: number) => `198.18.${Math.floor(moment / 256) % 256}.${Math.floor(moment) % 256}`,
    /** Replaces the people with new ones, whose data no request has cancelled, refunded or deleted yet. */
    async renew() {
      people = await openPeople(app)
    },
    async refresh() {
      for (const role of roles) await restoreAccount(role)
      await app.rows('delete from rate_limit')
      // Accounts that were inserted directly have no valid password hash, so give them one.
      await app.rows(
        `update account set password_hash = (select password_hash from account where id = $1)
         where deleted_at is null and password_hash not like '$argon2%'`,
        people.administrator.id,
      )
      const { id: memberId } = people.member
      for (const { name } of tables) known.setIds(name, await listIds(app, name, memberId))
    },
  }
}

/** The ids of the member's rows if the table names an owner, followed by those of the newest rows. */
async function listIds(app: TestApp, table: string, memberId: string): Promise<string[]> {
  const [owner] = await app.rows(
    `select column_name as name from information_schema.columns
     where table_schema = 'public' and table_name = $1 and column_name in ('member_id', 'account_id') limit 1`,
    table,
  )
  const ownIds = owner ? await app.rows(`select id from ${table} where ${owner.name} = $1 limit 8`, memberId) : []
  const otherIds = await app.rows(`select id from ${table} order by ctid desc limit 6`)
  return [...ownIds, ...otherIds].map(({ id }) => id)
}

async function openPeople(app: TestApp): Promise<People> {
  const administrator = await app.quickMember('administrator')
  const { id: consultantId, accountId } = await givenBookableConsultant(app, { services: ['MY_FUTURE', 'BIZ_FUTURE'] })
  const consultant: Member = await app.returning({ id: accountId, person: newPerson() })
  const member = await app.quickMember()
  await buy(app, { member })
  await buy(app, { member, packageId: 'biz-future-basic' })
  await subscribe(app, member)
  await startPaying(member, 'study-world-basic')
  await givenPasskey(app, member.id)
  await holdSessions(app, { member, consultantId })
  await makeItems({ member, consultant })
  await member.post('/api/conversation/messages', { id: crypto.randomUUID(), text: 'Which one?' })
  await member.post('/api/account/calendar-feed')
  await app.stranger().post('/api/contact', { name: 'Ada', email: newPerson().email, message: 'Which package fits?' })
  await administrator.post(`/api/admin/members/${member.id}/notes`, { text: 'Prefers the telephone' })
  await app.settle()
  return { member: await app.returning(member), consultant, administrator }
}

/** Creates an upcoming session with a file, and a past session with a rating. */
async function holdSessions(app: TestApp, { member, consultantId }: { member: Member; consultantId: string }) {
  const { body } = await member.get('/api/sessions')
  const { entitlementId, lineKey } = body.data[0]
  const booked = await book(member, { entitlementId, lineKey, startsAt: hoursAhead(app, 72), consultantId })
  await uploadFile(member, `/api/bookings/${booked.body.data.id}/files`, pdf)
  const startsAt = new Date(app.clock.now().getTime() - 86_400_000)
  const bookingId = await insertBooking(app, {
    consultantId,
    memberId: member.id,
    entitlementId,
    startsAt,
    state: 'held',
  })
  await member.send('PUT', `/api/bookings/${bookingId}/rating`, newRating({ mayPublish: true }))
}

/** Creates one deliverable for each step of the work. */
async function makeItems({ member, consultant }: { member: Member; consultant: Member }) {
  const { body } = await member.get('/api/deliverables?limit=100')
  const [firstItem, secondItem, thirdItem] = body.data.items as { id: string }[]
  for (const item of [firstItem, secondItem, thirdItem]) if (item) await consultant.post(workPath(item, '/assignment'))
  for (const item of [firstItem, secondItem])
    if (item) await uploadFile(consultant, workPath(item, '/versions/file'), pdf)
  if (firstItem) await consultant.post(workPath(firstItem, '/approval-request'))
}
