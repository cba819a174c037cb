import { useRef, useState } from 'react'
import type { ResponseOf } from '#platform/shared/endpoint.ts'
import { call } from '#platform/web/call.ts'
import { bodyOf } from '#platform/web/form.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { useFocusOnStep } from '#platform/web/ui/focus.ts'
import { SelectField } from '#platform/web/ui/forms/select-field.tsx'
import { TextArea } from '#platform/web/ui/forms/text-area.tsx'
import { TextField } from '#platform/web/ui/forms/text-field.tsx'
import { ComplaintTopic, sendComplaint } from '../contract.ts'
import { topicLabels } from '../rules.ts'
import { MessageForm, useMessageForm } from './message-form.tsx'

type Acknowledgement = ResponseOf<typeof sendComplaint>

const topics = ComplaintTopic.options.map((topic) => [topic, topicLabels[topic]] as const)

export function ComplaintForm() {
  const [acknowledgement, setAcknowledgement] = useState<Acknowledgement | null>(null)
  const { field, frame } = useMessageForm(sendComplaint, bodyOf(sendComplaint), {
    fields: ['name', 'email', 'topic', 'message'],
    send: (body) => call(sendComplaint, { body }),
    onDone: setAcknowledgement,
  })
  const { readOnly: disabled, ...topic } = field('topic')

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
    <MessageForm {...frame} button="Send complaint">
      <SelectField
        label="What’s your complaint about?"
        prompt="Choose one"
        choices={topics}
        disabled={disabled}
        {...topic}
      />
      <TextArea
        label="What happened?"
        hint="Tell us when it happened, what you expected and what would put it right. A purchase or booking number helps, if you have one."
        {...field('message')}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField label="Name" autoComplete="name" {...field('name')} />
        <TextField label="Email" type="email" autoComplete="email" inputMode="email" {...field('email')} />
      </div>
    </MessageForm>
  )
}

/** Unlike the contact form's notice, this stays visible, because the writer may want to note the reference. */
function Acknowledged({ reference, answerBy }: Acknowledgement) {
  return (
    <Alert tone="success" title="We’ve received your complaint.">
      <p className="mt-1">
        Your reference is <strong className="font-semibold whitespace-nowrap">{reference}</strong>. We’ve emailed it to
        you too. We’ll reply by {answerBy}.
      </p>
    </Alert>
  )
}
