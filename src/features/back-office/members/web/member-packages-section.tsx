import { useState } from 'react'
import type { Package } from '#features/catalogue/contract.ts'
import { PackageBadge, PackageDates } from '#features/purchases/web/public.tsx'
import { PromisedList } from '#features/purchases/web/public-package.tsx'
import { companyDay } from '#platform/shared/calendar.ts'
import type { ResponseOf } from '#platform/shared/endpoint.ts'
import { attempt, load } from '#platform/web/attempt.ts'
import { formatCompanyDate } from '#platform/web/format-dates.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { ReasonDialog } from '#platform/web/ui/forms/form-dialog.tsx'
import { SelectField } from '#platform/web/ui/forms/select-field.tsx'
import { TextField } from '#platform/web/ui/forms/text-field.tsx'
import { Link } from '#platform/web/ui/link.tsx'
import { extendMemberPackage, grantPackage } from '../../member-packages/contract.ts'
import { listMemberPackages, type MemberAccount, type MemberPackage } from '../contract.ts'
import { MemberListSection } from './member-list-section.tsx'

type MemberPackagesProps = {
  member: MemberAccount
  first: ResponseOf<typeof listMemberPackages>
  catalogue: Package[]
}

/** Lists a member's packages. Administrators can grant one or extend one. */
export function MemberPackagesSection({ member: { id: memberId, role }, first, catalogue }: MemberPackagesProps) {
  const [extended, setExtended] = useState<MemberPackage>()
  const [isGranting, setIsGranting] = useState(false)
  return (
    <>
      <MemberListSection
        title="Packages"
        emptyText="No packages yet."
        first={first}
        fetchPage={(cursor) => load(listMemberPackages, { params: { memberId }, query: { cursor } })}
        actions={
          role === 'member' ? (
            <Button variant="secondary" size="small" onClick={() => setIsGranting(true)}>
              Grant a package
            </Button>
          ) : null
        }
      >
        {(owned) => <OwnedLine owned={owned} onExtend={() => setExtended(owned)} />}
      </MemberListSection>
      {isGranting ? (
        <GrantPackageDialog memberId={memberId} catalogue={catalogue} onClose={() => setIsGranting(false)} />
      ) : null}
      {extended ? (
        <ExtendPackageDialog memberId={memberId} owned={extended} onClose={() => setExtended(undefined)} />
      ) : null}
    </>
  )
}

function OwnedLine({ owned, onExtend }: { owned: MemberPackage; onExtend: () => void }) {
  const { title, state, purchaseId, subscription } = owned
  const canRunLonger = (state === 'active' || state === 'scheduled') && !subscription
  return (
    <details className="group">
      <summary className="flex cursor-pointer flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-semibold wrap-anywhere">{title}</span>
        <PackageBadge state={state} />
        {purchaseId ? null : <span className="text-sm text-muted">Granted</span>}
        <span className="link text-sm">
          <span className="group-open:hidden">What’s left</span>
          <span className="hidden group-open:inline">Hide what’s left</span>
        </span>
      </summary>
      <div className="mt-3 grid gap-3">
        <PackageDates owned={owned} />
        <PromisedList owned={owned} />
        {purchaseId ? (
          <Link to={`/admin/purchases/${purchaseId}`} className="link link-alone justify-self-start">
            Purchase of {title}
          </Link>
        ) : null}
        {canRunLonger ? (
          <Button variant="quiet" size="small" className="justify-self-start" onClick={onExtend}>
            Extend
          </Button>
        ) : null}
      </div>
    </details>
  )
}

type GrantPackageProps = { memberId: string; catalogue: Package[]; onClose: () => void }

function GrantPackageDialog({ memberId, catalogue, onClose }: GrantPackageProps) {
  const [packageId, setPackageId] = useState('')
  const send = async (reason: string) => {
    if (!packageId) return { state: 'failed' as const, message: 'Choose a package.' }
    return attempt(grantPackage, { params: { memberId }, body: { packageId, reason } })
  }
  return (
    <ReasonDialog
      title="Grant a package"
      act="Grant package"
      readBy="The member will see this."
      maxLength={200}
      send={send}
      onClose={onClose}
    >
      <p>
        The package is free and has no invoice. It’ll start now or, if the member already has the same package, when
        that one ends. We’ll email them.
      </p>
      <SelectField
        label="Package"
        prompt="Choose one"
        choices={catalogue.map(({ id, title, duration }) => [id, `${title}, ${duration}`] as const)}
        value={packageId}
        onChange={({ target }) => setPackageId(target.value)}
      />
    </ReasonDialog>
  )
}

type ExtendPackageProps = { memberId: string; owned: MemberPackage; onClose: () => void }

function ExtendPackageDialog({ memberId, owned, onClose }: ExtendPackageProps) {
  const [until, setUntil] = useState('')
  const params = { memberId, entitlementId: owned.id }
  return (
    <ReasonDialog
      title={`Extend ${owned.title}`}
      act="Extend package"
      readBy="The member will see this in the package’s history."
      maxLength={200}
      send={(reason) => attempt(extendMemberPackage, { params, body: { until, from: owned.endsAt, reason } })}
      onClose={onClose}
    >
      <p>
        The package ends on {formatCompanyDate(owned.endsAt)}. We’ll email the member. Any refund will still be based on
        what they bought.
      </p>
      <TextField
        label="New last day"
        type="date"
        min={companyDay(new Date(owned.endsAt))}
        value={until}
        onChange={({ target }) => setUntil(target.value)}
      />
    </ReasonDialog>
  )
}
