import { Alert } from '#platform/web/ui/alert.tsx'
import { RadioGroup } from '#platform/web/ui/forms/radio-group.tsx'
import { ageBlockers } from '../contract.ts'
import type { Age } from './use-age.ts'

type AgeQuestionPanelProps = { age: Age; isLocked: boolean; onAnswer: (isUnder18: boolean) => void }

/** PRODUCT D24: every buyer of a package with an age requirement is asked their age, with nothing preselected. */
export function AgeQuestionPanel({ age, isLocked, onAnswer }: AgeQuestionPanelProps) {
  return (
    <RadioGroup
      legend="Are you under 18?"
      name="under-18"
      value={toAnswer(age)}
      choices={answers}
      disabled={isLocked}
      error={age.problem}
      onChange={(answer) => onAnswer(answer === 'yes')}
    />
  )
}

const answers = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
] as const

function toAnswer({ isUnder18 }: Age): 'yes' | 'no' | null {
  if (isUnder18 === null) return null
  return isUnder18 ? 'yes' : 'no'
}

/** Explains next to the Pay button why it is disabled. */
export function AgeBlockerNotice({ age: { blocker, guardian } }: { age: Age }) {
  if (!blocker) return null
  if (blocker === 'guardian-needed' && guardian?.request.state === 'waiting') {
    return <Alert tone="info">You can pay as soon as your parent or guardian has agreed.</Alert>
  }
  return (
    <Alert tone="info">
      {ageBlockers[blocker]}
      {blocker === 'under-18-in-profile' ? (
        <a href="/portal/profile" className="link mt-2 block w-fit">
          Open your profile
        </a>
      ) : null}
    </Alert>
  )
}
