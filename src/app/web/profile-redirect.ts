import { redirect } from 'react-router'

/** SPEC §2: one menu links to this address, but the profile is in the portal (PRODUCT D15). */
export function loader() {
  return redirect('/portal/profile', 308)
}
