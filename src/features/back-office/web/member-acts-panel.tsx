import { useState } from 'react'
import { exportMember, sendMemberPasswordLink, setAccess } from '#features/accounts/contract/member-account.ts'
import { attempt } from '#platform/web/attempt.ts'
import { saveFile } from '#platform/web/save-file.ts'
import { Button } from '#platform/web/ui/button.tsx'
import type { MemberAccount } from '../contract/member.ts'
import { ChangeRoleDialog } from './change-role-dialog.tsx'
import { EraseMemberDialog } from './erase-member-dialog.tsx'
import { ReasonDialog } from './reason-dialog.tsx'

type Act = 'access' | 'password-link' | 'data' | 'role' | 'erase'

/** Each asks why before it does anything. */
export function MemberActsPanel({ member }: { member: MemberAccount }) {
  const [act, setAct] = useState<Act>()
  const button = (of: Act, words: string) => (
    <Button variant="quiet" size="small" onClick={() => setAct(of)}>
      {words}
    </Button>
  )
  const isDisabled = member.state === 'disabled'
  return (
    <>
      <div className="mt-6 flex flex-wrap gap-3">
        {isDisabled ? null : button('password-link', 'Send a password link')}
        {button('role', 'Change the role')}
        {button('data', 'Save their data')}
        {button('access', isDisabled ? 'Enable the account' : 'Disable the account')}
        {member.role === 'member' ? button('erase', 'Erase the account') : null}
      </div>
      <ActDialog act={act} member={member} onClose={() => setAct(undefined)} />
    </>
  )
}

type ActProps = { act: Act | undefined; member: MemberAccount; onClose: () => void }

const inAuditLog = { readBy: 'Kept in the audit log.', longest: 500 }

function ActDialog({ act, member, onClose }: ActProps) {
  const params = { memberId: member.id }
  if (act === 'access') return <AccessDialog member={member} onClose={onClose} />
  if (act === 'role') return <ChangeRoleDialog member={member} onClose={onClose} />
  if (act === 'erase') return <EraseMemberDialog member={member} onClose={onClose} />
  if (act === 'password-link')
    return (
      <ReasonDialog
        title="Send a password link"
        act="Send the link"
        {...inAuditLog}
        send={(reason) => attempt(sendMemberPasswordLink, { params, body: { reason } })}
        onClose={onClose}
      >
        <p>They get a letter with a link that sets a new password. Until they use it, the old one works.</p>
      </ReasonDialog>
    )
  if (act === 'data')
    return (
      <ReasonDialog
        title="Save their data"
        act="Save the file"
        {...inAuditLog}
        send={(reason) => attempt(exportMember, { params, body: { reason } })}
        onDone={saveFile}
        onClose={onClose}
      >
        <p>
          For a member who has asked us for it: a zip with everything that we know about them. Please make sure that it
          reaches them alone.
        </p>
      </ReasonDialog>
    )
  return null
}

function AccessDialog({ member, onClose }: { member: MemberAccount; onClose: () => void }) {
  const isAllowed = member.state === 'disabled'
  return (
    <ReasonDialog
      title={isAllowed ? 'Enable the account' : 'Disable the account'}
      act={isAllowed ? 'Enable' : 'Disable'}
      danger={!isAllowed}
      {...inAuditLog}
      send={(reason) => attempt(setAccess, { params: { memberId: member.id }, body: { isAllowed, reason } })}
      onClose={onClose}
    >
      {isAllowed ? (
        <p>They can log in again with the password that they had, and get a letter that says so.</p>
      ) : (
        <>
          <p>
            Nobody can log in to it any more. They are logged out everywhere, and links, devices that were trusted and
            the address for calendars end. They get a letter that says so, without your reason.
          </p>
          <p>Packages, booked sessions and subscriptions stay as they are: please end those that should end.</p>
        </>
      )}
    </ReasonDialog>
  )
}
