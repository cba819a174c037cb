/** Kept apart from the portal's exports, so that the receipt does not load their scripts. */
export { PurchaseConfirmation } from '../checkout/web/purchase-confirmation.tsx'
