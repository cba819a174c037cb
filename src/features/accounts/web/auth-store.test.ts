import { expect, test, vi } from 'vitest'
import { type FakeAnswer, fakeServer, granted, refused } from '#tests/support/web/fake-server.ts'
import { ada, givenMember, givenVisitor } from '#tests/support/web/people.ts'
import { login } from '../login/contract.ts'
import { logIn } from '../login/web/queries.ts'
import { logout, refreshSession } from '../sessions/contract.ts'
import { logOut, refreshLogin } from '../sessions/web/queries.ts'
import { getMember, isLoggedIn, restoreLogin, useAuth } from './auth-store.ts'

const credentials = { email: 'ada@example.com', password: 'secret1' }
const storedLogin = JSON.stringify({ state: { login: { data: { token: 'kept', user: ada } } }, version: 0 })

test('logging in sets the loading state, then the result', async () => {
  prepareAnswers(granted(login, { token: 'token', user: ada }))
  const running = logIn(credentials)
  expect(useAuth.getState().login).toEqual({ data: null, loading: true, error: null })
  await running
  expect(useAuth.getState().login).toEqual({ data: { token: 'token', user: ada }, loading: false, error: null })
})

test('a new login attempt clears the previous error', async () => {
  prepareAnswers(refused(login, 'wrong-credentials'), new Promise(() => {}))
  await logIn(credentials)
  expect(useAuth.getState().login.error).toBe('Email or password is incorrect.')
  void logIn(credentials)
  expect(useAuth.getState().login).toMatchObject({ loading: true, error: null })
})

test('a newer login replaces the one in progress', async () => {
  const slow = Promise.withResolvers<{ data: unknown }>()
  prepareAnswers(slow.promise, granted(login, { token: 'second', user: ada }))
  const firstLogin = logIn(credentials)
  const secondLogin = logIn(credentials)
  slow.resolve({ data: { token: 'first', user: ada } })

  expect(await firstLogin).toEqual({ state: 'replaced' })
  expect(await secondLogin).toMatchObject({ state: 'done' })
  expect(localStorage.getItem('authToken')).toBe('second')
})

test('logging out clears local and session storage', async () => {
  givenMember()
  localStorage.setItem('adminAuthenticated', 'true')
  sessionStorage.setItem('booking-draft', 'something private')
  fakeServer(granted(logout, null))

  expect(await logOut()).toEqual({ state: 'done', message: 'Logged out successfully', value: null })

  expect(useAuth.getState().login).toEqual({ data: null, loading: false, error: null })
  expect(Object.keys(localStorage)).toEqual([])
  expect(Object.keys(sessionStorage)).toEqual([])
})

test('a logout in another tab clears session storage, but an expired session does not', () => {
  givenMember()
  const stop = restoreLogin({ onOtherMember: vi.fn() })
  sessionStorage.setItem('booking-draft', 'something private')
  window.dispatchEvent(new StorageEvent('storage', { key: 'auth' }))
  expect(sessionStorage.getItem('booking-draft')).toBe('something private')
  window.dispatchEvent(new StorageEvent('storage', { key: 'loggedOut' }))
  expect(Object.keys(sessionStorage)).toEqual([])
  stop()
})

test('a failed logout shows its error and keeps the login', async () => {
  givenMember()
  fakeServer('unreachable')
  expect(await logOut()).toMatchObject({ state: 'failed' })
  expect(useAuth.getState().login.error).toContain('We couldn’t reach the server')
  expect(isLoggedIn(useAuth.getState())).toBe(true)
})

test('an invalid stored login is removed before memberchange is dispatched', () => {
  const stored: (string | null)[] = []
  const recordStored = () => stored.push(localStorage.getItem('auth'))
  window.addEventListener('memberchange', recordStored)
  start(JSON.stringify({ state: { login: { data: { user: { firstName: 'Ada' } } } } }))
  window.removeEventListener('memberchange', recordStored)
  expect(stored.at(-1)).toBeNull()
})

