// @vitest-environment jsdom
import { expect, test, vi } from 'vitest'
import { type FakeAnswer, fakeServer, granted, refused } from '../../../../tests/web/fake-server.ts'
import { ada, givenMember, givenVisitor } from '../../../../tests/web/people.ts'
import { login, logout, renewSession } from '../contract.ts'
import { logIn, logOut, renewLogin } from './queries.ts'
import { isLoggedIn, memberOf, restoreLogin, useAuth } from './store.ts'

const credentials = { email: 'ada@example.com', password: 'secret1' }
const kept = JSON.stringify({ state: { login: { data: { token: 'kept', user: ada } } }, version: 0 })

test('logging in goes through loading to the result', async () => {
  given(granted(login, { token: 'token', user: ada }))
  const running = logIn(credentials)
  expect(useAuth.getState().login).toEqual({ data: null, loading: true, error: null })
  await running
  expect(useAuth.getState().login).toEqual({ data: { token: 'token', user: ada }, loading: false, error: null })
})

test('a new attempt clears the error of the last one', async () => {
  given(refused(login, 'wrong-credentials'), new Promise(() => {}))
  await logIn(credentials)
  expect(useAuth.getState().login.error).toBe('Email or password is incorrect.')
  void logIn(credentials)
  expect(useAuth.getState().login).toMatchObject({ loading: true, error: null })
})

test('a newer login replaces the one in progress', async () => {
  const slow = Promise.withResolvers<{ data: unknown }>()
  given(slow.promise, granted(login, { token: 'second', user: ada }))
  const first = logIn(credentials)
  const second = logIn(credentials)
  slow.resolve({ data: { token: 'first', user: ada } })

  expect(await first).toEqual({ state: 'replaced' })
  expect(await second).toMatchObject({ state: 'done' })
  expect(localStorage.getItem('authToken')).toBe('second')
})

test('logging out empties the browser', async () => {
  givenMember()
  localStorage.setItem('adminAuthenticated', 'true')
  sessionStorage.setItem('booking-draft', 'something private')
  fakeServer(granted(logout, null))

  expect(await logOut()).toEqual({ state: 'done', message: 'Logged out successfully', value: null })

  expect(useAuth.getState().login).toEqual({ data: null, loading: false, error: null })
  expect(Object.keys(localStorage)).toEqual([])
  expect(Object.keys(sessionStorage)).toEqual([])
})

test('a logout in another tab takes what was being written here; a session that ends leaves it', () => {
  givenMember()
  const stop = restoreLogin({ onOtherMember: vi.fn() })
  sessionStorage.setItem('booking-draft', 'something private')
  window.dispatchEvent(new StorageEvent('storage', { key: 'auth' }))
  expect(sessionStorage.getItem('booking-draft')).toBe('something private')
  window.dispatchEvent(new StorageEvent('storage', { key: 'loggedOut' }))
  expect(Object.keys(sessionStorage)).toEqual([])
  stop()
})

test('a logout that fails says so where the login says it, and nobody is logged out', async () => {
  givenMember()
  fakeServer('unreachable')
  expect(await logOut()).toMatchObject({ state: 'failed' })
  expect(useAuth.getState().login.error).toContain('We could not reach the server')
  expect(isLoggedIn(useAuth.getState())).toBe(true)
})

test('what is shown of a kept login is looked at again once it has been judged', () => {
  const stored: (string | null)[] = []
  const note = () => stored.push(localStorage.getItem('auth'))
  window.addEventListener('memberchange', note)
  start(JSON.stringify({ state: { login: { data: { user: { firstName: 'Ada' } } } } }))
  window.removeEventListener('memberchange', note)
  expect(stored.at(-1)).toBeNull()
})

test('a login that the browser kept counts at the next start', () => {
  start(kept)
  expect(useAuth.getState().isRestored).toBe(true)
  expect(memberOf(useAuth.getState())).toEqual(ada)
})

test.each([
  ['nothing', null],
  ['half a text', '{"state":'],
  ['another shape', '{"state":{"login":{"data":{"token":7}}},"version":0}'],
  ['an empty token', kept.replace('"kept"', '""')],
])('%s in the browser is a finished start without login', (_, stored) => {
  start(stored)
  expect(useAuth.getState().isRestored).toBe(true)
  expect(isLoggedIn(useAuth.getState())).toBe(false)
})

test.each([
  ['half a text', '{"state":'],
  ['a login without its person', '{"state":{"login":{"data":{"token":"kept"}}},"version":0}'],
])('%s in the browser leaves nothing of a session behind', (_, stored) => {
  start(stored, { authToken: 'kept', adminAuthenticated: 'true' })
  expect(Object.keys(localStorage)).toEqual([])
})

test('what another tab does to the login happens here as well', () => {
  const { onOtherMember } = start(null)
  localStorage.setItem('auth', kept)
  window.dispatchEvent(new StorageEvent('storage', { key: 'auth' }))
  expect(memberOf(useAuth.getState())).toEqual(ada)

  localStorage.removeItem('auth')
  window.dispatchEvent(new StorageEvent('storage', { key: 'auth' }))
  expect(isLoggedIn(useAuth.getState())).toBe(false)
  expect(onOtherMember).not.toHaveBeenCalled()
})

test('another person logging in elsewhere is noticed', () => {
  const { onOtherMember } = start(kept)
  localStorage.setItem('auth', kept.replace(ada.id, 'somebody-else'))
  window.dispatchEvent(new StorageEvent('storage', { key: 'auth' }))
  expect(onOtherMember).toHaveBeenCalledTimes(1)
})

test('a page that comes back from the browser’s memory looks again who is logged in', () => {
  start(kept)
  localStorage.removeItem('auth')
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  expect(isLoggedIn(useAuth.getState())).toBe(false)
})

test('the first script hears of a login after it is stored', async () => {
  start(null)
  const heard = new Promise((resolve) =>
    window.addEventListener('memberchange', () => resolve(localStorage.getItem('auth')), { once: true }),
  )
  fakeServer(granted(login, { token: 'kept', user: ada }))
  await logIn(credentials)
  expect(await heard).toBe(kept)
})

test('a renewed session keeps the new token and what the server knows of the person', async () => {
  givenMember()
  fakeServer(granted(renewSession, { token: 'newer', user: { ...ada, firstName: 'Adaeze' } }))
  expect(await renewLogin()).toBe('newer')
  expect(memberOf(useAuth.getState())?.firstName).toBe('Adaeze')
  expect(localStorage.getItem('authToken')).toBe('newer')
})

test('no session to renew is no failure', async () => {
  givenMember()
  fakeServer(granted(renewSession, null))
  expect(await renewLogin()).toBeNull()
})

test('a renewal that the server cannot answer is a failure, not the end of the session', async () => {
  givenMember()
  fakeServer({ status: 503, code: 'service-away', message: 'Please try again in a minute.', retryAfter: 5 })
  await expect(renewLogin()).rejects.toMatchObject({ status: 503, retryAfter: 5 })
})

function given(...answers: FakeAnswer[]) {
  givenVisitor()
  fakeServer(...answers)
}

let stop = () => {}

function start(stored: string | null, others: Record<string, string> = {}) {
  stop()
  givenVisitor()
  useAuth.setState({ isRestored: false })
  localStorage.clear()
  if (stored) localStorage.setItem('auth', stored)
  for (const [key, value] of Object.entries(others)) localStorage.setItem(key, value)
  const onOtherMember = vi.fn()
  stop = restoreLogin({ onOtherMember })
  return { onOtherMember }
}
