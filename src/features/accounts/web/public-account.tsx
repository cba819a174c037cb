// Apart from public.tsx, so that other pages do not load it.
export { AccountCard } from './account-card.tsx'
