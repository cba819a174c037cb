// Apart from public.tsx, so that other pages do not load these forms.
export { AccountSection, SecondStepDialog } from '../registration/web/account-section.tsx'
export { type BuyerAccount, useBuyerAccount } from '../registration/web/use-buyer-account.ts'
