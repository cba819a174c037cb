import { screen, within } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { availability, finalCall } from '#tests/support/web/availability.ts'
import { answerPanel } from '#tests/support/web/bookings.ts'
import { allowDialogs } from '#tests/support/web/dialogs.ts'
import { type FakeAnswer, fakeServer, granted, refused } from '#tests/support/web/fake-server.ts'
import { ada, givenMember } from '#tests/support/web/people.ts'
import { visit } from '#tests/support/web/visit.tsx'
import { getAvailability, type OwnAvailability, saveAvailability } from '../contract.ts'
import * as page from './availability-page.tsx'

beforeAll(allowDialogs)

const path = '/portal/consultant/availability'

const saved: OwnAvailability = {
  displayName: 'Ada Lovelace',
  isPublished: true,
  isSaved: true,
  availability: availability(),
  offered: [finalCall],
  today: '2026-03-02',
}

test('a consultant without a profile is told why there is no form', async () => {
  openPage(refused(getAvailability, 'no-consultant-profile'))
  expect(await screen.findByRole('heading', { name: 'No one can book you yet' })).toBeTruthy()
  expect(screen.queryByRole('form')).toBeNull()
})

test('an unpublished consultant is told that members cannot book them yet', async () => {
  openPage(granted(getAvailability, { ...saved, isPublished: false }))
  expect((await screen.findByRole('status')).textContent).toContain('Your profile isn’t published yet')
})

test('saving sends the edited hours with the rest of the availability', async () => {
  const { user, sentRequests } = openPage(granted(getAvailability, saved), granted(saveAvailability, saved))
  const monday = within(await screen.findByRole('group', { name: 'Monday' }))
  await type(user, monday.getByLabelText('Monday, until'), '12:30')
  await user.click(monday.getByRole('button', { name: 'Add hours on Monday' }))
  expect(monday.getByLabelText('Monday, hours 2, from')).toHaveProperty('value', '13:00')
  await user.click(screen.getByRole('button', { name: 'Save availability' }))
  expect((await screen.findByText('Availability saved.')).closest('[role=status]')).toBeTruthy()
  expect(sentRequests()[1]).toMatchObject({
    method: 'PUT',
    body: {
      ...saved.availability,
      weeklyHours: [
        { weekday: 1, startsMinute: 540, endsMinute: 750 },
        { weekday: 1, startsMinute: 780, endsMinute: 960 },
      ],
    },
  })
})

test('hours added late in the day end at midnight, and no hours are suggested after that', async () => {
  const { user } = openPage(granted(getAvailability, saved))
  const monday = within(await screen.findByRole('group', { name: 'Monday' }))
  await type(user, monday.getByLabelText('Monday, until'), '22:00')
  await user.click(monday.getByRole('button', { name: 'Add hours on Monday' }))
  expect(monday.getByLabelText('Monday, hours 2, from')).toHaveProperty('value', '23:00')
  expect(monday.getByLabelText('Monday, hours 2, until')).toHaveProperty('value', '00:00')
  await user.click(monday.getByRole('button', { name: 'Add hours on Monday' }))
  expect(monday.getByLabelText('Monday, hours 3, from')).toHaveProperty('value', '')
})

test('if an end time is before its start, the field gets an error and the focus, and nothing is sent', async () => {
  const { user, sentRequests } = openPage(granted(getAvailability, saved))
  const until = await screen.findByLabelText('Monday, until')
  await type(user, until, '08:00')
  await user.click(screen.getByRole('button', { name: 'Save availability' }))
  expect(await screen.findByText('The end time must be after the start time')).toBeTruthy()
  expect(until.getAttribute('aria-invalid')).toBe('true')
  expect(document.activeElement).toBe(until)
  expect(sentRequests()).toHaveLength(1)
})

test('a server validation error is shown next to its field', async () => {
  const errors = { 'daysOff.0.day': 'This day is already in the list' }
  const { user } = openPage(granted(getAvailability, saved), {
    status: 400,
    code: 'invalid-input',
    message: 'No',
    errors,
  })
  await user.click(await screen.findByRole('button', { name: 'Add a day off' }))
  await type(user, screen.getByLabelText('Day off'), '2026-12-25')
  await user.click(screen.getByRole('button', { name: 'Save availability' }))
  expect(await screen.findByText('This day is already in the list')).toBeTruthy()
  expect(screen.getByLabelText('Day off').getAttribute('aria-invalid')).toBe('true')
})

