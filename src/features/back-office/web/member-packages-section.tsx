import { useState } from 'react'
import type { Package } from '#features/catalogue/contract.ts'
import { PackageBadge, PackageDates, PromisedLines } from '#features/purchases/web/public.tsx'
import type { ResponseOf } from '#platform/shared/endpoint.ts'
import { load } from '#platform/web/load.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { listMemberPackages, type MemberAccount, type MemberPackage } from '../contract/member.ts'
import { ExtendPackageDialog } from './extend-package-dialog.tsx'
import { GrantPackageDialog } from './grant-package-dialog.tsx'
import { MemberListSection } from './member-lists-section.tsx'

type MemberPackagesProps = {
  member: MemberAccount
  first: ResponseOf<typeof listMemberPackages>
  catalogue: Package[]
}

/** What they own, with what is left of it; staff give one away, or let one run longer. */
export function MemberPackagesSection({ member: { id: memberId, role }, first, catalogue }: MemberPackagesProps) {
  const [extended, setExtended] = useState<MemberPackage>()
  const [isGranting, setIsGranting] = useState(false)
  return (
    <>
      <MemberListSection
        title="Packages"
        none="They have no package."
        first={first}
        fetchPage={(cursor) => load(listMemberPackages, { params: { memberId }, query: { cursor } })}
        actions={
          role === 'member' ? (
            <Button variant="secondary" size="small" onClick={() => setIsGranting(true)}>
              Give them a package
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
  const { title, state, purchaseId, lines, subscription } = owned
  const canRunLonger = (state === 'active' || state === 'scheduled') && !subscription
  return (
    <details className="group">
      <summary className="flex cursor-pointer flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-semibold wrap-anywhere">{title}</span>
        <PackageBadge state={state} />
        {purchaseId ? null : <span className="text-sm text-muted">given away</span>}
        <span className="link text-sm">
          <span className="group-open:hidden">What is left</span>
          <span className="hidden group-open:inline">Hide what is left</span>
        </span>
      </summary>
      <div className="mt-3 grid gap-3">
        <PackageDates owned={owned} />
        <PromisedLines lines={lines} />
        {canRunLonger ? (
          <Button variant="quiet" size="small" className="justify-self-start" onClick={onExtend}>
            Let it run longer
          </Button>
        ) : null}
      </div>
    </details>
  )
}
