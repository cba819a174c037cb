export { ResendDialog } from './resend-dialog.tsx'
