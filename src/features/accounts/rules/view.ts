import { VIEW_MINUTES } from '../contract/view.ts'

export function viewEnd(startedAt: Date): Date {
  return new Date(startedAt.getTime() + VIEW_MINUTES * 60_000)
}
