import { Card } from '#platform/web/ui/card.tsx'
import { noConsultantEntry } from '../contract/availability.ts'

/** Before staff have written who this consultant is, nobody can book them. */
export function NoEntry() {
  return (
    <Card>
      <h2 className="text-2xl">Nobody can book you yet</h2>
      <p className="mt-3 max-w-prose">{noConsultantEntry.message}</p>
    </Card>
  )
}
