import { type ChangeEvent, useId } from 'react'
import { ServiceType } from '#features/catalogue/contract.ts'
import { services } from '#features/catalogue/web/public.tsx'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { CheckboxField } from '#platform/web/ui/checkbox-field.tsx'
import { FieldError } from '#platform/web/ui/field.tsx'
import { TextArea } from '#platform/web/ui/text-area.tsx'
import { TextField } from '#platform/web/ui/text-field.tsx'
import type { Profile } from '../contract/profile.ts'
import { languageName } from '../rules.ts'
import { useProfile } from './use-profile.ts'

/** What people who come to a British consultancy often speak. Others that an entry has are there as well. */
const commonLanguages = 'en ar bn zh cy fr de hi it pl pt ro ru es tr uk ur'.split(' ')

/** One document, one button: nothing is saved in part. */
export function ProfileForm({ loaded }: { loaded: Profile }) {
  const { saved, typed, change, choosePicture, errors, isSaving, outcome, save } = useProfile(loaded)
  const field = (name: 'displayName' | 'jobTitle' | 'summary' | 'position') => ({
    value: typed[name],
    error: errors[name],
    onChange: ({ target }: { target: { value: string } }) => change({ [name]: target.value }),
  })
  return (
    <form
      method="post"
      noValidate
      aria-label="Public profile"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <Card className="grid grid-cols-[minmax(0,1fr)] gap-6">
        {saved.isDisabled ? (
          <Alert tone="warning">They may not log in now, so they are not shown, whatever stands here.</Alert>
        ) : null}
        <div className="grid gap-6 sm:grid-cols-2">
          <TextField label="Name shown" {...field('displayName')} />
          <TextField label="Title" hint="Such as Careers adviser. Empty: none" {...field('jobTitle')} />
        </div>
        <TextArea label="About them" rows={5} {...field('summary')} />
        <Picture
          shown={typed.image ? `data:image/webp;base64,${typed.image}` : saved.picture}
          problem={errors.image}
          onChoose={choosePicture}
        />
        <Choices
          legend="Advises on"
          choices={ServiceType.options.map((service) => [service, services[service].name] as const)}
          chosen={typed.services}
          error={errorAt(errors, 'services')}
          onChange={(chosen) => change({ services: chosen })}
        />
        <Choices
          legend="Speaks"
          choices={[...new Set([...commonLanguages, ...saved.languages])].map(
            (code) => [code, languageName(code)] as const,
          )}
          chosen={typed.languages}
          error={errorAt(errors, 'languages')}
          onChange={(chosen) => change({ languages: chosen })}
        />
        <TextField
          label="Place in the list"
          inputMode="numeric"
          hint="The lowest stands first"
          {...field('position')}
        />
        <CheckboxField
          label="Shown on the consultants page"
          checked={typed.isShown}
          onChange={() => change({ isShown: !typed.isShown })}
        />
        {outcome ? <Alert tone={outcome.tone}>{outcome.text}</Alert> : null}
        <Button type="submit" className="justify-self-start" busy={isSaving} busyLabel="Saving…">
          Save profile
        </Button>
      </Card>
    </form>
  )
}

type PictureProps = { shown: string | null; problem: string | undefined; onChoose: (file: File) => void }

function Picture({ shown, problem, onChoose }: PictureProps) {
  const id = useId()
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? []
    // So that the same file can be chosen once more.
    target.value = ''
    if (file) onChoose(file)
  }
  return (
    <div className="flex flex-wrap items-center gap-6">
      {shown ? <img src={shown} alt="As it is shown" className="size-32 rounded-md bg-line object-cover" /> : null}
      <div className="grid gap-1.5">
        <label htmlFor={id} className="font-medium">
          {shown ? 'Another picture' : 'Picture'}
        </label>
        <input
          id={id}
          type="file"
          accept="image/jpeg,image/png,image/webp,image/avif,image/gif"
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? `${id}-error` : undefined}
          onChange={choose}
          className="max-w-full"
        />
        <FieldError id={id} error={problem} />
      </div>
    </div>
  )
}

type ChoicesProps<Value extends string> = {
  legend: string
  choices: readonly (readonly [value: Value, words: string])[]
  chosen: Value[]
  error: string | undefined
  onChange: (chosen: Value[]) => void
}

function Choices<Value extends string>({ legend, choices, chosen, error, onChange }: ChoicesProps<Value>) {
  const id = useId()
  const toggle = (value: Value) =>
    onChange(chosen.includes(value) ? chosen.filter((other) => other !== value) : [...chosen, value])
  return (
    <fieldset aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="mb-2 font-medium">{legend}</legend>
      <div className="grid gap-2 sm:grid-cols-3">
        {choices.map(([value, words]) => (
          <CheckboxField key={value} label={words} checked={chosen.includes(value)} onChange={() => toggle(value)} />
        ))}
      </div>
      <FieldError id={id} error={error} />
    </fieldset>
  )
}

/** Of the field itself, or of what is in it. */
function errorAt(errors: Record<string, string>, place: string): string | undefined {
  return errors[place] ?? Object.entries(errors).find(([other]) => other.startsWith(`${place}.`))?.[1]
}
