import { useState } from 'react'
import type { Package } from '#features/catalogue/contract.ts'
import { attempt } from '#platform/web/attempt.ts'
import { SelectField } from '#platform/web/ui/select-field.tsx'
import { grantPackage } from '../contract/grant.ts'
import { ReasonDialog } from './reason-dialog.tsx'

type GrantPackageProps = { memberId: string; catalogue: Package[]; onClose: () => void }

export function GrantPackageDialog({ memberId, catalogue, onClose }: GrantPackageProps) {
  const [packageId, setPackageId] = useState('')
  const send = async (reason: string) => {
    if (!packageId) return { state: 'failed' as const, message: 'Please choose a package.' }
    return attempt(grantPackage, { params: { memberId }, body: { packageId, reason } })
  }
  return (
    <ReasonDialog
      title="Give them a package"
      act="Give it to them"
      readBy="The member reads it."
      longest={200}
      send={send}
      onClose={onClose}
    >
      <p>
        It costs them nothing and has no invoice. It starts at once, or when the same package that they have already
        ends. They get a letter.
      </p>
      <SelectField
        label="Package"
        prompt="Please choose"
        choices={catalogue.map(({ id, title, duration }) => [id, `${title}, ${duration}`] as const)}
        value={packageId}
        onChange={({ target }) => setPackageId(target.value)}
      />
    </ReasonDialog>
  )
}
