import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { settle, stopClock } from '#tests/support/web/clock.ts'
import { version, workDetails } from '#tests/support/web/deliverables.ts'
import { type FakeAnswer, fakeServer, granted, refused } from '#tests/support/web/fake-server.ts'
import { fakeUpload } from '#tests/support/web/fake-upload.ts'
import { ada, givenMember } from '#tests/support/web/people.ts'
import { visit } from '#tests/support/web/visit.tsx'
import {
  addVersionNote,
  type ConsultantDeliverableDetails,
  deleteVersion,
  getConsultantDeliverable,
  requestApproval,
  takeDeliverable,
} from '../contract.ts'
import * as page from './consultant-deliverable-page.tsx'

const draft = version({ publishedAt: null })

test('taking on a planned deliverable lets the consultant add files', async () => {
  const { user } = await open(workDetails({ isMine: false, state: 'planned' }), granted(takeDeliverable, workDetails()))
  expect(screen.queryByLabelText('Add a file')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Take this on' }))
  await settle()
  expect(screen.getByLabelText('Add a file')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Ask for approval' })).toBeTruthy()
})

test('an upload shows its progress, and then the file appears in the list', async () => {
  const { user } = await open(workDetails())
  const upload = fakeUpload()
  await user.upload(screen.getByLabelText('Add a file'), createFile(10))
  await upload.progress(250, 1_000)
  expect(screen.getByRole('progressbar').getAttribute('value')).toBe('0.25')
  expect(screen.getByText('25%')).toBeTruthy()
  await upload.answer({ status: 200, data: workDetails({ versions: [draft] }) })
  expect(screen.queryByRole('progressbar')).toBeNull()
  expect(screen.getByRole('status').textContent).toBe('report.pdf added.')
  expect(screen.getByRole('button', { name: 'Download Résumé.pdf' })).toBeTruthy()
  const [request] = upload.sent
  expect([request?.address, request?.headers['content-type'], request?.file?.size]).toEqual([
    `/api/consultant/deliverables/${workDetails().id}/versions/file?name=report.pdf`,
    'application/octet-stream',
    10,
  ])
})

test('if an upload is rejected or fails, the reason is shown next to the field', async () => {
  const { user } = await open(workDetails())
  const upload = fakeUpload()
  const field = screen.getByLabelText('Add a file')
  await user.upload(field, createFile(10))
  await upload.answer({ status: 400, code: 'file-type-unknown', message: 'We cannot take this kind of file.' })
  expect(screen.getByText('We cannot take this kind of file.')).toBeTruthy()
  expect(field.getAttribute('aria-invalid')).toBe('true')
  await user.upload(field, createFile(10))
  await upload.fail()
  expect(screen.getByText(/couldn’t reach the server/)).toBeTruthy()
})

test('a file larger than 25 MB is not sent', async () => {
  const { user } = await open(workDetails())
  const upload = fakeUpload()
  const large = createFile(10)
  Object.defineProperty(large, 'size', { value: 26_214_401 })
  await user.upload(screen.getByLabelText('Add a file'), large)
  expect(screen.getByText('This file is larger than 25 MB. Choose a smaller one.')).toBeTruthy()
  expect(upload.sent).toEqual([])
})

test('cancelling an upload shows no error and focuses the field', async () => {
  const { user } = await open(workDetails())
  const upload = fakeUpload()
  await user.upload(screen.getByLabelText('Add a file'), createFile(10))
  await upload.progress(250, 1_000)
  await user.click(screen.getByRole('button', { name: 'Cancel upload' }))
  await settle()
  expect(screen.queryByRole('progressbar')).toBeNull()
  // The button that was pressed is gone, so the focus moves to the field.
  expect(document.activeElement).toBe(screen.getByLabelText('Add a file'))
  expect(screen.getByLabelText('Add a file').getAttribute('aria-invalid')).toBeNull()
})

test('a note can be added as a version', async () => {
  const withNote = workDetails({ versions: [version({ file: null, note: 'https://example.org', publishedAt: null })] })
  const { user, requests } = await open(workDetails(), granted(addVersionNote, withNote))
  await user.type(screen.getByRole('textbox', { name: 'Or add a note' }), 'https://example.org')
  await user.click(screen.getByRole('button', { name: 'Add note' }))
  await settle()
  expect(requests.at(-1)?.body).toEqual({ note: 'https://example.org' })
  expect(screen.getByText(/not shared with the member yet/)).toBeTruthy()
})

test('only unpublished versions can be removed', async () => {
  const { user } = await open(
    workDetails({ versions: [version({ ...draft, number: 2 }), version()] }),
    granted(deleteVersion, workDetails({ versions: [version()] })),
  )
  expect(screen.queryByRole('button', { name: 'Remove version 1' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Remove version 2' }))
  await settle()
  expect(screen.getByRole('status').textContent).toBe('Version 2 removed.')
})

test('requesting approval without a new version shows the reason', async () => {
  const { user } = await open(workDetails(), refused(requestApproval, 'no-new-version'))
  await user.click(screen.getByRole('button', { name: 'Ask for approval' }))
  await settle()
  expect(screen.getByRole('alert').textContent).toContain('Add a version first')
})

test.each<[Partial<ConsultantDeliverableDetails>, string | null]>([
  [{ state: 'for_approval' }, 'Deliver without approval'],
  [{ state: 'delivered', deliveredAt: '2026-03-03T10:00:00.000Z' }, null],
  [{ state: 'closed' }, null],
])('versions cannot be added while approval is pending or after delivery or closure: %j', async (changes, button) => {
  await open(workDetails({ versions: [version()], ...changes }))
  expect(screen.queryByLabelText('Add a file')).toBeNull()
  expect(screen.queryByRole('button', { name: /^Deliver/ })?.textContent ?? null).toBe(button)
})

function createFile(bytes: number) {
  return new File([new Uint8Array(bytes)], 'report.pdf', { type: 'application/pdf' })
}

async function open(item: ConsultantDeliverableDetails, answer: FakeAnswer = 'unreachable') {
  stopClock('2026-03-02T10:00:00.000Z')
  givenMember({ ...ada, role: 'consultant' })
  const { requests } = fakeServer(({ method }) => (method === 'GET' ? granted(getConsultantDeliverable, item) : answer))
  const visited = visit(`/portal/consultant/deliverables/${item.id}`, {
    '/portal/consultant/deliverables/:deliverableId': page,
  })
  await settle()
  return { ...visited, requests }
}
