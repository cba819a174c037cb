import { screen } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { settle, stopClock } from '#tests/support/web/clock.ts'
import { allowDialogs } from '#tests/support/web/dialogs.ts'
import { type FakeAnswer, fakeServer, granted, refused } from '#tests/support/web/fake-server.ts'
import { ada, givenMember, givenVisitor } from '#tests/support/web/people.ts'
import { visit } from '#tests/support/web/visit.tsx'
import {
  type EmailSummary,
  getEmail,
  type LoggedEmail,
  listEmailPreviews,
  listEmails,
  resendEmail,
  unsubscribe,
} from '../contract.ts'
import { requireOwnDocument } from './email-frame.tsx'
import * as listPage from './email-log-page.tsx'
import * as emailPage from './email-page.tsx'
import * as previewPage from './email-previews-page.tsx'
import UnsubscribePage from './unsubscribe-page.tsx'

const summary: EmailSummary = {
  id: '0196b3a0-0000-7000-8000-0000000000aa',
  recipient: 'grace@example.org',
  subject: 'Your report',
  writtenAt: '2026-11-22T12:00:00.000Z',
  state: 'sent',
  attempts: 1,
  failure: null,
  nextAttemptAt: null,
  sentAt: '2026-11-22T12:00:05.000Z',
}
const firstDelivery = {
  id: summary.id,
  askedAt: summary.writtenAt,
  askedBy: null,
  attempts: 1,
  failure: null,
  sentAt: summary.sentAt,
}
const email: LoggedEmail = {
  ...summary,
  replyTo: null,
  content: {
    state: 'kept',
    text: 'It is ready.',
    html: '<html><head></head><body>It is ready.</body></html>',
    files: [],
  },
  deliveries: [firstDelivery],
}

async function open(at: string, ...answers: FakeAnswer[]) {
  givenMember({ ...ada, role: 'administrator' })
  stopClock('2026-11-22T12:30:00Z')
  allowDialogs()
  const { requests } = fakeServer(...answers)
  const visited = visit(at, {
    '/admin/emails': listPage as never,
    '/admin/emails/:emailId': emailPage as never,
    '/admin/email-previews': previewPage as never,
  })
  await settle()
  return { ...visited, requests }
}

const listed = (...items: EmailSummary[]) => granted(listEmails, { items, nextCursor: null })

test('the list shows delivery states and can be searched by recipient and state', async () => {
  const failure = 'We couldn’t reach the mail server.'
  const { user, requests } = await open(
    '/admin/emails',
    listed(summary, {
      ...summary,
      id: firstDelivery.id.replace('aa', 'ab'),
      state: 'retrying',
      attempts: 3,
      failure,
      sentAt: null,
    }),
    listed(),
  )
  const [sent, retried] = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(sent).toContain('Sent')
  expect(retried).toContain(`${failure} Tried 3 times.`)

  await user.type(screen.getByLabelText('Recipient'), 'grace')
  await user.selectOptions(screen.getByLabelText('Status'), 'Failed')
  await user.click(screen.getByRole('button', { name: 'Search' }))
  await settle()
  expect(requests[1]?.address).toBe('/api/admin/emails?state=given-up&recipient=grace')
  expect(screen.getByText('No emails match your search.')).toBeTruthy()
})

test('opening an email reloads the document, so that its content policy applies', () => {
  const request = new Request('https://site.example/admin/emails/1?x=y')
  const getNavigationEntries = vi.fn((): { name: string }[] => [])
  vi.stubGlobal('performance', { ...performance, getEntriesByType: getNavigationEntries })
  onTestFinished(() => void vi.unstubAllGlobals())
  getNavigationEntries.mockReturnValue([{ name: 'https://site.example/admin/email-previews' }])
  requireOwnDocument(request)
  getNavigationEntries.mockReturnValue([{ name: 'https://site.example/login?from=%2Fadmin%2Fmails' }])
  let thrown: unknown
  try {
    requireOwnDocument(request)
  } catch (answer) {
    thrown = answer
  }
  expect((thrown as Response).headers.get('location')).toBe('https://site.example/admin/emails/1?x=y')
  expect((thrown as Response).headers.get('x-remix-reload-document')).toBe('true')
})

test('an email is shown in a frame that blocks scripts and external content', async () => {
  await open(`/admin/emails/${email.id}`, granted(getEmail, email))
  const frame = screen.getByTitle('Email')
  expect(frame.getAttribute('sandbox')).toBe('')
  expect(frame.getAttribute('srcdoc')).toContain(
    `content="default-src 'none'; style-src 'unsafe-inline'; img-src ${location.origin}/images/packages/"`,
  )
  expect(frame.getAttribute('srcdoc')).toContain('It is ready.')
  expect(screen.getByText('It is ready.').tagName).toBe('PRE')
})

