import { type ChangeEvent, useId } from 'react'
import { useLoaderData } from 'react-router'
import { ServiceType } from '#features/catalogue/contract.ts'
import { services } from '#features/catalogue/web/public.tsx'
import { pictureRefusals } from '#platform/shared/picture-upload.ts'
import { attempt, loaderOf } from '#platform/web/attempt.ts'
import { bodyOf } from '#platform/web/form.ts'
import { privateMeta } from '#platform/web/private-meta.ts'
import { resizeImage, toBase64 } from '#platform/web/resize-image.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { BackLink } from '#platform/web/ui/back-link.tsx'
import { ButtonLink } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { CheckboxField } from '#platform/web/ui/forms/checkbox-field.tsx'
import { EditForm, errorAt, SaveButton, useEditForm } from '#platform/web/ui/forms/edit-form.tsx'
import { describedBy, FieldError } from '#platform/web/ui/forms/field.tsx'
import { TextArea } from '#platform/web/ui/forms/text-area.tsx'
import { TextField } from '#platform/web/ui/forms/text-field.tsx'
import { PageHeading } from '#platform/web/ui/page-heading.tsx'
import { getProfile, type Profile, saveProfile } from '../contract.ts'
import { languageName } from '../rules.ts'

export const meta = privateMeta('Public profile')

export const clientLoader = loaderOf(getProfile)

/** Administrator page for editing a consultant's public profile. */
export default function ConsultantProfilePage() {
  const loaded = useLoaderData<typeof clientLoader>()
  return (
    <>
      <BackLink to="/admin/consultant-profiles">Public profiles</BackLink>
      <PageHeading
        title={loaded.accountName}
        lead="This consultant’s profile on the consultants page."
        actions={
          <ButtonLink to="/admin/consultants" variant="quiet" size="small">
            Hours and sessions
          </ButtonLink>
        }
      />
      <ConsultantProfileForm key={loaded.accountId} loaded={loaded} />
    </>
  )
}

const Body = bodyOf(saveProfile)

type FormValues = Pick<Profile, 'displayName' | 'summary' | 'languages' | 'services' | 'isShown'> & {
  jobTitle: string
  position: string
  /** A new picture in base64, or null to keep the current one. */
  image: string | null
}

/** Languages that clients of a British consultancy often speak. Any other languages in a profile are added. */
const commonLanguages = 'en ar bn zh cy fr de hi it pl pt ro ru es tr uk ur'.split(' ')

/** One form with one button, so that everything is saved together. */
function ConsultantProfileForm({ loaded }: { loaded: Profile }) {
  const editing = useEditForm(loaded, {
    toValues,
    toBody,
    schema: Body,
    send: (body, { accountId }) => attempt(saveProfile, { params: { accountId }, body }),
  })
  const { saved, typed, change, errors, setErrors } = editing
  const choosePicture = async (file: File) => {
    try {
      change({ image: await toBase64(await resizeImage(file)) })
      setErrors({})
    } catch {
      setErrors({ image: pictureRefusals['not-a-picture'].message })
    }
  }
  const field = (name: 'displayName' | 'jobTitle' | 'summary' | 'position') => ({
    value: typed[name],
    error: errors[name],
    onChange: ({ target }: { target: { value: string } }) => change({ [name]: target.value }),
  })
  return (
    <EditForm editing={editing} label="Public profile">
      <Card className="grid grid-cols-[minmax(0,1fr)] gap-6">
        {saved.isDisabled ? (
          <Alert tone="warning">This account is disabled, so the profile is hidden whatever you choose here.</Alert>
        ) : null}
        <div className="grid gap-6 sm:grid-cols-2">
          <TextField label="Display name" {...field('displayName')} />
          <TextField label="Job title" hint="For example, Careers adviser. Optional." {...field('jobTitle')} />
        </div>
        <TextArea label="Introduction" rows={5} {...field('summary')} />
        <PictureField
          picture={typed.image ? `data:image/webp;base64,${typed.image}` : saved.picture}
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
          label="Position in the list"
          inputMode="numeric"
          hint="The lowest number comes first"
          {...field('position')}
        />
        <CheckboxField
          label="Show on the consultants page"
          checked={typed.isShown}
          onChange={() => change({ isShown: !typed.isShown })}
        />
        <SaveButton editing={editing}>Save profile</SaveButton>
      </Card>
    </EditForm>
  )
}

function toValues({ displayName, summary, languages, services, isShown, ...profile }: Profile): FormValues {
  const [jobTitle, position] = [profile.jobTitle ?? '', String(profile.position)]
  return { displayName, jobTitle, summary, languages, services, position, isShown, image: null }
}

function toBody({ jobTitle, position, ...fields }: FormValues, { version }: Profile) {
  return {
    version,
    ...fields,
    jobTitle: jobTitle.trim() || null,
    position: /^\d+$/.test(position.trim()) ? Number(position) : Number.NaN,
  }
}

type PictureFieldProps = { picture: string | null; problem: string | undefined; onChoose: (file: File) => void }

function PictureField({ picture, problem, onChoose }: PictureFieldProps) {
  const id = useId()
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? []
    // Allows the same file to be chosen again.
    target.value = ''
    if (file) onChoose(file)
  }
  return (
    <div className="flex flex-wrap items-center gap-6">
      {picture ? (
        <img src={picture} alt="Preview" className="photograph size-32 rounded-md bg-line object-cover" />
      ) : null}
      <div className="grid gap-2">
        <label htmlFor={id} className="font-medium">
          {picture ? 'Replace picture' : 'Picture'}
        </label>
        <input
          id={id}
          type="file"
          accept="image/jpeg,image/png,image/webp,image/avif,image/gif"
          {...describedBy(id, problem ? { error: problem } : {})}
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
  choices: readonly (readonly [value: Value, label: string])[]
  chosen: Value[]
  error: string | undefined
  onChange: (chosen: Value[]) => void
}

function Choices<Value extends string>({ legend, choices, chosen, error, onChange }: ChoicesProps<Value>) {
  const id = useId()
  const toggle = (value: Value) =>
    onChange(chosen.includes(value) ? chosen.filter((candidate) => candidate !== value) : [...chosen, value])
  return (
    <fieldset aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="mb-2 font-medium">{legend}</legend>
      <div className="grid gap-2 sm:grid-cols-3">
        {choices.map(([value, label]) => (
          <CheckboxField key={value} label={label} checked={chosen.includes(value)} onChange={() => toggle(value)} />
        ))}
      </div>
      <FieldError id={id} error={error} />
    </fieldset>
  )
}
