import { type ComponentProps, useId } from 'react'
import { Alert } from '#platform/web/ui/alert.tsx'
import { FieldError } from '#platform/web/ui/field.tsx'
import { ageObstacles } from '../contract/guardian.ts'
import { GuardianAnswer } from './guardian-request-form.tsx'
import type { Age } from './use-age.ts'

/** PRODUCT D24: asked of everybody who buys such a package, with nothing chosen beforehand. */
export function AgeQuestion({ age, isLocked }: { age: Age; isLocked: boolean }) {
  const id = useId()
  return (
    <div className="grid gap-5">
      <fieldset disabled={isLocked} aria-describedby={age.problem ? `${id}-error` : undefined} className="grid gap-2">
        <legend className="mb-3 font-medium">Are you under 18?</legend>
        <div className="flex flex-wrap gap-3">
          <Choice
            ref={age.firstAnswer}
            label="Yes"
            name={id}
            checked={age.isUnder18 === true}
            onChange={() => age.answer(true)}
          />
          <Choice label="No" name={id} checked={age.isUnder18 === false} onChange={() => age.answer(false)} />
        </div>
        <FieldError id={id} error={age.problem} />
      </fieldset>
      {age.isUnder18 ? <GuardianAnswer age={age} isLocked={isLocked} /> : null}
    </div>
  )
}

function Choice({ label, ...input }: { label: string } & ComponentProps<'input'>) {
  return (
    <label className="flex min-h-12 cursor-pointer items-center gap-3 rounded-md border border-field bg-surface px-5 has-checked:border-secondary has-checked:ring-1 has-checked:ring-secondary">
      <input {...input} type="radio" className="size-5 shrink-0 cursor-pointer accent-secondary" />
      {label}
    </label>
  )
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
