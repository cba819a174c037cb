import { classNames } from './class-names.ts'

/** A link to call a number, which stays on one line. */
export function PhoneLink({ number, className = 'link' }: { number: string; className?: string }) {
  return (
    <a href={`tel:${number.replace(/[^+\d]/g, '')}`} className={classNames('inline-block', className)}>
      {number}
    </a>
  )
}