test('a day’s hours can be copied to other days', async () => {
  const { user } = openPage(granted(getAvailability, saved))
  await user.click(await screen.findByRole('button', { name: 'Copy Monday’s hours to other days' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Copy Monday’s hours' }))
  expect(dialog.getByRole('button', { name: 'Copy' })).toHaveProperty('disabled', true)
  await user.click(dialog.getByLabelText('Tuesday'))
  await user.click(dialog.getByLabelText('Friday'))
  await user.click(dialog.getByRole('button', { name: 'Copy' }))
  for (const day of ['Monday', 'Tuesday', 'Friday']) {
    expect(screen.getByLabelText(`${day}, from`)).toHaveProperty('value', '09:00')
    expect(screen.getByLabelText(`${day}, until`)).toHaveProperty('value', '17:00')
  }
  expect(screen.queryByLabelText('Wednesday, from')).toBeNull()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('pressing Enter in the copy dialog copies the hours without saving them', async () => {
  const { user, sentRequests } = openPage(granted(getAvailability, saved))
  await user.click(await screen.findByRole('button', { name: 'Copy Monday’s hours to other days' }))
  const day = within(screen.getByRole('dialog')).getByLabelText('Tuesday')
  await user.click(day)
  await user.keyboard('{Enter}')
  expect(screen.getByLabelText('Tuesday, from')).toHaveProperty('value', '09:00')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(sentRequests()).toHaveLength(1)
})

test('removing hours moves the focus to the button that adds them', async () => {
  const { user } = openPage(granted(getAvailability, saved))
  await user.click(await screen.findByRole('button', { name: 'Remove these hours on Monday' }))
  const add = screen.getByRole('button', { name: 'Add hours on Monday' })
  await expect.poll(() => document.activeElement).toBe(add)
  expect(within(screen.getByRole('group', { name: 'Monday' })).getByText('Not available')).toBeTruthy()
})

test('the preview is updated as the form changes', async () => {
  const { user } = openPage(granted(getAvailability, saved))
  expect(await screen.findByText('09:00 to 17:00')).toBeTruthy()
  await type(user, screen.getByLabelText('Monday, until'), '12:00')
  expect(screen.getByText('09:00 to 12:00')).toBeTruthy()
  await user.selectOptions(screen.getByLabelText('Minimum notice'), '2 days')
  expect(screen.getByText(/They can book between 2 days and 60 days ahead/)).toBeTruthy()
})

test('a consultant who offers only some sessions must choose at least one', async () => {
  const { user, sentRequests } = openPage(granted(getAvailability, saved), granted(saveAvailability, saved))
  await user.click(await screen.findByLabelText('All sessions in my services'))
  await user.click(screen.getByRole('button', { name: 'Save availability' }))
  expect(await screen.findByText('Choose at least one session')).toBeTruthy()
  await user.click(screen.getByLabelText('Final call, 30 minutes'))
  await user.click(screen.getByRole('button', { name: 'Save availability' }))
  await screen.findByText('Availability saved.')
  expect(sentRequests()[1]?.body).toMatchObject({ sessions: [{ packageId: 'my-future-basic', lineKey: 'final-call' }] })
})

async function type(user: ReturnType<typeof visit>['user'], field: HTMLElement, value: string) {
  await user.clear(field)
  await user.type(field, value)
}

/** Answers the availability requests with these responses, in order. Requests from other panels get fixed responses. */
function openPage(...answers: FakeAnswer[]) {
  givenMember({ ...ada, role: 'consultant' })
  const { requests } = fakeServer(({ address }) => {
    return answerPanel(address) ?? answers.shift() ?? 'unreachable'
  })
  const sentRequests = () => requests.filter(({ address }) => address.endsWith('/availability'))
  return { ...visit(path, { [path]: page }), sentRequests }
}
