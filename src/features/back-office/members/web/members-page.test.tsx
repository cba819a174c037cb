import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { inviteStaff, updateAccountAccess } from '#features/accounts/administration/contract.ts'
import { startImpersonation } from '#features/accounts/impersonation/contract.ts'
import { type EmailSummary, type LoggedEmail, resendEmail } from '#features/emails/contract.ts'
import { booking, grace } from '#tests/support/web/bookings.ts'
import { settle, stopClock } from '#tests/support/web/clock.ts'
import { allowDialogs } from '#tests/support/web/dialogs.ts'
import { type FakeAnswer, fakeServer, granted, refused, type SentRequest } from '#tests/support/web/fake-server.ts'
import { owned } from '#tests/support/web/owned-packages.ts'
import { ada, givenMember } from '#tests/support/web/people.ts'
import { purchase } from '#tests/support/web/purchases.ts'
import { visit } from '#tests/support/web/visit.tsx'
import { getMember, listMembers, type MemberAccount, type MemberFile, type MemberSummary } from '../contract.ts'
import * as impersonatePage from './impersonate-member-page.tsx'
import * as memberPage from './member-page.tsx'
import * as membersPage from './members-page.tsx'

const summary: MemberSummary = {
  id: '0196b3a0-0000-7000-8000-0000000000aa',
  name: 'Grace Hopper',
  email: 'grace@example.org',
  role: 'member',
  state: 'active',
  joinedAt: '2026-11-01T12:00:00.000Z',
  lastLoginAt: null,
  activePackages: 1,
}
const account: MemberAccount = {
  ...summary,
  firstName: 'Grace',
  lastName: 'Hopper',
  emailVerified: true,
  mobile: '',
  timeZone: 'Europe/London',
  spend: [{ currency: 'GBP', amount: 11_880 as MemberAccount['spend'][number]['amount'] }],
}
const pageOf = (...items: unknown[]) => ({ data: { items, nextCursor: null } })
const emptyPage = pageOf()

const memberUrl = `/api/admin/members/${summary.id}`

/** Opens the member's page. Requests that `answer` does not handle return the account or empty lists. */
const openMember = (answer: (request: SentRequest) => FakeAnswer | undefined) =>
  open(`/admin/members/${summary.id}`, (request) => {
    const { address } = request
    const otherwise = address.endsWith('/api/packages') ? { data: [] } : emptyPage
    return answer(request) ?? (address === memberUrl ? granted(getMember, account) : otherwise)
  })

async function open(at: string, answer: (request: SentRequest) => FakeAnswer) {
  givenMember({ ...ada, role: 'administrator' })
  stopClock('2026-11-22T12:30:00Z')
  allowDialogs()
  const { requests } = fakeServer(answer)
  const visited = visit(at, {
    '/admin/members': membersPage as never,
    '/admin/members/:memberId': memberPage as never,
    '/admin/members/:memberId/impersonate': impersonatePage as never,
  })
  await settle()
  return { ...visited, requests }
}

test("the list shows each member's state and can be filtered by name, state and packages", async () => {
  const listed = granted(listMembers, {
    items: [summary, { ...summary, id: ada.id, state: 'deleted', name: '', email: '' }],
    nextCursor: null,
  })
  const { user, requests } = await open('/admin/members', () => listed)
  const [grace, deleted] = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(grace).toContain('Joined 1 November 2026, never logged in, 1 active package')
  expect(deleted).toContain('Deleted account')
  await user.type(screen.getByLabelText('Name, email or business'), 'grace')
  await user.selectOptions(screen.getByLabelText('Status'), 'Disabled')
  await user.selectOptions(screen.getByLabelText('Packages'), 'With an active package')
  await user.click(screen.getByRole('button', { name: 'Search' }))
  await settle()
  expect(requests.at(-1)?.address).toBe('/api/admin/members?search=grace&state=disabled&package=with')
})

test('the staff filter lists all staff and offers to invite more', async () => {
  const { requests } = await open('/admin/members?role=staff', () => emptyPage)
  expect(requests.at(-1)?.address).toBe('/api/admin/members?role=staff')
  expect((screen.getByLabelText('Role') as HTMLSelectElement).value).toBe('staff')
  expect(screen.getByRole('link', { name: 'Staff' }).getAttribute('href')).toBe('/admin/members?role=staff')
  expect(screen.getByRole('button', { name: 'Invite staff' })).toBeTruthy()
})

test('if an invitation is refused, the form keeps the input', async () => {
  const { user, requests } = await open('/admin/members', ({ method }) =>
    method === 'POST' ? refused(inviteStaff, 'email-taken') : emptyPage,
  )
  await user.click(screen.getByRole('button', { name: 'Invite staff' }))
  const dialog = within(screen.getByRole('dialog'))
  await user.type(dialog.getByLabelText('First name'), 'Grace')
  await user.type(dialog.getByLabelText('Last name'), 'Hopper')
  await user.type(dialog.getByLabelText('Email address'), 'grace@example.org')
  await user.selectOptions(dialog.getByLabelText('Role'), 'consultant')
  await user.click(dialog.getByRole('button', { name: 'Send invitation' }))
  await settle()
  expect(requests.at(-1)?.body).toEqual({
    firstName: 'Grace',
    lastName: 'Hopper',
    email: 'grace@example.org',
    role: 'consultant',
  })
  expect(dialog.getByText(/There’s already an account with this email address/)).toBeTruthy()
  expect((dialog.getByLabelText('First name') as HTMLInputElement).value).toBe('Grace')
})

