import { useEffect } from 'react'
import { call } from '#platform/web/call.ts'
import { bodyOf } from '#platform/web/form.ts'
import { TextArea } from '#platform/web/ui/forms/text-area.tsx'
import { TextField } from '#platform/web/ui/forms/text-field.tsx'
import { sendMessage } from '../contract.ts'
import { MessageForm, useMessageForm } from './message-form.tsx'

type ContactFormProps = {
  /**
   * Titles by id. The card of a package that cannot be bought yet links here with `?package=<id>`, so that visitors can
   * ask to be notified.
   */
  packageTitles: Record<string, string>
}

/** SPEC §4: idle, sending, then success or error. The text stays until it has been sent. */
export function ContactForm({ packageTitles }: ContactFormProps) {
  const { form, field, frame } = useMessageForm(sendMessage, bodyOf(sendMessage), {
    fields: ['name', 'email', 'message'],
    send: (body) => call(sendMessage, { body }),
    onDone: () => form.reset(),
  })

  useEffect(() => {
    const wantedPackage = packageTitles[new URLSearchParams(window.location.search).get('package') ?? '']
    if (wantedPackage && !form.getValues('message')) {
      form.setValue('message', `Please tell me when I can buy ${wantedPackage}.`)
    }
  }, [packageTitles, form])

  return (
    <MessageForm {...frame} button="Send message">
      <TextField label="Name" autoComplete="name" {...field('name')} />
      <TextField label="Email" type="email" autoComplete="email" inputMode="email" {...field('email')} />
      <TextArea label="Message" {...field('message')} />
    </MessageForm>
  )
}
