import { useState } from 'react'
import { companyDay } from '#platform/shared/calendar.ts'
import { attempt } from '#platform/web/attempt.ts'
import { formatDate } from '#platform/web/dates.ts'
import { TextField } from '#platform/web/ui/text-field.tsx'
import { extendMemberPackage } from '../contract/grant.ts'
import type { MemberPackage } from '../contract/member.ts'
import { ReasonDialog } from './reason-dialog.tsx'

type ExtendPackageProps = { memberId: string; owned: MemberPackage; onClose: () => void }

export function ExtendPackageDialog({ memberId, owned, onClose }: ExtendPackageProps) {
  const [until, setUntil] = useState('')
  const params = { memberId, entitlementId: owned.id }
  return (
    <ReasonDialog
      title={`Let ${owned.title} run longer`}
      act="Let it run longer"
      readBy="The member reads it in the record of the package."
      longest={200}
      send={(reason) => attempt(extendMemberPackage, { params, body: { until, from: owned.endsAt, reason } })}
      onClose={onClose}
    >
      <p>It ends on {formatDate(owned.endsAt)}. They get a letter. What was bought counts for refunds as before.</p>
      <TextField
        label="Its last day"
        type="date"
        min={companyDay(new Date(owned.endsAt))}
        value={until}
        onChange={({ target }) => setUntil(target.value)}
      />
    </ReasonDialog>
  )
}
