import { ChevronLeft, ChevronRight } from 'lucide-react'
import { DayPicker } from 'react-day-picker'
import { dayName } from '#platform/shared/local-time.ts'

type SlotCalendarProps = {
  /** The month shown, for example "2026-11". */
  month: string
  first: string
  last: string
  /** For example "2026-11-27". */
  today: string
  chosenDay: string | undefined
  freeDays: Set<string>
  onMonth: (month: string) => void
  onDay: (day: string) => void
}

/** A month, in which the member can choose a day with free slots. Uses the member's time zone, not the device's. */
export function SlotCalendar({ month, first, last, today, chosenDay, freeDays, onMonth, onDay }: SlotCalendarProps) {
  const isFree = (date: Date) => freeDays.has(toDay(date))
  return (
    <DayPicker
      mode="single"
      required
      lang="en-GB"
      weekStartsOn={1}
      navLayout="around"
      month={toDate(`${month}-01`)}
      startMonth={toDate(`${first}-01`)}
      endMonth={toDate(`${last}-01`)}
      today={toDate(today)}
      selected={chosenDay ? toDate(chosenDay) : undefined}
      disabled={(date) => !isFree(date)}
      onMonthChange={(date) => onMonth(toDay(date).slice(0, 7))}
      onSelect={(date) => onDay(toDay(date))}
      labels={{
        labelDayButton: (date, { selected }) =>
          `${dayName(toDay(date))}, ${isFree(date) ? 'free' : 'nothing free'}${selected ? ', chosen' : ''}`,
        labelPrevious: () => 'Previous month',
        labelNext: () => 'Next month',
      }}
      components={{ Chevron }}
      classNames={calendarClassNames}
    />
  )
}

function Chevron({ orientation }: { orientation?: 'up' | 'down' | 'left' | 'right' }) {
  const Arrow = orientation === 'left' ? ChevronLeft : ChevronRight
  return <Arrow aria-hidden="true" className="size-5" />
}

const arrow =
  'row-start-1 grid size-[44px] cursor-pointer place-items-center rounded-md hover:bg-line aria-disabled:cursor-not-allowed aria-disabled:opacity-40'

// There are seven columns, so the text grows with the browser's font size only as far as it fits.
const calendarClassNames = {
  root: 'w-full max-w-96',
  months: '',
  month: 'grid grid-cols-[auto_1fr_auto] items-center gap-y-3',
  month_caption: 'row-start-1 col-start-2 text-center text-[min(1rem,5.5vw)] font-semibold',
  button_previous: `${arrow} col-start-1`,
  button_next: `${arrow} col-start-3`,
  month_grid: 'col-span-full w-full table-fixed',
  weekday: 'pb-1 text-[min(0.875rem,5vw)] font-normal whitespace-nowrap text-muted',
  day: 'p-0.5 text-center',
  day_button:
    'mx-auto grid aspect-square w-full max-w-11 cursor-pointer text-[min(1rem,6vw)] whitespace-nowrap place-items-center rounded-md bg-primary-soft font-semibold tabular-nums hover:bg-primary disabled:cursor-default disabled:bg-transparent disabled:font-normal disabled:text-muted aria-disabled:bg-transparent',
  selected: '[&>button]:bg-secondary-ink [&>button]:text-surface [&>button]:hover:bg-secondary-ink',
  today: '[&>button]:underline [&>button]:underline-offset-4',
}

// Uses noon, so that a clock change cannot shift the date.
function toDate(day: string): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date, 12)
}

function toDay(date: Date): string {
  const pad = (value: number) => String(value).padStart(2, '0')
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`
}