test('disabling an account requires a reason and detects concurrent edits', async () => {
  const { user, requests } = await openMember(({ method }) =>
    method === 'PUT' ? refused(updateAccountAccess, 'edited-elsewhere') : undefined,
  )
  expect(screen.getByRole('heading', { name: 'Grace Hopper' })).toBeTruthy()
  expect(screen.getByText('£118.80')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Disable account' }))
  const dialog = within(screen.getByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Disable account' }))
  expect(dialog.getByText('Enter a reason')).toBeTruthy()
  expect(document.activeElement).toBe(dialog.getByLabelText('Reason'))
  expect(requests.filter(({ method }) => method === 'PUT')).toEqual([])
  await user.type(dialog.getByLabelText('Reason'), 'A stolen card')
  await user.click(dialog.getByRole('button', { name: 'Disable account' }))
  await settle()
  expect(requests.at(-1)).toMatchObject({ method: 'PUT', body: { isAllowed: false, reason: 'A stolen card' } })
  expect(dialog.getByText(/Someone else has changed this account since/)).toBeTruthy()
  expect((dialog.getByLabelText('Reason') as HTMLTextAreaElement).value).toBe('A stolen card')
})

const email: EmailSummary = {
  id: '0196b3a0-0000-7000-8000-0000000000cc',
  recipient: 'grace@example.org',
  subject: 'Your receipt',
  writtenAt: '2026-11-20T12:00:00.000Z',
  state: 'sent',
  attempts: 1,
  failure: null,
  nextAttemptAt: null,
  sentAt: '2026-11-20T12:00:01.000Z',
}
const resentEmail: LoggedEmail = {
  ...email,
  state: 'waiting',
  replyTo: null,
  content: { state: 'deleted' },
  deliveries: [],
}

test('an email can be resent from the member page, which shows the reason if that is refused', async () => {
  let isRefused = true
  const emails = [email, { ...email, id: ada.id, subject: 'On its way', state: 'retrying', sentAt: null }]
  const { user, requests } = await openMember(({ method, address }) => {
    if (method === 'POST') return isRefused ? refused(resendEmail, 'link-expired') : granted(resendEmail, resentEmail)
    return address.includes('/emails') ? pageOf(...emails) : undefined
  })
  await user.click(screen.getByRole('button', { name: /^Resend/ }))
  const dialog = within(screen.getByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Resend email' }))
  await settle()
  expect(dialog.getByText(/contains a link that only works once/)).toBeTruthy()
  isRefused = false
  await user.click(dialog.getByRole('button', { name: 'Resend email' }))
  await settle()
  expect(screen.queryByRole('dialog')).toBeNull()
  const resendAddresses = requests.filter(({ method }) => method === 'POST').map(({ address }) => address)
  expect(resendAddresses).toEqual(Array(2).fill(`/api/admin/emails/${email.id}/resend`))
})

test("the impersonation token is kept only in the tab's session storage", async () => {
  const impersonation = {
    id: summary.id,
    token: 'impersonation.secret',
    user: ada,
    expiresAt: '2026-11-22T13:30:00.000Z',
  }
  const { user } = await open(`/admin/members/${summary.id}/impersonate`, ({ method }) =>
    method === 'POST' ? granted(startImpersonation, impersonation) : granted(getMember, account),
  )
  await user.type(screen.getByLabelText('Reason'), 'They cannot find their invoice')
  await user.click(screen.getByRole('button', { name: 'View as member' }))
  await settle()
  expect(JSON.parse(sessionStorage.getItem('impersonation') ?? '')).toEqual(impersonation)
  expect(JSON.stringify({ ...localStorage })).not.toContain('impersonation.secret')
})

test('sessions, consultants, packages and purchases link to their own pages', async () => {
  const session = booking()
  const ownedPackage = { ...owned({ purchaseId: ada.id }), lines: [] }
  await openMember(({ address }) => {
    if (address.includes('when=upcoming')) return pageOf(session)
    if (address.includes('/purchases')) return pageOf(purchase())
    return address.startsWith(`${memberUrl}/packages`) ? pageOf(ownedPackage) : undefined
  })
  const findHref = (name: string) => screen.getByRole('link', { name, hidden: true }).getAttribute('href')
  expect(findHref(session.title)).toBe(`/admin/bookings/${session.id}`)
  expect(findHref(grace.displayName)).toBe(`/admin/consultants/${grace.id}`)
  expect(findHref(`Purchase of ${ownedPackage.title}`)).toBe(`/admin/purchases/${ada.id}`)
  expect(findHref(purchase().packageTitle)).toBe(`/admin/purchases/${purchase().id}`)
})

test('a second file can be opened while the first one is downloading', async () => {
  const files = ['first.pdf', 'second.pdf'].map(
    (name, index): MemberFile => ({
      id: `0196b3a0-0000-7000-8000-00000000000${index}`,
      kind: 'session',
      name,
      type: 'pdf',
      size: 1_000,
      title: 'First session',
      addedAt: '2026-11-01T12:00:00.000Z',
    }),
  )
  const { user, requests } = await openMember(({ address }) => {
    if (address.startsWith(`${memberUrl}/files?`)) return pageOf(...files)
    return address.startsWith(`${memberUrl}/files/`) ? new Promise(() => {}) : undefined
  })
  for (const { name } of files) await user.click(screen.getByRole('button', { name }))
  expect(requests.slice(-2).map(({ address }) => address.split('/').at(-1))).toEqual(files.map(({ id }) => id))
})
