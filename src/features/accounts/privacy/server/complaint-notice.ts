/** Every response to a data request states these rights (UK GDPR art. 12 and 15, Data Protection Act 2018 s. 164A). */
export function getComplaintNotice(publicUrl: string): string {
  return `If you’re not happy with how we’ve used your data or answered your request, you can complain to us: ${publicUrl}/complaints. You can also complain to the Information Commissioner’s Office (ICO) at any time: https://ico.org.uk/make-a-complaint/ or 0303 123 1113.`
}
