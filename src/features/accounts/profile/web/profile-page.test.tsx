import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { advanceClock, settle, stopClock } from '#tests/support/web/clock.ts'
import { allowDialogs } from '#tests/support/web/dialogs.ts'
import { type FakeAnswer, fakeServer, granted, refused } from '#tests/support/web/fake-server.ts'
import { fieldMessages } from '#tests/support/web/field-messages.ts'
import { ada, givenMember } from '#tests/support/web/people.ts'
import { visit } from '#tests/support/web/visit.tsx'
import { cancelEmailChange, requestEmailChange } from '../../email-address/contract.ts'
import { reauthenticate } from '../../reauthentication/contract.ts'
import { useAuth } from '../../web/auth-store.ts'
import { getProfile, type Profile, updateNotificationPreferences, updateProfile } from '../contract.ts'
import { withDefaultPreferences } from '../rules.ts'
import * as page from './profile-page.tsx'

allowDialogs()

const profile: Profile = {
  firstName: 'Ada',
  lastName: 'Okafor',
  email: 'ada@example.com',
  emailVerified: true,
  pendingEmail: null,
  mobile: '+447700900123',
  profilePicture: null,
  timeZone: 'Europe/London',
  guardian: null,
  notifications: withDefaultPreferences([], { isYoung: false }),
}

const updated = (changes: Partial<Profile>) =>
  granted(updateProfile, {
    user: { ...ada, firstName: changes.firstName ?? ada.firstName },
    profile: { ...profile, ...changes },
  })

test('members have a place for their saved cards; staff, who buy nothing, have none', async () => {
  await open({})
  expect(screen.getByRole('heading', { name: 'Saved cards' })).toBeTruthy()
  useAuth.setState({
    login: { data: { token: 'token', user: { ...ada, role: 'consultant' } }, loading: false, error: null },
  })
  await settle()
  expect(screen.queryByRole('heading', { name: 'Saved cards' })).toBeNull()
})

test('saving shows a message for three seconds and updates the logged-in user', async () => {
  const { user, requests } = await open({}, updated({ firstName: 'Augusta' }))
  const form = findForm('Personal information')
  await user.clear(form.getByLabelText('First name'))
  await user.type(form.getByLabelText('First name'), 'Augusta')
  await save(user, form)

  expect(requests.at(-1)).toMatchObject({ method: 'PATCH', address: '/api/account', body: { firstName: 'Augusta' } })
  expect(form.getByRole('status').textContent).toBe('Profile updated successfully!')
  expect(useAuth.getState().login.data?.user.firstName).toBe('Augusta')
  await advanceClock(2_999)
  expect(form.getByRole('status').textContent).toBe('Profile updated successfully!')
  await advanceClock(1)
  expect(form.getByRole('status').textContent).toBe('')
})

test('the profile page links to the password, second factor and account deletion sections', async () => {
  await open()
  const links = screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])
  expect(links).toEqual([
    ['contact us', '/contact'],
    ['complain to us', '/complaints'],
    ['ico.org.uk/make-a-complaint', 'https://ico.org.uk/make-a-complaint/'],
    ['Change password', '/portal/security#password'],
    ['Manage two-factor login', '/portal/security#two-factor'],
    ['Delete account', '/portal/security#delete-account'],
  ])
})

test('validation errors appear next to their fields and keep the input', async () => {
  const { user, requests } = await open(
    {},
    { status: 400, code: 'invalid-input', message: 'No such name', errors: { lastName: 'No such name' } },
  )
  const form = findForm('Personal information')
  await user.clear(form.getByLabelText('First name'))
  await user.clear(form.getByLabelText('Mobile number'))
  await user.type(form.getByLabelText('Mobile number'), '0770 900 123')
  await save(user, form)
  expect(requests).toHaveLength(1)
  expect(fieldMessages()).toEqual([
    'First name is required',
    'Please enter a valid mobile number with country code (e.g. +12345678901)',
  ])

  await user.type(form.getByLabelText('First name'), 'Augusta')
  await user.clear(form.getByLabelText('Mobile number'))
  await user.type(form.getByLabelText('Mobile number'), '07700 900 999')
  await save(user, form)
  expect(requests.at(-1)?.body).toEqual({ firstName: 'Augusta', mobile: '+447700900999' })
  expect(fieldMessages()).toEqual(['No such name'])
  expect((form.getByLabelText('Mobile number') as HTMLInputElement).value).toBe('07700900999')
})

