import { act, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { hasUnsaved } from '#platform/web/unsaved.ts'
import { allowDialogs } from '#tests/support/web/dialogs.ts'
import { type FakeAnswer, fakeServer, granted } from '#tests/support/web/fake-server.ts'
import { givenMember } from '#tests/support/web/people.ts'
import { visit } from '#tests/support/web/visit.tsx'
import { removePasskey, renamePasskey } from '../../passkeys/contract.ts'
import {
  confirmAuthenticator,
  getSecondFactor,
  removeAuthenticator,
  replaceRecoveryCodes,
  startAuthenticator,
} from '../contract.ts'
import { type SecondFactor, SecondFactorSection } from './second-factor-section.tsx'

vi.mock('#platform/web/ui/toasts.tsx', () => ({ notify: { success: vi.fn(), error: vi.fn() } }))

allowDialogs()

const off: SecondFactor = {
  authenticator: null,
  recoveryCodesLeft: 0,
  passkeys: [],
  isRequired: false,
  removedAt: null,
}
const on: SecondFactor = { ...off, authenticator: { since: '2026-03-01T09:00:00Z' }, recoveryCodesLeft: 10 }
const phone = { id: 'p1', name: 'Phone', addedAt: '2026-03-01T09:00:00Z', lastUsedAt: null }
const secret = { secret: 'JBSWY3DPEHPK3PXP', address: 'otpauth://totp/x?secret=JBSWY3DPEHPK3PXP' }
const state = (factor: SecondFactor) => granted(getSecondFactor, factor)

test('setting up an app shows the key, confirms a code and shows recovery codes', async () => {
  const { user, requests } = await open(
    state(off),
    granted(startAuthenticator, secret),
    granted(confirmAuthenticator, { recoveryCodes: ['AAAA-BBBB-CCCC-DDDD'] }),
    // The codes must stay visible if the reload fails.
    'unreachable',
    state(on),
  )
  await user.click(screen.getByRole('button', { name: 'Set up an authenticator app' }))
  await user.type(await screen.findByLabelText(/Enter the code/), '123 456{Enter}')
  expect(await screen.findByText('AAAA-BBBB-CCCC-DDDD')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Copy' }))
  expect(await navigator.clipboard.readText()).toBe('AAAA-BBBB-CCCC-DDDD')
  await user.click(screen.getByLabelText('I’ve saved these codes'))
  await user.click(screen.getByRole('button', { name: 'Continue' }))

  expect(await screen.findByText('On since 1 March 2026')).toBeTruthy()
  expect(screen.getByText('10 codes left')).toBeTruthy()
  expect(requests[2]?.body).toEqual({ code: '123456' })
})

test('new recovery codes stay visible whichever button is pressed, and count as unsaved until confirmed', async () => {
  const codes = Promise.withResolvers<object>()
  const { user, requests } = await open(state(on), codes.promise)
  await user.click(screen.getByRole('button', { name: 'Create new recovery codes' }))
  await user.click(screen.getByRole('button', { name: 'Use another app' }))
  await user.click(screen.getByRole('button', { name: 'Turn off' }))
  await act(async () => codes.resolve(granted(replaceRecoveryCodes, { recoveryCodes: ['AAAA-BBBB-CCCC-DDDD'] })))
  expect(screen.getByText('AAAA-BBBB-CCCC-DDDD')).toBeTruthy()
  expect(requests).toHaveLength(2)
  expect(hasUnsaved()).toBe(true)
  await user.click(screen.getByLabelText('I’ve saved these codes'))
  expect(hasUnsaved()).toBe(false)
})

test('disabling the app asks for confirmation', async () => {
  const { user, requests } = await open(state(on), granted(removeAuthenticator, null), state(off))
  await user.click(screen.getByRole('button', { name: 'Turn off' }))
  await user.click(screen.getByRole('button', { name: 'Keep it on' }))
  expect(requests).toHaveLength(1)
  await user.click(screen.getByRole('button', { name: 'Turn off' }))
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Turn off' }))
  expect(await screen.findByRole('button', { name: 'Set up an authenticator app' })).toBeTruthy()
})

test('staff cannot disable their only factor, and a warning shows that few recovery codes are left', async () => {
  await open(state({ ...on, recoveryCodesLeft: 1, isRequired: true }))
  expect(screen.queryByRole('button', { name: 'Turn off' })).toBeNull()
  expect(screen.getByText('1 code left')).toBeTruthy()
  expect(screen.getByRole('alert').textContent).toContain('Create new ones.')
})

test('a pending factor removal is shown with its date and an explanation of how to stop it', async () => {
  await open(state({ ...on, removedAt: '2026-12-03T10:00:00.000Z' }))
  const { textContent } = screen.getByText(/told us you’ve lost your authenticator app/)
  expect(textContent).toContain('3 December 2026')
  expect(textContent).toContain('change your password now to stop it')
})

test('a passkey can be renamed and removed', async () => {
  const { user, requests } = await open(
    state({ ...off, passkeys: [phone] }),
    granted(renamePasskey, null),
    state({ ...off, passkeys: [{ ...phone, name: 'Old phone' }] }),
    granted(removePasskey, null),
    state(off),
  )
  await user.click(screen.getByRole('button', { name: 'Rename Phone' }))
  await user.clear(screen.getByLabelText('Name'))
  await user.type(screen.getByLabelText('Name'), 'Old phone{Enter}')
  await user.click(await screen.findByRole('button', { name: 'Remove Old phone' }))
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Remove passkey' }))
  expect(await screen.findByText('No passkeys yet. Add one to log in without typing your password.')).toBeTruthy()
  expect(requests.map(({ method }) => method)).toEqual(['GET', 'PATCH', 'GET', 'DELETE', 'GET'])
})

test('if the section fails to load, it shows a retry button', async () => {
  const { user } = await open('unreachable', state(off))
  await user.click(await screen.findByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('button', { name: 'Set up an authenticator app' })).toBeTruthy()
})

test('if a link leads to the section, focus stays there while it loads', async () => {
  givenMember()
  fakeServer(state(off))
  visit('/', { '/': SecondFactorSection })
  const section = document.getElementById('two-factor')
  section?.focus()
  await screen.findByRole('button', { name: /Set up/ })
  await expect.poll(() => document.activeElement?.id).toBe('two-factor')
})

async function open(...answers: FakeAnswer[]) {
  givenMember()
  const { requests } = fakeServer(...answers)
  const { user } = visit('/', { '/': SecondFactorSection })
  await screen.findByRole('button', { name: /Set up|Create new|Try again/ })
  return { user, requests }
}
