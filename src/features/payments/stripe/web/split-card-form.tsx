import { CardCvcElement, CardExpiryElement, CardNumberElement } from '@stripe/react-stripe-js'
import { type ComponentType, useRef } from 'react'
import { describedBy } from '#platform/web/ui/forms/field.tsx'
import { TextField } from '#platform/web/ui/forms/text-field.tsx'
import { HostedFieldPanel } from './hosted-field-panel.tsx'
import { useElementStyle } from './use-stripe-library.ts'

/** SPEC §2: the names of the four fields. Three of the fields are Stripe iframes. */
export const cardFields = {
  name: 'Cardholder Name',
  cardNumber: 'Card Number',
  expiryDate: 'Expiry Date',
  cvv: 'CVV',
} as const

export type CardFieldName = keyof typeof cardFields
export type HostedField = Exclude<CardFieldName, 'name'>
export type HostedChange = { empty: boolean; complete: boolean; error?: { message: string } | undefined }

type SplitCardFormProps = {
  name: string
  problems: Partial<Record<CardFieldName, string>>
  isLoading: boolean
  isLocked: boolean
  onName: (name: string) => void
  onHostedChange: (field: HostedField, change: HostedChange) => void
  onReady: (field: HostedField) => void
}

/** The cardholder's name is our own field; the number, date and code are entered in Stripe's iframes (PRODUCT D3). */
export function SplitCardForm({ name, problems, isLoading, isLocked, onName, ...hosted }: SplitCardFormProps) {
  const field = (id: HostedField) => ({ id, problem: problems[id], isLoading, isLocked, ...hosted })
  return (
    <div className="grid gap-x-5 gap-y-1.5 sm:grid-cols-2">
      <TextField
        id="name"
        label={cardFields.name}
        autoComplete="cc-name"
        value={name}
        error={problems.name}
        readOnly={isLocked}
        maxLength={100}
        onChange={({ target }) => onName(target.value)}
        className="mb-4 sm:col-span-2"
      />
      <HostedFrame {...field('cardNumber')} Element={CardNumberElement} options={{ showIcon: true }} isWide />
      <HostedFrame {...field('expiryDate')} Element={CardExpiryElement} options={{ placeholder: 'MM/YY' }} />
      <HostedFrame {...field('cvv')} Element={CardCvcElement} options={{}} />
    </div>
  )
}

type HostedFrameProps = Pick<SplitCardFormProps, 'isLoading' | 'isLocked' | 'onHostedChange' | 'onReady'> & {
  id: HostedField
  problem: string | undefined
  // biome-ignore lint/suspicious/noExplicitAny: Stripe gives each of the three components its own type
  Element: ComponentType<any>
  options: object
  isWide?: boolean
}

function HostedFrame({ id, problem, Element, options, isWide, isLoading, isLocked, ...callbacks }: HostedFrameProps) {
  const style = useElementStyle()
  const lastState = useRef('')
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be a second group around the provider's own
    <div
      role="group"
      aria-labelledby={`${id}-label`}
      {...describedBy(id, { error: problem ?? '' })}
      className={isWide ? 'sm:col-span-2' : ''}
    >
      <label id={`${id}-label`} htmlFor={id} className="mb-1.5 block font-medium">
        {cardFields[id]}
      </label>
      <HostedFieldPanel id={id} problem={problem} isLoading={isLoading}>
        <Element
          id={id}
          options={{ ...options, style, disabled: isLocked }}
          onReady={() => callbacks.onReady(id)}
          onChange={(change: HostedChange) => {
            const { empty, complete, error } = change
            const state = [empty, complete, error?.message].join()
            // The field also fires on blur without an edit, for example when Pay is pressed.
            if (state !== lastState.current) callbacks.onHostedChange(id, change)
            lastState.current = state
          }}
        />
      </HostedFieldPanel>
    </div>
  )
}
