import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

type AlertTone = 'error' | 'success' | 'info' | 'warning'

type AlertProps = {
  tone: AlertTone
  title?: string
  /** Lets a link's hash focus the alert. */
  id?: string
  className?: string
  children?: ReactNode
}

/** Errors and warnings interrupt a screen reader; the other tones wait. */
export function Alert({ tone, title, id, className, children }: AlertProps) {
  const { Icon, colours, role } = tones[tone]
  return (
    <div
      id={id}
      tabIndex={id ? -1 : undefined}
      role={role}
      className={classNames('flex items-start gap-3 rounded-md p-4', colours, className)}
    >
      <Icon aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
      <div className="min-w-0 text-ink">
        {title ? <p className="font-semibold">{title}</p> : null}
        {children}
      </div>
    </div>
  )
}

const tones = {
  error: { Icon: CircleAlert, role: 'alert', colours: 'bg-danger-soft text-danger' },
  warning: { Icon: TriangleAlert, role: 'alert', colours: 'bg-warning-soft text-warning' },
  success: { Icon: CircleCheck, role: 'status', colours: 'bg-success-soft text-success' },
  info: { Icon: Info, role: 'status', colours: 'bg-info-soft text-info' },
} satisfies Record<AlertTone, { Icon: typeof Info; role: string; colours: string }>
