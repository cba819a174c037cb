// Apart from public.tsx, so that other pages do not load these forms.
export {
  AccountSection,
  type BuyerAccount,
  SecondStepDialog,
  useBuyerAccount,
} from '../registration/web/account-section.tsx'
