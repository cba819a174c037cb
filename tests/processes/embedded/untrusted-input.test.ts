import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { ImportedCalendar } from '#features/bookings/calendar-import/contract.ts'
import { inParallel } from '../../support/app/in-parallel.ts'
import { newSiteDirectory } from '../../support/app/temporary.ts'
import { until } from '../../support/app/until.ts'
import { deliverEmailTo, incomingEmail, incomingEmailSettings, rawEmail } from '../../support/given/incoming-emails.ts'
import { createRandom, type RandomSource } from '../../support/proof/random.ts'
import { recordMeasurement } from '../../support/proof/record-measurement.ts'
import { stressTestSize } from '../../support/proof/stress-test-size.ts'
import { callSite } from '../../support/site/call-site.ts'
import { findParsers, isChildOf, isRunning } from '../../support/site/parser-processes.ts'
import { startSite } from '../../support/site/start-site.ts'
import { givenHostileSite } from '../../support/untrusted/given-hostile-site.ts'
import { hostileCalendars } from '../../support/untrusted/hostile-calendars.ts'
import { hostileEmails } from '../../support/untrusted/hostile-emails.ts'
import { activeFiles, brokenFiles, type Upload } from '../../support/untrusted/hostile-files.ts'
import { hostilePictures } from '../../support/untrusted/hostile-pictures.ts'

const count = stressTestSize('INPUTS', 40)
const emails = makeCases(hostileEmails, 0.4)
const calendars = makeCases(hostileCalendars, 0.2)
const files = makeCases({ ...activeFiles, ...brokenFiles }, 0.3)
const pictures = makeCases(hostilePictures, 0.1)

/** No more than a member may send: files in a day, or pictures in an hour. */
const MAX_PER_MEMBER = 15

type Line = { level: number; msg: string; parser?: string; reason?: string; incomingEmail?: unknown }

// Covers hostile input from strangers, members and consultants' calendars. The site must keep running and log what it
// refuses.
test('hostile emails, calendars, files and pictures do not stop the site, and active content is refused', async () => {
  const batches = inBatches([...files, ...pictures], MAX_PER_MEMBER)
  const { members, consultant, site, ...hostileSite } = await givenHostileSite(await newSiteDirectory(), {
    memberCount: batches.length,
    calendarCount: calendars.length,
    calendarAt: (index) => calendars[index]?.make() ?? '',
  })
  await using _ = hostileSite
  const home = watchHomePage(site.url)

  const [emailAnswers, batchAnswers] = await Promise.all([
    inParallel(emails, 2, async ({ name, make }) => {
      return { name, ...(await deliverEmailTo(site.url, make())) }
    }),
    inParallel([...batches.entries()], 2, async ([index, batch]) => {
      const member = members[index]
      if (!member) throw new Error('There are fewer members than they have to send')
      // The run takes longer than a login lasts, so each batch logs in again.
      const token = await member.logIn()
      const answers: Answer[] = []
      for (const { name, make } of batch)
        answers.push({ name, ...(await sendUpload(site.url, { ...member, token }, await make())) })
      return answers
    }),
  ])
  const readCalendars = await until(async () => {
    const { body } = await callSite(site.url, '/api/consultant/calendars', { token: await consultant.logIn() })
    const read: ImportedCalendar[] = body.data
    return read.every(({ readAt, problem }) => readAt ?? problem) && read
  }, 2_000)
  const pages = await home.end()
  expect((await fetch(`${site.url}/readyz`)).status).toBe(200)
  expect(await site.stop()).toBe(0)

  const answers = batchAnswers.flat()
  const fileAnswers = answers.slice(0, files.length)
  const pictureAnswers = answers.slice(files.length)
  expect([...emailAnswers, ...answers].filter(({ status }) => status !== 200 && status !== 400)).toEqual([])
  const acceptedActive = fileAnswers.filter(
    ({ name, body }) => name in activeFiles && !/^file-(?:active|virus)$/.test(body.code),
  )
  expect(acceptedActive).toEqual([])
  expect(pages.filter((status) => status !== 200)).toEqual([])

  const lines = parseLogLines(site.output())
  const refusals = lines.filter(({ msg }) => msg === 'untrusted input was refused')
  const refused = (parser: string) => refusals.filter((line) => line.parser === parser).length
  const failed = (answersOfKind: { status: number }[]) => answersOfKind.filter(({ status }) => status === 400).length
  expect([refused('email'), refused('file'), refused('picture')]).toEqual(
    [emailAnswers, fileAnswers, pictureAnswers].map(failed),
  )
  expect(refused('email') + lines.filter((line) => line.incomingEmail).length).toBe(emails.length)
  expect(readCalendars).toHaveLength(calendars.length)
  // There may be more refusals, because scheduled jobs read each calendar again.
  expect(refused('calendar')).toBeGreaterThanOrEqual(
    readCalendars.filter(({ problem, readAt }) => problem && !readAt).length,
  )
  expect(lines.filter(({ level, reason }) => level >= 50 || reason === 'parser-failed')).toEqual([])
  expect(site.output()).not.toMatch(/mallory|calendar\.example\.org/i)
  recordMeasurement(
    'S9',
    `${emails.length} emails, ${calendars.length} calendars, ${files.length} files and ${pictures.length} pictures with hostile content: ${refusals.length} refused, each with a log line, 0 crashes of the site, ${pages.length} home pages meanwhile`,
    '0 crashes, pages always 200, no active content accepted',
  )
})

