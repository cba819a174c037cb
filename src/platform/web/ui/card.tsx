import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'

type CardProps = ComponentProps<'div'> & {
  /** 'none' for a card whose picture or table reaches its edges. */
  padding?: 'normal' | 'none'
}

/** A white sheet on the page's ground. */
export function Card({ padding = 'normal', className, ...div }: CardProps) {
  return (
    <div
      {...div}
      className={classNames(
        'rounded-md border border-line bg-surface shadow-card',
        // With large text on a phone the words need the room.
        padding === 'normal' && 'p-[min(1.5rem,6.5vw)] sm:p-8',
        className,
      )}
    />
  )
}
