import { Alert } from '#platform/web/ui/alert.tsx'
import { RadioGroup } from '#platform/web/ui/forms/radio-group.tsx'
import { Link } from '#platform/web/ui/link.tsx'
import type { SessionConsultant } from '../../contract.ts'
import { ConsultantName, ConsultantPicture } from './session-details.tsx'

type ConsultantSectionProps = {
  consultants: SessionConsultant[]
  /** Null for the first free consultant. */
  chosenId: string | null
  onChoose: (id: string | null) => void
}

const ANY_CONSULTANT = 'anybody'

/** Lets the member choose a consultant, unless there is only one. */
export function ConsultantSection({ consultants, chosenId, onChoose }: ConsultantSectionProps) {
  const [first, ...others] = consultants
  if (!first) {
    return (
      <Alert tone="info">
        No one is available for this session right now.{' '}
        <Link to="/portal/messages" className="link">
          Message us
        </Link>{' '}
        and we’ll arrange a time.
      </Alert>
    )
  }
  if (others.length === 0) return <ConsultantName consultant={first} />
  return (
    <RadioGroup
      legend="Who with?"
      name="consultant"
      value={consultants.some(({ id }) => id === chosenId) ? chosenId : ANY_CONSULTANT}
      choices={[
        {
          value: ANY_CONSULTANT,
          label: 'First available consultant',
          hint: 'Anyone who’s free at the time you choose',
        },
        ...consultants.map((consultant) => ({ value: consultant.id, label: <Portrait consultant={consultant} /> })),
      ]}
      onChange={(value) => onChoose(value === ANY_CONSULTANT ? null : value)}
    />
  )
}

function Portrait({ consultant }: { consultant: SessionConsultant }) {
  return (
    <span className="-mt-1 flex flex-wrap items-center gap-x-3 gap-y-1">
      <ConsultantPicture consultant={consultant} className="size-8 text-sm" />
      <span className="min-w-0 flex-1 basis-32">{consultant.displayName}</span>
    </span>
  )
}