test('killing the site leaves no parser process behind', async () => {
  await using site = await startSite({ directory: await newSiteDirectory(), environment: incomingEmailSettings })
  const email = rawEmail({ from: 'MAILER-DAEMON@example.org', to: incomingEmail.address })
  expect((await deliverEmailTo(site.url, email)).status).toBe(200)
  const parsers = findParsers(process.cwd()).filter((pid) => isChildOf(pid, site.pid))
  expect(parsers).toHaveLength(1)
  await site.kill()
  await until(() => !parsers.some(isRunning))
})

/** Each case is made only when it is sent, because together they would need gigabytes. */
function makeCases<Value>(recipes: Record<string, (dice: RandomSource) => Value>, share: number) {
  const recipeList = Object.entries(recipes)
  return Array.from({ length: Math.round(count * share) }, (_, index) => {
    const [name, recipe] = recipeList[index % recipeList.length] as (typeof recipeList)[number]
    return { name, make: () => recipe(createRandom(index + 1)) }
  })
}

type Answer = { name: string; status: number; body: { code: string } }

/** Sends a profile picture or a session file. The file is deleted again, because a session holds at most five. */
async function sendUpload(
  url: string,
  { token, bookingId }: { token: string; bookingId: string },
  upload: Upload | Buffer,
) {
  if (Buffer.isBuffer(upload)) {
    const body = { image: upload.toString('base64') }
    return callSite(url, '/api/account/picture', { method: 'PUT', token, body })
  }
  const path = `/api/bookings/${bookingId}/files`
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' }
  const answer = await fetch(`${url}${path}?name=${upload.name}`, {
    method: 'POST',
    headers,
    body: upload.content as BodyInit,
  })
  const body = await answer.json()
  for (const { id } of body.data?.files ?? []) await callSite(url, `${path}/${id}`, { method: 'DELETE', token })
  return { status: answer.status, body }
}

function inBatches<Item>(items: Item[], maxSize: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / maxSize) }, (_, index) =>
    items.slice(index * maxSize, (index + 1) * maxSize),
  )
}

/** Requests the home page over and over. */
function watchHomePage(url: string) {
  const statuses: number[] = []
  let isOver = false
  const watching = (async () => {
    while (!isOver) {
      const page = await fetch(url).catch(() => undefined)
      await page?.text()
      statuses.push(page?.status ?? 0)
      await pause(20)
    }
  })()
  return {
    async end() {
      isOver = true
      await watching
      return statuses
    },
  }
}

function parseLogLines(output: string): Line[] {
  return output
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))
}
