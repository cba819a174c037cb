/** Apart from what every page may ask of accounts: a form with its schemas comes with it. */
export { useFreshIdentity } from './confirm-identity-dialog.tsx'
