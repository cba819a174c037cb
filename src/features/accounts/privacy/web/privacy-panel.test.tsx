import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { allowDialogs } from '#tests/support/web/dialogs.ts'
import { type FakeAnswer, fakeServer, granted, refused } from '#tests/support/web/fake-server.ts'
import { ada, givenMember } from '#tests/support/web/people.ts'
import { visit } from '#tests/support/web/visit.tsx'
import type { User } from '../../contract.ts'
import { reauthenticate } from '../../reauthentication/contract.ts'
import { useAuth } from '../../web/auth-store.ts'
import { deleteAccount, exportData, previewAccountDeletion } from '../contract.ts'
import { PrivacyPanel } from './privacy-panel.tsx'

const { loadPage } = vi.hoisted(() => ({ loadPage: vi.fn() }))
vi.mock('#platform/web/navigation.ts', async (original) => ({ ...(await original()), loadPage }))

allowDialogs()
const noConsequences = { packages: [], upcomingSessions: 0, kept: [] }

test('the dialog lists what is deleted, what ends and what is kept, with dates', async () => {
  const { dialog } = await openDialog(
    ada,
    granted(previewAccountDeletion, {
      packages: [{ title: 'MY FUTURE WEEK', endsAt: '2026-12-05T10:00:00.000Z' }],
      upcomingSessions: 2,
      kept: [
        { kind: 'invoices', count: 2, until: '2033-11-21T10:00:00.000Z' },
        { kind: 'complaints', count: 1, until: '2032-11-21T10:00:00.000Z' },
      ],
    }),
  )
  expect(
    within(dialog)
      .getAllByRole('listitem')
      .slice(3)
      .map(({ textContent }) => textContent),
  ).toEqual([
    'MY FUTURE WEEK, which runs until 5 December 2026',
    'Your 2 booked sessions, which we’ll cancel',
    '2 invoices with your name and email address, as tax law requires, until 21 November 2033 at the latest',
    'One complaint, with your email address, in case a court asks about it, until 21 November 2032 at the latest',
  ])
  expect(dialog.textContent).toContain('doesn’t get you a refund')
  expect(within(dialog).getByRole('link', { name: 'complain to us' }).getAttribute('href')).toBe('/complaints')
  expect(dialog.textContent).toContain('Information Commissioner’s Office')
})

test('typing DELETE deletes the account after reauthentication and loads the home page', async () => {
  const { user, requests } = await openDialog(
    ada,
    granted(previewAccountDeletion, noConsequences),
    refused(deleteAccount, 'reauthentication-needed'),
    granted(reauthenticate, { token: 'next', user: ada }),
    granted(deleteAccount, null),
  )
  await user.type(screen.getByLabelText('Type DELETE to confirm'), 'delete')
  await user.click(screen.getByRole('button', { name: 'Delete for good' }))
  await user.type(await screen.findByLabelText('Password'), 'a long enough password')
  await user.click(screen.getByRole('button', { name: 'Confirm' }))

  await expect.poll(() => loadPage.mock.calls).toEqual([['/']])
  expect(requests.at(-1)).toMatchObject({
    method: 'DELETE',
    address: '/api/account',
    body: { confirmation: 'DELETE' },
    authorization: 'Bearer next',
  })
  expect(useAuth.getState().login.data).toBeNull()
  expect(localStorage.getItem('authToken')).toBeNull()
  expect(sessionStorage.getItem('notice')).toContain('Your account has been deleted.')
})

test('a member with an unverified email is told that messages sent from it are kept', async () => {
  const { dialog } = await openDialog({ ...ada, emailVerified: false }, granted(previewAccountDeletion, noConsequences))
  expect(dialog.textContent).toContain('We’ll keep messages sent from it through our forms')
})

test('without the confirmation word nothing is sent', async () => {
  const { user, requests } = await openDialog(ada, granted(previewAccountDeletion, noConsequences))
  await user.type(screen.getByLabelText('Type DELETE to confirm'), 'yes')
  await user.click(screen.getByRole('button', { name: 'Delete for good' }))
  expect(await screen.findByText('Type the word DELETE')).toBeTruthy()
  expect(requests).toHaveLength(1)
})

test('if a payment is in progress, the dialog shows a message and keeps the input', async () => {
  const { user } = await openDialog(
    ada,
    granted(previewAccountDeletion, noConsequences),
    refused(deleteAccount, 'payment-processing'),
  )
  const field = screen.getByLabelText<HTMLInputElement>('Type DELETE to confirm')
  await user.type(field, 'DELETE')
  await user.click(screen.getByRole('button', { name: 'Delete for good' }))
  expect((await screen.findByRole('alert')).textContent).toContain('One of your payments is still being processed.')
  expect(field.value).toBe('DELETE')
})

test('the export is saved under the server’s file name', async () => {
  const saved: string[] = []
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:data', revokeObjectURL() {} }))
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(`${this.download} from ${this.href}`)
  })
  const { user, requests } = open(ada, { text: 'zip', file: 'your-data-2026-11-21.zip' })
  await user.click(screen.getByRole('button', { name: 'Download my data' }))
  await expect.poll(() => saved).toEqual(['your-data-2026-11-21.zip from blob:data'])
  expect(requests).toMatchObject([{ method: 'GET', address: '/api/account/data', authorization: 'Bearer token' }])
})

test('if the export is rate-limited, the page shows a message and the export can be requested again', async () => {
  const message = 'Too many attempts. Try again in 5 minutes.'
  const { user } = open(ada, refused(exportData, 'reauthentication-needed'), {
    status: 429,
    code: 'too-many-attempts',
    message,
  })
  await user.click(screen.getByRole('button', { name: 'Download my data' }))
  await user.click(await screen.findByRole('button', { name: 'Close' }))
  await user.click(screen.getByRole('button', { name: 'Download my data' }))
  expect((await screen.findByRole('alert')).textContent).toBe(message)
})

test('staff who want to close their account are referred to an administrator', () => {
  open({ ...ada, role: 'consultant' })
  expect(screen.getByText('Only an administrator can delete a staff account. Ask one to delete yours.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Delete my account' })).toBeNull()
})

async function openDialog(member: User, ...answers: FakeAnswer[]) {
  const { user, requests } = open(member, ...answers)
  await user.click(screen.getByRole('button', { name: 'Delete my account' }))
  return { user, requests, dialog: await screen.findByRole('dialog', { name: 'Delete your account' }) }
}

function open(member: User, ...answers: FakeAnswer[]) {
  givenMember(member)
  const { requests } = fakeServer(...answers)
  return { requests, ...visit('/portal/security', { '/portal/security': PrivacyPanel }) }
}
