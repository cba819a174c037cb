const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric' })

/** "5 December 2026", in the zone of whoever reads it (PRODUCT D18). */
export function formatDate(instant: string): string {
  return day.format(new Date(instant))
}
