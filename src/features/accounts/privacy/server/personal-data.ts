import { listActionsOn } from '#platform/server/audit/store.ts'
import type { Context } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { DataSection, DataSubject, PersonalData, PersonalDataAreas } from '#platform/server/personal-data.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import { listImpersonations } from '../../impersonation/server/store.ts'
import { dummyHash } from '../../passwords/server/hash-password.ts'
import { lockAccount } from '../../server/store.ts'
import { getDeviceName } from '../../sessions/server/device-name.ts'
import { anonymiseAccount, deleteAccountData, findPictureRow, getAccountFacts } from './store.ts'

export const personalData = {
  accounts: { export: exportAccount, erase: eraseAccount },
} satisfies PersonalDataAreas

/** Keeps an empty account, because invoices refer to it. The email address can be reused immediately. */
async function eraseAccount(tx: Db, { now }: Context, { memberId }: DataSubject): Promise<void> {
  await lockAccount(tx, memberId)
  await deleteAccountData(tx, memberId)
  await anonymiseAccount(tx, memberId, dummyHash, now())
}

async function exportAccount(db: Db, { memberId }: DataSubject): Promise<PersonalData> {
  const picture = await findPictureRow(db, memberId)
  const pictureName = picture && `picture.${picture.contentType.split('/')[1]?.replace(/\W/g, '') ?? 'bin'}`
  const { account, notificationChoices, calendarFeed, ...security } = await getAccountFacts(db, memberId)
  return {
    sections: [
      { key: 'account', title: 'Your account', facts: account },
      {
        key: 'picture',
        title: 'Your picture',
        facts: picture && pictureName ? [{ file: pictureName, uploadedAt: picture.updatedAt }] : [],
      },
      { key: 'notificationChoices', title: 'Your notification choices', facts: notificationChoices },
      ...(await securitySections(db, memberId, security)),
      { key: 'calendarFeed', title: 'Your calendar link', facts: calendarFeed },
      await impersonationsSection(db, memberId),
    ],
    ...(picture && pictureName && { files: [{ name: pictureName, content: picture.content }] }),
  }
}

type SecurityFacts = Omit<
  Awaited<ReturnType<typeof getAccountFacts>>,
  'account' | 'notificationChoices' | 'calendarFeed'
>

/** The sessions, and everything else that gives access to the account. */
async function securitySections(db: Db, memberId: MemberId, facts: SecurityFacts): Promise<DataSection[]> {
  const recoveryCodes = facts.recoveryCodes.map(({ usedAt }) => ({ isUsed: usedAt !== null, usedAt }))
  const actions = await listActionsOn(db, { kind: 'member', id: memberId }, 'account')
  return [
    { key: 'sessions', title: 'Where you’ve logged in', facts: facts.sessions.map(addDeviceName) },
    { key: 'devices', title: 'Browsers we recognise', facts: facts.devices.map(addDeviceName) },
    { key: 'authenticator', title: 'Authenticator app', facts: facts.authenticator },
    { key: 'recoveryCodes', title: 'Recovery codes', facts: recoveryCodes },
    { key: 'passkeys', title: 'Passkeys', facts: facts.passkeys },
    { key: 'emailConfirmations', title: 'Email confirmation links', facts: facts.emailConfirmations },
    { key: 'factorRecovery', title: 'Pending removal of two-factor login', facts: facts.factorRecovery },
    {
      key: 'accountActions',
      title: 'Account and security activity',
      facts: actions.map((row) => ({ what: row.action, when: row.occurredAt })),
    },
    { key: 'passwordResets', title: 'Password reset links', facts: facts.passwordResets },
  ]
}

function addDeviceName<Row extends { browserDetails: string }>(row: Row) {
  return { device: getDeviceName(row.browserDetails), ...row }
}

async function impersonationsSection(db: Db, memberId: MemberId): Promise<DataSection> {
  const impersonations = await listImpersonations(db, memberId)
  const facts = impersonations.map((row) => ({ startedAt: row.startedAt, endedAt: row.endedAt ?? row.expiresAt }))
  return { key: 'views', title: 'When our staff viewed your account', facts }
}
