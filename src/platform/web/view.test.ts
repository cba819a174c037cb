// @vitest-environment jsdom
import { expect, test, vi } from 'vitest'
import { AUTH_KEY, TOKEN_KEY, VIEW_KEY } from './storage-keys.ts'

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
const view = { id: 'view-1', token: 'view.token', expiresAt: '2026-11-22T13:00:00.000Z', user }

/** A page of a tab that keeps this. */
async function openTab(kept: string | null) {
  vi.resetModules()
  localStorage.clear()
  sessionStorage.clear()
  localStorage.setItem(TOKEN_KEY, 'token-of-the-administrator')
  localStorage.setItem(AUTH_KEY, '{"state":{"login":{"data":null}}}')
  if (kept !== null) sessionStorage.setItem(VIEW_KEY, kept)
  const session = await import('./session.ts')
  const { useAuth, ...store } = await import('#features/accounts/web/store.ts')
  return { ...session, ...store, useAuth }
}

const loginOfBrowser = () => [localStorage.getItem(TOKEN_KEY), localStorage.getItem(AUTH_KEY)]

test('a tab in which staff look at a member goes by its own token, and is the member', async () => {
  const tab = await openTab(JSON.stringify(view))
  expect(tab.readToken()).toBe('view.token')
  tab.restoreLogin({ onOtherMember: () => {} })
  expect(tab.memberOf(tab.useAuth.getState())).toEqual(user)
  expect(await tab.renewToken('view.token')).toBeNull()
})

test('whatever becomes of the tab, the login of the browser stays as it is', async () => {
  const tab = await openTab(JSON.stringify(view))
  const before = loginOfBrowser()
  const ends: string[] = []
  tab.configureSession({ renew: async () => 'never', onEnd: (end) => ends.push(end) })
  tab.restoreLogin({ onOtherMember: () => {} })
  tab.endSession()
  tab.forgetLogin()
  tab.leaveSession()
  expect(loginOfBrowser()).toEqual(before)
  expect(sessionStorage.getItem(VIEW_KEY)).toBeNull()
  expect(ends).toEqual(['view'])
})

test('whoever logs out in another tab takes the pages of the member away', async () => {
  const tab = await openTab(JSON.stringify(view))
  const onOtherMember = vi.fn()
  const stop = tab.restoreLogin({ onOtherMember })
  window.dispatchEvent(new StorageEvent('storage', { key: 'loggedOut' }))
  expect(onOtherMember).toHaveBeenCalledOnce()
  expect(sessionStorage.getItem(VIEW_KEY)).toBeNull()
  stop()
})

test.each([null, '', 'nonsense', '{}', '{"id":1,"token":"view.x"}', '[]'])('%s is no view', async (kept) => {
  const tab = await openTab(kept)
  expect(tab.readToken()).toBe('token-of-the-administrator')
})
