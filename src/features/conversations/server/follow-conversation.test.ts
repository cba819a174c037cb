import { randomUUID } from 'node:crypto'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { startApp } from '../../../../tests/support/app/start-app.ts'
import { openEventStream } from '../../../../tests/support/site/open-event-stream.ts'

const app = await startApp()
afterAll(app.close)

type Person = Awaited<ReturnType<typeof app.quickMember>>

const ownPath = '/api/conversation/stream'
const pathOf = ({ id }: { id: string }) => `/api/admin/conversations/${id}/stream`
const write = (member: Person, text: string) => member.post('/api/conversation/messages', { id: randomUUID(), text })
const answer = (staff: Person, { id }: { id: string }, text: string) =>
  staff.post(`/api/admin/conversations/${id}/messages`, { id: randomUUID(), text, seenUntil: null })
const textsOf = ({ items }: { items: { text: string }[] }) => items.map(({ text }) => text)

async function open({ token }: { token: string }, path = ownPath) {
  const followed = await openEventStream(app.url, token, path)
  onTestFinished(followed.hangUp)
  return followed
}

test('both sides receive new messages in every window', async () => {
  const [member, staff] = [await app.quickMember(), await app.quickMember('administrator')]
  const windows = [await open(member), await open(member), await open(staff, pathOf(member))]
  for (const page of windows) expect((await page.next()).items).toEqual([])

  await write(member, 'Which one?')
  for (const page of windows) expect(textsOf(await page.next())).toEqual(['Which one?'])

  await answer(staff, member, 'This one.')
  for (const page of windows)
    await expect.poll(() => textsOf(page.received.at(-1)?.value)).toEqual(['This one.', 'Which one?'])
  expect(JSON.stringify(windows[0]?.received)).not.toContain('staffName')
})

test('marking a conversation as answered reaches the other staff', async () => {
  const [member, staff] = [await app.quickMember(), await app.quickMember('administrator')]
  await write(member, 'Thank you!')
  const page = await open(staff, pathOf(member))
  const { waitingSince } = await page.next()
  expect(waitingSince).not.toBeNull()
  await staff.post(`/api/admin/conversations/${member.id}/answered`, { seenUntil: waitingSince })
  expect((await page.next()).waitingSince).toBeNull()
})

test("a member's stream never contains another member's messages", async () => {
  const [ada, eve] = [await app.quickMember(), await app.quickMember()]
  const ofEve = await open(eve)
  await ofEve.next()
  await write(ada, 'Private')
  await write(eve, 'Own')
  expect(textsOf(await ofEve.next())).toEqual(['Own'])
})

test("staff connections do not count towards the member's limit", async () => {
  const [member, staff] = [await app.quickMember(), await app.quickMember('administrator')]
  const pages = await Promise.all(Array.from({ length: 10 }, () => open(staff, pathOf(member))))
  expect(pages.map(({ status }) => status)).toEqual(Array(10).fill(200))
  expect((await open(member)).status).toBe(200)
  expect((await staff.get(pathOf(member))).status).toBe(429)
  for (const { hangUp } of pages) hangUp()
  await expect.poll(() => app.live.size()).toBeLessThan(5)
})

test("logging out ends a staff member's stream and not the member's", async () => {
  const [member, staff] = [await app.quickMember(), await app.quickMember('administrator')]
  const [desk, own] = [await open(staff, pathOf(member)), await open(member)]
  await Promise.all([desk.next(), own.next()])
  await staff.post('/api/auth/logout')
  expect(await desk.ended).toBe('ended')
  await write(member, 'Still here?')
  expect(textsOf(await own.next())).toEqual(['Still here?'])
  expect(desk.received).toHaveLength(1)
})
