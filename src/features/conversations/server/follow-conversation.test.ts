import { randomUUID } from 'node:crypto'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { startApp } from '#tests/support/app/start-app.ts'
import { openEventStream } from '#tests/support/site/open-event-stream.ts'

const app = await startApp()
afterAll(app.close)

type Person = Awaited<ReturnType<typeof app.quickMember>>

const memberPath = '/api/conversation/stream'
const staffPath = ({ id }: { id: string }) => `/api/admin/conversations/${id}/stream`
const write = (member: Person, text: string) => member.post('/api/conversation/messages', { id: randomUUID(), text })
const answer = (staff: Person, { id }: { id: string }, text: string) =>
  staff.post(`/api/admin/conversations/${id}/messages`, { id: randomUUID(), text, seenUntil: null })
const toTexts = ({ items }: { items: { text: string }[] }) => items.map(({ text }) => text)

async function open({ token }: { token: string }, path = memberPath) {
  const stream = await openEventStream(app.url, token, path)
  onTestFinished(stream.hangUp)
  return stream
}

test('new messages are sent to every open stream of the member and of staff', async () => {
  const [member, staff] = [await app.quickMember(), await app.quickMember('administrator')]
  const streams = [await open(member), await open(member), await open(staff, staffPath(member))]
  for (const page of streams) expect((await page.next()).items).toEqual([])

  await write(member, 'Which one?')
  for (const page of streams) expect(toTexts(await page.next())).toEqual(['Which one?'])

  await answer(staff, member, 'This one.')
  for (const page of streams)
    await expect.poll(() => toTexts(page.received.at(-1)?.value)).toEqual(['This one.', 'Which one?'])
  expect(JSON.stringify(streams[0]?.received)).not.toContain('staffName')
})

test('marking a conversation as answered updates the staff streams', async () => {
  const [member, staff] = [await app.quickMember(), await app.quickMember('administrator')]
  await write(member, 'Thank you!')
  const page = await open(staff, staffPath(member))
  const { waitingSince } = await page.next()
  expect(waitingSince).not.toBeNull()
  await staff.post(`/api/admin/conversations/${member.id}/answered`, { seenUntil: waitingSince })
  expect((await page.next()).waitingSince).toBeNull()
})

test("a member's stream never contains another member's messages", async () => {
  const [ada, eve] = [await app.quickMember(), await app.quickMember()]
  const eveStream = await open(eve)
  await eveStream.next()
  await write(ada, 'Private')
  await write(eve, 'Own')
  expect(toTexts(await eveStream.next())).toEqual(['Own'])
})

test("staff connections do not count towards the member's limit", async () => {
  const [member, staff] = [await app.quickMember(), await app.quickMember('administrator')]
  const pages = await Promise.all(Array.from({ length: 10 }, () => open(staff, staffPath(member))))
  expect(pages.map(({ status }) => status)).toEqual(Array(10).fill(200))
  expect((await open(member)).status).toBe(200)
  expect((await staff.get(staffPath(member))).status).toBe(429)
  for (const { hangUp } of pages) hangUp()
  await expect.poll(() => app.live.size()).toBeLessThan(5)
})

test("logging out a staff member ends their stream but not the member's", async () => {
  const [member, staff] = [await app.quickMember(), await app.quickMember('administrator')]
  const [staffStream, memberStream] = [await open(staff, staffPath(member)), await open(member)]
  await Promise.all([staffStream.next(), memberStream.next()])
  await staff.post('/api/auth/logout')
  expect(await staffStream.ended).toBe('ended')
  await write(member, 'Still here?')
  expect(toTexts(await memberStream.next())).toEqual(['Still here?'])
  expect(staffStream.received).toHaveLength(1)
})
