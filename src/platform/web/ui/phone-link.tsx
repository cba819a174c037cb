import { classNames } from './class-names.ts'

/** A number to call, never broken over two lines. */
export function PhoneLink({ number, className = 'link' }: { number: string; className?: string }) {
  return (
    <a href={`tel:${number.replace(/[^+\d]/g, '')}`} className={classNames('whitespace-nowrap', className)}>
      {number}
    </a>
  )
}
