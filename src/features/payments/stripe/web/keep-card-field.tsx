import { CheckboxField } from '#platform/web/ui/forms/checkbox-field.tsx'

type KeepCardFieldProps = { isKept: boolean; isLocked: boolean; onChange: (isKept: boolean) => void }

/** Never ticked in advance: a card is kept only by choice. */
export function KeepCardField({ isKept, isLocked, onChange }: KeepCardFieldProps) {
  return (
    <CheckboxField
      name="keepsCard"
      label="Save this card for next time"
      hint="You can remove it in your profile at any time."
      checked={isKept}
      disabled={isLocked}
      onChange={({ target }) => onChange(target.checked)}
    />
  )
}
