import { Card } from '#platform/web/ui/card.tsx'
import { noConsultantProfile } from '../contract.ts'

/** Shown until staff create the consultant's profile. Until then, members cannot book them. */
export function NoProfilePanel() {
  return (
    <Card>
      <h2 className="text-2xl">No one can book you yet</h2>
      <p className="mt-3 max-w-prose">{noConsultantProfile.message}</p>
    </Card>
  )
}
