import { useEffect } from 'react'
import type { Attempt } from '#platform/web/attempt.ts'
import { call } from '#platform/web/call.ts'
import { bodyOf } from '#platform/web/form.ts'
import { useEarlySubmit } from '#platform/web/hydration.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { SlowPageNote } from '#platform/web/ui/forms/slow-page-note.tsx'
import { TextArea } from '#platform/web/ui/forms/text-area.tsx'
import { TextField } from '#platform/web/ui/forms/text-field.tsx'
import { NoScriptNote } from '#platform/web/ui/no-script-note.tsx'
import { useEndpointForm } from '#platform/web/use-endpoint-form.ts'
import { useTimedNotice } from '#platform/web/use-timed-message.ts'
import { sendMessage } from '../contract.ts'
import { HoneypotField } from './honeypot-field.tsx'
import { sendForm, useFormToken } from './queries.ts'

/**
 * SPEC §4: idle, sending, then success or error. The text stays until it has been sent.
 * @param wantedPackage title of a package that cannot be bought yet, whose card leads here to ask for a notification
 */
export function ContactForm({ wantedPackage }: { wantedPackage?: string }) {
  const early = useEarlySubmit()
  const { notice, show, clear } = useTimedNotice<Attempt<null>>()
  const readForm = useFormToken()
  const { form, errors, isSubmitting, submit } = useEndpointForm(bodyOf(sendMessage), {
    reValidateMode: 'onSubmit',
    fields: ['name', 'email', 'message'],
    send: async (body) => {
      clear()
      const result = await sendForm(sendMessage, call(sendMessage, { body: { ...body, form: await readForm() } }))
      show(result)
      return result
    },
    onDone: () => {
      form.reset()
    },
  })

  const field = (name: 'name' | 'email' | 'message') => ({
    ...form.register(name, {
      onChange: () => {
        form.clearErrors(name)
        clear()
      },
    }),
    error: errors[name]?.message,
    // The form is cleared after sending, which would delete anything typed in the meantime.
    readOnly: isSubmitting,
  })

  useEffect(() => {
    if (wantedPackage && !form.getValues('message')) {
      form.setValue('message', `Please tell me when I can buy ${wantedPackage}.`)
    }
  }, [wantedPackage, form])

  return (
    <form {...early.form} method="post" noValidate onSubmit={submit} className="grid gap-5">
      <TextField label="Name" autoComplete="name" {...field('name')} />
      <TextField label="Email" type="email" autoComplete="email" inputMode="email" {...field('email')} />
      <TextArea label="Message" {...field('message')} />
      <HoneypotField {...form.register('subject')} />
      <NoScriptNote />
      <SlowPageNote />
      <Button {...early.button} busy={isSubmitting} busyLabel="Sending..." wide>
        Send message
      </Button>
      {notice ? <Alert tone={notice.state === 'done' ? 'success' : 'error'}>{notice.message}</Alert> : null}
    </form>
  )
}
