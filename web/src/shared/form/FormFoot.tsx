import type { ReactNode } from 'react'
import './form-foot.css'

/** What ends a form: its buttons, in reach while the form is longer than the screen. `end` puts them to the right, as in dialogs. */
export function FormFoot({ end = false, children }: { end?: boolean; children: ReactNode }) {
  return <div className={end ? 'vx-foot vx-foot-end' : 'vx-foot'}>{children}</div>
}
