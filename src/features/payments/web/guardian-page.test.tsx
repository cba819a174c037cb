// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { minorUnits } from '#platform/shared/money.ts'
import { type FakeAnswer, fakeServer, granted, refused } from '../../../../tests/web/fake-server.ts'
import { givenVisitor } from '../../../../tests/web/people.ts'
import { visit } from '../../../../tests/web/visit.tsx'
import { answerGuardianRequest, showGuardianRequest } from '../contract/guardian.ts'
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

test('the token leaves the address at once, and travels in no address after that', async () => {
  const { requests, address, state } = open('/guardian/abc', granted(showGuardianRequest, question))
  await screen.findByText('Ada')
  expect(address()).toBe('/guardian')
  expect(JSON.stringify(state() ?? null)).not.toContain('abc')
  expect(document.body.innerHTML).not.toContain('abc')
  expect(requests).toMatchObject([{ address: '/api/guardian-requests/question', body: { token: 'abc' } }])
})

test('the guardian reads who asks, for what, the whole price, what renews, how to cancel and what we keep', async () => {
  open('/guardian/abc', granted(showGuardianRequest, question))
  await screen.findByText('Ada')
  for (const words of [
    'Ada is under 18 and would like to buy this package.',
    'Duration: 1 week',
    '£118.80 once, including £19.80 VAT. Nothing renews.',
    'There are 14 days to cancel',
    'keep it for 37 days at most',
  ]) {
    expect(document.body.textContent).toContain(words)
  }
})

test('a subscription says that it renews, and a member without a plain name is a member', async () => {
  const monthly = { ...question, firstName: null, package: { ...question.package, billing: 'monthly' as const } }
  open('/guardian/abc', granted(showGuardianRequest, monthly))
  await screen.findByText('A member')
  expect(document.body.textContent).toContain('£118.80 every month')
  expect(document.body.textContent).toContain('It renews each month until it is cancelled')
})

test.each([
  ['I agree', true, 'Thank you. You have agreed.'],
  ['I do not agree', false, 'Thank you. You have not agreed.'],
])('"%s" is sent once and thanked for', async (label, agrees, thanks) => {
  const { user, requests } = open(
    '/guardian/abc',
    granted(showGuardianRequest, question),
    granted(answerGuardianRequest, null),
  )
  await user.dblClick(await screen.findByRole('button', { name: label }))
  expect(await screen.findByText(thanks)).toBeTruthy()
  expect(requests.slice(1)).toMatchObject([
    { address: '/api/guardian-requests/answer', body: { token: 'abc', agrees } },
  ])
  expect(screen.queryByRole('button')).toBeNull()
})

test('a link that is over is said in one sentence, and a reload leads back to the email', async () => {
  open('/guardian/abc', refused(showGuardianRequest, 'link-over'))
  expect((await screen.findByRole('alert')).textContent).toContain('This link does not work any more.')
  const { requests } = open('/guardian')
  expect(screen.getByRole('alert').textContent).toBe('Please open the link in our email once more.')
  expect(requests).toEqual([])
})

test('an answer that comes too late says so', async () => {
  const { user } = open(
    '/guardian/abc',
    granted(showGuardianRequest, question),
    refused(answerGuardianRequest, 'link-over'),
  )
  await user.click(await screen.findByRole('button', { name: 'I agree' }))
  expect((await screen.findByRole('alert')).textContent).toContain('This link does not work any more.')
})

test('where the server cannot be reached nothing is lost', async () => {
  const { user } = open('/guardian/abc', 'unreachable', granted(showGuardianRequest, question), 'unreachable')
  await user.click(await screen.findByRole('button', { name: 'Try again' }))
  await user.click(await screen.findByRole('button', { name: 'I agree' }))
  expect((await screen.findByRole('alert')).textContent).toContain('We could not reach the server.')
  expect(screen.getByRole('button', { name: 'I agree' })).toBeTruthy()
})
