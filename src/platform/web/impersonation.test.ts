import { expect, test, vi } from 'vitest'
import { AUTH_KEY, IMPERSONATION_KEY, TOKEN_KEY } from './browser-storage.ts'

const user = {
  id: '0196b3a0-0000-7000-8000-000000000001',
  firstName: 'Ada',
  lastName: 'Okafor',
  email: 'ada@example.com',
  mobile: '',
  profilePicture: null,
  role: 'member',
  emailVerified: true,
}
const impersonation = { id: 'view-1', token: 'impersonation.token', expiresAt: '2026-11-22T13:00:00.000Z', user }

/** A tab whose session storage contains the given value. */
async function openTab(storedValue: string | null) {
  vi.resetModules()
  localStorage.clear()
  sessionStorage.clear()
  localStorage.setItem(TOKEN_KEY, 'token-of-the-administrator')
  localStorage.setItem(AUTH_KEY, '{"state":{"login":{"data":null}}}')
  if (storedValue !== null) sessionStorage.setItem(IMPERSONATION_KEY, storedValue)
  const session = await import('./session.ts')
  const { useAuth, ...store } = await import('#features/accounts/web/auth-store.ts')
  return { ...session, ...store, useAuth }
}

const readBrowserLogin = () => [localStorage.getItem(TOKEN_KEY), localStorage.getItem(AUTH_KEY)]

test('an impersonation tab uses its own token and shows the member', async () => {
  const tab = await openTab(JSON.stringify(impersonation))
  expect(tab.readToken()).toBe('impersonation.token')
  tab.restoreLogin({ onOtherMember: () => {} })
  expect(tab.getMember(tab.useAuth.getState())).toEqual(user)
  expect(await tab.refreshToken('impersonation.token')).toBeNull()
})

test("ending impersonation keeps the browser's own login", async () => {
  const tab = await openTab(JSON.stringify(impersonation))
  const loginBefore = readBrowserLogin()
  const ends: string[] = []
  tab.configureSession({ renew: async () => 'never', onEnd: (end) => ends.push(end) })
  tab.restoreLogin({ onOtherMember: () => {} })
  tab.endSession()
  tab.clearLogin()
  tab.leaveSession()
  expect(readBrowserLogin()).toEqual(loginBefore)
  expect(sessionStorage.getItem(IMPERSONATION_KEY)).toBeNull()
  expect(ends).toEqual(['view'])
})

test('logging out in another tab also ends impersonation', async () => {
  const tab = await openTab(JSON.stringify(impersonation))
  const onOtherMember = vi.fn()
  const stop = tab.restoreLogin({ onOtherMember })
  window.dispatchEvent(new StorageEvent('storage', { key: 'loggedOut' }))
  expect(onOtherMember).toHaveBeenCalledOnce()
  expect(sessionStorage.getItem(IMPERSONATION_KEY)).toBeNull()
  stop()
})

test.each([null, '', 'nonsense', '{}', '{"id":1,"token":"impersonation.x"}', '[]'])(
  'the stored value %s is not an impersonation',
  async (storedValue) => {
    const tab = await openTab(storedValue)
    expect(tab.readToken()).toBe('token-of-the-administrator')
  },
)
