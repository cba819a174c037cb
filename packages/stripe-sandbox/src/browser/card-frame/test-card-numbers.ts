/**
 * The published test numbers with their tokens. Only tokens of this list leave the card frame: any other number is
 * never sent.
 */
export const testCardTokens: Record<string, string> = {
  '4242424242424242': 'tok_visa',
  '4000056655665556': 'tok_visa_debit',
  '5555555555554444': 'tok_mastercard',
  '378282246310005': 'tok_amex',
  '4000008260000000': 'tok_gb',
  '4000000000000002': 'tok_visa_chargeDeclined',
  '4000000000009995': 'tok_visa_chargeDeclinedInsufficientFunds',
  '4000000000009987': 'tok_visa_chargeDeclinedLostCard',
  '4000000000009979': 'tok_visa_chargeDeclinedStolenCard',
  '4000000000000069': 'tok_chargeDeclinedExpiredCard',
  '4000000000000127': 'tok_chargeDeclinedIncorrectCvc',
  '4000000000000119': 'tok_chargeDeclinedProcessingError',
  '4000000000006975': 'tok_visa_chargeDeclinedVelocityLimitExceeded',
  '4000000000000341': 'tok_chargeCustomerFail',
  '4000002760003184': 'tok_authenticationRequired',
  '4000002500003155': 'tok_authenticationRequiredOnSetup',
  '4000003800000446': 'tok_authenticationRequiredSetupForOffSession',
  '4000000000003220': 'tok_threeDSecure2Required',
  '4000008400001629': 'tok_threeDSecureRequiredChargeDeclined',
  '4000008400001280': 'tok_threeDSecureRequiredProcessingError',
  '4000000000000259': 'tok_createDispute',
  '4000000000002685': 'tok_createDisputeProductNotReceived',
  '4000000000001976': 'tok_createDisputeInquiry',
  '4000000000007726': 'tok_pendingRefund',
  '4000000000005126': 'tok_refundFail',
}
