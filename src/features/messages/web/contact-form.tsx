import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { call } from '#platform/web/call.ts'
import { useEarlyPress } from '#platform/web/early-press.ts'
import { bodyOf, showFieldErrors } from '#platform/web/form.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { LateNote } from '#platform/web/ui/late-note.tsx'
import { NeedsScript } from '#platform/web/ui/needs-script.tsx'
import { TextArea } from '#platform/web/ui/text-area.tsx'
import { TextField } from '#platform/web/ui/text-field.tsx'
import { TrapField } from '#platform/web/ui/trap-field.tsx'
import { sendMessage } from '../contract.ts'
import { type Sent, send } from './queries.ts'
import { useOpenForm } from './use-open-form.ts'
import { usePassingNotice } from './use-passing-notice.ts'

const Fields = bodyOf(sendMessage)

/** SPEC §4: idle, sending, then success or error; what was typed stays until it has arrived. */
export function ContactForm() {
  const early = useEarlyPress()
  const { notice, show, clear } = usePassingNotice<Sent<null>>()
  const readForm = useOpenForm()
  const form = useForm<z.input<typeof Fields>, unknown, z.output<typeof Fields>>({
    resolver: zodResolver(Fields),
    reValidateMode: 'onSubmit',
  })
  const { errors, isSubmitting } = form.formState

  const field = (name: 'name' | 'email' | 'message') => ({
    ...form.register(name, {
      onChange: () => {
        form.clearErrors(name)
        clear()
      },
    }),
    error: errors[name]?.message,
    // The form is emptied once the message has arrived: nothing may be typed meanwhile that would go with it.
    readOnly: isSubmitting,
  })

  const submit = form.handleSubmit(async (body) => {
    clear()
    const sent = await send(sendMessage, call(sendMessage, { body: { ...body, form: await readForm() } }))
    show(sent)
    if (sent.state === 'sent') form.reset()
    else showFieldErrors(sent.errors, ['name', 'email', 'message'], form.setError)
  })

  return (
    <form {...early.form} method="post" noValidate onSubmit={submit} className="grid gap-5">
      <TextField label="Name" autoComplete="name" {...field('name')} />
      <TextField label="Email" type="email" autoComplete="email" inputMode="email" {...field('email')} />
      <TextArea label="Message" {...field('message')} />
      <TrapField {...form.register('subject')} />
      <NeedsScript />
      <LateNote />
      <Button {...early.button} busy={isSubmitting} busyLabel="Sending..." wide>
        Send message
      </Button>
      {notice ? <Alert tone={notice.state === 'sent' ? 'success' : 'error'}>{notice.message}</Alert> : null}
    </form>
  )
}
