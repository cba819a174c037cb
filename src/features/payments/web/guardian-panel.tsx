import { Alert } from '#platform/web/ui/alert.tsx'
import { RadioGroup } from '#platform/web/ui/radio-group.tsx'
import { ageObstacles } from '../contract/guardian.ts'
import { GuardianAnswer } from './guardian-request-form.tsx'
import type { Age } from './use-age.ts'

/** PRODUCT D24: asked of everybody who buys such a package, with nothing chosen beforehand. */
export function AgeQuestion({ age, isLocked }: { age: Age; isLocked: boolean }) {
  return (
    <div className="grid gap-5">
      <RadioGroup
        legend="Are you under 18?"
        name="under-18"
        value={answerOf(age)}
        choices={answers}
        disabled={isLocked}
        error={age.problem}
        firstRef={age.firstAnswer}
        onChange={(answer) => age.answer(answer === 'yes')}
      />
      {age.isUnder18 ? <GuardianAnswer age={age} isLocked={isLocked} /> : null}
    </div>
  )
}

const answers = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
] as const

function answerOf({ isUnder18 }: Age): 'yes' | 'no' | null {
  if (isUnder18 === null) return null
  return isUnder18 ? 'yes' : 'no'
}

/** Why Pay takes no press, said beside it. */
export function AgeObstacleNotice({ age: { obstacle, guardian } }: { age: Age }) {
  if (!obstacle) return null
  if (obstacle === 'guardian-needed' && guardian?.request.state === 'waiting') {
    return <Alert tone="info">You can pay as soon as your parent or guardian has agreed.</Alert>
  }
  return (
    <Alert tone="info">
      {ageObstacles[obstacle]}
      {obstacle === 'under-18-in-profile' ? (
        <a href="/portal/profile" className="link mt-2 block w-fit">
          Open your profile
        </a>
      ) : null}
    </Alert>
  )
}
