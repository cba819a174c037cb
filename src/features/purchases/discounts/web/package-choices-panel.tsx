import { CheckboxField } from '#platform/web/ui/forms/checkbox-field.tsx'
import { FieldError } from '#platform/web/ui/forms/field.tsx'

/** The packages that codes can be for. */
export type OfferedPackage = { id: string; title: string }

type PackageChoicesPanelProps = {
  packages: OfferedPackage[]
  chosen: string[]
  error: string | undefined
  onChange: (ids: string[]) => void
}

export function PackageChoicesPanel({ packages, chosen, error, onChange }: PackageChoicesPanelProps) {
  return (
    <fieldset aria-describedby={error ? 'packages-error' : undefined}>
      <legend className="mb-2 font-medium">For these packages</legend>
      <div className="grid gap-3 sm:grid-cols-2">
        {packages.map(({ id, title }) => (
          <CheckboxField
            key={id}
            label={title}
            checked={chosen.includes(id)}
            aria-invalid={error ? true : undefined}
            onChange={({ target }) =>
              onChange(target.checked ? [...chosen, id] : chosen.filter((chosenId) => chosenId !== id))
            }
          />
        ))}
      </div>
      <FieldError id="packages" error={error} />
    </fieldset>
  )
}
