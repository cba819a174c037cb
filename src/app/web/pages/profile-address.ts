import { redirect } from 'react-router'

/** SPEC §2: one menu named this address; the profile stands in the portal (PRODUCT D15). */
export function loader() {
  return redirect('/portal/profile', 308)
}
