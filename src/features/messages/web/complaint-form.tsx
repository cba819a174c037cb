import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { call } from '#platform/web/call.ts'
import { useEarlyPress } from '#platform/web/early-press.ts'
import { bodyOf, showFieldErrors } from '#platform/web/form.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { LateNote } from '#platform/web/ui/late-note.tsx'
import { NeedsScript } from '#platform/web/ui/needs-script.tsx'
import { SelectField } from '#platform/web/ui/select-field.tsx'
import { TextArea } from '#platform/web/ui/text-area.tsx'
import { TextField } from '#platform/web/ui/text-field.tsx'
import { TrapField } from '#platform/web/ui/trap-field.tsx'
import { ComplaintTopic, sendComplaint } from '../contract.ts'
import { topicWords } from '../rules.ts'
import { type Sent, send } from './queries.ts'
import { useOpenForm } from './use-open-form.ts'
import { usePassingNotice } from './use-passing-notice.ts'

const Fields = bodyOf(sendComplaint)

type Acknowledgement = { reference: string; answerBy: string }

const topics = ComplaintTopic.options.map((topic) => [topic, topicWords[topic]] as const)

export function ComplaintForm() {
  const early = useEarlyPress()
  const { notice, show, clear } = usePassingNotice<Extract<Sent<Acknowledgement>, { state: 'failed' }>>()
  const readForm = useOpenForm()
  const form = useForm<z.input<typeof Fields>, unknown, z.output<typeof Fields>>({
    resolver: zodResolver(Fields),
    reValidateMode: 'onSubmit',
  })
  const { errors, isSubmitting } = form.formState
  const [acknowledgement, setAcknowledgement] = useState<Acknowledgement | null>(null)

  const field = (name: 'name' | 'email' | 'topic' | 'message') => ({
    ...form.register(name, {
      onChange: () => {
        form.clearErrors(name)
        clear()
      },
    }),
    error: errors[name]?.message,
  })

  const submit = form.handleSubmit(async (body) => {
    clear()
    const sent = await send(sendComplaint, call(sendComplaint, { body: { ...body, form: await readForm() } }))
    if (sent.state === 'sent') return setAcknowledgement(sent.value)
    show(sent)
    showFieldErrors(sent.errors, ['name', 'email', 'topic', 'message'], form.setError)
  })

  if (acknowledgement) return <Acknowledged {...acknowledgement} />
  return (
    <form {...early.form} method="post" noValidate onSubmit={submit} className="grid gap-5">
      <SelectField
        label="What is it about?"
        prompt="Please choose"
        choices={topics}
        disabled={isSubmitting}
        {...field('topic')}
      />
      <TextArea
        label="What happened?"
        hint="When it was, what you expected, and what would put it right. A purchase or booking number helps, if you have one."
        readOnly={isSubmitting}
        {...field('message')}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField label="Name" autoComplete="name" readOnly={isSubmitting} {...field('name')} />
        <TextField
          label="Email"
          type="email"
          autoComplete="email"
          inputMode="email"
          readOnly={isSubmitting}
          {...field('email')}
        />
      </div>
      <TrapField {...form.register('subject')} />
      <NeedsScript />
      <LateNote />
      <Button {...early.button} busy={isSubmitting} busyLabel="Sending..." wide>
        Send complaint
      </Button>
      {notice ? <Alert tone="error">{notice.message}</Alert> : null}
    </form>
  )
}

/** Stays, unlike the contact form's notice: somebody may want to write the reference down. */
function Acknowledged({ reference, answerBy }: Acknowledgement) {
  return (
    <Alert tone="success" title="We have your complaint.">
      <p className="mt-1">
        Your reference is <strong className="font-semibold whitespace-nowrap">{reference}</strong>. We have sent it to
        your e-mail address too. You have our answer by {answerBy}.
      </p>
    </Alert>
  )
}
