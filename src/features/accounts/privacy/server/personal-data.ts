import { listActionsOn } from '#platform/server/audit/store.ts'
import type { Context } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { DataSection, DataSubject, PersonalData, PersonalDataAreas } from '#platform/server/personal-data.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import { findCalendarFeed } from '../../calendar-feed/server/store.ts'
import { listImpersonations } from '../../impersonation/server/store.ts'
import { dummyHash } from '../../passwords/server/hash-password.ts'
import { findRecovery } from '../../second-factor/server/store.ts'
import { lockAccount } from '../../server/store.ts'
import { getDeviceName } from '../../sessions/server/device-name.ts'
import {
  anonymiseAccount,
  deleteAccountData,
  findPictureRow,
  getAccountRow,
  getSecondFactors,
  listAllDevices,
  listAllNotificationPreferences,
  listAllPasswordResets,
  listAllSessions,
  listAllVerifications,
} from './store.ts'

export const personalData = {
  accounts: { export: exportAccount, erase: eraseAccount },
} satisfies PersonalDataAreas

/** Keeps an empty account, because invoices refer to it. The email address is free immediately. */
async function eraseAccount(tx: Db, { now }: Context, { memberId }: DataSubject): Promise<void> {
  await lockAccount(tx, memberId)
  await deleteAccountData(tx, memberId)
  await anonymiseAccount(tx, memberId, dummyHash, now())
}

/** Leaves out hashes and secrets, which say nothing about the member. */
async function exportAccount(db: Db, { memberId }: DataSubject): Promise<PersonalData> {
  const picture = await findPictureRow(db, memberId)
  const pictureName = picture && `picture.${picture.contentType.split('/')[1]?.replace(/\W/g, '') ?? 'bin'}`
  return {
    sections: [
      await accountSection(db, memberId),
      {
        key: 'picture',
        title: 'Your picture',
        facts: picture && pictureName ? [{ file: pictureName, uploadedAt: picture.updatedAt }] : [],
      },
      await preferencesSection(db, memberId),
      ...(await securitySections(db, memberId)),
      await feedSection(db, memberId),
      await impersonationsSection(db, memberId),
    ],
    ...(picture && pictureName && { files: [{ name: pictureName, content: picture.content }] }),
  }
}

async function accountSection(db: Db, memberId: MemberId): Promise<DataSection> {
  const account = await getAccountRow(db, memberId)
  const facts = {
    firstName: account.firstName,
    lastName: account.lastName,
    email: account.email,
    emailConfirmedAt: account.emailVerifiedAt,
    mobile: account.mobile,
    timeZone: account.timeZone,
    guardianName: account.guardianName,
    guardianEmail: account.guardianEmail,
    role: account.role,
    openedAt: account.createdAt,
    lastLoginAt: account.lastLoginAt,
    disabledAt: account.disabledAt,
    number: account.id,
  }
  return { key: 'account', title: 'Your account', facts }
}

async function preferencesSection(db: Db, memberId: MemberId): Promise<DataSection> {
  const choices = await listAllNotificationPreferences(db, memberId)
  const facts = choices.map((row) => ({
    about: row.kind,
    channel: row.channel,
    isOn: row.isOn,
    chosenAt: row.chosenAt,
  }))
  return { key: 'notificationChoices', title: 'What you chose to be told about', facts }
}

/** The sessions, and everything that can open the account. */
async function securitySections(db: Db, memberId: MemberId): Promise<DataSection[]> {
  return [
    await sessionsSection(db, memberId),
    await devicesSection(db, memberId),
    ...(await secondFactorSections(db, memberId)),
    await emailConfirmationsSection(db, memberId),
    await factorRecoverySection(db, memberId),
    await accountActionsSection(db, memberId),
    await passwordResetsSection(db, memberId),
  ]
}

