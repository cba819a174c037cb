// Parts that other areas may show.
export { ComplaintForm } from '../form/web/complaint-form.tsx'
export { ContactForm } from '../form/web/contact-form.tsx'
