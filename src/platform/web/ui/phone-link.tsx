import { classNames } from './class-names.ts'

/** A number to call, on a line of its own rather than broken over two. */
export function PhoneLink({ number, className = 'link' }: { number: string; className?: string }) {
  return (
    <a href={`tel:${number.replace(/[^+\d]/g, '')}`} className={classNames('inline-block', className)}>
      {number}
    </a>
  )
}
