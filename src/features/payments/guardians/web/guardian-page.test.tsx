import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { minorUnits } from '#platform/shared/money.ts'
import { type FakeAnswer, fakeServer, granted, refused } from '#tests/support/web/fake-server.ts'
import { givenVisitor } from '#tests/support/web/people.ts'
import { visit } from '#tests/support/web/visit.tsx'
import { answerGuardianRequest, getGuardianRequest } from '../contract.ts'
import GuardianPage from './guardian-page.tsx'

const question = {
  firstName: 'Ada',
  package: { title: 'MY FUTURE WEEK', description: 'One focused week.', duration: '1 week', billing: 'once' },
  market: 'uk',
  currency: 'GBP',
  tax: minorUnits(1_980),
  total: minorUnits(11_880),
} as const

function open(at: string, ...answers: FakeAnswer[]) {
  givenVisitor()
  const { requests } = fakeServer(...answers)
  return { requests, ...visit(at, { '/guardian/:token?': GuardianPage }) }
}

test('the token is removed from the address bar and sent only in the request body', async () => {
  const { requests, address } = open('/guardian/abc', granted(getGuardianRequest, question))
  await screen.findByText('Ada')
  expect(address()).toBe('/guardian')
  expect(document.body.innerHTML).not.toContain('abc')
  expect(requests).toMatchObject([{ address: '/api/guardian-consents/lookup', body: { token: 'abc' } }])
})

test('the guardian sees the member, the package, the full price, how to cancel and our retention period', async () => {
  open('/guardian/abc', granted(getGuardianRequest, question))
  await screen.findByText('Ada')
  for (const expected of [
    'Ada is under 18 and would like to buy this package.',
    'Duration: 1 week',
    '£118.80 once, including £19.80 VAT. The package won’t renew.',
    'They’ll have 14 days to cancel',
    'keep it for no more than 37 days',
  ]) {
    expect(document.body.textContent).toContain(expected)
  }
})

test('for a subscription, the page mentions renewal, and a member without a safe name is shown as "A member"', async () => {
  const monthly = { ...question, firstName: null, package: { ...question.package, billing: 'monthly' as const } }
  open('/guardian/abc', granted(getGuardianRequest, monthly))
  await screen.findByText('A member')
  expect(document.body.textContent).toContain('£118.80 every month')
  expect(document.body.textContent).toContain('It renews every month, and can be cancelled at any time')
})

test.each([
  ['I agree', true, 'Thank you. You’ve agreed.'],
  ['I don’t agree', false, 'Thank you. You’ve said no to this purchase.'],
])('the answer "%s" is sent once and confirmed on the page', async (label, agrees, thanks) => {
  const { user, requests } = open(
    '/guardian/abc',
    granted(getGuardianRequest, question),
    granted(answerGuardianRequest, null),
  )
  await user.dblClick(await screen.findByRole('button', { name: label }))
  expect(await screen.findByText(thanks)).toBeTruthy()
  expect(requests.slice(1)).toMatchObject([
    { address: '/api/guardian-consents/answer', body: { token: 'abc', agrees } },
  ])
  expect(screen.queryByRole('button')).toBeNull()
})

test('an expired link shows an error, and after a reload the page tells the guardian to use the link in the email', async () => {
  open('/guardian/abc', refused(getGuardianRequest, 'link-expired'))
  expect((await screen.findByRole('alert')).textContent).toContain('This link no longer works.')
  const { requests } = open('/guardian')
  expect(screen.getByRole('alert').textContent).toBe('This link isn’t complete. Open the whole link from our email.')
  expect(requests).toEqual([])
})

test('answering through an expired link shows an error', async () => {
  const { user } = open(
    '/guardian/abc',
    granted(getGuardianRequest, question),
    refused(answerGuardianRequest, 'link-expired'),
  )
  await user.click(await screen.findByRole('button', { name: 'I agree' }))
  expect((await screen.findByRole('alert')).textContent).toContain('This link no longer works.')
})

test('the guardian can retry if the server is unreachable', async () => {
  const { user } = open('/guardian/abc', 'unreachable', granted(getGuardianRequest, question), 'unreachable')
  await user.click(await screen.findByRole('button', { name: 'Try again' }))
  await user.click(await screen.findByRole('button', { name: 'I agree' }))
  expect((await screen.findByRole('alert')).textContent).toContain('We couldn’t reach the server.')
  expect(screen.getByRole('button', { name: 'I agree' })).toBeTruthy()
})
