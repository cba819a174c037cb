import type { Db } from '#platform/server/db/tables.ts'
import type { DataSection, DataSubject, PersonalData } from '#platform/server/personal-data.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import { nameDevice } from './name-device.ts'
import {
  findFeedRow,
  findPictureRow,
  listAllChoices,
  listAllDevices,
  listAllResets,
  listAllSessions,
  listAllVerifications,
  readAccountRow,
  readSecondFactors,
} from './personal-store.ts'
import { listViewsOf } from './view-store.ts'

/** Who the member is to us. Hashes and secrets prove something to the server and say nothing about anybody. */
export async function exportAccount(db: Db, { memberId }: DataSubject): Promise<PersonalData> {
  const picture = await findPictureRow(db, memberId)
  const pictureName = picture && `picture.${picture.content_type.split('/')[1]?.replace(/\W/g, '') ?? 'bin'}`
  return {
    sections: [
      await accountSection(db, memberId),
      {
        key: 'picture',
        title: 'Your picture',
        facts: picture && pictureName ? [{ file: pictureName, uploadedAt: picture.updated_at }] : [],
      },
      await choicesSection(db, memberId),
      ...(await securitySections(db, memberId)),
      await feedSection(db, memberId),
      await viewsSection(db, memberId),
    ],
    ...(picture && pictureName && { files: [{ name: pictureName, content: picture.content }] }),
  }
}

async function accountSection(db: Db, memberId: MemberId): Promise<DataSection> {
  const account = await readAccountRow(db, memberId)
  const facts = {
    firstName: account.first_name,
    lastName: account.last_name,
    email: account.email,
    emailConfirmedAt: account.email_verified_at,
    mobile: account.mobile,
    timeZone: account.time_zone,
    guardianName: account.guardian_name,
    guardianEmail: account.guardian_email,
    role: account.role,
    openedAt: account.created_at,
    lastLoginAt: account.last_login_at,
    disabledAt: account.disabled_at,
    number: account.id,
  }
  return { key: 'account', title: 'Your account', facts }
}

async function choicesSection(db: Db, memberId: MemberId): Promise<DataSection> {
  const choices = await listAllChoices(db, memberId)
  const facts = choices.map((row) => ({
    about: row.kind,
    channel: row.channel,
    isOn: row.is_on,
    chosenAt: row.chosen_at,
  }))
  return { key: 'notificationChoices', title: 'What you chose to be told about', facts }
}

async function securitySections(db: Db, memberId: MemberId): Promise<DataSection[]> {
  const { authenticator, recoveryCodes, passkeys } = await readSecondFactors(db, memberId)
  const sessions = await listAllSessions(db, memberId)
  const devices = await listAllDevices(db, memberId)
  const links = await listAllVerifications(db, memberId)
  const resets = await listAllResets(db, memberId)
  return [
    {
      key: 'sessions',
      title: 'Where you are and were logged in',
      facts: sessions.map((row) => ({
        device: nameDevice(row.user_agent),
        browserSaid: row.user_agent,
        keptSignedIn: row.keep_signed_in,
        startedAt: row.created_at,
        identityConfirmedAt: row.confirmed_at,
        lastUsedAt: row.last_used_at,
        expiresAt: row.expires_at,
        endedAt: row.ended_at,
      })),
    },
    {
      key: 'devices',
      title: 'Browsers that we know again',
      facts: devices.map((row) => ({
        device: nameDevice(row.user_agent),
        browserSaid: row.user_agent,
        firstUsedAt: row.created_at,
        lastUsedAt: row.last_used_at,
        trustedUntil: row.trusted_until,
      })),
    },
    {
      key: 'authenticator',
      title: 'Authenticator app',
      facts: authenticator ? [{ setUpAt: authenticator.created_at, confirmedAt: authenticator.confirmed_at }] : [],
    },
    {
      key: 'recoveryCodes',
      title: 'Recovery codes',
      facts: recoveryCodes.map((row) => ({ isUsed: row.used_at !== null, usedAt: row.used_at })),
    },
    {
      key: 'passkeys',
      title: 'Passkeys',
      facts: passkeys.map((row) => ({ name: row.name, createdAt: row.created_at, lastUsedAt: row.last_used_at })),
    },
    {
      key: 'emailConfirmations',
      title: 'Links that confirm an email address',
      facts: links.map((row) => ({
        email: row.email,
        changesAddress: row.changes_address,
        expiresAt: row.expires_at,
        usedAt: row.used_at,
      })),
    },
    {
      key: 'passwordResets',
      title: 'Links that set a new password',
      facts: resets.map((row) => ({ askedForAt: row.created_at, expiresAt: row.expires_at, usedAt: row.used_at })),
    },
  ]
}

async function feedSection(db: Db, memberId: MemberId): Promise<DataSection> {
  const feed = await findFeedRow(db, memberId)
  const facts = feed ? [{ madeAt: feed.created_at }] : []
  return { key: 'calendarFeed', title: 'Your private address for calendars', facts }
}

async function viewsSection(db: Db, memberId: MemberId): Promise<DataSection> {
  const views = await listViewsOf(db, memberId)
  const facts = views.map((row) => ({ startedAt: row.started_at, endedAt: row.ended_at ?? row.expires_at }))
  return { key: 'views', title: 'When our staff looked at your pages', facts }
}
