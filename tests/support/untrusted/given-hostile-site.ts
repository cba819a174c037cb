import { writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { seedDatabase } from '#app/server/open-context.ts'
import { importCalendarQueue } from '#features/bookings/calendar-import/server/calendars.ts'
import { type Database, openDatabase } from '#platform/server/db/open-database.ts'
import { openQueueContext } from '../app/queue-context.ts'
import { givenBookableConsultant, grantPackage, insertBooking } from '../given/bookable-consultants.ts'
import { incomingEmailSettings } from '../given/incoming-emails.ts'
import { insertMembers, membersPassword } from '../given/members.ts'
import { callSite } from '../site/call-site.ts'
import { makeCertificate } from '../site/make-certificate.ts'
import { startSite } from '../site/start-site.ts'

const host = 'calendar.example.org'

type Counts = {
  memberCount: number
  calendarCount: number
  /** The content of the calendar with this index. */
  calendarAt: (index: number) => Buffer | string
}

/**
 * Starts a site as `npm start` does, with ways to send it untrusted input: members who can add files to a session, and
 * consultants' calendars waiting to be imported from our server.
 */
export async function givenHostileSite(directory: string, { memberCount, calendarCount, calendarAt }: Counts) {
  const database = await openDatabase({ directory })
  const { runner, context } = await openQueueContext(database)
  await seedDatabase(context)
  const emails = await insertMembers(database, memberCount, 'logins.example')
  const { bookings, consultant } = await insertSessions(database, emails)
  for (const calendarId of await insertCalendars(database, calendarCount))
    await runner.send(database.db, importCalendarQueue, { calendarId })
  await runner.stop()
  await database.close()

  const { key, cert } = makeCertificate(host)
  const internet = createServer({ key, cert }, (request, response) => {
    response.end(calendarAt(Number(/\d+/.exec(request.url ?? '')?.[0])))
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => internet.once('listening', resolve))
  const certificate = join(directory, 'internet.pem')
  writeFileSync(certificate, cert)

  const site = await startSite({
    directory,
    environment: {
      LOG_LEVEL: 'info',
      ...incomingEmailSettings,
      INTERNET_PORT: String((internet.address() as AddressInfo).port),
      NODE_EXTRA_CA_CERTS: certificate,
      NODE_OPTIONS: `--import=${pathToFileURL(join(import.meta.dirname, 'divert-internet.ts'))}`,
    },
  })
  const logInAs = (email: string) => () => logIn(site.url, email)
  return {
    site,
    members: emails.map((email, index) => ({ logIn: logInAs(email), bookingId: bookings[index] ?? '' })),
    consultant: { logIn: logInAs(consultant) },
    async [Symbol.asyncDispose]() {
      await site[Symbol.asyncDispose]()
      internet.closeAllConnections()
      internet.close()
    },
  }
}

type Rows = (sql: string, ...values: unknown[]) => Promise<{ id: string; email: string }[]>

/** @returns each member's session, and the email address of the consultant, who has the same password as the members */
async function insertSessions(database: Database, emails: string[]) {
  const rows: Rows = async (sql, ...values) => (await database.pool.query(sql, values)).rows
  const app = { database, rows, clock: { now: () => new Date(), advance: () => {} } } as never
  const { id: consultantId, accountId } = await givenBookableConsultant(app)
  const [account] = await rows(
    `update account set password_hash = (select password_hash from account where email = $2) where id = $1
     returning id, email`,
    accountId,
    emails[0],
  )
  const bookings: string[] = []
  for (const [index, email] of emails.entries()) {
    const [member] = await rows('select id from account where email = $1', email)
    const memberId = member?.id ?? ''
    const entitlementId = await grantPackage(app, memberId)
    const startsAt = new Date(Date.now() + (48 + index) * 3_600_000)
    bookings.push(await insertBooking(app, { consultantId, memberId, entitlementId, startsAt }))
  }
  return { bookings, consultant: account?.email ?? '' }
}

async function insertCalendars(database: Database, count: number): Promise<string[]> {
  const { rows } = await database.pool.query<{ id: string }>(
    `insert into imported_calendar (consultant_id, url)
     select consultant_id, 'https://${host}/' || number || '.ics' from availability, generate_series(0, $1) as number
     returning id`,
    [count - 1],
  )
  return rows.map(({ id }) => id)
}

/** @returns an access token */
async function logIn(url: string, email: string): Promise<string> {
  return (await callSite(url, '/api/auth/login', { body: { email, password: membersPassword } })).body.data.token
}
