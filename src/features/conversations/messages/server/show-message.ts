import type { Message, StaffMessage } from '../contract.ts'
import type { MessageRow } from './store.ts'

export function showMessage(row: MessageRow): Message {
  return {
    id: row.id,
    author: row.author,
    text: row.text,
    channel: row.channel,
    skippedFiles: row.skippedFiles,
    isTruncated: row.isTruncated,
    writtenAt: row.writtenAt.toISOString(),
  }
}

export function showStaffMessage(row: MessageRow): StaffMessage {
  const staffName = [row.staffFirstName, row.staffLastName].filter(Boolean).join(' ')
  return { ...showMessage(row), staffName: staffName || null }
}
