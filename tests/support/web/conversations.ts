import type { StaffMessage } from '#features/conversations/messages/contract.ts'

const MINUTE = 60_000

/** Message 0 was written at noon, and each later one a minute after the previous one. */
export function message(number: number, changes: Partial<StaffMessage> = {}): StaffMessage & { isUnread: boolean } {
  return {
    id: `0196b3a0-0000-4000-8000-${String(number).padStart(12, '0')}`,
    author: 'member',
    text: `Message ${number}`,
    channel: 'portal',
    skippedFiles: 0,
    isTruncated: false,
    staffName: null,
    isUnread: false,
    writtenAt: new Date(Date.UTC(2026, 10, 22, 12) + number * MINUTE).toISOString(),
    ...changes,
  }
}
