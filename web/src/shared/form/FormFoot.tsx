import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import './form-foot.css'

/** What ends a form: its buttons, in reach while the form is longer than the screen. `end` puts them to the right, as in dialogs. */
export function FormFoot({ end = false, children }: { end?: boolean; children: ReactNode }) {
  return <div className={end ? 'vx-foot vx-foot-end' : 'vx-foot'}>{children}</div>
}

/** `blocked` while there is nothing to send, which the form says. */
type DialogFootProps = { onCancel: () => void; saving: boolean; blocked?: boolean; children: ReactNode }

/** What ends the form of a dialog: the way out, and the button that sends it, which `children` name. */
export function DialogFoot({ onCancel, saving, blocked = false, children }: DialogFootProps) {
  const { t } = useTranslation('shared')
  return (
    <FormFoot end>
      <Button variant="default" onClick={onCancel}>
        {t('cancel')}
      </Button>
      <Button type="submit" loading={saving} disabled={blocked}>
        {children}
      </Button>
    </FormFoot>
  )
}