async function sessionsSection(db: Db, memberId: MemberId): Promise<DataSection> {
  const sessions = await listAllSessions(db, memberId)
  return {
    key: 'sessions',
    title: 'Where you are and were logged in',
    facts: sessions.map((row) => ({
      device: getDeviceName(row.userAgent),
      browserSaid: row.userAgent,
      keptSignedIn: row.keepSignedIn,
      startedAt: row.createdAt,
      identityConfirmedAt: row.confirmedAt,
      secondFactorGivenAt: row.factorConfirmedAt,
      lastUsedAt: row.lastUsedAt,
      expiresAt: row.expiresAt,
      endedAt: row.endedAt,
    })),
  }
}

async function devicesSection(db: Db, memberId: MemberId): Promise<DataSection> {
  const devices = await listAllDevices(db, memberId)
  return {
    key: 'devices',
    title: 'Browsers that we know again',
    facts: devices.map((row) => ({
      device: getDeviceName(row.userAgent),
      browserSaid: row.userAgent,
      firstUsedAt: row.createdAt,
      lastUsedAt: row.lastUsedAt,
      trustedUntil: row.trustedUntil,
    })),
  }
}

async function secondFactorSections(db: Db, memberId: MemberId): Promise<DataSection[]> {
  const { authenticator, recoveryCodes, passkeys } = await getSecondFactors(db, memberId)
  return [
    {
      key: 'authenticator',
      title: 'Authenticator app',
      facts: authenticator ? [{ setUpAt: authenticator.createdAt, confirmedAt: authenticator.confirmedAt }] : [],
    },
    {
      key: 'recoveryCodes',
      title: 'Recovery codes',
      facts: recoveryCodes.map((row) => ({ isUsed: row.usedAt !== null, usedAt: row.usedAt })),
    },
    {
      key: 'passkeys',
      title: 'Passkeys',
      facts: passkeys.map((row) => ({ name: row.name, createdAt: row.createdAt, lastUsedAt: row.lastUsedAt })),
    },
  ]
}

async function emailConfirmationsSection(db: Db, memberId: MemberId): Promise<DataSection> {
  const links = await listAllVerifications(db, memberId)
  return {
    key: 'emailConfirmations',
    title: 'Links that confirm an email address',
    facts: links.map((row) => ({
      email: row.email,
      changesAddress: row.changesAddress,
      expiresAt: row.expiresAt,
      usedAt: row.usedAt,
    })),
  }
}

async function factorRecoverySection(db: Db, memberId: MemberId): Promise<DataSection> {
  const recovery = await findRecovery(db, memberId)
  return {
    key: 'factorRecovery',
    title: 'A lost second factor that is to be removed',
    facts: recovery ? [{ removedOn: recovery.dueAt }] : [],
  }
}

async function accountActionsSection(db: Db, memberId: MemberId): Promise<DataSection> {
  const actions = await listActionsOn(db, { kind: 'member', id: memberId }, 'account')
  return {
    key: 'accountActions',
    title: 'What was done with what opens your account',
    facts: actions.map((row) => ({ what: row.action, when: row.occurredAt })),
  }
}

async function passwordResetsSection(db: Db, memberId: MemberId): Promise<DataSection> {
  const resets = await listAllPasswordResets(db, memberId)
  return {
    key: 'passwordResets',
    title: 'Links that set a new password',
    facts: resets.map((row) => ({ askedForAt: row.createdAt, expiresAt: row.expiresAt, usedAt: row.usedAt })),
  }
}

async function feedSection(db: Db, memberId: MemberId): Promise<DataSection> {
  const feed = await findCalendarFeed(db, memberId)
  const facts = feed ? [{ madeAt: feed.createdAt }] : []
  return { key: 'calendarFeed', title: 'Your private address for calendars', facts }
}

async function impersonationsSection(db: Db, memberId: MemberId): Promise<DataSection> {
  const impersonations = await listImpersonations(db, memberId)
  const facts = impersonations.map((row) => ({ startedAt: row.startedAt, endedAt: row.endedAt ?? row.expiresAt }))
  return { key: 'views', title: 'When our staff looked at your pages', facts }
}
