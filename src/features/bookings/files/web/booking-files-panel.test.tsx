import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { type FakeAnswer, fakeServer, granted, refused } from '#tests/support/web/fake-server.ts'
import { fakeUpload } from '#tests/support/web/fake-upload.ts'
import { visit } from '#tests/support/web/visit.tsx'
import {
  type BookingFile,
  deleteBookingFile,
  getBookingFile,
  listBookingFiles,
  listConsultantBookingFiles,
} from '../contract.ts'
import { BookingFilesPanel, ConsultantFilesPanel } from './booking-files-panel.tsx'

const saveFile = vi.hoisted(() => vi.fn())
vi.mock('#platform/web/save-file.ts', () => ({ saveFile }))

const bookingId = '0196b3a0-0000-7000-8000-000000000001'
const cv = file(1, 'CV.pdf')

test('an uploaded file appears in the list, and a message is shown', async () => {
  const { user } = openPanel(filesAnswer([]))
  expect(await screen.findByText(/No files yet/)).toBeTruthy()
  const upload = fakeUpload()
  await user.upload(screen.getByLabelText('Add a file'), new File(['%PDF-'], 'CV.pdf'))
  await upload.answer({ status: 200, data: { files: [cv], canChange: true } })
  expect(screen.getByRole('status').textContent).toBe('CV.pdf added.')
  expect(screen.getByRole('button', { name: 'Download CV.pdf' })).toBeTruthy()
  expect(screen.queryByText(/No files yet/)).toBeNull()
  expect(upload.sent[0]?.address).toBe(`/api/bookings/${bookingId}/files?name=CV.pdf`)
})

test.each([
  ['MY_FUTURE', 'Your CV, a cover letter'],
  ['STUDY_WORLD', 'Your predicted grades, your GCSE results'],
  ['BIZ_FUTURE', 'Your logo, your brand guidelines'],
] as const)('the empty panel of a %s session suggests what suits it', async (serviceType, idea) => {
  fakeServer(filesAnswer([]))
  visit('/', { '/': () => <BookingFilesPanel bookingId={bookingId} serviceType={serviceType} /> })
  expect((await screen.findByText(/No files yet/)).textContent).toContain(idea)
})

test('a file is downloaded under its original name', async () => {
  const { user, requests } = openPanel(filesAnswer([cv]), { text: '%PDF-', file: 'CV.pdf' })
  await user.click(await screen.findByRole('button', { name: 'Download CV.pdf' }))
  await expect.poll(() => saveFile.mock.calls.length).toBe(1)
  expect(saveFile.mock.calls[0]?.[0]).toMatchObject({ name: 'CV.pdf' })
  expect(requests[1]?.address).toBe(getBookingFile.path.replace(':bookingId', bookingId).replace(':fileId', cv.id))
})

test('a removed file disappears from the list, and a message is shown', async () => {
  const { user, requests } = openPanel(filesAnswer([cv]), granted(deleteBookingFile, { files: [], canChange: true }))
  await user.click(await screen.findByRole('button', { name: 'Remove CV.pdf' }))
  expect(await screen.findByText('CV.pdf removed.')).toBeTruthy()
  expect(screen.queryByRole('list', { name: 'Files' })).toBeNull()
  expect(requests[1]).toMatchObject({ method: 'DELETE', address: `/api/bookings/${bookingId}/files/${cv.id}` })
})

test('removing a file that no longer exists reloads the list', async () => {
  const { user } = openPanel(filesAnswer([cv]), refused(deleteBookingFile, 'file-not-found'), filesAnswer([]))
  await user.click(await screen.findByRole('button', { name: 'Remove CV.pdf' }))
  expect(await screen.findByText(/No files yet/)).toBeTruthy()
})

test('if a file cannot be removed, it stays in the list and the reason is shown', async () => {
  const { user } = openPanel(filesAnswer([cv]), 'unreachable')
  await user.click(await screen.findByRole('button', { name: 'Remove CV.pdf' }))
  expect((await screen.findByRole('alert')).textContent).toContain('We couldn’t reach the server')
  expect(screen.getByRole('button', { name: 'Remove CV.pdf' })).toBeTruthy()
})

test('once there are five files, the upload field is replaced by a hint to remove one', async () => {
  openPanel(filesAnswer([1, 2, 3, 4, 5].map((number) => file(number, `${number}.pdf`))))
  expect(await screen.findByText(/Remove one to add another/)).toBeTruthy()
  expect(screen.queryByLabelText('Add a file')).toBeNull()
})

test('read-only files can only be downloaded', async () => {
  openPanel(filesAnswer([cv], false))
  expect(await screen.findByRole('button', { name: 'Download CV.pdf' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Remove/ })).toBeNull()
  expect(screen.queryByLabelText('Add a file')).toBeNull()
})

test('the files panel is hidden for a past session without files', async () => {
  const { requests } = openPanel(filesAnswer([], false))
  await expect.poll(() => requests.length).toBe(1)
  expect(screen.queryByRole('heading')).toBeNull()
})

test('the consultant can download the member’s files, or sees an empty state', async () => {
  const { requests } = fakeServer(granted(listConsultantBookingFiles, [cv]), { text: '%PDF-', file: 'CV.pdf' })
  const { user } = visit('/', { '/': () => <ConsultantFilesPanel bookingId={bookingId} /> })
  await user.click(await screen.findByRole('button', { name: 'Download CV.pdf' }))
  await expect.poll(() => requests[1]?.address).toBe(`/api/consultant/bookings/${bookingId}/files/${cv.id}`)

  fakeServer(granted(listConsultantBookingFiles, []))
  visit('/', { '/': () => <ConsultantFilesPanel bookingId={bookingId} /> })
  expect(await screen.findByText('They haven’t added any files for this session.')).toBeTruthy()
})

function file(number: number, name: string): BookingFile {
  const id = `0196b3a0-0000-7000-8000-0000000000a${number}`
  return { id, name, type: 'pdf', size: 12_000, addedAt: '2026-11-20T10:00:00.000Z' }
}

function filesAnswer(files: BookingFile[], canChange = true) {
  return granted(listBookingFiles, { files, canChange })
}

function openPanel(...answers: FakeAnswer[]) {
  const { requests } = fakeServer(...answers)
  return { requests, ...visit('/', { '/': () => <BookingFilesPanel bookingId={bookingId} serviceType="MY_FUTURE" /> }) }
}
