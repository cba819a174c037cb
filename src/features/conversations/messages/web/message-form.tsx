import type { ComponentProps } from 'react'
import { DraftForm } from '#platform/web/ui/forms/draft-form.tsx'
import { MAX_MESSAGE_LENGTH } from '../contract.ts'

const numberFormat = new Intl.NumberFormat('en-GB')

const maxLength = numberFormat.format(MAX_MESSAGE_LENGTH)

export function MessageForm<Sent>(
  form: Pick<ComponentProps<typeof DraftForm<Sent>>, 'label' | 'draftKey' | 'send' | 'onSent'>,
) {
  return (
    <DraftForm
      {...form}
      hint={(text) => `${numberFormat.format(text.length)} of ${maxLength} characters. Press Ctrl+Enter to send.`}
      validate={lengthMessage}
      button="Send message"
    />
  )
}

function lengthMessage(text: string): string | undefined {
  const tooMany = text.trim().length - MAX_MESSAGE_LENGTH
  if (tooMany <= 0) return undefined
  const excess = tooMany === 1 ? 'one character' : `${numberFormat.format(tooMany)} characters`
  return `Your message is ${excess} over the limit of ${maxLength}`
}
