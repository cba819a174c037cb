import { Alert } from '#platform/web/ui/alert.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { CheckboxField } from '#platform/web/ui/checkbox-field.tsx'
import { TextArea } from '#platform/web/ui/text-area.tsx'
import { TextField } from '#platform/web/ui/text-field.tsx'
import type { TypedPackage } from '../rules/package-draft.ts'
import { PackageLines } from './package-lines-section.tsx'
import { PackagePreview } from './package-preview-section.tsx'
import type { usePackageDraft } from './use-package-draft.ts'

/** One document, one button: nothing is published in part. */
export function PackageVersionForm({ editing }: { editing: ReturnType<typeof usePackageDraft> }) {
  const { sold, typed, change, errors, isSaving, outcome, publish, form } = editing
  const field = (name: Exclude<keyof TypedPackage, 'isOnSale' | 'lines'>, error = errors[name]) => ({
    value: typed[name],
    error,
    onChange: ({ target }: { target: { value: string } }) => change({ [name]: target.value }),
  })
  const featureError = Object.entries(errors).find(([place]) => place.startsWith('features'))?.[1]
  return (
    <form
      ref={form}
      method="post"
      noValidate
      aria-label="Package"
      onSubmit={(event) => {
        event.preventDefault()
        void publish()
      }}
      className="grid grid-cols-[minmax(0,1fr)] gap-8"
    >
      <Card className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <h2 className="text-2xl">What people read</h2>
        <div className="grid gap-6 sm:grid-cols-2">
          <TextField label="Title" {...field('title')} />
          <TextField
            label="Price without tax"
            inputMode="decimal"
            hint="The same number in pounds and in dollars, such as 99.00"
            {...field('price', errors.netPrice)}
          />
        </div>
        <TextArea label="Description" rows={3} {...field('description')} />
        <TextArea
          label="What is in it"
          hint="One a line, as the card lists them"
          {...field('features', featureError)}
        />
        {sold.billing === 'monthly' ? (
          <p className="text-muted">It is paid each month until it is cancelled.</p>
        ) : (
          <div className="grid gap-6 sm:grid-cols-2">
            <TextField label="Months it lasts" inputMode="numeric" {...field('spanMonths')} />
            <TextField label="Weeks it lasts" inputMode="numeric" {...field('spanWeeks')} />
          </div>
        )}
        <CheckboxField
          label="On sale"
          hint="Without it the public pages do not show the package, and nobody can begin to pay for it."
          checked={typed.isOnSale}
          onChange={() => change({ isOnSale: !typed.isOnSale })}
        />
      </Card>
      <Card className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <h2 className="text-2xl">What it promises</h2>
        <PackageLines
          lines={typed.lines}
          billing={sold.billing}
          errors={errors}
          onChange={(lines) => change({ lines })}
        />
      </Card>
      <Card className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <h2 className="text-2xl">What the public page will show</h2>
        <PackagePreview sold={sold} typed={typed} />
      </Card>
      <div className="grid gap-4">
        {outcome ? <Alert tone={outcome.tone}>{outcome.text}</Alert> : null}
        <Button type="submit" className="justify-self-start" busy={isSaving} busyLabel="Publishing…">
          Publish
        </Button>
      </div>
    </form>
  )
}