test('resending an email requires a confirmation', async () => {
  const resentDelivery = {
    ...firstDelivery,
    id: firstDelivery.id.replace('aa', 'ac'),
    askedBy: 'Ada Okafor',
    attempts: 0,
    sentAt: null,
  }
  const { user, requests } = await open(
    `/admin/emails/${email.id}`,
    granted(getEmail, email),
    granted(resendEmail, { ...email, state: 'waiting', deliveries: [resentDelivery, firstDelivery] }),
  )
  await user.click(screen.getByRole('button', { name: 'Resend' }))
  expect(requests).toHaveLength(1)
  await user.click(screen.getByRole('button', { name: 'Resend email' }))
  await settle()
  expect(requests[1]).toMatchObject({ method: 'POST', address: `/api/admin/emails/${email.id}/resend` })
  expect(screen.getByRole('status').textContent).toBe('We’re resending this email.')
  expect(screen.getByText(/^Resent by Ada Okafor/)).toBeTruthy()
})

test.each([
  { ...email, content: { state: 'deleted' as const } },
  { ...email, content: { state: 'withheld' as const } },
  { ...email, state: 'retrying' as const },
])('an email that cannot be resent has no button: $content.state, $state', async (loaded) => {
  await open(`/admin/emails/${email.id}`, granted(getEmail, loaded))
  expect(screen.getByRole('heading', { name: 'Your report' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Resend' })).toBeNull()
})

test('if an email has been purged since the page loaded, the page says why the email cannot be resent', async () => {
  const { user } = await open(
    `/admin/emails/${email.id}`,
    granted(getEmail, email),
    refused(resendEmail, 'content-deleted'),
  )
  await user.click(screen.getByRole('button', { name: 'Resend' }))
  await user.click(screen.getByRole('button', { name: 'Resend email' }))
  await settle()
  expect(screen.getByText('The text of this email has been deleted, so it can’t be resent.')).toBeTruthy()
})

test('each email preview can be chosen and shows its text and HTML', async () => {
  const dark = '<style>@media (prefers-color-scheme: dark) {}</style>'
  const welcome = { area: 'accounts', name: 'welcome', subject: 'Welcome', preview: 'Hi', text: 'Welcome!', html: dark }
  const goodbye = { ...welcome, name: 'bye', subject: 'Goodbye', text: 'Goodbye!', html: `${dark}<p>Goodbye!</p>` }
  const { user, address } = await open(
    '/admin/email-previews',
    granted(listEmailPreviews, { previews: [welcome, goodbye] }),
  )
  expect(screen.getByRole('heading', { name: 'Welcome' })).toBeTruthy()
  await user.selectOptions(screen.getByLabelText('Email'), 'Goodbye')
  expect(screen.getByRole('heading', { name: 'Goodbye' })).toBeTruthy()
  await user.click(screen.getByRole('link', { name: /Welcome/ }))
  await user.click(screen.getByRole('link', { name: /Goodbye/ }))
  expect(address()).toBe('/admin/email-previews?preview=accounts%2Fbye')
  expect(screen.getByText('Goodbye!').tagName).toBe('PRE')
  expect(screen.getByText(/^After the subject/).textContent).toContain('Hi')
  const frame = screen.getByTitle('Goodbye')
  expect(frame.getAttribute('srcdoc')).toContain('<style>@media not all {}</style><p>Goodbye!</p>')
  await user.click(screen.getByRole('button', { name: 'Dark mode', pressed: false }))
  expect(frame.getAttribute('srcdoc')).toContain('<style>@media all {}</style><p>Goodbye!</p>')
  await user.click(screen.getByRole('button', { name: 'Phone width', pressed: false }))
  expect(frame.className).toContain('max-w-[390px]')
})

test('opening the unsubscribe link changes nothing, and the button unsubscribes without a login', async () => {
  givenVisitor()
  const { requests } = fakeServer(granted(unsubscribe, null))
  const { user, address } = visit('/unsubscribe/abc', { '/unsubscribe/:token?': UnsubscribePage })
  await settle()
  expect(requests).toHaveLength(0)
  expect(address()).toBe('/unsubscribe')
  expect(screen.getByRole('link', { name: 'Choose which emails I get' }).getAttribute('href')).toBe('/portal/profile')
  await user.click(screen.getByRole('button', { name: 'Unsubscribe' }))
  await settle()
  expect(requests).toMatchObject([{ method: 'POST', address: '/api/unsubscribe/abc', authorization: null }])
  expect(screen.getByText('You’ve unsubscribed. We won’t send you any more news or offers.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Unsubscribe' })).toBeNull()
})

test.each([
  ['sessions.0196b3a0-0000-7000-8000-0000000000aa.signature', 'your sessions'],
  ['abc', 'news and offers'],
  ['constructor.a.b', 'news and offers'],
])('the unsubscribe link %s says that it turns off emails about %s', async (token, topic) => {
  givenVisitor()
  fakeServer()
  visit(`/unsubscribe/${token}`, { '/unsubscribe/:token?': UnsubscribePage })
  await settle()
  expect(screen.getByText(/^If you unsubscribe/).textContent).toContain(`stop sending you emails about ${topic}.`)
})

test('an invalid unsubscribe link shows an error and no button', async () => {
  givenVisitor()
  fakeServer(refused(unsubscribe, 'link-invalid'))
  const { user } = visit('/unsubscribe/abc', { '/unsubscribe/:token?': UnsubscribePage })
  await settle()
  await user.click(screen.getByRole('button', { name: 'Unsubscribe' }))
  await settle()
  expect(screen.getByText(/^We don’t recognise this link/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Unsubscribe' })).toBeNull()
  expect(screen.queryByText(/^If you unsubscribe/)).toBeNull()
})