test('staff without a mobile number can save their name', async () => {
  const { user, requests } = await open({ mobile: '' }, updated({ mobile: '', firstName: 'Mary' }))
  const form = findForm('Personal information')
  await user.type(form.getByLabelText('First name'), 'h')
  await save(user, form)
  expect(requests.at(-1)?.body).toEqual({ firstName: 'Adah' })
})

test('email and marketing are on by default, text messages off and marked as unavailable', async () => {
  await open()
  expect(isTicked('Email notifications')).toBe(true)
  expect(isTicked('SMS notifications')).toBe(false)
  expect(isTicked('Marketing emails')).toBe(true)
  expect(screen.getByText(/We don’t send text messages yet/)).toBeTruthy()
  expect(screen.getByText(/always email you about payments/)).toBeTruthy()
})

test('a switch controls all of its kinds, and saving sends only what was changed', async () => {
  const { user, requests } = await open(
    {},
    granted(updateNotificationPreferences, { notifications: profile.notifications }),
  )
  await user.click(screen.getByRole('checkbox', { name: 'SMS notifications' }))
  const sms = within(screen.getByRole('group', { name: 'SMS notifications' }))
  await user.click(sms.getByLabelText(/^Packages/))
  expect((screen.getByRole('checkbox', { name: 'SMS notifications' }) as HTMLInputElement).indeterminate).toBe(true)
  await user.click(screen.getByRole('checkbox', { name: 'Marketing emails' }))
  const form = findForm('Notifications')
  await save(user, form)

  expect(requests.at(-1)?.body).toEqual({
    choices: [
      { kind: 'sessions', channel: 'sms', isOn: true },
      { kind: 'deliverables', channel: 'sms', isOn: true },
      { kind: 'news', channel: 'email', isOn: false },
    ],
    isYoung: false,
  })
  expect(form.getByRole('status').textContent).toBe('Profile updated successfully!')
})

test('the time in the chosen zone is shown next to London’s, with a button for the device’s zone', async () => {
  const { resolvedOptions } = Intl.DateTimeFormat.prototype
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockImplementation(function (this: Intl.DateTimeFormat) {
    return { ...resolvedOptions.call(this), timeZone: 'America/New_York' }
  })
  const { user, requests } = await open({}, updated({ timeZone: 'America/New_York' }))
  expect(screen.getByText('It’s Monday 10:00 there now.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Use this device’s time zone (America / New York)' }))
  expect(screen.getByText('It’s Monday 05:00 there now, and Monday 10:00 in London.')).toBeTruthy()
  await advanceClock(60_000)
  expect(screen.getByText('It’s Monday 05:01 there now, and Monday 10:01 in London.')).toBeTruthy()
  await save(user, findForm('Time zone'))
  expect(requests.at(-1)?.body).toEqual({ timeZone: 'America/New_York' })
})

test('a member under 18 must name a guardian with a different email address', async () => {
  const guardian = { name: 'Annabella Milbanke', email: 'annabella@example.org' }
  const { user, requests } = await open({}, refused(updateProfile, 'guardian-is-member'), updated({ guardian }))
  const form = findForm('Parent or guardian')
  await user.click(form.getByLabelText('I’m under 18'))
  await save(user, form)
  expect(fieldMessages()).toEqual(['Your parent or guardian’s name is required', 'Email is required'])

  await user.type(form.getByLabelText('Name of your parent or guardian'), guardian.name)
  await user.type(form.getByLabelText('Their email'), 'ada@example.com')
  await save(user, form)
  expect(fieldMessages()).toEqual(['Enter your parent or guardian’s email address, not your own.'])

  await user.clear(form.getByLabelText('Their email'))
  await user.type(form.getByLabelText('Their email'), guardian.email)
  await save(user, form)
  expect(requests.at(-1)?.body).toEqual({ guardian })
  expect(form.getByRole('status').textContent).toBe('Profile updated successfully!')
})

test('naming a guardian switches the newsletter off, and saving another choice keeps it off', async () => {
  const guardian = { name: 'Annabella Milbanke', email: 'annabella@example.org' }
  const notifications = withDefaultPreferences([], { isYoung: true })
  const { user, requests } = await open(
    {},
    updated({ guardian, notifications }),
    granted(updateNotificationPreferences, { notifications }),
  )
  const form = findForm('Parent or guardian')
  await user.click(form.getByLabelText('I’m under 18'))
  await user.type(form.getByLabelText('Name of your parent or guardian'), guardian.name)
  await user.type(form.getByLabelText('Their email'), guardian.email)
  await save(user, form)
  expect(isTicked('Marketing emails')).toBe(false)

  const choices = findForm('Notifications')
  await user.click(within(choices.getByRole('group', { name: 'Email notifications' })).getByLabelText(/^Packages/))
  await save(user, choices)
  expect(requests.at(-1)?.body).toEqual({
    choices: [{ kind: 'purchases', channel: 'email', isOn: false }],
    isYoung: true,
  })
})

