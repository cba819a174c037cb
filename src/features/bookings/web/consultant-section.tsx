import { Link } from 'react-router'
import { Alert } from '#platform/web/ui/alert.tsx'
import { RadioGroup } from '#platform/web/ui/radio-group.tsx'
import type { SessionConsultant } from '../contract.ts'
import { ConsultantName, ConsultantPicture } from './consultant-panel.tsx'

type ConsultantSectionProps = {
  consultants: SessionConsultant[]
  /** null: whoever is free first. */
  chosenId: string | null
  onChoose: (id: string | null) => void
}

const ANYBODY = 'anybody'

/** With whom. Where there is one consultant only, there is nothing to choose. */
export function ConsultantSection({ consultants, chosenId, onChoose }: ConsultantSectionProps) {
  const [first, ...others] = consultants
  if (!first) {
    return (
      <Alert tone="info">
        Nobody holds this session right now. Please{' '}
        <Link to="/portal/messages" className="link">
          write to us
        </Link>
        , and we find a time with you.
      </Alert>
    )
  }
  if (others.length === 0) return <ConsultantName consultant={first} />
  return (
    <RadioGroup
      legend="With whom?"
      name="consultant"
      value={consultants.some(({ id }) => id === chosenId) ? chosenId : ANYBODY}
      choices={[
        { value: ANYBODY, label: 'First free', hint: 'Whoever has time at the moment you choose' },
        ...consultants.map((consultant) => ({ value: consultant.id, label: <Portrait consultant={consultant} /> })),
      ]}
      onChange={(value) => onChoose(value === ANYBODY ? null : value)}
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
