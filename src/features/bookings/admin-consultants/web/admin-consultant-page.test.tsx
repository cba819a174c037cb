import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { availability } from '#tests/support/web/availability.ts'
import { consultantRecord } from '#tests/support/web/consultants.ts'
import { type FakeAnswer, fakeServer, granted, refused } from '#tests/support/web/fake-server.ts'
import { ada, givenMember } from '#tests/support/web/people.ts'
import { visit } from '#tests/support/web/visit.tsx'
import { getConsultantRecord, saveSessionTypes } from '../contract.ts'
import * as page from './admin-consultant-page.tsx'

test('if someone else has edited the session types, the conflict is shown and the selection is kept', async () => {
  const { user, requests } = openPage(
    granted(getConsultantRecord, consultantRecord),
    refused(saveSessionTypes, 'edited-elsewhere'),
  )
  expect(await screen.findByText('09:00 to 17:00')).toBeTruthy()
  await user.click(screen.getByLabelText('All sessions in their services'))
  await user.click(screen.getByLabelText('MY FUTURE WEEK: First call, 60 minutes'))
  await user.click(screen.getByRole('button', { name: 'Save sessions' }))
  expect(await screen.findByText(/Someone else has changed these sessions since/)).toBeTruthy()
  expect(requests[1]).toMatchObject({
    method: 'PUT',
    body: { version: 3, sessions: [{ packageId: 'my-future-basic', lineKey: 'final-call' }] },
  })
  expect(screen.getByLabelText<HTMLInputElement>('MY FUTURE WEEK: First call, 60 minutes').checked).toBe(false)
})

test('saving session types keeps the focus, and the next save is based on the saved version', async () => {
  const saved = { ...consultantRecord, availability: availability({ version: 4 }) }
  const { user, requests } = openPage(
    granted(getConsultantRecord, consultantRecord),
    granted(saveSessionTypes, saved),
    granted(getConsultantRecord, saved),
    refused(saveSessionTypes, 'edited-elsewhere'),
  )
  const save = await screen.findByRole('button', { name: 'Save sessions' })
  await user.click(save)
  await expect.poll(() => requests.length).toBe(3)
  await expect.poll(() => save.getAttribute('aria-disabled')).toBeNull()
  expect(document.activeElement).toBe(save)
  await user.click(save)
  await expect.poll(() => requests.length).toBe(4)
  expect(requests[3]?.body).toMatchObject({ version: 4 })
})

function openPage(...answers: FakeAnswer[]) {
  givenMember({ ...ada, role: 'administrator' })
  const { requests } = fakeServer(...answers)
  const path = '/admin/consultants/:consultantId'
  return { ...visit(path.replace(':consultantId', consultantRecord.id), { [path]: page as never }), requests }
}
