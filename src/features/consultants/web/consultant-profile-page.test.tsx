import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeServer, granted, refused } from '#tests/support/web/fake-server.ts'
import { givenMember } from '#tests/support/web/people.ts'
import { visit } from '#tests/support/web/visit.tsx'
import { getProfile, listProfiles, type Profile, saveProfile } from '../contract.ts'
import * as page from './consultant-profile-page.tsx'
import * as profilesPage from './consultant-profiles-page.tsx'

const profile: Profile = {
  accountId: '0196b3a0-0000-7000-8000-0000000000aa',
  accountName: 'Ada Lovelace',
  isDisabled: false,
  version: 0,
  displayName: 'Ada Lovelace',
  jobTitle: null,
  summary: '',
  languages: ['en', 'sv'],
  services: [],
  position: 0,
  isShown: false,
  picture: null,
}

test('if a profile is refused, the form keeps its input and can be saved again', async () => {
  givenMember()
  const { requests } = fakeServer(
    granted(getProfile, profile),
    refused(saveProfile, 'edited-elsewhere'),
    granted(saveProfile, { ...profile, version: 1, summary: 'Listens first.' }),
  )
  const { user } = visit(`/admin/consultant-profiles/${profile.accountId}`, {
    '/admin/consultant-profiles/:accountId': page,
  })
  await user.type(await screen.findByLabelText('Introduction'), 'Listens first.')
  await user.type(screen.getByLabelText('Job title'), 'Careers adviser')
  await user.click(screen.getByLabelText('MY FUTURE'))
  await user.click(screen.getByLabelText('Swedish'))
  await user.click(screen.getByLabelText('Show on the consultants page'))
  await user.click(screen.getByRole('button', { name: 'Save profile' }))
  expect(await screen.findByText(/^Someone else has changed this profile since/)).toBeTruthy()
  expect(requests[1]?.body).toMatchObject({
    version: 0,
    jobTitle: 'Careers adviser',
    services: ['MY_FUTURE'],
    languages: ['en'],
    isShown: true,
    image: null,
  })
  expect(screen.getByLabelText<HTMLTextAreaElement>('Introduction').value).toBe('Listens first.')
  await user.click(screen.getByLabelText('Show on the consultants page'))
  await user.click(screen.getByRole('button', { name: 'Save profile' }))
  expect(await screen.findByText(/^Profile saved[.]/)).toBeTruthy()
})

test('if there are no consultants, the page offers to invite one', async () => {
  givenMember()
  fakeServer(granted(listProfiles, { profiles: [] }))
  visit('/admin/consultant-profiles', { '/admin/consultant-profiles': profilesPage })
  expect(await screen.findByRole('link', { name: 'Invite one' })).toBeTruthy()
})
