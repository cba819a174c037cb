import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { eraseMember, getMemberDeletion } from '#features/accounts/contract/member-account.ts'
import type { ResponseOf } from '#platform/shared/endpoint.ts'
import { type Attempt, attempt } from '#platform/web/attempt.ts'
import { formatDate } from '#platform/web/dates.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Spinner } from '#platform/web/ui/spinner.tsx'
import { TextField } from '#platform/web/ui/text-field.tsx'
import type { MemberAccount } from '../contract/member.ts'
import { ReasonDialog } from './reason-dialog.tsx'

type Deletion = ResponseOf<typeof getMemberDeletion>

/** Says what goes, what ends and what stays before the word is typed. */
export function EraseMemberDialog({ member, onClose }: { member: MemberAccount; onClose: () => void }) {
  const navigate = useNavigate()
  const [confirmation, setConfirmation] = useState('')
  const [foretold, setForetold] = useState<Attempt<Deletion>>()
  const params = { memberId: member.id }
  useEffect(() => {
    const asking = new AbortController()
    const ask = async () => {
      const ending = await attempt(getMemberDeletion, { params: { memberId: member.id } }, { signal: asking.signal })
      if (!asking.signal.aborted) setForetold(ending)
    }
    void ask()
    return () => asking.abort()
  }, [member.id])
  return (
    <ReasonDialog
      title="Erase the account"
      act="Erase for good"
      danger
      readBy="Kept in the audit log."
      longest={500}
      send={(reason) => attempt(eraseMember, { params, body: { confirmation, reason } })}
      onDone={() => navigate('/admin/members')}
      onClose={onClose}
    >
      <p>
        For a member who has asked us to. Their account and personal data are deleted, as if they had done it
        themselves, and they get a last letter. This cannot be undone.
      </p>
      {foretold ? <Foretold foretold={foretold} /> : <Spinner label="Looking what would end" />}
      <TextField
        label="Type ERASE to confirm"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        value={confirmation}
        onChange={({ target }) => setConfirmation(target.value)}
      />
    </ReasonDialog>
  )
}

function Foretold({ foretold }: { foretold: Attempt<Deletion> }) {
  if (foretold.state === 'failed') return <Alert tone="error">{foretold.message}</Alert>
  const { packages, comingSessions, kept } = foretold.value
  if (packages.length + comingSessions + kept.length === 0) return null
  return (
    <ul className="grid list-disc gap-1 pl-5">
      {packages.map(({ title, endsAt }) => (
        <li key={`${title} ${endsAt}`}>
          {title} ends at once; it would run until {formatDate(endsAt)}
        </li>
      ))}
      {comingSessions > 0 ? <li>Sessions that are booked are cancelled: {comingSessions}</li> : null}
      {kept.map(({ kind, count, until }) => (
        <li key={kind}>
          {kind === 'invoices' ? 'Invoices' : 'Complaints'} that the law has us keep: {count}, until {formatDate(until)}
        </li>
      ))}
    </ul>
  )
}
