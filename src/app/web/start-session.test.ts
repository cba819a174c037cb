import { afterEach, expect, test, vi } from 'vitest'
import { getMe } from '#features/accounts/sessions/contract.ts'
import { leaveSession, storeLogin, useAuth } from '#features/accounts/web/auth-store.ts'
import { call } from '#platform/web/call.ts'
import { type FakeAnswer, fakeServer, granted, sessionExpired } from '#tests/support/web/fake-server.ts'
import { ada, givenMember } from '#tests/support/web/people.ts'
import { startSession } from './start-session.ts'

const navigation = vi.hoisted(() => ({ loadPage: vi.fn() }))
vi.mock('#platform/web/navigation.ts', async (original) => ({ ...(await original()), ...navigation }))
const toasts = vi.hoisted(() => ({ success: vi.fn(), error: vi.fn() }))
vi.mock('#platform/web/ui/toasts.tsx', () => ({ notify: toasts }))

const noSession = { data: null }

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('if a session ends while in use, the home page is loaded with a notice', async () => {
  start(granted(getMe, { user: ada }), sessionExpired, noSession)
  await call(getMe)
  await expect(call(getMe)).rejects.toMatchObject({ status: 401 })

  expect(navigation.loadPage).toHaveBeenCalledWith('/')
  expect(Object.keys(localStorage)).toEqual([])
  expect(useAuth.getState()).toMatchObject({ isLeaving: true, login: { data: null } })

  startSession()
  expect(toasts.error).toHaveBeenLastCalledWith('You’ve been logged out. Log in again to continue.')
  expect(sessionStorage.getItem('notice')).toBeNull()
})

test('a call in progress during logout does not report an ended session', async () => {
  start(granted(getMe, { user: ada }), sessionExpired, noSession)
  navigation.loadPage.mockClear()
  await call(getMe)
  const pendingCall = call(getMe)
  leaveSession()
  await expect(pendingCall).rejects.toMatchObject({ status: 401 })

  expect(navigation.loadPage).not.toHaveBeenCalled()
  expect(sessionStorage.getItem('notice')).toBeNull()
})

test('an expired login that cannot be renewed is cleared without a page load', async () => {
  start(sessionExpired, noSession)
  navigation.loadPage.mockClear()
  await expect(call(getMe)).rejects.toMatchObject({ status: 401 })

  expect(navigation.loadPage).not.toHaveBeenCalled()
  expect(useAuth.getState()).toMatchObject({ isLeaving: false, login: { data: null } })
  expect(Object.keys(localStorage)).toEqual([])
  expect(toasts.error).toHaveBeenLastCalledWith('You’ve been logged out. Log in again to continue.')
})

test('an expired token is renewed silently', async () => {
  start(sessionExpired, { data: { token: 'newer', user: ada } }, granted(getMe, { user: ada }))
  expect((await call(getMe)).refused).toBeUndefined()
  expect(localStorage.getItem('authToken')).toBe('newer')
  expect(useAuth.getState().login.data?.token).toBe('newer')
})

function start(...answers: FakeAnswer[]) {
  givenMember()
  useAuth.setState({ isLeaving: false })
  fakeServer(...answers)
  startSession()
}

test('in a browser that blocks site data, the page starts without a login', () => {
  blockSiteData()
  useAuth.setState({ isRestored: false, login: { data: null, loading: false, error: null } })
  startSession()
  expect(useAuth.getState()).toMatchObject({ isRestored: true, login: { data: null } })
})

test('in a browser that blocks site data, a login lasts as long as the page and is renewed without tab locks', async () => {
  blockSiteData()
  const { requests } = fakeServer(
    sessionExpired,
    { data: { token: 'newer', user: ada } },
    granted(getMe, { user: ada }),
  )
  startSession()
  storeLogin({ token: 'first', user: ada })
  expect((await call(getMe)).refused).toBeUndefined()
  expect(requests.map(({ authorization }) => authorization)).toEqual(['Bearer first', null, 'Bearer newer'])
})

function blockSiteData() {
  const refuse = () => {
    throw new DOMException('Access is denied for this document.', 'SecurityError')
  }
  vi.spyOn(window, 'localStorage', 'get').mockImplementation(refuse)
  vi.spyOn(window, 'sessionStorage', 'get').mockImplementation(refuse)
  vi.stubGlobal('navigator', { locks: { request: async () => refuse() } })
}
