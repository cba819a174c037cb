import type { StaffMessage } from '../contract/staff.ts'
import type { Message } from '../contract.ts'
import type { MessageRow } from './store.ts'

export function showMessage(row: MessageRow): Message {
  return {
    id: row.id,
    author: row.author,
    text: row.text,
    cameBy: row.came_by,
    untakenFiles: row.untaken_files,
    isShortened: row.is_shortened,
    writtenAt: row.written_at.toISOString(),
  }
}

export function showStaffMessage(row: MessageRow): StaffMessage {
  const staffName = [row.staff_first_name, row.staff_last_name].filter(Boolean).join(' ')
  return { ...showMessage(row), staffName: staffName || null }
}
