// What other areas show of mails.
export { ResendDialog } from './resend-dialog.tsx'