test('a stored login is restored', () => {
  start(storedLogin)
  expect(useAuth.getState().isRestored).toBe(true)
  expect(getMember(useAuth.getState())).toEqual(ada)
})

test.each([
  ['nothing', null],
  ['truncated JSON', '{"state":'],
  ['a different shape', '{"state":{"login":{"data":{"token":7}}},"version":0}'],
  ['an empty token', storedLogin.replace('"kept"', '""')],
  ['a login without a user', '{"state":{"login":{"data":{"token":"kept"}}},"version":0}'],
])('with %s stored, the member is logged out and all session data is removed', (_, stored) => {
  start(stored, { authToken: 'kept', adminAuthenticated: 'true' })
  expect(useAuth.getState().isRestored).toBe(true)
  expect(isLoggedIn(useAuth.getState())).toBe(false)
  expect(Object.keys(localStorage)).toEqual([])
})

test('logins and logouts in another tab are applied', () => {
  const { onOtherMember } = start(null)
  localStorage.setItem('auth', storedLogin)
  window.dispatchEvent(new StorageEvent('storage', { key: 'auth' }))
  expect(getMember(useAuth.getState())).toEqual(ada)

  localStorage.removeItem('auth')
  window.dispatchEvent(new StorageEvent('storage', { key: 'auth' }))
  expect(isLoggedIn(useAuth.getState())).toBe(false)
  expect(onOtherMember).not.toHaveBeenCalled()
})

test('a login by another member in another tab is reported', () => {
  const { onOtherMember } = start(storedLogin)
  localStorage.setItem('auth', storedLogin.replace(ada.id, 'somebody-else'))
  window.dispatchEvent(new StorageEvent('storage', { key: 'auth' }))
  expect(onOtherMember).toHaveBeenCalledTimes(1)
})

test('a page restored from the back/forward cache rereads the login', () => {
  start(storedLogin)
  localStorage.removeItem('auth')
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  expect(isLoggedIn(useAuth.getState())).toBe(false)
})

test('the login is stored before memberchange is dispatched', async () => {
  start(null)
  const storedAtEvent = new Promise((resolve) =>
    window.addEventListener('memberchange', () => resolve(localStorage.getItem('auth')), { once: true }),
  )
  fakeServer(granted(login, { token: 'kept', user: ada }))
  await logIn(credentials)
  expect(await storedAtEvent).toBe(storedLogin)
})

test('a refresh stores the new token and the current user', async () => {
  givenMember()
  fakeServer(granted(refreshSession, { token: 'newer', user: { ...ada, firstName: 'Adaeze' } }))
  expect(await refreshLogin()).toBe('newer')
  expect(getMember(useAuth.getState())?.firstName).toBe('Adaeze')
  expect(localStorage.getItem('authToken')).toBe('newer')
})

test('a refresh without a session is not an error', async () => {
  givenMember()
  fakeServer(granted(refreshSession, null))
  expect(await refreshLogin()).toBeNull()
})

test('a failed refresh rejects without ending the session', async () => {
  givenMember()
  fakeServer({ status: 503, code: 'service-unavailable', message: 'Please try again in a minute.', retryAfter: 5 })
  await expect(refreshLogin()).rejects.toMatchObject({ status: 503, retryAfter: 5 })
})

function prepareAnswers(...answers: FakeAnswer[]) {
  givenVisitor()
  fakeServer(...answers)
}

let stop = () => {}

function start(stored: string | null, otherEntries: Record<string, string> = {}) {
  stop()
  givenVisitor()
  useAuth.setState({ isRestored: false })
  localStorage.clear()
  if (stored) localStorage.setItem('auth', stored)
  for (const [key, value] of Object.entries(otherEntries)) localStorage.setItem(key, value)
  const onOtherMember = vi.fn()
  stop = restoreLogin({ onOtherMember })
  return { onOtherMember }
}
