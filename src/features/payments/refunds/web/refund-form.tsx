import { useState } from 'react'
import { formatMoney } from '#platform/shared/format-money.ts'
import { formatAmount, parseAmount } from '#platform/shared/parse-money.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { useFocusOnErrors } from '#platform/web/ui/focus.ts'
import { CheckboxField } from '#platform/web/ui/forms/checkbox-field.tsx'
import { Form } from '#platform/web/ui/forms/form.tsx'
import { RadioGroup } from '#platform/web/ui/forms/radio-group.tsx'
import { TextArea } from '#platform/web/ui/forms/text-area.tsx'
import { TextField } from '#platform/web/ui/forms/text-field.tsx'
import type { RefundPreview } from '../contract.ts'

/** The requested refund, with the amount in minor units. */
export type RefundRequest = { amount: number; reason: string; endsAccess: boolean }

type RefundFormProps = {
  preview: RefundPreview
  /** What the administrator had entered, for when they return from the confirmation. */
  request: RefundRequest | undefined
  isBusy: boolean
  problem: string | undefined
  onSubmit: (request: RefundRequest) => void
}

type Errors = { amount?: string; reason?: string }

export function RefundForm({ preview, request, isBusy, problem, onSubmit }: RefundFormProps) {
  const { remainder, total, currency, hasAccess } = preview
  const isPartial = request !== undefined && request.amount < remainder
  const [share, setShare] = useState<'whole' | 'part'>(isPartial ? 'part' : 'whole')
  const [amount, setAmount] = useState(isPartial ? formatAmount(request.amount) : '')
  const [reason, setReason] = useState(request?.reason ?? '')
  const [endsAccess, setEndsAccess] = useState(request?.endsAccess ?? false)
  const [errors, setErrors] = useState<Errors>({})
  useFocusOnErrors(errors)
  const submit = () => {
    const requestedAmount = share === 'whole' ? remainder : parseAmount(amount)
    const newErrors = validationErrors(requestedAmount, reason)
    setErrors(newErrors)
    if (requestedAmount === undefined || Object.keys(newErrors).length > 0) return
    onSubmit({ amount: requestedAmount, reason: reason.trim(), endsAccess: share === 'part' && endsAccess })
  }
  return (
    <Form onSubmit={submit} className="grid gap-5">
      <RadioGroup
        legend={`How much of ${formatMoney(total, currency)} to refund`}
        name="share"
        value={share}
        choices={[
          { value: 'whole', label: `All that’s left: ${formatMoney(remainder, currency)}` },
          { value: 'part', label: 'Part of it' },
        ]}
        onChange={setShare}
      />
      {share === 'part' ? (
        <TextField
          label={`Amount in ${currency === 'GBP' ? 'pounds' : 'dollars'}`}
          inputMode="decimal"
          maxLength={20}
          autoComplete="off"
          value={amount}
          error={errors.amount}
          onChange={({ target }) => setAmount(target.value)}
        />
      ) : null}
      {share === 'part' && hasAccess ? (
        <CheckboxField
          label="End the package now"
          hint="If you leave this unticked, the package will continue."
          checked={endsAccess}
          onChange={({ target }) => setEndsAccess(target.checked)}
        />
      ) : null}
      <TextArea
        label="Reason"
        hint="The buyer will see this in an email and on the credit note."
        rows={3}
        maxLength={500}
        value={reason}
        error={errors.reason}
        onChange={({ target }) => setReason(target.value)}
      />
      {/* Hidden while fields have errors, because the problem concerned the previous input. */}
      {problem && Object.keys(errors).length === 0 ? <Alert tone="error">{problem}</Alert> : null}
      <Button type="submit" busy={isBusy} busyLabel="Calculating…">
        Preview refund
      </Button>
    </Form>
  )
}

function validationErrors(amount: number | undefined, reason: string): Errors {
  return {
    ...(amount === undefined && { amount: 'Enter an amount, for example 20 or 18.80' }),
    ...(amount === 0 && { amount: 'Enter an amount greater than 0' }),
    ...(reason.trim() === '' && { reason: 'Enter a reason' }),
  }
}