test('an email change asks for the password, stays pending until confirmed and can be cancelled', async () => {
  const { user, requests } = await open(
    {},
    refused(requestEmailChange, 'reauthentication-needed'),
    granted(reauthenticate, { token: 'fresh', user: ada }),
    granted(requestEmailChange, { pendingEmail: 'ada@new.example' }),
    granted(cancelEmailChange, null),
  )
  const email = within(screen.getByRole('region', { name: 'Email' }))
  expect(email.getByText('Confirmed')).toBeTruthy()
  await user.click(email.getByRole('button', { name: 'Change email' }))
  await user.type(email.getByLabelText('New email'), 'ada@new.example')
  await user.click(email.getByRole('button', { name: 'Send the link' }))
  await settle()
  await user.type(await screen.findByLabelText('Password'), 'a long enough password')
  await user.click(screen.getByRole('button', { name: 'Confirm' }))
  await settle()

  expect(requests.at(-1)).toMatchObject({ body: { email: 'ada@new.example' }, authorization: 'Bearer fresh' })
  expect(email.getByText('ada@new.example')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Email' }))
  expect(email.getByText('ada@example.com')).toBeTruthy()
  await user.click(email.getByRole('button', { name: 'Cancel the change' }))
  await settle()
  expect(email.queryByText('ada@new.example')).toBeNull()
  expect(email.getByText('Change cancelled. Your email address stays the same.')).toBeTruthy()
})

test('if the email is already in use, the form shows an error next to its field', async () => {
  const { user } = await open({}, refused(requestEmailChange, 'email-taken'))
  await user.click(screen.getByRole('button', { name: 'Change email' }))
  await user.type(screen.getByLabelText('New email'), 'grace@example.com')
  await user.click(screen.getByRole('button', { name: 'Send the link' }))
  await settle()
  expect(fieldMessages()).toEqual(['An account with this email already exists. Use another address.'])
  expect((screen.getByLabelText('New email') as HTMLInputElement).value).toBe('grace@example.com')
})

test('the email change link can be resent', async () => {
  const pendingEmail = 'ada@new.example'
  const { user, requests } = await open({ pendingEmail }, granted(requestEmailChange, { pendingEmail }))
  await user.click(screen.getByRole('button', { name: 'Send the link again' }))
  await settle()
  expect(requests.at(-1)?.body).toEqual({ email: pendingEmail })
  expect(screen.getByText(/^We’ve sent a link/)).toBeTruthy()
})

test('a file that is not a picture is rejected before upload', async () => {
  const { user, requests } = await open()
  vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('no picture')))
  await user.upload(screen.getByLabelText('Choose a picture'), new File(['x'], 'x.png', { type: 'image/png' }))
  await settle()
  expect(fieldMessages()).toEqual(['We can’t read this picture. Choose a JPEG, PNG, WebP, AVIF or GIF file.'])
  expect(requests).toHaveLength(1)
})

test('if the profile fails to load, the page shows a retry button', async () => {
  stopClock('2026-03-02T10:00:00.000Z')
  givenMember(ada)
  fakeServer('unreachable', granted(getProfile, profile))
  const { user } = visit('/portal/profile', { '/portal/profile': page })
  await settle()
  expect(screen.getByRole('alert').textContent).toContain('We couldn’t reach the server.')
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await settle()
  expect(screen.getByLabelText('First name')).toBeTruthy()
})

async function open(changes: Partial<Profile> = {}, ...answers: FakeAnswer[]) {
  stopClock('2026-03-02T10:00:00.000Z')
  givenMember(ada)
  const { requests } = fakeServer(granted(getProfile, { ...profile, ...changes }), ...answers)
  const opened = visit('/portal/profile', { '/portal/profile': page })
  await settle()
  return { ...opened, requests }
}

const findForm = (name: string) => within(screen.getByRole('form', { name }))

async function save(user: ReturnType<typeof visit>['user'], form: ReturnType<typeof findForm>) {
  await user.click(form.getByRole('button', { name: 'Save changes' }))
  await settle()
}

function isTicked(label: string): boolean {
  return (screen.getByRole('checkbox', { name: label }) as HTMLInputElement).checked
}
