import { useRef, useState } from 'react'
import type { Failed } from '#platform/web/attempt.ts'
import { call } from '#platform/web/call.ts'
import { bodyOf } from '#platform/web/form.ts'
import { useEarlySubmit } from '#platform/web/hydration.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { useFocusOnStep } from '#platform/web/ui/focus.ts'
import { SelectField } from '#platform/web/ui/forms/select-field.tsx'
import { SlowPageNote } from '#platform/web/ui/forms/slow-page-note.tsx'
import { TextArea } from '#platform/web/ui/forms/text-area.tsx'
import { TextField } from '#platform/web/ui/forms/text-field.tsx'
import { NoScriptNote } from '#platform/web/ui/no-script-note.tsx'
import { useEndpointForm } from '#platform/web/use-endpoint-form.ts'
import { useTimedNotice } from '#platform/web/use-timed-message.ts'
import { ComplaintTopic, sendComplaint } from '../contract.ts'
import { topicLabels } from '../rules.ts'
import { HoneypotField } from './honeypot-field.tsx'
import { sendForm, useFormToken } from './queries.ts'

type Acknowledgement = { reference: string; answerBy: string }

const topics = ComplaintTopic.options.map((topic) => [topic, topicLabels[topic]] as const)

export function ComplaintForm() {
  const early = useEarlySubmit()
  const { notice, show, clear } = useTimedNotice<Failed>()
  const readForm = useFormToken()
  const [acknowledgement, setAcknowledgement] = useState<Acknowledgement | null>(null)
  const { form, errors, isSubmitting, submit } = useEndpointForm(bodyOf(sendComplaint), {
    reValidateMode: 'onSubmit',
    fields: ['name', 'email', 'topic', 'message'],
    send: async (body) => {
      clear()
      return sendForm(sendComplaint, call(sendComplaint, { body: { ...body, form: await readForm() } }))
    },
    onDone: setAcknowledgement,
    onFailed: show,
  })

  const field = (name: 'name' | 'email' | 'topic' | 'message') => ({
    ...form.register(name, {
      onChange: () => {
        form.clearErrors(name)
        clear()
      },
    }),
    error: errors[name]?.message,
  })

  const place = useRef<HTMLDivElement>(null)
  useFocusOnStep(place, acknowledgement ? 'acknowledged' : 'writing')
  if (acknowledgement) {
    return (
      <div ref={place} tabIndex={-1} className="focus:outline-none">
        <Acknowledged {...acknowledgement} />
      </div>
    )
  }
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
      <HoneypotField {...form.register('subject')} />
      <NoScriptNote />
      <SlowPageNote />
      <Button {...early.button} busy={isSubmitting} busyLabel="Sending..." wide>
        Send complaint
      </Button>
      {notice ? <Alert tone="error">{notice.message}</Alert> : null}
    </form>
  )
}

/** Stays, unlike the contact form's notice, because the writer may want to note the reference. */
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
