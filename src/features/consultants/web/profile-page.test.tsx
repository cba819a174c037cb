// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeServer, granted, refused } from '../../../../tests/web/fake-server.ts'
import { givenMember } from '../../../../tests/web/people.ts'
import { visit } from '../../../../tests/web/visit.tsx'
import { getProfile, type Profile, saveProfile } from '../contract/profile.ts'
import * as page from './profile-page.tsx'

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

test('an entry is written, and what is typed stays where it is refused', async () => {
  givenMember()
  const { requests } = fakeServer(
    granted(getProfile, profile),
    refused(saveProfile, 'picture-missing'),
    granted(saveProfile, { ...profile, version: 1, summary: 'Listens first.' }),
  )
  const { user } = visit(`/admin/profiles/${profile.accountId}`, { '/admin/profiles/:accountId': page })
  await user.type(await screen.findByLabelText('About them'), 'Listens first.')
  await user.type(screen.getByLabelText('Title'), 'Careers adviser')
  await user.click(screen.getByLabelText('MY FUTURE'))
  await user.click(screen.getByLabelText('Swedish'))
  await user.click(screen.getByLabelText('Shown on the consultants page'))
  await user.click(screen.getByRole('button', { name: 'Save profile' }))
  expect(await screen.findByText(/^Nobody is shown without a picture/)).toBeTruthy()
  expect(requests[1]?.body).toMatchObject({
    version: 0,
    jobTitle: 'Careers adviser',
    services: ['MY_FUTURE'],
    languages: ['en'],
    isShown: true,
    image: null,
  })
  expect(screen.getByLabelText<HTMLTextAreaElement>('About them').value).toBe('Listens first.')
  await user.click(screen.getByLabelText('Shown on the consultants page'))
  await user.click(screen.getByRole('button', { name: 'Save profile' }))
  expect(await screen.findByText(/^Saved[.]/)).toBeTruthy()
})
